"""Ctrl-C while many games are played."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def catch_interrupt(stop: Callable[[], None] = lambda: None) -> Iterator[list[bool]]:
    """The first Ctrl-C asks the work in progress to stop; the second interrupts as usual."""
    noted: list[bool] = []
    if current_thread() is not main_thread():
        yield noted
        return

    def note(*_: object) -> None:
        noted.append(True)
        signal.signal(signal.SIGINT, before)
        stop()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
