"""Many games with a judge beside them, compiled: what came of each, and how much of it was luck."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dice
from ...bots.search import MOVE, OFFER, OVER, decide, declines
from ...kernel import MOVES, PLAY, THROW
from ...kernel.code import STOP_CODE
from ...kernel.jit import entry, inlined, inner, int64
from ...records import COLOUR_MASK, COLOURS
from .judging import judge_moves, judge_stopping, judge_throws

BINS, POINT = 10_000, 100  # of losses: hundredths of a percentage point
NOTHING, THROWS, ALL = range(3)  # what is judged

JUDGED = np.dtype(
    [
        ("result", "f8", (COLOURS,)),  # by side
        ("luck", "f8", (COLOURS,)),  # of the dice
        ("loss", "f8", (COLOURS,)),  # by one's own decisions
        ("correction", "f8", (COLOURS,)),
        ("decisions", "i8", (COLOURS,)),  # with a choice
        ("best", "i8", (COLOURS,)),  # of them as good as any
    ],
    align=True,
)
ROOM = np.dtype(
    [
        ("means", "f8", (COLOURS,)),  # before a throw, by side
        ("value", "f8", (COLOURS,)),  # of this node
        ("expected", "f8", (COLOURS,)),  # … as it was seen from the one before
        ("known", "i8"),  # was it seen?
    ],
    align=True,
)


@inlined
def weigh(m: Any, room: Any, throws: Any) -> None:
    """The mean over all throws."""
    for side in range(len(m.value)):
        total = 0.0
        for k in range(m.throws):
            total += float(m.weight[k]) * float(throws[k, side])
        room.means[side] = room.value[side] = total


@inlined
def arrive(row: Any, room: Any) -> None:
    """Note what the judge has learned since the last node."""
    if room.known:
        for side in range(len(room.value)):
            row.correction[side] += room.value[side] - room.expected[side]


@inlined
def expect(room: Any, values: Any, k: int) -> None:
    for side in range(len(room.value)):
        room.expected[side] = values[k, side]
    room.known = 1


@inlined
def note_loss(row: Any, bins: Any, side: int, loss: float) -> None:
    row.decisions[side] += 1
    row.best[side] += loss <= 0
    row.loss[side] += loss
    bins[min(int64(loss * POINT * 100 + 0.5), BINS)] += 1


@inner
def judge_choice(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, n: int, moves: Any, room: Any,
    side: int,
) -> None:  # fmt: skip
    """The value of a move node; the legal moves stay in the workspace."""
    judge_moves(act, evaluate, books, states, works, minds, level, n, moves)
    best = 0
    for k in range(n):
        works[0].moves[0, k] = minds[level].menu[2, 0, k]
        best = k if moves[k, side] > moves[best, side] else best
    for other in range(len(room.value)):
        room.value[other] = moves[best, other]


@inner
def play_one(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, row: Any, room: Any, bins: Any,
    moves: Any, throws: Any, throw_of: Any, game: Any, longest: int, bots: int, judging: int,
) -> None:  # fmt: skip
    """One game from states[0] to its end, or until it is too long; judged are throws and decisions, throws, or nothing."""
    r, s, m, w = books[0], states[0], minds[level], works[0]
    key, luck = dice.stream(game, dice.THROWS), dice.stream(game, dice.LUCK)
    drawn = thrown = count = 0
    full, weighed = judging == ALL, judging != NOTHING
    room.known = 0
    n = int64(act(books, states, 0, MOVES, int64(0), works)) if s.node == MOVE else int64(0)
    while s.node == MOVE or (s.node != OVER and count < longest):
        moving = s.node == MOVE
        seat = int64(r.person[s.colour if moving else s.thrower]) & COLOUR_MASK
        side, who = int64(m.side[seat]), bots >> 4 * seat & 15
        verb, what = PLAY, int64(STOP_CODE)
        if moving:
            chosen = 0
            if n > 1:
                if full:
                    judge_choice(act, evaluate, books, states, works, minds, level, n, moves, room, side)
                    arrive(row, room)
                chosen, drawn = decide(act, evaluate, books, states, works, minds, n, who, luck, drawn)
                if full:
                    note_loss(row, bins, side, room.value[side] - moves[chosen, side])
                    expect(room, moves, chosen)
            what = w.moves[0, chosen]
        else:
            if weighed:
                judge_throws(act, evaluate, books, states, works, minds, level, 0, throws)
                weigh(m, room, throws)
            offered = s.node == OFFER
            declined = offered and declines(act, evaluate, books, states, works, minds, who)
            if full and offered:
                judge_stopping(act, evaluate, books, states, works, minds, level, moves)
                if moves[0, side] > room.means[side]:
                    for other in range(len(m.value)):
                        room.value[other] = moves[0, other]
                note_loss(row, bins, side, room.value[side] - (moves[0, side] if declined else room.means[side]))
            arrive(row, room)
            if declined:
                expect(room, moves, 0)
            else:
                count += 1
                verb = THROW
                what, thrown = dice.below(key, thrown, r.outcomes)
                if weighed:
                    fell = int64(throw_of[what])
                    for other in range(len(m.value)):
                        row.luck[other] += throws[fell, other] - room.means[other]
                    expect(room, throws, fell)
        n = int64(act(books, states, 0, verb, what, works))
    evaluate(books, states, 0, minds, level)
    for side in range(len(m.value)):
        row.result[side] = room.value[side] = m.value[side]
    arrive(row, room)


@entry
def play_judged(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, level: int, starts: Any, rows: Any,
    rooms: Any, bins: Any, moves: Any, throws: Any, throw_of: Any, seed: Any, first: int, longest: int, bots: int,
    judging: int,
) -> None:  # fmt: skip
    """Games number first, first + 1, … of a seed, each from every start with the same dice."""
    for k in range(rows.shape[1]):
        game = dice.seed_of(seed, first + k)
        for j in range(rows.shape[0]):
            states[0] = starts[j]
            play_one(
                act, evaluate, books, states, works, minds, level, rows[j, k], rooms[0], bins, moves, throws, throw_of,
                game, longest, bots, judging,
            )  # fmt: skip
