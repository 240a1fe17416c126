"""Where the values of a matrix lie, in memory and in a folder that keeps them, finished or not."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from pathlib import Path
from shutil import disk_usage
from typing import Any

import numpy as np

from ..errors import NotationError, RuleError
from ..table import Table
from .configurations import Side
from .solve import fingerprint, name_of
from .states import Array

FORMAT = "pachisi matrix 1"
ABOUT, SIDE, VALUES = "about.json", "side.npz", "values.npy"


class Blocks:
    """One array for all blocks: those where one side has i pieces at home, and the other j, in the order of i, then j."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.homes = len(side.layers) - 2
        sizes = np.array([self.size(home) for home in range(self.homes)], np.int64)
        self.offsets = np.concatenate([[0], np.cumsum(np.outer(sizes, sizes))])
        self.total = int(self.offsets[-1])

    def bounds(self, home: int) -> tuple[int, int]:
        """The configurations with so many pieces at home."""
        at = self.homes - home
        return int(self.side.layers[at]), int(self.side.layers[at + 1])

    def size(self, home: int) -> int:
        begin, end = self.bounds(home)
        return end - begin

    def block(self, values: Array, i: int, j: int) -> Array:
        """Its part of the array."""
        at = i * self.homes + j
        part: Array = values[self.offsets[at] : self.offsets[at + 1]].reshape(self.size(i), self.size(j))
        return part


@dataclass
class MatrixNotes:
    """What is known about the blocks that are finished."""

    sweeps: int = 0
    errors: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, sweeps: int, errors: dict[tuple[int, int], int]) -> None:
        self.sweeps += sweeps
        self.errors |= errors


class MatrixFolder:
    """A table in a folder: what it is about, the side, and the values, which are written block by block.

    :ivar notes: what is finished
    """

    def __init__(self, path: Path, about: dict[str, Any], notes: MatrixNotes) -> None:
        self.path, self.about, self.notes = path, about, notes
        self.values: Any = None

    @staticmethod
    def lies_in(path: Path) -> bool:
        return (path / ABOUT).exists()

    @classmethod
    def open(cls, path: Path, at: Table, gap: float | None = None) -> MatrixFolder:
        """The folder of a table; a new one if there is none and a gap is given."""
        mine = {"format": FORMAT, "table": name_of(at), "rules": fingerprint(at.rules), **({} if gap is None else {"gap": gap})}
        if not cls.lies_in(path):
            if gap is None or (path.exists() and (not path.is_dir() or any(path.iterdir()))):
                raise NotationError(f"{path} is not a folder in which `pachisi lab solve` has kept a table.")
            return cls(path, mine, MatrixNotes())
        try:
            about = json.loads((path / ABOUT).read_text(encoding="utf-8"))
            blocks = [(*map(int, name.split("-")), int(error)) for name, error in about.pop("blocks").items()]
            notes = MatrixNotes(int(about.pop("sweeps")), {(i, j): error for i, j, error in blocks})
        except (ValueError, KeyError, AttributeError):
            raise NotationError(f"{path / ABOUT} cannot be read; delete the folder to begin again.") from None
        if {name: about.get(name) for name in mine} != mine:
            raise RuleError(f"{path} keeps another table, or one with another gap; name another folder.")
        return cls(path, about, notes)

    def side(self) -> Side | None:
        """The side as it was kept; None if it was not."""
        if not (self.path / SIDE).exists():
            return None
        with np.load(self.path / SIDE, allow_pickle=False) as parts:
            return Side(**{part.name: parts[part.name] for part in fields(Side) if part.name != "start"}, start=int(parts["start"]))

    def make(self, side: Side) -> Array:
        """The values, open for writing; new if there are none."""
        self.path.mkdir(exist_ok=True)
        place, there = self.path / VALUES, (self.path / SIDE).exists()
        if there:
            self.values = np.lib.format.open_memmap(place, mode="r+")
        else:
            needed, free = 4 * Blocks(side).total, disk_usage(self.path).free
            if needed > free:
                raise RuleError(f"The values need {needed / 1e9:.1f} GB on disk, and {self.path} has {free / 1e9:.1f}; name a folder with more room.")
            self.values = np.lib.format.open_memmap(place, mode="w+", dtype=np.uint32, shape=(Blocks(side).total,))
            self.write()
            fresh = self.path / f"{SIDE}.part"
            with fresh.open("wb") as file:
                np.savez_compressed(file, **{part.name: getattr(side, part.name) for part in fields(Side)})
            fresh.replace(self.path / SIDE)
        return np.asarray(self.values)

    def read(self, side: Side) -> Array:
        """The values of a finished table; only what is asked for is read."""
        values = np.asarray(np.load(self.path / VALUES, mmap_mode="c"))
        if values.shape != (Blocks(side).total,):
            raise NotationError(f"{self.path / VALUES} has not the size of this table; delete the folder to begin again.")
        return values

    def write(self) -> None:
        """Values first, then the word that they are there: whatever stops the work, nothing unfinished counts."""
        self.values.flush()
        blocks = {f"{i}-{j}": error for (i, j), error in self.notes.errors.items()}
        fresh = self.path / f"{ABOUT}.part"
        fresh.write_text(json.dumps({**self.about, "sweeps": self.notes.sweeps, "blocks": blocks}), encoding="utf-8")
        fresh.replace(self.path / ABOUT)
