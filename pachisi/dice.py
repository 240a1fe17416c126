"""Dice from a counter: the n-th number of a game depends on seed, game and n alone.

So the same dice fall interpreted, compiled, on one core or on many, in any order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel.jit import inlined, int64

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
THROWS, LUCK, VISITS = 0, 1, 2  # streams of one game: its dice, and what bots, of the house or not, draw at random


@inlined
def mix(x: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64: every bit of x reaches every bit of the result."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@inlined
def stream(seed: Any, game: int) -> np.uint64:
    """The key of one game's numbers."""
    return mix(np.uint64(seed) + mix(np.uint64(game) + GOLDEN))


@inlined
def seed_of(seed: Any, game: int) -> np.uint64:
    """The seed with which a single game throws what game number `game` of `seed` throws."""
    return np.uint64(seed) + mix(np.uint64(game) + GOLDEN) - mix(GOLDEN)


@inlined
def number(key: np.uint64, n: int) -> np.uint64:
    return mix(key + np.uint64(n) * GOLDEN)


@inlined
def below(key: np.uint64, n: int, size: int) -> tuple[int, int]:
    """A fair number below `size`, drawn from position n on, and the next position (Lemire's rejection)."""
    limit = np.uint64(size)
    while True:
        product = (number(key, n) >> HALF) * limit
        n += 1
        low = product & LOW
        if low >= limit or low >= (np.uint64(1 << 32) - limit) % limit:
            return int64(product >> HALF), n
