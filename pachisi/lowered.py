"""What a Game asks of the rules all the time, as plain Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .lower import lower
from .move import Move
from .rules import Rules
from .seats import First


@dataclass(frozen=True)
class Facts:
    record: bytes  # RULES
    persons: list[int]
    faces: list[tuple[int, ...]]  # of every outcome
    opening: list[tuple[int, ...]]
    fields: list[list[int]]
    slots: int
    moves: dict[int | bytes, dict[int, Move]] = field(default_factory=dict)  # seen before, by the open numbers
    advisers: list[Any] = field(default_factory=list)  # who has been asked at this table


def gather(rules: Rules, first: First) -> Facts:
    book = lower(rules, first)
    r = book[0]
    thrown = [tuple(face for face in row if face) for row in r.faces[: r.outcomes].tolist()]
    opening = [tuple(face for face in row if face) for row in r.opening[: r.opening_outcomes].tolist()]
    return Facts(book.tobytes(), r.person.tolist(), thrown, opening, r.field.tolist(), int(r.slots))
