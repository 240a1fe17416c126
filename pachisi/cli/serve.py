"""`pachisi serve`: the table in the browser."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network

import click

from ..errors import RuleError
from .options import own_language


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 for the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes any free port.")
@click.option("--db", metavar="FILE|URL", help="Where tables are stored.  [default: a file in your data folder]")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option(
    "--patience",
    type=click.FloatRange(0, 86_400),
    default=30,
    show_default=True,
    metavar="SECONDS",
    help="How long a player may be away before the others can let a bot take over.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    envvar="PACHISI_PROXY",
    metavar="ADDRESS",
    help="A proxy whose X-Forwarded-For is trusted: an address or a network; may be repeated.",
)
@click.option("--no-limits", is_flag=True, help="Do not limit the requests of one address; for load tests.")
def serve(
    host: str, port: int, db: str | None, browser: bool, patience: float, proxies: tuple[str, ...], no_limits: bool
) -> None:
    """Serve the table in the browser."""
    try:
        from ..web.limits import LIMITS, UNLIMITED
        from ..web.serve import serve as run
        from ..web.tables import Settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("pachisi"):
            raise
        raise RuleError(
            f"The table in the browser needs {error.name}, which is not installed: pip install 'pachisi[web]'."
        ) from None
    limits = UNLIMITED if no_limits else LIMITS
    settings = Settings(patience=patience, limits=limits, proxies=tuple(map(read_network, proxies)))
    run(host, port, db, browser, settings, own_language())


def read_network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise RuleError(
            f"--proxy takes an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not '{text}'."
        ) from None
