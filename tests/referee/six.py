"""What *Mensch* and Ludo have in common when six can play (N)."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from .state import OptionError
from .table import Referee

SIX: dict[str, tuple[Any, ...]] = {"arms": (4, 6), "teams": ("off", "pairs", "threes")}


class SixSeats(Referee):
    """A table with four arms or six."""

    numbers: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)

    def set_up(self) -> None:
        """N1, N5; teams need six arms (Clarifications, *Six arms*)."""
        self.arms = self.chosen.get("arms", 6 if self.players > 4 else 4)
        if self.arms == 4 and self.players > 4:
            raise OptionError("arms=4 with five or six players")
        wanted = {"off": (2, 3, 4, 5, 6), "pairs": (4, 6), "threes": (6,)}[self.opt["teams"]]
        if self.players not in wanted or (self.opt["teams"] != "off" and self.arms == 4):
            raise OptionError("teams: pairs with four or six, threes with six players")

    def team(self, colour: int) -> tuple[int, ...]:
        apart = {"off": 6, "pairs": 3, "threes": 2}[self.opt["teams"]]
        return tuple(other for other in self.seats() if (other - colour) % apart == 0)

    def lends(self) -> bool:
        return self.opt["teams"] != "off"

    @classmethod
    def enabling(cls, rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
        return {"arms": 6} if options.get("teams", "off") != "off" else {}
