"""Notes between servers and the lines they travel on: whatever goes wrong with one of them, the others arrive."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from redis.asyncio.client import PubSub

from pachisi.web import notes
from pachisi.web.bus import Bus, datagrams, line
from pachisi.web.bus.datagrams import DatagramBus
from pachisi.web.bus.redis import RedisBus
from pachisi.web.table.inbox import Enter
from pachisi.web.tables import Tables

from .services import Redis
from .test_web_live import PATIENCE, Listener, at_tables, new_table


def test_notes_are_bundled_into_parcels_that_are_not_too_long() -> None:
    all_notes = [notes.Written(f"table{n}", n) for n in range(1000)]
    parcels = list(notes.bundle("one", all_notes, 500))
    assert max(map(len, parcels)) <= 500
    assert [note for parcel in parcels for note in notes.decode(parcel).notes] == all_notes
    assert len(parcels) < 200


def test_a_note_that_is_too_long_takes_no_other_along(caplog: pytest.LogCaptureFixture) -> None:
    short, long = [notes.Written(f"table{n}", n) for n in range(2)], notes.Here("crowded", tuple(map(str, range(500))))
    parcels = list(notes.bundle("one", [short[0], long, short[1]], 500))
    assert [note for parcel in parcels for note in notes.decode(parcel).notes] == short
    assert "table crowded is too long" in caplog.text


def test_a_note_that_only_a_newer_version_understands_takes_no_other_along() -> None:
    future = b'{"note":"poll","table":"a","question":1},{"note":"here","table":"a","holders":7},{"note":"written","table":"a","seq":3,"at":1}'
    assert notes.decode(b'{"server":"newer","notes":[%s],"more":0}' % future) == notes.Parcel("newer", (notes.Written("a", 3),))
    with pytest.raises(msgspec.DecodeError):
        notes.decode(b'{"server":"newest"}')


def test_a_line_on_which_something_unexpected_happens_comes_back_and_this_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    class Surprising(Bus):
        async def listen(self, hear: line.Hear, begin: Callable[[], None]) -> None:
            begin()
            hear(b"")
            await asyncio.sleep(60)

        async def send(self, server: str, notes: object) -> None:
            pass

    async def run() -> None:
        heard, again = iter([ZeroDivisionError, None]), asyncio.Event()

        def hear(_: bytes) -> None:
            if next(heard):
                raise ZeroDivisionError
            again.set()

        running = asyncio.create_task(Surprising().run(hear, lambda: None))
        await asyncio.wait_for(again.wait(), 20)
        running.cancel()

    asyncio.run(run())
    assert "ZeroDivisionError" in caplog.text


def test_a_table_that_is_followed_while_the_line_is_being_set_up_is_heard_of(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribe = PubSub.subscribe

    async def follow_meanwhile(ear: PubSub, *channels: str) -> None:
        await bus.follow("late")
        await subscribe(ear, *channels)

    async def run() -> None:
        nonlocal bus
        bus = RedisBus(redis.url, 10.0)
        up, heard = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(bus.run(lambda _: heard.set(), up.set))
        await asyncio.wait_for(up.wait(), PATIENCE)
        await bus.send("other", [notes.Written("late", 1)])
        await asyncio.wait_for(heard.wait(), PATIENCE)
        running.cancel()
        await bus.close()

    bus: RedisBus
    monkeypatch.setattr(PubSub, "subscribe", follow_meanwhile)
    asyncio.run(run())


def test_those_whom_an_older_server_names_without_a_seat_watch(tmp_path: Path) -> None:
    async def hear(tables: Tables) -> None:
        live, guest = await new_table(tables), Listener("bo")
        live.post(Enter(guest, None))
        said = b'{"server":"older","notes":[{"note":"here","table":"t","holders":["ada","ada","eve"],"ask":false}]}'
        parcel = notes.decode(said)
        await live.ask(lambda _: live.neighbours.hear(parcel.server, parcel.notes[0]))
        assert (guest.heard[-1]["here"], guest.heard[-1]["watchers"]) == ([0], 2)

    at_tables(tmp_path, hear)


def test_where_no_socket_can_be_this_is_said_once_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(datagrams, "DESCRIPTORS", tmp_path / "no such folder")
    monkeypatch.setattr(line, "RETRY", 0.0)
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    free: list[int] = []  # the next descriptor, before each attempt

    class Counting(DatagramBus):
        def open(self) -> socket.socket:
            free.append(os.dup(0))
            os.close(free[-1])
            return super().open()

    async def run() -> None:
        running = asyncio.create_task(Counting(folder / "tables.db").run(lambda _: None, lambda: None))
        while len(free) < 10:
            await asyncio.sleep(0)
        running.cancel()

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert free == free[:1] * len(free)
    (told,) = caplog.messages
    assert told.startswith(f"There can be no socket in {folder / 'tables.db-servers'}: AF_UNIX path too long.")
