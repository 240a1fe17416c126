"""Petits chevaux (K)."""

from __future__ import annotations

from typing import Any, ClassVar

from .boards import CHEVAUX, Path
from .state import Move, OptionError, State, Victims, pass_on
from .table import Referee

FOOT, RUNG_SIX = 56, 62


class PetitsChevaux(Referee):
    """One table of petits chevaux."""

    book = "petits-chevaux"
    path = CHEVAUX
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "exit_numbers": ("6", "1_6"),
        "third_six": ("plays", "skip"),
        "capture_throws": (False, True),
        "may_pass": (False, True),
        "passing": ("barred", "turn_back", "free"),
        "own_landing": ("behind", "illegal"),
        "foot": ("bounce", "exact", "stop"),
        "ladder": ("rungs", "count"),
        "centre": ("six", "none"),
        "win": ("all", "first"),
        "play_on": (False, True),
        "teams": (False, True),
    }

    def set_up(self) -> None:
        if self.opt["win"] == "first" and self.opt["play_on"]:
            raise OptionError("win=first with play_on")
        if self.opt["teams"] and self.players != 4:
            raise OptionError("teams without four players")
        if self.opt["centre"] == "none":
            self.path = Path(CHEVAUX.fields[: RUNG_SIX - 1], CHEVAUX.turn)

    # --- partners (K12), the end (K11) ----------------------------------------------------

    def team(self, colour: int) -> tuple[int, ...]:
        return (colour, (colour + 2) % 4) if self.opt["teams"] else (colour,)

    def lends(self) -> bool:
        return bool(self.opt["teams"])

    def finished(self, state: State, colour: int) -> bool:
        if self.opt["win"] == "first":
            return any(self.home(step) for step in state.row(colour))
        return super().finished(state, colour)

    def won(self, state: State, colour: int) -> bool:
        return self.opt["win"] == "first" or super().won(state, colour)

    # --- the throw (K2) -------------------------------------------------------------------

    def thrown(self, state: State) -> None:
        if state.faces == [6] and self.opt["third_six"] == "skip":
            state.doubles += 1
            if state.doubles == 3:
                return self.next_turn(state)
        state.left = list(state.faces)
        return self.decide(state) if self.choices(state) else self.end_throw(state, captured=False)

    def end_throw(self, state: State, captured: bool) -> None:
        """A six throws again; by option, a capture too (one throw together). Another number breaks the row of sixes."""
        if state.faces != [6]:
            state.doubles = 0
        if state.faces == [6] or (captured and self.opt["capture_throws"]):
            self.throw_again(state)
        else:
            self.next_turn(state)

    def played(self, state: State, move: Move) -> None:
        if move.kind == "pass":
            return self.next_turn(state)  # K5
        self.walk(state, move)
        state.left = []
        if self.finished(state, move.colour):
            if self.arrived(state, move.colour):
                return None
            return self.lend_rest(state, move.colour) if state.faces == [6] else self.next_turn(state)
        return self.end_throw(state, bool(move.captures))

    # --- moves ----------------------------------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        number = state.left[0]
        moves = {move for step in self.steps(state, state.colour) for move in self.walks(state, step, number)}
        return moves | {pass_on(state.left)} if moves and self.opt["may_pass"] else moves

    def walks(self, state: State, start: int, number: int) -> set[Move]:
        """The move of one horse, if it is legal."""
        if self.home(start):
            return set()
        board = self.lift(state, state.colour, start)
        if start == 0:
            target = 1 if str(number) in self.opt["exit_numbers"].split("_") else None
        elif start < FOOT:
            target = self.on_the_ring(board, start, number)
        else:
            target = self.on_the_ladder(board, start, number)
        captures = None if target is None else self.lands(board, target)
        if target is None or captures is None:
            return set()
        return {Move("move" if start else "enter", state.colour, start, target, (number,), captures=captures)}

    def lands(self, board: State, target: int) -> Victims | None:
        """Whom a horse sends back where it ends (K3, K4); None if an own horse stands there."""
        here = self.at(board, self.path.field(board.colour, target))
        return None if any(self.friends(board.colour, one) for one, _ in here) else tuple(here)

    def taken(self, board: State, step: int) -> bool:
        return bool(self.at(board, self.path.field(board.colour, step)))

    def own(self, board: State, step: int) -> bool:
        here = self.at(board, self.path.field(board.colour, step))
        return any(self.friends(board.colour, one) for one, _ in here)

    def on_the_ring(self, board: State, start: int, number: int) -> int | None:
        """K6–K8: where a horse before the foot ends."""
        end = start + number
        ahead = next((step for step in range(start + 1, FOOT + 1) if self.taken(board, step)), None)
        if self.opt["passing"] != "free" and ahead is not None and end > ahead:
            return self.turns_back(board, start, ahead, end)
        if end > FOOT:
            return self.at_the_foot(board, start, end)
        if self.own(board, end):  # K7
            return end - 1 if self.opt["own_landing"] == "behind" and end - 1 > start else None
        return end

    def turns_back(self, board: State, start: int, ahead: int, end: int) -> int | None:
        """K6: too much before a horse."""
        target = 2 * (ahead - 1) - end
        if self.opt["passing"] == "barred" or target < 1:
            return None
        return target if self.clear(board, target + 1, start) else None

    def at_the_foot(self, board: State, start: int, end: int) -> int | None:
        """K8: too much for the foot."""
        if self.opt["foot"] == "exact":
            return None
        if self.opt["foot"] == "stop":
            return FOOT
        target = 2 * FOOT - end
        return target if self.opt["passing"] == "free" or self.clear(board, target + 1, FOOT) else None

    def clear(self, board: State, first: int, end: int) -> bool:
        """No horse from a step to before another."""
        return not any(self.taken(board, step) for step in range(first, end))

    def on_the_ladder(self, board: State, start: int, number: int) -> int | None:
        """K9: where a horse from the foot on ends."""
        if self.opt["ladder"] == "rungs":
            climbs = number == min(start - FOOT + 1, 6)
            return start + 1 if climbs and not self.own(board, start + 1) else None
        target = start + number
        way = range(start + 1, target + 1)
        return target if target <= self.path.home and not any(self.own(board, step) for step in way) else None
