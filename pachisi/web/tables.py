"""All tables of one server: creating them, finding them, and dropping idle ones from memory."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from .. import honest_dice
from ..records import SMALL, Size
from . import forms
from .bus import Bus
from .large import LargeRules
from .mail import Mail
from .rows import Row, deed_row, event_row, guest_row, outline_row, server_row
from .settings import Settings
from .store import BrokenLog, Store, StoreError, TableOnFile
from .table import facts as f
from .table.commands import place
from .table.live import LiveTable, logger
from .table.outline import Outline, table_of
from .table.sitting import Sitting
from .table.thinking import Thinkers
from .views.refusals import No

ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
EVERYBODY = "*"  # is a guest of every table that is listed for all
IN_MEMORY = -1  # as the seq of an outline: ask the table itself
PULSE = 1.0  # seconds for which one sign of life is enough
LONGEST_TRY = 2.0  # seconds until whoever asks whether the log can be written hears that it cannot
Result = TypeVar("Result")
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, 1, I, O: codes are read out over the phone


class Tables:
    def __init__(self, store: Store, settings: Settings, bus: Bus | None = None) -> None:
        self.store, self.settings = store, settings
        self.live: dict[str, LiveTable] = {}
        self.errands: set[asyncio.Future[None]] = set()
        self.loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.ready = False  # are the rules compiled?
        self.large = LargeRules()
        self.thinkers = Thinkers(settings.workers, self.large)
        self.readers = ThreadPoolExecutor(2, "reader")  # lists and records
        self.loaders = ThreadPoolExecutor(1, "loader")  # tables: when a thousand come at once, those that are here go on
        self.press = ThreadPoolExecutor(1, "press")  # PDFs, one at a time: asyncio's own threads are for those who play
        self.name = secrets.token_hex(8)  # of this server, as long as it runs
        self.others: set[str] = set()  # servers that are alive besides this one
        self.mail = Mail(self.name, bus, self.others)
        self.begun = time.time() - time.monotonic()  # our signs of life go on when the clock is set back
        self.pulse: asyncio.Future[bool] | None = None  # our last sign of life: could it be written?
        self.next_pulse = 0.0
        self.well = True

    # --- creating -------------------------------------------------------------------------

    async def create(self, wish: forms.NewTable, holder: str, start: str | None = None) -> LiveTable:
        """A new table, which may begin with a position; a RuleError or No if it is impossible."""
        places = arrange(wish, holder)
        table = table_of(wish.setup)
        setup = msgspec.structs.replace(  # outlive the book
            wish.setup, book=table.book.id, first=table.first, options=dict(table.options)
        )
        people = sum(place.bot is None for place in places)
        hints = people < 2 if wish.hints is None else wish.hints
        deed = self.draw(setup, places, holder, wish.take_back, wish.pause, hints, wish.clock, start=start)
        listed = [guest_row(EVERYBODY, deed.id)] if wish.public and setup.text is None else []  # only names that we know
        await self.store.append([*self.founding(deed), *listed])
        live = await self.find(deed.id)
        if live is None:
            raise No("trouble", "not_stored")
        return live

    def draw(
        self,
        setup: forms.Setup,
        places: tuple[f.Place, ...],
        owner: str,
        take_back: bool,
        pause: float | None,
        hints: bool,
        clock: int,
        rematch_of: str | None = None,
        start: str | None = None,
    ) -> f.Deed:
        return f.Deed(
            id=secrets.token_urlsafe(12),
            created=time.time(),
            owner=owner,
            setup=setup,
            places=places,
            secret=honest_dice.draw_secret(),
            invite=secrets.token_urlsafe(16),
            code="".join(secrets.choice(LETTERS) for _ in range(6)),
            take_back=take_back,
            pause=self.settings.pause if pause is None else pause,
            rematch_of=rematch_of,
            hints=hints,
            clock=clock,
            start=start,
        )

    def founding(self, deed: f.Deed) -> list[Row]:
        """The first rows of a table; with nobody to wait for, its game begins at once."""
        holders = {place.holder for place in deed.places if place.holder} | {deed.owner}
        rows = [deed_row(deed), *(guest_row(holder, deed.id) for holder in holders)]
        if all(place.holder or place.bot for place in deed.places):
            rows.append(event_row(deed.id, f.LoggedFact(1, f.Began()), deed.created))
        return rows

    def draw_rematch(self, old: Sitting, play_on: bool) -> tuple[f.Deed, list[Row]]:
        """The same seats at a new table; or at one where the others play on, with a secret that nobody knows yet."""
        game = old.played_on if play_on else None
        if play_on and game is None:
            raise No("not_now", "no_playing_on")
        places = tuple(f.Place(seat.number, seat.holder, seat.name, seat.bot) for seat in old.seats.values())
        was = old.deed
        setup, start = was.setup, None
        if game is None and isinstance(setup.first, int):  # by turns, where the dice do not decide
            openers = old.table.seats.openers
            setup = msgspec.structs.replace(setup, first=openers[(openers.index(setup.first) + 1) % len(openers)])
        if game is not None:
            setup = msgspec.structs.replace(setup, options={**setup.options, "play_on": True})
            start = game.notation()
        deed = self.draw(setup, places, was.owner, was.take_back, was.pause, was.hints, was.clock, was.id, start)
        return deed, self.founding(deed)

    # --- finding --------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable | None:
        """The table in memory, read from its log if need be; None if there is no such table."""
        if table in self.live or not ID.fullmatch(table):
            return self.live.get(table)
        if table not in self.loading:
            self.loading[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self.loading[table])
        finally:
            if table in self.loading and self.loading[table].done():
                del self.loading[table]

    async def _load(self, table: str) -> LiveTable | None:
        if self.mail.bus:
            await self.mail.bus.follow(table)  # first, so that nothing falls in between
        sitting = None
        try:
            deed = await self.in_loader(self.read_deed, table)
            if deed:
                await self.large.wait(await self.in_loader(size_of, deed))  # not in the loader: others need it meanwhile
                sitting = await self.in_loader(self.replay, deed)
        finally:
            if sitting is None:
                self.unfollow(table)
        if sitting is None:
            return None
        self.live[table] = LiveTable(sitting, self)
        return self.live[table]

    def read(self, table: str) -> Sitting | None:
        """A table rebuilt from its log; safe in any thread."""
        deed = self.read_deed(table)
        return None if deed is None else self.replay(deed)

    def read_deed(self, table: str) -> f.Deed | None:
        if not ID.fullmatch(table):
            return None
        try:
            return self.store.deed(table)
        except (ValueError, msgspec.MsgspecError) as error:
            raise broken(table, error) from error

    def replay(self, deed: f.Deed) -> Sitting:
        try:
            return Sitting.replay(deed, self.store.log(deed.id))
        except (ValueError, msgspec.MsgspecError) as error:
            raise broken(deed.id, error) from error

    # --- outlines -----------------------------------------------------------------------------

    async def outline(self, table: str) -> Outline | None:
        """A table as lists show it, without bringing it into memory."""
        if table in self.live or not ID.fullmatch(table):
            return self.live[table].sitting if table in self.live else None
        row = await self.in_reader(self.store.row, table)
        return None if row is None else (await self._outlines([row]))[0]

    async def outlines(self, rows: Callable[[], list[TableOnFile]]) -> list[Outline]:
        """The tables of a list; one that cannot be read is left out."""
        return await self._outlines(await self.in_reader(rows), lenient=True)

    async def _outlines(self, rows: Sequence[TableOnFile], lenient: bool = False) -> list[Outline]:
        found = await self.in_reader(self._restore, rows, lenient)
        late = [outline for outline in found if isinstance(outline, Sitting)]
        if late:  # a server was killed in mid-game: next time this is quick
            await self.keep(late)
        return [await self._newest(one) for one in found]

    async def _newest(self, outline: Outline) -> Outline:
        live = self.live.get(outline.deed.id)
        if live:
            return live.sitting
        return await self.outline(outline.deed.id) or outline if outline.seq == IN_MEMORY else outline

    def _restore(self, rows: Sequence[TableOnFile], lenient: bool) -> list[Outline]:
        found: list[Outline] = []
        for row in rows:
            try:
                deed, kept = row.read()
                if kept:
                    found.append(Outline.restore(deed, kept))
                elif row.id in self.live:
                    found.append(Outline(deed, seq=IN_MEMORY))
                else:
                    found.append(Sitting.replay(deed, self.store.log(row.id)))
            except (ValueError, msgspec.MsgspecError) as error:
                fault = broken(row.id, error)
                if not lenient:
                    raise fault from error
        return found

    async def keep(self, outlines: Sequence[Outline]) -> None:
        """Store what lists show, so that they need not replay a game; without it they are slower, and no less right."""
        with contextlib.suppress(StoreError):
            await self.store.append([outline_row(outline.deed.id, outline.kept) for outline in outlines])

    async def in_loader(self, work: Callable[..., Result], *args: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.loaders, work, *args)

    async def in_reader(self, work: Callable[..., Result], *args: object) -> Result:
        """Do something slow that reads, while tables are loaded and played on."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, work, *args)

    async def is_writable(self) -> bool:
        """Can the log be written? Tried at most once a second, and once at a time."""
        if self.pulse is None or (self.pulse.done() and time.monotonic() >= self.next_pulse):
            self.pulse = asyncio.ensure_future(self.show_life())
        done, _ = await asyncio.wait([self.pulse], timeout=LONGEST_TRY)
        self.well = bool(done) and self.pulse.result()
        return self.well

    async def show_life(self) -> bool:
        try:
            await self.store.append([server_row(self.name, self.begun + time.monotonic())])
        except StoreError as error:
            logger.error("%s", error)
            return False
        finally:
            self.next_pulse = time.monotonic() + PULSE
        return True

    def forget(self, live: LiveTable) -> None:
        if self.live.get(live.sitting.deed.id) is live:
            del self.live[live.sitting.deed.id]
            self.unfollow(live.sitting.deed.id)

    def unfollow(self, table: str) -> None:
        if self.mail.bus:
            task = asyncio.ensure_future(self.mail.bus.leave(table))
            self.errands.add(task)
            task.add_done_callback(self.errands.discard)

    # --- closing ------------------------------------------------------------------

    async def close(self) -> None:
        for live in list(self.live.values()):
            live.dismiss("stopping")
            live.thinking.stop()
            live.task.cancel()
        await asyncio.gather(*(live.task for live in self.live.values()), return_exceptions=True)
        await self.keep([live.sitting for live in self.live.values()])
        await self.mail.close()
        self.large.close()
        self.thinkers.close()
        for pool in (self.readers, self.loaders, self.press):
            pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)


def size_of(deed: f.Deed) -> Size:
    """Of the records of a table; whatever is wrong with its rules is found when it is read."""
    with contextlib.suppress(ValueError):
        return table_of(deed.setup, stored=True).size
    return SMALL


def broken(table: str, error: Exception) -> BrokenLog:
    """What is wrong with a table, for whoever asked for it; the operator reads more."""
    logger.error("Table %s cannot be read: %s", table, error, extra={"table": table})
    return BrokenLog(f"The log of table {table} cannot be read.")


def arrange(wish: forms.NewTable, holder: str) -> tuple[f.Place, ...]:
    """Who sits where at a new table; by default the guest comes first, then greedy bots."""
    seats = table_of(wish.setup).seats
    chairs = {chair.seat: chair for chair in wish.seats}
    if len(chairs) < len(wish.seats) or not set(chairs) <= set(seats):
        raise No("bad", "seats_once", seats=", ".join(map(str, seats)))
    if not chairs:
        chairs = {seats[0]: forms.Chair(seats[0], "here", wish.name)}
    return tuple(place(chairs.get(seat) or forms.Chair(seat, "bot", bot="greedy"), holder) for seat in seats)
