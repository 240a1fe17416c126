"""All positions between two throws of a two-player game, and where each throw can lead.

Nothing here knows a rule: the kernel throws, plays and settles. The one who throws also makes all choices
until the next throw, so a throw is a list of the positions it can end in, and the player takes the best of them.
Turning the board is a symmetry, so a position is kept as its thrower sees it; only where somebody moves two
colours in one turn it is not (of two equal penalties the lower colour takes it), and the seats are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, log2
from typing import Any, NamedTuple

import numpy as np

from .. import dice, kernel
from ..errors import RuleError
from ..kernel.code import STOP_CODE
from ..kernel.jit import entry, inner, int64
from ..lower import lower, throws_of
from ..records import COLOUR_MASK, MAX_MOVES, NUMBER_MASK, POOL_SIZE, Free, Node, Numbers, Size, plain, table
from ..rules import counted
from ..table import Table

Array = np.ndarray[Any, Any]
Progress = Callable[[str, float], None]  # what is being done, and which share of it is

MOVE, OFFER, OVER = int(Node.MOVE), int(Node.OFFER), int(Node.OVER)
COLLECTED, ONCE = int(Numbers.COLLECTED), int(Free.ONCE)
THROW, PLAY = kernel.THROW, kernel.PLAY
MOST_BONUS = 101  # the kernel counts waiting bonuses up to a hundred
FOLD = 1_000_003  # to fold many numbers into one
DEEP = 24  # moves within one throw
LEAVES = 256  # positions that one throw can end in
BLOCK = 1 << 16
GIB = 1 << 30
MEMORY = 4.0  # GiB that positions and edges may take
WON, START = 0, 1  # numbers of the finished game, as its winner sees it, and of the first position
LAST, OTHER, SHIFT = 1, 2, 2  # an edge: it is the last of its throw, the other player throws next, then a number


class Room(NamedTuple):
    """Where the choices of one throw are followed."""

    rows: Array  # states, one for each move made
    menu: Array  # the legal moves of each
    left: Array  # how many of them are still to be followed
    leaves: Array  # states
    keys: Array  # of these states; -1: the game is over
    other: Array  # is the other player on turn (or the winner)?


@dataclass(frozen=True)
class Graph:
    """Positions by number and their edges: for each throw its leaves, after them those of declining an offer."""

    keys: Array
    first: Array  # where the edges of a position begin
    edges: Array
    weights: Array  # of the throws


@inner
def act(books: Any, states: Any, i: int, verb: int, what: int, works: Any) -> int:
    """The kernel's door; by this name, constants reach it as plain integers and it is not compiled again."""
    return int64(kernel.act(books, states, i, verb, what, works))


@inner
def key_of(r: Any, s: Any) -> int:
    """A throw or an offer as one number: all that matters for the rest of the game, seen by the thrower."""
    thrower = int64(s.thrower) & COLOUR_MASK
    joint = r.second[thrower] >= 0
    key = thrower if joint else int64(0)
    for k in range(len(s.pieces)):
        colour = k if joint else thrower + k & len(s.pieces) - 1
        if r.used[colour]:
            for i in range(r.pieces):
                key = key * (r.last + 1) + int64(s.pieces[colour, i])
                if r.oldest:
                    key = key * (r.oldest + 1) + int64(s.ages[colour, i])
            if r.free >= ONCE:
                key = key * 2 + (int64(s.started) >> colour & 1)
            if r.gate:
                key = key * 2 + (int64(s.gates) >> colour & 1)
    key = key * max(r.tries, 1) + int64(s.tries)
    key = key * (r.streak + 1) + int64(s.streak)
    if r.remembers:
        key = key * (r.last + 1) + int64(s.last_moved)
    for kind in range(2):
        if r.bonus[kind]:
            key = key * MOST_BONUS + int64(s.bonus[kind])
    if r.turn_numbers == COLLECTED:  # they wait for the last throw of the turn
        for slot in range(r.slots):
            key = key * (NUMBER_MASK + 1) + int64(s.pool[slot])
    return int64(key * 2 + (s.node == OFFER))


@inner
def rest_of(s: Any) -> int:
    """All of a state that is not in its key, as a byte: positions with one key must have it in common."""
    rest = int64(0)
    for slot in range(POOL_SIZE):
        rest = rest * FOLD + int64(s.pool[slot])
    for kind in range(2):
        rest = rest * FOLD + int64(s.bonus[kind])
    for seat in range(len(s.places)):
        rest = rest * FOLD + int64(s.places[seat])
    for i in range(len(s.marks)):
        rest = rest * FOLD + int64(s.marks[i])
    rest = (rest * FOLD + int64(s.opening)) * FOLD + int64(s.tied)
    rest = (rest * FOLD + int64(s.best)) * FOLD + int64(s.phase)
    rest = (rest * FOLD + int64(s.again)) * FOLD + int64(s.moved)
    rest = (rest * FOLD + int64(s.entered)) * FOLD + int64(s.last_moved)
    rest = (rest * FOLD + int64(s.came_last)) * FOLD + int64(s.whole)
    rest = (rest * FOLD + int64(s.finished)) * FOLD + int64(s.winner)
    rest = rest * FOLD + (int64(s.colour) == int64(s.thrower))
    return int64(dice.mix(np.uint64(rest))) & 255


@entry
def key_at(books: Any, states: Any) -> int:
    return key_of(books[0], states[0])


@entry
def rest_at(states: Any) -> int:
    return rest_of(states[0])


@inner
def note_end(books: Any, s: Any, person: int, found: int, room: Room) -> int:
    """Add a leaf of a throw, unless it is known; how many there are, -1 if too many."""
    over = s.node == OVER
    key = int64(-1) if over else key_of(books[0], s)
    other = int64(s.winner if over else books[0].person[s.thrower]) != person
    for k in range(found):
        if room.keys[k] == key and room.other[k] == other and (over or rest_of(room.leaves[k]) == rest_of(s)):
            return found
    if found == LEAVES:
        return -1
    room.leaves[found] = s
    room.keys[found] = key
    room.other[found] = other
    return found + 1


@inner
def follow(books: Any, legal: int, person: int, room: Room, works: Any) -> int:
    """From the state in row 0, with so many legal moves: all leaves; how many, -1 if too many."""
    rows, menu, left = room.rows, room.menu, room.left
    found = depth = 0
    arrived = True
    while depth >= 0 and found >= 0:
        if arrived:
            left[depth] = 0
            if rows[depth].node == MOVE:
                left[depth] = legal
                for k in range(legal):
                    menu[depth, k] = works[0].moves[0, k]
            else:
                found = note_end(books, rows[depth], person, found, room)
        arrived = left[depth] > 0
        if not arrived:
            depth -= 1
        elif depth + 1 == DEEP:
            return -1
        else:
            left[depth] -= 1
            depth += 1
            rows[depth] = rows[depth - 1]
            legal = act(books, rows, depth, PLAY, menu[depth - 1, left[depth - 1]], works)
    return found


@entry
def leaves_after(books: Any, states: Any, verb: int, what: int, room: Room, works: Any) -> int:
    """All leaves of one throw or move of a game; how many, -1 if too many."""
    s = states[0]
    person = int64(books[0].person[s.colour if s.node == MOVE else s.thrower])
    room.rows[0] = s
    legal = act(books, room.rows, 0, verb, what, works)
    return follow(books, legal, person, room, works)


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
                rests[number] = rest_of(room.leaves[k])
                fresh[tally[1]] = room.leaves[k]
                tally[1] += 1
            tally[3] += rests[number] != rest_of(room.leaves[k])
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
            legal = act(books, room.rows, 0, verb, what, works)
            found = follow(books, legal, person, room, works)
            if found < 0:
                return -1
            add_edges(found, room, keys, rests, slots, fresh, edges, tally)
        upto[at] = tally[2]
    return len(states)


def make_room(size: Size) -> Room:
    return Room(
        plain(table(size.state, DEEP)),
        np.zeros((DEEP, MAX_MOVES), np.int64),
        np.zeros(DEEP, np.int64),
        plain(table(size.state, LEAVES)),
        np.zeros(LEAVES, np.int64),
        np.zeros(LEAVES, np.int64),
    )


class StateSearch:
    """Breadth first from the start of the game."""

    def __init__(self, at: Table, memory: float) -> None:
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
        return Graph(keys, np.concatenate(self.upto), np.concatenate(self.edges), self.weights.astype(np.float64))

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
                raise RuleError(f"{self.table.book.id}: one throw leaves more choices than can be followed.")
            if self.tally[3]:
                raise RuleError(f"{self.table.book.id}: more is remembered from throw to throw than a solution keeps apart.")
            self.upto.append(upto[:done] + self.upto[-1][-1])
            self.edges.append(self.buffer[: self.tally[2]].copy())
            found.append(self.fresh[: self.tally[1]].copy())
            frontier = frontier[done:]
        return np.concatenate(found)

    def make_space(self) -> None:
        count = int(self.tally[0])
        if 4 * int(self.upto[-1][-1]) + 41 * count > self.memory * GIB:
            raise RuleError(too_large(self.table, f"more than {count:,}", self.memory))
        if count + 2 * BLOCK > len(self.keys):
            self.keys, self.rests = (np.concatenate([old, np.zeros_like(old)]) for old in (self.keys, self.rests))
            self.slots = np.zeros(2 * len(self.slots), np.uint32)
            fill_slots(self.keys, count, self.slots)


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


def search(at: Table, progress: Progress, memory: float = MEMORY) -> Graph:
    """All positions of a two-player table that can be reached, and their edges."""
    if at.players != 2:
        raise RuleError(f"{at.book.id}: only games of two players are solved, not of {at.players}.")
    if counted(at.rules) or at.rules.turn.streak_of == "number":
        raise RuleError(f"{at.book.id}: games that collect any number of throws, or count equal ones, cannot be solved.")
    return StateSearch(at, memory).run(progress)
