"""The boards: ring, lanes and reserves, and where each of them is drawn.

x runs to the right, y down. On a star of six arms a spot is (q, r) on a lattice of triangles: q runs to the right, r
down to the right. Seats are numbered in the direction the pieces run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from .charts import Xy, bounds, chart
from .rules import Board

Spot = tuple[int, int]
FINE = 100  # parts of a field in which places on a written board are given


@dataclass(frozen=True)
class Plan:
    """One board: what is where, and which field each step of each colour is."""

    size: int  # the drawing is a grid of size × size
    ring: tuple[Spot, ...]
    lanes: tuple[tuple[Spot, ...], ...]  # per seat, from the ring towards home
    reserves: tuple[tuple[Spot, ...], ...]
    safe: frozenset[int]  # ring fields
    mouths: tuple[int, ...]  # the end field of each arm, where its lane begins
    starts: tuple[int, ...]  # where each seat joins the ring
    first: int  # the step at which a piece joins the ring
    lap: int  # its last step on the ring
    last: int  # the last step: home
    centre: bool  # pieces start in the centre and come back to it
    places: bool  # every goal field is one piece's place
    closed: bool  # there are fields in the inner corners, so that only one square is left in the middle
    star: bool = False  # six arms on a lattice of triangles
    outer: int = 0  # the last step before the way turns in
    paths: tuple[tuple[int, ...], ...] = ()  # the ring fields of each seat's way, where it does not just follow the ring
    spiral: bool = False  # a square, wound inwards
    homes: tuple[Spot, ...] = ()  # of a written board
    names: tuple[str, ...] = ()  # … and of its shared fields
    tray: int = 0  # … the radius of a place where pieces wait
    in_order: bool = True  # or a spiral, where nothing blocks: does each step lead to the next field of the ring?

    @property
    def written(self) -> bool:
        """Is the board written out? Then spots are in hundredths of a field."""
        return self.tray > 0

    def is_alike(self, moved: Mapping[int, int]) -> bool:
        """Is the board the same if seats take the places of others, or its own?"""
        if not self.written:
            return True
        at = {seat: {field: step for step, field in enumerate(self.paths[seat])} for seat in moved}
        safe = {seat: [field in self.safe for field in self.paths[seat]] for seat in moved}

        def meetings(one: int, other: int) -> list[int | None]:
            return [at[other].get(field) for field in self.paths[one]]

        return all(
            safe[one] == safe[moved[one]] and meetings(one, other) == meetings(moved[one], moved[other])
            for one, other in product(moved, repeat=2)
        )

    @property
    def circuit(self) -> int:
        """Steps once round, for a piece that does not turn in."""
        return self.outer if self.spiral else len(self.ring)

    def field(self, seat: int, step: int) -> int | None:
        """The ring field of a step, or None for reserve, lane and home."""
        if not self.first <= step <= self.lap:
            return None
        if self.paths:
            return self.paths[seat][step - 1]
        return (self.starts[seat] + step - self.first) % len(self.ring)

    def setting_out(self, seat: int) -> tuple[Spot, Spot]:
        """Where a seat joins the ring, and the field to which it goes on."""
        at = self.starts[seat]
        ahead = self.paths[seat][1] if self.paths else (at + 1) % len(self.ring)
        return self.ring[at], self.ring[ahead]

    def spot(self, seat: int, step: int, nth: int = 0) -> Spot:
        """Where a piece is drawn; `nth` picks among the places of the reserve."""
        if step == 0:
            return self.reserves[seat][nth % len(self.reserves[seat])]
        field = self.field(seat, step)
        if field is not None:
            return self.ring[field]
        lane = self.lanes[seat]
        if self.centre and step < self.first:
            return lane[-step]
        if step == self.last and not self.places:
            return self.house(seat)
        return lane[step - self.lap - 1]

    def numbers(self, first: int) -> tuple[int, ...]:
        """What stands on the fields of a ring that is numbered from `first` on; that follows the end of the first arm.

        On a written board the author has numbered them, unless he has called some by letters.
        """
        if self.written:
            return tuple(map(int, self.names)) if all(map(str.isdecimal, self.names)) else ()
        return tuple((field - 1) % len(self.ring) + first for field in range(len(self.ring)))

    def house(self, seat: int) -> Spot:
        """Where a seat's pieces are home: on the square after its lane, or in the block of squares in the middle."""
        if self.written:
            return self.homes[seat]
        if self.star:
            (q, r), (p, n) = self.ring[self.mouths[seat]], self.lanes[seat][0]
            beyond = len(self.lanes[seat]) + 1
            return q + beyond * (p - q), r + beyond * (n - r)
        middle = self.size // 2
        if self.spiral:
            return middle, middle
        x, y = self.ring[self.mouths[seat]]
        if self.closed:
            beyond = len(self.lanes[seat]) + 1
            return x + beyond * ((x < middle) - (x > middle)), y + beyond * ((y < middle) - (y > middle))
        return middle + (x > middle) - (x < middle), middle + (y > middle) - (y < middle)

    def data(self) -> dict[str, Any]:
        """The board as JSON for a page that draws it."""
        return {
            "size": self.size,
            "ring": [list(spot) for spot in self.ring],
            "lanes": [[list(spot) for spot in lane] for lane in self.lanes],
            "reserves": [[list(spot) for spot in corner] for corner in self.reserves],
            "houses": None if self.places else [list(self.house(seat)) for seat in range(len(self.mouths))],
            "safe": sorted(self.safe),
            "starts": list(self.starts),
            "mouths": list(self.mouths),
            "first": self.first,
            "lap": self.lap,
            "last": self.last,
            "centre": self.centre,
            "star": self.star,
            "outer": self.outer,
            "paths": [list(path) for path in self.paths],
        }


@lru_cache(maxsize=64)
def plan(board: Board) -> Plan:
    """Lay out a board from its chapter of the rulebook."""
    if board.shape == "spiral":
        return plan_spiral(board)
    if board.shape == "written":
        return plan_written(board)
    arm = board.arm
    middle = max(arm, board.lane) + 1  # a lane that is longer than the arms moves them outwards
    edge = 2 * middle
    closed, clockwise = board.shape == "closed", board.direction == "clockwise"
    if closed:  # drawn clockwise from the start field left of the centre
        quarter = [(x, arm) for x in range(arm + 1)] + [(arm, y) for y in range(arm - 1, -1, -1)] + [(arm + 1, 0)]
        lane = [(x, arm + 1) for x in range(1, board.lane + 1)]
        inset = max(arm - 4, 0)
        corner = [(x, y) for y in (inset, inset + 1) for x in (inset, inset + 1)]
    else:  # drawn anticlockwise from the end field of the bottom arm
        inmost = edge - arm + 1  # where the sides of the arms begin
        quarter = [(middle, edge)]
        quarter += [(middle + 1, y) for y in range(edge, inmost - 1, -1)] + [(x, middle + 1) for x in range(inmost, edge + 1)]
        lane = [(middle, y) for y in range(edge - 1, edge - 1 - board.lane, -1)]
        inner = inmost + (arm - 1) // 3
        outer = min(inner + 2, edge)
        corner = [(x, y) for y in (inner, outer) for x in (inner, outer)]
        if board.route == "centre":  # pieces wait in the centre, on the corner of it that is their colour's
            corner = [(middle + 1, middle + 1)]
    mirror = closed != clockwise
    if board.arms == 6:
        quarter, lane, corner = star_sector(board)
    seats = range(board.arms)

    def turned(spots: list[Spot], seat: int) -> tuple[Spot, ...]:
        if board.arms == 6:
            for _ in range(seat):
                spots = [(-r, q + r) for q, r in spots]
            return tuple((q, r) if clockwise else (-q - r, r) for q, r in spots)
        for _ in range(seat):
            spots = [(edge - y, x) if closed else (y, edge - x) for x, y in spots]
        return tuple((edge - x, y) if mirror else (x, y) for x, y in spots)

    size, around = len(quarter), board.arms * len(quarter)
    mouths = tuple((size * seat - closed) % around for seat in seats)
    centre = board.route == "centre"
    start = 0 if centre else board.start
    first = board.lane + 1 if centre else 1
    lap = first + around - (0 if centre else start)
    return Plan(
        size=2 * arm + 5 if board.arms == 6 else edge + 1,
        ring=tuple(spot for seat in seats for spot in turned(quarter, seat)),
        lanes=tuple(turned(lane, seat) for seat in seats),
        reserves=tuple(turned(corner, seat) for seat in seats),
        safe=frozenset((mouth + field) % around for mouth in mouths for field in board.safe),
        mouths=mouths,
        starts=tuple((mouth + start) % around for mouth in mouths),
        first=first,
        lap=lap,
        last=lap + board.lane + (board.home == "point"),
        centre=centre,
        places=board.home == "places",
        closed=closed,
        star=board.arms == 6,
        outer=lap,
    )


def plan_spiral(board: Board) -> Plan:
    """A square: once round its edge, then the other way round inwards. A strip around it is for pieces that wait."""
    arm, edge = board.arm, 2 * board.arm + 2

    def turned(spots: list[Spot], seat: int) -> list[Spot]:
        for _ in range(seat):
            spots = [(y, edge - x) for x, y in spots]
        return spots

    spots, around = wind(arm), 8 * arm
    field = {spot: at for at, spot in enumerate(spots)}
    starts = tuple(2 * arm * seat for seat in range(4))
    waiting = [(x, edge) for x in range(board.pieces)]
    mirror = board.direction == "clockwise"

    def facing(spots: list[Spot]) -> tuple[Spot, ...]:
        return tuple((edge - x, y) if mirror else (x, y) for x, y in spots)

    return Plan(
        size=edge + 1,
        ring=facing(spots),
        lanes=((),) * 4,
        reserves=tuple(facing(turned(waiting, seat)) for seat in range(4)),
        safe=frozenset((start + at) % around for start in starts for at in board.safe),
        mouths=starts,
        starts=starts,
        first=1,
        lap=len(spots),
        last=len(spots) + 1,
        centre=False,
        places=False,
        closed=False,
        outer=around,
        paths=tuple(tuple(field[spot] for spot in turned(spots, seat)) for seat in range(4)),
        spiral=True,
    )


def plan_written(board: Board) -> Plan:
    """A board as its author has written it, moved into a square."""
    drawn = chart(board)
    middles = [spot for row in drawn.reserves for spot in [(sum(x for x, _ in row) / len(row), sum(y for _, y in row) / len(row))]]
    edges = [(x + side * drawn.tray, y + side * drawn.tray) for x, y in middles for side in (-1, 1)]
    edges += [(x + side * 0.5, y + side * 0.5) for row in (drawn.ring, *drawn.lanes, drawn.homes) for x, y in row for side in (-1, 1)]
    low_x, high_x, low_y, high_y = bounds(edges)
    side = max(high_x - low_x, high_y - low_y)
    left, top = (low_x + high_x - side) / 2, (low_y + high_y - side) / 2

    def moved(spots: tuple[Xy, ...]) -> tuple[Spot, ...]:
        return tuple((round((x - left) * FINE), round((y - top) * FINE)) for x, y in spots)

    lap, lane = drawn.lap, board.lane if drawn.lanes[0] else 0
    return Plan(
        size=round(side * FINE),
        ring=moved(drawn.ring),
        lanes=tuple(moved(spots)[:lane] for spots in drawn.lanes),
        reserves=tuple(map(moved, drawn.reserves)),
        safe=drawn.safe,
        mouths=tuple(path[-1] for path in drawn.paths),
        starts=tuple(path[0] for path in drawn.paths),
        first=1,
        lap=lap,
        last=lap + lane + (board.home == "point"),
        centre=False,
        places=board.home == "places",
        closed=False,
        outer=lap,
        paths=drawn.paths,
        homes=moved(drawn.homes),
        names=drawn.names,
        tray=round(drawn.tray * FINE),
        in_order=drawn.follows_ring,
    )


def wind(arm: int) -> list[Spot]:
    """The way of seat 0 on a spiral, from the middle of the lower edge anticlockwise round it, then clockwise to the middle."""
    low, high = 1, 2 * arm + 1
    corners = [(arm + 1, high), (high, high), (high, low), (low, low), (low, high), (arm, high)]
    for n in range(1, arm):
        low, high = 1 + n, 2 * arm + 1 - n
        corners += [(low, high), (low, low), (high, low), (high, high), (low + 1, high)]
    way = corners[:1]
    for x, y in corners[1:]:
        while way[-1] != (x, y):
            here = way[-1]
            way.append((here[0] + (x > here[0]) - (x < here[0]), here[1] + (y > here[1]) - (y < here[1])))
    return way


def star_sector(board: Board) -> tuple[list[Spot], list[Spot], list[Spot]]:
    """The ring, the lane and the reserve of the west arm of a star, clockwise."""
    arm, closed = board.arm, board.shape == "closed"
    there = [(-n, -1) for n in range(arm + 1, 0 if closed else 1, -1)]
    back = [(-1, -n) for n in range(2, arm + 2)]
    ring = [*there, *back, (0, -arm - 2)] if closed else [(-arm - 2, 0), *there, *back]
    near = (arm + 2) // 2
    return ring, [(-arm - 1 + n, 0) for n in range(board.lane)], [(-a, -b) for b in (near, near + 1) for a in (near, near + 1)]
