"""The end of a lap: coming home from steps that no number can finish, or going round again."""

from __future__ import annotations

from typing import Any

from ..records import Code, Event, Kind, LastSteps, SecondLap, Shape
from .code import landed, pack, refused
from .jit import inlined, inner, int64
from .pieces import complete
from .reach import held_up, landing, walk_somehow

HOME, DIE = int(Event.HOME), int(Event.DIE)
WALK, TRIPLE = int(Kind.MOVE), int(Shape.TRIPLE)
BLOCK_BETWEEN, DEAD_END = int(Code.BLOCK_BETWEEN), int(Code.DEAD_END)
BY_TRIPLE, BY_DIE, BY_GRACE = int(LastSteps.TRIPLE), int(LastSteps.DIE), int(LastSteps.GRACE)
CLOSED, ALWAYS = int(LastSteps.CLOSED), int(SecondLap.ALWAYS)


@inlined
def walk_home(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A walk; where a lap ends, there may be more to it."""
    move = end_lap(r, s, colour, start, number, uses) if start >= r.stretch else int64(0)
    return move if move else walk_somehow(r, s, colour, start, number, uses)


@inner
def end_lap(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """The way home from steps that no number can finish (D9a, E21), or round again past a shut gate (H11); 0 for a mere walk."""
    if r.gate and start <= r.outer < start + number and s.gates >> colour & 1 == 0:
        return go_round(r, s, colour, start, number, uses)
    left = r.last - start
    if left < r.least:
        if (r.last_steps == BY_TRIPLE and s.form & TRIPLE) or (r.last_steps == BY_GRACE and r.grace >> number & 1):
            return pack(WALK, colour, start, r.last, uses, landed(0, HOME), 0)
        if r.last_steps == BY_DIE:
            for die in range(r.dice):
                if s.faces[die] == left:
                    return pack(WALK, colour, start, r.last, uses, landed(0, HOME), DIE)
    target = start + number
    if r.last_steps == CLOSED and target < r.last and target > r.last - r.least:
        return pack(WALK, colour, start, target, uses, refused(DEAD_END), 0)
    return 0


@inlined
def may_lap(r: Any, s: Any, colour: int) -> bool:
    """E19: may this colour go round again?"""
    partner = int64(r.partner[colour])
    return r.second_lap == ALWAYS or (partner >= 0 and not complete(r, s, partner))


@inner
def walk_on(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """E19: a piece passes its own lane and goes round again; 0 if that is not where the number leads."""
    if r.field[colour, start] < 0 or not start <= r.outer < start + number or not may_lap(r, s, colour):
        return 0
    return go_round(r, s, colour, start, number, uses)


@inner
def go_round(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A piece does not turn in where others do."""
    target = start + number - r.circuit
    join = r.outer - r.circuit  # the first step on the ring, less one where pieces begin on it
    if r.bars and (held_up(r, s, colour, start, r.outer + 1) or held_up(r, s, colour, join, target)):
        return pack(WALK, colour, start, target, uses, refused(BLOCK_BETWEEN), 0)
    return pack(WALK, colour, start, target, uses, landing(r, s, colour, target, False, 8), 0)
