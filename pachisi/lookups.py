"""The rules of a table in plain Python, read once from the record, for its games to look up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from . import kernel
from .boards import plan
from .lower import lower, throws_of
from .move import Move
from .records import LARGE, NODES, OUTCOMES, SIZES, Free, Size, table
from .rules import Rules, counted
from .seats import First

Faces = tuple[int, ...]
Throws = Mapping[Faces, Fraction]


@dataclass(frozen=True)
class Lookups:
    """What games look up in the rules all the time, and what they have cached at this table."""

    book: np.ndarray[Any, Any]  # one RULES record; all games at the table share it
    size: Size  # of the records of its games
    persons: list[int]  # who decides for each colour
    used: list[int]  # is a colour on the board?
    faces: list[Faces]  # of every throw; those for the opening from OUTCOMES on
    fields: list[list[int]]  # ring field by colour and step
    bonus: list[int]  # for a capture, for home
    free: bool  # do positions say who has used a free start? Even where a house rule grants none
    stack: int  # how many pieces of a colour share a field
    sweeps: bool  # are pieces captured on the way?
    twice: frozenset[int]  # fields that a colour meets twice, going out and coming in, and can be captured on
    blank: int  # how much more a face is kept as than it shows
    kinds: list[int]  # the numbers, where open ones are counted
    owing: bool  # does a position say how many throws are owed, and what has fallen in a row?
    moves: dict[int, dict[int, Move]] = field(default_factory=dict)  # seen before, by the open numbers
    advisers: list[Any] = field(default_factory=list)  # used at this table before

    @cached_property
    def address(self) -> int:
        """Where the record lies in memory."""
        return int(self.book.ctypes.data)

    @cached_property
    def start(self) -> bytes:
        """The state in which games begin."""
        book, states, work = kernel.prepare(self.book, table(self.size.state, 1), kernel.room(self.size))
        kernel.act(book, states, 0, kernel.BEGIN, 0, work)
        return bytes(states.tobytes())

    @cached_property
    def answers(self) -> list[tuple[Faces, str]]:
        """What `trail` answers to a throw: its faces, and the node that follows."""
        return [(faces, node) for faces in self.faces for node in NODES]

    @cached_property
    def numbers(self) -> tuple[dict[Faces, int], dict[Faces, int]]:
        """The kernel's number of every throw by its faces: in a turn, and for the opening."""
        turn, opening = self.faces[:OUTCOMES], self.faces[OUTCOMES:]
        return {row: at for at, row in enumerate(turn) if row}, {row: at for at, row in enumerate(opening) if row}

    @cached_property
    def throws(self) -> Throws:
        """The throws of a turn and their probabilities."""
        return self.weigh(0, "faces", "outcomes")

    @cached_property
    def opening_throws(self) -> Throws:
        """The throws for the first turn."""
        return self.weigh(OUTCOMES, "opening", "opening_outcomes")

    def weigh(self, first: int, rows: str, outcomes: str) -> Throws:
        """Distinct throws, faces ascending, each with its share of the equally likely ones."""
        r = self.book[0]
        found = throws_of(r[rows], int(r[outcomes]))
        weights = {tuple(sorted(self.faces[first + at])): Fraction(n, int(r[outcomes])) for at, n in found}
        return MappingProxyType(dict(sorted(weights.items())))


def met_twice(r: Any) -> Iterator[int]:
    for fields in r.field.tolist():
        for step in range(1, int(r.lap - r.ring) + 1):
            if fields[step] >= 0 and not r.safe[fields[step]]:
                yield fields[step]


def gather(rules: Rules, first: First) -> Lookups:
    """Lower the rules and read out what games need."""
    book = lower(rules, first)
    r, blank = book[0], int(0 in rules.dice.faces)
    colours, in_order = int(r.colours), plan(rules.board).in_order  # small records know the next fields of the ring by their numbers
    return Lookups(
        book=book.view(np.ndarray),
        size=next(size for size in SIZES if size.fits(colours, rules.pieces, int(r.ring)) and (in_order or size == LARGE)),
        persons=r.person.tolist(),
        used=r.used[:colours].tolist(),
        faces=[tuple(face - blank for face in row if face) for row in (*r.faces.tolist(), *r.opening.tolist())],
        fields=r.field.tolist(),
        bonus=r.bonus.tolist(),
        free=int(r.free) >= Free.ONCE or (rules.entry.step == "total" and rules.entry.ready == 0),
        stack=max(int(r.stack), int(r.room.max())),
        sweeps=bool(r.capture_by),
        twice=frozenset(met_twice(r)),
        blank=blank,
        kinds=r.kind[: int(r.kinds)].tolist(),
        owing=counted(rules) or bool(rules.dice.weights),
    )
