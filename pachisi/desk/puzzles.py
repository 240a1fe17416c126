"""Puzzles: positions in which one move is clearly right. Files of them, and the one of the day."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from ..errors import RuleError
from ..folders import data_folder
from ..rulebooks import BOOKS, load

SHIPPED = Path(__file__).with_name("shipped")
ENDING = ".json.gz"
FORMAT = "pachisi puzzles 1"
SPREAD = 2_654_435_761  # a step through the days that visits all puzzles in a mixed order


@dataclass(frozen=True)
class Puzzle:
    """A position and its solution.

    :param position: in one line
    :param best: the move that is clearly right
    :param margin: by how much, at least: the lower end of the interval in which every other move is behind
    :param missed: how often simpler bots miss it, 0 to 1
    """

    position: str
    best: str
    margin: float
    missed: float

    @property
    def name(self) -> str:
        """A short name, the same wherever the puzzle is."""
        return hashlib.blake2b(self.position.encode(), digest_size=6).hexdigest()


def file_of(book: str, players: int, folder: Path) -> Path:
    return folder / f"{book}-{players}{ENDING}"


def own_folder() -> Path:
    """Where `pachisi puzzles make` writes."""
    return data_folder() / "puzzles"


def list_kinds() -> list[tuple[str, int]]:
    """The books and numbers of players for which there are puzzles."""
    names = {path.name.removesuffix(ENDING) for folder in (own_folder(), SHIPPED) for path in folder.glob(f"*{ENDING}")}
    found = [(name.rpartition("-")[0], name.rpartition("-")[2]) for name in names]
    return sorted((book, int(players)) for book, players in found if book in BOOKS and players.isdecimal())


def read_puzzles(book: str, players: int) -> list[Puzzle]:
    """The puzzles of a book, easiest first: those that you have made, otherwise those that are shipped."""
    for folder in (own_folder(), SHIPPED):
        path = file_of(book, players, folder)
        if path.exists():
            return read_file(path)
    load(book)  # one that does not exist is refused as such
    raise RuleError(
        f"There are no puzzles for {players} players of {book}; "
        f"make some with `pachisi puzzles make {book} --players {players}`."
    )


def read_file(path: Path) -> list[Puzzle]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            data = json.load(file)
        if data["format"] != FORMAT:
            raise ValueError
        return [Puzzle(**row) for row in data["puzzles"]]
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise RuleError(
            f"{path} is no file of puzzles of this version of pachisi; make it again, or remove it."
        ) from None


def write_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Easiest first; the same puzzles give the same bytes."""
    rows = [asdict(puzzle) for puzzle in sorted(puzzles, key=lambda one: (one.missed, -one.margin, one.position))]
    text = json.dumps({"format": FORMAT, "puzzles": rows}, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def of_the_day(puzzles: list[Puzzle], day: datetime.date) -> Puzzle:
    """The same for everybody on this day."""
    return puzzles[day.toordinal() * SPREAD % len(puzzles)]
