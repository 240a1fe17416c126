"""Throws as rows of a table, throws that are owed, and numbers that are collected: a small book of its own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pachisi import Batch, Game, IllegalMove, NotationError, RuleError, simulate
from pachisi.move import unpack
from pachisi.notation import read_position, write_position
from pachisi.rules import Dice, lots

BOOK = """
name   = "Shells"
source = "a test"
board  = { arm = 5 }
dice   = { kind = "shells", faces = [0, 1, 2, 3, 4], values = [8, 1, 2, 3, 4], weights = [1, 4, 6, 4, 1], grace = [0, 4] }
entry  = { numbers = [4, 8] }
turn   = { again_faces = [0, 4], numbers = "collected", again_capture = true }

[options.at_once]
label     = "Played at once"
values.on = { turn.numbers = "at_once" }

[options.offers]
label     = "Nobody need throw"
values.on = { turn.offer = true, turn.again = "may", turn.may_pass = "throw" }

[options.three_again]
label     = "Three that earn another"
values.on = { turn.streak = 3 }

[options.three_same]
label     = "Three of one number"
values.on = { turn.streak = 3, turn.streak_of = "number", turn.streak_penalty = "strike" }

[options.point]
label     = "A grace opens a 1"
values.on = { dice.extra = 1 }
"""


@pytest.fixture(scope="module")
def shells(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("books") / "shells.toml"
    path.write_text(BOOK)
    return str(path)


def thrown(book: str, *faces: int, pieces: str = "0,0,0,0 - 0,0,0,0 -", **options: bool) -> Game:
    words = " ".join(options)
    game = read_position(f'"{book}" 2 {words} | {pieces} | 0')
    for face in faces:
        game.throw(face)
    return game


def play(game: Game, text: str) -> None:
    game.push(next(move for move in game.legal_moves if str(move) == text))


def written(game: Game) -> str:
    return " ".join(map(str, game.legal_moves))


# --- G11: a throw is a row ----------------------------------------------------------------


def test_G11_a_row_falls_as_often_as_its_weight_says(shells: str) -> None:
    assert dict(Game(shells).throws) == {(up,): Fraction(weight, 16) for up, weight in enumerate((1, 4, 6, 4, 1))}


def test_G11_throws_name_mouths_up_and_numbers_are_what_they_count(shells: str) -> None:
    game = thrown(shells, 0, 2)
    assert (game.faces, game.snapshot.left) == ((2,), (2, 8))
    with pytest.raises(IllegalMove, match="5"):
        thrown(shells, 5)


def test_G11_the_opening_throw_compares_numbers(shells: str) -> None:
    game = Game(shells, players=2, first="high_roll")
    game.throw(4)
    game.throw(0)
    assert (game.node, game.seat) == ("throw", 2)  # 8 is more than 4


def test_G11_many_games_throw_by_weight(shells: str) -> None:
    game = Game(shells, seed=1)
    fallen = Counter(game.copy(seed=seed).throw() for seed in range(3200))
    assert all(abs(fallen[up,] - 200 * weight) < 4 * (200 * weight) ** 0.5 for up, weight in enumerate((1, 4, 6, 4, 1)))


def test_a_game_of_shells_is_the_same_one_by_one_and_in_a_simulation(shells: str) -> None:
    games = simulate(shells, 40, players=2, bots="greedy", seed=5, progress=False)
    assert (games["winner"] >= 0).all()


def test_a_batch_lists_one_action_for_each_number_that_can_be_thrown(shells: str) -> None:
    batch = Batch(shells, 1, players=2)
    assert {action.slots for action in batch.actions if action.kind == "move"} == {(k,) for k in range(5)}


def test_weights_are_how_often_a_face_is_drawn() -> None:
    assert lots(Dice(faces=(1, 2), weights=(2, 1))) == (1, 1, 2)


# --- G12: owed and collected ------------------------------------------------------------------


def test_G12_an_again_number_is_thrown_on_and_kept(shells: str) -> None:
    game = thrown(shells, 4, 4, 0)
    assert (game.node, game.snapshot.left) == ("throw", (4, 4, 8))
    game.throw(3)
    assert (game.node, game.snapshot.left) == ("move", (3, 4, 4, 8))


def test_G12_numbers_are_played_in_any_order_by_any_piece(shells: str) -> None:
    game = thrown(shells, 4, 3, pieces="0,0,5,9 - 0,0,0,0 -")
    assert written(game) == "3: 0/5-8 3: 0/9-12 4: 0/enter 4: 0/9-13"
    play(game, "3: 0/9-12")
    play(game, "4: 0/12-16")
    assert (game.node, game.seat) == ("throw", 2)


def test_G12_each_capture_owes_one_more_throw_after_the_last_number(shells: str) -> None:
    game = thrown(shells, 4, 3, pieces="5,9,49,50 - 0,0,32,37 -")
    play(game, "3: 0/5-8 x2/32")
    assert (game.node, game.position()["extra"]) == ("move", {"owed": 1})
    play(game, "4: 0/9-13 x2/37")
    assert (game.node, game.seat, game.position()["extra"]) == ("throw", 0, {"owed": 2})


def test_G12_owed_throws_stand_in_a_position(shells: str) -> None:
    game = read_position(f'"{shells}" 2 | 5,9,49,50 - 0,0,0,0 - | 0 | 3 left=3 owed=2')
    play(game, "3: 0/5-8")
    assert (game.node, game.seat) == ("throw", 0)
    assert game.position()["extra"] == {"owed": 2}
    assert read_position(write_position(game)).position() == game.position()
    game.throw(1)
    assert (game.node, game.snapshot.left) == ("throw", (1,))
    game.throw(2)
    assert (game.node, game.snapshot.left) == ("move", (1, 2))


def test_G12_offers_stand_before_captures_not_inside_a_run(shells: str) -> None:
    game = thrown(shells, offers=True)
    assert game.node == "offer"
    game.throw(0)
    assert game.node == "throw"
    game = read_position(f'"{shells}" 2 offers | 5,9,49,50 - 0,0,0,0 - | 0 | 3 left=3 owed=2')
    play(game, "3: 0/5-8")
    assert game.node == "offer"
    game.throw(1)
    assert game.node == "offer"


def test_G12_who_stops_gives_up_owed_throws_and_plays_what_is_in_hand(shells: str) -> None:
    game = read_position(f'"{shells}" 2 offers | 5,9,49,50 - 0,0,0,0 - | 0 | 3 left=3 owed=2')
    play(game, "3: 0/5-8")
    game.throw(1)
    play(game, "stop")
    assert (game.node, game.snapshot.left) == ("move", (1,))
    play(game, "1: 0/9-10")
    assert game.seat == 2


def test_G12_a_pass_gives_up_all_numbers_and_no_throw(shells: str) -> None:
    game = read_position(f'"{shells}" 2 offers | 5,9,49,50 - 0,0,0,0 - | 0 | 3 left=3,4 owed=1')
    assert game.legal_moves[-1].uses == (3, 4)
    game.push(game.legal_moves[-1])
    assert (game.node, game.seat) == ("offer", 0)


def test_G12_played_at_once_a_throw_earns_one_more_at_most(shells: str) -> None:
    game = thrown(shells, 4, pieces="5,14,49,50 - 0,0,0,33 -", at_once=True)
    play(game, "4: 0/5-9 x2/33")
    assert (game.node, game.seat) == ("throw", 0)
    assert "extra" not in game.position()


def test_open_numbers_that_lapse_leave_owed_throws(shells: str) -> None:
    game = read_position(f'"{shells}" 2 | 0,0,0,48 - 0,0,0,0 - | 0 | 3 left=2,3 owed=1')
    assert written(game) == "2: 0/48-50 3: 0/48-51"
    play(game, "3: 0/48-51")
    assert (game.node, game.seat, game.snapshot.left) == ("throw", 0, ())


# --- streaks of one number, and of throws that earn another --------------------------------------


def test_E8_the_third_in_a_row_is_not_moved(shells: str) -> None:
    game = thrown(shells, 4, pieces="0,5,9,49 - 0,0,0,0 -", at_once=True, three_same=True)
    for _ in range(2):
        assert game.node == "move"
        game.push(game.legal_moves[0])
        game.throw(4)
    assert (game.node, game.seat, game.turn) == ("throw", 2, 2)


def test_E8_collected_the_three_are_struck_out_and_the_rest_is_played(shells: str) -> None:
    game = thrown(shells, 0, 4, 4, 4, three_same=True)
    assert (game.node, game.snapshot.left) == ("move", (8,))
    game = thrown(shells, 4, 0, 4, 4, 4, three_same=True)
    assert game.snapshot.left == (4, 8)


def test_E8_the_1_of_a_struck_grace_goes_too(shells: str) -> None:
    game = thrown(shells, 0, 4, 4, three_same=True, point=True)
    assert game.snapshot.left == (1, 1, 1, 4, 4, 8)
    game.throw(4)
    assert game.snapshot.left == (1, 8)


def test_E8_what_has_fallen_in_a_row_stands_in_a_position(shells: str) -> None:
    game = thrown(shells, 4, 4, three_same=True)
    assert game.position()["extra"] == {"run": [4, 2]}
    again = read_position(write_position(game))
    again.throw(4)
    assert again.seat == 2


def test_H5_three_again_numbers_in_a_row_void_the_turn(shells: str) -> None:
    game = thrown(shells, 4, 0, three_again=True)
    assert game.position()["extra"] == {"run": ["again", 2]}
    game.throw(4)
    assert (game.node, game.seat, game.snapshot.left) == ("throw", 2, ())


def test_E12_a_grace_opens_a_second_number(shells: str) -> None:
    game = thrown(shells, 4, at_once=True, point=True)
    assert game.snapshot.left == (1, 4)
    assert written(game) == "4: 0/enter"


# --- positions and bad input ----------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"at_once": True}, {"offers": True}, {"three_same": True, "point": True}])
def test_every_position_of_a_game_can_be_written_and_read(shells: str, options: dict[str, bool]) -> None:
    game = Game(shells, players=2, seed=4, **options)
    for _ in range(60):
        assert read_position(write_position(game), game.table).position() == game.position()
        if game.node == "move":
            game.push(game.legal_moves[0])
        else:
            game.throw()


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("left=7", "7 cannot be thrown"),
        ("left=3 owed=99", "extra.owed"),
        ("left=3 run=4/7", "extra.run"),
    ],
)
def test_impossible_positions_are_refused(shells: str, field: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        read_position(f'"{shells}" 2 | 5,9,49,50 - 0,0,0,0 - | 0 | 3 {field}')


def test_owed_throws_are_for_tables_that_have_them() -> None:
    with pytest.raises(NotationError, match="owed"):
        read_position("mensch 2 | 0,0,0,1 - 0,0,0,1 - | 0 | throw owed=1")


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("faces = [0, 1, 2]", "dice.values must say what each face counts"),
        ("faces = [1, 2, 6], weights = [1, 2]", "dice.weights needs one number for each of the 3 faces"),
        ("faces = [1, 2, 6], weights = [1, 0, 2]", "dice.weights must be numbers from 1 on"),
        ("faces = [1, 2, 6], weights = [100, 100, 100]", "300 equally likely ways"),
        ("faces = [1, 2, 6], grace = [5]", "dice.grace"),
        ("faces = [1, 2, 6], extra = 1", "set dice.grace"),
        ('kind = "shells", count = 2', "a throw of shells is one face"),
        ("faces = [1, 2, 6], values = [6, 2, 6], grace = [6]", "faces that count the same"),
    ],
)
def test_tables_of_throws_that_cannot_be_played_are_explained(dice: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f'name = "Book"\nsource = "a test"\ndice = {{ {dice} }}\nentry = {{ numbers = [6] }}\n')
    with pytest.raises(RuleError, match=sentence):
        Game(str(path))


def test_a_throw_that_is_declined_takes_no_number(shells: str) -> None:
    game = thrown(shells, offers=True)
    r, s = game.table.lookups.book[0], game.records()[1][0]
    assert unpack(game.codes[0], r, s) == game.legal_moves[0]
