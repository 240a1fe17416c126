"""Where the pieces stand, what they have been through, and who has won by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import records
from ..errors import NotationError
from ..kernel.crowd import COUNTS, lapsed_pair, number_of, one_of, total
from ..records import HALF, After, CaptureBy, CaptureOnSafe
from ..rulebooks import load, spell
from ..scalars import as_integer
from ..table import Table, set_up
from .values import Values, whole

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


class Standing(Values):
    """The part of a placement that does not depend on whose turn it is."""

    def __init__(self, data: Mapping[str, Any], table: Table | None = None) -> None:
        super().__init__(data)
        self.table = table or self.read_table()
        self.book, self.states = self.table.lookups.book.view(np.recarray), records.table(self.table.size.state, 1)
        self.r, self.s = self.book[0], self.states[0]
        self.colours = int(self.r.colours)

    def read_table(self) -> Table:
        options = self.data.get("options", {})
        if not isinstance(options, Mapping) or not isinstance(self.data["rulebook"], str):
            raise NotationError("Position: rulebook must be a name, and options a table of named values.")
        given = dict(options)
        first, pieces = given.pop("first", 0), given.pop("pieces", None)
        players = self.data.get("players")
        if players is None:
            seats = self.data["pieces"]
            players = sum(p is not None for p in seats) if isinstance(seats, list | tuple) else 4
        book = load(self.data["rulebook"])
        return set_up(self.data["rulebook"], players, first, pieces, book.as_written(given, players))

    def read_pieces(self) -> None:
        rows = self.data["pieces"]
        used = self.table.seats.colours
        seats = NUMBERS[self.colours]
        if not isinstance(rows, list | tuple) or len(rows) != self.colours:
            raise NotationError(f"Position: pieces must list {seats} seats; an unused seat is null.")
        for seat, steps in enumerate(rows):
            if (steps is not None) != (seat in used):
                state = "in use" if seat in used else "empty"
                raise NotationError(f"Position: seat {seat} is {state} with {self.table.players} players here.")
            if steps is not None:
                self.read_steps(seat, steps)
        self.check_fields()

    def read_steps(self, seat: int, steps: object) -> None:
        count, last, least = self.table.pieces, int(self.r.last), int(self.always_out())
        if not isinstance(steps, list | tuple) or len(steps) != count:
            raise NotationError(f"Position: seat {seat} has {count} pieces, not {spell(steps)}.")
        for i, step in enumerate(sorted(whole(step, f"a step of seat {seat}", least, last) for step in steps)):
            self.s.pieces[seat, i] = step
            field = int(self.r.field[seat, step])
            if field >= 0:
                if self.r.blocks and self.s.crowd[field]:
                    self.s.walls[field // HALF] |= 1 << field % HALF
                self.s.crowd[field] += one_of(seat)
                if self.r.queue and self.r.safe[field]:
                    self.s.ages[seat, i] = total(int(self.s.crowd[field]))

    def always_out(self) -> bool:
        """Are all pieces on the board from beginning to end?"""
        return bool(self.r.back and self.r.ready[0])

    def check_fields(self) -> None:
        """Refuse pieces on one field that the rules of this table never bring together."""
        r, pieces = self.r, self.s.pieces.tolist()
        last, places, stack, fields = int(r.last), bool(r.places), int(r.stack), self.table.lookups.fields
        for seat in self.table.seats.colours:
            for step, held in Counter(pieces[seat][: self.table.pieces]).items():
                place = fields[seat][step] < 0 and places
                room = int(r.room[step]) if r.zones else stack
                most = self.table.pieces if step == 0 or (step == last and not places) else 1 if place else room
                if held > most:
                    sentence = f"seat {seat} has {held} pieces on step {step}; {most} may stand there."
                    raise NotationError(f"Position: {sentence}")
        friends, shared = r.friend.tolist(), r.capture_on_safe == CaptureOnSafe.SHARED
        for field, here in enumerate(self.s.crowd.tolist()):
            colours = [c for c in range(self.colours) if number_of(here & COUNTS, c)] if here & COUNTS else []
            one_side = all(number_of(friends[a], b) for a in colours for b in colours if a != b)
            if not one_side and not (shared and r.safe[field]) and r.capture_by != CaptureBy.PASSING:
                raise NotationError(f"Position: seats {colours} cannot stand together on field {field} of the ring.")
            if r.capacity and total(here & COUNTS) > r.capacity:
                raise NotationError(f"Position: {total(here & COUNTS)} pieces stand on field {field} of the ring; {int(r.capacity)} may.")
            apart = len(colours) > 1 and bool(r.apart[int(r.step_at[colours[0], field])])
            crowded = one_side and colours and total(here & COUNTS) > r.team_stack and (r.block_on_safe or not r.safe[field])
            if apart or crowded:
                raise NotationError(f"Position: too many pieces of one side on field {field} of the ring.")

    def read_history(self) -> None:
        """What the pieces alone do not show: finishing order, starts, ages."""
        s, rules = self.s, self.table.rules
        done = [person for person in self.table.seats if self.home(person)]
        places = self.numbers("places", 0, self.colours - 1, self.colours) if "places" in self.data else done
        if sorted(places) != sorted(done):
            raise NotationError(f"Position: places = {places}, but the seats with all pieces home are {done}.")
        for at, person in enumerate(places):
            s.places[at] = person
        s.finished = len(places)
        undecided = self.table.seats.teams or self.waits_for_neutral()
        if places and rules.seats.play_on and not undecided:
            s.winner = places[0]
        if "started" in self.data:
            started = self.numbers("started", 0, self.colours - 1, self.colours)
        else:
            started = [
                c for c in self.table.seats.colours if self.table.lookups.free and s.pieces[c, : self.table.pieces].max() > 0
            ]
        for colour in started:
            s.started = int(s.started) | 1 << colour
        self.read_ages()
        self.read_queues()
        self.read_gates()

    def read_queues(self) -> None:
        """Who came first to a field where that matters; those whom the position does not name, by their seats."""
        queues = self.extra().get("queue", {})
        if not isinstance(queues, Mapping) or (queues and not self.r.queue):
            raise NotationError("Position: extra.queue must name fields where it matters who came first.")
        for name, colours in queues.items():
            number = int(name) if isinstance(name, str) and name.isdecimal() and len(name) < 4 else name
            field = whole(number, "a field in extra.queue", 0, int(self.r.ring) - 1)
            standing = [c for c in range(self.colours) for _ in range(number_of(int(self.s.crowd[field]), c))]
            if not isinstance(colours, list | tuple) or Counter(map(as_integer, colours)) != Counter(standing):
                raise NotationError(f"Position: extra.queue names {spell(colours)} on field {field}, where {standing} stand.")
            for seat in set(standing):
                first = self.s.pieces[seat].tolist().index(int(self.r.step_at[seat, field]))
                places = [at for at, colour in enumerate(colours, 1) if colour == seat]
                self.s.ages[seat, first : first + len(places)] = places

    def read_gates(self) -> None:
        """Who may turn in; if it is not said, those who have."""
        colours = self.table.seats.colours
        inside = [c for c in colours if self.r.gate and self.s.pieces[c, : self.table.pieces].max() > self.r.outer]
        given = self.extra().get("hit", inside)
        if "hit" in self.extra() and not self.r.gate:
            raise NotationError("Position: extra.hit is for tables where only a player who has captured turns in.")
        if not isinstance(given, list | tuple) or any(as_integer(seat) not in colours for seat in given):
            raise NotationError(f"Position: extra.hit = {spell(given)} must list seats among {list(colours)}.")
        if not set(inside) <= {as_integer(seat) for seat in given}:
            raise NotationError(f"Position: extra.hit = {spell(given)}, but pieces of seats {inside} have turned in already.")
        for seat in given:
            self.s.gates = int(self.s.gates) | 1 << int(seat)

    def read_ages(self) -> None:
        r, s = self.r, self.s
        rows = self.data.get("ages", [])
        if not isinstance(rows, list | tuple) or len(rows) > 2 * self.colours or (rows and not r.limit):
            raise NotationError("Position: ages must list [seat, step, rounds] of pairs, where blocks have a limit.")
        for row in rows:
            if not isinstance(row, list | tuple) or len(row) != 3:
                raise NotationError(f"Position: ages holds {spell(row)}, not [seat, step, rounds].")
            seat, step = whole(row[0], "a seat in ages", 0, self.colours - 1), whole(row[1], "a step in ages", 1, int(r.last) - 1)
            rounds = whole(row[2], "rounds in ages", 0, int(r.limit))
            pair = [i for i in range(self.table.pieces) if s.pieces[seat, i] == step]
            if len(pair) != 2:
                raise NotationError(f"Position: ages names seat {seat}, step {step}, but no pair stands there.")
            for i in pair:
                s.ages[seat, i] = rounds
            field = int(r.field[seat, step])
            if rounds == r.limit and r.after != After.MUST_BREAK and field >= 0:
                s.crowd[field] = int(s.crowd[field]) | lapsed_pair(seat)

    def complete(self, colour: int) -> bool:
        least = int(self.s.pieces[colour, 0])
        return bool(least > self.r.lap if self.r.places else least == self.r.last)

    def home(self, seat: int) -> bool:
        """Has a player brought in every piece that has to come home?"""
        if self.first_piece:
            return bool(self.s.pieces[seat, self.table.pieces - 1] == self.r.last)
        done = [self.complete(colour) for colour in self.table.seats.colours_of(seat)]
        return any(done) if self.table.rules.seats.win == "first_colour" else all(done)

    @property
    def first_piece(self) -> bool:
        """Does the first piece that comes home win the game?"""
        return self.table.rules.seats.win == "first_piece"

    def waits_for_neutral(self) -> bool:
        """Does the neutral colour decide who has won, and is it still on its way?"""
        neutral = self.table.seats.neutral
        return neutral is not None and not self.complete(neutral)

    def won(self) -> int | None:
        """The winner, if the pieces alone show that the game is over."""
        rules, done = self.table.rules, [int(p) for p in self.s.places[: int(self.s.finished)]]
        if self.table.seats.teams and rules.seats.win == "all":
            return next((p for p in done if all(map(self.complete, (p, *self.table.seats.partners(p))))), None)
        if not done or self.waits_for_neutral():
            return None
        if rules.seats.play_on and len(done) < self.r.sides - 1:
            return None
        return done[0]
