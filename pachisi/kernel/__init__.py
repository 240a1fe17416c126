"""The rules of play. A few verbs over two records; no randomness, no allocation, integers only.

`moves` is an int64 buffer of MAX_MOVES; a longer one also takes notes of refusals (`why`).
`spare` and `lines` are room for looking ahead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dice, records
from . import pool, turn
from .jit import COMPILED, announce, entry

__all__ = ["BEGIN", "COMPILED", "MOVES", "PLAY", "THROW", "TURN", "act", "announce", "draw", "room"]


BEGIN, TURN, THROW, PLAY, MOVES = range(5)


@entry
def act(books: Any, states: Any, i: int, verb: int, what: int, moves: Any, spare: Any, lines: Any) -> int:
    """All verbs behind one door, so that the rules are compiled once."""
    r, s = books[0], states[i]
    if verb == THROW:
        return turn.throw(r, s, what, moves, spare, lines)
    if verb == PLAY:
        return turn.play(r, s, what, moves, spare, lines)
    if verb == MOVES:
        return turn.legal_moves(r, s, moves, spare, lines)
    if verb == TURN:
        turn.begin_turn(r, s, what)
    else:
        turn.begin(r, s)
    return 0


@entry
def draw(seed: Any, game: int, n: int, size: int) -> tuple[int, int]:
    """A fair number below `size`, and the position of the next one."""
    return dice.below(dice.stream(seed, game), n, size)


def room(notes: bool = False) -> tuple[np.ndarray, np.recarray, np.ndarray]:
    """Buffers for the kernel: moves, spare states, lines."""
    size = 4 * records.MAX_MOVES if notes else records.MAX_MOVES
    lines = np.zeros((pool.DEPTH + 1, records.MAX_MOVES), np.int64)
    return np.zeros(size, np.int64), records.table(records.STATE, pool.DEPTH + 1), lines
