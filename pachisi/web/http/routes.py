"""A row of the HTTP API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response


@dataclass(frozen=True)
class Route:
    """Method, path, what goes in, what comes out."""

    method: str
    path: str
    what: str
    serve: Callable[[Request], Awaitable[Response]]
    takes: type | None = None
    gives: Any = None
    media: str = "application/json"
    query: tuple[str, ...] = ()
