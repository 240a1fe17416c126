"""A state as a batch keeps it where room is scarce, and as the kernel plays it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.jit import entry
from ...kernel.pieces import recount
from ...records import plain

Array = np.ndarray[Any, Any]


def words_of(states: Array) -> Array:
    """The same memory, as a row of words for each state."""
    return plain(states).view(np.int64).reshape(len(states), states.dtype.itemsize // 8)


def complete(book: Array, kept: Array, states: Array) -> None:
    """Write states, all of them, from what is kept; what is whole is copied."""
    words = words_of(states)
    words[:, : kept.dtype.itemsize // 8] = words_of(kept)
    if kept.dtype != states.dtype:
        words[:, kept.dtype.itemsize // 8 :] = 0
        recount_all(book, states)


@entry
def recount_all(books: Any, states: Any) -> None:
    for i in range(len(states)):
        recount(books[0], states[i])
