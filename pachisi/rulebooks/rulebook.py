"""A rulebook: what is printed, the house rules it offers, and the rules that a table makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from ..charts import length_of, seats_of
from ..errors import RuleError
from ..rules import MOST_PLAYERS, Rules, check
from .house_rules import AT_THE_TABLE, Option
from .inheritance import ADD, REMOVE, Chapters, bare, departures, misfits
from .toml_values import Value, Words, build, leaves, spell, unknown

TURNED_ON = ("pachisi-modern",)  # books whose options with `on_for` were off in earlier versions


@dataclass(frozen=True, eq=False, repr=False)
class Rulebook:
    """A book as printed, with the house rules it offers."""

    id: str
    name: Words
    source: Words
    colours: tuple[Words, ...]
    chapters: Chapters
    options: Mapping[str, Option]
    verdicts: Mapping[str, str]
    path: Path | None  # None: its text alone
    base: Rulebook | None = None
    language: str = ""
    """In which its leaflet is printed, as a BCP 47 tag; "" if it has none."""
    terms: Mapping[str, Words] = field(default_factory=dict)
    """What its leaflet calls parts of the board, the dice and the winning call: see TERMS."""
    withdrawn: Mapping[str, tuple[Option, Chapters]] = field(default_factory=dict)
    """Options of a base that cannot describe this book, each with the chapters that it was written for."""

    def __repr__(self) -> str:
        return f"<Rulebook {self.id!r}>"

    @property
    def family(self) -> tuple[str, ...]:
        """The ids of the book and of all that it is based on."""
        return (self.id, *(self.base.family if self.base else ()))

    @property
    def ancestor(self) -> Rulebook:
        """The book whose source it has: the first of the family that names it."""
        return self.base.ancestor if self.base and self.source == self.base.source else self

    @property
    def departs(self) -> bool:
        """Does it play otherwise than that one, as printed?"""
        return self.ancestor is not self and (bool(departures(self)) or bool(self.base and self.base.departs))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """How many can play: as many as the board has seats, or as the one that the book has for more."""
        return tuple(n for n in range(2, MOST_PLAYERS + 1) if n <= self.seats or self.seats_more(n))

    @property
    def seats(self) -> int:
        """How many the board as printed has seats for."""
        board = self.chapters.get("board", {})
        written = board.get("shape") == "written"
        return seats_of(board.get("paths", ()), board.get("turned", 0)) if written else int(board.get("arms", 4))

    def seats_more(self, players: int) -> bool:
        """Do the options that are on for so many make room for them?"""
        chosen = self.choose({}, players)
        return bool(chosen) and not any(check(self.compose(players, chosen)))

    @property
    def most_pieces(self) -> int:
        """How many pieces a colour may have."""
        return int(self.chapters.get("board", {}).get("pieces", 4))

    @property
    def usual_pieces(self) -> int:
        """How many a colour has where nobody says: four, or as many as there can be."""
        return min(4, self.most_pieces)

    def choose(self, chosen: Mapping[str, object], players: int) -> dict[str, Value]:
        """The chosen options that differ from the book, each checked by itself, and those that every table names."""
        kept = {name: option.printed(players) for name, option in self.options.items() if players in option.on_for}
        for name, value in chosen.items():
            option = self.options.get(name)
            if name in self.withdrawn:
                raise RuleError(f"{self.id}: {self.why_withdrawn(name)}")
            if option is None:
                sentence = unknown(f"{self.id} has no option {spell(name)}", str(name), self.options, AT_THE_TABLE)
                raise RuleError(f"{sentence} It was set to {spell(value)}.")
            if not any(type(value) is type(v) and value == v for v in option.values):
                offered = ", ".join(spell(v) for v in option.values)
                raise RuleError(f"{self.id}: {name} = {spell(value)} is not offered; choose one of {offered}.")
            if value != option.default or name in kept:
                kept[name] = cast(Value, value)
        return {name: kept[name] for name in self.options if name in kept}

    def as_written(self, options: Mapping[str, object], players: object) -> dict[str, object]:
        """The options of a position or a record; what it does not name was written before the book turned it on."""
        turned_on = set(TURNED_ON) & set(self.family)
        return {name: False for name, option in self.options.items() if turned_on and players in option.on_for} | dict(options)

    def rules(self, players: int, chosen: Mapping[str, Value], pieces: int | None = None) -> Rules:
        """The rules in force at a table, or a RuleError that says what is wrong."""
        rules = self.compose(players, chosen, pieces)
        for sentence in check(rules):
            raise RuleError(f"{self.id}: {sentence}.")
        return rules

    def compose(self, players: int, chosen: Mapping[str, Value], pieces: int | None = None) -> Rules:
        """The rules of a table, without checking that they make sense together."""
        pieces = self.usual_pieces if pieces is None else pieces
        for name in chosen:
            allowed = self.options[name].players
            if allowed and players not in allowed:
                raise RuleError(
                    f"{self.id}: {name} is for {' or '.join(map(str, allowed))} players, not {players}; "
                    f"change the number of players or leave {name} out."
                )
        for name, value, other, values in self.unfit(chosen):
            raise RuleError(
                f"{self.id}: {name} = {spell(value)} is played only with {other} = {' or '.join(map(spell, values))}; "
                "change one of them."
            )
        for name, value in chosen.items():
            only_for = self.options[name].only_for.get(value, ())
            if only_for and players not in only_for:
                raise RuleError(
                    f"{self.id}: {name} = {spell(value)} is for {' or '.join(map(str, only_for))} players, not {players}; "
                    "change one of them."
                )
        data = self.patch(chosen)
        data["players"], data["pieces"] = players, pieces
        board = data.get("board", {})
        if board.get("home", "places") == "places":
            data["board"] = {**board, "lane": pieces}
        elif board.get("shape") == "written":
            data["board"] = {**board, "lane": length_of(board.get("lanes", ()))}
        return cast(Rules, build(Rules, data, self.id))

    def patch(self, chosen: Mapping[str, Value]) -> dict[str, Any]:
        """The chapters with the chosen house rules in them, but for those that do nothing without another."""
        data: dict[str, Any] = {chapter: dict(values) for chapter, values in self.chapters.items()}
        setter: dict[tuple[str, str], tuple[str, object]] = {}
        idle = {name for name, _, _ in self.unmet(chosen)}
        for name, value in chosen.items():
            if name in idle:
                continue
            for chapter, key, new in leaves(self.options[name].patches.get(value, {})):
                values = data.setdefault(chapter, {})
                plain = bare(key)
                entries = values.get(plain, ())
                if key.endswith(ADD):
                    values[plain] = [*entries, *(entry for entry in new if entry not in entries)]
                elif key.endswith(REMOVE):
                    values[plain] = [entry for entry in entries if entry not in new]
                else:
                    before = setter.setdefault((chapter, key), (name, new))
                    if before[1] != new:
                        raise RuleError(
                            f"{self.id}: house rules '{before[0]}' and '{name}' both set {chapter}.{key} "
                            f"({spell(before[1])} and {spell(new)}); choose one of them."
                        )
                    values[key] = new
        return data

    def why_withdrawn(self, name: str) -> str:
        """For each value of an option what it would need, and what the book has instead."""
        option, printed = self.withdrawn[name]
        means, has = list[str](), dict[str, None]()
        for value, (leaf, wanted, now) in misfits(option, printed, self.chapters).items():
            means.append(f"{spell(value)} means {'.'.join(leaf)} = {spell(wanted)}")
            has[f"{'.'.join(leaf)} = {spell(now)}"] = None
        return f"{name} is not offered: {', '.join(means)}, and this book has {' and '.join(has)}."

    def idle(self, chosen: Mapping[str, Value]) -> list[str]:
        """Chosen options that change nothing because another one is missing."""
        return [
            f"{name} does nothing here: it needs {need} = {' or '.join(spell(v) for v in values)}."
            for name, need, values in self.unmet(chosen)
        ]

    def unfit(self, chosen: Mapping[str, Value]) -> Iterator[tuple[str, Value, str, tuple[Value, ...]]]:
        """Chosen values, each with another option that they are played with only, and its values."""
        for name, value in chosen.items():
            for other, values in self.options[name].only_with.get(value, {}).items():
                if chosen.get(other, self.options[other].default) not in values:
                    yield name, value, other, values

    def beside(self, name: str, value: Value) -> dict[str, Value]:
        """The other options without which a value does nothing or is refused, and what those need."""
        option, found = self.options[name], dict[str, Value]()
        for need, values in (*option.needs.items(), *option.only_with.get(value, {}).items()):
            if self.options[need].default not in values:
                found |= {**self.beside(need, values[0]), need: values[0]}
        return found

    def unmet(self, chosen: Mapping[str, Value]) -> Iterator[tuple[str, str, tuple[Value, ...]]]:
        """Chosen options, each with another that they need and its values that would do."""
        for name in chosen:
            for need, values in self.options[name].needs.items():
                if chosen.get(need, self.options[need].default) not in values:
                    yield name, need, values
