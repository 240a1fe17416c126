"""All positions between two throws of a two-player game, found from the first, with the edges between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, log2
from typing import Any

import numpy as np

from .. import dice, kernel
from ..errors import RuleError
from ..kernel.code import STOP_CODE
from ..kernel.jit import entry, inner, int64
from ..lower import lower, throws_of
from ..records import NUMBER_MASK, plain, table
from ..rules import counted
from ..table import Table
from .states import (
    COLLECTED,
    LEAVES,
    MOST_BONUS,
    OFFER,
    PLAY,
    THROW,
    Array,
    Progress,
    Room,
    follow_throw,
    key_at,
    make_room,
    rest_at,
)

BLOCK = 1 << 16
GIB = 1 << 30
MEMORY = 4.0  # GiB that positions and edges may take
WON, START = 0, 1  # numbers of the finished game, as its winner sees it, and of the first position
LAST, OTHER, SHIFT = 1, 2, 2  # an edge: it is the last of its throw, the other player throws next, then a number
MOST_NUMBERS = 1 << 32 - SHIFT  # that fit into an edge


@dataclass(frozen=True)
class Graph:
    """Positions by number and their edges: for each throw its leaves, after them those of declining an offer."""

    keys: Array
    first: Array  # where the edges of a position begin
    edges: Array
    weights: Array  # of the throws


@inner
def slot_of(key: int, keys: Array, slots: Array) -> int:
    """Where the number of a position is looked up; an empty slot if it has none yet."""
    mask = len(slots) - 1
    slot = int64(dice.mix(np.uint64(key))) & mask
    while slots[slot] and keys[slots[slot]] != key:
        slot = slot + 1 & mask
    return slot


@entry
def fill_slots(keys: Array, count: int, slots: Array) -> None:
    for number in range(1, count):
        slots[slot_of(keys[number], keys, slots)] = number


@inner
def add_edges(
    found: int, room: Room, keys: Array, rests: Array, slots: Array, fresh: Any, edges: Array, tally: Array
) -> None:
    """The leaves of one throw become edges to numbered positions; new ones wait in `fresh`."""
    for k in range(found):
        number = WON
        if room.keys[k] >= 0:
            slot = slot_of(room.keys[k], keys, slots)
            number = int64(slots[slot])
            if number == 0:
                number = tally[0]
                tally[0] += 1
                slots[slot] = number
                keys[number] = room.keys[k]
                rests[number] = room.rests[k]
                fresh[tally[1]] = room.leaves[k]
                tally[1] += 1
            tally[3] += rests[number] != room.rests[k]
        edges[tally[2]] = number << SHIFT | room.other[k] << 1 | (k == found - 1)
        tally[2] += 1


@entry
def expand(
    books: Any,
    states: Any,
    throws: Array,
    keys: Array,
    rests: Array,
    slots: Array,
    fresh: Any,
    edges: Array,
    upto: Array,
    tally: Array,
    room: Room,
    works: Any,
) -> int:
    """Follow all throws of some positions; how many of them, -1 if a throw has too many leaves.

    `tally` counts numbered positions, fresh ones, edges, and positions that only share the key of another; `upto` notes
    where the edges of a position end.
    """
    most = (len(throws) + 1) * LEAVES
    for at in range(len(states)):
        if tally[1] + most > len(fresh) or tally[2] + most > len(edges) or tally[0] + most > len(keys):
            return at
        person = int64(books[0].person[states[at].thrower])
        for k in range(len(throws) + (states[at].node == OFFER)):
            room.rows[0] = states[at]
            stops = k == len(throws)
            verb, what = (PLAY, STOP_CODE) if stops else (THROW, throws[k])
            found = follow_throw(books, verb, what, person, room, works)
            if found < 0:
                return -1
            add_edges(found, room, keys, rests, slots, fresh, edges, tally)
        upto[at] = tally[2]
    return len(states)


class StateSearch:
    """Breadth first from the start of the game."""

    def __init__(self, at: Table, memory: float) -> None:
        if at.players != 2:
            raise RuleError(f"{at.book.id}: only games of two players are solved, not of {at.players}.")
        if counted(at.rules) or at.rules.turn.streak_of == "number":
            raise RuleError(f"{at.book.id}: games that collect any number of throws, or count equal ones, cannot be solved.")
        self.table, self.memory = at, memory
        self.books = plain(lower(at.rules))
        r = self.books[0]
        throws = throws_of(r["faces"], int(r["outcomes"]))
        self.throws, self.weights = np.array([outcome for outcome, _ in throws]), np.array([n for _, n in throws])
        self.expected = estimate(at, r, memory)
        self.keys = np.zeros(4 * BLOCK, np.int64)
        self.rests = np.zeros(4 * BLOCK, np.uint8)
        self.slots = np.zeros(8 * BLOCK, np.uint32)
        self.fresh = plain(table(at.size.state, 2 * BLOCK))
        self.buffer = np.zeros(16 * BLOCK, np.uint32)
        self.tally = np.array([2, 0, 0, 0])  # as `expand` counts
        self.edges: list[Array] = []
        self.upto: list[Array] = [np.zeros(2, np.int64)]  # the finished game has no edges
        self.room, self.works = make_room(at.size), plain(kernel.room(at.size))

    def run(self, progress: Progress) -> Graph:
        frontier = plain(table(self.table.size.state, 1))
        kernel.act(self.books, frontier, 0, kernel.BEGIN, 0, self.works)
        self.keys[START], self.rests[START] = key_at(self.books, frontier), rest_at(frontier)
        fill_slots(self.keys, 2, self.slots)
        while len(frontier):
            frontier = self.advance(frontier)
            progress("Positions", min(1.0, int(self.tally[0]) / self.expected))
        progress("Positions", 1.0)
        keys = self.keys[: self.tally[0]].copy()
        return Graph(keys, np.concatenate(self.upto), join(self.edges), self.weights.astype(np.float64))

    def advance(self, frontier: Array) -> Array:
        """One throw further: the positions that these lead to and that were not known."""
        found = []
        while len(frontier):
            self.make_space()
            self.tally[1:] = 0
            upto = np.zeros(len(frontier), np.int64)
            done = expand(
                *(self.books, frontier, self.throws, self.keys, self.rests, self.slots, self.fresh, self.buffer),
                *(upto, self.tally, self.room, self.works),
            )
            if done < 0:
                raise RuleError(forked(self.table))
            if self.tally[3]:
                raise RuleError(overfull(self.table))
            self.upto.append(upto[:done] + self.upto[-1][-1])
            self.edges.append(self.buffer[: self.tally[2]].copy())
            found.append(self.fresh[: self.tally[1]].copy())
            frontier = frontier[done:]
        return np.concatenate(found)

    def make_space(self) -> None:
        count = int(self.tally[0])
        if 4 * int(self.upto[-1][-1]) + 41 * count > self.memory * GIB or count + 2 * BLOCK > MOST_NUMBERS:
            raise RuleError(too_large(self.table, f"more than {count:,}", self.memory))
        if count + 2 * BLOCK > len(self.keys):
            self.keys, self.rests = (np.concatenate([old, np.zeros_like(old)]) for old in (self.keys, self.rests))
            self.slots = np.zeros(2 * len(self.slots), np.uint32)
            fill_slots(self.keys, count, self.slots)


def join(parts: list[Array]) -> Array:
    """All parts as one array; each is dropped when it is copied, so that they never lie in memory twice."""
    whole, at = np.empty(sum(map(len, parts)), np.uint32), 0
    parts.reverse()
    while parts:
        part = parts.pop()
        whole[at : at + len(part)] = part
        at += len(part)
    return whole


def estimate(at: Table, r: Any, memory: float) -> int:
    """How many positions to expect; a RuleError if they will not fit into memory."""
    colours, turns = int(sum(r["used"])), max(int(r["streak"]), 1) * (2 if any(r["second"] >= 0) else 1)
    expected = int(comb(int(r["last"]) + at.pieces, at.pieces) ** colours) * turns
    throws = len(throws_of(r["faces"], int(r["outcomes"])))
    edges = 2 * at.pieces * throws  # of a position; measured: 1.0 to 1.5 times the throws with 1 piece, 1.8 with 2
    if expected * (4 * edges + 41) > memory * GIB or key_bits(at, r) > 62:
        raise RuleError(too_large(at, f"about {expected:.1e}", memory))
    return expected


def key_bits(at: Table, r: Any) -> float:
    """An upper bound for the length of a key."""
    piece = log2(int(r["last"]) + 1) + log2(int(r["oldest"]) + 1)
    turn = log2(max(int(r["tries"]), 1)) + log2(int(r["streak"]) + 1)
    turn += log2(int(r["last"]) + 1) if r["remembers"] else 0
    turn += int(r["slots"]) * log2(NUMBER_MASK + 1) if r["turn_numbers"] == COLLECTED else 0
    bonus = 2 * log2(MOST_BONUS) if any(r["bonus"]) else 0
    return int(sum(r["used"])) * (at.pieces * piece + 1 + bool(r["gate"])) + turn + bonus + 3


def too_large(at: Table, count: str, memory: float) -> str:
    pieces = f"{at.pieces} piece" + "s" * (at.pieces > 1)
    return (
        f"{at.book.id} with {pieces} a colour has {count} positions between throws, "
        f"too many for {memory:g} GiB of memory; take fewer pieces."
    )


def forked(at: Table) -> str:
    return f"{at.book.id}: one throw leaves more choices than can be followed."


def overfull(at: Table) -> str:
    return f"{at.book.id}: more is remembered from throw to throw than a solution keeps apart."


def search(at: Table, progress: Progress, memory: float = MEMORY) -> Graph:
    """All positions of a two-player table that can be reached, and their edges."""
    return StateSearch(at, memory).run(progress)
