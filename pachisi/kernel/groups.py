"""Legal moves where a throw is one number and pieces on a field may move as one (D)."""

from __future__ import annotations

from typing import Any

from ..records import COLOUR_MASK, NUMBER_MASK, STEP_MASK, Code, EntryStep, Event, Free, Kind, LastSteps, Shape
from .code import (
    code_of,
    events_of,
    hits_of,
    landed,
    pack,
    pack_pass,
    refused,
    start_of,
    target_of,
    with_code,
    with_group,
)
from .crowd import total
from .jit import inner, int64
from .reach import landing, no_entry, refuse, walk_called, way_blocked

ENTER, HOME, DIE = int(Event.ENTER), int(Event.HOME), int(Event.DIE)
WALK, K_ENTER = int(Kind.MOVE), int(Kind.ENTER)
NO_ENTRY, TOO_FEW, DEAD_END = int(Code.NO_ENTRY), int(Code.TOO_FEW), int(Code.DEAD_END)
BLOCK_BETWEEN, OVERSHOOT = int(Code.BLOCK_BETWEEN), int(Code.OVERSHOOT)
TRIPLE = int(Shape.TRIPLE)
ONCE, WHENEVER_EMPTY, TOTAL = int(Free.ONCE), int(Free.WHENEVER_EMPTY), int(EntryStep.TOTAL)
BY_TRIPLE, BY_DIE, CLOSED = int(LastSteps.TRIPLE), int(LastSteps.DIE), int(LastSteps.CLOSED)


@inner
def group_moves(r: Any, s: Any, w: Any) -> int:
    """All legal moves of the open number; every part of a group is a move of its own."""
    n = 0
    number = int64(s.pool[0]) & NUMBER_MASK
    if number == 0:
        return 0
    colour = int64(s.colour) & COLOUR_MASK
    i = 0
    while i < r.pieces:
        start = int64(s.pieces[colour, i]) & STEP_MASK
        own = 1
        while i + own < r.pieces and s.pieces[colour, i + own] == start:
            own += 1
        i += own
        if start == r.last:
            continue
        if start == 0:
            own = 1
            move = start_move(r, s, colour, number)
        else:
            move = group_walk(r, s, colour, start, number)
        if w.noting and events_of(move) & DIE:
            refuse(w, 0, pack(WALK, colour, start, 0, 1, refused(OVERSHOOT), 0))
        if code_of(move):
            refuse(w, 0, move)
            continue
        n = parts(r, s, colour, move, number, own, w, n)
    if n > 0 and r.may_pass:
        w.moves[0, n] = pack_pass(1)
        n += 1
    return n


@inner
def start_move(r: Any, s: Any, colour: int, number: int) -> int:
    """D13, D14: the first piece starts with any number, the others with a triple."""
    free = r.free == ONCE and s.started >> colour & 1 == 0
    if r.free == WHENEVER_EMPTY:
        free = True
        for i in range(r.pieces):
            if 0 < s.pieces[colour, i] < r.last:
                free = False
    if not free and not (r.entry_triple and s.form & TRIPLE):
        return no_entry(colour, 1, NO_ENTRY)
    target = number if r.entry_step == TOTAL else int64(1)
    if way_blocked(r, s, colour, 0, target):
        return pack(K_ENTER, colour, 0, target, 1, refused(BLOCK_BETWEEN), 0)
    return pack(K_ENTER, colour, 0, target, 1, landing(r, s, colour, target, True, 8), ENTER)


@inner
def group_walk(r: Any, s: Any, colour: int, start: int, number: int) -> int:
    """A walk, or the way home from steps that no total can finish (D9a)."""
    left = r.last - start
    if left < r.least:
        if r.last_steps == BY_TRIPLE and s.form & TRIPLE:
            return pack(WALK, colour, start, r.last, 1, landed(0, HOME), 0)
        if r.last_steps == BY_DIE:
            for die in range(r.dice):
                if s.faces[die] == left:
                    return pack(WALK, colour, start, r.last, 1, landed(0, HOME), DIE)
    target = start + number
    if r.last_steps == CLOSED and target < r.last and target > r.last - r.least:
        return pack(WALK, colour, start, target, 1, refused(DEAD_END), 0)
    return walk_called(r, s, colour, start, number, 1)


@inner
def parts(r: Any, s: Any, colour: int, move: int, number: int, own: int, w: Any, n: int) -> int:
    """The move, by every part of the group with at least one own piece (D24, D25)."""
    needed = 1
    if hits_of(move):
        needed = total(int64(s.crowd[r.field[colour, target_of(move)]]) & r.prey[colour])
    mates = companions(r, s, colour, move, number)
    for some in range(1, own + 1):
        for others in range(mates + 1):
            part = with_group(move, some, others)
            if some + others < needed:
                refuse(w, 0, with_code(part, TOO_FEW))
                continue
            w.moves[0, n] = part
            n += 1
    return n


@inner
def companions(r: Any, s: Any, colour: int, move: int, number: int) -> int:
    """How many of the partner's pieces stand with the group and would land on the same field."""
    partner = int64(r.partner[colour])
    start = start_of(move)
    if partner < 0 or start == 0:
        return 0
    here = int64(r.field[colour, start])
    there = int64(r.field[colour, target_of(move)])
    if here < 0 or there < 0:
        return 0
    step = int64(r.step_at[partner, here])
    if step == 0 or step + number > r.lap or events_of(move) & DIE:
        return 0
    mates = 0
    for i in range(r.pieces):
        if s.pieces[partner, i] == step:
            mates += 1
    return mates
