"""Throws that are given, on a GPU: what can be chosen in a game that waits for one.

A table's throws are rows of `throws`: the action of each, the kernel's number, and whether it is one for the opening; those come last.
"""

from __future__ import annotations

from typing import Any

from ... import dice
from ...kernel.jit import inlined, int64

ACTION, ORDER, OPENING = 0, 1, 2
DICE = -1  # instead of a seat: a game waits for a throw


@inlined
def due(s: Any, throws: Any) -> tuple[int, int]:
    """Where the throws that can be given now begin, and how many they are."""
    opening, first, end = int64(s.opening != 0), int64(0), int64(len(throws))
    while first < end and throws[first, OPENING] != opening:
        first += 1
    while end > first and throws[end - 1, OPENING] != opening:
        end -= 1
    return first, end - first


@inlined
def find_throw(s: Any, throws: Any, action: int) -> int:
    """The kernel's number of the throw that an action gives; -1 if none that is due."""
    first, count = due(s, throws)
    k = action - throws[first, ACTION]
    return int64(throws[first + k, ORDER]) if k >= 0 and k < count else int64(-1)


@inlined
def mark_throws(s: Any, throws: Any, masks: Any, i: int, possible: int) -> None:
    """Write into the mask of a game which throws can be given, or strike them off again."""
    first, count = due(s, throws)
    for k in range(first, first + count):
        masks[i, throws[k, ACTION]] = possible


@inlined
def pick_throw(s: Any, throws: Any, key: Any) -> int:
    """One of the throws that can be given, all equally likely."""
    first, count = due(s, throws)
    c, _ = dice.below(key, 0, count)
    return int64(throws[first + c, ACTION])
