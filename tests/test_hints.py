"""A hint at every decision: chances for every choice, and the reason for the best one in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from pachisi import Game
from pachisi.bots import Luck, bot, decide
from pachisi.desk import reasons
from pachisi.desk.hints import reason
from pachisi.desk.reasons import because
from pachisi.rulebooks import BOOKS
from pachisi.table import Table, set_up
from pachisi.words import LANGUAGES
from pachisi.words.teller import Teller
from pachisi.words.voice import Voice


def decisions(table: Table) -> Iterator[Game]:
    """The nodes of some games in which something can be chosen."""
    for seed in range(100):
        game, player = Game(table, seed=seed), bot("random", Luck(seed))
        while game.node != "over":
            if game.node == "offer" or len(game.legal_moves) > 1:
                yield game
            chosen = decide(player, game)
            game.throw() if chosen is None else game.push(game.legal_moves[chosen])


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("book", BOOKS)
def test_every_decision_has_chances_and_a_reason_in_every_language(book: str, players: int) -> None:
    for game in islice(decisions(set_up(book, players)), 0, 60, 7):
        choices = [*game.legal_moves, *([None] if game.node == "offer" else [])]
        advice = game.advise()
        assert sorted(map(str, choices)) == sorted(str(one.move) for one in advice)
        assert all(0 <= one.chance <= 1 for one in advice)
        for lang in LANGUAGES:
            told = reason(game, advice, Teller(game.table, Voice(lang)))
            assert told
            assert "{" not in told


def test_an_offer_has_a_reason_to_throw_and_one_to_stop() -> None:
    offers = (game for game in decisions(set_up("pachisi-classic", 2)) if game.node == "offer")
    for game in islice(offers, 20):
        teller = Teller(game.table, Voice("en"))
        stop = game.legal_moves[0]
        assert because(game, None, stop, teller)
        assert because(game, stop, None, teller)


@pytest.mark.parametrize(("book", "looks"), [("mensch", True), ("parcheesi", False), ("chaupar", False)])
def test_two_throws_are_looked_ahead_only_where_few_throws_differ(book: str, looks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Game] = []
    monkeypatch.setattr(reasons, "look_further", lambda game, seat: asked.append(game) or (0.0, 0.0))
    for game in islice((game for game in decisions(set_up(book, 2)) if game.node == "move"), 30):
        because(game, game.legal_moves[0], game.legal_moves[1], Teller(game.table, Voice("en")))
    assert bool(asked) == looks
