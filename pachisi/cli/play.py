"""`pachisi play`: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..bots.registry import BOTS
from .options import SEED, OutputFile, at_table, in_language, read_first, set_up_table

LAST = ""  # --resume without a file


@click.command()
@click.argument("book", required=False)
@at_table
@click.option("--first", metavar="SEAT|high_roll", help="Who begins; by default as the book says.")
@click.option("--seed", type=SEED, metavar="N", help="The same seed throws the same dice.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=person|BOT",
    help=f"Who sits where. Bots, the weakest first: {', '.join(BOTS)}; your own as FILE.py:NAME.",
)
@click.option(
    "--resume", is_flag=False, flag_value=LAST, metavar="[FILE]", help="Continue a saved game; by default the last one."
)
@click.option(
    "--save",
    "save",
    type=OutputFile(),
    metavar="FILE",
    help="Save the game in this file.",
)
@in_language
def play(
    book: str | None,
    players: int | None,
    options: tuple[str, ...],
    pieces: int | None,
    first: str | None,
    seed: int | None,
    seats: tuple[str, ...],
    resume: str | None,
    save: Path | None,
    lang: str,
) -> None:
    """Play in the terminal. BOOK is a rulebook (see `pachisi books`) or your own FILE.toml."""
    from ..terminal.look import look_of
    from ..terminal.play import TerminalGame
    from ..terminal.sit import ask_book, heed_signals, leave, read_seats, resume_game, start_game
    from ..terminal.talk import Lines
    from ..words.voice import Voice

    voice, talk, look = Voice(lang), Lines(), look_of(sys.stdout)
    if resume is not None:
        if book or players is not None or options or pieces is not None or first or seed is not None:
            raise click.UsageError("--resume continues a game as it is; leave out the book and its options.")
        game, known, file = resume_game(Path(resume) if resume != LAST else None, voice)
        sitters = read_seats(seats, game.table, known)
    else:
        book = book or ask_book(talk, voice)
        if book is None:
            return
        table = set_up_table(book, players, options, pieces, read_first(first))
        sitters = read_seats(seats, table)
        game, file = start_game(table, seed, voice)
    sitting = TerminalGame(game, sitters, talk, voice, look, save or file)
    heed_signals()
    finished, code = False, 0
    try:
        finished = sitting.run()
    except KeyboardInterrupt:
        code = 130
    finally:
        sitting.save()
    leave(sitting, finished)
    sys.exit(code)
