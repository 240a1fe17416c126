"""Notes by Redis or Valkey. Each table has a channel, and a server hears only of its own tables: this is for many servers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from itertools import groupby

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ..notes import Notes, bundle
from .line import Bus, BusError, Hear

EVERYBODY = ""  # as the name of a table
LONGEST = 100_000  # bytes of a parcel


class RedisBus(Bus):
    def __init__(self, url: str, timeout: float) -> None:
        super().__init__()
        self.timeout = timeout
        once = Retry(NoBackoff(), 0)  # whoever calls knows what to do when it fails
        self.client = Redis.from_url(
            url, retry=once, socket_connect_timeout=5, socket_timeout=timeout, socket_keepalive=True
        )
        self.ear: PubSub | None = None
        self.followed = {EVERYBODY}

    async def listen(self, hear: Hear, begin: Callable[[], None]) -> None:
        try:
            async with self.client.pubsub() as ear:
                subscribed: set[str] = set()
                while missing := self.followed - subscribed:  # some may come meanwhile
                    await ear.subscribe(*map(channel, missing))
                    subscribed |= missing
                self.ear = ear
                begin()
                await self.attend(ear, hear)
        except (RedisError, OSError) as error:
            raise BusError(f"Redis is not there: {error}.") from error
        finally:
            self.ear = None

    async def attend(self, ear: PubSub, hear: Hear) -> None:
        """Hear messages; after a while without one, ask whether anybody is there."""
        asked = False
        while True:
            message = await ear.get_message(timeout=self.timeout / 2)
            if message is None and asked:
                raise BusError(f"Redis has not answered for {self.timeout:g} seconds.")
            asked = message is None
            if message is None:
                await ear.ping()
            elif message["type"] == "message":
                hear(message["data"])

    async def send(self, server: str, notes: Sequence[Notes]) -> None:
        try:
            async with self.client.pipeline(transaction=False) as pipeline:
                for table, some in groupby(sorted(notes, key=lambda note: note.table), key=lambda note: note.table):
                    for parcel in bundle(server, some, LONGEST):
                        pipeline.publish(channel(table), parcel)
                await pipeline.execute()
        except (RedisError, OSError) as error:
            raise BusError(f"Redis is not there: {error}.") from error

    async def follow(self, table: str) -> None:
        self.followed.add(table)
        if self.ear:
            with contextlib.suppress(RedisError, OSError):  # when the line is back, all are subscribed to
                await self.ear.subscribe(channel(table))

    async def leave(self, table: str) -> None:
        self.followed.discard(table)
        if self.ear:
            with contextlib.suppress(RedisError, OSError):
                await self.ear.unsubscribe(channel(table))

    async def close(self) -> None:
        await self.client.aclose()


def channel(table: str) -> str:
    return f"pachisi:{table}"
