"""The values of a solution as compiled code looks them up, however it keeps them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernel.jit import inner, int64
from .states import Array

NOTHING = np.zeros(0, np.int64)
ONE = 2**32 - 1  # a cell that holds it is a certain win


class ValueTable(NamedTuple):
    """Values by key; or, where there are no keys, the cells of a matrix by two configurations."""

    keys: Array  # of positions, ascending
    values: Array
    numbers: Array = np.zeros(0, np.int32)  # of configurations, by their pieces as a key packs them
    rows: Array = np.zeros((0, 0), np.int64)  # where the cells of a configuration begin, by the other's pieces at home
    homes: Array = np.zeros(0, np.int8)  # the pieces at home of each configuration
    places: Array = NOTHING  # … and its place among those with as many
    cells: Array = np.zeros(0, np.uint32)  # chances of the one who has just moved
    turns: int = 1  # keys that share their pieces


@inner
def look_up(key: int, known: ValueTable) -> float:
    """The chance of the one who throws in a position that the solution has."""
    if len(known.keys) == 0:
        pieces, span = key // known.turns, int64(len(known.numbers))
        thrower, other = known.numbers[pieces // span], known.numbers[pieces % span]
        cell = known.rows[other, known.homes[thrower]] + known.places[thrower]
        return 1.0 - float(known.cells[cell]) / ONE
    low, high = 0, len(known.keys) - 1
    while low < high:
        middle = (low + high) // 2
        if known.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return known.values[low]  # type: ignore[no-any-return]
