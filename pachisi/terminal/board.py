"""The board as text: four characters to a field, the players in their corners."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..boards import Plan, Spot
from ..table import Table
from ..words.names import Pieces, letters, number_of
from .look import Look, pad

CELL = 4
CORNER = 16  # characters beside an arm, at least
ARROWS = {(1, 0): ("→", ">"), (-1, 0): ("←", "<"), (0, 1): ("↓", "v"), (0, -1): ("↑", "^")}


@dataclass(frozen=True)
class Drawing:
    """One view of a table: whose pieces are numbered, where moves lead, what stands in the corners."""

    table: Table
    pieces: Pieces
    lang: str = "en"
    look: Look = field(default_factory=Look)
    numbered: frozenset[int] = frozenset()  # colours whose pieces carry their numbers
    targets: Mapping[Spot, Sequence[int]] = field(default_factory=dict)  # numbers of the moves that end there
    corners: Mapping[int, Sequence[str]] = field(default_factory=dict)  # lines of text per seat


def draw(drawing: Drawing) -> list[str]:
    """The lines of the board, painted as far as the terminal can."""
    return Painter(drawing).lines()


class Painter:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.look = drawing, drawing.look
        self.plan: Plan = drawing.table.board
        self.colours = drawing.table.book.colours
        self.letters = letters(self.colours, drawing.lang)
        self.used = drawing.table.seats.colours
        self.notes: list[str] = []
        self.cells: dict[Spot, str] = {}
        self.draw_fields()
        self.draw_pieces()

    def lines(self) -> list[str]:
        size = self.plan.size
        corner = (size - 3) // 2  # fields beside an arm
        margin = max(0, CORNER - corner * CELL)
        rows = []
        for y in range(size):
            if corner <= y < corner + 3:
                row = " " * margin + "".join(self.cells.get((x, y), " " * CELL) for x in range(size))
            else:
                arm = "".join(self.cells.get((x, y), " " * CELL) for x in range(corner, corner + 3))
                left, right = (self.corner_line(x, y, corner) for x in (0, size - 1))
                row = pad(left, corner * CELL + margin) + arm + right
            rows.append(row.rstrip())
        return [*rows, *self.notes]

    def corner_line(self, x: int, y: int, corner: int) -> str:
        """One line of what stands in the corner at this edge of the board."""
        middle = self.plan.size // 2
        for seat, spots in enumerate(self.plan.reserves):
            here = spots[0]
            if (here[0] < middle) == (x < middle) and (here[1] < middle) == (y < middle):
                lines = self.drawing.corners.get(seat, ())
                top = (corner - len(lines)) // 2 + (0 if y < middle else corner + 3)
                if 0 <= y - top < len(lines):
                    return pad(" " + lines[y - top], max(CORNER, corner * CELL) - 1)
        return ""

    # --- fields ----------------------------------------------------------------

    def draw_fields(self) -> None:
        plan, look = self.plan, self.look
        for number, spot in enumerate(plan.ring):
            glyph = self.safe_mark() if number in plan.safe else look.dim(look.glyph("○", "."))
            self.cells[spot] = pad(f" {glyph}", CELL)
        for seat in self.used:
            self.draw_start(seat)
        for seat, lane in enumerate(plan.lanes):
            for spot in lane:
                mark = look.ink(self.letters[seat].lower(), self.colours[seat]) if seat in self.used else look.dim("-")
                self.cells[spot] = pad(f" {mark}", CELL)
        if not plan.places:
            middle = plan.size // 2
            self.cells[middle, middle] = pad(" " + look.dim(look.glyph("⌂", "#")), CELL)

    def draw_start(self, seat: int) -> None:
        """The start field shows its colour and which way the pieces run."""
        plan = self.plan
        here, there = (plan.ring[(plan.starts[seat] + ahead) % len(plan.ring)] for ahead in (0, 1))
        arrow = self.look.glyph(*ARROWS.get((there[0] - here[0], there[1] - here[1]), ("○", ".")))
        mark = self.look.ink(arrow + self.letters[seat].lower(), self.colours[seat])
        safe = self.safe_mark() if plan.starts[seat] in plan.safe else " "
        self.cells[here] = pad(safe + mark, CELL)

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
        """The pieces on one field; what has no room is listed below the board."""
        parts = [(self.name(seat, step, count), seat) for (seat, step), count in sorted(here.items())]
        parts.sort(key=lambda part: part[1] not in self.drawing.numbered)
        if sum(len(text) for text, _ in parts) > CELL:
            few = [(self.letters[seat], seat) for seat in dict.fromkeys(seat for _, seat in parts)][: CELL - 1]
            short = "".join(self.look.piece(text, self.colours[seat]) for text, seat in few) + "+"
            full = " ".join(self.look.piece(text, self.colours[seat]) for text, seat in parts)
            self.notes.append(f" {short} = {full}")
            return pad(short, CELL)
        painted = "".join(self.look.piece(text, self.colours[seat]) for text, seat in parts)
        room = CELL - sum(len(text) for text, _ in parts)
        safe = spot in self.plan.ring and self.plan.ring.index(spot) in self.plan.safe
        front = "" if not room else self.safe_mark() if safe else " "
        return pad(front + painted, CELL)

    def name(self, seat: int, step: int, count: int) -> str:
        letter = self.letters[seat]
        if seat not in self.drawing.numbered or (step == self.plan.last and not self.plan.places):
            return letter * count
        first = number_of(self.drawing.pieces, seat, step)
        return letter + "".join(str(first + i) for i in range(count))

    def target(self, spot: Spot, numbers: Sequence[int], here: Counter[tuple[int, int]] | None) -> str:
        mark = f"<{numbers[0]}{'+' if len(numbers) > 1 else '>'}"
        if not here:
            return pad(self.look.bold(mark if len(mark) == CELL else " " + mark), CELL)
        seat = next((seat for seat, _ in here if seat not in self.drawing.numbered), next(iter(here))[0])
        return pad(self.look.piece(self.letters[seat], self.colours[seat]) + self.look.bold(mark[: CELL - 1]), CELL)
