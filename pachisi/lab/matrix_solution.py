"""A table solved side by side: the order of the work, and the values that it leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path

import numpy as np

from ..errors import IllegalMove, NotationError
from ..table import Table
from .configurations import Side, find_side
from .matrix import ONE, Workshop
from .matrix_files import Blocks, MatrixFolder, MatrixNotes
from .solve import UNREACHED, ExactValues, fingerprint, name_of, silent
from .states import Array, Progress

GAP = 1e-7  # between the tables, in every block
REST = 0.5  # tiles whose gap is this share of it are left alone


@dataclass(frozen=True, eq=False)
class MatrixSolution(ExactValues):
    """The values of all pairs of configurations, block by block."""

    side: Side
    values: Array  # of the one who has just moved, in 1/ONE, as `Blocks` places them
    radix: int  # of the steps in a key
    tries: int  # … and of the tries left

    @property
    def positions(self) -> int:
        """Two pieces on one field are no position."""
        each = (np.count_nonzero(self.side.facing & own == 0) for own in self.side.own[self.side.layers[1] :])
        return int(sum(each)) - int(self.side.layers[1]) * (len(self.side) - int(self.side.layers[1]))

    def look_up(self, key: int) -> float:
        key, tries = divmod(key // 2, self.tries)
        pieces = self.side.steps.shape[1]
        other, thrower = (self.number(key // self.radix ** (pieces * at) % self.radix**pieces) for at in (0, 1))
        if tries != self.side.tries[thrower]:
            raise IllegalMove("Only the first of several tries has a value here.")
        return self.at(thrower, other)

    def number(self, code: int) -> int:
        """A configuration by the steps of its pieces, packed as in a key."""
        steps: list[int] = []
        for _ in range(self.side.steps.shape[1]):
            code, step = divmod(code, self.radix)
            steps.insert(0, step)
        try:
            return self.numbers[tuple(steps)]
        except KeyError:
            raise NotationError(UNREACHED) from None

    @cached_property
    def numbers(self) -> dict[tuple[int, ...], int]:
        return {tuple(steps): number for number, steps in enumerate(self.side.steps.tolist())}

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
    workshop: Callable[[Side], Workshop] = Workshop,
    folder: Path | None = None,
) -> MatrixSolution:
    """Solve a table side by side; a RuleError where its moves depend on the enemy.

    With a folder, each block is kept there when it is finished, and a later call with the same folder goes on from there.
    """
    kept = MatrixFolder.open(folder, at, gap) if folder else None
    side = kept.side() if kept else None
    if side is None:
        side = find_side(at, progress)
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
    for pair in {(i, j), (j, i)}:
        shop.blocks[pair] = shop.new_block(*pair)
    tasks = [shop.task(*pair) for pair in sorted({(i, j), (j, i)})]
    gap += 2 * max(block.error for task in tasks for block in (task.moved_up, task.target_up))  # no less is possible
    name, sweeps, widest, changed = f"{i} and {j} at home", 0, ONE, True
    while widest > gap and changed:
        found = [shop.sweep(task, int(REST * gap)) for task in tasks]
        widest, changed = max(gap for gap, _ in found), any(change for _, change in found)
        sweeps += 1
        progress(name, min(1.0, log(max(widest, 1) / ONE) / log(gap / ONE)))
    progress(name, 1.0)
    return sweeps, {pair: shop.finish(*pair, widest) for pair in sorted({(i, j), (j, i)})}
