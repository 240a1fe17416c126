"""One side of a two-player table by itself: where its pieces can stand, how they can move, what a capture leaves.

At many tables the moves of a side do not depend on the enemy, and a capture only sends pieces of his back. A position is
then a pair of configurations, one of each side, and the tables here say all about it. Nothing here knows a rule: the
kernel makes the tables, and `check` compares them with what it says about whole positions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import kernel
from ..errors import RuleError
from ..lower import lower, throws_of
from ..records import plain, table
from ..table import Table
from .configuration_moves import END, RETRY, STEP_SHIFT, TO_SHIFT, WIDTH, compare, list_captures, list_moves
from .states import Array, Progress, make_room

SMALL = 1500  # configurations of which all pairs are checked
SAMPLE = 3  # otherwise, pairs for each configuration
NO_FACTOR = "{}: moves depend on the enemy by these rules, so the table cannot be solved side by side."


class DependentMovesError(RuleError):
    """The table cannot be solved side by side."""


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

    def refuse(self) -> DependentMovesError:
        return DependentMovesError(NO_FACTOR.format(self.table.book.id))

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
