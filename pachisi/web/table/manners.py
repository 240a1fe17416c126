"""Manners at a table: phrases that nobody stores, and a bot for somebody who keeps the others waiting."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from .. import elements as e
from .. import protocol as p
from ..views.refusals import No
from . import facts as f
from .inbox import Connection, Tick
from .telling import encode

if TYPE_CHECKING:
    from .live import LiveTable

BREATH = 1.0  # seconds between two phrases of one person
STAND_IN = "careful"


class SaidElsewhere(msgspec.Struct, frozen=True):
    """A phrase of somebody who is connected to another server."""

    seat: int
    phrase: e.Phrase


class Manners:
    def __init__(self, live: LiveTable) -> None:
        self.live, self.sitting = live, live.sitting
        self.spoken: dict[str, float] = {}  # when somebody last said something
        self.watched = -1  # the state in which somebody is being waited for
        self.alarm: asyncio.TimerHandle | None = None
        live.neighbours.ears["said"] = self.overhear

    # --- phrases ----------------------------------------------------------------------

    def say(self, connection: Connection, command: p.Say) -> p.Ack:
        """Somebody at the table says something to all others."""
        if command.seat not in self.sitting.held_by(connection.holder):
            raise No("not_yours", "players_only")
        now = time.monotonic()
        if now - self.spoken.get(connection.holder, -BREATH) < BREATH:
            raise No("too_fast", "breathe")
        self.spoken[connection.holder] = now
        self.pass_on(command.seat, command.phrase)
        self.live.neighbours.say("said", SaidElsewhere(command.seat, command.phrase))
        return p.Ack(command.id, self.sitting.seq)

    def pass_on(self, seat: int, phrase: e.Phrase) -> None:
        text = encode(p.Said(seat, phrase)).decode()
        for connection in self.live.connections:
            connection.send(text)

    def overhear(self, _: str, body: msgspec.Raw) -> None:
        said = msgspec.json.decode(body, type=SaidElsewhere)
        self.pass_on(said.seat, said.phrase)

    # --- waiting ----------------------------------------------------------------------

    def watch(self) -> None:
        """Somebody is to act: after a while the others may let a bot do it, and with a clock it does."""
        sitting, loop = self.sitting, asyncio.get_running_loop()
        seat = sitting.seats.get(sitting.on_turn)
        if self.watched == sitting.at or not seat or not seat.holder or seat.played_by:
            return
        self.watched = at = sitting.at
        if self.live.attendance.await_seat(seat.number):
            self.live.tell_presence()
        if self.alarm is None:
            self.alarm = loop.call_later(self.live.attendance.idle_after, self.look)
        if sitting.deed.clock:
            loop.call_later(sitting.deed.clock, lambda: self.live.ask(lambda _: self.step_in(at)))

    def look(self) -> None:
        """Has somebody become idle? One alarm for a table, whoever acts in the meantime."""
        left = self.live.attendance.time_left()
        self.alarm = asyncio.get_running_loop().call_later(left, self.look) if left > 0 else None
        if not left:
            self.live.post(Tick())

    async def step_in(self, at: int) -> None:
        """The time is up, and somebody else is waiting."""
        seat = self.sitting.seats.get(self.sitting.on_turn)
        if at != self.sitting.at or seat is None or seat.holder is None or seat.played_by:
            return
        if any(one.holder != seat.holder and self.sitting.held_by(one.holder) for one in self.live.connections):
            await self.live.record([f.StoodIn(seat.number, STAND_IN)], None, None)
