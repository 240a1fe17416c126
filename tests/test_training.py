"""A net is fitted with torch, written, and played with."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi.bots import find_knowledge
from pachisi.bots.inputs import inputs_of
from pachisi.bots.mind import make_minds
from pachisi.bots.nets import read_knowledge
from pachisi.cli import main
from pachisi.rulebooks import load
from pachisi.school.runs import read_runs
from pachisi.school.student import Student
from pachisi.school.training import TrainingPlan
from pachisi.table import set_up

BRIEF = ("--rounds", "4", "--games", "400", "--positions", "4000", "--steps", "40")


@pytest.mark.long
def test_a_short_training_leaves_a_net_and_the_record_of_the_run(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["train", "mensch", "--players", "2", *BRIEF, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    *rounds, last = done.output.splitlines()
    assert [line.split(",")[0] for line in rounds] == [f"round {n}" for n in (1, 2, 3, 4)]
    assert last == f"Written to {tmp_path / 'mensch-2.npz'}"
    (net,) = tmp_path.glob("*.npz")
    assert net.name == "mensch-2.npz"
    (run,) = read_runs(net.with_suffix(".json"))
    assert (read_knowledge(net).weights == find_knowledge(set_up("mensch", 2)).weights).all()  # the first rounds played by them
    losses = run["measured"]["loss_net"]
    assert losses
    assert all(map(math.isfinite, losses))


@pytest.mark.long
def test_master_finds_the_net_of_a_book_of_ones_own_and_continues_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "data"))
    book = tmp_path / "house.toml"
    book.write_text('name = "House"\nbase = "mensch"\nboard = { arm = 5 }\n', encoding="utf-8")
    order = ["train", str(book), "--rounds", "1", "--games", "400", "--positions", "4000", "--steps", "40"]
    done = CliRunner().invoke(main, order)
    assert done.exit_code == 0, done.output
    assert done.output.count("round ") == 3  # a net takes three at least
    known = find_knowledge(set_up(book, 2))
    assert known.note == ""
    assert make_minds(set_up(book, 2))["by_net"].tolist() == [0, 1]
    done = CliRunner().invoke(main, [*order, "--go-on"])
    assert done.exit_code == 0, done.output
    again = find_knowledge(set_up(book, 2))
    assert again.inputs == known.inputs
    assert (again.net["out"] != known.net["out"]).any()
    assert len(read_runs(tmp_path / "data" / "nets" / "house.toml-2.json")) == 2


@pytest.mark.long
def test_what_is_written_in_the_end_is_the_mean_of_the_last_rounds() -> None:
    student = Student(TrainingPlan("mensch"), inputs_of(load("mensch"), 2), find_knowledge(set_up("mensch", 2)).weights)
    rounds = []
    for _ in range(3):
        with student.torch.no_grad():
            student.parts["out"] += 1
        student.average()
        rounds.append(student.knowledge(net=True).net["out"])
    mean = student.knowledge(net=True, averaged=True).net["out"]
    assert mean == pytest.approx(sum(rounds) / 3, abs=1e-6)
    assert (student.knowledge(net=True).net["out"] == rounds[-1]).all()  # the one that plays the next round
