"""Chances that can be added without rounding: whole multiples of 2⁻⁴⁰, one for each side, which add up to 1.

Sums of such numbers are exact as integers and, far beyond any game, as floats too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

UNIT = 1 << 40
Chances = tuple[int, ...]  # in units, by side


def settle(values: Sequence[float]) -> Chances:
    """Chances as units; the likeliest side takes what rounding leaves over."""
    return complete([round(min(max(value, 0.0), 1.0) * UNIT) for value in values])


def settle_rows(rows: np.ndarray[Any, Any]) -> list[Chances]:
    """The same, for each row."""
    units = np.rint(rows.clip(0, 1).astype(np.float64) * UNIT).astype(np.int64)
    units[np.arange(len(units)), units.argmax(axis=1)] += UNIT - units.sum(axis=1)
    return list(map(tuple, units.tolist()))


def complete(units: list[int]) -> Chances:
    units[units.index(max(units))] += UNIT - sum(units)
    return tuple(units)


def mean(rows: Iterable[Chances], weights: Sequence[int]) -> Chances:
    """The weighted mean, right to half a unit."""
    total = sum(weights)
    sums = [
        sum(weight * value for weight, value in zip(weights, column, strict=True)) for column in zip(*rows, strict=True)
    ]
    return complete([(2 * value + total) // (2 * total) for value in sums])


def certain(side: int, sides: int) -> Chances:
    """One side has won."""
    return tuple(UNIT if other == side else 0 for other in range(sides))


def minus(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def as_floats(units: Chances) -> tuple[float, ...]:
    """In parts of 1; nothing is rounded."""
    return tuple(value / UNIT for value in units)
