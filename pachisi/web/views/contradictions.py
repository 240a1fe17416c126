"""Why a table cannot be laid, told with the names that the reader sees in the form."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...errors import RuleError
from ...rulebook import BOOKS, Option, load
from ...table import Table
from ...words.voice import upper
from ..forms import Setup
from ..protocol import Value
from ..table.sitting import lay_setup
from .refusals import Refusal, join, quote, tell
from .tables import choice_label
from .words import PARTS


class Contradiction(Refusal):
    """Tables rules, players, pieces or the one who begins do not go together."""

    def __init__(self, setup: Setup, error: RuleError) -> None:
        super().__init__(400, "not_playable")
        self.setup, self.detail = setup, str(error)

    def why(self, lang: str) -> str:
        return f"{self.plain(lang)} ({self.detail})"

    def plain(self, lang: str) -> str:
        """In the words of the form; the detail is in those of the rulebook."""
        if self.setup.book not in BOOKS:
            return tell("no_book", lang, book=quote(self.setup.book, lang), known=", ".join(BOOKS))
        for option in self.for_others():
            players = join([str(n) for n in option.players], lang)
            return tell("only_players", lang, name=quote(option.label[lang], lang), n=players)
        parts = [quote(part, lang) for part in parts_of(self.setup, self.detail, lang)]
        key = ("not_playable", "not_here", "no_fit")[min(len(parts), 2)]
        return tell(key, lang, parts=join(parts, lang))

    def for_others(self) -> Iterator[Option]:
        """Chosen house rules that are not for so many players."""
        options = load(self.setup.book).options
        for name in self.setup.options:
            if name in options and options[name].players and self.setup.players not in options[name].players:
                yield options[name]


def lay_gladly(setup: Setup) -> Table:
    """The table of a setup, or a Contradiction that its reader understands."""
    try:
        return lay_setup(setup)
    except RuleError as error:
        raise Contradiction(setup, error) from None


def parts_of(setup: Setup, error: str, lang: str) -> Iterator[str]:
    """What the contradiction is made of: whatever, left out alone, would end it."""
    book = load(setup.book)
    if not set(setup.options) <= set(book.options):
        return
    options = guilty(setup, error)
    for name, value in options.items():
        yield choice_label(book.options[name], value, lang)
    setup = msgspec.structs.replace(setup, options=options)
    if not all(fails(setup, players=n) for n in (2, 3, 4)):
        yield PARTS["players"][lang].format(n=setup.players)
    if not all(fails(setup, pieces=n) for n in (1, 2, 3, 4)):
        yield PARTS["pieces"][lang].format(n=setup.pieces)
    if isinstance(setup.first, int) and not fails(setup, first="high_roll"):
        yield PARTS["first"][lang].format(name=upper(book.colours[setup.first][lang]))


def guilty(setup: Setup, error: str) -> dict[str, Value]:
    """As few of the chosen house rules as bring about the same error."""
    left = dict(setup.options)
    for name in setup.options:
        fewer = {key: value for key, value in left.items() if key != name}
        if fails(setup, options=fewer) == error:
            left = fewer
    return left


def fails(setup: Setup, **change: object) -> str:
    """The error of a table with something changed; empty if it can be laid."""
    try:
        lay_setup(msgspec.structs.replace(setup, **change))
    except RuleError as error:
        return str(error)
    return ""
