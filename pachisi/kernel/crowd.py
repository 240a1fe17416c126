"""The pieces on one ring field in one integer, four bits a colour: how many, and whether the pair has lapsed.

Plain functions, as in `code`.
"""

from __future__ import annotations

BITS = 4  # of a colour
SEVERAL = 0x66666666  # two or more pieces of one colour
COUNTS = 0x77777777
ONES = 0x11111111
LAPSED = 0x88888888
EVERY_OTHER = 0x07070707
ADD_UP = 0x01010101  # times this, the third byte is the sum of all four


def one_of(colour: int) -> int:
    """One piece of a colour."""
    return 1 << BITS * colour


def all_of(colour: int) -> int:
    """The bits of a colour."""
    return 15 << BITS * colour


def number_of(here: int, colour: int) -> int:
    """How many pieces of a colour there are."""
    return here >> BITS * colour & 7


def lapsed_pair(colour: int) -> int:
    """The bit that says: this pair is a block no longer (B30)."""
    return 8 << BITS * colour


def total(here: int) -> int:
    """How many pieces there are."""
    return ((here & EVERY_OTHER) + (here >> BITS & EVERY_OTHER)) * ADD_UP >> 24 & 255


def one_each(here: int) -> int:
    """One piece of every colour that is there."""
    return (here | here >> 1 | here >> 2) & ONES


def alone(here: int) -> bool:
    """Is the field empty, or does one piece stand there alone?"""
    return here & (here - 1) == 0 and here & SEVERAL == 0


def is_pair(here: int) -> bool:
    """Do two or more pieces of one colour stand there?"""
    return here & SEVERAL != 0


def has_lapsed(here: int) -> bool:
    """Does a pair stand there that is a block no longer?"""
    return here & LAPSED != 0
