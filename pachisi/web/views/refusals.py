"""What the server refuses, in each language. A refusal is a key and what is to be filled in."""

from __future__ import annotations

from ..protocol import RefusalCode
from .refusal_words import REFUSALS


class Denial(Exception):  # noqa: N818  (an answer, not a fault)
    """Something is not done, and has changed nothing."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(tell(key, "en", **values))
        self.key, self.values = key, values

    def why(self, lang: str) -> str:
        return tell(self.key, lang, **self.values)


class No(Denial):
    """The answer of a table to a command."""

    def __init__(self, code: RefusalCode, key: str, **values: object) -> None:
        super().__init__(key, **values)
        self.code: RefusalCode = code


class Refusal(Denial):
    """The answer to a request, with its HTTP status."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key, **values)
        self.status = status


def tell(key: str, lang: str, **values: object) -> str:
    return REFUSALS[key][lang].format(**values)


def quote(text: str, lang: str) -> str:
    return {"en": "“{}”", "de": "»{}«", "fr": "« {} »"}[lang].format(text)


def join(parts: list[str], lang: str) -> str:
    """a, b and c."""
    last = {"en": " and ", "de": " und ", "fr": " et "}[lang]
    return last.join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])
