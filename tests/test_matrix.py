"""Solving side by side: the same values as position by position, or a refusal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pachisi import Game, RuleError
from pachisi.kernel.jit import entry
from pachisi.lab.configurations import find_side
from pachisi.lab.lookup import ValueTable, look_up
from pachisi.lab.matrix_cpu import CpuWorkshop
from pachisi.lab.matrix_solution import count_apart, solve_matrix
from pachisi.lab.solve import silent, solve
from pachisi.lab.spot_checks import check_values
from pachisi.table import set_up

pytestmark = pytest.mark.long


@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("options", [{}, {"three_throws": True}, {"no_goal_jump": True}, {"start_on_A": 0}], ids=str)
def test_both_solvers_agree_in_every_position(pieces: int, options: dict[str, Any]) -> None:
    at = set_up("mensch", 2, pieces=pieces, options=options)
    by_side, by_position = solve_matrix(at), solve(at)
    differences = by_side.look_up_all(by_position.keys) - by_position.values
    compared = np.abs(differences[~np.isnan(differences)])  # positions before the first of several tries
    assert 0.9 * by_side.positions < len(compared) <= by_side.positions  # the others occur in no game
    assert compared.max() <= by_side.error + by_position.error
    assert abs(by_side.first - by_position.first) <= by_side.first_error + by_position.first_error


def test_compiled_code_finds_the_same_values() -> None:
    solution = solve_matrix(set_up("mensch", 2, pieces=1))
    keys = solve(set_up("mensch", 2, pieces=1)).keys
    found, expected = look_up_each(keys, solution.tabulate()), solution.look_up_all(keys)
    assert ((found == expected) | np.isnan(expected)).all()
    assert np.count_nonzero(~np.isnan(expected)) > 1500


@entry
def look_up_each(keys: Any, known: ValueTable) -> Any:
    found = np.zeros(len(keys))
    for k in range(len(keys)):
        found[k] = look_up(keys[k], known)
    return found


def test_pairs_that_stand_apart_are_counted() -> None:
    rng = np.random.default_rng(1)
    one, other = (np.bitwise_or.reduce(np.uint64(1) << rng.integers(0, 12, (size, 4), np.uint64), axis=1) for size in (300, 400))
    assert count_apart(one, other) == np.count_nonzero((one[:, None] & other) == 0) > 1000


def test_three_pieces_are_solved_and_played_and_win_as_often_as_their_values_say() -> None:
    at = set_up("mensch", 2, pieces=3)
    solution = solve_matrix(at, gap=8e-4)
    assert abs(solution.first - 0.50784268) < solution.first_error < 2e-3
    game = Game("mensch", players=2, pieces=3, seed=5)
    while game.node != "over":
        if game.node == "throw":
            assert 0 < solution.value(game) < 1
            game.throw()
        else:
            best = solution.best(game)
            assert best is not None
            game.push(best)
    assert check_values(at, solution, 400).chance > 0.001


@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("mensch", {"barriers": True}),
        ("mensch", {"capture_duty": "strict"}),
        ("mensch", {"backward_capture": True}),
        ("ludo", {}),
        ("pachisi-modern", {"two_colours": False}),
        ("parcheesi", {}),
    ],
    ids=str,
)
def test_where_moves_depend_on_the_enemy_it_is_refused(book: str, options: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="moves depend on the enemy"):
        find_side(set_up(book, 2, pieces=2, options=options), silent)


def test_too_large_a_game_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpuWorkshop, "memory", classmethod(lambda _: 1 << 20))
    with pytest.raises(RuleError, match=r"The values of 861 x 861 positions need 0.0 GB of memory, and there are 0.0; take fewer pieces"):
        solve_matrix(set_up("mensch", 2, pieces=2))
