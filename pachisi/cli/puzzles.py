"""Puzzles on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .options import OutputFile, at_table, in_language, seed_option, set_up_table, throws_option

OTHER_DICE = 1_000_003  # added to a seed: puzzles are made with dice of the seeds that follow theirs
MOMENT = 5  # seconds between two writings of what is made

cores_option = click.option("--cores", type=click.IntRange(1), metavar="N", help="How many cores play.  [default: all]")


@click.command()
@click.argument("book", default="mensch")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True, metavar="N", help="How many play.")
@click.option("--endless", is_flag=True, help="One after the other, as hard as you are good; otherwise the one of today.")
@in_language
def puzzle(book: str, players: int, endless: bool, lang: str) -> None:
    """Solve a puzzle: a position in which one move is clearly right. You have a rating, which every puzzle changes."""
    import datetime
    from collections.abc import Iterator
    from dataclasses import replace

    from ..desk.puzzles import Puzzle, of_the_day, read_puzzles
    from ..desk.solvers import fitting, keep_solver, read_solver
    from ..terminal.look import look_of
    from ..terminal.puzzle import pose
    from ..words.patience import patience
    from ..words.voice import Voice

    voice = Voice(lang)
    found = read_puzzles(book, players)

    def choose() -> Iterator[Puzzle]:
        """The one of today; or as many as are answered, each for the rating that the last one has left."""
        if not endless:
            yield of_the_day(found, datetime.date.today())
        while endless:
            yield fitting(found, read_solver(), "")

    def ask() -> str:
        try:
            return input("> ")
        except EOFError:
            return "q"

    with patience(voice):
        look = look_of(sys.stdout)

    def rate(posed: Puzzle, right: bool) -> None:
        """A puzzle of the day counts once."""
        before, today = read_solver(), str(datetime.date.today())
        if endless or before.day != today:
            now = replace(before.after(posed, right), day=before.day if endless else today)
            keep_solver(now)
            change = f"{now.rating - before.rating:+}".replace("-", "−")
            click.echo(voice("puzzle.rating", rating=now.rating, change=change))

    solved = pose(choose(), voice, look, ask, lambda line: click.echo(line, color=True), rate)
    click.echo(voice("puzzle.solved", n=solved))


@click.group()
def puzzles() -> None:
    """Make, join and check puzzles."""


@puzzles.command()
@click.argument("book")
@at_table
@click.option("--count", type=click.IntRange(1, 100_000), default=500, show_default=True, metavar="N", help="How many.")
@click.option(
    "--games", type=click.IntRange(48, 10**6), default=960, show_default=True, metavar="N", help="Games of a rollout, at most."
)
@click.option(
    "--throws", type=click.IntRange(1), default=48, show_default=True, metavar="N",
    help="After so many throws a game of a rollout is evaluated as it stands.",
)  # fmt: skip
@click.option(
    "--margin", type=click.FloatRange(1, 50), default=3, show_default=True, metavar="POINTS",
    help="By how much the best move leads, as master evaluates it.",
)  # fmt: skip
@cores_option
@click.option(
    "--out", type=OutputFile(".json.gz"), metavar="FILE.json.gz", help="Where to write them.  [default: your data folder]"
)
@click.option("--more", is_flag=True, help="Keep the puzzles that are in the file, and add others; take another --seed.")
@seed_option
def make(
    book: str,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    count: int,
    games: int,
    throws: int,
    margin: float,
    cores: int | None,
    out: Path | None,
    more: bool,
    seed: int,
) -> None:
    """Make puzzles from games of master: one move leads, a simpler bot misses it, and a rollout is sure.

    Ctrl-C keeps those that are done; with --more the work can be done in pieces.
    """
    from itertools import islice
    from time import monotonic

    from ..desk.puzzle_maker import Maker
    from ..desk.puzzles import file_of, own_folder, read_file, write_puzzles
    from ..progress import progress

    table = set_up_table(book, players, options, pieces)
    path = out or file_of(table.book.id, table.players, own_folder())
    found = read_file(path) if more and path.exists() else []
    maker, written = Maker(table, seed, games, cores, throws, margin / 100), monotonic()
    with progress(count, "puzzles", None) as bar:
        try:
            for one in islice(maker.make(known=[known.position for known in found]), count):
                found.append(one)
                bar.update(1)
                if monotonic() > written + MOMENT:  # a run that is killed loses little
                    write_puzzles(found, path)
                    written = monotonic()
        except KeyboardInterrupt:
            pass
    write_puzzles(found, path)
    click.echo(f"{len(found)} puzzles are in {path}.")


@puzzles.command()
@click.argument("out", type=OutputFile(".json.gz"), metavar="FILE.json.gz")
@click.argument("parts", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PARTS…")
def join(out: Path, parts: tuple[Path, ...]) -> None:
    """Join puzzles that were made separately, each position once."""
    from ..desk.puzzles import read_file, write_puzzles

    found = {one.position: one for part in parts for one in read_file(part)}
    write_puzzles(found.values(), out)
    click.echo(f"{len(found)} puzzles are in {out}.")


@puzzles.command()
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE.json.gz")
@click.option("--sample", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="How many puzzles.")
@click.option(
    "--games", type=click.IntRange(24, 10**6), default=960, show_default=True, metavar="N", help="Games of a rollout, at most."
)
@throws_option
@click.option(
    "--level", default="master", show_default=True, metavar="LEVEL", help="Who plays and evaluates: expert or master."
)
@cores_option
@click.option("--drop", is_flag=True, help="Take those whose best move does not come first out of the file.")
@seed_option
def check(
    path: Path, sample: int, games: int, throws: int | None, level: str, cores: int | None, drop: bool, seed: int
) -> None:
    """Doubt some puzzles of a file: all moves are played out, with other dice, the luck taken out."""
    from random import Random

    from ..desk.games import LONGEST
    from ..desk.puzzle_check import doubt
    from ..desk.puzzles import read_file, write_puzzles
    from ..progress import progress

    found = read_file(path)
    chosen = Random(seed).sample(found, min(sample, len(found)))
    with progress(len(chosen), "puzzles", None) as bar:
        doubts = doubt(chosen, games, level, seed + OTHER_DICE, cores, throws or LONGEST, bar.update)
    click.echo(f"{len(doubts.verdicts)} of {len(found)} puzzles in {path.name}:")
    click.echo("\n".join([*doubts.lines(), *(f"not: {one.position}" for one in doubts.fallen)]))
    if drop and doubts.fallen:
        write_puzzles([one for one in found if one not in doubts.fallen], path)
