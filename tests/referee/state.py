"""Moves and positions, in the public form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

FIELDS = "pieces", "node", "seat", "colour", "faces", "left", "bonus", "tries", "doubles", "started", "places", "turn"
Rows = list[list[int] | None]
Victims = tuple[tuple[int, int], ...]


class OptionError(ValueError):
    """Options that contradict each other."""


@dataclass(frozen=True, order=True)
class Move:
    """The fields of the public `Move`, no more."""

    kind: str
    colour: int
    start: int
    target: int
    uses: tuple[int, ...]
    count: int = 1
    partner: int = 0
    captures: Victims = ()
    penalty: Victims = ()


STOP = Move("stop", -1, 0, 0, (), 0)


def pass_on(numbers: Iterable[int]) -> Move:
    """Give up the numbers."""
    return Move("pass", -1, 0, 0, tuple(sorted(numbers)), 0)


@dataclass
class State:
    """A position. `seat` decides, `colour` moves."""

    pieces: Rows
    seat: int = 0
    colour: int = 0
    node: str = "throw"
    faces: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    tries: int = 0
    doubles: int = 0
    started: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    turn: int = 1
    extra: dict[str, Any] = field(default_factory=dict)

    def row(self, colour: int) -> list[int]:
        """The steps of a colour that plays."""
        row = self.pieces[colour]
        assert row is not None
        return row

    def fresh(self) -> None:
        """Forget what belongs to a turn."""
        self.faces, self.left, self.bonus, self.tries, self.doubles = [], [], [], 0, 0
