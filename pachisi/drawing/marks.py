"""The colours of the players, each with a mark, so that nothing depends on colour alone."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .svg import move, number, path, scale

GREY = "#808080"  # where a book names no colour
HEX = re.compile(r"#[0-9a-fA-F]{6}")
DARK_INK, LIGHT_INK = "#3a2408", "#fff4dc"
PAPER = 236, 219, 184


def star(points: int, outer: float, inner: float) -> str:
    corners = []
    for i in range(2 * points):
        radius, angle = inner if i % 2 else outer, math.pi * i / points
        corners.append(f"{number(radius * math.sin(angle), 1)} {number(-radius * math.cos(angle), 1)}")
    return f"M{' L'.join(corners)} Z"


# Paths in a square from -50 to 50.
SUN = star(8, 48, 24)
LEAF = "M-36 38 C-46 -10 -18 -46 40 -42 C46 14 14 48 -24 34 L-40 48 Z"
ROSE = (
    "M0 0 C-34 -14 -34 -50 0 -50 C34 -50 34 -14 0 0 C14 -34 50 -34 50 0 C50 34 14 34 0 0 "
    "C34 14 34 50 0 50 C-34 50 -34 14 0 0 C-14 34 -50 34 -50 0 C-50 -34 -14 -34 0 0 Z"
)
DROP = "M0 -50 C16 -22 34 -4 34 18 C34 36 19 48 0 48 C-19 48 -34 36 -34 18 C-34 -4 -16 -22 0 -50 Z"
MOON = "M22 -44 C-24 -50 -50 -16 -42 18 C-34 50 14 56 38 26 C6 34 -16 14 -14 -10 C-12 -28 2 -40 22 -44 Z"
KITE = "M0 -50 L38 0 L0 50 L-38 0 Z"
HOOP = "M0 -50 A50 50 0 1 0 0 50 A50 50 0 1 0 0 -50 Z M0 -26 A26 26 0 1 1 0 26 A26 26 0 1 1 0 -26 Z"
HILL = "M0 -46 L48 40 L-48 40 Z"
BY_NAME = {"yellow": SUN, "green": LEAF, "red": ROSE, "blue": DROP, "black": MOON}
MARKS = (KITE, LEAF, SUN, MOON, DROP, ROSE, HOOP, HILL)


@dataclass(frozen=True)
class Paint:
    """How a colour is drawn: its lacquer, an ink that is legible on it, and the path of its mark."""

    hex: str
    ink: str
    mark: str

    @property
    def tint(self) -> str:
        """A paler shade for large areas."""
        parts = (int(part * 0.42 + paper * 0.58 + 0.5) for part, paper in zip(rgb(self.hex), PAPER, strict=True))
        return f"rgb({','.join(map(str, parts))})"


def paints(colours: Iterable[Mapping[str, str]]) -> tuple[Paint, ...]:
    """The colours of a book; one without a mark of its own takes the first that is free."""
    listed = list(colours)
    named = [BY_NAME.get(colour.get("en", "")) for colour in listed]
    free = (mark for mark in MARKS if mark not in named)
    chosen = [colour.get("hex", GREY) for colour in listed]
    return tuple(
        Paint(code, ink(code), mark or next(free, KITE))
        for code, mark in zip((code if HEX.fullmatch(code) else GREY for code in chosen), named, strict=True)
    )


def ink(code: str) -> str:
    """An ink that is legible on a colour."""
    red, green, blue = rgb(code)
    return DARK_INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else LIGHT_INK


def rgb(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def draw_mark(paint: Paint, x: float, y: float, size: float, fill: str | None = None, opacity: float = 1) -> str:
    """The mark of a colour, `size` units wide."""
    place = f"{move(x, y)} {scale(size / 100)}"
    faint = None if opacity == 1 else opacity
    return path(paint.mark, class_="mark", transform=place, fill=fill or paint.ink, opacity=faint)
