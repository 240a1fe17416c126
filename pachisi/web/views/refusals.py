"""What the server refuses. A refusal is a key of the catalogue and what is to be filled in."""

from __future__ import annotations

from ...words.voice import Voice
from ..elements import RefusalCode


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
    """The sentence of a refusal."""
    return Voice(lang)(f"refusals.{key}", **values)
