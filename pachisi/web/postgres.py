"""Connections to PostgreSQL that notice when nobody answers any more.

A machine that vanishes, or a firewall that forgets a connection, closes nothing: whoever waits for an answer would wait for hours. The
system notices it where bytes are not acknowledged; we do where a proxy acknowledges them, and nothing comes back.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa

LONGEST_GREETING = 5  # seconds until a connection is there; the driver takes no less than two
Result = TypeVar("Result")
Waiting = Generator[Any, Any, Result]


def options(timeout: float) -> dict[str, Any]:
    """What the system is told about a connection."""
    return {
        "connect_timeout": min(LONGEST_GREETING, round(timeout)),
        "tcp_user_timeout": round(1000 * timeout),
        "keepalives_idle": max(1, round(timeout / 2)),
        "keepalives_interval": max(1, round(timeout / 6)),
        "keepalives_count": 3,
    }


def orders(timeout: float) -> str:
    """The same for the other end: if we vanish, what we have begun must not keep the place of an event until the system finds out."""
    wishes = {key.replace("keepalives", "tcp_keepalives"): value for key, value in options(timeout).items() if key != "connect_timeout"}
    wishes["idle_in_transaction_session_timeout"] = round(1000 * timeout)
    return "; ".join(f"SET {key} = {value}" for key, value in wishes.items())


def watch(engine: sa.Engine, timeout: float) -> None:
    """From now on every connection of this engine is one that notices."""

    def connect(_dialect: object, _record: object, args: list[Any], values: dict[str, Any]) -> ImpatientConnection:
        connection = ImpatientConnection.connect(*args, **values)
        connection.timeout = timeout
        connection.execute(orders(timeout).encode())
        connection.commit()
        return connection

    engine.dispose()
    sa.event.listen(engine, "do_connect", connect)


class ImpatientConnection(psycopg.Connection[Any]):
    timeout = float("inf")  # seconds

    def wait(self, gen: Waiting[Result], *args: Any, **values: Any) -> Result:
        return super().wait(answered(gen, self), *args, **values)


class ImpatientAsyncConnection(psycopg.AsyncConnection[Any]):
    timeout = float("inf")  # seconds

    async def wait(self, gen: Waiting[Result], *args: Any, **values: Any) -> Result:
        return await super().wait(answered(gen, self), *args, **values)


def answered(gen: Waiting[Result], connection: ImpatientConnection | ImpatientAsyncConnection) -> Waiting[Result]:
    """Pass on what the driver waits for, until the answer is there or it is too late."""
    ends = time.monotonic() + connection.timeout
    try:
        wish = next(gen)
        while True:
            ready = yield wish
            if not ready and time.monotonic() > ends:
                connection.pgconn.finish()  # nobody may use it again: the answer could still come
                raise psycopg.OperationalError(f"PostgreSQL has not answered for {connection.timeout:g} seconds")
            wish = gen.send(ready)
    except StopIteration as end:
        answer: Result = end.value
        return answer
