"""JSON answers over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .forms import Problem
from .protocol import Lang

T = TypeVar("T")
LANGS: tuple[Lang, ...] = ("en", "de", "fr")


class Refusal(Exception):  # noqa: N818  (an answer, not a fault)
    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def problem(status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    return reply(Problem(why), status, headers)


async def read_body(request: Request, kind: type[T]) -> T:
    """The body of a request as what it should be, or a Refusal that says why not."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "The body must be JSON: Content-Type: application/json.")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(400, f"{error}.") from None
    except (RecursionError, UnicodeDecodeError):
        raise Refusal(400, "The body is not JSON that could be read.") from None


def lang_of(request: Request) -> Lang:
    asked = request.query_params.get("lang", "en")
    for lang in LANGS:
        if lang == asked:
            return lang
    raise Refusal(400, f"lang must be one of {', '.join(LANGS)}.")
