"""The weights of `expert`, fitted by playing: of many small changes, those that win are kept.

A generation draws changes, plays each and its opposite against the weights so far with the same dice, and moves the
weights towards what won (natural evolution strategies). `pachisi train BOOK --weights` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..bots.inputs import Array
from ..bots.mind import make_minds
from ..bots.nets import Knowledge, filed_facts, find_knowledge
from ..bots.registry import THINKERS
from ..errors import RuleError
from ..simulation import count_cores, seat_all
from ..simulation.executor import Executor
from ..simulation.jobs import Job
from ..table import Table

PAIRS = 10  # changes of a generation, each with its opposite
NEW, OLD = 0, 1  # minds of a trial
STEP, PACE = 0.25, 0.6  # how large changes are, and how far a generation goes


@dataclass
class WeightTrial(Job):
    """Games of new weights against the old ones: two minds that do not look ahead."""

    new: Array = field(default_factory=lambda: np.zeros(0))
    old: Knowledge | None = None

    def minds(self) -> Array:
        assert self.old is not None
        minds = make_minds(self.table, replace(self.old, net={}))
        minds["plies"] = 0
        minds[NEW]["weights"] = self.new
        return minds


def play_trial(at: Table, new: Array, old: Knowledge, games: int, seed: int) -> float:
    """How much more often the new weights win than their share of the seats."""
    seats, won = at.seats, 0.0
    numbers = [THINKERS[level].number for level in (NEW, OLD)]
    seatings = tuple(seat_all(at, [numbers[other != seat] for other in seats]) for seat in seats)
    job = WeightTrial(at, games // len(seats), seed, seatings, new=new, old=old)
    for seat, rows in zip(seats, Executor(job).play(0, job.games), strict=True):
        side = seats.sides[seats.side_of(seat)]
        won += float(np.isin(rows["winner"], side).mean()) / len(seats)
    return won - 1 / len(seats.sides)


def tune(at: Table, generations: int, games: int, seed: int = 1) -> Iterator[tuple[Knowledge, float]]:
    """Generation by generation: what is known, with new weights, and how well the better halves of the changes did."""
    if games < len(at.seats):
        raise RuleError(f"games = {games}: new weights play from each of the {len(at.seats)} seats, so at least {len(at.seats)} games.")
    random, known = np.random.default_rng(seed), find_knowledge(at)
    known = replace(known, rules=filed_facts(at.rules), note="")
    weights = known.weights.astype(np.float64)
    for generation in range(generations):
        spread = STEP * (0.3 + np.abs(weights))
        changes = random.standard_normal((PAIRS, *weights.shape))
        old = replace(known, weights=weights.astype(np.float32))

        def gain(
            k: int, changes: Any = changes, spread: Any = spread, old: Any = old, generation: int = generation
        ) -> float:
            own = seed * 10**6 + generation * 100 + k  # the same dice for both
            up, down = ((old.weights + sign * spread * changes[k]).astype(np.float32) for sign in (1, -1))
            return play_trial(at, up, old, games, own) - play_trial(at, down, old, games, own)

        with ThreadPoolExecutor(count_cores()) as pool:
            gains = np.array(list(pool.map(gain, range(PAIRS))))
        towards = (gains[:, None, None] * changes).mean(0) / (gains.std() + 1e-9)
        weights = weights + PACE * spread * towards
        yield replace(known, weights=weights.astype(np.float32)), float(np.abs(gains).mean())
