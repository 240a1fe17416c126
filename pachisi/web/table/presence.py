"""Who is at a table, and how long the others have been away."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from .. import elements as e
from .. import protocol as p
from ..notes import Here
from .sitting import Sitting

LONG = 3  # times the patience with the absent is that with somebody who is here and does nothing


class Attendance:
    """The players of a table; those who are away keep their seats for a while."""

    def __init__(self, sitting: Sitting, patience: float) -> None:
        self.sitting, self.patience = sitting, patience
        self.away = dict.fromkeys(self.players(), time.monotonic())  # seat -> since when
        self.idle_after = LONG * patience
        self.awaited = -1, math.inf  # who is to act, and since when
        self.elsewhere: dict[str, Here] = {}  # who is connected to other servers

    def hear(self, server: str, here: Here) -> bool:
        """Who is connected to another server; true if that is news."""
        before = self.elsewhere.pop(server, None)
        if here.holders or here.watchers:
            self.elsewhere[server] = msgspec.structs.replace(here, ask=False)
        return before != self.elsewhere.get(server)

    def everybody(self, own: Iterable[str]) -> list[str]:
        """Who is connected to any server; those who only watch elsewhere are not known by name."""
        return [*own, *chain.from_iterable(here.holders for here in self.elsewhere.values())]

    def players(self) -> list[int]:
        """The seats that people hold."""
        return [number for number, seat in self.sitting.seats.items() if seat.holder]

    def note(self, holders: Sequence[str]) -> bool:
        """Note who is here; true if somebody has just left."""
        seats, before = self.sitting.seats, self.away
        absent = [seat for seat in self.players() if seats[seat].left or seats[seat].holder not in holders]
        now = time.monotonic()
        self.away = {seat: before.get(seat, now) for seat in absent}
        return not before.keys() >= self.away.keys()

    def await_seat(self, seat: int) -> bool:
        """It is somebody's turn; true if the one before was taken for idle."""
        was_idle = bool(self.idle())
        self.awaited = seat, time.monotonic()
        return was_idle

    def time_left(self) -> float:
        """Seconds until whoever is to act is taken for idle."""
        return max(0.0, self.awaited[1] + self.idle_after - time.monotonic())

    def idle(self) -> set[int]:
        """Who is here but lets the others wait for long."""
        seat = self.awaited[0]
        late = not self.time_left() and seat == self.sitting.on_turn
        return {seat} - self.away.keys() if late else set()

    def absent(self) -> set[int]:
        """The seats that a bot may take over."""
        return {seat for seat in self.away if not self.wait(seat)} | self.idle()

    def wait(self, seat: int) -> float:
        """Seconds until a bot may take over, rounded up to tenths."""
        left = 0.0 if self.sitting.seats[seat].left else self.away[seat] + self.patience - time.monotonic()
        return math.ceil(max(0.0, left) * 10) / 10

    def message(self, holders: Sequence[str]) -> p.Presence:
        """The message that everybody gets about it."""
        here = tuple(seat for seat in self.players() if seat not in self.away)
        away = (*(e.Absence(seat, self.wait(seat)) for seat in self.away), *(e.Absence(seat, 0) for seat in self.idle()))
        watchers = sum(not self.sitting.held_by(holder) for holder in holders)
        return p.Presence(here, away, watchers + sum(there.watchers for there in self.elsewhere.values()))
