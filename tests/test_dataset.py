"""Decisions for learning: the games of `simulate`, every choice of them, and a loader that gives arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Batch, NotationError, simulate
from pachisi.cli.main import main
from pachisi.dataset import Dataset, write_dataset
from pachisi.table import set_up

GAMES = 6


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "mensch.parquet"
    write_dataset(path, set_up("mensch", 2, pieces=2), GAMES, ["greedy", "random"], seed=3, values="expert")
    return path


@pytest.fixture(scope="module")
def columns(file: Path) -> dict[str, Any]:
    (found,) = Dataset(file).batches(10**6)
    return found


def test_tables_books_and_datasets_are_short_to_look_at(file: Path) -> None:
    assert repr(set_up("mensch", 2, options={"barriers": True})) == "Table('mensch', players=2, pieces=4, first=0, barriers=True)"
    assert repr(set_up("ludo").book) == "<Rulebook 'ludo'>"
    data = Dataset(file)
    assert repr(data) == f"<Dataset of {len(data)} decisions, Table('mensch', players=2, pieces=2, first=0)>"


def test_a_file_that_is_no_dataset_is_refused(tmp_path: Path) -> None:
    (tmp_path / "some.parquet").write_text("something else")
    with pytest.raises(NotationError, match="was not written by `pachisi dataset`"):
        Dataset(tmp_path / "some.parquet")


def test_the_games_are_those_of_a_simulation(columns: dict[str, Any]) -> None:
    played = simulate("mensch", GAMES, 2, ["greedy", "random"], seed=3, pieces=2, progress=False)
    assert np.bincount(columns["game"]).tolist() == played["moves"].tolist()
    starts = np.searchsorted(columns["game"], range(GAMES))
    assert columns["winner"][starts].tolist() == played["winner"].tolist()


def test_a_row_replays_in_a_batch(columns: dict[str, Any]) -> None:
    batch = Batch("mensch", GAMES, players=2, seed=3, pieces=2)
    for step in range(5):
        now = columns["step"] == step
        assert (columns["observation"][now] == batch.observe()).all()
        assert (columns["mask"][now] == batch.mask).all()
        assert (columns["seat"][now] == batch.to_play).all()
        batch.step(columns["choice"][now])


def test_values_and_results_belong_to_the_one_who_decides(columns: dict[str, Any]) -> None:
    assert (columns["reward"] == np.where(columns["winner"] == columns["seat"], 1, -1)).all()
    assert (np.isnan(columns["values"]) == ~columns["mask"]).all()
    last = np.searchsorted(columns["game"], range(1, GAMES + 1)) - 1
    assert (columns["seat"][last] == columns["winner"][last]).all()
    assert (columns["values"][last, columns["choice"][last]] == 1).all()
    assert 0.2 < np.nanmin(columns["values"][columns["step"] == 0]) < 0.8


def test_the_loader_shuffles_and_loses_nothing(file: Path, columns: dict[str, Any]) -> None:
    data = Dataset(file)
    parts = list(data.batches(50, np.random.default_rng(1)))
    keys = np.concatenate([part["game"] * 10_000 + part["step"] for part in parts])
    assert len(data) == len(keys) == len(columns["game"])
    assert not (np.diff(keys) > 0).all()
    assert (np.sort(keys) == columns["game"] * 10_000 + columns["step"]).all()
    assert (data.head["values"], len(data.actions), data.planes[0].name) == ("expert", columns["mask"].shape[1], "pieces 0")
    assert data.frame().num_rows == len(data)


def test_the_command_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    asked = ["dataset", "mensch", "--players", "2", "--pieces", "2", "--games", "3", "--out", str(path)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{len(Dataset(path)):,} decisions of 3 games written to {path}\n"
    assert "values" not in next(Dataset(path).batches())


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    CliRunner().invoke(main, ["simulate", "mensch", "--games", "2", "--out", str(path)])
    with pytest.raises(NotationError, match=r"was not written by `pachisi dataset`\.$"):
        Dataset(path)
