"""Starting and stopping the server."""

from __future__ import annotations

import contextlib
import socket
import threading
import webbrowser
from pathlib import Path

import click
import uvicorn

from ..errors import RuleError
from ..terminal.saves import folder
from .app import build
from .house import Settings
from .store import Store, sqlite_url

FILE = "tables.db"


def default_url() -> str:
    """The tables of this user, in one file."""
    folder().mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder() / FILE)


def serve(host: str, port: int, db: str | None, browser: bool, settings: Settings, lang: str = "en") -> None:
    """Serve until Ctrl-C. A `db` without '://' is a file for SQLite."""
    listener = listen(host, port)
    url = default_url() if db is None else db if "://" in db else sqlite_url(Path(db))
    app = build(open_store(url), settings, lang=lang)
    shown = host if host not in ("0.0.0.0", "::", "") else "127.0.0.1"
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{listener.getsockname()[1]}"
    click.echo(f"The table is laid at {address}/")
    for other in lan_addresses() if shown != host else ():
        click.echo(f"  in this network: http://{other}:{listener.getsockname()[1]}/")
    click.echo(f"  for whoever runs it: {address}/admin?token={app.state.admin_token}")
    click.echo("Ctrl-C stops it; every table is kept.")
    if browser:
        threading.Timer(0.8, webbrowser.open, (f"{address}/",)).start()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C has been heeded; the tables are kept
        uvicorn.Server(config).run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; what is wrong is said before anything starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise RuleError(f"Nobody can listen at {host} port {port}: {error.strerror or error}.") from None


def open_store(url: str) -> Store:
    from sqlalchemy.exc import SQLAlchemyError

    try:
        return Store(url)
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise RuleError(f"The tables cannot be kept in {url}: {str(error).splitlines()[0]}") from None


def lan_addresses() -> list[str]:
    """The addresses by which others in the same network reach this machine."""
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        return []
    return sorted(address for address in found if not address.startswith("127."))
