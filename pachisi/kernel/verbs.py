"""What the kernel can be asked to do, behind one compiled function."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import records
from ..records import MOVES, PLAY, THROW, TURN
from . import opening, succession, throws, turn
from .jit import entry


@entry
def act(books: Any, states: Any, i: int, verb: int, what: int, works: Any) -> int:
    """All verbs behind one door, so that the rules are compiled once."""
    r, s, w = books[0], states[i], works[0]
    if verb == MOVES:
        return turn.legal_moves(r, s, w)
    unsettled = False
    if verb == THROW:
        unsettled = throws.throw(r, s, what)
    elif verb == PLAY:
        unsettled = turn.play(r, s, what)
    elif verb == TURN:
        succession.begin_turn(r, s, what)
    else:
        opening.begin(r, s)
    return turn.settle(r, s, w) if unsettled else 0


def room(size: records.Size, noting: bool = False) -> np.recarray[Any, Any]:
    """A workplace for the kernel; with `noting` it also notes why moves are refused."""
    works = records.table(size.work, 1)
    works[0].noting = noting
    return works
