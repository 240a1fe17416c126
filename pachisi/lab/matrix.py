"""Exact solving side by side: positions as pairs of configurations, their values in one matrix.

`Side` says how a side moves; a value is the chance of the one who has just moved, by his configuration and that of the one
who throws next. As in `solve`, a lower and an upper table close in on the truth. Values are whole numbers of 1/ONE, sums
are exact and quotients rounded outwards, so that nothing but the gap between the tables is uncertain, and a GPU finds the
same numbers. Pieces at home stay there, so the matrix is solved block by block (`matrix_solution`): both sides with most
pieces at home first. Of a finished block only the middle is kept, with the largest error in it.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..kernel.jit import entry, inner, int64
from ..simulation import count_cores
from .configurations import AGAIN, END, RETRY, STEP_SHIFT, TO_SHIFT, WIDTH, WON, Side
from .matrix_files import Blocks
from .states import Array

ONE = 2**32 - 1
TILE = 64  # positions of both sides that are settled together


class ValueBlock(NamedTuple):
    """Values where one side has so many pieces at home, and the other so many."""

    low: Any  # arrays of this machine or of a GPU
    high: Any
    error: int  # that a finished block adds, in 1/ONE


class Task(NamedTuple):
    """What a sweep reads and writes: the throwing side has i pieces at home, the other j."""

    ways: Array  # of the throwing side, to configurations counted within their layer; those with UP one layer on
    tries: Array
    own: Array
    facing: Array  # the other side's pieces
    captures: Array
    moved: ValueBlock  # (i, j): the throwing side has just moved
    moved_up: ValueBlock  # (i + 1, j)
    target: ValueBlock  # (j, i): the other side has just moved; written
    target_up: ValueBlock  # (j, i + 1)
    done: Array  # tiles that are left alone


UP = 1 << 30  # flag of a move in a Task: one more piece is at home


class Bounds(NamedTuple):
    """Room for the positions of one tile that share the thrower's configuration."""

    low: Array
    high: Array


@inner
def find(values: Array, at: int, task: Task, step: int, first: int, last: int, found: Array) -> None:
    """The values of a row for the enemies of a tile; those that are captured count without the piece."""
    for o in range(first, last):
        found[o - first] = values[at, o]
    if step:
        for o in range(first, last):
            if task.facing[o] >> np.uint64(step) & np.uint64(1):
                found[o - first] = values[at, task.captures[step, o]]


@inner
def find_across(values: Array, at: int, task: Task, step: int, first: int, last: int, found: Array) -> None:
    """The same for a column, as chances of the other side."""
    for o in range(first, last):
        left = int64(o)
        if step and task.facing[o] >> np.uint64(step) & np.uint64(1):
            left = int64(task.captures[step, o])
        found[o - first] = ONE - values[left, at]


@inner
def follow_way(task: Task, way: int, first: int, last: int, before: Bounds, level: int, found: Bounds) -> None:
    """The bounds of what a move leads to; `before` are those of the try after this one."""
    step, to, error = way >> STEP_SHIFT & 127, (way & ~UP) >> TO_SHIFT, int64(0)
    if way & WON:
        found.low[:], found.high[:] = ONE, ONE
    elif way & RETRY and level:
        found.low[:], found.high[:] = before.low, before.high
    elif way & AGAIN:
        source = task.target_up if way & UP else task.target
        error = int64(source.error)
        find_across(source.high, to, task, step, first, last, found.low)
        find_across(source.low, to, task, step, first, last, found.high)
    else:
        source = task.moved_up if way & UP else task.moved
        error = int64(source.error)
        find(source.low, to, task, step, first, last, found.low)
        find(source.high, to, task, step, first, last, found.high)
    if error:
        for k in range(last - first):
            found.low[k] = max(0, found.low[k] - error)
            found.high[k] = min(ONE, found.high[k] + error)


@inner
def evaluate(task: Task, weights: Array, total: int, c: int, first: int, last: int, rooms: Any, result: Bounds) -> None:
    """The bounds of the thrower's chance against the enemies of a tile, rounded outwards."""
    found, best, sums = rooms
    for level in range(int64(task.tries[c]) + 1):
        sums.low[:], sums.high[:] = 0, 0
        for throw in range(len(weights)):
            best.low[:], best.high[:] = 0, 0
            for m in range(task.ways.shape[2]):
                way = int64(task.ways[c, throw, m])
                if way & END:
                    break
                follow_way(task, way, first, last, result, level, found)
                for k in range(TILE):
                    best.low[k], best.high[k] = max(best.low[k], found.low[k]), max(best.high[k], found.high[k])
            weight = int64(weights[throw])
            for k in range(TILE):
                sums.low[k] += weight * best.low[k]
                sums.high[k] += weight * best.high[k]
        for k in range(TILE):
            result.low[k], result.high[k] = sums.low[k] // total, (sums.high[k] + total - 1) // total


@inner
def write(task: Task, c: int, first: int, last: int, result: Bounds) -> tuple[int, bool]:
    """Narrow the bounds of a tile's positions down; the widest gap, and whether anything changed."""
    low, high, _ = task.target
    widest, changed = int64(0), False
    for o in range(first, last):
        if task.own[c] & task.facing[o]:
            continue  # two pieces on one field: no such position
        was_low, was_high = int64(low[o, c]), int64(high[o, c])
        new_low, new_high = max(was_low, ONE - result.high[o - first]), min(was_high, ONE - result.low[o - first])
        low[o, c], high[o, c] = new_low, new_high
        changed |= new_low > was_low or new_high < was_high
        widest = max(widest, new_high - new_low)
    return widest, changed


@entry
def sweep(task: Task, weights: Array, rest: int, begin: int, end: int, gaps: Array) -> None:
    """Settle some rows of tiles again; note for each the widest gap, and whether anything changed."""
    total = int64(weights.sum())
    rooms = make_bounds(), make_bounds(), make_bounds()
    result = make_bounds()
    for row in range(begin, end):
        gaps[row, :] = 0
        for column in range(task.done.shape[1]):
            if task.done[row, column]:
                continue
            first, last = column * TILE, min(len(task.facing), (column + 1) * TILE)
            widest = int64(0)
            for c in range(row * TILE, min(len(task.own), (row + 1) * TILE)):
                evaluate(task, weights, total, c, first, last, rooms, result)
                gap, changed = write(task, c, first, last, result)
                widest = max(widest, gap)
                gaps[row, 1] |= changed
            task.done[row, column] = widest <= rest
            gaps[row, 0] = max(gaps[row, 0], widest)


@inner
def make_bounds() -> Bounds:
    return Bounds(np.zeros(TILE, np.int64), np.zeros(TILE, np.int64))


# --- the order of the work ------------------------------------------------------------


class Workshop:
    """Where blocks are made and swept: the memory and the cores of this machine."""

    tile = TILE

    values: Array  # all blocks that are finished, as the plan places them

    def __init__(self, side: Side) -> None:
        self.side, self.plan = side, Blocks(side)
        self.homes = self.plan.homes
        self.blocks: dict[tuple[int, int], ValueBlock] = {}
        if self.needed() > self.memory():
            raise RuleError(
                f"The values of {len(side):,} x {len(side):,} positions need {self.needed() / 1e9:.1f} GB of memory, and there are "
                f"{self.memory() / 1e9:.1f}; take fewer pieces, or a larger machine or GPU."
            )

    def memory(self) -> int:
        """What can be used, in bytes."""
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 0.8) if hasattr(os, "sysconf") else 1 << 62

    def needed(self) -> int:
        """All blocks, and the second table of those that are swept."""
        return 4 * (len(self.side) ** 2 + max(self.count(total) for total in range(2 * self.homes - 1)))

    def count(self, total: int) -> int:
        """The most positions with so many pieces at home that are held together."""
        pairs = ((i, total - i) for i in range(total // 2 + 1) if total - i < self.homes)
        return max((self.size(i) * self.size(j) * (1 + (i != j)) for i, j in pairs), default=0)

    def bounds(self, home: int) -> tuple[int, int]:
        """The configurations with so many pieces at home."""
        return self.plan.bounds(home)

    def size(self, home: int) -> int:
        return self.plan.size(home)

    def new_block(self, i: int, j: int) -> ValueBlock:
        shape = self.size(i), self.size(j)
        return ValueBlock(np.zeros(shape, np.uint32), np.full(shape, ONE, np.uint32), 0)

    def no_block(self) -> ValueBlock:
        return ValueBlock(np.zeros((1, 1), np.uint32), np.zeros((1, 1), np.uint32), 0)

    def send(self, array: Array) -> Any:
        """To where the sweeps run."""
        return array

    def task(self, i: int, j: int) -> Task:
        """The side with i pieces at home throws, the other has j."""
        side, (begin, end), (from_j, to_j) = self.side, self.bounds(i), self.bounds(j)
        up = i + 1 < self.homes
        tiles = -(-self.size(i) // self.tile), -(-self.size(j) // self.tile)
        return Task(
            self.send(self.local_ways(i)),
            self.send(side.tries[begin:end]),
            self.send(side.own[begin:end]),
            self.send(side.facing[from_j:to_j]),
            self.send(np.ascontiguousarray(side.captures[:, from_j:to_j] - from_j)),
            self.block(i, j),
            self.block(i + 1, j) if up else self.no_block(),
            self.block(j, i),
            self.block(j, i + 1) if up else self.no_block(),
            self.send(np.zeros(tiles, np.uint8)),
        )

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

    def sweep(self, task: Task, rest: int) -> tuple[int, bool]:
        """The widest gap, and whether anything changed."""
        rows = task.done.shape[0]
        gaps, cores = np.zeros((rows, 2), np.int64), count_cores()
        cuts = np.linspace(0, rows, min(rows, 8 * cores) + 1).astype(int)
        with ThreadPoolExecutor(cores) as pool:
            list(pool.map(lambda a, b: sweep(task, self.side.weights, rest, a, b, gaps), cuts[:-1], cuts[1:]))
        return int(gaps[:, 0].max()), bool(gaps[:, 1].any())

    def block(self, i: int, j: int) -> ValueBlock:
        return self.blocks[i, j]

    def finish(self, i: int, j: int, gap: int) -> int:
        """Keep the middle; returns how far from the truth it may be."""
        low, high, _ = self.blocks[i, j]
        kept = self.plan.block(self.values, i, j)
        np.add(low, (high - low) // 2, out=kept)
        self.restore(i, j, gap // 2 + 1)
        return gap // 2 + 1

    def restore(self, i: int, j: int, error: int) -> None:
        """A block that is finished, here or in an earlier run."""
        kept = self.plan.block(self.values, i, j)
        self.blocks[i, j] = ValueBlock(kept, kept, error)

    def forget(self, total: int) -> None:
        """Blocks with so many pieces at home are read no more by any sweep."""
