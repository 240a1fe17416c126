"""Input and output: the only place where a game touches the terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import Protocol


class Talk(Protocol):
    def say(self, text: str = "") -> None: ...

    def ask(self, prompt: str) -> str:
        """A line of input; EOFError when there is no more."""
        ...


class Lines:
    """A terminal, or whatever stands in for one, line by line."""

    def __init__(self) -> None:
        with contextlib.suppress(ImportError):
            if sys.stdin and sys.stdin.isatty():
                import readline  # noqa: F401  (input() then edits lines and remembers them)

    def say(self, text: str = "") -> None:
        print(text)

    def ask(self, prompt: str) -> str:
        if sys.stdin is None or sys.stdout is None:
            raise EOFError
        return input(prompt)
