"""Who is served next: one address after the other, so that nobody waits for everything that somebody else has asked for."""

from __future__ import annotations

from collections import deque
from itertools import zip_longest
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    def __init__(self) -> None:
        self.rows: dict[str, deque[T]] = {}  # by address, the one that is served next first

    def __len__(self) -> int:
        return sum(map(len, self.rows.values()))

    def of(self, address: str) -> int:
        """How many of an address wait."""
        return len(self.rows.get(address, ()))

    def add(self, address: str, item: T) -> None:
        self.rows.setdefault(address, deque()).append(item)

    def next(self) -> T | None:
        """The one whose turn it is; its address goes to the end."""
        if not self.rows:
            return None
        address = next(iter(self.rows))
        row = self.rows.pop(address)
        item = row.popleft()
        if row:
            self.rows[address] = row
        return item

    def remove(self, item: T) -> None:
        for address, row in list(self.rows.items()):
            if item in row:
                row.remove(item)
            if not row:
                del self.rows[address]

    def in_order(self) -> list[T]:
        """All who wait, as they will be served if nobody else comes."""
        return [item for each in zip_longest(*self.rows.values()) for item in each if item is not None]
