"""Many games at once, on all cores or on a GPU: `simulate` for columns, `blocks` for any number of games."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Literal

import click
import numpy as np

from ..bots.registry import profile_of
from ..errors import RuleError
from ..rulebook import Rulebook, spell
from ..scalars import as_integer, check_seed
from ..seats import First
from ..table import Table, lay
from .columns import NAMES, Columns, check_names, join, split
from .cores import count_cores, play_blocks
from .jobs import LONGEST, Job, Records
from .loop import find_seed

Device = Literal["cpu", "cuda"]
DEVICES: Sequence[Device] = ("cpu", "cuda")
MOST_GAMES = 2**40

__all__ = ["NAMES", "Columns", "blocks", "count_cores", "heat", "own_seed", "simulate"]


def simulate(
    book: str | Path | Rulebook,
    games: int = 1000,
    players: int = 4,
    bots: str | Sequence[str] = "random",
    seed: int = 1,
    device: Device = "cpu",
    *,
    cores: int | None = None,
    columns: Sequence[str] | None = None,
    longest: int = LONGEST,
    progress: bool | None = None,
    first: First = 0,
    pieces: int = 4,
    **options: object,
) -> Columns:
    """Play many games between bots; arrays by name, a row for each game, in the order of their numbers.

    The same seed gives the same games on any device and any number of cores. `bots` is one name for all
    seats, or one for each in turn. Ctrl-C ends it early, with the games that are done.

    >>> columns = simulate("mensch", games=100, players=2, bots=("greedy", "random"), progress=False)
    >>> columns["winner"].shape, columns["places"].shape
    ((100,), (100, 4))
    """
    table = lay(book, players, first, pieces, options)
    names = check_names(columns)
    found = list(
        blocks(table, games, bots, seed, device, cores=cores, columns=names, longest=longest, progress=progress)
    )
    return join(found, names)


def blocks(
    table: Table,
    games: int,
    bots: str | Sequence[str] = "random",
    seed: int = 1,
    device: Device = "cpu",
    *,
    cores: int | None = None,
    columns: Sequence[str] | None = None,
    longest: int = LONGEST,
    progress: bool | None = None,
) -> Iterator[Columns]:
    """The columns of `simulate`, some games at a time: memory stays flat however many there are."""
    names = check_names(columns)
    job = Job(table, whole(games, "games", 0, MOST_GAMES), check_seed(seed), pack(table, bots), check_longest(longest))
    job.heat["leads"] = "lead_changes" in names
    cores = count_cores() if cores is None else whole(cores, "cores", 1, 1024)
    if device not in DEVICES:
        raise RuleError(f"There is no device {spell(device)}; choose 'cpu' or 'cuda' (a GPU by NVIDIA).")
    if device == "cuda":
        if job.thinking:
            raise RuleError("Bots that think (expert, master) play on the CPU only; use device='cpu'.")
        from .cuda import play_blocks as play_on_gpu

        rows = play_on_gpu(job)
    else:
        rows = play_blocks(job, cores)
    return show(rows, job, names, progress)


def show(rows: Records, job: Job, names: Sequence[str], progress: bool | None) -> Iterator[Columns]:
    """Hand on what is done, with a bar for a person who watches; Ctrl-C ends it."""
    hidden = not (sys.stderr.isatty() if progress is None else progress)
    bar = click.progressbar(length=job.games, label="games", file=sys.stderr, hidden=hidden)
    done = 0
    with bar, catch_interrupt() as interrupted:
        for block in rows:
            done += len(block)
            bar.update(len(block))
            yield split(block, names)
            if interrupted and done < job.games:
                break
    if done < job.games:
        print(f"Stopped after {done:,} of {job.games:,} games.", file=sys.stderr)


@contextmanager
def catch_interrupt() -> Iterator[list[bool]]:
    """Ctrl-C is noted, so that what is under way can be ended; the second one interrupts as usual."""
    noted: list[bool] = []
    if current_thread() is not main_thread():
        yield noted
        return

    def note(*_: object) -> None:
        noted.append(True)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def heat(
    table: Table, games: int, bots: str | Sequence[str] = "random", seed: int = 1, longest: int = LONGEST
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """How often pieces land on a step, and are captured there: counts by colour and step."""
    job = Job(table, whole(games, "games", 0, MOST_GAMES), check_seed(seed), pack(table, bots), check_longest(longest))
    job.heat["on"] = 1
    for _ in play_blocks(job, cores=1):
        pass
    return job.heat["visits"][0], job.heat["taken"][0]


def own_seed(seed: int, number: int) -> int:
    """The seed with which a Game throws the dice of game `number` of a simulation, and its bots draw their luck."""
    return int(find_seed(np.uint64(check_seed(seed)), whole(number, "number", 0, MOST_GAMES)))


def pack(table: Table, bots: str | Sequence[str]) -> int:
    """Who sits where, as the loop wants it: a nibble per seat."""
    seats = table.seats
    names = [bots] * len(seats) if isinstance(bots, str) else list(bots)
    if len(names) != len(seats):
        raise RuleError(f"{len(names)} bots were named, but {len(seats)} play: name one for all, or one for each seat.")
    return sum(profile_of(name).number << 4 * seat for name, seat in zip(names, seats, strict=True))


def check_longest(longest: object) -> int:
    return whole(longest, "longest", 1, 2**31 - 1)


def whole(value: object, name: str, least: int, most: int) -> int:
    number = as_integer(value)
    if number is None or not least <= number <= most:
        raise RuleError(f"{name} = {value!r} is not possible; it is a whole number from {least:,} to {most:,}.")
    return number
