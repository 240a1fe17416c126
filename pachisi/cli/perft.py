"""`pachisi perft`: every throw and every move, counted."""

from __future__ import annotations

import click

from .options import at_table, set_up_table


@click.command()
@click.argument("book", required=False)
@at_table
@click.option("--depth", type=click.IntRange(1, 9), default=3, show_default=True, metavar="N", help="How many throws.")
@click.option("--position", "line", metavar="LINE", help="Begin here (docs/notation.md); the line names its own table.")
@click.option("--json", "as_json", is_flag=True, help="The rows as JSON.")
def perft(
    book: str | None,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    depth: int,
    line: str | None,
    as_json: bool,
) -> None:
    """Count the positions that all throws and all legal moves lead to."""
    import json

    from ..game import Game
    from ..notation import read_position
    from ..perft import perft as count

    if line is not None:
        if players is not None or options or pieces is not None:
            raise click.UsageError("--position names its own table; leave out --players, --option and --pieces.")
        game = read_position(line)
        if book not in (None, game.rulebook.id):
            raise click.UsageError(f"This is a position of {game.rulebook.id}, not of {book}.")
    elif book is None:
        raise click.UsageError("Name a BOOK, or a --position.")
    else:
        game = Game(set_up_table(book, players, options, pieces))
    if as_json:
        click.echo(json.dumps([row.data() for row in count(game, depth)]))
        return
    click.echo(f"{'depth':>5} {'positions':>12} {'weight':>12} {'moves':>12}")
    for row in count(game, depth):
        click.echo(f"{row.depth:>5} {row.positions:>12,} {float(row.weight):>12.9f} {row.moves:>12,}")
