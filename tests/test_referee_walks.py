"""The second referee by itself: random play keeps its own laws, and a position says everything."""

from __future__ import annotations

import random

import pytest

from .referee import BOOKS, OptionError, Referee, State
from .referee.walk import some_position, some_table, some_throw


def some_start(rng: random.Random, book: str) -> tuple[Referee, State]:
    while True:
        players, options = some_table(rng, book)
        try:
            referee = BOOKS[book](players, **options)
        except OptionError:
            continue
        return referee, some_position(rng, referee)


@pytest.mark.parametrize("book", BOOKS)
def test_random_play_keeps_the_laws(book: str) -> None:
    rng = random.Random(book)
    for _ in range(30):
        referee, state = some_start(rng, book)
        for _ in range(12):
            if state.node == "over":
                break
            moves = sorted(referee.legal(state))
            assert (state.node == "throw") == (not moves)
            assert referee.possible(state), referee.write(state)
            assert all(len(state.row(colour)) == referee.pieces for colour in referee.seats())
            again = referee.read(referee.write(state))
            assert referee.write(again) == referee.write(state)
            assert referee.legal(again) == set(moves)
            if state.node == "move" or (state.node == "offer" and rng.random() < 0.2):
                state = referee.push(state, rng.choice(moves))
            else:
                state = referee.throw(state, some_throw(rng, referee, state))
