"""Legal moves where several open numbers may be added up (B), and those of a bonus."""

from __future__ import annotations

from typing import Any

from ..records import (
    CAPTURE_BONUS,
    COLOUR_MASK,
    COMPLEMENTS,
    DICE,
    HOME_BONUS,
    STEP_MASK,
    Code,
    Complement,
    Phase,
    Play,
    Single,
    Use,
)
from .code import code_of, events_of, pack, pack_pass, refused, start_of, target_of, uses_of, with_code, with_events
from .jit import inlined, inner, int64
from .make import make
from .marks import WALKED, beside, number_in
from .moves import drop_barred
from .pieces import find, locate
from .reach import WALK, breaks, enter, no_entry, refuse, walk_somehow

NO_ENTRY, ENTRY_SPENT, NO_TOTAL = int(Code.NO_ENTRY), int(Code.ENTRY_SPENT), int(Code.NO_TOTAL)
C_WALKED, PARTIAL, MARCH = int(Code.WALKED), int(Code.PARTIAL), int(Code.MARCH)
USE_MORE, USE_ALL, USE_HIGHER = int(Code.USE_MORE), int(Code.USE_ALL), int(Code.USE_HIGHER)
IN_DICE, IN_BONUS = int(Phase.DICE), int(Phase.BONUS)
EITHER, DIRECT = int(Use.EITHER), int(Use.DIRECT)
MAX, HIGHER, OPTIONAL = int(Play.MAX), int(Single.HIGHER), int(Complement.OPTIONAL)
ALL = DICE | COMPLEMENTS
FOURTEEN = 4  # numbers of a double with its complements
UNDECIDED = 2  # s.whole: can a double be played with its complements?


@inlined
def open_slots(s: Any) -> int:
    mask = 0
    for slot in range(4):
        if s.pool[slot]:
            mask |= 1 << slot
    return mask


@inlined
def on_offer(r: Any, s: Any) -> int:
    """The slots whose numbers are on offer: those of the dice, or of the bonuses."""
    if s.phase == IN_DICE:
        return open_slots(s)
    same = r.bonus[0] == r.bonus[1]
    return (CAPTURE_BONUS if s.bonus[0] else 0) | (HOME_BONUS if s.bonus[1] and not (same and s.bonus[0]) else 0)


@inlined
def mandatory(r: Any) -> int:
    """Slots whose numbers must be played if possible: the dice, and complements unless optional."""
    return DICE if r.complement == OPTIONAL else ALL


@inlined
def bits(mask: int) -> int:
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@inlined
def repeats(s: Any, mask: int) -> bool:
    """Does an earlier choice of slots hold the same numbers, or are these two bonuses at once (B24, B34)?

    Without branches, for no processor foresees them.
    """
    dice = (mask & DICE == 0b10) & (s.pool[0] == s.pool[1])
    complements = (mask & COMPLEMENTS == 0b1000) & (s.pool[2] == s.pool[3])
    return dice | complements | (mask == CAPTURE_BONUS | HOME_BONUS)


@inner
def candidates(r: Any, s: Any, w: Any, row: int) -> int:
    """Every use of every choice of open numbers that the board allows."""
    n = mask = 0
    adds_up = r.use == EITHER or r.use == DIRECT
    opened = on_offer(r, s)
    colour = int64(s.colour) & COLOUR_MASK
    while mask < opened:
        mask = (mask - opened) & opened  # the next choice of open slots
        if repeats(s, mask) or (mask & (mask - 1) and not adds_up and mask != DICE and not w.noting):
            continue
        total = r.bonus[0] * (mask & CAPTURE_BONUS != 0) + r.bonus[1] * (mask & HOME_BONUS != 0)
        for slot in range(r.slots):
            total += int64(s.pool[slot]) * (mask >> slot & 1)
        before = -1
        for i in range(r.pieces):
            start = int64(s.pieces[colour, i]) & STEP_MASK
            if start == before or start == r.last:
                continue
            before = start
            if start == 0:
                move = entering(r, s, colour, mask, total)
            elif mask & (mask - 1) and not adds_up:
                move = pack(WALK, colour, start, 0, mask, refused(NO_TOTAL), 0)
            else:
                move = with_events(walk_somehow(r, s, colour, start, total, mask), breaks(r, s, colour, start))
                if r.marks and mask <= ALL and code_of(move) == 0:
                    move = with_code(move, marked(r, s, colour, start, target_of(move)))
            w.moves[row, n] = move
            n += code_of(move) == 0
            if w.noting and code_of(move):
                refuse(w, row, move)
    return n


@inner
def entering(r: Any, s: Any, colour: int, mask: int, total: int) -> int:
    """B8: a five, or two unused dice that add up to five."""
    one_die = mask < DICE and r.enters >> total & 1
    five_sum = mask == DICE and r.entry_sum and total == r.entry_sum
    if not one_die and not five_sum:
        return no_entry(colour, mask, NO_ENTRY)
    if s.entered >= r.per_throw:
        return no_entry(colour, mask, ENTRY_SPENT)
    return enter(r, s, colour, 1, mask)


@inner
def marked(r: Any, s: Any, colour: int, start: int, target: int) -> int:
    """The code that refuses a piece for what it did in this throw: it walked, or marches with its block."""
    mark = int64(s.marks[find(s, colour, start, r.pieces)])
    if r.use == DIRECT and mark & WALKED:
        return C_WALKED
    mate = locate(s, colour, target, r.pieces)
    if not r.may_march and mate >= 0 and target < r.last and mark & beside(number_in(int64(s.marks[mate]))):
        return MARCH
    return 0


@inner
def duties(r: Any, w: Any, row: int, n: int) -> int:
    """The duties over all open numbers: entering first, then breaking a block."""
    seen = 0
    for k in range(n):
        seen |= events_of(w.moves[row, k])
    for rung in range(r.rungs):
        if seen & r.rung[rung]:
            for k in range(n):
                if events_of(w.moves[row, k]) & r.rung[rung] == 0:
                    w.moves[row, k] = with_code(w.moves[row, k], r.rung_code[rung])
            return drop_barred(w, row, n)
    return n


@inner
def playable(r: Any, s: Any, w: Any, row: int) -> int:
    """The moves of one position, without looking further ahead than one move."""
    n = candidates(r, s, w, row)
    if r.use == DIRECT and n and s.phase == IN_DICE:
        for k in range(n):
            if wastes(r, s, w, row, n, k):
                w.moves[row, k] = with_code(w.moves[row, k], PARTIAL)
        n = drop_barred(w, row, n)
    return duties(r, w, row, n) if r.rungs else n


@inner
def wastes(r: Any, s: Any, w: Any, row: int, n: int, k: int) -> bool:
    """combined=direct: a part is illegal if the piece could take all and no piece could use the rest."""
    must = open_slots(s) & mandatory(r)
    rest = must & ~uses_of(w.moves[row, k])
    if rest == 0 or start_of(w.moves[row, k]) == 0:
        return False
    takes_all = False
    for j in range(n):
        if uses_of(w.moves[row, j]) == must and start_of(w.moves[row, j]) == start_of(w.moves[row, k]):
            takes_all = True
    if not takes_all:
        return False
    w.spare[row + 1] = s
    after = w.spare[row + 1]
    make(r, after, w.moves[row, k])
    for j in range(candidates(r, after, w, row + 1)):
        if uses_of(w.moves[row + 1, j]) & ~mandatory(r) == 0:
            return False
    return True


@inner
def most_played(r: Any, w: Any) -> int:
    """How many mandatory numbers can still be played from the position in row 1."""
    best = 0
    row = 1
    fresh = True
    w.spent[1] = 0
    while row > 0:
        if fresh:
            w.found[row] = playable(r, w.spare[row], w, row)
            w.tried[row] = 0
            best = max(best, w.spent[row])
        fresh = w.tried[row] < w.found[row]
        if not fresh:
            row -= 1
            continue
        move = w.moves[row, w.tried[row]]
        w.tried[row] += 1
        w.spent[row + 1] = w.spent[row] + bits(uses_of(move) & mandatory(r))
        w.spare[row + 1] = w.spare[row]
        row += 1
        make(r, w.spare[row], move)
    return best


@inner
def measure(r: Any, s: Any, w: Any, n: int) -> int:
    """For each legal move, how many mandatory numbers its best line plays; the most of all."""
    longest = 0
    for k in range(n):
        w.spare[1] = s
        make(r, w.spare[1], w.moves[0, k])
        w.played[k] = bits(uses_of(w.moves[0, k]) & mandatory(r)) + most_played(r, w)
        longest = max(longest, w.played[k])
    return longest


@inner
def keep_longest(s: Any, w: Any, n: int, longest: int) -> None:
    """dice_use=max, and a complement that is all or nothing: only lines that play most numbers."""
    for k in range(n):
        if w.played[k] < longest:
            w.moves[0, k] = with_code(w.moves[0, k], USE_ALL if s.whole else USE_MORE)


@inner
def keep_higher(s: Any, w: Any, n: int) -> None:
    """single_die=higher: each of two dice can be played but not both, so it must be the higher."""
    if s.pool[0] == 0 or s.pool[1] == 0 or s.pool[0] == s.pool[1]:
        return
    seen = 0
    for k in range(n):
        seen |= 1 << uses_of(w.moves[0, k])
    if seen & 2 and seen & 4:
        for k in range(n):
            if uses_of(w.moves[0, k]) == 1:  # slot 0 holds the lower number
                w.moves[0, k] = with_code(w.moves[0, k], USE_HIGHER)


@inner
def pool_moves(r: Any, s: Any, w: Any) -> int:
    """All legal moves of the open dice and complements, or of a bonus, which one piece moves in full (B24, B34)."""
    n = playable(r, s, w, 0)
    if s.phase == IN_BONUS:
        return n
    if n and (r.play == MAX or r.single == HIGHER or s.whole):
        longest = measure(r, s, w, n)
        if s.whole == UNDECIDED:  # B14: all fourteen or nothing
            s.whole = longest == FOURTEEN
            if longest < FOURTEEN:
                s.pool[2] = 0
                s.pool[3] = 0
                return 0
        if r.play == MAX or s.whole:
            keep_longest(s, w, n, longest)
        if r.single == HIGHER and longest < 2:
            keep_higher(s, w, n)
        n = drop_barred(w, 0, n)
    if n and r.complement == OPTIONAL and open_slots(s) & COMPLEMENTS:  # B14: complements may be waived
        for k in range(n):
            if uses_of(w.moves[0, k]) & COMPLEMENTS == 0:
                return n
        w.moves[0, n] = pack_pass(open_slots(s) & COMPLEMENTS)
        n += 1
    return n
