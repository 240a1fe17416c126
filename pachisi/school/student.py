"""The net, while it is fitted to lessons. Needs torch (extra `train`)."""

from __future__ import annotations

import math
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from ..bots.inputs import Array, Input
from ..bots.nets import (
    COLOURS,
    DEEPER,
    FEATURES,
    HIDDEN,
    HUNTS,
    NET,
    PAIRS_FILED,
    PIECES,
    SITUATION,
    STEPS,
    Knowledge,
    filed_facts,
)
from ..errors import RuleError
from ..table import set_up

if TYPE_CHECKING:
    from .training import TrainingPlan

REMEMBERED, ENOUGH = 6, 600_000  # rounds whose positions are still learned from; more, as long as these are too few
AGAIN = 4  # times that a round learns from the same position, at most: more would be learning it by heart
DISTINCT, CLOSE = 30.0, 0.01  # the weight of what distinguishes siblings, and a difference of chances that counts half
NOWHERE = COLOURS * STEPS  # the row of a piece that is not there


class Student:
    """A net while it learns, and the weights that play before it can."""

    def __init__(self, plan: TrainingPlan, inputs: tuple[Input, ...], weights: Array) -> None:
        self.torch = torch = load_torch()
        self.plan, self.inputs, self.weights = plan, inputs, weights
        torch.manual_seed(plan.seed)
        self.device = find_device(plan.device)

        def draw(*shape: int, scale: float) -> Any:
            return torch.nn.Parameter((torch.randn(*shape) * scale).to(self.device))

        self.parts = {
            "pieces": draw(NOWHERE + 1, HIDDEN, scale=0.1),
            "pairs": draw(HUNTS + 1, HIDDEN, scale=0.0),
            "features": draw(COLOURS * FEATURES, HIDDEN, scale=0.1),
            "situation": draw(SITUATION, HIDDEN, scale=0.1),
            "variant": draw(len(inputs), HIDDEN, scale=0.05),
            "bias": draw(HIDDEN, scale=0.0),
            "deeper": draw(DEEPER, HIDDEN, scale=0.15),
            "deeper_bias": draw(DEEPER, scale=0.0),
            "out": draw(COLOURS, DEEPER, scale=0.1),
            "out_bias": draw(COLOURS, scale=0.0),
        }
        self.mean, self.averaged = {name: torch.zeros_like(part) for name, part in self.parts.items()}, 0
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
            "sibling": lessons["sibling"],
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
        """What the net makes of positions: scores by side."""
        torch, p = self.torch, self.parts
        bag = torch.nn.functional.embedding_bag
        first = bag(b["places"].int(), p["pieces"], mode="sum", padding_idx=NOWHERE)
        first = first + bag(b["pairs"].int(), p["pairs"], mode="sum", padding_idx=HUNTS)
        first = first + b["features"] @ p["features"] + b["situation"] @ p["situation"]
        first = torch.relu(first + b["variant"] @ p["variant"] + p["bias"])
        second = torch.relu(first @ p["deeper"].T + p["deeper_bias"])
        return self.scores(second @ p["out"].T + p["out_bias"], b["side"])

    def draw_rows(self, lessons: int) -> Any:
        """Those of a batch; where the truth is known, each with the one after it, which may be its sibling."""
        torch, count = self.torch, self.plan.batch
        if not self.plan.truth:
            return torch.randint(lessons, (count,), device=self.device)
        rows = torch.randint(lessons - 1, (count // 2,), device=self.device)
        return torch.cat([rows, rows + 1])

    def miss(self, b: dict[str, Any]) -> Any:
        """How far the net is from the goals: the loss."""
        found = self.torch.log_softmax(self.feel(b), 1)
        missed = -(b["goal"] * found.clamp(min=-50)).sum(1).mean()
        return missed + DISTINCT * self.confuse(found.exp(), b) if self.plan.truth else missed

    def confuse(self, chances: Any, b: dict[str, Any]) -> Any:
        """How far the net is from what distinguishes siblings. Only where that is little is a wrong choice likely."""
        (one, other), (goal, beside) = chances.chunk(2), b["goal"].chunk(2)
        apart, siblings = goal - beside, b["sibling"].chunk(2)[0]
        confused = ((one - other - apart) ** 2 / (1 + (apart / CLOSE) ** 2)).sum(1)
        return (siblings * confused).sum() / siblings.sum().clamp(min=1)

    def learn(self, speed: float, steps: int) -> float:
        """Fit to the lessons; the mean loss of the last tenth."""
        torch = self.torch
        on_gpu = self.device.type == "cuda"
        pace = torch.tensor(speed, device=self.device)
        optimiser = torch.optim.Adam(self.parts.values(), lr=pace, capturable=on_gpu)
        data = {name: torch.cat([part[name] for part in self.batches]) for name in self.batches[0]}
        steps = max(20, min(steps, AGAIN * len(data["goal"]) // self.plan.batch))
        loss = torch.zeros((), device=self.device)

        def step() -> None:
            rows = self.draw_rows(len(data["goal"]))
            found = self.miss({name: values[rows] for name, values in data.items()})
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
        """Begin with what was learned before; rules that are new to it begin at 0."""
        before = np.zeros(1, NET)[0]
        known.fill(before)
        variant = np.zeros((len(self.inputs), HIDDEN), np.float32)
        variant[: len(known.variant)] = known.variant
        with self.torch.no_grad():
            for name, part in self.parts.items():
                old = self.torch.from_numpy(variant if name == "variant" else before[name]).to(self.device)
                old = old.reshape(-1, *part.shape[1:])
                part[: len(old)].copy_(old)

    def average(self) -> None:
        """Take the net as it is now into the mean of rounds: every round strays, their mean does less."""
        self.averaged += 1
        with self.torch.no_grad():
            for name, part in self.parts.items():
                self.mean[name] += (part - self.mean[name]) / self.averaged

    def knowledge(self, net: bool, averaged: bool = False) -> Knowledge:
        """What was learned, as the bots take it; the mean of the rounds, where there is one."""
        parts = self.mean if averaged and self.averaged else self.parts
        found = {name: part.detach().cpu().numpy().astype(np.float32) for name, part in parts.items()}
        variant = found.pop("variant")
        found["pieces"] = found["pieces"][:NOWHERE].reshape(COLOURS, STEPS, HIDDEN)
        found["pairs"] = found["pairs"][:HUNTS].reshape(PAIRS_FILED)
        found["features"] = found["features"].reshape(COLOURS, FEATURES, HIDDEN)
        rules = filed_facts(set_up(self.plan.book, self.plan.players, options=self.plan.options).rules)
        return Knowledge(self.weights, found if net else {}, self.inputs, variant, rules)


def warmth(done: float) -> float:
    """How fast to learn: up to full speed in a tenth of the steps, then down along a cosine."""
    return max(0.04, done / 0.1) if done < 0.1 else 0.5 + 0.5 * math.cos(math.pi * (done - 0.1) / 0.9)


def check_torch() -> None:
    """Refuse at once where torch is missing; to import it takes seconds."""
    if find_spec("torch") is None:
        raise RuleError('Training a net needs torch, which is not installed: pip install "pachisi[train]"')


def load_torch() -> Any:
    check_torch()
    try:
        return import_module("torch")
    except ImportError as error:
        raise RuleError(f"Training a net needs torch, which cannot be imported here: {error}") from None


def find_device(name: str) -> Any:
    """A device of torch, or a RuleError where it cannot be used."""
    torch = load_torch()
    try:
        return torch.zeros(1, device=name).device
    except (RuntimeError, AssertionError) as error:
        raise RuleError(f"device = {name!r} cannot be used here ({str(error).splitlines()[0]}); try cpu.") from None
