"""Exact values held against games: from random positions, perfect play must win as often as they say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import dice, kernel
from ..kernel import BEGIN, PLAY, THROW
from ..kernel.code import STOP_CODE
from ..kernel.jit import entry, inner, int64
from ..lower import lower
from ..records import plain
from ..records import table as lay_out
from ..simulation import count_cores, own_seed
from ..table import Table
from .duels import LONGEST, value_after
from .intervals import chi_square_tail
from .lookup import ValueTable, look_up
from .solve import ExactValues
from .states import MOVE, OFFER, OVER, Array, Room, act, key_at, key_of, make_room
from .tabulation import chance

HERE, START = 0, 1  # rows of states: where a game stands, and where all of them begin
POSITIONS = 40
FAR = 120  # throws of random play before a position, at most


@entry
def wander(books: Any, states: Any, works: Any, seed: Any, throws: int) -> None:
    """Some throws of random play, up to the next throw that follows a move; games that end begin again."""
    s, lots, drawn, moved = states[HERE], dice.stream(seed, dice.LUCK), 0, False
    n = act(books, states, HERE, BEGIN, int64(0), works)
    while throws > 0 or not moved:
        if s.node == OVER:
            n = act(books, states, HERE, BEGIN, int64(0), works)
        if s.node == MOVE:
            c, drawn = dice.below(lots, drawn, n)
            n = act(books, states, HERE, PLAY, works[0].moves[0, c], works)
            moved = s.node != MOVE and s.node != OVER
        else:
            outcome, drawn = dice.below(lots, drawn, books[0].outcomes)
            n = act(books, states, HERE, THROW, outcome, works)
            throws, moved = throws - 1, False


@inner
def find_best(books: Any, states: Any, n: int, person: int, known: ValueTable, room: Room, works: Any, own: Any) -> int:
    """The move that leads to the best leaf."""
    best, most = int64(0), -1.0
    for k in range(n):
        worth = value_after(books, states, works[0].moves[0, k], person, known, room, own)
        if worth > most:
            best, most = int64(k), worth
    return best


@entry
def play_on(books: Any, states: Any, works: Any, known: ValueTable, room: Room, own: Any, seed: Any, games: int) -> int:
    """Games of perfect play from one position; how many of them the one who throws first wins."""
    r, s, wins = books[0], states[HERE], 0
    for game in range(games):
        states[HERE] = states[START]
        lots = dice.stream(seed, game)
        n = drawn = throws = int64(0)
        while s.node != OVER and throws < LONGEST:
            person = int64(r.person[s.colour if s.node == MOVE else s.thrower])
            verb, what = PLAY, int64(STOP_CODE)
            if s.node == MOVE:
                what = works[0].moves[0, find_best(books, states, n, person, known, room, works, own)]
            elif s.node != OFFER or value_after(books, states, STOP_CODE, person, known, room, own) < look_up(key_of(r, s), known):
                verb, throws = THROW, throws + 1
                what, drawn = dice.below(lots, drawn, r.outcomes)
            n = act(books, states, HERE, verb, what, works)
        wins += s.node == OVER and s.winner == r.person[states[START].thrower]
    return wins


@dataclass(frozen=True)
class SpotCheck:
    """Random positions of a solved table: what they are worth to the one who throws, and how many games that player won."""

    games: int  # from each
    values: Array
    wins: Array

    @property
    def chance(self) -> float:
        """Of results that are as far from the values, if these are right."""
        expected, spread = self.games * self.values, self.games * self.values * (1 - self.values)
        return chi_square_tail(float(((self.wins - expected) ** 2 / spread).sum()), len(self.values))

    def data(self) -> dict[str, float]:
        """The result in numbers."""
        return {"positions": len(self.values), "games": self.games, "chance": self.chance}

    def summary(self) -> str:
        """The result in one sentence."""
        verdict = "as often as their values say" if self.chance > 0.001 else "NOT as often as their values say"
        return (
            f"From {len(self.values)} random positions, perfect play won {len(self.values) * self.games:,} games "
            f"{verdict} (chi-square, {chance(self.chance)})."
        )


def check_values(at: Table, solution: ExactValues, games: int, positions: int = POSITIONS, seed: int = 1) -> SpotCheck:
    """Play games from random positions, on all cores."""
    known, books = solution.tabulate(), plain(lower(at.rules))

    def play(number: int) -> tuple[float, int]:
        works, own, lots = plain(kernel.room(at.size)), plain(kernel.room(at.size)), np.uint64(own_seed(seed, number))
        states = plain(lay_out(at.size.state, 2))
        wander(books, states, works, lots, 1 + number * FAR // positions)
        states[START] = states[HERE]
        value = float(solution.look_up_all(np.array([key_at(books, states)]))[0])
        return value, int(play_on(books, states, works, known, make_room(at.size), own, lots, games))

    with ThreadPoolExecutor(count_cores()) as pool:
        found = list(pool.map(play, range(positions)))
    return SpotCheck(games, np.array([value for value, _ in found]), np.array([wins for _, wins in found]))
