"""Values as TOML gives them, taken strictly: those that do not fit are refused in a sentence."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from ..errors import RuleError
from ..words.catalogue import ENGLISH, LANGUAGES
from .inheritance import ADD, REMOVE

Value = bool | int | str
Words = Mapping[str, str]  # language -> text

LONGEST_KEY = 60
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")  # all that XML refuses, and more
LONGEST_LIST, LONGEST_TEXT = 256, 1_000  # of a list of texts, and of each of them


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


def words(value: object, where: str, extra: tuple[str, ...] = ()) -> Words:
    """A text in one or several languages; a plain string serves for all."""
    if isinstance(value, str):
        return dict.fromkeys(LANGUAGES, legible(value, where))
    if isinstance(value, dict) and value and all(isinstance(v, str) for v in value.values()):
        for each in value.values():
            legible(each, where)
        for key in value:
            if key not in (*LANGUAGES, *extra):
                raise RuleError(unknown(f"{where}: unknown key '{key}'", key, (*LANGUAGES, *extra)))
        fallback = value.get(ENGLISH) or next(iter(value.values()))
        return {**dict.fromkeys(LANGUAGES, fallback), **value}
    raise RuleError(f"{where} = {spell(value)} must be a text, or one text per language ({', '.join(LANGUAGES)}).")


def leaves(patch: Mapping[str, Any], where: str = "") -> Iterable[tuple[str, str, Any]]:
    for chapter, values in patch.items():
        for key, value in table(values, f"{where}.{chapter}").items():
            if key.endswith((ADD, REMOVE)) and not isinstance(value, list):
                raise RuleError(f"{where}.{chapter}.{key} must be a list: its entries are added to another list, or removed from it.")
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
        if any(type(data) is type(value) and data == value for value in get_args(kind)):
            return data
        raise RuleError(f"{where} = {spell(data)} is not possible; choose one of {', '.join(map(str, get_args(kind)))}.")
    if get_origin(kind) is tuple:
        of = get_args(kind)[0]
        if not isinstance(data, list | tuple) or len(data) > (LONGEST_LIST if of is str else 64):
            raise RuleError(f"{where} = {spell(data)} must be a short list.")
        return tuple(build(of, item, where) for item in data)
    if kind is int and type(data) is int and abs(data) < 10_000:
        return data
    if kind is bool and isinstance(data, bool):
        return data
    if kind is str and isinstance(data, str) and len(data) <= LONGEST_TEXT:
        return data
    wanted = {int: "a whole number below 10,000", bool: "true or false", str: f"a text of {LONGEST_TEXT} characters at most"}[kind]
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
            raise RuleError(f"{where} has an impossible key: {spell(key)}.")
    return dict(value)


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{where} = {spell(value)} must be a text.")
    return legible(value, where)


def legible(value: str, where: str) -> str:
    """A text without control characters, which no page or picture could show; lines may end."""
    if found := UNPRINTABLE.search(value):
        raise RuleError(f"{where} = {spell(value)} holds the control character U+{ord(found[0]):04X}; leave it out.")
    return value


def write_value(value: Value) -> str:
    """A value as it is typed: on, off, 25, strict."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def as_toml(value: object) -> str:
    """A value as it stands in a book: true, 25, "strict", [1, 6]."""
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= 60 else written[:57] + "..."


def spell(value: object) -> str:
    """A value in a sentence: words in quotes, long ones shortened."""
    if isinstance(value, bool):
        return write_value(value)
    written = repr(value) if not isinstance(value, int) or abs(value) < 10**12 else "a number of many digits"
    return written if len(written) <= 60 else written[:57] + "..."


def unknown(sentence: str, word: str, known: Iterable[str], also: Iterable[str] = ()) -> str:
    """A refusal of a word, with the one that was probably meant, or else those that are known."""
    known = list(known)
    near = [each for each in difflib.get_close_matches(word[:60], [*known, *also], cutoff=0.6) if is_near(word, each)]
    return f"{sentence}; did you mean '{near[0]}'?" if near else f"{sentence}. Known are: {', '.join(known)}."


def is_near(word: str, known: str) -> bool:
    """Is one a typo of the other? In a short word one typo weighs heavily, but it is rarely in the first letter."""
    likeness = difflib.SequenceMatcher(None, known, word).ratio()
    return likeness >= 0.72 or (len(word) <= 4 and word[:1] == known[:1])
