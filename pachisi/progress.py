"""Progress messages: at a terminal and in a notebook, but not in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Self
from warnings import catch_warnings

OFTEN = 0.2  # seconds between two updates of a line
_hushed: list[bool] = []


def in_notebook() -> bool:
    """Does the code run in a Jupyter kernel? Its output is not a terminal, but is read all the same."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def is_watched() -> bool:
    """Is anybody reading stderr?"""
    return bool(sys.stderr and sys.stderr.isatty()) or in_notebook()


def notice(text: str) -> None:
    """Print a line for a user who is waiting."""
    if is_watched() and not _hushed:
        print(text, file=sys.stderr, flush=True)


@contextmanager
def hush() -> Iterator[None]:
    """Suppress notices: the caller has its own, in the player's language."""
    _hushed.append(True)
    try:
        yield
    finally:
        _hushed.pop()


class ProgressLine:
    """A line that keeps being rewritten; for a notebook, where a terminal's progress bar shows nothing."""

    def __init__(self, length: int, label: str) -> None:
        self.length, self.label = length, label
        self.done, self.begun, self.written = 0, time.monotonic(), 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.written:
            self.write()
            print(file=sys.stderr, flush=True)

    def update(self, n_steps: int) -> None:
        self.done += n_steps
        if time.monotonic() - max(self.written, self.begun) > OFTEN:
            self.write()

    def write(self) -> None:
        self.written = time.monotonic()
        share, rest = self.done / max(self.length, 1), ""
        if 0 < share < 1:
            rest = f", {(self.written - self.begun) * (1 / share - 1):,.0f} s left"
        text = f"{self.done:,} of {self.length:,} {self.label}{rest}"
        print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def progress(length: int, label: str, wanted: bool | None = None) -> Any:
    """A bar at a terminal and in a notebook (a line if tqdm is not there), nothing in a pipe; or as `wanted`."""
    import click

    if in_notebook() and wanted is not False:
        try:
            with catch_warnings(action="ignore"):  # without ipywidgets a bar of text will do
                return import_module("tqdm.auto").tqdm(total=length, desc=label)
        except ModuleNotFoundError:
            return ProgressLine(length, label)
    hidden = not (is_watched() if wanted is None else wanted)
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden)
