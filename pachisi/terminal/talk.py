"""Asking and saying: the only place where a game touches the terminal."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Protocol

import click

from ..words.voice import Voice

COMPILING_AFTER = 4.0  # seconds; a start that takes longer is the first one ever


class Talk(Protocol):
    def say(self, text: str = "") -> None: ...

    def ask(self, prompt: str) -> str:
        """A line from the person; EOFError when there are no more."""
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


@contextlib.contextmanager
def patience(voice: Voice) -> Iterator[None]:
    """Tell a person who has to wait why it takes so long."""
    notice = threading.Timer(COMPILING_AFTER, lambda: click.echo(voice("prompts.compiling"), err=True))
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()
