"""Several servers on one log: what the others have written reaches the tables here.

No table has an owner. Every server may hold it in memory; an event is a row with the next seq, and who comes second reads what he
missed. This only sees to it that he need not write first.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from .store import StoreError
from .table.inbox import Written

if TYPE_CHECKING:
    from .tables import Tables

INTERVAL = 0.2  # seconds between two looks at the log, while there are other servers
PULSE = 2.0  # seconds between two signs of life
SILENCE = 15.0  # seconds after which a server counts as gone


class Newsreader:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.seen: dict[str, tuple[float, float]] = {}  # server -> its last sign of life, and when we saw it by our own clock
        self.next_pulse = 0.0

    async def watch(self) -> None:
        """Look again and again, as long as this server runs."""
        while True:
            try:
                await self.look()
            except StoreError:
                self.next_pulse = 0.0  # logged by whoever writes; it may come back
            await asyncio.sleep(INTERVAL)

    async def look(self) -> None:
        """Show that we live; and if others do, read how far they have taken the tables that are in memory here."""
        tables, now = self.tables, time.monotonic()
        if now >= self.next_pulse:
            self.next_pulse = now + PULSE
            await tables.is_writable()
            for server, seen in await tables.in_reader(tables.store.servers):
                if server != tables.name and self.seen.get(server, (None,))[0] != seen:
                    self.seen[server] = seen, now
        if tables.live and any(now - noticed < SILENCE for _, noticed in self.seen.values()):
            for table, seq in await tables.in_reader(tables.store.heads, list(tables.live)):
                live = tables.live.get(table)
                if live and seq > live.sitting.seq:
                    live.post(Written(seq))
