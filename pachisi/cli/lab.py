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

from ..errors import RuleError
from .options import Command, at_table, lay_table

if TYPE_CHECKING:
    from ..lab.study import Study
    from ..lab.tally import Trial
    from ..table import Table

GAMES = 20_000
WIDEST = 120
STOPPED = 130  # the exit code of a command that Ctrl-C ends


@click.group()
def lab() -> None:
    """What many games teach about length, seats, house rules."""


def in_trial(command: Command) -> Command:
    """The options that say how the games of a study are played and told."""
    for option in (
        click.option(
            "--plot",
            "--out",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE.svg|png",
            help="Draw the numbers as well.",
        ),
        click.option("--json", "as_json", is_flag=True, help="The numbers as JSON."),
        click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play; all, if not said."),
        click.option(
            "--device",
            type=click.Choice(("cpu", "cuda")),
            default="cpu",
            show_default=True,
            help="What plays the games.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**64 - 1),
            default=1,
            show_default=True,
            metavar="N",
            help="The same seed plays the same games.",
        ),
        click.option(
            "--bots",
            default="greedy",
            show_default=True,
            metavar="BOT[,BOT…]",
            help="Who plays: one for all, or one for each seat in play.",
        ),
        click.option(
            "--games",
            type=click.IntRange(1, 10**12),
            default=GAMES,
            show_default=True,
            metavar="N",
            help="Games a row.",
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

    conduct(Length, lay_tables(book, players, options, pieces), **asked)


@lab.command()
@click.argument("book")
@in_trial
def seats(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """Who wins how often, by seat and by order of play."""
    from ..lab.seats import SeatShares

    conduct(SeatShares, lay_tables(book, players, options, pieces), **asked)


@lab.command("options")
@click.argument("book")
@in_trial
def house_rules(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """What each house rule does to length, captures, choice and fairness."""
    from ..lab.options import Options

    conduct(Options, [lay_table(book, players, options, pieces)], **asked)


@lab.command()
@click.argument("books", nargs=-1, required=True)
@in_trial
def compare(
    books: tuple[str, ...], players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any
) -> None:
    """Books side by side."""
    from ..lab.compare import Compare

    conduct(Compare, [lay_table(book, players, options, pieces) for book in books], **asked)


@lab.command()
@click.argument("book")
@in_trial
def heat(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, **asked: Any) -> None:
    """Which squares are visited, and where pieces are captured; --out FILE.svg draws the board."""
    from ..lab.heat import Heat

    conduct(Heat, [lay_table(book, players, options, pieces)], **asked)


@lab.command()
@click.argument("book")
@at_table
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.npz",
    help="Keep the values of all positions.",
)
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
def solve(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, out: Path | None, as_json: bool
) -> None:
    """The exact chance of the first player when both play best; two players with 1 or 2 pieces each."""
    from ..lab.solve import solve as solve_table
    from ..lab.tabulation import paragraphs

    table = lay_table(book, 2 if players is None else players, options, pieces)
    with Stages() as stages:
        solution = solve_table(table, stages.show)
    if as_json:
        told = {name: getattr(solution, name) for name in ("table", "first", "error", "residual", "sweeps")}
        click.echo(json.dumps({**told, "positions": len(solution.keys)}))
    else:
        click.echo("\n".join(paragraphs([solution.summary()], measure_width())))
    if out is not None:
        solution.save(out)
        click.echo(f"All values are in {out}.", err=as_json)


@lab.command()
@click.argument("book")
@click.argument("bots", nargs=-1, metavar="[BOT]…")
@at_table
@click.option(
    "--solution",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.npz",
    help="What `lab solve --out` has written; else the table is solved and kept.",
)
@click.option("--games", type=click.IntRange(1, 10**9), default=GAMES, show_default=True, help="Against each opponent.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, metavar="N")
@click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play; all, if not said.")
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.svg|png", help="Draw them.")
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
    table = lay_table(book, 2 if players is None else players, options, 2 if pieces is None else pieces)
    if plot is not None:
        Truth.check_picture(plot)
    with Stages() as stages:
        solution = read_solution(table, file) if file else find_solution(table, stages.show)
    run_study(Truth, [table], Exam(bots=names, solution=solution, **asked), as_json, plot)


# --- how a study runs -----------------------------------------------------------------


def lay_tables(book: str, players: int | None, options: Sequence[str], pieces: int | None) -> list[Table]:
    """A table for the number of players, or for every number that fits; those that do not are told."""
    from ..table import lay

    if players is not None:
        return [lay_table(book, players, options, pieces)]
    tables: list[Table] = []
    refused: list[RuleError] = []
    for number in (2, 3, 4):
        try:
            if tables:
                tables.append(lay(tables[0].book, number, 0, tables[0].pieces, tables[0].options))
            else:
                tables.append(lay_table(book, number, options, pieces))
        except RuleError as error:
            refused.append(error)
    if not tables:
        raise refused[0]
    for sentence in refused:
        click.echo(f"Left out: {sentence}", err=True)
    return tables


def conduct(
    kind: type[Study], tables: Sequence[Table], bots: str, plot: Path | None, as_json: bool, **asked: Any
) -> None:
    """Play a study, tell it, and draw it if asked."""
    from ..lab.tally import Trial

    if plot is not None:
        kind.check_picture(plot)
    run_study(kind, tables, Trial(bots=tuple(bots.replace(" ", "").split(",")), **asked), as_json, plot)


def run_study(kind: type[Study], tables: Sequence[Table], trial: Trial, as_json: bool, plot: Path | None) -> None:
    with progress(kind.games(tables, trial)) as bar:
        if bar:
            trial.done = bar.update
        study = kind(tables, trial)
    tell(study, as_json)
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
    """On a terminal one bar after the other, for work that tells its share done."""

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
    """A dataclass as JSON; what has no end is null."""
    return {name: None if value in (inf, -inf) else value for name, value in vars(found).items()}


def tell(study: Study, as_json: bool) -> None:
    from ..lab.tabulation import PLAIN, paragraphs
    from ..terminal.look import look_of

    if as_json:
        click.echo(json.dumps(study.data(), default=write_json, allow_nan=False))
        return
    look = look_of(sys.stdout)
    width = measure_width()
    head = [look.bold(study.title), study.trial.describe(study.each), ""]
    body = study.lines(width) if study.rows() else ["No game was played."]
    foot = ["", *map(look.dim, paragraphs(study.notes() if study.rows() else study.trial.notes([]), width))]
    text = "\n".join([*head, *body, *foot])
    click.echo(text.translate(PLAIN) if look.plain else text, color=True)
