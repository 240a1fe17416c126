"""Bots choose among the legal moves."""

from __future__ import annotations

import pytest

from pachisi import Game, RuleError
from pachisi.bots import BOTS, Luck, bot
from pachisi.rulebooks import BOOKS

from .positions import sit


def play_out(game: Game, names: list[str], limit: int = 4000) -> Game:
    players = [bot(name, seed) for seed, name in enumerate(names)]
    for _ in range(limit):
        if game.node == "over":
            break
        if game.node == "move":
            moves = list(game.legal_moves)
            game.push(moves[players[game.seat].choose(game, moves)])
        else:
            game.throw()
    return game


@pytest.mark.parametrize("book", BOOKS)
def test_bots_play_every_book_to_its_end(book):
    game = play_out(Game(book, seed=5), ["greedy", "random", "greedy", "random"])
    assert game.outcome is not None


def test_greedy_captures_if_it_can():
    game = sit("mensch", [0, 0, 11, 21], [0, 0, 0, 5], throw=(4,))
    moves = list(game.legal_moves)
    assert moves[bot("greedy").choose(game, moves)].captures == ((1, 5),)


def test_greedy_moves_the_foremost_piece():
    game = sit("mensch", [0, 3, 11, 21], throw=(4,))
    moves = list(game.legal_moves)
    assert moves[bot("greedy").choose(game, moves)].start == 21


def test_greedy_never_gives_up_a_piece_for_a_neglected_duty():
    game = sit("pachisi-modern", [0, 0, 11, 21], [0, 0, 0, 5], throw=(4,))
    moves = list(game.legal_moves)
    assert any(move.penalty for move in moves)
    assert not moves[bot("greedy").choose(game, moves)].penalty


def test_greedy_moves_rather_than_passes():
    game = sit("pachisi-modern", [0, 0, 0, 3], throw=(4,), may_pass=True)
    moves = list(game.legal_moves)
    assert {move.kind for move in moves} == {"move", "pass"}
    assert moves[bot("greedy").choose(game, moves)].kind == "move"


def test_random_draws_the_same_moves_from_the_same_seed():
    game = sit("mensch", [0, 3, 11, 21], throw=(4,))
    moves = list(game.legal_moves)
    first, second = bot("random", 3), bot("random", 3)
    drawn = [first.choose(game, moves) for _ in range(20)]
    assert drawn == [second.choose(game, moves) for _ in range(20)]
    assert set(drawn) == set(range(len(moves)))


def test_bots_may_share_their_luck():
    game = sit("mensch", [0, 3, 11, 21], throw=(4,))
    moves, luck, alone = list(game.legal_moves), Luck(3), bot("random", 3)
    both = [bot("random", luck), bot("random", luck)]
    shared = [both[n % 2].choose(game, moves) for n in range(20)]
    assert shared == [alone.choose(game, moves) for _ in range(20)]


def test_an_unknown_bot_is_refused_with_a_hint():
    with pytest.raises(RuleError, match="did you mean 'greedy'"):
        bot("gready")
    assert set(BOTS) == {"random", "greedy", "careful", "expert", "master"}


def test_F8_greedy_brings_pieces_together_where_they_are_never_parted_again():
    """Two that move as one go twice as far, and fall only to two."""
    game = sit("chaupar", [10, 12, 30, 40], throw=(2, 5, 6))
    moves = list(game.legal_moves)
    chosen = moves[bot("greedy").choose(game, moves)]
    assert (chosen.start, chosen.target) == (10, 12)
    game.push(chosen)
    moves = list(game.legal_moves)
    assert moves[bot("greedy").choose(game, moves)].count == 2
