"""A net is fitted with torch, written, and played with."""

from __future__ import annotations

import math
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pachisi.bots import find_knowledge
from pachisi.bots.inputs import describe, facts_of, inputs_of
from pachisi.bots.mind import make_minds
from pachisi.bots.nets import Knowledge, find_file, read_knowledge
from pachisi.cli import main
from pachisi.lab.truth import find_solution
from pachisi.rulebooks import load
from pachisi.school.runs import read_runs
from pachisi.school.solved import SolvedTable
from pachisi.school.student import Student
from pachisi.school.training import Manner, TrainingPlan, load_lessons, play_at
from pachisi.table import Table, set_up

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
def test_master_finds_the_net_for_another_way_to_sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path))
    done = CliRunner().invoke(main, ["train", "mensch", "--players", "2", "--option", "two_person", *BRIEF])
    assert done.exit_code == 0, done.output
    (path,) = tmp_path.glob("nets/*.npz")
    assert find_file(set_up("mensch", 2, options={"two_person": True})) == path
    assert find_file(set_up("mensch", 2)) != path


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


@pytest.mark.long
def test_a_student_of_the_truth_values_positions_better_and_plays_on_with_it(tmp_path: Path) -> None:
    """With one piece, where little is to be learned beyond the values themselves."""
    order = ["train", "mensch", "--truth", "1", "--go-on", "--rounds", "5", "--games", "1280", "--steps", "200", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, order)
    assert done.exit_code == 0, done.output
    at = set_up("mensch", 2, pieces=1)
    before, after = find_knowledge(at), read_knowledge(tmp_path / "mensch-2.npz")
    lessons = play_at(load_lessons(), at, before, 200, Manner(), seed=99)
    SolvedTable(at, find_solution(at)).correct(lessons)
    assert distance(at, after, lessons) < 0.9 * distance(at, before, lessons)
    assert read_runs(tmp_path / "mensch-2.json")[-1]["truth"] == 1


@pytest.mark.long
def test_the_benchmark_for_a_gpu_teaches_a_net_and_judges_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "before"))
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "benchmarks"))
    gpu, at = import_module("gpu"), set_up("mensch", 2, pieces=1)
    gpu.teach(at, find_solution(at), 0.0, tmp_path, device="cpu", rounds=5, games=128, kept=4000, steps=20)
    gpu.judge(at, find_solution(at), "master", 100)
    assert find_knowledge(at).net["out"].tolist() == read_knowledge(tmp_path / "nets" / "mensch-2.npz").net["out"].tolist()
    assert re.search(r"^round 5, .*^master +[\d,]+ ", capsys.readouterr().out, re.MULTILINE | re.DOTALL)


def distance(at: Table, known: Knowledge, lessons: Any) -> float:
    """How far a net is from the goals of lessons, on average."""
    student = Student(TrainingPlan("mensch"), known.inputs, known.weights)
    student.recall(known)
    student.take(lessons, describe(facts_of(at.rules), known.inputs)[None])
    (batch,) = student.batches
    with student.torch.no_grad():
        chances = student.torch.softmax(student.feel(batch), 1)
    return float((chances - batch["goal"]).abs().mean())


def test_the_truth_is_for_two_and_for_nets() -> None:
    done = CliRunner().invoke(main, ["train", "mensch", "--truth", "2", "--weights"])
    assert (done.exit_code, "--weights fits none" in done.stderr) == (1, True)
