"""Rulebooks on the command line: what there is, its rules in words, its board, and whether it can be played."""

from __future__ import annotations

import sys

import click

from ..errors import RuleError
from .options import at_table, in_language, lay_table


@click.command()
@click.argument("book")
@at_table
@in_language
def rules(book: str, players: int | None, options: tuple[str, ...], pieces: int | None, lang: str) -> None:
    """Print the rules in force at a table, in words."""
    from shutil import get_terminal_size

    from ..sheet import sheet

    width = min(88, max(40, get_terminal_size((89, 24)).columns - 1))
    click.echo(sheet(lay_table(book, players, options, pieces), lang, width), nl=False)


@click.command()
@click.argument("file")
@in_language
def check(file: str, lang: str) -> None:
    """Check a rulebook of your own; all that is wrong with it is listed by line."""
    from ..terminal.shelf import examine
    from ..words.voice import Voice

    try:
        report, notes = examine(file, Voice(lang))
    except RuleError as error:
        for fault in error.faults or (error,):
            click.echo(str(fault), err=True)
        sys.exit(1)
    for note in notes:
        click.echo(note, err=True)
    click.echo(report)


@click.command()
@in_language
def books(lang: str) -> None:
    """List the rulebooks with their options; the first value is the default."""
    from ..terminal.shelf import list_books
    from ..words.voice import Voice

    click.echo("\n".join(list_books(Voice(lang))))


@click.command()
@click.argument("book")
@at_table
@click.option("--json", "as_json", is_flag=True, help="The plan of the board as JSON.")
@in_language
def board(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, as_json: bool, lang: str
) -> None:
    """Print the empty board as text."""
    import json

    table = lay_table(book, players, options, pieces)
    if as_json:
        click.echo(json.dumps(table.board.data()))
        return
    from ..terminal.look import look_of
    from ..terminal.replay import bare_board
    from ..words.voice import Voice

    click.echo("\n".join(bare_board(table, Voice(lang), look_of(sys.stdout))), color=True)
