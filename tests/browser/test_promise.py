"""What the page says about the dice of a finished game, whose throws it knows to be its own."""

from __future__ import annotations

from typing import Any

import pytest

from pachisi import honest_dice

from .conftest import Visit

SECRET, TABLE, FACES = "5" * 64, "Qm3", (1, 2, 3, 4, 5, 6)
MINE, FOREIGN = "a" * 32, "b" * 32
PROVE = """async ([replay, own]) => {
  localStorage.setItem('pachisi.nonces.Qm3', JSON.stringify(own));
  const { prove } = await import('/static/table/promise.js');
  return prove(replay, [0]);
}"""


def replay(*nonces: str | None, stand_in: str | None = None) -> dict[str, Any]:
    """A game in which one seat threw, as the server tells it."""
    mixed = honest_dice.nonces([honest_dice.Mix(nonce) for nonce in nonces])
    throws = [
        {
            "ev": "thrown",
            "seat": 0,
            "n": n,
            "nonce": nonce,
            "faces": list(honest_dice.throw(SECRET, TABLE, n, next(mixed), FACES, 1)),
        }
        for n, nonce in enumerate(nonces)
    ]
    seats = [{"seat": 0, "bot": None, "stand_in": stand_in}]
    table = {"id": TABLE, "commitment": honest_dice.commit(SECRET), "secret": SECRET, "dice": {"faces": list(FACES)}}
    return {"table": table, "events": [{"ev": "started", "seats": seats}, *throws]}


@pytest.mark.parametrize(
    ("told", "own", "verdict"),
    [
        (replay(MINE), [MINE], {"ok": True, "key": "proof_good", "fill": {"n": 1, "own": 1}}),
        (replay(MINE), [], {"ok": False, "key": "proof_not_yours", "fill": {"n": 1}}),
        (replay(MINE, FOREIGN), [MINE], {"ok": False, "key": "proof_not_yours", "fill": {"n": 2}}),
        (replay(MINE, None), [MINE], {"ok": False, "key": "proof_not_yours", "fill": {"n": 2}}),
        (replay(None, stand_in="greedy"), [MINE], {"ok": True, "key": "proof_good", "fill": {"n": 1, "own": 0}}),
    ],
    ids=["own", "forgotten", "another's", "a bot's, they say", "a stand-in's"],
)
def test_a_throw_of_yours_with_anothers_chance_is_not_called_honest(
    told: dict[str, Any], own: list[str], verdict: dict[str, Any], visit: Visit
) -> None:
    assert visit("/").page.evaluate(PROVE, [told, own]) == verdict
