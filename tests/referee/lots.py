"""Shells, owed throws and collected numbers (G11, G12), as E and H have them."""

from __future__ import annotations

from typing import Any, NamedTuple

from .state import Move, State, pass_on
from .table import Referee


class Lot(NamedTuple):
    """A row of the table of throws."""

    number: int
    grace: bool
    again: bool


class Lots(Referee):
    """A table that throws shells."""

    lots: list[Lot]  # by mouths up
    turn_memory = ("thrower", "owed", "run")

    # --- what a book says -------------------------------------------------------------------

    def offers(self) -> bool:
        """Whether nobody need throw (E7)."""
        return False

    def opened(self, lot: Lot) -> list[int]:
        """The numbers that a throw opens."""
        return [lot.number]

    def run_of(self, lot: Lot) -> Any:
        """What must not fall three times in a row (E8, H5)."""
        return None

    def strike(self, state: State, lot: Lot) -> None:
        """What the third in a row does to the open numbers."""
        raise NotImplementedError

    def moves(self, state: State) -> set[Move]:
        """The moves with the open numbers, passing apart."""
        raise NotImplementedError

    def may_pass(self, state: State, moves: set[Move]) -> bool:
        """Whether the open numbers may be given up beside these moves."""
        return bool(self.opt["may_pass"])

    def telling(self, node: str, extra: dict[str, Any]) -> dict[str, Any]:
        """Before a throw one is owed, else none, unless a position says otherwise."""
        implied = 1 if node in ("throw", "offer") else 0
        told = super().telling(node, extra)
        return {name: value for name, value in told.items() if (name, value) != ("owed", implied)}

    def read(self, position: dict[str, Any]) -> State:
        state = super().read(position)
        state.extra.setdefault("owed", 1 if state.node in ("throw", "offer") else 0)
        return state

    # --- throwing ---------------------------------------------------------------------------

    def collects(self) -> bool:
        return self.opt["numbers"] == "collected"

    def dice(self) -> list[tuple[int, ...]]:
        return [(up,) for up in range(len(self.lots))]

    def lot(self, state: State) -> Lot:
        return self.lots[state.faces[0]]

    def begin(self, state: State, colour: int) -> None:
        super().begin(state, colour)
        state.extra["owed"] = 1
        self.await_throw(state)

    def lend(self, state: State, colour: int, helped: int) -> None:
        super().lend(state, colour, helped)
        self.await_throw(state)

    def await_throw(self, state: State, inside_run: bool = False) -> None:
        """The node of an owed throw: an offer where nobody need throw, but not inside a run of *again* numbers."""
        state.node = "offer" if self.offers() and not (inside_run and self.collects()) else "throw"
        state.seat = self.person(state.extra.get("thrower", state.colour))

    def thrown(self, state: State) -> None:
        lot = self.lot(state)
        state.extra["owed"] += lot.again - 1
        state.left = sorted([*state.left, *self.opened(lot)])
        if self.third(state, lot):
            state.extra["owed"] = 0
            state.extra["run"] = []
            self.strike(state, lot)
        if state.extra["owed"] and self.collects():
            return self.await_throw(state, inside_run=lot.again)
        return self.proceed(state)

    def third(self, state: State, lot: Lot) -> bool:
        """Count a row of equal throws."""
        what = self.run_of(lot)
        before, count = state.extra.get("run") or (None, 0)
        state.extra["run"] = [] if what is None else [what, count + 1 if before == what else 1]
        return what is not None and state.extra["run"][1] == 3

    def proceed(self, state: State) -> None:
        """Play the open numbers; then the throws that are owed."""
        if self.choices(state):
            return self.decide(state)
        state.left = []
        if state.extra["owed"]:
            return self.await_throw(state)
        return self.next_turn(state)

    def stopped(self, state: State) -> None:
        """All owed throws are given up; the numbers in hand are still played."""
        state.extra["owed"] = 0
        self.proceed(state)

    # --- moving -----------------------------------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        moves = self.moves(state)
        return moves | {pass_on(state.left)} if moves and self.may_pass(state, moves) else moves

    def played(self, state: State, move: Move) -> None:
        if move.kind == "pass":
            state.left = []
            return self.proceed(state)
        state.left.remove(move.uses[0])
        self.walk(state, move)
        if move.captures and self.opt["capture_rethrows"]:
            state.extra["owed"] = state.extra["owed"] + 1 if self.collects() else 1
        if self.finished(state, move.colour) and self.arrived(state, move.colour):
            return None
        return self.after_the_last(state, move.colour) if self.done(state, move.colour) else self.proceed(state)

    def after_the_last(self, state: State, colour: int) -> None:
        """A colour has come home: open numbers are lost, owed throws are lent where lending is on."""
        if not state.extra["owed"]:
            return self.next_turn(state)
        self.lend_rest(state, colour)
        return self.await_throw(state) if state.extra.get("thrower") == colour else None
