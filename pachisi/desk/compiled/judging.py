"""The judge: what a bot that thinks makes of every throw and every move, compiled.

Nothing here knows a rule, and nothing evaluates: the kernel plays, the bot's own search looks ahead.
"""

from __future__ import annotations

from typing import Any

from ...bots.mind import LEAVES, THROWN
from ...bots.search import MOVE, OFFER, OVER, find_best, glance, look, look_closely, stop
from ...kernel import MOVES, THROW
from ...kernel.jit import entry, inner, int64


@inner
def judge_throws(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, at: int, values: Any
) -> None:
    """The chances after every throw in states[at] and its best answer. Their mean is what `look_closely` finds."""
    m = minds[level]
    side = int64(m.side[states[at].thrower])
    for k in range(m.throws):
        states[THROWN] = states[at]
        legal = act(books, states, THROWN, THROW, int64(m.outcome[k]), works)
        leaf = find_best(act, evaluate, books, states, works, minds, level, THROWN, 0, legal, side)
        deeper = m.plies > 1 and states[leaf].node != OVER
        if deeper:
            look(act, evaluate, books, states, works, minds, level, leaf, 1)
        for other in range(len(m.value)):
            values[k, other] = m.means[1, other] if deeper else m.best[0, other]


@inner
def judge_moves(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, n: int, values: Any
) -> None:
    """The chances after each of n legal moves, all looked at equally closely."""
    m = minds[level]
    glance(act, evaluate, books, states, works, minds, level, n)
    for k in range(n):
        if m.plies:
            look_closely(act, evaluate, books, states, works, minds, level, k)
        for other in range(len(m.value)):
            values[k, other] = m.worth[k, other]


@inner
def judge_stopping(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, values: Any
) -> None:
    """The chances if the throw that is offered in states[0] is declined."""
    m = minds[level]
    leaf = stop(act, evaluate, books, states, works, minds, level, 0, 0, int64(m.side[states[0].thrower]))
    states[LEAVES] = states[leaf]
    for other in range(len(m.value)):
        m.worth[0, other] = m.best[0, other]
    look_closely(act, evaluate, books, states, works, minds, level, 0)
    for other in range(len(m.value)):
        values[0, other] = m.worth[0, other]


@entry
def judge_nodes(
    act: Any,
    evaluate: Any,
    books: Any,
    states: Any,
    works: Any,
    minds: Any,
    level: int,
    nodes: Any,
    moves: Any,
    throws: Any,
) -> None:
    """The chances at each of many nodes: after every move (at an offer: after stopping), and after every throw."""
    for k in range(len(nodes)):
        states[0] = nodes[k]
        if states[0].node == MOVE:
            n = int64(act(books, states, 0, MOVES, int64(0), works))
            judge_moves(act, evaluate, books, states, works, minds, level, n, moves[k])
            continue
        judge_throws(act, evaluate, books, states, works, minds, level, 0, throws[k])
        if states[0].node == OFFER:
            judge_stopping(act, evaluate, books, states, works, minds, level, moves[k])
