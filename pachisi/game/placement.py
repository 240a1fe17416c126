"""Set up a state from a position, or say why it is impossible: the kernel trusts what is set up here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .. import kernel
from ..errors import NotationError
from ..kernel.crowd import number_of
from ..kernel.marks import marked
from ..lower import earns, numbers_of, shape_of, stored
from ..records import MOST_OPEN, Again, BonusTime, Finished, Node, Phase
from ..rulebooks import spell
from ..scalars import as_integer
from .standing import Standing
from .values import whole

NODE_NAMES = {node.name.lower(): node for node in Node}
MOST_TURNS = 1_000_000_000
MOST_MARKS = 1023


class Placement(Standing):
    """Turns one position into a state, field by field; the order matters."""

    def act(self, verb: int, what: int) -> int:
        """Call the kernel."""
        book, states, work = kernel.prepare(self.book, self.states, kernel.room(self.table.size))
        return kernel.act(book, states, 0, verb, what, work)

    def read(self) -> None:
        """Fill in the state."""
        data = self.data
        self.s.winner = -1
        self.read_pieces()
        self.read_history()
        node = data.get("node")
        if node is not None and (not isinstance(node, str) or node not in NODE_NAMES):
            raise NotationError(f"Position: node = {spell(node)}; it is one of {', '.join(NODE_NAMES)}.")
        if node == "over":
            self.check_over()
            return
        if self.won() is not None:
            raise NotationError(f"Position: seat {self.won()} has already won, so the node must be 'over'.")
        self.read_turn()
        self.read_guests()
        self.read_last_moved()
        if "opening" in self.extra():
            self.read_opening()
            return
        faces = self.read_faces()
        if faces and node in (None, "move") and "left" not in data:
            self.act(kernel.THROW, self.table.lookups.numbers[False][faces])
            return
        self.read_node(NODE_NAMES[node] if node else Node(int(self.s.node)), faces)

    def check_over(self) -> None:
        winner = self.won()
        if winner is None:
            raise NotationError("Position: the node is 'over', but nobody has brought in all pieces.")
        seats = self.table.seats
        if self.s.finished > 1 and not (seats.teams or seats.neutral is not None or self.table.rules.seats.play_on):
            raise NotationError("Position: several seats have brought in all pieces, but the game was over with the first.")
        self.s.winner, self.s.node, self.s.gates = winner, Node.OVER, 0
        self.s.turn = self.number("turn", 0, MOST_TURNS) if "turn" in self.data else 1

    def read_turn(self) -> None:
        """Whose turn it is: the kernel begins it, then the given fields override it."""
        seat = self.number("seat", 0, self.colours - 1)
        if seat not in self.table.seats:
            raise NotationError(f"Position: nobody sits at seat {seat}; the seats are {list(self.table.seats)}.")
        colour = self.number("colour", 0, self.colours - 1) if "colour" in self.data else seat
        lent = self.extra().get("thrower")
        thrower = colour if lent is None else whole(lent, "extra.thrower", 0, self.colours - 1)
        if "node" not in self.data and lent is None and self.r.finished and self.complete(colour):
            colour = next((p for p in self.table.seats.partners(colour) if not self.complete(p)), colour)
        self.check_turn(seat, colour, thrower)
        ages, crowd = self.s.ages.copy(), self.s.crowd.copy()
        self.act(kernel.TURN, thrower)
        self.s.ages[:], self.s.crowd[:] = ages, crowd  # the given ages already count this turn
        self.s.colour = colour
        self.s.turn = self.number("turn", 0, MOST_TURNS) if "turn" in self.data else 1
        if "tries" in self.data:
            self.s.tries = self.number("tries", 0, int(self.s.tries))  # the kernel has given as many as there can be
        if "doubles" in self.data:
            doubles = self.number("doubles", 0, 99)
            if self.r.streak and doubles >= self.r.streak:
                raise NotationError(f"Position: doubles = {doubles}; the turn ends with number {int(self.r.streak)}.")
            self.s.streak = doubles

    def read_guests(self) -> None:
        """Who of two guests came last to a start field; if it is not said, the one who had a turn more recently."""
        given = self.extra().get("came_last", {})
        if not isinstance(given, Mapping) or (given and not self.r.takes):
            raise NotationError("Position: extra.came_last must name start fields where it matters who came last.")
        order = self.table.seats.openers
        at = order.index(int(self.s.thrower))
        recent = [*order[at:], *order[:at]]
        known = {str(field): colour for field, colour in given.items()}
        for field, host in enumerate(self.r.host[: int(self.r.ring)].tolist()):
            crowd = int(self.s.crowd[field])
            guests = [c for c in range(self.colours) if host and c != host - 1 and number_of(crowd, c)]
            if len(guests) == 2:
                last = known.pop(str(field), max(guests, key=recent.index))
                if last not in guests:
                    raise NotationError(f"Position: extra.came_last names {spell(last)} on field {field}, where {guests} stand.")
                self.s.came_last = int(self.s.came_last) | int(last == guests[1]) << (host - 1)
        if known:
            raise NotationError(f"Position: extra.came_last names field {spell(next(iter(known)))}, which is no start field with two guests.")

    def read_last_moved(self) -> None:
        step = whole(self.extra().get("last_moved", 0), "extra.last_moved", 0, int(self.r.last))
        if step and not self.r.remembers:
            raise NotationError("Position: extra.last_moved does not matter at this table.")
        if step and step not in self.s.pieces[self.s.colour] and not self.lent():
            raise NotationError(f"Position: extra.last_moved = {step}, but no piece of colour {int(self.s.colour)} stands there.")
        self.s.last_moved = step

    def lent(self) -> bool:
        """Does somebody who has finished throw for the partner?"""
        return bool(self.s.thrower != self.s.colour)

    def check_turn(self, seat: int, colour: int, thrower: int) -> None:
        r = self.r
        deciding = colour if self.data.get("node") == "move" else thrower
        if not r.used[colour] or colour == r.neutral or not r.used[thrower] or int(r.person[deciding]) != seat:
            raise NotationError(f"Position: seat {seat} does not play colour {colour}.")
        if thrower != colour and not (
            r.finished and colour in self.table.seats.partners(thrower) and self.complete(thrower)
        ):
            raise NotationError(f"Position: seat {thrower} cannot throw for colour {colour}.")
        if self.complete(colour) and not (r.neutral >= 0 and not self.complete(int(r.neutral))):
            joint = int(r.second[colour]) >= 0 and int(r.second[colour]) != r.neutral
            if not joint and not (r.finished and thrower == colour):
                raise NotationError(f"Position: colour {colour} has finished and has no turn.")

    def read_opening(self) -> None:
        data = self.extra()["opening"]
        if not isinstance(data, Mapping) or set(data) != {"in", "tied", "best"}:
            raise NotationError("Position: extra.opening must hold 'in', 'tied' and 'best'.")
        s, begun = self.s, self.table.seats.colours
        if self.r.first >= 0 or (s.pieces[list(begun), : self.table.pieces] != self.r.ready[: self.table.pieces]).any():
            raise NotationError("Position: extra.opening is for the beginning of a game that the highest throw opens.")
        throwing, tied = (self.seats_in(data[key], f"extra.opening.{key}") for key in ("in", "tied"))
        seat = self.number("seat", 0, self.colours - 1)
        if seat not in throwing:
            raise NotationError(f"Position: seat {seat} does not throw for the opening.")
        s.opening = sum(1 << seat for seat in throwing)
        s.tied = sum(1 << seat for seat in tied)
        s.best = whole(data["best"], "extra.opening.best", 0, 60)
        s.thrower = s.colour = seat
        s.turn, s.tries, s.node = 0, 0, Node.THROW

    def seats_in(self, given: object, what: str) -> set[int]:
        seats = {as_integer(seat) for seat in given} if isinstance(given, list | tuple) else {None}
        found = {seat for seat in seats if seat in self.table.seats}
        if found != seats:
            raise NotationError(f"Position: {what} must list seats among {list(self.table.seats)}.")
        return {int(seat) for seat in found if seat is not None}

    def read_faces(self) -> tuple[int, ...]:
        dice = self.table.rules.dice
        faces = tuple(self.numbers("faces", 0, 99, 3))
        if faces and (len(faces) != dice.count or any(face not in dice.faces for face in faces)):
            raise NotationError(
                f"Position: faces = {list(faces)} cannot be thrown with {dice.count} of {list(dice.faces)}."
            )
        return faces

    def read_node(self, node: Node, faces: tuple[int, ...]) -> None:
        r, s = self.r, self.s
        s.node = node
        for at, face in enumerate(stored(self.table.rules, faces)):
            s.faces[at] = face
        s.form = shape_of(self.table.rules, faces) if faces else 0
        self.read_pool(faces)
        self.read_bonus()
        if node != Node.MOVE:
            gathering = r.turn_numbers and (node == Node.THROW or r.deeds)
            if (any(s.pool) and not gathering) or (node == Node.OFFER and not self.may_offer()):
                raise NotationError(f"Position: a node '{node.name.lower()}' does not fit the other fields.")
            s.form = s.form if gathering and any(s.pool) else 0
            self.read_owed(1)
            return
        if not faces:
            raise NotationError("Position: a move node needs 'faces', the throw that is being played.")
        bonus_first = r.bonus_time == BonusTime.AT_ONCE and any(s.bonus)
        s.phase = Phase.BONUS if bonus_first or not any(s.pool) else Phase.DICE
        self.read_rest(faces)
        if not self.act(kernel.MOVES, 0):
            raise NotationError("Position: nobody can move here, so the node cannot be 'move'.")

    def may_offer(self) -> bool:
        r = self.r
        lends = r.finished and r.finished != Finished.MUST_LEND
        return bool(r.offer or r.again == Again.MAY or lends)

    def read_pool(self, faces: tuple[int, ...]) -> None:
        """Open numbers go to their slots: dice first, then complements."""
        rules, s = self.table.rules, self.s
        left = self.numbers("left", 1, 99, 4 if not self.r.kinds else MOST_OPEN * int(self.r.kinds))
        if self.r.kinds:
            self.count_numbers(left)
            return
        numbers = numbers_of(rules, faces, out=bool(s.pieces[s.colour, 0])) if faces else []
        slots = [*numbers, *[0] * (2 - len(numbers))]  # complements come after two dice
        if self.r.turn_numbers:  # the throws before this one, which all earned another
            earned = [number for face in rules.turn.again_faces for number in numbers_of(rules, [face])]
            before = [number for number in left if number in earned]
            slots = [*before, *(numbers if len(before) < len(left) else [])]
            if len(before) > s.streak:
                raise NotationError(f"Position: left = {left} does not come from throws that earn another.")
        if rules.dice.complement != "never" and len(set(faces)) == 1 and s.pieces[s.colour, 0] > 0:
            slots += [int(self.r.underside) - faces[0]] * 2
        open_numbers = Counter(left)
        for slot, number in reversed(list(enumerate(slots))):
            if open_numbers[number] > 0 and number:
                open_numbers[number] -= 1
                s.pool[slot] = number
        if open_numbers.total():
            raise NotationError(f"Position: left = {left} does not come from the throw {list(faces)}.")

    def count_numbers(self, left: list[int]) -> None:
        kinds = self.table.lookups.kinds
        for number, count in Counter(left).items():
            if number not in kinds:
                raise NotationError(f"Position: left = {left}, but {number} cannot be thrown; the numbers are {kinds}.")
            if count > MOST_OPEN:
                raise NotationError(f"Position: left names the number {number} more than {MOST_OPEN} times.")
            kind = kinds.index(number)
            self.s.pool[kind >> 1] |= count << 4 * (kind & 1)

    def read_owed(self, least: int) -> None:
        """G12: throws that are owed, at least the one that the node is about; and what has fallen in a row."""
        extra, turn = self.extra(), self.table.rules.turn
        if not self.table.lookups.owing:
            if "owed" in extra or "run" in extra:
                raise NotationError("Position: extra.owed and extra.run are for tables where throws are owed.")
            return
        most = MOST_OPEN if self.r.turn_numbers else 1
        if "owed" in extra:
            self.s.again = whole(extra["owed"], "extra.owed", least, max(most, least)) - least
        run = extra.get("run") or [0, 0]
        if not isinstance(run, list | tuple) or len(run) != 2:
            raise NotationError(f"Position: extra.run = {spell(run)} must be [a number or 'again', how often in a row].")
        self.s.streak = whole(run[1], "extra.run", 0, max(0, turn.streak - 1))

    def read_bonus(self) -> None:
        r, s = self.r, self.s
        for number in self.numbers("bonus", 1, 99, 64):
            if number not in (int(r.bonus[0]), int(r.bonus[1])):
                raise NotationError(f"Position: bonus = {number} is not earned at this table.")
            s.bonus[0 if number == r.bonus[0] else 1] += 1

    def read_rest(self, faces: tuple[int, ...]) -> None:
        s, r, extra = self.s, self.r, self.extra()
        played = len(self.data.get("left", [])) < sum(number > 0 for number in numbers_of(self.table.rules, faces))
        s.moved = int(played or s.phase == Phase.BONUS)
        if self.table.lookups.owing:
            self.read_owed(0)
        else:
            s.again = int(bool(extra.get("again", earns(self.table.rules, faces, int(s.phase)))))
        s.entered = whole(extra.get("fresh" if r.waits else "entered", 0), "extra.entered", 0, self.table.pieces)
        s.whole = int(bool(extra.get("whole", False)))
        if s.phase == Phase.DICE and r.marks:
            marks = extra.get("marks", [marked(i) for i in range(self.table.pieces)])
            if not isinstance(marks, list) or len(marks) != self.table.pieces:
                raise NotationError("Position: extra.marks must have one number for each piece.")
            for i, mark in enumerate(marks):
                s.marks[i] = whole(mark, "extra.marks", 0, MOST_MARKS)
