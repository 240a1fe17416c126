"""The example agent learns, and learns the same from the same seed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def load_example() -> ModuleType:
    found = importlib.util.spec_from_file_location("actor_critic", ROOT / "examples" / "actor_critic.py")
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


@pytest.mark.long
def test_an_agent_that_has_learned_wins_more() -> None:
    """After a minute only, so against a weak opponent."""
    example = load_example()
    net = example.train(1_000_000, against="random", report=False)
    assert example.win_share(net, 2000, "random") > 0.55
