"""The sweeps of `matrix` on all cores of this machine.

What a throw leads to lies in rows: the values after the thrower's moves as they are kept, and those where he throws again
in a copy that is turned over. So a tile of enemies is read as a vector, row by row, and only the few that a move captures
are looked up one by one. Two pieces on one field are no position: such cells are 0 and never count.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..kernel.jit import entry, inlined, int64
from ..simulation import count_cores
from ..table import Table
from .configuration_moves import AGAIN, END, RETRY, STEP_SHIFT, TO_SHIFT, WON
from .configurations import Side
from .lookup import ONE
from .matrix import UP, ValueBlock, Workshop
from .matrix_waves import Wave
from .states import Array

TILE = 64  # positions of both sides that are settled together
WAVE = 1  # tiles that are worth handing out
MOST = 1 << 20  # outcomes of a throw: with fewer, a quotient of doubles, cut off, is that of whole numbers
U = np.uint64  # an index that cannot be negative lets the compiler read vectors
TOP, WIDE = np.uint32(ONE), U(TILE)


class CpuTask(NamedTuple):
    """What a sweep reads and writes: the throwing side has i pieces at home, the other j."""

    ways: Array  # of the throwing side, to configurations counted within their layer; those with UP one layer on
    tries: Array
    own: Array
    facing: Array  # the other side's pieces
    hits: Array  # by step and tile, where the enemies begin that are captured there
    captured: Array  # … which they are
    left: Array  # … and what is left of them
    moved: ValueBlock  # (i, j): the throwing side has just moved
    moved_up: ValueBlock  # (i + 1, j)
    again: ValueBlock  # (j, i) turned over: the chances of the throwing side, when it throws; written
    again_up: ValueBlock  # (j, i + 1) turned over
    target: ValueBlock  # (j, i): the other side has just moved; written
    done: Array  # tiles that are left alone
    order: Array  # the tiles, numbered row by row: which one comes when


class Bounds(NamedTuple):
    """Room for the positions of one tile that share the thrower's configuration."""

    low: Array
    high: Array


@inlined
def fill(bounds: Bounds, value: int) -> None:
    for k in range(WIDE):
        bounds.low[k], bounds.high[k] = value, value


@inlined
def follow_way(task: CpuTask, way: int, source: ValueBlock, column: int, best: Bounds) -> None:
    """The best of what was found, and of what this move leads to."""
    low, high, error = source.low, source.high, np.uint32(source.error)
    at, first, step = U((way & ~UP) >> TO_SHIFT), U(column * TILE), way >> STEP_SHIFT & 127
    for k in range(WIDE):
        value = low[at, first + k]
        best.low[k] = max(best.low[k], np.uint32(value - min(value, error)))
    for k in range(WIDE):
        value = high[at, first + k]
        best.high[k] = max(best.high[k], np.uint32(value + min(np.uint32(TOP - value), error)))
    for hit in range(task.hits[step, column], task.hits[step, column + 1]):
        enemy, left = U(task.captured[U(hit)]) - first, U(task.left[U(hit)])
        value = low[at, left]
        best.low[enemy] = max(best.low[enemy], np.uint32(value - min(value, error)))
        value = high[at, left]
        best.high[enemy] = max(best.high[enemy], np.uint32(value + min(np.uint32(TOP - value), error)))


@inlined
def evaluate(task: CpuTask, weights: Array, total: int, c: int, column: int, rooms: tuple[Bounds, Bounds, Bounds]) -> None:
    """The bounds of the thrower's chance against the enemies of a tile, rounded outwards; they are left in the first room."""
    result, best, sums = rooms
    for level in range(int64(task.tries[c]) + 1):
        fill(sums, 0)
        for throw in range(len(weights)):
            fill(best, 0)
            for m in range(task.ways.shape[2]):
                way = int64(task.ways[c, throw, m])
                if way & END:
                    break
                if way & WON:
                    fill(best, ONE)
                elif way & RETRY and level:
                    for k in range(WIDE):
                        best.low[k], best.high[k] = max(best.low[k], result.low[k]), max(best.high[k], result.high[k])
                elif way & AGAIN:
                    follow_way(task, way, task.again_up if way & UP else task.again, column, best)
                else:
                    follow_way(task, way, task.moved_up if way & UP else task.moved, column, best)
            weight = U(weights[throw])
            for k in range(WIDE):
                sums.low[k] += weight * U(best.low[k])
            for k in range(WIDE):
                sums.high[k] += weight * U(best.high[k])
        for k in range(WIDE):
            result.low[k] = np.uint32(float(sums.low[k]) / total)
        for k in range(WIDE):
            result.high[k] = np.uint32(float(sums.high[k] + U(total - 1)) / total)


@inlined
def narrow(task: CpuTask, c: int, column: int, result: Bounds) -> tuple[int, int]:
    """Narrow the bounds of a tile's positions down; the widest gap, and whether anything changed."""
    low, high, _ = task.again
    at, first = U(c), U(column * TILE)
    widest = changed = np.uint32(0)
    for k in range(WIDE):
        was_low, was_high = low[at, first + k], high[at, first + k]
        new_high = min(was_high, result.high[k])
        new_low = min(max(was_low, result.low[k]), new_high)
        low[at, first + k], high[at, first + k] = new_low, new_high
        changed |= np.uint32((was_low ^ new_low) | (was_high ^ new_high))
        widest = max(widest, np.uint32(new_high - new_low))
    return int64(widest), int64(changed != 0)


@inlined
def turn_over(task: CpuTask, row: int, column: int) -> None:
    """Write a tile as the other side sees it."""
    for o in range(U(column * TILE), U(min(len(task.facing), (column + 1) * TILE))):
        for c in range(U(row * TILE), U(min(len(task.own), (row + 1) * TILE))):
            if not task.own[c] & task.facing[o]:
                task.target.low[o, c] = TOP - task.again.high[c, o]
                task.target.high[o, c] = TOP - task.again.low[c, o]


@entry
def sweep(task: CpuTask, weights: Array, rest: int, begin: int, end: int) -> tuple[int, int]:
    """Settle some tiles again; the widest gap, and whether anything changed."""
    rooms = make_bounds(np.uint32(0)), make_bounds(np.uint32(0)), make_bounds(U(0))
    total, gap, any_change = int64(weights.sum()), int64(0), int64(0)
    for at in range(begin, end):
        row, column = task.order[at] // task.done.shape[1], task.order[at] % task.done.shape[1]
        if task.done[row, column]:
            continue
        widest = changed = int64(0)
        for c in range(row * TILE, min(len(task.own), (row + 1) * TILE)):
            evaluate(task, weights, total, c, column, rooms)
            found, change = narrow(task, c, column, rooms[0])
            widest, changed = max(widest, found), changed | change
        if changed:
            turn_over(task, row, column)
        task.done[row, column] = widest <= rest
        gap, any_change = max(gap, widest), any_change | changed
    return gap, any_change


@inlined
def make_bounds(zero: Any) -> Bounds:
    return Bounds(np.full(TILE, zero), np.full(TILE, zero))


class CpuWorkshop(Workshop):
    """Blocks are made in the memory of this machine, and swept by all of its cores."""

    tile, wave = TILE, WAVE

    def __init__(self, side: Side) -> None:
        if side.weights.sum() >= MOST:
            raise RuleError(f"Throws of {side.weights.sum():,} equally likely outcomes are too many here; use device='cuda'.")
        super().__init__(side)

    @classmethod
    def foresee(cls, at: Table) -> None:
        """Pieces that stand apart, wherever they may be, make fewer configurations than there will be."""
        configurations = comb(int(at.lookups.book[0]["last"]), at.pieces)
        cls.check(configurations, 4 * configurations**2)

    @classmethod
    def memory(cls) -> int:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 0.8) if hasattr(os, "sysconf") else 1 << 62

    def needed(self) -> int:
        """All blocks, and both tables of those that are swept, twice."""
        return 4 * (len(self.side) ** 2 + 4 * max(self.count(total) for total in range(2 * self.homes - 1)))

    def send(self, array: Array) -> Array:
        return array

    def new_block(self, i: int, j: int) -> ValueBlock:
        low = self.lay_out(np.zeros((self.size(i), self.size(j)), np.uint32))
        return ValueBlock(low, self.lay_out(self.is_position(i, j) * TOP), 0)

    def lay_out(self, values: Array) -> Array:
        """As a sweep reads it: whole tiles, of which the last ends with zeros."""
        return np.ascontiguousarray(np.pad(values, [(0, -size % TILE) for size in values.shape]))

    def is_position(self, i: int, j: int) -> Array:
        """Not two pieces on one field."""
        apart: Array = self.side.own[slice(*self.bounds(i)), None] & self.side.facing[None, slice(*self.bounds(j))] == 0
        return apart

    def task(self, i: int, j: int, order: Array) -> CpuTask:
        side, own, other = self.side, slice(*self.bounds(i)), slice(*self.bounds(j))
        return CpuTask(
            *(self.local_ways(i), side.tries[own], side.own[own], side.facing[other], *self.hits(j)),
            *(self.block(i, j), self.finished(i + 1, j), self.new_block(i, j), self.turned(i + 1, j), self.block(j, i), self.tiles(i, j)),
            order,
        )

    def hits(self, home: int) -> tuple[Array, Array, Array]:
        """The configurations with so many pieces at home that are captured, by step and tile, and what is left of them."""
        begin, end = self.bounds(home)
        steps = np.arange(len(self.side.captures), dtype=np.uint64)
        step, captured = np.nonzero((self.side.facing[begin:end] >> steps[:, None] & np.uint64(1)) * (steps[:, None] > 0))
        cuts = np.minimum(np.arange(-(-(end - begin) // TILE) + 1) * TILE, end - begin)
        hits = np.searchsorted(step * (end - begin) + captured, steps[:, None].astype(np.int64) * (end - begin) + cuts)
        return hits, captured, self.side.captures[step, begin + captured] - begin

    def finished(self, i: int, j: int) -> ValueBlock:
        """The finished block (i, j); what a GPU may have left in cells that are no position is taken out."""
        if i == self.homes:
            return self.no_block()
        kept, _, error = self.block(i, j)
        values = self.lay_out(kept * self.is_position(i, j))
        return ValueBlock(values, values, error)

    def turned(self, i: int, j: int) -> ValueBlock:
        """The finished block (j, i), as chances of the side that throws, which has i pieces at home."""
        if i == self.homes:
            return self.no_block()
        kept, _, error = self.block(j, i)
        values = self.lay_out((TOP - kept.T) * self.is_position(i, j))
        return ValueBlock(values, values, error)

    def sweep(self, tasks: Sequence[CpuTask], waves: Sequence[Wave], rest: int) -> tuple[int, bool]:
        cores, found = count_cores(), list[tuple[int, int]]()
        with ThreadPoolExecutor(cores) as pool:
            for number, begin, end in waves:
                task, cuts = tasks[number], np.linspace(begin, end, min(end - begin, 4 * cores) + 1).astype(int).tolist()
                found += pool.map(sweep, repeat(task), repeat(self.side.weights), repeat(rest), cuts[:-1], cuts[1:])
        return max(gap for gap, _ in found), any(change for _, change in found)

    def finish(self, i: int, j: int, gap: int) -> int:
        low, high = (bound[: self.size(i), : self.size(j)] for bound in self.blocks[i, j][:2])
        np.add(low, (high - low) // 2, out=self.plan.block(self.values, i, j))
        self.restore(i, j, gap // 2 + 1)
        return gap // 2 + 1

    def forget(self, total: int) -> None:
        """They stay in the array of values."""
