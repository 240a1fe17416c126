"""Tables in use, without a network: whose turn it is between them, and how they leave memory."""

from __future__ import annotations

import asyncio
import gc
import json
import secrets
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pachisi import Game, honest_dice
from pachisi.dice_proof import Share, verify
from pachisi.record import parse_record
from pachisi.web import protocol as p
from pachisi.web.forms import Chair, Join, NewTable, Setup
from pachisi.web.http import socket
from pachisi.web.http.app import build
from pachisi.web.notes import Written
from pachisi.web.settings import Settings
from pachisi.web.store import BrokenLog, Store, StoreError, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.table.calls import AskedElsewhere
from pachisi.web.table.inbox import Enter, Exit, Rest, Tick
from pachisi.web.table.live import LiveTable
from pachisi.web.table.sitting import Sitting
from pachisi.web.tables import Tables
from pachisi.web.views.narrator import Narrator
from pachisi.web.views.refusals import No
from pachisi.web.views.summary import record_text

PATIENCE = 20  # seconds after which a test has failed


class Listener:
    """Somebody at a table who keeps all that he hears."""

    def __init__(self, holder: str = "", lang: str = "en") -> None:
        self.holder, self.lang = holder, lang
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []

    def send(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def close(self, code: int) -> None:
        self.closed.append(code)


def at_tables(path: Path, then: Callable[[Tables], Awaitable[None]], **values: float) -> None:
    """All tables of a server, for as long as something is done with them."""

    Game("mensch", 2).throw(6)  # the compiler has all the time it needs

    async def run() -> None:
        tables = Tables(Store(sqlite_url(path / "tables.db")), Settings(pause=0, **values))  # type: ignore[arg-type]
        try:
            await asyncio.wait_for(then(tables), PATIENCE)
        finally:
            await tables.close()

    asyncio.run(run())


async def new_table(tables: Tables) -> LiveTable:
    return await tables.create(NewTable(Setup("mensch", 2)), "ada")


# --- the links of a throw ----------------------------------------------------------------------


class Browser(Listener):
    """Somebody with a chain, who answers every call or none."""

    def __init__(self, live: LiveTable, holder: str, seat: int) -> None:
        super().__init__(holder)
        self.live, self.seat, self.answers = live, seat, True
        self.chain = honest_dice.forge(live.sitting.deed.id, seat, 300, secrets.token_hex(32))
        self.since = 0

    def send(self, text: str) -> None:
        super().send(text)
        if self.heard[-1]["ev"] == "call" and self.answers:
            self.give(self.heard[-1]["n"])

    def give(self, n: int, link: str = "") -> None:
        self.live.order(self, p.GiveLink("link", n, link or self.chain[n - self.since + 1]))

    async def sit(self) -> None:
        """Come to the table and commit to the chain."""
        self.live.post(Enter(self, None))
        await self.live.order(self, p.CommitChain(secrets.token_hex(8), self.chain[0]))
        self.since = self.last("chained")["since"]

    async def throw(self) -> dict[str, Any]:
        """Throw, and wait until it has been told."""
        await self.live.order(self, p.Throw(secrets.token_hex(8), self.live.sitting.seq, "e" * 32))
        return self.last("thrown")

    def last(self, ev: str) -> dict[str, Any]:
        return next(message for message in reversed(self.heard) if message["ev"] == ev)

    def count(self, ev: str) -> int:
        return sum(message["ev"] == ev for message in self.heard)


async def two_browsers(tables: Tables) -> tuple[Browser, Browser]:
    """Ada and Bo at a table; it is Ada's turn."""
    live = await tables.create(NewTable(Setup("mensch", 2), [Chair(0, "here", "Ada"), Chair(2, "open")]), "ada")
    await live.ask(lambda live: live.join(Join(live.sitting.deed.invite, "Bo"), "bo"))
    ada, bo = Browser(live, "ada", 0), Browser(live, "bo", 2)
    await ada.sit()
    await bo.sit()
    await live.order(ada, p.Start("begin"))
    return ada, bo


def test_a_throw_mixes_the_links_of_everybody_who_is_here(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        ada, bo = await two_browsers(tables)
        thrown = await ada.throw()
        links = ((0, ada.chain[1]), (2, bo.chain[1]))
        assert (thrown["links"], thrown["silent"]) == ([list(link) for link in links], [])
        sitting = ada.live.sitting
        right = honest_dice.throw(sitting.deed.secret, sitting.deed.id, 0, "", (1, 2, 3, 4, 5, 6), 1, links)
        assert thrown["faces"] == list(right)
        assert ada.last("call") == bo.last("call") == {"ev": "call", "n": 0, "seats": [0, 2]}

    at_tables(tmp_path, play)


@pytest.mark.parametrize("sign", ["a late link", "another socket"])
def test_who_does_not_answer_is_named_once_and_asked_no_more_until_he_is_heard_of(tmp_path: Path, sign: str) -> None:
    async def play(tables: Tables) -> None:
        ada, bo = await two_browsers(tables)
        bo.answers = False
        thrown = await ada.throw()
        assert (thrown["links"], thrown["silent"]) == ([[0, ada.chain[1]]], [2])
        assert (await ada.live.calls.gather()).silent == ()
        assert ada.last("call")["seats"] == [0]
        if sign == "a late link":
            bo.give(0)
            assert bo.heard[-1]["code"] == "not_now"
        else:
            ada.live.post(Enter(Listener("bo"), None))
            await ada.live.order(ada, p.Ping("ping"))
        assert (await ada.live.calls.gather()).silent == (2,)
        assert ada.last("call")["seats"] == [0, 2]

    at_tables(tmp_path, play, call=0.01)


def test_who_is_away_is_not_asked(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        ada, bo = await two_browsers(tables)
        ada.live.post(Exit(bo))
        thrown = await ada.throw()
        assert (thrown["links"], thrown["silent"]) == ([[0, ada.chain[1]]], [])
        assert ada.last("call")["seats"] == [0]

    at_tables(tmp_path, play)


def test_a_wrong_link_is_refused_and_counts_as_none(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        ada, bo = await two_browsers(tables)
        bo.chain[1] = ada.chain[1]  # another's
        thrown = await ada.throw()
        assert (thrown["links"], thrown["silent"]) == ([[0, ada.chain[1]]], [2])
        assert [message["code"] for message in bo.heard if message["ev"] == "no"] == ["bad"]
        bo.give(0)
        assert bo.heard[-1]["code"] == "not_now"
        ada.give(5)
        assert ada.heard[-1]["code"] == "not_now"

    at_tables(tmp_path, play)


def test_a_bot_s_throw_mixes_the_links_of_the_people_at_the_table(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        live = await new_table(tables)
        ada = Browser(live, "ada", 0)
        await ada.sit()
        while not any(message["ev"] == "thrown" and message["seat"] == 2 for message in ada.heard):
            if live.sitting.on_turn == 0:
                choice = p.Play("", live.sitting.at, 0) if live.sitting.moves else p.Throw("", live.sitting.at, "e" * 32)
                await live.order(ada, msgspec.structs.replace(choice, id=secrets.token_hex(8)))
            await asyncio.sleep(0)
        throws = [message for message in ada.heard if message["ev"] == "thrown"]
        assert [one["links"] for one in throws] == [[[0, ada.chain[n + 1]]] for n in range(len(throws))]
        await live.order(ada, p.Close("close"))
        text = record_text(live.sitting)
        proof = verify(parse_record(text))
        assert proof.shares == {0: Share(len(throws), 0, 0)}
        assert proof.bare == 0

    at_tables(tmp_path, play)


def test_a_call_of_another_server_for_a_table_that_has_left_is_no_trouble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def call(tables: Tables) -> None:
        live = await new_table(tables)
        live.retire()
        live.calls.pass_on("", msgspec.Raw(msgspec.json.encode(AskedElsewhere(0, (0,), 0))))
        gc.collect()

    at_tables(tmp_path, call)
    assert caplog.text == ""


def test_nor_is_anything_else_that_is_asked_of_it_and_nobody_waits_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def call(tables: Tables) -> None:
        live = await new_table(tables)
        live.ask(lambda table: None).cancel()
        live.retire()
        live.ask(lambda table: None)
        await asyncio.sleep(0)
        gc.collect()

    at_tables(tmp_path, call)
    assert caplog.text == ""


def test_a_table_that_is_read_again_knows_its_chains_and_throws_the_same(tmp_path: Path) -> None:
    async def play(tables: Tables) -> None:
        ada, bo = await two_browsers(tables)
        await ada.throw()
        sitting = ada.live.sitting
        again = await asyncio.to_thread(tables.read, sitting.deed.id)
        assert again
        assert (again.chains, again.keepers, again.throws) == (sitting.chains, sitting.keepers, sitting.throws)
        assert again.chains[2] == honest_dice.Chain(2, 0, bo.chain[0], 0, bo.chain[1])

    at_tables(tmp_path, play)


# --- turns ------------------------------------------------------------------------------------


def test_a_flood_at_one_table_does_not_hold_up_another(tmp_path: Path) -> None:
    async def flood(tables: Tables) -> None:
        crowded, quiet = await new_table(tables), await new_table(tables)
        attacker, player = Listener(), Listener()
        for n in range(500):
            crowded.order(attacker, p.Speak(f"k{n}", "en"))
        await quiet.order(player, p.Ping("k"))
        assert [message["ev"] for message in player.heard] == ["pong"]
        assert crowded.inbox.qsize() > 450

    at_tables(tmp_path, flood)


class Hasty:
    """A browser that never waits for an answer, at a table that never answers."""

    client = None

    def __init__(self) -> None:
        self.ordered = 0

    async def receive(self) -> dict[str, str]:
        return {"type": "websocket.receive", "text": '{"do":"ping","id":"k"}'}

    def order(self, guest: object, command: p.Commands) -> asyncio.Future[None]:
        self.ordered += 1
        return asyncio.get_running_loop().create_future()


def test_few_commands_of_one_socket_wait_at_a_table(tmp_path: Path) -> None:
    async def flood(tables: Tables) -> None:
        hasty, writer = Hasty(), asyncio.get_running_loop().create_future()
        guest = socket.Socket(hasty, "ada", "en", 512)  # type: ignore[arg-type]
        reading = asyncio.create_task(socket.Sockets(tables).read(hasty, guest, hasty, writer))  # type: ignore[arg-type]
        await asyncio.wait([reading], timeout=0.1)
        assert hasty.ordered == socket.MOST_WAITING
        reading.cancel()

    at_tables(tmp_path, flood)


def test_asking_again_for_what_has_not_changed_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    for name in ("state", "answers"):
        real = getattr(Narrator, name)
        monkeypatch.setattr(
            Narrator, name, lambda self, *args, name=name, real=real: counted.append(name) or real(self, *args)
        )

    async def ask(tables: Tables) -> None:
        live, attacker = await new_table(tables), Listener()
        for n in range(50):
            live.order(attacker, p.Speak(f"k{n}", "de"))
            await live.order(attacker, p.Ask(f"w{n}", 0, 0))
        assert [message["ev"] for message in attacker.heard] == ["snapshot", "ack", "why"] * 50
        assert counted == ["state", "answers"]

    at_tables(tmp_path, ask)


# --- leaving memory -----------------------------------------------------------------------------


@pytest.mark.parametrize("touched", ["created", "asked", "visited"])
def test_a_table_that_nobody_sits_at_leaves_memory_however_it_came_there(tmp_path: Path, touched: str) -> None:
    async def wait(tables: Tables) -> None:
        live, guest = await new_table(tables), Listener()
        if touched == "asked":
            await live.ask(lambda table: table.sitting.seq)
        if touched == "visited":
            live.post(Enter(guest, None))
            live.post(Exit(guest))
        await live.task
        assert tables.live == {}
        assert await tables.find(live.sitting.deed.id)

    at_tables(tmp_path, wait, idle=0.02)


def test_so_does_one_that_was_busy_when_its_time_came(tmp_path: Path) -> None:
    async def wait(tables: Tables) -> None:
        live = await new_table(tables)
        assert live.resting
        live.resting.cancel()
        live.post(Rest())
        live.post(Tick())
        await live.task

    at_tables(tmp_path, wait, idle=0.02)


def test_a_table_that_cannot_write_sends_everybody_away_who_has_just_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(live: LiveTable) -> None:
        raise StoreError("The disk is full.")

    async def come(tables: Tables) -> None:
        live = await new_table(tables)
        first, late = Listener(), Listener()
        live.post(Enter(first, None))
        waiting, asked = live.order(first, p.Ping("k")), live.ask(lambda table: table.sitting.seq)
        await live.task
        live.post(Enter(late, None))
        for guest in (first, late):
            assert [message["ev"] for message in guest.heard] == ["bye"]
            assert guest.closed == [1012]
        await waiting
        with pytest.raises(No):
            await asked

    monkeypatch.setattr(LiveTable, "settle", fail)
    at_tables(tmp_path, come)


def test_whoever_asked_for_what_broke_a_table_is_answered_too(tmp_path: Path) -> None:
    async def ask(tables: Tables) -> None:
        live = await new_table(tables)
        with pytest.raises(No):
            await live.ask(lambda table: 1 / 0)
        await live.task
        assert tables.live == {}

    at_tables(tmp_path, ask)


# --- lists --------------------------------------------------------------------------------------


def never(*_: object) -> None:
    raise AssertionError("a game was replayed")


async def listed(tables: Tables) -> list[tuple[str, str, int]]:
    found = await tables.outlines(lambda: tables.store.rows_of("ada", 50))
    return [(outline.deed.id, outline.phase, outline.on_turn) for outline in found]


def test_a_list_replays_no_game_that_has_left_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str, int]] = []

    async def play(tables: Tables) -> None:
        live, closed = await new_table(tables), await new_table(tables)
        await live.ask(lambda table: table.record([f.Threw(0, (6,), "0" * 32)], "ada", "k1"))
        await closed.ask(lambda table: table.close())
        seen.extend(await listed(tables))

    async def look(tables: Tables) -> None:
        monkeypatch.setattr(Sitting, "replay", never)
        assert await listed(tables) == seen
        assert await tables.outline(seen[0][0])
        assert tables.live == {}

    at_tables(tmp_path, play)
    assert {(phase, turn) for _, phase, turn in seen} == {("play", 0), ("closed", -1)}
    at_tables(tmp_path, look)


def test_after_a_crash_a_list_replays_a_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(tables: Tables) -> None:
        monkeypatch.setattr(tables, "keep", lambda outlines: asyncio.sleep(0))
        await new_table(tables)

    async def look(tables: Tables) -> None:
        first = await listed(tables)
        assert [phase for _, phase, _ in first] == ["play"]
        monkeypatch.setattr(Sitting, "replay", never)
        assert await listed(tables) == first

    at_tables(tmp_path, crash)
    at_tables(tmp_path, look)


def test_a_table_that_cannot_be_read_is_left_out_of_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def create(tables: Tables) -> None:
        monkeypatch.setattr(tables, "keep", lambda outlines: asyncio.sleep(0))
        good, bad, worse = [(await new_table(tables)).sitting.deed.id for _ in range(3)]
        for name in (bad, worse):
            await tables.live[name].ask(lambda table: table.retire())
        with tables.store.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE events SET fact = 'x' WHERE table_id = '{bad}'")
            connection.exec_driver_sql(f"UPDATE tables SET deed = 'x' WHERE id = '{worse}'")
        assert [name for name, _, _ in await listed(tables)] == [good]
        with pytest.raises(BrokenLog):
            await tables.outline(bad)

    at_tables(tmp_path, create)
    assert "cannot be read" in caplog.text


def test_a_name_that_no_table_can_have_is_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(tables: Tables) -> None:
        monkeypatch.setattr(tables.store, "deed", never)
        monkeypatch.setattr(tables.store, "row", never)
        for name in ("a\0b", "", "x" * 41, "a b", "a\n"):
            assert await tables.find(name) is None
            assert await tables.outline(name) is None
            assert tables.read(name) is None

    at_tables(tmp_path, look)


# --- over HTTP ------------------------------------------------------------------------------------


def over_http(path: Path, then: Callable[[Tables, httpx.AsyncClient], Awaitable[None]]) -> None:
    """The whole application, without a network."""

    async def run() -> None:
        app = build(Store(sqlite_url(path / "tables.db")))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            await then(app.state.tables, client)
        await app.state.tables.close()

    asyncio.run(run())


def test_a_server_that_cannot_write_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        well = await client.get("/health")
        assert (well.status_code, well.json()["ok"]) == (200, True)
        with tables.store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE servers")
        ill = await client.get("/health")
        assert (ill.status_code, ill.json()["ok"]) == (503, False)

    monkeypatch.setattr("pachisi.web.tables.PULSE", 0)
    over_http(tmp_path, ask)


@pytest.mark.parametrize("host", ["[", "[::::]", "127.0.0.1:99999", "127.0.0.1:port"])
def test_a_host_that_is_no_address_leads_nowhere(host: str, tmp_path: Path) -> None:
    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        asked = await client.get("/api/address", headers={"Host": host})
        assert (asked.status_code, asked.json()) == (200, {"base": None})

    over_http(tmp_path, ask)


def test_the_loop_does_not_wait_for_a_resolver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_in: list[str] = []

    def resolve(*_: object) -> list[tuple[object, ...]]:
        asked_in.append(threading.current_thread().name)
        return [(0, 0, 0, "", ("192.0.2.7", 0))]

    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        tables.settings = replace(tables.settings, host="0.0.0.0")
        for _ in range(3):
            found = await client.get("/api/address", headers={"Host": "localhost:8000"})
            assert found.json()["base"] == "http://192.0.2.7:8000"

    monkeypatch.setattr("pachisi.web.reach.AWAY", ("255.255.255.255", 9))  # no way there
    monkeypatch.setattr("pachisi.web.reach.socket.getaddrinfo", resolve)
    over_http(tmp_path, ask)
    assert {name.partition("_")[0] for name in asked_in} == {"reader"}


def test_an_open_table_is_listed_however_many_have_ended_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pachisi.web.http.api.MOST_ROWS", 2)
    ids: list[str] = []

    async def create(tables: Tables) -> None:
        for _ in range(5):
            ids.append((await tables.create(NewTable(Setup("mensch", 2), public=True), "ada")).sitting.deed.id)
        for ended in ids[2:]:
            await tables.live[ended].ask(lambda live: live.close())

    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        assert {table["id"] for table in (await client.get("/api/open")).json()["tables"]} == set(ids[:2])

    at_tables(tmp_path, create)
    over_http(tmp_path, ask)


def test_games_are_printed_one_at_a_time_and_nobody_waits_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()

    def print_table(*_: object) -> bytes:
        threads.add(threading.current_thread().name)
        return b"%PDF"

    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        prints = [client.get("/api/print?book=mensch&players=2") for _ in range(8)]
        assert {answer.content for answer in await asyncio.gather(*prints)} == {b"%PDF"}

    monkeypatch.setattr("pachisi.web.http.api.print_table", print_table)
    over_http(tmp_path, ask)
    assert threads == {"press_0"}


def test_only_who_may_sit_down_brings_a_table_into_memory(tmp_path: Path) -> None:
    async def create(tables: Tables) -> None:
        await new_table(tables)

    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        table = f"/api/tables/{tables.store.all_rows(9)[0].id}"
        assert (await client.post(f"{table}/join", json={"invite": "no", "name": "Bo"})).status_code == 403
        assert (await client.get(table)).json()["phase"] == "play"
        assert (await client.get(f"{table}/qr.svg")).status_code == 200
        assert tables.live == {}

    at_tables(tmp_path, create)
    over_http(tmp_path, ask)


def test_what_the_log_cannot_answer_is_logged_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(tables: Tables, client: httpx.AsyncClient) -> None:
        with tables.store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE tables RENAME TO elsewhere")
        assert (await client.get("/api/tables/x")).status_code == 503

    over_http(tmp_path, ask)
    assert "GET /api/tables/x: The log could not be read" in caplog.text
    assert "Traceback" not in caplog.text


def test_nor_is_what_a_table_could_not_read_when_another_server_had_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def note(tables: Tables) -> None:
        def fail(*_: object) -> None:
            raise StoreError("The log could not be read: it is away.")

        live = await new_table(tables)
        monkeypatch.setattr(tables.store, "log", fail)
        live.post(Enter(Listener(), None))
        live.post(Written(live.sitting.deed.id, live.sitting.seq + 1))
        await live.task

    at_tables(tmp_path, note)
    assert "read again from its log. The log could not be read: it is away." in caplog.text
    assert "Traceback" not in caplog.text


def test_what_should_go_on_as_long_as_the_server_runs_does_not_end_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pachisi.web.http.app.make_ready", fail)
    monkeypatch.setattr("pachisi.web.news.Newsreader.look", fail)

    async def run() -> None:
        app = build(Store(sqlite_url(tmp_path / "tables.db")))
        async with app.router.lifespan_context(app):
            while caplog.text.count("ZeroDivisionError") < 2:
                await asyncio.sleep(0.005)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
