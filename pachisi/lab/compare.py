"""`lab compare`: books side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .pictures import dots, sheet
from .study import Plotted, Tables, list_tables
from .tabulation import between, decimals, grid, plus_minus
from .tally import MEASURES, Trial, check_opener, name_book, name_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHARES = {"5 % of games over by throw": 0.05, "half over by throw": 0.5, "95 % over by throw": 0.95}


class Compare(Plotted):
    """One column per book, one row per measure."""

    each = "a book"

    def __init__(self, tables: Tables, trial: Trial) -> None:
        tables = list_tables(tables)
        check_opener(tables)
        self.title = f"The books side by side. {tables[0].players} players."
        self.trial = trial
        self.tallies = [trial.tally(table) for table in tables]
        books = [name_book(tally.table.book) for tally in self.played]
        self.books = books if len(set(books)) == len(books) else [name_table(tally.table) for tally in self.played]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"book": tally.table.book.id}
            | ({"table": name} if name != name_book(tally.table.book) else {})
            | {"games": tally.games, "unfinished": tally.unfinished}
            | {name: tally.value(name) for name in MEASURES}
            | {"throws_over": {f"{q:.0%}": tally.quantile("throws", q) for q in SHARES.values()}}
            for tally, name in zip(self.played, self.books, strict=True)
        ]

    def lines(self, width: int) -> list[str]:
        lines = [["", *self.books]]
        for name, measure in MEASURES.items():
            found = [tally.value(name) for tally in self.played]
            digits = decimals((each.half for each in found), measure.decimals)
            lines.append([measure.label, *(plus_minus(each, digits, name == "opener") for each in found)])
            if name == "throws":
                for label, q in SHARES.items():
                    lines.append([label, *(between(tally.quantile("throws", q)) for tally in self.played)])
        return grid(lines, width)

    def notes(self) -> Iterable[str]:
        yield "Means per game. Forced: moves without a choice. Branching: legal moves to choose from."
        yield "Opener's edge: wins of the side that opens, in percentage points above an equal share."
        yield from super().notes()
        yield from self.rough()

    def draw(self) -> Figure:
        figure, panels = sheet(
            self.title,
            f"{self.trial.describe(self.each)} "
            "Means with 95 % intervals; where no line is visible, it is shorter than the dot.",
            (12, 1.6 + 2 * (0.7 + 0.3 * len(self.books))),
            2,
            -(-len(MEASURES) // 2),
            sharey=True,
        )
        cells = [axes for row in panels for axes in row]
        for axes, (name, measure) in zip(cells, MEASURES.items(), strict=False):
            dots(axes, self.books, [tally.value(name) for tally in self.played])
            axes.set_title(measure.words)
            axes.locator_params(axis="x", nbins=5)
        for axes in cells[len(MEASURES) :]:
            axes.set_visible(False)
        return figure
