"""Parqués, as the guide to rulebooks writes it: doubles that let pieces out, and a third in a row that rewards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pachisi import Batch, Game, RuleError, simulate
from pachisi.bots import bot
from pachisi.desk import review
from pachisi.notation import read_position, write_position
from pachisi.record import read_record, write_record
from pachisi.rulebooks import load
from pachisi.simulation import own_seed
from pachisi.table import set_up
from pachisi.words.teller import Teller
from pachisi.words.voice import Voice
from tests.positions import can_decline, find, go, play, sit, walks

GUIDE = Path(__file__).parent.parent / "docs" / "rulebooks.md"
HOME = 72
JAIL = [0, 0, 0, 0]


@pytest.fixture(scope="module")
def parques(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = re.search(r"^```toml parques.toml\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    path = tmp_path_factory.mktemp("parques") / "parques.toml"
    path.write_text(found[1], encoding="utf-8")
    return str(path)


def what(game: Game) -> list[str]:
    """What the log says of the last throw or move."""
    lines = [entry.what for entry in game.log]
    return lines[max(at for at, line in enumerate(lines) if line in ("throw", "move")) :]


# --- coming out ----------------------------------------------------------------------


@pytest.mark.parametrize("throw", [(1, 2), (6, 5)])
def test_without_a_double_nobody_comes_out_and_three_throws_are_tried(parques: str, throw: tuple[int, int]) -> None:
    game = sit(parques, JAIL)
    for _ in range(3):
        assert (game.node, game.seat) == ("throw", 0)
        game.throw(*throw)
    assert (game.node, game.seat) == ("throw", 1)  # to the right


@pytest.mark.parametrize("face", range(1, 7))
def test_each_die_of_a_double_lets_a_piece_out(parques: str, face: int) -> None:
    game = sit(parques, JAIL, throw=(face, face))
    assert walks(game) == {(0, 1)}
    assert not can_decline(game)
    go(game, 0, 1)
    go(game, 0, 1)
    assert game.snapshot.pieces[0] == (0, 0, 1, 1)
    assert (game.node, game.seat) == ("throw", 0)  # a double throws again


def test_a_number_that_is_no_double_lets_nobody_out_of_the_jail(parques: str) -> None:
    game = sit(parques, [0, 0, 0, 20], throw=(3, 5))
    assert walks(game) == {(20, 23), (20, 25), (20, 28)}
    assert not game.why(colour=0, start=0, uses=(3,)).legal
    double = sit(parques, [0, 0, 0, 20], throw=(3, 3))
    assert double.why(colour=0, start=0, uses=(3,)).legal
    assert not double.why(colour=0, start=20, uses=(3,)).legal  # out comes first


def test_a_piece_that_comes_out_captures_a_visitor_on_its_exit(parques: str) -> None:
    visitor = 1 + 17 * 3  # of seat 1 on the exit of seat 0
    game = sit(parques, JAIL, [0, 0, 0, visitor], throw=(2, 2))
    assert find(game, 0, 1).captures == ((1, visitor),)


# --- the third double ----------------------------------------------------------------


def test_the_third_double_in_a_row_takes_the_foremost_piece_home_and_ends_the_turn(parques: str) -> None:
    game = sit(parques, [0, 5, 40, 66], fields={"doubles": 2}, throw=(4, 4))
    assert game.snapshot.pieces[0] == (0, 5, 40, HOME)
    assert (game.node, game.seat) == ("throw", 1)
    assert what(game) == ["throw", "streak", "turn_over"]
    told = Teller(game.table, Voice("en")).settled("streak", 1, False)
    assert told == "third double in a row: the foremost piece goes straight home"


@pytest.mark.parametrize(("pieces", "after"), [([0, 0, 1, HOME], (0, 0, HOME, HOME)), ([0, 0, 71, 71], (0, 0, 71, HOME))])
def test_pieces_in_jail_and_at_home_are_not_the_foremost(parques: str, pieces: list[int], after: tuple[int, ...]) -> None:
    assert sit(parques, pieces, fields={"doubles": 2}, throw=(1, 1)).snapshot.pieces[0] == after


def test_where_nobody_is_on_the_way_the_third_double_is_just_not_played(parques: str) -> None:
    game = sit(parques, [0, 0, HOME, HOME], fields={"doubles": 2}, throw=(1, 1))
    assert game.snapshot.pieces[0] == (0, 0, HOME, HOME)
    assert game.seat == 1


def test_the_last_piece_that_it_takes_home_wins_the_game(parques: str) -> None:
    game = sit(parques, [30, HOME, HOME, HOME], fields={"doubles": 2})
    before = game.position()
    game.throw(5, 5)
    assert game.outcome
    assert game.outcome.winner == (0,)
    assert what(game) == ["throw", "streak", "finished", "over"]
    assert read_position(write_position(game)).outcome == game.outcome
    game.pop()
    assert game.position() == before


def test_with_others_playing_on_the_turn_passes_after_it(parques: str) -> None:
    game = sit(parques, [30, HOME, HOME, HOME], fields={"doubles": 2}, throw=(5, 5), play_on=True)
    assert (game.node, game.seat) == ("throw", 1)
    assert what(game) == ["throw", "streak", "turn_over", "finished"]


# --- whole games ---------------------------------------------------------------------


def test_many_games_and_single_games_are_the_same(parques: str) -> None:
    columns = simulate(parques, 20, seed=3, bots="greedy", progress=False)
    by_throw = 0
    for number in range(20):
        game = Game(parques, seed=own_seed(3, number))
        play(game, dict.fromkeys(range(4), bot("greedy")))
        assert game.outcome
        assert game.outcome.winner == (columns["winner"][number],)
        by_throw += isinstance(game.history[-1], tuple)
    assert by_throw  # a throw won some of them


def test_a_game_that_a_throw_has_won_is_recorded_and_reviewed(parques: str) -> None:
    game = sit(parques, [30, HOME, HOME, HOME], None, [1, 2, 3, 4], players=2, fields={"doubles": 2})
    game.throw(5, 5)
    again = read_record(write_record(game), parques)
    assert again.outcome == game.outcome
    won, lost = review(again, level="expert").players
    assert (won.result, lost.result) == (1, 0)
    assert won.luck > 0 > lost.luck


def test_a_batch_goes_on_to_the_next_game_after_a_throw_that_wins(parques: str) -> None:
    game = sit(parques, [30, HOME, HOME, HOME], players=2, fields={"doubles": 2})
    batch = Batch(set_up(parques, 2), 2, throws="given")
    batch.put(0, game)
    double = next(at for at, action in enumerate(batch.actions) if action.faces == (5, 5))
    batch.step([double, double])
    assert batch.winners[0] == 0
    assert batch.done.tolist() == [True, False]


# --- what cannot be played -----------------------------------------------------------

REFUSED = [
    ("entry = { free = 'double' }", "entry.free = 'double' needs more than one die"),
    ("entry = { numbers = [] }", "entry.triple or entry.free = 'double'"),
    ("turn = { streak = 3, streak_penalty = 'foremost_home' }", "turn.streak_penalty = 'foremost_home' needs board.home = 'point'"),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_a_book_where_it_makes_no_sense_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=re.escape(sentence)):
        load(path)
