"""Games of perfect play at a solved table, compiled: what it does, and what somebody loses who is bound to a rule of thumb.

A rule of thumb gives each legal move a number and wants the highest; among those the bound player takes the best by the
exact values. Nothing here knows a rule of the game: the kernel plays, and `features` sees what is exposed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from threading import local
from typing import Any

import numpy as np

from .. import dice, kernel
from ..bots.choices import captured
from ..bots.features import EXPOSED, THREAT, see
from ..bots.linking import link
from ..bots.mind import lay_out as lay_out_mind
from ..bots.mind import mind_of
from ..kernel import BEGIN, PLAY, THROW, jit
from ..kernel.code import STOP_CODE, colour_of, kind_of, start_of, target_of
from ..kernel.jit import entry, inner, int64
from ..lower import lower
from ..records import COLOUR_MASK, MAX_MOVES, Kind, Size
from ..records import table as lay_out
from ..simulation import catch_interrupt, count_cores, share_out
from ..table import Table
from .duels import LONGEST, SIZE, value_after
from .lookup import NOTHING, ValueTable, look_up
from .solve import ExactValues
from .states import MOVE, OFFER, OVER, Array, Room, key_of, make_room

PASS, ENTER_KIND = int(Kind.PASS), int(Kind.ENTER)
NOBODY = -1  # bound to a rule of thumb
RULES = CAPTURE, ENTER, ARRIVE, FOREMOST, HINDMOST, HIDE, HUNT = range(7)
DEEDS = ENTERS, CAPTURES, ARRIVES, RUNS, EXPOSES = range(5)

GAME = np.dtype(
    [
        ("moves", "i8"),  # of both, and of these:
        ("deeds", "i8", (len(DEEDS),)),
        ("decisions", "i8"),  # moves with an alternative
        ("applies", "i8", (len(RULES),)),  # … where a rule of thumb wants some moves and not others
        ("right", "i8", (len(RULES),)),  # … and one of them is as good as any
        ("cost", "f8", (len(RULES),)),  # what the best of them loses, summed up
        ("lost", "f8"),  # by the one who is bound to a rule
    ],
    align=True,
)


@inner
def judge(r: Any, s: Any, after: Any, m: Any, move: int, scores: Array, k: int) -> None:
    """What each rule of thumb thinks of a move."""
    colour, start, target = colour_of(move), start_of(move), target_of(move)
    scores[CAPTURE, k] = captured(r, s, move) > 0
    scores[ENTER, k] = kind_of(move) == ENTER_KIND
    scores[ARRIVE, k] = target > r.lap >= start
    walks = 0 < start <= r.lap and kind_of(move) < PASS
    scores[FOREMOST, k] = start if walks else 0
    scores[HINDMOST, k] = -start if walks else -r.last
    see(r, after, m)
    scores[HIDE, k] = -int64(1000 * m.features[colour, EXPOSED])
    scores[HUNT, k] = int64(1000 * m.features[colour, THREAT])


@inner
def best_of(worth: Array, scores: Array, n: int) -> tuple[int, int]:
    """The best of the moves that a rule wants, and whether there are others."""
    best, wanted = 0, 0
    for k in range(1, n):
        if scores[k] > scores[best] or (scores[k] == scores[best] and worth[k] > worth[best]):
            best = k
    for k in range(n):
        wanted += scores[k] == scores[best]
    return best, int64(wanted < n)


@inner
def note_deeds(row: Any, r: Any, s: Any, move: int, scores: Array, k: int) -> None:
    """What a player does with a move."""
    row.moves += 1
    row.deeds[ENTERS] += scores[ENTER, k] > 0
    row.deeds[CAPTURES] += scores[CAPTURE, k] > 0
    row.deeds[ARRIVES] += scores[ARRIVE, k] > 0
    row.deeds[EXPOSES] += scores[HIDE, k] < 0
    colour, foremost = colour_of(move), int64(0)
    for i in range(r.pieces):
        if s.pieces[colour, i] <= r.lap:
            foremost = max(foremost, int64(s.pieces[colour, i]))
    row.deeds[RUNS] += start_of(move) == foremost and foremost > 0


@inner
def note_rules(row: Any, worth: Array, scores: Array, n: int, top: float, same: float) -> None:
    """What each rule of thumb would cost here."""
    row.decisions += 1
    for rule in range(len(scores)):
        found, applies = best_of(worth, scores[rule], n)
        if applies:
            regret = top - worth[found]
            row.applies[rule] += 1
            row.right[rule] += regret <= same
            row.cost[rule] += regret if regret > same else 0.0


@entry
def play_perfectly(
    door: Any, _: Any, books: Any, states: Any, works: Any, __: Any, minds: Any, known: ValueTable, room: Room,
    own: Any, worth: Any, scores: Any, rows: Any, seed: Any, first: int, bound: int, rule: int, same: float,
) -> None:  # fmt: skip
    """Games number first, first + 1, … of a seed, one for each row; the seat `bound` follows a rule of thumb."""
    r, s, w, m = books[0], states[0], works[0], minds[0]
    for at in range(len(rows)):
        row = rows[at]
        key = dice.stream(dice.seed_of(seed, first + at), dice.THROWS)
        thrown = throws = 0
        n = int64(door(books, states, 0, BEGIN, int64(0), works))
        while s.node != OVER and throws < LONGEST:
            verb, what = THROW, int64(0)
            seat = int64(r.person[s.colour if s.node == MOVE else s.thrower]) & COLOUR_MASK
            if s.node == MOVE:
                best = 0
                for k in range(n):
                    worth[k] = value_after(books, states, w.moves[0, k], seat, known, room, own)
                    judge(r, s, room.rows[0], m, w.moves[0, k], scores, k)
                    best = k if worth[k] > worth[best] else best
                if bound < 0 and n > 1:
                    note_rules(row, worth, scores, n, worth[best], same)
                elif seat == bound:
                    chosen = best_of(worth, scores[rule], n)[0]
                    regret = worth[best] - worth[chosen]
                    row.lost += regret if regret > same else 0.0
                    best = chosen
                note_deeds(row, r, s, w.moves[0, best], scores, best)
                verb, what = PLAY, w.moves[0, best]
            elif s.node == OFFER and value_after(books, states, STOP_CODE, seat, known, room, own) >= look_up(key_of(r, s), known):
                verb, what = PLAY, int64(STOP_CODE)
            if verb == THROW:
                throws += 1
                what, thrown = dice.below(key, thrown, r.opening_outcomes if s.opening else r.outcomes)
            n = int64(door(books, states, 0, verb, what, works))


# --- many of them ---------------------------------------------------------------------


@lru_cache(maxsize=2)
def load_games(size: Size) -> Any:
    """The compiled loop, for all tables."""
    jit.announce()
    work, game = (lay_out(dtype, 1).view(np.ndarray) for dtype in (size.work, GAME))
    example = np.zeros(1, mind_of(size)), ValueTable(NOTHING, np.zeros(0)), make_room(size), work
    room = np.zeros(MAX_MOVES), np.zeros((len(RULES), MAX_MOVES), np.int64)
    return link(size, play_perfectly, *example, *room, game, np.uint64(0), 0, 0, 0, 0.0, thinking=False)


class PerfectGames:
    """Games of one table and its solution, on all cores."""

    def __init__(self, at: Table, solution: ExactValues, seed: int, cores: int | None = None) -> None:
        self.table, self.known, self.seed = at, solution.tabulate(), np.uint64(seed)
        self.cores = cores or count_cores()
        self.same = max(1e-9, 2 * solution.error)
        self.own = local()

    def play(self, seatings: Sequence[tuple[int, int]], games: int, done: Callable[[int], None]) -> tuple[Array, bool]:
        """Play games with each of some pairs of a seat (or NOBODY) and the rule that it follows, until Ctrl-C: rows by
        pair, and whether it was stopped."""
        load_games(self.table.size)
        found = [np.zeros((len(seatings), 0), GAME)]
        with catch_interrupt() as interrupted:
            for rows in share_out(partial(self.play_block, seatings), games, self.cores, SIZE):
                found.append(rows)
                done(rows.size)
                if interrupted:
                    break
        return np.concatenate(found, axis=1), bool(interrupted)

    def play_block(self, seatings: Sequence[tuple[int, int]], first: int, games: int) -> Array:
        """One block, in the memory of one thread."""
        if not hasattr(self.own, "rooms"):
            rules, size = lower(self.table.rules, self.table.first), self.table.size
            minds = np.zeros(1, mind_of(size))
            lay_out_mind(minds[0], rules[0])
            self.own.rooms = rules, lay_out(size.state, 1), kernel.room(size), None, minds
            self.own.desk = make_room(size), kernel.room(size), np.zeros(MAX_MOVES), np.zeros((len(RULES), MAX_MOVES), np.int64)
        rows = np.zeros((len(seatings), games), GAME)
        for at, (seat, rule) in enumerate(seatings):
            own = rows[at].view(np.recarray)
            load_games(self.table.size)(*self.own.rooms, self.known, *self.own.desk, own, self.seed, first, seat, rule, self.same)
        return rows
