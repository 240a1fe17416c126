"""How a board is cut into sheets of paper."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..boards import Plan
from ..drawing.geometry import measure
from ..drawing.picture import VIEW

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # in millimetres
MARGIN = 9.9  # what most printers leave white
OVERLAP = 6.0  # what two sheets share, to be glued
FIELD = 16.0  # the least distance of two fields: as wide as a piece


@dataclass(frozen=True)
class Tiling:
    """A board of `side` millimetres on `columns` × `rows` sheets, which show `width` × `height` of it each."""

    paper: tuple[float, float]  # as the sheets lie, in millimetres
    side: float
    columns: int
    rows: int

    @property
    def width(self) -> float:
        return part(self.side, self.columns)

    @property
    def height(self) -> float:
        return part(self.side, self.rows)


def tile(plan: Plan, paper: str) -> Tiling:
    """The fewest sheets of a paper, upright or on their sides, that hold a board for pieces of 16 mm."""
    side = side_of(plan)
    short, long = PAPERS[paper]
    ways = [
        Tiling((w, h), side, needed(side, w - 2 * MARGIN), needed(side, h - 2 * MARGIN))
        for w, h in ((short, long), (long, short))
    ]
    return min(ways, key=lambda way: way.columns * way.rows)


def side_of(plan: Plan) -> float:
    """The side of the board in millimetres, its frame included."""
    m = measure(plan)
    return VIEW[2] * FIELD / min(m.cell, m.wide)


def needed(side: float, room: float) -> int:
    """How many sheets, each overlapping the next, a side takes."""
    return max(1, math.ceil((side - OVERLAP) / (room - OVERLAP)))


def part(side: float, count: int) -> float:
    """What each of so many overlapping sheets shows of a side."""
    return (side + (count - 1) * OVERLAP) / count
