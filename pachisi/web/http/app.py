"""The whole server as one ASGI application."""

from __future__ import annotations

import asyncio
import gc
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.routing import Route as HttpRoute

from ...bots import bot
from ...errors import IllegalMove, NotationError, RuleError
from ...game import Game
from ...progress import hush
from ...words.patience import patience
from ...words.voice import Voice
from ..bus import open_bus
from ..desk.reviews import ReviewDesk
from ..news import Newsreader
from ..retention import Packer
from ..settings import Settings
from ..store import BrokenLog, Store, StoreError
from ..table.live import logger
from ..tables import Tables
from ..views.refusals import Denial, Refusal, tell
from .admin import Admin
from .api import Api
from .desk import DeskApi
from .gate import Gate
from .openapi import openapi, socket_schema
from .pages import Files, Shell, icon, page, verifier, worker
from .puzzles import PuzzleApi
from .replies import problem, reader_of, refuse, reply
from .routes import Route
from .socket import Sockets

PAGES = ("/", "/table/{id}", "/replay/{id}", "/review/{id}", "/puzzles", "/join/{code}", "/join")
YOUNG = (3_000, 10, 50)  # objects before Python looks for garbage: small, for every look holds up all tables
SHORTEST_TURN = 0.0005  # seconds: the writer of the log must not wait long for the event loop


def build(store: Store, settings: Settings | None = None, lang: str = "en") -> Starlette:
    """An application that keeps its tables in a store; `lang` is the operator's language."""
    settings = settings or Settings()
    tables = Tables(store, settings, open_bus(settings.bus, store.url, settings.db_timeout))
    api, admin = Api(tables), Admin(tables, tables.settings.admin_token or secrets.token_urlsafe(16))
    desk, sockets = ReviewDesk(tables), Sockets(tables)
    rows = [*api.routes(), *DeskApi(api, desk).routes(), *PuzzleApi(desk).routes()]
    documents = {"/api/openapi.json": openapi(rows), "/api/schema.json": socket_schema()}

    async def document(request: Request) -> Response:
        return reply(documents[request.url.path])

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tables.large.announce()
        works = make_ready(tables, lang), Newsreader(tables).watch(), Packer(tables).watch()
        tasks = [asyncio.create_task(see_through(work)) for work in works]
        yield
        for task in tasks:
            task.cancel()
        desk.close()
        await tables.close()

    routes = [
        *(HttpRoute(path, Shell(tables).serve) for path in PAGES),
        HttpRoute("/verify", verifier),
        HttpRoute("/favicon.ico", icon),
        HttpRoute("/sw.js", worker),
        *gather(rows),
        *(HttpRoute(path, document) for path in documents),
        HttpRoute("/metrics", admin.metrics),
        HttpRoute("/admin", admin.show),
        HttpRoute("/admin/login", admin.login, methods=["POST"]),
        HttpRoute("/admin/logout", admin.logout, methods=["POST"]),
        HttpRoute("/admin/backup", admin.backup),
        HttpRoute("/admin/{id}/close", admin.close, methods=["POST"]),
        WebSocketRoute("/ws/{table}", sockets.serve),
        Mount("/static", Files()),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Gate, limits=tables.settings.limits)],
        exception_handlers={
            Denial: refused,
            **dict.fromkeys((RuleError, NotationError, IllegalMove), not_understood),
            StoreError: unstored,
            BrokenLog: unstored,
            HTTPException: http_error,
            ClientDisconnect: gone,
            Exception: failed,
        },
        lifespan=lifespan,
    )
    app.state.tables, app.state.sockets, app.state.desk = tables, sockets, desk
    return app


def gather(rows: Sequence[Route]) -> list[HttpRoute]:
    """One route for each path, so that a refusal can name every method it takes."""
    by_path: dict[str, dict[str, Route]] = {}
    for row in rows:
        by_path.setdefault(row.path, {})[row.method] = row
    return [HttpRoute(path, choose(found), methods=list(found)) for path, found in by_path.items()]


def choose(found: Mapping[str, Route]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await found["GET" if request.method == "HEAD" else request.method].serve(request)

    return endpoint


async def see_through(work: Awaitable[None]) -> None:
    """Do something in the background; if that fails, the operator is told."""
    try:
        await work
    except Exception:
        logger.exception("A part of the server has failed; restart it.")


async def make_ready(tables: Tables, lang: str) -> None:
    await tables.thinkers.run(warm, None if tables.settings.log == "json" else Voice(lang))
    tables.ready = tables.thinkers.quick_ready = True
    await tables.thinkers.warm()
    gc.freeze()
    await tables.large.make_ready()
    gc.freeze()


def warm(voice: Voice | None) -> None:
    """The first game of a process takes a second, the first ever a minute; the page is there in the meantime."""
    with patience(voice) if voice else hush():
        game = Game("mensch", 2)
        game.throw(6)
        game.why(0, 1, (6,))
        bot("greedy").choose(game, game.legal_moves)
    gc.collect()
    gc.freeze()  # the compiled rules are never garbage; scanning them over and over would hold up the tables
    gc.set_threshold(*YOUNG)
    sys.setswitchinterval(SHORTEST_TURN)


async def refused(request: Request, error: Exception) -> Response:
    return refuse(request, error) if isinstance(error, Denial) else await failed(request, error)


async def not_understood(request: Request, error: Exception) -> Response:
    return refuse(request, Refusal(400, "not_understood", error=str(error).rstrip(".")))


async def unstored(request: Request, error: Exception) -> Response:
    broken = isinstance(error, BrokenLog)
    if not broken:  # that has been logged where it was found
        logger.error("%s %s: %s", request.method, request.url.path, error)
    return refuse(request, Refusal(500, "broken_log") if broken else Refusal(503, "not_stored"))


async def http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    if status == 404 and wants_page(request):
        return page("index.html", status=404)  # it reads its own address, and says that nothing is there
    known = {404: "no_page", 405: "no_method"}.get(status)
    return problem(status, tell(known, reader_of(request)) if known else str(error), headers)


def wants_page(request: Request) -> bool:
    """Is it somebody in front of a browser, who has followed or mistyped an address?"""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/static/"))


async def gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


async def failed(request: Request, error: Exception) -> Response:
    return refuse(request, Refusal(500, "failed"))
