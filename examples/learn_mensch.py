"""A net learns two-player Mensch ärgere Dich nicht on a `Batch`, within minutes, by playing against `greedy`.

    python examples/learn_mensch.py [--steps N] [--seed S] [--out FILE.pt]

It values positions: each possible move is judged by what stands on the board after it, and the best is played. What a position was
worth is learned from what follows it: temporal differences, TD(λ). The same seed trains the same net on the same machine. What an
observation, an action and a reward are: docs/batch.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from pachisi import Batch

GAMES, LENGTH = 512, 32  # games side by side, and steps between two lessons
LAMBDA, RATE, WILD = 0.8, 2e-3, 0.02  # how far results reach back; the size of a lesson; moves tried at random
NUMBER = "number 0"


class Net(nn.Module):
    """A position and the number that led to it in; out comes how many games its player will win: from -1, none, to 1, all."""

    def __init__(self, inputs: int, width: int = 96) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs + 1, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.layers(seen).squeeze(-1).tanh()


def view(batch: Batch) -> tuple[torch.Tensor, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What every possible action leads to; which these are, and where those of each game begin."""
    actions, offsets = batch.choices
    six = batch.observe()[:, next(plane.first for plane in batch.planes if plane.name == NUMBER)] == 6  # another throw follows
    again = np.repeat(six, np.diff(offsets))
    return torch.from_numpy(np.column_stack((batch.afterstates(), again)).astype(np.float32)), actions, offsets


@torch.no_grad()
def choose(net: Net, batch: Batch, wild: float = 0.0) -> tuple[np.ndarray[Any, Any], torch.Tensor, torch.Tensor]:
    """The best action of each game, or rarely any; what it leads to, and what that is worth."""
    seen, actions, offsets = view(batch)
    values = net(seen)
    tried = values + 4 * (torch.rand(len(values)) < wild)
    games = torch.from_numpy(np.repeat(np.arange(batch.n), np.diff(offsets)))
    best = torch.full((batch.n,), -9.0).scatter_reduce(0, games, tried, "amax")
    first = torch.full((batch.n,), len(values)).scatter_reduce(0, games, torch.where(tried == best[games], torch.arange(len(values)), len(values)), "amin")
    return actions[first.numpy()], seen[first], values[first]


def play(net: Net, batch: Batch) -> dict[str, torch.Tensor]:
    """LENGTH steps of all games, with what each position was worth in hindsight."""
    kept: dict[str, list[torch.Tensor]] = {name: [] for name in ("seen", "value", "reward", "done")}
    for _ in range(LENGTH):
        actions, seen, value = choose(net, batch, WILD)
        batch.step(actions)
        for name, part in zip(kept, (seen, value, torch.from_numpy(batch.rewards[:, 0]), torch.from_numpy(batch.done)), strict=True):
            kept[name].append(part)
    found = {name: torch.stack(parts) for name, parts in kept.items()}
    after = worth = choose(net, batch)[2]
    goals = torch.zeros_like(found["value"])
    for at in reversed(range(LENGTH)):
        worth = torch.where(found["done"][at], found["reward"][at], LAMBDA * worth + (1 - LAMBDA) * after)
        goals[at], after = worth, found["value"][at]
    return {**found, "goal": goals}


def learn(net: Net, optimizer: torch.optim.Optimizer, found: dict[str, torch.Tensor], parts: int = 8) -> float:
    """One lesson; returns the mean loss."""
    seen, goal, losses = found["seen"].flatten(0, 1), found["goal"].flatten(), []
    for part in torch.randperm(len(goal)).chunk(parts):
        loss = (net(seen[part]) - goal[part]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def train(steps: int, seed: int = 1, against: str = "greedy", report: bool = True) -> Net:
    """A net that has decided about `steps` times."""
    torch.manual_seed(seed)
    batch = Batch("mensch", GAMES, players=2, seed=seed, bots={2: against})
    net = Net(batch.observe().shape[1])
    optimizer, won, ended = torch.optim.Adam(net.parameters(), RATE), 0, 0
    lessons = max(1, steps // (GAMES * LENGTH))
    for lesson in range(1, lessons + 1):
        optimizer.param_groups[0]["lr"] = RATE * (1 - (lesson - 1) / lessons)
        found = play(net, batch)
        loss = learn(net, optimizer, found)
        won, ended = won + int((found["reward"] > 0).sum()), ended + int(found["done"].sum())
        if report and lesson % 20 == 0:
            print(f"{lesson * GAMES * LENGTH:12,} steps, loss {loss:.3f}, {won / max(ended, 1):.1%} of {ended:,} games won", flush=True)
            won = ended = 0
    return net


def win_share(net: Net, games: int, against: str, seed: int = 12345) -> float:
    """How many games it wins by its best moves; it begins in half of them."""
    won = 0
    for bots in ({2: against}, {0: against}):
        batch, winners = Batch("mensch", games // 2, players=2, seed=seed, bots=bots), np.full(games // 2, -1)
        while (winners < 0).any():
            batch.step(choose(net, batch)[0])
            winners = np.where(winners < 0, batch.winners, winners)
        won += int((winners != next(iter(bots))).sum())
    return won / (games // 2 * 2)


def save(net: Net, path: str | Path) -> None:
    torch.save(net.state_dict(), path)


def load(path: str | Path) -> Net:
    """A net that was saved."""
    parts = torch.load(path, weights_only=True)
    net = Net(parts["layers.0.weight"].shape[1] - 1)
    net.load_state_dict(parts)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="where the net is written")
    chosen = parser.parse_args()
    net = train(chosen.steps, chosen.seed)
    for against in ("random", "greedy", "careful"):
        print(f"against {against}: {win_share(net, 10_000, against):.1%} of 10,000 games")
    if chosen.out:
        save(net, chosen.out)


if __name__ == "__main__":
    main()
