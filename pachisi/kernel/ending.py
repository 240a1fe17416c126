"""A colour has finished: is the game over, and who has won?"""

from __future__ import annotations

from typing import Any

from ..records import Finished, News, Node, Win
from .jit import inlined, inner, int64
from .pieces import complete
from .succession import clear_throw, end_throw, next_partner

OVER, FINISHED = int(Node.OVER), int(News.FINISHED)
ALL_HOME, FIRST_PIECE = int(Win.ALL), int(Win.FIRST_PIECE)
LEND, MUST_LEND = int(Finished.LEND), int(Finished.MUST_LEND)
LENT = 64  # a bit of s.again: what is earned will be the partner's


@inlined
def ends_game(r: Any, s: Any, colour: int) -> bool:
    """A piece of this colour has come home: is the game over?"""
    return (r.win == FIRST_PIECE or complete(r, s, colour)) and finish(r, s, colour)


@inner
def finish(r: Any, s: Any, colour: int) -> bool:
    """A colour is complete, or its first piece decides: is the game over? If not, the turn may be (C18, A31, D36)."""
    if complete(r, s, colour):
        s.news = s.news | FINISHED
    if r.neutral >= 0 and colour == r.neutral:
        return finish_neutral(r, s)
    person = int64(r.person[colour])
    twin = int64(r.twin[colour])
    if twin >= 0 and r.win == ALL_HOME and not complete(r, s, twin):
        if r.second[colour] < 0:  # colours take turns: this one has nothing left to do
            hand_over(r, s, twin)
        return False
    s.places[s.finished] = person
    s.finished += 1
    partner = next_partner(r, s, colour) if r.partner[colour] >= 0 else int64(-1)
    if r.neutral >= 0:
        won = complete(r, s, r.neutral)
    elif partner >= 0 and r.win == ALL_HOME:
        won = complete(r, s, partner)
    else:
        won = True
    if won and s.winner < 0:
        s.winner = person
    if won and (not r.play_on or s.finished >= r.sides - 1 or r.sides == 2):
        game_over(r, s)
        return True
    hand_over(r, s, partner)
    return False


@inner
def hand_over(r: Any, s: Any, partner: int) -> None:
    """Open numbers are lost with the last piece that comes home; throws that are earned are lent (A31, D36)."""
    end_throw(r, s)
    s.bonus[0] = s.bonus[1] = 0
    if (r.finished == LEND or r.finished == MUST_LEND) and s.again:
        s.colour = partner
        s.again = s.again | LENT
    else:
        s.again = 0


@inner
def finish_neutral(r: Any, s: Any) -> bool:
    """V6e, V6f: the last neutral piece is in. The player wins who brought it, if finished, else the first who was."""
    person = int64(r.person[s.colour])
    at = -1
    for k in range(s.finished):
        if s.places[k] == person:
            at = k
    if s.finished == 0:
        return False
    if at < 0:
        at = 0
    winner = s.places[at]
    s.winner = winner
    for k in range(at, 0, -1):
        s.places[k] = s.places[k - 1]
    s.places[0] = winner
    if not r.play_on or s.finished >= r.sides - 1:
        game_over(r, s)
        return True
    if complete(r, s, s.colour):
        s.again = 0
    return False


@inner
def game_over(r: Any, s: Any) -> None:
    clear_throw(r, s)
    s.again = 0
    s.tries = 0
    s.streak = 0
    s.last_moved = 0
    s.came_last = 0
    s.gates = 0
    s.form = 0
    for die in range(3):
        s.faces[die] = 0
    s.bonus[0] = 0
    s.bonus[1] = 0
    s.node = OVER
