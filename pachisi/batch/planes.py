"""What an observation consists of, part by part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..records import COLOURS
from ..table import Table

TURN = (
    "number 0", "number 1", "number 2", "number 3", "capture bonuses", "home bonuses", "tries", "doubles", "again", "offer",
    "bonus time", "moved", "entered", "all or nothing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plane:
    """A part of an observation.

    :param name: what it shows
    :param first: where it begins
    :param size: how many numbers it has
    """

    name: str
    first: int
    size: int


def order_colours(table: Table) -> np.ndarray[Any, Any]:
    """The colours on the board as each of them sees them: itself first, then as they sit; a neutral one is the last."""
    seats = table.seats
    ring = [colour for colour in seats.colours if colour != seats.neutral]
    rest = [] if seats.neutral is None else [seats.neutral]
    order = np.zeros((COLOURS, len(ring) + len(rest)), np.int64)
    for at, colour in enumerate(ring):
        order[colour] = [*ring[at:], *ring[:at], *rest]
    return order


def list_planes(table: Table) -> tuple[Plane, ...]:
    """All parts, in the order in which `compiled.sight` writes them."""
    r, pieces = table.lookups.book[0], table.size.pieces
    colours, steps = len(table.seats.colours), int(r["last"]) + 1
    parts = [(f"pieces {k}", steps) for k in range(colours)]
    parts += [(f"met {k}", steps) for k in range(1, colours)]
    parts += [(name, 1) for name in TURN]
    parts += [("started", colours)]
    parts += [("gates", colours)] if r["gate"] else []
    parts += [("last moved", 1)] if r["remembers"] else []
    parts += [("came last", colours)] if r["host"].any() else []
    parts += [("ages", colours * pieces)] if r["oldest"] else []
    parts += [("marks", pieces)] if r["marks"] else []
    parts += [("counted numbers", int(r["kinds"]))] if r["kinds"] else []
    found, at = list[Plane](), 0
    for name, size in parts:
        found.append(Plane(name, at, size))
        at += size
    return tuple(found)
