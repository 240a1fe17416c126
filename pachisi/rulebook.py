"""TOML and chosen house rules -> Rules. Strict: what it refuses, it refuses in a sentence.

Three layers of refusal: shape (types, unknown keys), collision (two house rules set one
value differently) and sense (`rules.check`).
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from .errors import RuleError
from .rules import Rules, check

Value = bool | int | str
Words = Mapping[str, str]  # language -> text

SHELF = Path(__file__).parent / "rulebooks"
LANGUAGES = ("en", "de", "fr")
BOOKS = ("pachisi-modern", "parcheesi", "mensch", "pachisi-classic", "ludo")
LARGEST_FILE = 200_000
LONGEST_KEY = 60
KEYS = ("name", "source", "colours", "base", "options", "verdicts")
OPTION_KEYS = ("label", "default", "values", "players", "needs")
AT_THE_TABLE = ("players", "pieces", "first", "seed")  # chosen there, not in a book
RESERVED = (*AT_THE_TABLE, "rulebook", "lang")


@dataclass(frozen=True)
class Option:
    """A house rule: a label, its values, and what each of them changes in the book."""

    name: str
    label: Words
    default: Value
    patches: Mapping[Value, Mapping[str, Any]]
    players: tuple[int, ...]
    needs: Mapping[str, tuple[Value, ...]]

    @property
    def values(self) -> tuple[Value, ...]:
        return (self.default, *self.patches)


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A book as printed, with the house rules it offers."""

    id: str
    name: Words
    source: str
    colours: tuple[Words, ...]
    chapters: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Option]
    verdicts: Mapping[str, str]
    path: Path

    def choose(self, chosen: Mapping[str, object]) -> dict[str, Value]:
        """The chosen options that differ from the book, each checked by itself."""
        kept: dict[str, Value] = {}
        for name, value in chosen.items():
            option = self.options.get(name)
            if option is None:
                sentence = unknown(f"{self.id} has no option {spell(name)}", str(name), (*self.options, *AT_THE_TABLE))
                raise RuleError(f"{sentence} It was set to {spell(value)}.")
            if not any(type(value) is type(v) and value == v for v in option.values):
                offered = ", ".join(spell(v) for v in option.values)
                raise RuleError(f"{self.id}: {name} = {spell(value)} is not offered; choose one of {offered}.")
            if value != option.default:
                kept[name] = cast(Value, value)
        return {name: kept[name] for name in self.options if name in kept}

    def rules(self, players: int, chosen: Mapping[str, Value], pieces: int = 4) -> Rules:
        """The rules in force at a table, or a RuleError that says what is wrong."""
        for name in chosen:
            allowed = self.options[name].players
            if allowed and players not in allowed:
                raise RuleError(
                    f"{self.id}: {name} is for {' or '.join(map(str, allowed))} players, not {players}; "
                    f"change the number of players or leave {name} out."
                )
        data: dict[str, Any] = {chapter: dict(values) for chapter, values in self.chapters.items()}
        setter: dict[tuple[str, str], tuple[str, object]] = {}
        for name, value in chosen.items():
            for chapter, key, new in leaves(self.options[name].patches[value]):
                values = data.setdefault(chapter, {})
                if key.endswith("+"):
                    key = key[:-1]
                    values[key] = [*values.get(key, ()), *new]
                    continue
                before = setter.setdefault((chapter, key), (name, new))
                if before[1] != new:
                    raise RuleError(
                        f"{self.id}: house rules '{before[0]}' and '{name}' both set {chapter}.{key} "
                        f"({spell(before[1])} and {spell(new)}); choose one of them."
                    )
                values[key] = new
        data["players"], data["pieces"] = players, pieces
        if data.get("board", {}).get("home", "places") == "places":
            data["board"] = {**data.get("board", {}), "lane": pieces}
        rules = cast(Rules, build(Rules, data, self.id))
        for sentence in check(rules):
            raise RuleError(f"{self.id}: {sentence}.")
        return rules

    def idle(self, chosen: Mapping[str, Value]) -> list[str]:
        """Chosen options that change nothing because another one is missing."""
        now = {name: chosen.get(name, option.default) for name, option in self.options.items()}
        return [
            f"{name} does nothing here: it needs {need} = {' or '.join(spell(v) for v in values)}."
            for name in chosen
            for need, values in self.options[name].needs.items()
            if now[need] not in values
        ]


def load(source: str | Path) -> Rulebook:
    """A book by its id, or a file that ends in .toml."""
    if isinstance(source, str) and source in BOOKS:
        return shelved(source)
    if isinstance(source, str | Path) and str(source).endswith(".toml"):
        return read(Path(source))
    name = str(source) if isinstance(source, Path) else source
    raise RuleError(unknown(f"There is no rulebook {spell(name)}", str(name), BOOKS))


@cache
def shelved(name: str) -> Rulebook:
    return read(SHELF / f"{name}.toml")


def read(path: Path) -> Rulebook:
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RuleError(f"The rulebook {path!s:.250} cannot be read: {error.strerror or error}.") from None
    except ValueError:  # a null, or a character that no file name can hold
        raise RuleError(f"The rulebook {spell(str(path))} cannot be read: that is no name of a file.") from None
    if len(text) > LARGEST_FILE:
        raise RuleError(f"The rulebook {path} is too long: {LARGEST_FILE:,} bytes are allowed.")
    try:
        data = tomllib.loads(text.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(f"{path.name} is not valid TOML: {error}.") from None
    except (RecursionError, ValueError, OverflowError):  # absurdly nested or numbers of thousands of digits
        raise RuleError(f"{path.name} is not a rulebook: it is nested too deeply or holds an absurd number.") from None
    return parse(path.stem, data, path)


def parse(name: str, data: Mapping[str, Any], path: Path) -> Rulebook:
    """A rulebook from its table; `base` names another book whose values are taken over."""
    known = (*KEYS, *(f.name for f in fields(Rules) if f.name not in ("players", "pieces")))
    data = table(data, name)
    for key in data:
        if key in AT_THE_TABLE:
            raise RuleError(f"{name}: '{key}' is chosen at the table, not in the book: Game(book, {key}=...).")
        if key not in known:
            raise RuleError(unknown(f"{name}: unknown key '{key}'", key, known))
    base: Rulebook | None = None
    if "base" in data:
        if not isinstance(data["base"], str):
            raise RuleError(f"{name}: base must be the id of a rulebook, such as 'mensch'.")
        if data["base"] not in BOOKS:
            raise RuleError(
                unknown(f"{name}: base = '{data['base']}' is not a rulebook on the shelf", data["base"], BOOKS)
            )
        base = load(data["base"])
    chapters: dict[str, dict[str, Any]] = {}
    for part in fields(Rules):
        if part.name in ("players", "pieces"):
            continue
        own = table(data.get(part.name, {}), f"{name}.{part.name}")
        merged = {**(base.chapters.get(part.name, {}) if base else {}), **own}
        if merged:
            chapters[part.name] = merged
    build(Rules, chapters, name)
    options = dict(base.options) if base else {}
    for key, value in table(data.get("options", {}), f"{name}.options").items():
        options[key] = parse_option(name, key, value)
    for option in options.values():
        for need in option.needs:
            if need not in options:
                raise RuleError(unknown(f"{name}.options.{option.name}.needs: no option '{need}'", need, options))
    verdicts = dict(base.verdicts) if base else {}
    verdicts |= {
        key: text(v, f"{name}.verdicts.{key}") for key, v in table(data.get("verdicts", {}), f"{name}.verdicts").items()
    }
    book = Rulebook(
        id=name if path.parent == SHELF else str(path),
        name=words(data.get("name", name if base is None else dict(base.name)), f"{name}.name"),
        source=text(data.get("source", base.source if base else ""), f"{name}.source"),
        colours=parse_colours(name, data.get("colours"), base),
        chapters=chapters,
        options=options,
        verdicts=verdicts,
        path=path,
    )
    book.rules(4, {})  # the book as printed must be playable
    return book


def parse_option(book: str, name: str, value: object) -> Option:
    where = f"{book}.options.{name}"
    if name in RESERVED or not name.isidentifier():
        raise RuleError(f"{where}: '{name}' cannot be the name of an option.")
    data = table(value, where)
    for key in data:
        if key not in OPTION_KEYS:
            raise RuleError(unknown(f"{where}: unknown key '{key}'", key, OPTION_KEYS))
    default = data.get("default", False)
    if not isinstance(default, bool | int | str):
        raise RuleError(f"{where}.default must be true, false, a number or a word.")
    patches: dict[Value, Mapping[str, Any]] = {}
    for key, patch in table(data.get("values", {}), f"{where}.values").items():
        new = typed(key, default, where)
        patches[new] = table(patch, f"{where}.values.{key}")
        for chapter, leaf, leaf_value in leaves(patches[new], f"{where}.values.{key}"):
            build(Rules, {chapter: {leaf.removesuffix("+"): leaf_value}}, f"{where}.values.{key}")
    if not patches or default in patches:
        raise RuleError(f"{where}.values must name at least one value besides the default {spell(default)}.")
    players = data.get("players", [])
    if not isinstance(players, list) or any(type(p) is not int or not 2 <= p <= 4 for p in players):
        raise RuleError(f"{where}.players must be a list of numbers from 2 to 4.")
    needs = {
        key: tuple(v) if isinstance(v, list) else (v,)
        for key, v in table(data.get("needs", {}), f"{where}.needs").items()
    }
    return Option(name, words(data.get("label", name), f"{where}.label"), default, patches, tuple(players), needs)


def typed(key: str, default: Value, where: str) -> Value:
    """The key of a TOML table as a value of the option's type."""
    if isinstance(default, bool):
        if key in ("on", "off"):
            return key == "on"
        raise RuleError(f"{where}.values.{key}: this option is on or off.")
    if isinstance(default, int):
        if key.removeprefix("-").isdecimal() and len(key) < 6:
            return int(key)
        raise RuleError(f"{where}.values.{key}: this option takes numbers.")
    return key


def parse_colours(name: str, data: object, base: Rulebook | None) -> tuple[Words, ...]:
    if data is None:
        return base.colours if base else shelved("ludo").colours
    if not isinstance(data, list) or len(data) != 4:
        raise RuleError(f"{name}.colours must list four colours, clockwise or as the pieces run.")
    return tuple(words(colour, f"{name}.colours", extra=("hex",)) for colour in data)


def words(value: object, where: str, extra: tuple[str, ...] = ()) -> Words:
    """A text in one or several languages; a plain string serves for all."""
    if isinstance(value, str):
        return dict.fromkeys(LANGUAGES, value)
    if isinstance(value, dict) and value and all(isinstance(v, str) for v in value.values()):
        for key in value:
            if key not in (*LANGUAGES, *extra):
                raise RuleError(unknown(f"{where}: unknown key '{key}'", key, (*LANGUAGES, *extra)))
        fallback = value.get("en") or next(iter(value.values()))
        return {**dict.fromkeys(LANGUAGES, fallback), **value}
    raise RuleError(f"{where} must be a text, or one text per language (en, de, fr).")


def leaves(patch: Mapping[str, Any], where: str = "") -> Iterable[tuple[str, str, Any]]:
    for chapter, values in patch.items():
        for key, value in table(values, f"{where}.{chapter}").items():
            if key.endswith("+") and not isinstance(value, list):
                raise RuleError(f"{where}.{chapter}.{key} must be a list: it is added to another.")
            yield chapter, key, value


def build(kind: Any, data: object, where: str) -> object:
    """A value of a dataclass or of a field's type, built strictly from what TOML gave."""
    if is_dataclass(kind):
        hints = fields_of(cast(Any, kind))
        values = table(data, where)
        for key in values:
            if key not in hints:
                raise RuleError(unknown(f"{where}.{key}: unknown key", key, hints))
        return cast(Any, kind)(**{key: build(hints[key], value, f"{where}.{key}") for key, value in values.items()})
    if get_origin(kind) is Literal:
        if isinstance(data, str) and data in get_args(kind):
            return data
        raise RuleError(f"{where} = {spell(data)} is not possible; choose one of {', '.join(get_args(kind))}.")
    if get_origin(kind) is tuple:
        if not isinstance(data, list | tuple) or len(data) > 64:
            raise RuleError(f"{where} = {spell(data)} must be a short list.")
        return tuple(build(get_args(kind)[0], item, where) for item in data)
    if kind is int and type(data) is int and abs(data) < 10_000:
        return data
    if kind is bool and isinstance(data, bool):
        return data
    wanted = {int: "a whole number below 10,000", bool: "true or false"}[kind]
    raise RuleError(f"{where} = {spell(data)} must be {wanted}.")


@cache
def fields_of(kind: Any) -> Mapping[str, Any]:
    """The fields of a chapter and their types: slow to find, and always the same."""
    return get_type_hints(kind)


def table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise RuleError(f"{where} = {spell(value)} must be a table.")
    for key in value:
        if not isinstance(key, str) or not key.isprintable() or len(key) > LONGEST_KEY:
            raise RuleError(f"{where} has a key that cannot be: {spell(key)}.")
    return dict(value)


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{where} = {spell(value)} must be a text.")
    return value


def spell(value: object) -> str:
    """A value as a person writes it, shortened if it is endless."""
    if isinstance(value, bool):
        return "on" if value else "off"
    written = repr(value) if not isinstance(value, int) or abs(value) < 10**12 else "a number of many digits"
    return written if len(written) <= 60 else written[:57] + "..."


def unknown(sentence: str, word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word[:60], list(known), n=1, cutoff=0.5)
    return f"{sentence}; did you mean '{near[0]}'?" if near else f"{sentence}. Known are: {', '.join(known)}."
