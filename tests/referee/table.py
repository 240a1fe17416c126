"""What every book needs: turns, partners, places. The rules of a book are in its own module."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from .boards import Field, Path
from .state import FIELDS, STOP, Move, OptionError, Rows, State


class Referee:
    """One table: a book, its players and its options."""

    book: ClassVar[str]
    path: Path
    arms: int = 4
    options: ClassVar[dict[str, tuple[Any, ...]]]  # name: default, others
    turn_memory: ClassVar[tuple[str, ...]] = ("thrower",)  # what of `extra` ends with the turn
    numbers: ClassVar[tuple[int, ...]] = (2, 3, 4)  # of players
    most_pieces: ClassVar[int] = 4

    def __init__(self, players: int = 4, **chosen: Any) -> None:
        self.players = players
        self.pieces = chosen.pop("pieces", 4)
        self.chosen = chosen
        self.opt = {name: values[0] for name, values in self.options.items()} | chosen
        for name, value in chosen.items():
            if value not in self.options[name]:
                raise OptionError(f"{name}={value}")
        self.set_up()

    # --- what a book says ---------------------------------------------------------------

    def set_up(self) -> None:
        """Refuse what contradicts, choose the path."""

    def start_row(self) -> list[int]:
        """A colour's pieces at the beginning."""
        return [0] * self.pieces

    def order(self) -> list[int]:
        """The seats in the order of their turns."""
        return self.seats()

    def home(self, step: int) -> bool:
        """Whether a piece has arrived."""
        return step == self.path.home

    def team(self, colour: int) -> tuple[int, ...]:
        """The colours that win together."""
        return (colour,)

    def plays_on(self) -> bool:
        """Whether the others go on when one has won."""
        return bool(self.opt.get("play_on"))

    def lends(self) -> bool:
        """Whether a finished player throws for a partner."""
        return False

    def dice(self) -> list[tuple[int, ...]]:
        """Every throw that can fall."""
        return [(face,) for face in range(1, 7)]

    def thrown(self, state: State) -> None:
        """What follows from `state.faces`, up to the next node."""
        raise NotImplementedError

    def choices(self, state: State) -> set[Move]:
        """The legal moves at a move node."""
        raise NotImplementedError

    def played(self, state: State, move: Move) -> None:
        """What follows from a move, up to the next node."""
        raise NotImplementedError

    def remember(self, state: State) -> None:
        """Fill in what a position may leave out."""

    def possible(self, state: State) -> bool:
        """Whether the pieces can stand so."""
        places = {self.path.field(colour, step) for colour in self.seats() for step in state.row(colour)} - {None}
        return all(self.crowd(state, place) for place in places if place is not None)

    def crowd(self, state: State, place: Field) -> bool:
        """Whether the pieces on one field can stand together: by default one piece."""
        return len(self.at(state, place)) == 1

    def waits_outside(self) -> bool:
        """Whether step 0 exists."""
        return True

    def dress(self, rng: random.Random, state: State) -> None:
        """Give a position by chance the memory that its pieces do not tell."""

    @classmethod
    def enabling(cls, rng: random.Random, options: dict[str, Any]) -> dict[str, Any]:
        """Now and then, what the chosen options need to have an effect."""
        return {}

    # --- the public face ----------------------------------------------------------------

    def start(self) -> State:
        """The first node."""
        rows: Rows = [sorted(self.start_row()) if seat in self.seats() else None for seat in range(self.arms)]
        state = State(rows)
        self.remember(state)
        self.begin(state, self.order()[0])
        state.turn = 1
        return state

    def read(self, position: dict[str, Any]) -> State:
        """A position in the public form."""
        given = {name: copy.deepcopy(position[name]) for name in (*FIELDS, "extra") if name in position}
        state = State(**{"colour": position["seat"]} | given)
        self.remember(state)
        return state

    def write(self, state: State) -> dict[str, Any]:
        """The public form, but for what only names the table."""
        told = {name: getattr(state, name) for name in FIELDS}
        return told | {"extra": self.telling(state.node, state.extra)}

    def telling(self, node: str, extra: dict[str, Any]) -> dict[str, Any]:
        """What of `extra` the node does not imply."""
        return {name: value for name, value in extra.items() if value not in ({}, [], None)}

    def legal(self, state: State) -> set[Move]:
        """What can be pushed."""
        if state.node == "offer":
            return {STOP}
        return self.choices(state) if state.node == "move" else set()

    def throw(self, state: State, faces: tuple[int, ...]) -> State:
        """The node after a throw."""
        after = copy.deepcopy(state)
        after.faces = list(faces)
        self.thrown(after)
        return after

    def push(self, state: State, move: Move) -> State:
        """The node after a move."""
        after = copy.deepcopy(state)
        if move.kind == "stop":
            self.stopped(after)
        else:
            self.played(after, move)
        return after

    # --- seats --------------------------------------------------------------------------

    def seats(self) -> list[int]:
        """The colours in play."""
        six = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 5: [0, 1, 2, 3, 4], 6: [0, 1, 2, 3, 4, 5]}
        four = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
        return (six if self.arms == 6 else four)[self.players]

    def turned(self, anticlockwise: bool) -> list[int]:
        """Seats are numbered as the pieces run; on a board that runs anticlockwise the other way is 0, 3, 2, 1."""
        seats = self.seats()
        return seats if anticlockwise else seats[:1] + seats[:0:-1]

    def person(self, colour: int) -> int:
        """Whose colour it is."""
        return colour

    def friends(self, one: int, other: int) -> bool:
        """Two colours that do not harm each other: one's own and, as a rule, those of the team."""
        return other in self.team(one)

    # --- turns --------------------------------------------------------------------------

    def finished(self, state: State, colour: int) -> bool:
        """Whether all pieces of a colour are home."""
        return all(self.home(step) for step in state.row(colour))

    def done(self, state: State, colour: int) -> bool:
        """Whether a colour has no turn of its own any more."""
        return self.finished(state, colour)

    def begin(self, state: State, colour: int) -> None:
        """The first node of a colour's turn."""
        state.fresh()
        state.extra = {name: value for name, value in state.extra.items() if name not in self.turn_memory}
        state.turn += 1
        state.node, state.colour, state.seat = "throw", colour, self.person(colour)

    def lend(self, state: State, colour: int, helped: int) -> None:
        """The first node of the turn of a finished player: may he throw for a partner? (A31)"""
        self.begin(state, helped)
        state.node, state.seat = "offer", self.person(colour)
        state.extra["thrower"] = colour

    def lend_rest(self, state: State, colour: int) -> None:
        """A further throw was earned when the own last piece came home: it is lent (A31, Clarifications)."""
        helped = self.helped(state, colour)
        if helped is None:
            return self.next_turn(state)
        state.left, state.bonus, state.colour = [], [], helped
        state.node, state.seat = "offer", self.person(colour)
        state.extra["thrower"] = colour
        return None

    def helped(self, state: State, colour: int) -> int | None:
        """For whom a finished player throws: the next partner, in the order of turns, who is not finished."""
        if not self.lends():
            return None
        order = self.order()
        at = order.index(colour)
        others = order[at + 1 :] + order[:at]
        return next((other for other in others if other in self.team(colour) and not self.finished(state, other)), None)

    def next_turn(self, state: State) -> None:
        """The turn of the next seat that has one."""
        order = self.order()
        at = order.index(state.extra.get("thrower", state.colour))
        for colour in order[at + 1 :] + order[: at + 1]:
            if not self.done(state, colour):
                return self.begin(state, colour)
            helped = self.helped(state, colour)
            if helped is not None:
                return self.lend(state, colour, helped)
        raise AssertionError("nobody is left")

    def stopped(self, state: State) -> None:
        """An offer was declined."""
        self.next_turn(state)

    def throw_again(self, state: State) -> None:
        """Another throw in the same turn."""
        state.node, state.left, state.bonus = "throw", [], []
        state.seat = self.person(state.extra.get("thrower", state.colour))

    def decide(self, state: State) -> None:
        """A move node."""
        state.node, state.seat = "move", self.person(state.colour)

    # --- the end ------------------------------------------------------------------------

    def arrived(self, state: State, colour: int) -> bool:
        """Note who is finished; whether the game is over (G6)."""
        person = self.person(colour)
        colours = [own for own in self.seats() if self.person(own) == person]
        if person not in state.places and all(self.finished(state, own) for own in colours):
            state.places.append(person)
        if self.won(state, colour):
            self.finish(state)
            return True
        return False

    def won(self, state: State, colour: int) -> bool:
        """Whether a finished colour ends the game."""
        if not all(self.finished(state, other) for other in self.team(colour)):
            return False
        if len(self.team(colour)) > 1 or not self.plays_on():
            return True
        return sum(not self.finished(state, other) for other in self.seats()) < 2

    def finish(self, state: State) -> None:
        """The game is over."""
        state.fresh()
        state.node, state.seat, state.colour = "over", -1, -1
        state.extra = {}

    # --- pieces -------------------------------------------------------------------------

    def at(self, state: State, place: Field | None) -> list[tuple[int, int]]:
        """Who stands on a field: colours and their steps."""
        if place is None:
            return []
        return [(c, step) for c in self.seats() for step in state.row(c) if self.path.field(c, step) == place]

    def steps(self, state: State, colour: int) -> Iterator[int]:
        """The steps of a colour, each once."""
        yield from sorted(set(state.row(colour)))

    def lift(self, state: State, colour: int, step: int) -> State:
        """The board without one piece."""
        rows = [list(row) if row is not None else None for row in state.pieces]
        without = replace(state, pieces=rows)
        without.row(colour).remove(step)
        return without

    def put(self, state: State, colour: int, start: int, target: int) -> None:
        """Move one piece."""
        row = state.row(colour)
        row.remove(start)
        row.append(target)
        row.sort()

    def walk(self, state: State, move: Move) -> None:
        """Move the pieces of a move, and send back its victims."""
        for _ in range(move.count):
            self.put(state, move.colour, move.start, move.target)
        for colour, step in move.captures:
            self.put(state, colour, step, self.back())

    def back(self) -> int:
        """Where a captured piece goes."""
        return 0
