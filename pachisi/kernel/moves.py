"""Legal moves where every number is judged by itself: candidates, duties, passing."""

from __future__ import annotations

from typing import Any

from ..records import (
    COLOUR_MASK,
    DICE,
    EVERY_KIND,
    MAX_MOVES,
    MOST_OF_NUMBER,
    NUMBER_MASK,
    STEP_MASK,
    CaptureDuty,
    Code,
    DutyOrder,
    Event,
    Shape,
    Use,
)
from .code import (
    code_of,
    colour_of,
    events_of,
    pack,
    pack_pass,
    refused,
    same_piece,
    start_of,
    target_of,
    uses_of,
    with_code,
    with_events,
    with_penalty,
)
from .homeward import walk_home, walk_on
from .jit import inlined, inner, int64
from .pieces import complete, held, locate
from .reach import WALK, breaks, enter, no_entry, refuse, starts_freely, walk, walk_back, walk_called

ENTER, CHAIN, HOME = int(Event.ENTER), int(Event.CHAIN), int(Event.HOME)
TAKE, TAKE_BACK = int(Event.TAKE), int(Event.TAKE_BACK)
NO_ENTRY, ENTRY_SPENT, OWN_PIECE = int(Code.NO_ENTRY), int(Code.ENTRY_SPENT), int(Code.OWN_PIECE)
FRESH, MUST_ENTER, MUST_CAPTURE = int(Code.FRESH), int(Code.MUST_ENTER), int(Code.MUST_CAPTURE)
STRICT, ENTER_FIRST, EITHER = int(CaptureDuty.STRICT), int(DutyOrder.ENTER_FIRST), int(Use.EITHER)
TRIPLE = int(Shape.TRIPLE)
ROOM = MAX_MOVES - MOST_OF_NUMBER  # no number has more moves than the rest holds; of collected ones others follow when some are played
NOBODY, ENTERING = -2, -1  # could capture; only a piece that enters could


@inner
def number_moves(r: Any, s: Any, w: Any) -> int:
    """All legal moves of the open numbers, one number after the other."""
    n = 0
    w.barred = 0
    foremost = NOBODY  # of those that could capture
    slots = int64(r.slots)
    for slot in range(slots):
        number, uses = open_number(r, s, slots, slot)
        if number == 0 or n > ROOM:
            continue
        begin = n
        w.seen = 0
        colour = int64(s.colour)
        while colour >= 0:
            n = colour_moves(r, s, colour & COLOUR_MASK, number, uses, w, n)
            colour = int64(r.second[colour & COLOUR_MASK]) if colour == s.colour else int64(-1)
        if r.capture_duty and w.seen & r.raises:
            foremost = max(foremost, judge_captures(r, s, w, begin, n))
    if slots > 1 and s.pool[0] and s.pool[1]:
        if r.entry_sum and s.pieces[s.colour, 0] == 0:
            n = enter_by_sum(r, s, w, n)
            if r.capture_duty or (r.rungs and r.rung[0] & ENTER == 0):
                judge_entry(r, s, w, n, foremost)
        if r.use == EITHER:
            n = total_moves(r, s, w, n, foremost)
    if w.barred:
        n = drop_barred(w, 0, n)
    if n > 0 and may_decline(r, s, w, n):
        move = pack_pass(open_uses(r, s))
        if foremost != NOBODY and r.capture_duty == STRICT:
            refuse(w, 0, with_code(move, MUST_CAPTURE))
            return n
        w.moves[0, n] = blame(move, foremost) if foremost > ENTERING else move
        n += 1
    return n


@inner
def enter_by_sum(r: Any, s: Any, w: Any, n: int) -> int:
    """P22: two unused dice that add up to a number let a piece in together."""
    colour = int64(s.colour) & COLOUR_MASK
    fits = int64(s.pool[0]) + int64(s.pool[1]) == r.entry_sum
    move = enter(r, s, colour, r.entry_sum, DICE) if fits else no_entry(colour, DICE, NO_ENTRY)
    if code_of(move):
        refuse(w, 0, move)
        return n
    w.moves[0, n] = move
    return n + 1


@inner
def judge_entry(r: Any, s: Any, w: Any, n: int, foremost: int) -> None:
    """What a duty asks of one of the numbers, it asks of an entry with both, unless to enter comes first."""
    if n == 0 or uses_of(w.moves[0, n - 1]) != DICE:
        return
    if r.duty_order == ENTER_FIRST and r.rungs_mask & ENTER:
        foremost = NOBODY
    w.moves[0, n - 1] = judge_total(r, s, w, n - 1, w.moves[0, n - 1], foremost)
    w.barred |= code_of(w.moves[0, n - 1]) != 0


@inlined
def may_decline(r: Any, s: Any, w: Any, n: int) -> bool:
    """May the open numbers be given up instead of these moves?"""
    return r.may_pass or s.tries > 0 or (r.second_lap and all_go_round(w, n))


@inner
def all_go_round(w: Any, n: int) -> bool:
    """Does every move go round again? That is never a duty (E19)."""
    for k in range(n):
        if target_of(w.moves[0, k]) > start_of(w.moves[0, k]):
            return False
    return True


@inlined
def open_number(r: Any, s: Any, slots: int, slot: int) -> tuple[int, int]:
    """The number that is open in a slot, 0 if there is none or an earlier slot has the same; and how a move says that it takes it."""
    if slots == 1:
        return int64(s.pool[0]) & NUMBER_MASK, int64(1)
    if r.kinds:
        return (int64(r.kind[slot]) & NUMBER_MASK if held(s, slot) else int64(0)), slot + 1
    return (int64(0) if repeated(s, slot) else int64(s.pool[slot]) & NUMBER_MASK), 1 << slot


@inlined
def open_uses(r: Any, s: Any) -> int:
    """How a pass says that it gives up all open numbers."""
    if r.kinds:
        return EVERY_KIND
    if r.slots == 1:
        return 1
    uses = 0
    for slot in range(r.slots):
        uses |= 1 << slot if s.pool[slot] else 0
    return uses


@inlined
def repeated(s: Any, slot: int) -> bool:
    """Is the number of a slot open in an earlier one as well?"""
    for k in range(slot):
        if s.pool[k] == s.pool[slot]:
            return True
    return False


@inner
def fresh(r: Any, s: Any, colour: int) -> bool:
    """S8: did all pieces on the start field come in during this turn?"""
    standing = 0
    for i in range(r.pieces):
        standing += s.pieces[colour, i] == 1
    return standing <= s.entered


@inlined
def colour_moves(r: Any, s: Any, colour: int, number: int, uses: int, w: Any, n: int) -> int:
    """The candidates of one colour with one number, those barred by a duty marked as such."""
    begin = n
    seen = 0
    before = -1
    for i in range(r.pieces):
        start = int64(s.pieces[colour, i]) & STEP_MASK
        if start == before or (start == r.last and not r.places):
            continue
        before = start
        if start > 0 and not r.straight:
            n, done = ruled_moves(r, s, colour, start, number, uses, w, n)
            seen |= done
            continue
        if start > 0:
            move = walk(r, s, colour, start, number, uses)
        elif r.per_throw < 4 and s.entered >= r.per_throw:
            move = no_entry(colour, uses, ENTRY_SPENT)
        elif r.lets_in >> number & 1 and (
            not (r.free or r.entry_triple)
            or r.enters >> number & 1
            or starts_freely(r, s, colour)
            or (r.entry_triple and s.form & TRIPLE)
        ):
            move = enter(r, s, colour, number, uses)
        else:
            move = no_entry(colour, uses, NO_ENTRY)
        w.moves[0, n] = move
        seen |= events_of(move)
        n += code_of(move) == 0
        if w.noting and code_of(move):
            refuse(w, 0, move)
    w.seen |= seen
    if r.rungs and (seen & r.rungs_mask or r.chain):
        n = climb(r, s, colour, number, w, begin, n, seen)
    return n


@inner
def ruled_moves(r: Any, s: Any, colour: int, start: int, number: int, uses: int, w: Any, n: int) -> tuple[int, int]:
    """The moves of one piece where it may do anything but walk straight ahead (V4, E19): how many there are then, and what they do."""
    ahead = walk_ruled(r, s, colour, start, number, uses)
    back = walk_back(r, s, colour, start, number, uses) if r.backward else int64(0)
    round_again = walk_on(r, s, colour, start, number, uses) if r.second_lap else int64(0)
    if r.opens and (r.backward or r.second_lap):
        opened = breaks(r, s, colour, start)
        back = with_events(back, opened) if back and code_of(back) == 0 else back
        round_again = with_events(round_again, opened) if round_again and code_of(round_again) == 0 else round_again
    n = add(w, round_again, add(w, back, add(w, ahead, n)))
    return n, events_of(ahead | back | round_again)


@inlined
def add(w: Any, move: int, n: int) -> int:
    """List a move unless it is 0, for none, or refused; how many there are then."""
    if code_of(move):
        refuse(w, 0, move)
        return n
    w.moves[0, n] = move
    return n + (move != 0)


@inlined
def walk_ruled(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A walk where some rule asks for more than its way: a fresh piece, the end of a lap, a block that must be opened."""
    if r.waits and start == 1 and fresh(r, s, colour):
        return pack(WALK, colour, start, 0, uses, refused(FRESH), 0)
    if r.homeward and not r.opens:
        return walk_home(r, s, colour, start, number, uses)
    move = walk_home(r, s, colour, start, number, uses) if r.homeward else walk_called(r, s, colour, start, number, uses)
    if r.opens and code_of(move) == 0:
        move = with_events(move, breaks(r, s, colour, start))
    return move


@inlined
def climb(r: Any, s: Any, colour: int, number: int, w: Any, begin: int, end: int, seen: int) -> int:
    """Down the ladder of duties: the first that is raised bars all other moves."""
    if r.chain and s.pieces[colour, 0] == 0 and seen & r.rung[0] == 0:
        in_the_way = chain_end(r, s, colour, number)
        for k in range(begin, end):
            if start_of(w.moves[0, k]) == in_the_way and in_the_way and target_of(w.moves[0, k]) > in_the_way:
                w.moves[0, k] = with_events(w.moves[0, k], CHAIN)
                seen |= CHAIN
    for rung in range(r.rungs):
        if seen & r.rung[rung]:
            if not r.capture_duty and not w.noting:
                kept = begin
                for k in range(begin, end):
                    w.moves[0, kept] = w.moves[0, k]
                    kept += events_of(w.moves[0, k]) & r.rung[rung] != 0
                return kept
            code = MUST_ENTER if seen & r.rung[rung] == ENTER else r.rung_code[rung]
            for k in range(begin, end):
                if events_of(w.moves[0, k]) & r.rung[rung] == 0:
                    w.moves[0, k] = with_code(w.moves[0, k], code)
                    w.barred = 1
            return end
    return end


@inner
def chain_end(r: Any, s: Any, colour: int, number: int) -> int:
    """clear_chain: the step of the first piece in the way that can move; 0 if there is none."""
    if locate(s, colour, 1, r.pieces) < 0 or code_of(walk_called(r, s, colour, 1, number, 1)) != OWN_PIECE:
        return 0
    step = 1 + number
    while locate(s, colour, step, r.pieces) >= 0:
        if code_of(walk_called(r, s, colour, step, number, 1)) == 0:
            return step
        step += number
    return 0


@inlined
def rank(move: int) -> int:
    """The piece that makes a move, as a number: the higher, the farther it has come."""
    return start_of(move) << 3 | COLOUR_MASK - colour_of(move) if start_of(move) else ENTERING


@inlined
def blame(move: int, ranked: int) -> int:
    """A move for which the piece of this rank goes back."""
    return with_penalty(move, COLOUR_MASK - (ranked & COLOUR_MASK), ranked >> 3)


@inner
def judge_captures(r: Any, s: Any, w: Any, begin: int, end: int) -> int:
    """The duty to capture with one number: bars or marks the moves that neglect it.

    Returns the rank of the foremost piece that could capture, ENTERING or NOBODY.
    """
    foremost = NOBODY
    for k in range(begin, end):
        if events_of(w.moves[0, k]) & r.raises and not (r.duty_order == ENTER_FIRST and code_of(w.moves[0, k])):
            foremost = max(foremost, rank(w.moves[0, k]))
    if foremost == NOBODY:
        return NOBODY
    for k in range(begin, end):
        if events_of(w.moves[0, k]) & (TAKE | TAKE_BACK):
            if r.duty_order != ENTER_FIRST:
                w.moves[0, k] = with_code(w.moves[0, k], 0)  # capturing comes before entering and clearing
        elif r.capture_duty == STRICT:
            w.barred = 1
            if code_of(w.moves[0, k]) == 0:
                w.moves[0, k] = with_code(w.moves[0, k], MUST_CAPTURE)
        elif foremost > ENTERING and not finishes(r, s, w.moves[0, k]):
            w.moves[0, k] = penalise(r, w, begin, end, w.moves[0, k], foremost)
    return foremost


@inner
def penalise(r: Any, w: Any, begin: int, end: int, move: int, foremost: int) -> int:
    """A21, V2a: the moved piece goes back if it could have captured, else the foremost that could."""
    if start_of(move) > 0:
        for j in range(begin, end):
            could = events_of(w.moves[0, j]) & r.raises and not (r.duty_order == ENTER_FIRST and code_of(w.moves[0, j]))
            if could and same_piece(w.moves[0, j], move):
                return with_penalty(move, colour_of(move), target_of(move))
    return blame(move, foremost)


@inner
def finishes(r: Any, s: Any, move: int) -> bool:
    """Does the move bring in the last piece that can be moved in this turn?"""
    if events_of(move) & HOME == 0:
        return False
    colour = colour_of(move)
    if start_of(move) > r.lap or s.pieces[colour, 0] != start_of(move):
        return False
    if r.pieces > 1 and s.pieces[colour, 1] <= r.lap:
        return False
    if r.neutral >= 0 and colour == r.neutral:  # V6f: ends the game if a player has finished
        return s.finished > 0 and (not r.play_on or s.finished >= r.sides - 1)
    other = int64(r.second[colour])
    return other < 0 or other == r.neutral or complete(r, s, other)


@inner
def total_moves(r: Any, s: Any, w: Any, n: int, foremost: int) -> int:
    """combined=either: a piece takes both numbers at once, and the field between does not count."""
    end = n
    total = int64(s.pool[0]) + int64(s.pool[1])
    colour = int64(s.colour)
    while colour >= 0:
        before = -1
        for i in range(r.pieces):
            start = int64(s.pieces[colour & COLOUR_MASK, i]) & STEP_MASK
            if start == before or (start == r.last and not r.places):
                continue
            before = start
            if start > 0:
                move = walk_called(r, s, colour & COLOUR_MASK, start, total, DICE)
                if r.opens and code_of(move) == 0:
                    move = with_events(move, breaks(r, s, colour & COLOUR_MASK, start))
            else:
                move = no_entry(colour & COLOUR_MASK, DICE, NO_ENTRY)
            if code_of(move):
                refuse(w, 0, move)
                continue
            w.moves[0, n] = judge_total(r, s, w, end, move, foremost)
            w.barred |= code_of(w.moves[0, n]) != 0
            n += 1
        colour = int64(r.second[colour & COLOUR_MASK]) if colour == s.colour else int64(-1)
    return n


@inner
def judge_total(r: Any, s: Any, w: Any, end: int, move: int, foremost: int) -> int:
    """What a duty asks of one of the numbers, it asks of both; a capture that only the total makes is no duty."""
    for rung in range(r.rungs):
        raised = False
        for k in range(end):
            if colour_of(w.moves[0, k]) == colour_of(move) and events_of(w.moves[0, k]) & r.rung[rung]:
                raised = True
        if raised:
            if events_of(move) & r.rung[rung] == 0:
                move = with_code(move, r.rung_code[rung])
            break
    if foremost == NOBODY:
        return move
    if events_of(move) & TAKE:
        return with_code(move, 0) if r.duty_order != ENTER_FIRST else move
    if code_of(move):
        return move
    if r.capture_duty == STRICT:
        return with_code(move, MUST_CAPTURE)
    if foremost > ENTERING and not finishes(r, s, move):
        return penalise(r, w, 0, end, move, foremost)
    return move


@inner
def drop_barred(w: Any, row: int, count: int) -> int:
    n = 0
    for k in range(count):
        if code_of(w.moves[row, k]):
            refuse(w, row, w.moves[row, k])
        else:
            w.moves[row, n] = w.moves[row, k]
            n += 1
    return n
