"""One side of a two-player table by itself: where its pieces can stand, how they can move, what a capture leaves.

At many tables the moves of a side do not depend on the enemy, and a capture only sends pieces of his back. A position is
then a pair of configurations, one of each side, and the tables here say all about it. Nothing here knows a rule: the
kernel makes the tables, and `check` compares them with what it says about whole positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import kernel
from ..errors import RuleError
from ..kernel import opening, succession
from ..kernel.jit import entry, inner, int64
from ..kernel.pieces import put
from ..lower import lower, throws_of
from ..records import Node, plain, table
from ..table import Table
from .states import THROW, Array, Progress, Room, act, follow, key_of, make_room

OVER = int(Node.OVER)
WIDTH = 8  # ends of one throw
WON, AGAIN, RETRY, END = 1, 2, 4, 8  # flags of a way a throw can go: the game is won, the same side throws next, … for another try, no more
STEP_SHIFT, TO_SHIFT = 4, 11  # above the flags: the step it lands on, 0 if off the ring; then the configuration it leads to
SMALL = 1500  # configurations of which all pairs are checked
SAMPLE = 3  # otherwise, pairs for each configuration
NO_FACTOR = "{}: moves depend on the enemy by these rules, so the table cannot be solved side by side."


@dataclass(frozen=True)
class Side:
    """The configurations of a side, those with the most pieces at home first."""

    steps: Array  # of the pieces, ascending
    layers: Array  # where those with so many pieces on the lane or at home begin, by falling number
    own: Array  # the ring steps that its pieces are on, as bits
    facing: Array  # the same for its enemy's steps
    ways: Array  # by throw: flags, the step it lands on, the configuration it leads to
    tries: Array  # further throws when nothing moves
    captures: Array  # by the enemy's step: the configuration that is left
    weights: Array  # of the throws
    start: int

    def __len__(self) -> int:
        return len(self.steps)

    def place(self, configuration: int) -> tuple[int, int]:
        """How many of its pieces are at home, and its place among those configurations."""
        at = int(np.searchsorted(self.layers, configuration, side="right")) - 1
        return len(self.layers) - 2 - at, configuration - int(self.layers[at])


# --- asking the kernel ----------------------------------------------------------------


@inner
def lay(r: Any, s: Any, own: int, other: int, mine: Array, theirs: Array) -> None:
    """Begin a turn with these pieces on the board."""
    opening.clear(s)
    for i in range(r.pieces):
        s.pieces[own, i] = mine[i]
        s.pieces[other, i] = theirs[i]
        if mine[i]:
            put(r, s, own, int64(mine[i]))
        if theirs[i]:
            put(r, s, other, int64(theirs[i]))
    s.winner = -1
    succession.begin_turn(r, s, own)


@inner
def throw_from(books: Any, own: int, other: int, mine: Array, theirs: Array, what: int, room: Room, works: Any) -> int:
    """All leaves of a throw; how many, -1 if too many."""
    lay(books[0], room.rows[0], own, other, mine, theirs)
    legal = act(books, room.rows, 0, THROW, what, works)
    return follow(books, legal, int64(books[0].person[own]), room, works)


@inner
def flags_of(books: Any, s: Any, own: int, other: int, tries: int) -> int:
    """What follows a move; -1 if that is no plain throw."""
    r = books[0]
    if s.node == OVER:
        return WON if s.winner == r.person[own] else -1
    if s.node or s.streak or s.bonus[0] or s.bonus[1]:
        return -1
    if s.thrower != own:
        return 0 if s.thrower == other else -1
    return RETRY if tries and s.tries == tries - 1 else AGAIN


@entry
def list_moves(
    books: Any, own: int, other: int, configurations: Array, throws: Array, reached: Array, flags: Array, tries: Array,
    room: Room, works: Any,
) -> int:  # fmt: skip
    """The leaves of every throw where no enemy is on the board; the first configuration that has too many, or -1."""
    nobody = np.zeros(books[0].pieces, configurations.dtype)
    for at in range(len(configurations)):
        lay(books[0], room.rows[0], own, other, configurations[at], nobody)
        tries[at] = room.rows[0].tries
        for k in range(len(throws)):
            found = throw_from(books, own, other, configurations[at], nobody, throws[k], room, works)
            if not 0 < found <= WIDTH:
                return at
            for leaf in range(found):
                s = room.leaves[leaf]
                flag = flags_of(books, s, own, other, int64(tries[at]))
                if flag < 0:
                    return at
                flags[at, k, leaf] = flag
                for i in range(books[0].pieces):
                    reached[at, k, leaf, i] = s.pieces[own, i]
    return -1


@entry
def list_captures(
    books: Any, own: int, other: int, configurations: Array, facing: Array, movers: Array, room: Room, works: Any,
    left: Array,
) -> int:  # fmt: skip
    """What each configuration of the enemy is after a capture on each of our steps; the first unclear one, or -1.

    `movers` has, by step, a few pieces that can come there: the step where one stands alone, the throw, and a 1.
    """
    lone = np.zeros(books[0].pieces, configurations.dtype)
    last = books[0].pieces - 1
    for at in range(len(configurations)):
        for step in range(len(movers)):
            left[step, at] = configurations[at]
            if not facing[at] >> step & 1:
                continue
            asked = done = False
            for k in range(movers.shape[1]):
                begin = movers[step, k, 0]
                if done or not movers[step, k, 2] or (begin and facing[at] >> begin & 1):
                    continue  # where all of them are taken, no move comes there
                asked = True
                lone[last] = begin
                found = throw_from(books, own, other, lone, configurations[at], movers[step, k, 1], room, works)
                for leaf in range(found):
                    s = room.leaves[leaf]
                    if s.pieces[own, last] == step:
                        for i in range(books[0].pieces):
                            left[step, at, i] = s.pieces[other, i]
                        done = True
            if asked and not done:
                return at
    return -1


@entry
def compare(
    books: Any, own: int, other: int, pairs: Array, steps: Array, mine: Array, facing: Array, ways: Array, captures: Array,
    throws: Array, room: Room, works: Any, states: Any,
) -> int:  # fmt: skip
    """Does every throw of these positions end as the tables say? The first pair where it does not, or -1."""
    r, s = books[0], states[0]
    for at in range(len(pairs)):
        c, o = pairs[at, 0], pairs[at, 1]
        if mine[c] & facing[o]:
            continue
        for k in range(len(throws)):
            found = throw_from(books, own, other, steps[c], steps[o], throws[k], room, works)
            listed = 0
            while listed < WIDTH and not ways[c, k, listed] & END:
                way = int64(ways[c, k, listed])
                listed += 1
                step, to, left = way >> STEP_SHIFT & 127, way >> TO_SHIFT, o
                if step and facing[o] >> step & 1:
                    left = captures[step, o]
                key, next_other = int64(-1), int64(0)
                if not way & WON:
                    if way & (AGAIN | RETRY):
                        lay(r, s, own, other, steps[to], steps[left])
                        if way & RETRY:
                            s.tries -= 1
                    else:
                        next_other = int64(1)
                        lay(r, s, other, own, steps[left], steps[to])
                    key = key_of(r, s)
                known = False
                for leaf in range(found):
                    known |= room.keys[leaf] == key and room.other[leaf] == next_other
                if not known:
                    return at
            if listed != found:
                return at
    return -1


# --- the tables -----------------------------------------------------------------------


class SideSearch:
    """All configurations that a game can come to, found step by step."""

    def __init__(self, at: Table) -> None:
        self.table = at
        self.books = plain(lower(at.rules))
        self.r = r = self.books[0]
        self.colours = [int(colour) for colour in at.seats.colours]
        self.pieces, self.lap = int(r["pieces"]), int(r["lap"])
        throws = throws_of(r["faces"], int(r["outcomes"]))
        self.throws, self.weights = np.array([outcome for outcome, _ in throws]), np.array([n for _, n in throws])
        self.room, self.works = make_room(at.size), plain(kernel.room(at.size))

    def refuse(self) -> RuleError:
        return RuleError(NO_FACTOR.format(self.table.book.id))

    def run(self, progress: Progress) -> Side:
        r = self.r
        memory = r["limit"] or r["free"] or r["gate"] or r["back"]
        if self.table.players != 2 or len(self.colours) != 2 or self.lap > 62 or memory:
            raise self.refuse()
        self.movers = self.find_movers()
        start = r["ready"][None, : self.pieces].astype(np.int8)
        known = fresh = self.codes(start)
        while len(fresh):
            reached, _, _ = self.moves_of(self.read(fresh))
            left = self.captures_of(self.read(fresh))
            found = np.unique(self.codes(np.concatenate([reached.reshape(-1, self.pieces), left.reshape(-1, self.pieces)])))
            fresh = np.setdiff1d(found, known, assume_unique=True)
            known = np.union1d(known, fresh)
        side = self.arrange(self.read(known), int(self.codes(start)[0]))
        self.check(side, progress)
        return side

    def codes(self, steps: Array) -> Array:
        """Configurations as numbers."""
        code = np.zeros(len(steps), np.int64)
        for i in range(self.pieces):
            code = code * 128 + steps[:, i]
        return code

    def read(self, numbers: Array) -> Array:
        shifts = 7 * np.arange(self.pieces - 1, -1, -1)
        return (numbers[:, None] >> shifts & 127).astype(np.int8)

    def bits(self, steps: Array, colour: int, of: int) -> Array:
        """Which ring steps of a colour the pieces of another (or its own) are on."""
        field = self.r["field"]
        step_of = {int(field[of, step]): step for step in range(1, self.lap + 1)}
        bit = np.zeros(int(self.r["last"]) + 1, np.uint64)
        for step in range(1, len(bit)):
            at = step_of.get(int(field[colour, step]), 0) if field[colour, step] >= 0 else 0
            bit[step] = 1 << at if at else 0
        found: Array = np.bitwise_or.reduce(bit[steps], axis=1)
        return found

    def facing(self, steps: Array) -> Array:
        one, two = self.colours
        found = self.bits(steps, two, one)
        if (found != self.bits(steps, one, two)).any():
            raise self.refuse()  # the board is not the same for both
        return found

    def moves_of(self, steps: Array) -> tuple[Array, Array, Array]:
        """The configurations that each throw leads to where no enemy stands, what follows, and the number of tries."""
        found = []
        for own, other in (self.colours, self.colours[::-1]):
            shape = len(steps), len(self.throws), WIDTH
            reached, flags = np.repeat(steps, shape[1] * WIDTH, axis=0).reshape(*shape, self.pieces), np.full(shape, END, np.uint8)
            tries = np.zeros(len(steps), np.uint8)
            asked = self.books, own, other, steps, self.throws, reached, flags, tries, self.room, self.works
            if list_moves(*asked) >= 0:
                raise self.refuse()
            found.append((reached, flags, tries))
        if any((one != two).any() for one, two in zip(*found, strict=True)):
            raise self.refuse()
        return found[0]

    def find_movers(self) -> Array:
        """By step, lone pieces that a throw brings there."""
        lone = np.zeros((self.lap + 1, self.pieces), np.int8)
        lone[:, -1] = np.arange(self.lap + 1)
        reached, flags, _ = self.moves_of(lone)
        movers = np.zeros((self.lap + 1, 16, 3), np.int64)
        for begin, k, leaf in zip(*np.nonzero(flags < END), strict=True):
            step = int(reached[begin, k, leaf, -1])
            if begin != step <= self.lap and not movers[step, -1, 2]:
                movers[step, int(movers[step, :, 2].sum())] = begin, self.throws[k], 1
        return movers

    def captures_of(self, steps: Array) -> Array:
        found = []
        for own, other in (self.colours, self.colours[::-1]):
            left = np.zeros((self.lap + 1, *steps.shape), np.int8)
            asked = self.books, own, other, steps, self.facing(steps), self.movers, self.room, self.works, left
            if list_captures(*asked) >= 0:
                raise self.refuse()
            found.append(left)
        if (found[0] != found[1]).any():
            raise self.refuse()
        return found[0]

    def arrange(self, steps: Array, start: int) -> Side:
        """Those with most pieces at home first, then those that have come farthest: they are settled first."""
        home = (steps > self.lap).sum(axis=1)
        order = np.lexsort((-steps.sum(axis=1, dtype=np.int64), -(home.astype(np.int64))))
        steps, home = steps[order], home[order]
        codes = self.codes(steps)
        by_code = np.argsort(codes)

        def number(rows: Array) -> Array:
            return by_code[np.searchsorted(codes, self.codes(rows.reshape(-1, self.pieces)), sorter=by_code)].reshape(rows.shape[:-1])

        reached, flags, tries = self.moves_of(steps)
        to, own = number(reached), self.bits(steps, self.colours[0], self.colours[0])
        ways = self.pack(own, own[to], to, flags)
        captures = number(self.captures_of(steps))
        layers = np.searchsorted(-home, np.arange(-self.pieces, 2))
        if (home[to] < home[:, None, None]).any() or (home[captures] != home).any():
            raise self.refuse()
        at = int(number(self.read(np.array([start])))[0])
        weights = self.weights.astype(np.uint64)
        return Side(steps, layers, own, self.facing(steps), ways, tries, captures.astype(np.int32), weights, at)

    def pack(self, before: Array, after: Array, to: Array, flags: Array) -> Array:
        """Moves as numbers; each may land on one ring step at most."""
        landed = after & ~before[:, None, None]
        several = (landed & (landed - np.uint64(1))) * (landed > 0)
        stays = to == np.arange(len(to))[:, None, None]
        if several.any() or (flags & RETRY & ~stays * RETRY).any():
            raise self.refuse()
        step = np.zeros(landed.shape, np.int64)
        for at in range(1, self.lap + 1):
            step[landed == np.uint64(1 << at)] = at
        packed: Array = flags | step << STEP_SHIFT | to.astype(np.int64) << TO_SHIFT
        return packed

    def check(self, side: Side, progress: Progress) -> None:
        """Compare the tables with the kernel: all positions if they are few, otherwise some with every configuration."""
        n, playing = len(side), np.arange(side.layers[1], len(side))
        if n <= SMALL:
            pairs = np.stack(np.meshgrid(playing, playing), axis=-1).reshape(-1, 2)
        else:
            each = np.tile(playing, SAMPLE)
            drawn = np.random.default_rng(1).integers(playing[0], n, (2, len(each)))
            pairs = np.concatenate([np.stack([each, drawn[0]], 1), np.stack([drawn[1], each], 1)])
        states, blocks = plain(table(self.table.size.state, 1)), np.array_split(pairs, max(1, len(pairs) // 20_000))
        for number, block in enumerate(blocks):
            for own, other in (self.colours, self.colours[::-1]):
                tables = side.steps, side.own, side.facing, side.ways, side.captures
                if compare(self.books, own, other, block, *tables, self.throws, self.room, self.works, states) >= 0:
                    raise self.refuse()
            progress("Checking", (number + 1) / len(blocks))


def find_side(at: Table, progress: Progress) -> Side:
    """The tables of a side; a RuleError where the moves depend on the enemy."""
    return SideSearch(at).run(progress)
