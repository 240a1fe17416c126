"""Looking ahead: every legal move, every throw after it, and the best answer of the player who throws.

Nothing here knows a rule: the kernel plays and throws. `act` is passed in, as it is to the loop of a simulation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import PLAY, THROW
from ..kernel.code import STOP_CODE, kind_of
from ..kernel.jit import entry, inlined, inner, int64
from ..records import COLOUR_MASK, Node
from .choices import PASS, choose
from .mind import DEEP, KNOWN, LEAVES, THROWN
from .registry import FIRST_CUSTOM, FIRST_THINKER, NEVER

MOVE, OFFER, OVER = int(Node.MOVE), int(Node.OFFER), int(Node.OVER)
BUDGET = 5_000  # positions evaluated for one decision, about 50 ms
PATIENCE = 200  # turns of a person, after which nobody declines any more


@inlined
def copy(m: Any, to: Any) -> None:
    for side in range(len(m.value)):
        to[side] = m.value[side]


@inner
def find_best(
    act: Any,
    evaluate: Any,
    books: Any,
    states: Any,
    works: Any,
    minds: Any,
    level: int,
    row: int,
    ply: int,
    legal: int,
    side: int,
) -> int:
    """The row of the best leaf for a side after the throw in states[row]; m.best[ply] is its value."""
    m = minds[level]
    menu, left = m.menu[ply], m.left[ply]
    best, most = m.best[ply], np.float32(-2)
    kept = THROWN + ply * (DEEP + 2) + DEEP + 1
    depth = 0
    arrived = True
    while depth >= 0:
        s = states[row + depth]
        if arrived:
            left[depth] = 0
            if s.node == MOVE and depth + 1 < DEEP:
                left[depth] = legal
                for k in range(legal):
                    menu[depth, k] = works[0].moves[0, k]
            else:
                evaluate(books, states, row + depth, minds, level)
                if m.value[side] > most:
                    most = m.value[side]
                    copy(m, best)
                    states[kept] = states[row + depth]
        arrived = left[depth] > 0
        if arrived:
            left[depth] -= 1
            what = menu[depth, left[depth]]
            depth += 1
            states[row + depth] = states[row + depth - 1]
            legal = act(books, states, row + depth, PLAY, what, works)
        else:
            depth -= 1
    return kept


@inlined
def wait(r: Any, s: Any, least: Any) -> Any:
    """How much better waiting must be. Everyone could wait forever, so patience runs out."""
    return least if s.turn < PATIENCE * r.persons else np.float32(NEVER)


@inner
def stop(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, at: int, ply: int, side: int
) -> int:
    """The row of the best leaf if the throw in states[at] is declined; m.best[ply] is its value."""
    row = THROWN + ply * (DEEP + 2)
    states[row] = states[at]
    legal = act(books, states, row, PLAY, STOP_CODE, works)
    return find_best(act, evaluate, books, states, works, minds, level, row, ply, legal, side)


@inlined
def prefer(r: Any, s: Any, m: Any, stopped: Any, mean: Any, side: int) -> None:
    """Put the better of stopping and throwing, for a side, into the mean."""
    m.stops = stopped[side] - wait(r, s, m.eagerness) > mean[side]
    if m.stops:
        for other in range(len(m.value)):
            mean[other] = stopped[other]


@inner
def look(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, at: int, ply: int
) -> None:
    """The mean over all throws in states[at] of the best answer to each, in m.means[ply]; a ply is one throw.

    Where a throw is only offered, it is declined if that is better.
    """
    m = minds[level]
    mean = m.means[ply]
    for k in range(len(m.value)):
        mean[k] = 0
    row = THROWN + ply * (DEEP + 2)
    side = int64(m.side[states[at].thrower])
    for k in range(m.throws):
        states[row] = states[at]
        legal = act(books, states, row, THROW, int64(m.outcome[k]), works)
        find_best(act, evaluate, books, states, works, minds, level, row, ply, legal, side)
        for other in range(len(m.value)):
            mean[other] += m.weight[k] * m.best[ply, other]
    if states[at].node == OFFER and m.eagerness < NEVER:
        stop(act, evaluate, books, states, works, minds, level, at, ply, side)
        prefer(books[0], states[at], m, m.best[ply], mean, side)


@inner
def look_further(act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, at: int) -> None:
    """Two throws ahead: the answer that seems best is itself looked at more closely. The mean is in m.means[0]."""
    m = minds[level]
    mean = m.means[0]
    for k in range(len(m.value)):
        mean[k] = 0
    row = THROWN
    side = int64(m.side[states[at].thrower])
    for k in range(m.throws):
        states[row] = states[at]
        legal = act(books, states, row, THROW, int64(m.outcome[k]), works)
        leaf = find_best(act, evaluate, books, states, works, minds, level, row, 0, legal, side)
        if states[leaf].node == OVER:
            for other in range(len(m.value)):
                mean[other] += m.weight[k] * m.best[0, other]
        else:
            look(act, evaluate, books, states, works, minds, level, leaf, 1)
            for other in range(len(m.value)):
                mean[other] += m.weight[k] * m.means[1, other]
    if states[at].node == OFFER and m.eagerness < NEVER:
        leaf = stop(act, evaluate, books, states, works, minds, level, at, 0, side)
        look(act, evaluate, books, states, works, minds, level, leaf, 1)
        prefer(books[0], states[at], m, m.means[1], mean, side)


@inner
def glance(act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, n: int) -> int:
    """What each of the n legal moves of states[0] is worth at first sight, in m.worth; the leaf of each, and the best.

    The moves are listed in the workspace and, after this, in m.menu[2, 0].
    """
    r, m = books[0], minds[level]
    side = int64(m.side[int64(r.person[states[0].colour]) & COLOUR_MASK])
    moves = m.menu[2, 0]
    for k in range(n):
        moves[k] = works[0].moves[0, k]
    best = 0
    for k in range(n):
        states[THROWN] = states[0]
        legal = act(books, states, THROWN, PLAY, moves[k], works)
        leaf = find_best(act, evaluate, books, states, works, minds, level, THROWN, 0, legal, side)
        states[LEAVES + k] = states[leaf]
        for other in range(len(m.value)):
            m.worth[k, other] = m.best[0, other]
        m.liking[k] = m.worth[k, side]
        if kind_of(moves[k]) == PASS:
            m.liking[k] -= wait(r, states[0], m.impatience)
        if m.liking[k] > m.liking[best]:
            best = k
    return best


@inner
def look_closely(act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, k: int) -> None:
    """Look ahead from the leaf of move k, as far as the bot does; m.worth[k] is what it finds."""
    m = minds[level]
    if states[LEAVES + k].node == OVER:
        return
    if m.plies > 1:
        look_further(act, evaluate, books, states, works, minds, level, LEAVES + k)
    else:
        look(act, evaluate, books, states, works, minds, level, LEAVES + k, 0)
    for other in range(len(m.value)):
        m.worth[k, other] = m.means[0, other]


@inner
def think(act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, n: int) -> int:
    """The best of the n legal moves of states[0], listed in the workspace; m.worth holds the value of each."""
    r, m = books[0], minds[level]
    best = glance(act, evaluate, books, states, works, minds, level, n)
    if m.plies:
        side = int64(m.side[int64(r.person[states[0].colour]) & COLOUR_MASK])
        best = think_on(act, evaluate, books, states, works, minds, level, n, best, side)
    for k in range(n):
        works[0].moves[0, k] = m.menu[2, 0, k]
    return best


@inner
def think_on(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, n: int, first: int, side: int
) -> int:
    """Look more closely at the moves that look best, beginning with the very best, until the budget is used up."""
    m = minds[level]
    begun = m.evaluated
    least = m.liking[first] - m.margin
    best, most = first, np.float32(-4)
    for turn in range(n):
        k = (first + turn) % n
        if m.liking[k] < least or m.evaluated - begun > BUDGET:
            continue
        reluctant = m.worth[k, side] - m.liking[k]
        look_closely(act, evaluate, books, states, works, minds, level, k)
        if m.worth[k, side] - reluctant > most:
            best, most = k, m.worth[k, side] - reluctant
    return best


@inlined
def forget(minds: Any) -> None:
    """Forget the positions of another game: how long a bot thinks must not depend on earlier games."""
    for level in range(len(minds)):
        for at in range(KNOWN):
            minds[level].known[at] = 0


@inlined
def decide(
    act: Any,
    evaluate: Any,
    books: Any,
    states: Any,
    works: Any,
    minds: Any,
    n: int,
    who: int,
    luck: np.uint64,
    drawn: int,
) -> tuple[int, int]:
    """`choices.choose`, with the bots that think."""
    if n > 1 and FIRST_THINKER <= who < FIRST_CUSTOM:
        return think(act, evaluate, books, states, works, minds, who - FIRST_THINKER, n), drawn
    return choose(books[0], states[0], works[0], n, who, luck, drawn)


@inlined
def declines(act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, who: int) -> bool:
    """Does a bot decline the offered throw? Bots that do not think never do."""
    if who < FIRST_THINKER or who >= FIRST_CUSTOM or minds[who - FIRST_THINKER].eagerness >= NEVER:
        return False
    if minds[who - FIRST_THINKER].plies > 1:
        look_further(act, evaluate, books, states, works, minds, who - FIRST_THINKER, 0)
    else:
        look(act, evaluate, books, states, works, minds, who - FIRST_THINKER, 0, 0)
    return minds[who - FIRST_THINKER].stops == 1


@entry
def think_one(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, n: int, found: Any
) -> None:
    """`think`, for one game at a time; at an offer, whether the throw is declined."""
    if states[0].node == OFFER:
        found[0] = declines(act, evaluate, books, states, works, minds, FIRST_THINKER + level)
    else:
        found[0] = think(act, evaluate, books, states, works, minds, level, n)
