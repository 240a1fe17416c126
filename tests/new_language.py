"""A language that nobody speaks, made of files alone: Zo puts its name before everything that English says."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pachisi

CODE, NAME = "zo", "Zotic"
PACKAGE = Path(pachisi.__file__).parent
# The copy lies elsewhere, so compiled rules would have to be compiled again; a turn is played as fast without.
INTERPRETED = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


def copy_package(folder: Path) -> Path:
    """The package in another place, with one more catalogue, and one more language in one of its books."""
    copy = folder / "pachisi"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    catalogue = (copy / "words" / "en.toml").read_text(encoding="utf-8")
    (copy / "words" / f"{CODE}.toml").write_text("\n".join(translate(catalogue)), encoding="utf-8")
    for name in ("common.clauses", "mensch.clauses", "mensch", "verdicts"):
        file = copy / "rulebooks" / f"{name}.toml"
        file.write_text(add_texts(file.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def translate(catalogue: str) -> list[str]:
    section, lines = "", []
    for line in catalogue.splitlines():
        section = line.strip("[] ").partition("]")[0] if line.startswith("[") else section
        if line.startswith("language"):
            line = f'language = "{NAME}"'
        elif line.startswith("word "):  # what a person types is one word
            line = re.sub(r'"(.*)"', r'"zo\1"', line)
        elif section not in ("plurals", "marks") and not line.startswith("#"):
            line = re.sub(r'"([^"]*)"', r'"Zo \1"', line)
        lines.append(line)
    return lines


def add_texts(book: str) -> str:
    """The English texts of a book, or of its clauses, in Zotic beside them."""
    book = re.sub(r'^en = "(.*)"$', rf'\g<0>\n{CODE} = "Zo \1"', book, flags=re.MULTILINE)
    return re.sub(r'\{ en = "([^"]*)"', rf'\g<0>, {CODE} = "Zo \1"', book)
