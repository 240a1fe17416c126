"""A net learns two-player Mensch ärgere Dich nicht on a `Batch`, within minutes, by playing against `greedy`.

    python examples/learn_mensch.py [--steps N] [--seed S] [--device cuda] [--games N] [--out FILE.pt]

It is an actor and a critic, taught by proximal policy optimization (PPO). Both look at what each possible move leads to: the actor
says how likely it is to be played, the critic how the game will end after it. On the CPU the same seed trains the same net. On a GPU
games, positions and net all stay there. What an observation, an action and a reward are: docs/batch.md.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from torch import Tensor, nn

from pachisi import Batch

GAMES, LENGTH = 2048, 32  # games side by side, and steps between two lessons
EPOCHS, PARTS, RATE = 3, 8, 3e-3  # how often a lesson is gone through, in how many parts, and how fast: Adam's rate at first
LAMBDA, CLIP, ENTROPY = 0.9, 0.2, 0.01  # how far results reach back, by half a step; how far a lesson may lead; what variety is worth
MOST, NUMBER = 4, "number 0"  # choices in a position: as many as pieces


class Net(nn.Module):
    """What choices lead to goes in, last of all whether it was by a six; out come the actor's score and the critic's value."""

    def __init__(self, inputs: int, width: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs + 1, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 2))

    def forward(self, after: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """By choice: the logarithm of how likely it is, and what is won after it, from -1 to 1."""
        scores, values = self.layers(after[mask].float()).unbind(1)
        none = torch.zeros(mask.shape, device=mask.device)
        return (none - 1e9).masked_scatter(mask, scores).log_softmax(1), none.masked_scatter(mask, values.tanh())


def view(batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """What choices lead to, with room for MOST of them in each game; which of these there are, and their actions."""
    numbers, offsets = map(torch.from_dlpack, batch.choices)
    six = torch.from_dlpack(batch.observe())[:, next(plane.first for plane in batch.planes if plane.name == NUMBER)] == 6  # another throw follows
    counts = offsets.diff()
    rows = torch.column_stack((torch.from_dlpack(batch.afterstates()), six.repeat_interleave(counts)))
    mask = torch.arange(MOST, device=rows.device) < counts[:, None]
    after = torch.zeros((*mask.shape, rows.shape[1]), dtype=rows.dtype, device=rows.device)
    after[mask] = rows
    return after, mask, torch.zeros_like(mask, dtype=torch.long).masked_scatter(mask, numbers.long())


@torch.no_grad()
def choose(net: Net, batch: Batch) -> Tensor:
    """The likeliest action of each game."""
    after, mask, actions = view(batch)
    return actions.gather(1, net(after, mask)[0].argmax(1, keepdim=True))[:, 0]


@torch.no_grad()
def play(net: Net, batch: Batch) -> dict[str, Tensor]:
    """LENGTH steps of all games; what followed each choice, and by how much it was better than expected: advantages, GAE(λ)."""
    kept: list[dict[str, Tensor]] = []
    for _ in range(LENGTH + 1):
        after, mask, actions = view(batch)
        logs, values = net(after, mask)
        choice = logs.exp().multinomial(1)
        kept.append({"after": after, "mask": mask, "choice": choice, "log": logs.gather(1, choice)})
        kept[-1] |= {"value": values.gather(1, choice), "expected": (logs.exp() * values).sum(1, keepdim=True)}
        if len(kept) <= LENGTH:  # the last position only says what to expect
            batch.step(actions.gather(1, choice)[:, 0])
            reward, done = (torch.from_dlpack(part).clone() for part in (batch.rewards, batch.done))
            kept[-1] |= {"reward": reward[:, :1], "done": done[:, None]}
    expected, gain = kept.pop()["expected"], torch.zeros_like(reward[:, :1])
    for step in reversed(kept):  # a choice leads to its value, and the dice from there to the next position
        step["goal"] = step["reward"] + ~step["done"] * (expected + LAMBDA * gain)
        expected = step["expected"]
        step["gain"] = gain = step["value"] - expected + LAMBDA * (step["goal"] - step["value"])
    return {name: torch.cat([step[name] for step in kept]) for name in kept[0]}


def learn(net: Net, optimizer: torch.optim.Optimizer, lesson: dict[str, Tensor]) -> float:
    """One lesson of PPO; returns the critic's mean squared error."""
    free, errors = lesson["gain"][lesson["mask"][:, 1]], []  # where there is but one choice, the actor has nothing to learn
    lesson = {**lesson, "gain": (lesson["gain"] - free.mean()) / free.std()}
    for _ in range(EPOCHS):
        for part in torch.randperm(len(lesson["gain"]), device=free.device).chunk(PARTS):
            after, mask, choice, log, goal, gain = (lesson[name][part] for name in ("after", "mask", "choice", "log", "goal", "gain"))
            logs, values = net(after, mask)
            ratio = (logs.gather(1, choice) - log).exp()
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            error = (values.gather(1, choice) - goal).square().mean()
            optimizer.zero_grad()
            (error - better - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            errors.append(error.detach())
    return float(torch.stack(errors).mean())


def train(steps: int, seed: int = 1, against: str = "greedy", device: str = "cpu", games: int = GAMES, report: bool = True) -> Net:
    """A net that has decided about `steps` times."""
    torch.manual_seed(seed)
    batch = Batch("mensch", games, players=2, seed=seed, bots={2: against}, device=device)
    net = Net(batch.planes[-1].first + batch.planes[-1].size).to(torch.from_dlpack(batch.to_play).device)
    optimizer, won, ended = torch.optim.Adam(net.parameters(), RATE), 0, 0
    lessons = max(1, steps // (games * LENGTH))
    for number in range(1, lessons + 1):
        optimizer.param_groups[0]["lr"] = RATE * (1 - (number - 1) / lessons)
        lesson = play(net, batch)
        error = learn(net, optimizer, lesson)
        won, ended = won + int((lesson["reward"] > 0).sum()), ended + int(lesson["done"].sum())
        if report and number % 10 == 0:
            print(f"{number * games * LENGTH:12,} steps, error {error:.3f}, {won / max(ended, 1):.1%} of {ended:,} games won", flush=True)
            won = ended = 0
    return net


def win_share(net: Net, games: int, against: str, seed: int = 12345, device: str = "cpu") -> tuple[float, float]:
    """How many games it wins by its likeliest moves, and half the 95 % interval; it begins in half of them."""
    won, half = 0, games // 2
    for bots in ({2: against}, {0: against}):
        batch = Batch("mensch", half, players=2, seed=seed, bots=bots, device=device)
        winners = torch.from_dlpack(batch.winners).clone()
        while bool((winners < 0).any()):
            batch.step(choose(net, batch))
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
    parser.add_argument("--steps", type=int, default=12_000_000)
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
