"""Ludo (L), with four arms and with six."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from .boards import LUDO_FOUR, LUDO_FOUR_SAFE, LUDO_SAFE, LUDO_SIX, Field
from .six import SIX, SixSeats
from .state import Move, OptionError, State, Victims


class Ludo(SixSeats):
    """One table of Ludo."""

    book = "ludo"
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "third_six": ("skip", "plays", "back"),
        "blocks": ("stop_others", "stop_all", "none"),
        "safe_fields": (0, 8, 12),
        "capture_throws": (False, True),
        "home_throws": (False, True),
        **SIX,
    }

    def set_up(self) -> None:
        super().set_up()
        self.path = LUDO_SIX if self.arms == 6 else LUDO_FOUR
        if self.opt["safe_fields"] not in (0, 2 * self.arms):
            raise OptionError("safe_fields: two an arm (N3)")
        safe = LUDO_SAFE if self.arms == 6 else LUDO_FOUR_SAFE
        self.safe: set[Field] = safe if self.opt["safe_fields"] else set()
        self.limit = 1 if self.opt["blocks"] == "none" else 2

    @classmethod
    def enabling(cls, rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
        arms = {8: {"arms": 4}, 12: {"arms": 6}}.get(options.get("safe_fields", 0), {})
        return super().enabling(rng, options) | arms

    def crowd(self, state: State, place: Field) -> bool:
        here = [colour for colour, _ in self.at(state, place)]
        if any(here.count(colour) > self.limit for colour in here):
            return False
        if place in self.safe:
            return True
        return all(self.friends(here[0], colour) for colour in here) and (self.limit == 1 or len(here) <= 2)

    # --- the throw ------------------------------------------------------------------------

    def thrown(self, state: State) -> None:
        if state.faces == [6] and self.opt["third_six"] != "plays":
            state.doubles += 1
            if state.doubles == 3:
                self.strike(state)
                return self.next_turn(state)
        state.left = list(state.faces)
        return self.decide(state) if self.choices(state) else self.end_throw(state, earned=False)

    def strike(self, state: State) -> None:
        """L13: by option the most advanced piece goes back."""
        row = [step for step in state.row(state.colour) if not self.home(step)]
        if self.opt["third_six"] == "back":
            self.put(state, state.colour, max(row), 0)

    def end_throw(self, state: State, earned: bool) -> None:
        """L12, L14, L18; another number breaks the row of sixes."""
        if state.faces != [6]:
            state.doubles = 0
        if state.faces == [6] or earned:
            self.throw_again(state)
        else:
            self.next_turn(state)

    def played(self, state: State, move: Move) -> None:
        self.walk(state, move)
        state.left = []
        if self.finished(state, move.colour):
            return None if self.arrived(state, move.colour) else self.next_turn(state)  # C18 before A31
        captured = self.opt["capture_throws"] and bool(move.captures)
        return self.end_throw(state, captured or (self.opt["home_throws"] and self.home(move.target)))

    # --- moves ----------------------------------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        return {move for step in self.steps(state, state.colour) for move in self.walks(state, step, state.left[0])}

    def walks(self, state: State, start: int, number: int) -> set[Move]:
        """The move of one piece, if it is legal."""
        colour, target = state.colour, start + number if start else 1
        if target > self.path.home or (start == 0 and number != 6):
            return set()
        board = self.lift(state, colour, start)
        between = range(start + 1, target)
        if start and any(self.stops(board, self.path.field(colour, step)) for step in between):
            return set()
        captures = self.lands(board, target)
        kind = "move" if start else "enter"
        return set() if captures is None else {Move(kind, colour, start, target, (number,), captures=captures)}

    def block(self, board: State, place: Field | None) -> int | None:
        """The colour of the block on a field (L16)."""
        here = [colour for colour, _ in self.at(board, place)]
        double = [colour for colour in here if here.count(colour) > 1]
        return double[0] if double and self.limit > 1 and place not in self.safe else None

    def stops(self, board: State, place: Field | None) -> bool:
        owner = self.block(board, place)
        return owner is not None and (owner != board.colour or self.opt["blocks"] == "stop_all")

    def lands(self, board: State, target: int) -> Victims | None:
        """Whom a piece captures where it ends; None if it may not end there (L8, L11, L14–L16, N5)."""
        place = self.path.field(board.colour, target)
        here = self.at(board, place)
        mates = [colour for colour, _ in here if self.friends(board.colour, colour)]
        if mates.count(board.colour) >= self.limit or self.block(board, place) is not None:
            return None
        if place in self.safe:
            return ()
        if self.limit > 1 and len(mates) > 1:
            return None
        return tuple(sorted(one for one in here if one[0] not in mates))
