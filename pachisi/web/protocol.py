"""The messages between page and server: commands go in, messages come out.

docs/protocol.md explains it with examples. Fields may be added within a version; a change of meaning raises it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from . import elements as e

VERSION = 1


# --- commands ---------------------------------------------------------------------


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    id: e.Id


class Throw(Command, frozen=True, tag="throw"):
    at: e.At
    nonce: e.Nonce


class CommitChain(Command, frozen=True, tag="chain"):
    """This browser's chain of numbers for the dice: what stands before its first link."""

    commitment: e.Hash


class GiveLink(Command, frozen=True, tag="link"):
    """The answer to a call: this browser's link for throw n."""

    n: e.ThrowNumber
    link: e.Hash


class Play(Command, frozen=True, tag="play"):
    """Play the move with this index in `state.moves`."""

    at: e.At
    index: Annotated[int, Meta(ge=0, le=255)]


class TakeBack(Command, frozen=True, tag="take_back"):
    at: e.At


class Rename(Command, frozen=True, tag="name"):
    seat: e.SeatNumber
    name: e.Name


class Arrange(Command, frozen=True, tag="seat"):
    """In the lobby, the host decides who may sit where."""

    seat: e.SeatNumber
    who: Literal["here", "open", "bot"]
    name: e.Name | None = None
    bot: e.BotName | None = None


class Start(Command, frozen=True, tag="start"):
    pass


class Leave(Command, frozen=True, tag="leave"):
    """Leave your seats. They stay yours, but the others may let a bot take over at once."""


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play the seat of somebody who has been away for long enough."""

    seat: e.SeatNumber
    bot: e.BotName


class ComeBack(Command, frozen=True, tag="come_back"):
    """Take your seat back from a bot."""

    seat: e.SeatNumber


class Rematch(Command, frozen=True, tag="rematch"):
    """Another game with the same seats; or the others play on for the places where this one ended."""

    play_on: bool = False


class Close(Command, frozen=True, tag="close"):
    pass


class Ask(Command, frozen=True, tag="why"):
    """What may the pieces of this colour on this step do, and why not?"""

    colour: e.SeatNumber
    step: e.Step


class AskHint(Command, frozen=True, tag="hint"):
    """What should I play? Only the asker gets the answer, and only if the table allows hints."""

    at: e.At


class Speak(Command, frozen=True, tag="lang"):
    lang: e.Lang


class Say(Command, frozen=True, tag="say"):
    """Say one of a few phrases to everybody at the table; it is not stored."""

    seat: e.SeatNumber
    phrase: e.Phrase


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
    table: e.TableView
    state: e.State | None
    story: tuple[e.Line, ...]
    chains: tuple[e.ChainView, ...]
    due: int


class Seated(Message, frozen=True, tag="seated"):
    seq: int
    what: e.SeatNews
    seat: int
    seats: tuple[e.SeatView, ...]
    words: str


class Started(Message, frozen=True, tag="started"):
    seq: int
    seats: tuple[e.SeatView, ...]
    state: e.State
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
    happened: tuple[e.Happening, ...]
    back: tuple[e.Sent, ...]
    state: e.State
    words: str


class Moved(Message, frozen=True, tag="moved"):
    seq: int
    seat: int
    move: e.Choice
    happened: tuple[e.Happening, ...]
    back: tuple[e.Sent, ...]
    state: e.State
    words: str


class TakenBack(Message, frozen=True, tag="taken_back"):
    seq: int
    seat: int
    state: e.State
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
    away: tuple[e.Absence, ...]
    watchers: int


class Call(Message, frozen=True, tag="call"):
    """A throw is due: the browsers of these seats are asked for their links."""

    n: int
    seats: tuple[int, ...]


class Said(Message, frozen=True, tag="said"):
    """Somebody says something; the page has the words."""

    seat: int
    phrase: e.Phrase


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
    code: e.RefusalCode
    why: str


class Why(Message, frozen=True, tag="why"):
    id: str
    colour: int
    step: int
    answers: tuple[e.Answer, ...]


class Hint(Message, frozen=True, tag="hint"):
    """The legal moves of state `at`, best first, as the strongest bot evaluates them, and why the first is better."""

    id: str
    at: int
    advice: tuple[e.Advised, ...]
    why: str = ""


class Pong(Message, frozen=True, tag="pong"):
    id: str


class Bye(Message, frozen=True, tag="bye"):
    """The server closes the socket; come back if `again` is true."""

    why: str
    again: bool


Logged = Seated | Started | Chained | Thrown | Moved | TakenBack | Ended | Rematched | Closed
Messages = Welcome | Snapshot | Logged | Presence | Call | Said | You | Ack | Refused | Why | Hint | Pong | Bye
