"""Who sits, whose colour is whose, and who wins together."""

from __future__ import annotations

import pickle

import pytest

from pachisi import Game
from pachisi.table import set_up

TABLES = [
    # book, players, options: seats, colours, sides, colours of the last seat
    ("mensch", 2, {}, (0, 2), (0, 2), ((0,), (2,)), (2,)),
    ("mensch", 3, {}, (0, 1, 2), (0, 1, 2), ((0,), (1,), (2,)), (2,)),
    ("mensch", 3, {"three_person_neutral": True}, (0, 1, 2), (0, 1, 2, 3), ((0,), (1,), (2,)), (2,)),
    ("pachisi-modern", 2, {"two_colours": True}, (0, 1), (0, 1, 2, 3), ((0,), (1,)), (1, 3)),
    ("pachisi-classic", 4, {}, (0, 1, 2, 3), (0, 1, 2, 3), ((0, 2), (1, 3)), (3,)),
]


@pytest.mark.parametrize(("book", "players", "options", "seats", "colours", "sides", "last"), TABLES)
def test_a_table_knows_its_seats_colours_and_sides(book, players, options, seats, colours, sides, last):
    seating = set_up(book, players, options=options).seats
    assert seating == seats
    assert seating.colours == colours
    assert seating.sides == sides
    assert seating.colours_of(seats[-1]) == last
    for at, side in enumerate(sides):
        for seat in side:
            assert seating.side_of(seat) == at
            assert all(seating.seat_of(colour) == seat for colour in seating.colours_of(seat))


def test_a_neutral_colour_is_nobodys():
    seating = set_up("mensch", 3, options={"three_person_neutral": True}).seats
    assert (seating.neutral, seating.seat_of(3), seating.side_of(-1)) == (3, -1, -1)
    assert seating.moved_by(1) == (1, 3)


def test_a_seating_survives_pickle():
    seating = Game("mensch", players=2).seats
    again = pickle.loads(pickle.dumps(seating))
    assert (again, again.colours) == (seating, seating.colours)


def test_the_game_and_its_table_share_the_seats():
    game = Game("parcheesi", players=3)
    assert game.seats is game.table.seats
