"""The board as text: four characters to a field and the players in their corners, or less where a terminal is narrow."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ..boards import FINE, Plan, Spot
from ..table import Table
from ..words.names import Pieces, letters, number_of
from ..words.voice import Voice
from .look import Look, bare, pad, wrap

CELL, SMALL, SMALLEST = 4, 3, 2  # characters to a field
JOINTS = ("┌┬┐", "├┼┤", "└┴┘")  # of the lines between the fields of a square
DIAGONALS = {(-1, -1): ("↖", "\\"), (1, -1): ("↗", "/"), (1, 1): ("↘", "\\"), (-1, 1): ("↙", "/")}
ARROWS = {(1, 0): ("→", ">"), (-1, 0): ("←", "<"), (0, 1): ("↓", "v"), (0, -1): ("↑", "^")}
STAR_ARROWS = {(1, 0): ("→", ">"), (-1, 0): ("←", "<"), (0, 1): ("↘", "v"), (0, -1): ("↖", "^"), (1, -1): ("↗", "^"), (-1, 1): ("↙", "v")}


@dataclass(frozen=True)
class Drawing:
    """One view of a table: whose pieces are numbered, where moves lead, what is shown in the corners."""

    table: Table
    pieces: Pieces
    lang: str = "en"
    look: Look = field(default_factory=Look)
    numbered: frozenset[int] = frozenset()  # colours whose pieces carry their numbers
    targets: Mapping[Spot, Sequence[int]] = field(default_factory=dict)  # numbers of the moves that end there
    corners: Mapping[int, Sequence[str]] = field(default_factory=dict)  # lines of text per seat


@dataclass(frozen=True)
class Fit:
    """How the board fits the width of a terminal."""

    cell: int = CELL  # characters to a field
    margin: int = 0  # spaces before the board, so that the corners have room
    beside: bool = True  # are the players shown in their corners, or below the board?


def draw(drawing: Drawing) -> list[str]:
    """The lines of the board, in colour if the terminal has it; a sentence if it is too narrow."""
    layout, wide = fit(drawing), drawing.look.width
    if layout is None:
        plan = drawing.table.board
        needed = SMALLEST * (columns_of(plan) if plan.written else plan.size) + 1
        return wrap(Voice(drawing.lang)("board.too_narrow", n=needed, columns=drawing.look.room + 1), wide)
    return Painter(drawing, layout).lines()


def fit(drawing: Drawing) -> Fit | None:
    """The widest layout that fits the terminal."""
    size = drawing.table.board.size
    if drawing.table.board.star:
        fitting = (cell for cell in (CELL, SMALL, SMALLEST) if (size + 1) * cell <= drawing.look.width)
        return next((Fit(cell, beside=False) for cell in fitting), None)
    if drawing.table.board.written:
        wide = columns_of(drawing.table.board)
        fitting = (cell for cell in (CELL, SMALL, SMALLEST) if wide * cell <= (drawing.look.room if cell == SMALLEST else drawing.look.width))
        return next((Fit(cell, beside=False) for cell in fitting), None)
    if drawing.table.board.paths:
        fitting = (cell for cell in (CELL, SMALL, SMALLEST) if (size - 2) * (cell + 1) + 1 <= drawing.look.width)
        return next((Fit(cell, beside=False) for cell in fitting), None)
    arm = (size - 3) // 2  # fields beside an arm
    words = 2 + max((len(bare(line)) for lines in drawing.corners.values() for line in lines), default=0)
    for cell, beside in ((CELL, True), (SMALL, True), (CELL, False), (SMALL, False), (SMALLEST, False)):
        margin = max(0, words - arm * cell) if beside else 0
        right = max(arm * cell, words) if beside else arm * cell
        if margin + (arm + 3) * cell + right <= drawing.look.width:
            return Fit(cell, margin, beside)
    return None


@lru_cache(maxsize=64)
def rastered(plan: Plan) -> dict[Spot, Spot]:
    """Columns and rows for the fields of a written board, as close as they can be told apart."""
    spots = {*plan.ring, *plan.homes, *(spot for lane in plan.lanes for spot in lane)}
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    for close in (1, 1.1, 1.2, 1.3, 1.42):  # at the last of them no two can meet
        found = {(x, y): (round((x - left) * close / FINE), round((y - top) * close / FINE)) for x, y in spots}
        if len(set(found.values())) == len(spots):
            break
    return found


def to_eighths(dx: int, dy: int) -> Spot:
    """A direction, rounded to one of eight."""
    reach = 0.38 * math.hypot(dx, dy)  # the sine of an eighth's half
    return (dx > reach) - (dx < -reach), (dy > reach) - (dy < -reach)


def columns_of(plan: Plan) -> int:
    return 1 + max(x for x, _ in rastered(plan).values())


class Painter:
    """Draws one view of a table in one layout."""

    def __init__(self, drawing: Drawing, layout: Fit) -> None:
        self.drawing, self.look, self.layout, self.cell = drawing, drawing.look, layout, layout.cell
        self.plan: Plan = drawing.table.board
        self.colours = drawing.table.colours
        self.letters = letters(self.colours, drawing.lang)
        self.used = drawing.table.seats.colours
        self.notes: list[str] = []
        self.cells: dict[Spot, str] = {}
        self.draw_fields()
        self.draw_pieces()

    def lines(self) -> list[str]:
        if self.plan.star:
            return self.below(self.star_rows())
        if self.plan.written:
            return self.below(self.written_rows())
        if self.plan.paths:
            return self.below(self.square_rows())
        size = self.plan.size
        corner = (size - 3) // 2  # fields beside an arm
        rows = []
        for y in range(size):
            if corner <= y < corner + 3:
                row = " " * self.layout.margin + self.draw_row(y, range(size))
            else:
                left, right = (self.corner_line(x, y, corner) for x in (0, size - 1))
                row = pad(left, corner * self.cell + self.layout.margin)
                row += self.draw_row(y, range(corner, corner + 3)) + right
            rows.append(row.rstrip())
        return self.below(rows)

    def below(self, rows: list[str]) -> list[str]:
        """The rows of the board, and under them what does not fit there."""
        below = [*self.notes, *([] if self.layout.beside else self.players())]
        return [*rows, *(line for text in below for line in wrap(text, self.look.width, 4))]

    def star_rows(self) -> list[str]:
        """Each row of a star lies half a field beside the one above."""
        reach, rows = self.plan.size // 2, []
        for r in range(-reach, reach + 1):
            row, at = "", 0
            for q in sorted(q for q, other in self.cells if other == r):
                begin = (2 * q + r + 2 * reach) * self.cell // 2
                row += " " * (begin - at) + self.cells[q, r]
                at = begin + self.cell
            rows.append(row.rstrip())
        return rows

    def written_rows(self) -> list[str]:
        """The fields of a written board where they lie, more or less."""
        cells = {place: self.cells[spot] for spot, place in rastered(self.plan).items() if spot in self.cells}
        columns = range(columns_of(self.plan))
        return ["".join(cells.get((x, y), " " * self.cell) for x in columns).rstrip() for y in range(1 + max(y for _, y in cells))]

    def square_rows(self) -> list[str]:
        """The fields of a square between lines; where a colour turns in, its arrow stands on the line."""
        last, look, gates = self.plan.size - 1, self.look, self.gates()
        rows = []
        for y in range(1, last + 1):
            line = ""
            for x in range(1, last + 1):
                joint = JOINTS[(y > 1) + (y == last)][(x > 1) + (x == last)]
                line += gates.get(("joint", x, y)) or look.dim(look.glyph(joint, "+"))
                if x < last:
                    left = look.dim(look.glyph("─", "-") * (self.cell // 2))
                    right = look.dim(look.glyph("─", "-") * (self.cell - self.cell // 2 - 1))
                    line += left + (gates.get(("above", x, y)) or look.dim(look.glyph("─", "-"))) + right
            rows.append(line)
            if y < last:
                fields = (gates.get(("left", x, y), look.dim(look.glyph("│", "|"))) + self.cells[x, y] for x in range(1, last))
                rows.append("".join(fields) + look.dim(look.glyph("│", "|")))
        return rows

    def gates(self) -> dict[tuple[str, int, int], str]:
        """The arrows of the colours, by the line above or left of a field, or the joint of both."""
        plan, found = self.plan, {}
        for seat in self.used:
            (x, y), (to_x, to_y) = (plan.spot(seat, step) for step in (plan.outer, plan.outer + 1))
            way = to_x - x, to_y - y
            kind = "joint" if way in DIAGONALS else "above" if x == to_x else "left"
            glyph = self.look.glyph(*(DIAGONALS | ARROWS)[way])
            found[kind, max(x, to_x), max(y, to_y)] = self.look.ink(glyph, self.colours[seat])
        return found

    def draw_row(self, y: int, columns: range) -> str:
        return "".join(self.cells.get((x, y), " " * self.cell) for x in columns)

    def players(self) -> list[str]:
        """What the corners would show, one line per player."""
        return [" " + "  ".join(filter(None, map(str.strip, lines))) for lines in self.drawing.corners.values()]

    def corner_line(self, x: int, y: int, corner: int) -> str:
        """One line of the corner at this edge of the board."""
        if not self.layout.beside:
            return ""
        middle = self.plan.size // 2
        for seat, spots in enumerate(self.plan.reserves):
            here = spots[0]
            if (here[0] < middle) == (x < middle) and (here[1] < middle) == (y < middle):
                lines = self.drawing.corners.get(seat, ())
                top = (corner - len(lines)) // 2 + (0 if y < middle else corner + 3)
                if 0 <= y - top < len(lines):
                    return pad(" " + lines[y - top], corner * self.cell + self.layout.margin - 1)
        return ""

    # --- fields ----------------------------------------------------------------

    def draw_fields(self) -> None:
        plan, look = self.plan, self.look
        for number, spot in enumerate(plan.ring):
            glyph = self.safe_mark() if number in plan.safe else look.dim(look.glyph("○", "."))
            self.cells[spot] = pad(f" {glyph}", self.cell)
        for seat in self.used:
            self.draw_start(seat)
        for seat, lane in enumerate(plan.lanes):
            printed = self.term("lane") or self.letters[seat].lower() * len(lane)
            for spot, letter in zip(lane, printed, strict=False):
                mark = look.ink(letter, self.colours[seat]) if seat in self.used else look.dim("-")
                self.cells[spot] = pad(f" {mark}", self.cell)
        if not plan.places:
            middle = plan.size // 2
            own = plan.closed or plan.star or plan.written
            houses = [plan.house(seat) for seat in self.used] if own else [(middle, middle)]
            self.cells |= dict.fromkeys(houses, pad(" " + look.dim(look.glyph("⌂", "#")), self.cell))

    def draw_start(self, seat: int) -> None:
        """The start field shows its colour and which way the pieces run."""
        plan = self.plan
        here, there = plan.setting_out(seat)
        way = there[0] - here[0], there[1] - here[1]
        if plan.written:
            way = to_eighths(*way)
        arrow = self.look.glyph(*(STAR_ARROWS if plan.star else ARROWS | DIAGONALS if plan.written else ARROWS).get(way, ("○", ".")))
        mark = self.look.ink(arrow + self.letters[seat].lower(), self.colours[seat])
        safe = self.safe_mark() if plan.starts[seat] in plan.safe else self.term("start") or " "
        self.cells[here] = pad(safe + mark if self.cell > SMALLEST else mark, self.cell)

    def term(self, name: str) -> str:
        """The leaflet's own letters for a part of the board."""
        return self.drawing.table.book.terms.get(name, {}).get(self.drawing.lang, "")

    def safe_mark(self) -> str:
        return self.look.glyph("◆", "*")

    # --- pieces ------------------------------------------------------------------

    def draw_pieces(self) -> None:
        plan = self.plan
        crowd: dict[Spot, Counter[tuple[int, int]]] = defaultdict(Counter)  # spot -> (seat, step) -> how many
        for seat, steps in enumerate(self.drawing.pieces):
            for step in steps or ():
                if step > 0:
                    crowd[plan.spot(seat, step)][seat, step] += 1
        for spot, here in crowd.items():
            self.cells[spot] = self.crowded(spot, here)
        for spot, numbers in self.drawing.targets.items():
            self.cells[spot] = self.target(spot, numbers, crowd.get(spot))

    def crowded(self, spot: Spot, here: Counter[tuple[int, int]]) -> str:
        """The pieces on one field; those that do not fit are listed below the board."""
        parts = [(self.name(seat, step, count), seat) for (seat, step), count in sorted(here.items())]
        parts.sort(key=lambda part: part[1] not in self.drawing.numbered)
        if sum(len(text) for text, _ in parts) > self.cell:
            few = [(self.letters[seat], seat) for seat in dict.fromkeys(seat for _, seat in parts)][: self.cell - 1]
            short = "".join(self.look.piece(text, self.colours[seat]) for text, seat in few) + "+"
            full = " ".join(self.look.piece(text, self.colours[seat]) for text, seat in parts)
            self.notes.append(f" {short} = {full}")
            return pad(short, self.cell)
        painted = "".join(self.look.piece(text, self.colours[seat]) for text, seat in parts)
        room = self.cell - sum(len(text) for text, _ in parts)
        safe = spot in self.plan.ring and self.plan.ring.index(spot) in self.plan.safe
        front = "" if not room else self.safe_mark() if safe else " "
        return pad(front + painted, self.cell)

    def name(self, seat: int, step: int, count: int) -> str:
        letter = self.letters[seat]
        if seat not in self.drawing.numbered or (step == self.plan.last and not self.plan.places):
            return letter * count
        first = number_of(self.drawing.pieces, seat, step)
        return letter + "".join(str(first + i) for i in range(count))

    def target(self, spot: Spot, numbers: Sequence[int], here: Counter[tuple[int, int]] | None) -> str:
        """The number of the first move that ends on a field, after the piece that stands there."""
        number = str(numbers[0])
        mark = f"<{number}{'+' if len(numbers) > 1 else '>'}"
        if here:
            seat = next((seat for seat, _ in here if seat not in self.drawing.numbered), next(iter(here))[0])
            piece = self.look.piece(self.letters[seat], self.colours[seat])
            return pad(piece + self.look.bold(mark[: self.cell - 1]), self.cell)
        short = next((text for text in (mark, f"<{number}") if len(text) <= self.cell), number)
        return pad(self.look.bold(short if len(short) == self.cell else " " + short), self.cell)
