"""What is kept of a simulated game: a record while it is played, columns for the caller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import RuleError
from ..records import COLOURS, STEPS
from ..rulebooks import unknown

Columns = dict[str, np.ndarray[Any, Any]]


def row_of(seats: int) -> np.dtype[np.void]:
    """A game's record, with room for so many seats."""
    return np.dtype(
        [
            ("mark", "u8"),  # a hash of all moves: games with the same mark are the same game
            ("winner", "i1"),  # the winning seat, -1: unfinished
            ("places", "i1", (seats,)),  # of each seat, 1 = first; 0: nobody sits there
            ("turns", "i4"),
            ("throws", "i4"),
            ("moves", "i4"),
            ("captures", "i4"),  # pieces sent back by captures
            ("choices", "i4"),  # moves with an alternative
            ("options", "i4"),  # legal moves, summed over all moves
            ("lead_changes", "i4"),  # how often another seat was alone in front at the end of a round
            ("seat_throws", "i4", (seats,)),
            ("seat_moves", "i4", (seats,)),
            ("seat_captures", "i4", (seats,)),  # made
            ("seat_lost", "i4", (seats,)),  # pieces captured by others
        ],
        align=True,
    )


ROW = row_of(COLOURS)
FAULT = -3  # as the winner: a bot gave an invalid answer
NAMES: tuple[str, ...] = tuple(ROW.names or ())

HEAT = np.dtype(  # what is counted only on request
    [
        ("leads", "i8"),  # shall changes of the lead be followed? It takes a tenth of the time
        ("on", "i8"),  # shall the squares be counted?
        ("stop", "i8"),  # shall slow players stop?
        ("visits", "i8", (COLOURS, STEPS)),  # landings of a colour on a step
        ("taken", "i8", (COLOURS, STEPS)),  # captures suffered there
    ],
    align=True,
)


def check_names(names: Sequence[str] | None) -> tuple[str, ...]:
    for name in names or ():
        if name not in NAMES:
            raise RuleError(unknown(f"There is no column '{name}'", name, NAMES))
    return tuple(names) if names is not None else NAMES


def split(rows: np.ndarray[Any, Any], names: Iterable[str], seats: int) -> Columns:
    """Records of games as columns, with those of the seats at the board; copies, so that the records can be used again."""
    return {name: rows[name][..., :seats].copy() if rows[name].ndim > 1 else rows[name].copy() for name in names}


def join(blocks: Sequence[Columns], names: Iterable[str], seats: int) -> Columns:
    return {name: np.concatenate([block[name] for block in blocks or [split(np.zeros(0, ROW), names, seats)]]) for name in names}
