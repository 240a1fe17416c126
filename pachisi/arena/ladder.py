"""`pachisi arena --ladder`: at every table, does each bot beat the one below it?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from ..lab.pictures import BLUE, SOFT, dots, sheet
from ..lab.study import Plotted
from ..lab.tabulation import between, grid
from ..lab.tally import name_table, points
from ..table import Table
from .matches import CLAIM, Contest, Match, count_games, play_pair
from .tournament import describe, warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Rung:
    """A bot against the one below it, in all shapes of a match."""

    table: Table
    above: str
    below: str
    matches: tuple[Match, ...]

    @property
    def beats(self) -> str:
        """Yes if it is proven in every shape of the match, no if the opposite is proven in one, else open."""
        signs = [match.verdict if match.one == self.above else -match.verdict for match in self.matches]
        return "yes" if min(signs) > 0 else "no" if min(signs) < 0 else "open"


class Ladder(Plotted):
    """Each rung against the rung below, for books and numbers of players."""

    each = "per row"
    trial: Contest
    tallies = ()
    title = "Does every bot beat the one below it?"

    def __init__(self, tables: Sequence[Table], trial: Contest) -> None:
        self.trial = trial
        self.rungs = list(self.climb(tables))
        self.matches = [match for rung in self.rungs for match in rung.matches]

    def climb(self, tables: Sequence[Table]) -> Iterable[Rung]:
        for table in tables:
            for below, above in pairwise(self.trial.bots):
                matches = tuple(play_pair(table, above, below, self.trial))
                if matches:
                    yield Rung(table, above, below, matches)

    @classmethod
    def games(cls, tables: Sequence[Table], trial: Contest) -> int:  # type: ignore[override]
        pairs = list(pairwise(trial.bots))
        return sum(count_games(table, *pair, trial) for table in tables for pair in pairs)

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "rulebook": rung.table.book.id,
                "players": rung.table.players,
                "above": rung.above,
                "below": rung.below,
                "matches": list(map(describe, rung.matches)),
                "beats": rung.beats,
            }
            for rung in self.rungs
        ]

    def lines(self, width: int) -> list[str]:
        rows = [["", "wins in %, 99 %", "even", "games", "beats it"]]
        for name, rungs in groupby(self.rungs, lambda rung: name_table(rung.table)):
            rows.append([name])
            for rung in rungs:
                for match in rung.matches:
                    share, even = between(points(match.share(CLAIM)), 1), f"{100 * match.shape.even:.1f}"
                    last = rung.beats if match is rung.matches[-1] else ""
                    rows.append([f"  {match.label}", share, even, f"{match.games:,}", last])
        return grid(rows, width)

    def notes(self) -> Iterable[str]:
        yield (
            "Every dice sequence is played with all rotations of the seats and is one observation. Yes: in every row of "
            "the pair the 99 % interval lies on the upper bot's side of the even share; no: in one it lies on the other "
            "side; open: not proven."
        )
        yield from warn(self.matches, self.trial)

    def draw(self) -> Figure:
        names = list(dict.fromkeys(name_table(rung.table) for rung in self.rungs))
        size = (9.0, 2.0 + 0.45 * len(names) + 0.24 * len(self.matches))
        note = f"{self.trial.describe(self.each)} Lines: 99 % intervals. Dashed: equal shares."
        figure, panels = sheet(self.title, note, size, len(names), 1, sharex=True)
        for name, (axes,) in zip(names, panels, strict=True):
            matches = [m for rung in self.rungs if name_table(rung.table) == name for m in rung.matches]
            shares = [points(match.share(CLAIM)) for match in matches]
            dots(axes, [m.label for m in matches], shares, BLUE, [bool(m.verdict) for m in matches])
            for at, match in enumerate(matches):
                axes.plot(2 * [100 * match.shape.even], [at - 0.4, at + 0.4], color=SOFT, linewidth=1, linestyle="--")
            axes.set_title(name)
        panels[-1][0].set_xlabel("wins of the first, in %")
        return figure
