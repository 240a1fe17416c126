"""Requests and responses of the HTTP API, as types."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..drawing.parts import Parts
from ..records import PIECES
from ..rulebooks.written import LONGEST_TEXT
from ..rules import MOST_PLAYERS
from ..words.catalogue import ENGLISH
from .elements import BoardView, BotName, DiceView, Lang, Name, Phase, SeatNumber, SeatView, TableView, Value
from .protocol import Logged, Why


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A book, the number of players and the house rules in force. `text` is a rulebook of one's own, and counts instead of `book`."""

    book: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] = 4
    options: dict[Annotated[str, Meta(max_length=60)], Value] = {}
    pieces: Annotated[int, Meta(ge=1, le=PIECES)] = 4
    first: SeatNumber | Literal["high_roll", "book"] = "book"
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] | None = None


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit at a seat of a new table."""

    seat: SeatNumber
    who: Literal["here", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    setup: Setup
    seats: Annotated[list[Chair], Meta(max_length=MOST_PLAYERS)] = []
    name: Name | None = None
    take_back: bool = True
    hints: bool | None = None
    clock: Annotated[int, Meta(ge=0, le=600)] = 0
    pause: Annotated[float, Meta(ge=0, le=2)] | None = None
    lang: Lang = ENGLISH
    public: bool = False


class Links(Struct, frozen=True):
    """Paths on this server."""

    table: str
    invite: str | None
    code: str | None
    qr: str | None
    record: str
    replay: str


class NewTableReply(Struct, frozen=True):
    id: str
    phase: Phase
    you: tuple[int, ...]
    links: Links


class Address(Struct, frozen=True):
    """Where others reach this server: the beginning of links for them, or null if it can only be used on its own machine."""

    base: str | None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    invite: Annotated[str, Meta(max_length=64)]
    name: Name
    seat: SeatNumber | None = None


class JoinReply(Struct, frozen=True):
    id: str
    seat: int


class Invitation(Struct, frozen=True):
    """May whoever asks sit down with it? If not, `why` says so."""

    why: str | None


class Checked(Struct, frozen=True):
    """Can this table be played? If not, `why` says what is wrong, and `detail` says it in the rulebook's own terms.

    While its rules are `preparing`, a table is not there at once.
    """

    ok: bool
    why: str | None
    detail: str | None
    notes: tuple[str, ...]
    seats: tuple[SeatView, ...]
    teams: tuple[tuple[int, ...], ...] | None
    board: BoardView | None
    dice: DiceView | None
    causes: tuple[str, ...] = ()
    preparing: bool = False


class ClauseView(Struct, frozen=True):
    id: str
    text: str
    printed: str | None


class ChapterView(Struct, frozen=True):
    title: str
    clauses: tuple[ClauseView, ...]


class RuleSheet(Struct, frozen=True):
    title: str
    source: str
    language: str
    players: int
    house_rules: tuple[tuple[str, str], ...]
    chapters: tuple[ChapterView, ...]
    story: tuple[str, ...]


class Explanation(Struct, frozen=True):
    """What holds if an option has this value, and otherwise does not."""

    option: str
    value: Value
    clauses: tuple[ClauseView, ...]


class Explanations(Struct, frozen=True):
    book: str
    explanations: tuple[Explanation, ...]


class OptionValue(Struct, frozen=True):
    value: Value
    label: dict[str, str]
    only_with: dict[str, tuple[Value, ...]]  # other options, each with the values beside which this one can be chosen
    only_for: tuple[int, ...]  # the numbers of players that can choose it; empty: all those of the option


class OptionView(Struct, frozen=True):
    name: str
    label: dict[str, str]
    default: Value
    values: tuple[OptionValue, ...]
    players: tuple[int, ...]
    needs: dict[str, tuple[Value, ...]]
    on_for: tuple[int, ...]


class PresetView(Struct, frozen=True):
    """House rules that are usually played together."""

    name: str
    label: dict[str, str]
    options: dict[str, Value]


class BookView(Struct, frozen=True):
    id: str
    name: dict[str, str]
    source: dict[str, str]
    language: str
    terms: dict[str, dict[str, str]]
    players: tuple[int, ...]
    pieces: int  # of a colour, at most
    colours: tuple[dict[str, str], ...]
    first: int | str
    dice: DiceView
    board: BoardView
    options: tuple[OptionView, ...]
    presets: tuple[PresetView, ...]


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A rulebook that somebody is writing. It may be too long: that is said like every other fault."""

    text: str
    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] = 4


class FaultView(Struct, frozen=True):
    """One thing that is wrong with a rulebook, and its line, if that is known."""

    text: str
    line: int | None


class DraftReply(Struct, frozen=True):
    """What a rulebook would be: its faults, or else the book, its board and its rule sheet. No clause describes what is unworded."""

    faults: tuple[FaultView, ...]
    book: BookView | None = None
    drawing: Parts | None = None
    sheet: RuleSheet | None = None
    unworded: tuple[str, ...] = ()


class BotView(Struct, frozen=True):
    id: str
    name: dict[str, str]
    about: dict[str, str]


class Shelf(Struct, frozen=True):
    protocol: int
    version: str
    languages: tuple[str, ...]
    books: tuple[BookView, ...]
    bots: tuple[BotView, ...]


class TableRow(Struct, frozen=True):
    """A table in a list."""

    id: str
    book: str
    name: str
    phase: Phase
    seats: tuple[SeatView, ...]
    you: tuple[int, ...]
    on_turn: int | None
    created: str
    winner: tuple[int, ...]


class TableList(Struct, frozen=True):
    tables: tuple[TableRow, ...]


class OpenTable(Struct, frozen=True):
    """A table that its host has listed for everybody: to join, while there is an invitation, or to watch. It names no person."""

    id: str
    book: str
    name: str
    phase: Phase
    people: int
    bots: int
    free: int
    invite: str | None
    created: str


class OpenTables(Struct, frozen=True):
    tables: tuple[OpenTable, ...]


class Lobby(Struct, frozen=True):
    """What a short code or an invitation leads to."""

    id: str
    invite: str
    book: str
    name: str
    seats: tuple[SeatView, ...]


class FaceCount(Struct, frozen=True):
    face: int
    count: int
    expected: float


class SeatSummary(Struct, frozen=True):
    seat: int
    place: int | None
    throws: int
    dice: int
    faces: tuple[FaceCount, ...]
    captures: int
    lost: int


class Summary(Struct, frozen=True):
    """The game in numbers. `race[k]` holds the progress of every seat, 0 to 1, after k throws."""

    id: str
    outcome: tuple[tuple[int, ...], ...] | None
    turns: int
    throws: int
    seats: tuple[SeatSummary, ...]
    race: tuple[tuple[float, ...], ...]


class Lesson(Struct, frozen=True):
    """A first game that teaches. `says` has, by the seq of the last event, what is said then; `touch` what fingers hear instead."""

    table: TableView
    events: tuple[Logged, ...]
    says: dict[str, str]
    touch: dict[str, str]
    reasons: tuple[Why, ...]


class Replay(Struct, frozen=True):
    """Every event of a finished game, for replaying it step by step; `you` are the seats of whoever asks."""

    table: TableView
    events: tuple[Logged, ...]
    you: tuple[int, ...] = ()


class Health(Struct, frozen=True):
    """`ready` is false while the rules are being compiled; tables wait for it. `thinking` says the same of strong bots and hints."""

    ok: bool
    ready: bool
    thinking: bool
    version: str
    protocol: int
    tables: int
    sockets: int


class Problem(Struct, frozen=True):
    """What is wrong, in a sentence."""

    error: str
