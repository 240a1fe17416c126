"""`pachisi simulate`: many games between bots, as a file of columns."""

from __future__ import annotations

from pathlib import Path

import click

from .options import OutputFile, at_table, may_use_ray, read_bots, seed_option, set_up_table


@click.command()
@click.argument("book")
@at_table
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many games.")
@click.option("--bots", default="random", show_default=True, metavar="NAMES", help="One bot for all seats, or one for each, with commas.")
@seed_option
@click.option("--out", type=OutputFile(".parquet"), required=True, metavar="FILE.parquet", help="Where the columns are written.")
@may_use_ray
def simulate(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, games: int, bots: str, seed: int, out: Path
) -> None:
    """Play games between bots, and write a row for each to a Parquet file."""
    from ..simulation import blocks
    from ..simulation.frames import need, write_parquet

    need("pyarrow")
    names = read_bots(bots)
    rows = blocks(set_up_table(book, players, options, pieces), games, names[0] if len(names) == 1 else names, seed)
    click.echo(f"{write_parquet(rows, out):,} games written to {out}")
