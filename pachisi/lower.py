"""Rules -> RULES: the throw table, the paths and the masks that the kernel looks up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from .boards import plan
from .kernel.crowd import all_of
from .records import RULES, Code, Event, Shape, table
from .rules import Rules
from .seats import First, Seating, opposite

Record = Any  # one np.record of RULES or STATE


def lower(rules: Rules, first: First = 0) -> np.recarray[tuple[int], np.dtype[np.void]]:
    """One RULES record, in an array of one so that it can be handed to the kernel."""
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


def nibbles(colours: Iterable[int]) -> int:
    return sum(map(all_of, colours))


def lower_board(record: Record, rules: Rules) -> None:
    board = plan(rules.board)
    record.ring, record.lap, record.last = len(board.ring), board.lap, board.last
    record.places, record.pieces = board.places, rules.pieces
    record.field[:] = -1
    for colour in range(4):
        for step in range(board.lap, 0, -1):  # a field met twice keeps its first step
            field = board.field(colour, step)
            if field is not None:
                record.field[colour, step] = field
                record.step_at[colour, field] = step
    for field in board.safe:
        record.safe[field] = 1


def lower_seats(record: Record, rules: Rules, first: First) -> None:
    seats, seating = rules.seats, Seating(rules)
    used, order, teams, two = seating.colours, seating.openers, seating.teams, seating.two_each
    neutral = -1 if seating.neutral is None else seating.neutral
    record.first = -1 if first == "high_roll" else first
    record.neutral, record.persons = neutral, rules.players
    record.sides = 2 if teams or two else rules.players
    record.lend = teams and seats.finished == "lend"
    record.play_on, record.first_colour_wins = seats.play_on, two and seats.win == "first_colour"
    for at, colour in enumerate(order):
        record.after[colour] = order[(at + 1) % len(order)]
    for colour in range(4):
        facing = opposite(colour)
        record.used[colour] = colour in used
        record.person[colour] = seating.seat_of(colour)
        record.partner[colour] = facing if teams else -1
        record.twin[colour] = facing if two else -1
        record.second[colour] = facing if seating.joint else neutral if colour != neutral else -1
        others = nibbles(c for c in used if c != colour)
        other = nibbles([facing]) if two else 0
        friend = nibbles([facing]) if teams or (two and seats.other_colour == "share") else 0
        barred = other if two and seats.other_colour == "illegal" else 0
        record.friend[colour], record.barred[colour] = friend, barred
        record.prey[colour] = others & ~friend & ~barred
        hunt = others & ~friend & ~other
        record.hunt[colour] = hunt
        record.rival[colour] = 0 if colour == neutral else hunt & ~nibbles([neutral] if neutral >= 0 else [])


def lower_dice(record: Record, rules: Rules) -> None:
    dice, entry, turn = rules.dice, rules.entry, rules.turn
    throws = [throw[::-1] for throw in product(dice.faces, repeat=dice.count)]
    record.outcomes, record.dice = len(throws), dice.count
    for at, faces in enumerate(throws):
        numbers = [sum(faces)] if dice.use == "sum" else sorted(faces)
        record.faces[at, : dice.count] = faces
        record.numbers[at, : len(numbers)] = numbers
        record.form[at] = shape_of(rules, faces)
    openings = [throw[::-1] for throw in product(dice.faces, repeat=dice.opening)]
    record.opening_outcomes, record.opening_dice = len(openings), dice.opening
    for at, faces in enumerate(openings):
        record.opening[at, : dice.opening] = faces
    record.underside = min(dice.faces) + max(dice.faces)
    record.complement = ("never", "optional", "must", "all_or_nothing").index(dice.complement)
    record.combine, record.direct = dice.use in ("either", "direct"), dice.use == "direct"
    record.play_max, record.higher = dice.play == "max", dice.single == "higher"
    record.slots = 4 if record.complement else 2 if record.numbers[:, 1].any() else 1
    record.least = min(dice.faces) * (dice.count if dice.use == "sum" else 1)
    record.enters = sum(1 << number for number in entry.numbers)
    record.enter_sum, record.enter_triple = entry.sum, entry.triple
    record.free = ("never", "once", "whenever_empty").index(entry.free)
    record.enter_total, record.per_throw = entry.step == "total", entry.per_throw
    record.ready, record.join, record.takes_safe = entry.ready, entry.join != "never", entry.takes_safe
    record.tries, record.stuck = turn.tries, turn.tries_when == "stuck"
    record.again_may, record.again_capture = turn.again == "may", turn.again_capture
    record.again_needs_move = turn.again_needs_move
    record.streak = turn.streak
    record.streak_penalty = ("skip", "most_advanced", "all").index(turn.streak_penalty)


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
    shape |= Shape.ENTERS if rules.dice.use != "sum" and set(faces) & set(rules.entry.numbers) else Shape(0)
    return shape


def lower_turn(record: Record, rules: Rules) -> None:
    turn, capture = rules.turn, rules.capture
    record.offer = turn.offer
    record.may_pass = ("never", "turn", "throw").index(turn.may_pass)
    record.pool_scope = turn.duty_scope == "pool"
    rungs: list[tuple[Event, Code]] = []
    for duty in turn.duties:
        if duty == "clear_start":
            # where one may enter onto the own piece at will, both stand on one rung
            also = Event.ENTER if rules.entry.join == "free" else Event(0)
            rungs.append((Event.CLEAR | also, Code.MUST_CLEAR))
        elif duty == "enter":
            rungs.append((Event.ENTER, Code.MUST_ENTER))
        else:
            rungs.append((Event.CHAIN, Code.MUST_CHAIN))
            record.chain = 1
    if rules.block.limit and rules.block.after == "must_break":
        rungs.append((Event.BREAK, Code.MUST_BREAK))
    record.rungs = len(rungs)
    for at, (mask, code) in enumerate(rungs):
        record.rung[at], record.rung_code[at] = mask, code
        record.rungs_mask |= mask
    record.duty = ("off", "penalty", "strict").index(capture.duty)
    record.duty_after = capture.duty_order == "enter_first"
    record.raises = Event.TAKE | (Event.TAKE_BACK if capture.duty_backward else Event(0))


def lower_moves(record: Record, rules: Rules) -> None:
    moves, block = rules.moves, rules.block
    record.stack = moves.stack
    record.team_stack = 2 if block.size and block.by == "team" and not moves.groups else 8
    record.groups, record.backward, record.goal_jump = moves.groups, moves.backward, moves.goal_jump
    record.last_steps = ("exact", "triple", "die", "closed").index(moves.last_steps)
    record.shared_safe = rules.capture.on_safe == "shared"
    record.blocks, record.block_enemies = block.size > 0, block.stops == "enemies"
    record.block_safe, record.by_group = block.on_safe, block.broken_by == "equal_group"
    record.limit, record.expiry = block.limit, ("lapse", "pass_only", "must_break").index(block.after)
    record.no_march = not block.may_march
    record.bonus[:] = rules.bonus.capture, rules.bonus.home
    record.bonus_now = rules.bonus.time == "throw"
    record.marks = rules.dice.use == "direct" or not block.may_march
