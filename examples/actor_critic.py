"""An actor-critic for two-player Mensch ärgere Dich nicht, on a `Batch`: it learns against `greedy`.

    python examples/actor_critic.py [--steps N] [--seed S] [--out FILE.pt]

The same seed trains the same net on the same machine. What an observation, an action and a reward are: docs/batch.md.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn

from pachisi import Batch

GAMES, LENGTH = 512, 32  # games side by side, and steps between two lessons
PASSES, PARTS = 2, 4  # over the steps of a lesson, each in so many parts
FADE, CLIP, ENTROPY, RATE = 0.8, 0.2, 0.003, 1e-3


class Net(nn.Module):
    """The numbers of an observation in; preferences among actions and the expected result out."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.actor.weight)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.body(seen.float())
        return self.actor(found).masked_fill(~mask, -1e9).log_softmax(-1), self.critic(found).squeeze(-1).tanh()


def look(batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_dlpack(batch.observe()), torch.from_dlpack(batch.mask)


@torch.no_grad()
def play(batch: Batch, net: Net) -> dict[str, torch.Tensor]:
    """LENGTH steps of all games, with what each was worth in hindsight (generalised advantage estimation)."""
    kept: dict[str, list[torch.Tensor]] = {name: [] for name in ("seen", "mask", "action", "before", "value", "reward", "done")}
    for _ in range(LENGTH):
        seen, mask = look(batch)
        chances, value = net(seen, mask)
        action = torch.multinomial(chances.exp(), 1).squeeze(-1)
        batch.step(action.numpy())
        step = seen, mask, action, chances.gather(-1, action[:, None]).squeeze(-1), value
        rest = torch.from_numpy(batch.rewards[:, 0]), torch.from_numpy(batch.done)
        for name, part in zip(kept, (*step, *rest), strict=True):
            kept[name].append(part)
    found = {name: torch.stack(parts) for name, parts in kept.items()}
    gain, after = torch.zeros(len(batch)), net(*look(batch))[1]
    gains = torch.zeros_like(found["value"])
    for at in reversed(range(LENGTH)):
        going = (~found["done"][at]).float()
        gain = found["reward"][at] + going * after - found["value"][at] + FADE * going * gain
        gains[at], after = gain, found["value"][at]
    return {**found, "gain": gains, "goal": gains + found["value"]}


def learn(net: Net, optimizer: torch.optim.Optimizer, found: dict[str, torch.Tensor]) -> float:
    """One lesson (proximal policy optimisation); returns the mean loss."""
    flat, losses = {name: part.flatten(0, 1) for name, part in found.items()}, []
    flat["gain"] = (flat["gain"] - flat["gain"].mean()) / (flat["gain"].std() + 1e-8)
    for _ in range(PASSES):
        for part in torch.randperm(len(flat["gain"])).chunk(PARTS):
            now = {name: values[part] for name, values in flat.items()}
            chances, value = net(now["seen"], now["mask"])
            ratio = (chances.gather(-1, now["action"][:, None]).squeeze(-1) - now["before"]).exp()
            actor = -torch.minimum(ratio * now["gain"], ratio.clamp(1 - CLIP, 1 + CLIP) * now["gain"]).mean()
            spread = -(chances.exp() * chances).sum(-1).mean()
            loss = actor + 0.5 * (value - now["goal"]).square().mean() - ENTROPY * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            losses.append(loss.item())
    return float(np.mean(losses))


def train(steps: int, seed: int = 1, against: str = "greedy", report: bool = True) -> Net:
    """A net that has decided about `steps` times."""
    torch.manual_seed(seed)
    batch = Batch("mensch", GAMES, players=2, seed=seed, bots={2: against})
    net = Net(batch.observe().shape[1], len(batch.actions))
    optimizer, won, ended = torch.optim.Adam(net.parameters(), RATE), 0, 0
    lessons = max(1, steps // (GAMES * LENGTH))
    for lesson in range(1, lessons + 1):
        optimizer.param_groups[0]["lr"] = RATE * (1 - (lesson - 1) / lessons)
        found = play(batch, net)
        loss = learn(net, optimizer, found)
        won, ended = won + int((found["reward"] > 0).sum()), ended + int(found["done"].sum())
        if report and lesson % 50 == 0:
            print(f"{lesson * GAMES * LENGTH:12,} steps, loss {loss:.3f}, {won / max(ended, 1):.1%} of {ended:,} games won", flush=True)
            won = ended = 0
    return net


@torch.no_grad()
def win_share(net: Net, games: int, against: str, seed: int = 12345) -> float:
    """How many games it wins by its best moves; it begins in half of them."""
    won = 0
    for bots in ({2: against}, {0: against}):
        batch, winners = Batch("mensch", games // 2, players=2, seed=seed, bots=bots), np.full(games // 2, -1)
        while (winners < 0).any():
            batch.step(net(*look(batch))[0].argmax(-1).numpy())
            winners = np.where(winners < 0, batch.winners, winners)
        won += int((winners != next(iter(bots))).sum())
    return won / (games // 2 * 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="where the net is written")
    chosen = parser.parse_args()
    net = train(chosen.steps, chosen.seed)
    for against in ("random", "greedy", "careful"):
        print(f"against {against}: {win_share(net, 10_000, against):.1%} of 10,000 games")
    if chosen.out:
        torch.save(net.state_dict(), chosen.out)


if __name__ == "__main__":
    main()
