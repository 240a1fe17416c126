"""Games at a solved table, compiled: perfect play as a bot among the others, and every choice compared with the exact values.

Nothing here knows a rule: the kernel plays, `states` follows the moves of a throw to their leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import ceil
from threading import local
from typing import Any

import numpy as np

from .. import dice, kernel
from ..bots.linking import link
from ..bots.mind import ROWS, make_minds, mind_of
from ..bots.registry import THINKERS
from ..bots.search import decide, declines, forget
from ..kernel import BEGIN, PLAY, THROW, jit
from ..kernel.code import STOP_CODE
from ..kernel.jit import entry, inner, int64
from ..lower import lower
from ..records import COLOUR_MASK, COLOURS, MAX_MOVES, Size
from ..records import table as lay_out
from ..simulation import catch_interrupt, count_cores, share_out
from ..table import Table
from .lookup import NOTHING, ValueTable, look_up
from .solve import ExactValues
from .states import MOVE, OFFER, OVER, Array, Room, act, follow, key_of, make_room

PERFECT = 15  # among the bots of a duel
LONGEST = 100_000  # throws after which a game is given up
BINS, POINT = 10_000, 100  # of regrets: hundredths of a percentage point
BLUNDER = 0.01  # of a chance to win
SIZE, SLOW_SIZE = 64, 1  # games of the first block

DUEL = np.dtype(
    [
        ("winner", "i8"),  # the seat, -1: unfinished
        ("decisions", "i8", (COLOURS,)),  # moves with an alternative, by seat
        ("agreed", "i8", (COLOURS,)),  # … that were as good as any
        ("blunders", "i8", (COLOURS,)),  # … that lost more than a point
        ("regret", "f8", (COLOURS,)),  # what they lost, as a chance to win, summed up
    ],
    align=True,
)


@inner
def value_after(
    books: Any, states: Any, move: int, person: int, known: ValueTable, room: Room, works: Any
) -> float:
    """What the best end of a throw is worth to the one who moves, after this move."""
    room.rows[0] = states[0]
    legal = act(books, room.rows, 0, PLAY, move, works)
    found = follow(books, legal, person, room, works)
    best = 0.0
    for k in range(found):
        worth = 1.0 if room.keys[k] < 0 else look_up(room.keys[k], known)
        best = max(best, 1.0 - worth if room.other[k] else worth)
    return best


@inner
def note(row: Any, bins: Any, seat: int, regret: float, same: float) -> None:
    row.decisions[seat] += 1
    if regret <= same:
        row.agreed[seat] += 1
        bins[seat, 0] += 1
    else:
        row.regret[seat] += regret
        row.blunders[seat] += regret > BLUNDER
        bins[seat, min(int64(ceil(regret * POINT * 100)), BINS)] += 1


@entry
def play_duels(
    door: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, known: ValueTable, room: Room,
    own: Any, worth: Any, rows: Any, bins: Any, seed: Any, first: int, bots: int, same: float,
) -> None:  # fmt: skip
    """Games number first, first + 1, … of a seed, one for each row, with the dice and random choices of a simulation."""
    r, s, w = books[0], states[0], works[0]
    for k in range(len(rows)):
        row = rows[k]
        game = dice.seed_of(seed, first + k)
        key, luck = dice.stream(game, dice.THROWS), dice.stream(game, dice.LUCK)
        drawn = thrown = throws = 0
        forget(minds)
        n = int64(door(books, states, 0, BEGIN, int64(0), works))
        while s.node != OVER and throws < LONGEST:
            moving = s.node == MOVE
            seat = int64(r.person[s.colour if moving else s.thrower]) & COLOUR_MASK
            who = bots >> 4 * seat & 15
            verb, what = THROW, int64(0)
            if moving:
                best = 0
                if n > 1:
                    for m in range(n):
                        worth[m] = value_after(books, states, w.moves[0, m], seat, known, room, own)
                        best = m if worth[m] > worth[best] else best
                c = best
                if who != PERFECT:
                    c, drawn = decide(door, evaluate, books, states, works, minds, n, who, luck, drawn)
                if n > 1:
                    note(row, bins, seat, worth[best] - worth[c], same)
                verb, what = PLAY, w.moves[0, c]
            elif s.node == OFFER:
                if who == PERFECT:
                    stopped = value_after(books, states, STOP_CODE, seat, known, room, own)
                    declined = stopped >= look_up(key_of(r, s), known)
                else:
                    declined = declines(door, evaluate, books, states, works, minds, who)
                if declined:
                    verb, what = PLAY, int64(STOP_CODE)
            if verb == THROW:
                throws += 1
                what, thrown = dice.below(key, thrown, r.opening_outcomes if s.opening else r.outcomes)
            n = int64(door(books, states, 0, verb, what, works))
        row.winner = s.winner if s.node == OVER else -1


# --- many of them ---------------------------------------------------------------------


@lru_cache(maxsize=2)
def load_duels(size: Size) -> Any:
    """The compiled loop, for all tables."""
    jit.announce()
    work, duel = (lay_out(dtype, 1).view(np.ndarray) for dtype in (size.work, DUEL))
    known, bins = ValueTable(NOTHING, np.zeros(0)), np.zeros((COLOURS, BINS + 1), np.int64)
    room, worth = make_room(size), np.zeros(MAX_MOVES)
    return link(size, play_duels, known, room, work, worth, duel, bins, np.uint64(0), 0, 0, 0.0)


class Duels:
    """Games of one table and its solution, on all cores; `thinking` if one of the bots looks ahead."""

    def __init__(self, at: Table, solution: ExactValues, seed: int, thinking: bool, cores: int | None = None) -> None:
        self.table, self.known, self.seed, self.thinking = at, solution.tabulate(), np.uint64(seed), thinking
        self.cores = cores or count_cores()
        self.same = max(1e-9, 2 * solution.error)
        self.own = local()

    def play(self, bots: Sequence[int], games: int, done: Callable[[int], None]) -> tuple[Array, Array, bool]:
        """Play games with each of some seatings (packed, a nibble per seat) until Ctrl-C: rows and regrets by seating,
        and whether it was stopped."""
        load_duels(self.table.size)
        found = [np.zeros((len(bots), 0), DUEL)]
        bins = np.zeros((len(bots), COLOURS, BINS + 1), np.int64)
        size = SLOW_SIZE if self.thinking else SIZE
        with catch_interrupt() as interrupted:
            for rows, counted in share_out(partial(self.play_block, bots), games, self.cores, size):
                found.append(rows)
                bins += counted
                done(rows.size)
                if interrupted:
                    break
        return np.concatenate(found, axis=1), bins, bool(interrupted)

    def play_block(self, seatings: Sequence[int], first: int, games: int) -> tuple[Array, Array]:
        """One block, in the memory of one thread."""
        if not hasattr(self.own, "rooms"):
            rules, size = lower(self.table.rules, self.table.first), self.table.size
            minds = make_minds(self.table) if self.thinking else np.zeros(len(THINKERS), mind_of(size))
            self.own.rooms = rules, lay_out(size.state, ROWS), kernel.room(size), minds
            self.own.desk = make_room(size), kernel.room(size), np.zeros(MAX_MOVES)
        rows = np.zeros((len(seatings), games), DUEL)
        bins = np.zeros((len(seatings), COLOURS, BINS + 1), np.int64)
        for at, bots in enumerate(seatings):
            numbers = self.seed, first, bots, self.same
            own = rows[at].view(np.recarray)
            load_duels(self.table.size)(*self.own.rooms, self.known, *self.own.desk, own, bins[at], *numbers)
        return rows, bins
