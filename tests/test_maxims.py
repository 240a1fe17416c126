"""What perfect play does, and what rules of thumb cost, held against plain Python and against each other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from pachisi import Game
from pachisi.cli.main import main
from pachisi.lab.maxims import DEEDS, MAXIMS, Maxims
from pachisi.lab.perfect_games import (
    CAPTURE,
    CAPTURES,
    ENTER,
    ENTERS,
    FOREMOST,
    HIDE,
    HINDMOST,
    NOBODY,
    RULES,
    PerfectGames,
)
from pachisi.lab.solve import Solution
from pachisi.lab.truth import Exam, find_solution
from pachisi.simulation import own_seed
from pachisi.table import set_up

TABLE = set_up("mensch", 2, 0, 2)
GAMES = 30


@pytest.fixture(scope="module")
def solution() -> Solution:
    return find_solution(TABLE)


@pytest.fixture(scope="module")
def perfect(solution: Solution) -> Any:
    return PerfectGames(TABLE, solution, 1).play([(NOBODY, 0)], GAMES, lambda games: None)[0][0]


def play(solution: Solution, number: int, rule: int | None = None, bound: int = 0) -> dict[str, Any]:
    """One game by the table's own look-ups; what was counted in it."""
    game = Game(TABLE, seed=own_seed(1, number))
    counted = {"moves": 0, "captures": 0, "enters": 0, "applies": 0, "right": 0, "cost": 0.0, "lost": 0.0}
    while game.node != "over":
        if game.node == "throw":
            game.throw()
            continue
        moves, values = game.legal_moves, solution.values_of(game)
        chosen = values.index(max(values))
        if rule is not None and len(moves) > 1:
            scores = [score(rule, move) for move in moves]
            obeying = [k for k, found in enumerate(scores) if found == max(scores)]
            best = max(obeying, key=lambda k: (values[k], -k))
            loss = max(values) - values[best]
            if len(obeying) < len(moves):
                counted["applies"] += 1
                counted["right"] += loss <= 1e-9
                counted["cost"] += loss
            if game.seat == bound:
                counted["lost"] += loss
                chosen = best
        counted["moves"] += 1
        counted["captures"] += bool(moves[chosen].captures)
        counted["enters"] += moves[chosen].start == 0
        game.push(moves[chosen])
    return counted


def score(rule: int, move: Any) -> int:
    on_track = 0 < move.start <= 40
    return {
        CAPTURE: bool(move.captures),
        ENTER: move.start == 0,
        FOREMOST: move.start if on_track else 0,
        HINDMOST: -move.start if on_track else -99,
    }[rule]


def test_perfect_games_are_those_of_the_solution(solution: Solution, perfect: Any) -> None:
    for number in range(GAMES):
        counted = play(solution, number)
        assert perfect["moves"][number] == counted["moves"]
        assert perfect["deeds"][number, CAPTURES] == counted["captures"]
        assert perfect["deeds"][number, ENTERS] == counted["enters"]
    assert (perfect["lost"] == 0).all()


@pytest.mark.parametrize("rule", [CAPTURE, ENTER, FOREMOST, HINDMOST])
def test_a_rule_of_thumb_is_weighed_as_in_plain_python(solution: Solution, perfect: Any, rule: int) -> None:
    bound = PerfectGames(TABLE, solution, 1).play([(0, rule), (2, rule)], 10, lambda games: None)[0]
    for number in range(10):
        counted = play(solution, number, rule, bound=-1)
        assert [perfect[name][number, rule] for name in ("applies", "right")] == [counted["applies"], counted["right"]]
        assert perfect["cost"][number, rule] == pytest.approx(counted["cost"], abs=1e-7)
        for at, seat in enumerate((0, 2)):
            assert bound["lost"][at, number] == pytest.approx(play(solution, number, rule, seat)["lost"], abs=1e-7)


def test_a_rule_that_is_always_right_costs_nothing_and_others_something(perfect: Any) -> None:
    wrong = perfect["applies"] - perfect["right"]
    assert ((perfect["cost"] > 0) == (wrong > 0)).all()
    assert (perfect["applies"].max(axis=1) <= perfect["decisions"]).all()
    assert perfect["cost"][:, HIDE].sum() > 0


def test_cores_change_nothing_and_every_number_has_its_interval(solution: Solution) -> None:
    one, two = (Maxims([TABLE], Exam(60, ("perfect",), cores=cores, solution=solution)).data() for cores in (1, 2))
    assert one == two
    assert [row["maxim"] for row in one["rows"]] == list(MAXIMS)
    assert [deed["deed"] for deed in one["deeds"]] == list(DEEDS)
    assert len(MAXIMS) == len(RULES)
    for row in one["rows"]:
        assert all(row[name].low <= row[name].value <= row[name].high for name in ("applies", "right", "decision", "game"))
        assert 0 <= row["right"].value <= 100 >= row["applies"].value
        assert row["game"].value >= 0


def test_the_command_prints_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "89")
    words = ["lab", "maxims", "mensch", "--games", "40"]
    shown = CliRunner().invoke(main, words)
    assert shown.exit_code == 0, shown.output
    assert "capture whenever you can" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 88
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert found["study"] == "maxims"
    refused = CliRunner().invoke(main, ["lab", "maxims", "mensch", "--players", "3"])
    assert refused.exit_code == 1
    assert "only games of two players" in refused.stderr
