"""The example agent learns, and learns the same from the same seed."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from pachisi.cli.main import main

ROOT = Path(__file__).parent.parent


def load_example() -> ModuleType:
    found = importlib.util.spec_from_file_location("learn_mensch", ROOT / "examples" / "learn_mensch.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.long
def test_the_same_seed_trains_the_same_agent() -> None:
    example = load_example()
    lesson = example.GAMES * example.LENGTH
    nets = [example.train(3 * lesson, seed, report=False) for seed in (1, 1, 2)]
    marks = [sum(float(part.detach().double().abs().sum()) for part in net.parameters()) for net in nets]
    assert marks[0] == marks[1] != marks[2]


SIMULATED_GPU = """
import numpy as np
from tests.test_learning import load_example

np.seterr(over="ignore")
example = load_example()
example.LENGTH = 4
nets = [example.train(2 * 4 * 3, device=device, games=3, report=False) for device in ("cpu", "cuda")]
assert all((ours == theirs).all() for ours, theirs in zip(*(net.parameters() for net in nets)))
print("the same")
"""


@pytest.mark.long
def test_the_example_learns_the_same_from_a_batch_on_a_gpu() -> None:
    """In CUDA's simulator, where torch computes on the CPU: what differs is the batch alone."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", SIMULATED_GPU], env=environment, capture_output=True, text=True)
    assert done.stdout == "the same\n", done.stderr


@pytest.mark.long
def test_an_agent_that_has_learned_beats_greedy_and_plays_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = load_example()
    net = example.train(1_000_000, report=False)
    share, half = example.win_share(net, 4000, "greedy")
    assert share - half > 0.5
    example.save(net, tmp_path / "learned.pt")
    monkeypatch.setenv("LEARNED", str(tmp_path / "learned.pt"))
    mine = f"{ROOT / 'examples' / 'learned.py'}:choose"
    result = CliRunner().invoke(main, ["arena", "random", mine, "--players", "2", "--games", "100", "--json"])
    assert result.exit_code == 0, result.output
    (match,) = json.loads(result.stdout)["rows"]
    assert (match["one"], match["wins"]["value"] < 40) == ("random", True)
