"""`pachisi lab`: studies of many games on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .exact import maxims, solve, truth, values
from .judges import judge, regret
from .options import (
    Command,
    CommandError,
    OutputFile,
    at_table,
    may_use_ray,
    read_bots,
    read_numbers,
    seed_option,
    set_up_table,
    set_up_tables,
)
from .reports import progress, report, run_study

if TYPE_CHECKING:
    from ..lab.study import Study
    from ..lab.tally import Trial
    from ..simulation import Device
    from ..table import Table

GAMES, FEWER_GAMES = 20_000, 2_000  # for bots that do not look ahead, and for those that do


@click.group()
def lab() -> None:
    """Study many games: their length, the seats, the house rules."""


for command in (judge, maxims, regret, solve, truth, values):
    lab.add_command(command)


def in_trial(command: Command) -> Command:
    """The options for how the games of a study are played and reported."""
    command = may_use_ray(command)
    for option in (
        click.option(
            "--part",
            metavar="K/N",
            help="Play only this part of the games, such as 3/10, and keep it in a file for `lab join`.",
        ),
        click.option(
            "--plot",
            "--out",
            type=OutputFile(),
            metavar="FILE.svg|png",
            help="Draw the numbers as well.",
        ),
        click.option("--json", "as_json", is_flag=True, help="The numbers as JSON."),
        click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]"),
        click.option(
            "--device",
            type=click.Choice(("cpu", "cuda")),
            default="cpu",
            show_default=True,
            help="Where the games are played.",
        ),
        seed_option,
        click.option(
            "--bots",
            metavar="BOT[,BOT…]",
            help="Who plays: one for all, or one for each seat in play.  [default: greedy; for `options` expert]",
        ),
        click.option(
            "--games",
            type=click.IntRange(1, 10**12),
            metavar="N",
            help=f"Games per row.  [default: {GAMES:,}; {FEWER_GAMES:,} if a bot thinks ahead]",
        ),
    ):
        command = option(command)
    return at_table(command)


@lab.command()
@click.argument("book")
@in_trial
def length(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """How long a game lasts, in turns and throws, by the number of players."""
    from ..lab.length import Length

    conduct(Length, set_up_tables([book], read_numbers(players), options, pieces), **asked)


@lab.command()
@click.argument("book")
@in_trial
def seats(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """Who wins how often, by seat and by order of play."""
    from ..lab.seats import SeatShares

    conduct(SeatShares, set_up_tables([book], read_numbers(players), options, pieces), **asked)


@lab.command("options")
@click.argument("book")
@in_trial
def house_rules(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """What each house rule does to length, captures, choice and fairness."""
    from ..lab.options import Options

    conduct(Options, [set_up_table(book, players, options, pieces)], **asked)


@lab.command()
@click.argument("books", nargs=-1, required=True)
@in_trial
def compare(
    books: tuple[str, ...], players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any
) -> None:
    """Books side by side."""
    from ..lab.compare import Compare

    conduct(Compare, [set_up_table(book, players, options, pieces) for book in books], **asked)


@lab.command()
@click.argument("book")
@in_trial
def heat(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """Which squares are visited, and where pieces are captured; --out FILE.svg draws the board."""
    from ..lab.heat import Heat

    conduct(Heat, [set_up_table(book, players, options, pieces)], **asked)


# --- how a study runs -----------------------------------------------------------------


def conduct(
    kind: type[Study],
    tables: Sequence[Table],
    games: int | None,
    bots: str | None,
    device: Device,
    plot: Path | None,
    as_json: bool,
    part: str | None = None,
    **asked: Any,
) -> None:
    """Run a study, report it, and draw it if asked; of a part, keep the games."""
    from ..bots import welcome
    from ..lab.tally import Trial

    if part is not None and (as_json or plot):
        raise CommandError("A part only keeps its games: give --json and --plot to `pachisi lab join`.")
    if plot is not None:
        kind.check_picture(plot)
    names = (kind.bots if device == "cpu" else ("greedy",)) if bots is None else read_bots(bots)
    quick = not any(welcome(name).thinks for name in names)
    trial = Trial(games or (GAMES if quick else FEWER_GAMES), tuple(names), device=device, **asked)
    if part is None:
        run_study(kind, tables, trial, as_json, plot)
    else:
        play_part(kind, tables, trial, part)


def play_part(kind: type[Study], tables: Sequence[Table], trial: Trial, part: str) -> None:
    from ..lab.parts import name_part, read_part, write_part

    trial.part = read_part(part)
    path = OutputFile().convert(name_part(kind, tables, trial), None, None)
    with progress(kind.games(tables, trial) // trial.part[1]) as bar:
        if bar:
            trial.done = bar.update
        kind(tables, trial)
    write_part(path, kind, tables, trial)
    click.echo(f"Part {part} is in {path}.")


@lab.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
@click.option("--plot", type=OutputFile(), metavar="FILE.svg|png", help="Draw the numbers as well.")
def join(files: tuple[Path, ...], as_json: bool, plot: Path | None) -> None:
    """Join the parts of a study that `--part` has written, and report it."""
    from ..lab.parts import join_parts

    study = join_parts(files)
    report(study, as_json)
    if plot is not None:
        study.save_picture(plot)
