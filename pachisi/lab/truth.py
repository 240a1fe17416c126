"""`lab truth`: how far is a bot from perfect play? Its choices are compared with the exact solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from os import getpid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bots.perfect import NAME as PERFECT_NAME
from ..bots.registry import BOTS, profile_of
from ..errors import NotationError, RuleError
from ..kernel import jit
from ..lower import lower
from ..table import Table
from .duels import BINS, PERFECT, POINT, Duels
from .intervals import Interval, Sums, around, mean, quantile
from .matrix_solution import load_matrix
from .pictures import BLUE, RUST, SOFT, dots, sheet
from .solve import ExactValues, Solution, fingerprint, silent, solve
from .states import Array, Progress
from .study import Plotted, Tables, find_table
from .tabulation import decimals, grid, plus_minus
from .tally import Trial, name_table, points

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIKELY = 0.95
LOOSE = 2e-6  # error of a solution that is worth a word


@dataclass
class Exam(Trial):
    """How the games of the study are played, and the solution they are compared with."""

    solution: ExactValues | None = None


@dataclass(frozen=True)
class Mark:
    """What a bot's choices lose, in percentage points of its chance of winning, and what it wins, in percent."""

    bot: str
    games: int  # against each
    decisions: int
    regret: Interval  # of a decision
    regret_95: float  # no more than this is lost by 95 % of them
    agreement: Interval  # decisions that are as good as any
    blunders: Interval  # … that lose more than a point
    lost: Interval  # regret of a whole game against perfect
    perfect: Interval  # wins
    random: Interval


class Truth(Plotted):
    """Regret, agreement and wins of bots at a solved table."""

    each = "against each opponent"
    trial: Exam
    tallies = ()

    def __init__(self, tables: Tables, trial: Exam) -> None:
        self.table = find_table(tables)
        self.title = f"How far from perfect at {name_table(self.table)}?"
        self.trial = trial
        self.solution = trial.solution or find_solution(self.table)
        self.marks = [mark for mark in map(self.examine, trial.bots) if mark]

    @classmethod
    def games(cls, tables: Sequence[Table], trial: Trial) -> int:
        return 5 * len(trial.bots) * -(-trial.games // 2)

    def examine(self, bot: str) -> Mark | None:
        """Play a bot against perfect and random from both seats, and against itself."""
        one, two = self.table.seats
        own, random, sequences = number_in_duel(bot), profile_of("random").number, -(-self.trial.games // 2)
        pairs = [(own, PERFECT), (PERFECT, own), (own, own), (own, random), (random, own)]
        rows, bins = self.play(bot, [a << 4 * one | b << 4 * two for a, b in pairs], sequences)
        if not rows.size:
            return None
        counted = [(0, one), (1, two), (2, one), (2, two)]
        decisions, agreed, blunders, regret = (
            np.add.reduce([rows[name][at, :, seat] for at, seat in counted])
            for name in ("decisions", "agreed", "blunders", "regret")
        )
        lost = Sums.of((rows["regret"][0, :, one] + rows["regret"][1, :, two]) / 2)
        histogram = np.add.reduce([bins[at, seat] for at, seat in counted])
        return Mark(
            bot,
            2 * rows.shape[1],
            int(decisions.sum()),
            points(ratio(regret, decisions)),
            hundredths(histogram),
            points(ratio(agreed, decisions)),
            points(ratio(blunders, decisions)),
            points(mean(lost)),
            wins_of(rows["winner"][[0, 1]], (one, two)),
            wins_of(rows["winner"][[3, 4]], (one, two)),
        )

    def play(self, bot: str, bots: Sequence[int], sequences: int) -> tuple[Array, Array]:
        """The dice sequences that were played with all seatings, and their regrets."""
        if self.trial.stopped:
            return np.zeros(0), np.zeros(0)
        thinking = bot in BOTS and BOTS[bot].thinks
        duels = Duels(self.table, self.solution, self.trial.seed, thinking, self.trial.cores)
        rows, bins, stopped = duels.play(bots, sequences, self.trial.done)
        self.trial.stopped |= stopped
        return rows, bins

    def rows(self) -> list[dict[str, Any]]:
        return [dict(vars(mark)) for mark in self.marks]

    def data(self) -> dict[str, Any]:
        return {**super().data(), "table": dict(self.solution.table), "first": 100 * self.solution.first}

    def lines(self, width: int) -> list[str]:
        counted = [mark for mark in self.marks if mark.decisions]
        digits = decimals((mark.regret.half for mark in counted), 2)
        rows = [["", "decisions", "regret", "95 % ≤", "best %", "> 1 pt %", "v. perfect", "v. random"]]
        for mark in self.marks:
            shares = [plus_minus(part, 1) for part in (mark.agreement, mark.blunders)]
            lost = [plus_minus(mark.regret, digits), f"{mark.regret_95:.2f}", *shares]
            won = [plus_minus(wins, 1) for wins in (mark.perfect, mark.random)]
            rows.append([mark.bot, f"{mark.decisions:,}", *(lost if mark.decisions else 4 * ["none"]), *won])
        return grid(rows, width)

    def notes(self) -> Iterable[str]:
        yield (
            "Regret: by how many percentage points a choice lowers the chance of winning, against itself and against perfect; "
            "only moves with an alternative count. 95 % of the choices lose no more than the next column says; then follow "
            "the shares that lose nothing, and more than one point, and the wins against perfect and random, in percent. "
            "Intervals hold with 95 % confidence, a dice sequence with all its games being one observation."
        )
        if self.solution.error > LOOSE:
            yield "The bounds of the solution do not meet, so neither regrets nor best moves are exact."
        yield from self.trial.notes([])

    def draw(self) -> Figure:
        figure, panels = sheet(self.title, self.trial.describe(self.each), (10.0, 2.2 + 0.35 * len(self.marks)), 1, 2)
        left, right = panels[0]
        names = [mark.bot for mark in self.marks]
        dots(left, names, [mark.regret for mark in self.marks], RUST)
        left.set_title("Regret of a decision, in points")
        dots(right, names, [mark.perfect for mark in self.marks], BLUE)
        right.axvline(50, color=SOFT, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
        right.set_title("Wins against perfect, in %")
        return figure


def number_in_duel(bot: str) -> int:
    return PERFECT if bot == PERFECT_NAME else profile_of(bot).number


def ratio(parts: Array, wholes: Array) -> Interval:
    """A sum over another, both by dice sequence; the interval by the delta method."""
    n, whole = len(parts), float(wholes.sum())
    if not whole:
        return Interval(0, 0, 0)
    value = float(parts.sum()) / whole
    left = parts - value * wholes
    return around(value, float(left @ left) / whole**2 * n / max(n - 1, 1))


def hundredths(histogram: Array) -> float:
    """The regret that 95 % of the decisions do not exceed, in points."""
    return min(quantile(histogram, LIKELY).value, BINS) / POINT if histogram.sum() else 0.0


def wins_of(winners: Array, seats: tuple[int, int]) -> Interval:
    """The wins of a bot that takes each seat in turn, by dice sequence; an unfinished game counts half."""
    won = [np.where(winner < 0, 0.5, winner == seat) for winner, seat in zip(winners, seats, strict=True)]
    return points(mean(Sums.of((won[0] + won[1]) / 2)))


# --- the solution ---------------------------------------------------------------------


def find_solution(at: Table, progress: Progress = silent) -> Solution:
    """The solution of a table: from the cache folder, or a new one."""
    kept = kept_at(at)
    if kept is not None and kept.exists():
        with suppress(NotationError):  # a damaged one is made anew
            return Solution.load(kept)
    solution = solve(at, progress)
    if kept is not None:
        fresh = kept.with_suffix(f".{getpid()}.part")
        solution.save(fresh)
        fresh.replace(kept)
    return solution


def kept_at(at: Table) -> Path | None:
    """The file of a solution, beside the compiled rules and named by the hash of the rules; None if none can be kept."""
    if not jit.CACHING:
        return None
    rules = lower(at.rules).tobytes() + fingerprint(at.rules).encode()
    return jit.CACHE / f"solution_{sha256(rules).hexdigest()[:16]}.npz"


def read_solution(at: Table, path: Path) -> Solution:
    """A solution from a file; it must be one of this table."""
    solution = Solution.load(path)
    if solution.rules != fingerprint(at.rules):
        raise RuleError(f"{path} solves another table, not {name_table(at)}.")
    return solution


def find_values(at: Table, path: Path | None, progress: Progress = silent) -> ExactValues:
    """From a file, or from the folder of a larger table; otherwise, for one or two pieces, from the cache folder, or a new one."""
    if path is not None:
        return load_matrix(path, at) if path.is_dir() else read_solution(at, path)
    if at.pieces > 2:
        raise RuleError(
            f"{name_table(at)}: with more than two pieces, solve it once with `pachisi lab solve {at.book.id} --pieces {at.pieces} "
            "--out FOLDER`, then name the folder with --solution."
        )
    return find_solution(at, progress)
