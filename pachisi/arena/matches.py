"""A match of two bots: every dice sequence is played with all seatings, and counts as one observation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ..lab.intervals import Interval, Sums
from ..lab.tally import Trial
from ..scalars import check_seed
from ..simulation import catch_interrupt, count_cores, number, play_blocks, seat_all
from ..simulation.jobs import Job
from ..table import Table
from .seatings import MatchShape, find_shapes

SURE, CLAIM = 0.95, 0.99  # the confidence of an interval, and of saying that one bot beats another
ENOUGH = 10_000  # games needed to detect a difference of one point
LEAST = 30  # dice sequences needed for a verdict: fewer may agree by chance


@dataclass
class Contest(Trial):
    """How the matches of an arena are played; `games` counts those of a row of its table, over all seatings."""

    halves: bool = False
    fewer: Mapping[tuple[str, str | None], int] = field(default_factory=dict)  # by bot, or by bot and book

    def games_of(self, table: Table, *bots: str) -> int:
        """How many games a row has: `games`, unless `fewer` limits one of its bots."""
        named = [(bot, book) for bot in bots for book in (None, table.book.id)]
        return min([self.games, *(self.fewer[name] for name in named if name in self.fewer)])


@dataclass(frozen=True)
class Match:
    """What one bot has won against another, by dice sequence; an unfinished game counts as an even share."""

    table: Table
    shape: MatchShape
    one: str
    other: str
    wins: NDArray[np.float64]  # of the first bot, over all seatings
    unfinished: int

    @property
    def label(self) -> str:
        return self.shape.label(self.one, self.other)

    @property
    def games(self) -> int:
        return len(self.wins) * len(self.shape.seatings)

    @cached_property
    def sums(self) -> Sums:
        """Of the shares of the dice sequences: each is one observation, with all its seatings."""
        return Sums.of(self.wins / len(self.shape.seatings))

    def share(self, level: float = SURE) -> Interval:
        return cluster_share(self.sums, level)

    @property
    def verdict(self) -> int:
        """1: more than an even share, -1: less, 0: not proven, all with 99 % confidence."""
        found = self.share(CLAIM)
        if len(self.wins) < LEAST:
            return 0
        return int(found.low > self.shape.even) - int(found.high < self.shape.even)


def cluster_share(sums: Sums, level: float) -> Interval:
    """A share and its interval by observations; if all are 0 or all are 1, the interval is Wilson's."""
    z, value = NormalDist().inv_cdf(0.5 + level / 2), sums.mean
    if value in (0, 1):
        edge = z * z / (sums.n + z * z)
        return Interval(value, value * (1 - edge), value + (1 - value) * edge)
    half = z * sqrt(sums.variance)
    return Interval(value, max(0.0, value - half), min(1.0, value + half))


# --- playing --------------------------------------------------------------------------


def play_pair(table: Table, one: str, other: str, contest: Contest) -> Iterator[Match]:
    """All matches of two bots, except those in which no game was played."""
    for shape, changed in find_shapes(table, contest.halves):
        match = play_match(table, shape, *((other, one) if changed else (one, other)), contest)
        if match.games:
            yield match


def play_match(table: Table, shape: MatchShape, one: str, other: str, contest: Contest) -> Match:
    """One match; Ctrl-C ends it with the dice sequences that were played with all seatings."""
    sequences = -(-contest.games_of(table, one, other) // len(shape.seatings))
    numbers, custom_bots = number((one, other))
    seatings = tuple(seat_all(table, [numbers[not here] for here in seating]) for seating in shape.seatings)
    winners = play_seatings(Job(table, sequences, check_seed(contest.seed), seatings, custom_bots), contest)
    own = np.zeros((len(seatings), len(table.colours) + 1), np.float64)  # by seat; the last stands for -1, nobody
    own[:, list(table.seats)] = np.array(shape.seatings)
    own[:, -1] = shape.even
    wins = own[np.arange(len(seatings))[:, None], winners].sum(axis=0)
    return Match(table, shape, one, other, wins, int((winners == -1).sum()))


def play_seatings(job: Job, contest: Contest) -> NDArray[np.int8]:
    """The winners by seating and dice sequence."""
    found = [np.zeros((len(job.seatings), 0), np.int8)]
    if not contest.stopped:
        with catch_interrupt(job.stop) as interrupted:
            for rows in play_blocks(job, contest.cores or count_cores()):
                found.append(rows["winner"])
                contest.done(rows.size)
                if interrupted:
                    break
        contest.stopped |= bool(interrupted)
    return np.concatenate(found, axis=1)


def count_games(table: Table, one: str, other: str, contest: Contest) -> int:
    """How many games the matches of two bots take."""
    games = contest.games_of(table, one, other)
    return sum(
        -(-games // len(shape.seatings)) * len(shape.seatings) for shape, _ in find_shapes(table, contest.halves)
    )
