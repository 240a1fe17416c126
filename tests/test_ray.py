"""Games on a Ray cluster of this machine: two nodes, of which one dies in the middle."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import RuleError, simulate
from pachisi.bots.nets import find_knowledge
from pachisi.cli.main import main
from pachisi.school.training import TrainingPlan, load_lessons, play_round
from pachisi.simulation import blocks, cluster, on_ray
from pachisi.table import set_up

ROOT = Path(__file__).parent.parent
GAMES = 20_000


@pytest.fixture(scope="module")
def nodes() -> Iterator[tuple[Any, list[Any]]]:
    ring = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield ring, [ring.add_node(num_cpus=1) for _ in range(2)]
    ring.shutdown()


@pytest.mark.long
@pytest.mark.parametrize(
    "command",
    [
        ["lab", "length", "mensch", "--players", "2", "--games", "3000", "--json"],
        ["lab", "options", "pachisi-classic", "--players", "2", "--pieces", "1", "--games", "60", "--json"],
        ["lab", "heat", "mensch", "--games", "400", "--json"],
        ["arena", "greedy", "careful", "--players", "2", "--games", "500", "--json"],
    ],
)
def test_a_command_prints_the_same_on_a_cluster(command: list[str], nodes: tuple[Any, list[Any]]) -> None:
    there = CliRunner().invoke(main, [*command, "--ray", nodes[0].address])
    here = CliRunner().invoke(main, command)
    assert there.exit_code == 0, there.output
    assert json.loads(there.stdout) == json.loads(here.stdout)


@pytest.mark.long
def test_the_games_of_training_are_the_same_on_a_cluster(nodes: tuple[Any, list[Any]]) -> None:
    plan, known = TrainingPlan("mensch", 2, 1, 0.0, games=64, seed=3), find_knowledge(set_up("mensch", 2))
    here = play_round(plan, load_lessons(), known, 0, 0.5)
    with on_ray(nodes[0].address):
        there = play_round(plan, load_lessons(), known, 0, 0.5)
    assert len(here[0]) > 1000
    assert all(np.array_equal(here[0][name], there[0][name]) for name in here[0].dtype.names)  # between the fields lies anything
    assert np.array_equal(here[1], there[1])


@pytest.mark.long
def test_progress_and_ctrl_c_are_as_at_home(nodes: tuple[Any, list[Any]]) -> None:
    """At a terminal: a bar that moves; after Ctrl-C a report of what was played, and the exit code of a command that was stopped."""
    master, slave = pty.openpty()
    asked = ["lab", "length", "mensch", "--players", "2", "--games", "1000000000", "--json", "--ray", nodes[0].address]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = subprocess.Popen([sys.executable, "-m", "pachisi", *asked], stdout=subprocess.PIPE, stderr=slave, env=environment, text=True)
    os.close(slave)
    shown, seen = "", set[str]()
    while len(seen) < 3:
        shown += os.read(master, 1000).decode()
        seen = set(re.findall(r"Playing[^\r]*", shown))
    command.send_signal(signal.SIGINT)
    told, _ = command.communicate(timeout=60)
    os.close(master)
    (row,) = json.loads(told)["rows"]
    assert 0 < row["games"] < 10**9
    assert command.returncode == 130


def play_while(happening: Callable[[], Any]) -> None:
    """The games are the same, whatever happens to the cluster in the middle."""
    table, found = set_up("mensch", 2), []
    for number, block in enumerate(blocks(table, GAMES, "greedy", seed=4, progress=False)):
        found.append(block)
        if number == 2:
            happening()
    expected = simulate("mensch", GAMES, 2, "greedy", seed=4, progress=False)
    assert all(np.array_equal(np.concatenate([block[name] for block in found]), expected[name]) for name in expected)


@pytest.mark.long
def test_a_node_may_die_in_the_middle(nodes: tuple[Any, list[Any]]) -> None:
    ring, (first, _) = nodes
    with on_ray(ring.address):
        play_while(lambda: ring.remove_node(first, allow_graceful=False))


@pytest.mark.long
def test_a_node_may_come_in_the_middle(nodes: tuple[Any, list[Any]]) -> None:
    ring, _ = nodes
    with on_ray(ring.address):
        cores = cluster.watch(import_module("ray"))
        before = cores()
        play_while(lambda: ring.add_node(num_cpus=2))
        time.sleep(cluster.RECOUNTED)
        assert cores() == before + 2


def test_without_ray_its_absence_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(RuleError, match=r"^This needs Ray: install pachisi\[ray\]"), on_ray():
        pass


def test_a_machine_with_other_rules_refuses_to_play() -> None:
    found = cluster.play_there("other rules", b"", 0, 1)
    assert isinstance(found, RuleError)
    assert "another version of pachisi" in str(found)
