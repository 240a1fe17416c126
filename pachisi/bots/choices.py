"""What the compiled bots choose: pure functions of rules, state and legal moves, alike on every device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import dice
from ..kernel.code import colour_of, count_of, hits_of, kind_of, penalty_of, start_of, target_of, uses_of
from ..kernel.crowd import number_of, one_each
from ..kernel.jit import entry, inlined, inner, int64
from ..kernel.make import number_used
from ..kernel.way import swept
from ..records import Kind
from .registry import BOTS

if TYPE_CHECKING:
    from ..game import Game

GREEDY, CAREFUL = BOTS["greedy"].number, BOTS["careful"].number
PASS = int(Kind.PASS)
EVEN = 42  # the enemies of a piece, at most


@inlined
def captured(r: Any, s: Any, move: int) -> int:
    """How many pieces a move would send back."""
    hits, pieces, start = hits_of(move), 0, start_of(move)
    if r.capture_by and start > 0:
        pieces = swept(r, s, colour_of(move), start, min(start + number_used(r, s, uses_of(move)), r.last))
    if hits == 0:
        return pieces
    here = int64(s.crowd[r.field[colour_of(move), target_of(move)]])
    if r.takes and start == 0:
        here = one_each(here)
    for victim in range(len(s.pieces)):
        pieces += (hits >> victim & 1) * number_of(here, victim)
    return pieces


@inlined
def hunters(r: Any, s: Any, colour: int, step: int) -> int:
    """How many enemies may still come to a piece on their way; one in reserve counts as if it stood on its start."""
    behind = 0
    field = int64(r.field[colour, max(step, 1)])
    if field >= 0 and r.safe[field] == 0:
        for k in range(1, len(s.pieces)):
            enemy = colour + k & len(s.pieces) - 1
            target = int64(r.step_at[enemy, field])
            if r.lap > r.ring and target + r.ring <= r.lap:  # its own end field, which it meets again
                target += r.ring
            if r.used[enemy] and number_of(r.prey[enemy], colour) and target > 0:
                for i in range(r.pieces):
                    behind += s.pieces[enemy, i] <= target
    return behind


@inlined
def escaped(r: Any, s: Any, move: int) -> int:
    """How many of them a move leaves unable to come; below EVEN, if more can come than before."""
    colour = colour_of(move)
    return EVEN + hunters(r, s, colour, start_of(move)) - hunters(r, s, colour, target_of(move))


@inlined
def gathered(r: Any, s: Any, move: int) -> int:
    """How many pieces of its colour a move leaves together, where those that meet go on as one, as far as one alone (F8)."""
    colour, target = colour_of(move), target_of(move)
    if kind_of(move) >= PASS or target == r.last:
        return 0
    together = count_of(move)
    for i in range(r.pieces):
        together += s.pieces[colour, i] == target
    return together


@inner
def choose_best(r: Any, s: Any, w: Any, n: int, careful: bool) -> int:
    """Nothing lost, most captured, not declined, (most gathered,) (most escaped,) foremost, farthest; among equals the first."""
    best, most = 0, -1
    for k in range(n):
        move = w.moves[0, k]
        worth = captured(r, s, move) << 25 | start_of(move) << 7 | target_of(move)
        if careful:
            worth |= escaped(r, s, move) << 14
        if r.bound and not r.half:
            worth |= gathered(r, s, move) << 21
        if kind_of(move) < PASS:
            worth |= 1 << 24
        if not (r.capture_duty and penalty_of(move)):
            worth |= 1 << 31
        if worth > most:
            best, most = k, worth
    return best


@inlined
def choose(r: Any, s: Any, w: Any, n: int, who: int, luck: np.uint64, drawn: int) -> tuple[int, int]:
    """The index of a legal move, and the position after the random numbers drawn for it."""
    if n == 1:
        return 0, drawn
    if GREEDY <= who <= CAREFUL:
        return choose_best(r, s, w, n, who == CAREFUL), drawn
    return dice.below(luck, drawn, n)


def choose_at(game: Game, n: int, who: int, seed: int, drawn: int) -> tuple[int, int]:
    """`choose`, for a Game whose n legal moves are asked for."""
    return choose_one(*game.records(), n, who, np.uint64(seed), drawn)


@entry
def choose_one(books: Any, states: Any, works: Any, n: int, who: int, seed: Any, drawn: int) -> tuple[int, int]:
    """`choose`, for one game at a time."""
    return choose(books[0], states[0], works[0], n, who, dice.stream(seed, dice.LUCK), drawn)


@entry
def draw_for_custom_bot(seed: Any, asked: int) -> Any:
    """The random number that is passed to a custom bot."""
    return dice.number(dice.stream(seed, dice.VISITS), asked)
