"""Exact solving side by side: positions as pairs of configurations, their values in one matrix.

`Side` says how a side moves; a value is the chance of the one who has just moved, by his configuration and that of the one
who throws next. As in `solve`, a lower and an upper table close in on the truth. Values are whole numbers of 1/ONE, sums
are exact and quotients rounded outwards, so that nothing but the gap between the tables is uncertain. Pieces at home
stay there, so the matrix is solved block by block (`matrix_solution`): both sides with most pieces at home first. Of a
finished block only the middle is kept, with the largest error in it. Sweeps run in `matrix_cpu` or `matrix_cuda`, in the
order of `matrix_waves`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..table import Table
from .configuration_moves import END, TO_SHIFT, WIDTH, WON
from .configurations import Side
from .matrix_files import Blocks
from .matrix_waves import Wave
from .states import Array

UP = 1 << 30  # flag of a move in a task: one more piece is at home


class ValueBlock(NamedTuple):
    """Values where one side has so many pieces at home, and the other so many."""

    low: Any  # arrays of this machine or of a GPU
    high: Any
    error: int  # that a finished block adds, in 1/ONE


class Workshop(ABC):
    """Where blocks are made and swept: this machine or a GPU."""

    tile: int  # positions of both sides that are settled together
    wave: int  # tiles that are worth a start of their own
    values: Array  # all blocks that are finished, as the plan places them

    def __init__(self, side: Side) -> None:
        self.side, self.plan = side, Blocks(side)
        self.homes = self.plan.homes
        self.blocks: dict[tuple[int, int], ValueBlock] = {}
        self.check(len(side), self.needed())

    @classmethod
    def check(cls, configurations: int, needed: int) -> None:
        """A RuleError where memory does not suffice."""
        if needed > cls.memory():
            raise RuleError(
                f"The values of {configurations:,} x {configurations:,} positions need {needed / 1e9:.1f} GB of memory, and there are "
                f"{cls.memory() / 1e9:.1f}; take fewer pieces, or a larger machine or GPU."
            )

    @classmethod
    @abstractmethod
    def foresee(cls, at: Table) -> None:
        """The same before any work, where it is plain."""

    @classmethod
    @abstractmethod
    def memory(cls) -> int:
        """What can be used, in bytes."""

    @abstractmethod
    def needed(self) -> int:
        """What will be used, in bytes."""

    @abstractmethod
    def new_block(self, i: int, j: int) -> ValueBlock:
        """Bounds that nothing is known about."""

    @abstractmethod
    def send(self, array: Array) -> Any:
        """To where the sweeps run."""

    @abstractmethod
    def task(self, i: int, j: int, order: Array) -> Any:
        """What a sweep reads and writes where the throwing side has i pieces at home, the other j."""

    @abstractmethod
    def sweep(self, tasks: Sequence[Any], waves: Sequence[Wave], rest: int) -> tuple[int, bool]:
        """The widest gap, and whether anything changed."""

    @abstractmethod
    def finish(self, i: int, j: int, gap: int) -> int:
        """Keep the middle; returns how far from the truth it may be."""

    @abstractmethod
    def forget(self, total: int) -> None:
        """Blocks with so many pieces at home are read no more by any sweep."""

    def count(self, total: int) -> int:
        """The most positions with so many pieces at home that are held together."""
        pairs = ((i, total - i) for i in range(total // 2 + 1) if total - i < self.homes)
        return max((self.size(i) * self.size(j) * (1 + (i != j)) for i, j in pairs), default=0)

    def bounds(self, home: int) -> tuple[int, int]:
        """The configurations with so many pieces at home."""
        return self.plan.bounds(home)

    def size(self, home: int) -> int:
        return self.plan.size(home)

    def tiles(self, i: int, j: int) -> Any:
        """For each tile, whether it is left alone."""
        return self.send(np.zeros((-(-self.size(i) // self.tile), -(-self.size(j) // self.tile)), np.uint8))

    def no_block(self) -> ValueBlock:
        return ValueBlock(self.send(np.zeros((1, 1), np.uint32)), self.send(np.zeros((1, 1), np.uint32)), 0)

    def local_ways(self, home: int) -> Array:
        """Moves from a layer, to configurations counted within theirs."""
        begin, end = self.bounds(home)
        above = self.bounds(home + 1)[0] if home + 1 < self.homes else begin
        ways = self.side.ways[begin:end]
        plain = (ways & (WON | END)) == 0
        to, low = ways >> TO_SHIFT, ways & (1 << TO_SHIFT) - 1
        up = plain & (to < begin)
        if (plain & (to < above)).any():
            raise RuleError("A move that brings two pieces home at once is not expected here.")
        place = np.where(up, to - above, to - begin) * plain
        width = int((ways & END == 0).sum(axis=2).max())
        packed: Array = (low | place << TO_SHIFT | up * UP).astype(np.int32)[:, :, : width + (width < WIDTH)]
        return np.ascontiguousarray(packed)

    def block(self, i: int, j: int) -> ValueBlock:
        return self.blocks[i, j]

    def restore(self, i: int, j: int, error: int) -> None:
        """A block that is finished, here or in an earlier run."""
        kept = self.plan.block(self.values, i, j)
        self.blocks[i, j] = ValueBlock(kept, kept, error)
