"""Hashes of rules, by which a record knows the book that was played, whatever its words and comments."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..rules import Rules
from .house_rules import Option
from .inheritance import take_over
from .rulebook import Rulebook
from .toml_values import spell

PLAIN = asdict(Rules())
# What books have gained since records held `former_digest`; add every new option and value, so that those stay readable.
LATER = {
    "pachisi-modern": {"blockade_two_colours", "combined"},
    "parcheesi": {"start_pair"},
    "mensch": {"arms", "track", "teams"},
    "ludo": {"arms", "teams", "safe_fields=12", "home_throws"},
}


def digest(rules: Rules) -> str:
    """A hash of the rules in force. Whatever has its plain value is left out: a later version may know more of it."""
    held: dict[str, Any] = {}
    for name, chapter in asdict(rules).items():
        if isinstance(chapter, dict):
            held[name] = {key: value for key, value in chapter.items() if value != PLAIN[name][key]}
    return hash_of([leave_opener(held)])


def former_digest(book: Rulebook) -> str:
    """The hash in records of version 0.1: of the whole book, with every option that it offered then."""
    later = {name for member in book.family for name in LATER.get(member, ())}
    options = {
        name: [option.default, {value: patch for value, patch in spelt(option).items() if f"{name}={value}" not in later}]
        for name, option in offered(book).items()
        if name not in later
    }
    return hash_of([leave_opener(book.chapters), options])


def spelt(option: Option) -> dict[str, Mapping[str, Any]]:
    return {spell(value): patch for value, patch in option.patches.items()}


def offered(book: Rulebook) -> dict[str, Option]:
    """The options of a book as version 0.1 took them over from its base: word for word."""
    if book.base is None:
        return dict(book.options)
    taken = take_over(book.base, book.chapters, {})[0]
    own = {name: option for name, option in book.options.items() if name not in taken or differ(option, taken[name])}
    return {**offered(book.base), **own}


def differ(one: Option, other: Option) -> bool:
    return (one.default, one.patches) != (other.default, other.patches)


def leave_opener(chapters: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Chapters without who begins, which a record says itself, and without empty ones."""
    kept = {
        name: {key: value for key, value in chapter.items() if (name, key) != ("seats", "first")}
        for name, chapter in chapters.items()
    }
    return {name: chapter for name, chapter in kept.items() if chapter}


def hash_of(held: list[Any]) -> str:
    return hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()[:16]
