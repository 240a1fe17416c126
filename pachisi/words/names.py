"""What colours and pieces are called: a letter for each colour, a number for each of its pieces."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

Pieces = Sequence[Sequence[int] | None]  # the steps of each colour's pieces; None for an empty seat


def letters(colours: Sequence[Mapping[str, str]], lang: str) -> list[str]:
    """One letter for each colour: its first, or the first that is still free."""
    names = [_unaccented(colour[lang]) for colour in colours]
    firsts = [name[:1] for name in names]
    taken: list[str] = []
    for at, name in enumerate(names):
        others = {*taken, *firsts[at + 1 :]}
        wish = [name[:1]] if name[:1] not in taken else []
        wish += [letter for letter in name if letter not in others]
        taken.append(next((letter for letter in [*wish, *"ABCDEFGH"] if letter.isalpha() and letter not in taken), "X"))
    return taken


def _unaccented(name: str) -> str:
    split = unicodedata.normalize("NFD", name.upper())
    return "".join(letter for letter in split if letter.isascii() and letter.isalpha())


def number_of(pieces: Pieces, colour: int, step: int) -> int:
    """The number of the (first) piece on a step: pieces are numbered from the foremost."""
    return 1 + sum(other > step for other in pieces[colour] or ())
