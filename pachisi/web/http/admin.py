"""The operator's page: all tables, to close or export. Needs the token that is printed at the start."""

from __future__ import annotations

import html
import secrets
import shutil
from urllib.parse import parse_qs

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from ..table.outline import Outline
from ..tables import Tables
from ..views.refusals import Refusal
from ..views.tables import iso_time

MOST_ROWS = 500


class Admin:
    def __init__(self, tables: Tables, token: str) -> None:
        self.tables, self.token = tables, token

    async def show(self, request: Request) -> Response:
        self.check(request.query_params.get("token", ""))
        found = await self.tables.outlines(lambda: self.tables.store.all_rows(MOST_ROWS))
        rows = [self.row(outline) for outline in found]
        text = PAGE.format(count=len(rows), rows="\n".join(rows), token=html.escape(self.token))
        return Response(text, media_type="text/html")

    async def close(self, request: Request) -> Response:
        form = parse_qs((await request.body()).decode("utf-8", "replace"))
        self.check(form.get("token", [""])[0])
        live = await self.tables.find(request.path_params["id"])
        if live is None:
            raise Refusal(404, "no_table")
        await live.ask(lambda table: table.close())
        return RedirectResponse(f"/admin?token={self.token}", 303)

    async def backup(self, request: Request) -> Response:
        """A copy of all tables in one file, as of this moment."""
        self.check(request.query_params.get("token", ""))
        copy = await self.tables.in_reader(self.tables.store.backup)
        if copy is None:
            raise Refusal(409, "not_sqlite")
        done = BackgroundTask(shutil.rmtree, copy.parent)
        return FileResponse(copy, filename="tables.db", background=done)

    def check(self, token: str) -> None:
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise Refusal(403, "wrong_token")

    def row(self, sitting: Outline) -> str:
        deed = sitting.deed
        live = self.tables.live.get(deed.id)
        seats = ", ".join(seat.name or seat.bot or "open" for seat in sitting.seats.values())
        created = iso_time(deed.created)
        connected = len(live.connections) if live else 0
        return ROW.format(
            created=created,
            shown=created[:16].replace("T", " "),
            book=html.escape(sitting.table.book.name["en"]),
            phase=PHASES[sitting.phase],
            seats=html.escape(seats),
            connected=f"{connected} connected" if connected else "",
            id=deed.id,
            close="" if sitting.phase == "closed" else CLOSE.format(id=deed.id, token=html.escape(self.token)),
        )


PHASES = {"lobby": "waiting", "play": "in play", "over": "over", "closed": "closed"}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tables</title>
<link rel="stylesheet" href="/static/styles/base.css"><link rel="stylesheet" href="/static/styles/admin.css">
<header><h1>Tables: {count}</h1><a href="/admin/backup?token={token}">Download all tables</a></header>
<table><thead><tr><th>created (UTC)<th>game<th>state<th>seats<th>here<th></thead><tbody>
{rows}
</tbody></table></html>
"""
ROW = """<tr><td><time datetime="{created}">{shown}</time></td><td class="book">{book}</td><td>{phase}</td>
<td class="seats">{seats}</td><td>{connected}</td><td class="act"><a href="/table/{id}">watch</a>
<a href="/api/tables/{id}/record">record</a> {close}</td></tr>"""
CLOSE = """<form method="post" action="/admin/{id}/close"><input type="hidden" name="token" value="{token}">
<button>close</button></form>"""
