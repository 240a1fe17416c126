"""What a house rule means: the clauses that it brings into force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...errors import RuleError
from ...rulebooks import Rulebook, Value, load
from ...rulebooks.house_rules import Option
from ...sheet import chapters, sentence
from ...table import Table, set_up
from ..forms import ClauseView, Explanation, Explanations


@lru_cache(maxsize=32)
def explain_options(book: str, lang: str) -> Explanations:
    """The clauses behind every value of every option of a book."""
    found = load(book)
    return Explanations(book, tuple(one for option in found.options.values() for one in explain(found, option, lang)))


def explain(book: Rulebook, option: Option, lang: str) -> Iterator[Explanation]:
    """The clauses in force with each value that do not read the same with every value."""
    tables = {value: table for value in option.values if (table := table_with(book, option, value))}
    held = {value: list(clauses_of(table, lang)) for value, table in tables.items()}
    for value, clauses in held.items():
        own = tuple(clause for clause in clauses if not all(clause in others for others in held.values()))
        if own:
            yield Explanation(option.name, value, own)


def clauses_of(table: Table, lang: str) -> Iterator[ClauseView]:
    for _, clauses in chapters(table):
        yield from (ClauseView(one.id, sentence(one, table, lang), one.printed or None) for one in clauses)


def table_with(book: Rulebook, option: Option, value: Value) -> Table | None:
    """A table where an option has a value, and all that it needs; None if there is none."""
    chosen = {**needed(book, option), option.name: value}
    limits = [book.options[name] for name in chosen]
    players = (*(n for one in limits for n in one.players or one.on_for), 4)[0]
    try:
        return set_up(book, players, "book", 4, chosen)
    except RuleError:
        return None


def needed(book: Rulebook, option: Option) -> dict[str, Value]:
    """The other options without which this one does nothing, and what they need."""
    found: dict[str, Value] = {}
    for name, values in option.needs.items():
        found |= {**needed(book, book.options[name]), name: values[0]}
    return found
