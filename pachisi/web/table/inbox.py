"""What reaches a live table, and from whom."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from .. import protocol as p
from ..notes import Written

if TYPE_CHECKING:
    from .live import LiveTable


class Connection(Protocol):
    """Somebody who listens."""

    holder: str
    lang: str

    def send(self, text: str) -> None: ...

    def close(self, code: int) -> None: ...


class Enter(Struct, frozen=True):
    connection: Connection
    since: int | None


class Exit(Struct, frozen=True):
    connection: Connection


class Order(Struct, frozen=True):
    connection: Connection
    command: p.Commands
    done: asyncio.Future[None]


class Request(Struct, frozen=True):
    """A request that does not come by socket; the table's task answers it in turn."""

    do: Callable[[LiveTable], Any]
    answer: asyncio.Future[Any]

    async def attempt(self, live: LiveTable) -> Any:
        result = self.do(live)
        return await result if asyncio.iscoroutine(result) else result


class Act(Struct, frozen=True):
    """A bot acts, if nothing has happened since: it plays the move with this index, or throws."""

    at: int
    index: int | None


class Wake(Struct, frozen=True):
    """A bot on another server has had its time; if nothing has happened since, ours acts."""

    at: int


class Tick(Struct, frozen=True):
    pass


class Rest(Struct, frozen=True):
    """Nobody has been here for a while."""


Item = Enter | Exit | Order | Request | Act | Wake | Written | Tick | Rest
