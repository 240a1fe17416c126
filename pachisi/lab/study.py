"""What every study can do: show its numbers as text and as data, and draw them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import RuleError
from ..simulation.frames import Kind, check_kind, frame
from ..table import Table, set_up
from .intervals import FEW, Interval
from .pictures import check_plot, save_plot
from .tabulation import paragraphs
from .tally import COLUMNS, Tally, Trial

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 88  # of a page


Tables = Table | str | Path | Sequence[Table | str | Path]


def list_tables(asked: Tables) -> list[Table]:
    """One or several tables; a book stands for its table of four."""
    several = [asked] if isinstance(asked, Table | str | Path) else list(asked)
    if not several:
        raise RuleError("A study needs a table; `set_up` makes one.")
    return [table if isinstance(table, Table) else set_up(table) for table in several]


def find_table(asked: Tables) -> Table:
    """The only one."""
    tables = list_tables(asked)
    if len(tables) > 1:
        raise RuleError(f"This study is of one table, not of {len(tables)}.")
    return tables[0]


class Study(ABC):
    """Games of some tables, and what they add up to."""

    title: str
    bots: Sequence[str] = ("greedy",)  # who plays by default
    each = ""  # what the number of games is counted for
    columns: Sequence[str] = COLUMNS  # what a part keeps
    trial: Trial
    tallies: Sequence[Tally]

    @abstractmethod
    def __init__(self, tables: Tables, trial: Trial) -> None:
        """Play the games."""

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The numbers as data; none if nothing was played."""

    @abstractmethod
    def lines(self, width: int) -> list[str]:
        """The numbers as a table on a terminal."""

    @classmethod
    def games(cls, tables: Sequence[Table], trial: Trial) -> int:
        """How many games will be played."""
        return len(tables) * trial.games

    @classmethod
    @abstractmethod
    def check_picture(cls, path: Path) -> None:
        """Refuse a picture that cannot be drawn before any game is played."""

    @abstractmethod
    def save_picture(self, path: str | Path) -> None:
        """Draw the numbers into a file."""

    def __str__(self) -> str:
        """The numbers as text, as wide as a page."""
        return "\n".join([*self.head(), "", *self.body(WIDTH), "", *self.foot(WIDTH)])

    __repr__ = __str__  # as a notebook shows it

    def head(self) -> tuple[str, str]:
        return self.title, self.trial.describe(self.each)

    def body(self, width: int) -> list[str]:
        return self.lines(width) if self.rows() else ["No game was played."]

    def foot(self, width: int) -> list[str]:
        return paragraphs(self.notes() if self.rows() else self.trial.notes([]), width)

    @property
    def played(self) -> list[Tally]:
        """The tables with games that came to an end."""
        return [tally for tally in self.tallies if tally.games]

    def data(self) -> dict[str, Any]:
        """The rows with how their games were played; intervals are dataclasses."""
        return {"study": type(self).__module__.rpartition(".")[2], **self.trial.data(), "rows": self.rows()}

    def json(self) -> str:
        """`data()` as JSON text; infinity is null."""
        return json.dumps(self.data(), default=plain_fields, allow_nan=False)

    def frame(self, as_: Kind = "pandas") -> Any:
        """The rows as a table of another library; an interval is three columns: the value, `_low` and `_high`."""
        check_kind(as_)
        rows = [dict(spread(row)) for row in self.rows()]
        names = dict.fromkeys(name for row in rows for name in row)
        return frame({name: column([row.get(name) for row in rows]) for name in names}, as_)

    def notes(self) -> Iterable[str]:
        """The notes below the table."""
        yield "Intervals hold with 95 % confidence."
        yield from self.trial.notes(self.tallies)

    def rough(self) -> Iterable[str]:
        """A warning where means come from few games."""
        if any(tally.games < FEW for tally in self.played):
            yield f"With fewer than {FEW:,} games the intervals of means are rough."


def plain_fields(found: Any) -> dict[str, Any]:
    """A dataclass as JSON has it."""
    return {name: None if value in (inf, -inf) else value for name, value in vars(found).items()}


def spread(row: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    """The numbers of a row, by names that lead to them."""
    for name, value in row.items():
        if isinstance(value, Interval):
            yield from ((f"{before}{name}", value.value), (f"{before}{name}_low", value.low), (f"{before}{name}_high", value.high))
        elif isinstance(value, Mapping):
            yield from spread(value, f"{before}{name}_")
        elif is_dataclass(value):
            yield from spread(value.columns() if hasattr(value, "columns") else vars(value), f"{before}{name}_")
        else:
            yield f"{before}{name}", value if isinstance(value, int | float | str | None) else str(value)


def column(values: Sequence[Any]) -> Any:
    """One column; what a row does not have is NaN among numbers, and nothing among words."""
    if any(isinstance(value, str) for value in values):
        return np.array(["" if value is None else value for value in values])
    return np.array([np.nan if value is None else value for value in values])


class Plotted(Study):
    """A study whose picture is a plot."""

    def plot(self) -> Figure:
        """The plot, as matplotlib has it."""
        return self.draw()

    @abstractmethod
    def draw(self) -> Figure: ...

    @classmethod
    def check_picture(cls, path: Path) -> None:
        check_plot(path)

    def save_picture(self, path: str | Path) -> None:
        save_plot(self.draw, Path(path))
