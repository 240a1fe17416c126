"""Who sits at a table, which colours they play, and who wins together.

A seat decides, a colour moves, a side wins. Usually these are the same; they differ where there are partners,
two colours per player, or a neutral colour.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from .rules import Rules

First = int | Literal["high_roll"]
Opener = First | Literal["given", "book"]  # as it may be asked for; "given" is seat 0
ALL = (0, 1, 2, 3)
NEUTRAL = 3


def by_players(players: int, seats: int) -> tuple[int, ...]:
    """Who of a board's seats is taken: two face each other; others sit evenly, or leave the last seats free.

    >>> by_players(2, 4), by_players(3, 4), by_players(4, 6), by_players(3, 8)
    ((0, 2), (0, 1, 2), (0, 1, 3, 4), (0, 2, 5))
    """
    across = seats // 2
    if seats % players == 0:
        return tuple(range(0, seats, seats // players))
    if seats % 2 == 0 and players % 2 == 0:  # opposite each other
        half = by_players(players // 2, across)
        return (*half, *(seat + across for seat in half))
    if seats == 8 and players == 3:
        return (0, 2, 5)
    return tuple(range(players))


class Seating(tuple[int, ...]):
    """The occupied seats, in the direction the pieces run; the rest is derived from the rules.

    >>> from pachisi.table import set_up
    >>> seats = set_up("mensch", players=2).seats
    >>> seats, seats.sides, seats.colours_of(2)
    ((0, 2), ((0,), (2,)), (2,))
    """

    rules: Rules

    def __new__(cls, rules: Rules) -> Seating:
        self = super().__new__(cls, (0, 1) if rules.seats.colours == "two" else by_players(rules.players, rules.board.seats))
        self.rules = rules
        return self

    def __reduce__(self) -> tuple[type[Seating], tuple[Rules]]:
        return Seating, (self.rules,)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The colours on the board."""
        return ALL if self.rules.seats.colours != "one" else by_players(self.rules.players, self.rules.board.seats)

    @property
    def neutral(self) -> int | None:
        """The colour that everybody may move and nobody owns."""
        return NEUTRAL if self.rules.seats.colours == "neutral" else None

    @property
    def two_each(self) -> bool:
        """Does everybody play two colours?"""
        return self.rules.seats.colours == "two"

    @property
    def joint(self) -> bool:
        """Do the two colours of a player share a turn?"""
        return self.two_each and self.rules.seats.turns == "joint"

    @property
    def teams(self) -> bool:
        """Are there partners of several players?"""
        return self.rules.seats.teams and (self.rules.players == 4 or self.rules.board.seats > 4)

    @property
    def allied(self) -> bool:
        """Are opposite colours partners, of two players or of one?"""
        return self.teams or (self.two_each and self.rules.seats.other_colour == "partner")

    @cached_property
    def openers(self) -> tuple[int, ...]:
        """What `first` may name, in turn order: seats, or colours where these take turns."""
        if self.joint:
            return tuple(self)
        colours = [colour for colour in self.colours if colour != self.neutral]
        if self.rules.board.direction != self.rules.seats.order:  # seats are numbered as pieces run (G10)
            colours = [colours[0], *reversed(colours[1:])]
        return tuple(colours)

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together: a player, or a team."""
        if not self.teams:
            return tuple((seat,) for seat in self)
        across = self.rules.board.seats // 2
        apart = {"facing": across, "pairs": across, "threes": 2}[self.rules.seats.team]
        return tuple(tuple(seat for seat in self if seat % apart == first) for first in range(apart) if first in self)

    def partners(self, colour: int) -> tuple[int, ...]:
        """The colours of the same team, in turn order from this one on."""
        if not self.teams:
            return (opposite(colour),) if self.allied else ()
        side = next((side for side in self.sides if colour in side), ())
        turns = sorted(side, key=self.openers.index)
        at = turns.index(colour) if colour in turns else 0
        return tuple(turns[at + 1 :] + turns[:at])

    def colours_of(self, seat: int) -> tuple[int, ...]:
        """The colours that a player brings home."""
        return (seat, opposite(seat)) if self.two_each else (seat,)

    def moved_by(self, colour: int) -> tuple[int, ...]:
        """The colours that may move in a turn of this colour."""
        if self.joint:
            return colour, opposite(colour)
        return (colour,) if self.neutral is None else (colour, self.neutral)

    def seat_of(self, colour: int) -> int:
        """Who decides for a colour; -1 if nobody does."""
        if colour not in self.colours or colour == self.neutral:
            return -1
        return colour % 2 if self.two_each else colour

    def side_of(self, seat: int) -> int:
        """The index of a player's side; -1 if there is no such player."""
        return next((at for at, side in enumerate(self.sides) if seat in side), -1)


def opposite(colour: int) -> int:
    return (colour + 2) % 4
