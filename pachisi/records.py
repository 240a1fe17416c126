"""The data model on one page: the records of rules, states and workplaces, what a book may choose, events and codes.

All records hold integers only, so that the same bytes serve the interpreter, the compiled
kernel and a GPU. A game is `states[i]`; saving, comparing and undoing are copies of bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cached_property
from typing import Any

import numpy as np

from .rules import MAX_MOVES as MAX_MOVES
from .rules import MOST_OF_NUMBER as MOST_OF_NUMBER
from .rules import OUTCOMES as OUTCOMES

COLOURS = 8  # at most; the same of pieces of a colour, fields of the ring, and steps
PIECES = 6
RING = 128
STEPS = 128
SLOTS = 6  # numbers of a turn: two dice, two complements, bonus for captures, bonus for home
KINDS = 10  # numbers that differ, where they are counted
POOL_SIZE = KINDS // 2  # bytes of the pool: four slots, or two kinds to a byte
MOST_OPEN = 15  # numbers of one kind, and earned throws: more never come together


class Node(IntEnum):
    THROW = 0
    MOVE = 1
    OFFER = 2
    OVER = 3


NODES = tuple(node.name.lower() for node in Node)

BEGIN, TURN, THROW, PLAY, MOVES = range(5)  # what the kernel can be asked to do
OWN_DICE = -1  # what to throw, for a game that throws its own


class Phase(IntEnum):
    DICE = 0
    BONUS = 1


class Kind(IntEnum):
    MOVE = 0
    ENTER = 1
    PASS = 2
    STOP = 3


class Shape(IntFlag):
    """What a throw is, apart from its numbers."""

    AGAIN = 1  # it earns another throw
    DOUBLE = 2
    TRIPLE = 4
    ENTERS = 8  # one of its dice lets a piece enter


class Event(IntFlag):
    """What a move does. Duties are masks over these."""

    ENTER = 1
    CLEAR = 2  # leaves the start field while others wait
    CHAIN = 4  # moves the piece that keeps the start field from being cleared
    BREAK = 8  # breaks up a block whose time is up
    TAKE = 16  # captures a rival
    TAKE_BACK = 32  # captures a rival behind
    TAKE_OTHER = 64  # captures without any duty to
    HOME = 128
    DIE = 256  # uses one die of a throw that is otherwise a sum


class News(IntFlag):
    """What followed from a throw or a move by itself, for the log."""

    LOST = 1  # a throw, or the rest of one, could not be used
    BONUS_LOST = 2
    STREAK = 4  # one double or six too many
    TURN_OVER = 8
    AGAIN = 16
    FINISHED = 32  # a colour brought in its last piece
    OPENING_TIE = 64
    OPENED = 128


class Code(IntEnum):
    """Why a piece can't use a number; LEGAL if it can."""

    LEGAL = 0
    OVERSHOOT = 1
    OWN_PIECE = 2
    BLOCK_BETWEEN = 3
    BLOCK_AHEAD = 4
    GOAL_JUMP = 5
    SAFE_TAKEN = 6
    NO_ENTRY = 7
    START_TAKEN = 8
    START_BLOCKED = 9
    MUST_CLEAR = 10
    MUST_ENTER = 11
    MUST_CHAIN = 12
    MUST_CAPTURE = 13
    MUST_BREAK = 14
    WALKED = 15
    PARTIAL = 16
    USE_MORE = 17
    USE_HIGHER = 18
    USE_ALL = 19
    MARCH = 20
    ENTRY_SPENT = 21
    TOO_FEW = 22
    DEAD_END = 23
    OWN_COLOUR = 24
    OWN_BY_NEUTRAL = 25
    NO_TOTAL = 26
    HINDERED = 27
    FOOT = 28
    RUNG = 29
    FRESH = 30
    FULL = 31
    HOME_ORDER = 32
    ODD = 33


# What a book may choose, word for word; `rules.py` explains each. "Nothing of the kind" is always 0.
Use = IntEnum("Use", "EACH EITHER DIRECT SUM", start=0)
Play = IntEnum("Play", "GREEDY MAX", start=0)
Single = IntEnum("Single", "CHOICE HIGHER", start=0)
Complement = IntEnum("Complement", "NEVER OPTIONAL MUST ALL_OR_NOTHING", start=0)
Free = IntEnum("Free", "NEVER DOUBLE ONCE WHENEVER_EMPTY", start=0)
EntryStep = IntEnum("EntryStep", "START TOTAL", start=0)
Join = IntEnum("Join", "NEVER IF_BLOCKED FREE", start=0)
Takes = IntEnum("Takes", "ALL LAST LAST_IF_FULL", start=0)
TriesWhen = IntEnum("TriesWhen", "NONE_ON_TRACK STUCK", start=0)
Again = IntEnum("Again", "MUST MAY", start=0)
StreakPenalty = IntEnum("StreakPenalty", "SKIP FOREMOST_HOME MOST_ADVANCED ALL RING EXPOSED LAST_MOVED LAST_MOVED_UNLESS_SAFE STRIKE", start=0)
StreakOf = IntEnum("StreakOf", "AGAIN NUMBER", start=0)
Numbers = IntEnum("Numbers", "AT_ONCE COLLECTED", start=0)
CaptureBy = IntEnum("CaptureBy", "LANDING PASSING BOTH", start=0)
MayPass = IntEnum("MayPass", "NEVER TURN THROW", start=0)
DutyScope = IntEnum("DutyScope", "NUMBER POOL", start=0)
Hindered = IntEnum("Hindered", "STAY TURN_BACK", start=0)
OwnLanding = IntEnum("OwnLanding", "BARRED BEHIND", start=0)
Foot = IntEnum("Foot", "PASSED EXACT STOP BOUNCE", start=0)
Overshoot = IntEnum("Overshoot", "STAY BOUNCE", start=0)
LastSteps = IntEnum("LastSteps", "EXACT TRIPLE DIE CLOSED GRACE", start=0)
SecondLap = IntEnum("SecondLap", "NEVER PARTNER ALWAYS", start=0)
CaptureDuty = IntEnum("CaptureDuty", "OFF PENALTY STRICT", start=0)
DutyOrder = IntEnum("DutyOrder", "CAPTURE_FIRST ENTER_FIRST", start=0)
CaptureOnSafe = IntEnum("CaptureOnSafe", "BARRED SHARED", start=0)
BlockOf = IntEnum("BlockOf", "ANY COLOUR TEAM", start=0)
Stops = IntEnum("Stops", "EVERYONE ENEMIES OTHERS SMALLER NOBODY", start=0)
BrokenBy = IntEnum("BrokenBy", "NOBODY EQUAL_GROUP EQUAL_STACK", start=0)
After = IntEnum("After", "LAPSE PASS_ONLY MUST_BREAK", start=0)
BonusTime = IntEnum("BonusTime", "TURN THROW AT_ONCE", start=0)
Win = IntEnum("Win", "ALL FIRST_COLOUR FIRST_PIECE", start=0)
Finished = IntEnum("Finished", "OUT LEND LEND_LATER MUST_LEND", start=0)

CHOICES: dict[str, type[IntEnum]] = {  # by field of RULES
    "use": Use, "play": Play, "single": Single, "complement": Complement, "free": Free, "entry_step": EntryStep,
    "join": Join, "tries_when": TriesWhen, "again": Again, "streak_penalty": StreakPenalty, "may_pass": MayPass,
    "duty_scope": DutyScope, "last_steps": LastSteps, "capture_duty": CaptureDuty, "duty_order": DutyOrder,
    "capture_on_safe": CaptureOnSafe, "stops": Stops, "broken_by": BrokenBy, "after": After, "bonus_time": BonusTime,
    "win": Win, "finished": Finished, "hindered": Hindered, "own_landing": OwnLanding, "foot": Foot, "overshoot": Overshoot,
    "turn_numbers": Numbers, "capture_by": CaptureBy, "streak_of": StreakOf, "takes": Takes, "second_lap": SecondLap,
}  # fmt: skip

RULES = np.dtype(
    [
        # board
        ("ring", "i8"),
        ("lap", "i8"),  # last step on the ring
        ("outer", "i8"),  # last step before the way turns in: the same, but on a spiral
        ("circuit", "i8"),  # steps once round, for a piece that does not turn in
        ("last", "i8"),  # the step of home
        ("places", "i8"),  # goal fields take one piece each
        ("field", "i2", (COLOURS, STEPS)),  # step -> ring field, -1 elsewhere
        ("step_at", "i2", (COLOURS, RING)),  # ring field -> step, 0 if never walked
        ("safe", "i1", (RING,)),
        ("pieces", "i8"),
        # seats
        ("colours", "i8"),  # seats at the board, used or not
        ("used", "i1", (COLOURS,)),  # colours on the board
        ("first", "i8"),  # colour that opens, -1: highest throw
        ("next", "i1", (COLOURS,)),  # whose turn follows, by colour
        ("person", "i1", (COLOURS,)),  # who decides for a colour, -1: nobody
        ("persons", "i8"),  # how many there are
        ("side", "i1", (COLOURS,)),  # who wins together, by colour and by person, -1: nobody
        ("sides", "i8"),  # persons or teams: play ends when one is left
        ("second", "i1", (COLOURS,)),  # another colour moved in the same turn, -1: none
        ("twin", "i1", (COLOURS,)),  # the same person's other colour, -1: none
        ("partner", "i1", (COLOURS,)),  # the partner's colour, -1: none
        ("neutral", "i8"),  # the neutral colour, -1: none
        ("friend", "i8", (COLOURS,)),  # masks of crowds, this one: may share a field
        ("prey", "i8", (COLOURS,)),  # is captured
        ("rival", "i8", (COLOURS,)),  # is captured, and a duty to capture counts it
        ("hunt", "i8", (COLOURS,)),  # may be captured backwards
        ("barred", "i8", (COLOURS,)),  # can't be landed on
        ("home_after", "i1", (COLOURS,)),  # the colour that must be home before, -1: none
        ("finished", "i8"),  # lending only where there are partners
        ("play_on", "i8"),
        ("win", "i8"),  # `first_colour` only where a person has two
        # dice
        ("outcomes", "i8"),
        ("dice", "i8"),
        ("faces", "i1", (OUTCOMES, 3)),
        ("numbers", "i1", (OUTCOMES, 3)),  # what fills the pool, ascending
        ("values_out", "i8"),  # faces count otherwise while none of the colour's pieces waits
        ("numbers_out", "i1", (OUTCOMES, 2)),  # what they fill the pool with
        ("afterthrow", "i8"),  # `throws.look_closer` has something to do
        ("slots", "i8"),  # how many numbers can be open
        ("kinds", "i8"),  # numbers that differ, where open ones are counted; 0: a slot holds one
        ("kind", "i1", (KINDS,)),  # those numbers, ascending
        ("extra", "i8"),  # the number that a grace opens besides its own, 0: none
        ("grace", "i8"),  # bit n: the number n is a grace
        ("form", "i1", (OUTCOMES,)),
        ("opening_outcomes", "i8"),
        ("opening_dice", "i8"),
        ("opening", "i1", (OUTCOMES, 3)),
        ("opening_total", "i1", (OUTCOMES,)),
        ("underside", "i8"),  # a face and its complement add up to this
        ("complement", "i8"),
        ("use", "i8"),
        ("play", "i8"),
        ("single", "i8"),
        ("least", "i8"),  # the least number that can be thrown
        # entry
        ("enters", "i8"),  # bit n: the number n lets a piece enter
        ("lets_in", "i8"),  # … perhaps does
        ("entry_sum", "i8"),
        ("entry_triple", "i8"),
        ("free", "i8"),
        ("entry_step", "i8"),
        ("per_throw", "i8"),
        ("ready", "i1", (PIECES,)),  # the steps on which pieces begin, ascending
        ("waits", "i8"),
        ("join", "i8"),
        ("takes_safe", "i8"),
        ("takes_pair", "i8"),
        ("takes", "i8"),
        ("host", "i1", (RING,)),  # whose start field it is, by colour + 1, where it matters who came there last
        # turn
        ("tries", "i8"),
        ("tries_when", "i8"),
        ("again", "i8"),
        ("again_capture", "i8"),
        ("again_home", "i8"),
        ("deeds", "i8"),  # does what a move does earn throws?
        ("again_needs_move", "i8"),
        ("turn_numbers", "i8"),
        ("streak", "i8"),
        ("streak_of", "i8"),
        ("streak_penalty", "i8"),
        ("remembers", "i8"),  # the piece last moved
        ("offer", "i8"),
        ("may_pass", "i8"),
        ("rungs", "i8"),
        ("rung", "i8", (4,)),  # event masks, strongest first
        ("rungs_mask", "i8"),  # all of them
        ("rung_code", "i8", (4,)),
        ("chain", "i8"),
        ("opens", "i8"),
        ("duty_scope", "i8"),
        # moves, captures, blocks, bonus
        ("stack", "i8"),
        ("team_stack", "i8"),
        ("crowded", "i8"),  # not only its own pieces keep a colour off a field
        ("zones", "i8"),  # it depends on the step how many pieces share a field
        ("room", "i1", (STEPS,)),  # how many of one colour
        ("apart", "i1", (STEPS,)),  # they don't share it with a partner's
        ("capacity", "i8"),
        ("groups", "i8"),
        ("groups_on_safe", "i8"),
        ("bound", "i8"),
        ("half", "i8"),  # several pieces go half as far as an even number says
        ("mixed", "i8"),  # groups of two partners
        ("backward", "i8"),
        ("goal_jump", "i8"),
        ("last_steps", "i8"),
        ("second_lap", "i8"),
        ("gate", "i8"),  # only a player who has captured turns in
        ("gate_shuts", "i8"),
        ("homeward", "i8"),  # `kernel/homeward.py` knows where a number leads
        ("stretch", "i8"),  # … from this step on
        ("winding", "i8"),  # a number may lead elsewhere than so many steps ahead
        ("roundabout", "i8"),  # … or more matters on the way than what stands at its end and blocks it
        ("straight", "i8"),  # nothing of this, nor anything else: a piece just walks so many steps ahead
        ("aftermath", "i8"),  # `kernel/make.py` has more to do than to put pieces where they go
        ("kin", "i8", (COLOURS,)),  # a mask of crowds: counts as a piece of its own
        ("no_jump", "i8", (COLOURS,)),  # … and this one: can't be jumped
        ("hindered", "i8"),
        ("own_landing", "i8"),
        ("foot", "i8"),
        ("overshoot", "i8"),
        ("climb", "i1", (STEPS,)),  # the number that leads a step on, 0: any leads as far as it says
        ("capture_duty", "i8"),
        ("duty_order", "i8"),
        ("raises", "i8"),  # events that raise the duty to capture
        ("capture_by", "i8"),
        ("capture_on_safe", "i8"),
        ("back", "i8"),  # the step to which a piece goes back
        ("blocks", "i8"),
        ("bars", "i8"),  # one may keep a single piece from passing
        ("watched", "i8"),  # more than their number matters of the pieces on a field
        ("block_of", "i8"),  # which two pieces make a block
        ("stops", "i8"),
        ("block_on_safe", "i8"),
        ("on_plain", "i8"),
        ("lane_blocks", "i8"),
        ("queue", "i8"),
        ("oldest", "i8"),  # the highest age of a piece, 0: they have none
        ("broken_by", "i8"),
        ("limit", "i8"),
        ("after", "i8"),
        ("may_march", "i8"),
        ("bonus", "i8", (2,)),  # for a capture, for home
        ("bonus_time", "i8"),
        ("marks", "i8"),  # pieces need marks within a throw
    ],
    align=True,
)

HALF = 36  # ring fields to a word of the walls
DEPTH = 6  # positions held while looking ahead: four numbers, one after the other
NOTES = 192
PAGE_SIZE = 128  # throws and moves

Dtype = np.dtype[np.void]


@dataclass(frozen=True)
class Size:
    """The records of a game. They come in two sizes, so that a small board need not carry the room of a large one.

    The kernel's source is one for both: it asks the state how many colours and pieces it has room for.
    """

    colours: int
    pieces: int
    ring: int

    @cached_property
    def state(self) -> Dtype:
        """STATE: all that changes in a game. The fields up to `pieces` lie alike in both sizes."""
        each = self.colours, self.pieces
        return np.dtype(
            [
                ("turn", "i4"),
                ("news", "i2"),
                ("opening", "u1"),  # mask of the persons who still throw for the opening
                ("tied", "u1"),
                ("started", "u1"),  # mask of colours that have used their free start
                ("node", "i1"),
                ("phase", "i1"),
                ("thrower", "i1"),  # the colour whose turn it is
                ("colour", "i1"),  # the colour that moves: the thrower's, or the partner's in a lent turn
                ("pool", "u1", (POOL_SIZE,)),  # open numbers: two dice, two complements; or how many there are of each kind
                ("faces", "i1", (3,)),
                ("form", "i1"),
                ("bonus", "i1", (2,)),  # how many wait
                ("tries", "i1"),
                ("streak", "i1"),
                ("again", "i1"),  # throws that are earned besides the one at hand
                ("moved", "i1"),
                ("entered", "i1"),
                ("last_moved", "i1"),  # where the piece stands that was last moved in this turn, 0: none
                ("gates", "u1"),  # mask of colours that may turn in
                ("came_last", "u1"),  # mask of start fields with two guests: the one with the higher number came last
                ("whole", "i1"),  # all open numbers must be played
                ("finished", "i1"),  # how many persons
                ("winner", "i1"),  # the person who has won, -1: nobody yet
                ("best", "i1"),  # throw for the opening
                ("pieces", "i1", each),  # steps, ascending
                ("ages", "i1", each),  # rounds a pair has stood; or the place of a piece in the queue on its field
                ("places", "i1", (self.colours,)),  # persons in order of finishing
                ("marks", "i2", (self.pieces,)),  # of the colour on turn, as `kernel/marks.py` reads them
                ("crowd", f"u{self.colours // 2}", (self.ring,)),  # the pieces on a field, as `kernel/crowd.py` reads them
                ("walls", "i8", (-(-self.ring // HALF),)),  # ring fields with two or more pieces, a bit each, HALF to a word
            ],
            align=True,
        )

    @cached_property
    def kept(self) -> Dtype:
        """KEPT: a state without what stands on the fields, which `kernel.pieces.recount` finds again."""
        names = FIELDS[: FIELDS.index("crowd")]
        kinds = [self.state[name] for name in names]
        return np.dtype({"names": names, "formats": kinds, "offsets": [self.at[name] for name in names], "itemsize": self.at["crowd"]})

    @cached_property
    def work(self) -> Dtype:
        """WORK: where the kernel lists moves and looks ahead."""
        return np.dtype(
            [
                ("moves", "i8", (DEPTH + 1, MAX_MOVES)),  # row 0: the legal moves; the others: looking ahead
                ("spare", self.state, (DEPTH + 1,)),  # positions, by the same rows
                ("found", "i8", (DEPTH + 1,)),  # moves of a row
                ("tried", "i8", (DEPTH + 1,)),  # of them so far
                ("spent", "i8", (DEPTH + 1,)),  # numbers played on the way to a row
                ("played", "i8", (MAX_MOVES,)),  # numbers that the best line of each legal move plays
                ("seen", "i8"),  # events of the candidates
                ("barred", "i8"),  # does a duty bar one of them?
                ("noting", "i8"),  # are refusals noted?
                ("noted", "i8"),  # how many are
                ("notes", "i8", (NOTES,)),
            ],
            align=True,
        )

    @cached_property
    def page(self) -> Dtype:
        """PAGE: a piece of a game's past. Before each throw and move, the state, and how many numbers its dice had drawn."""
        return np.dtype([("states", self.state, (PAGE_SIZE,)), ("drawn", "i8", (PAGE_SIZE,))], align=True)

    @cached_property
    def game(self) -> Dtype:
        """GAME: one game as `Game` plays it."""
        return np.dtype(
            [
                ("seed", "u8"),
                ("drawn", "i8"),  # numbers that its dice have drawn
                ("count", "i8"),  # legal moves in the workplace, -1: not found yet
                ("at", "i8"),  # throws and moves on the last page of its past
                ("page", "i8"),  # where that page is, as an address
                ("rules", "i8"),  # … and the rules
                ("state", self.state),
                ("work", self.work),
            ],
            align=True,
        )

    @cached_property
    def at(self) -> dict[str, int]:
        """Where the fields of a state begin, in bytes."""
        return {name: offset(self.state, name) for name in self.state.names or ()}

    def fits(self, colours: int, pieces: int, ring: int) -> bool:
        """Is there room for such a game?"""
        return colours <= self.colours and pieces <= self.pieces and ring <= self.ring


SMALL, LARGE = Size(4, 4, 72), Size(COLOURS, PIECES, RING)
SIZES = SMALL, LARGE
FIELDS = SMALL.state.names or ()  # of a state


# A colour, a step and an open number fit under these masks; they tell the compiler: never negative.
COLOUR_MASK, STEP_MASK, NUMBER_MASK = 7, 127, 63

# Slots of the pool, as masks.
DICE, COMPLEMENTS, CAPTURE_BONUS, HOME_BONUS = 0b000011, 0b001100, 0b010000, 0b100000
EVERY_KIND = 0b111111  # where numbers are counted: a pass gives up all of them; a move names its slot, from 1 on


def offset(dtype: np.dtype[np.void], *names: str) -> int:
    """Where a field of a record begins, in bytes; further names lead into it."""
    assert dtype.fields is not None
    inner, at = dtype.fields[names[0]][:2]
    return at + offset(inner, *names[1:]) if names[1:] else at


def table(dtype: np.dtype[np.void], size: int) -> np.recarray[tuple[int], np.dtype[np.void]]:
    """An empty array of records whose fields can be read as attributes."""
    return np.zeros(size, dtype).view(np.recarray)


def plain(records: Any) -> np.ndarray[Any, Any]:
    """The same array without names as attributes: compiled functions take it ten times as fast."""
    return records.view(np.ndarray)  # type: ignore[no-any-return]
