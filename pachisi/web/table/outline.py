"""A table without its game: who sits where, and how far it has come. All that lists and lobbies show."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.json import Decoder

from ...errors import RuleError
from ...honest_dice import commit
from ...rulebooks import BOOKS, Rulebook, load, unknown
from ...rulebooks.written import read_written
from ...table import Table, set_up
from ..elements import Phase
from ..forms import Setup
from . import facts as f


def book_of(setup: Setup) -> Rulebook:
    """The book of a setup: one of the package's, or the text that it holds. Strangers must not name files."""
    if setup.text is not None:
        return read_written(setup.text)
    if setup.book not in BOOKS:
        raise RuleError(unknown(f"There is no rulebook '{setup.book}'", setup.book, BOOKS))
    return load(setup.book)


def table_of(setup: Setup, stored: bool = False) -> Table:
    """The table of a setup, as it is asked for or from the log."""
    book = book_of(setup)
    options = book.as_written(setup.options, setup.players) if stored else setup.options
    return set_up(book if book.path is None else book.id, setup.players, setup.first, setup.pieces, options)


@dataclass(frozen=True)
class Seat:
    number: int
    colours: tuple[int, ...]
    holder: str | None = None
    name: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    left: bool = False

    @property
    def open(self) -> bool:
        return self.holder is None and self.bot is None

    @property
    def played_by(self) -> str | None:
        """The bot that plays this seat now, if one does."""
        return self.stand_in or self.bot


class KeptOutline(Struct, frozen=True, omit_defaults=True):
    """An outline as it is stored beside the deed."""

    seq: int
    phase: Phase
    seats: tuple[Seat, ...]
    on_turn: int = -1
    rematch: str | None = None
    winner: tuple[int, ...] = ()


@dataclass
class Outline:
    deed: f.Deed
    table: Table = field(init=False)
    seats: dict[int, Seat] = field(init=False)
    seq: int = 0
    phase: Phase = "lobby"
    on_turn: int = -1
    rematch: str | None = None
    winner: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.table = table_of(self.deed.setup, stored=True)
        self.seats = {
            place.seat: Seat(place.seat, self.table.seats.colours_of(place.seat), place.holder, place.name, place.bot)
            for place in self.deed.places
        }

    @property
    def kept(self) -> KeptOutline:
        return KeptOutline(
            self.seq, self.phase, tuple(self.seats.values()), self.on_turn, self.rematch, self.winner
        )

    @classmethod
    def restore(cls, deed: f.Deed, kept: KeptOutline) -> Outline:
        outline = cls(deed)
        outline.seats = {seat.number: seat for seat in kept.seats}
        outline.seq, outline.phase, outline.on_turn = kept.seq, kept.phase, kept.on_turn
        outline.rematch, outline.winner = kept.rematch, kept.winner
        return outline

    def held_by(self, holder: str) -> tuple[int, ...]:
        return tuple(number for number, seat in self.seats.items() if seat.holder == holder)

    @property
    def secret(self) -> str | None:
        """The secret of the dice, once it may be revealed."""
        return self.deed.secret if self.phase in ("over", "closed") else None

    @property
    def commitment(self) -> str:
        return commit(self.deed.secret)

    @property
    def has_open_seat(self) -> bool:
        return self.phase == "lobby" and any(seat.open for seat in self.seats.values())


read_outline = Decoder(KeptOutline).decode
