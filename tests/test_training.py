"""A net is fitted with torch, written, and played with."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi.cli import main
from pachisi.school.runs import read_runs

BRIEF = ("--rounds", "4", "--games", "400", "--positions", "4000", "--steps", "40")


@pytest.mark.long
def test_a_short_training_leaves_a_net_and_the_record_of_the_run(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["train", "mensch", "--players", "2", *BRIEF, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert [line.split(",")[0] for line in done.output.splitlines()] == [f"round {n}" for n in (1, 2, 3, 4)]
    (net,) = tmp_path.glob("*.npz")
    assert net.name == "mensch-2.npz"
    (run,) = read_runs(net.with_suffix(".json"))
    losses = run["measured"]["loss_net"]
    assert losses
    assert all(map(math.isfinite, losses))
