"""A table solved side by side: the order of the work, and the values that it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path

import numpy as np

from ..errors import IllegalMove, NotationError, RuleError
from ..table import Table
from .configurations import Side, find_side
from .lookup import NOTHING, ONE, ValueTable
from .matrix import Workshop
from .matrix_cpu import CpuWorkshop
from .matrix_files import Blocks, MatrixFolder, MatrixNotes
from .matrix_waves import plan_waves
from .solve import UNREACHED, ExactValues, fingerprint, name_of, silent
from .states import Array, Progress

GAP = 2e-8  # between the tables, in every block
REST = 0.5  # tiles whose gap is this share of it are left alone


@dataclass(frozen=True, eq=False, repr=False)
class MatrixSolution(ExactValues):
    """The values of all pairs of configurations, block by block."""

    side: Side
    values: Array  # of the one who has just moved, in 1/ONE, as `Blocks` places them
    radix: int  # of the steps in a key
    tries: int  # … and of the tries left

    @property
    def positions(self) -> int:
        """Two pieces on one field are no position; nor is it one where somebody has won."""
        playing = slice(int(self.side.layers[1]), None)
        return count_apart(self.side.own[playing], self.side.facing[playing])

    def look_up(self, key: int) -> float:
        key, tries = divmod(key // 2, self.tries)
        thrower, other = (self.number(code) for code in divmod(key, len(self.numbers)))
        if tries != self.side.tries[thrower]:
            raise IllegalMove("Only the first of several tries has a value here.")
        return self.at(thrower, other)

    def look_up_all(self, keys: Array) -> Array:
        known = self.tabulate()
        pieces, tries = np.divmod(keys // 2, self.tries)
        thrower, other = (self.numbers[code] for code in np.divmod(pieces, len(self.numbers)))
        values = 1.0 - known.cells[known.rows[other, known.homes[thrower]] + known.places[thrower]] / ONE
        return np.where(tries == self.side.tries[thrower], values, np.nan)

    def number(self, code: int) -> int:
        """A configuration by the steps of its pieces, packed as in a key."""
        found = int(self.numbers[code]) if code < len(self.numbers) else -1
        if found < 0:
            raise NotationError(UNREACHED)
        return found

    @cached_property
    def numbers(self) -> Array:
        """Configurations by the steps of their pieces, packed as in a key; -1: no such."""
        pieces = self.side.steps.shape[1]
        numbers = np.full(self.radix**pieces, -1, np.int32)
        numbers[self.side.steps @ self.radix ** np.arange(pieces - 1, -1, -1)] = np.arange(len(self.side))
        return numbers

    def tabulate(self) -> ValueTable:
        plan, layers = self.plan, self.side.layers
        homes = np.repeat(np.arange(len(layers) - 2, -1, -1), np.diff(layers))
        places = np.arange(len(self.side)) - layers[:-1][len(layers) - 2 - homes]
        rows = np.zeros((len(self.side), plan.homes), np.int64)
        for home in range(plan.homes):
            playing = homes < plan.homes
            rows[playing, home] = plan.offsets[homes[playing] * plan.homes + home] + places[playing] * plan.size(home)
        return ValueTable(
            NOTHING, np.zeros(0), self.numbers, rows, homes.astype(np.int8), places.astype(np.int64), self.values, 2 * self.tries
        )

    @cached_property
    def plan(self) -> Blocks:
        return Blocks(self.side)

    def at(self, thrower: int, other: int) -> float:
        """The chance of the one who throws."""
        (i, at), (j, beside) = self.side.place(other), self.side.place(thrower)
        return 1.0 - float(self.plan.block(self.values, i, j)[at, beside]) / ONE


def solve_matrix(
    at: Table,
    progress: Progress = silent,
    gap: float = GAP,
    workshop: type[Workshop] = CpuWorkshop,
    folder: Path | None = None,
) -> MatrixSolution:
    """Solve a table side by side; a RuleError where its moves depend on the enemy.

    With a folder, each block is kept there when it is finished, and a later call with the same folder goes on from there.
    """
    if gap * ONE < 1:
        raise RuleError(f"gap = {gap} is not possible; side by side it is 1/{ONE:,} at least.")
    kept = MatrixFolder.open(folder, at, gap) if folder and MatrixFolder.lies_in(folder) else None
    side = kept.side() if kept else None
    if side is None:
        workshop.foresee(at)
        side = find_side(at, progress)
    if folder and not kept:  # only now: a table that is refused needs none
        kept = MatrixFolder.open(folder, at, gap)
    shop = workshop(side)
    values = shop.values = kept.make(side) if kept else np.zeros(shop.plan.total, np.uint32)
    notes = kept.notes if kept else MatrixNotes()
    for (i, j), error in notes.errors.items():
        shop.restore(i, j, error)
    for total in range(2 * (shop.homes - 1), -1, -1):
        for i in range(max(0, total - shop.homes + 1), total // 2 + 1):
            if (i, total - i) in notes.errors:
                continue
            sweeps, errors = settle(shop, i, total - i, int(gap * ONE), progress)
            notes.add(sweeps, errors)
            if kept:
                kept.write()
        shop.forget(total + 1)
    return conclude(at, side, values, notes)


def count_apart(one: Array, other: Array) -> int:
    """Pairs of sets of fields, as bits, that have none in common: inclusion and exclusion over the sets they may share."""
    (mine, my_counts), (theirs, their_counts) = (np.unique(list_subsets(fields), return_counts=True) for fields in (one, other))
    shared, here, there = np.intersect1d(mine, theirs, assume_unique=True, return_indices=True)
    signs = 1 - 2 * (np.bitwise_count(shared).astype(np.int64) % 2)
    return int(signs @ (my_counts[here] * their_counts[there]))


def list_subsets(fields: Array) -> Array:
    """All subsets of each set."""
    done, rest = np.zeros_like(fields), fields
    while rest.any():
        more = rest > 0
        lowest = rest[more] & -rest[more]
        done, rest = np.concatenate([done, done[more] | lowest]), np.concatenate([rest & rest - (rest > 0), rest[more] ^ lowest])
    return done


def conclude(at: Table, side: Side, values: Array, notes: MatrixNotes) -> MatrixSolution:
    """All blocks are finished: what they say."""
    rules, (home, start) = at.lookups.book[0], side.place(side.start)
    first = 1.0 - float(Blocks(side).block(values, home, home)[start, start]) / ONE
    errors, radix, tries = notes.errors, int(rules["last"]) + 1, max(int(rules["tries"]), 1)
    return MatrixSolution(
        name_of(at), fingerprint(at.rules), first, errors[home, home] / ONE, max(errors.values()) / ONE, notes.sweeps, side,
        values, radix, tries,
    )  # fmt: skip


def load_matrix(folder: Path, at: Table) -> MatrixSolution:
    """A table that `solve_matrix` has kept, from its files; it must be finished."""
    kept = MatrixFolder.open(folder, at)
    side = kept.side()
    if side is None or len(kept.notes.errors) < Blocks(side).homes ** 2:
        raise NotationError(f"{folder} holds a table that is not finished; `pachisi lab solve` with --out {folder} continues it.")
    return conclude(at, side, kept.read(side), kept.notes)


def settle(shop: Workshop, i: int, j: int, gap: int, progress: Progress) -> tuple[int, dict[tuple[int, int], int]]:
    """Close in on the blocks (i, j) and (j, i); the number of sweeps, and the errors."""
    pairs = sorted({(i, j), (j, i)})
    for pair in pairs:
        shop.blocks[pair] = shop.new_block(*pair)
    layers = [(shop.bounds(thrower), shop.bounds(other)) for thrower, other in pairs]
    orders, waves = plan_waves(shop.side, layers, shop.tile, shop.wave)
    tasks = [shop.task(*pair, order) for pair, order in zip(pairs, orders, strict=True)]
    read = [(i + 1, j), (j, i + 1), (i, j + 1), (j + 1, i)]
    gap += 2 * max((shop.blocks[pair].error for pair in read if pair in shop.blocks), default=0)  # no less is possible
    name, sweeps, widest, changed, rest = f"{i} and {j} at home", 0, ONE, True, int(REST * gap)
    while widest > gap and changed:
        widest, changed = shop.sweep(tasks, waves, rest)
        sweeps += 1
        progress(name, min(1.0, log(max(widest, 1) / ONE) / log(gap / ONE)))
    progress(name, 1.0)
    widest = max(widest, rest)  # the last sweep did not look at tiles that were left alone
    return sweeps, {pair: shop.finish(*pair, widest) for pair in pairs}
