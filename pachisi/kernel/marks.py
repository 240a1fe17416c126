"""What a piece carries within one throw, in one integer: with which pieces it stood, its number, whether it has walked.

Plain functions, as in `code`. The bits of the first four pieces stand apart from those of the others, because positions
that were written down hold these integers.
"""

from __future__ import annotations

NUMBER, NUMBER_MASK = 4, 7
WALKED = 1 << 7


def marked(number: int) -> int:
    """The mark of a piece that has stood with nobody yet."""
    return number << NUMBER


def number_in(mark: int) -> int:
    """The number of a piece during this throw."""
    return mark >> NUMBER & NUMBER_MASK


def beside(number: int) -> int:
    """The bit that says: it stood with the piece of this number."""
    return 1 << number + (number & 4)
