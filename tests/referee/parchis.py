"""Parchís (P)."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, ClassVar

from .boards import PARCHIS, PARCHIS_SAFE, RING_68, Field
from .state import Move, OptionError, State, Victims
from .table import Referee

MOUTH, GOAL, EXIT = 64, 72, 5


class Parchis(Referee):
    """One table of Parchís."""

    book = "parchis"
    path = PARCHIS
    turn_memory = ("thrower", "last_moved")
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "start_out": (0, 1, 2),
        "order": ("anticlockwise", "clockwise"),
        "exit_barrier": ("bars", "eaten"),
        "exit_capture": ("when_full", "always"),
        "six_counts": (7, 12, 6),
        "third_six": ("last", "last_unless_safe", "skip"),
        "barriers": ("any", "safe_only"),
        "own_barrier": ("stops", "passes"),
        "mixed_barrier": (False, True),
        "overshoot": ("stay", "bounce"),
        "play_on": (False, True),
        "teams": (False, True),
        "pair_win": ("first", "both"),
        "partners": ("foes", "friends"),
        "dice": (1, 2),
    }

    def set_up(self) -> None:
        if self.opt["start_out"] > self.pieces:
            raise OptionError("start_out: more than there are pieces")
        if self.opt["teams"] and self.players != 4:
            raise OptionError("teams: four players")

    def start_row(self) -> list[int]:
        out = self.opt["start_out"]
        return [0] * (self.pieces - out) + [1] * out

    def order(self) -> list[int]:
        return self.turned(self.opt["order"] == "anticlockwise")

    def crowd(self, state: State, place: Field) -> bool:
        here = [colour for colour, _ in self.at(state, place)]
        return len(here) < 2 or (len(here) == 2 and (place in PARCHIS_SAFE or self.friends(*here)))

    @classmethod
    def enabling(cls, rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
        return {"teams": True} if {"pair_win", "partners"} & set(options) else {}

    # --- partners (P21) -----------------------------------------------------------------

    def team(self, colour: int) -> tuple[int, ...]:
        if self.opt["teams"] and self.opt["pair_win"] == "both":
            return (colour, (colour + 2) % 4)
        return (colour,)

    def plays_on(self) -> bool:
        return self.opt["play_on"] and not self.opt["teams"]

    def lends(self) -> bool:
        return self.opt["teams"] and self.opt["pair_win"] == "both"

    def friends(self, one: int, other: int) -> bool:
        allied = self.opt["teams"] and self.opt["partners"] == "friends"
        return one == other or (allied and (one + other) % 2 == 0)

    # --- the throw ----------------------------------------------------------------------

    def dice(self) -> list[tuple[int, ...]]:
        return list(product(range(1, 7), repeat=self.opt["dice"]))

    def again(self, state: State) -> bool:
        """P8; P22: the double replaces the six."""
        return state.faces == [6] or (len(state.faces) == 2 and state.faces[0] == state.faces[1])

    def thrown(self, state: State) -> None:
        if self.again(state):
            state.doubles += 1
            if state.doubles == 3:
                self.strike(state)
                return self.next_turn(state)
        state.left = sorted(self.value(state, face) for face in state.faces)
        self.proceed(state)

    def value(self, state: State, face: int) -> int:
        """P9; P22: with two dice a 6 counts 6."""
        counts_more = face == 6 and self.opt["dice"] == 1 and 0 not in state.row(state.colour)
        return self.opt["six_counts"] if counts_more else face

    def strike(self, state: State) -> None:
        """P10: the piece last moved goes to the casa."""
        step = state.extra.get("last_moved", 0)
        safe = self.opt["third_six"] == "last_unless_safe" and self.path.field(state.colour, step) in PARCHIS_SAFE
        if self.opt["third_six"] == "skip" or step == 0 or step > MOUTH or safe:
            return
        self.put(state, state.colour, step, 0)
        self.note_arrivals(state)

    def proceed(self, state: State) -> None:
        """Bonuses, then numbers, then the next throw (Clarifications, *A throw in P*)."""
        if state.bonus and not self.choices(state):
            state.bonus = []
        if not state.bonus and not self.choices(state):
            state.left = []
        if state.bonus or state.left:
            self.decide(state)
        elif self.again(state):
            self.throw_again(state)
        else:
            self.next_turn(state)

    # --- moves --------------------------------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        colour = state.colour
        if state.bonus:
            return {
                move
                for step in self.steps(state, colour)
                for move in self.walks(state, step, state.bonus[0], bonus=True)
            }
        entries = self.entries(state)
        must_enter = any(move.uses == (5,) for move in entries)
        moves = {
            move
            for number in state.left
            if not (number == 5 and must_enter)  # P4, P22
            for step in self.steps(state, colour)
            for move in self.walks(state, step, number)
        }
        if self.must_open(state) and not must_enter:
            moves = {move for move in moves if self.opens(state, move)} or moves
        return entries | moves

    def must_open(self, state: State) -> bool:
        """P11 on a six; P22: with the first die of a double."""
        return self.again(state) and len(state.left) == self.opt["dice"]

    def opens(self, state: State, move: Move) -> bool:
        barrier = self.barrier(state, self.path.field(move.colour, move.start))
        return move.colour in barrier

    def walks(self, state: State, start: int, number: int, bonus: bool = False) -> set[Move]:
        """The move of one piece by one number, if it is legal."""
        colour, turns = state.colour, self.opt["overshoot"] == "bounce" and not bonus
        target = start + number
        if start in (0, GOAL) or (target > GOAL and not turns):
            return set()
        way = list(range(start + 1, min(target, GOAL) + 1))
        if target > GOAL:
            target = 2 * GOAL - target
            way += range(GOAL - 1, target - 1, -1)
        board = self.lift(state, colour, start)
        if any(self.stops(board, colour, self.path.field(colour, step)) for step in way[:-1]):
            return set()
        captures = self.lands(board, colour, target)
        return set() if captures is None else {Move("move", colour, start, target, (number,), captures=captures)}

    def barrier(self, state: State, place: Field | None) -> set[int]:
        """The colours of the barrier on a field (P16, P17, P21)."""
        here = [colour for colour, step in self.at(state, place) if step <= MOUTH]
        safe = place in PARCHIS_SAFE
        if len(here) < 2 or (self.opt["barriers"] == "safe_only" and not safe):
            return set()
        mixed = not self.friends(*here)
        return set() if mixed and not (self.opt["mixed_barrier"] and safe) else set(here)

    def stops(self, state: State, colour: int, place: Field | None) -> bool:
        barrier = self.barrier(state, place)
        return bool(barrier) and not (self.opt["own_barrier"] == "passes" and colour in barrier)

    def lands(self, state: State, colour: int, target: int) -> Victims | None:
        """Whom a piece eats where it ends (P13–P15, P18); None if it may not end there."""
        place = self.path.field(colour, target)
        here = self.at(state, place)
        if len(here) >= 2:
            return None
        return tuple(one for one in here if place not in PARCHIS_SAFE and not self.friends(colour, one[0]))

    # --- entering -----------------------------------------------------------------------

    def entries(self, state: State) -> set[Move]:
        """P4; P22: 1+4 and 2+3 enter one."""
        colour = state.colour
        captures = self.admits(state, colour)
        if 0 not in state.row(colour) or captures is None:
            return set()
        ways = [(5,)] if 5 in state.left else []
        ways += [tuple(state.left)] if state.left in ([1, 4], [2, 3]) else []
        return {Move("enter", colour, 0, 1, uses, captures=captures) for uses in ways}

    def admits(self, state: State, colour: int) -> Victims | None:
        """Whom an entering piece eats (P5–P6a, P21 friends); None if the exit is closed."""
        here = self.at(state, self.path.field(colour, 1))
        enemies = [one for one in here if not self.friends(colour, one[0])]
        if len(here) < 2:
            return tuple(enemies) if self.opt["exit_capture"] == "always" else ()
        if not enemies:
            return None
        if len(enemies) == 1:
            return (enemies[0],)
        one, other = enemies
        if self.friends(one[0], other[0]) and self.opt["exit_barrier"] == "bars":
            return None
        last = state.extra["came_last"][str(self.exit(colour))] if one[0] != other[0] else one[0]
        return (one if one[0] == last else other,)

    # --- after a move -------------------------------------------------------------------

    def played(self, state: State, move: Move) -> None:
        if state.bonus:
            state.bonus = []
        else:
            for number in move.uses:
                state.left.remove(number)
        self.walk(state, move)
        self.note_arrivals(state, move)
        if self.opt["third_six"] != "skip":
            state.extra["last_moved"] = move.target
        if self.finished(state, move.colour):
            if self.arrived(state, move.colour):
                return None
            return self.lend_rest(state, move.colour) if self.again(state) else self.next_turn(state)  # P20, A31
        state.bonus = [20] if move.captures else [10] if move.target == GOAL else []
        return self.proceed(state)

    # --- who came last (P6b) ------------------------------------------------------------

    def exit(self, colour: int) -> int:
        return EXIT + 17 * colour

    def note_arrivals(self, state: State, move: Move | None = None) -> None:
        """Keep, for each exit with two foreign colours, who came last."""
        known = state.extra.get("came_last", {})
        came = {}
        for owner in self.seats():
            place = RING_68[self.exit(owner)]
            here = {colour for colour, _ in self.at(state, place)} - {owner}
            if len(here) == 2:
                lands = move is not None and self.path.field(move.colour, move.target) == place
                key = str(self.exit(owner))
                came[key] = move.colour if lands and move is not None else known.get(key, self.recent(state, here))
        state.extra["came_last"] = came

    def recent(self, state: State, colours: set[int]) -> int:
        """The colour whose last finished turn is the more recent."""
        order = self.order()
        at = order.index(state.extra.get("thrower", state.colour))
        return next(colour for colour in reversed(order[at:] + order[:at]) if colour in colours)

    def remember(self, state: State) -> None:
        if state.node != "over":
            self.note_arrivals(state)
