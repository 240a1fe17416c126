"""`solve` on a GPU: found by `search_cuda`, and swept by a thread for each position."""

from __future__ import annotations

import numpy as np

from ..simulation.cuda import cuda
from ..table import Table
from .search import WON
from .search_cuda import GpuSearch
from .solve import REST, Positions, evaluate, first_bounds, repeat, slack_of
from .states import Array, Progress

THREADS = 128


@cuda.jit
def sweep(bounds, keys, first, edges, weights, total, slack, rest, found):  # type: ignore[no-untyped-def]
    """Evaluate all positions again, the latest first; note the widest gap and the largest change."""
    number = keys.shape[0] - 1 - cuda.grid(1)
    if number <= WON:
        return
    was_low, was_high = bounds[number, 0], bounds[number, 1]
    if was_high - was_low <= rest:
        return
    low, high = evaluate(bounds, edges, first[number], weights, total, keys[number] & 1)
    low, high = max(low - slack, was_low), min(high + slack, was_high)
    bounds[number, 0], bounds[number, 1] = low, high
    if high - low > found[0]:
        cuda.atomic.max(found, 0, high - low)
    if low - was_low > found[1] or was_high - high > found[1]:
        cuda.atomic.max(found, 1, max(low - was_low, was_high - high))


@cuda.jit
def doubt(values, keys, first, edges, weights, total, found):  # type: ignore[no-untyped-def]
    """Note the largest difference between a value and what the values one throw later imply."""
    number = keys.shape[0] - 1 - cuda.grid(1)
    if number > WON:
        low, _ = evaluate(values, edges, first[number], weights, total, keys[number] & 1)
        if abs(low - values[number, 0]) > found[0]:
            cuda.atomic.max(found, 0, abs(low - values[number, 0]))


class GpuPositions(Positions):
    """In the memory of a GPU; neighbours may be swept in any order, which changes the bounds within the gap alone."""

    def __init__(self, at: Table, progress: Progress, memory: float | None = None) -> None:
        graph = GpuSearch(at, memory).run(progress)
        self.own_keys = graph.keys
        self.tables = graph.words, graph.first, graph.edges, graph.weights
        self.total, self.throws = float(np.asarray(graph.weights.copy_to_host()).sum()), len(graph.weights)
        self.blocks = -(-len(graph.keys) // THREADS)

    @property
    def keys(self) -> Array:
        return self.own_keys

    def close_in(self, gap: float, progress: Progress) -> tuple[Array, int]:
        bounds = cuda.to_device(first_bounds(len(self.keys)))

        def once() -> tuple[float, float]:
            found = cuda.to_device(np.zeros(2))
            sweep[self.blocks, THREADS](bounds, *self.tables, self.total, slack_of(self.throws), REST * gap, found)
            widest, change = found.copy_to_host()
            return float(widest), float(change)

        sweeps = repeat(once, gap, progress)
        return np.asarray(bounds.copy_to_host()), sweeps

    def residual(self, values: Array) -> float:
        both, found = cuda.to_device(np.column_stack([values, values])), cuda.to_device(np.zeros(1))
        doubt[self.blocks, THREADS](both, *self.tables, self.total, found)
        return float(found.copy_to_host()[0])
