"""The rules of a table as inputs of a net, each under its name in `rules.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ..boards import plan
from ..errors import RuleError
from ..rulebooks import Rulebook
from ..rules import Rules
from ..seats import Seating
from ..table import Table, set_up

Facts = Mapping[str, Any]
Input = tuple[str, Any]  # a fact, and the number that counts as 1, or what each of its values counts
Array = np.ndarray[Any, Any]
NONE: Facts = {}


def facts_of(rules: Rules) -> dict[str, Any]:
    """Every rule by chapter and name, such as `block.after`, and a few facts that follow from several."""
    found: dict[str, Any] = {}
    for chapter in fields(rules):
        held = getattr(rules, chapter.name)
        if is_dataclass(held):
            found |= {f"{chapter.name}.{rule.name}": getattr(held, rule.name) for rule in fields(held)}
        else:
            found[chapter.name] = held
    return {**found, **derive(rules)}


def derive(rules: Rules) -> dict[str, Any]:
    """What no single rule says. Nets refer to these names, so they stay as they are."""
    seats, block = Seating(rules), rules.block
    must_break = bool(block.limit) and block.after == "must_break"
    return {
        "sides": len(seats.sides),
        "steps": plan(rules.board).last,
        "duties": len(rules.turn.duties) + must_break,
        "team_stack": 2 if block.size and block.by == "team" and not rules.moves.groups else 8,
        "lends": seats.allied and rules.seats.finished != "out",
        "first_colour_wins": seats.two_each and rules.seats.win == "first_colour",
    }


def describe(facts: Facts, inputs: Sequence[Input]) -> Array:
    """The facts as numbers for a net; a rule or a value that it does not know counts 0."""
    return np.array([count(facts.get(name), meaning) for name, meaning in inputs], np.float32)


def count(value: Any, meaning: Any) -> float:
    """What a fact adds to an input; a fact may have several values, such as a list of duties."""
    if isinstance(meaning, Mapping):
        return sum(meaning.get(str(part), 0.0) for part in parts_of(value))
    return float(value) / meaning if isinstance(value, int | float) else 0.0


def parts_of(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


# --- which rules matter ---------------------------------------------------------------


def inputs_of(book: Rulebook, players: int, options: Facts = NONE) -> tuple[Input, ...]:
    """The facts in which the tables of a book with these options differ; from the others nothing can be learned."""
    seen: dict[str, list[Any]] = {}
    for table in vary(book, players, options):
        for name, value in facts_of(table.rules).items():
            values = seen.setdefault(name, [])
            if value not in values:
                values.append(value)
    return tuple(found for name, values in seen.items() if len(values) > 1 for found in spread(name, values))


def vary(book: Rulebook, players: int, options: Facts = NONE) -> Iterator[Table]:
    """The table with these options, then such with fewer pieces, and with every other house rule that keeps the board."""
    yield (printed := set_up(book, players, options=options))
    changes: list[tuple[int, Facts]] = [(pieces, NONE) for pieces in (3, 2, 1)]
    for option in book.options.values():
        needed = {name: values[0] for name, values in option.needs.items()}
        changes += ((printed.pieces, {**needed, option.name: value}) for value in option.values)
    for pieces, chosen in changes:
        with suppress(RuleError):  # not with so many players, or not with these options
            table = set_up(book, players, pieces=pieces, options={**chosen, **options})
            if table.rules.board.arms == printed.rules.board.arms:
                yield table


def spread(name: str, values: Sequence[Any]) -> Iterator[Input]:
    """A number by its size; any other value by itself, unless it is the book's own."""
    if all(isinstance(value, int) for value in values):
        yield name, max(1, *map(abs, values))
        return
    usual = () if isinstance(values[0], tuple) else (str(values[0]),)
    for part in dict.fromkeys(str(part) for value in values for part in parts_of(value)):
        if part not in usual:
            yield name, {part: 1.0}
