"""The search for positions on a GPU: each thread follows all throws of one position after the other, by rules cut to the table.

A position is found again in a table of words: its key, and above it what the key leaves out, so that two positions which share
a key are noticed. Until all are known, an edge names the place of its position in that table.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

import numpy as np

from .. import dice, kernel
from ..errors import RuleError
from ..kernel.code import STOP_CODE
from ..kernel.jit import int64
from ..lower import lower
from ..records import MAX_MOVES, Size, plain, table
from ..simulation.cuda import SIMULATED, check_gpu, count_processors, cuda, fill, readable, types_of
from ..simulation.cuts import Pattern
from ..table import Table
from .search import GIB, LAST, OTHER, SHIFT, START, WON, StateSearch, forked, key_bits, too_large
from .states import DEEP, LEAVES, OFFER, PLAY, THROW, Array, Progress, Room, follow_throw, key_at, rest_at

FOLLOW = Pattern(follow_throw, (), {}, whole=True)
THREADS = 128  # of a block
BLOCKS = 4  # on a multiprocessor
REGISTERS = 128
REST_BITS = 7
KEY_BITS = 63 - REST_BITS
EMPTY = -1  # no word
ENDS = 4096  # edges of one position
COUNT, EDGES, OVERFULL, FORKED = range(4)  # of the tally: positions and edges so far, did memory or a throw's room not suffice?
SPARE = 2 * GIB  # that is left alone
SLOTS = 32  # bytes that a position takes in the table of words: at most 8/3 slots of 12
FOUND = 0.25  # of the expected positions there are at least so many; measured: 0.3 to 1
MOST_SLOTS = 1 << 29  # their numbers fit into an edge, and one more, for the end


class DeviceGraph(NamedTuple):
    """As `Graph`, on a GPU; only the keys are here."""

    keys: Array
    words: Any  # the keys there, with what they leave out
    first: Any
    edges: Any
    weights: Any


@lru_cache(maxsize=16)
def load_expand(rules: bytes, size: Size) -> Any:
    """The entry of the GPU: all throws of all positions from `begin` on."""
    follow = FOLLOW.load(rules).states_follow_throw
    (work,) = types_of(size.work)

    def expand(books, queue, begin, end, throws, room, slots, numbers, words, first, edges, own_edges, tally):  # type: ignore[no-untyped-def]
        works = cuda.local.array(1, work)
        works[0].noting = 0
        me = cuda.grid(1)
        rows, row_words, menu, left, seen_words, leaves, leaf_words, keys, rests, other = room
        here = Room(
            rows[me], row_words[me], menu[me], left[me], seen_words[me], leaves[me], leaf_words[me], keys[me], rests[me], other[me]
        )
        for at in range(begin + me, end, cuda.gridsize(1)):
            copy_words(queue[at], here.row_words[0])
            person = int64(books[0].person[here.rows[0].thrower])
            count, offered = 0, here.rows[0].node == OFFER
            for k in range(len(throws) + offered):
                copy_words(queue[at], here.row_words[0])
                if k < len(throws):
                    found = follow(books, THROW, throws[k], person, here, works)
                else:
                    found = follow(books, PLAY, STOP_CODE, person, here, works)
                if found < 0 or count + found > own_edges.shape[1]:
                    tally[FORKED] = 1
                    break
                for leaf in range(found):
                    slot = slots.shape[0]
                    if here.keys[leaf] >= 0:
                        slot, fresh = find_slot(slots, word_there(here.rests[leaf], here.keys[leaf]))
                        if fresh:
                            number = cuda.atomic.add(tally, COUNT, 1)
                            if number < words.shape[0]:
                                numbers[slot], words[number] = number, slots[slot]
                                copy_words(here.leaf_words[leaf], queue[number])
                            else:
                                tally[OVERFULL] = 1
                    own_edges[me, count] = slot << SHIFT | here.other[leaf] << 1 | (leaf == found - 1)
                    count += 1
                if tally[OVERFULL]:  # soon there would be no empty slot
                    break
            to = cuda.atomic.add(tally, EDGES, count)
            if to + count > edges.shape[0]:
                tally[OVERFULL] = 1
            else:
                first[at] = to
                for k in range(count):
                    edges[to + k] = own_edges[me, k]

    return cuda.jit(expand) if SIMULATED else cuda.jit(expand, max_registers=REGISTERS)


@cuda.jit(device=True)
def copy_words(source, target):  # type: ignore[no-untyped-def]
    for i in range(len(source)):
        target[i] = source[i]


def word_of(rest: int, key: int) -> int:
    return rest % (1 << REST_BITS) << KEY_BITS | key


word_there = cuda.jit(device=True)(word_of)


@cuda.jit(device=True)
def find_slot(slots, word):  # type: ignore[no-untyped-def]
    """The place of a word, and whether this thread has just taken it."""
    slot = int64(dice.mix(np.uint64(word))) & slots.shape[0] - 1
    while True:
        there = slots[slot]
        if there == EMPTY:
            there = cuda.atomic.cas(slots, slot, EMPTY, word)
            if there == EMPTY:
                return slot, True
        if there == word:
            return slot, False
        slot = slot + 1 & slots.shape[0] - 1


@cuda.jit
def number_first(word, slots, numbers, words):  # type: ignore[no-untyped-def]
    """Give the first position its number, and that of the finished game to the place after all others."""
    if cuda.grid(1) == 0:
        slot, _ = find_slot(slots, word)
        numbers[slot], words[START] = START, word
        numbers[slots.shape[0]] = WON


@cuda.jit
def renumber(edges, numbers):  # type: ignore[no-untyped-def]
    """Let edges name positions instead of their places."""
    for i in range(cuda.grid(1), edges.shape[0], cuda.gridsize(1)):
        edge = edges[i]
        edges[i] = numbers[edge >> SHIFT] << SHIFT | edge & (LAST | OTHER)


class GpuSearch:
    """Breadth first from the start of the game; everything lies in the memory of the GPU."""

    def __init__(self, at: Table, memory: float | None = None) -> None:
        check_gpu()
        if key_bits(at, lower(at.rules)[0]) > KEY_BITS:
            raise RuleError(f"{at.book.id}: too much is remembered from throw to throw to be solved on a GPU; use device='cpu'.")
        self.table = at
        self.blocks, self.threads = (1, 4) if SIMULATED else (BLOCKS * count_processors(), THREADS)
        ours = self.ours = StateSearch(at, inf)
        self.expand = load_expand(ours.books.tobytes(), at.size)
        self.books, self.throws = cuda.to_device(readable(ours.books)), cuda.to_device(ours.throws)
        self.room = self.make_room(at.size)
        self.own_edges = cuda.device_array((self.blocks * self.threads, ENDS), np.uint32)
        self.memory = min(count_free() + self.taken(), memory * GIB if memory else inf)
        self.share_out(at.size)
        self.tally = cuda.to_device(np.array([START + 1, 0, 0, 0]))

    def make_room(self, size: Size) -> Room:
        """`states.make_room` for every thread."""
        each = self.blocks * self.threads
        rows, seen, leaves = (self.make_states(each * count, size) for count in (DEEP, LEAVES, LEAVES))
        row_words, seen_words, leaf_words = (states.view(np.int64).reshape(each, -1, size.state.itemsize // 8) for states in (rows, seen, leaves))
        keys, rests, other = (cuda.device_array((each, LEAVES), np.int64) for _ in range(3))
        menu, left = cuda.device_array((each, DEEP, MAX_MOVES), np.int64), cuda.device_array((each, DEEP), np.int64)
        shaped = rows.reshape(each, DEEP), leaves.reshape(each, LEAVES)
        return Room(shaped[0], row_words, menu, left, seen_words, shaped[1], leaf_words, keys, rests, other)

    def make_states(self, count: int, size: Size) -> Any:
        return cuda.device_array(count, np.dtype((np.record, size.state)) if SIMULATED else size.state)

    def share_out(self, size: Size) -> None:
        """The memory that is left: room for as many positions as it takes with their edges, or as can be expected."""
        ours = self.ours
        each = self.table.pieces + 1 if ours.books[0]["slots"] == 1 else 3 * self.table.pieces
        edges = each * len(ours.throws)  # of a position; measured: up to 0.9 of it
        left = max(0, self.memory - self.taken())
        most = min(left // (size.state.itemsize + 16 + SLOTS + 4 * edges), 2 * ours.expected + (1 << 20), MOST_SLOTS * 3 // 4 - 1)
        if FOUND * ours.expected > most:
            raise RuleError(self.too_large(f"about {ours.expected:.1e}"))
        if SIMULATED:
            most = ours.expected
        slots = 1 << int(4 * most // 3).bit_length()
        self.slots, self.numbers = cuda.device_array(slots, np.int64), cuda.device_array(slots + 1, np.uint32)
        self.words, self.first = cuda.device_array(most, np.int64), cuda.device_array(most, np.int64)
        self.queue = cuda.device_array((most, size.state.itemsize // 8), np.int64)
        self.edges = cuda.device_array(most * edges, np.uint32)
        self.launch(fill, self.slots, EMPTY)

    def taken(self) -> int:
        """The memory in which the threads work, whatever the game."""
        room = self.room
        parts = self.own_edges, room.rows, room.menu, room.left, room.seen_words, room.leaves, room.keys, room.rests, room.other
        return sum(part.nbytes for part in parts)

    def launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[self.blocks, self.threads](*arguments)

    def run(self, progress: Progress) -> DeviceGraph:
        begin, end = START, self.start()
        while begin < end:
            self.launch(
                self.expand, self.books, self.queue, begin, end, self.throws, tuple(self.room), self.slots, self.numbers, self.words,
                self.first, self.edges, self.own_edges, self.tally,
            )  # fmt: skip
            tally = self.tally.copy_to_host()
            if tally[FORKED]:
                raise RuleError(forked(self.table))
            if tally[OVERFULL]:
                raise RuleError(self.too_large(f"more than {end:,}"))
            begin, end = end, int(tally[COUNT])
            progress("Positions", min(1.0, end / self.ours.expected))
        progress("Positions", 1.0)
        return self.finish(end, int(tally[EDGES]))

    def too_large(self, count: str) -> str:
        return too_large(self.table, count, round(self.memory / GIB, 1))

    def start(self) -> int:
        """Note the first position; how many numbers are given."""
        ours, first = self.ours, plain(table(self.table.size.state, 1))
        kernel.act(ours.books, first, 0, kernel.BEGIN, 0, ours.works)
        word = word_of(int(rest_at(first)), int(key_at(ours.books, first)))
        self.launch(number_first, word, self.slots, self.numbers, self.words)
        self.queue[START : START + 1].copy_to_device(first.view(np.int64).reshape(1, -1))
        return START + 1

    def finish(self, positions: int, edges: int) -> DeviceGraph:
        graph = self.edges[:edges]
        self.launch(renumber, graph, self.numbers)
        words = self.words[:positions]
        keys = words.copy_to_host() & (1 << KEY_BITS) - 1
        keys[WON] = 0
        return DeviceGraph(keys, words, self.first, graph, cuda.to_device(self.ours.weights.astype(np.float64)))


def count_free() -> int:
    """The memory of the GPU that may be taken."""
    return GIB if SIMULATED else max(0, int(cuda.current_context().get_memory_info().free) - SPARE)

