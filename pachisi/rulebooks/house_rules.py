"""House rules as a book offers them: an option, its values, and what each of them changes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..errors import RuleError
from ..rules import MOST_PLAYERS, Rules
from .faults import Faults, Place
from .inheritance import Chapters, as_printed, bare
from .labels import read_label, read_labels
from .toml_values import Value, Words, as_toml, build, leaves, spell, table, typed, unknown, write_value

OPTION_KEYS = ("label", "labels", "default", "values", "players", "on_for", "needs", "only_with", "only_for")
AT_THE_TABLE = ("players", "pieces", "first", "seed")  # chosen there, not in a book
RESERVED = (  # parameters of Game, simulate, Batch and the environments, which take options by name as well
    *(*AT_THE_TABLE, "self", "rulebook", "book", "lang", "n", "games", "bots", "device", "cores", "columns", "longest", "progress"),
    *("as_", "seat", "render_mode", "num_envs"),  # not `throws`, which Eile mit Weile has: a Batch takes it in a Table
)


@dataclass(frozen=True)
class Option:
    """A house rule: its values, what each of them changes in the book, and what they are called."""

    name: str
    label: Words
    labels: Mapping[Value, Words]
    default: Value
    patches: Mapping[Value, Mapping[str, Any]]
    players: tuple[int, ...]
    needs: Mapping[str, tuple[Value, ...]]
    on_for: tuple[int, ...] = ()  # where so many play it has its other value as printed, and every table names it
    only_with: Mapping[Value, Mapping[str, tuple[Value, ...]]] = field(default_factory=dict)
    """Values that are refused unless other options have one of these."""
    only_for: Mapping[Value, tuple[int, ...]] = field(default_factory=dict)
    """Values that are refused unless so many play."""

    @property
    def values(self) -> tuple[Value, ...]:
        return (self.default, *self.patches)

    def printed(self, players: int) -> Value:
        """Its value as the book prints it for so many players."""
        return self.values[1] if players in self.on_for else self.default

    def say(self, value: Value, lang: str) -> str:
        """The label of a value; one that the option does not offer is returned as typed."""
        return self.labels[value][lang] if value in self.labels else write_value(value)


def parse_options(name: str, data: Mapping[str, Any], chapters: Chapters, faults: Faults) -> dict[str, Option]:
    """The options of a book with these chapters; what is wrong with them is noted."""
    options: dict[str, Option] = {}
    with faults.at("options"):
        for key, value in table(data.get("options", {}), f"{name}.options").items():
            with faults.at("options", key):
                options[key] = parse_option(name, key, value, chapters, faults)
    return options


def parse_option(book: str, name: str, value: object, chapters: Chapters, faults: Faults) -> Option:
    where = f"{book}.options.{name}"
    if name in RESERVED:
        raise RuleError(f"{where}: '{name}' cannot be the name of an option: Game, simulate or Batch takes something else by that name.")
    if not name.isidentifier():
        raise RuleError(f"{where}: '{name}' cannot be the name of an option.")
    data = table(value, where)
    for key in data:
        if key not in OPTION_KEYS:
            faults.note(unknown(f"{where}: unknown key '{key}'", key, OPTION_KEYS), "options", name, key)
    default = data["default"] if "default" in data else name_printed(data.get("values"), chapters)
    if not isinstance(default, bool | int | str):
        raise RuleError(f"{where}.default must be true, false, a number or a word.")
    patches = parse_patches(name, data, default, where, faults)
    players, on_for = (read_players(data, key, where) for key in ("players", "on_for"))
    if on_for and len(patches) != 1:
        raise RuleError(f"{where}.on_for is for an option with two values: its default, and the one that so many play.")
    needs = read_needs(data.get("needs", {}), f"{where}.needs")
    only = table(data.get("only_with", {}), f"{where}.only_with")
    only_with = {typed(key, default, where): read_needs(v, f"{where}.only_with.{key}") for key, v in only.items()}
    numbers = table(data.get("only_for", {}), f"{where}.only_for")
    only_for = {typed(key, default, where): read_players(numbers, key, f"{where}.only_for") for key in numbers}
    label, labels = read_label(name, data, where), read_labels(data, (default, *patches), where)
    return Option(name, label, labels, default, patches, players, needs, on_for, only_with, only_for)


def name_printed(values: object, chapters: Chapters) -> Value:
    """What an option that does not say it has as printed.

    It is off, or on if its only value is off; or, if its values are called as what they make of one rule, what the book makes of it.
    """
    patches = values if isinstance(values, Mapping) else {}
    if set(patches) <= {"on", "off"}:
        return list(patches) == ["off"]
    with suppress(RuleError):
        found = [(key, chapter, leaf, new) for key, patch in patches.items() for chapter, leaf, new in leaves(table(patch, key))]
        alike = {(chapter, leaf) for _, chapter, leaf, _ in found}
        if len(alike) == 1 and all(key == write_value(new) for key, *_, new in found):
            printed: Value = as_printed(chapters, *alike.pop())
            return printed
    return False


def read_needs(data: object, where: str) -> dict[str, tuple[Value, ...]]:
    """Other options, each with one value or several."""
    return {key: tuple(v) if isinstance(v, list) else (v,) for key, v in table(data, where).items()}


def read_players(data: Mapping[str, Any], key: str, where: str) -> tuple[int, ...]:
    players = data.get(key, [])
    if not isinstance(players, list) or any(type(p) is not int or not 2 <= p <= MOST_PLAYERS for p in players):
        raise RuleError(f"{where}.{key} must be a list of numbers from 2 to {MOST_PLAYERS}.")
    return tuple(players)


def parse_patches(
    name: str, data: Mapping[str, Any], default: Value, where: str, faults: Faults
) -> dict[Value, Mapping[str, Any]]:
    """What each value of an option changes; each leaf is checked by itself."""
    patches: dict[Value, Mapping[str, Any]] = {}
    for key, patch in table(data.get("values", {}), f"{where}.values").items():
        with faults.at("options", name, "values", key):
            value, here = typed(key, default, where), f"{where}.values.{key}"
            patches[value] = table(patch, here)
            for chapter, leaf, new in leaves(patches[value], here):
                with faults.at("options", name, "values", key, chapter, leaf):
                    build(Rules, {chapter: {bare(leaf): new}}, here)
    if not data.get("values") or default in patches:
        raise RuleError(f"{where}.values must name at least one value besides the default {spell(default)}.")
    return patches


def check_needs(name: str, options: Mapping[str, Option], own: Container[str], faults: Faults) -> None:
    """Note every `needs` and `only_with` that names an unknown option, and in a book's own options an unknown value."""
    for option in options.values():
        named = [("needs", option.needs), *(("only_with", needs) for needs in option.only_with.values())]
        for key, needs in named:
            where, place = f"{name}.options.{option.name}.{key}", ("options", option.name, key)
            for need, values in needs.items():
                if need not in options:
                    faults.note(unknown(f"{where}: no option '{need}'", need, options), *place)
                elif option.name in own:
                    check_values(where, need, values, options[need], place, faults)
        for key, named_values in (("only_with", option.only_with), ("only_for", option.only_for)):
            if option.name in own:
                where, place = f"{name}.options.{option.name}.{key}", ("options", option.name, key)
                check_values(where, option.name, named_values, option, place, faults)


def check_values(where: str, name: str, values: Iterable[Value], option: Option, place: Place, faults: Faults) -> None:
    """Note each of these values that an option does not have."""
    for value in values:
        if not any(type(value) is type(known) and value == known for known in option.values):
            offered = ", ".join(map(as_toml, option.values))
            faults.note(f"{where}: {name} = {as_toml(value)} is not offered; choose one of {offered}.", *place)
