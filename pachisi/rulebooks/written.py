"""A rulebook that a stranger wrote, from its text alone: within limits, so that it costs little, and without any file."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from ..errors import RuleError
from .faults import refusal
from .reading import parse, read_toml
from .rulebook import Rulebook

OWN = "own-"  # the ids of such books begin with it
NAME = "rulebook"  # what it is called where it is refused
LONGEST_TEXT = 20_000  # characters
MOST_LINES = 600
LONGEST_WORDS = 400  # characters of one value
MOST_VALUES = 1_500
MOST_OPTIONS = 64  # those of its base included; each is left out in turn to find a contradiction
DEEPEST = 8  # tables and lists within each other
PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
LONG_KEY = re.compile(rf"(?<![\w\"'-]){PART}(?:[ \t]*+\.[ \t]*+{PART}){{{DEEPEST + 1}}}")


@lru_cache(maxsize=64)
def read_written(text: str) -> Rulebook:
    """The book; a RuleError lists everything that is wrong with it, each with its line."""
    text = text.removeprefix("\ufeff")
    refuse_long(text)
    data = read_toml(text, NAME)
    refuse_deep(data)
    book = parse(NAME, data, None, text, id=OWN + hashlib.sha256(text.encode()).hexdigest()[:16])
    if len(book.options) > MOST_OPTIONS:
        raise at_line(f"A rulebook has {MOST_OPTIONS} options at most; this one has {len(book.options)}.")
    return book


def refuse_long(text: str) -> None:
    """What would take long to read is refused before it is read."""
    if len(text) > LONGEST_TEXT:
        raise at_line(f"A rulebook has {LONGEST_TEXT:,} characters at most; this one has {len(text):,}.")
    if text.count("\n") >= MOST_LINES:
        raise at_line(f"A rulebook has {MOST_LINES} lines at most; this one has {text.count(chr(10)) + 1}.", MOST_LINES + 1)
    if found := LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise at_line(f"A key has {DEEPEST} parts at most; this one has more.", line)


def refuse_deep(data: object) -> None:
    """Tables within tables, their number, and long words: what is checked later may take its time for each."""
    layer, count = [data], 0
    for _ in range(DEEPEST):
        inner: list[object] = []
        for value in layer:
            inner += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            if isinstance(value, str) and len(value) > LONGEST_WORDS:
                raise at_line(f"A text has {LONGEST_WORDS} characters at most; '{value[:20]}…' has {len(value):,}.")
        layer, count = inner, count + len(inner)
        if count > MOST_VALUES:
            raise at_line(f"A rulebook has {MOST_VALUES:,} values at most.")
    if layer:
        raise at_line(f"Tables and lists are nested {DEEPEST} deep at most.")


def at_line(sentence: str, line: int | None = None) -> RuleError:
    return refusal(sentence, NAME, line)
