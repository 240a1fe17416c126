"""Exact solving: the chance to win of every position of a small two-player game when both play perfectly.

Two tables close in on the truth. The lower one begins with 0 everywhere, the upper one with 1; a sweep gives
each position the mean over the throws of the best end of each, once by the lower and once by the upper
table. Better leaves never make a mean worse, so after every sweep the truth still lies between the two, whatever
a game without end counts. All results are rounded outwards, by more than the arithmetic can be wrong.
Half the widest gap is the proven error; a game that both players can keep going forever leaves it wide.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import kernel
from ..errors import IllegalMove, NotationError, RuleError
from ..kernel.jit import entry, inner
from ..records import Size, plain
from ..rulebooks import write_value
from ..rules import Rules
from ..table import Table
from .lookup import ValueTable
from .search import LAST, MEMORY, OTHER, SHIFT, START, WON, Graph, overfull, search
from .states import Array, Progress, key_at, leaves_after, make_room
from .tabulation import write_percent

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move

GAP = 1e-10  # between the tables, at every position
REST = 0.25  # positions whose gap is this share of it are left alone
ROUNDING = 2.0**-52
FORMAT = "pachisi solution 1"
UNREACHED = "No game from the start leads to this position, so the solution does not have it."


def silent(what: str, share: float) -> None:
    """Report no progress."""


# --- the sweeps -----------------------------------------------------------------------


@inner
def best_leaf(bounds: Array, edges: Array, at: int) -> tuple[float, float, int]:
    """The best end of a throw by the lower and by the upper table, and where the next throw begins."""
    low = high = 0.0
    while True:
        edge = edges[at]
        at += 1
        number = edge >> SHIFT
        if edge & OTHER:
            low = max(low, 1.0 - bounds[number, 1])
            high = max(high, 1.0 - bounds[number, 0])
        else:
            low = max(low, bounds[number, 0])
            high = max(high, bounds[number, 1])
        if edge & LAST:
            return low, high, at


@inner
def evaluate(bounds: Array, edges: Array, at: int, weights: Array, total: float, offer: int) -> tuple[float, float]:
    """A position by what its throws lead to; an offer may be declined."""
    mean_low = mean_high = 0.0
    for throw in range(len(weights)):
        low, high, at = best_leaf(bounds, edges, at)
        mean_low += weights[throw] * low
        mean_high += weights[throw] * high
    mean_low /= total
    mean_high /= total
    if offer:
        low, high, at = best_leaf(bounds, edges, at)
        mean_low, mean_high = max(mean_low, low), max(mean_high, high)
    return mean_low, mean_high


@entry
def sweep(
    bounds: Array, keys: Array, first: Array, edges: Array, weights: Array, slack: float, rest: float
) -> tuple[float, float]:
    """Evaluate all positions again, the latest first; return the widest gap and the largest change."""
    gap = change = 0.0
    total = weights.sum()
    for number in range(len(keys) - 1, WON, -1):
        was_low, was_high = bounds[number, 0], bounds[number, 1]
        if was_high - was_low > rest:
            low, high = evaluate(bounds, edges, first[number], weights, total, keys[number] & 1)
            low, high = max(low - slack, was_low), min(high + slack, was_high)
            bounds[number, 0], bounds[number, 1] = low, high
            change = max(change, low - was_low, was_high - high)
            gap = max(gap, high - low)
    return gap, change


@entry
def largest_residual(values: Array, keys: Array, first: Array, edges: Array, weights: Array) -> float:
    """How far a table (as both bounds) is from what its own values say one throw later."""
    largest = 0.0
    total = weights.sum()
    for number in range(1, len(keys)):
        found, _ = evaluate(values, edges, first[number], weights, total, keys[number] & 1)
        largest = max(largest, abs(found - values[number, 0]))
    return largest


def first_bounds(positions: int) -> Array:
    """Where nothing is known but who has won."""
    bounds = np.zeros((positions, 2))
    bounds[:, 1] = 1.0
    bounds[WON] = 1.0
    return bounds


def slack_of(throws: int) -> float:
    """More than the arithmetic of a position can be wrong."""
    return (throws + 4) * ROUNDING


def repeat(once: Callable[[], tuple[float, float]], gap: float, progress: Progress) -> int:
    """Sweep until the widest gap is this, or nothing changes; how often."""
    sweeps, widest, change = 0, 1.0, 1.0
    while widest > gap and change > 0:  # what the slack swallows is no change
        widest, change = once()
        sweeps += 1
        progress("Sweeps", min(1.0, log(widest) / log(gap)) if widest > 0 else 1.0)
    progress("Sweeps", 1.0)
    return sweeps


def close_in(graph: Graph, gap: float, progress: Progress) -> tuple[Array, int]:
    """Bounds of all positions, at most `gap` apart where the game allows it, and the number of sweeps."""
    bounds, slack = first_bounds(len(graph.keys)), slack_of(len(graph.weights))
    tables = bounds, graph.keys, graph.first, graph.edges, graph.weights
    return bounds, repeat(lambda: sweep(*tables, slack, REST * gap), gap, progress)


class Positions:
    """All positions of a table, wherever they lie."""

    def __init__(self, at: Table, progress: Progress, memory: float | None) -> None:
        self.graph = search(at, progress, MEMORY if memory is None else memory)

    @property
    def keys(self) -> Array:
        """As `states.key_of` packs them; the first is that of the finished game."""
        return self.graph.keys

    def close_in(self, gap: float, progress: Progress) -> tuple[Array, int]:
        return close_in(self.graph, gap, progress)

    def residual(self, values: Array) -> float:
        """How far the values are from what they say one throw later."""
        both = np.column_stack([values, values])
        return float(largest_residual(both, self.graph.keys, self.graph.first, self.graph.edges, self.graph.weights))


# --- the solution ---------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class ExactValues:
    """The value of every position between throws: the chance of the one who throws to win."""

    table: Mapping[str, Any]  # rulebook, pieces and options, as a position names them
    rules: str  # the fingerprint of the rules that were solved
    first: float  # the chance of the player who begins
    first_error: float  # how far it is from the truth at most
    error: float  # … and any other value
    sweeps: int

    @property
    def positions(self) -> int:
        """How many there are between throws."""
        raise NotImplementedError

    def look_up(self, key: int) -> float:
        """The value of a position, as `states.key_of` packs it."""
        raise NotImplementedError

    def look_up_all(self, keys: Array) -> Array:
        """The values of positions that games come to; nan where it has none."""
        raise NotImplementedError

    def tabulate(self) -> ValueTable:
        """All values, as compiled code reads them."""
        raise NotImplementedError

    def remark(self) -> str:
        """What else the summary says."""
        return ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"

    def summary(self) -> str:
        """The result in one paragraph."""
        options = "".join(f", {name}={write_value(value)}" for name, value in self.table["options"].items())
        pieces = f"{self.table['pieces']} piece" + "s" * (self.table["pieces"] > 1)
        endless = "" if self.error < 1e-6 else " The bounds do not meet: play can go on forever."
        return (
            f"{self.table['rulebook']}, 2 players, {pieces}{options}: if both play perfectly, the first player wins "
            f"{write_percent(self.first, self.first_error)} %. {self.positions:,} positions between throws, {self.sweeps} sweeps; "
            f"proven error {100 * self.first_error:.1e} points, at most {100 * self.error:.1e} in any position"
            f"{self.remark()}.{endless}"
        )

    def value(self, game: Game) -> float:
        """The chance to win of the player who decides in this position."""
        self.check(game)
        if game.node == "over":
            raise IllegalMove("The game is over; nobody decides.")
        if game.node == "move":
            return max(self.values_of(game))
        books, states, _ = game.records()
        if states[0]["opening"]:
            raise IllegalMove("Who begins is not yet decided; the values are for games that have begun.")
        return self.look_up(int(key_at(books, states)))

    def values_of(self, game: Game) -> tuple[float, ...]:
        """The chance to win after each of the legal moves, in their order; at an offer of stopping alone."""
        self.check(game)
        return tuple(self.value_after(game, code) for code in game.codes)

    def best(self, game: Game) -> Move | None:
        """The best legal move; None where it is best, or the only way, to throw."""
        moves = game.legal_moves
        if len(moves) == 1 and game.node == "move":
            self.check(game)
            return moves[0]
        values = self.values_of(game)
        if not values or (game.node == "offer" and self.value(game) > values[0]):
            return None
        return moves[values.index(max(values))]

    def value_after(self, game: Game, code: int) -> float:
        room, works = make_workplace(game.table.size)
        books, states, _ = game.records()
        found = leaves_after(books, states, kernel.PLAY, code, room, works)
        values = (1.0 if key < 0 else self.look_up(int(key)) for key in room.keys[:found])
        return max(1.0 - value if other else value for value, other in zip(values, room.other, strict=False))

    def check(self, game: Game) -> None:
        book = game.records()[0].tobytes()
        if book not in self.checked:
            if fingerprint(game.table.rules) != self.rules:
                raise RuleError("This game is played by other rules than those that were solved.")
            self.checked.add(book)

    @cached_property
    def checked(self) -> set[bytes]:
        """Rules that have been compared, so that it is done once and not for every move."""
        return set()


@lru_cache(maxsize=2)
def make_workplace(size: Size) -> tuple[Any, Any]:
    """Where moves are followed."""
    return make_room(size), plain(kernel.room(size))


@dataclass(frozen=True, eq=False, repr=False)
class Solution(ExactValues):
    """A list of all positions and their values."""

    keys: Array  # positions as `states.key_of` packs them, ascending
    values: Array
    residual: float

    @property
    def positions(self) -> int:
        return len(self.keys)

    def remark(self) -> str:
        return f", residual {100 * self.residual:.1e}"

    def look_up(self, key: int) -> float:
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            raise NotationError(UNREACHED)
        return float(self.values[at])

    def look_up_all(self, keys: Array) -> Array:
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.values[at], np.nan)

    def tabulate(self) -> ValueTable:
        return ValueTable(self.keys, self.values)

    def save(self, path: str | Path) -> None:
        """Write a compressed NumPy archive: keys, values, and `about` as JSON."""
        about = {"format": FORMAT, "table": dict(self.table), "rules": self.rules, "first": self.first}
        about |= {
            "first_error": self.first_error,
            "error": self.error,
            "residual": self.residual,
            "sweeps": self.sweeps,
        }
        with open(path, "wb") as file:
            np.savez_compressed(file, keys=self.keys, values=self.values, about=np.array(json.dumps(about)))

    @classmethod
    def load(cls, path: str | Path) -> Solution:
        try:
            with np.load(path, allow_pickle=False) as parts:
                keys, values, about = parts["keys"], parts["values"], json.loads(str(parts["about"]))
            if about.pop("format") != FORMAT or keys.shape != values.shape:
                raise ValueError
            return cls(keys=keys, values=values, **about)
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error):
            raise NotationError(f"{path} is not a solution written by this version of pachisi.") from None


def solve(
    at: Table, progress: Progress = silent, gap: float = GAP, memory: float | None = None, positions: type[Positions] = Positions
) -> Solution:
    """Solve a table exactly; a RuleError if it cannot be, or not in so many GiB of memory."""
    if not 0 < gap < 1:
        raise RuleError(f"gap = {gap} is not possible; it lies between 0 and 1.")
    colours = at.seats.colours
    if not at.board.is_alike(dict(zip(colours, (*colours[1:], colours[0]), strict=True))):
        raise RuleError(f"{at.book.id}: a board that is not the same for both players cannot be solved.")
    found = positions(at, progress, memory)
    bounds, sweeps = found.close_in(gap, progress)
    errors = (bounds[:, 1] - bounds[:, 0]) / 2 + ROUNDING
    values = bounds.mean(axis=1)
    order = np.argsort(found.keys[START:]) + START
    keys = found.keys[order]
    if (keys[1:] == keys[:-1]).any():
        raise RuleError(overfull(at))
    return Solution(
        name_of(at),
        fingerprint(at.rules),
        float(values[START]),
        float(errors[START]),
        float(errors.max()),
        sweeps,
        keys,
        values[order],
        found.residual(values),
    )


def fingerprint(rules: Rules) -> str:
    """A hash of the table's rules, except who opens."""
    return sha256(repr(rules).encode()).hexdigest()


def name_of(at: Table) -> dict[str, Any]:
    """A table as a position names it."""
    return {"rulebook": at.book.id, "pieces": at.pieces, "options": dict(at.options)}
