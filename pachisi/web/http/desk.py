"""The routes of the analysis desk."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .. import forms
from ..desk.forms import Analysis, Continuation, ReviewPart, TriedLine
from ..desk.reviews import ReviewDesk
from ..table.outline import Outline
from ..views.refusals import Refusal
from .api import Api, known_guest, new_table
from .guests import address_of, give
from .replies import lang_of, read_body, reply
from .routes import Route

LINES = "application/x-ndjson"
AS_IT_COMES = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class DeskApi:
    def __init__(self, api: Api, desk: ReviewDesk) -> None:
        self.api, self.desk, self.tables = api, desk, api.tables

    def routes(self) -> list[Route]:
        table = "/api/tables/{id}"
        return [
            Route(
                "GET",
                f"{table}/review",
                "A finished game in review, part by part as it is evaluated, one JSON object a line",
                self.review,
                gives=ReviewPart,
                media=LINES,
                query=("lang",),
            ),
            Route(
                "POST",
                f"{table}/analysis",
                "What a position of a finished game is worth, also one that is tried",
                self.analysis,
                TriedLine,
                Analysis,
                query=("lang",),
            ),
            Route(
                "POST",
                f"{table}/continue",
                "A new table that begins with a position of a finished game",
                self.play_on,
                Continuation,
                forms.NewTableReply,
            ),
        ]

    async def finished(self, request: Request) -> Outline:
        """The table, if its game is over: nobody gets advice here while others play."""
        outline = await self.api.outline(request)
        if outline.secret is None:
            raise Refusal(409, "not_over")
        return outline

    async def review(self, request: Request) -> Response:
        lang, table = lang_of(request), (await self.finished(request)).deed.id
        kept = await self.desk.kept(table, lang)
        if kept is None:
            job = self.desk.ask(table, lang, address_of(request))
            return StreamingResponse(self.desk.listen(job), media_type=LINES, headers=AS_IT_COMES)
        headers = {"Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            kept, headers["Content-Encoding"] = gzip.compress(kept, compresslevel=5, mtime=0), "gzip"
        return Response(kept, headers=headers, media_type=LINES)

    async def analysis(self, request: Request) -> Response:
        lang, wish = lang_of(request), await read_body(request, TriedLine)
        table = (await self.finished(request)).deed.id
        return reply(await self.desk.analyse(table, wish, lang, address_of(request)))

    async def play_on(self, request: Request) -> Response:
        wish = await read_body(request, Continuation)
        old = (await self.finished(request)).deed
        if not self.api.created.take(address_of(request)):
            raise Refusal(429, "too_many_tables")
        start = await self.desk.position(old.id, TriedLine(wish.at, wish.line), address_of(request))
        holder, token = known_guest(request)
        new = forms.NewTable(old.setup, wish.seats, wish.name, wish.take_back, wish.hints, 0, wish.pause, wish.lang)
        response = reply(new_table(await self.tables.create(new, holder, start), holder), 201)
        if token:
            give(request, response, token)
        return response
