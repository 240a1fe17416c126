"""`pachisi train` on the command line."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import click

from ..bots.mind import WEIGHTS
from ..rulebooks import BOOKS
from ..school.runs import read_runs, tell_run


@click.command(short_help="Let the bots learn a book.")
@click.argument("book", type=click.Choice(list(BOOKS)))
@click.option(
    "--players", type=click.IntRange(2, 4), default=2, show_default=True, help="Each number learns by itself."
)
@click.option("--rounds", type=click.IntRange(1), default=20, show_default=True, help="Rounds of playing and fitting.")
@click.option(
    "--minutes", type=click.FloatRange(0, min_open=True), help="Learn so long, in as many rounds as it takes."
)
@click.option("--games", type=click.IntRange(1), default=40_000, show_default=True, help="Games of a round.")
@click.option("--positions", type=click.IntRange(1000), default=1_000_000, show_default=True, help="Kept of a round.")
@click.option("--steps", type=click.IntRange(20), default=400, show_default=True, help="Of the fitting in a round.")
@click.option("--device", default="cpu", show_default=True, help="Where the net is fitted: cpu or cuda.")
@click.option("--cores", type=click.IntRange(1), help="Cores that play; all if not said.")
@click.option("--go-on", is_flag=True, help="Begin with the weights that the book has.")
@click.option("--done", type=click.FloatRange(0, 1, max_open=True), default=0.0, help="Go on with this part behind it.")
@click.option("--weights", is_flag=True, help="Only the weights of expert, by playing; a round is a generation.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=WEIGHTS, help="Where to write.")
def train(
    book: str, players: int, rounds: int, minutes: float | None, games: int, positions: int, steps: int,
    device: str, cores: int | None, go_on: bool, done: float, weights: bool, seed: int, out: Path,
) -> None:  # fmt: skip
    """Let expert and master learn BOOK by playing against themselves, and write what they learned.

    A round plays games with what is known, then fits the net to what came of them; it needs torch
    (pip install 'pachisi[train]'). What was done is written beside the weights.
    """
    out.mkdir(parents=True, exist_ok=True)
    if weights:
        tune_weights(book, players, rounds, games, seed, out)
        return
    from ..school.training import TrainingPlan, save, train
    from ..simulation.cores import count_cores

    plan = TrainingPlan(book, players, rounds, minutes or 0.0, done, games, positions, steps=steps, seed=seed, go_on=go_on)
    plan.device, plan.cores = device, cores or count_cores()
    before = read_runs(WEIGHTS / f"{book}-{players}.json") if go_on else []
    start, story = time.perf_counter(), []
    for number, knowledge, told in train(plan):
        story.append(told)
        rest = ", ".join(f"{name.replace('_', ' ')} {value:,.4g}" for name, value in told.items())
        click.echo(f"round {number + 1}, {time.perf_counter() - start:,.0f} s: {rest}")
        if knowledge.net:
            save(knowledge, [*before, tell_run(asdict(plan), story)], out / f"{book}-{players}")


def tune_weights(book: str, players: int, generations: int, games: int, seed: int, out: Path) -> None:
    from ..school.tuning import save_weights, tune

    before, story = read_runs(WEIGHTS / f"{book}-{players}.json"), []
    plan = {"book": book, "players": players, "weights": True, "rounds": generations, "games": games, "seed": seed}
    for number, (weights, gain) in enumerate(tune(book, players, generations, games, seed)):
        story.append({"gain": gain})
        click.echo(f"generation {number + 1} of {generations}: changes are worth {100 * gain:.2f} points")
        save_weights(book, players, weights, [*before, tell_run(plan, story)], out)
