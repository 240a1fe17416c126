"""Games on a Ray cluster of this machine: two nodes, of which one dies in the middle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import RuleError, simulate
from pachisi.cli.main import main
from pachisi.simulation import blocks, cluster, on_ray
from pachisi.simulation.columns import join
from pachisi.table import set_up

GAMES = 20_000


@pytest.fixture(scope="module")
def nodes() -> Iterator[tuple[Any, list[Any]]]:
    utils = pytest.importorskip("ray.cluster_utils")
    ring = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield ring, [ring.add_node(num_cpus=1) for _ in range(2)]
    ring.shutdown()


@pytest.mark.long
@pytest.mark.parametrize(
    "command",
    [
        ["lab", "length", "mensch", "--players", "2", "--games", "3000", "--json"],
        ["arena", "greedy", "careful", "--players", "2", "--games", "500", "--json"],
    ],
)
def test_a_command_prints_the_same_on_a_cluster(command: list[str], nodes: tuple[Any, list[Any]]) -> None:
    there = CliRunner().invoke(main, [*command, "--ray", nodes[0].address])
    here = CliRunner().invoke(main, command)
    assert there.exit_code == 0, there.output
    assert json.loads(there.stdout) == json.loads(here.stdout)


@pytest.mark.long
def test_a_node_may_die_in_the_middle(nodes: tuple[Any, list[Any]]) -> None:
    ring, (first, _) = nodes
    table, found = set_up("mensch", 2), []
    with on_ray(ring.address):
        for number, block in enumerate(blocks(table, GAMES, "greedy", seed=4, progress=False)):
            found.append(block)
            if number == 2:
                ring.remove_node(first, allow_graceful=False)
    expected = simulate("mensch", GAMES, 2, "greedy", seed=4, progress=False)
    columns = join(found, expected)
    assert all(np.array_equal(columns[name], expected[name]) for name in expected)


def test_without_ray_its_absence_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(RuleError, match=r"^This needs Ray: install pachisi\[ray\]"), on_ray():
        pass


def test_a_machine_with_other_rules_refuses_to_play() -> None:
    found = cluster.play_there("other rules", b"", 0, 1)
    assert isinstance(found, RuleError)
    assert "another version of pachisi" in str(found)
