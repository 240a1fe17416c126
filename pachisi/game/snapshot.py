"""The state of a game and its outcome, in plain values that later moves do not change."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from ..lookups import Lookups
from ..move import count_out
from ..records import NODES, POOL_SIZE, SMALL, Node, Size
from ..seats import Seating

Pieces = tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one moment.

    >>> from pachisi import Game
    >>> game = Game("mensch", players=2, seed=7)
    >>> game.throw(6)
    (6,)
    >>> now = game.snapshot
    >>> now.node, now.seat, now.left, now.pieces
    ('move', 0, (6,), ((0, 0, 0, 1), None, (0, 0, 0, 1), None))

    :param node: "throw", "move", "offer" or "over"
    :param seat: the seat that decides; -1 when the game is over
    :param colour: the colour on turn, in a lent turn the partner's; -1 when the game is over
    :param turn: turns begun so far; 0 while players throw for the first turn
    :param faces: the last throw of this turn
    :param left: numbers that are still open, ascending
    :param bonus: bonus numbers still to be played, ascending
    :param tries: tries left after this throw
    :param doubles: doubles (or sixes) thrown in this turn
    :param pieces: ascending steps by colour; None for an unused colour
    :param places: seats in order of finishing
    """

    node: str
    seat: int
    colour: int
    turn: int
    faces: tuple[int, ...]
    left: tuple[int, ...]
    bonus: tuple[int, ...]
    tries: int
    doubles: int
    pieces: Pieces
    places: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    :param winner: the seats that have won: one player, or a team
    :param places: all seats from first to last; those that share a place are grouped
    """

    winner: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]

    @property
    def returns(self) -> dict[int, float]:
        """The result by seat as numbers that add up to 0: each loser pays 1, and the winners share that.

        >>> Outcome((2,), ((2,), (0, 1, 3))).returns
        {0: -1.0, 1: -1.0, 2: 3.0, 3: -1.0}
        """
        seats = sorted(seat for place in self.places for seat in place)
        share = (len(seats) - len(self.winner)) / len(self.winner)
        return {seat: share if seat in self.winner else -1.0 for seat in seats}


AT = SMALL.at  # up to the pieces, fields lie alike in both sizes


def read_snapshot(state: bytes, lookups: Lookups, pieces: int) -> GameSnapshot:
    """A state in plain values."""
    node, colour, thrower = state[AT["node"]], state[AT["colour"]], state[AT["thrower"]]
    over, bonus = node == Node.OVER, AT["bonus"]
    return GameSnapshot(
        node=NODES[node],
        seat=-1 if over else lookups.persons[colour if node == Node.MOVE else thrower],
        colour=-1 if over else colour,
        turn=int.from_bytes(state[AT["turn"] : AT["turn"] + 4], sys.byteorder),
        faces=tuple(face - lookups.blank for face in state[AT["faces"] : AT["faces"] + 3] if face),
        left=read_left(state, lookups.kinds),
        bonus=tuple(sorted((*[lookups.bonus[0]] * state[bonus], *[lookups.bonus[1]] * state[bonus + 1]))),
        tries=state[AT["tries"]],
        doubles=0 if lookups.owing else state[AT["streak"]],
        pieces=read_pieces(state, lookups.size, lookups.used, pieces),
        places=read_places(state, lookups.size),
    )


def read_left(state: bytes, kinds: Sequence[int]) -> tuple[int, ...]:
    """The open numbers, ascending."""
    pool = state[AT["pool"] : AT["pool"] + POOL_SIZE]
    if kinds:
        return count_out(kinds, pool)
    return tuple(sorted(filter(None, pool)))


def read_pieces(state: bytes, size: Size, used: Sequence[int], pieces: int) -> Pieces:
    """Ascending steps by colour; None for an unused one."""
    first = size.at["pieces"]
    rows = range(first, first + len(used) * size.pieces, size.pieces)
    return tuple(tuple(state[at : at + pieces]) if there else None for at, there in zip(rows, used, strict=True))


def read_places(state: bytes, size: Size) -> tuple[int, ...]:
    """Persons in order of finishing."""
    first = size.at["places"]
    return tuple(state[first : first + state[AT["finished"]]])


def read_outcome(state: bytes, size: Size, seats: Seating) -> Outcome:
    """The result of a game that is over."""
    winner = state[AT["winner"]]
    if seats.teams:
        first = seats.sides[seats.side_of(winner)]
        return Outcome(first, (first, *(side for side in seats.sides if side != first)))
    finished = read_places(state, size)
    rest = tuple(seat for seat in seats if seat not in finished)
    places = (*((seat,) for seat in finished), *([rest] if rest else []))
    return Outcome((winner,), places)
