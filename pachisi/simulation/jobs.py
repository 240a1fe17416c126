"""What is to be played, and the compiled loop that plays it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np

from ..bots.custom import CustomBot, custom_bots_type
from ..bots.linking import link
from ..bots.mind import make_minds
from ..bots.registry import FIRST_CUSTOM, FIRST_THINKER
from ..kernel import jit
from ..lower import lower
from ..records import COLOURS, Size, table
from ..table import Table
from . import loop
from .columns import HEAT, ROW
from .cuts import Pattern
from .loop import SEAT_BITS

LONGEST = 100_000  # throws after which a game is given up
COUNTED = ("visits", "taken")  # on the squares, if a study asks for it
COUNTING = Lock()
WORTH_CUTTING = 50_000  # games: with fewer, compiling a loop of their own takes longer than playing

Records = Iterator[np.ndarray[Any, Any]]


@dataclass
class Job:
    """Games to be played at one table."""

    table: Table
    games: int
    seed: int
    seatings: tuple[int, ...]  # each game is played with all of them; packed, a nibble for the bot of each seat
    custom_bots: tuple[CustomBot, ...] = ()  # in the order of their numbers
    longest: int = LONGEST
    heat: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(1, HEAT))
    skipped: int = 0  # games before the first that is played

    def book(self) -> np.recarray[Any, Any]:
        return lower(self.table.rules, self.table.first)

    @property
    def thinking(self) -> bool:
        """Does one of the bots look ahead?"""
        return any(
            FIRST_THINKER <= bots >> SEAT_BITS * seat & 15 < FIRST_CUSTOM
            for bots in self.seatings
            for seat in range(COLOURS)
        )

    @property
    def slow(self) -> bool:
        """Can a game take so long that it must be stopped before its end?"""
        return self.thinking or bool(self.custom_bots)

    def stop(self) -> None:
        """Ask slow players to stop now."""
        self.heat["stop"] = 1

    def count(self, heat: np.ndarray[Any, Any]) -> None:
        """Add what a thread or a machine has counted on the squares."""
        with COUNTING:
            for name in COUNTED:
                self.heat[name] += heat[name]

    @property
    def portable(self) -> bool:
        """Can other processes play it?"""
        return all(custom_bot.portable for custom_bot in self.custom_bots)

    def custom_bot_at(self, bots: int, seat: int) -> CustomBot:
        return self.custom_bots[(bots >> SEAT_BITS * seat & 15) - FIRST_CUSTOM]

    def minds(self) -> np.ndarray[Any, Any] | None:
        """What the bots know about the table, for one thread."""
        return make_minds(self.table) if self.thinking else None

    def play_games(self) -> Any:
        """The compiled loop: the one for all tables, or one cut to this table if that pays."""
        rules = self.book().tobytes()
        if self.custom_bots:
            return load_loop(self.table.size, self.thinking, visited=True)
        if self.thinking:
            return load_loop(self.table.size, thinking=True)
        if jit.COMPILED and not self.heat["on"][0] and (self.games >= WORTH_CUTTING or GAMES.file(rules).exists()):
            return partial(load_cut(rules).loop_play_games, 0, None)
        return load_loop(self.table.size)


@lru_cache(maxsize=8)
def load_loop(size: Size, thinking: bool = False, visited: bool = False) -> Any:
    """The loop for all tables, which calls the compiled rules."""
    jit.announce()
    row, heat = (table(dtype, 1).view(np.ndarray) for dtype in (ROW, HEAT))
    custom_bots = custom_bots_type(size) if visited else None
    return link(size, loop.play_games, custom_bots, row, row, heat, np.uint64(0), 0, 0, 0, thinking=thinking)


GAMES = Pattern(loop.play_games, ("evaluate", "minds", "custom_bots"), {"heat": {"on": 0}})


def load_cut(rules: bytes) -> ModuleType:
    """The module with the loop of one table."""
    return GAMES.load(rules)
