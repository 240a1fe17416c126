"""Saved games that are not finished."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from ..errors import NotationError
from ..folders import data_folder

SUFFIX = ".game"
LARGEST_RECORD = 4_000_000


def fresh(book: str) -> Path:
    """A new name for a game of this book."""
    stem = f"{Path(book).stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (data_folder() / f"{stem}{'' if n == 1 else f'-{n}'}{SUFFIX}" for n in range(1, 1000))
    return next(path for path in names if not path.exists())


def last() -> Path:
    """The unfinished game that was played last."""
    games = sorted(data_folder().glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if not games:
        raise NotationError("There is no unfinished game to resume.")
    return games[-1]


def write(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    if path.parent == data_folder():
        path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():  # a pipe or a device is written to directly
        path.write_text(text, encoding="utf-8")
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path) -> str:
    """The text of a record; a NotationError if it is not one."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_RECORD + 1)
    except OSError as error:
        raise NotationError(f"{path} cannot be read: {error.strerror or error}.") from None
    if len(text) > LARGEST_RECORD:
        raise NotationError(f"{path} is too long for a record of a game.")
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not a text in UTF-8, so it is not a record of a game.") from None
