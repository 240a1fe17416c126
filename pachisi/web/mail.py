"""Notes on their way out: those that come up while others are being sent go together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection

from .bus import Bus, BusError
from .metrics import NOTES
from .notes import Farewell, Notes, Written

MOST_WAITING = 10_000
ATTEMPTS = 2  # a connection that was cut while it was idle is noticed by the first


class Mail:
    def __init__(self, server: str, bus: Bus | None, others: Collection[str]) -> None:
        self.server, self.bus, self.others = server, bus, others
        self.waiting: list[Notes] = []
        self.news: dict[str, Written] = {}  # the newest of each table
        self.come = asyncio.Event()

    def post(self, note: Notes) -> None:
        """Send a note to all other servers, soon; if the line is down, it gets lost."""
        if self.bus is None or not self.bus.up or len(self.waiting) + len(self.news) >= MOST_WAITING:
            return
        if isinstance(note, Written):
            if not self.others:
                return  # whoever comes reads the log
            self.news[note.table] = note
        else:
            self.waiting.append(note)
        self.come.set()

    async def carry(self) -> None:
        """Send, again and again, as long as this server runs."""
        while True:
            await self.come.wait()
            await self.send()

    async def send(self) -> None:
        """Send what waits."""
        notes: list[Notes] = [*self.news.values(), *self.waiting]
        self.news, self.waiting = {}, []
        self.come.clear()
        for _ in range(ATTEMPTS if self.bus and notes else 0):
            with contextlib.suppress(BusError):  # whoever listens on the same line reports it
                await self.bus.send(self.server, notes)  # type: ignore[union-attr]
                NOTES.labels("sent").inc(len(notes))
                return

    async def close(self) -> None:
        """Let the others know that nobody is here any more."""
        self.post(Farewell(""))
        await self.send()
        if self.bus:
            await self.bus.close()
