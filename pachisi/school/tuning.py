"""The weights of `expert`, fitted by playing: of many changes, those that win are kept.

A generation draws changes of a few weights and plays each against the weights so far, all with the same dice. The best of
many owes something to luck, so other dice decide whether it stays. `pachisi train BOOK --weights` runs it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

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

CHANGES = 12  # of a generation
FEW = 2.0  # features that a change concerns, on average
LEAST = 0.3  # how much a weight of 0 changes
SURE = 2.5  # standard errors by which new weights must win
NEW, OLD = 0, 1  # minds of a trial


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


def draw_changes(weights: Array, random: np.random.Generator) -> Array:
    """New weights that differ from these in a few features: for the thrower and the others alike, and a little for each."""
    kinds, features = weights.shape
    alike, each = (CHANGES, 1, features), (CHANGES, kinds, features)
    which = random.random(alike) < FEW / features
    factors, shifts = np.exp(which * random.standard_normal(alike)), which * LEAST * random.standard_normal(each)
    return np.asarray(weights * factors + shifts, np.float32)


def tune(at: Table, generations: int, games: int, seed: int = 1) -> Iterator[tuple[Knowledge, float]]:
    """Generation by generation: what is known, and how much more often its weights win than those before; 0: they stay."""
    if games < len(at.seats):
        raise RuleError(f"games = {games}: new weights play from each of the {len(at.seats)} seats, so at least {len(at.seats)} games.")
    random, known = np.random.default_rng(seed), find_knowledge(at)
    known = replace(known, rules=filed_facts(at.rules), note="")
    even = 1 / len(at.seats.sides)
    least = SURE * math.sqrt(even * (1 - even) / games)
    for generation in range(generations):
        new = draw_changes(known.weights, random)
        first, second = (seed * 10**6 + generation * 2 + k for k in range(2))

        def gain(weights: Array, old: Knowledge = known, dice: int = first) -> float:
            return play_trial(at, weights, old, games, dice)

        with ThreadPoolExecutor(count_cores()) as pool:
            best = new[np.argmax(list(pool.map(gain, new)))]
        gained = gain(best, dice=second)
        if gained > least:
            known = replace(known, weights=best)
        yield known, gained if gained > least else 0.0
