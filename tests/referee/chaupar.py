"""Chaupar (F)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

from .boards import Field
from .cross import HOME, SIDES, Cross
from .state import Move, State, Victims

STARTS = {"spread": [6, 7, 23, 24], "home_arm": [6, 7, 9, 10]}
DICE = {"three": ((1, 2, 5, 6), 3), "two": ((1, 3, 4, 6), 2)}
WAITS_FOR = {0: 2, 3: 1}  # F13: yellow for black, green for red


class Chaupar(Cross):
    """One table of Chaupar."""

    book = "chaupar"
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "dice": ("three", "two"),
        "start": ("spread", "home_arm"),
        "doubles": ("bound", "loose", "immune"),
        "doubles_block": (False, True),
        "home_order": (False, True),
        "finished_throws": (True, False),
        **SIDES,
    }

    def start_row(self) -> list[int]:
        return STARTS[self.opt["start"]][: self.pieces]

    def dice(self) -> list[tuple[int, ...]]:
        faces, count = DICE[self.opt["dice"]]
        return list(product(faces, repeat=count))

    def lend(self, state: State, colour: int, helped: int) -> None:
        """F14: it is a duty."""
        super().lend(state, colour, helped)
        state.node = "throw"

    # --- the throw (F4–F6) --------------------------------------------------------------------

    def thrown(self, state: State) -> None:
        state.left = sorted(state.faces)
        self.proceed(state)

    def proceed(self, state: State) -> None:
        if self.choices(state):
            self.decide(state)
        else:
            self.next_turn(state)

    def played(self, state: State, move: Move) -> None:
        state.left.remove(move.uses[0])
        self.walk(state, move)
        if self.finished(state, move.colour) and self.arrived(state, move.colour):
            return None
        return self.next_turn(state) if self.done(state, move.colour) else self.proceed(state)

    # --- moves ----------------------------------------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        return {
            move
            for colour in self.movers(state)
            for number in set(state.left)
            for step in self.steps(state, colour)
            for move in self.walks(state, colour, step, number)
        }

    def walks(self, state: State, colour: int, start: int, number: int) -> Iterator[Move]:
        """The moves of a stack, or of its parts, by one die."""
        target = start + number
        if target > HOME or (target == HOME and self.barred(state, colour)):
            return
        for count in self.parts(state, colour, start):
            captures = self.lands(state, colour, target, count)
            if captures is not None and self.passes(state, colour, start, target, count):
                yield Move("move" if start else "enter", colour, start, target, (number,), count, captures=captures)

    def barred(self, state: State, colour: int) -> bool:
        """F13."""
        first = WAITS_FOR.get(colour)
        return self.opt["home_order"] and self.allied and first is not None and not self.finished(state, first)

    def parts(self, state: State, colour: int, start: int) -> list[int]:
        """F8: how many move together. Pieces in the charkoni restart one by one."""
        size = state.row(colour).count(start)
        if start == 0 or self.opt["doubles"] == "immune":
            return [1]
        return [size] if self.opt["doubles"] == "bound" else list(range(1, size + 1))

    def stacks(self, state: State, colour: int, place: Field | None) -> list[int]:
        """The sizes of the enemy stacks on a square (G14: a stack is on one step)."""
        return list(Counter(self.hostile(state, colour, place)).values())

    def passes(self, state: State, colour: int, start: int, target: int, count: int) -> bool:
        """F10: by option only an equal or larger stack passes a stack."""
        way = (self.path.field(colour, step) for step in range(start + 1, target))
        return not self.opt["doubles_block"] or all(
            size <= count for place in way for size in self.stacks(state, colour, place)
        )

    def lands(self, state: State, colour: int, target: int, count: int) -> Victims | None:
        """Whom a stack takes where it ends (F9, F11); None if it may not end there."""
        place = self.path.field(colour, target)
        enemies = self.hostile(state, colour, place)
        if self.opt["doubles"] == "immune":
            return None if len(enemies) > 1 else tuple(enemies)
        beaten = all(size <= count for size in self.stacks(state, colour, place))
        return tuple(sorted(enemies)) if beaten else None

    # --- positions by chance ----------------------------------------------------------------------

    def possible(self, state: State) -> bool:
        """F13: nobody is home before his turn."""
        early = any(self.barred(state, colour) and HOME in state.row(colour) for colour in self.seats())
        return not early and super().possible(state)
