"""What every request passes: limits, origin and kind on the way in, headers on the way out."""

from __future__ import annotations

import logging
import re
import time

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..limits import Addresses, Limits
from ..metrics import REQUESTS
from ..views.refusals import Refusal
from .guests import address_of, same_origin
from .replies import refuse

access = logging.getLogger("pachisi.access")
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
METHODS = ("GET", "HEAD", "POST")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def allow_sockets(host: str) -> str:
    """Some browsers do not count sockets to the same host as 'self'."""
    return f"; connect-src 'self' ws://{host} wss://{host}" if HOST.fullmatch(host) else ""


def note(request: HTTPConnection, method: str, path: str, status: int, seconds: float) -> None:
    """Count a request, and log it if that is wished; its query may hold an invitation."""
    REQUESTS.labels(method if method in METHODS else "other", status).observe(seconds)
    about = {"method": method, "path": path, "status": status, "seconds": round(seconds, 4), "address": address_of(request)}
    access.info("%(method)s %(path)s %(status)s %(seconds)s %(address)s", about, extra=about)


class Gate:
    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits
        self.requests = Addresses(limits.request_rate, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        sockets, begun, status = allow_sockets(HTTPConnection(scope).headers.get("host", "")), time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers["Content-Security-Policy"] = headers.get("Content-Security-Policy", POLICY) + sockets
            await send(message)

        connection = HTTPConnection(scope)
        refusal = self.refuse(connection, scope["method"], scope["path"])
        answer = refuse(connection, refusal) if refusal else self.app
        try:
            await answer(scope, receive, send_with_headers)
        finally:
            note(connection, scope["method"], scope["path"], status, time.perf_counter() - begun)

    def refuse(self, request: HTTPConnection, method: str, path: str) -> Refusal | None:
        if not path.startswith("/static/") and not self.requests.take(address_of(request)):
            return Refusal(429, "too_many_requests")
        if method != "POST":
            return None
        if not same_origin(request):
            return Refusal(403, "other_site")
        length = request.headers.get("content-length", "")
        if not length.isascii() or not length.isdecimal():
            return Refusal(411, "no_length")
        if len(length) > 9 or int(length) > self.limits.body:
            return Refusal(413, "too_long", most=self.limits.body)
        return None
