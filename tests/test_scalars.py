"""NumPy's integers are integers, wherever a number is asked for; bools and floats are none."""

import numpy as np
import pytest

from pachisi import Game, IllegalMove, NotationError, RuleError
from pachisi.rulebooks.reading import parse
from pachisi.table import set_up

INTEGERS = (np.int8, np.uint8, np.int64, np.uint64)


@pytest.mark.parametrize("integer", INTEGERS)
def test_a_game_takes_numpy_integers(integer):
    game = Game("mensch", players=integer(2), seed=integer(5), pieces=integer(3), first=integer(2))
    same = Game("mensch", players=2, seed=5, pieces=3, first=2)
    assert game.table is same.table
    assert type(game.seed) is int
    assert game.position() == same.position()
    assert game.throw(integer(6)) == (6,)
    assert type(game.history[0][0]) is int
    assert game.why(integer(2), integer(1), [integer(6)]) == game.why(2, 1, [6])


def test_options_take_numpy_values():
    table = set_up("mensch", options={"barriers": np.bool_(True)})
    assert table is set_up("mensch", options={"barriers": True})
    assert set_up("pachisi-modern", options={"dice": np.int64(2)}) is set_up("pachisi-modern", options={"dice": 2})


def test_a_position_takes_numpy_integers():
    rows = np.array([[0, 0, 1, 6], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]])
    data = {"rulebook": "mensch", "seat": np.int32(0), "faces": [np.int8(5)], "turn": np.int64(4)}
    game = Game.from_position({**data, "pieces": [list(row) for row in rows]})
    assert game.position() == Game.from_position({**game.position()}).position()
    assert type(game.position()["turn"]) is int


@pytest.mark.parametrize("value", [True, np.bool_(True), 2.0, np.float64(2), "2", None, [2]])
def test_what_is_no_integer_is_refused(value):
    for wrong in ({"players": value}, {"seed": value}, {"pieces": value}):
        if value is not None or "players" in wrong:
            with pytest.raises(RuleError, match="is not possible"):
                Game("mensch", **wrong)
    with pytest.raises(IllegalMove, match="cannot be thrown"):
        Game("mensch").throw(value)
    with pytest.raises(NotationError, match="must be a whole number"):
        Game.from_position({"rulebook": "mensch", "pieces": [[0] * 4] * 4, "seat": 0, "turn": value})


def test_one_number_need_not_be_a_list():
    game = Game("mensch", seed=1)
    game.throw(4)
    assert game.why(0, 1, 4) == game.why(0, 1, (4,))
    assert game.why(0, 1, 4).legal
    assert not game.why(0, 1, None).legal
    assert not game.why(0, 1, "4").legal


def test_a_hint_knows_what_is_chosen_at_the_table(tmp_path):
    with pytest.raises(RuleError, match="no option 'player'; did you mean 'players'"):
        Game("mensch", player=2)
    with pytest.raises(RuleError, match="'pieces' is chosen at the table, not in the book"):
        parse("my", {"pieces": 3}, tmp_path / "my.toml")
