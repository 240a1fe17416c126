"""All tables of one server: creating them, finding them, and dropping idle ones from memory."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network

import msgspec

from .. import honest_dice
from . import forms
from .limits import LIMITS, Limits
from .store import BrokenLog, Row, Store, deed_row, event_row, guest_row
from .table import facts as f
from .table.commands import place
from .table.live import LiveTable, logger
from .table.sitting import Sitting, table_of
from .table.thinking import Thinkers
from .views.refusals import No

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, 1, I, O: codes are read out over the phone


@dataclass(frozen=True)
class Settings:
    patience: float = 30  # seconds until a bot may take over for an absent player
    pause: float = 0.7  # seconds that a bot takes for a choice, unless the table sets its own
    idle: float = 300  # seconds after which an empty table leaves memory
    limits: Limits = LIMITS
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # whose X-Forwarded-For is believed


class Tables:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.ready = False  # are the rules compiled?
        self.thinkers = Thinkers()

    # --- creating -------------------------------------------------------------------------

    async def create(self, wish: forms.NewTable, holder: str) -> LiveTable:
        """A new table; a RuleError or No if it is impossible."""
        places = arrange(wish, holder)
        setup = msgspec.structs.replace(wish.setup, first=table_of(wish.setup).first)  # the log outlives the books
        people = sum(place.bot is None for place in places)
        hints = people < 2 if wish.hints is None else wish.hints
        deed = self.draw(setup, places, holder, wish.take_back, wish.pause, hints)
        await self.store.append(self.founding(deed))
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
        rematch_of: str | None = None,
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
        )

    def founding(self, deed: f.Deed) -> list[Row]:
        """The first rows of a table; with nobody to wait for, its game begins at once."""
        holders = {place.holder for place in deed.places if place.holder} | {deed.owner}
        rows = [deed_row(deed), *(guest_row(holder, deed.id) for holder in holders)]
        if all(place.holder or place.bot for place in deed.places):
            rows.append(event_row(deed.id, f.LoggedFact(1, f.Began()), deed.created))
        return rows

    def draw_rematch(self, old: Sitting) -> tuple[f.Deed, list[Row]]:
        """The same seats at a new table."""
        places = tuple(f.Place(seat.number, seat.holder, seat.name, seat.bot) for seat in old.seats.values())
        was = old.deed
        deed = self.draw(was.setup, places, was.owner, was.take_back, was.pause, was.hints, was.id)
        return deed, self.founding(deed)

    # --- finding --------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable | None:
        """The table in memory, read from its log if need be; None if there is no such table."""
        if table in self.live:
            return self.live[table]
        if table not in self.loading:
            self.loading[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self.loading[table])
        finally:
            if table in self.loading and self.loading[table].done():
                del self.loading[table]

    async def _load(self, table: str) -> LiveTable | None:
        sitting = await asyncio.to_thread(self.read, table)
        if sitting is None:
            return None
        self.live[table] = LiveTable(sitting, self)
        return self.live[table]

    def read(self, table: str) -> Sitting | None:
        """A table rebuilt from its log; safe in any thread."""
        try:
            deed = self.store.deed(table)
            return None if deed is None else Sitting.replay(deed, self.store.log(table))
        except (ValueError, msgspec.MsgspecError) as error:
            logger.error("Table %s cannot be read: %s", table, error)
            raise BrokenLog(f"The log of table {table} cannot be read.") from error

    def peek(self, table: str) -> Sitting | None:
        """A table to read: the one in memory, or else rebuilt from its log."""
        return self.live[table].sitting if table in self.live else self.read(table)

    def forget(self, live: LiveTable) -> None:
        if self.live.get(live.sitting.deed.id) is live:
            del self.live[live.sitting.deed.id]

    # --- closing ------------------------------------------------------------------

    async def close(self) -> None:
        for live in list(self.live.values()):
            live.dismiss("stopping")
            live.thinking.stop()
            live.task.cancel()
        await asyncio.gather(*(live.task for live in self.live.values()), return_exceptions=True)
        self.thinkers.close()
        await asyncio.to_thread(self.store.close)


def arrange(wish: forms.NewTable, holder: str) -> tuple[f.Place, ...]:
    """Who sits where at a new table; by default the guest comes first, then greedy bots."""
    seats = table_of(wish.setup).seats
    chairs = {chair.seat: chair for chair in wish.seats}
    if len(chairs) < len(wish.seats) or not set(chairs) <= set(seats):
        raise No("bad", "seats_once", seats=", ".join(map(str, seats)))
    if not chairs:
        chairs = {seats[0]: forms.Chair(seats[0], "here", wish.name)}
    return tuple(place(chairs.get(seat) or forms.Chair(seat, "bot", bot="greedy"), holder) for seat in seats)
