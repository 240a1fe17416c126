"""Mensch ärgere Dich nicht (C), with four arms and with six; without the neutral colour and two colours a person."""

from __future__ import annotations

from typing import Any, ClassVar

from .boards import Field, four_arms, mensch_six
from .six import SIX, SixSeats
from .state import Move, State, Victims, pass_on


class Mensch(SixSeats):
    """One table of Mensch."""

    book = "mensch"
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "start_on_A": (1, 0),
        "three_throws": (False, True),
        "no_goal_jump": (False, True),
        "backward_capture": (False, True),
        "barriers": (False, True),
        "capture_duty": ("off", "penalty", "strict"),
        "duty_order": ("capture_first", "enter_first"),
        "duty_includes_backward": (False, True),
        "clear_chain": (False, True),
        "may_pass": (False, True),
        "play_on": (False, True),
        "extra_needs_move": (False, True),
        "barrier_on_A": ("if_blocked", "free", "never"),
        "track": (60, 48),
        **SIX,
    }

    def set_up(self) -> None:
        super().set_up()
        if self.arms == 4:
            self.lap = 40
            self.path = four_arms(40, 40, 0, self.pieces)
        else:
            self.lap = self.opt["track"]
            self.path = mensch_six(4 if self.lap == 60 else 3, self.pieces)
        self.last = self.lap + self.pieces

    def start_row(self) -> list[int]:
        on_start = self.opt["start_on_A"]
        return [1] * on_start + [0] * (self.pieces - on_start)

    def home(self, step: int) -> bool:
        return self.lap < step <= self.last

    def crowd(self, state: State, place: Field) -> bool:
        here = self.at(state, place)
        colours = {colour for colour, _ in here}
        if any(step > self.lap for _, step in here) or not self.opt["barriers"]:
            return len(here) == len(colours) and all(self.friends(here[0][0], colour) for colour in colours)
        return len(here) <= 2 and all(self.friends(here[0][0], colour) for colour in colours)

    # --- the throw ------------------------------------------------------------------------

    def begin(self, state: State, colour: int) -> None:
        super().begin(state, colour)
        state.tries = 2 if self.opt["three_throws"] and self.stuck(state, colour) else 0

    def stuck(self, state: State, colour: int) -> bool:
        """V1: nobody on the track, and the pieces in the goal fill its end."""
        row = state.row(colour)
        in_goal = sum(step > self.lap for step in row)
        filled = set(range(self.last - in_goal + 1, self.last + 1))
        return all(step == 0 or step > self.lap for step in row) and filled <= set(row)

    def thrown(self, state: State) -> None:
        if state.faces == [6]:
            state.tries = 0
        state.left = list(state.faces)
        if self.choices(state):
            self.decide(state)
        else:
            self.end_throw(state, moved=False)

    def end_throw(self, state: State, moved: bool) -> None:
        """C15, V1, `extra_needs_move`."""
        if state.tries and not moved:
            state.tries -= 1
            self.throw_again(state)
        elif state.faces == [6] and (moved or not self.opt["extra_needs_move"]):
            self.throw_again(state)
        else:
            self.next_turn(state)

    def played(self, state: State, move: Move) -> None:
        self.walk(state, move)
        for colour, step in move.penalty:
            self.put(state, colour, step, 0)
        state.left = []
        if move.kind == "pass":
            return self.end_throw(state, moved=False) if state.tries else self.next_turn(state)
        state.tries = 0
        if self.finished(state, move.colour):
            return None if self.arrived(state, move.colour) else self.next_turn(state)  # C18
        return self.end_throw(state, moved=True)

    def walk(self, state: State, move: Move) -> None:
        if move.kind != "pass":
            super().walk(state, move)

    # --- what the board allows --------------------------------------------------------------

    def barrier(self, state: State, place: Field | None) -> bool:
        """V5: two of one colour on the track; partners are no barrier together."""
        here = [colour for colour, step in self.at(state, place) if step <= self.lap]
        return self.opt["barriers"] and any(here.count(colour) > 1 for colour in here)

    def lands(self, board: State, target: int) -> Victims | None:
        """Whom a piece captures where it ends; None if it may not end there."""
        place = self.path.field(board.colour, target)
        here = self.at(board, place)
        mates = [one for one in here if self.friends(board.colour, one[0])]
        own = [one for one in mates if one[0] == board.colour]
        if self.barrier(board, place) or (own and (not self.opt["barriers"] or target > self.lap)):
            return None
        if self.opt["barriers"] and len(mates) > 1:
            return None
        return tuple(sorted(one for one in here if one not in mates))

    def forward(self, state: State, start: int, number: int) -> set[Move]:
        """C6, C7, C19–C22, V3, V5."""
        colour, target = state.colour, start + number
        if start == 0 or target > self.last:
            return set()
        board = self.lift(state, colour, start)
        between = range(start + 1, target)
        if any(self.barrier(board, self.path.field(colour, step)) for step in between):
            return set()
        if self.opt["no_goal_jump"] and any(step > self.lap and step in board.row(colour) for step in between):
            return set()
        captures = self.lands(board, target)
        return set() if captures is None else {Move("move", colour, start, target, (number,), captures=captures)}

    def backward(self, state: State, start: int, number: int) -> set[Move]:
        """V4: only to capture, from the track, never onto or over the own A field."""
        colour, target = state.colour, start - number
        if not self.opt["backward_capture"] or start > self.lap or target < 2:
            return set()
        board = self.lift(state, colour, start)
        if any(self.barrier(board, self.path.field(colour, step)) for step in range(target + 1, start)):
            return set()
        captures = self.lands(board, target)
        return {Move("move", colour, start, target, (number,), captures=captures)} if captures else set()

    def entry(self, state: State, number: int) -> set[Move]:
        """C14; whether it is wanted is said elsewhere."""
        colour = state.colour
        if number != 6 or 0 not in state.row(colour):
            return set()
        captures = self.lands(self.lift(state, colour, 0), 1)
        return set() if captures is None else {Move("enter", colour, 0, 1, (6,), captures=captures)}

    # --- the duties to enter and to clear (C13, C16, V5) ---------------------------------------

    def bound(self, state: State, number: int) -> set[Move]:
        """What the decision table of the base game leaves."""
        steps = list(self.steps(state, state.colour))
        free = {
            move for step in steps for move in self.forward(state, step, number) | self.backward(state, step, number)
        }
        row = state.row(state.colour)
        if 0 not in row:
            return free
        enter = self.entry(state, number)
        if 1 not in row:
            return enter or free
        leave = self.forward(state, 1, number)
        if enter and self.opt["barrier_on_A"] == "free":  # an own piece on A: enters only with barriers
            return leave | enter
        if leave:
            return leave
        if enter and self.opt["barrier_on_A"] == "if_blocked":
            return enter
        return self.chain(state, number) or free

    def chain(self, state: State, number: int) -> set[Move]:
        """`clear_chain`: the piece in the way of the one on A must move."""
        step = 1 + number
        while (
            self.opt["clear_chain"]
            and step in state.row(state.colour)
            and self.in_the_way(state, step - number, number)
        ):
            if moves := self.forward(state, step, number):
                return moves
            step += number
        return set()

    def in_the_way(self, state: State, start: int, number: int) -> bool:
        """Whether nothing but the pieces at its target stop a piece: a barrier between is not in the way."""
        between = range(start + 1, start + number)
        return not any(self.barrier(state, self.path.field(state.colour, step)) for step in between)

    # --- the duty to capture (V2) and passing ----------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        number = state.left[0]
        allowed = self.bound(state, number)
        hits = {move for move in self.every_move(state, number) if move.captures}
        if self.opt["duty_order"] == "enter_first":
            hits &= allowed
        missed = {move for move in hits if self.opt["duty_includes_backward"] or move.target > move.start}
        duty = self.opt["capture_duty"]
        if duty == "off" or not missed:
            return self.with_pass(state, allowed, set())
        if duty == "strict":
            return hits
        others = {self.fined(state, move, missed) for move in allowed if not move.captures}
        return self.with_pass(state, hits | others, missed)

    def every_move(self, state: State, number: int) -> set[Move]:
        """What the board allows, duties apart."""
        moves = {
            move
            for step in self.steps(state, state.colour)
            for move in self.forward(state, step, number) | self.backward(state, step, number)
        }
        return moves | self.entry(state, number)

    def fined(self, state: State, move: Move, missed: set[Move]) -> Move:
        """V2a: the piece that missed the capture goes back, the moved one if it could, else the most advanced."""
        could = {other.start for other in missed} - {0}
        ends = sorted([*self.lift(state, move.colour, move.start).row(move.colour), move.target])
        if not could or all(self.home(step) for step in ends):  # G6
            return move
        step = move.target if move.start in could else max(could)
        return Move(move.kind, move.colour, move.start, move.target, move.uses, penalty=((move.colour, step),))

    def with_pass(self, state: State, moves: set[Move], missed: set[Move]) -> set[Move]:
        """`may_pass`: beside real moves; a missed capture costs its piece."""
        if not moves or not self.opt["may_pass"]:
            return moves
        could = {other.start for other in missed} - {0}
        fine = ((state.colour, max(could)),) if could else ()
        plain = pass_on(state.left)
        return moves | {Move(plain.kind, -1, 0, 0, plain.uses, 0, penalty=fine)}
