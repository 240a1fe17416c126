"""A throw: the numbers it opens, what it earns, and a streak that is one too long."""

from __future__ import annotations

from typing import Any

from ..records import MOST_OPEN, After, Again, Complement, News, Node, Numbers, Shape, StreakOf, StreakPenalty
from .ending import ends_game
from .jit import inlined, inner, int64
from .marks import beside, marked
from .opening import throw_opening
from .pieces import held, hold, place_called
from .pool import UNDECIDED
from .succession import clear_throw, next_turn

THROW, OFFER = int(Node.THROW), int(Node.OFFER)
AGAIN, DOUBLE, ENTERS = int(Shape.AGAIN), int(Shape.DOUBLE), int(Shape.ENTERS)
STREAK, EARNED, COLLECTED, MAY = int(News.STREAK), int(News.AGAIN), int(Numbers.COLLECTED), int(Again.MAY)
ON_RING, EXPOSED = int(StreakPenalty.RING), int(StreakPenalty.EXPOSED)
MOST_ADVANCED, FOREMOST_HOME = int(StreakPenalty.MOST_ADVANCED), int(StreakPenalty.FOREMOST_HOME)
UNLESS_SAFE = int(StreakPenalty.LAST_MOVED_UNLESS_SAFE)
SAME_NUMBER, STRIKE = int(StreakOf.NUMBER), int(StreakPenalty.STRIKE)
ALL_OR_NOTHING, MUST_BREAK = int(Complement.ALL_OR_NOTHING), int(After.MUST_BREAK)


@inlined
def throw(r: Any, s: Any, outcome: int) -> bool:
    """The dice show an outcome; true if there is something to settle."""
    s.news = 0
    if s.opening:
        throw_opening(r, s, outcome)
        return False
    if r.turn_numbers != COLLECTED:
        clear_throw(r, s)
        s.again = 0
    broken = r.streak and lengthen_streak(r, s, outcome)
    for die in range(r.dice):
        s.faces[die] = r.faces[outcome, die]
    shape = int64(r.form[outcome])
    s.form = shape
    s.again += int64(shape & AGAIN != 0)
    if shape & ENTERS:
        s.tries = 0
    if broken:
        return break_streak(r, s, outcome)
    if r.turn_numbers == COLLECTED:
        return collect(r, s, outcome)
    s.pool[0] = r.numbers[outcome, 0]
    if r.slots > 1:
        s.pool[1] = r.numbers[outcome, 1]
        s.pool[2] = r.numbers[outcome, 2]
    if r.afterthrow:
        look_closer(r, s, outcome)
    return True


@inlined
def look_closer(r: Any, s: Any, outcome: int) -> None:
    """What a throw opens besides its numbers, or instead, and what the pieces carry within it."""
    if r.marks:
        mark_pairs(r, s)
    if s.pieces[s.colour, 0] == 0:
        return
    if r.values_out:  # P9: all pieces are out
        s.pool[0] = r.numbers_out[outcome, 0]
    if r.complement and r.form[outcome] & DOUBLE:  # B14
        s.pool[2] = r.underside - int64(s.pool[0])
        s.pool[3] = s.pool[2]
        s.whole = UNDECIDED if r.complement == ALL_OR_NOTHING else 0


@inlined
def lengthen_streak(r: Any, s: Any, outcome: int) -> bool:
    """Does this throw make one too many in a row? Those that earn another are counted, or the same number (E8)."""
    if r.streak_of == SAME_NUMBER:
        s.streak = s.streak + 1 if s.streak and s.faces[0] == r.faces[outcome, 0] else 1
        return s.streak == r.streak
    if r.form[outcome] & AGAIN:
        s.streak += 1
        return s.streak == r.streak
    return False


@inner
def collect(r: Any, s: Any, outcome: int) -> bool:
    """S5, G12: a number is put to the others of the turn; they are played once no further throw is earned."""
    if r.kinds:
        count_numbers(r, s, outcome, 1)
    else:
        slot = 0
        while s.pool[slot]:
            slot += 1
        s.pool[slot] = r.numbers[outcome, 0]
    if s.again == 0:
        return True
    s.again -= 1
    s.news = s.news | EARNED
    s.node = THROW
    if s.form & AGAIN == 0:  # earned by what a move did
        s.streak = s.streak if r.streak_of == SAME_NUMBER else 0
        s.node = OFFER if r.again == MAY else THROW
    return False


@inner
def count_numbers(r: Any, s: Any, outcome: int, change: int) -> None:
    """Put the numbers of a throw to those that are open, or take away as many as are."""
    for slot in range(r.kinds):
        for k in range(2):
            if r.kind[slot] == r.numbers[outcome, k]:
                hold(s, slot, min(max(held(s, slot) + change, 0), MOST_OPEN))


@inner
def mark_pairs(r: Any, s: Any) -> None:
    """Number the pieces, and mark those that stand as a block."""
    colour = int64(s.colour)
    for i in range(r.pieces):
        s.marks[i] = marked(i)
    for i in range(r.pieces - 1):
        step = int64(s.pieces[colour, i])
        lapsed = r.limit and r.after != MUST_BREAK and s.ages[colour, i] >= r.limit
        if not r.may_march and 0 < step < r.last and s.pieces[colour, i + 1] == step and not lapsed:
            s.marks[i] = s.marks[i] | beside(i + 1)
            s.marks[i + 1] = s.marks[i + 1] | beside(i)


@inner
def break_streak(r: Any, s: Any, outcome: int) -> bool:
    """B16: one double too many: no move, pieces go back (or the foremost goes home), the turn ends.

    Or E8: its number is struck out, others are played.
    """
    s.news = s.news | STREAK
    if r.streak_penalty == STRIKE:
        s.again = 0
        s.streak = 0
        count_numbers(r, s, outcome, 1 - r.streak)
        return True
    colour = int64(s.colour)
    rewards = r.streak_penalty == FOREMOST_HOME
    one = rewards or r.streak_penalty == MOST_ADVANCED  # the foremost alone
    for k in range(r.pieces):
        i = r.pieces - 1 - k if one else k
        step = int64(s.pieces[colour, i])
        if r.remembers and step != s.last_moved:  # P10
            continue
        home = step > r.lap if r.places else step == r.last
        spared = r.streak_penalty >= ON_RING and step > r.lap
        if (r.streak_penalty == EXPOSED or r.streak_penalty == UNLESS_SAFE) and r.field[colour, step] >= 0:
            spared = r.safe[r.field[colour, step]] != 0
        if r.streak_penalty and step > 0 and not home and not spared:
            place_called(r, s, colour, i, r.last if rewards else r.back)
            if one or r.remembers:
                break
    if not (rewards and ends_game(r, s, colour)):
        next_turn(r, s)
    return False
