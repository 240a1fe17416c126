"""Rulebooks on the command line: list them, print their rules, draw their boards, check your own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import RuleError
from .options import OutputFile, at_table, in_language, read_first, set_up_table

if TYPE_CHECKING:
    from ..table import Table
    from ..terminal.look import Look
    from ..words.voice import Voice


@click.command()
@click.argument("book")
@at_table
@click.option("--first", metavar="SEAT|high_roll", help="Who begins; by default as the book says.")
@click.option("--source", is_flag=True, help="Under each rule the leaflet's own words.")
@in_language
def rules(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, first: str | None, source: bool,
    lang: str,
) -> None:  # fmt: skip
    """Print the rules in force at a table, in words."""
    from shutil import get_terminal_size

    from ..sheet import sheet

    width = min(88, max(40, get_terminal_size((89, 24)).columns - 1))
    click.echo(sheet(set_up_table(book, players, options, pieces, read_first(first)), lang, width, source), nl=False)


@click.command()
@click.argument("file")
@click.option("--base", default="mensch", show_default=True, help="The book that yours is based on: its id or its file.")
@in_language
def new(file: str, base: str, lang: str) -> None:
    """Begin a rulebook of your own: a file with every value of another book in a comment."""
    from ..terminal.draft import begin_book
    from ..words.voice import Voice

    voice = Voice(lang)
    begin_book(file, base, voice)
    click.echo(voice("draft.begun", file=file))


@click.command()
@click.argument("file")
@in_language
def check(file: str, lang: str) -> None:
    """Check a rulebook of your own, and list everything that is wrong with it by line."""
    from ..terminal.shelf import examine
    from ..words.voice import Voice

    try:
        report, notes = examine(file, Voice(lang))
    except RuleError as error:
        for fault in error.faults or (error,):
            click.echo(str(fault), err=True)
        sys.exit(1)
    for note in notes:
        click.echo(str(note), err=True)
    click.echo(report)


@click.command()
@in_language
def books(lang: str) -> None:
    """List the rulebooks with their options; the first value is the default."""
    from ..terminal.shelf import list_books
    from ..words.voice import Voice

    click.echo("\n".join(list_books(Voice(lang))))


@click.command()
@click.argument("what", metavar="BOOK|POSITION")
@at_table
@click.option("--svg", "as_svg", is_flag=True, help="Draw it as SVG.")
@click.option("--json", "as_json", is_flag=True, help="The plan of the board, or the position, as JSON.")
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE",
    help="Write to a file; as SVG if its name ends in .svg.",
)
@in_language
def board(
    what: str, players: int | None, options: tuple[str, ...], pieces: int | None,
    as_svg: bool, as_json: bool, out: Path | None, lang: str,
) -> None:  # fmt: skip
    """Draw the empty board of a book, or a position.

    A POSITION is one line (docs/notation.md), in quotes.
    """
    from ..terminal.look import Look, look_of
    from ..words.voice import Voice

    if as_svg and as_json:
        raise click.UsageError("--svg and --json cannot be combined.")
    kind = "json" if as_json else "svg" if as_svg or (out and out.suffix == ".svg") else "text"
    voice, look = Voice(lang), Look() if out else look_of(sys.stdout)
    if "|" not in what:
        drawn = draw_book(set_up_table(what, players, options, pieces), kind, voice, look)
    elif players is None and pieces is None and not options:
        drawn = draw_line(what, kind, voice, look)
    else:
        raise click.UsageError("A position names its own table: leave out --players, --option and --pieces.")
    if out:
        out.write_text(drawn + "\n", encoding="utf-8")
    else:
        click.echo(drawn, color=True)


def draw_book(table: Table, kind: str, voice: Voice, look: Look) -> str:
    """An empty board as text, JSON or SVG."""
    if kind == "json":
        return json.dumps(table.board.data())
    if kind == "svg":
        from ..drawing import draw_board

        return draw_board(table)
    from ..terminal.replay import bare_board

    return "\n".join(bare_board(table, voice, look))


def draw_line(line: str, kind: str, voice: Voice, look: Look) -> str:
    """A position in one line as text, JSON or SVG."""
    from ..notation import read_position
    from ..words.patience import patience

    with patience(voice):
        game = read_position(line)
    if kind == "json":
        return json.dumps(game.position())
    if kind == "svg":
        from ..drawing import draw_position

        return draw_position(game)
    from ..terminal.replay import draw_game

    return "\n".join(draw_game(game, voice, look))
