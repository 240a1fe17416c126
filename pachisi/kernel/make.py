"""Making a move: pieces go, captured ones return to the reserve, numbers are spent."""

from __future__ import annotations

from typing import Any

from ..records import CAPTURE_BONUS, EVERY_KIND, HOME_BONUS, EntryStep, Event, Use
from .code import (
    colour_of,
    count_of,
    events_of,
    hits_of,
    partner_of,
    penalty_colour_of,
    penalty_of,
    penalty_step_of,
    start_of,
    target_of,
    uses_of,
)
from .crowd import number_of
from .jit import inlined, inner, int64
from .marks import WALKED, beside, number_in
from .pieces import find, held, hold, locate, place, place_called, send_back

HOME = int(Event.HOME)
DIRECT, TOTAL = int(Use.DIRECT), int(EntryStep.TOTAL)


@inner
def make(r: Any, s: Any, move: int) -> int:
    """Make a walk or an entry; how many pieces it captured."""
    colour = colour_of(move)
    start, target = start_of(move), target_of(move)
    hits = hits_of(move)
    captured = capture(r, s, colour, start, target, hits) if hits else 0
    if r.marks:
        march(r, s, colour, start, target)
    elif not r.groups:
        place(r, s, colour, locate(s, colour, start, r.pieces), target)
    else:
        for _ in range(count_of(move)):
            place_called(r, s, colour, locate(s, colour, start, r.pieces), target)
    mates = partner_of(move)
    if r.groups and mates:
        partner = int64(r.partner[colour])
        step = int64(r.step_at[partner, r.field[colour, start]])
        along = step + (target - start) % r.ring
        along -= r.ring if along > r.lap else 0
        for _ in range(mates):
            place_called(r, s, partner, locate(s, partner, step, r.pieces), along)
    if r.aftermath:
        captured = follow_up(r, s, colour, move, captured)
    spend(r, s, uses_of(move))
    if start == 0:
        s.entered += 1
        s.started = int64(s.started) | 1 << colour
    return captured


@inlined
def follow_up(r: Any, s: Any, colour: int, move: int, captured: int) -> int:
    """What a move brings with it besides; how many pieces it captured in all."""
    start = start_of(move)
    if r.capture_by and start > 0:
        captured += sweep(r, s, colour, start, min(start + number_used(r, s, uses_of(move)), r.last))
    if r.remembers:
        s.last_moved = target_of(move)
    if r.gate and captured:
        swing_gates(r, s, colour, hits_of(move))
    if r.bonus[0] and captured:
        s.bonus[0] = min(int64(s.bonus[0]) + captured, 100)
    if r.bonus[1] and events_of(move) & HOME:
        s.bonus[1] += 1
    return captured


@inner
def capture(r: Any, s: Any, colour: int, start: int, target: int, hits: int) -> int:
    captured = 0
    field = int64(r.field[colour, target])
    for victim in range(len(s.pieces)):
        if hits >> victim & 1:
            step = int64(r.step_at[victim, field])
            if r.takes and start == 0 and (r.entry_step != TOTAL or target == 1):  # P6: one guest only
                place_called(r, s, victim, locate(s, victim, step, r.pieces), 0)
                return 1
            captured += send_back(r, s, victim, step)
    return captured


@inner
def swing_gates(r: Any, s: Any, colour: int, hits: int) -> None:
    """H11: a capture opens the gate of its player; it may shut that of a victim who is all back where pieces begin."""
    s.gates = int64(s.gates) | 1 << colour
    for victim in range(len(s.pieces)):
        if r.gate_shuts and hits >> victim & 1 and s.pieces[victim, r.pieces - 1] <= 1:
            s.gates = int64(s.gates) & ~(1 << victim)


@inner
def sweep(r: Any, s: Any, colour: int, start: int, end: int) -> int:
    """S9: enemies on plain fields between two steps go back; how many they were."""
    captured = 0
    for step in range(start + 1, end):
        field = int64(r.field[colour, step])
        if field >= 0 and r.safe[field] == 0:
            for victim in range(len(s.pieces)):
                if number_of(int64(s.crowd[field]) & r.prey[colour], victim):
                    captured += send_back(r, s, victim, int64(r.step_at[victim, field]))
    return captured


@inlined
def number_used(r: Any, s: Any, uses: int) -> int:
    """The sum of the open numbers that a move takes."""
    if r.kinds:
        return int64(r.kind[uses - 1])
    number = 0
    for slot in range(4):
        number += int64(s.pool[slot]) * (uses >> slot & 1)
    return number


@inner
def march(r: Any, s: Any, colour: int, start: int, target: int) -> None:
    """Move a piece with marks: that it has walked, and with which pieces it stood."""
    i = find(s, colour, start, r.pieces)
    mate = locate(s, colour, target, r.pieces) if not r.may_march and target < r.last else -1
    mark = int64(s.marks[i])
    if mate >= 0:
        other = int64(s.marks[mate])
        s.marks[mate] = other | beside(number_in(mark))
        mark |= beside(number_in(other))
    s.marks[i] = mark | (WALKED if r.use == DIRECT and start > 0 else 0)
    place_called(r, s, colour, i, target)


@inlined
def spend(r: Any, s: Any, uses: int) -> None:
    """Take the numbers of these slots out of the pool."""
    if r.slots == 1:
        s.pool[0] = int64(s.pool[0]) * (~uses & 1)  # a product, for no processor foresees which of them it is
    elif r.kinds:
        spend_counted(r, s, uses)
        return
    else:
        for slot in range(r.slots):
            s.pool[slot] = int64(s.pool[slot]) * (~uses >> slot & 1)
    if r.aftermath:
        if r.bonus[0] and uses & CAPTURE_BONUS:
            s.bonus[0] -= 1
        if r.bonus[1] and uses & HOME_BONUS:
            s.bonus[1] -= 1


@inner
def spend_counted(r: Any, s: Any, uses: int) -> None:
    for slot in range(r.kinds):
        if uses == EVERY_KIND:
            hold(s, slot, 0)
        elif uses == slot + 1:
            hold(s, slot, held(s, slot) - 1)


@inlined
def punish(r: Any, s: Any, move: int) -> None:
    """A21, V2a: an own piece goes back, for the move neglected a duty."""
    if r.capture_duty and penalty_of(move):
        colour = penalty_colour_of(move)
        place_called(r, s, colour, locate(s, colour, penalty_step_of(move), r.pieces), r.back)
