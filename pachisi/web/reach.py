"""Where others on the same network reach this server."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::", "")
AWAY = ("192.0.2.1", 9)  # nobody's address: nothing is sent, but the system says which way it would go


def lan_addresses() -> Iterator[str]:
    """The addresses of this machine on its networks: the one that leads away, then those that a resolver knows, which may take its time."""
    leading = ""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(AWAY)
        leading = str(way.getsockname()[0])
    if leading and not is_this_machine(leading):
        yield leading
    with contextlib.suppress(OSError):
        known = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
        yield from (one for one in sorted(known - {leading}) if not is_this_machine(one))


def is_this_machine(host: str) -> bool:
    """Does a host lead only to the machine it is used on?"""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def outward(netloc: str, listening: str) -> str:
    """The address to give to others; empty if a server that listens here cannot be reached from elsewhere, or by such an address."""
    try:
        parts = urlsplit(f"//{netloc}")
        host, port = parts.hostname or "", parts.port
    except ValueError:  # a stranger may send any Host
        return ""
    if not is_this_machine(host):
        return netloc
    other = next(lan_addresses(), "") if listening in EVERYWHERE else ""
    return f"{other}:{port}" if other and port else other
