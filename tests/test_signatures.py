"""One signature per rulebook: a hash of a thousand random games, every move of them.

Only a commit that says why may change a signature: it means that the rules, the dice or the order of
the legal moves have changed.
"""

from __future__ import annotations

import hashlib

import pytest

from pachisi.rulebook import BOOKS
from pachisi.simulate import simulate
from pachisi.table import lay

SIGNATURES = {
    "pachisi-modern": "955ddff21c88e60d",
    "parcheesi": "85a1777e09380178",
    "mensch": "91e2322cc297d839",
    "pachisi-classic": "ecfbe8c31ddd0fa9",
    "ludo": "5f3d390504e942a3",
}


@pytest.mark.parametrize("book", BOOKS)
def test_a_thousand_games_are_played_as_ever(book: str) -> None:
    games = simulate(lay(book, 4), 1000, seed=1)
    text = "\n".join(f"{int(game.mark):016x} {int(game.winner)} {int(game.turns)}" for game in games)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == SIGNATURES[book]
