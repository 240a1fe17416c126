"""Notes by PostgreSQL's NOTIFY. Every server hears everything, and takes what concerns its tables."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
import sqlalchemy as sa

from ..notes import Notes, bundle
from .line import Bus, BusError, Hear

CHANNEL = "pachisi"
LONGEST = 7900  # bytes; PostgreSQL takes 8000
CONNECTING: dict[str, Any] = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}


class PostgresBus(Bus):
    def __init__(self, store: sa.URL) -> None:
        super().__init__()
        self.address = store.set(drivername="postgresql").render_as_string(hide_password=False)
        self.voice: psycopg.AsyncConnection[Any] | None = None

    async def connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(self.address, autocommit=True, **CONNECTING)

    async def listen(self, hear: Hear, begin: Callable[[], None]) -> None:
        try:
            async with await self.connect() as ear:
                await ear.execute(f"LISTEN {CHANNEL}")
                begin()
                async for notice in ear.notifies():
                    hear(notice.payload.encode())
        except (psycopg.Error, OSError) as error:
            raise BusError(f"PostgreSQL sends no notifications: {describe(error)}.") from error

    async def send(self, server: str, notes: Sequence[Notes]) -> None:
        try:
            self.voice = self.voice or await self.connect()
            for parcel in bundle(server, notes, LONGEST):
                await self.voice.execute("SELECT pg_notify(%s, %s)", (CHANNEL, parcel.decode()))
        except (psycopg.Error, OSError) as error:
            await self.close()
            raise BusError(f"PostgreSQL takes no notifications: {describe(error)}.") from error

    async def close(self) -> None:
        voice, self.voice = self.voice, None
        if voice:
            with contextlib.suppress(psycopg.Error, OSError):
                await voice.close()


def describe(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
