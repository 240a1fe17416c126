"""What runs over all games of a batch at once, compiled."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np

from ... import kernel
from ...kernel import jit
from ...records import RULES, Size
from ...simulation.cuts import Pattern
from .loop import play_all, play_some
from .sight import list_some, see_afterwards

WORTH_CUTTING = 1024  # games: with fewer, the loop for all tables will do
GIVEN = True  # instead of None: a game waits for its throws
CUT = Pattern(play_all, ("given",), {}, whole=True)
STEP, LIST = (Pattern(function, ("throws",), {}, whole=True) for function in (play_some, list_some))  # on a GPU
STEP_GIVEN, LIST_GIVEN = (Pattern(function, (), {}, whole=True) for function in (play_some, list_some))


def load(size: Size, rules: bytes, games: int, given: bool) -> Any:
    """The loop for all tables, or one cut to this table if that pays; both play the same games."""
    if jit.COMPILED and not given and (games >= WORTH_CUTTING or CUT.file(rules).exists()):
        return partial(CUT.load(rules).loop_play_all, 0)
    return load_loop(size, given)


@lru_cache(maxsize=4)
def load_loop(size: Size, given: bool = False) -> Any:
    """The loop for all tables, which calls the compiled rules."""
    jit.announce()
    rooms = book, state, work = np.zeros(1, RULES), np.zeros(1, size.state), np.zeros(1, size.work)
    numbers, seeds, small, lists = (np.zeros(1, kind) for kind in (np.int64, np.uint64, np.int32, np.uint16))
    memory = seeds, small, small, np.zeros(1, np.int8), np.zeros(1, np.bool_)
    act = jit.pointer(kernel.act, book, state, 0, kernel.MOVES, 0, work)
    example = act, *rooms, numbers, *memory, small, numbers, lists, numbers, GIVEN if given else None, 0, 0, 0
    return partial(jit.entry_for(play_all, *example), kernel.act)


@lru_cache(maxsize=2)
def load_afterwards(size: Size) -> Any:
    """The loop over all possible actions, for all tables."""
    rooms = book, state, work = np.zeros(1, RULES), np.zeros(1, size.state), np.zeros(1, size.work)
    act = jit.pointer(kernel.act, book, state, 0, kernel.MOVES, 0, work)
    example = act, *rooms, state, np.zeros(1, np.int32), np.zeros(1, np.int64), np.zeros((1, 1), np.int64), np.zeros((1, 1), np.uint8)
    return partial(jit.entry_for(see_afterwards, *example), kernel.act)
