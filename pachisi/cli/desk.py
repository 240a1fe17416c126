"""The analysis desk on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import OutputFile, in_language, seed_option, throws_option


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--level",
    default="master",
    show_default=True,
    metavar="LEVEL",
    help="Who evaluates: expert, master, or what `lab solve --out` has written.",
)
@click.option(
    "--moments", type=click.IntRange(0, 1000), default=10, show_default=True, metavar="N", help="How many to show."
)
@click.option("--json", "as_json", is_flag=True, help="Every throw and move as JSON.")
@click.option("--plot", type=OutputFile(".svg"), metavar="FILE.svg", help="Draw the chances of every side as well.")
@click.option("--html", type=OutputFile(".html"), metavar="FILE.html", help="Write a page with the board and everything else.")
@in_language
def review(
    record: Path, level: str, moments: int, as_json: bool, plot: Path | None, html: Path | None, lang: str
) -> None:
    """Review a game: what was luck, what was skill, what was better.

    RECORD is a file such as `pachisi play` and the table in the browser write.
    """
    import json

    from ..desk import review as judge_game
    from ..desk.curve import draw_curve
    from ..desk.prose import Prose
    from ..lab.truth import find_values
    from ..record import parse_record
    from ..terminal.look import look_of
    from ..terminal.review import tell_review
    from ..terminal.saves import read
    from ..words.patience import patience
    from ..words.teller import Teller
    from ..words.voice import Voice

    voice = Voice(lang)
    with patience(voice):
        played, solved = parse_record(read(record)), Path(level)
        exact = solved.is_dir() or level.endswith(".npz")
        found = judge_game(played, find_values(played.game.table, solved) if exact else level)
    prose = Prose(found, Teller(found.table, voice))
    if plot is not None:
        plot.write_text(draw_curve(prose), encoding="utf-8")
    if html is not None:
        from ..desk.page import write_page

        html.write_text(write_page(prose, moments), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(found.data()))
    else:
        click.echo("\n".join(tell_review(found, voice, look_of(sys.stdout), moments)), color=True)


@click.command()
@click.argument("game", metavar="POSITION|RECORD")
@click.option(
    "--games",
    type=click.IntRange(2, 10**7),
    default=1296,
    show_default=True,
    metavar="N",
    help="Games for each choice at most.",
)
@click.option(
    "--level", default="master", show_default=True, metavar="LEVEL", help="Who plays and evaluates: expert or master."
)
@throws_option
@seed_option
@click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]")
@click.option("--json", "as_json", is_flag=True, help="The numbers as JSON.")
@in_language
def rollout(
    game: str, games: int, level: str, throws: int | None, seed: int, cores: int | None, as_json: bool, lang: str
) -> None:
    """Play out every choice of a position many times: a second opinion, with intervals.

    All choices get the same dice, and the luck is taken out of the results. It stops when the best choice is settled.
    """
    import json

    from ..desk.games import LONGEST
    from ..desk.rollout import as_data, roll_out
    from ..progress import progress
    from ..terminal.advice import rank_rollout, read_game
    from ..words.patience import patience
    from ..words.teller import Teller
    from ..words.voice import Voice

    voice = Voice(lang)
    with patience(voice):
        found = read_game(game)
    with progress(games, "games", None) as bar:
        rolled = roll_out(found, games, level, seed, cores, bar.update, throws or LONGEST)
    if as_json:
        click.echo(json.dumps(as_data(rolled)))
    else:
        click.echo("\n".join(rank_rollout(found, rolled, Teller(found.table, voice))))
