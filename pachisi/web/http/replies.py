"""JSON answers over HTTP."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ...words.catalogue import ENGLISH, LANGUAGES
from ..elements import RefusalCode
from ..forms import Problem
from ..views.refusals import Denial, No, Refusal

T = TypeVar("T")
LANGUAGE = re.compile(r"([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?")
STATUS: dict[RefusalCode, int] = {
    "bad": 400,
    "stale": 409,
    "not_now": 409,
    "not_yours": 403,
    "not_allowed": 403,
    "too_fast": 429,
    "trouble": 503,
}


def reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def reply_packed(request: HTTPConnection, value: Any) -> Response:
    """A long answer, compressed if the client accepts that."""
    body, headers = msgspec.json.encode(value), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, compresslevel=5, mtime=0), "gzip"
    return Response(body, headers=headers, media_type="application/json")


def problem(status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    return reply(Problem(why), status, headers)


def refuse(connection: HTTPConnection, error: Denial, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal in the language of the request."""
    status = error.status if isinstance(error, Refusal) else STATUS[error.code] if isinstance(error, No) else 400
    return problem(status, error.why(reader_of(connection)), headers)


async def read_body(request: Request, kind: type[T]) -> T:
    """The body of a request as the type it should have, or a Refusal that says why not."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "not_json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(400, "not_understood", error=error) from None
    except (RecursionError, UnicodeDecodeError):
        raise Refusal(400, "broken_json") from None


def lang_of(request: HTTPConnection) -> str:
    """The language named in the address, or else the browser's."""
    asked = request.query_params.get("lang")
    if asked is not None and asked not in LANGUAGES:
        raise Refusal(400, "no_lang", langs=", ".join(LANGUAGES))
    return reader_of(request)


def reader_of(connection: HTTPConnection) -> str:
    """The language of a request of any kind."""
    wanted = [connection.query_params.get("lang", ""), *preferred(connection.headers.get("accept-language", ""))]
    return next((one for one in wanted if one in LANGUAGES), ENGLISH)


def preferred(header: str) -> list[str]:
    """The languages of an Accept-Language header, most preferred first, without regions."""
    weighed = [(name.strip().lower().partition("-")[0], weight) for name, weight in LANGUAGE.findall(header[:500])]
    return [name for name, _ in sorted(weighed, key=lambda one: -float(one[1] or 1))]
