"""Limits on what one connection and one address may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_ADDRESSES = 10_000
NO_END = 1e12


@dataclass(frozen=True)
class Limits:
    """Rates are per second; each may be exceeded for a moment by its burst."""

    command_rate: float = 20
    command_burst: int = 60
    request_rate: float = 20
    request_burst: int = 200
    create_rate: float = 0.5  # new tables
    create_burst: int = 30
    code_rate: float = 0.2  # short codes looked up
    code_burst: int = 10
    sockets: int = 200  # open at once from one address
    message: int = 16_384  # bytes
    body: int = 65_536
    waiting: int = 512  # unread messages after which a slow socket is dropped


LIMITS = Limits()
UNLIMITED = Limits(
    command_rate=NO_END,
    request_rate=NO_END,
    create_rate=NO_END,
    code_rate=NO_END,
    sockets=2**31,
)


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
