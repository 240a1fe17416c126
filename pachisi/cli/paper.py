"""A game on paper."""

from __future__ import annotations

from pathlib import Path

import click

from .options import OutputFile, at_table, in_language, read_first, set_up_table


@click.command()
@click.argument("book")
@at_table
@click.option("--first", metavar="SEAT|high_roll", help="Who begins; by default as the book says.")
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="The paper.")
@click.option("--out", type=OutputFile(".pdf"), required=True, metavar="FILE.pdf", help="The PDF to write.")
@in_language
def print(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, first: str | None, paper: str,
    out: Path, lang: str,
) -> None:  # fmt: skip
    """Make a PDF to print: the board to cut out, for pieces of 16 mm, and the rules of this table."""
    from ..paper import print_table

    table = set_up_table(book, players, options, pieces, read_first(first))
    out.write_bytes(print_table(table, paper, lang))
