"""A table: a rulebook, how many play it, and the house rules they have agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .boards import Plan, plan
from .errors import RuleError
from .lookups import Lookups, gather
from .records import Size
from .rulebooks import BOOKS, Rulebook, Value, load, spell, write_value
from .rules import Rules
from .scalars import as_plain
from .seats import First, Opener, Seating

FURTHER: tuple[Mapping[str, str], ...] = (  # colours of the seats beyond four
    {"en": "orange", "de": "Orange", "fr": "orange", "hex": "#c96a1b"},
    {"en": "violet", "de": "Violett", "fr": "violet", "hex": "#7a4a8c"},
    {"en": "aqua", "de": "Türkis", "fr": "cyan", "hex": "#5cc4c0"},
    {"en": "pink", "de": "Rosa", "fr": "rose", "hex": "#d987a6"},
)


@dataclass(frozen=True, repr=False)
class Table:
    """As `set_up` makes it."""

    book: Rulebook
    players: int
    pieces: int
    first: First
    options: Mapping[str, Value]  # those that differ from the book, and those that it names by the number of players
    rules: Rules

    @property
    def board(self) -> Plan:
        return plan(self.rules.board)

    @cached_property
    def seats(self) -> Seating:
        """Who sits, whose colour is whose, and who wins together."""
        return Seating(self.rules)

    @cached_property
    def lookups(self) -> Lookups:
        """The rules as its games read them."""
        return gather(self.rules, self.first)

    @property
    def colours(self) -> tuple[Mapping[str, str], ...]:
        """Those of the seats at the board."""
        return colours_of(self.book, self.rules.board.seats)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that are printed on the fields of the ring; none where the board has none."""
        first = self.book.terms.get("ring", {}).get("en")
        return self.board.numbers(int(first)) if first else ()

    @property
    def size(self) -> Size:
        """Of the records of its games."""
        return self.lookups.size

    @property
    def begins_as_printed(self) -> bool:
        """Is who begins found as the book says? Where it names no throw, the table says who it is."""
        return (self.first == "high_roll") == (self.rules.seats.first == "high_roll")

    def value(self, option: str) -> Value | None:
        """The value in force of an option, of `players` or of `pieces`."""
        if option == "players":
            return self.players
        if option == "pieces":
            return self.pieces
        if option in self.options:
            return self.options[option]
        known = self.book.options.get(option)
        return known.default if known else None

    @cached_property
    def played_on(self) -> Table | None:
        """The same table, but the others play on for the places (C23); None where nobody could."""
        if "play_on" not in self.book.options or self.value("play_on") or len(self.seats.sides) < 3:
            return None
        return self.with_options(play_on=True)

    def with_options(self, **options: Value) -> Table:
        """The same table with other house rules."""
        rebuild, (book, players, first, pieces, before) = self.__reduce__()
        table: Table = rebuild(book, players, first, pieces, {**before, **options})
        return table

    def __repr__(self) -> str:
        chosen = {"players": self.players, "pieces": self.pieces, "first": self.first, **self.options}
        return f"Table({self.book.id!r}, {', '.join(f'{name}={value!r}' for name, value in chosen.items())})"

    def _repr_svg_(self) -> str:
        """The empty board, as notebooks show it."""
        from .drawing import draw_board

        return draw_board(self)

    @cached_property
    def fingerprint(self) -> bytes:
        """A hash of the rules in force; who opens does not count."""
        rules = self.book.id if self.book.id in BOOKS else self.book.id + repr(self.rules)
        return blake2b(repr((rules, self.players, self.pieces, dict(self.options))).encode(), digest_size=16).digest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the arguments of `set_up`; a book that comes with the package by its name."""
        book = self.book.id if self.book.id in BOOKS else self.book
        return set_up, (book, self.players, self.first, self.pieces, dict(self.options))

    def chosen(self) -> dict[str, Value]:
        """What a position or a record must say to set up the same table."""
        extra: dict[str, Value] = {}
        if self.pieces != self.book.usual_pieces:
            extra["pieces"] = self.pieces
        if self.first != 0:
            extra["first"] = self.first
        return {**self.options, **extra}


def set_up(
    rulebook: str | Path | Rulebook | Table,
    players: int = 4,
    first: Opener = 0,
    pieces: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Table:
    """Set up a table; a RuleError says why it is impossible. By default a colour has four pieces, or as many as the book allows.

    One that is set up already is left as it is.
    """
    if isinstance(rulebook, Table):
        return left_alone(rulebook, players, first, pieces, options or {})
    players, first, pieces = map(as_plain, (players, first, pieces))
    pieces = 4 if pieces is None and isinstance(rulebook, str) and rulebook in BOOKS else pieces  # as all of them allow
    options = {name: as_plain(value) for name, value in (options or {}).items()}
    chosen = tuple((name, type(value), value) for name, value in options.items())
    if isinstance(rulebook, str) and rulebook in BOOKS and is_hashable((players, first, pieces, chosen)):
        return set_up_again(rulebook, players, first, pieces, chosen)
    return set_up_new(rulebook, players, first, pieces, options)


def left_alone(table: Table, players: int, first: Opener, pieces: int | None, options: Mapping[str, object]) -> Table:
    """The table itself, unless something else is asked of it."""
    asked = {"players": (players, 4, table.players), "first": (first, 0, table.first), "pieces": (pieces, None, table.pieces)}
    others = [name for name, (value, usual, own) in asked.items() if value not in (usual, own)]
    if others or options:
        raise RuleError(
            f"This table of {table.book.id} is set up already: {', '.join([*others, *options])} can't be changed any more; set up another."
        )
    return table


def is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


@lru_cache(maxsize=256, typed=True)
def set_up_again(book: str, players: int, first: Opener, pieces: int | None, chosen: Any) -> Table:
    """Our own books do not change, so the same table need not be set up twice; True and 1 are not the same choice."""
    return set_up_new(book, players, first, pieces, {name: value for name, _, value in chosen})


def set_up_new(
    rulebook: str | Path | Rulebook,
    players: int,
    first: Opener,
    pieces: int | None,
    options: Mapping[str, object],
) -> Table:
    book = rulebook if isinstance(rulebook, Rulebook) else load(rulebook)
    pieces = book.usual_pieces if pieces is None else pieces
    if type(players) is not int or players not in book.numbers:
        *few, most = map(str, book.numbers)
        who = f"{', '.join(few)} or {most}" if few else f"only {most}"
        raise RuleError(f"{book.id}: players = {spell(players)} is not possible; {who} can play.")
    if type(pieces) is not int or not 1 <= pieces <= book.most_pieces:
        raise RuleError(f"{book.id}: pieces = {spell(pieces)} is not possible; a colour has 1 to {book.most_pieces} pieces.")
    chosen = book.choose(options, players)
    rules = book.rules(players, chosen, pieces)
    opener: First = rules.seats.first if first == "book" else 0 if first == "given" else first
    openers = Seating(rules).openers
    if opener != "high_roll" and (type(opener) is not int or opener not in openers):
        seats = ", ".join(map(str, sorted(openers)))
        raise RuleError(
            f"{book.id}: first = {spell(first)} is not possible; choose one of {seats}, 'high_roll' or 'book'."
        )
    return Table(book, players, pieces, opener, chosen, rules)


def colours_of(book: Rulebook, seats: int) -> tuple[Mapping[str, str], ...]:
    """The colours of so many seats; a book that lists fewer gets what its board needs besides."""
    return (*book.colours, *FURTHER[len(book.colours) - 4 :])[:seats]


def read_option(book: Rulebook, text: str) -> tuple[str, object]:
    """NAME or NAME=VALUE, with the type that the option has in the book; the book refuses what does not fit."""
    name, sign, written = text.partition("=")
    if not sign:
        return name, True
    option = book.options.get(name)
    for value in option.values if option else ():
        if write_value(value) == written:
            return name, value
    return name, int(written) if written.isascii() and written.isdecimal() and len(written) < 10 else written
