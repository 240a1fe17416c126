"""How the bots learn: what is noted of games, and what is written."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Game
from pachisi.bots.mind import make_minds
from pachisi.bots.nets import HUNTS, WEIGHTS, Knowledge, find_knowledge, read_knowledge, save_knowledge
from pachisi.cli.main import main
from pachisi.errors import RuleError
from pachisi.lab.solve import solve
from pachisi.lab.truth import find_solution
from pachisi.school.runs import read_runs, sum_up
from pachisi.school.solved import SolvedTable
from pachisi.school.student import load_torch
from pachisi.school.training import MISTAKES, TABLES, Manner, TrainingPlan, begin, load_lessons, play_at, play_round
from pachisi.school.tuning import play_trial, tune
from pachisi.table import Table, set_up


@pytest.fixture(scope="module")
def results() -> np.ndarray:
    """Some games of mensch with four, of which every position is told what came of it."""
    at = set_up("mensch", 4)
    return play_at(load_lessons(), at, find_knowledge(at), 3, Manner(), seed=5)


def test_what_came_of_a_position_is_one_winner(results: np.ndarray) -> None:
    assert len(results) > 300
    assert set(np.unique(results["goal"])) == {0.0, 1.0}
    assert (results["goal"].sum(1) == 1).all()
    assert results["value"].sum(1) == pytest.approx(1, abs=1e-5)


def test_a_lesson_sees_the_table_from_the_thrower(results: np.ndarray) -> None:
    """Four pieces of each colour in ascending order; hunts are those within twelve steps."""
    assert (np.diff(results["steps"], axis=2) >= 0).all()
    assert (np.sort(results["side"], axis=1) == np.arange(4)).all()
    assert (results["pairs"] < HUNTS).any()
    assert results["pairs"].min() >= 0
    assert results["pairs"].max() == HUNTS


def test_the_mean_over_the_next_throws_agrees_with_what_is_thought_now() -> None:
    at = set_up("mensch", 2)
    found = play_at(load_lessons(), at, find_knowledge(at), 20, Manner(trust=0.0), seed=5)
    assert (found["goal"] == found["ahead"]).all()
    assert np.sqrt(np.mean((found["ahead"] - found["value"])[:, :2] ** 2)) < 0.02


def test_a_solved_table_tells_what_its_positions_are_worth() -> None:
    at = set_up("mensch", 2, 0, 2)
    solution = find_solution(at)
    found = play_at(load_lessons(), at, find_knowledge(at), 5, Manner(stray=MISTAKES), seed=5)
    SolvedTable(at, solution).correct(found)
    first_tries = found[found["situation"][:, 0] == np.where((found["steps"][:, 0, :2] == 0).all(1), 2, 0)]
    assert len(first_tries) > 100
    for lesson in first_tries:
        pieces = [lesson["steps"][0, :2].tolist(), None, lesson["steps"][2, :2].tolist(), None]
        where = {"rulebook": "mensch", "players": 2, "options": {"pieces": 2}, "seat": 0, "pieces": pieces}
        value = solution.value(Game.from_position(where))
        assert lesson["goal"][lesson["side"][[0, 2]]] == pytest.approx([value, 1 - value], abs=1e-6)
    assert found["goal"].sum(1) == pytest.approx(1, abs=1e-6)


def test_every_other_table_of_a_round_is_the_solved_one() -> None:
    at = set_up("mensch", 2, 0, 1)
    plan, known = TrainingPlan("mensch", 2, games=64, seed=3, truth=1), find_knowledge(at)
    found, variants = play_round(plan, load_lessons(), known, 3, 0.0, SolvedTable(at, solve(at)))
    exact = ~np.isin(found["goal"], (0, 1)).all(1)  # the others are told what came of them
    assert set(range(0, TABLES, 2)) <= set(found["table"][exact].tolist())
    assert not exact.all()
    assert len(variants) == TABLES


def test_weights_are_fitted_by_playing_and_the_net_is_kept(tmp_path: Path) -> None:
    order = ["train", "ludo", "--players", "3", "--weights", "--rounds", "1", "--games", "6", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, order, catch_exceptions=False)
    assert "generation 1 of 1" in done.output
    known, learned = read_knowledge(WEIGHTS / "ludo-3.npz"), read_knowledge(tmp_path / "ludo-3.npz")
    assert np.array_equal(learned.net["out"], known.net["out"])
    assert learned.inputs == known.inputs
    before, after = read_runs(WEIGHTS / "ludo-3.json"), read_runs(tmp_path / "ludo-3.json")
    assert after[:-1] == before
    assert after[-1]["weights"] is True
    assert len(after[-1]["measured"]["gain"]) == 1


def test_weights_that_win_with_other_dice_as_well_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    at = set_up("mensch", 3)
    goal = find_knowledge(at).weights * 3 + 1

    def play_well(_: Table, new: np.ndarray, old: Knowledge, games: int, seed: int) -> float:
        nearer = np.abs(old.weights - goal).sum() - np.abs(new - goal).sum()
        return 0.1 * float(np.sign(nearer))

    monkeypatch.setattr("pachisi.school.tuning.play_trial", play_well)
    distances = [float(np.abs(known.weights - goal).sum()) for known, gain in tune(at, 30, 3000)]
    assert distances[-1] < distances[0] / 2
    assert distances == sorted(distances, reverse=True)


def test_weights_that_won_by_luck_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    at, luck = set_up("mensch", 2), np.random.default_rng(1)
    monkeypatch.setattr("pachisi.school.tuning.play_trial", lambda *_: float(luck.normal(0, 0.05)))  # as in 100 even games
    before = find_knowledge(at).weights
    assert all(np.array_equal(known.weights, before) and gain == 0 for known, gain in tune(at, 10, 100))


def test_better_weights_win_more_games() -> None:
    at = set_up("mensch", 2)
    known = find_knowledge(at)
    assert play_trial(at, -known.weights, known, 200, 1) < -0.3
    assert play_trial(at, known.weights, replace(known, weights=-known.weights), 200, 1) > 0.3


def test_weights_are_not_fitted_to_fewer_games_than_seats(tmp_path: Path) -> None:
    order = ["train", "mensch", "--players", "4", "--weights", "--rounds", "1", "--games", "3", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, order)
    assert (done.exit_code, done.stderr) == (1, "games = 3: new weights play from each of the 4 seats, so at least 4 games.\n")
    assert not list(tmp_path.iterdir())


def test_what_is_no_number_is_not_written(tmp_path: Path) -> None:
    known = find_knowledge(set_up("mensch", 4))
    with pytest.raises(RuleError, match=r"values that are no numbers, so mine\.npz is not written"):
        save_knowledge(replace(known, weights=known.weights * np.nan), tmp_path / "mine.npz")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "option",
    ["--minutes 1", "--positions 5000", "--steps 400", "--device cpu", "--cores 1", "--go-on", "--done 0.5", "--outcomes", "--truth 1", "--solution .", "--ray"],
)
def test_what_is_said_of_a_net_is_refused_where_weights_are_fitted(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pachisi.school.tuning.tune", lambda *_: pytest.fail("it trains"))
    monkeypatch.setattr("pachisi.simulation.on_ray", lambda _: nullcontext())
    done = CliRunner().invoke(main, ["train", "mensch", "--weights", *option.split()])
    assert done.exit_code == 1, done.output
    assert done.stderr == f"{option.split()[0]} is for a net, and --weights fits none; leave one of them out.\n"


def test_the_record_tells_run_by_run() -> None:
    runs = read_runs(WEIGHTS / "mensch-4.json")
    assert {"book", "games", "seed", "device", "measured"} <= runs[-1].keys()
    told = sum_up({"book": "mensch"}, [{"loss_net": 1.23456}, {"loss_net": 1.1, "seconds": 2.0}])
    assert told == {"book": "mensch", "measured": {"loss_net": [1.235, 1.1], "seconds": [2.0]}}


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(RuleError, match=r"pachisi\[train\]"):
        load_torch()


def test_without_torch_the_command_says_so_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "pachisi.school.training", raising=False)
    done = CliRunner().invoke(main, ["train", "no such book"])
    assert done.exit_code == 1
    assert 'pip install "pachisi[train]"' in done.stderr
    assert "pachisi.school.training" not in sys.modules


def test_a_book_of_ones_own_is_learned_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "data"))
    book = tmp_path / "house.toml"
    book.write_text('name = "House"\nbase = "mensch"\nboard = { arm = 5 }\n', encoding="utf-8")
    before = find_knowledge(set_up(book, 2))
    done = CliRunner().invoke(main, ["train", str(book), "--weights", "--rounds", "1", "--games", "4"])
    assert done.exit_code == 0, done.output
    assert f"Written to {tmp_path / 'data' / 'nets' / 'house.toml-2.npz'}" in done.stdout
    learned = find_knowledge(set_up(book, 2))
    assert before.note
    assert not learned.note.startswith("Nothing has been learned")
    assert (make_minds(set_up(book, 2))["weights"] == learned.weights).all()


def test_no_net_is_trained_for_a_board_for_six_and_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path / "data"))
    book = tmp_path / "six.toml"
    book.write_text('name = "Six"\nbase = "mensch"\nboard = { arms = 6 }\n', encoding="utf-8")
    with pytest.raises(RuleError, match="No net knows a board as large as this one"):
        begin(TrainingPlan(str(book), 6))
    assert "expert and master use the weights of mensch, and no net" in find_knowledge(set_up(book, 6)).note
