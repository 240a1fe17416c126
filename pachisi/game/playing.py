"""One game and its past, as `Game` plays it, whatever the size of its records.

Every throw and move first keeps the state before it, so that going back is a copy. Both functions return
the node, or do nothing and return TURN_PAGE where the page of the past ends.
"""

from __future__ import annotations

from typing import Any

from ..dice import THROWS, below, stream
from ..kernel.code import STOP_CODE
from ..kernel.jit import inlined, int64
from ..kernel.verbs import act
from ..records import MOVES, OUTCOMES, OWN_DICE, PAGE_SIZE, PLAY, Node

TURN_PAGE = -1
OFFER = int(Node.OFFER)


@inlined
def go_on(games: Any, states: Any, works: Any, books: Any, pages: Any, verb: int, what: int) -> int:
    """Throw `what` or OWN_DICE, play the move in that place among the legal ones, or only list them anew.

    After a throw of the game's own dice, the throw stands above the two bits of the node, that for the opening from
    OUTCOMES on. One function for all verbs, because each would take every rule through the compiler again.
    """
    g, s, w, r = games[0], states[0], works[0], books[0]
    answer = 0
    if verb != MOVES:
        if g.at == PAGE_SIZE:
            return TURN_PAGE
        page = pages[0]
        page.states[g.at] = s
        page.drawn[g.at] = g.drawn
        g.at += 1
        if verb == PLAY:
            what = STOP_CODE if s.node == OFFER else w.moves[0, what]
        elif what == OWN_DICE:
            first, size = (OUTCOMES, r.opening_outcomes) if s.opening else (0, r.outcomes)
            what, g.drawn = below(stream(g.seed, THROWS), g.drawn, size)
            answer = first + what << 2
    g.count = act(books, states, 0, verb, what, works)
    return int64(answer | s.node)


@inlined
def go_back(games: Any, states: Any, pages: Any) -> int:
    """Take back the last throw or move on the page."""
    g = games[0]
    if g.at == 0:
        return TURN_PAGE
    g.at -= 1
    page = pages[0]
    states[0] = page.states[g.at]
    g.drawn, g.count = page.drawn[g.at], -1
    return int64(states[0].node)
