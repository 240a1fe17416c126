"""How well a judge knows a table: from many games, the mean of luck, its corrections, and how large mistakes are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..lab.intervals import Interval, Sums, mean
from ..lab.tabulation import grid
from ..simulation import catch_interrupt
from ..table import Table
from .compiled.playing import BINS, POINT
from .games import JudgedGames
from .report import SIZES


@dataclass(frozen=True)
class Calibration:
    """All in percentage points, except counts.

    :param table: the book and the number of players
    :param games: that were judged
    :param luck: of the dice for each side: 0, if the judge is fair
    :param correction: what the judge has corrected in a game for one side, up or down
    :param loss: what one side has lost in a game by its decisions
    :param decisions: with a choice
    :param best: the share of them that was as good as any
    :param sizes: the share that was at least an inaccuracy, a mistake, a blunder
    """

    table: str
    games: int
    luck: tuple[Interval, ...]
    correction: Interval
    loss: Interval
    decisions: int
    best: float
    sizes: dict[str, float]

    def data(self) -> dict[str, Any]:
        """As JSON takes it."""
        return asdict(self)


def calibrate(
    table: Table,
    level: str = "master",
    bot: str = "careful",
    games: int = 200,
    seed: int = 1,
    cores: int | None = None,
    done: Callable[[int], None] = lambda n: None,
) -> Calibration:
    """Judge every throw and decision of many games between bots; Ctrl-C ends it early."""
    judged = JudgedGames(table, level, bot, seed)
    found, bins = [], np.zeros(BINS + 1, np.int64)
    with catch_interrupt() as interrupted:
        for rows, losses in judged.play([judged.start], games, cores=cores):
            found.append(rows[0])
            bins += losses
            done(rows.shape[1])
            if interrupted:
                break
    rows = np.concatenate(found)
    sides = range(len(table.seats.sides))
    per_game = {name: rows[name][:, : len(sides)] for name in ("luck", "correction", "loss")}
    return Calibration(
        f"{table.book.id} {table.players}",
        len(rows),
        tuple(average(per_game["luck"][:, side]) for side in sides),
        average(np.abs(per_game["correction"]).mean(axis=1)),
        average(per_game["loss"].mean(axis=1)),
        int(bins.sum()),
        100 * float(rows["best"].sum()) / max(1, int(bins.sum())),
        {name: share_above(bins, least) for name, least in SIZES.items()},
    )


def average(values: np.ndarray[Any, Any]) -> Interval:
    found = mean(Sums.of(100 * values))
    return Interval(found.value, found.low, found.high)


def share_above(bins: np.ndarray[Any, Any], least: float) -> float:
    """The share of decisions, in percent, that lose at least so much."""
    return 100 * float(bins[round(100 * least * POINT) :].sum()) / max(1, int(bins.sum()))


def tabulate(found: Iterable[Calibration], width: int) -> list[str]:
    """A row for each table."""
    rows = [
        [
            "",
            "games",
            "luck",
            "correction",
            "lost",
            "decisions",
            "best %",
            "≥ inaccuracy %",
            "≥ mistake %",
            "≥ blunder %",
        ]
    ]
    for one in found:
        luck = max(one.luck, key=lambda interval: abs(interval.value))
        sizes = [f"{one.sizes[name]:.1f}" for name in ("inaccuracy", "mistake", "blunder")]
        means = [f"{part.value:.2f} ±{part.half:.2f}" for part in (luck, one.correction, one.loss)]
        rows.append([one.table, f"{one.games:,}", *means, f"{one.decisions:,}", f"{one.best:.1f}", *sizes])
    return grid(rows, width)
