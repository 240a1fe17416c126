"""The catalogues: what the program says, one TOML file per language. A new file is a new language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import RuleError

FOLDER = Path(__file__).parent
ENGLISH = "en"  # complete; the others fall back to it

LANGUAGES = tuple(sorted((file.stem for file in FOLDER.glob("*.toml")), key=lambda lang: (lang != ENGLISH, lang)))

Text = str | Mapping[str, str]  # a text, or its forms by number


@dataclass(frozen=True)
class Catalogue:
    """All texts of one language, by section and key, such as `moves.stop`."""

    lang: str
    name: str  # of the language, in that language
    plurals: Mapping[str, tuple[int, ...]]  # the numbers that take a form; all others take `other`
    texts: Mapping[str, Text]

    def text(self, key: str, n: object = None) -> str:
        """A text with its placeholders; where it has plural forms, the one for the number n."""
        found = self.texts[key]
        if isinstance(found, str):
            return found
        form = next((form for form, numbers in self.plurals.items() if n in numbers), "other")
        return found.get(str(n)) or found.get(form) or found["other"]

    def section(self, name: str) -> dict[str, Text]:
        """The texts of a section by their bare keys."""
        return {key.removeprefix(f"{name}."): text for key, text in self.texts.items() if key.startswith(f"{name}.")}


@cache
def catalogue(lang: str) -> Catalogue:
    """The catalogue of a language; missing texts are in English."""
    data = tomllib.loads((FOLDER / f"{check_language(lang)}.toml").read_text(encoding="utf-8"))
    plurals = {form: tuple(numbers) for form, numbers in data.pop("plurals", {}).items()}
    english = {} if lang == ENGLISH else catalogue(ENGLISH).texts
    return Catalogue(lang, data.pop("language", lang), plurals, {**english, **dict(flatten(data))})


def flatten(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Text]]:
    for key, value in data.items():
        if isinstance(value, dict) and "other" not in value:
            yield from flatten(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def check_language(lang: str) -> str:
    """The language, or a RuleError if there is no catalogue for it."""
    if lang not in LANGUAGES:
        raise RuleError(f"There is no language '{lang}'; choose one of {', '.join(LANGUAGES)}.")
    return lang


def language_names() -> dict[str, str]:
    """Every language by its own name."""
    return {lang: catalogue(lang).name for lang in LANGUAGES}
