"""A net learns two-player Mensch ärgere Dich nicht on a `Batch`, within minutes, by playing against `greedy`.

    python examples/learn_mensch.py [--steps N] [--seed S] [--device cuda] [--games N] [--out FILE.pt]

It values positions: each possible move is judged by what stands on the board after it, and the best is played. What a position was
worth is learned from what follows it: temporal differences, TD(λ). On the CPU the same seed trains the same net. On a GPU games,
positions and net all stay there. What an observation, an action and a reward are: docs/batch.md.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from torch import Tensor, nn

from pachisi import Batch

GAMES, LENGTH = 512, 32  # games side by side, and steps between two lessons
LAMBDA, RATE, WILD = 0.8, 2e-3, 0.02  # how far results reach back; the size of a lesson; moves tried at random
NUMBER = "number 0"


class Net(nn.Module):
    """A position and the number that led to it in; out comes how many games its player will win: from -1, none, to 1, all."""

    def __init__(self, inputs: int, width: int = 96) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs + 1, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, seen: Tensor) -> Tensor:
        return self.layers(seen).squeeze(-1).tanh()


def view(batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """What every possible action leads to; which these are, and in which game."""
    actions, offsets = map(torch.from_dlpack, batch.choices)
    six = torch.from_dlpack(batch.observe())[:, next(plane.first for plane in batch.planes if plane.name == NUMBER)] == 6  # another throw follows
    games = torch.arange(batch.n, device=offsets.device).repeat_interleave(offsets.diff())
    return torch.column_stack((torch.from_dlpack(batch.afterstates()), six[games])).float(), actions.long(), games


@torch.no_grad()
def choose(net: Net, batch: Batch, wild: float = 0.0) -> tuple[Tensor, Tensor, Tensor]:
    """The best action of each game, or rarely any; what it leads to, and what that is worth."""
    seen, actions, games = view(batch)
    values, numbers = net(seen), torch.arange(len(seen), device=seen.device)
    tried = values + 4 * (torch.rand(len(values), device=seen.device) < wild)
    best = torch.full((batch.n,), -9.0, device=seen.device).scatter_reduce(0, games, tried, "amax")
    first = torch.full((batch.n,), len(values), device=seen.device)
    first = first.scatter_reduce(0, games, torch.where(tried == best[games], numbers, len(values)), "amin")
    return actions[first], seen[first], values[first]


def play(net: Net, batch: Batch) -> dict[str, Tensor]:
    """LENGTH steps of all games, with what each position was worth in hindsight."""
    kept: dict[str, list[Tensor]] = {name: [] for name in ("seen", "value", "reward", "done")}
    for _ in range(LENGTH):
        actions, seen, value = choose(net, batch, WILD)
        batch.step(actions)
        result = [torch.from_dlpack(part).clone() for part in (batch.rewards, batch.done)]
        for name, part in zip(kept, (seen, value, result[0][:, 0], result[1]), strict=True):
            kept[name].append(part)
    found = {name: torch.stack(parts) for name, parts in kept.items()}
    after = worth = choose(net, batch)[2]
    goals = torch.zeros_like(found["value"])
    for at in reversed(range(LENGTH)):
        worth = torch.where(found["done"][at], found["reward"][at], LAMBDA * worth + (1 - LAMBDA) * after)
        goals[at], after = worth, found["value"][at]
    return {**found, "goal": goals}


def learn(net: Net, optimizer: torch.optim.Optimizer, found: dict[str, Tensor], parts: int = 8) -> float:
    """One lesson; returns the mean loss."""
    seen, goal, losses = found["seen"].flatten(0, 1), found["goal"].flatten(), []
    for part in torch.randperm(len(goal), device=goal.device).chunk(parts):
        loss = (net(seen[part]) - goal[part]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return float(torch.stack(losses).mean())


def train(steps: int, seed: int = 1, against: str = "greedy", device: str = "cpu", games: int = GAMES, report: bool = True) -> Net:
    """A net that has decided about `steps` times."""
    torch.manual_seed(seed)
    batch = Batch("mensch", games, players=2, seed=seed, bots={2: against}, device=device)
    net = Net(batch.planes[-1].first + batch.planes[-1].size).to(torch.from_dlpack(batch.to_play).device)
    optimizer, won, ended = torch.optim.Adam(net.parameters(), RATE), 0, 0
    lessons = max(1, steps // (games * LENGTH))
    for lesson in range(1, lessons + 1):
        optimizer.param_groups[0]["lr"] = RATE * (1 - (lesson - 1) / lessons)
        found = play(net, batch)
        loss = learn(net, optimizer, found)
        won, ended = won + int((found["reward"] > 0).sum()), ended + int(found["done"].sum())
        if report and lesson % 20 == 0:
            print(f"{lesson * games * LENGTH:12,} steps, loss {loss:.3f}, {won / max(ended, 1):.1%} of {ended:,} games won", flush=True)
            won = ended = 0
    return net


def win_share(net: Net, games: int, against: str, seed: int = 12345, device: str = "cpu") -> tuple[float, float]:
    """How many games it wins by its best moves, and half the 95 % interval; it begins in half of them."""
    won, half = 0, games // 2
    for bots in ({2: against}, {0: against}):
        batch = Batch("mensch", half, players=2, seed=seed, bots=bots, device=device)
        winners = torch.from_dlpack(batch.winners).clone()
        while bool((winners < 0).any()):
            batch.step(choose(net, batch)[0])
            winners = torch.where(winners < 0, torch.from_dlpack(batch.winners), winners)
        won += int((winners != next(iter(bots))).sum())
    share = won / (2 * half)
    return share, 1.96 * (share * (1 - share) / (2 * half)) ** 0.5


def save(net: Net, path: str | Path) -> None:
    torch.save(net.state_dict(), path)


def load(path: str | Path) -> Net:
    """A net that was saved, for the CPU."""
    parts = torch.load(path, weights_only=True, map_location="cpu")
    net = Net(parts["layers.0.weight"].shape[1] - 1)
    net.load_state_dict(parts)
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=16_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", type=int, default=GAMES, help="side by side; a GPU wants thousands")
    parser.add_argument("--out", help="where the net is written")
    chosen = parser.parse_args()
    begun = time.perf_counter()
    net = train(chosen.steps, chosen.seed, device=chosen.device, games=chosen.games)
    print(f"learned in {(time.perf_counter() - begun) / 60:.1f} minutes")
    for against in ("random", "greedy", "careful"):
        share, half = win_share(net, 10_000, against, device=chosen.device)
        print(f"against {against}: {100 * share:.1f} ±{100 * half:.1f} % of 10,000 games")
    if chosen.out:
        save(net, chosen.out)


if __name__ == "__main__":
    main()
