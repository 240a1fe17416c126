"""How a game begins: the board is set up, and the highest throw goes first."""

from __future__ import annotations

from typing import Any

from ..records import POOL_SIZE, News, Node
from .jit import inner, int64
from .pieces import put
from .succession import begin_turn

THROW, OPENING_TIE, OPENED = int(Node.THROW), int(News.OPENING_TIE), int(News.OPENED)


@inner
def begin(r: Any, s: Any) -> None:
    """Set up the board and the first turn, whatever the state held before."""
    clear(s)
    for colour in range(len(s.pieces)):
        if r.used[colour]:
            for i in range(r.pieces):
                s.pieces[colour, i] = r.ready[i]
                put(r, s, colour, int64(r.ready[i]))
    s.winner = -1
    if r.first >= 0:
        begin_turn(r, s, r.first)
    else:
        for colour in range(len(s.pieces)):
            if r.person[colour] >= 0:
                s.opening = int64(s.opening) | 1 << int64(r.person[colour])
        s.thrower = 0
        s.node = THROW


@inner
def clear(s: Any) -> None:
    for field in range(len(s.crowd)):
        s.crowd[field] = 0
    for colour in range(len(s.pieces)):
        for i in range(len(s.pieces[0])):
            s.pieces[colour, i] = 0
            s.ages[colour, i] = 0
        s.places[colour] = 0
    for i in range(len(s.pieces[0])):
        s.marks[i] = 0
    for k in range(len(s.walls)):
        s.walls[k] = 0
    for k in range(2):
        s.bonus[k] = 0
    for slot in range(POOL_SIZE):
        s.pool[slot] = 0
    for die in range(3):
        s.faces[die] = 0
    s.turn = s.news = s.node = s.phase = s.thrower = s.colour = s.form = 0
    s.tries = s.streak = s.again = s.moved = s.entered = s.whole = s.started = s.last_moved = s.came_last = s.gates = 0
    s.finished = s.winner = s.opening = s.tied = s.best = 0


@inner
def throw_opening(r: Any, s: Any, outcome: int) -> None:
    """G1: everyone throws once, the highest begins; ties throw again."""
    total = int64(r.opening_total[outcome])
    person = int64(s.thrower)
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = int64(s.tied) | 1 << person
    while True:
        person = int64(r.next[person])
        if person == 0:
            break
        if s.opening >> person & 1 and is_person(r, person):
            s.thrower = person
            s.colour = person
            return
    tied = int64(s.tied)
    s.best = 0
    s.tied = 0
    if tied & (tied - 1) == 0:
        person = 0
        while tied >> person & 1 == 0:
            person += 1
        s.opening = 0
        s.news = s.news | OPENED
        begin_turn(r, s, person)
        return
    s.news = s.news | OPENING_TIE
    s.opening = tied
    person = 0
    while not (tied >> person & 1 and is_person(r, person)):
        person = int64(r.next[person])
    s.thrower = person
    s.colour = person


@inner
def is_person(r: Any, colour: int) -> bool:
    """Is this colour number also the number of a person?"""
    return int64(r.person[colour]) == colour
