"""House rules as a book offers them: an option, its values, and what each of them changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import RuleError
from ..rules import Rules
from .faults import Faults
from .inheritance import ADD, REMOVE
from .labels import read_label, read_labels
from .toml_values import Value, Words, build, leaves, spell, table, typed, unknown, write_value

OPTION_KEYS = ("label", "labels", "default", "values", "players", "on_for", "needs")
AT_THE_TABLE = ("players", "pieces", "first", "seed")  # chosen there, not in a book
RESERVED = (*AT_THE_TABLE, "rulebook", "lang")


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
    on_for: tuple[int, ...] = ()  # where so many play it is on as printed, and every table names it

    @property
    def values(self) -> tuple[Value, ...]:
        return (self.default, *self.patches)

    def printed(self, players: int) -> Value:
        """Its value as the book prints it for so many players."""
        return True if players in self.on_for else self.default

    def say(self, value: Value, lang: str) -> str:
        """The label of a value; one that the option does not offer is returned as typed."""
        return self.labels[value][lang] if value in self.labels else write_value(value)


def parse_options(name: str, data: Mapping[str, Any], faults: Faults) -> dict[str, Option]:
    """The options of a book; what is wrong with them is noted."""
    options: dict[str, Option] = {}
    with faults.at("options"):
        for key, value in table(data.get("options", {}), f"{name}.options").items():
            with faults.at("options", key):
                options[key] = parse_option(name, key, value, faults)
    return options


def parse_option(book: str, name: str, value: object, faults: Faults) -> Option:
    where = f"{book}.options.{name}"
    if name in RESERVED or not name.isidentifier():
        raise RuleError(f"{where}: '{name}' cannot be the name of an option.")
    data = table(value, where)
    for key in data:
        if key not in OPTION_KEYS:
            faults.note(unknown(f"{where}: unknown key '{key}'", key, OPTION_KEYS), "options", name, key)
    default = data.get("default", False)
    if not isinstance(default, bool | int | str):
        raise RuleError(f"{where}.default must be true, false, a number or a word.")
    patches = parse_patches(name, data, default, where, faults)
    players, on_for = (read_players(data, key, where) for key in ("players", "on_for"))
    if on_for and default is not False:
        raise RuleError(f"{where}.on_for is for an option that is on or off, and off by default.")
    needs = {
        key: tuple(v) if isinstance(v, list) else (v,)
        for key, v in table(data.get("needs", {}), f"{where}.needs").items()
    }
    label, labels = read_label(name, data, where), read_labels(data, (default, *patches), where)
    return Option(name, label, labels, default, patches, players, needs, on_for)


def read_players(data: Mapping[str, Any], key: str, where: str) -> tuple[int, ...]:
    players = data.get(key, [])
    if not isinstance(players, list) or any(type(p) is not int or not 2 <= p <= 4 for p in players):
        raise RuleError(f"{where}.{key} must be a list of numbers from 2 to 4.")
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
                    build(Rules, {chapter: {leaf.rstrip(ADD + REMOVE): new}}, here)
    if not data.get("values") or default in patches:
        raise RuleError(f"{where}.values must name at least one value besides the default {spell(default)}.")
    return patches


def check_needs(name: str, options: Mapping[str, Option], faults: Faults) -> None:
    """Note every `needs` that names an unknown option."""
    for option in options.values():
        for need in option.needs:
            if need not in options:
                sentence = unknown(f"{name}.options.{option.name}.needs: no option '{need}'", need, options)
                faults.note(sentence, "options", option.name, "needs")
