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
    "pachisi-modern": "9177c25224b8ca1b",
    "parcheesi": "d8fc8fe8363d54a2",
    "mensch": "25defaaf34dfa503",
    "pachisi-classic": "3a2d88f07e5a2387",
    "ludo": "e291f13dd2d72f64",
}


@pytest.mark.parametrize("book", BOOKS)
def test_a_thousand_games_are_played_as_ever(book: str) -> None:
    games = simulate(lay(book, 4), 1000, seed=1)
    text = "\n".join(f"{int(game.mark):016x} {int(game.winner)} {int(game.turns)}" for game in games)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == SIGNATURES[book]
