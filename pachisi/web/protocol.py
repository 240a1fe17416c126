"""The messages between page and server: commands go in, messages come out.

docs/protocol.md explains it with examples. Fields may be added within a version; a change of meaning raises it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..words import LANGUAGES

VERSION = 1
END = r"$(?!\n)"  # a lone `$` also matches before a last line break

Id = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{1,40}}{END}", description="Made by the client, new for each command.")]
At = Annotated[int, Meta(ge=0, le=2**31, description="The sequence number of the state the player is looking at.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Step = Annotated[int, Meta(ge=0, le=127)]
Nonce = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{32}}{END}", description="128 fresh random bits of the thrower's browser.")]
Hash = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{64}}{END}", description="256 bits: a link, or the commitment of a chain.")]
ThrowNumber = Annotated[int, Meta(ge=0, le=2**31)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Lang = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)}){END}")]
Phrase = Literal["hello", "luck", "bravo", "thanks", "ouch", "angry", "haha", "sorry", "hurry", "bye"]
Value = bool | int | str
Point = tuple[int, int]  # x, y on the grid of the board
Sent = tuple[int, int]  # colour, step: a piece that goes back to its reserve
Phase = Literal["lobby", "play", "over", "closed"]
SeatKind = Literal["person", "bot", "open"]
SeatNews = Literal["sat", "arranged", "named", "left", "stand_in", "back"]
RefusalCode = Literal["bad", "stale", "not_yours", "not_now", "not_allowed", "too_fast", "trouble"]


# --- commands ---------------------------------------------------------------------


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    id: Id


class Throw(Command, frozen=True, tag="throw"):
    at: At
    nonce: Nonce


class CommitChain(Command, frozen=True, tag="chain"):
    """This browser's chain of numbers for the dice: what stands before its first link."""

    commitment: Hash


class GiveLink(Command, frozen=True, tag="link"):
    """The answer to a call: this browser's link for throw n."""

    n: ThrowNumber
    link: Hash


class Play(Command, frozen=True, tag="play"):
    """Play the move with this index in `state.moves`."""

    at: At
    index: Annotated[int, Meta(ge=0, le=255)]


class TakeBack(Command, frozen=True, tag="take_back"):
    at: At


class Rename(Command, frozen=True, tag="name"):
    seat: SeatNumber
    name: Name


class Arrange(Command, frozen=True, tag="seat"):
    """In the lobby, the host decides who may sit where."""

    seat: SeatNumber
    who: Literal["here", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class Start(Command, frozen=True, tag="start"):
    pass


class Leave(Command, frozen=True, tag="leave"):
    """Leave your seats. They stay yours, but the others may let a bot take over at once."""


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play the seat of somebody who has been away for long enough."""

    seat: SeatNumber
    bot: BotName


class ComeBack(Command, frozen=True, tag="come_back"):
    """Take your seat back from a bot."""

    seat: SeatNumber


class Rematch(Command, frozen=True, tag="rematch"):
    """Another game with the same seats; or the others play on for the places where this one ended."""

    play_on: bool = False


class Close(Command, frozen=True, tag="close"):
    pass


class Ask(Command, frozen=True, tag="why"):
    """What may the pieces of this colour on this step do, and why not?"""

    colour: SeatNumber
    step: Step


class AskHint(Command, frozen=True, tag="hint"):
    """What should I play? Only the asker gets the answer, and only if the table allows hints."""

    at: At


class Speak(Command, frozen=True, tag="lang"):
    lang: Lang


class Say(Command, frozen=True, tag="say"):
    """Say one of a few phrases to everybody at the table; it is not stored."""

    seat: SeatNumber
    phrase: Phrase


class Ping(Command, frozen=True, tag="ping"):
    pass


Commands = (
    Throw
    | CommitChain
    | GiveLink
    | Play
    | TakeBack
    | Rename
    | Arrange
    | Start
    | Leave
    | StandIn
    | ComeBack
    | Rematch
    | Close
    | Ask
    | AskHint
    | Speak
    | Say
    | Ping
)


# --- the parts of messages ----------------------------------------------------------


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


class ColourView(Struct, frozen=True):
    name: str
    hex: str


class DiceView(Struct, frozen=True):
    kind: Literal["dice", "sticks"]
    count: int
    opening: int
    faces: tuple[int, ...]


class BoardView(Struct, frozen=True):
    """The plan of the board. `tracks[colour][step]` is the square of a step; null for the reserve."""

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


# --- messages -------------------------------------------------------------------------


class Message(Struct, frozen=True, tag_field="ev"):
    pass


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message on every socket, for this connection alone."""

    v: int
    seq: int
    resumed: bool
    you: tuple[int, ...]
    owner: bool
    invite: str | None
    code: str | None


class Snapshot(Message, frozen=True, tag="snapshot"):
    """Everything there is to draw, for a client whose state is missing or too old. `due` is the number of the next new throw."""

    seq: int
    table: TableView
    state: State | None
    story: tuple[Line, ...]
    chains: tuple[ChainView, ...]
    due: int


class Seated(Message, frozen=True, tag="seated"):
    seq: int
    what: SeatNews
    seat: int
    seats: tuple[SeatView, ...]
    words: str


class Started(Message, frozen=True, tag="started"):
    seq: int
    seats: tuple[SeatView, ...]
    state: State
    words: str


class Thrown(Message, frozen=True, tag="thrown"):
    """A throw. `nonce` is null where a bot threw or a link took part; `kept` marks a throw that is replayed after an undo."""

    seq: int
    seat: int
    colour: int
    faces: tuple[int, ...]
    n: int
    nonce: str | None
    links: tuple[tuple[int, str], ...]
    silent: tuple[int, ...]
    kept: bool
    happened: tuple[Happening, ...]
    back: tuple[Sent, ...]
    state: State
    words: str


class Moved(Message, frozen=True, tag="moved"):
    seq: int
    seat: int
    move: Choice
    happened: tuple[Happening, ...]
    back: tuple[Sent, ...]
    state: State
    words: str


class TakenBack(Message, frozen=True, tag="taken_back"):
    seq: int
    seat: int
    state: State
    words: str


class Ended(Message, frozen=True, tag="ended"):
    """The game is over, and the secret of the dice is revealed."""

    seq: int
    winner: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]
    secret: str
    words: str


class Chained(Message, frozen=True, tag="chained"):
    """A browser has committed to a chain."""

    seq: int
    seat: int
    commitment: str
    since: int
    words: str


class Rematched(Message, frozen=True, tag="rematched"):
    seq: int
    table: str
    words: str


class Closed(Message, frozen=True, tag="closed"):
    """The table has been closed, and the secret of the dice is revealed."""

    seq: int
    secret: str
    words: str


class Presence(Message, frozen=True, tag="presence"):
    here: tuple[int, ...]
    away: tuple[Absence, ...]
    watchers: int


class Call(Message, frozen=True, tag="call"):
    """A throw is due: the browsers of these seats are asked for their links."""

    n: int
    seats: tuple[int, ...]


class Said(Message, frozen=True, tag="said"):
    """Somebody says something; the page has the words."""

    seat: int
    phrase: Phrase


class You(Message, frozen=True, tag="you"):
    """Which seats are yours has changed."""

    you: tuple[int, ...]
    owner: bool


class Ack(Message, frozen=True, tag="ack"):
    """The command is done and stored; do not send it again."""

    id: str
    seq: int


class Refused(Message, frozen=True, tag="no"):
    """The command was refused and changed nothing; do not send it again."""

    id: str | None
    code: RefusalCode
    why: str


class Why(Message, frozen=True, tag="why"):
    id: str
    colour: int
    step: int
    answers: tuple[Answer, ...]


class Hint(Message, frozen=True, tag="hint"):
    """The legal moves of state `at`, best first, as the strongest bot evaluates them, and why the first is better."""

    id: str
    at: int
    advice: tuple[Advised, ...]
    why: str = ""


class Pong(Message, frozen=True, tag="pong"):
    id: str


class Bye(Message, frozen=True, tag="bye"):
    """The server closes the socket; come back if `again` is true."""

    why: str
    again: bool


Logged = Seated | Started | Chained | Thrown | Moved | TakenBack | Ended | Rematched | Closed
Messages = Welcome | Snapshot | Logged | Presence | Call | Said | You | Ack | Refused | Why | Hint | Pong | Bye
