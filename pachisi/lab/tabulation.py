"""Numbers in columns: how intervals, bars and tables look on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

from .intervals import Interval

EIGHTHS = "▏▎▍▌▋▊▉█"
STEPS = " ▁▂▃▄▅▆▇█"
PLAIN = str.maketrans(EIGHTHS[:-1] + STEPS[1:] + "±–−─●┊┼†", "......." + "..-:==##" + "~---o:+!")
GAP = "  "
DIGITS = 7  # of a percentage, at most
UNKNOWN = 0.005  # an error with which no digit is left
SIGNIFICANCE = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
LEGEND = "* p < 0.05, ** p < 0.01, *** p < 0.001"


# --- numbers --------------------------------------------------------------------------


def decimals(halves: Iterable[float], least: int) -> int:
    """Enough decimals that no interval of a column is printed as 0."""
    smallest = min((half for half in halves if half > 0), default=1.0)
    return min(6, max(least, ceil(-log10(2 * smallest)))) if smallest < float("inf") else least


def plus_minus(interval: Interval, digits: int, signed: bool = False) -> str:
    half = f"{interval.half:.{digits}f}" if interval.half < float("inf") else "?"
    value = round(interval.value, digits) or 0.0  # no minus before a zero
    return f"{value:{'+' if signed else ''},.{digits}f} ±{half}".replace("-", "−")


def between(interval: Interval, digits: int = 0) -> str:
    """A value with both ends of its interval, for intervals that are not symmetric."""
    return f"{interval.value:,.{digits}f} ({interval.low:,.{digits}f}–{interval.high:,.{digits}f})"


def write_percent(chance: float, error: float) -> str:
    """A chance with as many digits as its error allows: the last may be off by one.

    >>> write_percent(0.50784268, 2e-7), write_percent(0.50784268, 5e-8)
    ('50.7843', '50.78427')
    >>> write_percent(0.5, 0.5)
    'between 0 and 100'
    """
    if error > UNKNOWN:
        return f"between {100 * (chance - error):.0f} and {100 * (chance + error):.0f}"
    digits = floor(-log10(100 * max(error, 1e-12)))
    return f"{100 * chance:.{max(0, min(DIGITS, digits))}f}"


def chance(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def mark(p: float) -> str:
    return next((stars for limit, stars in SIGNIFICANCE if p < limit), "")


# --- pictures in a line ---------------------------------------------------------------


def bar(value: float, longest: float, width: int = 24) -> str:
    eighths = round(8 * width * value / longest)
    return "█" * (eighths // 8) + (EIGHTHS[eighths % 8 - 1] if eighths % 8 else "")


def whisker(interval: Interval, low: float, high: float, zero: float, width: int = 33) -> str:
    """An interval on a line from low to high, with its value and a mark at `zero`."""

    def at(value: float) -> int:
        return round((width - 1) * (value - low) / (high - low)) if high > low else 0

    line = [" "] * width
    line[at(interval.low) : at(interval.high) + 1] = "─" * (at(interval.high) - at(interval.low) + 1)
    line[at(zero)] = "┼" if line[at(zero)] == "─" else "┊"
    line[at(interval.value)] = "●"
    return "".join(line)


def hills(histogram: NDArray[np.int64], end: int, width: int = 24) -> str:
    """A histogram from 0 to `end`, a character to a bin."""
    at = np.minimum(np.arange(len(histogram)) * width // end, width - 1)
    bins = np.bincount(at, weights=histogram, minlength=width)
    heights = np.ceil(8 * bins / bins.max()).astype(int)  # rounded up, so that every bin with a game is visible
    return "".join(STEPS[height] for height in heights)


# --- tables ---------------------------------------------------------------------------


def grid(rows: Sequence[Sequence[str]], width: int, left: int = 1) -> list[str]:
    """Rows as aligned lines: the first columns to the left, the others to the right, a lone cell as it is.

    Columns that do not fit continue below.
    """
    full = [row for row in rows if len(row) > 1]
    sizes = [max(len(row[at]) for row in full) for at in range(len(full[0]))]
    lines: list[str] = []
    for part in parts(sizes, width, left):
        lines += [""] if lines else []
        for row in rows:
            cells = [row[at].ljust(sizes[at]) for at in range(min(left, len(row)))]
            cells += [row[at].rjust(sizes[at]) for at in part if at < len(row)]
            lines.append(GAP.join(cells).rstrip())
    return lines


def parts(sizes: Sequence[int], width: int, left: int) -> list[range]:
    """Columns that fit side by side, in parts as even as possible."""
    room = width - sum(sizes[:left]) - len(GAP) * (left - 1)
    columns = range(left, len(sizes))
    for count in range(1, len(columns) + 1):
        size = -(-len(columns) // count)
        found = [columns[at : at + size] for at in range(0, len(columns), size)]
        if all(sum(sizes[at] + len(GAP) for at in part) <= room for part in found):
            return found
    return [range(at, at + 1) for at in columns]


def paragraphs(notes: Iterable[str], width: int) -> list[str]:
    """Wrapped lines that never separate a number from its percent sign."""
    return [
        line.replace("\xa0", " ")
        for note in notes
        for line in wrap(note.replace(" %", "\xa0%"), width, break_on_hyphens=False)
    ]
