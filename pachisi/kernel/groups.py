"""Legal moves where pieces on a field may move as one (D, F)."""

from __future__ import annotations

from typing import Any

from ..records import (
    COLOUR_MASK,
    DICE,
    STEP_MASK,
    BrokenBy,
    Code,
    EntryStep,
    Event,
    Kind,
    Shape,
    Stops,
)
from .code import (
    code_of,
    count_of,
    events_of,
    hits_of,
    pack,
    pack_pass,
    partner_of,
    refused,
    start_of,
    target_of,
    with_code,
    with_group,
)
from .crowd import total
from .homeward import walk_home, walk_on
from .jit import inlined, inner, int64
from .moves import ROOM, may_decline, open_number, open_uses
from .reach import held_up, landing, no_entry, no_room, refuse, starts_freely, tallest, tallest_between

ENTER, HOME, DIE = int(Event.ENTER), int(Event.HOME), int(Event.DIE)
WALK, K_ENTER = int(Kind.MOVE), int(Kind.ENTER)
NO_ENTRY, ENTRY_SPENT, TOO_FEW = int(Code.NO_ENTRY), int(Code.ENTRY_SPENT), int(Code.TOO_FEW)
BLOCK_BETWEEN, OVERSHOOT = int(Code.BLOCK_BETWEEN), int(Code.OVERSHOOT)
TRIPLE, EQUAL_STACK, SMALLER = int(Shape.TRIPLE), int(BrokenBy.EQUAL_STACK), int(Stops.SMALLER)
TOTAL, ODD = int(EntryStep.TOTAL), int(Code.ODD)


@inner
def group_moves(r: Any, s: Any, w: Any) -> int:
    """All legal moves of the open numbers, one number after the other; every part of a group is a move of its own."""
    n = 0
    slots = int64(r.slots)
    for slot in range(slots):
        number, uses = open_number(r, s, slots, slot)
        if number == 0 or n > ROOM:
            continue
        colour = int64(s.colour)
        while colour >= 0:
            n = colour_groups(r, s, colour & COLOUR_MASK, number, uses, w, n)
            colour = int64(r.second[colour & COLOUR_MASK]) if colour == s.colour else int64(-1)
    if r.entry_sum and slots > 1 and s.pool[0] and s.pool[1] and s.pieces[s.colour, 0] == 0:
        n = enter_together(r, s, w, n)
    if n > 0 and may_decline(r, s, w, n):
        w.moves[0, n] = pack_pass(open_uses(r, s))
        n += 1
    return n


@inlined
def colour_groups(r: Any, s: Any, colour: int, number: int, uses: int, w: Any, n: int) -> int:
    """The moves of one colour with one number."""
    before = -1
    for i in range(r.pieces):
        start = int64(s.pieces[colour, i]) & STEP_MASK
        if start == before or start == r.last:
            continue
        before = start
        own = 1
        steps = number
        if start == 0:
            move = start_move(r, s, colour, number, uses)
        else:
            while i + own < r.pieces and s.pieces[colour, i + own] == start:
                own += 1
            if own > 1 and not r.groups_on_safe and is_safe(r, colour, start):
                own = 1
            if own > 1 and r.half:  # H12
                if number & 1:
                    refuse(w, 0, pack(WALK, colour, start, 0, uses, refused(ODD), 0))
                    continue
                steps >>= 1
            move = walk_home(r, s, colour, start, steps, uses)
        if w.noting and events_of(move) & DIE:
            refuse(w, 0, pack(WALK, colour, start, 0, uses, refused(OVERSHOOT), 0))
        if code_of(move):
            refuse(w, 0, move)
        else:
            n = parts(r, s, colour, move, number, own, w, n)
        if r.second_lap and start > 0:
            move = walk_on(r, s, colour, start, steps, uses)
            if code_of(move):
                refuse(w, 0, move)
            elif move:
                n = parts(r, s, colour, move, number, own, w, n)
    return n


@inner
def enter_together(r: Any, s: Any, w: Any, n: int) -> int:
    """P22: two unused dice that add up to a number let a piece in together."""
    colour = int64(s.colour) & COLOUR_MASK
    move = start_move(r, s, colour, int64(s.pool[0]) + int64(s.pool[1]), DICE)
    if code_of(move):
        refuse(w, 0, move)
        return n
    return parts(r, s, colour, move, r.entry_sum, 1, w, n)


@inlined
def is_safe(r: Any, colour: int, step: int) -> bool:
    """Is this step a safe field of the ring?"""
    field = int64(r.field[colour, step])
    return field >= 0 and r.safe[field] != 0


@inner
def start_move(r: Any, s: Any, colour: int, number: int, uses: int) -> int:
    """D13, D14: the first piece starts with any number, the others with a triple; F7: or with a number that lets it in."""
    if r.per_throw < 4 and s.entered >= r.per_throw:
        return no_entry(colour, uses, ENTRY_SPENT)
    if r.entry_sum and uses == DICE:
        if number != r.entry_sum:
            return no_entry(colour, uses, NO_ENTRY)
    elif not starts_freely(r, s, colour) and not (r.entry_triple and s.form & TRIPLE) and r.enters >> number & 1 == 0:
        return no_entry(colour, uses, NO_ENTRY)
    target = number if r.entry_step == TOTAL else int64(1)
    if r.blocks and held_up(r, s, colour, 0, target):
        return pack(K_ENTER, colour, 0, target, uses, refused(BLOCK_BETWEEN), 0)
    return pack(K_ENTER, colour, 0, target, uses, landing(r, s, colour, target, True, 8), ENTER)


@inner
def parts(r: Any, s: Any, colour: int, move: int, number: int, own: int, w: Any, n: int) -> int:
    """The move, by every part of the group with at least one own piece (D24, D25), or by the whole alone (F8)."""
    mates = companions(r, s, colour, move, number) if r.mixed else 0
    for some in range(1, own + 1):
        if r.bound and some < own:
            continue
        for others in range(mates + 1):
            part = with_group(move, some, others)
            contested = r.zones or r.stops == SMALLER or hits_of(part)
            code = objection(r, s, colour, part) if contested else 0
            if code:
                refuse(w, 0, with_code(part, code))
            else:
                w.moves[0, n] = part
                n += 1
    return n


@inner
def objection(r: Any, s: Any, colour: int, part: int) -> int:
    """The code that refuses a move for the number of pieces that make it; 0 if they are as many as they should be."""
    start, target = start_of(part), target_of(part)
    own, all_in_all = count_of(part), count_of(part) + partner_of(part)
    field = int64(r.field[colour, target])
    if r.zones and own > 1 and field >= 0:
        code = no_room(r, colour, target, int64(s.crowd[field]), own)
        if code:
            return code
    if r.stops == SMALLER and all_in_all < tallest_between(r, s, colour, start, target):
        return BLOCK_BETWEEN
    if hits_of(part) == 0:
        return 0
    enemies = tallest(r, s, colour, field) if r.broken_by == EQUAL_STACK else total(int64(s.crowd[field]) & r.prey[colour])
    return TOO_FEW if all_in_all < enemies else 0


@inner
def companions(r: Any, s: Any, colour: int, move: int, number: int) -> int:
    """How many of the partner's pieces stand with the group and would land on the same field."""
    partner = int64(r.partner[colour])
    start = start_of(move)
    if partner < 0 or start == 0:
        return 0
    here = int64(r.field[colour, start])
    there = int64(r.field[colour, target_of(move)])
    if here < 0 or there < 0 or (r.safe[here] and not r.groups_on_safe):
        return 0
    step = int64(r.step_at[partner, here])
    if step == 0 or (step + number > r.lap and not r.second_lap) or events_of(move) & DIE:
        return 0
    mates = 0
    for i in range(r.pieces):
        if s.pieces[partner, i] == step:
            mates += 1
    return mates
