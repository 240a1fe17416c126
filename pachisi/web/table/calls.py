"""A throw is due: the browsers at the table are asked for their links, on whatever server they are. docs/protocol.md says why."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from ...honest_dice import Mix, belongs
from .. import protocol as p
from ..notes import Written
from ..views.refusals import No
from .inbox import Connection
from .telling import encode

if TYPE_CHECKING:
    from .live import LiveTable


class AskedElsewhere(msgspec.Struct, frozen=True):
    """A call to the browsers on other servers, when the log had come to `seq`."""

    n: int
    seats: tuple[int, ...]
    seq: int


class GivenElsewhere(msgspec.Struct, frozen=True):
    """A link that has come on another server than the one that asked for it."""

    n: int
    seat: int
    link: str


@dataclass
class OpenCall:
    """One call: who was asked, and what has come."""

    n: int
    asked: frozenset[int]
    own: bool  # or passed on for another server
    links: dict[int, str] = field(default_factory=dict)
    failed: set[int] = field(default_factory=set)  # whose link was wrong
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


class Calls:
    def __init__(self, live: LiveTable, longest: float) -> None:
        self.live, self.sitting, self.longest = live, live.sitting, longest
        self.slow: set[str] = set()  # who did not answer in time; they are not asked again before they are heard of
        self.call = OpenCall(-1, frozenset(), own=True, over=True)
        live.neighbours.ears |= {"call": self.pass_on, "link": self.overhear}

    # --- asking -----------------------------------------------------------------------

    async def gather(self) -> Mix:
        """The links for the throw that is due, from everybody who is at the table and has a chain."""
        sitting, live = self.sitting, self.live
        here = {*live.attendance.everybody(connection.holder for connection in live.connections)} - self.slow
        asked = frozenset(seat for seat, keeper in sitting.keepers.items() if keeper in here)
        if not asked or sitting.thrown < len(sitting.throws):
            return Mix()
        call = self.call = OpenCall(sitting.thrown, asked, own=True)
        seats = tuple(sorted(asked))
        self.ask(call)
        if live.attendance.elsewhere:
            live.neighbours.say("call", AskedElsewhere(call.n, seats, sitting.seq))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(call.enough.wait(), self.longest)
        call.over = True
        silent = tuple(seat for seat in seats if seat not in call.links)
        self.slow |= {sitting.keepers[seat] for seat in silent}
        return Mix(links=tuple(sorted(call.links.items())), silent=silent)

    def ask(self, call: OpenCall) -> None:
        """Ask the browsers that are connected to this server."""
        text = encode(p.Call(call.n, tuple(sorted(call.asked)))).decode()
        keepers = {self.sitting.keepers.get(seat) for seat in call.asked}
        for connection in [one for one in self.live.connections if one.holder in keepers]:
            connection.send(text)

    def forgive(self, holders: Iterable[str]) -> None:
        """They have been heard of."""
        self.slow.difference_update(holders)

    # --- answers ----------------------------------------------------------------------

    def hear(self, connection: Connection, command: p.GiveLink) -> None:
        """Somebody gives a link; he is answered at once."""
        self.forgive([connection.holder])
        reply: p.Messages
        try:
            self.take(connection.holder, command)
            reply = p.Ack(command.id, self.sitting.seq)
        except No as refusal:
            reply = p.Refused(command.id, refusal.code, refusal.why(connection.lang))
        connection.send(encode(reply).decode())

    def take(self, holder: str, command: p.GiveLink) -> None:
        call, keepers = self.call, self.sitting.keepers
        seat = next((seat for seat in call.asked if keepers.get(seat) == holder), None)
        if seat is None or command.n != call.n:
            raise No("not_now", "not_called")
        if call.links.get(seat) == command.link:
            return
        if call.over or seat in call.links:
            raise No("not_now", "not_called")
        if not self.put(seat, command.link):
            raise No("bad", "wrong_link")
        if not call.own:
            self.live.neighbours.say("link", GivenElsewhere(call.n, seat, command.link))

    def put(self, seat: int, link: str) -> bool:
        """A link has come; it is checked against its chain at once."""
        call = self.call
        right = belongs(self.sitting.deed.id, self.sitting.chains[seat], call.n, link)
        if right:
            call.links[seat] = link
        else:
            call.failed.add(seat)
        if call.asked <= call.links.keys() | call.failed:
            call.enough.set()
        return right

    # --- other servers ----------------------------------------------------------------

    def pass_on(self, _: str, body: msgspec.Raw) -> None:
        """Another server asks: so do we, as soon as the browsers here have heard of everything before."""
        asked = msgspec.json.decode(body, type=AskedElsewhere)
        self.live.neighbours.hear("", Written(self.sitting.deed.id, asked.seq))
        self.live.ask(lambda _: self.ask_for_another(asked))

    def ask_for_another(self, asked: AskedElsewhere) -> None:
        if asked.n == self.sitting.thrown == len(self.sitting.throws):
            self.call = OpenCall(asked.n, frozenset(asked.seats) & self.sitting.chains.keys(), own=False)
            self.ask(self.call)

    def overhear(self, _: str, body: msgspec.Raw) -> None:
        """A link has come elsewhere."""
        given, call = msgspec.json.decode(body, type=GivenElsewhere), self.call
        if given.seat not in self.sitting.keepers:
            return
        self.forgive([self.sitting.keepers[given.seat]])
        if call.own and not call.over and given.n == call.n and given.seat in call.asked - call.links.keys():
            self.put(given.seat, given.link)
