"""`pachisi train` on the command line."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..school.runs import read_runs, sum_up, write_runs
from .exact import find_table, solution_option
from .options import CommandError, may_use_ray, set_up_table
from .reports import Stages

if TYPE_CHECKING:
    from ..bots.nets import Knowledge
    from ..school.solved import SolvedTable
    from ..table import Table

OF_A_NET = ("minutes", "positions", "steps", "device", "cores", "go_on", "done", "outcomes", "truth", "file", "ray")

@click.command(short_help="Train the bots on a book.")
@click.argument("book")
@click.option(
    "--players",
    type=click.IntRange(2),
    default=2,
    show_default=True,
    help="Each number of players has a net of its own.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME[=VALUE]",
    help="A house rule that changes who sits where; it has a net of its own, too.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Rounds of playing and fitting; a net takes three at least.",
)
@click.option(
    "--minutes", type=click.FloatRange(0, min_open=True), help="Train for this long, whatever the number of rounds."
)
@click.option("--games", type=click.IntRange(1), default=40_000, show_default=True, help="Games in a round.")
@click.option(
    "--positions", type=click.IntRange(1000), default=1_000_000, show_default=True, help="Positions kept in a round."
)
@click.option("--steps", type=click.IntRange(20), default=400, show_default=True, help="Steps of fitting in a round.")
@click.option("--device", default="cpu", show_default=True, help="Where the net is fitted: cpu or cuda.")
@click.option("--cores", type=click.IntRange(1), help="Cores that play; default: all.")
@click.option("--go-on", is_flag=True, help="Continue from the net that is used now.")
@click.option(
    "--done",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    help="With --go-on: the part of the schedule that is already done.",
)
@click.option(
    "--outcomes",
    is_flag=True,
    help="Learn from the outcomes of games alone, not from evaluations on the way: for games of hundreds of throws.",
)
@click.option(
    "--truth",
    type=click.IntRange(1),
    metavar="PIECES",
    help="For two players: solve the table with this many pieces on --device, and learn its exact values along with games at other tables.",
)
@solution_option
@click.option(
    "--weights",
    is_flag=True,
    help="Tune only the weights of expert, by playing; needs no torch. A round is a generation; options for a net are refused.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write to; default: nets in your data folder, where the bots look.",
)
@may_use_ray
def train(
    book: str, players: int, options: tuple[str, ...], rounds: int, minutes: float | None, games: int, positions: int, steps: int,
    device: str, cores: int | None, go_on: bool, done: float, outcomes: bool, truth: int | None, file: Path | None, weights: bool,
    seed: int, out: Path | None,
) -> None:  # fmt: skip
    """Train master on BOOK, or with --weights expert: they learn by playing against themselves.

    BOOK is a rulebook (see `pachisi books`) or your own FILE.toml. A round plays games with what is known so far, then
    fits the net to the outcomes; this needs torch (pip install "pachisi[train]"). After each round the net is written,
    with a record of the run beside it, and from then on expert and master use it wherever they play this book.
    """
    from ..bots.nets import name_of, own_folder, seated_alike
    from ..school.student import check_torch

    if not weights:
        check_torch()
    at = set_up_table(book, players, options, None)
    if seated_alike(at).rules != at.rules:
        raise CommandError("A net learns all house rules; only those that change who sits where can be chosen here.")
    if weights:
        refuse_net_options(click.get_current_context())
    folder = out or own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name_of(at)}.npz"
    if weights:
        tune_weights(at, book, rounds, games, seed, path)
    else:
        from ..school.training import TrainingPlan
        from ..simulation.cores import count_cores

        plan = TrainingPlan(
            book, players, rounds, minutes or 0.0, done, games, positions, steps=steps, seed=seed, go_on=go_on
        )
        plan.options = dict(at.options) if options else {}
        plan.outcomes = outcomes
        plan.truth, plan.device, plan.cores = truth or 0, device, cores or count_cores()
        train_net(at, plan, path, find_truth(book, players, options, truth, file, device) if truth else None)
    click.echo(f"Written to {path}")


def refuse_net_options(context: click.Context) -> None:
    for option in context.command.params:
        if option.name in OF_A_NET and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT:
            raise CommandError(f"{option.opts[0]} is for a net, and --weights fits none; leave one of them out.")


def find_truth(book: str, players: int, options: tuple[str, ...], pieces: int, file: Path | None, device: str) -> SolvedTable:
    from ..school.solved import SolvedTable

    at = set_up_table(book, players, options, pieces)
    with Stages() as stages:
        return SolvedTable(at, find_table(at, file, device, stages.show))


def train_net(at: Table, plan: Any, path: Path, solved: SolvedTable | None) -> None:
    from ..school.training import train

    before = earlier_runs(at, path) if plan.go_on else []
    start, story = time.perf_counter(), []
    for number, known, measured in train(plan, solved):
        story.append(measured)
        rest = ", ".join(f"{name.replace('_', ' ')} {value:,.4g}" for name, value in measured.items())
        click.echo(f"round {number + 1}, {time.perf_counter() - start:,.0f} s: {rest}")
        if known.net:
            write(known, [*before, sum_up(asdict(plan), story)], path)


def tune_weights(at: Table, book: str, generations: int, games: int, seed: int, path: Path) -> None:
    from ..school.tuning import tune

    before, story = earlier_runs(at, path), []
    plan = {"book": book, "players": at.players, "weights": True, "rounds": generations, "games": games, "seed": seed}
    for number, (known, gain) in enumerate(tune(at, generations, games, seed)):
        story.append({"gain": gain})
        found = f"new weights win {100 * gain:.2f} points more" if gain else "nothing surely better"
        click.echo(f"generation {number + 1} of {generations}: {found}")
        write(known, [*before, sum_up(plan, story)], path)


def earlier_runs(at: Table, path: Path) -> list[dict[str, Any]]:
    """The record of what the new run continues from."""
    from ..bots.nets import find_file

    found = find_file(at)
    return read_runs(found.with_suffix(".json")) if found else []


def write(known: Knowledge, runs: list[dict[str, Any]], path: Path) -> None:
    from ..bots.nets import save_knowledge

    save_knowledge(known, path)
    write_runs(runs, path.with_suffix(".json"))
