"""What all buses have in common: the line breaks, and comes back."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

import sqlalchemy as sa

from ..notes import Notes
from ..settings import Settings

RETRY = 0.5  # seconds
Hear = Callable[[bytes], None]
logger = logging.getLogger("pachisi.web")


class BusError(Exception):
    """The line is down."""


class Bus(ABC):
    """Carries notes to all other servers that follow a table. It may lose some."""

    def __init__(self) -> None:
        self.up = False

    async def run(self, hear: Hear, restored: Callable[[], None]) -> None:
        """Listen as long as this server runs; `restored` when the line is there, and something may have been missed before."""
        expected = True

        def begin() -> None:
            nonlocal expected
            self.up = expected = True
            restored()

        while True:
            try:
                await self.listen(hear, begin)
            except Exception as error:
                if expected:
                    told = "%s Until that changes, news of other servers comes more slowly, from the log."
                    logger.error(told, error, exc_info=not isinstance(error, BusError))
            self.up = expected = False
            await asyncio.sleep(RETRY)

    @abstractmethod
    async def listen(self, hear: Hear, begin: Callable[[], None]) -> None:
        """Hear parcels until the line breaks: a BusError."""

    @abstractmethod
    async def send(self, server: str, notes: Sequence[Notes]) -> None:
        """A BusError if the line is down; then nothing is sent later either."""

    async def follow(self, table: str) -> None:  # noqa: B027  (most need not)
        """From now on hear of this table."""

    async def leave(self, table: str) -> None:  # noqa: B027  (most need not)
        """Hear no more of this table."""

    async def close(self) -> None:  # noqa: B027  (most need not)
        """Let go of everything."""


def open_bus(url: str, store: sa.URL, timeout: float = Settings.db_timeout) -> Bus | None:
    """The bus that an operator names; else the one that comes with the store. None: there is no other way than the log."""
    if url:
        from .redis import RedisBus

        return RedisBus(url, timeout)
    if store.get_backend_name() == "postgresql":
        from .postgres import PostgresBus

        return PostgresBus(store, timeout)
    from .datagrams import DatagramBus, is_possible

    file = store.database
    return DatagramBus(Path(file)) if file and is_possible(file) else None
