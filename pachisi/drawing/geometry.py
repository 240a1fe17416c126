"""Where fields and pieces lie in the drawing: a square of 1000 units."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from ..boards import FINE, Plan, Spot
from .svg import DIGITS

Look = Literal["round", "cross", "cloth", "square", "written"]
FLAT: tuple[Look, ...] = ("round", "written")  # with round fields, on which pawns stand
SIDE = 1000
MIDDLE = SIDE / 2
# The width of a column in the arms, so that two pieces fit side by side; round fields keep to the grid.
ARM: dict[Look, float] = {"cross": 80, "cloth": 76}
ROW = math.sqrt(3) / 2  # between two rows of a lattice of triangles
AIRY = 0.88  # how much of the room between its arms the trays of a star take
TRAY, BESIDE = 0.44, 1.36  # the radius of a tray, beside the corner around it; its distance from an arm, in fields
DISH = 0.27  # the radius of a dish beside a cloth, beside the corner around it
ROOM = 0.64  # the side of the square in a dish that pieces may take, beside the width of the dish
STRIP = 104  # around a square, for pieces that wait
CROWDED = 3.8  # fields: in a narrower corner, pieces that wait would stand on each other
WIDEST_FIELD = 100  # of a written board with few fields
CUP = 0.09  # the radius of a hollow in which a piece waits, beside the corner around it


class Point(NamedTuple):
    x: float
    y: float


class Extent(NamedTuple):
    """How large a field is. Pieces that wait may have more room, and those at home stand in a wedge."""

    w: float
    h: float
    swell: float = 1  # the size of a single piece there, beside that of one on the ring
    outward: Spot = (0, 0)  # the way from the middle to the wide end of a wedge
    dish: bool = False


class Box(NamedTuple):
    """A field: its upper left corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> Point:
        return Point(self.x + self.w / 2, self.y + self.h / 2)

    @property
    def narrow(self) -> float:
        """The shorter side."""
        return min(self.w, self.h)


class Offset(NamedTuple):
    """Where one of several pieces on a field stands: how far from the middle, and how large."""

    dx: float
    dy: float
    scale: float


@dataclass(frozen=True)
class Grid:
    """The measures of one board. The three columns of the arms may be wider than the others."""

    look: Look
    middle: float  # of the grid
    cell: float  # the side of a field beside the arms
    wide: float  # the width of a column in the arms
    corner: float  # the side of the square in each corner; around a square, the width of the strip
    waiting: Mapping[Spot, Point]  # the places of the reserves
    wedges: Mapping[Spot, Spot]  # the homes that are wedges, and which way they open
    dishes: Mapping[Spot, Point] = field(default_factory=dict)  # where pieces are home that leave the board for that
    star: bool = False  # spots lie on a lattice of triangles
    scale: float = 0  # of a written board, whose spots lie anywhere: from its units to those of the drawing

    def edge(self, n: float) -> float:
        """Where the n-th line of the grid is drawn."""
        if self.look == "square":
            return self.corner + (n - 1) * self.cell
        return n * self.cell + min(max(n - (self.middle - 1), 0), 3) * (self.wide - self.cell)

    def point(self, spot: Spot) -> Point:
        """The middle of a field, of a place in the reserve or of a dish."""
        if spot in self.dishes:
            return self.dishes[spot]
        if self.star and spot not in self.waiting:
            q, r = spot
            return Point(MIDDLE + (q + r / 2) * self.cell, MIDDLE + r * ROW * self.cell)
        if self.scale:
            return Point(spot[0] * self.scale, spot[1] * self.scale)
        return self.waiting.get(spot) or Point(self.edge(spot[0] + 0.5), self.edge(spot[1] + 0.5))

    def box(self, spot: Spot) -> Box:
        """The area of a field."""
        if self.star or self.scale:
            middle = self.point(spot)
            return Box(middle.x - self.cell / 2, middle.y - self.cell / 2, self.cell, self.cell)
        x, y = self.edge(spot[0]), self.edge(spot[1])
        return Box(x, y, self.edge(spot[0] + 1) - x, self.edge(spot[1] + 1) - y)

    def size(self, spot: Spot) -> Extent:
        """How large a field is; rounded, so that fields of one kind have one size."""
        if spot in self.dishes:
            side = round(2 * DISH * self.corner * ROOM, DIGITS)
            return Extent(side, side, dish=True)
        box = self.box(spot)
        swell = self.swell if spot in self.waiting else 1
        return Extent(round(box.w, DIGITS), round(box.h, DIGITS), swell, self.wedges.get(spot, (0, 0)))

    @property
    def piece(self) -> float:
        """How wide a field would be that a piece just fills; on narrow fields pieces stand out a little, on wide ones they have room."""
        if self.look == "square":
            return self.cell * 0.64
        return self.cell * (min(max(0.8 * self.wide / self.cell, 1), 1.1) if self.look not in FLAT else 1)

    @property
    def swell(self) -> float:
        """How much larger pieces are that wait in the hollows of a printed cross; in the small trays of a star, how much smaller."""
        if self.look == "square":
            return round(0.72 * STRIP / self.piece, DIGITS)
        if self.look == "cross":
            return round(max(1.75 * CUP * self.corner / self.piece, 1), DIGITS)
        return round(min(self.corner / (CROWDED * self.cell), 1), DIGITS)


def look_of(plan: Plan) -> Look:
    """Which of the looks suits a board."""
    if plan.written:
        return "written"
    if plan.paths:
        return "square"
    if plan.places or plan.closed or plan.star:
        return "round"
    return "cloth" if plan.centre else "cross"


@lru_cache(maxsize=64)
def measure(plan: Plan) -> Grid:
    """The measures of a board."""
    if plan.star:
        return measure_star(plan)
    if plan.written:
        return measure_written(plan)
    if plan.paths:
        return measure_square(plan)
    look, middle = look_of(plan), (plan.size - 1) / 2
    wide = ARM.get(look, SIDE / plan.size)
    cell = (SIDE - 3 * wide) / (plan.size - 3)
    corner = (middle - 1) * cell
    waiting = {} if plan.centre else dict(spread(plan, corner))
    grid = Grid(look, middle, cell, wide, corner, waiting, wedges(plan) if look == "cross" else {})
    if look != "cloth":
        return grid
    return replace(grid, dishes={plan.house(seat): corner_of(grid, plan, seat) for seat in range(len(plan.starts))})


def measure_star(plan: Plan) -> Grid:
    """The measures of a star: its trays lie between the arms, as far out as the arms reach, and touch neither."""
    reach = max(-q for q, _ in plan.ring) + 0.55  # of an arm, in fields
    cell = SIDE / (2 * reach)
    away = (reach + BESIDE) / 1.5
    corner = AIRY * (away / 2 - BESIDE) * cell / TRAY
    waiting: dict[Spot, Point] = {}
    for spots in plan.reserves:
        q, r = (sum(spot[axis] for spot in spots) for axis in (0, 1))
        x, y = q + r / 2, r * ROW
        far = away * cell / math.hypot(x, y)
        aside = ((-1, -1), (1, -1), (-1, 1), (1, 1))
        for spot, (dx, dy) in zip(spots, aside, strict=True):
            waiting[spot] = Point(MIDDLE + x * far + dx * corner * 0.19, MIDDLE + y * far + dy * corner * 0.19)
    return Grid("round", (plan.size - 1) / 2, cell, cell, corner, waiting, {}, star=True)


def measure_written(plan: Plan) -> Grid:
    """The measures of a written board: as large as fits."""
    scale = SIDE / plan.size
    cell = min(FINE * scale, WIDEST_FIELD)
    waiting = {spot: Point(spot[0] * scale, spot[1] * scale) for spots in plan.reserves for spot in spots}
    return Grid("written", MIDDLE, cell, cell, plan.tray * scale / TRAY, waiting, {}, scale=scale)


def measure_square(plan: Plan) -> Grid:
    """The measures of a square, with a strip for pieces that wait before each player."""
    cell = (SIDE - 2 * STRIP) / (plan.size - 2)
    waiting: dict[Spot, Point] = {}
    for seat, spots in enumerate(plan.reserves):
        x, y = (part - plan.size // 2 for part in plan.ring[plan.starts[seat]])  # outwards
        away, reach = MIDDLE - STRIP / 2 - 4, max(abs(x), abs(y))
        for nth, spot in enumerate(spots):
            aside = ((nth + 1) // 2 * (1 if nth % 2 else -1) + (len(spots) % 2 == 0) / -2) * STRIP * 0.8  # from the middle outwards
            waiting[spot] = Point(MIDDLE + x / reach * away - y / reach * aside, MIDDLE + y / reach * away + x / reach * aside)
    return Grid("square", (plan.size - 1) / 2, cell, cell, STRIP, waiting, {})


def wedges(plan: Plan) -> dict[Spot, Spot]:
    """The homes in the middle of a cross, and which way each opens."""
    middle = plan.size // 2
    houses = (plan.house(seat) for seat in range(len(plan.starts)))
    return {(x, y): (x - middle, y - middle) for x, y in houses}


def spread(plan: Plan, corner: float) -> list[tuple[Spot, Point]]:
    """The places of the reserves, spread round the middle of each corner."""

    def place(at: int, mean: float) -> float:
        middle = corner / 2 if mean < plan.size / 2 else SIDE - corner / 2
        return middle + ((at > mean) - (at < mean)) * corner * 0.18

    points = []
    for spots in plan.reserves:
        mean_x, mean_y = (sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1))
        points += [((x, y), Point(place(x, mean_x), place(y, mean_y))) for x, y in spots]
    return points


def reserve(m: Grid, plan: Plan, seat: int) -> list[Point]:
    """The places of a reserve."""
    return [m.point(spot) for spot in plan.reserves[seat]]


def corner_of(m: Grid, plan: Plan, seat: int) -> Point:
    """The middle of the corner that is a colour's own."""
    if m.star or m.scale:
        places = reserve(m, plan, seat)
        return Point(sum(at.x for at in places) / len(places), sum(at.y for at in places) / len(places))
    near, far = m.corner / 2, SIDE - m.corner / 2
    x, y = plan.reserves[seat][0]
    return Point(far if x > m.middle else near, far if y > m.middle else near)


def share(size: Extent, count: int, piece: float) -> list[Offset]:
    """Where `count` pieces on a field of this size stand, beside each other; `piece` is as wide as one."""
    if size.outward != (0, 0):
        return sit(size, count, piece)
    if size.dish:
        return fill(size, count, piece)
    if count == 1:
        return [Offset(0, 0, size.swell)]
    long, narrow = max(size.w, size.h), min(size.w, size.h)
    if count == 2:
        apart, scale = long / 4.3, 0.92 if long / narrow > 1.4 else 0.74
        return [Offset(dx, 0, scale) if size.w >= size.h else Offset(0, dx, scale) for dx in (-apart, apart)]
    side = math.ceil(math.sqrt(count))
    rows = math.ceil(count / side)
    step = narrow / side
    scale = max(min(0.66, 1.2 / side), min(0.85, step / piece))
    beside = [min(side, count - side * row) for row in range(rows)]  # those in the last row stand in its middle
    return [
        Offset((nth % side - (beside[nth // side] - 1) / 2) * step, (nth // side - (rows - 1) / 2) * step, scale)
        for nth in range(count)
    ]


def fill(size: Extent, count: int, piece: float) -> list[Offset]:
    """The seats in a dish, in rows; a piece keeps its seat when another comes home."""
    side = max(math.ceil(math.sqrt(count)), 2)
    step, middle = size.w / side, (side - 1) / 2
    scale = round(step / piece, DIGITS)
    return [Offset((nth % side - middle) * step, (nth // side - middle) * step, scale) for nth in range(count)]


def sit(size: Extent, count: int, piece: float) -> list[Offset]:
    """The seats of a wedge: the first row at its wide end; a piece keeps its seat when another comes home."""
    rows = max(math.ceil(math.sqrt(count)), 2)
    step, apart = 1.15 * size.w / rows, 1.2 * size.w / rows
    scale = round(min(1.08 * size.w / rows / piece, 1), DIGITS)
    (x, y), found = size.outward, []
    for row in range(rows, 0, -1):
        out = row * step - size.w  # from the middle of the home, which lies as far from that of the board as it is wide
        for nth in range(2 * row - 1):
            side = apart * ((nth + 1) // 2) * (1 if nth % 2 else -1)
            found.append(Offset(x * out - y * side, y * out + x * side, scale))
    return found[:count]
