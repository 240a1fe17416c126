"""The cloth cross of E and F: sides, persons with two colours (G13), stacks (G14)."""

from __future__ import annotations

import random
from typing import Any

from .boards import CROSS, Field
from .state import OptionError, State
from .table import Referee

END, LAST, HOME = 8, 76, 84  # the own end square, going out and coming in

SIDES: dict[str, tuple[Any, ...]] = {
    "teams": (True, False),
    "two_colours": (True, False),
    "two_colour_turns": ("apart", "joint"),
    "turns": ("anticlockwise", "clockwise"),
    "play_on": (False, True),
}


class Cross(Referee):
    """A table on the cross."""

    path = CROSS

    def set_up(self) -> None:
        if self.chosen.get("two_colours") and self.players != 2:
            raise OptionError("two_colours: two players")
        self.two_colours = self.players == 2 and self.opt["two_colours"]
        self.joint = self.two_colours and self.opt["two_colour_turns"] == "joint"
        self.allied = self.two_colours or (self.players == 4 and self.opt["teams"])

    def seats(self) -> list[int]:
        return [0, 1, 2, 3] if self.two_colours else super().seats()

    def order(self) -> list[int]:
        if self.joint:
            return [0, 1]
        return self.turned(self.opt["turns"] == "anticlockwise")

    def person(self, colour: int) -> int:
        return colour % 2 if self.two_colours else colour

    def team(self, colour: int) -> tuple[int, ...]:
        return (colour, (colour + 2) % 4) if self.allied else (colour,)

    def other(self, colour: int) -> int | None:
        """The partner's colour, or the person's other one."""
        return (colour + 2) % 4 if self.allied else None

    def lends(self) -> bool:
        return bool(self.opt["finished_throws"]) and self.allied and not self.joint

    def done(self, state: State, colour: int) -> bool:
        colours = self.team(colour) if self.joint else (colour,)
        return all(self.finished(state, one) for one in colours)

    def movers(self, state: State) -> tuple[int, ...]:
        """The colours that can be moved now."""
        return self.team(state.colour) if self.joint else (state.colour,)

    # --- squares ----------------------------------------------------------------------------

    def hostile(self, state: State, colour: int, place: Field | None) -> list[tuple[int, int]]:
        """Enemies on a square."""
        return [one for one in self.at(state, place) if not self.friends(colour, one[0])]

    def crowd(self, state: State, place: Field) -> bool:
        here = [colour for colour, _ in self.at(state, place)]
        return all(self.friends(here[0], colour) for colour in here)

    @classmethod
    def enabling(cls, rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
        return {"two_colours": True} if "two_colour_turns" in options and rng.random() < 0.5 else {}
