"""Texts from the catalogue of one language, with their placeholders filled in."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .catalogue import ENGLISH, catalogue

COMMANDS = ("why", "hint", "undo", "board", "rules", "save_to", "help", "quit")


class Voice:
    """Speaks one language."""

    def __init__(self, lang: str = ENGLISH) -> None:
        self.catalogue = catalogue(lang)
        self.lang = lang

    def __call__(self, key: str, **values: object) -> str:
        """The text of a section and key, such as `moves.stop`, with its placeholders filled in."""
        return self.catalogue.text(key, values.get("n")).format(**values)

    def bot(self, name: str) -> str:
        """The name of a bot's character; any other bot keeps its own name."""
        key = f"bots.{name}.name"
        return self(key) if key in self.catalogue.texts else name

    def quote(self, text: str) -> str:
        return self("marks.quote", text=text)

    def join(self, parts: Sequence[str]) -> str:
        """a, b and c."""
        *some, last = parts
        return self("marks.and", some=", ".join(some), last=last) if some else last

    def percent(self, share: float) -> str:
        """A fraction as a percentage with one decimal."""
        return self("marks.percent", n=self.decimal(100 * share))

    def decimal(self, number: float, spec: str = ".1f") -> str:
        """A number with the marks of the language."""
        return f"{number:{spec}}".replace("-", "−").replace(".", self("marks.decimal"))

    def count(self, number: int) -> str:
        """A whole number, its thousands apart."""
        some, last = divmod(number, 1000)
        return self("marks.thousands", some=self.count(some), last=f"{last:03}") if some else str(last)

    def commands(self) -> dict[str, tuple[str, str]]:
        """Every command of the terminal with its word and what it does."""
        texts = self.catalogue.section("commands")
        names = dict.fromkeys(key.partition(".")[0] for key in texts)
        return {name: (self(f"commands.{name}.word"), self(f"commands.{name}.help")) for name in names}

    def command_words(self) -> dict[str, str]:
        """The commands by what a person may type: the word of this language or of English."""
        words = {"?": "help", "h": "hint", "exit": "quit"}
        for voice in (Voice(), self):
            words |= {fold(word): name for name, (word, _) in voice.commands().items() if name in COMMANDS}
        return words


def upper(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def fold(word: str) -> str:
    """Lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
