"""Asking the kernel about one side of a two-player table: how its pieces move, what a capture leaves of the other's."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import opening, succession
from ..kernel.jit import entry, inner, int64
from ..kernel.pieces import put
from ..records import Node
from .states import THROW, Array, Room, act, follow, key_of

OVER = int(Node.OVER)
WIDTH = 8  # ends of one throw
WON, AGAIN, RETRY, END = 1, 2, 4, 8  # flags of a way a throw can go: the game is won, the same side throws next, … for another try, no more
STEP_SHIFT, TO_SHIFT = 4, 11  # above the flags: the step it lands on, 0 if off the ring; then the configuration it leads to


@inner
def lay(r: Any, s: Any, own: int, other: int, mine: Array, theirs: Array) -> None:
    """Begin a turn with these pieces on the board."""
    opening.clear(s)
    for i in range(r.pieces):
        s.pieces[own, i] = mine[i]
        s.pieces[other, i] = theirs[i]
        if mine[i]:
            put(r, s, own, int64(mine[i]))
        if theirs[i]:
            put(r, s, other, int64(theirs[i]))
    s.winner = -1
    succession.begin_turn(r, s, own)


@inner
def throw_from(books: Any, own: int, other: int, mine: Array, theirs: Array, what: int, room: Room, works: Any) -> int:
    """All leaves of a throw; how many, -1 if too many."""
    lay(books[0], room.rows[0], own, other, mine, theirs)
    legal = act(books, room.rows, 0, THROW, what, works)
    return follow(books, legal, int64(books[0].person[own]), room, works)


@inner
def flags_of(books: Any, s: Any, own: int, other: int, tries: int) -> int:
    """What follows a move; -1 if that is no plain throw."""
    r = books[0]
    if s.node == OVER:
        return WON if s.winner == r.person[own] else -1
    if s.node or s.streak or s.bonus[0] or s.bonus[1]:
        return -1
    if s.thrower != own:
        return 0 if s.thrower == other else -1
    return RETRY if tries and s.tries == tries - 1 else AGAIN


@entry
def list_moves(
    books: Any, own: int, other: int, configurations: Array, throws: Array, reached: Array, flags: Array, tries: Array,
    room: Room, works: Any,
) -> int:  # fmt: skip
    """The leaves of every throw where no enemy is on the board; the first configuration that has too many, or -1."""
    nobody = np.zeros(books[0].pieces, configurations.dtype)
    for at in range(len(configurations)):
        lay(books[0], room.rows[0], own, other, configurations[at], nobody)
        tries[at] = room.rows[0].tries
        for k in range(len(throws)):
            found = throw_from(books, own, other, configurations[at], nobody, throws[k], room, works)
            if not 0 < found <= WIDTH:
                return at
            for leaf in range(found):
                s = room.leaves[leaf]
                flag = flags_of(books, s, own, other, int64(tries[at]))
                if flag < 0:
                    return at
                flags[at, k, leaf] = flag
                for i in range(books[0].pieces):
                    reached[at, k, leaf, i] = s.pieces[own, i]
    return -1


@entry
def list_captures(
    books: Any, own: int, other: int, configurations: Array, facing: Array, movers: Array, room: Room, works: Any,
    left: Array,
) -> int:  # fmt: skip
    """What each configuration of the enemy is after a capture on each of our steps; the first unclear one, or -1.

    `movers` has, by step, a few pieces that can come there: the step where one stands alone, the throw, and a 1.
    """
    lone = np.zeros(books[0].pieces, configurations.dtype)
    last = books[0].pieces - 1
    for at in range(len(configurations)):
        for step in range(len(movers)):
            left[step, at] = configurations[at]
            if not facing[at] >> step & 1:
                continue
            asked = done = False
            for k in range(movers.shape[1]):
                begin = movers[step, k, 0]
                if done or not movers[step, k, 2] or (begin and facing[at] >> begin & 1):
                    continue  # where all of them are taken, no move comes there
                asked = True
                lone[last] = begin
                found = throw_from(books, own, other, lone, configurations[at], movers[step, k, 1], room, works)
                for leaf in range(found):
                    s = room.leaves[leaf]
                    if s.pieces[own, last] == step:
                        for i in range(books[0].pieces):
                            left[step, at, i] = s.pieces[other, i]
                        done = True
            if asked and not done:
                return at
    return -1


@entry
def compare(
    books: Any, own: int, other: int, pairs: Array, steps: Array, mine: Array, facing: Array, ways: Array, captures: Array,
    throws: Array, room: Room, works: Any, states: Any,
) -> int:  # fmt: skip
    """Does every throw of these positions end as the tables say? The first pair where it does not, or -1."""
    r, s = books[0], states[0]
    for at in range(len(pairs)):
        c, o = pairs[at, 0], pairs[at, 1]
        if mine[c] & facing[o]:
            continue
        for k in range(len(throws)):
            found = throw_from(books, own, other, steps[c], steps[o], throws[k], room, works)
            listed = 0
            while listed < WIDTH and not ways[c, k, listed] & END:
                way = int64(ways[c, k, listed])
                listed += 1
                step, to, left = way >> STEP_SHIFT & 127, way >> TO_SHIFT, o
                if step and facing[o] >> step & 1:
                    left = captures[step, o]
                key, next_other = int64(-1), int64(0)
                if not way & WON:
                    if way & (AGAIN | RETRY):
                        lay(r, s, own, other, steps[to], steps[left])
                        if way & RETRY:
                            s.tries -= 1
                    else:
                        next_other = int64(1)
                        lay(r, s, other, own, steps[left], steps[to])
                    key = key_of(r, s)
                known = False
                for leaf in range(found):
                    known |= room.keys[leaf] == key and room.other[leaf] == next_other
                if not known:
                    return at
            if listed != found:
                return at
    return -1
