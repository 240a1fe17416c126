"""The sweeps of `matrix` on a GPU: a block of threads settles a tile, and finds the same numbers as the CPU."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..table import Table
from .configuration_moves import AGAIN, END, RETRY, STEP_SHIFT, TO_SHIFT, WON
from .configurations import Side
from .lookup import ONE
from .matrix import UP, ValueBlock, Workshop
from .states import Array

cuda: Any = import_module("numba.cuda")
TILE, ROWS = 32, 8  # the threads of a block: positions side by side, and how many rows of them at a time
GRID = 4096, 256  # blocks and threads that write a whole table
SPARE = 2 << 30  # bytes that are left alone


class CudaTask(NamedTuple):
    """What a sweep reads and writes: the throwing side has i pieces at home, the other j."""

    ways: Any  # of the throwing side, to configurations counted within their layer; those with UP one layer on
    tries: Any
    own: Any
    facing: Any  # the other side's pieces
    captures: Any
    moved: ValueBlock  # (i, j): the throwing side has just moved
    moved_up: ValueBlock  # (i + 1, j)
    target: ValueBlock  # (j, i): the other side has just moved; written
    target_up: ValueBlock  # (j, i + 1)
    done: Any  # tiles that are left alone


def define(weights: tuple[int, ...]) -> Any:
    """The sweep; a constant divisor is much faster than any other."""
    total, throws = sum(weights), len(weights)
    one = np.int64(ONE)

    @cuda.jit
    def sweep(  # type: ignore[no-untyped-def]
        ways, tries, own, facing, captures, moved_low, moved_high, up_low, up_high, up_error,
        target_low, target_high, back_low, back_high, back_error, done, rest, found,
    ):  # fmt: skip
        lows = cuda.shared.array((32, 33), np.uint32)  # each on a line of its own: the simulator tells them apart by that
        highs = cuda.shared.array((32, 33), np.uint32)
        widest = cuda.shared.array(1, np.uint32)
        row, column = cuda.blockIdx.x, cuda.blockIdx.y
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
            low, high = np.int64(0), one
            if there and c < own.shape[0] and own[c] & stands == np.uint64(0):
                for level in range(tries[c] + 1):
                    sum_low, sum_high = np.int64(0), np.int64(0)
                    for throw in range(throws):
                        best_low, best_high = np.int64(0), np.int64(0)
                        for m in range(ways.shape[2]):
                            way = np.int64(ways[c, throw, m])
                            if way & END:
                                break
                            step, to, left = way >> STEP_SHIFT & 127, (way & ~UP) >> TO_SHIFT, np.int64(o)
                            if stands >> np.uint64(step) & np.uint64(1) != np.uint64(0):  # never on step 0
                                left = np.int64(captures[step, o])
                            if way & WON:
                                new_low, new_high = one, one
                            elif way & RETRY and level:
                                new_low, new_high = low, high
                            elif way & AGAIN:
                                if way & UP:
                                    new_low = one - min(one, np.int64(back_high[left, to]) + back_error)
                                    new_high = one - max(np.int64(0), np.int64(back_low[left, to]) - back_error)
                                else:
                                    new_low = one - np.int64(target_high[left, to])
                                    new_high = one - np.int64(target_low[left, to])
                            elif way & UP:
                                new_low = np.int64(up_low[to, left]) - up_error
                                new_high = min(one, np.int64(up_high[to, left]) + up_error)
                            else:
                                new_low, new_high = np.int64(moved_low[to, left]), np.int64(moved_high[to, left])
                            best_low, best_high = max(best_low, new_low), max(best_high, new_high)
                        sum_low += weights[throw] * best_low
                        sum_high += weights[throw] * best_high
                    low, high = sum_low // total, (sum_high + total - 1) // total
            lows[k, x], highs[k, x] = one - high, one - low
        cuda.syncthreads()
        c = row * 32 + x
        gap, changed = np.uint32(0), False
        if c < own.shape[0]:
            for k in range(y, 32, 8):
                o = column * 32 + k
                if o < facing.shape[0] and own[c] & facing[o] == np.uint64(0):
                    was_low, was_high = target_low[o, c], target_high[o, c]
                    new_low, new_high = max(was_low, lows[x, k]), min(was_high, highs[x, k])
                    if new_low != was_low:
                        target_low[o, c] = new_low
                        changed = True
                    if new_high != was_high:
                        target_high[o, c] = new_high
                        changed = True
                    gap = max(gap, np.uint32(new_high - new_low))
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
def halve(low, high):  # type: ignore[no-untyped-def]
    for i in range(cuda.blockIdx.x, low.shape[0], cuda.gridDim.x):
        for j in range(cuda.threadIdx.x, low.shape[1], cuda.blockDim.x):
            low[i, j] += (high[i, j] - low[i, j]) // np.uint32(2)


class GpuWorkshop(Workshop):
    """Blocks are made and swept in the memory of a GPU; the finished ones are copied to this machine's."""

    tile = TILE

    def __init__(self, side: Side) -> None:
        super().__init__(side)
        if not cuda.is_available():
            raise RuleError("device = 'cuda' is not possible here: Numba finds no CUDA driver and GPU; use device='cpu'.")
        self.kernel = define(tuple(int(weight) for weight in side.weights))

    @classmethod
    def foresee(cls, at: Table) -> None:
        """The largest block alone counts, and it is known only when all configurations are."""

    @classmethod
    def memory(cls) -> int:
        return int(cuda.current_context().get_memory_info().free) - SPARE

    def needed(self) -> int:
        """Two tables of the blocks that are swept, and the middle of those that they read."""
        return max(self.count(total) * 8 + self.count(total + 1) * 4 for total in range(2 * self.homes - 1))

    def new_block(self, i: int, j: int) -> ValueBlock:
        low, high = (cuda.device_array((self.size(i), self.size(j)), np.uint32) for _ in range(2))
        fill[GRID](low, np.uint32(0))
        fill[GRID](high, np.uint32(ONE))
        return ValueBlock(low, high, 0)

    def send(self, array: Array) -> Any:
        return cuda.to_device(array)

    def task(self, i: int, j: int) -> CudaTask:
        side, up, own, (begin, end) = self.side, i + 1 < self.homes, slice(*self.bounds(i)), self.bounds(j)
        tables = self.local_ways(i), side.tries[own], side.own[own], side.facing[begin:end], side.captures[:, begin:end] - begin
        ways, tries, stands, facing, captures = (self.send(np.ascontiguousarray(table)) for table in tables)
        return CudaTask(
            *(ways, tries, stands, facing, captures),
            self.block(i, j),
            self.block(i + 1, j) if up else self.no_block(),
            self.block(j, i),
            self.block(j, i + 1) if up else self.no_block(),
            self.tiles(i, j),
        )

    def sweep(self, task: CudaTask, rest: int) -> tuple[int, bool]:
        found = cuda.to_device(np.zeros(2, np.uint32))
        up, back = task.moved_up, task.target_up
        self.kernel[task.done.shape, (TILE, ROWS)](
            *task[:5], *task.moved[:2], up.low, up.high, np.int64(up.error), *task.target[:2],
            back.low, back.high, np.int64(back.error), task.done, np.uint32(rest), found,
        )  # fmt: skip
        gap, changed = found.copy_to_host()
        return int(gap), bool(changed)

    def block(self, i: int, j: int) -> ValueBlock:
        """In the memory of the GPU; a block of an earlier run is sent there."""
        low, _, error = self.blocks[i, j]
        if isinstance(low, np.ndarray):
            there = self.send(low)
            self.blocks[i, j] = ValueBlock(there, there, error)
        return self.blocks[i, j]

    def finish(self, i: int, j: int, gap: int) -> int:
        low, high, _ = self.blocks[i, j]
        halve[GRID](low, high)
        low.copy_to_host(self.plan.block(self.values, i, j))
        self.blocks[i, j] = ValueBlock(low, low, gap // 2 + 1)
        return gap // 2 + 1

    def forget(self, total: int) -> None:
        """Blocks that no sweep reads any more leave the GPU."""
        for pair in [pair for pair in self.blocks if sum(pair) >= total]:
            self.restore(*pair, self.blocks[pair].error)
