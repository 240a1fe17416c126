"""A database that vanishes without a word: everybody is told, nobody waits for long, and when it is back everything goes on."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from pachisi.web.bus.postgres import PostgresBus
from pachisi.web.rows import event_row
from pachisi.web.store import Store, StoreError, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.table.inbox import Enter
from pachisi.web.tables import Tables

from .services import Postgres, Redis, Relay
from .test_web_live import Listener
from .test_web_servers import BOTH_HERE, heard, one_table, run_servers, throw
from .web_client import Player, Server, set_up

TIMEOUT = 1.0


@pytest.fixture
def relay(postgres: Postgres) -> Iterator[Relay]:
    relay = Relay(postgres.socket)
    yield relay
    relay.close()


def wait_for_health(guest: httpx.Client, status: int) -> None:
    """The test is stopped if it never comes to that."""
    while guest.get("/health").status_code != status:
        time.sleep(0.05)


def come_back(player: Player) -> None:
    while True:
        player.rooms.close()
        try:
            return player.connect()
        except (ConnectionClosed, InvalidHandshake, InvalidStatus):
            time.sleep(0.05)


def test_when_the_database_vanishes_players_and_operator_are_told_and_then_the_game_goes_on(
    postgres: Postgres, relay: Relay
) -> None:
    direct = postgres.schema()
    server = Server(relay.url(direct), "--no-limits", "--db-timeout", "1")
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])["id"]
    player = Player(server, guest, table)
    known = {}
    for _ in range(5):
        answer = player.act()
        known[answer["id"]] = answer["seq"]
    wait_for_health(guest, 200)
    relay.silent.set()
    assert player.act()["code"] == "trouble"
    wait_for_health(guest, 503)
    assert not guest.get("/ready").is_success
    relay.silent.clear()
    wait_for_health(guest, 200)
    come_back(player)
    assert player.welcome["resumed"]
    assert player.act()["ev"] == "ack"
    store = Store(direct)
    log = store.log(table)
    store.close()
    assert [entry.seq for entry in log] == list(range(1, (player.seq or 0) + 1))
    assert known.items() <= {entry.command: entry.seq for entry in log}.items()
    assert server.stop() == 0


def test_whoever_reads_or_writes_is_not_kept_waiting_and_a_new_connection_works(postgres: Postgres, relay: Relay) -> None:
    store, name = Store(relay.url(postgres.schema()), TIMEOUT), secrets.token_hex(8)

    def write(seq: int) -> None:
        asyncio.run(store.append([event_row(name, f.LoggedFact(seq, f.Began()), 0.0)]))

    write(1)
    assert len(store.log(name)) == 1
    relay.silent.set()
    with pytest.raises(StoreError, match="could not be read"):
        store.log(name)
    with pytest.raises(StoreError, match="could not be written"):
        write(2)
    relay.silent.clear()
    write(2)
    assert [entry.seq for entry in store.log(name)] == [1, 2]
    store.close()


def test_a_server_that_vanishes_in_the_middle_of_writing_does_not_keep_the_place(postgres: Postgres, relay: Relay) -> None:
    direct, name = postgres.schema(), secrets.token_hex(8)
    gone, other = Store(relay.url(direct), TIMEOUT), Store(direct, 20 * TIMEOUT)
    row = event_row(name, f.LoggedFact(1, f.Began()), 0.0)
    with gone.engine.connect() as connection:
        connection.execute(gone.inserts[row[0]], [row[1]])
        relay.silent.set()
        asyncio.run(other.append([row]))
        assert len(other.log(name)) == 1
        connection.invalidate()
    gone.close()
    other.close()


@pytest.mark.parametrize("service", ["postgres", "redis"])
def test_a_line_that_falls_silent_is_noticed_and_comes_back(
    service: str, tmp_path: Path, postgres: Postgres, request: pytest.FixtureRequest
) -> None:
    if service == "postgres":
        relay = Relay(postgres.socket)
        url, bus = relay.url(postgres.schema()), ""
    else:
        redis: Redis = request.getfixturevalue("redis")
        relay = Relay(("127.0.0.1", redis.port))
        url, bus = sqlite_url(tmp_path / "tables.db"), f"redis://127.0.0.1:{relay.port}"

    async def play(first: Tables, second: Tables) -> None:
        name = (await one_table(first, second, BOTH_HERE))[0][0].sitting.deed.id
        lines = [tables.mail.bus for tables in (first, second) if tables.mail.bus]
        relay.silent.set()
        while any(line.up for line in lines):
            await asyncio.sleep(0.01)
        relay.silent.clear()
        while not all(line.up for line in lines):
            await asyncio.sleep(0.01)
        found = await first.find(name), await second.find(name)
        assert found[0]
        assert found[1]
        ada, bo = Listener("ada"), Listener("bo")
        found[0].post(Enter(ada, None))
        found[1].post(Enter(bo, None))
        await heard(bo, "presence", here=[0, 2])
        await found[0].order(ada, throw("k1", 1))
        await heard(bo, "thrown")

    run_servers(url, bus, play, TIMEOUT)
    relay.close()


def test_the_system_is_told_to_look_after_every_connection_to_postgresql(postgres: Postgres, relay: Relay) -> None:
    url = relay.url(postgres.schema())
    store = Store(url, 8.0)
    with store.engine.connect() as connection:
        assert timeouts(connection.connection.driver_connection.fileno()) == (8000, 1, 4, 1, 3)  # type: ignore[union-attr]
        asked = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar()
        assert asked == "8s"
    store.close()

    async def look() -> None:
        async with await PostgresBus(store.url, 8.0).connect() as ear:
            assert timeouts(ear.fileno()) == (8000, 1, 4, 1, 3)

    asyncio.run(look())


def timeouts(descriptor: int) -> tuple[int, ...]:
    """How long sent bytes may stay unacknowledged (ms); is an idle connection tried, after how long, how often, how many times?"""
    with socket.socket(fileno=os.dup(descriptor)) as same:
        asked = [socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT]
        alive = same.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        first = same.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        return first, alive, *(same.getsockopt(socket.IPPROTO_TCP, option) for option in asked)
