"""The terminal's words: a catalogue as data, one voice per language."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from ..rulebook import Words
from ..sheet import language

COMMANDS = ("why", "hint", "undo", "board", "rules", "save_to", "help", "quit")


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


class Voice:
    """Says things in one language."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = language(lang)

    def __call__(self, key: str, **values: object) -> str:
        return cast(Words, catalogue()[key])[self.lang].format(**values)

    def commands(self) -> dict[str, tuple[str, str]]:
        """Every command with its word and what it does."""
        entries = cast(Mapping[str, Mapping[str, Words]], catalogue()["commands"])
        return {name: (entry["word"][self.lang], entry["help"][self.lang]) for name, entry in entries.items()}

    def command_words(self) -> dict[str, str]:
        """The commands by what a person may type: the word of this language or of English."""
        words = {"?": "help", "h": "hint", "exit": "quit"}
        for voice in (Voice("en"), self):
            words |= {fold(word): name for name, (word, _) in voice.commands().items() if name in COMMANDS}
        return words


def upper(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def fold(word: str) -> str:
    """Small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
