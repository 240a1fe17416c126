"""The legal moves where every number is judged for itself: candidates, duties, passing."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..records import (
    CODE,
    CODE_MASK,
    COLOUR,
    COLOUR_MASK,
    EVENTS,
    KIND,
    PENALTY,
    START,
    STEP_MASK,
    USES,
    Code,
    Event,
    Kind,
)
from .jit import inner
from .pieces import complete, locate
from .reach import code_of, enter, events_of, no_entry, refuse, start_of, target_of, walk, walk_back

CHAIN, HOME = int(Event.CHAIN), int(Event.HOME)
TAKE, TAKE_BACK = int(Event.TAKE), int(Event.TAKE_BACK)
NO_ENTRY, OWN_PIECE, MUST_CAPTURE = int(Code.NO_ENTRY), int(Code.OWN_PIECE), int(Code.MUST_CAPTURE)
PASS = int(Kind.PASS)


@inner
def number_moves(r: Any, s: Any, moves: Any) -> int:
    """All legal moves of the open numbers; a use of each number is judged by itself."""
    n = 0
    missed = -1  # the foremost piece that could capture, as step << 2 | 3 - colour
    raised = False
    for slot in range(2):
        number = np.int64(s.pool[slot])
        if number == 0 or (slot == 1 and number == s.pool[0]):
            continue
        begin = n
        colour = np.int64(s.colour)
        n = colour_moves(r, s, colour, number, 1 << slot, moves, n)
        second = np.int64(r.second[colour])
        if second >= 0:
            n = colour_moves(r, s, second, number, 1 << slot, moves, n)
        if r.duty:
            found = judge_captures(r, s, moves, begin, n)
            if found != -2:
                raised = True
                missed = max(missed, found)
    if r.rungs or r.duty:
        n = drop_barred(moves, 0, n)
    if n > 0 and (r.may_pass or s.tries > 0) and not (raised and r.duty == 2):
        open_slots = (1 if s.pool[0] else 0) | (2 if s.pool[1] else 0)
        move = PASS << KIND | open_slots << USES
        if missed > 0:
            move |= (512 | (3 - (missed & 3)) << 7 | missed >> 2) << PENALTY
        moves[n] = move
        n += 1
    return n


@inner
def colour_moves(r: Any, s: Any, colour: int, number: int, uses: int, moves: Any, n: int) -> int:
    """The candidates of one colour with one number, those barred by a duty marked as such."""
    begin = n
    seen = 0
    before = -1
    for i in range(r.pieces):
        start = np.int64(s.pieces[colour, i])
        if start == before or (start == r.last and not r.places):
            continue
        before = start
        if start > 0:
            move = walk(r, s, colour, start, number, uses)
        elif r.enters >> number & 1:
            move = enter(r, s, colour, uses)
        else:
            move = no_entry(colour, uses, NO_ENTRY)
        if code_of(move) == 0:
            seen |= events_of(move)
            moves[n] = move
            n += 1
        else:
            refuse(moves, move)
        if r.backward and start > 0:
            move = walk_back(r, s, colour, start, number, uses)
            if move:
                seen |= events_of(move)
                moves[n] = move
                n += 1
    if r.rungs:
        climb(r, s, colour, number, moves, begin, n, seen)
    return n


@inner
def climb(r: Any, s: Any, colour: int, number: int, moves: Any, begin: int, end: int, seen: int) -> None:
    """Down the ladder of duties: the first that is raised bars all other moves."""
    if r.chain and s.pieces[colour, 0] == 0 and seen & r.rung[0] == 0:
        in_the_way = chain_end(r, s, colour, number)
        for k in range(begin, end):
            if start_of(moves[k]) == in_the_way and in_the_way and target_of(moves[k]) > in_the_way:
                moves[k] |= CHAIN << EVENTS
                seen |= CHAIN
    for rung in range(r.rungs):
        if seen & r.rung[rung]:
            for k in range(begin, end):
                if events_of(moves[k]) & r.rung[rung] == 0:
                    moves[k] |= r.rung_code[rung] << CODE
            return


@inner
def chain_end(r: Any, s: Any, colour: int, number: int) -> int:
    """clear_chain: from own piece to own piece until one can move; 0 if there is no such chain."""
    if locate(s, colour, 1, r.pieces) < 0 or code_of(walk(r, s, colour, 1, number, 1)) != OWN_PIECE:
        return 0
    step = 1 + number
    while locate(s, colour, step, r.pieces) >= 0:
        if code_of(walk(r, s, colour, step, number, 1)) == 0:
            return step
        step += number
    return 0


@inner
def judge_captures(r: Any, s: Any, moves: Any, begin: int, end: int) -> int:
    """The duty to capture with one number: bars or marks the moves that neglect it.

    Returns the foremost piece that could capture (step << 2 | 3 - colour), -1 if only an
    entering one could, -2 if none could.
    """
    foremost = -2
    for k in range(begin, end):
        if events_of(moves[k]) & r.raises and not (r.duty_after and code_of(moves[k])):
            start = start_of(moves[k])
            colour = moves[k] >> COLOUR & COLOUR_MASK
            foremost = max(foremost, start << 2 | 3 - colour if start else -1)
    if foremost == -2:
        return -2
    for k in range(begin, end):
        if events_of(moves[k]) & (TAKE | TAKE_BACK):
            if not r.duty_after:
                moves[k] &= ~(CODE_MASK << CODE)  # capturing comes before entering and clearing
        elif r.duty == 2:
            if code_of(moves[k]) == 0:
                moves[k] |= MUST_CAPTURE << CODE
        elif foremost >= 0 and not finishes(r, s, moves[k]):
            moves[k] |= penalty(r, moves, begin, end, k, foremost) << PENALTY
    return foremost


@inner
def penalty(r: Any, moves: Any, begin: int, end: int, k: int, foremost: int) -> int:
    """A21, V2a: the moved piece if it could have captured, else the foremost that could."""
    same = COLOUR_MASK << COLOUR | STEP_MASK << START
    if start_of(moves[k]) > 0:
        for j in range(begin, end):
            could = events_of(moves[j]) & r.raises and not (r.duty_after and code_of(moves[j]))
            if could and (moves[j] ^ moves[k]) & same == 0:
                return 512 | (moves[k] >> COLOUR & COLOUR_MASK) << 7 | target_of(moves[k])
    return 512 | (3 - (foremost & 3)) << 7 | foremost >> 2


@inner
def finishes(r: Any, s: Any, move: int) -> bool:
    """Does the move bring in the last piece of all that this turn may move?"""
    if events_of(move) & HOME == 0:
        return False
    colour = move >> COLOUR & COLOUR_MASK
    if colour == r.neutral or start_of(move) > r.lap:
        return False
    if r.pieces > 1 and (s.pieces[colour, 0] != start_of(move) or s.pieces[colour, 1] <= r.lap):
        return False
    other = np.int64(r.second[colour])
    return other < 0 or other == r.neutral or complete(r, s, other)


@inner
def drop_barred(moves: Any, begin: int, end: int) -> int:
    n = begin
    for k in range(begin, end):
        if code_of(moves[k]):
            refuse(moves, moves[k])
        else:
            moves[n] = moves[k]
            n += 1
    return n

