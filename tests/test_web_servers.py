"""Two servers on one log: nothing is lost, doubled or reordered, and everybody hears everything."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pachisi import Game
from pachisi.web import news
from pachisi.web import protocol as p
from pachisi.web.bus import open_bus
from pachisi.web.forms import Chair, Join, NewTable, Setup
from pachisi.web.news import Newsreader
from pachisi.web.notes import Here
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table import bot_turns
from pachisi.web.table.inbox import Act, Enter, Exit, Wake
from pachisi.web.table.live import LiveTable
from pachisi.web.table.manners import SaidElsewhere
from pachisi.web.tables import Tables

from .test_web_live import PATIENCE, Browser, Listener, at_tables

BOTH_HERE, TWO_BOTS = [Chair(0, "here"), Chair(2, "here")], [Chair(0, "bot"), Chair(2, "bot")]


def on_two_servers(url: str, then: Callable[[Tables, Tables], Awaitable[None]]) -> None:
    """Two servers without a bus."""
    run_servers(url, "none", then)


def run_servers(
    url: str, bus: str, then: Callable[[Tables, Tables], Awaitable[None]], timeout: float = Settings.db_timeout
) -> None:
    Game("mensch", 2).throw(6)  # the compiler has all the time it needs

    async def run() -> None:
        stores = [Store(url, timeout), Store(url, timeout)]
        lines = [None if bus == "none" else open_bus(bus, store.url, timeout) for store in stores]
        pair = [Tables(store, Settings(pause=0), line) for store, line in zip(stores, lines, strict=True)]
        readers = [asyncio.create_task(Newsreader(tables).watch()) for tables in pair if tables.mail.bus]
        try:
            for tables in pair:
                while tables.mail.bus and not tables.mail.bus.up:
                    await asyncio.sleep(0.01)
            await asyncio.wait_for(then(*pair), PATIENCE)
        finally:
            for reader in readers:
                reader.cancel()
            for tables in pair:
                await tables.close()

    asyncio.run(run())


@pytest.fixture(params=["datagrams", "postgresql", "redis"])
def buses(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Where the log is, and the bus as the operator sets it."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres").schema(), ""
    return sqlite_url(tmp_path / "tables.db"), request.getfixturevalue("redis").url if request.param == "redis" else ""


async def one_table(first: Tables, second: Tables, chairs: list[Chair]) -> list[tuple[LiveTable, Listener]]:
    """The same table on both servers, with somebody who listens at each."""
    live = await first.create(NewTable(Setup("mensch", 2, pieces=1), chairs), "ada")
    other = await second.find(live.sitting.deed.id)
    assert other
    return [(live, Listener("ada")), (other, Listener("ada"))]


def events(listener: Listener) -> list[dict[str, Any]]:
    return [message for message in listener.heard if "words" in message]


def throw(name: str, at: int) -> p.Throw:
    return p.Throw(name, at, secrets.token_hex(16))


def test_who_comes_second_hears_what_he_missed_and_is_judged_by_it(url: str) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, bo) = await one_table(first, second, BOTH_HERE)
        for live, guest in ((here, ada), (there, bo)):
            live.post(Enter(guest, None))
        same = throw("k1", 1)
        await here.order(ada, same)
        await there.order(bo, throw("k2", 1))
        assert bo.heard[-1]["code"] == "stale"
        await there.order(bo, same)
        assert bo.heard[-1] == {"ev": "ack", "id": "k1", "seq": 2}
        assert events(ada) == events(bo)
        await there.order(bo, p.Rename("k3", 0, "Ada"))
        await here.order(ada, p.Rename("k4", 2, "Bo"))
        assert [bo.heard[-1]["ev"], ada.heard[-1]["ev"]] == ["ack", "ack"]
        assert [seat.name for seat in here.sitting.seats.values()] == ["Ada", "Bo"]

    on_two_servers(url, play)


def test_what_another_server_writes_is_news_to_whoever_only_listens(url: str) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, bo) = await one_table(first, second, BOTH_HERE)
        there.post(Enter(bo, None))
        await first.is_writable()
        await here.order(ada, throw("k1", 1))
        assert events(bo) == []
        await Newsreader(second).look()
        await there.ask(lambda table: None)
        assert [message["ev"] for message in events(bo)] == ["thrown"]

    on_two_servers(url, play)


def test_before_a_refusal_a_server_reads_what_it_missed(url: str) -> None:
    async def play(first: Tables, second: Tables) -> None:
        wish = NewTable(Setup("mensch", 2), [Chair(0, "here"), Chair(2, "open")])
        here = await first.create(wish, "ada")
        there = await second.find(here.sitting.deed.id)
        assert there
        await there.ask(lambda table: table.join(Join(there.sitting.deed.invite, "Bo"), "bo"))
        ada = Listener("ada")
        await here.order(ada, p.Start("k1"))
        assert ada.heard[-1]["code"] == "not_now"  # alone, a server has missed nothing
        first.others.add(second.name)
        await here.order(ada, p.Start("k2"))
        assert ada.heard[-1]["ev"] == "ack"

    on_two_servers(url, play)


def test_bots_that_play_on_both_servers_play_one_game(url: str) -> None:
    async def play(first: Tables, second: Tables) -> None:
        pair = await one_table(first, second, TWO_BOTS)
        for live, guest in pair:
            live.post(Enter(guest, None))
        for live, guest in pair:
            while live.sitting.phase != "over":
                await live.order(guest, p.Ping("k"))
        (here, ada), (there, bo) = pair
        assert events(ada) == events(bo)
        assert [event["seq"] for event in events(ada)] == list(range(2, here.sitting.seq + 1))
        assert (await asyncio.to_thread(first.read, here.sitting.deed.id)).seq == there.sitting.seq  # type: ignore[union-attr]

    on_two_servers(url, play)


# --- with a bus -------------------------------------------------------------------------


async def heard(listener: Listener, ev: str, **values: Any) -> dict[str, Any]:
    """Wait until somebody has heard this; the test fails if he never does."""
    while True:
        for message in listener.heard:
            if message["ev"] == ev and values.items() <= message.items():
                return message
        await asyncio.sleep(0.005)


def test_news_presence_and_words_go_round(buses: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "SAFETY", 1000.0)  # nothing is found by looking

    async def play(first: Tables, second: Tables) -> None:
        chairs = [Chair(0, "here"), Chair(2, "open")]
        here = await first.create(NewTable(Setup("mensch", 2), chairs), "ada")
        there = await second.find(here.sitting.deed.id)
        assert there
        ada, bo = Listener("ada"), Listener("bo")
        here.post(Enter(ada, None))
        await heard(ada, "presence", here=[0])
        there.post(Enter(bo, None))
        await heard(ada, "presence", watchers=1)
        await heard(bo, "presence", here=[0], watchers=1)

        await there.ask(lambda table: table.join(Join(there.sitting.deed.invite, "Bo"), "bo"))
        await heard(ada, "seated", what="sat", seat=2)
        await heard(ada, "presence", here=[0, 2], watchers=0)

        words: list[tuple[str, Any]] = []
        here.neighbours.ears["greeting"] = lambda server, body: words.append((server, msgspec.json.decode(body)))
        there.neighbours.say("unknown", None)
        there.neighbours.say("greeting", {"n": 7})
        while not words:
            await asyncio.sleep(0.005)
        assert words == [(second.name, {"n": 7})]

        there.post(Exit(bo))
        await heard(ada, "presence", here=[0], watchers=0)
        there.post(Enter(bo, None))
        ada.heard.clear()
        await heard(ada, "presence", here=[0, 2])
        ada.heard.clear()
        await second.mail.close()  # the server stops
        await heard(ada, "presence", here=[0])

    run_servers(*buses, play)


def test_a_word_that_only_a_newer_version_understands_is_not_heard_and_the_next_one_is(buses: tuple[str, str]) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, _) = await one_table(first, second, BOTH_HERE)
        here.post(Enter(ada, None))
        for kind in ("said", "call", "link"):
            there.neighbours.say(kind, {"seat": 0, "phrase": "of the future", "n": "one", "seats": None})
        there.neighbours.say("said", SaidElsewhere(2, "bravo"))
        await heard(ada, "said", seat=2, phrase="bravo")

    run_servers(*buses, play)


def test_however_many_are_connected_other_servers_hear_who_is_there(buses: tuple[str, str]) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, _) = await one_table(first, second, [Chair(0, "here"), Chair(2, "open")])
        bo, names = secrets.token_hex(32), [secrets.token_hex(32) for _ in range(900)]
        await there.ask(lambda table: table.join(Join(there.sitting.deed.invite, "Bo"), bo))
        here.post(Enter(ada, None))
        await heard(ada, "presence", here=[0])
        there.connections |= {Listener(name) for name in [*names, bo, bo, bo]}
        there.post(Enter(Listener(bo), None))
        await heard(ada, "presence", here=[0, 2], watchers=900)

    run_servers(*buses, play)


def test_who_comes_back_on_another_server_before_he_was_missed_is_asked_again(tmp_path: Path) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, _) = await one_table(first, second, [Chair(0, "here"), Chair(2, "open")])
        await there.ask(lambda table: table.join(Join(there.sitting.deed.invite, "Bo"), "bo"))
        here.post(Enter(ada, None))
        there.post(Enter(Listener("bo"), None))
        await heard(ada, "presence", here=[0, 2])
        here.calls.slow.add("bo")
        there.post(Enter(Listener("bo"), None))
        while here.calls.slow:
            await asyncio.sleep(0.005)

    run_servers(sqlite_url(tmp_path / "tables.db"), "", play)


def test_a_throw_mixes_the_links_of_browsers_on_other_servers(buses: tuple[str, str]) -> None:
    async def play(first: Tables, second: Tables) -> None:
        live = await first.create(NewTable(Setup("mensch", 2), [Chair(0, "here"), Chair(2, "open")]), "ada")
        await live.ask(lambda table: table.join(Join(live.sitting.deed.invite, "Bo"), "bo"))
        other = await second.find(live.sitting.deed.id)
        assert other
        ada, bo = Browser(live, "ada", 0), Browser(other, "bo", 2)
        await ada.sit()
        await bo.sit()
        await heard(ada, "presence", here=[0, 2])
        await live.order(ada, p.Start("begin"))
        thrown = await ada.throw()
        assert (thrown["links"], thrown["silent"]) == ([[0, ada.chain[1]], [2, bo.chain[1]]], [])
        assert await heard(bo, "thrown", n=0) == thrown
        assert [message["ev"] for message in bo.heard if message["ev"] in ("started", "call", "thrown")] == ["started", "call", "thrown"]

    run_servers(*buses, play)


def test_a_bot_acts_where_the_last_event_was_written_and_elsewhere_if_that_server_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_turns, "GRACE", 0.05)

    async def play(first: Tables, second: Tables) -> None:
        here = await first.create(NewTable(Setup("mensch", 2, pieces=1), [Chair(0, "here"), Chair(2, "bot")]), "ada")
        there = await second.find(here.sitting.deed.id)
        assert there
        ada, bo = Listener("ada"), Listener("bo")
        here.post(Enter(ada, None))
        there.post(Enter(bo, None))
        await heard(ada, "presence", watchers=1)
        await heard(bo, "presence", here=[0])
        died: list[Act] = []
        monkeypatch.setattr(here.bots, "play", lambda act: asyncio.sleep(0, died.append(act)))
        while not died:  # until the bot should act
            if here.sitting.snapshot and here.sitting.snapshot.seat == 0:
                await act(here, ada)
            await asyncio.sleep(0)
        before = here.sitting.seq
        assert here.leads
        assert not there.leads
        while not there.leads:
            await asyncio.sleep(0.005)
        await heard(ada, "thrown", seq=before + 1, seat=2)

    run_servers(sqlite_url(tmp_path / "tables.db"), "", play)


def test_a_bot_whose_time_came_while_nobody_was_there_acts_when_somebody_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(tables: Tables) -> None:
        live, guest = await tables.create(NewTable(Setup("mensch", 2), TWO_BOTS), "ada"), Listener("ada")
        live.neighbours.hear("gone", Here(live.sitting.deed.id, ("bo",)))  # the bot should act there
        for item in (Enter(guest, None), Exit(guest), Wake(live.sitting.at)):
            live.post(item)
        await live.ask(lambda _: None)
        assert events(guest) == []
        monkeypatch.setattr(bot_turns, "GRACE", 0.0)
        live.post(Enter(guest, None))
        await heard(guest, "thrown")

    monkeypatch.setattr(bot_turns, "GRACE", 1000.0)
    at_tables(tmp_path, play)


async def act(live: LiveTable, guest: Listener) -> None:
    """Throw or play, whatever is due."""
    name, at = secrets.token_hex(8), live.sitting.seq
    throws = live.sitting.snapshot and live.sitting.snapshot.node == "throw"
    await live.order(guest, throw(name, at) if throws else p.Play(name, at, 0))


def test_who_was_only_held_up_brings_his_players_back(buses: tuple[str, str]) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, bo) = await one_table(first, second, BOTH_HERE)
        bo.holder = "bo"
        here.post(Enter(ada, None))
        there.post(Enter(bo, None))
        await heard(ada, "presence", watchers=1)
        words: list[str] = []
        there.neighbours.ears["greeting"] = lambda server, _: words.append(server)
        here.neighbours.say("greeting", None)  # after this, nothing said before is still on its way
        while not words:
            await asyncio.sleep(0.005)
        Newsreader(second).lose(first.name)  # nothing was heard of it for a while
        await heard(bo, "presence", here=[])
        bo.heard.clear()
        here.neighbours.say("greeting", None)
        await heard(bo, "presence", here=[0, 2])

    run_servers(*buses, play)


def test_a_server_whose_clock_is_set_back_still_gives_signs_of_life(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(first: Tables, second: Tables) -> None:
        reader, now = Newsreader(second), time.monotonic()
        await first.is_writable()
        reader.count(second.store.servers(), now)
        assert first.name in second.others
        monkeypatch.setattr("pachisi.web.tables.time.time", lambda: now - 3600)
        await first.is_writable()
        reader.count(second.store.servers(), now + news.SILENCE + 1)
        assert first.name in second.others

    monkeypatch.setattr("pachisi.web.tables.PULSE", 0)
    on_two_servers(url, look)


@pytest.mark.parametrize("service", ["postgres", "redis"])
def test_a_note_is_not_lost_with_a_connection_that_was_cut_while_it_was_idle(
    service: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    running = request.getfixturevalue(service)
    url, bus = (running.schema(), "") if service == "postgres" else (sqlite_url(tmp_path / "tables.db"), running.url)

    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, bo) = await one_table(first, second, BOTH_HERE)
        there.post(Enter(bo, None))
        here.post(Enter(ada, None))
        await heard(bo, "presence", here=[0, 2])
        await asyncio.to_thread(running.cut_idle)
        here.neighbours.say("greeting", 7)
        words: list[Any] = []
        there.neighbours.ears["greeting"] = lambda _, body: words.append(msgspec.json.decode(body))
        while not words:
            await asyncio.sleep(0.005)

    run_servers(url, bus, play)


@pytest.mark.parametrize("service", ["postgres", "redis"])
def test_a_line_that_breaks_comes_back(service: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    running = request.getfixturevalue(service)
    file = sqlite_url(tmp_path / "tables.db")
    url, bus = (running.schema(), "") if service == "postgres" else (file, running.url)

    async def play(first: Tables, second: Tables) -> None:
        here = await first.create(NewTable(Setup("mensch", 2), BOTH_HERE), "ada")
        there = await second.find(here.sitting.deed.id)
        assert there
        await asyncio.to_thread(running.crash)
        lines = [tables.mail.bus for tables in (first, second) if tables.mail.bus]
        while any(line.up for line in lines):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(running.start)
        while not all(line.up for line in lines):
            await asyncio.sleep(0.01)
        ada, bo = Listener("ada"), Listener("bo")
        here.post(Enter(ada, None))
        there.post(Enter(bo, None))
        await heard(bo, "presence", here=[0, 2])
        await here.order(ada, throw("k1", 1))
        await heard(bo, "thrown")

    run_servers(url, bus, play)
