"""The same table on other servers: what is heard from there, and what is said. Notes may get lost; what must not is in the log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from ..notes import Here, Notes, Word, Written
from .telling import encode

if TYPE_CHECKING:
    from .live import LiveTable


class Neighbours:
    def __init__(self, live: LiveTable) -> None:
        self.live, self.table = live, live.sitting.deed.id
        self.told = Here(self.table, ())  # what they know of us
        self.ears: dict[str, Callable[[str, msgspec.Raw], None]] = {}  # for their words, by kind

    def hear(self, server: str, note: Notes) -> None:
        """Another server has something to say about this table."""
        live = self.live
        match note:
            case Written():
                if note.seq > live.sitting.seq:
                    live.post(note)
            case Here():
                live.calls.forgive(note.holders)
                if live.attendance.hear(server, note):
                    live.tell_presence()
                if note.ask and live.connections:
                    self.say_who_is_here()
            case Word() if note.kind in self.ears:
                with contextlib.suppress(msgspec.DecodeError):  # from a version that means something else by it
                    self.ears[note.kind](server, note.body)

    def who_is_here(self) -> Here:
        """This is short, however many watch and however often somebody is connected."""
        here = [connection.holder for connection in self.live.connections]
        seated = [holder for holder in here if self.live.sitting.held_by(holder)]
        return Here(self.table, tuple(sorted(set(seated))), watchers=len(here) - len(seated))

    def keep_told(self) -> None:
        """Say who is here if they do not know."""
        if self.who_is_here() != self.told:
            self.say_who_is_here()

    def say_who_is_here(self, ask: bool = False) -> None:
        self.told = self.who_is_here()
        self.post(msgspec.structs.replace(self.told, ask=ask))

    def say(self, kind: str, body: Any) -> None:
        """Say something to the same table on all other servers: see `ears`."""
        self.post(Word(self.table, kind, msgspec.Raw(encode(body))))

    def post(self, note: Notes) -> None:
        self.live.tables.mail.post(note)
