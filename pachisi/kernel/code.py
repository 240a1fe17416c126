"""The door to the move integer: nothing else knows its bits.

Plain functions: Python calls them as they stand, and `jit` lets compiled code call them too.

| bits  | field   |                                                             |
|-------|---------|-------------------------------------------------------------|
| 0-1   | kind    | walk, enter, pass, stop                                     |
| 2-4   | colour  | the colour that moves                                       |
| 5-11  | start   | a step; 0 is the reserve                                    |
| 12-18 | target  | a step                                                      |
| 19-26 | uses    | slots of the pool, a bit each                               |
| 27-34 | hits    | colours captured on the target field, a bit each            |
| 35-44 | group   | own pieces that move as one, partner's that go with them    |
| or    | penalty | an own piece that goes back: step, or 0 for none, and colour |
| 45-56 | events  | what the move does, as `Event`                              |
| 57-62 | code    | why it is refused, as `Code`; 0 if it is legal              |

Groups and penalties never meet at one table, so they share their bits: which of them a move holds, its rules say.

A *landing* is the part of a move that its target decides: hits, events and code.
"""

from __future__ import annotations

from ..records import COLOUR_MASK, STEP_MASK, Kind

KIND, COLOUR, START, TARGET, USES, HITS, COUNT, PARTNER = 0, 2, 5, 12, 19, 27, 35, 38  # first bits
PENALTY_STEP, PENALTY_COLOUR, EVENTS, CODE = 35, 42, 45, 57
KIND_MASK, USES_MASK, COUNT_MASK, HITS_MASK, EVENTS_MASK, CODE_MASK = 3, 255, 7, 255, 4095, 63
PIECE = COLOUR_MASK << COLOUR | STEP_MASK << START  # the fields that say which piece moves

PASS = int(Kind.PASS)
STOP_CODE = int(Kind.STOP) << KIND  # to decline a throw


def pack(kind: int, colour: int, start: int, target: int, uses: int, landing: int, events: int) -> int:
    """A candidate: legal, with its hits and events, or refused with a code and without events."""
    move = kind << KIND | colour << COLOUR | start << START | target << TARGET | uses << USES | landing
    return move if code_of(landing) else move | events << EVENTS


def pack_pass(uses: int) -> int:
    """The numbers of these slots are given up."""
    return PASS << KIND | uses << USES


def landed(hits: int, events: int) -> int:
    """A landing that is legal."""
    return hits << HITS | events << EVENTS


def refused(code: int) -> int:
    """A landing that is not."""
    return code << CODE


def kind_of(move: int) -> int:
    return move >> KIND & KIND_MASK


def colour_of(move: int) -> int:
    return move >> COLOUR & COLOUR_MASK


def start_of(move: int) -> int:
    return move >> START & STEP_MASK


def target_of(move: int) -> int:
    return move >> TARGET & STEP_MASK


def uses_of(move: int) -> int:
    """Slots of the pool, a bit each."""
    return move >> USES & USES_MASK


def count_of(move: int) -> int:
    return move >> COUNT & COUNT_MASK


def partner_of(move: int) -> int:
    """How many of the partner's pieces go along."""
    return move >> PARTNER & COUNT_MASK


def hits_of(move: int) -> int:
    """Captured colours, a bit each."""
    return move >> HITS & HITS_MASK


def penalty_of(move: int) -> bool:
    """Does an own piece go back for it?"""
    return penalty_step_of(move) != 0


def penalty_colour_of(move: int) -> int:
    return move >> PENALTY_COLOUR & COLOUR_MASK


def penalty_step_of(move: int) -> int:
    """Where that piece stands once the move is made."""
    return move >> PENALTY_STEP & STEP_MASK


def events_of(move: int) -> int:
    return move >> EVENTS & EVENTS_MASK


def code_of(move: int) -> int:
    return move >> CODE & CODE_MASK


def same_piece(move: int, other: int) -> bool:
    """Do two moves begin with the same colour on the same step?"""
    return (move ^ other) & PIECE == 0


def with_group(move: int, count: int, partner: int) -> int:
    return move | count << COUNT | partner << PARTNER


def with_penalty(move: int, colour: int, step: int) -> int:
    return move | colour << PENALTY_COLOUR | step << PENALTY_STEP


def with_events(move: int, events: int) -> int:
    """These as well."""
    return move | events << EVENTS


def with_code(move: int, code: int) -> int:
    """This instead of its code; 0 makes the move legal."""
    return move & ~(CODE_MASK << CODE) | code << CODE
