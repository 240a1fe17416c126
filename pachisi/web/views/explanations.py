"""What a house rule means: the clauses that it brings into force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """The clauses in force with each value that do not read the same with every value at such a table."""
    for value in option.values:
        place = place_for(book, option, option.values[1] if value == option.default else value)
        held = {each: list(clauses_of(table, lang)) for each in option.values if (table := table_with(book, *place, option, each))}
        own = tuple(one for one in held.get(value, ()) if not all(one in others for others in held.values()))
        if own:
            yield Explanation(option.name, value, own)


def clauses_of(table: Table, lang: str) -> Iterator[ClauseView]:
    for _, clauses in chapters(table):
        yield from (ClauseView(one.id, sentence(one, table, lang), one.printed or None) for one in clauses)


def place_for(book: Rulebook, option: Option, value: Value) -> tuple[int, dict[str, Value]]:
    """So many players and such other options that a value can be chosen, and does something."""
    beside = book.beside(option.name, value)
    limits = [book.options[name] for name in (*beside, option.name)]
    wanted = [n for one in limits for n in one.players]
    fit = [n for n in (*wanted, 4, *book.numbers) if table_with(book, n, beside, option, value)]
    return (*fit, 4)[0], beside


def table_with(book: Rulebook, players: int, beside: Mapping[str, Value], option: Option, value: Value) -> Table | None:
    """A table where an option has a value; None if there is none."""
    try:
        return set_up(book, players, "book", 4, {**beside, option.name: value})
    except RuleError:
        return None
