"""`pachisi train` on the command line."""

from __future__ import annotations

import time
from pathlib import Path

import click

from ..bots.mind import WEIGHTS, load_knowledge
from ..rulebook import BOOKS


@click.command(short_help="Let the bots learn a book.")
@click.argument("book", type=click.Choice(list(BOOKS)))
@click.option("--players", type=click.Choice(["2", "3", "4"]), help="A net for so many players alone.")
@click.option("--rounds", type=click.IntRange(1), default=20, show_default=True, help="Rounds of playing and fitting.")
@click.option("--games", type=click.IntRange(1), default=40_000, show_default=True, help="Games of a round.")
@click.option("--positions", type=click.IntRange(1000), default=1_000_000, show_default=True, help="Kept of a round.")
@click.option("--steps", type=click.IntRange(20), default=4000, show_default=True, help="Of the fitting in a round.")
@click.option("--device", default="cpu", show_default=True, help="Where the net is fitted: cpu or cuda.")
@click.option("--go-on", is_flag=True, help="Begin with the weights that the book has.")
@click.option("--weights", is_flag=True, help="Only the weights of expert, by playing; a round is a generation.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=WEIGHTS, help="Where to write.")
def train(
    book: str, players: str | None, rounds: int, games: int, positions: int, steps: int, device: str, go_on: bool,
    weights: bool, seed: int, out: Path,
) -> None:  # fmt: skip
    """Let expert and master learn BOOK by playing against themselves, and write what they learned.

    A round plays games with what is known, then fits the net to what came of them; it needs torch
    (pip install 'pachisi[train]'). What was done is written beside the weights.
    """
    out.mkdir(parents=True, exist_ok=True)
    if weights:
        tune_weights(book, rounds, games, seed, out)
        return
    from .training import Plan, save, train

    plan = Plan(book, rounds=rounds, games=games, kept=positions, steps=steps, device=device, go_on=go_on, seed=seed)
    if players:
        plan.players = (int(players),)
    start, story = time.perf_counter(), []
    for number, knowledge, told in train(plan):
        story.append(told)
        rest = ", ".join(f"{name.replace('_', ' ')} {value:,.4g}" for name, value in told.items())
        click.echo(f"round {number + 1} of {rounds}, {time.perf_counter() - start:,.0f} s: {rest}")
        if knowledge.net:
            save(knowledge, plan, story, out)


def tune_weights(book: str, generations: int, games: int, seed: int, out: Path) -> None:
    from .tuning import save_weights, tune

    known = load_knowledge(book, 0)
    for number, (weights, gain) in enumerate(tune(book, known, generations, games, seed)):
        click.echo(f"generation {number + 1} of {generations}: changes are worth {100 * gain:.2f} points")
        save_weights(book, weights, out)
