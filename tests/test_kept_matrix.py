"""A table solved side by side is kept in a folder: resumed after an interruption, read again, refused where it does not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Game, NotationError, RuleError
from pachisi.bots import BOTS, bot, decide
from pachisi.cli.main import main
from pachisi.lab.duels import Duels
from pachisi.lab.lookup import ONE
from pachisi.lab.matrix_files import Blocks, MatrixFolder
from pachisi.lab.matrix_solution import MatrixSolution, load_matrix, solve_matrix
from pachisi.lab.truth import find_solution, find_values
from pachisi.record import write_record
from pachisi.table import set_up

pytestmark = pytest.mark.long
TABLE, GAP = set_up("mensch", 2, pieces=2), 1e-6
POSITIONS = ["mensch 2 pieces=2 | 0,12 - 3,40 - | 0 | 5", "mensch 2 pieces=2 | 0,1 - 0,1 - | 0", "mensch 2 pieces=2 | 5,12 - 30,33 - | 0 | 4"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MatrixSolution]:
    folder = tmp_path_factory.mktemp("kept") / "two"
    return folder, solve_matrix(TABLE, gap=GAP, folder=folder)


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def spoil(folder: Path) -> Any:
    """Cells of finished blocks that are no position may hold anything: a GPU leaves them as they are. Which are not spoilt?"""
    kept = MatrixFolder.open(folder, TABLE)
    side = kept.side()
    assert side is not None
    values, plan = kept.make(side), Blocks(side)
    whole = np.ones(len(values), bool)
    for i, j in kept.notes.errors:
        met = side.own[slice(*plan.bounds(i)), None] & side.facing[slice(*plan.bounds(j))] > 0
        plan.block(values, i, j)[met], plan.block(whole, i, j)[met] = ONE, False
    kept.write()
    return whole


def test_an_interrupted_solve_continues_where_it_was(tmp_path: Path, kept: tuple[Path, MatrixSolution]) -> None:
    stages: list[str] = []

    def interrupt(name: str, share: float) -> None:
        if name == "0 and 0 at home" and share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_matrix(TABLE, interrupt, GAP, folder=tmp_path / "two")
    with pytest.raises(NotationError, match=r"is not finished; `pachisi lab solve` with --out .*two continues it"):
        load_matrix(tmp_path / "two", TABLE)
    whole = spoil(tmp_path / "two")
    again = solve_matrix(TABLE, lambda name, _: stages.append(name), GAP, folder=tmp_path / "two")
    assert set(stages) == {"0 and 0 at home"}
    apart = np.abs(again.values.astype(np.int64) - kept[1].values.astype(np.int64))[whole].max()
    assert apart / ONE <= again.error + kept[1].error  # threads settle tiles in any order
    assert abs(again.first - kept[1].first) <= again.first_error + kept[1].first_error
    stages.clear()
    solve_matrix(TABLE, lambda name, _: stages.append(name), GAP, folder=tmp_path / "two")
    assert stages == []


def test_a_kept_table_is_read_as_it_was_solved(kept: tuple[Path, MatrixSolution]) -> None:
    folder, solved = kept
    again = load_matrix(folder, TABLE)
    assert again.summary() == solved.summary()
    assert (again.values == solved.values).all()
    assert abs(again.first - find_solution(TABLE).first) <= again.first_error


def test_values_are_those_of_the_table_solved_position_by_position(tmp_path: Path, kept: tuple[Path, MatrixSolution]) -> None:
    (tmp_path / "positions.txt").write_text("\n".join(POSITIONS[1:]))
    here = json.loads(run("lab", "values", POSITIONS[0], str(tmp_path / "positions.txt"), "--json"))
    there = json.loads(run("lab", "values", *POSITIONS, "--json", "--solution", str(kept[0])))
    assert [one["position"] for one in here] == [one["position"] for one in there] == POSITIONS
    assert len(here[2]["moves"]) == 2
    for one, other in zip(here, there, strict=True):
        numbers = [[found["value"], *(move["value"] for move in found["moves"])] for found in (one, other)]
        assert np.abs(np.subtract(*numbers)).max() < 100 * kept[1].error
    assert "seat 0 wins 50.9187 % before the throw" in run("lab", "values", POSITIONS[1])


def test_a_bot_is_judged_from_a_kept_table_as_position_by_position(kept: tuple[Path, MatrixSolution]) -> None:
    greedy = BOTS["greedy"].number
    here, there = (
        Duels(TABLE, solution, 1, thinking=False).play([greedy | greedy << 8], 200, lambda games: None)[0][0]
        for solution in (find_solution(TABLE), load_matrix(kept[0], TABLE))
    )
    assert (here["decisions"] == there["decisions"]).all()  # the same games
    assert here["decisions"].sum() > 1000
    assert (np.abs(here["regret"] - there["regret"]) <= here["decisions"] * 4 * kept[1].error).all()
    for name in ("agreed", "blunders"):
        assert np.abs(here[name] - there[name]).sum() <= 0.01 * here["decisions"].sum()  # where two moves are nearly alike


def test_truth_and_maxims_are_told_from_a_kept_table(kept: tuple[Path, MatrixSolution]) -> None:
    asked = "mensch", "--pieces", "2", "--solution", str(kept[0]), "--games", "100", "--json"
    greedy, perfect = json.loads(run("lab", "truth", *asked, "greedy", "perfect"))["rows"]
    assert greedy["regret"]["value"] > 0.3
    assert greedy["blunders"]["value"] > perfect["blunders"]["value"] == perfect["regret"]["value"] == 0
    found = json.loads(run("lab", "maxims", *asked))
    assert min(row["game"]["value"] for row in found["rows"]) >= 0
    assert max(row["game"]["value"] for row in found["rows"]) > 1


def test_a_review_is_exact_by_a_kept_table(tmp_path: Path, kept: tuple[Path, MatrixSolution]) -> None:
    game, careful = Game(TABLE, seed=5), bot("careful")
    while game.node != "over":
        index = decide(careful, game)
        game.throw() if index is None else game.push(game.legal_moves[index])
    (tmp_path / "game.txt").write_text(write_record(game))
    find_solution(TABLE).save(tmp_path / "two.npz")
    rows = [json.loads(run("review", str(tmp_path / "game.txt"), "--level", str(level), "--json"))["accounts"] for level in (kept[0], tmp_path / "two.npz")]
    for one, other in zip(*rows, strict=True):
        assert one["correction"] == other["correction"] == 0
        assert one["start"] + one["luck"] + one["skill"] == one["result"]
        assert abs(one["skill"] - other["skill"]) < 4 * kept[1].error * one["decisions"]


def test_what_does_not_fit_is_refused(tmp_path: Path, kept: tuple[Path, MatrixSolution], monkeypatch: pytest.MonkeyPatch) -> None:
    other = set_up("mensch", 2, pieces=2, options={"start_on_A": 0})
    with pytest.raises(RuleError, match="keeps another table"):
        load_matrix(kept[0], other)
    with pytest.raises(NotationError, match="is not a folder in which"):
        load_matrix(tmp_path, TABLE)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    with pytest.raises(NotationError, match="is not a folder in which"):
        solve_matrix(TABLE, gap=GAP, folder=tmp_path / "full")
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "about.json").write_text("{")
    with pytest.raises(NotationError, match="cannot be read; delete the folder"):
        load_matrix(tmp_path / "torn", TABLE)
    monkeypatch.setattr("pachisi.lab.matrix_files.disk_usage", lambda _: type("Usage", (), {"free": 10**6})())
    with pytest.raises(RuleError, match=r"The values need 0\.0 GB on disk|need \d+\.\d GB on disk"):
        solve_matrix(TABLE, gap=GAP, folder=tmp_path / "small")
    with pytest.raises(RuleError, match=r"with more than two pieces, solve it once with `pachisi lab solve mensch --pieces 3 --out FOLDER`"):
        find_values(set_up("mensch", 2, pieces=3), None)
