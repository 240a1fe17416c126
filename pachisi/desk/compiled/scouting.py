"""Looking through games of a strong bot for positions that simpler ones get wrong, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dice
from ...bots.registry import FIRST_THINKER
from ...bots.search import MOVE, OFFER, OVER, decide, declines, forget
from ...kernel import MOVES, PLAY, THROW
from ...kernel.code import STOP_CODE
from ...kernel.jit import entry, inlined, inner, int64
from ...records import COLOUR_MASK
from .judging import judge_moves

GREEDY = 1  # the first bot that has a reason for what it does


@inner
def tempts(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, n: int, chosen: int, player: int, luck: Any,
    drawn: int,
) -> tuple[bool, int]:  # fmt: skip
    """Does one of the simpler bots choose another move?"""
    for who in range(GREEDY, player):
        other, drawn = decide(act, evaluate, books, states, works, minds, n, who, luck, drawn)
        if other != chosen:
            return True, drawn
    return False, drawn


@inlined
def lead_of(values: Any, n: int, chosen: int, side: int) -> float:
    """By how much a move is better than any other; negative if one is better."""
    most = np.float32(-1)
    for k in range(n):
        if k != chosen:
            most = max(most, values[k, side])
    return float(values[chosen, side] - most)


@entry
def scout(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, starts: Any, values: Any,
    found: Any, filled: Any, seed: Any, longest: int, margin: float, apart: int,
) -> None:  # fmt: skip
    """One game of the bot of a level against itself: positions in which its move leads by a margin and tempts a simpler bot to another."""
    r, s, m, player = books[0], states[0], minds[level], FIRST_THINKER + level
    key, luck = dice.stream(seed, dice.THROWS), dice.stream(seed, dice.LUCK)
    drawn = thrown = count = filled[0] = 0
    last = -apart
    forget(minds)
    states[0] = starts[0]
    n = int64(act(books, states, 0, MOVES, int64(0), works)) if s.node == MOVE else int64(0)
    while s.node != OVER and count < longest:
        verb, what, chosen = PLAY, int64(STOP_CODE), 0
        if s.node == MOVE:
            tempting = False
            if n > 1:
                chosen, drawn = decide(act, evaluate, books, states, works, minds, n, player, luck, drawn)
            if n > 1 and count - last >= apart and filled[0] < len(found):
                tempting, drawn = tempts(act, evaluate, books, states, works, minds, n, chosen, player, luck, drawn)
            if tempting:
                judge_moves(act, evaluate, books, states, works, minds, level, n, values)
                for k in range(n):
                    works[0].moves[0, k] = m.menu[2, 0, k]
                side = int64(m.side[int64(r.person[s.colour]) & COLOUR_MASK])
                if lead_of(values, n, chosen, side) >= margin:
                    found[filled[0]] = states[0]
                    filled[0] += 1
                    last = count
            what = works[0].moves[0, chosen]
        elif not (s.node == OFFER and declines(act, evaluate, books, states, works, minds, player)):
            verb = THROW
            what, thrown = dice.below(key, thrown, r.opening_outcomes if s.opening else r.outcomes)
        n = int64(act(books, states, 0, verb, what, works))
        count += 1
