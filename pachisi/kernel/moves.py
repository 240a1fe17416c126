"""The legal moves where every number is judged for itself: candidates, duties, passing."""

from __future__ import annotations

from typing import Any

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
from .jit import inlined, inner, int64
from .pieces import complete, locate
from .reach import code_of, enter, events_of, no_entry, refuse, start_of, stride, target_of, walk, walk_back

ENTER, CHAIN, HOME = int(Event.ENTER), int(Event.CHAIN), int(Event.HOME)
TAKE, TAKE_BACK = int(Event.TAKE), int(Event.TAKE_BACK)
NO_ENTRY, OWN_PIECE = int(Code.NO_ENTRY), int(Code.OWN_PIECE)
MUST_ENTER, MUST_CAPTURE = int(Code.MUST_ENTER), int(Code.MUST_CAPTURE)
PASS = int(Kind.PASS)


@inner
def number_moves(r: Any, s: Any, w: Any) -> int:
    """All legal moves of the open numbers; a use of each number is judged by itself."""
    n = 0
    w.barred = 0
    missed = -1  # the foremost piece that could capture, as step << 2 | 3 - colour
    raised = False
    for slot in range(min(r.slots, 2)):
        number = int64(s.pool[slot]) & 63
        if number == 0 or (slot == 1 and number == s.pool[0]):
            continue
        begin = n
        w.seen = 0
        colour = int64(s.colour)
        while colour >= 0:
            n = colour_moves(r, s, colour & 3, number, 1 << slot, w, n)
            colour = int64(r.second[colour & 3]) if colour == s.colour else int64(-1)
        if r.duty and w.seen & r.raises:
            found = judge_captures(r, s, w, begin, n)
            if found != -2:
                raised = True
                missed = max(missed, found)
    if w.barred:
        n = drop_barred(w, 0, n)
    if n > 0 and (r.may_pass or s.tries > 0):
        open_slots = (1 if s.pool[0] else 0) | (2 if s.pool[1] else 0)
        move = PASS << KIND | open_slots << USES
        if raised and r.duty == 2:
            refuse(w, 0, move | MUST_CAPTURE << CODE)
            return n
        if missed > 0:
            move |= (512 | (3 - (missed & 3)) << 7 | missed >> 2) << PENALTY
        w.moves[0, n] = move
        n += 1
    return n


@inlined
def colour_moves(r: Any, s: Any, colour: int, number: int, uses: int, w: Any, n: int) -> int:
    """The candidates of one colour with one number, those barred by a duty marked as such."""
    begin = n
    seen = 0
    before = -1
    for i in range(r.pieces):
        start = int64(s.pieces[colour, i]) & STEP_MASK  # masks tell the compiler: never negative
        if start == before or (start == r.last and not r.places):
            continue
        before = start
        if start > 0:
            move = walk(r, s, colour, start, number, uses)
        elif r.enters >> number & 1:
            move = enter(r, s, colour, uses)
        else:
            move = no_entry(colour, uses, NO_ENTRY)
        w.moves[0, n] = move
        seen |= events_of(move)
        n += code_of(move) == 0
        if w.noting and code_of(move):
            refuse(w, 0, move)
        if r.backward and start > 0:
            move = walk_back(r, s, colour, start, number, uses)
            if move:
                seen |= events_of(move)
                w.moves[0, n] = move
                n += 1
    w.seen |= seen
    if r.rungs and (seen & r.rungs_mask or r.chain):
        n = climb(r, s, colour, number, w, begin, n, seen)
    return n


@inlined
def climb(r: Any, s: Any, colour: int, number: int, w: Any, begin: int, end: int, seen: int) -> int:
    """Down the ladder of duties: the first that is raised bars all other moves."""
    if r.chain and s.pieces[colour, 0] == 0 and seen & r.rung[0] == 0:
        in_the_way = chain_end(r, s, colour, number)
        for k in range(begin, end):
            if start_of(w.moves[0, k]) == in_the_way and in_the_way and target_of(w.moves[0, k]) > in_the_way:
                w.moves[0, k] |= CHAIN << EVENTS
                seen |= CHAIN
    for rung in range(r.rungs):
        if seen & r.rung[rung]:
            if r.duty == 0 and not w.noting:
                kept = begin
                for k in range(begin, end):
                    w.moves[0, kept] = w.moves[0, k]
                    kept += events_of(w.moves[0, k]) & r.rung[rung] != 0
                return kept
            code = MUST_ENTER if seen & r.rung[rung] == ENTER else r.rung_code[rung]
            for k in range(begin, end):
                if events_of(w.moves[0, k]) & r.rung[rung] == 0:
                    w.moves[0, k] |= code << CODE
                    w.barred = 1
            return end
    return end


@inner
def chain_end(r: Any, s: Any, colour: int, number: int) -> int:
    """clear_chain: from own piece to own piece until one can move; 0 if there is no such chain."""
    if locate(s, colour, 1, r.pieces) < 0 or code_of(stride(r, s, colour, 1, number, 1)) != OWN_PIECE:
        return 0
    step = 1 + number
    while locate(s, colour, step, r.pieces) >= 0:
        if code_of(stride(r, s, colour, step, number, 1)) == 0:
            return step
        step += number
    return 0


@inner
def judge_captures(r: Any, s: Any, w: Any, begin: int, end: int) -> int:
    """The duty to capture with one number: bars or marks the moves that neglect it.

    Returns the foremost piece that could capture (step << 2 | 3 - colour), -1 if only an
    entering one could, -2 if none could.
    """
    foremost = -2
    for k in range(begin, end):
        if events_of(w.moves[0, k]) & r.raises and not (r.duty_after and code_of(w.moves[0, k])):
            start = start_of(w.moves[0, k])
            colour = w.moves[0, k] >> COLOUR & COLOUR_MASK
            foremost = max(foremost, start << 2 | 3 - colour if start else -1)
    if foremost == -2:
        return -2
    for k in range(begin, end):
        if events_of(w.moves[0, k]) & (TAKE | TAKE_BACK):
            if not r.duty_after:
                w.moves[0, k] &= ~(CODE_MASK << CODE)  # capturing comes before entering and clearing
        elif r.duty == 2:
            w.barred = 1
            if code_of(w.moves[0, k]) == 0:
                w.moves[0, k] |= MUST_CAPTURE << CODE
        elif foremost >= 0 and not finishes(r, s, w.moves[0, k]):
            w.moves[0, k] |= penalty(r, w, begin, end, k, foremost) << PENALTY
    return foremost


@inner
def penalty(r: Any, w: Any, begin: int, end: int, k: int, foremost: int) -> int:
    """A21, V2a: the moved piece if it could have captured, else the foremost that could."""
    same = COLOUR_MASK << COLOUR | STEP_MASK << START
    if start_of(w.moves[0, k]) > 0:
        for j in range(begin, end):
            could = events_of(w.moves[0, j]) & r.raises and not (r.duty_after and code_of(w.moves[0, j]))
            if could and (w.moves[0, j] ^ w.moves[0, k]) & same == 0:
                return 512 | (w.moves[0, k] >> COLOUR & COLOUR_MASK) << 7 | target_of(w.moves[0, k])
    return 512 | (3 - (foremost & 3)) << 7 | foremost >> 2


@inner
def finishes(r: Any, s: Any, move: int) -> bool:
    """Does the move bring in the last piece of all that this turn may move?"""
    if events_of(move) & HOME == 0:
        return False
    colour = move >> COLOUR & COLOUR_MASK
    if start_of(move) > r.lap or s.pieces[colour, 0] != start_of(move):
        return False
    if r.pieces > 1 and s.pieces[colour, 1] <= r.lap:
        return False
    if r.neutral >= 0 and colour == r.neutral:  # V6f: ends the game if somebody has finished
        return s.finished > 0 and (not r.play_on or s.finished >= r.sides - 1)
    other = int64(r.second[colour])
    return other < 0 or other == r.neutral or complete(r, s, other)


@inner
def drop_barred(w: Any, row: int, count: int) -> int:
    n = 0
    for k in range(count):
        if code_of(w.moves[row, k]):
            refuse(w, row, w.moves[row, k])
        else:
            w.moves[row, n] = w.moves[row, k]
            n += 1
    return n
