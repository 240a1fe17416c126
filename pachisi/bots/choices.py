"""What the compiled bots choose: pure functions of rules, state and legal moves, alike on every device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import dice
from ..kernel.jit import entry, inlined, inner, int64
from ..records import COLOUR, COLOUR_MASK, HITS, HITS_MASK, KIND, KIND_MASK, PENALTY, START, STEP_MASK, TARGET, Kind

if TYPE_CHECKING:
    from ..game import Game

RANDOM, GREEDY = range(2)
PASS = int(Kind.PASS)
SENT_BACK = 512  # in the penalty of a move


@inlined
def captured(r: Any, s: Any, move: int) -> int:
    """How many pieces a move would send back."""
    hits = move >> HITS & HITS_MASK
    if hits == 0:
        return 0
    here = int64(s.crowd[r.field[move >> COLOUR & COLOUR_MASK, move >> TARGET & STEP_MASK]])
    pieces = 0
    for victim in range(4):
        pieces += (hits >> victim & 1) * (here >> 4 * victim & 7)
    return pieces


@inner
def choose_greedy(r: Any, s: Any, w: Any, n: int) -> int:
    """Nothing lost, most captured, not declined, foremost, farthest; among equals the first."""
    best, most = 0, -1
    for k in range(n):
        move = w.moves[0, k]
        worth = captured(r, s, move) << 15 | (move >> START & STEP_MASK) << 7 | move >> TARGET & STEP_MASK
        if move >> KIND & KIND_MASK < PASS:
            worth |= 1 << 14
        if move >> PENALTY & SENT_BACK == 0:
            worth |= 1 << 20
        if worth > most:
            best, most = k, worth
    return best


@inlined
def choose(r: Any, s: Any, w: Any, n: int, who: int, lots: np.uint64, drawn: int) -> tuple[int, int]:
    """The index of a legal move, and the position after the lots that were drawn for it."""
    if n == 1:
        return 0, drawn
    if who == GREEDY:
        return choose_greedy(r, s, w, n), drawn
    return dice.below(lots, drawn, n)


def choose_at(game: Game, n: int, who: int, seed: int, drawn: int) -> tuple[int, int]:
    """`choose`, for a Game whose n legal moves are asked for."""
    return choose_one(*game.records(), n, who, np.uint64(seed), drawn)


@entry
def choose_one(books: Any, states: Any, works: Any, n: int, who: int, seed: Any, drawn: int) -> tuple[int, int]:
    """`choose`, for one game at a time."""
    return choose(books[0], states[0], works[0], n, who, dice.stream(seed, dice.LOTS), drawn)
