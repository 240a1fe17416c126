"""What a game is kept in, for compiled code to work on: its record, and the states behind it."""

from __future__ import annotations

import ctypes
import sys
from functools import cached_property, lru_cache
from struct import Struct
from types import ModuleType
from typing import Any

import numpy as np

from .. import kernel
from ..kernel.code import colour_of, events_of, hits_of, kind_of, target_of
from ..lookups import Lookups
from ..move import Move, unpack
from ..records import GAME, MAX_MOVES, MOVES, PAGE, PAGE_SIZE, STATE, WORK, Event, Kind, offset

DRAWN, COUNT, AT, PAGE_AT = (offset(GAME, name) // 8 for name in ("drawn", "count", "at", "page"))
STATE_AT, WORK_AT, MOVES_AT = offset(GAME, "state"), offset(GAME, "work"), offset(GAME, "work", "moves")
STATE_END = STATE_AT + STATE.itemsize
NODE, COLOUR, THROWER, OPENING, POOL, CROWD = (
    offset(GAME, "state", name) for name in ("node", "colour", "thrower", "opening", "pool", "crowd")
)
HEAD = Struct("=Q5q")  # the integers that a GAME begins with
READ_DRAWN = Struct("=q").unpack_from
READ_CODES = [Struct(f"={count}q").unpack_from for count in range(MAX_MOVES + 1)]
# the number of legal moves, the open numbers and the first three moves; most nodes have no more
READ_FEW = Struct(f"={8 * COUNT}xq{POOL - 8 * COUNT - 8}xI{MOVES_AT - POOL - 4}x3q").unpack_from
DRAWN_ON_PAGE = offset(PAGE, "drawn")
MOST_MOVES = 1 << 14  # remembered for the same open numbers


class Storage:
    """The record of a game and its past; compiled code knows them by their addresses."""

    def __init__(self, lookups: Lookups, state: bytes, seed: int, drawn: int = 0) -> None:
        self.lookups = lookups
        self.compiled = load_compiled()
        self.game = bytearray(GAME.itemsize)
        self.address = address_of(self.game)
        self.bytes = memoryview(self.game)
        self.numbers = self.bytes.cast("q")
        self.pages: list[bytearray] = []  # of its past; the last one is being written
        HEAD.pack_into(self.game, 0, seed, drawn, -1, PAGE_SIZE, 0, lookups.address)
        self.game[STATE_AT:STATE_END] = state

    @property
    def state(self) -> bytes:
        """The state as it stands."""
        return bytes(self.bytes[STATE_AT:STATE_END])

    @cached_property
    def records(self) -> tuple[Any, Any, Any]:
        """Rules, state and workspace, each in an array of one."""
        state = np.frombuffer(self.game, STATE, 1, STATE_AT)
        work = np.frombuffer(self.game, WORK, 1, WORK_AT)
        return kernel.prepare(self.lookups.book, state, work)  # type: ignore[no-any-return]

    def length(self) -> int:
        """The number of throws and moves so far."""
        return (len(self.pages) - 1) * PAGE_SIZE + self.numbers[AT]

    def before(self, n: int) -> tuple[bytes, int]:
        """The state before the n-th throw or move, and how many numbers had been drawn."""
        if n == self.length():
            return self.state, self.numbers[DRAWN]
        page, at = self.pages[n // PAGE_SIZE], n % PAGE_SIZE
        begin = at * STATE.itemsize
        return bytes(page[begin : begin + STATE.itemsize]), READ_DRAWN(page, DRAWN_ON_PAGE + 8 * at)[0]

    def drew(self, n: int) -> bool:
        """Did the game's own dice decide the n-th throw?"""
        return self.before(n)[1] != self.before(n + 1)[1]

    def turn_page(self, back: bool = False) -> None:
        """Begin a page of the past, or go back to the one before."""
        if back:
            self.pages.pop()
        else:
            self.pages.append(bytearray(PAGE.itemsize))
        self.open_page(PAGE_SIZE if back else 0)

    def open_page(self, at: int) -> None:
        self.numbers[AT], self.numbers[PAGE_AT] = at, address_of(self.pages[-1]) if self.pages else 0

    def recall(self, other: Storage, n: int) -> None:
        """Copy the past of another game, up to the n-th throw or move."""
        self.pages = [page.copy() for page in other.pages[: -(-n // PAGE_SIZE)]]
        self.open_page(n - (len(self.pages) - 1) * PAGE_SIZE)

    # --- moves ------------------------------------------------------------------

    def codes(self) -> tuple[int, ...]:
        """The legal moves at a move node, as the kernel writes them."""
        if self.numbers[COUNT] < 0:
            self.compiled.do(self.address, MOVES, 0)
        return READ_CODES[self.numbers[COUNT]](self.game, MOVES_AT)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves; the same integer is the same Move as long as the same numbers are open."""
        codes = self.codes()
        known = self.lookups.moves.setdefault(READ_FEW(self.game)[1], {})
        return tuple([known.get(code) or self.read_move(code, known) for code in codes])

    def read_move(self, code: int, known: dict[int, Move]) -> Move:
        """A Move that was read before, or a new one."""
        if self.lookups.sweeps and events_of(code) & Event.TAKE:  # it depends on who stands along the way
            return unpack(code, self.lookups.book[0], self.records[1][0])
        if self.lookups.kinds and kind_of(code) == Kind.PASS:  # it depends on all open numbers
            return unpack(code, self.lookups.book[0], self.records[1][0])
        key = code
        if self.lookups.stack > 1 and hits_of(code):  # it depends on how many are captured
            field = CROWD + 2 * self.lookups.fields[colour_of(code)][target_of(code)]
            key |= (self.bytes[field] | self.bytes[field + 1] << 8) << 64
        move = known.get(key)
        if move is None:
            if len(known) > MOST_MOVES:
                known.clear()
            move = known[key] = unpack(code, self.lookups.book[0], self.records[1][0])
        return move


def address_of(buffer: bytearray) -> int:
    """The address of a buffer, which must not grow."""
    return ctypes.addressof(ctypes.c_char.from_buffer(buffer))


@lru_cache(maxsize=1)
def load_compiled() -> ModuleType:
    """The compiled rules, loaded when the first game needs them."""
    if "pachisi.cli" not in sys.modules:  # the command line has its own notice, in the player's language
        kernel.announce()
    from . import compiled as compiled

    return compiled
