"""The legal moves where several numbers lie open and may be added up (B), and bonus moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..records import CODE, KIND, USES, WALKED, Code, Kind
from .jit import inner
from .make import make
from .moves import drop_barred
from .pieces import find, locate
from .reach import code_of, enter, events_of, no_entry, refuse, start_of, target_of, uses_of, walk

NO_ENTRY, ENTRY_SPENT = int(Code.NO_ENTRY), int(Code.ENTRY_SPENT)
C_WALKED, PARTIAL, MARCH = int(Code.WALKED), int(Code.PARTIAL), int(Code.MARCH)
USE_MORE, USE_ALL, USE_HIGHER = int(Code.USE_MORE), int(Code.USE_ALL), int(Code.USE_HIGHER)
PASS = int(Kind.PASS)
DICE, COMPLEMENT, ALL = 3, 12, 15  # slots of the pool
PLAYED = 32  # where `measure` notes its results
UNDECIDED = 2  # whether a complement must be played as a whole
DEPTH = 6  # positions held while looking ahead: four numbers, one after the other


@inner
def open_slots(s: Any) -> int:
    mask = 0
    for slot in range(4):
        if s.pool[slot]:
            mask |= 1 << slot
    return mask


@inner
def mandatory(r: Any) -> int:
    """Slots whose numbers must be played if they can: the dice, and complements unless optional."""
    return DICE if r.complement == 1 else ALL


@inner
def bits(mask: int) -> int:
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@inner
def repeats(s: Any, mask: int) -> bool:
    """Is this choice of slots the same numbers as an earlier one?"""
    if mask & 3 == 2 and s.pool[0] == s.pool[1]:
        return True
    return mask & 12 == 8 and s.pool[2] == s.pool[3]


@inner
def candidates(r: Any, s: Any, moves: Any) -> int:
    """Every use of every choice of open numbers that the board allows."""
    n = 0
    opened = open_slots(s)
    colour = np.int64(s.colour)
    for mask in range(1, 16):
        if mask & opened != mask or repeats(s, mask):
            continue
        if mask & (mask - 1) and not r.combine and mask != DICE:
            continue
        total = 0
        for slot in range(4):
            if mask >> slot & 1:
                total += np.int64(s.pool[slot])
        before = -1
        for i in range(r.pieces):
            start = np.int64(s.pieces[colour, i])
            if start == before or start == r.last:
                continue
            before = start
            if start == 0:
                move = entering(r, s, colour, mask, total)
            elif mask & (mask - 1) and not r.combine:
                continue
            else:
                move = walk(r, s, colour, start, total, mask)
                if r.marks and code_of(move) == 0:
                    move |= marked(r, s, colour, start, target_of(move)) << CODE
            if code_of(move) == 0:
                moves[n] = move
                n += 1
            else:
                refuse(moves, move)
    return n


@inner
def entering(r: Any, s: Any, colour: int, mask: int, total: int) -> int:
    """B8: a five, or two unused dice that total five."""
    one_die = mask < 3 and r.enters >> total & 1
    five_sum = mask == DICE and r.enter_sum and total == r.enter_sum
    if not one_die and not five_sum:
        return no_entry(colour, mask, NO_ENTRY)
    if s.entered >= r.per_throw:
        return no_entry(colour, mask, ENTRY_SPENT)
    return enter(r, s, colour, mask)


@inner
def marked(r: Any, s: Any, colour: int, start: int, target: int) -> int:
    """What a piece has done in this throw may forbid the move: walked once, or marched as a block."""
    mark = np.int64(s.marks[find(s, colour, start, r.pieces)])
    if r.direct and mark & WALKED:
        return C_WALKED
    mate = locate(s, colour, target, r.pieces)
    if r.no_march and mate >= 0 and target < r.last and mark >> (s.marks[mate] >> 4 & 3) & 1:
        return MARCH
    return 0


@inner
def duties(r: Any, moves: Any, n: int) -> int:
    """The duties over all open numbers: entering first, then breaking a block."""
    seen = 0
    for k in range(n):
        seen |= events_of(moves[k])
    for rung in range(r.rungs):
        if seen & r.rung[rung]:
            for k in range(n):
                if events_of(moves[k]) & r.rung[rung] == 0:
                    moves[k] |= r.rung_code[rung] << CODE
            return drop_barred(moves, 0, n)
    return n


@inner
def playable(r: Any, s: Any, moves: Any, spare: Any, lines: Any, depth: int) -> int:
    """The moves of one position, without looking further ahead than one move."""
    n = candidates(r, s, moves)
    if r.direct and n:
        for k in range(n):
            if wastes(r, s, moves, n, k, spare, lines, depth):
                moves[k] |= PARTIAL << CODE
        n = drop_barred(moves, 0, n)
    return duties(r, moves, n)


@inner
def wastes(r: Any, s: Any, moves: Any, n: int, k: int, spare: Any, lines: Any, depth: int) -> bool:
    """combined=direct: a part is illegal if the piece could take all and nobody could use the rest."""
    must = open_slots(s) & mandatory(r)
    rest = must & ~uses_of(moves[k])
    if rest == 0 or start_of(moves[k]) == 0:
        return False
    takes_all = False
    for j in range(n):
        if uses_of(moves[j]) == must and start_of(moves[j]) == start_of(moves[k]):
            takes_all = True
    if not takes_all:
        return False
    spare[depth] = s
    after = spare[depth]
    make(r, after, moves[k])
    line = lines[depth]
    found = candidates(r, after, line)
    for j in range(found):
        if uses_of(line[j]) & ~mandatory(r) == 0:
            return False
    return True



@inner
def most_played(r: Any, spare: Any, lines: Any) -> int:
    """How many mandatory numbers can still be played from the position in spare[0]."""
    counts = lines[DEPTH]  # per depth: moves, next move, numbers played so far
    best = 0
    depth = 0
    fresh = True
    counts[2] = 0
    while depth >= 0:
        at = 3 * depth
        if fresh:
            counts[at] = playable(r, spare[depth], lines[depth], spare, lines, depth + 1)
            counts[at + 1] = 0
            best = max(best, counts[at + 2])
        fresh = counts[at + 1] < counts[at]
        if not fresh:
            depth -= 1
            continue
        move = lines[depth, counts[at + 1]]
        counts[at + 1] += 1
        counts[at + 5] = counts[at + 2] + bits(uses_of(move) & mandatory(r))
        depth += 1
        spare[depth] = spare[depth - 1]
        make(r, spare[depth], move)
    return best


@inner
def measure(r: Any, s: Any, moves: Any, n: int, spare: Any, lines: Any) -> int:
    """For each move, how many mandatory numbers its best line plays; the most of all."""
    longest = 0
    for k in range(n):
        spare[0] = s
        make(r, spare[0], moves[k])
        played = bits(uses_of(moves[k]) & mandatory(r)) + most_played(r, spare, lines)
        lines[DEPTH, PLAYED + k] = played
        longest = max(longest, played)
    return longest


@inner
def keep_longest(s: Any, moves: Any, n: int, longest: int, lines: Any) -> None:
    """dice_use=max, and a complement that is all or nothing: only lines that play most numbers."""
    for k in range(n):
        if lines[DEPTH, PLAYED + k] < longest:
            moves[k] |= (USE_ALL if s.whole else USE_MORE) << CODE


@inner
def keep_higher(s: Any, moves: Any, n: int) -> None:
    """single_die=higher: each of two dice can be played but not both, so it must be the higher."""
    if s.pool[0] == 0 or s.pool[1] == 0 or s.pool[0] == s.pool[1]:
        return
    seen = 0
    for k in range(n):
        seen |= 1 << uses_of(moves[k])
    if seen & 2 and seen & 4:
        for k in range(n):
            if uses_of(moves[k]) == 1:  # slot 0 holds the lower number
                moves[k] |= USE_HIGHER << CODE


@inner
def pool_moves(r: Any, s: Any, moves: Any, spare: Any, lines: Any) -> int:
    """All legal moves of the open dice and complements."""
    n = playable(r, s, moves, spare, lines, 0)
    if n and (r.play_max or r.higher or s.whole):
        longest = measure(r, s, moves, n, spare, lines)
        if s.whole == UNDECIDED:  # B14: all fourteen or nothing
            s.whole = longest == 4
            if longest < 4:
                s.pool[2] = 0
                s.pool[3] = 0
                return 0
        if r.play_max or s.whole:
            keep_longest(s, moves, n, longest, lines)
        if r.higher and longest < 2:
            keep_higher(s, moves, n)
        n = drop_barred(moves, 0, n)
    if n and r.complement == 1 and open_slots(s) & COMPLEMENT:  # B14: complements may be waived
        for k in range(n):
            if uses_of(moves[k]) & COMPLEMENT == 0:
                return n
        moves[n] = PASS << KIND | (open_slots(s) & COMPLEMENT) << USES
        n += 1
    return n


@inner
def bonus_moves(r: Any, s: Any, moves: Any) -> int:
    """Bonus numbers: each is moved by one piece, in full (B24, B34)."""
    n = 0
    colour = np.int64(s.colour)
    for kind in range(2):
        if s.bonus[kind] == 0 or (kind == 1 and s.bonus[0] and r.bonus[0] == r.bonus[1]):
            continue
        before = -1
        for i in range(r.pieces):
            start = np.int64(s.pieces[colour, i])
            if start == before or start == 0 or start == r.last:
                continue
            before = start
            move = walk(r, s, colour, start, r.bonus[kind], 16 << kind)
            if code_of(move) == 0:
                moves[n] = move
                n += 1
            else:
                refuse(moves, move)
    return duties(r, moves, n)
