"""From Rules to RULES: the choices, the throw table, the paths and masks that the kernel looks up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from .boards import plan
from .kernel.crowd import all_of
from .records import CHOICES, RULES, STEPS, BlockOf, Code, Event, Finished, LastSteps, Phase, Shape, Stops, Win, table
from .rules import (
    WINDING,
    Rules,
    climbing_numbers,
    count_of,
    counted,
    graces,
    has_zones,
    lots,
    numbers_thrown,
    room_on,
    steps_ready,
)
from .seats import First, Seating, opposite

Record = Any  # one np.record of RULES or STATE
Throw = tuple[int, int]  # one of its outcomes, how many orders it has


def lower(rules: Rules, first: First = 0) -> np.recarray[tuple[int], np.dtype[np.void]]:
    """One RULES record, in an array of one, as the kernel takes it."""
    book = table(RULES, 1)
    book.view(np.uint8)[:] = np.frombuffer(lowered(rules, first), np.uint8)
    return book


@lru_cache(maxsize=128)
def lowered(rules: Rules, first: First) -> bytes:
    book = table(RULES, 1)
    record = book[0]
    lower_board(record, rules)
    lower_seats(record, rules, first)
    lower_dice(record, rules)
    lower_turn(record, rules)
    lower_moves(record, rules)
    return book.tobytes()


def copy(record: Record, chapter: object, *names: str) -> None:
    """Copy rules that have the same name in the record, prefixed by the chapter where the name alone is unclear."""
    for name in names:
        value, own = getattr(chapter, name), f"{type(chapter).__name__.lower()}_{name}"
        field = own if own in (RULES.names or ()) else name
        record[field] = CHOICES[field][value.upper()] if isinstance(value, str) else value


def nibbles(colours: Iterable[int]) -> int:
    return sum(map(all_of, colours))


def lower_board(record: Record, rules: Rules) -> None:
    board = plan(rules.board)
    record.ring, record.lap, record.last = len(board.ring), board.lap, board.last
    record.outer, record.circuit = board.outer, board.circuit
    record.places, record.pieces = board.places, rules.pieces
    record.field[:] = -1
    record.colours = len(board.mouths)
    for colour in range(len(board.mouths)):
        for step in range(board.lap, 0, -1):  # a field met twice keeps its first step
            field = board.field(colour, step)
            if field is not None:
                record.field[colour, step] = field
                record.step_at[colour, field] = step
    for field in board.safe:
        record.safe[field] = 1
    record.zones, partner = has_zones(rules), rules.seats.partner
    for step in range(1, board.last if record.zones else 1):
        safe, inside = board.field(0, step) in board.safe, step > board.outer  # every colour has them at the same steps
        record.room[step] = room_on(rules, safe, inside)
        record.apart[step] = not safe and (partner == "own" or (partner == "own_outside" and not inside))
    colours = Seating(rules).colours
    if rules.entry.takes != "all" and len(colours) > 2:
        for colour in colours:
            record.host[record.field[colour, 1]] = colour + 1


def lower_seats(record: Record, rules: Rules, first: First) -> None:
    seats, seating = rules.seats, Seating(rules)
    used, order, teams, two = seating.colours, seating.openers, seating.teams, seating.two_each
    neutral = -1 if seating.neutral is None else seating.neutral
    record.first = -1 if first == "high_roll" else first
    record.neutral, record.persons = neutral, rules.players
    record.sides = len(seating.sides)
    record.play_on = seats.play_on and not (teams and rules.board.seats > 4)
    lends = seating.allied and not seating.joint
    record.finished = Finished[seats.finished.upper()] if lends else Finished.OUT
    copy(record, seats, "win")
    if record.win == Win.FIRST_COLOUR and not two and not teams:
        record.win = Win.ALL
    for at, colour in enumerate(order):
        record.next[colour] = order[(at + 1) % len(order)]
    for name in ("person", "side", "partner", "twin", "second", "home_after"):
        record[name] = -1
    for colour in range(rules.board.seats):
        facing, partners = opposite(colour), seating.partners(colour)
        record.used[colour] = colour in used
        record.person[colour] = person = seating.seat_of(colour)
        record.side[colour] = seating.side_of(person)
        record.partner[colour] = partners[0] if partners else -1
        record.home_after[colour] = facing if seating.allied and facing in seats.home_order else -1
        record.twin[colour] = facing if two else -1
        record.second[colour] = facing if seating.joint else neutral if colour != neutral else -1
        others = nibbles(c for c in used if c != colour)
        other = nibbles([facing]) if two else 0
        friends = (teams and seats.partner != "foe") or (two and seats.other_colour in ("share", "partner"))
        friend = nibbles(partners or [facing]) if friends else 0
        barred = other if two and seats.other_colour == "illegal" else 0
        record.friend[colour], record.barred[colour] = friend, barred
        record.kin[colour] = kin = nibbles([colour]) | (friend if seats.partner == "own" else 0)
        record.no_jump[colour] = {"all": 0, "others": kin, "nobody": nibbles(used)}[rules.moves.jump]
        record.prey[colour] = others & ~friend & ~barred
        hunt = others & ~friend & ~other
        record.hunt[colour] = hunt
        record.rival[colour] = 0 if colour == neutral else hunt & ~nibbles([neutral] if neutral >= 0 else [])


def lower_dice(record: Record, rules: Rules) -> None:
    dice = rules.dice
    throws = [throw[::-1] for throw in product(lots(dice), repeat=dice.count)]
    record.outcomes, record.dice = len(throws), dice.count
    for at, faces in enumerate(throws):
        numbers = numbers_of(rules, faces)
        record.faces[at, : dice.count] = stored(rules, faces)
        record.numbers[at, : len(numbers)] = numbers
        record.form[at] = shape_of(rules, faces)
        if dice.values_out:
            record.numbers_out[at, : len(numbers)] = numbers_of(rules, faces, out=True)
    record.values_out = bool(dice.values_out)
    openings = [throw[::-1] for throw in product(lots(dice), repeat=dice.opening)]
    record.opening_outcomes, record.opening_dice = len(openings), dice.opening
    for at, faces in enumerate(openings):
        record.opening[at, : dice.opening] = stored(rules, faces)
        record.opening_total[at] = sum(count_of(dice, face) for face in faces)
    record.underside = min(dice.faces) + max(dice.faces)
    copy(record, dice, "use", "play", "single", "complement", "extra")
    record.grace = sum(1 << number for number in graces(dice))
    kinds = sorted({int(number) for number in record.numbers.flat if number}) if counted(rules) else []
    record.kinds = len(kinds)
    record.kind[: len(kinds)] = kinds
    at_once = 1 if dice.use == "sum" else dice.count + (dice.extra > 0)
    record.slots = max(len(kinds), 2) if kinds else (4 if record.complement or rules.turn.numbers == "collected" else at_once)
    record.least = min(*numbers_thrown(dice), 99, *dice.values_out)
    copy(record, rules.entry, "sum", "triple", "free", "step", "per_throw", "join", "takes_safe", "takes_pair", "takes", "waits")
    if rules.turn.numbers == "collected":  # each throw opens one number (see `rules.check`)
        record.per_throw = 4
    record.enters = sum(1 << number for number in rules.entry.numbers) | (record.grace if rules.entry.grace else 0)
    begun = sorted(steps_ready(rules))
    record.ready[rules.pieces - len(begun) : rules.pieces] = begun


def numbers_of(rules: Rules, faces: Sequence[int], out: bool = False) -> list[int]:
    """The numbers that a throw opens, ascending; `out`: while none of the thrower's pieces waits."""
    dice = rules.dice
    values = dice.values_out if out else ()
    numbers = [values[dice.faces.index(face)] if values else count_of(dice, face) for face in faces]
    numbers += [dice.extra] if dice.extra and set(faces) & set(dice.grace) else []
    return [sum(numbers)] if dice.use == "sum" else sorted(numbers)


def stored(rules: Rules, faces: Iterable[int]) -> list[int]:
    """Faces as the kernel keeps them, where 0 means none: one more than they show if a face is 0."""
    return [face + (0 in rules.dice.faces) for face in faces]


def throws_of(rows: Any, outcomes: int) -> list[Throw]:
    """Distinct throws: one outcome of each, and the number of orders it can have."""
    shown = [tuple(sorted(row)) for row in rows[:outcomes].tolist()]
    orders = Counter(shown)
    return [(shown.index(faces), count) for faces, count in orders.items()]


def shape_of(rules: Rules, faces: Sequence[int]) -> Shape:
    turn = rules.turn
    kinds = len(set(faces))
    double = len(faces) - kinds == 1
    triple = len(faces) - kinds == 2
    again = set(faces) & set(turn.again_faces) or (double and turn.again_double) or (triple and turn.again_triple)
    shape = Shape(0)
    shape |= Shape.AGAIN if again else Shape(0)
    shape |= Shape.DOUBLE if double else Shape(0)
    shape |= Shape.TRIPLE if triple else Shape(0)
    graced = rules.entry.grace and set(faces) & set(rules.dice.grace)
    freely = double and rules.entry.free == "double"
    tripled = triple and rules.entry.triple and turn.tries > 1
    enters = tripled or graced or freely or set(numbers_of(rules, faces)) & set(rules.entry.numbers)
    shape |= Shape.ENTERS if enters else Shape(0)
    return shape


def lower_turn(record: Record, rules: Rules) -> None:
    turn, capture = rules.turn, rules.capture
    copy(record, turn, "tries", "tries_when", "again", "again_capture", "again_home", "again_needs_move")
    record.deeds = turn.again_capture or turn.again_home
    record.turn_numbers = CHOICES["turn_numbers"][turn.numbers.upper()]
    copy(record, turn, "streak", "streak_of", "streak_penalty", "offer", "may_pass", "duty_scope")
    record.remembers = turn.streak > 0 and turn.streak_penalty.startswith("last_moved")
    copy(record, capture, "duty", "duty_order")
    rungs: list[tuple[Event, Code]] = []
    for duty in turn.duties:
        if duty == "clear_start":
            # where entering onto a piece of your own is a free choice, both duties have the same rank
            also = Event.ENTER if rules.entry.join == "free" else Event(0)
            rungs.append((Event.CLEAR | also, Code.MUST_CLEAR))
        elif duty == "enter":
            rungs.append((Event.ENTER, Code.MUST_ENTER))
        elif duty == "open":
            rungs.append((Event.BREAK, Code.MUST_BREAK))
            record.opens = 1
        else:
            rungs.append((Event.CHAIN, Code.MUST_CHAIN))
            record.chain = 1
    if rules.block.limit and rules.block.after == "must_break":
        rungs.append((Event.BREAK, Code.MUST_BREAK))
    record.rungs = len(rungs)
    for at, (mask, code) in enumerate(rungs):
        record.rung[at], record.rung_code[at] = mask, code
        record.rungs_mask |= mask
    record.raises = Event.TAKE | (Event.TAKE_BACK if capture.duty_backward else Event(0))


def lower_moves(record: Record, rules: Rules) -> None:
    moves, block = rules.moves, rules.block
    copy(record, moves, "stack", "capacity", "groups", "groups_on_safe", "bound", "backward", "goal_jump", "last_steps", "second_lap", "gate_shuts")
    record.half, record.gate, record.back = moves.group_pace == "half", moves.gate == "capture", rules.capture.to == "start"
    record.homeward = record.gate or record.last_steps
    anywhere = record.gate or record.last_steps == LastSteps.CLOSED
    record.stretch = 1 if anywhere else record.last - record.least + 1 if record.last_steps else STEPS
    copy(record, block, "stops", "on_safe", "on_plain", "queue", "broken_by", "limit", "after", "may_march")
    copy(record, rules.capture, "by", "on_safe")
    record.oldest = len(record.used) * rules.pieces if block.queue else block.limit
    copy(record, rules.bonus, "time")
    record.mixed = moves.groups and moves.group_by == "team"
    team_blocks = block.size and block.by == "team" and not moves.groups and block.stops in ("everyone", "enemies")
    record.team_stack = 8 if record.zones else 1 if rules.seats.partner == "own" else 2 if team_blocks else 8
    copy(record, moves, "hindered", "own_landing", "foot", "overshoot")
    record.winding = any(getattr(moves, name) != plain for name, plain in WINDING.items())
    if moves.ladder == "rungs":
        numbers = climbing_numbers(rules)
        record.climb[record.lap : record.lap + len(numbers)] = numbers
    record.blocks, record.block_of = block.size > 0, block_of(rules)
    if rules.seats.team != "facing" and block.stops == "enemies":  # N5: nor is a partner's block jumped
        record.stops = Stops.OTHERS
    single = not (moves.groups and block.stops == "smaller")  # else it depends on how many go (see `groups.parts`)
    record.bars = record.blocks and block.stops != "nobody" and single
    record.lane_blocks = block.on_lane and moves.stack == 2 and block.stops == "everyone"
    record.bonus[:] = rules.bonus.capture, rules.bonus.home
    record.marks = rules.dice.use == "direct" or not block.may_march
    record.roundabout = record.winding or record.capture_by or record.queue
    straight = not (record.roundabout or record.homeward or record.waits or record.opens)
    record.straight = straight and not (record.backward or record.second_lap)
    record.afterthrow = record.marks or record.values_out or record.complement
    record.crowded = record.zones or record.capacity or record.team_stack < 8
    record.watched = record.blocks or record.takes
    record.lets_in = -1 if record.free or record.entry_triple else record.enters
    record.aftermath = record.capture_by or record.remembers or record.gate or record.bonus.any()


def block_of(rules: Rules) -> BlockOf:
    """Which two pieces on one field make a block: any, where nobody else can meet there."""
    block, seats = rules.block, Seating(rules)
    if block.size == 0 or block.by == "any":
        return BlockOf.ANY
    if not block.mixed:
        return BlockOf.COLOUR
    if rules.capture.on_safe != "shared" or not block.on_safe:
        return BlockOf.ANY
    return BlockOf.TEAM if seats.teams and rules.seats.partner == "share" else BlockOf.COLOUR


def earns(rules: Rules, faces: Sequence[int], phase: int) -> bool:
    """Does the last throw still earn another?"""
    if phase == Phase.BONUS and rules.bonus.time == "turn":
        return False
    return bool(faces) and bool(shape_of(rules, faces) & Shape.AGAIN)
