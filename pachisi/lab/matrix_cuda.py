"""The sweeps of `matrix` on a GPU: a block of threads settles a tile.

While a block is swept, both bounds of a position share a word of 64 bits, so that one look finds them; finished, the middles lie in
words of 32. Arithmetic is that of `matrix_cpu`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..simulation.cuda import check_gpu, cuda
from ..table import Table
from .configuration_moves import AGAIN, END, RETRY, STEP_SHIFT, TO_SHIFT, WON
from .configurations import Side
from .lookup import ONE
from .matrix import UP, ValueBlock, Workshop
from .matrix_waves import Wave
from .states import Array

TILE, ROWS = 32, 8  # the threads of a block: positions side by side, and how many rows of them at a time
WAVE = 4096  # tiles that are worth a start: one takes as long as a few hundred of them
GRID = 4096, 256  # blocks and threads that write a whole table
SPARE = 2 << 30  # bytes that are left alone
COPIED = 1 << 28  # bytes of a finished block that are copied at a time
TOP, HALF = np.uint32(ONE), np.uint64(32)  # a certain win; where the upper bound begins
UNKNOWN = np.uint64(ONE << 32)  # between nothing and a certain win


class CudaTask(NamedTuple):
    """What a sweep reads and writes: the throwing side has i pieces at home, the other j."""

    ways: Any  # of the throwing side, to configurations counted within their layer; those with UP one layer on
    tries: Any
    own: Any
    facing: Any  # the other side's pieces
    captures: Any
    moved: Any  # (i, j): the throwing side has just moved
    moved_up: Any  # (i + 1, j), finished
    target: Any  # (j, i): the other side has just moved; written
    target_up: Any  # (j, i + 1), finished
    error: Any  # of both
    done: Any  # tiles that are left alone
    order: Any  # the tiles, numbered row by row: which one comes when


def define(weights: tuple[int, ...]) -> Any:
    """The sweep; a constant divisor is much faster than any other."""
    total, throws = np.uint64(sum(weights)), len(weights)
    shares = tuple(np.uint64(weight) for weight in weights)

    @cuda.jit
    def sweep(ways, tries, own, facing, captures, moved, moved_up, target, target_up, error, done, order, first, rest, found):  # type: ignore[no-untyped-def]
        fresh = cuda.shared.array((32, 33), np.uint64)
        widest = cuda.shared.array(1, np.uint32)
        tile = order[first + cuda.blockIdx.x]
        row, column = tile // done.shape[1], tile % done.shape[1]
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        if done[row, column]:
            return
        if x == 0 and y == 0:
            widest[0] = 0
        o = column * 32 + x
        there = o < facing.shape[0]
        stands = facing[o] if there else np.uint64(0)
        for k in range(y, 32, 8):
            c = row * 32 + k
            low, high = np.uint32(0), TOP
            if there and c < own.shape[0] and own[c] & stands == np.uint64(0):
                for level in range(tries[c] + 1):
                    sum_low, sum_high = np.uint64(0), np.uint64(0)
                    for throw in range(throws):
                        best_low, best_high = np.uint32(0), np.uint32(0)
                        for m in range(ways.shape[2]):
                            way = ways[c, throw, m]
                            if way & END:
                                break
                            if way & WON:
                                new_low, new_high = TOP, TOP
                            elif way & RETRY and level:
                                new_low, new_high = low, high
                            else:
                                step, to, left = way >> STEP_SHIFT & 127, np.uint32((way & ~UP) >> TO_SHIFT), np.uint32(o)
                                if stands >> np.uint64(step) & np.uint64(1) != np.uint64(0):  # never on step 0
                                    left = np.uint32(captures[step, o])
                                if way & UP:
                                    value = TOP - target_up[left, to] if way & AGAIN else moved_up[to, left]
                                    value = np.uint32(value)
                                    new_low = np.uint32(value - min(value, error))
                                    new_high = np.uint32(value + min(np.uint32(TOP - value), error))
                                elif way & AGAIN:
                                    bounds = target[left, to]
                                    new_low = np.uint32(TOP - np.uint32(bounds >> HALF))
                                    new_high = np.uint32(TOP - np.uint32(bounds & TOP))
                                else:
                                    bounds = moved[to, left]
                                    new_low, new_high = np.uint32(bounds & TOP), np.uint32(bounds >> HALF)
                            best_low, best_high = max(best_low, new_low), max(best_high, new_high)
                        sum_low += shares[throw] * np.uint64(best_low)
                        sum_high += shares[throw] * np.uint64(best_high)
                    low, high = np.uint32(sum_low // total), np.uint32((sum_high + total - np.uint64(1)) // total)
            fresh[k, x] = np.uint64(TOP - low) << HALF | np.uint64(TOP - high)
        cuda.syncthreads()
        c = row * 32 + x
        gap, changed = np.uint32(0), False
        if c < own.shape[0]:
            for k in range(y, 32, 8):
                o = column * 32 + k
                if o < facing.shape[0] and own[c] & facing[o] == np.uint64(0):
                    was, now = target[o, c], fresh[x, k]
                    low, high = max(np.uint32(was & TOP), np.uint32(now & TOP)), min(np.uint32(was >> HALF), np.uint32(now >> HALF))
                    now = np.uint64(high) << HALF | np.uint64(low)
                    if now != was:
                        target[o, c] = now
                        changed = True
                    gap = max(gap, np.uint32(high - low))
        if gap:
            cuda.atomic.max(widest, 0, gap)
        if changed:
            found[1] = 1
        cuda.syncthreads()
        if x == 0 and y == 0:
            if widest[0] <= rest:
                done[row, column] = 1
            cuda.atomic.max(found, 0, widest[0])

    return sweep


@cuda.jit
def fill(block, value):  # type: ignore[no-untyped-def]
    for i in range(cuda.blockIdx.x, block.shape[0], cuda.gridDim.x):
        for j in range(cuda.threadIdx.x, block.shape[1], cuda.blockDim.x):
            block[i, j] = value


@cuda.jit
def take_middle(block, first, middle):  # type: ignore[no-untyped-def]
    for i in range(cuda.blockIdx.x, middle.shape[0], cuda.gridDim.x):
        for j in range(cuda.threadIdx.x, middle.shape[1], cuda.blockDim.x):
            low, high = block[first + i, j] & TOP, block[first + i, j] >> HALF
            middle[i, j] = np.uint32(low + (high - low) // np.uint64(2))


class GpuWorkshop(Workshop):
    """Blocks are made and swept in the memory of a GPU; the finished ones are copied to this machine's."""

    tile, wave = TILE, WAVE

    def __init__(self, side: Side) -> None:
        check_gpu()
        super().__init__(side)
        self.kernel = define(tuple(int(weight) for weight in side.weights))

    @classmethod
    def foresee(cls, at: Table) -> None:
        """A GPU must be there; the largest block alone counts, and it is known only when all configurations are."""
        check_gpu()

    @classmethod
    def memory(cls) -> int:
        return int(cuda.current_context().get_memory_info().free) - SPARE

    def needed(self) -> int:
        """Two tables of the blocks that are swept, and the middle of those that they read."""
        return max(self.count(total) * 8 + self.count(total + 1) * 4 for total in range(2 * self.homes - 1))

    def new_block(self, i: int, j: int) -> ValueBlock:
        block = cuda.device_array((self.size(i), self.size(j)), np.uint64)
        fill[GRID](block, UNKNOWN)
        return ValueBlock(block, block, 0)

    def send(self, array: Array) -> Any:
        return cuda.to_device(array)

    def task(self, i: int, j: int, order: Array) -> CudaTask:
        side, own, (begin, end) = self.side, slice(*self.bounds(i)), self.bounds(j)
        tables = self.local_ways(i), side.tries[own], side.own[own], side.facing[begin:end], side.captures[:, begin:end] - begin
        ways, tries, stands, facing, captures = (self.send(np.ascontiguousarray(table)) for table in tables)
        moved_up, target_up = self.finished(i + 1, j), self.finished(j, i + 1)
        return CudaTask(
            *(ways, tries, stands, facing, captures, self.blocks[i, j].low, moved_up.low, self.blocks[j, i].low, target_up.low),
            *(np.uint32(max(moved_up.error, target_up.error)), self.tiles(i, j), self.send(order)),
        )

    def sweep(self, tasks: Sequence[CudaTask], waves: Sequence[Wave], rest: int) -> tuple[int, bool]:
        found = cuda.to_device(np.zeros(2, np.uint32))
        for number, begin, end in waves:
            self.kernel[end - begin, (TILE, ROWS)](*tasks[number], begin, np.uint32(rest), found)
        gap, changed = found.copy_to_host()
        return int(gap), bool(changed)

    def finished(self, i: int, j: int) -> ValueBlock:
        """A finished block in the memory of the GPU."""
        if max(i, j) == self.homes:
            return self.no_block()
        low, _, error = self.blocks[i, j]
        if isinstance(low, np.ndarray):
            there = self.send(low)
            self.blocks[i, j] = ValueBlock(there, there, error)
        return self.blocks[i, j]

    def finish(self, i: int, j: int, gap: int) -> int:
        bounds, kept = self.blocks[i, j].low, self.plan.block(self.values, i, j)
        rows = min(len(kept), max(1, COPIED // (4 * kept.shape[1])))
        middle = cuda.device_array((rows, kept.shape[1]), np.uint32)
        for first in range(0, len(kept), rows):
            part = middle[: len(kept) - first]
            take_middle[GRID](bounds, first, part)
            part.copy_to_host(kept[first : first + rows])
        self.restore(i, j, gap // 2 + 1)
        return gap // 2 + 1

    def forget(self, total: int) -> None:
        """Blocks that no sweep reads any more leave the GPU."""
        for pair in [pair for pair in self.blocks if sum(pair) >= total]:
            self.restore(*pair, self.blocks[pair].error)
