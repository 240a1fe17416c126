"""Capture if possible, else go on with the foremost piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move


class Greedy:
    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        return max(range(len(moves)), key=lambda at: worth(moves[at]))


def worth(move: Move) -> tuple[bool, int, bool, int, int]:
    """Nothing lost, most captured, not declined, foremost, farthest."""
    plays = move.kind in ("move", "enter")
    return not move.penalty, len(move.captures), plays, move.start, move.target
