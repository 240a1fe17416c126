"""Judged games of one table, on all cores."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache, partial
from threading import local
from typing import Any

import numpy as np

from .. import kernel
from ..bots.linking import link
from ..bots.mind import ROWS, make_minds
from ..bots.registry import profile_of
from ..kernel import jit
from ..lower import throws_of
from ..records import COLOURS, MAX_MOVES, OUTCOMES, Size, plain
from ..records import table as lay_out
from ..simulation import count_cores, share_out
from ..simulation.cores import MOST
from ..table import Table
from .compiled.playing import ALL, BINS, JUDGED, ROOM, play_judged
from .judges import level_of

Array = np.ndarray[Any, Any]
LONGEST = 10_000  # throws after which a game is evaluated as it stands
FIRST = 4  # games of the first block


@lru_cache(maxsize=2)
def load_playing(size: Size) -> Any:
    """The compiled loop, for all tables."""
    values = np.zeros((MAX_MOVES, COLOURS), np.float32), np.zeros((OUTCOMES, COLOURS), np.float32)
    rows, bins, states = np.zeros((1, 1), JUDGED), np.zeros(BINS + 1, np.int64), plain(lay_out(size.state, 1))
    numbers = np.uint64(0), 0, 0, 0, 0
    return link(size, play_judged, 0, states, rows, np.zeros(1, ROOM), bins, *values, np.zeros(OUTCOMES, np.int64), *numbers)


class JudgedGames:
    """Games between bots, judged at a level.

    With `plies` the judge, and a bot of the same level, look ahead so many throws; by default as many as the bot does.
    What is judged: ALL, only THROWS, or NOTHING. After `longest` throws a game is evaluated as it stands.
    """

    def __init__(
        self,
        table: Table,
        level: str,
        bot: str,
        seed: int,
        plies: int | None = None,
        judging: int = ALL,
        longest: int = LONGEST,
    ) -> None:
        self.table, self.level, self.plies, self.judging, self.longest = table, level_of(level), plies, judging, longest
        self.seed = np.uint64(seed)
        number = profile_of(bot).number
        self.bots = sum(number << 4 * seat for seat in table.seats)
        self.books = plain(table.lookups.book).copy()
        self.books["play_on"] = 0
        r = self.books[0]
        self.throw_of = np.zeros(OUTCOMES, np.int64)
        shown = [tuple(sorted(row)) for row in r["faces"][: int(r["outcomes"])].tolist()]
        for k, (outcome, _) in enumerate(throws_of(r["faces"], int(r["outcomes"]))):
            self.throw_of[[at for at, faces in enumerate(shown) if faces == shown[outcome]]] = k
        self.own = local()

    def play(
        self, starts: Sequence[bytes], games: int, first: int = 0, cores: int | None = None, most: int = MOST
    ) -> Generator[tuple[Array, Array]]:
        """Blocks of games, of `most` at most, in the order of their numbers: rows by start and game, and a histogram of losses."""
        load_playing(self.table.size)
        play = partial(self.play_block, self.lay_out(starts))
        if cores == 1 and most < MOST:  # small blocks, soon ended: in this thread, whose memory serves the next ones too
            return (play(at, min(most, first + games - at)) for at in range(first, first + games, most))
        return share_out(play, first + games, cores or count_cores(), FIRST, first, most)

    def lay_out(self, starts: Sequence[bytes]) -> Array:
        """Starts as `play_block` takes them."""
        return np.frombuffer(b"".join(starts), self.table.size.state).copy()

    def play_block(self, starts: Array, first: int, games: int) -> tuple[Array, Array]:
        """One block, in the memory of one thread."""
        if not hasattr(self.own, "rooms"):
            self.own.rooms = self.make_rooms()
        books, states, works, minds, room, moves, throws = self.own.rooms
        rows, bins = np.zeros((len(starts), games), JUDGED), np.zeros(BINS + 1, np.int64)
        shown = rows if jit.COMPILED else rows.view(np.recarray)
        load_playing(self.table.size)(
            *(books, states, works, minds, self.level, starts, shown, room, bins, moves, throws, self.throw_of),
            *(self.seed, first, self.longest, self.bots, self.judging),
        )
        return rows, bins

    def make_rooms(self) -> tuple[Any, ...]:
        minds, size = make_minds(self.table), self.table.size
        if self.plies is not None:
            minds[self.level]["plies"] = self.plies
        records = self.books, lay_out(size.state, ROWS), kernel.room(size), minds, np.zeros(1, ROOM)
        prepared = kernel.prepare(*records)
        return (*prepared, np.zeros((MAX_MOVES, COLOURS), np.float32), np.zeros((OUTCOMES, COLOURS), np.float32))

    @property
    def start(self) -> bytes:
        """The state in which a game begins."""
        return self.table.lookups.start
