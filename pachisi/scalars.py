"""Single values as callers pass them: NumPy's are accepted like Python's own."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .errors import RuleError


def as_integer(value: Any) -> int | None:
    """The value as an int, or None if it is not a whole number; True and False are not.

    >>> as_integer(np.int64(5)), as_integer(5.0), as_integer(True)
    (5, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_plain(value: Any) -> Any:
    """A scalar of NumPy as Python's own; everything else as it is.

    >>> as_plain(np.bool_(True)), as_plain("strict")
    (True, 'strict')
    """
    return value.item() if isinstance(value, np.generic) else value


def check_seed(seed: object) -> int:
    """A seed as a plain int, or a RuleError."""
    number = as_integer(seed)
    if number is None or not 0 <= number < 2**64:
        raise RuleError(f"seed = {seed!r:.60} is not possible; a seed is a whole number from 0 to 2**64 - 1.")
    return number
