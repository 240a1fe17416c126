"""Learning by playing: a bot plays against itself, and a net is fitted to the results.

`pachisi train BOOK --players N` runs it. Each round plays games with what is known so far, at the book's own table and
at tables with house rules; then the net learns to predict who will win. Needs torch (extra `train`).
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from .. import kernel
from ..bots.inputs import Array, describe, facts_of, inputs_of
from ..bots.linking import link
from ..bots.mind import ROWS, make_minds
from ..bots.nets import Knowledge, find_knowledge
from ..errors import RuleError
from ..kernel import jit
from ..lab.states import key_at
from ..lower import lower
from ..records import RULES, SMALL, plain, table
from ..rulebooks import load
from ..simulation.cluster import spread
from ..table import Table, set_up
from . import lessons as school
from .lessons import FINE, LESSON, LONGEST
from .solved import SolvedTable
from .student import Student

TABLES = 64  # of a round
PHASES = (  # from which part of the time on: the weight of the outcome against the evaluation one throw later,
    # and how much of it is passed back from one position to the one before it
    (0.00, 1.0, 1.00),
    (0.25, 1.0, 0.95),
    (0.50, 0.5, 0.95),
    (0.70, 0.0, 0.95),
)
FIRST_NET = 3  # rounds before it are played by the weights
MISTAKES = 0.2  # moves drawn at random at a solved table, where what follows from a mistake is known as well
AVERAGED = 0.7  # from this part of the time on, what is written is the mean of the nets of the rounds


@dataclass
class TrainingPlan:
    """How a book is learned; kept beside the weights."""

    book: str
    players: int = 2
    rounds: int = 12
    minutes: float = 0.0  # if not 0, the clock decides instead of the rounds
    done: float = 0.0  # the part of the phases that is done, if it continues
    games: int = 40_000  # of a round
    kept: int = 1_500_000  # positions of a round
    batch: int = 8192
    speed: float = 2e-3
    stray: float = 0.05
    steps: int = 400  # of the fitting in a round; twice as many in the last
    seed: int = 1
    go_on: bool = False  # continue from the net that is used now
    outcomes: bool = False  # every goal is the outcome: long games are forgotten on the way back
    truth: int = 0  # pieces of a solved table whose exact values are learned; 0: none
    options: Mapping[str, Any] = field(default_factory=dict)  # how people sit, if not as the book says
    device: str = "cpu"
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)


# --- the tables -----------------------------------------------------------------------


def draw_table(plan: TrainingPlan, random: Random) -> Table:
    """A table to learn at: the book's own in two of three cases, otherwise with up to three house rules."""
    known = load(plan.book).options
    while True:
        pieces = None if random.random() < 0.75 else random.choice((1, 2, 2, 3))
        options: dict[str, Any] = {}
        if random.random() < 0.35:
            for name in random.sample(sorted(known), min(len(known), random.randint(1, 3))):
                options[name] = random.choice(list(known[name].values))
        with suppress(RuleError):  # these rules do not fit together
            at = set_up(plan.book, plan.players, pieces=pieces, options={**options, **plan.options})
            if at.size == SMALL:  # nets know no larger ones
                return at


# --- the games ------------------------------------------------------------------------


@lru_cache(maxsize=1)
def load_lessons() -> Any:
    """The compiled loop."""
    lesson, book, state = plain(table(LESSON, 1)), plain(table(RULES, 1)), plain(table(SMALL.state, 1))
    numbers = np.zeros(1, np.int64), np.uint64(0), 0, 0, 0.0, 0.0, 0, False
    return link(SMALL, school.play_lessons, jit.pointer(key_at, book, state), lesson, lesson, *numbers)


class Manner(NamedTuple):
    """How games are played and noted, each as a part of one."""

    stray: float = 0.0  # moves drawn at random
    trust: float = 1.0  # the weight of the outcome against the evaluation one throw later
    memory: float = 1.0  # how much of it is passed back from one position to the one before it
    kept: float = 1.0  # positions, or throws
    siblings: bool = False  # after each throw, what follows from every move, not only from the one that was played


def play_at(play: Any, at: Table, knowledge: Knowledge, games: int, manner: Manner, seed: int) -> Array:
    """The lessons of some games at one table."""
    minds = make_minds(at, knowledge)
    minds[0]["by_net"], minds[0]["plies"] = bool(knowledge.net), 0
    rooms = plain(lower(at.rules, at.first)), plain(table(SMALL.state, ROWS)), plain(kernel.room(SMALL)), minds
    most = int(games * LONGEST * min(1.0, manner.kept * 4)) // 8 + 4096
    found, filled, story = np.zeros(most, LESSON), np.zeros(1, np.int64), np.zeros(LONGEST, LESSON)
    chances = np.uint64(seed), games, int(manner.stray * FINE), manner.trust, manner.memory, int(manner.kept * FINE)
    play(*rooms, key_at, story, found, filled, *chances, manner.siblings)
    return found[: filled[0]].copy()


def play_elsewhere(at: Table, knowledge: Knowledge, games: int, manner: Manner, seed: int) -> Array:
    """The same on a machine of a cluster; what comes by way of Ray cannot be written to."""
    return play_at(load_lessons(), at, deepcopy(knowledge), games, manner, seed)


def play_round(
    plan: TrainingPlan, play: Any, knowledge: Knowledge, number: int, done: float, solved: SolvedTable | None = None
) -> tuple[Array, Array]:
    """Positions of many games at many tables, and the inputs that distinguish the tables; every other is the solved one."""
    random = Random(plan.seed * 1000 + number)
    tables = [draw_table(plan, random) for _ in range(TABLES)]
    seeds = [random.getrandbits(63) for _ in tables]
    if solved:
        tables[::2] = [solved.table] * len(tables[::2])
    games = max(1, plan.games // len(tables))
    done = 0.0 if plan.outcomes else done
    trust, memory = next((trust, memory) for start, trust, memory in reversed(PHASES) if done >= start)
    kept = min(1.0, plan.kept / (plan.games * 150))
    exact = [solved is not None and solved.is_played(at) for at in tables]
    manners = [Manner(MISTAKES if known else plan.stray, trust, memory, kept, known) for known in exact]
    tasks = [(at, knowledge, games, manner, seed) for at, manner, seed in zip(tables, manners, seeds, strict=True)]
    there = spread(play_elsewhere, tasks)
    with ThreadPoolExecutor(plan.cores) as pool:
        parts = there or list(pool.map(lambda task: play_at(play, *task), tasks))
    for number, part in enumerate(parts):
        part["table"] = number
        if solved and exact[number]:
            solved.correct(part)
    return np.concatenate(parts), np.array([describe(facts_of(at.rules), knowledge.inputs) for at in tables])


# --- the rounds ------------------------------------------------------------------------


def begin(plan: TrainingPlan) -> Student:
    """A student that knows nothing yet, or continues from what is known."""
    at = set_up(plan.book, plan.players, options=plan.options)
    if at.size != SMALL:
        raise RuleError("No net knows a board as large as this one. --weights trains expert, and master plays by its weights.")
    inputs = inputs_of(at.book, plan.players, plan.options)
    known = find_knowledge(at)
    if not plan.go_on:
        return Student(plan, inputs, known.weights)
    if not known.net:
        raise RuleError(f"There is no net to continue from. {known.note}")
    student = Student(plan, (*known.inputs, *(one for one in inputs if one not in known.inputs)), known.weights)
    student.recall(known)
    return student


def train(plan: TrainingPlan, solved: SolvedTable | None = None) -> Iterator[tuple[int, Knowledge, dict[str, float]]]:
    """Round by round: the number, what is known then, and what was measured. However short, it ends with a net.

    With a solved table, the net learns what its positions are worth, not what came of them.
    """
    student, play = begin(plan), load_lessons()
    begun, least = time.perf_counter(), FIRST_NET + plan.go_on
    for number in itertools.count(FIRST_NET if plan.go_on else 0):
        start = time.perf_counter()
        done = (start - begun) / 60 / plan.minutes if plan.minutes else number / plan.rounds
        if done >= 1 and number >= least:
            return
        done = plan.done + (1 - plan.done) * min(done, 1.0)
        found, variants = play_round(plan, play, student.knowledge(net=number >= FIRST_NET), number, done, solved)
        measured = {"positions": float(len(found)), "seconds_playing": time.perf_counter() - start}
        student.take(found, variants)
        if number >= FIRST_NET - 1:
            speed, steps = plan.speed * (1 - 0.9 * done), plan.steps * (1 + (done > 0.8))
            measured["loss_net"] = student.learn(speed, steps)
            if done >= AVERAGED:
                student.average()
        measured["seconds"] = time.perf_counter() - start
        yield number, student.knowledge(net=number >= FIRST_NET - 1, averaged=True), measured
