"""Starting and stopping the server."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http.client import HTTPException
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import click
import msgspec
import uvicorn
from click.core import ParameterSource
from starlette.applications import Starlette
from uvicorn.config import LOGGING_CONFIG

from .. import __version__
from ..errors import RuleError
from ..folders import data_folder
from ..words.voice import Voice
from .desk.reviews import ReviewDesk
from .forms import Health
from .http.app import build, warm
from .http.socket import Sockets
from .http.wire import Doorkeeper, SocketWire, Wire
from .limits import Limits
from .logs import set_up_log
from .protocol import VERSION
from .reach import EVERYWHERE, lan_addresses
from .settings import Settings
from .store import OWNER_ONLY, Store, sqlite_url
from .table.live import logger
from .workers import Crew, Port

FILE, TOKEN_FILE = "tables.db", "admin-token"
MOST_PORTS, BACKLOG = 20, 2048
SPARE = 64  # files that are no connections
PLAIN = build_opener(ProxyHandler({}))  # no proxy for requests to this machine


def default_url() -> str:
    """The file that keeps this user's tables."""
    data_folder().mkdir(parents=True, exist_ok=True)
    return sqlite_url(data_folder() / FILE)


def serve(settings: Settings, browser: bool, lang: str = "en") -> None:
    """Serve until Ctrl-C. A `db` without '://' is a file for SQLite."""
    host, db = settings.host, settings.db
    voice, listener = Voice(lang), find_place(host, settings.port, wishes())
    if isinstance(listener, str):
        click.echo(voice("server.already", address=f"{listener}/"))
        if browser:
            webbrowser.open(f"{listener}/")
        return
    url = default_url() if not db else db if "://" in db else sqlite_url(Path(db))
    token_file = None if settings.admin_token else data_folder() / TOKEN_FILE
    if token_file:
        settings = replace(settings, admin_token=read_token(token_file))
    check_bus(settings.bus)
    store, address = open_store(url, settings.db_timeout), address_of(host, listener.getsockname()[1])
    set_up_log(settings)
    if settings.log == "json":
        logger.info("Listening.", extra={"address": address, "version": __version__, "token_file": token_file and str(token_file)})
    else:
        greet(voice, host, address, token_file)
    show = threading.Timer(0.8, webbrowser.open, (f"{address}/",)).start if browser else lambda: None
    if settings.workers > 1:
        share(store, listener, settings, lang, show)
        return
    show()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C has done its work; the tables are stored
        Server(build(store, settings, lang), settings).run(sockets=[listener])
    leave()


def share(store: Store, listener: socket.socket, settings: Settings, lang: str, show: Callable[[], None]) -> None:
    """Let several processes serve. What takes long is done before there are several."""
    url = store.url.render_as_string(hide_password=False)
    store.close()  # it could be opened; each process opens it for itself
    warm(Voice(lang) if settings.log == "text" else None)
    port = Port(listener)

    def work() -> None:
        Server(build(Store(url, settings.db_timeout), settings, lang), settings).run(sockets=[port.listen(BACKLOG)])

    Crew(settings.workers, work).run(show)


def greet(voice: Voice, host: str, address: str, token_file: Path | None) -> None:
    click.echo(voice("server.ready", address=f"{address}/"))
    for other in lan_addresses() if host in EVERYWHERE else ():
        click.echo("  " + voice("server.network", address=f"http://{other}:{urlsplit(address).port}/"))
    key = "server.operator_file" if token_file else "server.operator"
    click.echo("  " + voice(key, address=f"{address}/admin", file=token_file))
    click.echo(voice("server.stop"))


def configure(app: Starlette, settings: Settings) -> uvicorn.Config:
    keeper = Doorkeeper(within_files(settings.limits), settings.proxies)
    return uvicorn.Config(
        app,
        http=partial(Wire, keeper),  # type: ignore[arg-type]
        ws=partial(SocketWire, keeper),  # type: ignore[arg-type]
        log_config=None if settings.log == "json" else LOGGING_CONFIG,
        log_level="error",  # what strangers send is no warning
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(network) for network in settings.proxies],
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


def within_files(limits: Limits) -> Limits:
    """As many connections as the system lets this process have open files, a few left for everything else."""
    try:
        import resource
    except ImportError:  # not on this system
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return (
        limits if soft == resource.RLIM_INFINITY else replace(limits, connections=min(limits.connections, soft - SPARE))
    )


class Server(uvicorn.Server):
    """Obeys Ctrl-C unless it was started to ignore it: in the background of a script, Ctrl-C is meant for others."""

    def __init__(self, app: Starlette, settings: Settings) -> None:
        super().__init__(configure(app, settings))
        self.sockets: Sockets = app.state.sockets
        self.desk: ReviewDesk = app.state.desk
        self.ignores_ctrl_c = signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody who is at a table or waits for the desk before the connections are closed."""
        for server in self.servers:
            server.close()
        self.desk.close()
        await self.sockets.say_goodbye()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig != signal.SIGINT or not self.ignores_ctrl_c:
            super().handle_exit(sig, frame)


def leave() -> None:
    """End now, even if a bot is still thinking or being compiled: the tables are stored, and nobody waits for it."""
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    for thread in others:
        thread.join(0 if thread.daemon else 0.5)
    if any(thread.is_alive() and not thread.daemon for thread in others):
        sys.stdout.flush()
        os._exit(0)


def address_of(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


# --- where to listen ----------------------------------------------------------------------


def wishes() -> set[str]:
    """What was set about the server, on the command line or elsewhere."""
    context = click.get_current_context(silent=True)
    if context is None:
        return {"port"}
    said = {name for name in context.params if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    return said - {"browser", "settings"}


def find_place(host: str, port: int, wished: set[str]) -> socket.socket | str:
    """A listening socket, on the next free port if none was named; or the address of our own server if it is already running."""
    for at in [port] if "port" in wished else range(port, port + MOST_PORTS):
        try:
            listener = listen(host, at)
        except OSError as error:
            if "port" in wished or error.errno != errno.EADDRINUSE:
                raise RuleError(
                    f"Nobody can listen at {host} port {at}: {os.strerror(error.errno) if error.errno else error}."
                ) from None
            if not wished and is_ours(address_of(host, at)):
                return address_of(host, at)
            continue
        if at != port:
            click.echo(f"Port {port} is taken; this is port {at}.")
        return listener
    raise RuleError(f"The ports {port} to {port + MOST_PORTS - 1} are all taken; name a free one with --port.")


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def is_ours(address: str) -> bool:
    """Does one of our own servers answer there, with the same protocol?"""
    try:
        with PLAIN.open(f"{address}/health", timeout=3) as reply:
            return msgspec.json.decode(reply.read(10_000), type=Health).protocol == VERSION
    except (OSError, HTTPException, msgspec.DecodeError):
        return False


# --- what is kept, and where ----------------------------------------------------------------


def open_store(url: str, timeout: float = Settings.db_timeout) -> Store:
    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from .schema import SchemaError

    try:
        shown = make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        raise RuleError("The tables cannot be kept there: --db takes a file or an address like postgresql://user@host/name.") from None
    try:
        return Store(url, timeout)
    except ModuleNotFoundError as error:
        raise RuleError(
            f"The tables cannot be kept in {shown}: {error.name} is not installed: pip install 'pachisi[pg]'."
        ) from None
    except SchemaError as error:
        raise RuleError(f"The tables cannot be kept in {shown}: {error}") from None
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise RuleError(f"The tables cannot be kept in {shown}: {str(error).splitlines()[0]}") from None


def check_bus(url: str) -> None:
    """Can there be a bus at this address? Whether anybody answers there may change at any time."""
    try:
        if url:
            from .bus.redis import RedisBus

            RedisBus(url, Settings.db_timeout)
    except ModuleNotFoundError as error:
        raise RuleError(f"--bus needs {error.name}, which is not installed: pip install 'pachisi[redis]'.") from None
    except ValueError:
        raise RuleError("--bus takes an address like redis://host:6379.") from None


def read_token(file: Path) -> str:
    """The token for /admin. It is made at the first start; only the server's own user can read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, OWNER_ONLY), "r+") as opened:
        token = opened.read().strip()
        if not token:
            token = secrets.token_urlsafe(24)
            opened.write(f"{token}\n")
    return token
