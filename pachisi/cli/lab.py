"""`pachisi lab`: studies of many games on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from math import inf
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, cast

import click

from .judges import WIDEST, judge, regret
from .options import (
    Command,
    CommandError,
    OutputFile,
    at_table,
    may_use_ray,
    read_numbers,
    seed_option,
    set_up_table,
    set_up_tables,
)

if TYPE_CHECKING:
    from ..lab.solve import ExactValues
    from ..lab.states import Progress
    from ..lab.study import Study
    from ..lab.tally import Trial
    from ..simulation import Device
    from ..table import Table

GAMES, FEWER_GAMES = 20_000, 2_000  # for bots that do not look ahead, and for those that do
STOPPED = 130  # the exit code of a command that Ctrl-C ends


@click.group()
def lab() -> None:
    """Study many games: their length, the seats, the house rules."""


lab.add_command(judge)
lab.add_command(regret)


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


@lab.command()
@click.argument("book")
@at_table
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE.npz",
    help="Save the values of all positions.",
)
@click.option("--device", type=click.Choice(("cpu", "cuda")), default="cpu", show_default=True, help="Where it is solved.")
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
def solve(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, out: Path | None, device: str, as_json: bool
) -> None:
    """The first player's exact chance of winning if both play perfectly, for two players.

    One or two pieces each are solved at any table; three or four, or on a GPU, only where moves do not depend on the enemy.
    """
    from ..lab.solve import Solution
    from ..lab.tabulation import paragraphs

    table = set_up_table(book, 2 if players is None else players, options, pieces)
    large = device == "cuda" or table.pieces > 2
    if large and out is not None:
        raise CommandError("--out saves tables of one or two pieces that were solved on the CPU.")
    with Stages() as stages:
        solution = solve_table(table, device, large, stages.show)
    if as_json:
        names = ["table", "first", "error", "sweeps", "positions", *(["residual"] if not large else [])]
        click.echo(json.dumps({name: getattr(solution, name) for name in names}))
    else:
        click.echo("\n".join(paragraphs([solution.summary()], measure_width())))
    if isinstance(solution, Solution) and out is not None:
        solution.save(out)
        click.echo(f"All values are in {out}.", err=as_json)


def solve_table(table: Table, device: str, large: bool, progress: Progress) -> ExactValues:
    """Position by position, or side by side."""
    if not large:
        from ..lab.solve import solve

        return solve(table, progress)
    from ..lab.matrix import Workshop, solve_matrix

    if device == "cpu":
        return solve_matrix(table, progress, workshop=Workshop)
    from ..lab.matrix_cuda import GpuWorkshop

    return solve_matrix(table, progress, workshop=GpuWorkshop)


@lab.command()
@click.argument("book")
@click.argument("bots", nargs=-1, metavar="[BOT]…")
@at_table
@click.option(
    "--solution",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.npz",
    help="A file written by `lab solve --out`; by default the table is solved and the result cached.",
)
@click.option("--games", type=click.IntRange(1, 10**9), default=GAMES, show_default=True, help="Games per opponent.")
@seed_option
@click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]")
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
@click.option("--plot", type=OutputFile(), metavar="FILE.svg|png", help="Draw them.")
def truth(
    book: str,
    bots: tuple[str, ...],
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    file: Path | None,
    as_json: bool,
    plot: Path | None,
    **asked: Any,
) -> None:
    """How far bots are from perfect play; two players with 1 or 2 pieces each."""
    from ..bots import BOTS
    from ..lab.truth import Exam, Truth, find_solution, number_in_duel, read_solution

    names = bots or tuple(BOTS)
    for name in names:
        number_in_duel(name)
    table = set_up_table(book, 2 if players is None else players, options, 2 if pieces is None else pieces)
    if plot is not None:
        Truth.check_picture(plot)
    with Stages() as stages:
        solution = read_solution(table, file) if file else find_solution(table, stages.show)
    run_study(Truth, [table], Exam(bots=names, solution=solution, **asked), as_json, plot)


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
    from ..lab.parts import read_part, write_part
    from ..lab.tally import Trial

    if plot is not None:
        kind.check_picture(plot)
    names = (kind.bots if device == "cpu" else ("greedy",)) if bots is None else bots.replace(" ", "").split(",")
    quick = not any(welcome(name).thinks for name in names)
    trial = Trial(games or (GAMES if quick else FEWER_GAMES), tuple(names), device=device, **asked)
    if part is None:
        run_study(kind, tables, trial, as_json, plot)
        return
    trial.part = read_part(part)
    path = Path("-".join([kind.__module__.rpartition(".")[2], *(table.book.id for table in tables[:1]), *map(str, trial.part)]) + ".npz")
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


def run_study(kind: type[Study], tables: Sequence[Table], trial: Trial, as_json: bool, plot: Path | None) -> None:
    with progress(kind.games(tables, trial)) as bar:
        if bar:
            trial.done = bar.update
        study = kind(tables, trial)
    report(study, as_json)
    if plot is not None and study.rows():
        study.save_picture(plot)
    if trial.stopped:
        sys.exit(STOPPED)


def progress(games: int) -> Any:
    """A bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return nullcontext()
    return click.progressbar(length=games, label="Playing", file=sys.stderr)


class Stages:
    """On a terminal, one progress bar after the other, for work that reports how much of it is done."""

    label, bar = "", cast(Any, None)

    def __enter__(self) -> Stages:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.render_finish()

    def show(self, label: str, share: float) -> None:
        if not sys.stderr.isatty():
            return
        if label != self.label:
            self.__exit__()
            self.label, self.bar = label, click.progressbar(length=1000, label=f"{label:9}", file=sys.stderr)
        self.bar.update(int(1000 * share) - self.bar.pos)


def measure_width() -> int:
    return min(WIDEST, get_terminal_size((89, 24)).columns - 1)


def write_json(found: Any) -> dict[str, Any]:
    """A dataclass as JSON; infinity is null."""
    return {name: None if value in (inf, -inf) else value for name, value in vars(found).items()}


def report(study: Study, as_json: bool) -> None:
    from ..lab.tabulation import PLAIN
    from ..terminal.look import look_of

    if as_json:
        click.echo(json.dumps(study.data(), default=write_json, allow_nan=False))
        return
    look = look_of(sys.stdout)
    width = measure_width()
    title, games = study.head()
    lines = [look.bold(title), games, "", *study.body(width), "", *map(look.dim, study.foot(width))]
    text = "\n".join(lines)
    click.echo(text.translate(PLAIN) if look.plain else text, color=True)
