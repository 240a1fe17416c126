"""Chowka bhara (H)."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from .boards import SPIRAL_5, SPIRAL_7, Field
from .lots import Lot, Lots
from .state import Move, OptionError, State, Victims

SHELLS = {4: (8, 1, 2, 3, 4), 6: (12, 1, 2, 3, 4, 5, 6)}


class ChowkaBhara(Lots):
    """One table of Chowka bhara."""

    book = "chowka-bhara"
    most_pieces = 6
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "board": (5, 7),
        "shells": (4, 6),
        "numbers": ("collected", "at_once"),
        "three_again": (False, True),
        "may_pass": (False, True),
        "gate": ("hit", "off"),
        "gate_relock": (False, True),
        "pairs": ("bound", "full", "loose", "off"),
        "pair_blocks": (False, True),
        "entry": ("start", "grace"),
        "capture_rethrows": (True, False),
        "teams": (False, True),
        "turns": ("anticlockwise", "clockwise"),
        "play_on": (False, True),
    }

    def set_up(self) -> None:
        if self.opt["teams"] and self.players != 4:
            raise OptionError("teams: four players")
        self.path, self.ring = (SPIRAL_5, 16) if self.opt["board"] == 5 else (SPIRAL_7, 24)
        self.safe = {self.path.fields[step] for step in range(0, self.ring, self.ring // 4)}
        numbers = SHELLS[self.opt["shells"]]
        self.lots = [
            Lot(number, up in (0, len(numbers) - 1), up in (0, len(numbers) - 1)) for up, number in enumerate(numbers)
        ]
        self.again = {numbers[0], numbers[-1]}

    def start_row(self) -> list[int]:
        return [self.back()] * self.pieces

    def back(self) -> int:
        return 1 if self.opt["entry"] == "start" else 0

    def waits_outside(self) -> bool:
        return self.opt["entry"] == "grace"

    def order(self) -> list[int]:
        return self.turned(self.opt["turns"] == "anticlockwise")

    def team(self, colour: int) -> tuple[int, ...]:
        return (colour, (colour + 2) % 4) if self.opt["teams"] else (colour,)

    # --- positions by chance --------------------------------------------------------------------

    def crowd(self, state: State, place: Field) -> bool:
        here = [colour for colour, _ in self.at(state, place)]
        if place in self.safe:
            return True
        outer = self.at(state, place)[0][1] <= self.ring
        if not all(self.friends(here[0], colour) for colour in here):
            return False
        if (outer or self.opt["pairs"] == "off") and len(set(here)) > 1:
            return False
        return all(here.count(colour) <= self.room(outer) for colour in here)

    def room(self, outer: bool) -> int:
        """How many pieces of one colour a plain square holds."""
        if self.opt["pairs"] == "full":
            return 2
        return {"bound": 2, "loose": 6, "off": 1}[self.opt["pairs"]] if not outer else 1

    def dress(self, rng: random.Random, state: State) -> None:
        inside = [colour for colour in self.seats() if max(state.row(colour)) > self.ring]
        others = [colour for colour in self.seats() if colour not in inside and rng.random() < 0.4]
        if self.opt["gate"] == "hit":
            state.extra["hit"] = sorted(inside + others)

    def remember(self, state: State) -> None:
        inside = [colour for colour in self.seats() if max(state.row(colour)) > self.ring]
        if self.opt["gate"] == "hit":
            state.extra.setdefault("hit", inside)

    @classmethod
    def enabling(cls, rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
        return {"pairs": rng.choice(("bound", "full"))} if options.get("pair_blocks") else {}

    # --- three in a row (H5) ----------------------------------------------------------------------

    def run_of(self, lot: Lot) -> Any:
        return "again" if self.opt["three_again"] and lot.again else None

    def strike(self, state: State, lot: Lot) -> None:
        state.left = []

    # --- moves ------------------------------------------------------------------------------------

    def moves(self, state: State) -> set[Move]:
        return {
            move
            for number in state.left
            for step in self.steps(state, state.colour)
            for move in self.walks(state, step, number)
        }

    def walks(self, state: State, start: int, number: int) -> set[Move]:
        """The move of a piece or a pair by one number, if it is legal."""
        colour = state.colour
        if start == 0:
            return {Move("enter", colour, 0, 1, (number,))} if number in self.again else set()  # H1
        if self.home(start):
            return set()
        pair = self.paired(state, colour, self.path.field(colour, start))
        if pair and self.opt["pairs"] == "bound" and number % 2:
            return set()
        way = self.way(state, start, number // 2 if pair and self.opt["pairs"] == "bound" else number)
        if not way or (not pair and any(self.blocked(state, step) for step in way[:-1])):
            return set()
        count = 2 if pair else 1
        captures = self.lands(state, start, way[-1], count)
        return (
            set() if captures is None else {Move("move", colour, start, way[-1], (number,), count, captures=captures)}
        )

    def paired(self, state: State, colour: int, place: Field | None) -> bool:
        """H12: two own pieces on one square, inside or (`full`) on every plain square."""
        if self.opt["pairs"] not in ("bound", "full") or place in self.safe:
            return False
        here = [one for one, step in self.at(state, place) if step > self.ring or self.opt["pairs"] == "full"]
        return here.count(colour) == 2

    def way(self, state: State, start: int, steps: int) -> list[int]:
        """The steps of a walk: home by the exact number (H14), round again at a closed gate (H11)."""
        way = list(range(start + 1, start + steps + 1))
        if not self.open(state) and start <= self.ring:
            return [(step - 1) % self.ring + 1 for step in way]
        return way if way[-1] <= self.path.home else []

    def open(self, state: State) -> bool:
        return self.opt["gate"] == "off" or state.colour in state.extra["hit"]

    def blocked(self, state: State, step: int) -> bool:
        """H13: an enemy pair that singles do not pass."""
        place = self.path.field(state.colour, step)
        enemies = (colour for colour in self.seats() if not self.friends(state.colour, colour))
        return self.opt["pair_blocks"] and any(self.paired(state, colour, place) for colour in enemies)

    def lands(self, state: State, start: int, target: int, count: int) -> Victims | None:
        """Whom a walk hits where it ends (H8–H10, H12, H16); None if it may not end there."""
        colour, place = state.colour, self.path.field(state.colour, target)
        if place is None or place in self.safe:
            return ()
        outer = target <= self.ring
        here = self.at(state, place)
        own = [one for one in here if one[0] == colour]
        mates = [one for one in here if one[0] != colour and self.friends(colour, one[0])]
        if len(own) + count > self.room(outer) or (mates and (outer or self.opt["pairs"] == "off")):
            return None
        enemies = [one for one in here if not self.friends(colour, one[0])]
        if count == 1 and any(self.paired(state, one, place) for one, _ in enemies):
            return None
        return tuple(sorted(enemies))

    # --- the gate (H11) -----------------------------------------------------------------------------

    def walk(self, state: State, move: Move) -> None:
        super().walk(state, move)
        if self.opt["gate"] == "off" or not move.captures:
            return
        hit = set(state.extra["hit"]) | {move.colour}
        for victim in {colour for colour, _ in move.captures}:
            if self.opt["gate_relock"] and max(state.row(victim)) <= 1:
                hit.discard(victim)
        state.extra["hit"] = sorted(hit)
