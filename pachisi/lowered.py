"""The rules of a table as its games read them: plain Python, made once from the record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .lower import lower
from .move import Move
from .rules import Rules
from .seats import First


@dataclass(frozen=True)
class Lowered:
    """What a Game asks of the rules again and again, and what its games have learned about them."""

    record: bytes  # RULES
    persons: list[int]  # who decides for each colour
    faces: list[tuple[int, ...]]  # of every throw
    opening: list[tuple[int, ...]]  # … when they throw for the first turn
    fields: list[list[int]]  # ring field by colour and step
    slots: int  # how many numbers may lie open
    moves: dict[int | bytes, dict[int, Move]] = field(default_factory=dict)  # seen before, by the open numbers
    advisers: list[Any] = field(default_factory=list)  # asked at this table before


def gather(rules: Rules, first: First) -> Lowered:
    """Lower the rules and read out what games need."""
    book = lower(rules, first)
    r = book[0]
    thrown = [tuple(face for face in row if face) for row in r.faces[: r.outcomes].tolist()]
    opening = [tuple(face for face in row if face) for row in r.opening[: r.opening_outcomes].tolist()]
    return Lowered(book.tobytes(), r.person.tolist(), thrown, opening, r.field.tolist(), int(r.slots))
