"""A notice for people who wait while the rules are compiled."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import click

from ..progress import hush
from .voice import Voice

COMPILING_AFTER = 4.0  # seconds; a start that takes longer is the first one ever


@contextlib.contextmanager
def patience(voice: Voice) -> Iterator[None]:
    """Say on stderr why it takes so long, if it does."""
    notice = threading.Timer(COMPILING_AFTER, lambda: click.echo(voice("prompts.compiling"), err=True))
    notice.daemon = True
    notice.start()
    try:
        with hush():
            yield
    finally:
        notice.cancel()
