"""Starting, resuming and leaving a game."""

from __future__ import annotations

import secrets
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from ..bots import BOTS, welcome
from ..bots.files import is_spec, resolve_spec
from ..folders import data_folder
from ..game import Game
from ..record import parse_record
from ..rulebooks import BOOKS, load
from ..table import Table
from ..words.patience import patience
from ..words.voice import Voice
from . import saves
from .play import PERSON, TerminalGame
from .talk import Talk

DEFAULT = BOOKS.index("mensch")


def ask_book(talk: Talk, voice: Voice) -> str | None:
    """Ask which book to play; None if the player leaves."""
    for at, name in enumerate(BOOKS):
        talk.say(f" {'*' if at == DEFAULT else ' '}{at + 1}  {load(name).name[voice.lang]} ({name})")
    while True:
        try:
            answer = talk.ask(voice("prompts.which_book", n=DEFAULT + 1) + " > ").strip()
        except (EOFError, KeyboardInterrupt):
            talk.say()
            talk.say(voice("answers.goodbye"))
            return None
        if not answer:
            return BOOKS[DEFAULT]
        if answer in BOOKS or answer.endswith(".toml"):
            return answer
        if answer in map(str, range(1, len(BOOKS) + 1)):
            return BOOKS[int(answer) - 1]
        talk.say(voice("prompts.not_a_book", n=len(BOOKS)))


def read_seats(texts: Sequence[str], table: Table, known: Mapping[int, str] | None = None) -> dict[int, str]:
    """Who sits where: as requested, otherwise as known, otherwise a person at the first seat and bots at the others."""
    seats = table.seats
    sitters = {seat: PERSON if seat == seats[0] else "greedy" for seat in seats} | dict(known or {})
    for text in texts:
        seat, _, who = text.partition("=")
        if seat not in map(str, seats):
            raise click.UsageError(f"--seat {text!r}: the seats here are {', '.join(map(str, seats))}.")
        if is_spec(who):
            welcome(who)
            who = resolve_spec(who)
        elif who not in (PERSON, *BOTS):
            offered = ", ".join((PERSON, *BOTS))
            raise click.UsageError(f"--seat {text!r}: say {seat}= and one of {offered}, or your own as FILE.py:NAME.")
        sitters[int(seat)] = who
    return sitters


def start_game(table: Table, seed: int | None, voice: Voice) -> tuple[Game, Path]:
    """A new game, and the file it will be saved in."""
    with patience(voice):
        game = Game(table, seed=secrets.randbits(63) if seed is None else seed)
    return game, saves.fresh(table.book.id)


def resume_game(file: Path | None, voice: Voice) -> tuple[Game, dict[int, str], Path]:
    """A saved game, who sat where, and its file. A name that is not a bot's is a person's.

    A bot from a file plays again only if the game was saved here: a record from elsewhere must not run code.
    """
    file = saves.last() if file is None else file
    text = saves.read(file)
    with patience(voice):
        record = parse_record(text)
    trusted = file.parent == data_folder()
    known = {seat: name for seat, name in record.names.items() if name in BOTS or (trusted and is_spec(name))}
    known |= record.bots if trusted else {}
    return record.game, {seat: known.get(seat, PERSON) for seat in record.names}, file


def heed_signals() -> None:
    """Ctrl-C, a closed window and SIGTERM save the game and end it; `nohup` is respected, but Ctrl-C typed here always works."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        found = getattr(signal, name, None)
        if found is not None and (signal.getsignal(found) is not signal.SIG_IGN or (name == "SIGINT" and is_typed())):
            signal.signal(found, signal.default_int_handler)


def is_typed() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def leave(sitting: TerminalGame, finished: bool) -> None:
    """Delete the file of a finished game; say how to resume an unfinished one."""
    talk, voice, file = sitting.talk, sitting.voice, sitting.keep
    if finished:
        if file is not None and file.parent == data_folder():
            file.unlink(missing_ok=True)
        elif file is not None:
            talk.say(voice("answers.saved", file=file))
        return
    talk.say()
    if file is not None and sitting.game.history:
        command = "pachisi play --resume" + ("" if file.parent == data_folder() else f" {file}")
        talk.say(voice("answers.resume", file=file, command=command))
    talk.say(voice("answers.goodbye"))
