"""What a game is kept in, for compiled code to work on: its record, and the states behind it."""

from __future__ import annotations

import ctypes
import sys
from functools import cached_property, lru_cache
from importlib import import_module
from struct import Struct
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .. import kernel
from ..kernel.code import colour_of, events_of, hits_of, kind_of, target_of
from ..lookups import Lookups
from ..move import Move, unpack
from ..records import LARGE, MAX_MOVES, MOVES, PAGE_SIZE, RULES, SMALL, Event, Kind, Size, offset

if TYPE_CHECKING:
    from .compiled import Compiled

# these lie alike in both sizes
DRAWN, COUNT, AT, PAGE_AT = (offset(SMALL.game, name) // 8 for name in ("drawn", "count", "at", "page"))
STATE_AT = offset(SMALL.game, "state")
NODE, COLOUR, THROWER, OPENING, POOL = (STATE_AT + SMALL.at[name] for name in ("node", "colour", "thrower", "opening", "pool"))
HEAD = Struct("=Q5q")  # the integers that a GAME begins with
READ_DRAWN = Struct("=q").unpack_from
MOST_MOVES = 1 << 14  # remembered for the same open numbers


class Layout:
    """Where the rest lies, by size."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.state_end, self.work = STATE_AT + size.state.itemsize, offset(size.game, "work")
        moves = offset(size.game, "work", "moves")
        self.crowd, self.wide = STATE_AT + size.at["crowd"], size.state["crowd"].base.itemsize
        self.read_crowd = Struct("=H" if self.wide == 2 else "=I").unpack_from
        self.drawn_on_page = offset(size.page, "drawn")
        # the number of legal moves, the open numbers and the first three moves; most nodes have no more
        self.read_few = Struct(f"={8 * COUNT}xq{POOL - 8 * COUNT - 8}xI{moves - POOL - 4}x3q").unpack_from
        self.read_codes = [Struct(f"={moves}x{count}q").unpack_from for count in range(MAX_MOVES + 1)]


LAYOUTS = {size: Layout(size) for size in (SMALL, LARGE)}


class Storage:
    """The record of a game and its past; compiled code knows them by their addresses."""

    def __init__(self, lookups: Lookups, state: bytes, seed: int, drawn: int = 0) -> None:
        self.lookups = lookups
        self.layout = LAYOUTS[lookups.size]
        self.compiled = load_compiled(lookups.size)
        self.game = bytearray(lookups.size.game.itemsize)
        self.address = address_of(self.game)
        self.bytes = memoryview(self.game)
        self.numbers = self.bytes.cast("q")
        self.pages: list[bytearray] = []  # of its past; the last one is being written
        HEAD.pack_into(self.game, 0, seed, drawn, -1, PAGE_SIZE, 0, lookups.address)
        self.game[STATE_AT : self.layout.state_end] = state

    @property
    def state(self) -> bytes:
        """The state as it stands."""
        return bytes(self.bytes[STATE_AT : self.layout.state_end])

    @cached_property
    def records(self) -> tuple[Any, Any, Any]:
        """Rules, state and workspace, each in an array of one."""
        size = self.lookups.size
        state = np.frombuffer(self.game, size.state, 1, STATE_AT)
        work = np.frombuffer(self.game, size.work, 1, self.layout.work)
        return kernel.prepare(self.lookups.book.view(RULES, np.ndarray), state, work)  # type: ignore[no-any-return]

    def length(self) -> int:
        """The number of throws and moves so far."""
        return (len(self.pages) - 1) * PAGE_SIZE + self.numbers[AT]

    def before(self, n: int) -> tuple[bytes, int]:
        """The state before the n-th throw or move, and how many numbers had been drawn."""
        if n == self.length():
            return self.state, self.numbers[DRAWN]
        page, at = self.pages[n // PAGE_SIZE], n % PAGE_SIZE
        wide = self.lookups.size.state.itemsize
        return bytes(page[at * wide : (at + 1) * wide]), READ_DRAWN(page, self.layout.drawn_on_page + 8 * at)[0]

    def drew(self, n: int) -> bool:
        """Did the game's own dice decide the n-th throw?"""
        return self.before(n)[1] != self.before(n + 1)[1]

    def turn_page(self, back: bool = False) -> None:
        """Begin a page of the past, or go back to the one before."""
        if back:
            self.pages.pop()
        else:
            self.pages.append(bytearray(self.lookups.size.page.itemsize))
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
        return self.layout.read_codes[self.numbers[COUNT]](self.game)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves; the same integer is the same Move as long as the same numbers are open."""
        codes = self.codes()
        known = self.lookups.moves.setdefault(self.layout.read_few(self.game)[1], {})
        return tuple([known.get(code) or self.read_move(code, known) for code in codes])

    def read_move(self, code: int, known: dict[int, Move]) -> Move:
        """A Move that was read before, or a new one."""
        at, key = self.lookups, code
        if hits_of(code):
            field = at.fields[colour_of(code)][target_of(code)]
            if field in at.twice or at.sweeps:  # it depends on which way they go, and on who stands along the way
                return self.unpack(code)
            if at.stack > 1:  # it depends on how many are captured
                key |= self.layout.read_crowd(self.game, self.layout.crowd + self.layout.wide * field)[0] << 64
        elif (at.sweeps and events_of(code) & Event.TAKE) or (at.kinds and kind_of(code) == Kind.PASS):
            return self.unpack(code)  # a pass where numbers are counted depends on all that are open
        move = known.get(key)
        if move is None:
            if len(known) > MOST_MOVES:
                known.clear()
            move = known[key] = self.unpack(code)
        return move

    def unpack(self, code: int) -> Move:
        book, state, _ = self.records
        return unpack(code, book[0], state[0])


def address_of(buffer: bytearray) -> int:
    """The address of a buffer, which must not grow."""
    return ctypes.addressof(ctypes.c_char.from_buffer(buffer))


@lru_cache(maxsize=2)
def load_compiled(size: Size) -> Compiled:
    """The compiled rules for records of a size, loaded when the first game needs them."""
    if "pachisi.cli" not in sys.modules:  # the command line has its own notice, in the player's language
        kernel.announce()
    return cast("Compiled", import_module(".compiled", __package__).compile_for(size))
