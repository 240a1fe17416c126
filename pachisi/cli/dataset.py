"""`pachisi dataset`: the decisions of many games, as a file for learning."""

from __future__ import annotations

from pathlib import Path

import click

from .options import OutputFile, at_table, read_bots, seed_option, set_up_table


@click.command()
@click.argument("book")
@at_table
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many games.")
@click.option("--bots", default="greedy", show_default=True, metavar="NAMES", help="One bot for all seats, or one for each, with commas.")
@click.option("--values", type=click.Choice(["expert", "master"]), help="Who says what each choice is worth.  [default: nobody]")
@seed_option
@click.option("--out", type=OutputFile(".parquet"), required=True, metavar="FILE.parquet", help="Where the decisions are written.")
def dataset(
    book: str, players: int | None, options: tuple[str, ...], pieces: int | None, games: int, bots: str, values: str | None,
    seed: int, out: Path,
) -> None:  # fmt: skip
    """Play games between bots, and write a row for each decision to a Parquet file: for learning."""
    from ..dataset import write_dataset
    from ..progress import progress
    from ..simulation.frames import need

    need("pyarrow")
    names = read_bots(bots)
    table = set_up_table(book, players, options, pieces)
    with progress(games, "games") as bar:
        written = write_dataset(out, table, games, names[0] if len(names) == 1 else names, seed, values, bar.update)
    click.echo(f"{written:,} decisions of {games:,} games written to {out}")
