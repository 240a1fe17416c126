"""Notes by PostgreSQL's NOTIFY. Every server hears everything, and takes what concerns its tables."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import psycopg
import sqlalchemy as sa

from ..notes import Notes, bundle
from ..postgres import ImpatientAsyncConnection, options
from .line import Bus, BusError, Hear

CHANNEL = "pachisi"
LONGEST = 7900  # bytes; PostgreSQL takes 8000


class PostgresBus(Bus):
    def __init__(self, store: sa.URL, timeout: float) -> None:
        super().__init__()
        self.timeout = timeout
        self.address = store.set(drivername="postgresql").render_as_string(hide_password=False)
        self.voice: ImpatientAsyncConnection | None = None

    async def connect(self) -> ImpatientAsyncConnection:
        connection = await ImpatientAsyncConnection.connect(self.address, autocommit=True, **options(self.timeout))
        connection.timeout = self.timeout
        return connection

    async def listen(self, hear: Hear, begin: Callable[[], None]) -> None:
        try:
            async with await self.connect() as ear:
                await ear.execute(f"LISTEN {CHANNEL}")
                begin()
                while True:
                    async for notice in ear.notifies(timeout=self.timeout / 2):
                        hear(notice.payload.encode())
                    await ear.execute("SELECT 1")  # is anybody there?
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
