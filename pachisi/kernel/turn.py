"""The turn: what is played and what lapses, until somebody has something to decide."""

from __future__ import annotations

from typing import Any

from ..records import (
    MOST_OPEN,
    Again,
    BonusTime,
    DutyScope,
    Event,
    Finished,
    Kind,
    MayPass,
    News,
    Node,
    Numbers,
    Phase,
    Shape,
    StreakOf,
)
from .code import colour_of, events_of, kind_of, start_of, uses_of
from .ending import LENT, ends_game
from .groups import group_moves
from .jit import inlined, inner, int64
from .make import make, punish, spend
from .moves import number_moves
from .pool import UNDECIDED, open_slots, pool_moves
from .succession import clear_throw, end_throw, next_turn

THROW, MOVE, OFFER = int(Node.THROW), int(Node.MOVE), int(Node.OFFER)
IN_DICE, IN_BONUS = int(Phase.DICE), int(Phase.BONUS)
PASS, STOP = int(Kind.PASS), int(Kind.STOP)
AGAIN, HOME, MAY = int(Shape.AGAIN), int(Event.HOME), int(Again.MAY)
LOST, BONUS_LOST, EARNED = int(News.LOST), int(News.BONUS_LOST), int(News.AGAIN)
COLLECTED, SAME_NUMBER, POOL = int(Numbers.COLLECTED), int(StreakOf.NUMBER), int(DutyScope.POOL)
PASS_TURN, BONUS_TURN, AT_ONCE = int(MayPass.TURN), int(BonusTime.TURN), int(BonusTime.AT_ONCE)
MUST_LEND = int(Finished.MUST_LEND)


@inner
def legal_moves(r: Any, s: Any, w: Any) -> int:
    """Write the legal moves of a move node; how many there are."""
    if r.duty_scope == POOL or s.phase == IN_BONUS:
        return pool_moves(r, s, w)
    if r.groups:
        return group_moves(r, s, w)
    return number_moves(r, s, w)


@inlined
def numbers_open(r: Any, s: Any) -> int:
    """Not 0 while a number is left to play."""
    left = int64(s.pool[0])
    if r.slots > 1:
        left |= int64(s.pool[1])
    if r.slots > 2:
        left |= int64(s.pool[2]) | int64(s.pool[3])
    if r.slots > 4:
        left |= int64(s.pool[4])
    return left


@inlined
def settle(r: Any, s: Any, w: Any) -> int:
    """Play on until there is something to decide (G4); the number of legal moves then."""
    while True:
        if s.phase == IN_BONUS or not numbers_open(r, s):
            waiting = s.bonus[0] or s.bonus[1]
            if not waiting or (r.bonus_time == BONUS_TURN and s.phase != IN_BONUS):
                s.phase = IN_DICE
                if not (r.bonus_time == AT_ONCE and numbers_open(r, s)):  # P12: else the other die follows
                    if another_throw(r, s):
                        return 0
                    if not waiting:
                        next_turn(r, s)
                        return 0
            if waiting:
                s.phase = IN_BONUS
        undecided = s.whole == UNDECIDED
        # `legal_moves` would answer this too: the hottest of its rooms is asked directly, which saves a call
        if r.groups or r.duty_scope == POOL or s.phase == IN_BONUS:
            n = legal_moves(r, s, w)
        else:
            n = number_moves(r, s, w)
        if n:
            s.node = MOVE
            return n
        if s.phase == IN_BONUS:  # bonuses are played while one has a use, then they lapse (B24, B25, B35)
            s.news = s.news | BONUS_LOST
            s.bonus[0] = 0
            s.bonus[1] = 0
            s.phase = IN_DICE
        elif not (undecided and s.whole == 0 and open_slots(s)):  # a void complement: look again at the dice alone
            s.news = s.news | LOST
            end_throw(r, s)


@inlined
def another_throw(r: Any, s: Any) -> bool:
    """All numbers are played: is there another throw, or another try?"""
    if s.again and (s.moved or not r.again_needs_move):
        lent = s.again & LENT
        s.again = (s.again & ~LENT) - 1 if r.turn_numbers == COLLECTED else 0
        if s.form & AGAIN == 0 and r.streak_of != SAME_NUMBER:  # earned by what a move did, which ends a streak
            s.streak = 0
        clear_throw(r, s)
        s.news = s.news | EARNED
        s.node = OFFER if r.again == MAY or (lent and r.finished != MUST_LEND) else THROW
        return True
    s.again = 0
    if s.tries > 0:
        s.tries -= 1
        clear_throw(r, s)
        s.node = THROW
        return True
    return False


@inlined
def play(r: Any, s: Any, move: int) -> bool:
    """Play a legal move; true if there is something to settle."""
    s.news = 0
    kind = kind_of(move)
    if kind == STOP:
        s.again = 0
        s.tries = 0
        return True
    if kind == PASS:
        pass_by(r, s, move)
        return True
    captured = make(r, s, move)
    s.tries = 0
    s.moved = 1
    if r.deeds and earned(r, move, captured):
        s.again = min(int64(s.again) + 1, MOST_OPEN) if r.turn_numbers == COLLECTED else 1
    if r.bonus_time == AT_ONCE and (captured or events_of(move) & HOME) and (s.bonus[0] or s.bonus[1]):
        s.phase = IN_BONUS  # P12: before the other die
    if events_of(move) & HOME and ends_game(r, s, colour_of(move)):
        return False
    punish(r, s, move)
    return True


@inner
def earned(r: Any, move: int, captured: int) -> bool:
    """Does what a move did earn another throw? A piece comes home once, however far it goes there."""
    if r.again_capture and captured:
        return True
    return r.again_home and events_of(move) & HOME != 0 and (not r.places or start_of(move) <= r.lap)


@inlined
def pass_by(r: Any, s: Any, move: int) -> None:
    """A39, D34, B14, A22: give numbers up."""
    spend(r, s, uses_of(move))
    punish(r, s, move)
    if r.may_pass == PASS_TURN and s.tries == 0:
        s.again = 0
