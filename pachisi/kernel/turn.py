"""The turn: throws, what they earn, whose turn follows, and who has won."""

from __future__ import annotations

from typing import Any

from ..records import (
    COLOUR_MASK,
    MOST_OPEN,
    POOL_SIZE,
    After,
    Again,
    BonusTime,
    Complement,
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
    StreakPenalty,
    TriesWhen,
    Win,
)
from .code import colour_of, events_of, kind_of, uses_of
from .groups import group_moves
from .jit import inlined, inner, int64
from .make import make, punish, spend
from .marks import beside, marked
from .moves import number_moves
from .pieces import age_pairs, complete, held, hold, place_called, put
from .pool import UNDECIDED, open_slots, pool_moves

THROW, MOVE, OFFER, OVER = int(Node.THROW), int(Node.MOVE), int(Node.OFFER), int(Node.OVER)
IN_DICE, IN_BONUS = int(Phase.DICE), int(Phase.BONUS)
PASS, STOP = int(Kind.PASS), int(Kind.STOP)
AGAIN, DOUBLE, ENTERS = int(Shape.AGAIN), int(Shape.DOUBLE), int(Shape.ENTERS)
HOME = int(Event.HOME)
LOST, BONUS_LOST, STREAK = int(News.LOST), int(News.BONUS_LOST), int(News.STREAK)
TURN_OVER, EARNED, FINISHED = int(News.TURN_OVER), int(News.AGAIN), int(News.FINISHED)
OPENING_TIE, OPENED = int(News.OPENING_TIE), int(News.OPENED)
COLLECTED, ON_RING, EXPOSED = int(Numbers.COLLECTED), int(StreakPenalty.RING), int(StreakPenalty.EXPOSED)
UNLESS_SAFE = int(StreakPenalty.LAST_MOVED_UNLESS_SAFE)
STUCK, MAY, MOST_ADVANCED = int(TriesWhen.STUCK), int(Again.MAY), int(StreakPenalty.MOST_ADVANCED)
SAME_NUMBER, STRIKE = int(StreakOf.NUMBER), int(StreakPenalty.STRIKE)
ALL_OR_NOTHING, MUST_BREAK, POOL = int(Complement.ALL_OR_NOTHING), int(After.MUST_BREAK), int(DutyScope.POOL)
PASS_TURN, BONUS_TURN, AT_ONCE = int(MayPass.TURN), int(BonusTime.TURN), int(BonusTime.AT_ONCE)
ALL_HOME, FIRST_PIECE, LEND = int(Win.ALL), int(Win.FIRST_PIECE), int(Finished.LEND)
MUST_LEND = int(Finished.MUST_LEND)
LENT = 64  # a bit of s.again: what is earned will be the partner's


@inner
def begin(r: Any, s: Any) -> None:
    """Set up the board and the first turn, whatever the state held before."""
    clear(s)
    for colour in range(len(s.pieces)):
        if r.used[colour]:
            for i in range(r.pieces):
                s.pieces[colour, i] = r.ready[i]
                put(r, s, colour, int64(r.ready[i]))
    s.winner = -1
    if r.first >= 0:
        begin_turn(r, s, r.first)
    else:
        for colour in range(len(s.pieces)):
            if r.person[colour] >= 0:
                s.opening = int64(s.opening) | 1 << int64(r.person[colour])
        s.thrower = 0
        s.node = THROW


@inner
def clear(s: Any) -> None:
    for field in range(len(s.crowd)):
        s.crowd[field] = 0
    for colour in range(len(s.pieces)):
        for i in range(len(s.pieces[0])):
            s.pieces[colour, i] = 0
            s.ages[colour, i] = 0
        s.places[colour] = 0
    for i in range(len(s.pieces[0])):
        s.marks[i] = 0
    for k in range(len(s.walls)):
        s.walls[k] = 0
    for k in range(2):
        s.bonus[k] = 0
    for slot in range(POOL_SIZE):
        s.pool[slot] = 0
    for die in range(3):
        s.faces[die] = 0
    s.turn = s.news = s.node = s.phase = s.thrower = s.colour = s.form = 0
    s.tries = s.streak = s.again = s.moved = s.entered = s.whole = s.started = s.last_moved = s.came_last = 0
    s.finished = s.winner = s.opening = s.tied = s.best = 0


@inlined
def begin_turn(r: Any, s: Any, colour: int) -> None:
    """A new turn; a finished player's throw is the partner's (A31, D37, F14)."""
    colour &= COLOUR_MASK
    lent = r.finished and complete(r, s, colour)
    s.thrower = colour
    s.colour = next_partner(r, s, colour) if lent else colour
    s.turn += 1
    s.streak = 0
    s.again = 0
    s.form = 0
    for die in range(3):
        s.faces[die] = 0
    clear_throw(r, s)
    if r.remembers:
        s.last_moved = 0
    s.tries = r.tries - 1 if r.tries > 1 and may_try(r, s) else 0
    if r.limit:
        age_pairs(r, s, colour)
    s.node = OFFER if r.offer or (lent and r.finished != MUST_LEND) else THROW


@inlined
def end_throw(r: Any, s: Any) -> None:
    for slot in range(POOL_SIZE if r.kinds else r.slots):
        s.pool[slot] = 0


@inlined
def clear_throw(r: Any, s: Any) -> None:
    s.phase = IN_DICE
    s.moved = 0
    s.entered = 0
    s.whole = 0
    end_throw(r, s)
    if r.marks:
        for i in range(r.pieces):
            s.marks[i] = 0


@inlined
def may_try(r: Any, s: Any) -> bool:
    """A8, A22, V1: nothing on the track (and in the goal nothing that could advance)."""
    colour = int64(s.colour) & COLOUR_MASK
    if r.neutral >= 0 and complete(r, s, colour):
        return False
    if not waits(r, s, colour):
        return False
    twin = int64(r.second[colour])
    return twin < 0 or twin == r.neutral or waits(r, s, twin)


@inlined
def waits(r: Any, s: Any, colour: int) -> bool:
    top = r.last
    for k in range(r.pieces):
        step = int64(s.pieces[colour, r.pieces - 1 - k])
        if 0 < step <= r.lap:
            return False
        if r.tries_when == STUCK and step > 0:
            if step != top:
                return False
            top -= 1 if r.places else 0
    return True


@inlined
def next_turn(r: Any, s: Any) -> None:
    """The turn passes to the next colour that has something to do."""
    colour = int64(s.thrower) & COLOUR_MASK
    s.news = s.news | TURN_OVER
    for _ in range(len(s.pieces)):
        colour = int64(r.next[colour]) & COLOUR_MASK
        if r.neutral >= 0 and not complete(r, s, r.neutral):
            break
        if not complete(r, s, colour) or (r.second[colour] >= 0 and r.second[colour] != r.neutral):
            break
        if r.finished:
            break
    s.bonus[0] = 0
    s.bonus[1] = 0
    begin_turn(r, s, colour)


@inlined
def throw(r: Any, s: Any, outcome: int) -> bool:
    """The dice show an outcome; true if there is something to settle."""
    s.news = 0
    if s.opening:
        throw_opening(r, s, outcome)
        return False
    if r.turn_numbers != COLLECTED:
        clear_throw(r, s)
    shape = int64(r.form[outcome])
    if r.streak_of == SAME_NUMBER:  # E8
        s.streak = s.streak + 1 if s.streak and s.faces[0] == r.faces[outcome, 0] else 1
    elif r.streak and shape & AGAIN:
        s.streak += 1
    for die in range(r.dice):
        s.faces[die] = r.faces[outcome, die]
    s.form = shape
    earned = int64(shape & AGAIN != 0)
    s.again = s.again + earned if r.turn_numbers == COLLECTED else earned
    if shape & ENTERS:
        s.tries = 0
    if r.streak and s.streak == r.streak and (shape & AGAIN or r.streak_of == SAME_NUMBER):
        return break_streak(r, s, outcome)
    if r.turn_numbers == COLLECTED:
        return collect(r, s, outcome)
    s.pool[0] = r.numbers[outcome, 0]
    if r.values_out and s.pieces[s.colour, 0] > 0:  # P9
        s.pool[0] = r.numbers_out[outcome, 0]
    if r.slots > 1:
        s.pool[1] = r.numbers[outcome, 1]
    if r.slots == 3:
        s.pool[2] = r.numbers[outcome, 2]
    if r.marks:
        mark_pairs(r, s)
    if r.complement and shape & DOUBLE and s.pieces[s.colour, 0] > 0:  # B14: all pieces are out
        s.pool[2] = r.underside - int64(s.pool[0])
        s.pool[3] = s.pool[2]
        s.whole = UNDECIDED if r.complement == ALL_OR_NOTHING else 0
    return True


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
    if s.form & AGAIN == 0:  # earned by a capture
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
    """B16: one double too many: no move, pieces go back, the turn ends. Or E8: its number is struck out, others are played."""
    s.news = s.news | STREAK
    if r.streak_penalty == STRIKE:
        s.again = 0
        s.streak = 0
        count_numbers(r, s, outcome, 1 - r.streak)
        return True
    colour = int64(s.colour)
    for k in range(r.pieces):
        i = r.pieces - 1 - k if r.streak_penalty == MOST_ADVANCED else k
        step = int64(s.pieces[colour, i])
        if r.remembers and step != s.last_moved:  # P10
            continue
        home = step > r.lap if r.places else step == r.last
        spared = r.streak_penalty >= ON_RING and step > r.lap
        if (r.streak_penalty == EXPOSED or r.streak_penalty == UNLESS_SAFE) and r.field[colour, step] >= 0:
            spared = r.safe[r.field[colour, step]] != 0
        if r.streak_penalty and step > 0 and not home and not spared:
            place_called(r, s, colour, i, 0)
            if r.streak_penalty == MOST_ADVANCED or r.remembers:
                break
    next_turn(r, s)
    return False


@inner
def throw_opening(r: Any, s: Any, outcome: int) -> None:
    """G1: everyone throws once, the highest begins; ties throw again."""
    total = int64(r.opening_total[outcome])
    person = int64(s.thrower)
    if total > s.best:
        s.best = total
        s.tied = 0
    if total == s.best:
        s.tied = int64(s.tied) | 1 << person
    while True:
        person = int64(r.next[person])
        if person == 0:
            break
        if s.opening >> person & 1 and is_person(r, person):
            s.thrower = person
            s.colour = person
            return
    tied = int64(s.tied)
    s.best = 0
    s.tied = 0
    if tied & (tied - 1) == 0:
        person = 0
        while tied >> person & 1 == 0:
            person += 1
        s.opening = 0
        s.news = s.news | OPENED
        begin_turn(r, s, person)
        return
    s.news = s.news | OPENING_TIE
    s.opening = tied
    person = 0
    while not (tied >> person & 1 and is_person(r, person)):
        person = int64(r.next[person])
    s.thrower = person
    s.colour = person


@inner
def is_person(r: Any, colour: int) -> bool:
    """Is this colour number also the number of a person?"""
    return int64(r.person[colour]) == colour


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
    if r.kinds:
        left |= int64(s.pool[4])
    return left


@inlined
def settle(r: Any, s: Any, w: Any) -> int:
    """Play on until there is something to decide (G4); the number of legal moves then."""
    while True:
        if r.bonus_time == AT_ONCE and numbers_open(r, s):  # P12: before the other die
            s.phase = IN_BONUS if s.bonus[0] or s.bonus[1] else IN_DICE
        elif s.phase == IN_BONUS or not numbers_open(r, s):
            waiting = s.bonus[0] or s.bonus[1]
            if not waiting or (r.bonus_time == BONUS_TURN and s.phase != IN_BONUS):
                s.phase = IN_DICE
                if another_throw(r, s):
                    return 0
                if not waiting:
                    next_turn(r, s)
                    return 0
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
        if s.form & AGAIN == 0 and r.streak_of != SAME_NUMBER:  # earned by a capture, which ends a streak
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
    if r.again_capture and captured:
        s.again = min(int64(s.again) + 1, MOST_OPEN) if r.turn_numbers == COLLECTED else 1
    if events_of(move) & HOME:
        colour = colour_of(move)
        if (r.win == FIRST_PIECE or complete(r, s, colour)) and finish(r, s, colour):
            return False
    punish(r, s, move)
    return True


@inlined
def pass_by(r: Any, s: Any, move: int) -> None:
    """A39, D34, B14, A22: give numbers up."""
    spend(r, s, uses_of(move))
    punish(r, s, move)
    if r.may_pass == PASS_TURN and s.tries == 0:
        s.again = 0


@inlined
def next_partner(r: Any, s: Any, colour: int) -> int:
    """The next partner in turn order who has not finished, or else the last (N5)."""
    partner = int64(r.partner[colour & COLOUR_MASK])
    while r.partner[partner] != colour and complete(r, s, partner):
        partner = int64(r.partner[partner])
    return partner


@inner
def finish(r: Any, s: Any, colour: int) -> bool:
    """A colour is complete, or its first piece decides: is the game over? If not, the turn may be (C18, A31, D36)."""
    s.news = s.news | (FINISHED if complete(r, s, colour) else 0)
    if r.neutral >= 0 and colour == r.neutral:
        return finish_neutral(r, s)
    person = int64(r.person[colour])
    twin = int64(r.twin[colour])
    if twin >= 0 and r.win == ALL_HOME and not complete(r, s, twin):
        if r.second[colour] < 0:  # colours take turns: this one has nothing left to do
            hand_over(r, s, twin)
        return False
    s.places[s.finished] = person
    s.finished += 1
    partner = next_partner(r, s, colour) if r.partner[colour] >= 0 else int64(-1)
    if r.neutral >= 0:
        won = complete(r, s, r.neutral)
    elif partner >= 0 and r.win == ALL_HOME:
        won = complete(r, s, partner)
    else:
        won = True
    if won and s.winner < 0:
        s.winner = person
    if won and (not r.play_on or s.finished >= r.sides - 1 or r.sides == 2):
        game_over(r, s)
        return True
    hand_over(r, s, partner)
    return False


@inner
def hand_over(r: Any, s: Any, partner: int) -> None:
    """Open numbers are lost with the last piece that comes home; throws that are earned are lent (A31, D36)."""
    end_throw(r, s)
    s.bonus[0] = s.bonus[1] = 0
    if (r.finished == LEND or r.finished == MUST_LEND) and s.again:
        s.colour = partner
        s.again = s.again | LENT
    else:
        s.again = 0


@inner
def finish_neutral(r: Any, s: Any) -> bool:
    """V6e, V6f: the last neutral piece is in. The player wins who brought it, if finished, else the first who was."""
    person = int64(r.person[s.colour])
    at = -1
    for k in range(s.finished):
        if s.places[k] == person:
            at = k
    if s.finished == 0:
        return False
    if at < 0:
        at = 0
    winner = s.places[at]
    s.winner = winner
    for k in range(at, 0, -1):
        s.places[k] = s.places[k - 1]
    s.places[0] = winner
    if not r.play_on or s.finished >= r.sides - 1:
        game_over(r, s)
        return True
    if complete(r, s, s.colour):
        s.again = 0
    return False


@inner
def game_over(r: Any, s: Any) -> None:
    clear_throw(r, s)
    s.again = 0
    s.tries = 0
    s.streak = 0
    s.last_moved = 0
    s.came_last = 0
    s.form = 0
    for die in range(3):
        s.faces[die] = 0
    s.bonus[0] = 0
    s.bonus[1] = 0
    s.node = OVER
