"""What messages are made of: fields that are checked, and the parts of a table as they are shown.

Socket (`protocol`) and HTTP (`forms`) share them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..rules import MOST_PLAYERS
from ..words import LANGUAGES

END = r"$(?!\n)"  # a lone `$` also matches before a last line break

Id = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{1,40}}{END}", description="Made by the client, new for each command.")]
At = Annotated[int, Meta(ge=0, le=2**31, description="The sequence number of the state the player is looking at.")]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)]
Step = Annotated[int, Meta(ge=0, le=127)]
Nonce = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{32}}{END}", description="128 fresh random bits of the thrower's browser.")]
Hash = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{64}}{END}", description="256 bits: a link, or the commitment of a chain.")]
ThrowNumber = Annotated[int, Meta(ge=0, le=2**31)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Lang = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)}){END}")]
Phrase = Literal[
    "hello", "luck", "bravo", "thanks", "ouch", "angry", "haha", "sorry", "hurry", "bye",
    "smile", "laugh", "wink", "wow", "cry", "rage",
]  # fmt: skip
Value = bool | int | str
Point = tuple[int, int]  # x, y on the grid of the board
Sent = tuple[int, int]  # colour, step: a piece that goes back to its reserve
Phase = Literal["lobby", "play", "over", "closed"]
SeatKind = Literal["person", "bot", "open"]
SeatNews = Literal["sat", "arranged", "named", "left", "stand_in", "back"]
RefusalCode = Literal["bad", "stale", "not_yours", "not_now", "not_allowed", "too_fast", "trouble"]


class Choice(Struct, frozen=True):
    """A legal move. `path` runs from the square of departure to the target, square by square."""

    index: int
    kind: Literal["move", "enter", "pass", "stop"]
    colour: int
    start: int
    target: int
    uses: tuple[int, ...]
    count: int
    partner: int
    captures: tuple[Sent, ...]
    penalty: tuple[Sent, ...]
    path: tuple[Point, ...]
    home: bool
    words: str


class State(Struct, frozen=True):
    """The state of the game, and what the seat on turn may do."""

    seq: int
    node: Literal["throw", "move", "offer", "over"]
    seat: int
    colour: int
    turn: int
    throws: int
    faces: tuple[int, ...]
    left: tuple[int, ...]
    bonus: tuple[int, ...]
    tries: int
    opening: bool
    pieces: tuple[tuple[int, ...] | None, ...]
    moves: tuple[Choice, ...]
    back: int | None


class Happening(Struct, frozen=True):
    """Something that was settled automatically."""

    what: Literal["lost", "bonus_lost", "streak", "turn_over", "again", "finished", "opening_tie", "opened"]
    words: str


class SeatView(Struct, frozen=True):
    seat: int
    colours: tuple[int, ...]
    kind: SeatKind
    name: str
    bot: str | None
    stand_in: str | None
    left: bool
    host: bool = False


class ColourView(Struct, frozen=True):
    name: str
    hex: str


class DiceView(Struct, frozen=True, omit_defaults=True):
    """What is thrown. `faces` are equally likely: a face that falls more often stands there more often."""

    kind: Literal["dice", "sticks", "shells"]
    count: int
    opening: int
    faces: tuple[int, ...]
    counts: dict[int, int] | None = None  # of shells: what each face counts


class BoardView(Struct, frozen=True):
    """The plan of the board. `tracks[colour][step]` is the square of a step; null for the reserve.

    `numbers` are those printed on the fields of the ring, if the board has any.
    """

    size: int
    ring: tuple[Point, ...]
    lanes: tuple[tuple[Point, ...], ...]
    reserves: tuple[tuple[Point, ...], ...]
    houses: tuple[Point, ...] | None
    safe: tuple[int, ...]
    starts: tuple[int, ...]
    mouths: tuple[int, ...]
    first: int
    lap: int
    last: int
    centre: bool
    tracks: tuple[tuple[Point | None, ...], ...]
    numbers: tuple[int, ...]


class TableView(Struct, frozen=True):
    id: str
    book: str
    name: str
    players: int
    pieces: int
    first: int | str
    options: dict[str, Value]
    house_rules: tuple[tuple[str, str], ...]
    take_back: bool
    hints: bool
    clock: int
    phase: Phase
    commitment: str
    secret: str | None
    colours: tuple[ColourView, ...]
    dice: DiceView
    teams: tuple[tuple[int, ...], ...] | None
    board: BoardView
    seats: tuple[SeatView, ...]
    created: str
    rematch_of: str | None
    rematch: str | None
    may_play_on: bool


class ChainView(Struct, frozen=True):
    """The chain in force at a seat, and the first throw that it has a link for."""

    seat: int
    commitment: str
    since: int


class Line(Struct, frozen=True):
    """A line of the game log."""

    seq: int
    seat: int
    ev: str
    words: str


class Absence(Struct, frozen=True):
    """Somebody is away; in `wait` seconds the others may let a bot play."""

    seat: int
    wait: float


class Answer(Struct, frozen=True):
    """May this piece use these numbers? `clause` names the rule that decides."""

    uses: tuple[int, ...]
    legal: bool
    clause: str
    text: str


class Advised(Struct, frozen=True):
    """A legal move by its index (-1: to throw), and the chance of winning after it, 0 to 1."""

    index: int
    chance: float
