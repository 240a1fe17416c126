"""Small pictures for those who show links: a board as the game begins, or the position of a table. Drawn one at a time, and kept."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from ...errors import RuleError
from ...game.snapshot import Pieces
from ...paper import draw_preview
from ...table import Table
from ..limits import Addresses
from ..table.outline import Outline
from ..table.sitting import Sitting
from ..tables import Tables
from ..views.contradictions import set_up_or_explain
from ..views.refusals import Refusal
from .asking import find_outline, read_setup
from .guests import address_of

MOST = 64
DAILY = {"Cache-Control": "public, max-age=86400"}
SHORTLY = {"Cache-Control": "public, max-age=30"}  # somebody moves
Key = bytes | tuple[str, int]  # of a table that has not begun, or a table and the number of its last event


class Previews:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        limits = tables.settings.limits
        self.asked = Addresses(limits.create_rate, limits.create_burst)
        self.drawn: dict[Key, bytes] = {}
        self.pen = asyncio.Lock()

    async def preview(self, request: Request) -> Response:
        id = request.query_params.get("table")
        if id is None:
            table = await self.tables.in_reader(set_up_or_explain, read_setup(request))
            return show(await self.draw(table.fingerprint, table, request), DAILY)
        outline = await find_outline(self.tables, id)
        key = outline.table.fingerprint if outline.phase == "lobby" else (id, outline.seq)
        return show(await self.draw(key, outline, request), SHORTLY)

    async def draw(self, key: Key, shown: Table | Outline, request: Request) -> bytes:
        """A picture that is kept, or a new one; a Refusal for an address that has had too many drawn."""
        if key not in self.drawn and not self.asked.take(address_of(request)):
            raise Refusal(429, "too_many_requests")
        async with self.pen:
            if key not in self.drawn:
                position = (shown, None, -1) if isinstance(shown, Table) else await self.position(shown)
                try:
                    picture = await self.tables.in_reader(draw_preview, *position)
                except RuleError as error:
                    raise Refusal(501, "no_printing", why=error) from None
                if len(self.drawn) >= MOST:
                    del self.drawn[next(iter(self.drawn))]
                self.drawn[key] = picture
            return self.drawn[key]

    async def position(self, outline: Outline) -> tuple[Table, Pieces | None, int]:
        """A table with its pieces and the colour on turn; without them if its game has not begun."""
        sitting = outline if isinstance(outline, Sitting) else None
        if sitting is None and outline.phase != "lobby":
            sitting = await self.tables.in_reader(self.tables.read, outline.deed.id)
        now = sitting.snapshot if sitting else None
        return (outline.table, now.pieces, now.colour) if now else (outline.table, None, -1)


def show(picture: bytes, kept: dict[str, str]) -> Response:
    return Response(picture, media_type="image/png", headers=kept)
