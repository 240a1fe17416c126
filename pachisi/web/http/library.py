"""Rulebooks over HTTP: their texts, their boards, and drafts of one's own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from .. import forms
from ..table.outline import book_of
from ..tables import Tables
from ..views.lesson import teach
from ..views.tables import book_view
from ..views.workshop import proof_of
from .asking import asked_setup, find_outline
from .previews import Previews
from .replies import lang_of, read_body, reply_packed
from .routes import Route


class Library:
    """Where books are written and read."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.previews = Previews(tables)

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
                "The board of a table as PNG, for links: as the game begins, or as it stands",
                self.previews.preview,
                media="image/png",
                query=("book", "players", "pieces", "options", "table", "at"),
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

    async def lesson(self, request: Request) -> Response:
        return reply_packed(request, await self.tables.in_reader(teach, lang_of(request)))

    async def book(self, request: Request) -> Response:
        outline = await find_outline(self.tables, request.path_params["id"])
        return reply_packed(request, book_view(outline.table.book))
