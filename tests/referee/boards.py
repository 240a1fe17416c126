"""Paths as lists of fields, copied from the tables of the boards. Two pieces meet where their fields are equal.

A field is a pair of coordinates; step 0 (the reserve) and the last step (home) have none, nobody meets there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Field = tuple[int, int]


@dataclass(frozen=True)
class Path:
    """The way of seat 0, step by step, and how a seat's way follows from that of the seat before."""

    fields: tuple[Field, ...]  # steps 1, 2, …
    turn: Callable[[Field], Field]

    @property
    def home(self) -> int:
        """The step behind the last field."""
        return len(self.fields) + 1

    def field(self, colour: int, step: int) -> Field | None:
        """Where a piece stands; None in the reserve and at home."""
        if not 0 < step < self.home:
            return None
        at = self.fields[step - 1]
        for _ in range(colour):
            at = self.turn(at)
        return at


def line(start: Field, end: Field) -> list[Field]:
    """From field to field, both included, straight or diagonal."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = max(abs(dx), abs(dy))
    return [(start[0] + dx * i // count, start[1] + dy * i // count) for i in range(count + 1)] if count else [start]


def lines(*corners: tuple[Field, Field]) -> list[Field]:
    """Several lines, one after the other."""
    return [field for start, end in corners for field in line(start, end)]


def anticlockwise(size: int) -> Callable[[Field], Field]:
    """A quarter turn on a square of so many fields."""
    return lambda at: (at[1], size - 1 - at[0])


def clockwise(size: int) -> Callable[[Field], Field]:
    """A quarter turn the other way."""
    return lambda at: (size - 1 - at[1], at[0])


def sixth(at: Field) -> Field:
    """60° clockwise on the triangular lattice."""
    return (-at[1], at[0] + at[1])


# --- the 19×19 cross: Parchís, Eile mit Weile, Pachisi, Chaupar ---------------------------

RING_68 = lines(
    ((9, 18), (9, 18)), ((10, 18), (10, 11)), ((11, 10), (18, 10)),
    ((18, 9), (18, 9)), ((18, 8), (11, 8)), ((10, 7), (10, 0)),
    ((9, 0), (9, 0)), ((8, 0), (8, 7)), ((7, 8), (0, 8)),
    ((0, 9), (0, 9)), ((0, 10), (7, 10)), ((8, 11), (8, 18)),
)  # fmt: skip

PARCHIS = Path((*RING_68[5:], *RING_68[:1], *line((9, 17), (9, 11))), anticlockwise(19))
PARCHIS_SAFE = {RING_68[at] for at in range(68) if at % 17 in (0, 5, 12)}

CROSS = Path((*line((9, 11), (9, 17)), *RING_68, (9, 18), *line((9, 17), (9, 11))), anticlockwise(19))
CASTLES = {RING_68[at] for at in range(68) if at % 17 in (0, 4, 13)}

# --- petits chevaux: the closed 15×15 cross -----------------------------------------------

RING_56 = lines(
    ((0, 6), (6, 6)), ((6, 5), (6, 0)), ((7, 0), (7, 0)), ((8, 0), (8, 6)), ((9, 6), (14, 6)), ((14, 7), (14, 7)),
    ((14, 8), (8, 8)), ((8, 9), (8, 14)), ((7, 14), (7, 14)), ((6, 14), (6, 8)), ((5, 8), (0, 8)), ((0, 7), (0, 7)),
)  # fmt: skip

CHEVAUX = Path((*RING_56, *line((1, 7), (6, 7))), clockwise(15))

# --- six arms -----------------------------------------------------------------------------


def six_ring(sector: list[Field]) -> list[Field]:
    """The sector of seat 0, turned five times."""
    ring = list(sector)
    for _ in range(5):
        sector = [sixth(at) for at in sector]
        ring += sector
    return ring


def mensch_six(arm: int, places: int) -> Path:
    """Closed: out along the side, the inner corner, up the next arm, its end."""
    sector = lines(((-arm - 1, -1), (-1, -1)), ((-1, -2), (-1, -arm - 1)), ((0, -arm - 2), (0, -arm - 2)))
    return Path((*six_ring(sector), *line((-arm - 1, 0), (-arm - 2 + places, 0))), sixth)


LUDO_RING = six_ring(lines(((-8, 0), (-8, 0)), ((-7, -1), (-2, -1)), ((-1, -2), (-1, -7))))
LUDO_SIX = Path((*LUDO_RING[2:], *LUDO_RING[:1], *line((-7, 0), (-3, 0))), sixth)
LUDO_SAFE = {LUDO_RING[at] for at in range(78) if at % 13 in (2, 10)}

# --- Chowka bhara: spirals ----------------------------------------------------------------

SPIRAL_5 = Path(
    tuple(
        lines(((2, 4), (4, 4)), ((4, 3), (4, 0)), ((3, 0), (0, 0)), ((0, 1), (0, 4)), ((1, 4), (1, 4)))
        + lines(((1, 3), (1, 1)), ((2, 1), (3, 1)), ((3, 2), (3, 3)), ((2, 3), (2, 3)))
    ),
    anticlockwise(5),
)
SPIRAL_7 = Path(
    tuple(
        lines(((3, 6), (6, 6)), ((6, 5), (6, 0)), ((5, 0), (0, 0)), ((0, 1), (0, 6)), ((1, 6), (2, 6)))
        + lines(((1, 5), (1, 1)), ((2, 1), (5, 1)), ((5, 2), (5, 5)), ((4, 5), (2, 5)))
        + lines(((2, 4), (2, 2)), ((3, 2), (4, 2)), ((4, 3), (4, 4)), ((3, 4), (3, 4)))
    ),
    anticlockwise(7),
)

# --- four arms, for the two books that have four or six -----------------------------------


def four_arms(length: int, lap: int, shift: int, private: int) -> Path:
    """A ring by its index alone, and private fields: enough to say who meets whom."""

    def turn(at: Field) -> Field:
        return ((at[0] + length // 4) % length, -1) if at[1] < 0 else (at[0], at[1] + 1)

    ring = [((step - 1 + shift) % length, -1) for step in range(1, lap + 1)]
    return Path((*ring, *((step, 0) for step in range(private))), turn)


LUDO_FOUR = four_arms(52, 51, 2, 5)
LUDO_FOUR_SAFE = {(at, -1) for at in range(52) if at % 13 in (2, 10)}
