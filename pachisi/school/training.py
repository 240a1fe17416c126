"""Learning by playing: a bot plays against itself, and weights and net are fitted to what came of it.

`pachisi train BOOK --players N` runs it. Each round plays games with what is known so far, at the book's own table and
at tables with house rules; then the net learns to say who will win. Needs torch (extra `train`).
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from .. import kernel
from ..bots.linking import link
from ..bots.mind import (
    DEEPER,
    FEATURES,
    HIDDEN,
    HUNTS,
    ROWS,
    SITUATION,
    VARIANT,
    Array,
    Knowledge,
    describe,
    load_knowledge,
    make_minds,
)
from ..errors import RuleError
from ..lower import lower
from ..records import COLOURS, PIECES, STATE, STEPS, plain, table
from ..rulebooks import load
from ..table import Table, set_up
from . import lessons as school
from .lessons import FINE, LESSON, LONGEST
from .runs import write_runs

TABLES = 64  # of a round
REMEMBERED, ENOUGH = 6, 600_000  # rounds whose positions are still learned from; more, as long as these are too few
AGAIN = 4  # times that a round learns from the same position, at most: more would be learning it by heart
PHASES = (  # from which part of the time on: how much what came of a position counts beside what one throw more tells,
    # and how much of it is handed back from one position to the one before it
    (0.00, 1.0, 1.00),
    (0.25, 1.0, 0.95),
    (0.50, 0.5, 0.95),
    (0.70, 0.0, 0.95),
)
NOWHERE = COLOURS * STEPS  # the row of a piece that is not there
FIRST_NET = 3  # rounds before it are played by the weights
PLAIN = (6.0, 1.0, -1.0, -0.3, -2.0, 0.2, 0.5, 0.1, 0.2, -0.1, 0.2, 0.5)  # a first guess, in the order of the features


@dataclass
class TrainingPlan:
    """How a book is learned; kept beside the weights."""

    book: str
    players: int = 2
    rounds: int = 12
    minutes: float = 0.0  # if not 0, the clock decides instead of the rounds
    done: float = 0.0  # which part of the phases is behind it, if it goes on
    games: int = 40_000  # of a round
    kept: int = 1_500_000  # positions of a round
    batch: int = 8192
    speed: float = 2e-3
    stray: float = 0.05
    steps: int = 400  # of the fitting in a round; twice as many in the last
    seed: int = 1
    go_on: bool = False  # from the weights that the book has
    device: str = "cpu"
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)


# --- the tables -----------------------------------------------------------------------


def draw_table(book: str, players: int, lot: Random) -> Table:
    """A table to learn at: the book's own in two of three cases, else with up to three house rules."""
    pieces = 4 if lot.random() < 0.75 else lot.choice((1, 2, 2, 3))
    known = load(book).options
    while True:
        options: dict[str, Any] = {}
        if lot.random() < 0.35:
            for name in lot.sample(sorted(known), min(len(known), lot.randint(1, 3))):
                options[name] = lot.choice(list(known[name].values))
        try:
            return set_up(book, players, pieces=pieces, options=options)
        except RuleError:
            continue  # these rules do not fit together


# --- the games ------------------------------------------------------------------------


def load_lessons() -> Any:
    """The compiled loop."""
    lesson = plain(table(LESSON, 1))
    return link(school.play_lessons, lesson, lesson, np.zeros(1, np.int64), np.uint64(0), 0, 0, 0.0, 0.0, 0)


class Manner(NamedTuple):
    """How games are played and told, each as a part of one."""

    stray: float = 0.0  # moves that are any move
    trust: float = 1.0  # how much what came of a position counts beside what one throw more tells
    memory: float = 1.0  # how much of that is handed back from one position to the one before it
    kept: float = 1.0  # positions


def play_at(play: Any, at: Table, knowledge: Knowledge, games: int, manner: Manner, seed: int) -> Array:
    """The lessons of some games at one table."""
    minds = make_minds(at, knowledge)
    minds[0]["judge"], minds[0]["plies"] = bool(knowledge.net), 0
    rooms = plain(lower(at.rules, at.first)), plain(table(STATE, ROWS)), plain(kernel.room()), minds
    most = int(games * LONGEST * min(1.0, manner.kept * 4)) // 8 + 4096
    found, filled, story = np.zeros(most, LESSON), np.zeros(1, np.int64), np.zeros(LONGEST, LESSON)
    chances = np.uint64(seed), games, int(manner.stray * FINE), manner.trust, manner.memory, int(manner.kept * FINE)
    play(*rooms, story, found, filled, *chances)
    return found[: filled[0]].copy()


def play_round(plan: TrainingPlan, play: Any, knowledge: Knowledge, number: int, done: float) -> tuple[Array, Array]:
    """Positions of many games at many tables, and what tells the tables apart."""
    lot = Random(plan.seed * 1000 + number)
    tables = [draw_table(plan.book, plan.players, lot) for _ in range(TABLES)]
    seeds = [lot.getrandbits(63) for _ in tables]
    games = max(1, plan.games // len(tables))
    trust, memory = next((trust, memory) for start, trust, memory in reversed(PHASES) if done >= start)
    manner = Manner(plan.stray, trust, memory, min(1.0, plan.kept / (plan.games * 150)))
    with ThreadPoolExecutor(plan.cores) as pool:
        parts = list(pool.map(lambda at, seed: play_at(play, at, knowledge, games, manner, seed), tables, seeds))
    for number, part in enumerate(parts):
        part["table"] = number
    return np.concatenate(parts), np.array([describe(plain(lower(at.rules, at.first))[0]) for at in tables])


# --- the fitting ----------------------------------------------------------------------


class Student:
    """The net (or the plain weights) while it learns."""

    def __init__(self, plan: TrainingPlan) -> None:
        self.torch = torch = load_torch()
        self.plan = plan
        torch.manual_seed(plan.seed)
        self.device = torch.device(plan.device)

        def draw(*shape: int, scale: float) -> Any:
            return torch.nn.Parameter((torch.randn(*shape) * scale).to(self.device))

        self.parts = {
            "pieces": draw(NOWHERE + 1, HIDDEN, scale=0.1),
            "pairs": draw(HUNTS + 1, HIDDEN, scale=0.0),
            "features": draw(COLOURS * FEATURES, HIDDEN, scale=0.1),
            "situation": draw(SITUATION, HIDDEN, scale=0.1),
            "variant": draw(VARIANT, HIDDEN, scale=0.05),
            "bias": draw(HIDDEN, scale=0.0),
            "deeper": draw(DEEPER, HIDDEN, scale=0.15),
            "deeper_bias": draw(DEEPER, scale=0.0),
            "out": draw(COLOURS, DEEPER, scale=0.1),
            "out_bias": draw(COLOURS, scale=0.0),
        }
        self.weights = torch.nn.Parameter(torch.tensor([PLAIN, PLAIN], device=self.device))
        self.batches: list[dict[str, Any]] = []

    def take(self, lessons: Array, variants: Array) -> None:
        """Lessons as tensors; those of the last rounds are kept."""
        torch = self.torch
        slots = np.arange(COLOURS)[:, None] * STEPS
        steps = lessons["steps"].astype(np.int64)
        places = np.where(steps >= 0, steps + slots, NOWHERE).reshape(-1, COLOURS * PIECES)
        data = {
            "places": places.astype(np.int32),
            "pairs": lessons["pairs"],
            "features": lessons["features"].reshape(len(lessons), -1),
            "situation": lessons["situation"],
            "variant": variants[lessons["table"]],
            "side": lessons["side"].astype(np.int64),
            "goal": lessons["goal"],
        }
        self.batches.append({k: torch.from_numpy(v).to(self.device) for k, v in data.items()})
        while len(self.batches) > REMEMBERED and sum(len(part["goal"]) for part in self.batches[1:]) >= ENOUGH:
            self.batches.pop(0)

    def scores(self, by_slot: Any, side: Any) -> Any:
        """From colours to sides; a side that does not play has no chance."""
        torch = self.torch
        one = torch.nn.functional.one_hot(side.clamp(min=0), COLOURS) * (side >= 0).unsqueeze(-1)
        found = torch.einsum("bs,bst->bt", by_slot, one.to(by_slot.dtype))
        return found.masked_fill(one.sum(1) == 0, -1e9)

    def feel(self, b: dict[str, Any]) -> Any:
        torch, p = self.torch, self.parts
        bag = torch.nn.functional.embedding_bag
        first = bag(b["places"].int(), p["pieces"], mode="sum", padding_idx=NOWHERE)
        first = first + bag(b["pairs"].int(), p["pairs"], mode="sum", padding_idx=HUNTS)
        first = first + b["features"] @ p["features"] + b["situation"] @ p["situation"]
        first = torch.relu(first + b["variant"] @ p["variant"] + p["bias"])
        second = torch.relu(first @ p["deeper"].T + p["deeper_bias"])
        return self.scores(second @ p["out"].T + p["out_bias"], b["side"])

    def weigh(self, b: dict[str, Any]) -> Any:
        features = b["features"].view(-1, COLOURS, FEATURES)
        own, others = features[:, :1] @ self.weights[0], features[:, 1:] @ self.weights[1]
        return self.scores(self.torch.cat([own, others], 1), b["side"])

    def learn(self, judge: Any, parameters: Sequence[Any], speed: float, steps: int) -> float:
        """Fit to the lessons; the mean loss of the last tenth."""
        torch = self.torch
        on_gpu = self.device.type == "cuda"
        pace = torch.tensor(speed, device=self.device)
        optimiser = torch.optim.Adam(parameters, lr=pace, capturable=on_gpu)
        data = {name: torch.cat([part[name] for part in self.batches]) for name in self.batches[0]}
        steps = max(20, min(steps, AGAIN * len(data["goal"]) // self.plan.batch))
        loss = torch.zeros((), device=self.device)

        def step() -> None:
            rows = torch.randint(len(data["goal"]), (self.plan.batch,), device=self.device)
            b = {name: values[rows] for name, values in data.items()}
            found = -(b["goal"] * torch.log_softmax(judge(b), 1).clamp(min=-50)).sum(1).mean()
            optimiser.zero_grad()
            found.backward()
            optimiser.step()
            loss.copy_(found.detach())

        go = self.record(step) if on_gpu else step
        losses = []
        for k in range(steps):
            pace.fill_(speed * warmth(k / steps))
            go()
            if k >= steps * 0.9:
                losses.append(loss.clone())
        return float(torch.stack(losses).mean())

    def record(self, step: Any) -> Any:
        """A step as one graph: its many small kernels are launched together."""
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            step()
        return graph.replay

    def recall(self, known: Knowledge) -> None:
        """Begin with what was learned before."""
        learned = {**known.net, "variant": known.variant}
        with self.torch.no_grad():
            for name, part in self.parts.items():
                if name in learned:
                    old = self.torch.from_numpy(learned[name]).to(self.device).reshape(-1, *part.shape[1:])
                    part[: len(old)].copy_(old)
            self.weights.copy_(self.torch.from_numpy(known.weights).to(self.device))

    def knowledge(self, net: bool) -> Knowledge:
        """What was learned, as the bots take it."""
        found = {name: part.detach().cpu().numpy().astype(np.float32) for name, part in self.parts.items()}
        weights = self.weights.detach().cpu().numpy()
        if not net:
            return Knowledge(weights, {}, np.zeros((VARIANT, HIDDEN), np.float32))
        found["pieces"] = found["pieces"][:NOWHERE].reshape(COLOURS, STEPS, HIDDEN)
        found["pairs"] = found["pairs"][:HUNTS]
        found["features"] = found["features"].reshape(COLOURS, FEATURES, HIDDEN)
        variant = found.pop("variant")
        return Knowledge(weights, found, variant)


def warmth(done: float) -> float:
    """How fast to learn: up to full speed in a tenth of the steps, then down along a cosine."""
    return max(0.04, done / 0.1) if done < 0.1 else 0.5 + 0.5 * math.cos(math.pi * (done - 0.1) / 0.9)


def load_torch() -> Any:
    try:
        return import_module("torch")
    except ImportError:
        raise RuleError("Training needs torch: pip install 'pachisi[train]'.") from None


def train(plan: TrainingPlan) -> Iterator[tuple[int, Knowledge, dict[str, float]]]:
    """Round by round: the number, what is known then, and what was measured."""
    play, student = load_lessons(), Student(plan)
    if plan.go_on:
        student.recall(load_knowledge(plan.book, plan.players))
    begun = time.perf_counter()
    for number in itertools.count(FIRST_NET if plan.go_on else 0):
        start = time.perf_counter()
        done = (start - begun) / 60 / plan.minutes if plan.minutes else number / plan.rounds
        if done >= 1:
            return
        done = plan.done + (1 - plan.done) * done
        by_weights = number < FIRST_NET  # they come first, from their own games
        found, variants = play_round(plan, play, student.knowledge(net=not by_weights), number, done)
        told = {"positions": float(len(found)), "seconds_playing": time.perf_counter() - start}
        student.take(found, variants)
        if by_weights:
            told["loss_weights"] = student.learn(student.weigh, [student.weights], 0.05, 300)
        if number >= FIRST_NET - 1:
            speed, steps = plan.speed * (1 - 0.9 * done), plan.steps * (1 + (done > 0.8))
            told["loss_net"] = student.learn(student.feel, list(student.parts.values()), speed, steps)
        told["seconds"] = time.perf_counter() - start
        yield number, student.knowledge(net=number >= FIRST_NET - 1), told


def save(knowledge: Knowledge, runs: list[dict[str, Any]], path: Path) -> None:
    """The weights, and beside them how they came about; the path has no suffix."""
    parts: dict[str, Any] = {"weights": knowledge.weights, "variant": knowledge.variant}
    np.savez_compressed(path.with_suffix(".npz"), **parts, **knowledge.net)  # type: ignore[arg-type]
    write_runs(runs, path.with_suffix(".json"))
