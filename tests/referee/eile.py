"""Eile mit Weile (S)."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from .boards import PARCHIS, PARCHIS_SAFE, RING_68, Field
from .state import Move, State
from .table import Referee

BENCHES, MOUTH, HEAVEN = PARCHIS_SAFE, 64, 72


class EileMitWeile(Referee):
    """One table of Eile mit Weile."""

    book = "eile-mit-weile"
    path = PARCHIS
    turn_memory = ("fresh",)
    options: ClassVar[dict[str, tuple[Any, ...]]] = {
        "order": ("clockwise", "anticlockwise"),
        "throws": ("collected", "one_by_one"),
        "three_sixes": ("exposed", "ring", "all"),
        "capture": ("both", "pass_only", "land_only"),
        "fresh_waits": (False, True),
        "bench_queue": (False, True),
        "play_on": (False, True),
        "overshoot": ("bounce", "stay"),
    }

    def order(self) -> list[int]:
        return self.turned(self.opt["order"] == "anticlockwise")

    def crowd(self, state: State, place: Field) -> bool:
        here = {colour for colour, _ in self.at(state, place)}
        return len(here) == 1 or place in BENCHES or self.opt["capture"] == "pass_only"

    def dress(self, rng: random.Random, state: State) -> None:
        self.note_queues(state)
        for queue in state.extra.get("queue", {}).values():
            rng.shuffle(queue)

    # --- throws (S4–S6) -----------------------------------------------------------------

    def thrown(self, state: State) -> None:
        six = state.faces == [6]
        state.doubles += six
        if state.doubles == 3 and six:
            self.strike(state)
            return self.next_turn(state)
        state.left = sorted([*state.left, 12 if six else state.faces[0]])
        if six and self.opt["throws"] == "collected":
            state.node = "throw"
            return None
        return self.proceed(state)

    def strike(self, state: State) -> None:
        """S6: the third six."""
        last = HEAVEN - 1 if self.opt["three_sixes"] == "all" else MOUTH
        spared = BENCHES if self.opt["three_sixes"] == "exposed" else set()
        for step in list(state.row(state.colour)):
            if step <= last and self.path.field(state.colour, step) not in spared:
                self.put(state, state.colour, step, 0)
        self.note_queues(state)

    def proceed(self, state: State) -> None:
        """Give out the numbers; with `one_by_one` a six throws again."""
        if self.choices(state):
            self.decide(state)
        elif state.faces == [6]:
            self.throw_again(state)
        else:
            self.next_turn(state)

    # --- moves --------------------------------------------------------------------------

    def choices(self, state: State) -> set[Move]:
        return {
            move
            for number in state.left
            for step in self.steps(state, state.colour)
            for move in self.walks(state, step, number)
        }

    def walks(self, state: State, start: int, number: int) -> set[Move]:
        """The move of one piece by one number, if it is legal."""
        colour = state.colour
        if start == 0:
            return {Move("enter", colour, 0, 1, (5,))} if number == 5 else set()  # S3, S12
        if start == HEAVEN or self.waits(state, start):
            return set()
        up = list(range(start + 1, min(start + number, HEAVEN) + 1))
        target, back = start + number, []
        if target > HEAVEN:
            if self.opt["overshoot"] == "stay":
                return set()
            target = 2 * HEAVEN - target  # S18
            back = list(range(HEAVEN - 1, target - 1, -1))
        between = (up + back)[:-1]
        if any(self.stops(state, colour, self.path.field(colour, step)) for step in between):
            return set()
        overtaken = up if back else up[:-1]
        return {Move("move", colour, start, target, (number,), captures=self.victims(state, overtaken, target))}

    def stops(self, state: State, colour: int, place: Field | None) -> bool:
        """S14: two of one other colour on a bench."""
        here = [other for other, _ in self.at(state, place) if other != colour]
        return place in BENCHES and any(here.count(other) > 1 for other in here)

    def victims(self, state: State, overtaken: list[int], target: int) -> tuple[tuple[int, int], ...]:
        """S9–S12: enemies on plain fields, passed going up or landed on."""
        by = self.opt["capture"]
        steps = [] if by == "land_only" else overtaken
        steps = steps if by == "pass_only" else [*steps, target]
        places = {self.path.field(state.colour, step) for step in steps} - BENCHES
        found = (one for place in places for one in self.at(state, place))
        return tuple(sorted(one for one in found if one[0] != state.colour))

    def waits(self, state: State, start: int) -> bool:
        """A fresh piece (S8), or one that came after a pair (S14 `bench_queue`)."""
        colour, place = state.colour, self.path.field(state.colour, start)
        if self.opt["fresh_waits"] and start == 1 and state.row(colour).count(1) == state.extra.get("fresh", 0):
            return True
        if not self.opt["bench_queue"] or place not in BENCHES:
            return False
        queue = state.extra["queue"].get(str(RING_68.index(place)), [])
        before = queue[: queue.index(colour)] if colour in queue else []
        return any(before.count(other) > 1 for other in before)

    # --- after a move -------------------------------------------------------------------

    def played(self, state: State, move: Move) -> None:
        state.left.remove(move.uses[0])
        self.walk(state, move)
        self.note_queues(state, move)
        if move.kind == "enter" and self.opt["fresh_waits"]:
            state.extra["fresh"] = state.extra.get("fresh", 0) + 1
        if self.finished(state, move.colour):
            return None if self.arrived(state, move.colour) else self.next_turn(state)  # S16
        return self.proceed(state)

    # --- who came first (S14, `bench_queue`) -----------------------------------------------

    def note_queues(self, state: State, move: Move | None = None) -> None:
        """The colours on each bench that holds several, by arrival. The piece that leaves is the one that came first."""
        if not self.opt["bench_queue"]:
            return
        known, queues = state.extra.get("queue", {}), {}
        for index, place in enumerate(RING_68):
            here = [colour for colour, _ in self.at(state, place)]
            if place in BENCHES and len(set(here)) > 1:
                queues[str(index)] = self.queue(here, known.get(str(index), []), move)
        state.extra["queue"] = queues

    def queue(self, here: list[int], known: list[int], move: Move | None) -> list[int]:
        """The old order, less who left, and who came at its end."""
        gone = [colour for colour in set(known) for _ in range(known.count(colour) - here.count(colour))]
        old = list(known)
        for colour in gone:
            old.remove(colour)
        came = [colour for colour in sorted(set(here)) for _ in range(here.count(colour) - old.count(colour))]
        if move is not None and len(set(came)) > 1:  # the bench held one colour before
            came = [colour for colour in came if colour != move.colour] + [c for c in came if c == move.colour]
        return old + came

    def remember(self, state: State) -> None:
        if state.node != "over":
            self.note_queues(state)
