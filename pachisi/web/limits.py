"""Limits on what one connection and one address may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

MOST_ADDRESSES = 10_000
NO_END = 1e12


def setting(default: Any, what: str, **about: Any) -> Any:
    """A field that an operator may set, and what it means."""
    return field(default=default, repr=not about.get("secret"), metadata={"what": what, **about})


@dataclass(frozen=True)
class Limits:
    """Rates are per second; each may be exceeded for a moment by its burst."""

    command_rate: float = setting(20, "messages a second from one guest, by all his sockets")
    command_burst: int = setting(60, "how many of these may come at once")
    address_rate: float = setting(100, "messages a second from all guests at one address")
    address_burst: int = setting(600, "how many of these may come at once")
    request_rate: float = setting(20, "requests a second from one address")
    request_burst: int = setting(200, "how many of these may come at once")
    create_rate: float = setting(0.5, "new tables a second from one address")
    create_burst: int = setting(30, "how many of these may come at once")
    code_rate: float = setting(0.2, "short codes and admin tokens tried a second from one address")
    code_burst: int = setting(10, "how many of these may come at once")
    review_rate: float = setting(0.2, "games to be reviewed a second from one address; those that are kept are not counted")
    review_burst: int = setting(20, "how many of these may come at once")
    reviews_each: int = setting(5, "games that wait for their review at once from one address")
    reviews: int = setting(100, "games that wait for their review at once, in all")
    analysis_rate: float = setting(5, "positions to be evaluated a second from one address")
    analysis_burst: int = setting(60, "how many of these may come at once")
    sockets: int = setting(200, "sockets open at once from one address")
    connections_each: int = setting(250, "connections open at once from one address, sockets included")
    connections: int = setting(10_000, "connections open at once, in all")
    head: int = setting(16_384, "bytes of a request before its body")
    request_time: float = setting(20, "seconds in which a request must have been sent")
    stall: float = setting(30, "seconds in which somebody must have read something of what waits")
    message: int = setting(16_384, "bytes of a message to a table")
    body: int = setting(65_536, "bytes of the body of a request")
    waiting: int = setting(512, "unread messages after which a slow socket is dropped")


LIMITS = Limits()
UNLIMITED = Limits(
    command_rate=NO_END,
    address_rate=NO_END,
    request_rate=NO_END,
    create_rate=NO_END,
    code_rate=NO_END,
    review_rate=NO_END,
    reviews_each=2**31,
    reviews=2**31,
    analysis_rate=NO_END,
    sockets=2**31,
    connections_each=2**31,
    connections=2**31,
)


@lru_cache(maxsize=MOST_ADDRESSES)
def neighbourhood(host: str) -> str:
    """Whom a limit counts as one: an IPv4 address, or the 64 bits of an IPv6 network, since a household has all of it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ip_network((address, 64), strict=False))


class Bucket:
    """Tokens drip in at a rate; each act takes one."""

    __slots__ = ("burst", "last", "rate", "tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.tokens, self.last = float(burst), time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate)
        self.last = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Addresses:
    """A bucket for each address; the least recently seen are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.burst)
            if len(self.buckets) > MOST_ADDRESSES:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        return bucket.take()

    def give_back(self, address: str) -> None:
        """What was taken a moment ago does not count."""
        self.buckets[address].tokens += 1
