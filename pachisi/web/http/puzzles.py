"""The routes of the puzzles."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ..desk.forms import PuzzleAnswer, PuzzleList, PuzzleSolution, PuzzleView
from ..desk.reviews import ReviewDesk
from ..desk.riddles import Riddles
from ..views.refusals import Refusal
from .api import known_guest
from .guests import address_of, give, holder_of
from .replies import lang_of, read_body, reply
from .routes import Route


class PuzzleApi:
    def __init__(self, desk: ReviewDesk) -> None:
        self.riddles = Riddles(desk)

    def routes(self) -> list[Route]:
        query = ("book", "players", "posed", "lang")
        return [
            Route("GET", "/api/puzzles", "For which games there are puzzles, and your rating", self.offer, gives=PuzzleList),
            Route("GET", "/api/puzzle", "A puzzle: that of the day, or your next one", self.pose, gives=PuzzleView, query=query),
            Route("POST", "/api/puzzle", "Your answer, and the solution", self.solve, PuzzleAnswer, PuzzleSolution, query=("lang",)),
        ]

    async def offer(self, request: Request) -> Response:
        return reply(await self.riddles.offer(holder_of(request)))

    async def pose(self, request: Request) -> Response:
        query, (holder, token) = request.query_params, known_guest(request)
        players, posed = query.get("players", "4"), query.get("posed", "day")
        if players not in ("2", "3", "4") or posed not in ("day", "next"):
            raise Refusal(404, "no_puzzles")
        found = await self.riddles.pose(query.get("book", ""), int(players), posed, holder, lang_of(request))  # type: ignore[arg-type]
        response = reply(found)
        if token:
            give(request, response, token)
        return response

    async def solve(self, request: Request) -> Response:
        lang, answer, (holder, token) = lang_of(request), await read_body(request, PuzzleAnswer), known_guest(request)
        response = reply(await self.riddles.solve(answer, holder, lang, address_of(request)))
        if token:
            give(request, response, token)
        return response
