"""The actions of a table: everything that can be chosen there, numbered once and for all."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from ..records import CAPTURE_BONUS, HOME_BONUS, SLOTS
from ..table import Table

MOST_ACTIONS = 1 << 16


@dataclass(frozen=True, slots=True)
class BatchAction:
    """Something to choose. A move is known by the piece that it begins with, and by what it does with it.

    :param kind: "throw" or "stop" (at an offer), "pass", "move" (from the reserve: it enters), or "dice" (a given throw)
    :param start: the step that the piece leaves, as its colour counts; 0 is the reserve
    :param slots: the numbers taken: 0 the lower die, 1 the higher, 2 and 3 the undersides, 4 the bonus for a capture, 5 for home; where
        throws are collected and open numbers counted, the place of the number among those that can be thrown
    :param count: how many pieces of the colour move as one
    :param partner: how many of the partner's pieces go along
    :param back: does it go backwards, or round again?
    :param other: is it a piece of the other colour that moves in this turn?
    :param faces: what the dice show
    :param chance: of such a throw, where one is due
    """

    kind: str
    start: int = 0
    slots: tuple[int, ...] = ()
    count: int = 0
    partner: int = 0
    back: bool = False
    other: bool = False
    faces: tuple[int, ...] = ()
    chance: float = 0.0

    def __str__(self) -> str:
        if self.kind == "dice":
            return " ".join(("dice", *map(str, self.faces)))
        if self.kind != "move":
            return self.kind
        words = [f"{'+'.join(map(str, self.slots))}:", str(self.start) if self.start else "enter"]
        if self.count > 1 or self.partner:
            words.append(f"({self.count}+{self.partner})" if self.partner else f"({self.count})")
        return " ".join([*words, *(["back"] if self.back else []), *(["other"] if self.other else [])])


def list_actions(table: Table) -> tuple[BatchAction, ...]:
    """All actions, in the order of their numbers: the inverse of `compiled.loop.action_of`."""
    r = table.lookups.book[0]
    partners = range(int(r["pieces"]) + 1) if r["mixed"] else range(1)
    counts = range(1, int(r["pieces"]) + 1) if r["groups"] else range(1, 2)
    backs = (False, True) if r["backward"] or r["second_lap"] else (False,)
    others = (False, True) if (r["second"] >= 0).any() else (False,)
    planes = product(list_uses(r), partners, counts, backs, others)
    moves = (
        BatchAction("move", start, slots, count, partner, back, other)
        for slots, partner, count, back, other in planes
        for start in range(int(r["last"]))
    )
    return (BatchAction("throw"), BatchAction("stop"), BatchAction("pass"), *moves)


def list_uses(r: Any) -> list[tuple[int, ...]]:
    """Every choice of numbers that a move may take; where open ones are counted, one of them."""
    if r["kinds"]:
        return [(slot,) for slot in range(int(r["kinds"]))]
    bonuses = [CAPTURE_BONUS, HOME_BONUS] if r["bonus"].any() else []
    masks = [*range(1, 1 << int(r["slots"])), *bonuses]
    return [tuple(slot for slot in range(SLOTS) if mask >> slot & 1) for mask in masks]


def list_throws(table: Table) -> list[tuple[int, int, BatchAction]]:
    """The throws that can be given: the kernel's number, 1 for the opening, and the action."""
    lookups = table.lookups
    throws = (lookups.throws, lookups.opening_throws) if table.first == "high_roll" else (lookups.throws,)
    return [
        (lookups.numbers[opening][faces], opening, BatchAction("dice", faces=faces, chance=float(chance)))
        for opening, chances in enumerate(throws)
        for faces, chance in chances.items()
    ]
