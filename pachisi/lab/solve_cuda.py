"""The sweeps of `solve` on a GPU, a thread for each position; the positions themselves are found on the CPU."""

from __future__ import annotations

import numpy as np

from ..errors import RuleError
from ..simulation.cuda import cuda
from .search import LAST, OTHER, SHIFT, WON, Graph
from .solve import REST, first_bounds, repeat, slack_of
from .states import Array, Progress

THREADS = 128


@cuda.jit(device=True)
def best_leaf(bounds, edges, at):  # type: ignore[no-untyped-def]
    """As in `solve`: the best end of a throw by both tables, and where the next throw begins."""
    low, high = 0.0, 0.0
    while True:
        edge = edges[at]
        at += 1
        number = edge >> SHIFT
        if edge & OTHER:
            low, high = max(low, 1.0 - bounds[number, 1]), max(high, 1.0 - bounds[number, 0])
        else:
            low, high = max(low, bounds[number, 0]), max(high, bounds[number, 1])
        if edge & LAST:
            return low, high, at


@cuda.jit
def sweep(bounds, keys, first, edges, weights, total, slack, rest, found):  # type: ignore[no-untyped-def]
    """Evaluate all positions again, the latest first; note the widest gap and the largest change."""
    number = keys.shape[0] - 1 - cuda.grid(1)
    if number <= WON:
        return
    was_low, was_high = bounds[number, 0], bounds[number, 1]
    if was_high - was_low <= rest:
        return
    at, mean_low, mean_high = first[number], 0.0, 0.0
    for throw in range(weights.shape[0]):
        low, high, at = best_leaf(bounds, edges, at)
        mean_low += weights[throw] * low
        mean_high += weights[throw] * high
    mean_low, mean_high = mean_low / total, mean_high / total
    if keys[number] & 1:  # an offer may be declined
        low, high, at = best_leaf(bounds, edges, at)
        mean_low, mean_high = max(mean_low, low), max(mean_high, high)
    low, high = max(mean_low - slack, was_low), min(mean_high + slack, was_high)
    bounds[number, 0], bounds[number, 1] = low, high
    if high - low > found[0]:
        cuda.atomic.max(found, 0, high - low)
    if low - was_low > found[1] or was_high - high > found[1]:
        cuda.atomic.max(found, 1, max(low - was_low, was_high - high))


def close_in_on_gpu(graph: Graph, gap: float, progress: Progress) -> tuple[Array, int]:
    """As `close_in`; neighbours may be swept in any order, which changes the bounds within the gap alone."""
    if not cuda.is_available():
        raise RuleError("device = 'cuda' is not possible here: Numba finds no CUDA driver and GPU; use device='cpu'.")
    bounds = cuda.to_device(first_bounds(graph))
    tables = [cuda.to_device(table) for table in (graph.keys, graph.first, graph.edges, graph.weights)]
    numbers = float(graph.weights.sum()), slack_of(graph), REST * gap
    blocks = -(-len(graph.keys) // THREADS)

    def once() -> tuple[float, float]:
        found = cuda.to_device(np.zeros(2))
        sweep[blocks, THREADS](bounds, *tables, *numbers, found)
        widest, change = found.copy_to_host()
        return float(widest), float(change)

    sweeps = repeat(once, gap, progress)
    return np.asarray(bounds.copy_to_host()), sweeps
