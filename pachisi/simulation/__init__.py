"""Many games at once, on all cores or on a GPU: `simulate` for columns, `blocks` for any number of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ..bots import Profile, welcome
from ..bots.custom import CustomBot
from ..bots.registry import BOTS, FIRST_CUSTOM
from ..errors import RuleError
from ..progress import progress as progress_of
from ..rulebooks import Rulebook, spell
from ..scalars import as_integer, check_seed
from ..seats import Opener
from ..table import Table, set_up
from .cluster import on_ray
from .columns import NAMES, Columns, check_names, join, split
from .cores import count_cores, share_out
from .executor import play_blocks
from .frames import Kind, check_kind, frame
from .interrupts import catch_interrupt
from .jobs import LONGEST, Job, Records
from .loop import SEAT_BITS, find_seed

Device = Literal["cpu", "cuda"]
Bots = Any  # one bot or one for each seat: names, FILE.py:NAME, functions, objects
DEVICES: Sequence[Device] = ("cpu", "cuda")
MOST_GAMES = 2**40

__all__ = [
    "NAMES",
    "Columns",
    "blocks",
    "catch_interrupt",
    "count_cores",
    "heat",
    "number",
    "on_ray",
    "own_seed",
    "pack",
    "play_blocks",
    "seat_all",
    "share_out",
    "simulate",
]


def simulate(
    book: str | Path | Rulebook | Table,
    games: int = 1000,
    players: int = 4,
    bots: Bots = "random",
    seed: int = 1,
    device: Device = "cpu",
    *,
    cores: int | None = None,
    columns: Sequence[str] | None = None,
    longest: int = LONGEST,
    progress: bool | None = None,
    as_: Kind = "arrays",
    first: Opener = 0,
    pieces: int | None = None,
    **options: object,
) -> Columns | Any:
    """Play many games between bots; arrays by name, a row for each game, in the order of their numbers.

    The same seed gives the same games on any device and any number of cores. `bots` is one name for all
    seats, or one for each in turn. Ctrl-C ends it early, with the games that are done. With `as_`, the columns come as
    a table of "pandas", "arrow" or "polars"; those by seat are then split: `places_0`, `places_1` …

    >>> columns = simulate("mensch", games=100, players=2, bots=("greedy", "random"), progress=False)
    >>> columns["winner"].shape, columns["places"].shape
    ((100,), (100, 4))
    """
    table = set_up(book, players, first, pieces, options)
    names = check_names(columns)
    check_kind(as_)
    found = list(
        blocks(table, games, bots, seed, device, cores=cores, columns=names, longest=longest, progress=progress)
    )
    return frame(join(found, names, len(table.board.mouths)), as_)


def blocks(
    table: Table,
    games: int,
    bots: Bots = "random",
    seed: int = 1,
    device: Device = "cpu",
    *,
    cores: int | None = None,
    columns: Sequence[str] | None = None,
    longest: int = LONGEST,
    progress: bool | None = None,
    skipped: int = 0,
) -> Iterator[Columns]:
    """The columns of `simulate`, some games at a time: memory stays flat however many there are.

    Of the games, the first `skipped` are left out: so they can be played in parts.
    """
    names = check_names(columns)
    job = make_job(table, games, bots, seed, longest)
    job.heat["leads"] = "lead_changes" in names
    job.skipped = whole(skipped, "skipped", 0, job.games)
    cores = count_cores() if cores is None else whole(cores, "cores", 1, 1024)
    if device not in DEVICES:
        raise RuleError(f"There is no device {spell(device)}; choose 'cpu' or 'cuda' (a GPU by NVIDIA).")
    if device == "cuda":
        if job.slow:
            quick = ", ".join(name for name, profile in BOTS.items() if not profile.thinks)
            raise RuleError(f"On a GPU play {quick}; bots that think, and your own, play with device='cpu'.")
        from .cuda import play_blocks as play_on_gpu

        rows: Records = (found[np.newaxis] for found in play_on_gpu(job, names))
    else:
        rows = play_blocks(job, cores)
    return show(rows, job, names, progress)


def show(rows: Records, job: Job, names: Sequence[str], wanted: bool | None) -> Iterator[Columns]:
    """Pass on the finished games and show a progress bar; Ctrl-C ends it."""
    done, games = 0, job.games - job.skipped
    with progress_of(games, "games", wanted) as bar, catch_interrupt(job.stop) as interrupted:
        for block in rows:
            done += block.shape[-1]
            bar.update(block.shape[-1])
            yield split(block[0], names, len(job.table.board.mouths))
            if interrupted and done < games:
                break
    if done < games:
        print(f"Stopped after {done:,} of {games:,} games.", file=sys.stderr)


def heat(
    table: Table, games: int, bots: Bots = "random", seed: int = 1, longest: int = LONGEST, *, cores: int | None = None
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """How often pieces land on each step, and are captured there: counts by colour and step."""
    job = make_job(table, games, bots, seed, longest)
    job.heat["on"] = 1
    for _ in play_blocks(job, count_cores() if cores is None else whole(cores, "cores", 1, 1024)):
        pass
    return job.heat["visits"][0], job.heat["taken"][0]


def own_seed(seed: int, number: int) -> int:
    """The seed with which a Game repeats the dice, and the bots' random numbers, of game `number` of a simulation."""
    return int(find_seed(np.uint64(check_seed(seed)), whole(number, "number", 0, MOST_GAMES)))


def make_job(table: Table, games: int, bots: Bots, seed: int, longest: int) -> Job:
    return Job(
        table,
        whole(games, "games", 0, MOST_GAMES),
        check_seed(seed),
        *pack(table, bots),
        whole(longest, "longest", 1, 2**31 - 1),
    )


def pack(table: Table, bots: Bots) -> tuple[tuple[int], tuple[CustomBot, ...]]:
    """Who sits where, as a job takes it: a nibble per seat, and the custom bots."""
    seats = table.seats
    players = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * len(seats)
    if len(players) != len(seats):
        raise RuleError(
            f"{len(players)} bots were named, but {len(seats)} play: name one for all, or one for each seat."
        )
    numbers, custom_bots = number(players)
    return (seat_all(table, numbers),), custom_bots


def number(players: Sequence[object]) -> tuple[list[int], tuple[CustomBot, ...]]:
    """The numbers of bots in compiled code, and the custom bots in the order of their numbers."""
    numbers, custom_bots = list[int](), list[CustomBot]()
    for found in map(welcome, players):
        if isinstance(found, Profile):
            numbers.append(found.number)
            continue
        if found not in custom_bots:
            custom_bots.append(found)
        numbers.append(FIRST_CUSTOM + custom_bots.index(found))
    return numbers, tuple(custom_bots)


def seat_all(table: Table, numbers: Sequence[int]) -> int:
    return sum(number << SEAT_BITS * seat for number, seat in zip(numbers, table.seats, strict=True))


def whole(value: object, name: str, least: int, most: int) -> int:
    number = as_integer(value)
    if number is None or not least <= number <= most:
        raise RuleError(f"{name} = {value!r} is not possible; it is a whole number from {least:,} to {most:,}.")
    return number
