"""`lab maxims`: what perfect play does, and what rules of thumb cost, by the exact solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..table import Table
from .intervals import Interval, Sums, mean
from .perfect_games import NOBODY, RULES, PerfectGames
from .pictures import BLUE, RUST, dots, sheet
from .states import Array
from .study import Plotted, Tables, find_table
from .tabulation import grid, plus_minus
from .tally import Trial, name_table, points
from .truth import Exam, find_solution, ratio

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEEDS = (
    "brings a piece in",
    "captures",
    "brings a piece home",
    "moves its foremost piece",
    "leaves a piece in the enemy's reach",
)
MAXIMS = (
    "capture whenever you can",
    "enter whenever you can",
    "go home whenever you can",
    "run with the foremost piece",
    "leave none behind: move the last",
    "stay out of the enemy's reach",
    "stay close behind the enemy",
)


@dataclass(frozen=True)
class Habit:
    """How often perfect play does something."""

    deed: str
    each: Interval  # times a game, by each player
    share: Interval  # of its moves, in percent


@dataclass(frozen=True)
class Maxim:
    """A rule of thumb: in percent, and in percentage points of the chance of winning."""

    maxim: str
    applies: Interval  # decisions where it wants some moves and not others
    right: Interval  # … of which one is a best move
    decision: Interval  # what it costs, where it applies
    game: Interval  # … somebody who always follows it, and plays perfectly otherwise


class Maxims(Plotted):
    """Perfect play against itself, and against those who follow a rule of thumb."""

    each = "of each kind"
    trial: Exam
    tallies = ()

    def __init__(self, tables: Tables, trial: Exam) -> None:
        self.table = find_table(tables)
        self.title = f"Perfect play and rules of thumb at {name_table(self.table)}"
        self.trial = trial
        self.solution = trial.solution or find_solution(self.table)
        games = PerfectGames(self.table, self.solution, trial.seed, trial.cores)
        one, two = self.table.seats
        seatings = [(NOBODY, 0), *((seat, rule) for rule in RULES for seat in (one, two))]
        rows, trial.stopped = games.play(seatings, trial.games, trial.done)
        self.deeds = [self.describe(rows[0], at) for at in range(len(DEEDS))] if rows.size else []
        self.maxims = [self.weigh(rows, rule) for rule in RULES] if rows.size else []

    @classmethod
    def games(cls, tables: Sequence[Table], trial: Trial) -> int:
        return (1 + 2 * len(RULES)) * trial.games

    def describe(self, perfect: Array, deed: int) -> Habit:
        done = perfect["deeds"][:, deed]
        return Habit(DEEDS[deed], mean(Sums.of(done / 2)), points(ratio(done, perfect["moves"])))

    def weigh(self, rows: Array, rule: int) -> Maxim:
        perfect, (one, two) = rows[0], rows["lost"][1 + 2 * rule : 3 + 2 * rule]
        applies = perfect["applies"][:, rule]
        return Maxim(
            MAXIMS[rule],
            points(ratio(applies, perfect["decisions"])),
            points(ratio(perfect["right"][:, rule], applies)),
            points(ratio(perfect["cost"][:, rule], applies)),
            points(mean(Sums.of((one + two) / 2))),
        )

    def head(self) -> tuple[str, str]:
        return self.title, f"{self.trial.games:,} games {self.each}, seed {self.trial.seed}."

    def rows(self) -> list[dict[str, Any]]:
        return [dict(vars(maxim)) for maxim in self.maxims]

    def data(self) -> dict[str, Any]:
        return {**super().data(), "table": dict(self.solution.table), "deeds": [dict(vars(deed)) for deed in self.deeds]}

    def lines(self, width: int) -> list[str]:
        done = [["Perfect play …", "times a game", "% of its moves"]]
        done += [[f"… {deed.deed}", plus_minus(deed.each, 2), plus_minus(deed.share, 1)] for deed in self.deeds]
        told = [["Rule of thumb", "applies %", "right %", "costs each", "a game"]]
        for maxim in self.maxims:
            found = [plus_minus(maxim.right, 1), plus_minus(maxim.decision, 2), plus_minus(maxim.game, 2)]
            told.append([maxim.maxim, *([plus_minus(maxim.applies, 1), *found] if maxim.applies.value else ["never", "", "", ""])])
        return [*grid(done, width), "", *grid(told, width)]

    def notes(self) -> Iterable[str]:
        yield (
            "A rule of thumb applies where it wants some moves and not others; it is right where one of those is a best move. "
            "Costs are percentage points of the chance of winning, by the exact values: each time that it applies, in games of "
            "perfect play; and in a whole game against perfect play, for somebody who always follows it and plays perfectly "
            "otherwise. In reach: a throw of the enemy's may bring a piece of his there, whatever is in its way. "
            "Intervals hold with 95 % confidence, a game being one observation."
        )
        yield from self.trial.notes([])

    def draw(self) -> Figure:
        figure, panels = sheet(self.title, self.head()[1], (11.0, 2.2 + 0.35 * len(self.maxims)), 1, 2)
        left, right = panels[0]
        names = [maxim.maxim for maxim in self.maxims]
        dots(left, names, [maxim.right for maxim in self.maxims], BLUE)
        left.set_title("Right, in % of the decisions where it applies")
        dots(right, names, [maxim.game for maxim in self.maxims], RUST)
        right.set_title("Cost of a game, in points")
        return figure
