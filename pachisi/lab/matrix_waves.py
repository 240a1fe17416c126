"""In which order a sweep of `matrix` settles tiles.

Pieces move forward, so a position leads to others that have less ahead of them. Tiles are settled in waves, by falling
progress of both sides: what a throw leads to has been settled just before, unless a piece is captured. Where both sides wait
for the one throw that lets them move, a position leads to hardly anything but its own mirror image; these few tiles are
settled again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .configuration_moves import END, TO_SHIFT, WON
from .configurations import Side
from .states import Array

HELD = 0.6  # of the throws change nothing where a side waits
PATIENCE = 4  # times that a sweep settles the tiles where both wait

Layer = tuple[int, int]  # configurations with so many pieces at home: where they begin and end


class Wave(NamedTuple):
    """Tiles that are settled side by side."""

    task: int
    begin: int  # among the tiles of this task, in their order
    end: int


def plan_waves(side: Side, layers: Sequence[tuple[Layer, Layer]], tile: int, least: int) -> tuple[list[Array], list[Wave]]:
    """The tiles of each task, which has a thrower's layer and another, in their order; and what a sweep settles, wave by wave.

    Tiles are numbered row by row. Of two that mirror each other, one leads to the other, so they never share a wave that need not
    be larger: the first task comes first, and where there is but one, the thrower who has come farther.
    """
    orders: list[Array] = []
    keys: list[Array] = []
    waits: list[Wave] = []
    for thrower, other in layers:
        mine, theirs = progress_of(side, thrower, tile)[:, None], progress_of(side, other, tile)
        later = mine < theirs if thrower == other else np.int16(len(keys))
        key = (later - 2 * (mine + theirs)).ravel()
        order = np.argsort(key, kind="stable").astype(np.int32)
        rows, columns = waiting(side, thrower, tile), waiting(side, other, tile)
        both = (rows[:, None] * -(-(other[1] - other[0]) // tile) + columns).ravel().astype(np.int32)
        orders.append(np.concatenate([order, both]))
        keys.append(key[order])
        waits.append(Wave(len(waits), len(order), len(order) + len(both)))
    return orders, [*cut(keys, least), *waits * PATIENCE]


def cut(keys: Sequence[Array], least: int) -> list[Wave]:
    """Waves of tiles from all tasks, each with as many as this or more."""
    begins = np.unique(np.sort(np.concatenate(keys))[::least])
    places = [np.append(np.searchsorted(key, begins), len(key)) for key in keys]
    waves = (Wave(task, int(at[k]), int(at[k + 1])) for k in range(len(begins)) for task, at in enumerate(places))
    return [wave for wave in waves if wave.begin < wave.end]


def progress_of(side: Side, layer: Layer, tile: int) -> Array:
    """How far the pieces have come where each tile begins."""
    begin, end = layer
    steps: Array = side.steps[begin:end:tile].sum(axis=1, dtype=np.int16)
    return steps


def waiting(side: Side, layer: Layer, tile: int) -> Array:
    """The tiles with a configuration that hardly any throw changes."""
    begin, end = layer
    ways = side.ways[begin:end]
    stays = (ways >> TO_SHIFT == np.arange(begin, end)[:, None, None]) & (ways & (WON | END) == 0)
    held = stays.any(axis=2) @ side.weights > HELD * side.weights.sum()
    return np.unique(np.flatnonzero(held) // tile)
