"""Options that several commands share: languages, tables, house rules."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..errors import RuleError
from ..words.catalogue import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from ..seats import Opener
    from ..table import Table

Command = TypeVar("Command", bound=Callable[..., Any])


SEED = click.IntRange(0, 2**64 - 1)

seed_option = click.option(
    "--seed", type=SEED, default=1, show_default=True, metavar="N", help="The same seed plays the same games."
)
throws_option = click.option(
    "--throws",
    type=click.IntRange(1),
    metavar="N",
    help="After so many throws a game is evaluated as it stands.  [default: to the end]",
)


def may_use_ray(command: Command) -> Command:
    """Add --ray, which plays the games of a command on a cluster."""

    @wraps(command)
    def on_it(*arguments: Any, ray: str | None, **asked: Any) -> Any:
        if ray is None:
            return command(*arguments, **asked)
        from ..simulation import on_ray

        with on_ray(ray):
            return command(*arguments, **asked)

    words = "Play on a Ray cluster, here or at an address (after BOOK); the same results."
    return cast(Command, click.option("--ray", is_flag=False, flag_value="", metavar="[ADDRESS]", help=words)(on_it))


class OutputFile(click.Path):
    """A file to be written; one that cannot be written, or whose name promises another kind, is refused before the work."""

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False)
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(str(super().convert(value, param, ctx)))
        if self.endings and not path.name.endswith(self.endings):
            raise CommandError(f"{path}: the name must end in {' or '.join(self.endings)}.")
        if not path.parent.is_dir():
            raise CommandError(f"{path}: there is no folder {path.parent}; create it first.")
        if not path.exists() or path.is_file():  # a pipe or a device is left alone
            fresh = not path.exists()
            with path.open("ab"):
                pass
            if fresh:
                path.unlink()
        return path


class CommandError(click.ClickException):
    """One sentence, exit code 1."""

    def show(self, file: Any = None) -> None:
        click.echo(" ".join(self.format_message().split()), file=file, err=file is None)


def own_language() -> str:
    """The language of the user's environment, if there is a catalogue for it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            lang = re.split(r"[_.@]", os.environ[name])[0].lower()
            return lang if lang in LANGUAGES else ENGLISH
    return ENGLISH


def in_language(command: Command) -> Command:
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default=own_language, help="The language of the texts."
    )(command)


def at_table(command: Command) -> Command:
    """The options that set up a table."""
    for option in (
        click.option("--pieces", type=int, metavar="N", help="Pieces per colour, 1 to 4; some books allow more."),
        click.option(
            "--option", "options", multiple=True, metavar="NAME[=VALUE]", help="A house rule; see `pachisi books`."
        ),
        click.option("--players", type=int, metavar="N", help="How many play, 2 to 4; some books take up to 8."),
    ):
        command = option(command)
    return command


def set_up_table(
    book: str, players: int | None, options: Sequence[str], pieces: int | None, first: Opener = 0
) -> Table:
    """The requested table; options without effect are reported."""
    table = read_table(book, players, options, pieces, first)
    for notice in table.book.idle(table.options):
        click.echo(notice, err=True)
    return table


def set_up_tables(
    books: Iterable[str], numbers: Sequence[int], options: Sequence[str], pieces: int | None
) -> list[Table]:
    """A table for every book and number of players; those that are impossible are reported."""
    tables: list[Table] = []
    refused: list[RuleError] = []
    for book, number in product(books, numbers):
        try:
            tables.append(read_table(book, number, options, pieces))
        except RuleError as error:
            refused.append(error)
    if not tables:
        raise refused[0]
    notices = [notice for table in tables for notice in table.book.idle(table.options)]
    for sentence in (*(f"Left out: {error}" for error in refused), *dict.fromkeys(notices)):
        click.echo(sentence, err=True)
    return tables


def read_table(book: str, players: int | None, options: Sequence[str], pieces: int | None, first: Opener = 0) -> Table:
    from ..rulebooks import load
    from ..table import read_option, set_up

    rulebook = load(Path(book).absolute() if book.endswith(".toml") else book)
    chosen = dict(read_option(rulebook, text) for text in options)
    if len(chosen) < len(options):
        raise click.UsageError("An option is given twice.")
    table = set_up(rulebook, 4 if players is None else players, first, pieces, chosen)
    if book.endswith(".toml"):
        from ..clauses import load_text

        load_text(rulebook)  # so that faults in its clauses are reported before the game
    return table


def read_first(text: str | None) -> Opener:
    """Who begins at a table for people: as the book says, unless somebody is named."""
    if text is None or text == "book":
        return "book"
    if text == "high_roll":
        return "high_roll"
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    raise click.UsageError(f"--first {text!r}: it must be a seat such as 0, high_roll, or book.")


def read_bots(text: str) -> list[str]:
    """One bot for all seats, or one for each, separated by commas."""
    return [name.strip() for name in text.split(",")]


def read_numbers(players: int | None) -> tuple[int, ...]:
    """The number of players, or all possible ones."""
    return (2, 3, 4) if players is None else (players,)
