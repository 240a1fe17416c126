"""A board that is written out: its fields, the paths over them, and where all of it is drawn.

x runs to the right, y down; the author measures in whatever suits him, here the least distance of two fields is 1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Protocol

Xy = tuple[float, float]

MOST_SEATS, MOST_SHARED, MOST_STEPS = 8, 128, 127
MOST_WRITTEN = 256  # fields, those of all lanes included
ENOUGH = 20  # faults that are reported at once
WIDEST = 40  # fields side by side: more could not be told apart
SAME = 0.02  # two places that are no farther apart are one
RUN = re.compile(r"([A-Za-z]*)([0-9]{1,3})(?:-([A-Za-z]*)([0-9]{1,3}))?")
NUMBER = r"-?[0-9]{1,4}(?:\.[0-9]{1,4})?"
POINT = re.compile(rf"({NUMBER}),({NUMBER})")
ROUND = re.compile(rf"round\s+({NUMBER},{NUMBER})\s+from\s+({NUMBER},{NUMBER})")
CLEAR = 0.4  # between a tray and a field beside it


class Writing(Protocol):
    """What a board says of itself, as in `rules`."""

    @property
    def fields(self) -> tuple[str, ...]: ...
    @property
    def paths(self) -> tuple[str, ...]: ...
    @property
    def lanes(self) -> tuple[str, ...]: ...
    @property
    def homes(self) -> tuple[str, ...]: ...
    @property
    def reserves(self) -> tuple[str, ...]: ...
    @property
    def turned(self) -> int: ...
    @property
    def home(self) -> str: ...
    @property
    def safe(self) -> tuple[int, ...]: ...
    @property
    def pieces(self) -> int: ...
    @property
    def direction(self) -> str: ...


class ChartError(Exception):
    """What is wrong with a board, a sentence for each fault."""


@dataclass(frozen=True)
class Chart:
    """A written board; where something is wrong with it, only `faults` counts."""

    faults: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of the shared fields, in the order in which they are written
    ring: tuple[Xy, ...] = ()  # where these are
    paths: tuple[tuple[int, ...], ...] = ()  # the shared fields of each seat's way, by their place among all of them
    lanes: tuple[tuple[Xy, ...], ...] = ()
    homes: tuple[Xy, ...] = ()  # none where every piece has a place of its own
    reserves: tuple[tuple[Xy, ...], ...] = ()
    safe: frozenset[int] = frozenset()
    tray: float = 0  # the radius of a place where pieces wait

    @property
    def lap(self) -> int:
        """The steps on shared fields."""
        return len(self.paths[0])

    @property
    def follows_ring(self) -> bool:
        """Does every step of every path lead to the next of the shared fields, and from the last of them to the first?"""
        return all(there == (here + 1) % len(self.ring) for path in self.paths for here, there in pairwise(path))

    @property
    def comes_round(self) -> bool:
        """Does every path end just before it began?"""
        return self.follows_ring and self.lap == len(self.ring)

    def is_safe(self, step: int) -> bool:
        """Is a step safe for every seat?"""
        return all(step <= len(path) and path[step - 1] in self.safe for path in self.paths)

    @property
    def is_alike(self) -> bool:
        """Do all paths have their safe fields at the same steps?"""
        return len({tuple(field in self.safe for field in path) for path in self.paths}) == 1

    def shares(self, steps: Sequence[int]) -> bool:
        """Would two colours whose pieces stand on these steps meet?"""
        held = [{path[step - 1] for step in steps if step <= len(path)} for path in self.paths]
        return any(one & other for one, other in combinations(held, 2))


def seats_of(paths: Sequence[str], turned: int) -> int:
    """How many can sit at a written board."""
    return min(turned or len(paths), MOST_SEATS)


def length_of(lanes: Sequence[str]) -> int:
    """How many fields the lanes of a written board have; 0 if that cannot be read."""
    try:
        return len(read_names(lanes[0], "lanes")) if lanes else 0
    except ChartError:
        return 0


@lru_cache(maxsize=64)
def chart(board: Writing) -> Chart:
    """Read a written board."""
    try:
        return Reader(board).read()
    except ChartError as error:
        return Chart(faults=error.args)


class Reader:
    """Reads one board; what is wrong with it is collected as far as it goes."""

    def __init__(self, board: Writing) -> None:
        self.board, self.turns = board, board.turned or 1
        self.seats = seats_of(board.paths, board.turned)
        self.faults: list[str] = []
        self.spots: dict[str, Xy] = {}

    def read(self) -> Chart:
        board = self.board
        if not 2 <= (board.turned or 2) <= MOST_SEATS:
            raise ChartError(f"board.turned = {board.turned}: a written board has 2 to {MOST_SEATS} seats; 0 if it is not turned")
        wanted = "one path: it is turned for the others" if board.turned else f"the paths of 2 to {MOST_SEATS} seats"
        if not (len(board.paths) == 1 if board.turned else 2 <= len(board.paths) <= MOST_SEATS):
            raise ChartError(f"board.paths lists {wanted}; here are {len(board.paths)}")
        self.read_fields()
        paths = self.ways(board.paths, "paths")
        lanes = self.ways(board.lanes, "lanes") if board.lanes else [[] for _ in range(self.seats)]
        self.refuse()
        self.check_ways(paths, lanes)
        shared = {name for path in paths for name in path}
        safe = self.safe_names(shared)
        self.refuse()
        names = [name for name in self.spots if name in shared]
        if len(names) > MOST_SHARED:
            raise ChartError(f"board.paths leads over {len(names)} fields: a board has {MOST_SHARED} besides the lanes, at most")
        unit = self.unit()
        at = {name: number for number, name in enumerate(names)}
        spots = {name: (x / unit, y / unit) for name, (x, y) in self.spots.items()}
        ring = [spots[name] for name in names]
        drawn = [[spots[name] for name in lane] for lane in lanes]
        ends = [[spots[name] for name in (path + lane)[-2:]] for path, lane in zip(paths, lanes, strict=True)]
        homes = self.homes(ends, spots, unit) if board.home == "point" else []
        self.refuse()
        tray = 1.2 if board.pieces <= 4 else 1.45
        middles = self.trays([spots[path[0]] for path in paths], spots, homes, tray, unit)
        self.refuse()
        return Chart(
            names=tuple(names),
            ring=tuple(ring),
            paths=tuple(tuple(at[name] for name in path) for path in paths),
            lanes=tuple(map(tuple, drawn)),
            homes=tuple(homes),
            reserves=tuple(tuple(gather(middle, board.pieces)) for middle in middles),
            safe=frozenset(at[name] for name in safe),
            tray=tray,
        )

    def refuse(self) -> None:
        if self.faults:
            raise ChartError(*list(dict.fromkeys(self.faults))[:ENOUGH])

    # --- fields ------------------------------------------------------------------

    def read_fields(self) -> None:
        if not self.board.fields:
            raise ChartError("board.fields is missing: board.shape = 'written' needs fields such as \"1-40: round 0,0 from 0,-6\"")
        for line in self.board.fields:
            try:
                self.read_run(line)
            except ChartError as error:
                self.faults += error.args
            if len(self.faults) >= ENOUGH:
                break
        self.refuse()
        numbered = [int(name) for name in self.spots if name.isdecimal()]
        written, beyond = dict(self.spots), max(numbered, default=0)
        for turn in range(1, self.turns):
            for name, spot in written.items():
                there = self.turn(spot, turn)
                if self.named(there) is None:
                    self.add(str(int(name) + turn * beyond) if name.isdecimal() else f"{name}, turned {turn} times", there)
        self.refuse()

    def read_run(self, line: str) -> None:
        """One line of `fields`: their names, and where they lie."""
        written, colon, where = line.partition(":")
        if not colon:
            raise ChartError(f"board.fields: {line!r:.60} must be names and places, such as \"1-9: 0,4 8,4\"")
        names = read_names(written, "fields")
        try:
            spots = spread(names, where.strip())
        except ChartError as error:
            raise ChartError(f"board.fields, {written.strip()}: {error}") from None
        for name, spot in zip(names, spots, strict=True):
            self.add(name, spot)

    def add(self, name: str, spot: Xy) -> None:
        if name in self.spots:
            self.faults.append(f"board.fields: field {name} is written twice")
        elif (other := self.named(spot)) is not None:
            self.faults.append(f"board.fields: fields {other} and {name} lie on one spot, {write(spot)}")
        elif len(self.spots) == MOST_WRITTEN:
            raise ChartError(f"board.fields: there are too many; {MOST_WRITTEN} is the most, those of the lanes included")
        else:
            self.spots[name] = spot

    def named(self, spot: Xy) -> str | None:
        """The field on a spot."""
        return next((name for name, other in self.spots.items() if math.dist(spot, other) < SAME), None)

    def turn(self, spot: Xy, times: int) -> Xy:
        """A spot as it lies for another seat of a turned board."""
        angle = 2 * math.pi * times / self.turns * (1 if self.board.direction == "clockwise" else -1)
        (x, y), cos, sin = spot, math.cos(angle), math.sin(angle)
        return round(x * cos - y * sin, 9), round(x * sin + y * cos, 9)

    def unit(self) -> float:
        """The least distance of two fields."""
        least, one, other = min((math.dist(a, b), name, near) for (name, a), (near, b) in combinations(self.spots.items(), 2))
        wide = max(max(spot[axis] for spot in self.spots.values()) - min(spot[axis] for spot in self.spots.values()) for axis in (0, 1))
        if wide > WIDEST * least:
            raise ChartError(f"board.fields: fields {one} and {other} lie too near each other for a board of this width: {WIDEST} fields side by side is the most")
        return least

    # --- paths -------------------------------------------------------------------

    def ways(self, written: Sequence[str], key: str) -> list[list[str]]:
        """The fields of each seat's path, or of its lane."""
        found: list[list[str]] = []
        if len(written) != (1 if self.board.turned else self.seats):
            few = "one, which is turned for the others" if self.board.turned else f"one for each of the {self.seats} paths"
            raise ChartError(f"board.{key} lists {few}; here are {len(written)}")
        for line in written:
            try:
                names = read_names(line, key)
                missing = [name for name in names if name not in self.spots]
                if missing:
                    raise ChartError(f"board.{key}: there is no field {missing[0]}; board.fields has {listed(self.spots)}")
                found.append(names)
            except ChartError as error:
                self.faults += error.args
        for turn in range(1, self.turns if found else 1):
            ahead = [(name, self.named(self.turn(self.spots[name], turn))) for name in found[0]]
            lost = [name for name, there in ahead if there is None]
            if lost:
                raise ChartError(f"board.turned = {self.turns}: field {lost[0]}, turned about 0,0, lies on no field")
            found.append([there for _, there in ahead if there is not None])
        return found

    def check_ways(self, paths: list[list[str]], lanes: list[list[str]]) -> None:
        """What the pieces could not walk on."""
        for key, ways in (("paths", paths), ("lanes", lanes)):
            for seat, way in enumerate(ways):
                twice = next((name for at, name in enumerate(way) if name in way[:at]), None)
                if twice:
                    self.faults.append(f"board.{key}: the way of seat {seat} comes to field {twice} twice; a piece could not be told from one that has come round")
                if len(way) != len(ways[0]):
                    self.faults.append(f"board.{key}: seat {seat} has {len(way)} fields and seat 0 has {len(ways[0])}; all need as many")
        owner: dict[str, str] = {name: f"the path of seat {seat}" for seat, path in enumerate(paths) for name in path}
        for seat, lane in enumerate(lanes):
            for name in lane:
                if name in owner and owner[name] != f"the lane of seat {seat}":
                    self.faults.append(f"board.lanes: field {name} of seat {seat} lies on {owner[name]} too; a lane belongs to one colour")
                    break
                owner[name] = f"the lane of seat {seat}"
        idle = [name for name in self.spots if name not in owner]
        if idle and not self.faults:
            self.faults.append(f"board.fields: nobody comes to field {idle[0]}; it needs a path or a lane")
        if len(paths[0]) < 2:
            self.faults.append("board.paths: a path has 2 fields at least, besides its lane")
        last = len(paths[0]) + len(lanes[0]) + (self.board.home == "point")
        if last > MOST_STEPS:
            self.faults.append(f"board.paths: home is step {last} on this board: a path has at most {MOST_STEPS} steps")

    def safe_names(self, shared: set[str]) -> set[str]:
        found: set[str] = set()
        for number in self.board.safe:
            if str(number) not in shared:
                self.faults.append(f"board.safe names fields of the paths by their numbers; there is no {number}")
                continue
            found |= {self.named(self.turn(self.spots[str(number)], turn)) or "" for turn in range(self.turns)}
        return found

    # --- what is drawn besides ------------------------------------------------------

    def places(self, written: Sequence[str], key: str, unit: float) -> list[Xy]:
        """A written place for each seat."""
        if len(written) != (1 if self.board.turned else self.seats):
            few = "one place, which is turned for the others" if self.board.turned else f"a place for each of the {self.seats} seats"
            raise ChartError(f"board.{key} lists {few}; here are {len(written)}")
        try:
            spots = [read_point(place) for place in written]
        except ChartError as error:
            raise ChartError(f"board.{key}: {error}") from None
        spots += [self.turn(spots[0], turn) for turn in range(1, self.turns)]
        return [(x / unit, y / unit) for x, y in spots]

    def homes(self, ends: list[list[Xy]], spots: dict[str, Xy], unit: float) -> list[Xy]:
        """Where the pieces of each seat are home: as written, or one field beyond the end of its lane."""
        if self.board.homes:
            found = self.places(self.board.homes, "homes", unit)
        elif not self.board.lanes:
            raise ChartError("board.homes is missing: without lanes it must say where each colour is home")
        else:
            steps = [(math.dist(*end), end) for end in ends]
            found = [(b[0] + (b[0] - a[0]) / far, b[1] + (b[1] - a[1]) / far) for far, (a, b) in steps]
        for seat, home in enumerate(found):
            near = min(spots, key=lambda name: math.dist(spots[name], home))
            if math.dist(spots[near], home) < 0.9:
                self.faults.append(f"board.homes: the home of seat {seat} would lie on field {near}; write where it is to be drawn")
        return found

    def trays(self, starts: list[Xy], spots: dict[str, Xy], homes: list[Xy], tray: float, unit: float) -> list[Xy]:
        """Where the pieces of each seat wait: as written, or near its start field, where there is room."""
        if self.board.reserves:
            found = self.places(self.board.reserves, "reserves", unit)
            for seat, place in enumerate(found):
                near = min(spots, key=lambda name: math.dist(spots[name], place))
                if math.dist(spots[near], place) < tray + CLEAR:
                    self.faults.append(f"board.reserves: the reserve of seat {seat} lies on field {near}, or too near it; it is {2 * tray * unit:.2g} wide")
            for (seat, one), (other, two) in combinations(enumerate(found), 2):
                if math.dist(one, two) < 2 * tray:
                    self.faults.append(f"board.reserves: those of seats {seat} and {other} lie on each other; each is {2 * tray * unit:.2g} wide")
            return found
        taken = [*spots.values(), *homes]
        found, clear = [], list(self.candidates(taken, tray))
        for start in starts[: 1 if self.board.turned else None]:
            free = [place for place in clear if all(math.dist(place, other) >= 2 * tray + 0.15 for other in found)]
            if not free:
                raise ChartError("board.reserves: there is no room for all of them beside the fields; write where they lie")
            found.append(self.nearest(free, start, taken, tray))
        return [*found, *(self.turn(found[0], turn) for turn in range(1, self.turns))]

    def candidates(self, taken: list[Xy], tray: float) -> Iterator[Xy]:
        """The places that touch no field, nor themselves where they are turned."""
        low_x, high_x, low_y, high_y = bounds(taken)
        for column in range(math.ceil((high_x - low_x + 8) * 2) + 1):
            for row in range(math.ceil((high_y - low_y + 8) * 2) + 1):
                place = (low_x - 4 + column / 2, low_y - 4 + row / 2)
                apart = self.turns == 1 or math.dist(place, self.turn(place, 1)) >= 2 * tray + 0.15
                if apart and all(math.dist(place, spot) >= tray + CLEAR + 0.2 for spot in taken):
                    yield place

    def nearest(self, free: list[Xy], start: Xy, taken: list[Xy], tray: float) -> Xy:
        """The place that is nearest to a start field and makes the board no wider, if there is one."""
        low_x, high_x, low_y, high_y = bounds(taken)
        middle = ((low_x + high_x) / 2, (low_y + high_y) / 2)

        def cost(place: Xy) -> tuple[float, float, Xy]:
            (x, y), reach = place, tray - 0.5
            over = sum(max(0.0, part) for part in (low_x - x + reach, x + reach - high_x, low_y - y + reach, y + reach - high_y))
            return round(math.dist(place, start) + 2 * over, 6), -round(math.dist(place, middle), 6), place

        return min(free, key=cost)


def read_names(written: str, key: str) -> list[str]:
    """Names of fields, one by one or as runs.

    >>> read_names("7 a1-a3 12-10", "paths")
    ['7', 'a1', 'a2', 'a3', '12', '11', '10']
    """
    found: list[str] = []
    for part in written.replace(",", " ").split():
        run = RUN.fullmatch(part)
        if not run:
            raise ChartError(f"board.{key}: {part!r:.40} is no field; they are called 7 or a1, and a run of them 1-12 or a1-a4")
        letter, begin, other, end = run.groups()
        if end and letter != other:
            raise ChartError(f"board.{key}: {part!r:.40} is no run; both ends need the same letter, such as a1-a4")
        first, last = int(begin), int(end or begin)
        if min(first, last) < 1:
            raise ChartError(f"board.{key}: {part!r:.40} is no field; they are numbered from 1 on")
        found += [f"{letter}{number}" for number in range(first, last + (1 if first <= last else -1), 1 if first <= last else -1)]
        if len(found) > MOST_WRITTEN:
            raise ChartError(f"board.{key}: {written!r:.40} names more than {MOST_WRITTEN} fields")
    if not found:
        raise ChartError(f"board.{key}: a list of fields is empty; name some, such as 1-12")
    return found


def read_point(written: str) -> Xy:
    found = POINT.fullmatch(written.strip())
    if not found:
        raise ChartError(f"{written!r:.40} is no place; write x,y such as 4,2.5")
    return float(found[1]), float(found[2])


def spread(names: Sequence[str], where: str) -> list[Xy]:
    """Fields at even distances along a line with corners, or round a circle, clockwise."""
    if where.startswith("round"):
        found = ROUND.fullmatch(where)
        if not found:
            raise ChartError("a circle is written \"round 0,0 from 0,-6\", its middle and its first field")
        (x, y), first = read_point(found[1]), read_point(found[2])
        radius, begin = math.dist((x, y), first), math.atan2(first[1] - y, first[0] - x)
        angles = (begin + 2 * math.pi * nth / len(names) for nth in range(len(names)))
        return [(round(x + radius * math.cos(angle), 9), round(y + radius * math.sin(angle), 9)) for angle in angles]
    corners = [read_point(part) for part in where.split()]
    if len(corners) != 1 if len(names) == 1 else len(corners) < 2:
        wanted = "one place" if len(names) == 1 else "the places of the first and the last, and of corners between them"
        raise ChartError(f"it needs {wanted}")
    if len(names) == 1:
        return corners
    sides = [math.dist(*ends) for ends in pairwise(corners)]
    found_spots, step = [], sum(sides) / (len(names) - 1)
    for nth in range(len(names)):
        left, side = nth * step, 0
        while side < len(sides) - 1 and left > sides[side] + 1e-9:
            left -= sides[side]
            side += 1
        (x, y), (to_x, to_y) = corners[side], corners[side + 1]
        part = left / sides[side] if sides[side] else 0
        found_spots.append((round(x + (to_x - x) * part, 9), round(y + (to_y - y) * part, 9)))
    return found_spots


def gather(middle: Xy, pieces: int) -> list[Xy]:
    """The places of a tray: in two rows, or in three."""
    side = 2 if pieces <= 4 else 3
    apart, rows = 0.88, math.ceil(pieces / side) if pieces > 1 else 1
    found = []
    for nth in range(pieces):
        row, column = divmod(nth, side)
        wide = min(side, pieces - row * side)
        found.append((middle[0] + (column - (wide - 1) / 2) * apart, middle[1] + (row - (rows - 1) / 2) * apart))
    return found


def bounds(spots: Sequence[Xy]) -> tuple[float, float, float, float]:
    """The least and the largest x, and the same of y."""
    columns, rows = [x for x, _ in spots], [y for _, y in spots]
    return min(columns), max(columns), min(rows), max(rows)


def write(spot: Xy) -> str:
    return f"{spot[0]:g},{spot[1]:g}"


def listed(names: Iterator[str] | dict[str, Xy]) -> str:
    """The names of fields in few words."""
    known = list(names)
    return ", ".join(known) if len(known) <= 6 else f"{', '.join(known[:3])} … {known[-1]}"
