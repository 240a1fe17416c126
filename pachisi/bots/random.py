"""Any legal move, each as likely."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move


class Random:
    def __init__(self, seed: int = 0) -> None:
        self.lots = random.Random(seed)

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        return self.lots.randrange(len(moves))
