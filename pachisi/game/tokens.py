"""The smallest parts of the notation: words, numbers and lists, each with its position in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import NotationError
from ..rulebooks import spell

TOKEN = re.compile(r'(?:[^\s|"]|"(?:[^"\\]|\\.)*")+|\|')
PLAIN = re.compile(r'[^\s|"]+')
NUMBER = re.compile(r"[0-9]{1,20}")
NUMBERS = re.compile(r"[0-9]{1,20}(?:,[0-9]{1,20}){0,99}")


class Token(NamedTuple):
    """A word of the text and where it begins."""

    text: str
    column: int
    line: int = 0  # 0: the text is one line

    def wrong(self, reason: str) -> NotationError:
        """The error to raise for this token."""
        place = f"Line {self.line}, column {self.column}" if self.line else f"Column {self.column}"
        return NotationError(f"{place}: {reason}")


def split(text: str, column: int = 1, line: int = 0) -> list[Token]:
    """Words separated by spaces, and bars; a quoted word may contain both."""
    tokens, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = TOKEN.match(text, at)
        if match is None:
            raise Token(text[at], column + at, line).wrong("a quotation mark is opened here and never closed.")
        tokens.append(Token(match[0], column + at, line))
        at = match.end()
    return tokens


def quote(text: str) -> str:
    """The word, in quotation marks if it needs them."""
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def unquote(token: Token, text: str) -> str:
    """A word without its quotation marks, if it has any."""
    if PLAIN.fullmatch(text):
        return text
    try:
        return str(json.loads(text if text.startswith('"') else ""))
    except ValueError:
        raise token.wrong(f"{spell(text)} is not a word; put all of it in quotation marks.") from None


def list_numbers(numbers: Sequence[int]) -> str:
    """Numbers with commas between them; a dash for none."""
    return ",".join(map(str, numbers)) or "-"


def read_number(token: Token, text: str, what: str) -> int:
    """One number, which the error calls `what`."""
    if not NUMBER.fullmatch(text):
        raise token.wrong(f"{what} must be a number, not {spell(text)}.")
    return int(text)


def read_numbers(token: Token, text: str) -> list[int]:
    """A list such as 0,0,1,6; a dash is an empty one."""
    if text == "-":
        return []
    if not NUMBERS.fullmatch(text):
        raise token.wrong(f"{spell(text)} is not a list of numbers such as 0,0,1,6.")
    return [int(number) for number in text.split(",")]
