"""`pachisi lab judge` and `pachisi lab regret`: how far a review can be trusted."""

from __future__ import annotations

import json
from shutil import get_terminal_size
from typing import Any

import click

from .options import Command, at_table, read_numbers, seed_option, set_up_tables, throws_option

WIDEST = 120


def in_court(command: Command) -> Command:
    """The options for who plays, who evaluates, and how it is reported."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="The numbers as JSON."),
        click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]"),
        seed_option,
        click.option("--bot", default="careful", show_default=True, metavar="BOT", help="Who plays all seats."),
        click.option(
            "--level", default="master", show_default=True, metavar="LEVEL", help="Who evaluates: expert or master."
        ),
        at_table,
        click.argument("books", nargs=-1, required=True),
    ):
        command = option(command)
    return command


@click.command()
@in_court
@click.option(
    "--games", type=click.IntRange(1, 10**9), default=200, show_default=True, metavar="N", help="Games per row."
)
def judge(
    books: tuple[str, ...],
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    games: int,
    as_json: bool,
    **asked: Any,
) -> None:
    """How well the judge of a review knows a game: its luck on average, its corrections, the size of mistakes."""
    from ..desk.calibration import calibrate, tabulate
    from ..progress import progress

    tables = set_up_tables(books, read_numbers(players), options, pieces)
    with progress(games * len(tables), "games", None) as bar:
        found = [calibrate(table, games=games, done=bar.update, **asked) for table in tables]
    if as_json:
        click.echo(json.dumps([one.data() for one in found]))
        return
    click.echo("\n".join(tabulate(found, min(WIDEST, get_terminal_size().columns))))
    click.echo(
        "In percentage points; luck of the side with the largest, corrections and losses per side and game. Intervals: 95 %."
    )


@click.command()
@in_court
@click.option(
    "--decisions", type=click.IntRange(2, 10**9), default=1000, show_default=True, metavar="N", help="Per row."
)
@click.option(
    "--games", type=click.IntRange(4, 10**6), default=48, show_default=True, metavar="N", help="Games for each choice."
)
@throws_option
def regret(
    books: tuple[str, ...],
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    decisions: int,
    as_json: bool,
    throws: int | None,
    **asked: Any,
) -> None:
    """What the best moves of a review lose against those that rollouts find.

    A rollout plays every choice of a decision out, half of its games to find the best move, the others to value it.
    """
    from ..desk.games import LONGEST
    from ..desk.regret import measure_regret, tabulate
    from ..progress import progress

    tables = set_up_tables(books, read_numbers(players), options, pieces)
    with progress(decisions * len(tables), "decisions", None) as bar:
        found = [
            measure_regret(table, decisions, throws=throws or LONGEST, done=bar.update, **asked) for table in tables
        ]
    if as_json:
        click.echo(json.dumps([one.data() for one in found]))
        return
    click.echo("\n".join(tabulate(found, min(WIDEST, get_terminal_size().columns))))
    click.echo("Regret in percentage points for each decision. Intervals: 95 %. Sure: by three standard errors.")
