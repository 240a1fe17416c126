"""Game as a library user expects it: copies, comparison, hash, pickle, text, pictures, throws with probabilities."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pachisi import Game, IllegalMove, Move, NotationError, Outcome
from pachisi.records import PAGE_SIZE
from pachisi.table import set_up

ROOT = Path(__file__).parents[1]
TABLES = [
    ("mensch", 4, {}),
    ("mensch", 3, {"three_person_neutral": True, "barriers": True}),
    ("mensch", 2, {"two_person": True, "first": "high_roll"}),
    ("ludo", 2, {"pieces": 2}),
    ("parcheesi", 4, {}),
    ("pachisi-modern", 4, {"dice": 2, "teams": True}),
    ("pachisi-classic", 4, {}),
]


def play(game: Game, acts: int, rng: random.Random) -> Game:
    """Some throws and moves, most of them from the game's own dice."""
    for _ in range(acts):
        if game.node == "over":
            break
        if game.node == "move" or (game.node == "offer" and rng.random() < 0.3):
            game.push(rng.choice(game.legal_moves))
        elif rng.random() < 0.2:
            game.throw(*rng.choice(list(game.throws)))
        else:
            game.throw()
    return game


def games() -> list[Game]:
    """Games of all kinds, some of them long enough for a second page of the past."""
    rng, found = random.Random(13), []
    for at, (book, players, options) in enumerate(TABLES):
        for acts in (0, 1, 40, 2 * PAGE_SIZE + 5):
            found.append(play(Game(book, players, seed=100 * at + acts, **options), acts, rng))
    return found


GAMES = games()
NAMES = [f"{game.rulebook.id} {len(game.history)}" for game in GAMES]
every_game = pytest.mark.parametrize("game", GAMES, ids=NAMES)


def go_on(game: Game) -> list[object]:
    """What the next acts are, if the first legal move is always played."""
    done: list[object] = []
    for _ in range(30):
        if game.node == "over":
            break
        if game.node == "move":
            done.append(game.legal_moves[0])
            game.push(game.legal_moves[0])
        else:
            done.append(game.throw())
    return [*done, game.position()]


# --- copies ---------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize(
    "again",
    [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["copy()", "copy", "deepcopy", "pickle"],
)
def test_a_copy_is_equal_and_goes_its_own_way(game, again):
    before, history = game.position(), list(game.history)
    twin = again(game)
    assert twin == game
    assert twin.history == game.history
    assert twin.log == game.log
    assert twin.seed_given == game.seed_given
    assert go_on(twin) == go_on(game.copy())
    assert (game.position(), game.history) == (before, history)


@every_game
def test_a_copy_can_take_back_all_that_was_done(game):
    twin, length = pickle.loads(pickle.dumps(game.copy())), len(game.history)
    while twin.history:
        assert twin.pop() == game.history[length - 1]
        length -= 1
        assert twin == game.at(length) == game.at(length, history=False)
    assert length == 0
    with pytest.raises(IllegalMove, match="nothing to take back"):
        twin.pop()


@every_game
def test_a_copy_without_history_goes_on_alike_but_not_back(game):
    twin = game.copy(history=False)
    assert twin == game
    assert (twin.history, list(twin.log)) == ([], [])
    assert go_on(twin) == go_on(game.copy())
    assert game.at(0, history=False).history == []


def test_a_copy_with_another_seed_throws_other_dice():
    game = play(Game("mensch", seed=5), 20, random.Random(1))
    twins = [game.copy(seed=seed, history=False) for seed in (8, 8, 9)]
    assert all(twin.snapshot == game.snapshot and twin.seed_given for twin in twins)
    assert twins[0] == twins[1]
    assert twins[0] != twins[2]
    assert go_on(twins[0]) == go_on(twins[1]) != go_on(twins[2])


@pytest.mark.parametrize("n", [-1, 41, 2.0, True, None, "1"])
def test_a_moment_that_never_was_is_refused(n):
    game = play(Game("mensch", seed=5), 40, random.Random(1))
    with pytest.raises(IllegalMove, match=r"There is no position .*: this game has had 40 throws and moves\."):
        game.at(n)


def test_a_pickle_is_small_and_holds_no_book_of_the_shelf():
    game = Game("mensch", seed=5)
    assert len(pickle.dumps(game)) < 300
    play(game, 400, random.Random(1))
    assert len(pickle.dumps(game)) < 20 * len(game.history)


def test_a_pickled_game_brings_its_own_book_along(tmp_path):
    path = tmp_path / "our.toml"
    path.write_text('base = "mensch"\nturn = { tries = 2 }\n')
    game = play(Game(path, 2, seed=3), 30, random.Random(1))
    kept = pickle.dumps(game)
    path.unlink()
    again = pickle.loads(kept)
    assert again == game
    assert again.table.rules.turn.tries == 2


# --- comparison -------------------------------------------------------------------------


def test_equal_games_have_the_same_table_position_turn_and_dice():
    game = Game("mensch", 2, seed=7)
    assert game == Game("mensch", 2, seed=7)
    assert game != Game("mensch", 2, seed=8)
    assert game != Game("mensch", 2, seed=7, first=2)
    assert game != Game("mensch", 2, seed=7, barriers=True)
    assert game != "mensch"
    given, drawn = game.copy(), game.copy()
    faces = drawn.throw()
    given.throw(*faces)
    assert given.position_hash() == drawn.position_hash()
    assert given != drawn  # the next throw is another


def test_the_way_to_a_position_does_not_matter():
    one, other = (Game.from_position("mensch 2 | 0,0,4,9 - 0,0,0,1 - | 0 | seed=7") for _ in range(2))
    one.push_line("[3] 9-12, [1]")
    other.push_line("[3] 9-12, [1]")
    other.pop()
    other.throw(1)
    assert one == other


def test_a_game_cannot_be_hashed_but_its_position_can():
    game = Game("mensch", seed=7)
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)
    before = game.position_hash()
    assert 0 <= before < 2**64
    game.throw(6)
    assert game.position_hash() != before
    game.pop()
    assert game.position_hash() == before


def test_positions_of_all_kinds_have_different_hashes():
    assert len({game.position_hash() for game in GAMES}) == len(GAMES)
    assert Game("mensch", 4).position_hash() != Game("mensch", 4, barriers=True).position_hash()


def test_the_hash_is_the_same_in_every_process():
    code = "from tests.test_game import GAMES; print([game.position_hash() for game in GAMES])"
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert json.loads(found[0]) == json.loads(found[1]) == [game.position_hash() for game in GAMES]


# --- text and pictures --------------------------------------------------------------------


@every_game
def test_repr_can_be_pasted_back(game):
    assert eval(repr(game), {"Game": Game}) == game


def test_repr_keeps_dice_that_nobody_chose():
    game = play(Game("mensch"), 10, random.Random(1))
    again = eval(repr(game), {"Game": Game})
    assert again == game
    assert go_on(again)[:-1] == go_on(game.copy())[:-1]
    assert "seed" not in game.notation()


def test_str_draws_the_board():
    game = Game("mensch", 2, seed=7)
    game.throw(6)
    lines = str(game).splitlines()
    assert len(lines) > game.board.size
    assert "Yellow has thrown 6." in lines
    assert "\x1b" not in str(game)


def test_notebooks_show_the_drawing():
    drawn = Game("mensch", seed=7)._repr_svg_()
    assert drawn.startswith("<svg ")
    assert drawn.count("data-step=") == 16


@every_game
def test_a_line_of_notation_is_a_position(game):
    again = Game.from_position(game.notation())
    assert again == game
    assert again.position() == game.position()


def test_parse_and_push_line_read_what_records_write():
    game = Game("mensch", seed=7)
    done = game.push_line("[6] 6: 0/1-7, [2] 7-9")
    assert done == tuple(game.history)
    assert [str(item) for item in done if isinstance(item, Move)] == ["6: 0/1-7", "2: 0/7-9"]
    assert game.seat == 1
    game.throw(3)
    assert game.parse("1-4") in game.legal_moves
    assert game.push_line(str(game.legal_moves[0])) == (game.history[-1],)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("[6] 1-7, [2] 1-3", IllegalMove, "'1-3' is not allowed"),
        ("[6] 1-7 [9]", NotationError, "Column 9: a comma is missing"),
        ("[6] 1-7, [9]", IllegalMove, "cannot be thrown"),
        ("[6] 1-7, [2", NotationError, "Column 9"),
        ("[six]", NotationError, "is not a throw such as"),
        ("", NotationError, "a throw such as [6] or a move"),
        ("[6] 1-7, , [2]", NotationError, "Column"),
        ("x" * 20_000, NotationError, "at most 10,000 characters"),
        (None, NotationError, "is a text"),
    ],
)
def test_a_line_is_played_whole_or_not_at_all(text, error, sentence):
    game = Game("mensch", seed=7)
    with pytest.raises(error) as refused:
        game.push_line(text)
    assert sentence in str(refused.value)
    assert game == Game("mensch", seed=7)
    assert game.history == []


def test_push_says_how_to_play_a_text():
    game = Game("mensch", seed=7)
    game.throw(4)
    with pytest.raises(IllegalMove, match=r"'1-5' is a text, not a Move: push_line\('1-5'\) plays it"):
        game.push("1-5")
    for junk in (None, 4, [], game.codes[0], np.array([1, 2])):
        with pytest.raises(IllegalMove, match="is not a Move"):
            game.push(junk)


def test_stop_cannot_be_pushed_where_nothing_is_offered():
    game = Game("mensch", seed=7)
    with pytest.raises(IllegalMove, match="seat 0 has to throw"):
        game.push(Move("stop"))
    assert game == Game("mensch", seed=7)


# --- throws, outcome, snapshot ---------------------------------------------------------------


@every_game
def test_the_probabilities_of_all_throws_add_up_to_one(game):
    if game.node in ("throw", "offer"):
        assert sum(game.throws.values()) == 1
        assert all(list(faces) == sorted(faces) for faces in game.throws)
        for faces in game.throws:
            game.copy(history=False).throw(*faces)
    else:
        assert game.throws == {}


def test_a_throw_weighs_as_much_as_its_orders():
    throws = Game("parcheesi").throws
    assert len(throws) == 21
    assert (throws[2, 2], throws[2, 5]) == (Fraction(1, 36), Fraction(1, 18))
    opening = Game("parcheesi", first="high_roll").throws
    assert sum(opening.values()) == 1
    with pytest.raises(TypeError):
        throws[2, 2] = Fraction(1)


def test_the_throws_fall_as_often_as_they_say():
    game, count = Game("parcheesi", seed=3), 6000
    fallen = dict.fromkeys(game.throws, 0)
    for _ in range(count):
        fallen[tuple(sorted(game.copy(seed=len(fallen) + sum(fallen.values()), history=False).throw()))] += 1
    for faces, chance in game.throws.items():
        assert abs(fallen[faces] / count - chance) < 0.02, faces


def test_returns_add_up_to_zero():
    assert Outcome((2,), ((2,), (0, 1, 3))).returns == {0: -1, 1: -1, 2: 3, 3: -1}
    assert Outcome((0, 2), ((0, 2), (1, 3))).returns == {0: 1, 1: -1, 2: 1, 3: -1}
    assert Outcome((0,), ((0,), (2,))).returns == {0: 1, 2: -1}


@every_game
def test_a_snapshot_says_what_the_position_says(game):
    now, data = game.snapshot, game.position()
    assert json.loads(json.dumps({name: getattr(now, name) for name in now.__slots__})) == {
        name: data[name] for name in now.__slots__
    }
    assert (now.node, now.seat, now.colour, now.turn, now.faces) == (
        game.node, game.seat, game.colour, game.turn, game.faces
    )  # fmt: skip
    assert [None if steps is None else list(steps) for steps in now.pieces] == game.pieces


def test_a_snapshot_stays_as_it_was():
    game = Game("mensch", seed=7)
    before = game.snapshot
    assert game.snapshot is before
    game.throw(6)
    assert before.node == "throw"
    assert game.snapshot.node == "move"
    with pytest.raises(AttributeError):
        before.node = "over"


def test_legal_moves_are_the_same_objects_while_nothing_happens():
    game = Game("parcheesi", seed=7)
    play(game, 60, random.Random(4))
    assert game.legal_moves is game.legal_moves or game.node != "move"
    assert len(game.legal_moves) == len(game.codes)


def test_a_state_of_the_kernel_makes_a_game():
    game = play(Game(set_up("parcheesi", 4), seed=7), 50, random.Random(2))
    assert Game.from_state(game.table, game.state, seed=7, drawn=game.drawn) == game
    with pytest.raises(NotationError, match=r"A state has \d+ bytes, not 3\."):
        Game.from_state(game.table, b"abc")
    for drawn in (-1, 2**62, 1.5, True, "1"):
        with pytest.raises(NotationError, match="is not possible; it counts numbers that were drawn"):
            Game.from_state(game.table, game.state, drawn=drawn)
