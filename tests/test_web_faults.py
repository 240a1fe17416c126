"""The server is killed in the middle of play: nothing that was acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pachisi.web.forms import Setup
from pachisi.web.rows import deed_row, event_row
from pachisi.web.settings import Settings
from pachisi.web.store import BrokenLog, Store, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.table.sitting import Sitting
from pachisi.web.tables import Tables

from .web_client import Player, Server, set_up

TABLES = 4
Broken = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)


class Stubborn(threading.Thread):
    """A player at two seats who sends every command until it is answered, whatever happens to the server."""

    def __init__(self, server: Server, number: int) -> None:
        super().__init__(daemon=True)
        self.server, self.guest, self.over = server, server.guest(), threading.Event()
        seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "here" if number % 2 else "bot"}]
        self.table = set_up(self.guest, ("mensch", "parcheesi")[number % 2], seats=seats)["id"]
        self.player = Player(server, self.guest, self.table)
        self.acknowledged: dict[str, int] = {}
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.over.is_set() and self.player.phase == "play":
                if not self.player.my_turn():
                    self.through(lambda: self.player.hear(1))
                else:
                    self.insist(self.next_command())
        except BaseException as error:
            self.fault = error

    def next_command(self) -> dict[str, Any]:
        state, name = self.player.state or {}, secrets.token_hex(8)
        if state["node"] == "move":
            return {"do": "play", "id": name, "at": state["seq"], "index": 0}
        return {"do": "throw", "id": name, "at": state["seq"], "nonce": secrets.token_hex(16)}

    def insist(self, command: dict[str, Any]) -> None:
        while command["id"] not in self.player.answers and not self.over.is_set():
            self.through(lambda: self.speak(command))
        if command["id"] in self.player.answers:
            answer = self.player.answers[command["id"]]
            assert answer["ev"] == "ack", answer
            self.acknowledged[command["id"]] = answer["seq"]

    def speak(self, command: dict[str, Any]) -> None:
        self.player.socket.send(json.dumps(command))
        while command["id"] not in self.player.answers:
            self.player.hear()

    def through(self, do: Any) -> None:
        """Do something; if the server is gone, wait for it and come back to the table."""
        try:
            do()
        except TimeoutError:
            return
        except Broken:
            while not self.over.is_set():
                try:
                    self.player.rooms.close()
                    self.player.connect()
                    return
                except Broken:
                    time.sleep(0.05)


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_killed_in_mid_play_the_server_loses_nothing_acknowledged_and_does_nothing_twice(
    kills: int, tmp_path: Path
) -> None:
    file = tmp_path / "tables.db"
    server = Server(file, "--no-limits")
    players = [Stubborn(server, number) for number in range(TABLES)]
    for player in players:
        player.start()
    chance = random.Random(4)
    for _ in range(kills):
        time.sleep(0.3 + chance.random())
        server.kill()
        server.start()
    time.sleep(0.5)
    for player in players:
        player.over.set()
    for player in players:
        player.join(30)
        assert player.fault is None
        assert not player.is_alive()
    assert server.stop() == 0
    for player in players:
        compare(file, player)
    assert sum(len(player.acknowledged) for player in players) > 5 * TABLES


def compare(file: Path, player: Stubborn) -> None:
    """What a player was told, against the log."""
    with sqlite3.connect(file) as connection:
        query = "select seq, command, fact from events where table_id = ? order by seq"
        rows = connection.execute(query, (player.table,)).fetchall()
    connection.close()
    assert [seq for seq, _, _ in rows] == list(range(1, len(rows) + 1))
    commands = [command for _, command, _ in rows if command]
    assert len(commands) == len(set(commands))
    where = {command: seq for seq, command, _ in rows}
    assert {name: where.get(name) for name in player.acknowledged} == player.acknowledged
    logged = {seq: f.read_fact(fact) for seq, _, fact in rows}
    for event in player.player.heard:
        fact = logged[event["seq"]]
        if event["ev"] == "thrown":
            assert isinstance(fact, f.Threw)
            assert (fact.seat, list(fact.faces), fact.nonce) == (event["seat"], event["faces"], event["nonce"])
        if event["ev"] == "moved":
            assert isinstance(fact, f.Played)
            assert (fact.seat, fact.index) == (event["seat"], event["move"]["index"])


def test_stopped_politely_everything_lies_in_one_file_and_the_game_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])
    player = Player(server, guest, table["id"])
    for _ in range(5):
        player.act()
    assert server.stop() == 0
    copy = tmp_path / "copy.db"
    copy.write_bytes((tmp_path / "tables.db").read_bytes())
    store = Store(sqlite_url(copy))
    deed = store.deed(table["id"])
    assert deed
    sitting = Sitting.replay(deed, store.log(table["id"]))
    store.close()
    assert sitting.seq == player.seq
    assert player.state
    assert sitting.snapshot
    assert [list(steps) if steps else None for steps in sitting.snapshot.pieces] == player.state["pieces"]
    server.db = copy
    server.start()
    player.rooms.close()
    player.connect()
    assert player.welcome["resumed"]
    assert player.act()["ev"] == "ack"
    server.kill()


def test_a_port_or_a_file_that_cannot_be_used_is_refused_in_a_sentence(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pachisi.cli.main import main

    place = tmp_path / "no" / "such" / "folder.db"
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--no-browser", "--db", str(place)])
    assert result.exit_code == 1
    assert "cannot be kept in" in result.output
    result = CliRunner().invoke(
        main, ["serve", "--host", "203.0.113.1", "--no-browser", "--db", str(tmp_path / "a.db")]
    )
    assert result.exit_code == 1
    assert "Nobody can listen" in result.output
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--no-browser", "--bus", "mail://box"])
    assert result.exit_code == 1
    assert "--bus takes an address like redis://" in result.output


@pytest.mark.parametrize("wrong", ["faces", "move", "seq", "json"])
def test_a_log_that_does_not_fit_is_refused_and_left_alone(tmp_path: Path, wrong: str) -> None:
    store = Store(sqlite_url(tmp_path / "tables.db"))
    places = (f.Place(0, "ada"), f.Place(2, "ada"))
    deed = f.Deed("table", 0.0, "ada", Setup("mensch", 2), places, "0" * 64, "", "", True, 0.0)
    log = [f.Began(), f.Threw(0, (3,), "0" * 32), f.Played(0, 0, "3: 0/1-4"), f.Threw(2, (1,), "0" * 32)]
    rows = [event_row("table", f.LoggedFact(seq, fact), 0.0) for seq, fact in enumerate(log, 1)]
    asyncio.run(store.append([deed_row(deed), *rows]))
    tables = Tables(store, Settings())
    assert tables.read("table").seq == 4  # type: ignore[union-attr]
    change = {
        "faces": "update events set fact = replace(fact, '[3]', '[9]')",
        "move": "update events set fact = replace(fact, '1-4', '1-5')",
        "seq": "delete from events where seq = 2",
        "json": "update events set fact = 'x' where seq = 3",
    }
    with store.engine.begin() as connection:
        connection.exec_driver_sql(change[wrong])
    with pytest.raises(BrokenLog, match="The log of table table cannot be read"):
        tables.read("table")
    store.close()
