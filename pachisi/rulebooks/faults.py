"""Everything that is wrong with a file, each fault with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from math import inf
from typing import cast

from ..errors import Fault, RuleError

Place = tuple[str, ...]  # the keys that lead to a value, from the outermost inwards

PART = r"""(?:[\w+-]+|"[^"]*"|'[^']*')"""
KEYS = rf"\s*({PART}(?:\s*\.\s*{PART})*)\s*"
HEADER = re.compile(rf"\s*(\[\[?){KEYS}\]")
ENTRY = re.compile(rf"{KEYS}=")


class Faults:
    """Collects what is wrong while a file is read, so that all of it can be reported at once."""

    def __init__(self, file: str, source: str = "") -> None:
        self.file, self.lines = file, find_lines(source)
        self.found: list[Fault] = []
        self.refused: set[Place] = set()

    def at(self, *place: str) -> AbstractContextManager[None, bool]:
        """Note the refusal of a value, and continue with the next one."""
        return cast(AbstractContextManager[None, bool], self.noting(place))

    @contextmanager
    def noting(self, place: Place) -> Iterator[None]:
        try:
            yield
        except RuleError as error:
            if error.faults:
                self.found += error.faults
            else:
                self.note(str(error), *place)

    def note(self, sentence: str, *place: str) -> None:
        self.found.append(self.fault(sentence, *place))
        self.refused.add(place)

    def fault(self, sentence: str, *place: str) -> Fault:
        return Fault(sentence, self.file, self.line_of(place))

    def line_of(self, place: Place) -> int | None:
        """The line of a value, or of the nearest table around it: an inline table is on one line."""
        for size in range(len(place), 0, -1):
            if place[:size] in self.lines:
                return self.lines[place[:size]]
        return None

    def refuse(self) -> None:
        """Raise the faults that were found, in the order of their lines."""
        if self.found:
            faults = sorted(self.found, key=lambda fault: (fault.file != self.file, fault.line or inf))
            error = RuleError(faults[0].sentence)
            error.faults = tuple(faults)
            raise error


def refusal(sentence: str, file: str, line: int | None = None) -> RuleError:
    """The error for a file with a single fault."""
    error = RuleError(sentence)
    error.faults = (Fault(sentence, file, line),)
    return error


def find_lines(source: str) -> Mapping[Place, int]:
    """The line of every key in a TOML text; tables of a list are counted from 0."""
    lines: dict[Place, int] = {}
    head: Place = ()
    for number, line in enumerate(source.splitlines(), 1):
        if found := HEADER.match(line):
            head = split_keys(found[2])
            if found[1] == "[[":
                lines.setdefault(head, number)
                head = (*head, str(next(n for n in range(number) if (*head, str(n)) not in lines)))
            lines.setdefault(head, number)
        elif found := ENTRY.match(line):
            lines.setdefault((*head, *split_keys(found[1])), number)
    return lines


def split_keys(written: str) -> Place:
    return tuple(part.strip("\"'") for part in re.findall(PART, written))
