"""One signature per rulebook: a hash of a thousand random games, every move of them.

Only a commit that says why may change a signature: it means that the rules, the dice or the order of
the legal moves have changed.
"""

from __future__ import annotations

import hashlib

import pytest

from pachisi.rulebooks import BOOKS
from pachisi.simulation import simulate

SIGNATURES = {
    "pachisi-modern": "b4c9d60be7968fea",
    "parcheesi": "03d0d5d93a0bfaad",
    "mensch": "f1f366bcbcb626c0",
    "pachisi-classic": "8c0ac4e6c3c512d9",
    "ludo": "885f155e2e56bca5",
    "petits-chevaux": "0a30feaf39db6151",
    "eile-mit-weile": "1041b2f168f631e3",
    "parchis": "c79672eec1707a9f",
    "chaupar": "fd44f9c3790a0438",
}


@pytest.mark.parametrize("book", BOOKS)
def test_a_thousand_games_are_played_as_ever(book: str) -> None:
    games = simulate(book, 1000, seed=1)
    rows = zip(games["mark"], games["winner"], games["turns"], strict=True)
    text = "\n".join(f"{mark:016x} {winner} {turns}" for mark, winner, turns in rows)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == SIGNATURES[book]
