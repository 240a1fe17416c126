"""Whose turn it is: how a turn begins and ends, and who follows."""

from __future__ import annotations

from typing import Any

from ..records import COLOUR_MASK, POOL_SIZE, Finished, News, Node, Phase, TriesWhen
from .jit import inlined, int64
from .pieces import age_pairs, complete

THROW, OFFER, IN_DICE = int(Node.THROW), int(Node.OFFER), int(Phase.DICE)
TURN_OVER, STUCK, MUST_LEND = int(News.TURN_OVER), int(TriesWhen.STUCK), int(Finished.MUST_LEND)


@inlined
def begin_turn(r: Any, s: Any, colour: int) -> None:
    """A new turn; a finished player's throw is the partner's (A31, D37, F14)."""
    colour &= COLOUR_MASK
    lent = r.finished and complete(r, s, colour)
    s.thrower = colour
    s.colour = next_partner(r, s, colour) if lent else colour
    s.turn += 1
    s.streak = 0
    s.again = 0
    s.form = 0
    for die in range(3):
        s.faces[die] = 0
    clear_throw(r, s)
    s.last_moved = 0
    s.tries = r.tries - 1 if r.tries > 1 and may_try(r, s) else 0
    if r.limit:
        age_pairs(r, s, colour)
    s.node = OFFER if r.offer or (lent and r.finished != MUST_LEND) else THROW


@inlined
def end_throw(r: Any, s: Any) -> None:
    s.pool[0] = 0
    if r.slots > 1:
        for slot in range(1, POOL_SIZE if r.slots > 4 else 4):
            s.pool[slot] = 0


@inlined
def clear_throw(r: Any, s: Any) -> None:
    s.phase = IN_DICE
    s.moved = 0
    s.entered = 0
    s.whole = 0
    end_throw(r, s)
    if r.marks:
        for i in range(r.pieces):
            s.marks[i] = 0


@inlined
def may_try(r: Any, s: Any) -> bool:
    """A8, A22, V1: nothing on the track (and in the goal nothing that could advance)."""
    colour = int64(s.colour) & COLOUR_MASK
    if r.neutral >= 0 and complete(r, s, colour):
        return False
    if not waits(r, s, colour):
        return False
    twin = int64(r.second[colour])
    return twin < 0 or twin == r.neutral or waits(r, s, twin)


@inlined
def waits(r: Any, s: Any, colour: int) -> bool:
    top = r.last
    for k in range(r.pieces):
        step = int64(s.pieces[colour, r.pieces - 1 - k])
        if 0 < step <= r.lap:
            return False
        if r.tries_when == STUCK and step > 0:
            if step != top:
                return False
            top -= 1 if r.places else 0
    return True


@inlined
def next_turn(r: Any, s: Any) -> None:
    """The turn passes to the next colour that has something to do."""
    colour = int64(s.thrower) & COLOUR_MASK
    s.news = s.news | TURN_OVER
    for _ in range(len(s.pieces)):
        colour = int64(r.next[colour]) & COLOUR_MASK
        if r.neutral >= 0 and not complete(r, s, r.neutral):
            break
        if not complete(r, s, colour) or (r.second[colour] >= 0 and r.second[colour] != r.neutral):
            break
        if r.finished:
            break
    s.bonus[0] = 0
    s.bonus[1] = 0
    begin_turn(r, s, colour)


@inlined
def next_partner(r: Any, s: Any, colour: int) -> int:
    """The next partner in turn order who has not finished, or else the last (N5)."""
    partner = int64(r.partner[colour & COLOUR_MASK])
    while r.partner[partner] != colour and complete(r, s, partner):
        partner = int64(r.partner[partner])
    return partner
