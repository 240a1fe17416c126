"""The schema of a game: one frozen dataclass per chapter of a rule sheet.

Chapters hold values and `Literal` choices, never code. The defaults are the plainest
race game; a rulebook states only what differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import combinations, combinations_with_replacement
from typing import Literal

from .charts import MOST_SEATS, chart, length_of, seats_of

OUTCOMES = 216  # ordered throws of three six-sided dice
MAX_MOVES = 128  # legal moves at one node; the richest known with dice has 41
MOST_OF_NUMBER = 48  # … with one number: while there is not so much room, no further number is looked at
WINDING = {"jump": "all", "own_landing": "barred", "foot": "passed", "ladder": "count", "overshoot": "stay"}
"""Rules under which a number may lead elsewhere than so many steps ahead, each with the value that means nothing."""

MOST_PLAYERS = MOST_SEATS  # on a board that is written out

WRITTEN = ("fields", "paths", "lanes", "homes", "reserves", "turned")
"""What only a board of that shape has."""

Duty = Literal["clear_start", "enter", "chain", "open"]


@dataclass(frozen=True)
class Board:
    """The ring of fields that all colours share, and the lanes that belong to one."""

    shape: Literal["closed", "open", "spiral", "written"] = "closed"  # a cross with or without fields in its inner corners; or a square
    arms: Literal[4, 6] = 4  # of the cross, or of the star
    arm: int = 4  # fields on the long side of an arm; on a spiral, from the middle to the edge
    direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    route: Literal["corner", "centre"] = "corner"  # from a corner, or from the centre and back
    start: int = 1  # the start field, counted from the end field of its arm
    lane: int = 4  # private fields of a colour; as many as pieces where home is "places", none on a spiral
    home: Literal["places", "point"] = "places"  # each piece has its own place, or all share the last step
    safe: tuple[int, ...] = ()  # ring fields of a quarter, counted from the arm's end field; on a spiral from the start field
    pieces: int = 4  # of a colour, at most: how many there are is chosen at the table
    fields: tuple[str, ...] = ()  # of a written board: their names, and where they are drawn
    paths: tuple[str, ...] = ()  # … the shared fields of each seat's way, by name
    lanes: tuple[str, ...] = ()  # … and those that belong to it
    homes: tuple[str, ...] = ()  # … where the home of each seat is drawn; none: after its lane
    reserves: tuple[str, ...] = ()  # … and where its pieces wait; none: near its start field
    turned: int = 0  # … is written for one seat of so many, and turned about 0,0 for the others; 0: for each of them

    @property
    def seats(self) -> int:
        """How many can sit at it."""
        return seats_of(self.paths, self.turned) if self.shape == "written" else self.arms

    def __repr__(self) -> str:
        """Positions and solutions are known by a hash of this: what is only written for a written board is left out of others."""
        shown = [rule.name for rule in fields(self) if self.shape == "written" or rule.name not in WRITTEN]
        return f"Board({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


@dataclass(frozen=True)
class Dice:
    """What is thrown, and how its numbers are used."""

    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    values: tuple[int, ...] = ()  # what each face counts, 0 for nothing; none: as many as it shows
    values_out: tuple[int, ...] = ()  # … while none of your pieces waits; none: the same
    weights: tuple[int, ...] = ()  # how often each face falls, compared to the others; none: all alike
    grace: tuple[int, ...] = ()  # faces that are a grace
    extra: int = 0  # a number that a grace opens besides its own
    count: int = 1
    kind: Literal["dice", "sticks", "shells"] = "dice"  # a face of shells: how many lie with their mouths up
    use: Literal["each", "either", "direct", "sum"] = "each"  # how one piece may use several numbers, or whether they are one
    play: Literal["greedy", "max"] = "greedy"  # must a player choose the sequence that plays the most numbers?
    single: Literal["choice", "higher"] = "choice"  # when only one of two numbers can be played
    complement: Literal["never", "optional", "must", "all_or_nothing"] = "never"  # the underside of a double
    opening: int = 1  # dice thrown by each player to see who begins

@dataclass(frozen=True)
class Entry:
    """How pieces come in."""

    numbers: tuple[int, ...] = (6,)  # each of these numbers lets a piece in
    grace: bool = False  # a grace lets a piece in
    sum: int = 0  # two unused dice that add up to this let a piece in together
    triple: bool = False  # three equal faces let a piece in
    free: Literal["never", "once", "whenever_empty", "double"] = "never"  # a first piece, or each number of a double, needs no special one
    step: Literal["start", "total"] = "start"  # where a starting piece goes
    ready: int = 0  # pieces that stand on the board when the game begins; 4, or as many as there are: all of them
    ready_at: tuple[int, ...] = (1,)  # … and on which steps; the last of them is for all that are left
    per_throw: int = 4  # pieces that one throw may bring in
    waits: bool = False  # a piece that was just brought in moves only in a later turn
    join: Literal["if_blocked", "free", "never"] = "if_blocked"  # entering onto a piece of your own, if the duty to clear the start leaves it
    takes_safe: bool = False  # an entering piece captures on its start field even if that is safe
    takes_pair: bool = False  # … and even a block there
    takes: Literal["all", "last", "last_if_full"] = "all"  # all enemies there, or only the one that came last


@dataclass(frozen=True)
class Turn:
    """Tries, throws that are earned, and duties."""

    tries: int = 1  # throws for a player who has nothing to move
    tries_when: Literal["none_on_track", "stuck"] = "none_on_track"
    again_faces: tuple[int, ...] = ()  # faces that earn another throw
    again_double: bool = False
    again_triple: bool = False
    again_capture: bool = False
    again_home: bool = False  # a piece that comes home earns another throw
    again_needs_move: bool = False
    again: Literal["must", "may"] = "must"
    numbers: Literal["at_once", "collected"] = "at_once"  # each throw is played before the next, or all of them together
    streak: int = 0  # this many throws in a row are one too many
    streak_of: Literal["again", "number"] = "again"  # … that earn another, or that show the same number
    streak_penalty: Literal["all", "ring", "exposed", "most_advanced", "foremost_home", "last_moved", "last_moved_unless_safe", "skip", "strike"] = "skip"
    offer: bool = False  # may a player decline the throw before making it?
    may_pass: Literal["never", "turn", "throw"] = "never"  # what a player who declines to move gives up
    duties: tuple[Duty, ...] = ()  # strongest first
    duty_scope: Literal["number", "pool"] = "number"  # duties apply to each number, or to all open numbers together


@dataclass(frozen=True)
class Moves:
    """How pieces move, alone or together."""

    stack: int = 1  # pieces of one colour on one field of the ring
    stack_inside: int = 0  # … inside the outer ring of a spiral; 0: as many as on it
    stack_safe: int = 0  # … on a safe field; 0: as many as on any other
    capacity: int = 0  # pieces of all colours there; 0: no limit
    groups: bool = False  # pieces on one field may move as one
    group_by: Literal["team", "colour"] = "team"  # whose pieces they are
    bound: bool = False  # pieces of one colour that meet are never parted again
    groups_on_safe: bool = True  # … even from a safe field
    group_pace: Literal["whole", "half"] = "whole"  # several pieces go as far as the number says, or half as far if it is even
    backward: bool = False  # a piece may go back to capture
    goal_jump: bool = True  # pieces of the same colour in the goal may be jumped
    jump: Literal["all", "others", "nobody"] = "all"  # whose pieces on the ring may be jumped
    hindered: Literal["stay", "turn_back"] = "stay"  # a number that leads past a piece that can't be jumped
    own_landing: Literal["barred", "behind"] = "barred"  # a number that leads onto your own piece
    foot: Literal["passed", "exact", "stop", "bounce"] = "passed"  # must the last field of the ring be hit exactly?
    ladder: Literal["count", "rungs"] = "count"  # how a lane is climbed: by any number, or rung by rung, each by its own
    overshoot: Literal["stay", "bounce"] = "stay"  # a number that leads beyond home
    last_steps: Literal["exact", "triple", "grace", "die", "closed"] = "exact"  # closer to home than the smallest throw
    second_lap: Literal["never", "partner", "always"] = "never"  # may a piece pass its own lane and go round again?
    gate: Literal["open", "capture"] = "open"  # must it, until its player has captured?
    gate_shuts: bool = False  # … and once more if captures have put all pieces of the player back


@dataclass(frozen=True)
class Capture:
    """How enemies are captured, when that is a duty, and where it is barred."""

    by: Literal["landing", "passing", "both"] = "landing"
    duty: Literal["off", "penalty", "strict"] = "off"
    duty_order: Literal["capture_first", "enter_first"] = "capture_first"
    duty_backward: bool = False
    on_safe: Literal["barred", "shared"] = "barred"  # a safe field that holds an enemy
    to: Literal["reserve", "start"] = "reserve"  # where a piece goes that is captured


@dataclass(frozen=True)
class Block:
    """Pieces that block the way."""

    size: int = 0  # pieces that make a block; 0: there are none
    by: Literal["colour", "team", "any"] = "colour"
    mixed: bool = True  # a block of a team may be of two colours
    stops: Literal["everyone", "enemies", "others", "smaller", "nobody"] = "everyone"  # others: all but the colours in it
    broken_by: Literal["nobody", "equal_group", "equal_stack"] = "nobody"  # as many as all there, or as the largest stack
    on_safe: bool = True
    on_plain: bool = True  # … and on a field that is not safe
    on_lane: bool = True  # … and in a lane, where it stops its owner
    queue: bool = False  # a piece that came onto a field after an enemy's block waits behind it
    limit: int = 0  # rounds that a block may stand; 0: no limit
    after: Literal["lapse", "pass_only", "must_break"] = "lapse"
    may_march: bool = True


@dataclass(frozen=True)
class Bonus:
    """Numbers to move that a capture or a piece brought home earns."""

    capture: int = 0
    home: int = 0
    time: Literal["turn", "throw", "at_once"] = "turn"


@dataclass(frozen=True)
class Seats:
    """Who begins, who plays which colours, and with whom."""

    order: Literal["clockwise", "anticlockwise"] = "clockwise"  # how turns pass round the table
    first: Literal["high_roll", 0] = 0  # who begins as printed: the highest throw, or seat 0, whoever sits there
    teams: bool = False  # with four players, those who face each other are partners
    team: Literal["facing", "pairs", "threes"] = "facing"  # on six arms pairs that face each other, or every other player
    colours: Literal["one", "two", "neutral"] = "one"  # colours a person plays; a neutral fourth
    turns: Literal["joint", "apart"] = "joint"  # two colours share a turn, or take turns
    other_colour: Literal["share", "capture", "illegal", "partner"] = "share"  # landing on it; "partner": as in a team
    win: Literal["all", "first_colour", "first_piece"] = "all"
    partner: Literal["share", "own", "own_outside", "foe"] = "share"
    """A partner's piece on a field: shares it, bars it as your own (everywhere, or outside a spiral only), is captured."""
    finished: Literal["out", "lend", "lend_later", "must_lend"] = "out"  # is skipped, or may or must throw for the partner
    home_order: tuple[int, ...] = ()  # colours that come home before the first piece of their partner
    play_on: bool = False


@dataclass(frozen=True)
class Rules:
    """A whole game as it is played at one table."""

    board: Board = field(default_factory=Board)
    dice: Dice = field(default_factory=Dice)
    entry: Entry = field(default_factory=Entry)
    turn: Turn = field(default_factory=Turn)
    moves: Moves = field(default_factory=Moves)
    capture: Capture = field(default_factory=Capture)
    block: Block = field(default_factory=Block)
    bonus: Bonus = field(default_factory=Bonus)
    seats: Seats = field(default_factory=Seats)
    pieces: int = 4
    players: int = 4


def check(rules: Rules) -> Iterator[str]:
    """Contradictions and impossibilities, as sentences; none means that the game can be played."""
    board, dice, entry, turn = rules.board, rules.dice, rules.entry, rules.turn
    moves, block, seats = rules.moves, rules.block, rules.seats
    written, spiral = board.shape == "written", board.shape == "spiral"
    if written and chart(board).faults:
        return iter(chart(board).faults)
    crossed, drawn = not written and not spiral, chart(board) if written else None
    pool = turn.duty_scope == "pool"
    bonus = max(rules.bonus.capture, rules.bonus.home) > 0
    in_turn = seats.colours == "neutral" or (seats.colours == "two" and seats.turns == "joint")  # two colours move
    two_sharing = seats.colours == "two" and seats.other_colour in ("share", "partner")
    sharing = (seats.teams and seats.partner != "foe") or two_sharing
    zoned, gated = has_zones(rules), moves.gate != "open"
    quarter = 2 * board.arm + {"closed": 2, "open": 1, "spiral": 0, "written": 0}[board.shape]
    longest = board.arm + (board.arms == 6 or (board.shape == "open" and board.home == "places"))
    winding = [name for name, plain in WINDING.items() if getattr(moves, name) != plain]
    home = (
        board.arms * quarter + 2 * board.lane + 2 if board.route == "centre" else board.arms * quarter - board.start + 1 + board.lane + 1
    )
    home = 4 * board.arm * (board.arm + 1) + 1 if spiral else drawn.lap + board.lane + (board.home == "point") if drawn else home
    counts = numbers_thrown(dice)
    outside = [value * (dice.count if dice.use == "sum" else 1) for value in dice.values_out]
    highest = max((*counts, *outside), default=0)
    ways = (sum(dice.weights) or len(dice.faces)) ** min(max(dice.count, 0), 3)
    hemmed = [name for name in winding if name != "overshoot"]
    collected = turn.numbers == "collected"
    enemies_share = bool(board.safe) and rules.capture.on_safe == "shared"
    rungs = climbing_numbers(rules)
    begun, track = steps_ready(rules), range(board.lane + 1 if board.route == "centre" else 1, home - board.lane)
    hasty = "moves.groups" if moves.groups else "turn.duty_scope = 'pool'" if pool else "bonus moves"
    track = range(1, 8 * board.arm + 1) if spiral else range(1, drawn.lap + 1) if drawn else track
    comes_round = drawn.comes_round if drawn else spiral or board.route == "centre" or board.start == 1
    around, in_order = drawn.lap if drawn else 4 * quarter, drawn is not None and drawn.follows_ring
    start_safe = board.start in board.safe if not drawn else drawn.is_safe(1)
    met = drawn.shares(begun) if drawn else any((a - b) % quarter == 0 and (a - b) % (board.arms * quarter) for a, b in combinations({step for step in begun if step in track}, 2))
    # fmt: off
    flat: list[tuple[bool, str]] = [
        (not 2 <= rules.players <= board.seats, f"players = {rules.players}: the board has seats for 2 to {board.seats} players"),
        (written and board.route == "centre", "board.route = 'centre' needs a cross: on a written board the path says where pieces go"),
        (written and board.home == "places" and not board.lanes, "board.home = 'places' needs lanes, in which each piece has its place: write board.lanes, or board.home = 'point'"),
        (written and board.home == "places" and length_of(board.lanes) < rules.pieces, f"board.lanes has {length_of(board.lanes)} places for the {rules.pieces} pieces of a colour"),
        (written and not board.lanes and (moves.foot != "passed" or moves.ladder != "count"), "moves.foot and moves.ladder belong to a lane: write board.lanes"),
        (written and moves.groups and moves.group_by == "team" and sharing and not (board.seats == 4 and in_order), "groups of partners need four seats whose paths follow each other round one ring: moves.group_by must be 'colour' on any other written board"),
        (written and moves.stack_safe > 0 and drawn is not None and not drawn.is_alike, "moves.stack_safe needs fields that are safe at the same steps of all paths: see board.safe"),
        (written and entry.takes != "all" and drawn is not None and len({path[0] for path in drawn.paths}) < board.seats, f"entry.takes = '{entry.takes}' needs a start field for each colour: two of board.paths begin on one field"),
        (not written and any(getattr(board, name) for name in WRITTEN), f"board.{''.join([name for name in WRITTEN if getattr(board, name)][:1])} belongs to a written board: board.shape must be 'written'"),
        (written and seats.teams and seats.colours == "one" and board.seats not in (4, 6, 8), f"seats.teams needs a board for 4, 6 or 8: board.paths has {board.seats} seats"),
        (crossed and board.arm <= 8 and home > 127, f"home is step {home} on this board: a path has at most 127 steps"),
        (crossed and board.arm <= 8 and board.arms * quarter > 128, f"the ring would have {board.arms * quarter} fields: it has at most 128"),
        (crossed and board.arms == 6 and board.route == "centre", "board.route = 'centre' needs board.arms = 4"),
        (written and board.seats != 4 and seats.colours != "one", f"seats.colours = '{seats.colours}' is made for four seats: board.paths has {board.seats}"),
        (not written and board.arms == 6 and seats.colours != "one", f"seats.colours = '{seats.colours}' is made for four seats: board.arms must be 4"),
        (not written and board.arms == 6 and moves.groups and moves.group_by == "team" and seats.teams, "groups of partners need board.arms = 4"),
        (not written and board.arms == 4 and seats.team != "facing", f"teams of {seats.team} need a board with six arms: board.arms must be 6"),
        (written and board.seats <= 4 and seats.team != "facing", f"teams of {seats.team} need a board for 6 or 8: board.paths has {board.seats} seats"),
        (not written and board.arms == 6 and seats.teams and seats.team == "facing", "on six arms seats.team must be 'pairs' or 'threes'"),
        (written and board.seats > 4 and seats.teams and seats.team == "facing", f"with {board.seats} seats seats.team must be 'pairs' or 'threes'"),
        (written and board.seats > 4 and bool(seats.home_order), f"seats.home_order is made for four seats: board.paths has {board.seats}"),
        (written and board.seats == 8 and seats.team == "threes", "seats.team = 'threes' is for six seats: eight make 'pairs'"),
        (board.seats == 6 and seats.teams and rules.players not in ((6,) if seats.team == "threes" else (4, 6)), f"teams of {seats.team} are for {'6' if seats.team == 'threes' else '4 or 6'} players, not {rules.players}"),
        (board.seats == 8 and seats.teams and seats.team == "pairs" and rules.players not in (4, 6, 8), f"teams of pairs are for 4, 6 or 8 players, not {rules.players}"),
        (spiral and (board.arms, board.route, board.home, board.lane, board.start) != (4, "corner", "point", 0, 1), "board.shape = 'spiral' winds from the edge to one home in the middle: board.home must be 'point', board.lane 0, and board.arms, route and start as they are"),
        (spiral and board.arm not in (2, 3), f"board.arm = {board.arm}: on a spiral the edge is 2 or 3 fields from the middle"),
        (spiral and (moves.foot != "passed" or moves.ladder != "count"), "moves.foot and moves.ladder belong to a lane: board.shape can't be 'spiral'"),
        (spiral and block.size > 0 and block.stops not in ("smaller", "nobody"), f"block.stops = '{block.stops}' needs a cross: on a spiral it must be 'smaller' or 'nobody'"),
        (spiral and moves.groups and moves.group_by == "team", "groups of partners need a cross: moves.group_by must be 'colour' on a spiral"),
        (spiral and any(step not in track for step in begun), f"entry.ready_at = {list(entry.ready_at)}: pieces begin on the outer ring of a spiral, on steps 1 to {8 * board.arm}"),
        (not 1 <= board.pieces <= 6, f"board.pieces = {board.pieces}: a colour has 6 pieces at most"),
        (not 1 <= rules.pieces <= board.pieces, f"pieces = {rules.pieces}: a colour has 1 to {board.pieces} pieces"),
        (crossed and not 2 <= board.arm <= 8, f"board.arm = {board.arm}: an arm is 2 to 8 fields long"),
        (crossed and not 1 <= board.start < quarter, f"board.start = {board.start}: the start field lies in its own quarter, 1 to {quarter - 1}"),
        (crossed and not 1 <= board.lane <= longest, f"board.lane = {board.lane}: a lane has 1 to {longest} fields on this board"),
        (not written and board.home == "places" and board.lane < rules.pieces, f"board.lane = {board.lane} has fewer places than the {rules.pieces} pieces"),
        (not written and board.route == "centre" and board.home == "places", "board.route = 'centre' leads back to the centre: board.home must be 'point'"),
        (not written and any(not 0 <= f < quarter for f in board.safe), f"board.safe names fields 0 to {quarter - 1} of a quarter"),
        (board.route == "centre" and entry.takes_safe, "entry.takes_safe needs a start field on the ring: board.route must be 'corner'"),
        (not 2 <= len(dice.faces) <= 8, "dice.faces needs 2 to 8 faces"),
        (any(not 0 <= f <= 20 for f in dice.faces), "dice.faces must be numbers from 1 to 20"),
        (0 in dice.faces and not dice.values, "dice.faces = 0 is nothing to move: dice.values must say what each face counts"),
        (len(set(dice.faces)) != len(dice.faces), "dice.faces names a face twice"),
        (not 1 <= dice.count <= 3, f"dice.count = {dice.count}: 1 to 3 dice can be thrown"),
        (dice.count == 3 and dice.use not in ("each", "sum"), "three dice are played one by one or as one number: dice.use must be 'each' or 'sum'"),
        (dice.count == 3 and pool, "turn.duty_scope = 'pool' is for one die or two"),
        (not 1 <= dice.opening <= dice.count, f"dice.opening = {dice.opening}: the opening throw uses 1 to {dice.count} dice"),
        (dice.use == "direct" and dice.count != 2, "dice.use = 'direct' adds up two dice: dice.count must be 2"),
        (dice.use == "direct" and not pool, "dice.use = 'direct' needs turn.duty_scope = 'pool'"),
        (dice.complement != "never" and (dice.count != 2 or dice.use == "sum"), "dice.complement belongs to two dice that are not just summed"),
        (dice.complement != "never" and not pool, "dice.complement needs turn.duty_scope = 'pool'"),
        (dice.play == "max" and (dice.count != 2 or dice.use == "sum" or not pool), "dice.play = 'max' belongs to two dice that are not just summed, and turn.duty_scope = 'pool'"),
        (dice.single == "higher" and (dice.count != 2 or dice.use == "sum" or not pool), "dice.single = 'higher' belongs to two dice that are not just summed, and turn.duty_scope = 'pool'"),
        (bool(dice.values) and len(dice.values) != len(dice.faces), f"dice.values needs one number for each of the {len(dice.faces)} faces"),
        (any(not 0 <= value <= 60 for value in dice.values) or (bool(dice.values) and not any(dice.values)), "dice.values must be numbers from 1 to 60, or 0 for a face that counts nothing"),
        (0 in graces(dice), "dice.grace names a face that counts nothing"),
        (bool(dice.weights) and len(dice.weights) != len(dice.faces), f"dice.weights needs one number for each of the {len(dice.faces)} faces"),
        (any(weight < 1 for weight in dice.weights), "dice.weights must be numbers from 1 on: how often each face falls"),
        (ways > OUTCOMES, f"these dice fall in {ways:,} equally likely ways; {OUTCOMES} are possible: choose smaller dice.weights, or fewer faces or dice"),
        (dice.kind == "shells" and dice.count > 1, "dice.kind = 'shells': a throw of shells is one face, how many mouths are up; dice.count must be 1"),
        (not set(dice.grace) <= set(dice.faces), f"dice.grace {list(dice.grace)} can never be thrown with faces {list(dice.faces)}"),
        (bool(dice.grace) and dice.count > 1, "dice.grace belongs to a throw of one number: dice.count must be 1"),
        (bool(graces(dice) & {count_of(dice, face) for face in set(dice.faces) - set(dice.grace)}), "dice.grace: faces that count the same are all graces, or none"),
        (not 0 <= dice.extra <= 60, f"dice.extra = {dice.extra}: a number from 1 to 60, or 0 for none"),
        (bool(dice.extra) and not dice.grace, "dice.extra is opened by a grace: set dice.grace"),
        (bool(dice.values) and dice.complement != "never", "dice.values and dice.complement cannot be played together"),
        (bool(dice.values_out) and len(dice.values_out) != len(dice.faces), f"dice.values_out needs one number for each of the {len(dice.faces)} faces"),
        (any(not 1 <= value <= 60 for value in dice.values_out), "dice.values_out must be numbers from 1 to 60"),
        (bool(dice.values_out) and (dice.count > 1 or collected or in_turn), "dice.values_out is judged for one die, one throw and one colour at a time"),
        (not set(entry.numbers) <= set(counts), f"entry.numbers {list(entry.numbers)} can never be thrown with {'totals' if dice.use == 'sum' else 'values' if dice.values else 'faces'} {counts}"),
        (not entry.numbers and not entry.triple and not entry.sum and not entry.grace and entry.free != "double" and (rules.capture.to == "reserve" or len(begun) < rules.pieces), "no throw brings a captured piece back in: set entry.numbers, entry.sum, entry.grace, entry.triple or entry.free = 'double'"),
        (entry.grace and not dice.grace, "entry.grace = true needs throws that are a grace: set dice.grace"),
        (entry.triple and dice.count != 3, "entry.triple needs three dice"),
        (0 in dice.values and (entry.triple or entry.free == "double"), f"a blank face brings nobody in: {'entry.triple' if entry.triple else 'entry.free'} needs dice.values from 1 on"),
        (bool(entry.sum) and (dice.count != 2 or dice.use == "sum"), "entry.sum belongs to two dice that are not just summed"),
        (bool(entry.sum) and entry.sum not in {a + b for a in counts for b in counts}, f"entry.sum = {entry.sum} can never be thrown with two of these dice"),
        (bool(entry.sum) and not pool and in_turn, "entry.sum needs one colour a turn"),
        (entry.free != "never" and pool, f"entry.free = '{entry.free}' needs turn.duty_scope = 'number'"),
        (entry.free == "double" and dice.count == 1, "entry.free = 'double' needs more than one die"),
        (entry.step == "total" and (pool or entry.waits or bool(set(turn.duties) - {"enter"})), "entry.step = 'total' knows no start field: turn.duty_scope must be 'number', entry.waits false, and turn.duties at most 'enter'"),
        (not 0 <= entry.ready <= board.pieces, f"entry.ready = {entry.ready}: a colour has 1 to {board.pieces} pieces"),
        (rules.pieces < entry.ready < 4, f"entry.ready = {entry.ready}: more pieces than a colour has at this table; 4 means all of them"),
        (not entry.ready_at or any(not 1 <= step < home for step in entry.ready_at), f"entry.ready_at names steps from 1 to {home - 1}"),
        (any(count > room_on(rules, is_safe(board, step), False) for step, count in Counter(begun).items()), f"entry.ready = {entry.ready}: more pieces than may stand on the start field"),
        (met, f"entry.ready_at = {list(entry.ready_at)}: two colours would begin on one field"),
        (not 1 <= entry.per_throw <= 4, f"entry.per_throw = {entry.per_throw}: one throw brings in 1 to 4 pieces"),
        (entry.per_throw < 2 and collected and bool(dice.extra), f"entry.per_throw = {entry.per_throw} counts the pieces of each throw: turn.numbers must be 'at_once', or dice.extra 0"),
        (entry.takes != "all" and (moves.capacity != 2 or not entry.takes_safe or not enemies_share or not start_safe), f"entry.takes = '{entry.takes}' needs a start field that two of any colours share: moves.capacity = 2, entry.takes_safe, capture.on_safe = 'shared', and board.start among board.safe"),
        (entry.takes != "all" and rules.capture.by == "passing", f"entry.takes = '{entry.takes}' captures a piece on the start field: capture.by can't be 'passing'"),
        (entry.takes != "all" and (seats.colours == "neutral" or (seats.colours == "two" and not two_sharing) or (sharing and seats.partner == "own")), f"entry.takes = '{entry.takes}' tells enemies from friends and nothing else: seats.partner can't be 'own', seats.colours not 'neutral', and seats.other_colour must be 'share' or 'partner'"),
        (collected and (dice.count > 1 or pool), "turn.numbers = 'collected' needs one die whose numbers are played one by one"),
        (collected and (turn.again_needs_move or turn.tries > 1), "turn.numbers = 'collected' throws before it moves: leave turn.again_needs_move and tries as they are"),
        (counted(rules) and bonus, "bonus moves and turn.numbers = 'collected' need turn.streak from 2 to 4, and no throw for a capture"),
        (entry.waits and not collected and (dice.count > 1 or any(may_enter(rules, face) for face in turn.again_faces)), "entry.waits needs turn.numbers = 'collected', or one die and no piece that enters with a throw that earns another"),
        (entry.waits and (turn.again_capture or (collected and turn.again_home)), f"entry.waits: a piece would move in the turn it came in, with the throw that turn.again_{'capture' if turn.again_capture else 'home'} earns; set that to false"),
        (entry.waits and (moves.groups or pool or bonus), f"entry.waits cannot be played with {hasty}"),
        (not 1 <= turn.tries <= 9, f"turn.tries = {turn.tries}: 1 to 9 throws"),
        (not set(turn.again_faces) <= set(dice.faces), f"turn.again_faces {list(turn.again_faces)} can never be thrown with faces {list(dice.faces)}"),
        ((turn.again_double or turn.again_triple) and dice.count == 1, "turn.again_double needs more than one die"),
        (turn.streak == 0 and always_again(rules), "every throw earns another, so a turn would never end: shorten turn.again_faces or set turn.streak"),
        (len(set(turn.duties)) != len(turn.duties), "turn.duties names a duty twice"),
        ("open" in turn.duties and block.size == 0, "the duty 'open' needs blocks: set block.size = 2"),
        ("open" in turn.duties and collected, "the duty 'open' is about the numbers of one throw: turn.numbers can't be 'collected'"),
        (turn.streak_penalty.startswith("last_moved") and (moves.groups or in_turn), f"turn.streak_penalty = '{turn.streak_penalty}' needs single pieces of one colour a turn"),
        (turn.streak_penalty == "foremost_home" and (board.home == "places" or moves.bound or gated or in_turn or bool(seats.home_order)), "turn.streak_penalty = 'foremost_home' needs board.home = 'point', moves.bound = false, moves.gate = 'open', one colour a turn and no seats.home_order"),
        (pool and "chain" in turn.duties, "the duty 'chain' needs turn.duty_scope = 'number'"),
        (pool and turn.may_pass != "never", f"turn.may_pass = '{turn.may_pass}' needs turn.duty_scope = 'number'"),
        (not 0 <= turn.streak <= 9, f"turn.streak = {turn.streak}: 0 (no limit) to 9"),
        (turn.streak_of == "number" and dice.count > 1, "turn.streak_of = 'number' belongs to a throw of one number: dice.count must be 1"),
        (turn.streak_penalty == "strike" and turn.streak_of != "number", "turn.streak_penalty = 'strike' strikes out one number: turn.streak_of must be 'number'"),
        (not 1 <= moves.stack <= 4, f"moves.stack = {moves.stack}: 1 to 4 pieces on a field"),
        (moves.capacity != 0 and not max(2, moves.stack) <= moves.capacity <= 8, f"moves.capacity = {moves.capacity}: 0 (no limit), or as many as moves.stack allows, and 2 to 8"),
        (moves.capacity != 0 and moves.groups, "moves.capacity and moves.groups cannot be played together"),
        (moves.groups and ((moves.stack < rules.pieces and not zoned) or dice.use not in ("each", "sum")), "moves.groups needs moves.stack = 4, and dice.use = 'each' or 'sum'"),
        (moves.groups and (pool or bonus), "moves.groups needs turn.duty_scope = 'number' and no bonus moves"),
        (moves.bound and not moves.groups, "moves.bound needs moves.groups = true"),
        (moves.group_pace == "half" and not moves.bound, "moves.group_pace = 'half' needs moves.bound = true"),
        (not 0 <= moves.stack_inside <= 6 or not 0 <= moves.stack_safe <= 6, "moves.stack_inside and moves.stack_safe: 1 to 6 pieces on a field, or 0 for as many as elsewhere"),
        (moves.stack_inside > 0 and not spiral, f"moves.stack_inside = {moves.stack_inside} needs board.shape = 'spiral'"),
        (zoned and (moves.capacity > 0 or pool), "moves.stack_inside and moves.stack_safe need turn.duty_scope = 'number', and cannot be played with moves.capacity"),
        (gated and not comes_round, f"moves.gate = '{moves.gate}' needs a way that comes round to where it began: board.shape = 'spiral', board.route = 'centre', or board.start = 1"),
        (gated and (pool or bool(winding) or dice.use == "either" or "chain" in turn.duties or rules.capture.by != "landing" or board.home == "places"), f"moves.gate = '{moves.gate}' needs board.home = 'point' and numbers that are played one by one, so many steps ahead"),
        (gated and (seats.colours != "one" or moves.second_lap != "never"), f"moves.gate = '{moves.gate}' needs seats.colours = 'one' and moves.second_lap = 'never'"),
        (gated and highest > around, f"moves.gate = '{moves.gate}': a throw of {highest} would lead round more than once"),
        (moves.gate_shuts and not gated, "moves.gate_shuts needs moves.gate = 'capture'"),
        (rules.capture.to == "start" and (not is_safe(board, 1) or rules.capture.on_safe != "shared" or entry.takes_safe), "capture.to = 'start' needs a start field on which nobody is captured: board.safe must name it, capture.on_safe be 'shared' and entry.takes_safe false"),
        (moves.last_steps != "exact" and dice.use != "sum" and dice.count > 1, f"moves.last_steps = '{moves.last_steps}' needs a throw that is one number: dice.use = 'sum', or dice.count = 1"),
        (moves.last_steps != "exact" and (pool or bool(winding)), f"moves.last_steps = '{moves.last_steps}' needs turn.duty_scope = 'number', and cannot be played with moves.{''.join(winding[:1]) or 'overshoot'}"),
        (moves.last_steps == "die" and bool(dice.values), "moves.last_steps = 'die' needs dice that count what they show: dice.values must be empty"),
        (moves.last_steps == "grace" and not dice.grace, "moves.last_steps = 'grace' needs throws that are a grace: set dice.grace"),
        (not moves.groups_on_safe and not moves.groups, "moves.groups_on_safe = false needs moves.groups = true"),
        (moves.second_lap != "never" and not comes_round, f"moves.second_lap = '{moves.second_lap}' needs a way that comes round to where it began: board.route = 'centre', or board.start = 1"),
        (moves.second_lap != "never" and (pool or dice.use == "either" or bool(winding) or moves.backward or rules.capture.by != "landing" or board.home == "places"), f"moves.second_lap = '{moves.second_lap}' needs board.home = 'point' and numbers that are played one by one, so many steps ahead"),
        (moves.last_steps == "triple" and dice.count != 3, "moves.last_steps = 'triple' needs three dice"),
        (moves.groups and board.home == "places", "moves.groups leads several pieces home together: board.home must be 'point'"),
        (moves.backward and (dice.use not in ("each", "sum") or pool), "moves.backward needs numbers that are played one by one: dice.use = 'each' or 'sum', and turn.duty_scope = 'number'"),
        (moves.backward and board.route == "centre", "moves.backward needs a start field on the ring: board.route must be 'corner'"),
        (bool(winding) and (moves.groups or moves.backward), f"moves.{'groups' if moves.groups else 'backward'} cannot be played with moves.{''.join(winding[:1])}"),
        (bool(hemmed) and block.size > 0, f"moves.{''.join(hemmed[:1])} is for games without blocks: set block.size = 0"),
        (moves.hindered == "turn_back" and moves.jump == "all", "moves.hindered = 'turn_back' needs pieces that can't be jumped: set moves.jump"),
        (moves.own_landing == "behind" and moves.stack > 1, "moves.own_landing = 'behind' needs moves.stack = 1"),
        (moves.ladder == "rungs" and (board.home == "places" or board.route == "centre"), "moves.ladder = 'rungs' leads up a lane to one home: board.home must be 'point' and board.route 'corner'"),
        (moves.ladder == "rungs" and not set(rungs) <= set(counts), f"moves.ladder = 'rungs' needs throws of {', '.join(map(str, sorted(set(rungs))))}, but they count {', '.join(map(str, counts))}"),
        (moves.ladder == "rungs" and bool(dice.values_out), "moves.ladder = 'rungs' asks for the same numbers all the time: dice.values_out must be empty"),
        (moves.ladder == "rungs" and moves.foot == "passed", "moves.ladder = 'rungs' begins on the foot, which must then be hit: moves.foot can't be 'passed'"),
        (moves.foot != "passed" and (board.home == "places" or board.route == "centre"), f"moves.foot = '{moves.foot}' needs board.home = 'point' and board.route = 'corner'"),
        (moves.overshoot == "bounce" and not moves.goal_jump, "moves.overshoot = 'bounce' needs moves.goal_jump = true"),
        (moves.groups and rules.capture.duty != "off", "capture.duty and moves.groups cannot be played together"),
        (moves.groups and bool(turn.duties), "turn.duties and moves.groups cannot be played together"),
        (pool and rules.capture.duty != "off", "capture.duty needs dice that are played one by one"),
        (block.size not in (0, 2), f"block.size = {block.size}: a block is two pieces, or 0 for none"),
        (block.size == 2 and max(moves.stack, moves.stack_inside) < 2 and block.by == "colour", "block.size = 2 needs moves.stack of at least 2"),
        (block.size == 2 and moves.stack > 2 and not moves.groups and not (block.stops in ("smaller", "nobody") or (block.stops == "enemies" and block.by == "colour" and block.may_march)), "blocks of more than two pieces need moves.groups, or block.stops = 'enemies' and block.by = 'colour', or block.stops = 'smaller' or 'nobody'"),
        (block.queue and (block.stops != "enemies" or not block.on_safe or block.on_plain or rules.capture.on_safe != "shared"), "block.queue is for blocks on shared safe fields only that stop enemies"),
        (block.queue and entry.ready > 0, "block.queue and entry.ready cannot be played together"),
        (rules.capture.by != "landing" and (moves.groups or pool or rules.capture.duty != "off" or sharing or seats.colours != "one"), "capture.by = 'passing' is for single players and numbers that are played one by one, without a duty to capture"),
        (not block.mixed and moves.groups, "block.mixed = false and moves.groups cannot be played together"),
        (block.broken_by != "nobody" and not moves.groups, f"block.broken_by = '{block.broken_by}' needs moves.groups = true"),
        (block.size == 2 and block.by == "colour" and sharing, "pieces of two colours that share a field stand as a block: block.by must be 'team'"),
        (block.size == 2 and block.on_safe and enemies_share and block.by == "colour" and block.mixed, "enemies who share a safe field are no block: capture.on_safe = 'shared' needs block.on_safe = false, block.mixed = false, or block.by = 'team' or 'any'"),
        (not block.may_march and not pool, "block.may_march = false needs turn.duty_scope = 'pool'"),
        (block.limit > 0 and block.after == "must_break" and not pool, "block.after = 'must_break' needs turn.duty_scope = 'pool'"),
        (not 0 <= block.limit <= 9, f"block.limit = {block.limit}: 0 (none) to 9 rounds"),
        (block.limit > 0 and (moves.groups or block.stops != "everyone" or block.by != "colour" or enemies_share), "block.limit belongs to blocks of one colour that stop everyone"),
        (rules.bonus.capture < 0 or rules.bonus.home < 0 or max(rules.bonus.capture, rules.bonus.home) > 60, "bonus numbers lie between 0 and 60"),
        (bonus and in_turn, "bonus moves need one colour a turn"),
        (bonus and (moves.last_steps != "exact" or moves.second_lap != "never"), "bonus moves go home like any number, and never round again: moves.last_steps must be 'exact', and moves.second_lap 'never'"),
        (bonus and turn.tries > 1, f"bonus moves belong to throws without tries: turn.tries = {turn.tries} must be 1"),
        (highest > 60, "a throw may count 60 at most"),
        (bool(unlisted(rules)), f"one throw could have {unlisted(rules)} moves, more than are listed: choose moves.group_by = 'colour', or fewer pieces"),
        (entry.step == "total" and highest > home, f"entry.step = 'total': a throw of {highest} would start beyond home, which is step {home}"),
        (in_turn and pool, "two colours in one turn need dice that are played one by one"),
        (seats.colours == "neutral" and moves.groups, "a neutral colour and moves.groups cannot be played together"),
        (any(not 0 <= colour < 4 for colour in seats.home_order), "seats.home_order names colours 0 to 3"),
        (any((colour + 2) % 4 in seats.home_order for colour in seats.home_order), "seats.home_order names one of two partners, not both"),
        (seats.colours != "one" and seats.teams and seats.other_colour != "partner", "teams need one colour a person: choose teams or two colours, not both"),
        (seats.colours == "two" and rules.players != 2, f"two colours a person is for two players, not {rules.players}"),
        (seats.colours == "neutral" and rules.players != 3, f"a neutral colour is for three players, not {rules.players}"),
        (seats.colours == "neutral" and (dice.use != "each" or dice.count > 1), "a neutral colour needs one die"),
        (seats.win == "first_piece" and seats.play_on, "seats.win = 'first_piece' ends the game: seats.play_on must be false"),
        (seats.partner == "own" and moves.stack > 1, "seats.partner = 'own' needs moves.stack = 1"),
        (seats.partner == "own_outside" and not spiral, "seats.partner = 'own_outside' needs board.shape = 'spiral'"),
    ]
    # fmt: on
    return (sentence for wrong, sentence in flat if wrong)


def steps_ready(rules: Rules) -> list[int]:
    """The steps on which the pieces of a colour stand when the game begins, those that wait left out."""
    entry = rules.entry
    return [*entry.ready_at, *entry.ready_at[-1:] * entry.ready][: min(max(entry.ready, 0), rules.pieces)]


def is_safe(board: Board, step: int) -> bool:
    """Is a step on the ring safe? On a spiral, on its outer ring."""
    if board.shape == "spiral":
        return (step - 1) % (2 * board.arm) in board.safe
    if board.shape == "written":
        return chart(board).is_safe(step)
    quarter = 2 * board.arm + (2 if board.shape == "closed" else 1)
    return (step - board.lane - 1 if board.route == "centre" else step - 1 + board.start) % quarter in board.safe


def has_zones(rules: Rules) -> bool:
    """Does it depend on the place how many pieces of a colour share a field?"""
    return rules.moves.stack_inside > 0 or rules.moves.stack_safe > 0 or rules.seats.partner == "own_outside"


def room_on(rules: Rules, safe: bool, inside: bool) -> int:
    """How many pieces of a colour may share a field."""
    moves = rules.moves
    return (safe and moves.stack_safe) or (inside and moves.stack_inside) or moves.stack


def lots(dice: Dice) -> tuple[int, ...]:
    """The faces of a die, each as often as it falls: one of them is drawn, all equally likely.

    >>> lots(Dice(faces=(0, 1, 2), values=(4, 1, 2), weights=(1, 2, 1)))
    (0, 1, 1, 2)
    """
    weights = dice.weights or [1] * len(dice.faces)
    return tuple(face for face, weight in zip(dice.faces, weights, strict=False) for _ in range(min(weight, OUTCOMES)))


def count_of(dice: Dice, face: int) -> int:
    """What a face counts."""
    at = dice.faces.index(face)
    return dice.values[at] if at < len(dice.values) else face


def numbers_thrown(dice: Dice) -> list[int]:
    """All numbers that a throw may open, but for those of `values_out`.

    >>> numbers_thrown(Dice(faces=(1, 2, 3), count=2, use="sum"))
    [2, 3, 4, 5, 6]
    """
    numbers = once = set(dice.values or dice.faces)
    for _ in range(1, min(dice.count, 3) if dice.use == "sum" and len(once) <= 8 else 1):
        numbers = {a + b for a in numbers for b in once}
    return sorted((numbers | {dice.extra}) - {0})


def graces(dice: Dice) -> set[int]:
    """The numbers that are a grace."""
    return {count_of(dice, face) for face in dice.grace if face in dice.faces}


def counted(rules: Rules) -> bool:
    """May so many numbers be open that they are counted, by kind?"""
    turn = rules.turn
    few = 2 <= turn.streak <= 4 and turn.streak_of == "again" and not (turn.again_capture or turn.again_home) and not (rules.dice.extra or rules.dice.weights)
    return turn.numbers == "collected" and not few


def may_enter(rules: Rules, face: int) -> bool:
    """May a throw of this face alone bring a piece in?"""
    dice, entry = rules.dice, rules.entry
    if face not in dice.faces:
        return False
    graced = face in dice.grace
    opened = {count_of(dice, face), *([dice.extra] if graced and dice.extra else [])}
    return entry.free != "never" or (graced and entry.grace) or bool(opened & set(entry.numbers))


def unlisted(rules: Rules) -> int:
    """How many moves a throw may have at most, if they can't all be listed; else 0."""
    dice, moves, seats = rules.dice, rules.moves, rules.seats
    allied = (seats.teams and rules.players == 4) or (seats.colours == "two" and seats.other_colour == "partner")
    two = seats.colours == "neutral" or (seats.colours == "two" and seats.turns == "joint")  # colours move
    pieces = 2 * rules.pieces if two else rules.pieces
    each = pieces * (rules.pieces + 1 if allied and moves.groups and moves.group_by == "team" else 1)
    each += pieces if moves.backward or moves.second_lap != "never" else 0  # of two ways one is a piece's own
    numbers = 1 if dice.use == "sum" or rules.turn.numbers == "collected" else dice.count + (dice.extra > 0)
    most = numbers * each + (pieces if dice.use == "either" else 0)
    listed = each <= MOST_OF_NUMBER and (numbers - 1) * each <= MAX_MOVES - MOST_OF_NUMBER and most < MAX_MOVES
    return 0 if listed else most


def climbing_numbers(rules: Rules) -> list[int]:
    """The numbers that climb a ladder, from the foot on; from the topmost rungs the highest does."""
    dice = rules.dice
    highest = max(dice.values or dice.faces, default=0) * (dice.count if dice.use == "sum" else 1)
    return [min(rung, highest) for rung in range(1, rules.board.lane + 2)]


def always_again(rules: Rules) -> bool:
    """Does every throw earn another?"""
    dice, turn = rules.dice, rules.turn
    if not 1 <= len(dice.faces) <= 8 or not 1 <= dice.count <= 3:
        return False
    for throw in combinations_with_replacement(dice.faces, dice.count):
        alike = dice.count - len(set(throw))
        equal = (alike == 1 and turn.again_double) or (alike == 2 and turn.again_triple)
        if not equal and not set(throw) & set(turn.again_faces):
            return False
    return True
