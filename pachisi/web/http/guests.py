"""Who is there: a guest is a browser with a cookie of 128 random bits; the server keeps only its hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..limits import neighbourhood

COOKIE = "pachisi_guest"
YEAR = 365 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def holder_of(connection: HTTPConnection) -> str:
    """The guest's name in the log; empty if there is no cookie yet."""
    token = connection.cookies.get(COOKIE, "")
    return hash_token(token) if TOKEN.fullmatch(token) else ""


def new_token() -> str:
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def greet(connection: HTTPConnection, response: Response) -> None:
    """Give a cookie to somebody who has none."""
    if not holder_of(connection):
        give(connection, response, new_token())


def give(connection: HTTPConnection, response: Response, token: str) -> None:
    secure = connection.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def base_of(connection: HTTPConnection) -> str:
    """The beginning of addresses on this server, as the visitor wrote it."""
    return f"{connection.url.scheme}://{connection.headers.get('host', connection.url.netloc)}"


def same_origin(connection: HTTPConnection) -> bool:
    """Does the request come from our own page? Other sites must not speak for a guest."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
    except ValueError:  # not an address at all
        return False


def address_of(connection: HTTPConnection) -> str:
    """Whom the limits count: the address that the connection comes from."""
    return neighbourhood(connection.client.host) if connection.client else "unknown"
