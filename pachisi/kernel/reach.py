"""May this piece use this number? The rules of walking, blocking and landing."""

from __future__ import annotations

from typing import Any

from ..records import (
    CAPTURE_BONUS,
    COLOUR_MASK,
    NOTES,
    After,
    BlockOf,
    BrokenBy,
    CaptureBy,
    CaptureOnSafe,
    Code,
    EntryStep,
    Event,
    Free,
    Kind,
    Shape,
    Stops,
    Takes,
)
from .code import code_of, events_of, hits_of, landed, pack, refused
from .crowd import COUNTS, LAPSED, all_of, alone, has_lapsed, is_pair, number_of, total
from .jit import inlined, inner, int64
from .pieces import complete, locate, wall_ahead
from .way import destination, swept

OVERSHOOT, OWN_PIECE, GOAL_JUMP = int(Code.OVERSHOOT), int(Code.OWN_PIECE), int(Code.GOAL_JUMP)
BLOCK_BETWEEN, BLOCK_AHEAD = int(Code.BLOCK_BETWEEN), int(Code.BLOCK_AHEAD)
SAFE_TAKEN, FULL, HOME_ORDER = int(Code.SAFE_TAKEN), int(Code.FULL), int(Code.HOME_ORDER)
START_TAKEN, START_BLOCKED = int(Code.START_TAKEN), int(Code.START_BLOCKED)
OWN_COLOUR, OWN_BY_NEUTRAL = int(Code.OWN_COLOUR), int(Code.OWN_BY_NEUTRAL)
ENTER, CLEAR, HOME, BREAK = int(Event.ENTER), int(Event.CLEAR), int(Event.HOME), int(Event.BREAK)
TAKE, TAKE_BACK, TAKE_OTHER = int(Event.TAKE), int(Event.TAKE_BACK), int(Event.TAKE_OTHER)
PASS_ONLY, MUST_BREAK = int(After.PASS_ONLY), int(After.MUST_BREAK)
EVERYONE, OTHERS = int(Stops.EVERYONE), int(Stops.OTHERS)
SMALLER = int(Stops.SMALLER)
EQUAL_GROUP, EQUAL_STACK, SHARED = int(BrokenBy.EQUAL_GROUP), int(BrokenBy.EQUAL_STACK), int(CaptureOnSafe.SHARED)
PASSING, TOTAL, LAST_IF_FULL = int(CaptureBy.PASSING), int(EntryStep.TOTAL), int(Takes.LAST_IF_FULL)
OF_COLOUR, OF_TEAM = int(BlockOf.COLOUR), int(BlockOf.TEAM)
AGAIN, DOUBLE = int(Shape.AGAIN), int(Shape.DOUBLE)
ONCE, BY_DOUBLE, WHENEVER_EMPTY = int(Free.ONCE), int(Free.DOUBLE), int(Free.WHENEVER_EMPTY)
WALK, K_ENTER = int(Kind.MOVE), int(Kind.ENTER)


@inlined
def refuse(w: Any, row: int, move: int) -> None:
    """Note a refused move, if somebody wants to know why."""
    if w.noting and row == 0 and w.noted < NOTES:
        w.notes[w.noted] = move
        w.noted += 1


@inlined
def blocked(r: Any, s: Any, colour: int, field: int) -> bool:
    """Does a block on this ring field stop the colour?"""
    here = int64(s.crowd[field])
    if alone(here):
        return False
    if r.stops == OTHERS and number_of(here, colour):
        return False
    if r.stops != EVERYONE and r.stops != OTHERS:
        if here & r.prey[colour] == 0:
            return False
        here &= r.prey[colour] | LAPSED
    return is_block(r, here, field)


@inlined
def is_block(r: Any, here: int, field: int) -> bool:
    """Do several pieces on a ring field make a block there?"""
    if r.block_of and not is_pair(here) and not (r.block_of == OF_TEAM and allied(r, here)):
        return False
    if not (r.block_on_safe if r.safe[field] else r.on_plain):
        return False
    return not has_lapsed(here)  # B30


@inner
def allied(r: Any, here: int) -> bool:
    """Are there partners among the pieces on a field?"""
    for colour in range(r.colours):
        if number_of(here, colour) and here & r.friend[colour]:
            return True
    return False


@inlined
def way_open(r: Any, s: Any, colour: int, start: int, target: int) -> bool:
    """Is it sure at a glance that no block lies between two steps of a colour, ends excluded?"""
    field = int64(r.field[colour, start])
    return field >= 0 and target <= r.lap + 1 and not wall_ahead(r, s, field, target - start - 1)


@inner
def way_blocked(r: Any, s: Any, colour: int, start: int, target: int) -> bool:
    """Does a block lie between two steps of a colour, ends excluded?"""
    for step in range(start + 1, target):
        field = int64(r.field[colour, step])
        if field >= 0:
            if s.crowd[field] != 0 and blocked(r, s, colour, field):
                return True
        elif r.lane_blocks and lane_block(r, s, colour, step):
            return True
    return False


@inner
def tallest(r: Any, s: Any, colour: int, field: int) -> int:
    """F9: the most enemies of one colour on a field that go the same way; 0 if there are none."""
    most = 0
    here = int64(s.crowd[field]) & r.prey[colour]
    for enemy in range(len(s.pieces)):
        standing = number_of(here, enemy)
        step = int64(r.step_at[enemy, field])
        if standing > 1 and r.lap > r.ring and step + r.ring <= r.lap:  # on its own end field, going out or coming in
            out = 0
            for i in range(r.pieces):
                out += s.pieces[enemy, i] == step
            standing = max(out, standing - out)
        most = max(most, standing)
    return most


@inner
def tallest_between(r: Any, s: Any, colour: int, start: int, target: int) -> int:
    """F10: the same for all fields between two steps, ends excluded, where stacks block."""
    most = 0
    rounds = target <= start  # past a shut gate
    for ahead in range(start + 1, target + r.circuit if rounds else target):
        step = ahead - r.circuit if rounds and ahead > r.outer else ahead
        field = int64(r.field[colour, step])
        if field >= 0 and (r.block_on_safe if r.safe[field] else r.on_plain):
            most = max(most, tallest(r, s, colour, field))
    return most


@inlined
def held_up(r: Any, s: Any, colour: int, start: int, target: int) -> bool:
    """Does a block keep a single piece from going from one step to another?"""
    if r.stops >= SMALLER:  # or nobody
        return r.stops == SMALLER and tallest_between(r, s, colour, start, target) > 1
    return not way_open(r, s, colour, start, target) and way_blocked(r, s, colour, start, target)


@inner
def lane_block(r: Any, s: Any, colour: int, step: int) -> bool:
    """B27: a pair on its own home path blocks its owner, until it lapses."""
    for i in range(r.pieces - 1):
        if s.pieces[colour, i] == step and s.pieces[colour, i + 1] == step:
            return not (r.limit and r.after != MUST_BREAK and s.ages[colour, i] >= r.limit)
    return False


@inner
def waits_behind(r: Any, s: Any, colour: int, start: int) -> bool:
    """S14, bench_queue: did two pieces of one enemy come onto this field before the first of this colour?"""
    field = int64(r.field[colour, start])
    if field < 0 or r.safe[field] == 0:
        return False
    first = int64(s.ages[colour, locate(s, colour, start, r.pieces)])
    for enemy in range(len(s.pieces)):
        earlier = 0
        for k in range(r.pieces):
            here = r.field[enemy, s.pieces[enemy, k]] == field
            earlier += 1 if here and s.ages[enemy, k] < first else 0
        if earlier > 1 and enemy != colour:
            return True
    return False


@inlined
def lane_jumped(r: Any, s: Any, colour: int, start: int, target: int) -> bool:
    for i in range(r.pieces):
        step = int64(s.pieces[colour, i])
        if step > r.lap and start < step < target:
            return True
    return False


@inlined
def landing(r: Any, s: Any, colour: int, target: int, entering: bool, group: int) -> int:
    """What happens on the target: hits and events, or the code that refuses it."""
    field = int64(r.field[colour, target])
    if field < 0:
        if target == r.last and not r.places:
            first = int64(r.home_after[colour])
            return refused(HOME_ORDER) if first >= 0 and not complete(r, s, first) else landed(0, HOME)
        i = locate(s, colour, target, r.pieces)
        if i >= 0 and not r.groups:
            last = i + r.stack - 1  # of as many as may stand there
            if r.places or (last < r.pieces and s.pieces[colour, last] == target):
                return refused(OWN_PIECE)
        return landed(0, HOME) if r.places else 0
    here = int64(s.crowd[field])
    if here == 0:
        return 0
    if entering and r.takes and (r.entry_step != TOTAL or target == 1):
        return admission(r, s, colour, here & COUNTS)
    own = number_of(here, colour)
    if (own >= r.stack and not r.zones) or (entering and own and not r.join):
        return refused(START_TAKEN if entering else OWN_PIECE)
    if r.crowded:
        code = overcrowded(r, s, colour, target, field, entering)
        if code:
            return refused(code)
    barred, prey, rival = r.barred[colour], r.prey[colour], r.rival[colour]
    if r.neutral >= 0 and colour == r.neutral:  # C12: a neutral piece never captures the colour of the player who moves it
        barred = all_of(int64(s.colour))
        prey = prey & ~barred
    if here & barred:
        return refused(OWN_BY_NEUTRAL if r.neutral >= 0 and colour == r.neutral else OWN_COLOUR)
    if here & prey == 0 or r.capture_by == PASSING:
        return 0
    if r.safe[field] and not (entering and r.takes_safe):
        return 0 if r.capture_on_safe == SHARED else refused(SAFE_TAKEN)
    if r.blocks and not (entering and r.takes_pair):  # B21, start_pair=captured
        if r.broken_by == EQUAL_GROUP:
            if total(here & prey) > group:
                return refused(BLOCK_AHEAD)
        elif r.broken_by == EQUAL_STACK:
            pass  # it depends on how many land (see `groups.parts`)
        elif blocked(r, s, colour, field) or (r.after == PASS_ONLY and has_lapsed(here)):
            return refused(START_BLOCKED if entering else BLOCK_AHEAD)
    hits = 0
    for victim in range(len(s.pieces)):
        if number_of(here & prey, victim):
            hits |= 1 << victim
    return landed(hits, TAKE if here & rival else TAKE_OTHER)


@inner
def overcrowded(r: Any, s: Any, colour: int, target: int, field: int, entering: bool) -> int:
    """The code that keeps a piece off a ring field for lack of room, other than for its own colour; 0 if it has room."""
    here = int64(s.crowd[field])
    code = no_room(r, colour, target, here, 1) if r.zones else 0
    if code:
        return code
    if r.capacity and total(here) >= r.capacity:
        return BLOCK_AHEAD if blocked(r, s, colour, field) else FULL
    # N5: where nothing blocks, a team has as much room as anybody
    mates = number_of(here, colour) + total(here & r.friend[colour])
    if r.team_stack < 8 and mates >= r.team_stack and (r.block_on_safe or not r.safe[field]):
        if r.team_stack == 1:
            return START_TAKEN if entering else OWN_PIECE
        if r.block_of == OF_COLOUR and not is_pair(here):
            return OWN_PIECE
        return START_BLOCKED if entering else BLOCK_AHEAD
    return 0


@inner
def no_room(r: Any, colour: int, target: int, here: int, coming: int) -> int:
    """H10, H12, H16: the code that keeps so many pieces of a colour off a step for those that stand there; 0 if they have room."""
    if number_of(here, colour) + coming > r.room[target]:
        return FULL if r.room[target] > 1 else OWN_PIECE
    return OWN_PIECE if r.apart[target] and here & r.friend[colour] else 0


@inner
def admission(r: Any, s: Any, colour: int, here: int) -> int:
    """P5, P6: an entering piece captures one guest on its start field at most, the last that came."""
    if (r.stack < r.capacity or not r.join) and number_of(here, colour) >= (r.stack if r.join else 1):
        return refused(START_TAKEN)
    prey = here & r.prey[colour]
    if total(here) < r.capacity and (prey == 0 or r.takes == LAST_IF_FULL):
        return 0
    if prey == 0:
        return refused(START_TAKEN)
    if total(prey) > 1 and not r.takes_pair and r.blocks and r.block_on_safe and (is_pair(prey) or allied(r, prey)):
        return refused(START_BLOCKED)
    victim = -1
    for guest in range(len(s.pieces)):
        if number_of(prey, guest) and (victim < 0 or int64(s.came_last) >> colour & 1):
            victim = guest
    return landed(1 << victim, TAKE)


@inlined
def walk(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A piece walks straight ahead."""
    colour &= COLOUR_MASK
    target = start + number
    if target > r.last:
        return pack(WALK, colour, start, 0, uses, refused(OVERSHOOT), 0)
    return arrive(r, s, colour, start, target, start, target, uses, 0)


@inlined
def arrive(r: Any, s: Any, colour: int, start: int, target: int, low: int, high: int, uses: int, events: int) -> int:
    """A piece comes from one step to another; its way leads as low and as high as this."""
    if r.bars and held_up(r, s, colour, low, high):
        return pack(WALK, colour, start, target, uses, refused(BLOCK_BETWEEN), 0)
    if target > r.lap and not r.goal_jump and lane_jumped(r, s, colour, start, target):
        return pack(WALK, colour, start, target, uses, refused(GOAL_JUMP), 0)
    if start == 1 and s.pieces[colour, 0] == 0:
        events |= CLEAR
    there = landing(r, s, colour, target, False, 8) if target != start else int64(0)
    return pack(WALK, colour, start, target, uses, there, events)


@inlined
def walk_somehow(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A piece walks, straight ahead or not."""
    if r.roundabout:
        return walk_about(r, s, colour & COLOUR_MASK, start, number, uses)
    return walk(r, s, colour, start, number, uses)


@inner
def walk_called(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """`walk_somehow`, called and not compiled into its caller: for all but the hottest loops."""
    return walk_somehow(r, s, colour, start, number, uses)


@inner
def walk_about(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A piece walks where a number may lead elsewhere than straight ahead, or more matters than what lies there."""
    target = destination(r, s, colour, start, number) if r.winding else start + number
    if r.overshoot and uses >= CAPTURE_BONUS and start + number > r.last:  # P19: a bonus never bounces
        target = -OVERSHOOT
    if target < 0:
        return pack(WALK, colour, start, 0, uses, refused(-target), 0)
    if target > r.last:
        return pack(WALK, colour, start, 0, uses, refused(OVERSHOOT), 0)
    if r.queue and waits_behind(r, s, colour, start):
        return pack(WALK, colour, start, target, uses, refused(BLOCK_BETWEEN), 0)
    events = TAKE if r.capture_by and swept(r, s, colour, start, min(start + number, r.last)) else 0
    bounced = start + number > r.last  # it went home and back: nothing may stand on either way
    low, high = (min(start, target), r.last) if bounced else (start, target)
    return arrive(r, s, colour, start, target, low, high, uses, events)


@inlined
def breaks(r: Any, s: Any, colour: int, start: int) -> int:
    """The event of moving a piece out of a block that must be opened; 0 if it is in none."""
    if r.after == MUST_BREAK and r.limit:  # B30
        for i in range(r.pieces - 1):
            if s.pieces[colour, i] == start and s.pieces[colour, i + 1] == start and s.ages[colour, i] >= r.limit:
                return BREAK
    if r.opens and s.form & AGAIN and not s.moved:  # P11
        field = int64(r.field[colour, start])
        if field >= 0 and not alone(int64(s.crowd[field])) and is_block(r, int64(s.crowd[field]), field):
            return BREAK
    return 0


@inner
def walk_back(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """V4: a piece goes back to capture, never onto or over its own start field; 0 if it cannot."""
    target = start - number
    if start > r.lap or target < 2:
        return 0
    field = int64(r.field[colour, target])
    hunt = r.hunt[colour]
    if r.neutral >= 0 and colour == r.neutral:
        hunt = hunt & ~all_of(int64(s.colour))
    here = int64(s.crowd[field])
    if here & hunt == 0 or (r.blocks and (held_up(r, s, colour, target, start) or blocked(r, s, colour, field))):
        return 0
    there = landing(r, s, colour, target, False, 1)
    if code_of(there):
        return 0
    taken = TAKE_BACK if events_of(there) & TAKE else TAKE_OTHER
    return pack(WALK, colour, start, target, uses, landed(hits_of(there), taken), 0)


@inlined
def enter(r: Any, s: Any, colour: int, number: int, uses: int) -> int:
    """A piece comes from the reserve onto its start field, or as far as the number says."""
    if r.entry_step == TOTAL:
        return enter_ahead(r, s, colour, number, uses)
    return pack(K_ENTER, colour, 0, 1, uses, landing(r, s, colour, 1, True, 1), ENTER)


@inner
def enter_ahead(r: Any, s: Any, colour: int, target: int, uses: int) -> int:
    """A piece comes from the reserve onto a step beyond its start field."""
    if r.blocks and held_up(r, s, colour, 0, target):
        return pack(K_ENTER, colour, 0, target, uses, refused(BLOCK_BETWEEN), 0)
    return pack(K_ENTER, colour, 0, target, uses, landing(r, s, colour, target, True, 1), ENTER)


@inlined
def starts_freely(r: Any, s: Any, colour: int) -> bool:
    """D13, E9: may a piece enter with any number?"""
    if r.free == ONCE:
        return s.started >> colour & 1 == 0
    if r.free == BY_DOUBLE:
        return s.form & DOUBLE != 0
    if r.free != WHENEVER_EMPTY:
        return False
    for i in range(r.pieces):
        if 0 < s.pieces[colour, i] < r.last:
            return False
    return True


@inlined
def no_entry(colour: int, uses: int, code: int) -> int:
    return pack(K_ENTER, colour, 0, 1, uses, refused(code), 0)
