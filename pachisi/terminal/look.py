"""What a terminal can show, and text in the colours of the pieces."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TextIO

from ..rulebooks import Words

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
BASIC = ((0, 0, 0), (205, 49, 49), (13, 188, 121), (229, 196, 16), (36, 114, 200), (188, 63, 188), (17, 168, 205))
CUBE = (0, 95, 135, 175, 215, 255)  # the levels of each primary colour among 256 colours
GREY = 245
WIDEST = 79  # longer lines are tiring to read
SPACE = re.compile(r" (?![%:;!?»])")  # where a line may end
HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Look:
    """What a terminal can do: the number of its colours, whether it can show more than ASCII, and its width."""

    colours: int = 0
    plain: bool = False
    columns: int = 80  # 0: as many as the terminal has at the moment

    @property
    def width(self) -> int:
        """How long a line may be; some terminals wrap in the last column, so it stays empty."""
        return min(WIDEST, self.room)

    @property
    def room(self) -> int:
        """How wide a picture may be."""
        return (self.columns or get_terminal_size().columns) - 1

    def glyph(self, fine: str, plain: str) -> str:
        return plain if self.plain else fine

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colours else text

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colours else text

    def ink(self, text: str, colour: Words) -> str:
        """Text in a colour of the board."""
        return f"\x1b[{self._code(colour, back=False)}m{text}\x1b[0m" if self.colours else text

    def piece(self, text: str, colour: Words) -> str:
        """Text on a background of the piece's colour."""
        if not self.colours:
            return text
        bright = _brightness(_rgb(colour)) > 110
        return f"\x1b[1;{30 if bright else 97};{self._code(colour, back=True)}m{text}\x1b[0m"

    def _code(self, colour: Words, back: bool) -> str:
        rgb = _rgb(colour)
        dark = _brightness(rgb) < 60
        if self.colours >= 256:
            levels = [_level(part) for part in rgb]
            number = 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
            if dark:
                number = 238 if back else GREY
            return f"{48 if back else 38};5;{number}"
        nearest = min(range(len(BASIC)), key=lambda i: sum((a - b) ** 2 for a, b in zip(BASIC[i], rgb, strict=True)))
        return str(100 if back and dark else 90 if dark else (40 if back else 30) + nearest)


def _rgb(colour: Words) -> tuple[int, int, int]:
    code = colour.get("hex", "")
    if not HEX.fullmatch(code):
        code = "#888888"
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _level(part: int) -> int:
    return min(range(6), key=lambda level: abs(CUBE[level] - part))


def _brightness(rgb: tuple[int, int, int]) -> float:
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]


def bare(text: str) -> str:
    return ESCAPE.sub("", text)


def pad(text: str, width: int) -> str:
    """Pad a coloured text with spaces, or cut it, to a visible width of `width`."""
    seen = bare(text)
    return text + " " * (width - len(seen)) if len(seen) <= width else seen[:width]


def look_of(stream: TextIO | None, environ: Mapping[str, str] = os.environ) -> Look:
    """What this stream can show. NO_COLOR, dumb terminals and pipes get no colour."""
    if stream is None:
        return Look(0, plain=True)
    try:
        "○◆→".encode(stream.encoding or "ascii")
        plain = False
    except (UnicodeEncodeError, LookupError):
        plain = True
    term, columns = environ.get("TERM", ""), environ.get("COLUMNS", "")
    wide = 0 if stream.isatty() else int(columns) if columns.isdecimal() and int(columns) else 80
    if environ.get("NO_COLOR") or term == "dumb" or not stream.isatty():
        return Look(0, plain, wide)
    return Look(256 if "256" in term or environ.get("COLORTERM") else 8, plain, wide)


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Wrap a coloured text at its spaces, but not before a sign; the lines after the first are indented."""
    first, *words = SPACE.split(text)
    lines, line = [], first
    for word in words:
        if line.strip() and len(bare(line)) + 1 + len(bare(word)) > width:
            lines.append(line.rstrip())
            line = " " * indent + word
        else:
            line += f" {word}"
    return [*lines, line.rstrip()]
