"""Games that a bot plays against itself to learn from, and what is noted of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dice
from ..bots.mind import LEAVES, PAIRS
from ..bots.nets import COLOURS, FEATURES, HUNTS, PIECES, SITUATION
from ..bots.search import look, think
from ..bots.value import key_of, place_of
from ..kernel import BEGIN, PLAY, THROW
from ..kernel.jit import entry, inlined, inner, int64
from ..records import Node

MOVE, OVER, OFFER = int(Node.MOVE), int(Node.OVER), int(Node.OFFER)
LONGEST = 4096  # throws of a game
FINE = 1 << 20  # parts of one, for chances

LESSON = np.dtype(
    [
        ("steps", "i1", (COLOURS, PIECES)),  # colours in turn from the thrower's; -1: not on the board
        ("side", "i1", (COLOURS,)),  # of these colours; -1: nobody's
        ("table", "i2"),
        ("features", "f4", (COLOURS, FEATURES)),
        ("pairs", "i2", (PAIRS,)),  # HUNTS: none
        ("situation", "f4", (SITUATION,)),
        ("key", "i8"),  # by which a solution of the table knows the position
        ("sibling", "i1"),  # does the next lesson follow from another move after the same throw?
        ("kept", "i1"),
        ("value", "f4", (COLOURS,)),  # by side: how it was evaluated
        ("ahead", "f4", (COLOURS,)),  # … one throw later, on average
        ("goal", "f4", (COLOURS,)),  # … and what came of it
    ],
    align=True,
)


@inner
def note(r: Any, s: Any, m: Any, lesson: Any) -> None:
    """A position between two throws, as the thrower sees it; it has just been evaluated."""
    thrower = int64(s.thrower) & 3
    for slot in range(4):
        colour = thrower + slot & 3
        lesson.side[slot] = m.side[colour]
        for i in range(4):
            lesson.steps[slot, i] = s.pieces[colour, i] if r.used[colour] and i < r.pieces else -1
        for k in range(FEATURES):
            lesson.features[slot, k] = m.features[colour, k]
        lesson.value[slot] = m.value[slot]
    for k in range(PAIRS):
        lesson.pairs[k] = m.pair[k] if k < m.pairs else HUNTS
    lesson.situation[0] = s.tries
    lesson.situation[1] = s.streak
    lesson.situation[2] = s.node == OFFER


@inlined
def forget(s: Any, m: Any) -> None:
    """Forget the value of a position, so that it is evaluated again: its features are needed too."""
    m.known[place_of(key_of(s, m))] = 0


@inlined
def choose(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, n: int, luck: Any, drawn: int, stray: int
) -> tuple[int, int]:
    """The best move, or now and then a random one, for variety."""
    if n == 1:
        return 0, drawn
    lot, drawn = dice.below(luck, drawn, FINE)
    if lot < stray:
        return dice.below(luck, drawn, n)
    return think(act, evaluate, books, states, works, minds, 0, n), drawn


@inner
def hand_back(story: Any, length: int, m: Any, trust: float, memory: float) -> None:
    """From the end to the beginning: the goal of a position mixes the next evaluation with what came of it.

    With little trust in that, the goal is the evaluation one throw later.
    """
    for t in range(length - 1, -1, -1):
        for side in range(4):
            if t == length - 1:
                story[t].goal[side] = m.value[side]
            else:
                later, thought = story[t + 1].goal[side], story[t + 1].value[side]
                story[t].goal[side] = thought * np.float32(1 - memory) + later * np.float32(memory)
    for t in range(length):
        if story[t].kept:
            for side in range(4):
                came = story[t].goal[side] * np.float32(trust)
                story[t].goal[side] = came + story[t].ahead[side] * np.float32(1 - trust)


@inner
def note_siblings(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, key_at: Any, n: int, lessons: Any, filled: Any
) -> None:  # fmt: skip
    """What follows from each of the n legal moves, unless it ends the game: the search compares nothing else."""
    r, m = books[0], minds[0]
    if filled[0] + n > len(lessons):
        return
    think(act, evaluate, books, states, works, minds, 0, n)
    first = filled[0]
    for k in range(n):
        s = states[LEAVES + k]
        if s.node != OVER:
            forget(s, m)
            evaluate(books, states, LEAVES + k, minds, 0)
            lesson = lessons[filled[0]]
            note(r, s, m, lesson)
            lesson.key = key_at(books, states[LEAVES + k :])
            lesson.sibling = 1
            filled[0] += 1
    if filled[0] > first:
        lessons[filled[0] - 1].sibling = 0


@inner
def play_one(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, key_at: Any, story: Any, lessons: Any, filled: Any,
    key: Any, luck: Any, stray: int, keep: int, ahead: bool, siblings: bool,
) -> int:  # fmt: skip
    """One game; how many positions it had, 0 if it did not end. With siblings, a position after a move is one of them."""
    r, s, m = books[0], states[0], minds[0]
    length = drawn = thrown = given = 0
    moved = False
    other = dice.stream(luck, 0)
    n = act(books, states, 0, BEGIN, int64(0), works)
    while s.node != OVER and s.winner < 0:
        if s.node == MOVE:
            if siblings:
                lot, given = dice.below(other, given, FINE)
                if lot < keep:
                    note_siblings(act, evaluate, books, states, works, minds, key_at, n, lessons, filled)
            c, drawn = choose(act, evaluate, books, states, works, minds, n, luck, drawn, stray)
            n = act(books, states, 0, PLAY, works[0].moves[0, c], works)
            moved = True
            continue
        if length == LONGEST:
            return 0
        if s.opening == 0:
            forget(s, m)
            evaluate(books, states, 0, minds, 0)
            note(r, s, m, story[length])
            story[length].key = key_at(books, states)
            story[length].sibling = 0
            lot, given = dice.below(other, given, FINE)
            story[length].kept = lot < keep and not (siblings and moved)
            if story[length].kept and ahead:
                look(act, evaluate, books, states, works, minds, 0, 0, 0)
                for side in range(4):
                    story[length].ahead[side] = m.means[0, side]
            length += 1
        what, thrown = dice.below(key, thrown, r.opening_outcomes if s.opening else r.outcomes)
        n = act(books, states, 0, THROW, what, works)
        moved = False
    for side in range(4):
        m.value[side] = 0
    m.value[m.side[s.winner]] = 1
    return length


@entry
def play_lessons(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, key_at: Any, story: Any, lessons: Any, filled: Any,
    seed: Any, games: int, stray: int, trust: float, memory: float, keep: int, siblings: bool,
) -> None:  # fmt: skip
    """Games against itself; of their positions, or throws, each is kept with a chance of keep / FINE. filled[0] counts them."""
    m = minds[0]
    for game in range(games):
        own = dice.seed_of(seed, game)
        key, luck = dice.stream(own, dice.THROWS), dice.stream(own, dice.LUCK)
        length = play_one(
            act, evaluate, books, states, works, minds, key_at, story, lessons, filled, key, luck, stray, keep, trust < 1, siblings
        )  # fmt: skip
        hand_back(story, length, m, trust, memory)
        for t in range(length):
            if story[t].kept and filled[0] < len(lessons):
                lessons[filled[0]] = story[t]
                filled[0] += 1
