"""`lab length`: how long a game lasts, by the number of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .pictures import BLUE, SOFT, sheet
from .study import Plotted, Tables, list_tables
from .tabulation import GAP, between, decimals, grid, hills, plus_minus
from .tally import MEASURES, Tally, Trial, name_book, name_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

UNITS = ("turns", "throws")
SHARES = {"5 %": 0.05, "half": 0.5, "95 %": 0.95}
BARS = 60  # of a plot
SIZES = (20, 15, 12, 10)  # of a picture in a line of text: all of them divide the bars
BULK = 0.998  # bars and plots leave out the very longest games


class Length(Plotted):
    """The distribution of length in turns and in throws, one row per table."""

    each = "for each number of players"

    def __init__(self, tables: Tables, trial: Trial) -> None:
        tables = list_tables(tables)
        self.alike = len({(table.book.id, table.pieces, *table.options.items()) for table in tables}) == 1
        self.title = f"How long is a game of {name_book(tables[0].book)}?" if self.alike else "How long is a game?"
        self.trial = trial
        self.tallies = [trial.tally(table) for table in tables]

    def rows(self) -> list[dict[str, Any]]:
        return [
            ({} if self.alike else {"table": name_table(tally.table)})
            | {"players": tally.table.players, "games": tally.games, "unfinished": tally.unfinished}
            | {unit: {"mean": tally.value(unit)} | self.quantiles(tally, unit) for unit in UNITS}
            for tally in self.played
        ]

    def label(self, tally: Tally) -> str:
        """What distinguishes a table from the others."""
        return f"{tally.table.players} players" if self.alike else name_table(tally.table)

    def quantiles(self, tally: Tally, unit: str) -> dict[str, Any]:
        return {name: tally.quantile(unit, q) for name, q in SHARES.items()}

    def end(self, unit: str) -> int:
        """Where the bars of a unit end: chosen so that each bar covers equally many lengths."""
        longest = max(tally.quantile(unit, BULK).value for tally in self.played)
        return BARS * (1 + int(longest) // BARS)

    def lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for unit in UNITS:
            digits = decimals((tally.value(unit).half for tally in self.played), MEASURES[unit].decimals)
            rows = [[unit, "mean", *SHARES]]
            for tally in self.played:
                quantiles = map(between, self.quantiles(tally, unit).values())
                rows.append([self.label(tally), plus_minus(tally.value(unit), digits), *quantiles])
            lines += [*grid(self.add_hills(rows, unit, width), width), ""]
        return lines[:-1]

    def add_hills(self, rows: list[list[str]], unit: str, width: int) -> list[list[str]]:
        """The rows with a picture of each distribution, as large as there is room."""
        room, end = width - len(grid(rows, 10**6)[0]) - len(GAP), self.end(unit)
        size = next((size for size in SIZES if size <= room), SIZES[-1])
        pictures = [hills(tally.lengths[unit], end, size) for tally in self.played]
        return [[*row, cell] for row, cell in zip(rows, [f"0 to {end:,}".center(size), *pictures], strict=True)]

    def notes(self) -> Iterable[str]:
        yield "5 % of the games are over by the first length, half by the second, 95 % by the third."
        yield from super().notes()
        yield from self.rough()

    def draw(self) -> Figure:
        figure, panels = sheet(
            self.title,
            f"{self.trial.describe(self.each)} Below each hill: 5 %, half and 95 % of the games, with 95 % intervals.",
            (9.5, 1.3 + 1.35 * len(self.played)),
            len(self.played),
            len(UNITS),
            sharex="col",
        )
        for tally, row in zip(self.played, panels, strict=True):
            for unit, axes in zip(UNITS, row, strict=True):
                self.draw_hill(axes, tally, unit)
            row[0].set_ylabel(self.label(tally).replace(", ", "\n"), rotation=0, ha="right", va="center", labelpad=8)
        for unit, axes in zip(UNITS, panels[-1], strict=True):
            axes.set_xlabel(f"{unit} in a game")
        return figure

    def draw_hill(self, axes: Axes, tally: Tally, unit: str) -> None:
        end = self.end(unit)
        heights, edges = np.histogram(
            np.arange(len(tally.lengths[unit])), bins=BARS, range=(0, end), weights=tally.lengths[unit]
        )
        axes.stairs(heights / heights.max(), edges, fill=True, color=BLUE, alpha=0.3)
        for name, found in self.quantiles(tally, unit).items():
            weight, side = ("bold", "center") if name == "half" else ("normal", "right" if name == "5 %" else "left")
            axes.plot([found.low, found.high], [-0.12, -0.12], color=BLUE, linewidth=5, solid_capstyle="butt")
            axes.text(found.value, -0.24, f"{found.value:,.0f}", ha=side, va="top", size=8.5, weight=weight)
        low, high = (tally.quantile(unit, q).value for q in (0.05, 0.95))
        axes.plot([low, high], [-0.12, -0.12], color=SOFT, linewidth=1, zorder=1)
        axes.set(ylim=(-0.55, 1.05), xlim=(0, end), yticks=[])
        axes.spines["left"].set_visible(False)
        last = axes.get_subplotspec().is_last_row()  # type: ignore[union-attr]
        axes.spines["bottom"].set_visible(last)
        axes.tick_params(axis="x", length=3 if last else 0)
