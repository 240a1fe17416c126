"""Why a table cannot be set up, in the words that the reader sees in the form."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...errors import RuleError
from ...rulebooks import BOOKS, load
from ...rulebooks.house_rules import Option
from ...table import Table
from ...words.voice import Voice, upper
from ..forms import Setup
from ..protocol import Value
from ..table.outline import table_of
from .refusals import Refusal, tell
from .tables import choice_label


class Contradiction(Refusal):
    """House rules, players, pieces or the opener cannot be combined."""

    def __init__(self, setup: Setup, error: RuleError) -> None:
        super().__init__(400, "not_playable")
        self.setup, self.detail = setup, str(error)

    def why(self, lang: str) -> str:
        return f"{self.plain(lang)} ({self.detail})"

    def plain(self, lang: str) -> str:
        """In the words of the form; the detail is in those of the rulebook."""
        voice = Voice(lang)
        if self.setup.book not in BOOKS:
            return tell("no_book", lang, book=voice.quote(self.setup.book), known=", ".join(BOOKS))
        for option in self.for_others():
            players = voice.join([str(n) for n in option.players])
            return tell("only_players", lang, name=voice.quote(option.label[lang]), n=players)
        parts = [voice.quote(part) for part in parts_of(self.setup, self.detail, voice)]
        key = ("not_playable", "not_here", "no_fit")[min(len(parts), 2)]
        return tell(key, lang, parts=voice.join(parts) if parts else "")

    def for_others(self) -> Iterator[Option]:
        """Chosen house rules that are not for this number of players."""
        options = load(self.setup.book).options
        for name in self.setup.options:
            if name in options and options[name].players and self.setup.players not in options[name].players:
                yield options[name]


def set_up_or_explain(setup: Setup) -> Table:
    """The table of a setup, or a Contradiction that its reader understands."""
    try:
        return table_of(setup)
    except RuleError as error:
        raise Contradiction(setup, error) from None


def parts_of(setup: Setup, error: str, voice: Voice) -> Iterator[str]:
    """What the contradiction is made of: whatever, left out alone, would end it."""
    book = load(setup.book)
    if not set(setup.options) <= set(book.options):
        return
    options = guilty(setup, error)
    for name, value in options.items():
        yield choice_label(book.options[name], value, voice)
    setup = msgspec.structs.replace(setup, options=options)
    if not all(fails(setup, players=n) for n in (2, 3, 4)):
        yield voice("setup.players", n=setup.players)
    if not all(fails(setup, pieces=n) for n in (1, 2, 3, 4)):
        yield voice("setup.pieces", n=setup.pieces)
    if isinstance(setup.first, int) and not fails(setup, first="high_roll"):
        yield voice("setup.first", name=upper(book.colours[setup.first][voice.lang]))


def guilty(setup: Setup, error: str) -> dict[str, Value]:
    """The smallest set of chosen house rules that causes the same error."""
    left = dict(setup.options)
    for name in setup.options:
        fewer = {key: value for key, value in left.items() if key != name}
        if fails(setup, options=fewer) == error:
            left = fewer
    return left


def fails(setup: Setup, **change: object) -> str:
    """The error of a table with something changed; empty if there is none."""
    try:
        table_of(msgspec.structs.replace(setup, **change))
    except RuleError as error:
        return str(error)
    return ""
