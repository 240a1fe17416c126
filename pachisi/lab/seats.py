"""`lab seats`: does it matter where you sit, or who opens?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..table import Table
from .intervals import Interval, share, unequal
from .pictures import BLUE, RUST, SOFT, dots, sheet
from .study import Plotted, Tables, list_tables
from .tabulation import between, chance, grid, whisker
from .tally import Tally, Trial, name_book, points, side_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ORDER = ("opens", "plays second", "plays third", "plays fourth", "plays fifth", "plays sixth", "plays seventh", "plays eighth")
ROUND = 20_000  # games in which all seats open: a study that is stopped ends with a whole round


@dataclass(frozen=True)
class Split:
    """How the wins are divided, in percent, and whether that could be luck among equals."""

    names: tuple[str, ...]
    wins: tuple[Interval, ...]
    chi_square: float
    p: float

    def columns(self) -> dict[str, Any]:
        """For a frame: the shares by name, and the test."""
        names = (name.partition(" (")[0].replace(" ", "_") for name in self.names)
        return {**dict(zip(names, self.wins, strict=True)), "chi_square": self.chi_square, "p": self.p}


class SeatShares(Plotted):
    """Shares of the wins by seat and by order of play. Every seat opens equally often, which separates the two."""

    each = "for each number of players"

    def __init__(self, tables: Tables, trial: Trial) -> None:
        tables = list_tables(tables)
        self.title = f"Are the seats of {name_book(tables[0].book)} equal?"
        self.trial = trial
        self.openings = [found for found in map(self.play, tables) if found[0].games]
        self.tallies = [tally for tallies in self.openings for tally in tallies]

    def play(self, table: Table) -> list[Tally]:
        """A tally for each opener."""
        kept = [Tally(replace(table, first=colour)) for colour in table.seats.openers]
        rounds = min(max(self.trial.games // ROUND, 1), 10)
        games = -(-self.trial.games // (rounds * len(kept)))
        seeds = iter(self.trial.seeds(rounds * len(kept)))
        for _ in range(rounds):
            fresh = [Tally(tally.table) for tally in kept]
            for tally in fresh:
                self.trial.play(tally, games, next(seeds))
            if self.trial.stopped:
                break
            for tally, more in zip(kept, fresh, strict=True):
                tally += more
        return kept

    def by_seat(self, tallies: Sequence[Tally]) -> Split:
        wins = [sum(column) for column in zip(*(tally.side_wins() for tally in tallies), strict=True)]
        return split(name_sides(tallies[0].table), wins)

    def by_order(self, tallies: Sequence[Tally]) -> Split:
        wins = [0] * len(tallies[0].table.seats.sides)
        for tally in tallies:
            for place, side in enumerate(order_of_play(tally.table)):
                wins[place] += tally.side_wins()[side]
        return split(ORDER[: len(wins)], wins)

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "players": tallies[0].table.players,
                "games": sum(tally.games for tally in tallies),
                "unfinished": sum(tally.unfinished for tally in tallies),
                "seats": self.by_seat(tallies),
                "order": self.by_order(tallies),
            }
            for tallies in self.openings
        ]

    def lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for row in self.rows():
            found = [*row["seats"].wins, *row["order"].wins]
            low, high = min(each.low for each in found), max(each.high for each in found)
            table = [[f"{row['players']} players", "wins %", ""]]
            for part in ("seats", "order"):
                for name, wins in zip(row[part].names, row[part].wins, strict=True):
                    picture = whisker(wins, low, high, 100 / len(row[part].names))
                    table.append([f"  {name}", between(wins, 1), picture])
                table.append([f"  all equal? {chance(row[part].p)}"])
            lines += [*grid(table, width), ""]
        return lines[:-1]

    def notes(self) -> Iterable[str]:
        yield "Each seat opens equally often. The dotted line marks equal shares."
        yield "p: the chance of shares as uneven as these if all were equal (chi-square)."
        yield from super().notes()

    def draw(self) -> Figure:
        figure, panels = sheet(
            self.title,
            f"{self.trial.describe(self.each)} Every seat opens equally often. "
            "Lines: 95 % intervals. Dashed: equal shares.",
            (10.5, 4.8),
            2,
            len(self.openings),
            sharex="col",
        )
        for column, row in enumerate(self.rows()):
            for line, (part, colour) in enumerate((("seats", BLUE), ("order", RUST))):
                axes, found = panels[line][column], row[part]
                dots(axes, [name.replace(" (", "\n(") for name in found.names], found.wins, colour)
                axes.grid(visible=False)
                axes.axvline(100 / len(found.names), color=SOFT, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
                axes.set_title(f"{row['players']} players, by {'seat' if part == 'seats' else part}\n{chance(found.p)}")
            panels[1][column].set_xlabel("share of the wins in %")
        return figure


def split(names: Sequence[str], wins: Sequence[int]) -> Split:
    return Split(tuple(names), tuple(points(share(won, sum(wins))) for won in wins), *unequal(wins))


def order_of_play(table: Table) -> list[int]:
    """The sides in the order of their first turns."""
    order = table.seats.openers
    at = order.index(table.first) if isinstance(table.first, int) else 0
    return list(dict.fromkeys(side_of(table, colour) for colour in order[at:] + order[:at]))


def name_sides(table: Table) -> list[str]:
    """The colours of each side, with a note on seats that have an empty arm behind them."""
    calm, names = sheltered(table), []
    note = f" (after {'the' if len(calm) == 1 else 'an'} empty arm)"
    for at in range(len(table.seats.sides)):
        own = [colour for colour in table.seats.colours if side_of(table, colour) == at]
        names.append(" and ".join(table.colours[c]["en"] for c in own) + note * (calm >= set(own)))
    return names


def sheltered(table: Table) -> set[int]:
    """The colours with an empty arm behind them; none where this holds for all, so that seats are alike."""
    used = set(table.seats.colours)
    found = {colour for colour in used if (colour - 1) % table.rules.board.seats not in used}
    return found if found < used else set()
