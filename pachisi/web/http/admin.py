"""For the operator: all tables, to close or export, and metrics. The token opens the page; a signed cookie keeps it open for a while."""

from __future__ import annotations

import html
import secrets
import shutil
from urllib.parse import parse_qs

from itsdangerous import BadSignature, TimestampSigner
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from ..limits import Addresses
from ..metrics import scrape
from ..table.outline import Outline
from ..tables import Tables
from ..views.refusals import Refusal, tell
from ..views.tables import iso_time
from .guests import address_of
from .replies import reader_of

MOST_ROWS = 500
COOKIE, OPERATOR = "pachisi_admin", "operator"
SESSION = 12 * 3600  # seconds


class Admin:
    def __init__(self, tables: Tables, token: str) -> None:
        self.tables, self.token = tables, token
        self.signer = TimestampSigner(token, salt=COOKIE)  # any server with this token accepts the cookie
        self.scrapers = (token, tables.settings.metrics_token or token)
        limits = tables.settings.limits
        self.tries = Addresses(limits.code_rate, limits.code_burst)

    async def show(self, request: Request) -> Response:
        if not self.is_open(request):
            return login_page()
        found = await self.tables.outlines(lambda: self.tables.store.all_rows(MOST_ROWS))
        rows = [self.row(outline) for outline in found]
        return Response(PAGE.format(count=len(rows), rows="\n".join(rows)), media_type="text/html")

    async def login(self, request: Request) -> Response:
        if not self.tries.take(address_of(request)):
            raise Refusal(429, "too_many_requests")
        form = parse_qs((await request.body()).decode("utf-8", "replace"))
        if not same(form.get("token", [""])[0].strip(), self.token):
            return login_page(tell("wrong_token", reader_of(request)), 403)
        response, secure = RedirectResponse("/admin", 303), request.url.scheme == "https"
        cookie = self.signer.sign(OPERATOR).decode()
        response.set_cookie(COOKIE, cookie, SESSION, path="/admin", httponly=True, samesite="strict", secure=secure)
        return response

    async def logout(self, request: Request) -> Response:
        response = RedirectResponse("/admin", 303)
        response.delete_cookie(COOKIE, path="/admin")
        return response

    async def close(self, request: Request) -> Response:
        self.check(request)
        live = await self.tables.find(request.path_params["id"])
        if live is None:
            raise Refusal(404, "no_table")
        await live.ask(lambda table: table.close())
        return RedirectResponse("/admin", 303)

    async def backup(self, request: Request) -> Response:
        """A copy of all tables in one file, as of this moment."""
        self.check(request)
        copy = await self.tables.in_reader(self.tables.store.backup)
        if copy is None:
            raise Refusal(409, "not_sqlite")
        done = BackgroundTask(shutil.rmtree, copy.parent)
        return FileResponse(copy, filename="tables.db", background=done)

    async def metrics(self, request: Request) -> Response:
        """For Prometheus, which has no cookies, and comes as often as it likes."""
        given, address = request.headers.get("authorization", "").removeprefix("Bearer "), address_of(request)
        if not self.tries.take(address):
            raise Refusal(429, "too_many_requests")
        if not any(same(given, token) for token in self.scrapers):
            raise Refusal(403, "wrong_token")
        self.tries.give_back(address)
        return Response(scrape(self.tables), headers={"Content-Type": CONTENT_TYPE_LATEST})

    def check(self, request: Request) -> None:
        if not self.is_open(request):
            raise Refusal(403, "wrong_token")

    def is_open(self, request: Request) -> bool:
        """Has this browser shown the token within the last hours?"""
        try:
            return self.signer.unsign(request.cookies.get(COOKIE, ""), SESSION) == OPERATOR.encode()
        except BadSignature:
            return False

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
            close="" if sitting.phase == "closed" else CLOSE.format(id=deed.id),
        )


def login_page(wrong: str = "", status: int = 200) -> Response:
    return Response(LOGIN.format(wrong=html.escape(wrong)), status, media_type="text/html")


def same(one: str, other: str) -> bool:
    """Compare secrets, in a time that says nothing about them."""
    return secrets.compare_digest(one.encode(), other.encode())


PHASES = {"lobby": "waiting", "play": "in play", "over": "over", "closed": "closed"}
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tables</title>
<link rel="stylesheet" href="/static/styles/base.css"><link rel="stylesheet" href="/static/styles/admin.css">"""
PAGE = (
    HEAD
    + """
<header><h1>Tables: {count}</h1><a href="/admin/backup">Download all tables</a>
<form method="post" action="/admin/logout"><button>log out</button></form></header>
<table><thead><tr><th>created (UTC)<th>game<th>state<th>seats<th>here<th></thead><tbody>
{rows}
</tbody></table></html>
"""
)
LOGIN = (
    HEAD
    + """
<header><h1>Tables</h1></header>
<form class="login" method="post" action="/admin/login"><label for="token">Token</label>
<input id="token" type="password" name="token" autocomplete="current-password" required autofocus>
<p role="alert">{wrong}</p>
<button>log in</button></form></html>
"""
)
ROW = """<tr><td><time datetime="{created}">{shown}</time></td><td class="book">{book}</td><td>{phase}</td>
<td class="seats">{seats}</td><td>{connected}</td><td class="act"><a href="/table/{id}">watch</a>
<a href="/api/tables/{id}/record">record</a> {close}</td></tr>"""
CLOSE = """<form method="post" action="/admin/{id}/close"><button>close</button></form>"""
