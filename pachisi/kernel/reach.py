"""May this piece use this number? The rules of walking, blocking and landing."""

from __future__ import annotations

from typing import Any

from ..records import (
    CODE,
    CODE_MASK,
    COLOUR,
    COUNT,
    EVENTS,
    EVENTS_MASK,
    HITS,
    KIND,
    NOTES,
    START,
    STEP_MASK,
    TARGET,
    USES,
    USES_MASK,
    Code,
    Event,
    Kind,
)
from .jit import inlined, inner, int64
from .pieces import alone, count, locate, wall_ahead

OVERSHOOT, OWN_PIECE, GOAL_JUMP = int(Code.OVERSHOOT), int(Code.OWN_PIECE), int(Code.GOAL_JUMP)
BLOCK_BETWEEN, BLOCK_AHEAD = int(Code.BLOCK_BETWEEN), int(Code.BLOCK_AHEAD)
SAFE_TAKEN = int(Code.SAFE_TAKEN)
START_TAKEN, START_BLOCKED = int(Code.START_TAKEN), int(Code.START_BLOCKED)
OWN_COLOUR, OWN_BY_NEUTRAL = int(Code.OWN_COLOUR), int(Code.OWN_BY_NEUTRAL)
ENTER, CLEAR, HOME, BREAK = int(Event.ENTER), int(Event.CLEAR), int(Event.HOME), int(Event.BREAK)
TAKE, TAKE_BACK, TAKE_OTHER = int(Event.TAKE), int(Event.TAKE_BACK), int(Event.TAKE_OTHER)
K_ENTER = int(Kind.ENTER)


@inlined
def start_of(move: int) -> int:
    return (move >> START) & STEP_MASK


@inlined
def target_of(move: int) -> int:
    return (move >> TARGET) & STEP_MASK


@inlined
def uses_of(move: int) -> int:
    return (move >> USES) & USES_MASK


@inlined
def events_of(move: int) -> int:
    return (move >> EVENTS) & EVENTS_MASK


@inlined
def code_of(move: int) -> int:
    return (move >> CODE) & CODE_MASK


@inlined
def refuse(w: Any, row: int, move: int) -> None:
    """Note a refusal, if somebody asks why."""
    if w.noting and row == 0 and w.noted < NOTES:
        w.notes[w.noted] = move
        w.noted += 1


@inlined
def blocked(r: Any, s: Any, colour: int, field: int) -> bool:
    """Does a block on this ring field stop the colour?"""
    here = int64(s.crowd[field])
    if alone(here):
        return False
    if r.block_enemies and here & r.prey[colour] == 0:
        return False
    if not r.block_safe and r.safe[field]:
        return False
    return here & 0x8888 == 0  # B30: a lapsed pair is no block


@inner
def way_blocked(r: Any, s: Any, colour: int, start: int, target: int) -> bool:
    """Does a block lie between two steps of a colour, ends excluded?"""
    field = int64(r.field[colour, start])
    if field >= 0 and target <= r.lap + 1 and not wall_ahead(r, s, field, target - start - 1):
        return False
    for step in range(start + 1, target):
        field = int64(r.field[colour, step])
        if field >= 0:
            if s.crowd[field] != 0 and blocked(r, s, colour, field):
                return True
        elif r.stack == 2 and not r.block_enemies and lane_block(r, s, colour, step):
            return True
    return False


@inner
def lane_block(r: Any, s: Any, colour: int, step: int) -> bool:
    """B27: a pair on the own home path hinders its owner, until it lapses."""
    for i in range(r.pieces - 1):
        if s.pieces[colour, i] == step and s.pieces[colour, i + 1] == step:
            return not (r.limit and r.expiry != 2 and s.ages[colour, i] >= r.limit)
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
    """What happens on the target: a refusal code, or hits << 8 | events << 12."""
    field = int64(r.field[colour, target])
    if field < 0:
        if target == r.last and not r.places:
            return HOME << 12
        i = locate(s, colour, target, r.pieces)
        if i >= 0 and not r.groups:
            if r.places or r.stack == 1 or (i + 1 < r.pieces and s.pieces[colour, i + 1] == target):
                return OWN_PIECE
        return HOME << 12 if r.places else 0
    here = int64(s.crowd[field])
    if here == 0:
        return 0
    own = (here >> (4 * colour)) & 7
    if own >= r.stack or (entering and own and not r.join):
        return START_TAKEN if entering else OWN_PIECE
    if r.team_stack < 8 and own + count(s, field, r.friend[colour]) >= r.team_stack:
        return START_BLOCKED if entering else BLOCK_AHEAD
    barred, prey, rival = r.barred[colour], r.prey[colour], r.rival[colour]
    if r.neutral >= 0 and colour == r.neutral:  # C12: nobody captures his own colour with a neutral piece
        barred = int64(15) << (4 * int64(s.colour))
        prey = prey & ~barred
    if here & barred:
        return OWN_BY_NEUTRAL if r.neutral >= 0 and colour == r.neutral else OWN_COLOUR
    if here & prey == 0:
        return 0
    if r.safe[field] and not (entering and r.takes_safe):
        return 0 if r.shared_safe else SAFE_TAKEN
    if r.blocks:
        if r.by_group:
            if count(s, field, prey) > group:
                return BLOCK_AHEAD
        elif blocked(r, s, colour, field) or (r.expiry == 1 and here & 0x8888):
            return START_BLOCKED if entering else BLOCK_AHEAD
    hits = 0
    for victim in range(4):
        if (here & prey) >> (4 * victim) & 7:
            hits |= 1 << victim
    return hits << 8 | (TAKE if here & rival else TAKE_OTHER) << 12


@inlined
def pack(kind: int, colour: int, start: int, target: int, uses: int, landed: int, events: int) -> int:
    """A candidate: legal with its hits and events, or with the code that refuses it."""
    move = kind << KIND | colour << COLOUR | start << START | target << TARGET | uses << USES | 1 << COUNT
    if landed & 255:
        return move | landed << CODE
    return move | (landed >> 8 & 15) << HITS | (landed >> 12 | events) << EVENTS


@inlined
def walk(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A piece walks forward."""
    colour &= 3
    target = start + number
    if target > r.last:
        return pack(0, colour, start, 0, uses, OVERSHOOT, 0)
    if r.blocks and way_blocked(r, s, colour, start, target):
        return pack(0, colour, start, target, uses, BLOCK_BETWEEN, 0)
    if target > r.lap and not r.goal_jump and lane_jumped(r, s, colour, start, target):
        return pack(0, colour, start, target, uses, GOAL_JUMP, 0)
    events = CLEAR if start == 1 and s.pieces[colour, 0] == 0 else 0
    return pack(0, colour, start, target, uses, landing(r, s, colour, target, False, 8), events)


@inner
def stride(r: Any, s: Any, colour: int, start: int, number: int, uses: int) -> int:
    """A walk that is called, not compiled into its caller: for all but the hottest loop."""
    return walk(r, s, colour, start, number, uses)


@inlined
def breaks(r: Any, s: Any, colour: int, start: int) -> int:
    """The event of moving one of a pair that must be broken (B30)."""
    if r.expiry == 2 and r.limit:
        for i in range(r.pieces - 1):
            if s.pieces[colour, i] == start and s.pieces[colour, i + 1] == start and s.ages[colour, i] >= r.limit:
                return BREAK << EVENTS
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
        hunt = hunt & ~(int64(15) << (4 * int64(s.colour)))
    here = int64(s.crowd[field])
    if here & hunt == 0 or (r.blocks and (way_blocked(r, s, colour, target, start) or blocked(r, s, colour, field))):
        return 0
    landed = landing(r, s, colour, target, False, 1)
    if landed & 255:
        return 0
    taken = TAKE_BACK if landed >> 12 & TAKE else TAKE_OTHER
    return pack(0, colour, start, target, uses, (landed >> 8 & 15) << 8 | taken << 12, 0)


@inlined
def enter(r: Any, s: Any, colour: int, uses: int) -> int:
    """A piece comes from the reserve onto its start field."""
    return pack(K_ENTER, colour, 0, 1, uses, landing(r, s, colour, 1, True, 1), ENTER)


@inlined
def no_entry(colour: int, uses: int, code: int) -> int:
    return pack(K_ENTER, colour, 0, 1, uses, code, 0)
