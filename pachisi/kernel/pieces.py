"""Pieces on fields: only these functions move one."""

from __future__ import annotations

from typing import Any

from ..records import COLOUR_MASK, HALF, STEP_MASK, After
from .crowd import COUNTS, all_of, alone, is_pair, lapsed_pair, one_of, total
from .jit import inlined, inner, int64

MUST_BREAK = int(After.MUST_BREAK)


@inlined
def held(s: Any, kind: int) -> int:
    """How many numbers of a kind are open, where they are counted."""
    return int64(s.pool[kind >> 1]) >> 4 * (kind & 1) & 15


@inlined
def hold(s: Any, kind: int, count: int) -> None:
    shift = 4 * (kind & 1)
    s.pool[kind >> 1] = int64(s.pool[kind >> 1]) & ~(15 << shift) | count << shift


@inlined
def lift(r: Any, s: Any, colour: int, step: int) -> None:
    """Take a piece off its ring field, if it stands on one."""
    field = int64(r.field[colour, step])
    if field >= 0:
        here = int64(s.crowd[field]) - one_of(colour) & ~lapsed_pair(colour)
        s.crowd[field] = here
        if r.watched:
            if r.blocks and alone(here):
                half = word_of(s, field)
                s.walls[half] &= ~(1 << (field - HALF * half))
            if r.takes and r.host[field]:
                s.came_last = int64(s.came_last) & ~(1 << (int64(r.host[field]) - 1))


@inlined
def put(r: Any, s: Any, colour: int, step: int) -> None:
    field = int64(r.field[colour, step])
    if field >= 0:
        here = int64(s.crowd[field])
        s.crowd[field] = here + one_of(colour)
        if r.watched and here:
            if r.blocks:
                half = word_of(s, field)
                s.walls[half] |= 1 << (field - HALF * half)
            if r.takes and r.host[field]:
                note_guest(r, s, colour, field)


@inner
def note_guest(r: Any, s: Any, colour: int, field: int) -> None:
    """P6b: who of two guests of different colours came last to a start field?"""
    host = int64(r.host[field]) - 1
    guests = int64(s.crowd[field]) & COUNTS & ~all_of(host)
    if not alone(guests) and not is_pair(guests) and guests < one_of(colour + 1):
        s.came_last = int64(s.came_last) | 1 << host


@inner
def recount(r: Any, s: Any) -> None:
    """Find again what stands on the fields, from the pieces and their ages; it was nothing before."""
    for colour in range(r.colours):
        for i in range(r.pieces):
            field = int64(r.field[colour, int64(s.pieces[colour, i]) & STEP_MASK])
            if field >= 0:
                here = int64(s.crowd[field])
                s.crowd[field] = here + one_of(colour)
                if r.blocks and here:
                    half = word_of(s, field)
                    s.walls[half] |= 1 << (field - HALF * half)
                if r.limit and r.after != MUST_BREAK and s.ages[colour, i] >= r.limit:
                    s.crowd[field] = int64(s.crowd[field]) | lapsed_pair(colour)


@inlined
def word_of(s: Any, field: int) -> int:
    """The word of the walls that holds a field."""
    half = int64(field >= HALF)
    if len(s.walls) > 2:
        half += int64(field >= 2 * HALF) + int64(field >= 3 * HALF)
    return half


@inlined
def wall_ahead(r: Any, s: Any, field: int, steps: int) -> bool:
    """Do two or more pieces stand on one of the next ring fields? On a large board: on any field at all."""
    if len(s.walls) > 2:
        return steps > 0 and s.walls[0] | s.walls[1] | s.walls[2] | s.walls[3] != 0
    if s.walls[0] | s.walls[1] == 0 or steps <= 0:
        return False
    first = field + 1
    if first < HALF:
        ahead = s.walls[0] >> first | s.walls[1] << (HALF - first)
    else:
        ahead = s.walls[1] >> (first - HALF)
    if field + steps >= r.ring:
        ahead |= s.walls[0] << (r.ring - first)
    return ahead & ((1 << steps) - 1) != 0


@inlined
def swap(r: Any, s: Any, colour: int, a: int, b: int) -> None:
    step = s.pieces[colour, a]
    s.pieces[colour, a] = s.pieces[colour, b]
    s.pieces[colour, b] = step
    if r.oldest:
        age = s.ages[colour, a]
        s.ages[colour, a] = s.ages[colour, b]
        s.ages[colour, b] = age
    if r.marks and colour == s.colour:
        mark = s.marks[a]
        s.marks[a] = s.marks[b]
        s.marks[b] = mark


@inlined
def place(r: Any, s: Any, colour: int, i: int, target: int) -> None:
    """Move piece number i to a step and keep the pieces in ascending order."""
    colour &= COLOUR_MASK
    i &= 7
    start = int64(s.pieces[colour, i]) & STEP_MASK
    lift(r, s, colour, start)
    put(r, s, colour, target)
    s.pieces[colour, i] = target
    if r.oldest:
        if r.queue:
            queue_up(r, s, colour, i, start, target)
        if r.limit:
            restart_ages(s, colour, start, target)
    if r.pieces == 4 and not r.marks:
        sink_in(r, s, colour, i)
        return
    aged = r.oldest > 0
    while i + 1 < r.pieces and key(s, colour, i + 1, aged) < key(s, colour, i, aged):
        swap(r, s, colour, i, i + 1)
        i += 1
    while i > 0 and key(s, colour, i - 1, aged) > key(s, colour, i, aged):
        swap(r, s, colour, i, i - 1)
        i -= 1


@inlined
def key(s: Any, colour: int, i: int, aged: bool) -> int:
    """A piece and its age, if it has one, in one number."""
    return int64(s.pieces[colour, i]) << 8 | int64(s.ages[colour, i] if aged else 0)


@inlined
def lay_down(s: Any, colour: int, i: int, piece: int, aged: bool) -> None:
    s.pieces[colour, i] = piece >> 8
    if aged:
        s.ages[colour, i] = piece & 255


@inlined
def sink_in(r: Any, s: Any, colour: int, i: int) -> None:
    """Sort piece number i of four in among the others, without branches."""
    aged = r.oldest > 0
    moved, a = key(s, colour, i, aged), key(s, colour, int64(i == 0), aged)
    b, c = key(s, colour, 1 + (i <= 1), aged), key(s, colour, 2 + (i <= 2), aged)
    lay_down(s, colour, 0, min(moved, a), aged)
    lay_down(s, colour, 1, max(a, min(moved, b)), aged)
    lay_down(s, colour, 2, max(b, min(moved, c)), aged)
    lay_down(s, colour, 3, max(moved, c), aged)


@inner
def queue_up(r: Any, s: Any, colour: int, i: int, start: int, target: int) -> None:
    """A piece leaves the queue on its old field, if that is safe, and is the last on its new one (S14, bench_queue)."""
    field, place_left = int64(r.field[colour, start]), int64(s.ages[colour, i])
    s.ages[colour, i] = 0
    if field >= 0 and r.safe[field]:
        for other in range(len(s.pieces)):
            for k in range(r.pieces):
                here = r.field[other, s.pieces[other, k]] == field
                if here and s.ages[other, k] > place_left:
                    s.ages[other, k] -= 1
    field = int64(r.field[colour, target])
    if field >= 0 and r.safe[field]:
        s.ages[colour, i] = total(int64(s.crowd[field]))


@inlined
def restart_ages(s: Any, colour: int, start: int, target: int) -> None:
    """Any change of a pair starts a new count (B30)."""
    for i in range(len(s.pieces[0])):
        step = int64(s.pieces[colour, i])
        if step == start or step == target:
            s.ages[colour, i] = 0


@inner
def place_called(r: Any, s: Any, colour: int, i: int, target: int) -> None:
    """`place`, called and not compiled into its caller: for all but the hottest path."""
    place(r, s, colour, i, target)


@inner
def find(s: Any, colour: int, step: int, pieces: int) -> int:
    """The piece that moves from a step: among equals one without a mark, if there is one."""
    found = -1
    for i in range(pieces):
        if s.pieces[colour, i] == step and (found < 0 or s.marks[i] < s.marks[found]):
            found = i
    return found


@inlined
def locate(s: Any, colour: int, step: int, pieces: int) -> int:
    """The first piece of a colour on a step, -1 if there is none; pieces are sorted, so it needs no branch."""
    below = 0
    for i in range(len(s.pieces[0])):
        below += (s.pieces[colour, i] < step) & (i < pieces)
    return below if below < pieces and s.pieces[colour, below] == step else -1


@inlined
def withdraw(r: Any, s: Any, colour: int, i: int) -> None:
    """A piece goes to the reserve; those below it move up in the order."""
    lift(r, s, colour, int64(s.pieces[colour, i]))
    for k in range(len(s.pieces[0]) - 1, 0, -1):
        if k <= i:
            s.pieces[colour, k] = s.pieces[colour, k - 1]
            if r.oldest:
                s.ages[colour, k] = s.ages[colour, k - 1]
    s.pieces[colour, 0] = 0
    if r.oldest:
        s.ages[colour, 0] = 0


@inner
def send_back(r: Any, s: Any, colour: int, step: int) -> int:
    """All pieces of a colour on the ring field of a step go back, whether they go out or come in; how many they were."""
    sent = 0
    while True:
        i = locate(s, colour, step, r.pieces)
        if i < 0:
            if r.lap > r.ring and step + r.ring <= r.lap:  # its own end field, which it meets twice
                step += r.ring
                continue
            return sent
        if r.marks or r.back:
            place_called(r, s, colour, i, r.back)
        else:
            withdraw(r, s, colour, i)
        sent += 1


@inlined
def complete(r: Any, s: Any, colour: int) -> bool:
    """Has this colour brought in all its pieces?"""
    least = int64(s.pieces[colour, 0])
    if r.places:
        return least > r.lap
    return least == r.last


@inner
def age_pairs(r: Any, s: Any, colour: int) -> None:
    """B30: pairs grow a round older at the start of their owner's turn."""
    for i in range(r.pieces - 1):
        step = int64(s.pieces[colour, i])
        if step == 0 or step == r.last or s.pieces[colour, i + 1] != step:
            continue
        age = int64(s.ages[colour, i])
        if age < r.limit:
            age += 1
            s.ages[colour, i] = age
            s.ages[colour, i + 1] = age
        field = int64(r.field[colour, step])
        if age == r.limit and r.after != MUST_BREAK and field >= 0:
            s.crowd[field] = int64(s.crowd[field]) | lapsed_pair(colour)
