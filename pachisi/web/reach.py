"""Where others on the same network reach this server."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::", "")
AWAY = ("192.0.2.1", 9)  # nobody's address: nothing is sent, but the system says which way it would go


def lan_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that leads away first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(AWAY)
        found.append(str(way.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += sorted({str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)})
    return [one for one in dict.fromkeys(found) if not ipaddress.ip_address(one).is_loopback]


def is_this_machine(netloc: str) -> bool:
    """Does an address lead only to the machine it is used on?"""
    host = urlsplit(f"//{netloc}").hostname or ""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def outward(netloc: str, listening: str) -> str:
    """The address to give to others; empty if a server that listens here cannot be reached from elsewhere."""
    if not is_this_machine(netloc):
        return netloc
    others = lan_addresses() if listening in EVERYWHERE else []
    port = urlsplit(f"//{netloc}").port
    return f"{others[0]}:{port}" if others and port else others[0] if others else ""
