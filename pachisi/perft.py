"""Perft: every throw and every legal move, counted to a depth in throws.

A level of depth is one throw with all moves that it brings, down to the next throw, offer or end. At an
offer both choices are followed, with half the weight each; a stop is a level too, because in some books everybody
may stop forever. A throw that has already been made is the first level. A finished game stays as it is.

Throws that differ only in the order of their faces count as one throw with their total weight; legal moves
share the weight of their node equally. Weights are exact, so each level weighs 1.

Two positions are the same if the game can continue in the same way: pieces, ages, whose throw it is, tries, doubles,
waiting bonuses, starts and places. The number of turns, the last faces and the log are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import kernel
from .game import Game
from .kernel.code import STOP_CODE
from .lower import throws_of
from .records import SMALL, Node, table

NODE, OPENING, STREAK = (SMALL.at[name] for name in ("node", "opening", "streak"))  # alike in both sizes
Level = dict[bytes, Fraction]


@dataclass(frozen=True)
class Row:
    """What one level holds."""

    depth: int
    positions: int
    weight: Fraction
    moves: int  # legal moves and stops at all distinct nodes of the level

    def data(self) -> dict[str, Any]:
        return {"depth": self.depth, "positions": self.positions, "weight": str(self.weight), "moves": self.moves}


def perft(game: Game, depth: int) -> Iterator[Row]:
    """The levels after one throw, two throws … from the position of a game."""
    walk = Walk(game)
    level: Level = {walk.key(): Fraction(1)}
    for at in range(1, depth + 1):
        walk.moves = 0
        level = walk.descend(level)
        yield Row(at, len(level), sum(level.values(), Fraction(0)), walk.moves)


def span(*names: str) -> tuple[slice, bytes]:
    """Where neighbouring fields of a state lie, and zeros to blank them."""
    fields = SMALL.state.fields
    assert fields is not None
    begin = min(fields[name][1] for name in names)
    end = max(fields[name][1] + fields[name][0].itemsize for name in names)
    size = sum(fields[name][0].itemsize for name in names)
    assert end - begin == size, f"{names} do not lie side by side"
    return slice(begin, end), bytes(size)


COUNTS, LAST_THROW, STARTED, ACTORS = (
    span("turn", "news"),
    span("faces", "form"),
    span("started"),
    span("thrower", "colour"),
)


class Walk:
    """One state for the kernel to work on; the positions reached are kept as bytes."""

    def __init__(self, game: Game) -> None:
        self.around = kernel.prepare(game.table.lookups.book, table(game.table.size.state, 1), kernel.room(game.table.size))
        self.found = self.around[2]["moves"][0, 0]
        self.bytes = self.around[1].view(np.uint8).data
        self.bytes[:] = game.state
        r = game.table.lookups.book[0]
        self.throws = throws_of(r["faces"], int(r["outcomes"]))
        self.opening_throws = throws_of(r["opening"], int(r["opening_outcomes"]))
        self.free, self.runs = game.table.lookups.free, game.table.rules.turn.streak_of == "number"
        self.moves = 0

    def key(self) -> bytes:
        """The state as bytes, without what does not matter for the rest of the game."""
        self.blank(COUNTS)
        node = self.bytes[NODE]
        if node != Node.MOVE and not (self.runs and self.bytes[STREAK]):  # E8: what may fall in a row
            self.blank(LAST_THROW)
        if node == Node.OVER:
            self.blank(ACTORS)
        if not self.free:
            self.blank(STARTED)
        return bytes(self.bytes)

    def blank(self, field: tuple[slice, bytes]) -> None:
        self.bytes[field[0]] = field[1]

    def act(self, state: bytes, verb: int, what: int) -> int:
        book, states, room = self.around
        self.bytes[:] = state
        return int(kernel.act(book, states, 0, verb, what, room))

    def descend(self, level: Level) -> Level:
        """All positions one throw later, with their weights."""
        done: defaultdict[bytes, Fraction] = defaultdict(Fraction)
        open_: defaultdict[bytes, Fraction] = defaultdict(Fraction)
        for state, weight in level.items():
            node = state[NODE]
            if node == Node.OVER:
                done[state] += weight
            elif node == Node.MOVE:
                open_[state] += weight
            else:
                self.follow_throws(state, weight, done, open_)
        while open_:
            further: defaultdict[bytes, Fraction] = defaultdict(Fraction)
            for state, weight in open_.items():
                self.follow_moves(state, weight, done, further)
            open_ = further
        return done

    def follow_throws(self, state: bytes, weight: Fraction, done: Level, open_: Level) -> None:
        if state[NODE] == Node.OFFER:
            weight /= 2
            self.moves += 1
            self.act(state, kernel.PLAY, STOP_CODE)
            self.sort_in(weight, done, open_)
        throws = self.opening_throws if state[OPENING] else self.throws
        single = weight / sum(orders for _, orders in throws)
        for outcome, orders in throws:
            self.act(state, kernel.THROW, outcome)
            self.sort_in(single * orders, done, open_)

    def follow_moves(self, state: bytes, weight: Fraction, done: Level, open_: Level) -> None:
        count = self.act(state, kernel.MOVES, 0)
        self.moves += count
        weight /= count
        for move in self.found[:count].tolist():
            self.act(state, kernel.PLAY, move)
            self.sort_in(weight, done, open_)

    def sort_in(self, weight: Fraction, done: Level, open_: Level) -> None:
        level = open_ if self.bytes[NODE] == Node.MOVE else done
        level[self.key()] += weight
