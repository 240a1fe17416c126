"""The HTTP API. Each route is a row: method, path, what goes in, what comes out."""

from __future__ import annotations

import asyncio
import io
import re
import time

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from ... import __version__
from ...drawing.parts import Parts, parts_of
from ...errors import RuleError
from ...paper import PAPERS, print_table
from .. import elements as e
from .. import forms
from .. import protocol as p
from ..limits import Addresses
from ..reach import outward
from ..table.commands import barred
from ..table.live import LiveTable
from ..table.outline import Outline, table_of
from ..table.sitting import Sitting
from ..table.telling import invite_path
from ..tables import EVERYBODY, Tables
from ..views.contradictions import check_or_refuse, set_up_or_explain
from ..views.explanations import explain_options
from ..views.refusals import Refusal, tell
from ..views.summary import record_text, replay, summarise
from ..views.tables import open_table, rule_sheet, seat_views, shelf, table_row, table_view
from .asking import asked_table, find_outline
from .guests import address_of, base_of, give, hash_token, holder_of, new_token
from .library import Library
from .replies import lang_of, read_body, reply, reply_packed
from .routes import Route

MOST_ROWS = 50
LISTED = 3 * 3600  # seconds for which a table is listed for everybody
CODE = re.compile(r"[A-Z0-9]{6}")


class Api:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        limits = tables.settings.limits
        self.created = Addresses(limits.create_rate, limits.create_burst)
        self.prints = Addresses(limits.create_rate, limits.create_burst)
        self.codes = Addresses(limits.code_rate, limits.code_burst)

    def routes(self) -> list[Route]:
        rules_query = ("book", "players", "pieces", "first", "options", "table", "lang")
        table = "/api/tables/{id}"
        return [
            Route("GET", "/api/books", "The books, their house rules and boards", self.books, gives=forms.Shelf),
            Route(
                "POST",
                "/api/check",
                "Can this table be played?",
                self.check,
                forms.Setup,
                forms.Checked,
                query=("lang",),
            ),
            Route(
                "GET", "/api/rules", "The rule sheet of a table", self.rules, gives=forms.RuleSheet, query=rules_query
            ),
            Route(
                "GET",
                "/api/options",
                "What the house rules of a book mean, by their clauses",
                self.options,
                gives=forms.Explanations,
                query=("book", "lang"),
            ),
            Route(
                "GET",
                "/api/drawing",
                "The board of a table as SVG, and where its pieces stand",
                self.drawing,
                gives=Parts,
                query=("book", "players", "pieces", "options", "table"),
            ),
            Route(
                "GET",
                "/api/print",
                "The board of a table to cut out, and its rule sheet, as a PDF",
                self.print,
                media="application/pdf",
                query=(*rules_query, "paper"),
            ),
            Route("GET", "/api/tables", "My tables", self.my_tables, gives=forms.TableList, query=("lang",)),
            Route(
                "GET", "/api/open", "Tables that anybody may join or watch", self.open, gives=forms.OpenTables, query=("lang",)
            ),
            Route("POST", "/api/tables", "Create a table", self.create, forms.NewTable, forms.NewTableReply),
            Route("GET", table, "A table", self.table, gives=e.TableView, query=("lang",)),
            Route("POST", f"{table}/join", "Take an open seat", self.join, forms.Join, forms.JoinReply),
            Route("GET", f"{table}/invitation", "Is an invitation good?", self.invitation, gives=forms.Invitation, query=("invite", "lang")),
            Route("GET", f"{table}/record", "The record of the game", self.record, media="text/plain"),
            Route(
                "GET",
                f"{table}/replay",
                "All events of a finished game",
                self.replay,
                gives=forms.Replay,
                query=("lang",),
            ),
            Route("GET", f"{table}/summary", "The game in numbers", self.summary, gives=forms.Summary),
            Route("GET", f"{table}/qr.svg", "A link as QR code", self.qr, media="image/svg+xml", query=("invite",)),
            Route(
                "GET", "/api/codes/{code}", "What a short code leads to", self.code, gives=forms.Lobby, query=("lang",)
            ),
            Route("GET", "/api/address", "Where others reach this server", self.address, gives=forms.Address),
            *Library(self.tables).routes(),
            Route("GET", "/health", "Is the server well?", self.health, gives=forms.Health),
            Route("GET", "/ready", "Can players be sent here?", self.readiness, gives=forms.Health),
        ]

    # --- books and rules ----------------------------------------------------------------

    async def books(self, request: Request) -> Response:
        return reply_packed(request, shelf())

    async def check(self, request: Request) -> Response:
        lang, setup = lang_of(request), await read_body(request, forms.Setup)
        checked = await self.tables.in_reader(check_or_refuse, setup, lang)
        preparing = checked.ok and self.tables.large.lacks(table_of(setup).size)
        return reply(msgspec.structs.replace(checked, preparing=preparing))

    async def rules(self, request: Request) -> Response:
        lang = lang_of(request)
        return reply(rule_sheet(await asked_table(self.tables, request), lang))

    async def options(self, request: Request) -> Response:
        book = request.query_params.get("book", "")
        set_up_or_explain(forms.Setup(book[:40]))
        return reply(explain_options(book, lang_of(request)))

    async def drawing(self, request: Request) -> Response:
        return reply_packed(request, parts_of(await asked_table(self.tables, request)))


    async def print(self, request: Request) -> Response:
        paper, table = request.query_params.get("paper", "a4"), await asked_table(self.tables, request)
        if paper not in PAPERS:
            raise Refusal(400, "no_paper", paper=paper[:20], known=", ".join(PAPERS))
        if not self.prints.take(address_of(request)):
            raise Refusal(429, "too_many_requests")
        in_press = asyncio.get_running_loop().run_in_executor(self.tables.press, print_table, table, paper, lang_of(request))
        try:
            pdf = await in_press
        except RuleError as error:
            raise Refusal(501, "no_printing", why=error) from None
        named = {"Content-Disposition": f'inline; filename="{table.book.id}.pdf"'}
        return Response(pdf, media_type="application/pdf", headers=named)

    # --- tables ---------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        wish = await read_body(request, forms.NewTable)
        if not self.created.take(address_of(request)):
            raise Refusal(429, "too_many_tables")
        holder, token = known_guest(request)
        await self.tables.in_reader(set_up_or_explain, wish.setup)
        live = await self.tables.create(wish, holder)
        response = reply(new_table(live, holder), 201)
        if token:
            give(request, response, token)
        return response

    async def join(self, request: Request) -> Response:
        wish = await read_body(request, forms.Join)
        holder, token = known_guest(request)
        if (await self.outline(request)).deed.invite != wish.invite:
            raise Refusal(403, "wrong_invitation")  # before the table comes into memory
        live = await self.find(request)
        seat = await live.ask(lambda table: table.join(wish, holder))
        response = reply(forms.JoinReply(live.sitting.deed.id, seat))
        if token:
            give(request, response, token)
        return response

    async def invitation(self, request: Request) -> Response:
        lang, outline = lang_of(request), await self.outline(request)
        bar = None if outline.held_by(holder_of(request)) else barred(outline, request.query_params.get("invite", ""))
        return reply(forms.Invitation(bar and tell(bar, lang)))

    async def my_tables(self, request: Request) -> Response:
        holder, lang = holder_of(request), lang_of(request)
        if not holder:
            return reply(forms.TableList(()))
        found = await self.tables.outlines(lambda: self.tables.store.rows_of(holder, MOST_ROWS))
        return reply(forms.TableList(tuple(table_row(outline, holder, lang) for outline in found)))

    async def open(self, request: Request) -> Response:
        lang, since = lang_of(request), time.time() - LISTED
        found = await self.tables.outlines(lambda: self.tables.store.going_on(EVERYBODY, since, MOST_ROWS))
        shown = [one for one in found if one.phase in ("lobby", "play")]
        return reply(forms.OpenTables(tuple(open_table(outline, lang) for outline in shown)))

    async def table(self, request: Request) -> Response:
        lang = lang_of(request)
        return reply(table_view(await self.outline(request), lang))

    async def record(self, request: Request) -> Response:
        text = await self.tables.in_reader(lambda: record_text(self.read(request)))
        name = f"{request.path_params['id']}.pachisi.txt"
        return Response(
            text, media_type="text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    async def replay(self, request: Request) -> Response:
        return await self.tables.in_reader(self.make_replay, request, lang_of(request))

    def make_replay(self, request: Request, lang: str) -> Response:
        sitting = self.read(request)
        if sitting.secret is None:
            raise Refusal(409, "going_on")
        entries = self.tables.store.log(sitting.deed.id)
        return reply(replay(sitting.deed, entries, lang, holder_of(request)))

    async def summary(self, request: Request) -> Response:
        return await self.tables.in_reader(lambda: reply(summarise(self.read(request))))

    async def qr(self, request: Request) -> Response:
        deed, invite = (await self.outline(request)).deed, request.query_params.get("invite")
        if invite not in (None, deed.invite):
            raise Refusal(403, "wrong_invitation")
        path = f"/table/{deed.id}" if invite is None else invite_path(deed)
        image = io.BytesIO()
        link = f"{await self.base_of(request) or base_of(request)}{path}"
        if len(link) > 500:
            raise Refusal(400, "long_address")
        segno.make(link, error="m").save(image, kind="svg", scale=8, border=2, svgclass=None, lineclass=None)
        return Response(image.getvalue(), media_type="image/svg+xml")

    async def address(self, request: Request) -> Response:
        return reply(forms.Address(await self.base_of(request)))

    async def base_of(self, request: Request) -> str | None:
        """The beginning of links for others."""
        asked = request.headers.get("host", request.url.netloc)
        netloc = await self.tables.in_reader(outward, asked, self.tables.settings.host)
        return f"{request.url.scheme}://{netloc}" if netloc else None

    async def code(self, request: Request) -> Response:
        code, lang = request.path_params["code"].upper(), lang_of(request)
        if not self.codes.take(address_of(request)):
            raise Refusal(429, "too_many_codes")
        deed = await self.tables.in_reader(self.tables.store.deed_by_code, code) if CODE.fullmatch(code) else None
        outline = await self.tables.outline(deed.id) if deed else None
        if outline is None or not outline.has_open_seat:
            raise Refusal(404, "no_code")
        return reply(lobby(outline, lang))

    async def health(self, request: Request) -> Response:
        health = await self.examine()
        return reply(health, 200 if health.ok else 503)

    async def readiness(self, request: Request) -> Response:
        health = await self.examine()
        return reply(health, 200 if health.ok and health.ready else 503)

    async def examine(self) -> forms.Health:
        live = list(self.tables.live.values())
        sockets = sum(len(table.connections) for table in live)
        ok, ready, thinking = await self.tables.is_writable(), self.tables.ready, self.tables.thinkers.ready
        return forms.Health(ok, ready, thinking, __version__, p.VERSION, len(live), sockets)

    # --- finding ------------------------------------------------------------------------------

    async def find(self, request: Request) -> LiveTable:
        live = await self.tables.find(request.path_params["id"])
        if live is None:
            raise Refusal(404, "no_table")
        return live

    async def outline(self, request: Request) -> Outline:
        return await find_outline(self.tables, request.path_params["id"])

    def read(self, request: Request) -> Sitting:
        """The table, rebuilt from its log: the one in memory stays untouched."""
        sitting = self.tables.read(request.path_params["id"])
        if sitting is None:
            raise Refusal(404, "no_table")
        return sitting


def known_guest(request: Request) -> tuple[str, str]:
    """The guest's holder, and a new cookie if there was none."""
    holder = holder_of(request)
    token = "" if holder else new_token()
    return holder or hash_token(token), token


def new_table(live: LiveTable, holder: str) -> forms.NewTableReply:
    sitting, deed = live.sitting, live.sitting.deed
    shown = sitting.has_open_seat
    path = f"/api/tables/{deed.id}"
    links = forms.Links(
        table=f"/table/{deed.id}",
        invite=invite_path(deed) if shown else None,
        code=deed.code if shown else None,
        qr=f"{path}/qr.svg?invite={deed.invite}" if shown else None,
        record=f"{path}/record",
        replay=f"/replay/{deed.id}",
    )
    return forms.NewTableReply(deed.id, sitting.phase, sitting.held_by(holder), links)


def lobby(sitting: Outline, lang: str) -> forms.Lobby:
    book, deed = sitting.table.book, sitting.deed
    return forms.Lobby(deed.id, deed.invite, book.id, book.name[lang], seat_views(sitting, lang))
