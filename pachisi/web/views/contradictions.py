"""Why a table cannot be set up, in the words that the reader sees in the form."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...errors import RuleError
from ...rulebooks import BOOKS
from ...rulebooks.house_rules import Option
from ...rulebooks.written import read_written
from ...table import Table
from ...words.voice import Voice, upper
from ..elements import Value
from ..forms import Checked, Setup
from ..table.outline import book_of, table_of
from .refusals import Refusal, tell
from .tables import check_view, choice_label


class Contradiction(Refusal):
    """House rules, players, pieces or the opener cannot be combined. To find out which takes its time, and is done only once."""

    def __init__(self, setup: Setup, error: RuleError) -> None:
        super().__init__(400, "not_playable")
        self.setup, self.detail = setup, str(error)
        self.causes = self.find_causes()

    def why(self, lang: str) -> str:
        return f"{self.plain(lang)} ({self.detail})"

    def plain(self, lang: str) -> str:
        """In the words of the form; the detail is in those of the rulebook."""
        voice = Voice(lang)
        if is_unknown(self.setup):
            return tell("no_book", lang, book=voice.quote(self.setup.book), known=", ".join(BOOKS))
        for option, value in self.for_others():
            only_for = option.only_for.get(value)
            name = choice_label(option, value, voice) if only_for else option.label[lang]
            players = voice.join([str(n) for n in only_for or option.players])
            return tell("only_players", lang, name=voice.quote(name), n=players)
        parts = [voice.quote(label_of(self.setup, cause, voice)) for cause in self.causes]
        key = ("not_playable", "not_here", "no_fit")[min(len(parts), 2)]
        return tell(key, lang, parts=voice.join(parts) if parts else "")

    def find_causes(self) -> tuple[str, ...]:
        """The house rules that it is made of; also `players`, `pieces` and `first`."""
        if is_unknown(self.setup):
            return ()
        others = tuple(option.name for option, _ in self.for_others())
        return others or tuple(causes_of(self.setup, self.detail))

    def without(self) -> Setup:
        """The setup without the house rules that it is made of."""
        kept = {name: value for name, value in self.setup.options.items() if name not in self.causes}
        return msgspec.structs.replace(self.setup, options=kept, first="book")

    def for_others(self) -> Iterator[tuple[Option, Value]]:
        """Chosen house rules that are not for this number of players."""
        options = book_of(self.setup).options
        for name, value in self.setup.options.items():
            allowed = (options[name].only_for.get(value) or options[name].players) if name in options else ()
            if allowed and self.setup.players not in allowed:
                yield options[name], value


def is_unknown(setup: Setup) -> bool:
    return setup.text is None and setup.book not in BOOKS


def set_up_or_explain(setup: Setup) -> Table:
    """The table of a setup, or a Contradiction that its reader understands."""
    if setup.text is not None:
        read_written(setup.text)  # its own faults come first
    try:
        return table_of(setup)
    except RuleError as error:
        raise Contradiction(setup, error) from None


def causes_of(setup: Setup, error: str) -> Iterator[str]:
    """Whatever, left out alone, would end the contradiction."""
    if not set(setup.options) <= set(book_of(setup).options):
        return
    options = guilty(setup, error)
    yield from options
    setup = msgspec.structs.replace(setup, options=options)
    if not all(fails(setup, players=n) for n in book_of(setup).numbers):
        yield "players"
    if not all(fails(setup, pieces=n) for n in (1, 2, 3, 4)):
        yield "pieces"
    if isinstance(setup.first, int) and not fails(setup, first="high_roll"):
        yield "first"


def label_of(setup: Setup, cause: str, voice: Voice) -> str:
    """A cause as the form has it."""
    book = book_of(setup)
    if cause == "first" and isinstance(setup.first, int):
        return voice("setup.first", name=upper(book.colours[setup.first][voice.lang]))
    if cause in ("players", "pieces"):
        return voice(f"setup.{cause}", n=getattr(setup, cause))
    return choice_label(book.options[cause], setup.options[cause], voice)


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


def check_or_refuse(setup: Setup, lang: str) -> Checked:
    """Can this table be played?"""
    try:
        return check_view(set_up_or_explain(setup), lang)
    except Contradiction as error:
        return refuse_view(error, lang)


def refuse_view(error: Contradiction, lang: str) -> Checked:
    """Why a table cannot be played; its seats are those of the table without what it fails of."""
    rest = error.without()
    seats = () if fails(rest) else check_view(table_of(rest), lang).seats
    return Checked(False, error.plain(lang), error.detail, (), seats, None, None, None, error.causes)
