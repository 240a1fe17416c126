"""One game and its past, as `Game` plays it.

Every throw and move first keeps the state before it, so that going back is a copy. A game is the address of its
record, for Python hands integers to compiled code several times as fast as arrays. Both functions return
the node, or do nothing and return TURN_PAGE where the page of the past ends.
"""

from __future__ import annotations

from typing import Any

from ..dice import THROWS, below, stream
from ..kernel.code import STOP_CODE
from ..kernel.jit import by_address, inner, records_at
from ..kernel.verbs import act
from ..records import GAME, MOVES, OUTCOMES, OWN_DICE, PAGE, PAGE_SIZE, PLAY, RULES, STATE, WORK, Node, offset

TURN_PAGE = -1
OFFER = int(Node.OFFER)
STATE_AT, WORK_AT = offset(GAME, "state"), offset(GAME, "work")


@inner
def parts(game: int) -> Any:
    """The record at an address, its state, its workplace and its rules."""
    games = records_at(game, 1, GAME)
    states, works = records_at(game + STATE_AT, 1, STATE), records_at(game + WORK_AT, 1, WORK)
    return games, states, works, records_at(games[0].rules, 1, RULES)


@inner
def keep(g: Any, s: Any) -> None:
    """Write the state and the dice onto the page of the past."""
    page = records_at(g.page, 1, PAGE)[0]
    page.states[g.at] = s
    page.drawn[g.at] = g.drawn
    g.at += 1


@by_address
def do(game: int, verb: int, what: int) -> int:
    """Throw `what` or OWN_DICE, play the move in that place among the legal ones, or only list them anew.

    After a throw of the game's own dice, the throw stands above the two bits of the node, that for the opening from
    OUTCOMES on. One function for all verbs, because each would take every rule through the compiler again.
    """
    games, states, works, books = parts(game)
    g, s, w, r = games[0], states[0], works[0], books[0]
    answer = 0
    if verb != MOVES:
        if g.at == PAGE_SIZE:
            return TURN_PAGE
        keep(g, s)
        if verb == PLAY:
            what = STOP_CODE if s.node == OFFER else w.moves[0, what]
        elif what == OWN_DICE:
            first, size = (OUTCOMES, r.opening_outcomes) if s.opening else (0, r.outcomes)
            what, g.drawn = below(stream(g.seed, THROWS), g.drawn, size)
            answer = first + what << 2
    g.count = act(books, states, 0, verb, what, works)
    return answer | s.node


@by_address
def back(game: int) -> int:
    """Take back the last throw or move on the page."""
    games, states, _, _ = parts(game)
    g = games[0]
    if g.at == 0:
        return TURN_PAGE
    g.at -= 1
    page = records_at(g.page, 1, PAGE)[0]
    states[0] = page.states[g.at]
    g.drawn, g.count = page.drawn[g.at], -1
    return states[0].node
