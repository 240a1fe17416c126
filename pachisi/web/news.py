"""Several servers on one log: what the others write and say reaches the tables here.

No table has an owner. Every server may hold it in memory; an event is a row with the next seq, and who comes second reads what he
missed. This only sees to it that he need not write first. The bus brings the news at once; a look at the log now and then finds what it lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import msgspec

from . import notes
from .metrics import NOTES, note
from .store import StoreError

if TYPE_CHECKING:
    from .tables import Tables

INTERVAL = 0.2  # seconds between two looks at the log, while there are other servers and no bus
SAFETY = 1.0  # the same with a bus
PULSE = 2.0  # seconds between two signs of life
LONG_GONE = 86_400.0  # seconds after which nobody need remember a server, whatever its clock shows
SILENCE = 15.0  # seconds after which a server counts as gone


class Newsreader:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.seen: dict[str, tuple[float, float]] = {}  # server -> its last sign of life, and when we saw it by our own clock
        self.gone: set[str] = set()  # servers that have said goodbye: a name is never used again
        self.next_pulse = 0.0
        self.hurry = asyncio.Event()  # to look now

    async def watch(self) -> None:
        """Listen, and look again and again, as long as this server runs."""
        bus = self.tables.mail.bus
        listening = [bus.run(self.hear, self.ask_around), self.tables.mail.carry()] if bus else []
        await asyncio.gather(self.look_often(), *listening)

    # --- the bus --------------------------------------------------------------------

    def hear(self, text: bytes) -> None:
        """A parcel has come; ours come back to us, too."""
        try:
            parcel = notes.decode(text)
        except msgspec.DecodeError:  # from a version that says something else
            return
        if parcel.server != self.tables.name:
            NOTES.labels("heard").inc(len(parcel.notes))
            self.meet(parcel.server, self.seen.get(parcel.server, (0.0,))[0], time.monotonic())
            for one in parcel.notes:
                self.pass_on(parcel.server, one)

    def pass_on(self, server: str, one: notes.Notes) -> None:
        live, loading = self.tables.live.get(one.table), self.tables.loading.get(one.table)
        if isinstance(one, notes.Farewell):
            self.gone.add(server)
            self.lose(server)
        elif live:
            live.neighbours.hear(server, one)
        elif loading:
            loading.add_done_callback(lambda _: self.pass_on(server, one))

    def meet(self, server: str, sign: float, now: float) -> None:
        """A sign of life. Who had counted as lost was only held up, and the players there have not moved: ask."""
        if server in self.gone:
            return
        found = server in self.seen and server not in self.tables.others
        self.seen[server] = sign, now
        self.tables.others.add(server)
        if found:
            self.ask_around()

    def ask_around(self) -> None:
        """The line is there: ask who else is at our tables, and look what they have written."""
        for live in self.tables.live.values():
            live.neighbours.say_who_is_here(ask=True)
        self.hurry.set()

    def lose(self, server: str) -> None:
        """Nobody is connected to that server any more."""
        self.tables.others.discard(server)
        for live in self.tables.live.values():
            live.neighbours.hear(server, notes.Here(live.sitting.deed.id, ()))

    # --- the log --------------------------------------------------------------------

    async def look_often(self) -> None:
        with contextlib.suppress(StoreError):
            await self.tables.in_reader(self.tables.store.forget_servers, time.time() - LONG_GONE)
        while True:
            try:
                await self.look()
            except StoreError:
                self.next_pulse = 0.0  # logged by whoever writes; it may come back
            bus = self.tables.mail.bus
            self.hurry.clear()
            try:
                await asyncio.wait_for(self.hurry.wait(), SAFETY if bus and bus.up else INTERVAL)
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Show that we live; and if others do, read how far they have taken the tables that are in memory here."""
        tables, now = self.tables, time.monotonic()
        if now >= self.next_pulse:
            self.next_pulse = now + PULSE
            await tables.is_writable()
            note(tables)
            self.count(await tables.in_reader(tables.store.servers), now)
        if tables.live and tables.others:
            for table, seq in await tables.in_reader(tables.store.heads, list(tables.live)):
                live = tables.live.get(table)
                if live:
                    live.neighbours.hear("", notes.Written(table, seq))

    def count(self, signs: list[tuple[str, float]], now: float) -> None:
        """Who is alive? Clocks need not agree: a sign of life is one that has changed."""
        for server, seen in signs:
            if server != self.tables.name and self.seen.get(server, (None,))[0] != seen:
                self.meet(server, seen, now)
        for server in [one for one in self.tables.others if now - self.seen[one][1] > SILENCE]:
            self.lose(server)
