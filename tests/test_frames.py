"""Columns of games as tables of other libraries, and as a file: the same numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from pachisi import RuleError, simulate
from pachisi.cli import main
from pachisi.simulation import frames


def check(table: Any, columns: dict[str, Any]) -> None:
    assert len(table["winner"]) == 50
    np.testing.assert_array_equal(np.asarray(table["moves"]), columns["moves"])
    for seat in range(4):
        np.testing.assert_array_equal(np.asarray(table[f"places_{seat}"]), columns["places"][:, seat])


@pytest.mark.parametrize("kind", frames.MODULES)
def test_a_table_of_another_library_holds_the_same_numbers(kind: Any) -> None:
    found = simulate("mensch", 50, bots="greedy", as_=kind, progress=False)
    assert type(found).__module__.split(".")[0] == frames.MODULES[kind]
    check(found, simulate("mensch", 50, bots="greedy", progress=False))


def test_a_command_writes_the_same_numbers_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    done = CliRunner().invoke(main, ["simulate", "mensch", "--games", "50", "--bots", "greedy", "--out", str(path)])
    assert done.exit_code == 0, done.output
    assert done.output.endswith(f"50 games written to {path}\n")
    check(pyarrow.parquet.read_table(path), simulate("mensch", 50, bots="greedy", progress=False))


def test_an_unknown_kind_is_refused_before_the_games() -> None:
    with pytest.raises(RuleError, match="There is no as_ = 'panda'; did you mean 'pandas'"):
        simulate("mensch", 10**9, as_="panda")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(frames.MODULES, "polars", "no_polars")
    with pytest.raises(RuleError, match=r"This needs no_polars: install pachisi\[data\]"):
        simulate("mensch", 10**9, as_="polars")
