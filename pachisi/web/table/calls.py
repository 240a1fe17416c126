"""A throw is due: the browsers at the table are asked for their links. docs/protocol.md says why."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection
from dataclasses import dataclass, field

from ...honest_dice import Mix, belongs
from .. import protocol as p
from ..views.refusals import No
from .inbox import Connection
from .sitting import Sitting
from .telling import encode


@dataclass
class OpenCall:
    """One call: who was asked, and what has come."""

    n: int
    asked: frozenset[int]
    awaited: set[int] = field(default_factory=set)
    links: dict[int, str] = field(default_factory=dict)
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


class Calls:
    def __init__(self, sitting: Sitting, longest: float) -> None:
        self.sitting, self.longest = sitting, longest
        self.slow: set[str] = set()  # who did not answer in time; they are not asked again before they are heard of
        self.call = OpenCall(-1, frozenset(), over=True)

    async def gather(self, connections: Collection[Connection]) -> Mix:
        """The links for the throw that is due, from everybody who is here and has a chain."""
        sitting, here = self.sitting, {connection.holder for connection in connections} - self.slow
        asked = frozenset(seat for seat, keeper in sitting.keepers.items() if keeper in here)
        if not asked or sitting.thrown < len(sitting.throws):
            return Mix()
        call = self.call = OpenCall(sitting.thrown, asked, set(asked))
        text = encode(p.Call(call.n, tuple(sorted(asked)))).decode()
        keepers = {sitting.keepers[seat] for seat in asked}
        for connection in [one for one in connections if one.holder in keepers]:
            connection.send(text)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(call.enough.wait(), self.longest)
        call.over = True
        silent = tuple(sorted(asked - call.links.keys()))
        self.slow |= {sitting.keepers[seat] for seat in silent}
        return Mix(links=tuple(sorted(call.links.items())), silent=silent)

    def hear(self, connection: Connection, command: p.GiveLink) -> None:
        """Somebody gives a link; he is answered at once."""
        self.slow.discard(connection.holder)
        reply: p.Messages
        try:
            reply = self.take(connection.holder, command)
        except No as refusal:
            reply = p.Refused(command.id, refusal.code, refusal.why(connection.lang))
        connection.send(encode(reply).decode())

    def take(self, holder: str, command: p.GiveLink) -> p.Ack:
        """A link has come; it is checked against its chain at once."""
        call, sitting = self.call, self.sitting
        seat = next((seat for seat in call.asked if sitting.keepers.get(seat) == holder), None)
        if seat is None or command.n != call.n:
            raise No("not_now", "not_called")
        if call.links.get(seat) == command.link:
            return p.Ack(command.id, sitting.seq)
        if call.over or (seat in call.links):
            raise No("not_now", "not_called")
        if not belongs(sitting.deed.id, sitting.chains[seat], call.n, command.link):
            self.settle(seat)
            raise No("bad", "wrong_link")
        call.links[seat] = command.link
        self.settle(seat)
        return p.Ack(command.id, sitting.seq)

    def settle(self, seat: int) -> None:
        """Nothing more is expected from this seat."""
        self.call.awaited.discard(seat)
        if not self.call.awaited:
            self.call.enough.set()
