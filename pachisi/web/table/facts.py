"""What the log of a table holds: the deed of the table, and facts in the order in which they happened."""

from __future__ import annotations

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ..forms import Setup


class Place(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat. A holder is the hash of a guest's cookie; a seat without holder and bot is open."""

    seat: int
    holder: str | None = None
    name: str | None = None
    bot: str | None = None


class Deed(Struct, frozen=True):
    """What a table is from the start. Never sent: it holds the secret of the dice."""

    id: str
    created: float
    owner: str
    setup: Setup
    places: tuple[Place, ...]
    secret: str
    invite: str
    code: str
    take_back: bool
    pause: float
    rematch_of: str | None = None
    hints: bool = False
    clock: int = 0  # seconds for each decision of a person; 0: as long as it takes
    start: str | None = None  # the position in which the game begins, where it is not the first one


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="is", gc=False):
    pass


class Sat(Fact, frozen=True, tag="sat"):
    seat: int
    holder: str
    name: str


class Arranged(Fact, frozen=True, tag="arranged"):
    place: Place


class Named(Fact, frozen=True, tag="named"):
    seat: int
    name: str


class Began(Fact, frozen=True, tag="began"):
    pass


class Committed(Fact, frozen=True, tag="committed"):
    """The browser that holds a seat has committed to a chain, with a link for each throw from `since` on."""

    seat: int
    holder: str
    commitment: str
    since: int


class Threw(Fact, frozen=True, tag="threw"):
    seat: int
    faces: tuple[int, ...]
    nonce: str | None = None
    links: tuple[tuple[int, str], ...] = ()
    silent: tuple[int, ...] = ()


class Played(Fact, frozen=True, tag="played"):
    """A move by its index and as text: both must match when the log is replayed."""

    seat: int
    index: int
    move: str


class TookBack(Fact, frozen=True, tag="took_back"):
    """Undo, back to the choice before which `to` throws and moves had been made."""

    seat: int
    to: int


class Left(Fact, frozen=True, tag="left"):
    seat: int


class StoodIn(Fact, frozen=True, tag="stood_in"):
    seat: int
    bot: str


class CameBack(Fact, frozen=True, tag="came_back"):
    seat: int


class GameEnded(Fact, frozen=True, tag="ended"):
    pass


class RematchMade(Fact, frozen=True, tag="rematched"):
    table: str


class TableClosed(Fact, frozen=True, tag="closed"):
    pass


Facts = (
    Sat | Arranged | Named | Began | Committed | Threw | Played | TookBack | Left | StoodIn | CameBack | GameEnded | RematchMade | TableClosed
)


class LoggedFact(Struct, frozen=True, gc=False):
    """A fact in its place in the log, with the command that caused it."""

    seq: int
    fact: Facts
    holder: str | None = None
    command: str | None = None


encoder = Encoder()
read_deed = Decoder(Deed).decode
read_fact = Decoder(Facts).decode
