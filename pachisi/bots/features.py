"""What can be seen of a position at a glance, colour by colour: numbers that an evaluation weighs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel.crowd import number_of
from ..kernel.jit import inlined, inner, int64
from ..records import BrokenBy
from .mind import FAR, PAIRS
from .nets import FEATURES, HUNT, THIRDS

(PROGRESS, HOME, RESERVE, EXPOSED, LOSS, THREAT, PRIZE, PAIRED, SAFE, STARTING, NEARING, FOREMOST) = range(FEATURES)
NEAR = 12  # steps before the lane
EQUAL_STACK = int(BrokenBy.EQUAL_STACK)


@inner
def see_piece(r: Any, s: Any, m: Any, colour: int, step: int) -> None:
    """One piece on the board."""
    own = m.features[colour]
    share = np.float32(1.0) / np.float32(r.pieces)
    way = np.float32(step) / np.float32(r.last)
    own[PROGRESS] += way * share
    own[FOREMOST] += way * way * share
    if step > r.lap:
        own[HOME] += share
        return
    if step == 1:
        own[STARTING] += share
    if step + NEAR > r.lap:
        own[NEARING] += share
    field = int64(r.field[colour, step])
    if field < 0:
        return
    if number_of(int64(s.crowd[field]), colour) > 1:
        own[PAIRED] += share
    if r.safe[field]:
        own[SAFE] += share
        return
    see_hunters(r, s, m, colour, step, field, way)


@inlined
def stack_of(s: Any, colour: int, step: int, pieces: int) -> int:
    """How many pieces of a colour stand on a step."""
    standing = 0
    for i in range(pieces):
        standing += s.pieces[colour, i] == step
    return standing


@inlined
def note_hunt(s: Any, m: Any, hunter: int, prey: int, third: int, steps: int) -> None:
    thrower = int64(s.thrower)
    pair = (hunter - thrower & 3) << 2 | prey - thrower & 3
    m.pair[m.pairs] = (pair * THIRDS + third) * HUNT + steps - 1
    m.pairs += 1


@inner
def see_hunters(r: Any, s: Any, m: Any, colour: int, step_of_prey: int, field: int, way: Any) -> None:
    """The chance that others reach a piece with one throw each, and what it would cost."""
    own = m.features[colour]
    stack = stack_of(s, colour, step_of_prey, r.pieces) if r.broken_by == EQUAL_STACK else 1
    for k in range(1, len(s.pieces)):
        hunter = colour + k & len(s.pieces) - 1
        if r.used[hunter] == 0 or number_of(r.prey[hunter], colour) == 0:
            continue
        target = int64(r.step_at[hunter, field])
        if target == 0:
            continue
        chance = np.float32(0)
        before = int64(-1)
        for i in range(r.pieces):
            step = int64(s.pieces[hunter, i])
            if step == before:
                continue
            before = step
            if step == 0:
                if target == 1:
                    chance += m.entering
                continue
            ahead = target - step
            if r.lap > r.ring and ahead <= 0 and target + r.ring <= r.lap:  # its own end field, which it meets again
                ahead += r.ring
            if 0 < ahead < FAR and not (r.broken_by == EQUAL_STACK and stack_of(s, hunter, step, r.pieces) < stack):
                chance += m.chance[ahead]
                if ahead <= HUNT and m.pairs < PAIRS:
                    note_hunt(s, m, hunter, colour, int64(way * THIRDS), ahead)
        own[EXPOSED] += chance
        own[LOSS] += chance * way
        m.features[hunter, THREAT] += chance
        m.features[hunter, PRIZE] += chance * way


@inner
def see(r: Any, s: Any, m: Any) -> None:
    """The features of all colours."""
    m.pairs = 0
    for colour in range(len(s.pieces)):
        for k in range(FEATURES):
            m.features[colour, k] = 0
    for colour in range(len(s.pieces)):
        if r.used[colour]:
            for i in range(r.pieces):
                step = int64(s.pieces[colour, i]) & 127
                if step > 0:
                    see_piece(r, s, m, colour, step)
                else:
                    m.features[colour, RESERVE] += np.float32(1.0) / np.float32(r.pieces)
