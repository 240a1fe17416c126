"""House rules that are usually played together, as `presets.toml` has them for each book."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .reading import SHELF
from .toml_values import Value, Words, words


@dataclass(frozen=True)
class Preset:
    """A set of house rules with a name."""

    name: str
    label: Words
    options: Mapping[str, Value]


@cache
def presets_of(book: str) -> tuple[Preset, ...]:
    """The presets of a book on the shelf, in the order of their names."""
    data = tomllib.loads((SHELF / "presets.toml").read_text(encoding="utf-8"))
    own = data["books"].get(book, {})
    return tuple(
        Preset(name, words(label, f"presets.{name}"), own[name]) for name, label in data["names"].items() if name in own
    )
