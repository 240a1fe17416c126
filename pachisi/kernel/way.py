"""Where a number leads, if not just so many steps ahead: pieces in the way, a foot to hit exactly, rungs, turning back."""

from __future__ import annotations

from typing import Any

from ..records import STEPS, Code, Foot, Hindered, Overshoot, OwnLanding
from .crowd import total
from .jit import inlined, inner, int64

HINDERED, FOOT, RUNG = int(Code.HINDERED), int(Code.FOOT), int(Code.RUNG)
OVERSHOOT, OWN_PIECE = int(Code.OVERSHOOT), int(Code.OWN_PIECE)
TURN_BACK, BEHIND, BOUNCE = int(Hindered.TURN_BACK), int(OwnLanding.BEHIND), int(Overshoot.BOUNCE)
STOP, BOUNCE_AT_FOOT = int(Foot.STOP), int(Foot.BOUNCE)


@inner
def destination(r: Any, s: Any, colour: int, start: int, number: int) -> int:
    """The step that a walk leads to; a refusal is its code, negative."""
    if r.climb[start]:  # K9
        return start + 1 if number == r.climb[start] else -RUNG
    target = start + number
    below = r.foot and start < r.lap  # the foot is still ahead
    top = r.lap if below else r.last
    turn = min(target, top)
    hurdle = next_hurdle(r, s, colour, start, turn)
    if hurdle < target:  # K6
        if r.hindered != TURN_BACK:
            return -HINDERED
        turn = hurdle - 1
    elif target <= top:
        return stop_behind(r, s, colour, start, target)
    elif below and r.foot == STOP:
        return top
    elif below and r.foot != BOUNCE_AT_FOOT:
        return -FOOT
    elif not below and r.overshoot != BOUNCE:
        return -OVERSHOOT
    target = 2 * turn - target
    if target < 1 or next_hurdle(r, s, colour, target, start - 1) < start:  # nobody turns twice
        return -HINDERED
    return target


@inlined
def next_hurdle(r: Any, s: Any, colour: int, start: int, last: int) -> int:
    """The first step after another that holds a piece which can't be jumped; STEPS if there is none up to the last."""
    for step in range(start + 1, last + 1):
        field = int64(r.field[colour, step])
        if field >= 0 and int64(s.crowd[field]) & r.no_jump[colour]:
            return step
    return STEPS


@inner
def swept(r: Any, s: Any, colour: int, start: int, end: int) -> int:
    """S9: how many enemies stand on plain fields between two steps, ends excluded."""
    found = 0
    for step in range(start + 1, end):
        field = int64(r.field[colour, step])
        if field >= 0 and r.safe[field] == 0:
            found += total(int64(s.crowd[field]) & r.prey[colour])
    return found


@inlined
def stop_behind(r: Any, s: Any, colour: int, start: int, target: int) -> int:
    """K7: a number that leads onto a piece of your own stops on the field before it."""
    field = int64(r.field[colour, target])
    if r.own_landing != BEHIND or field < 0 or int64(s.crowd[field]) & r.kin[colour] == 0:
        return target
    return target - 1 if target - 1 > start else -OWN_PIECE
