"""Pachisi with cowries (E)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from .boards import CASTLES, Field
from .cross import END, HOME, LAST, SIDES, Cross
from .lots import Lot, Lots
from .state import Move, State, Victims

LOTS = {  # numbers by mouths up, graces, numbers that throw again
    "six": ((25, 10, 2, 3, 4, 5, 6), {6, 10, 25}, {6, 10, 25}),
    "six_calcutta": ((6, 10, 2, 3, 4, 25, 12), {10, 25}, {6, 10, 12, 25}),
    "six_deccan": ((6, 10, 2, 3, 4, 25, 12), {25}, {6, 10, 12, 25}),
    "seven_deccan": ((6, 10, 2, 3, 4, 25, 30, 12), {25, 30}, {6, 10, 12, 25, 30}),
    "seven_1906": ((7, 10, 2, 3, 4, 25, 30, 12), {10, 25, 30}, {7, 10, 12, 25, 30}),
    "seven_sumatra": ((7, 10, 2, 3, 4, 25, 30, 14), {10, 25, 30}, {7, 14, 25, 30}),
}
ROUND = 68


class PachisiCowries(Lots, Cross):
    """One table of cowrie Pachisi."""

    book = "pachisi-cowries"
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "cowries": tuple(LOTS),
        "grace": ("enters", "extra_point"),
        "free_start": ("once", "whenever_empty", "never"),
        "numbers": ("at_once", "collected"),
        "three_same": (False, True),
        "may_pass": (True, False),
        "castle_entry": ("closed", "shared"),
        "blocks": ("off", "immune", "equal"),
        "capture_rethrows": (True, False),
        "second_lap": ("partner", "always", "off"),
        "last_step": ("grace", "closed"),
        "finished_throws": (False, True),
        **SIDES,
    }

    def set_up(self) -> None:
        super().set_up()
        numbers, self.graces, again = LOTS[self.opt["cowries"]]
        self.lots = [Lot(number, number in self.graces, number in again) for number in numbers]
        self.extra_point = self.opt["grace"] == "extra_point"
        self.last_closed = self.opt["last_step"] == "closed" and not self.extra_point

    def offers(self) -> bool:
        return bool(self.opt["may_pass"])

    def opened(self, lot: Lot) -> list[int]:
        return [lot.number, 1] if self.extra_point and lot.grace else [lot.number]  # E12

    def run_of(self, lot: Lot) -> Any:
        return lot.number if self.opt["three_same"] else None

    def strike(self, state: State, lot: Lot) -> None:
        """E8: the three, as far as they are open, with the 1 of a struck grace."""
        for _ in range(min(3, state.left.count(lot.number))):
            for number in self.opened(lot):
                if number in state.left:
                    state.left.remove(number)

    def may_pass(self, state: State, moves: set[Move]) -> bool:
        """E7; going round again is never a duty (E19)."""
        return self.opt["may_pass"] or all(self.onward(move) for move in moves)

    def onward(self, move: Move) -> bool:
        return move.kind == "move" and move.target < move.start

    # --- positions by chance ------------------------------------------------------------------

    def crowd(self, state: State, place: Field) -> bool:
        return (place in CASTLES and self.opt["castle_entry"] == "shared") or super().crowd(state, place)

    def possible(self, state: State) -> bool:
        shut = self.last_closed and any(HOME - 1 in state.row(colour) for colour in self.seats())
        return not shut and super().possible(state)

    def dress(self, rng: random.Random, state: State) -> None:
        state.started = [colour for colour in self.seats() if any(state.row(colour)) or rng.random() < 0.5]

    def remember(self, state: State) -> None:
        """E9: a colour with a piece out of the charkoni has used its free start."""
        if not state.started:
            state.started = [colour for colour in self.seats() if any(state.row(colour))]

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, state: State) -> set[Move]:
        return {
            move
            for colour in self.movers(state)
            for number in set(state.left)
            for step in self.steps(state, colour)
            for move in self.walks(state, colour, step, number)
        }

    def walks(self, state: State, colour: int, start: int, number: int) -> Iterator[Move]:
        """The moves from one step by one number."""
        if start == 0:
            if self.may_enter(state, colour, number):
                yield from self.arrive(state, colour, 0, number, number)
        elif start < HOME:
            for target in self.targets(state, colour, start, number):
                yield from self.arrive(state, colour, start, target, number)

    def may_enter(self, state: State, colour: int, number: int) -> bool:
        """E9, E10, E12."""
        free = {
            "once": colour not in state.started,
            "whenever_empty": all(step in (0, HOME) for step in state.row(colour)),
            "never": False,
        }[self.opt["free_start"]]
        return free or number == 1 or (number in self.graces and not self.extra_point)

    def targets(self, state: State, colour: int, start: int, number: int) -> Iterator[int]:
        """Inward, onward (E19), or home by a grace (E21)."""
        end = start + number
        if end <= HOME:
            yield end
        if END < start <= LAST < end and self.laps(state, colour):
            yield end - ROUND
        if start == HOME - 1 and number in self.graces and self.opt["last_step"] == "grace" and not self.extra_point:
            yield HOME

    def laps(self, state: State, colour: int) -> bool:
        """Whether a piece may go round again."""
        other = self.other(colour)
        helps = other is not None and not self.finished(state, other)
        return {"partner": helps, "always": True, "off": False}[self.opt["second_lap"]]

    def arrive(self, state: State, colour: int, start: int, target: int, number: int) -> Iterator[Move]:
        """The move of one piece, or (E18c) of every part of a group, to a target."""
        if (target == HOME - 1 and self.last_closed) or not self.way_is_free(state, colour, start, target, number):
            return
        kind = "move" if start else "enter"
        for count, mates in self.groups(state, colour, start, target, number):
            captures = self.lands(state, colour, target, count + mates)
            if captures is not None:
                yield Move(kind, colour, start, target, (number,), count, mates, captures)

    def way_is_free(self, state: State, colour: int, start: int, target: int, number: int) -> bool:
        """E18c: hostile groups are not passed."""
        if self.opt["blocks"] != "equal":
            return True
        onward = start > target
        way = [*range(start + 1, LAST + 1), *range(END + 1, target)] if onward else range(start + 1, target)
        return not any(self.block(state, colour, self.path.field(colour, step)) > 1 for step in way)

    def block(self, state: State, colour: int, place: Field | None) -> int:
        """How many hostile pieces stand together on a plain square."""
        return 0 if place in CASTLES else len(self.hostile(state, colour, place))

    def lands(self, state: State, colour: int, target: int, size: int) -> Victims | None:
        """Whom a move captures where it ends (E14–E18); None if it may not end there."""
        place = self.path.field(colour, target)
        enemies = self.hostile(state, colour, place)
        if place in CASTLES:
            return None if enemies and self.opt["castle_entry"] == "closed" else ()
        if len(enemies) > 1 and self.opt["blocks"] == "immune":
            return None
        if len(enemies) > max(1, size) and self.opt["blocks"] == "equal":
            return None
        return tuple(sorted(enemies))

    # --- groups (E18c) ----------------------------------------------------------------------------

    def groups(self, state: State, colour: int, start: int, target: int, number: int) -> Iterator[tuple[int, int]]:
        """How many own pieces and how many of the partner can go together."""
        place = self.path.field(colour, start)
        if self.opt["blocks"] != "equal" or start == 0 or place in CASTLES:
            yield 1, 0
            return
        mates = 0
        if self.mate_step(state, colour, start, target, number) is not None:
            mates = sum(one == self.other(colour) for one, _ in self.at(state, place))
        for count in range(1, state.row(colour).count(start) + 1):
            for partner in range(mates + 1):
                yield count, partner

    def mate_step(self, state: State, colour: int, start: int, target: int, number: int) -> tuple[int, int] | None:
        """From where to where a partner's piece goes along: on the loop, to the same square (D25)."""
        other, place = self.other(colour), self.path.field(colour, start)
        step = next((step for one, step in self.at(state, place) if one == other), None)
        if step is None or other is None or target > LAST:
            return None
        for end in self.targets(state, other, step, number):
            if self.path.field(other, end) == self.path.field(colour, target):
                return step, end
        return None

    def walk(self, state: State, move: Move) -> None:
        """Partners go along; an entry spends the free start."""
        along = self.mate_step(state, move.colour, move.start, move.target, move.uses[0]) if move.partner else None
        other = self.other(move.colour)
        super().walk(state, move)
        if along and other is not None:
            for _ in range(move.partner):
                self.put(state, other, *along)
        if move.kind == "enter" and move.colour not in state.started:
            state.started = sorted([*state.started, move.colour])
