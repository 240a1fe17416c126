"""`lab heat`: which squares are visited, and where pieces are captured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..boards import Plan, Spot
from ..errors import RuleError
from ..table import Table
from .intervals import Interval, batches
from .study import Study, Tables, find_table
from .tabulation import bar, decimals, grid, plus_minus
from .tally import Trial, name_book

BATCHES = 20  # their spread gives the intervals: landings in one game are correlated
Counts = Sequence[NDArray[np.int64]] | NDArray[np.int64]  # [batch][colour, step]
HOTTEST = 8
NUMBERED = 3  # of them, in the picture


@dataclass(frozen=True)
class Square:
    """A place on the board with the colours and steps that meet there."""

    colour: str  # whose arm it lies on
    kind: str  # what it is on that arm
    spot: Spot
    steps: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        return f"{self.colour} {self.kind}"


@dataclass(frozen=True)
class Hot:
    """A row of the table: one square, or those that are alike, one for each seat."""

    name: str
    spots: tuple[Spot, ...]
    each: Interval
    share: float  # of all squares together


class Heat(Study):
    """Landings and captures on every square, per game."""

    columns = ("visits", "taken")  # of each batch

    def __init__(self, tables: Tables, trial: Trial) -> None:
        table = find_table(tables)
        if trial.device != "cpu":
            raise RuleError("lab heat plays on the cores of this machine; leave out --device.")
        if trial.part and trial.part[1] > BATCHES:
            raise RuleError(f"Squares are counted in {BATCHES} batches of games, so there are {BATCHES} parts at most, not {trial.part[1]}.")
        self.title = f"Which squares of {name_book(table.book)} are hot? {table.players} players."
        self.table, self.trial, self.tallies = table, trial, ()
        self.squares = find_squares(table)
        self.size = -(-trial.games // BATCHES)
        visits, taken = trial.known[0].values() if trial.known else self.count()
        self.batches = len(visits)
        self.visits, self.taken = self.gather(visits), self.gather(taken)

    def count(self) -> tuple[Counts, Counts]:
        """Play the batches, or a part of them, which is kept."""
        found = list(self.play())
        visits, taken = ([one[at] for one in found] for at in (0, 1))
        self.trial.kept.append({"visits": np.array(visits), "taken": np.array(taken)})
        return visits, taken

    def play(self) -> Iterable[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        from ..simulation import heat

        bots = self.trial.bots[0] if len(self.trial.bots) == 1 else self.trial.bots
        for seed in self.trial.seeds(BATCHES)[slice(*self.trial.share(BATCHES))]:
            try:
                yield heat(self.table, self.size, bots, seed, cores=self.trial.cores)
            except KeyboardInterrupt:
                self.trial.stopped = True
                return
            self.trial.done(self.size)

    def gather(self, found: Counts) -> NDArray[np.float64]:
        """[batch, square]: how often in a game."""
        return np.array(
            [[sum(int(one[at]) for at in square.steps) / self.size for square in self.squares] for one in found]
        ).reshape(len(found), len(self.squares))

    def rows(self) -> list[dict[str, Any]]:
        if not self.batches:
            return []
        return [
            {"square": square.name, "spot": square.spot, "landings": batches(visits), "captures": batches(taken)}
            for square, visits, taken in zip(self.squares, self.visits.T, self.taken.T, strict=True)
        ]

    def hottest(self, what: str) -> list[Hot]:
        """The busiest squares; where every arm has a player, those of all arms together."""
        seats = self.table.seats
        alike = len(seats.colours) == self.table.rules.board.seats and seats.neutral is None
        alike = alike and self.table.board.is_alike({seat: (seat + 1) % len(seats.colours) for seat in seats.colours})
        found: dict[str, list[int]] = {}
        for at, square in enumerate(self.squares):
            found.setdefault(f"each {square.kind}" if alike else square.name, []).append(at)
        counted = self.visits if what == "landings" else self.taken
        rows = [
            Hot(
                name,
                tuple(self.squares[at].spot for at in which),
                batches(counted[:, which].mean(axis=1)),
                float(counted[:, which].sum() / max(counted.sum(), 1e-9)),
            )
            for name, which in found.items()
        ]
        return sorted((row for row in rows if row.each.value > 0), key=lambda row: -row.each.value)[:HOTTEST]

    def lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for what, head in (("landings", "most visited"), ("captures", "most captures")):
            found = self.hottest(what)
            digits = decimals((row.each.half for row in found), 2)
            rows = [["", head, f"{what} a game", "", "of all %"]]
            for rank, row in enumerate(found, 1):
                picture = bar(row.each.value, found[0].each.value, 20).ljust(20)
                rows.append([str(rank), row.name, plus_minus(row.each, digits), picture, f"{100 * row.share:.1f}"])
            lines += [*grid(rows, width, left=2), ""]
        return lines[:-1]

    def notes(self) -> Iterable[str]:
        yield f"Squares of the track are counted from the {name_base(self.table.board)} behind them."
        if any(row.name.startswith("each ") for row in self.hottest("landings")):
            yield "Each: there is one for each colour, and a row shows their mean; of all: all of them together."
        yield from super().notes()
        yield f"They come from {self.batches} batches of {self.size:,} games."

    @classmethod
    def check_picture(cls, path: Path) -> None:
        if path.suffix != ".svg":
            raise RuleError(f"--out {path}: the board is drawn as a file that ends in .svg.")

    def save_picture(self, path: str | Path) -> None:
        Path(path).write_text(self._repr_svg_(), encoding="utf-8")

    def _repr_svg_(self) -> str:
        """Both boards, as notebooks show them."""
        from .hot_board import Panel, draw_boards

        rows = self.rows()
        names = {row["spot"]: row["square"] for row in rows}
        panels = [
            Panel(
                title,
                f"{what} a game",
                ramp,
                {row["spot"]: row[what].value for row in rows},
                names,
                [row.spots for row in self.hottest(what)[:NUMBERED]],
            )
            for what, title, ramp in (("landings", "Landings", "blue"), ("captures", "Pieces captured", "ember"))
        ]
        notes = f"{self.trial.describe(self.each)} Numbers: the hottest squares." + " Crosses: safe fields." * bool(
            self.table.board.safe
        )
        return draw_boards(self.table, panels, self.title, notes)


def find_squares(table: Table) -> list[Square]:
    """All squares on which a piece of this table can stand, each once."""
    board, colours = table.board, [colour["en"] for colour in table.colours]
    found: dict[Spot, list[tuple[int, int]]] = {}
    for colour in table.seats.colours:
        for step in range(1, board.last + 1):
            found.setdefault(board.spot(colour, step), []).append((colour, step))
    return [Square(*name_square(board, colours, *steps[0]), spot, tuple(steps)) for spot, steps in found.items()]


def name_base(board: Plan) -> str:
    """Where a piece joins the track."""
    return "arm's end" if board.centre else "start"


def name_square(board: Plan, colours: list[str], colour: int, step: int) -> tuple[str, str]:
    """A square in words: on the track relative to the start behind it, otherwise by its lane."""
    field = board.field(colour, step)
    if field is not None and step > board.outer:  # inside a spiral: by the colour that comes there first
        first, seat = min((path.index(field), seat) for seat, path in enumerate(board.paths))
        return colours[seat], f"inside + {first + 1 - board.outer}"
    if field is not None and board.written:
        distance, seat = min((path.index(field), seat) for seat, path in enumerate(board.paths) if field in path)
        return colours[seat], name_base(board) + (f" + {distance}" if distance else "")
    if field is not None:
        distance, seat = min(((field - start) % len(board.ring), seat) for seat, start in enumerate(board.starts))
        return colours[seat], name_base(board) + (f" + {distance}" if distance else "")
    if step == board.last and not board.places:
        return "shared" if board.spiral else colours[colour], "home"
    place = board.lanes[colour].index(board.spot(colour, step)) + 1
    return colours[colour], f"{'home' if board.places else 'lane'} {place}"
