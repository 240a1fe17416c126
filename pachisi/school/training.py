"""Learning by playing: a bot plays against itself, and weights and net are fitted to what came of it.

`pachisi train BOOK` runs it. Each round plays games with what is known so far, at the book's own table and at tables
with house rules, for 2, 3 and 4; then the net learns to say who will win. Needs torch (extra `train`).
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from .. import kernel
from ..bots import value
from ..bots.mind import (
    DEEPER,
    FEATURES,
    HIDDEN,
    MIND,
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
from ..kernel import jit
from ..lower import lower
from ..perft import plain
from ..records import COLOURS, PIECES, RULES, STATE, STEPS, WORK, table
from ..rulebook import load
from ..table import Table, lay
from . import lessons as school
from .lessons import FINE, LESSON, LONGEST

TABLES = 64  # of a round
MEMORY = 0.93  # how much of what came of a position is handed back to the one before it
NOWHERE = COLOURS * STEPS  # the row of a piece that is not there
FIRST_NET = 3  # rounds before it are played by the weights
PLAIN = (6.0, 1.0, -1.0, -0.3, -2.0, 0.2, 0.5, 0.1, 0.2, -0.1, 0.2, 0.5)  # a first guess, in the order of the features


@dataclass
class Plan:
    """How a book is learned; kept beside the weights."""

    book: str
    players: tuple[int, ...] = (2, 2, 2, 3, 4, 4, 4)  # as often as they are named
    rounds: int = 12
    games: int = 40_000  # of a round
    kept: int = 1_500_000  # positions of a round
    batch: int = 8192
    speed: float = 2e-3
    stray: float = 0.05
    steps: int = 4000  # of the fitting in each of the last rounds
    seed: int = 1
    go_on: bool = False  # from the weights that the book has
    device: str = "cpu"
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)


# --- the tables -----------------------------------------------------------------------


def draw_table(book: str, seats: Sequence[int], lot: Random) -> Table:
    """A table to learn at: the book's own in two of three cases, else with up to three house rules."""
    players = lot.choice(seats)
    pieces = 4 if lot.random() < 0.75 else lot.choice((1, 2, 2, 3))
    known = load(book).options
    while True:
        options: dict[str, Any] = {}
        if lot.random() < 0.35:
            for name in lot.sample(sorted(known), min(len(known), lot.randint(1, 3))):
                options[name] = lot.choice(list(known[name].values))
        try:
            return lay(book, players, pieces=pieces, options=options)
        except RuleError:
            continue  # these rules do not fit together


# --- the games ------------------------------------------------------------------------


def load_lessons() -> Any:
    book, state, work, mind, lesson = (plain(table(dtype, 1)) for dtype in (RULES, STATE, WORK, MIND, LESSON))
    act = jit.pointer(kernel.act, book, state, 0, kernel.MOVES, 0, work)
    judge = jit.pointer(value.judge, book, state, 0, mind, 0)
    example = book, state, work, mind, lesson, lesson, np.zeros(1, np.int64), np.uint64(0), 0, 0, 0.0, 0.0, 0
    return jit.entry_for(school.play_lessons, act, judge, *example)


def play_at(
    play: Any,
    at: Table,
    knowledge: Knowledge,
    number: int,
    games: int,
    stray: float,
    trust: float,
    share: float,
    seed: int,
) -> Array:
    """The lessons of some games at one table."""
    minds = make_minds(at, knowledge)
    minds[0]["judge"], minds[0]["plies"] = bool(knowledge.net), 0
    rooms = plain(lower(at.rules, at.first)), plain(table(STATE, ROWS)), plain(kernel.room()), minds
    found, filled = np.zeros(int(games * LONGEST * min(1.0, share * 4)) // 8 + 4096, LESSON), np.zeros(1, np.int64)
    story = np.zeros(LONGEST, LESSON)
    chances = np.uint64(seed), games, int(stray * FINE), trust, MEMORY, int(share * FINE)
    play(kernel.act, value.judge, *rooms, story, found, filled, *chances)
    found = found[: filled[0]].copy()
    found["table"] = number
    return found


def play_round(plan: Plan, play: Any, knowledge: Knowledge, number: int, trust: float) -> tuple[Array, Array]:
    """Positions of many games at many tables, and what tells the tables apart."""
    lot = Random(plan.seed * 1000 + number)
    tables = [draw_table(plan.book, plan.players, lot) for _ in range(TABLES)]
    games = max(1, plan.games // len(tables))
    share = min(1.0, plan.kept / (plan.games * 150))
    with ThreadPoolExecutor(plan.cores) as pool:
        parts = pool.map(
            lambda k: play_at(play, tables[k], knowledge, k, games, plan.stray, trust, share, lot.getrandbits(63)),
            range(len(tables)),
        )
        found = np.concatenate(list(parts))
    return found, np.array([describe(plain(lower(at.rules, at.first))[0]) for at in tables])


# --- the fitting ----------------------------------------------------------------------


class Student:
    """The net (or the plain weights) while it learns."""

    def __init__(self, plan: Plan) -> None:
        self.torch = torch = load_torch()
        self.plan = plan
        torch.manual_seed(plan.seed)
        self.device = torch.device(plan.device)

        def draw(*shape: int, scale: float) -> Any:
            return torch.nn.Parameter((torch.randn(*shape) * scale).to(self.device))

        self.parts = {
            "pieces": draw(NOWHERE + 1, HIDDEN, scale=0.1),
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
        """Lessons as tensors; only the last three rounds are kept."""
        torch = self.torch
        slots = np.arange(COLOURS)[:, None] * STEPS
        steps = lessons["steps"].astype(np.int64)
        places = np.where(steps >= 0, steps + slots, NOWHERE).reshape(-1, COLOURS * PIECES)
        data = {
            "places": places.astype(np.int32),
            "features": lessons["features"].reshape(len(lessons), -1),
            "situation": lessons["situation"],
            "variant": variants[lessons["table"]],
            "side": lessons["side"].astype(np.int64),
            "goal": lessons["goal"],
        }
        self.batches = [*self.batches[-2:], {k: torch.from_numpy(v).to(self.device) for k, v in data.items()}]

    def scores(self, by_slot: Any, side: Any) -> Any:
        """From colours to sides; a side that does not play has no chance."""
        torch = self.torch
        one = torch.nn.functional.one_hot(side.clamp(min=0), COLOURS) * (side >= 0).unsqueeze(-1)
        found = torch.einsum("bs,bst->bt", by_slot, one.to(by_slot.dtype))
        return found.masked_fill(one.sum(1) == 0, -1e9)

    def feel(self, b: dict[str, Any]) -> Any:
        torch, p = self.torch, self.parts
        first = torch.nn.functional.embedding_bag(b["places"].long(), p["pieces"], mode="sum", padding_idx=NOWHERE)
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
        optimiser = torch.optim.Adam(parameters, lr=speed)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, speed, total_steps=steps, pct_start=0.1)
        losses = []
        for step in range(steps):
            part = self.batches[step % len(self.batches)]
            rows = torch.randint(len(part["goal"]), (self.plan.batch,), device=self.device)
            b = {name: values[rows] for name, values in part.items()}
            scores = judge(b)
            loss = -(b["goal"] * torch.log_softmax(scores, 1).clamp(min=-50)).sum(1).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            if step >= steps * 0.9:
                losses.append(loss.item())
        return float(np.mean(losses))

    def recall(self, known: Knowledge) -> None:
        """Begin with what was learned before."""
        shapes = {**known.net, "variant": known.variant, "pieces": known.net["pieces"].reshape(NOWHERE, HIDDEN)}
        with self.torch.no_grad():
            for name, part in self.parts.items():
                old = self.torch.from_numpy(shapes[name]).to(self.device)
                part[:NOWHERE].copy_(old) if name == "pieces" else part.copy_(old.reshape(part.shape))
            self.weights.copy_(self.torch.from_numpy(known.weights).to(self.device))

    def knowledge(self, net: bool, plies: int = 1) -> Knowledge:
        """What was learned, as the bots take it."""
        found = {name: part.detach().cpu().numpy().astype(np.float32) for name, part in self.parts.items()}
        weights = self.weights.detach().cpu().numpy()
        if not net:
            return Knowledge(weights, {}, np.zeros((VARIANT, HIDDEN), np.float32), plies)
        found["pieces"] = found["pieces"][:NOWHERE].reshape(COLOURS, STEPS, HIDDEN)
        found["features"] = found["features"].reshape(COLOURS, FEATURES, HIDDEN)
        variant = found.pop("variant")
        return Knowledge(weights, found, variant, plies)


def load_torch() -> Any:
    try:
        return import_module("torch")
    except ImportError:
        raise RuleError("Training needs torch: pip install 'pachisi[train]'.") from None


def train(plan: Plan) -> Iterator[tuple[int, Knowledge, dict[str, float]]]:
    """Round by round: the number, what is known then, and what was measured."""
    play, student = load_lessons(), Student(plan)
    if plan.go_on:
        student.recall(load_knowledge(plan.book, plan.players[0]))
    for number in range(FIRST_NET if plan.go_on else 0, plan.rounds):
        start = time.perf_counter()
        by_weights = number < FIRST_NET  # they come first, from their own games
        trust = (1.0, 0.5, 0.0)[3 * number // plan.rounds]  # what came of it, first; what one throw more tells, at last
        found, variants = play_round(plan, play, student.knowledge(net=not by_weights), number, trust)
        told = {"positions": float(len(found)), "seconds_playing": time.perf_counter() - start}
        student.take(found, variants)
        if by_weights:
            told["loss_weights"] = student.learn(student.weigh, [student.weights], 0.05, 300)
        if number >= FIRST_NET - 1:
            late = number >= plan.rounds - 3
            speed, steps = (plan.speed / 2, 2 * plan.steps) if late else (plan.speed, plan.steps)
            told["loss_net"] = student.learn(student.feel, list(student.parts.values()), speed, steps)
        told["seconds"] = time.perf_counter() - start
        yield number, student.knowledge(net=number >= FIRST_NET - 1), told


def save(knowledge: Knowledge, plan: Plan, story: list[dict[str, float]], folder: Path) -> None:
    """The weights, and beside them how they came about."""
    alone = len(set(plan.players)) == 1
    name = f"{plan.book}-{plan.players[0]}" if alone else plan.book
    parts: dict[str, Any] = {"weights": knowledge.weights, "variant": knowledge.variant, "plies": knowledge.plies}
    np.savez_compressed(folder / f"{name}.npz", **parts, **knowledge.net)  # type: ignore[arg-type]
    record = {"plan": {**asdict(plan), "cores": plan.cores}, "rounds": story}
    (folder / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
