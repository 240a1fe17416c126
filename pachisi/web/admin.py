"""For who runs the server: all tables, closing and exporting them. Behind the token that is printed at the start."""

from __future__ import annotations

import asyncio
import html
import secrets
import shutil
from urllib.parse import parse_qs

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from .house import House
from .replies import Refusal
from .sitting import Sitting
from .views import told_time

MOST_ROWS = 500


class Admin:
    def __init__(self, house: House, token: str) -> None:
        self.house, self.token = house, token

    async def show(self, request: Request) -> Response:
        self.check(request.query_params.get("token", ""))
        rows = await asyncio.to_thread(self.rows)
        text = PAGE.format(count=len(rows), rows="\n".join(rows), token=html.escape(self.token))
        return Response(text, media_type="text/html")

    async def close(self, request: Request) -> Response:
        form = parse_qs((await request.body()).decode("utf-8", "replace"))
        self.check(form.get("token", [""])[0])
        live = await self.house.find(request.path_params["id"])
        if live is None:
            raise Refusal(404, "There is no such table.")
        await live.ask(lambda table: table.close())
        return RedirectResponse(f"/admin?token={self.token}", 303)

    async def backup(self, request: Request) -> Response:
        """All tables in one file, as they are at this moment."""
        self.check(request.query_params.get("token", ""))
        copy = await asyncio.to_thread(self.house.store.backup)
        if copy is None:
            raise Refusal(409, "Only SQLite is copied here; PostgreSQL has pg_dump.")
        done = BackgroundTask(shutil.rmtree, copy.parent)
        return FileResponse(copy, filename="tables.db", background=done)

    def check(self, token: str) -> None:
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise Refusal(403, "The token is the one that was printed when the server started.")

    def rows(self) -> list[str]:
        found = []
        for table in self.house.store.all_tables(MOST_ROWS):
            sitting = self.house.peek(table)
            if sitting:
                found.append(self.row(sitting))
        return found

    def row(self, sitting: Sitting) -> str:
        deed = sitting.deed
        live = self.house.live.get(deed.id)
        seats = ", ".join(seat.name or seat.bot or "open" for seat in sitting.seats.values())
        cells = [
            told_time(deed.created),
            deed.setup.book,
            sitting.phase,
            seats,
            str(len(live.connections) if live else 0),
        ]
        cells = [html.escape(cell) for cell in cells]
        cells.append(f'<a href="/table/{deed.id}">watch</a> <a href="/api/tables/{deed.id}/record">record</a>')
        if sitting.phase != "closed":
            cells.append(
                f'<form method="post" action="/admin/{deed.id}/close">'
                f'<input type="hidden" name="token" value="{html.escape(self.token)}"><button>close</button></form>'
            )
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width"><title>Tables</title><h1>{count} tables</h1>
<table><thead><tr><th>laid<th>book<th>phase<th>seats<th>sockets<th>look<th></thead><tbody>
{rows}
</tbody></table><p><a href="/admin/backup?token={token}">All tables in one file</a></html>
"""
