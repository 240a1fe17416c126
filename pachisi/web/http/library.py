"""Rulebooks over HTTP: their texts, drafts of one's own, and the table that a question is about."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...errors import RuleError
from ...paper import draw_preview
from ...table import Table
from .. import forms
from ..table.outline import Outline, book_of
from ..tables import Tables
from ..views.contradictions import set_up_or_explain
from ..views.lesson import teach
from ..views.refusals import Refusal
from ..views.tables import book_view
from ..views.workshop import proof_of
from .replies import lang_of, read_body, reply_packed
from .routes import Route

MOST_PREVIEWS = 64
DAILY = {"Cache-Control": "public, max-age=86400"}


class Library:
    """Where books are written and read."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.previews: dict[bytes, bytes] = {}

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                "/api/workshop",
                "A rulebook of one's own: what is wrong with it, or its board and its rules",
                self.prove,
                forms.Draft,
                forms.DraftReply,
                query=("lang",),
            ),
            Route(
                "GET",
                "/api/rulebook",
                "The text of a rulebook",
                self.text,
                media="text/plain",
                query=("book", "table"),
            ),
            Route(
                "GET",
                "/api/preview",
                "The board of a table as PNG, for links",
                self.preview,
                media="image/png",
                query=("book", "players", "pieces", "options", "table"),
            ),
            Route(
                "GET",
                "/api/lesson",
                "A few turns that teach how to play",
                self.lesson,
                gives=forms.Lesson,
                query=("lang",),
            ),
            Route("GET", "/api/tables/{id}/book", "The book of a table", self.book, gives=forms.BookView),
        ]

    async def prove(self, request: Request) -> Response:
        lang, draft = lang_of(request), await read_body(request, forms.Draft)
        return reply_packed(request, await self.tables.in_reader(proof_of, draft, lang))

    async def text(self, request: Request) -> Response:
        setup = await asked_setup(self.tables, request)
        path = book_of(setup).path
        text = setup.text if path is None else path.read_text(encoding="utf-8")
        return Response(text, media_type="text/plain")

    async def preview(self, request: Request) -> Response:
        table = await asked_table(self.tables, request)
        if table.fingerprint not in self.previews:
            if len(self.previews) >= MOST_PREVIEWS:
                del self.previews[next(iter(self.previews))]
            try:
                self.previews[table.fingerprint] = await self.tables.in_reader(draw_preview, table)
            except RuleError as error:
                raise Refusal(501, "no_printing", why=error) from None
        return Response(self.previews[table.fingerprint], media_type="image/png", headers=DAILY)

    async def lesson(self, request: Request) -> Response:
        return reply_packed(request, await self.tables.in_reader(teach, lang_of(request)))

    async def book(self, request: Request) -> Response:
        outline = await find_outline(self.tables, request.path_params["id"])
        return reply_packed(request, book_view(outline.table.book))


async def find_outline(tables: Tables, id: str) -> Outline:
    outline = await tables.outline(id)
    if outline is None:
        raise Refusal(404, "no_table")
    return outline


async def asked_table(tables: Tables, request: Request) -> Table:
    """A table as the query describes it, or the one that it names."""
    if "table" in request.query_params:
        return (await find_outline(tables, request.query_params["table"])).table
    return set_up_or_explain(read_setup(request))


async def asked_setup(tables: Tables, request: Request) -> forms.Setup:
    if "table" in request.query_params:
        return (await find_outline(tables, request.query_params["table"])).deed.setup
    setup = read_setup(request)
    set_up_or_explain(setup)
    return setup


def read_setup(request: Request) -> forms.Setup:
    """A setup from the query."""
    query = request.query_params
    try:
        options = msgspec.json.decode(query.get("options") or "{}", type=dict[str, Any])
        first = query.get("first", "book")
        data = {
            "book": query.get("book", ""),
            "players": int(query.get("players", "4")[:4]),
            "pieces": int(query.get("pieces", "4")[:4]),
            "first": first if first in ("high_roll", "book") else int(first[:4]),
            "options": options,
        }
        return msgspec.convert(data, forms.Setup)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "not_understood", error=error) from None
