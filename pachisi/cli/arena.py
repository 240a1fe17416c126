"""`pachisi arena` on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..bots import BOTS, welcome
from ..errors import RuleError
from ..rulebooks import BOOKS
from .options import OutputFile, may_use_ray, seed_option, set_up_table, set_up_tables
from .reports import run_study

if TYPE_CHECKING:
    from ..lab.study import Study

GAMES = 10_000


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT BOT …")
@click.option("--ladder", is_flag=True, help="Play each bot against the one before it, at many tables.")
@click.option("--book", "--books", "books", default=None, metavar="BOOK", help="With --ladder BOOK[,BOOK…], default all.")
@click.option("--players", default=None, metavar="N", help="How many play, 2 to 4, some books up to 8; with --ladder N[,N…].")
@click.option("--option", "options", multiple=True, metavar="NAME[=VALUE]", help="A house rule; see `pachisi books`.")
@click.option("--pieces", type=int, metavar="N", help="Pieces per colour, 1 to 4; some books allow more.")
@click.option(
    "--games", type=click.IntRange(1, 10**9), default=GAMES, show_default=True, metavar="N", help="Games per row."
)
@click.option("--fewer", multiple=True, metavar="BOT[@BOOK]=N", help="Fewer games per row for this bot.")
@click.option("--halves", is_flag=True, help="With four players, play two against two as well.")
@seed_option
@click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]")
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
@click.option("--plot", type=OutputFile(), metavar="FILE.svg|png", help="Draw the numbers as well.")
@may_use_ray
def arena(
    bots: tuple[str, ...],
    ladder: bool,
    books: str | None,
    players: str | None,
    options: tuple[str, ...],
    pieces: int | None,
    games: int,
    fewer: tuple[str, ...],
    halves: bool,
    seed: int,
    cores: int | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Let bots play each other with equal dice and seats, and rate them.

    A BOT is a built-in one (see `pachisi play --help`), or your own as FILE.py:NAME.
    """
    from ..arena.ladder import Ladder
    from ..arena.matches import Contest
    from ..arena.tournament import Tournament

    contest = Contest(
        games, check_bots(bots, ladder), seed, cores=cores, halves=halves, fewer=dict(map(read_fewer, fewer))
    )
    if ladder:
        numbers = list(map(read_players, (players or "2,3,4").replace(" ", "").split(",")))
        shelf = books.split(",") if books not in (None, "all") else BOOKS
        tables = set_up_tables(shelf, numbers, options, pieces)
    else:
        tables = [set_up_table(books or "mensch", read_players(players or "4"), options, pieces)]
    kind: type[Study] = Ladder if ladder else Tournament
    if plot is not None:
        kind.check_picture(plot)
    run_study(kind, tables, contest, as_json, plot)


# --- reading --------------------------------------------------------------------------


def check_bots(bots: Sequence[str], ladder: bool) -> tuple[str, ...]:
    """The bots by name; on a ladder all of them from the weakest up, if none is named."""
    named = tuple(bots) or (tuple(BOTS) if ladder else ())
    for name in named:
        if name == "perfect":
            raise RuleError("'perfect' plays only solved tables; see `pachisi lab truth`.")
        welcome(name)
    if len(named) < 2:
        raise RuleError(f"An arena needs at least two bots; there are {', '.join(BOTS)}.")
    if len(set(named)) < len(named):
        raise RuleError("A bot is named twice; against itself it always wins an even share, since dice and seats are equal.")
    return named


def read_players(text: str) -> int:
    """One number; the table checks it."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise RuleError(f"--players {text}: name one number; only --ladder takes several, as in 2,3,4.")
    return int(text)


def read_fewer(text: str) -> tuple[tuple[str, str | None], int]:
    name, _, games = text.partition("=")
    bot, sign, book = name.partition("@")
    welcome(bot)
    if sign and not book.endswith(".toml") and book not in BOOKS:
        raise RuleError(f"--fewer {text}: there is no book '{book}'; there are {', '.join(BOOKS)}.")
    if not (games.isascii() and games.isdecimal() and 0 < int(games) <= 10**9):
        raise RuleError(f"--fewer {text}: write BOT=N or BOT@BOOK=N, with a number of games from 1 on.")
    return (bot, book if sign else None), int(games)
