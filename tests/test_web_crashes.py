"""Several processes, and their database, are killed under load; benchmarks/crashes.py does the same for minutes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from benchmarks.crashes import OnePort, Plan, run

from .services import Postgres
from .web_client import Player, set_up

BOTH_HERE = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}]


def test_through_kills_and_crashes_nothing_acknowledged_is_lost_doubled_or_changed(postgres: Postgres) -> None:
    url = postgres.schema()
    outcome = run(OnePort(3, url), url, postgres, Plan(tables=3, kills=3, leaves=1, crashes=1, pause=0.04, between=0.3, least=60))
    assert outcome.faults == []
    assert outcome.waits


def test_processes_at_one_port_share_a_file_and_one_that_dies_is_replaced(tmp_path: Path) -> None:
    house = OnePort(2, str(tmp_path / "tables.db"))
    server, guest = house.server, house.server.guest()
    table = set_up(guest, seats=BOTH_HERE)["id"]
    players = [Player(server, guest, table) for _ in range(12)]  # all at one process: once in 2,000 times
    take_turns(players)
    victim = house.workers()[0]
    os.kill(victim, signal.SIGKILL)
    moved = [player for player in players if is_cut_off(player)]
    assert 0 < len(moved) < len(players)
    for player in moved:
        player.connect()
    take_turns(players)
    while len(house.workers()) < 2:
        time.sleep(0.02)
    assert victim not in house.workers()
    workers = house.workers()
    assert server.stop() == 0
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    for player in players:
        assert player.hear_until("bye")["again"]


TOLD_TOO_EARLY = """
import os, signal, time
from pachisi.web.workers import Crew

leave_group = os.setpgid

def be_told(*group):
    os.kill(os.getpid(), signal.SIGTERM)
    leave_group(*group)

os.setpgid = be_told
crew = Crew(1, lambda: time.sleep(60))
crew.run(crew.stopping.set)
"""


def test_a_process_that_is_told_to_stop_as_soon_as_it_exists_stops() -> None:
    subprocess.run([sys.executable, "-c", TOLD_TOO_EARLY], check=True, timeout=30)


def take_turns(players: list[Player]) -> None:
    """Several of them act, and all hear everything."""
    for player in players[::3]:
        assert player.act()["ev"] == "ack"
        for other in players:
            other.catch_up(player)


def is_cut_off(player: Player) -> bool:
    """Was this player connected to the process that was killed?"""
    try:
        return player.ask("ping")["ev"] != "pong"
    except ConnectionClosed:
        return True
