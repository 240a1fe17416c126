"""One game and its past, as `Game` plays it.

Every throw and move first keeps the state before it, so that going back is a copy. A game is the address of its
record, for Python hands integers to compiled code several times as fast as arrays. All functions return the node;
those that keep a state return TURN_PAGE instead, and do nothing, where the page of the past has no room.
"""

from __future__ import annotations

from typing import Any

from ..dice import THROWS, below, stream
from ..kernel.code import STOP_CODE
from ..kernel.jit import by_address, inner, records_at
from ..kernel.verbs import act
from ..records import GAME, MOVES, OUTCOMES, PAGE, PAGE_SIZE, PLAY, RULES, STATE, THROW, WORK, Node, offset

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
def do(game: int, verb: int, what: int, drawn: int) -> int:
    """Throw or play, and keep the state before it."""
    games, states, works, books = parts(game)
    g, s = games[0], states[0]
    if g.at == PAGE_SIZE:
        return TURN_PAGE
    page = records_at(g.page, 1, PAGE)[0]
    page.states[g.at] = s
    page.drawn[g.at] = g.drawn
    g.at += 1
    g.drawn = drawn
    g.count = act(books, states, 0, verb, what, works)
    return s.node


@by_address
def throw(game: int) -> int:
    """Throw the game's own dice; above the two bits of the node comes the throw, that for the opening from OUTCOMES on."""
    games, states, _, books = parts(game)
    g, r, first = games[0], books[0], 0
    size = r.outcomes
    if states[0].opening:
        first, size = OUTCOMES, r.opening_outcomes
    what, drawn = below(stream(g.seed, THROWS), g.drawn, size)
    node = do(game, THROW, what, drawn)
    return node if node == TURN_PAGE else first + what << 2 | node


@by_address
def show(game: int, what: int) -> int:
    """Put a throw on the table that did not come from the game's dice."""
    return do(game, THROW, what, parts(game)[0][0].drawn)


@by_address
def play(game: int, at: int) -> int:
    """Play a move by its place among the legal ones."""
    games, states, works, _ = parts(game)
    return do(game, PLAY, STOP_CODE if states[0].node == OFFER else works[0].moves[0, at], games[0].drawn)


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


@by_address
def find(game: int) -> int:
    """Write the legal moves into the workplace, where they are unless the game was set up or went back."""
    games, states, works, books = parts(game)
    games[0].count = act(books, states, 0, MOVES, 0, works)
    return states[0].node
