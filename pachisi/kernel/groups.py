"""The legal moves where a throw is one number and pieces on a field move as one (D)."""

from __future__ import annotations

from typing import Any

from ..records import (
    CODE,
    CODE_MASK,
    COUNT,
    EVENTS,
    HITS,
    HITS_MASK,
    KIND,
    PARTNER,
    START,
    TARGET,
    USES,
    Code,
    Event,
    Kind,
    Shape,
)
from .jit import inner, int64
from .pieces import count
from .reach import code_of, landing, no_entry, pack, refuse, stride, target_of, way_blocked

ENTER, HOME, DIE = int(Event.ENTER), int(Event.HOME), int(Event.DIE)
K_ENTER, PASS = int(Kind.ENTER), int(Kind.PASS)
NO_ENTRY, TOO_FEW, DEAD_END = int(Code.NO_ENTRY), int(Code.TOO_FEW), int(Code.DEAD_END)
BLOCK_BETWEEN, OVERSHOOT = int(Code.BLOCK_BETWEEN), int(Code.OVERSHOOT)
TRIPLE = int(Shape.TRIPLE)


@inner
def group_moves(r: Any, s: Any, w: Any) -> int:
    """All legal moves of the one open number; parts of a group are moves of their own."""
    n = 0
    number = int64(s.pool[0]) & 63
    if number == 0:
        return 0
    colour = int64(s.colour) & 3
    i = 0
    while i < r.pieces:
        start = int64(s.pieces[colour, i]) & 127
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
        if w.noting and move >> EVENTS & DIE:
            refuse(w, 0, pack(0, colour, start, 0, 1, OVERSHOOT, 0))
        if code_of(move):
            refuse(w, 0, move)
            continue
        n = parts(r, s, colour, move, number, own, w, n)
    if n > 0 and r.may_pass:
        w.moves[0, n] = PASS << KIND | 1 << USES
        n += 1
    return n


@inner
def start_move(r: Any, s: Any, colour: int, number: int) -> int:
    """D13, D14: the first piece starts with any number, the others with a triple."""
    free = r.free == 1 and s.started >> colour & 1 == 0
    if r.free == 2:
        free = True
        for i in range(r.pieces):
            if 0 < s.pieces[colour, i] < r.last:
                free = False
    if not free and not (r.enter_triple and s.form & TRIPLE):
        return no_entry(colour, 1, NO_ENTRY)
    target = number if r.enter_total else int64(1)
    if way_blocked(r, s, colour, 0, target):
        return pack(K_ENTER, colour, 0, target, 1, BLOCK_BETWEEN, 0)
    return pack(K_ENTER, colour, 0, target, 1, landing(r, s, colour, target, True, 8), ENTER)


@inner
def group_walk(r: Any, s: Any, colour: int, start: int, number: int) -> int:
    """A walk, or the way home from steps that no total can finish (D9a)."""
    left = r.last - start
    if left < r.least:
        if r.last_steps == 1 and s.form & TRIPLE:
            return pack(0, colour, start, r.last, 1, HOME << 12, 0)
        if r.last_steps == 2:
            for die in range(r.dice):
                if s.faces[die] == left:
                    return pack(0, colour, start, r.last, 1, HOME << 12, DIE)
    target = start + number
    if r.last_steps == 3 and target < r.last and target > r.last - r.least:
        return pack(0, colour, start, target, 1, DEAD_END, 0)
    return stride(r, s, colour, start, number, 1)


@inner
def parts(r: Any, s: Any, colour: int, move: int, number: int, own: int, w: Any, n: int) -> int:
    """The move by every part of a group that has at least one own piece (D24, D25)."""
    needed = 1
    if move >> HITS & HITS_MASK:
        needed = count(s, int64(r.field[colour, target_of(move)]), r.prey[colour])
    mates = companions(r, s, colour, move, number)
    for some in range(1, own + 1):
        for others in range(mates + 1):
            part = (move & ~(7 << COUNT)) | some << COUNT | others << PARTNER
            if some + others < needed:
                refuse(w, 0, part & ~(CODE_MASK << CODE) | TOO_FEW << CODE)
                continue
            w.moves[0, n] = part
            n += 1
    return n


@inner
def companions(r: Any, s: Any, colour: int, move: int, number: int) -> int:
    """Partner's pieces that stand with the group now and would end on the same loop square."""
    partner = int64(r.partner[colour])
    start = move >> START & 127
    if partner < 0 or start == 0:
        return 0
    here = int64(r.field[colour, start])
    there = int64(r.field[colour, move >> TARGET & 127])
    if here < 0 or there < 0:
        return 0
    step = int64(r.step_at[partner, here])
    if step == 0 or step + number > r.lap or move >> EVENTS & DIE:
        return 0
    mates = 0
    for i in range(r.pieces):
        if s.pieces[partner, i] == step:
            mates += 1
    return mates
