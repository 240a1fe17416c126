"""Solving side by side: the same values as position by position, or a refusal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pachisi import Game, RuleError
from pachisi.lab.configurations import find_side
from pachisi.lab.matrix import Workshop
from pachisi.lab.matrix_solution import MatrixSolution, solve_matrix
from pachisi.lab.solve import Solution, silent, solve
from pachisi.table import set_up

pytestmark = pytest.mark.long


@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("options", [{}, {"three_throws": True}, {"no_goal_jump": True}, {"start_on_A": 0}], ids=str)
def test_both_solvers_agree_in_every_position(pieces: int, options: dict[str, Any]) -> None:
    at = set_up("mensch", 2, pieces=pieces, options=options)
    by_side, by_position = solve_matrix(at), solve(at)
    compared = np.array(list(differences(by_side, by_position)))
    assert 0.9 * by_side.positions < len(compared) <= by_side.positions  # the others occur in no game
    assert compared.max() <= by_side.error + by_position.error
    assert abs(by_side.first - by_position.first) <= by_side.first_error + by_position.first_error


def differences(by_side: MatrixSolution, by_position: Solution) -> Any:
    for key, value in zip(by_position.keys.tolist(), by_position.values.tolist(), strict=True):
        tries = key // 2 % by_side.tries
        thrower = by_side.number(key // 2 // by_side.tries // by_side.radix ** by_side.side.steps.shape[1])
        if tries == by_side.side.tries[thrower]:
            yield abs(by_side.look_up(key) - value)


def test_three_pieces_are_solved_and_played() -> None:
    at = set_up("mensch", 2, pieces=3)
    solution = solve_matrix(at, gap=1e-3)
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
    monkeypatch.setattr(Workshop, "memory", lambda self: 1 << 20)
    with pytest.raises(RuleError, match="904 x 904 positions need"):
        solve_matrix(set_up("mensch", 2, pieces=2))
