"""The rules of play. A few verbs over two records; no randomness, no allocation, integers only.

r are the rules, s is the state, w the workplace: legal moves go to w.moves[0].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dice, records
from ..records import BEGIN, MOVES, PLAY, THROW, TURN
from . import turn
from .jit import COMPILED, announce, entry, quick

__all__ = [
    "BEGIN",
    "COMPILED",
    "MOVES",
    "PLAY",
    "THROW",
    "TURN",
    "act",
    "announce",
    "draw",
    "draw_many",
    "open_door",
    "room",
]


@entry
def act(books: Any, states: Any, i: int, verb: int, what: int, works: Any) -> int:
    """All verbs behind one door, so that the rules are compiled once."""
    r, s, w = books[0], states[i], works[0]
    if verb == MOVES:
        return turn.legal_moves(r, s, w)
    unsettled = False
    if verb == THROW:
        unsettled = turn.throw(r, s, what)
    elif verb == PLAY:
        unsettled = turn.play(r, s, what)
    elif verb == TURN:
        turn.begin_turn(r, s, what)
    else:
        turn.begin(r, s)
    return turn.settle(r, s, w) if unsettled else 0


@entry
def draw(seed: Any, game: int, n: int, size: int) -> tuple[int, int]:
    """A fair number below `size`, and the position of the next one."""
    return dice.below(dice.stream(seed, game), n, size)


@entry
def draw_many(seed: Any, game: int, n: int, size: int) -> Any:
    """The next draws one after the other: a number below `size`, and the position of the next one."""
    found = np.empty((64, 2), np.int64)
    key = dice.stream(seed, game)
    for k in range(64):
        found[k, 0], n = dice.below(key, n, size)
        found[k, 1] = n
    return found


def room(noting: bool = False) -> np.recarray[Any, Any]:
    """A workplace for the kernel; with `noting` it also notes why moves are refused."""
    works = records.table(records.WORK, 1)
    works[0].noting = noting
    return works


def open_door() -> Any:
    """`act` for those who call it again and again."""
    blank = [records.table(dtype, 1).view(np.ndarray) for dtype in (records.RULES, records.STATE, records.WORK)]
    return quick(act, blank[0], blank[1], 0, MOVES, 0, blank[2])
