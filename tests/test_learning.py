"""The example agent learns, and learns the same from the same seed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from pachisi.cli.main import main

from .test_batch_cuda import run_simulated

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
example.LENGTH, example.PARTS = 24, 1
nets = [example.train(2 * 24 * 3, device=device, games=3, report=False) for device in ("cpu", "cuda")]
assert all(part.isfinite().all() for part in nets[0].parameters())
assert all((ours == theirs).all() for ours, theirs in zip(*(net.parameters() for net in nets)))
print("the same")
"""


@pytest.mark.long
def test_the_example_learns_the_same_from_a_batch_on_a_gpu() -> None:
    """In CUDA's simulator, where torch computes on the CPU: what differs is the batch alone."""
    assert run_simulated("-c", SIMULATED_GPU) == "the same\n"


ON_A_GPU = """
import numpy as np
from pachisi import Batch
from tests.test_readme import blocks

np.seterr(over="ignore")
(shown,) = [block.text for block in blocks("docs/batch.md") if block.kind == "py"]
names = {"Batch": Batch}
exec(shown.replace("1_000_000", "3").replace("range(100)", "range(3)"), names)
assert names["mask"].shape == (3, 47) and names["earned"].shape == (3, 4)
print("it runs")
"""


@pytest.mark.long
def test_what_the_page_shows_for_a_gpu_runs_in_cudas_simulator() -> None:
    assert run_simulated("-c", ON_A_GPU) == "it runs\n"


@pytest.mark.long
def test_an_agent_that_has_learned_beats_greedy_and_plays_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = load_example()
    net = example.train(1_500_000, report=False)
    share, half = example.win_share(net, 4000, "greedy")
    assert share - half > 0.5
    example.save(net, tmp_path / "learned.pt")
    monkeypatch.setenv("LEARNED", str(tmp_path / "learned.pt"))
    mine = f"{ROOT / 'examples' / 'learned.py'}:choose"
    result = CliRunner().invoke(main, ["arena", "random", mine, "--players", "2", "--games", "100", "--json"])
    assert result.exit_code == 0, result.output
    (match,) = json.loads(result.stdout)["rows"]
    assert (match["one"], match["wins"]["value"] > 60) == (mine, True)
