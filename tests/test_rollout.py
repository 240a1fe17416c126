"""Rollouts: unbiased, repeatable, and ended when the best choice is settled."""

from __future__ import annotations

import json
import re
import signal

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Game, IllegalMove, RuleError
from pachisi.cli.main import main
from pachisi.desk.calibration import calibrate
from pachisi.desk.compiled.playing import THROWS
from pachisi.desk.games import JudgedGames
from pachisi.desk.regret import measure_regret, regret_of
from pachisi.desk.rollout import Roller, Rollout, roll_out
from pachisi.lab.solve import solve
from pachisi.table import set_up

CHOICE = "mensch 2 | 0,0,2,25 - 0,0,0,6 - | 0 | 5"


def test_what_is_played_out_agrees_with_the_exact_chance() -> None:
    """With one piece there is nothing to choose, so every bot plays perfectly."""
    table = set_up("mensch", 2, 0, 1)
    game = Game(table, seed=1)
    game.push_line("[6] 1-7")
    (line,) = roll_out(game, 400, "expert").choices
    exact = solve(table).value(game)
    assert abs(line.chance.value - exact) < 2 * line.chance.half
    assert line.chance.half < 0.04


def test_taking_out_the_luck_makes_results_steadier_but_leaves_their_mean() -> None:
    table = set_up("mensch", 2)
    judged = JudgedGames(table, "master", "master", 3, plies=0, judging=THROWS)
    rows = np.concatenate([rows for rows, _ in judged.play([judged.start], 60)], axis=1)[0]
    result, luck = rows["result"][:, 0], rows["luck"][:, 0]
    assert (result - luck).var() < result.var() / 5
    assert abs(luck.mean()) < 4 * luck.std() / 60**0.5
    assert set(result) == {0.0, 1.0}


def test_it_stops_when_the_best_choice_is_settled_and_repeats_itself() -> None:
    game = Game.from_position("mensch 2 | 0,0,10,20 - 0,0,0,33 - | 0 | 3")
    one, two = (roll_out(game, 2000, "expert", seed=4, cores=cores) for cores in (1, 2))
    assert one.settled
    assert one.games < 2000
    assert one == two
    assert str(one.choices[0].move) == "3: 0/10-13 x2/33"
    assert one.choices[0].behind.value == 0 < one.choices[1].behind.low


def test_games_that_are_evaluated_after_some_throws_are_steadier() -> None:
    game = Game.from_position(CHOICE)
    short, long = (roll_out(game, 60, "expert", throws=throws) for throws in (4, 10_000))
    assert short.choices[0].move == long.choices[0].move
    assert short.choices[1].behind.half < long.choices[1].behind.half / 2


def test_luck_can_be_left_in_and_somebody_quicker_can_play() -> None:
    game = Game.from_position(CHOICE)
    steady, lucky, quick = (
        Roller(game.table, throws=12, adjusted=adjusted, player=player).roll_out(game, 60)
        for adjusted, player in ((True, None), (False, None), (False, "greedy"))
    )
    assert lucky.gain == 1 < steady.gain
    assert lucky.choices[1].behind.half > steady.choices[1].behind.half
    assert quick.choices != lucky.choices


def test_some_choices_can_be_compared_and_a_hasty_rollout_ends_when_nothing_will_be_settled() -> None:
    game = Game.from_position("mensch 2 | 0,2,25,30 - 0,0,0,6 - | 0 | 5")
    two, roller = game.legal_moves[:2], Roller(game.table, "expert")
    assert {one.move for one in roller.roll_out(game, 20, among=two).choices} == set(two)
    alike = roller.roll_out(game, 2000, among=[two[0], two[0]], hasty=True)
    assert (alike.games, alike.settled) == (24, False)


def test_an_interrupt_ends_one_rollout_early_but_a_series_of_them_at_once() -> None:
    game = Game.from_position(CHOICE)

    def interrupt(games: int) -> None:
        signal.raise_signal(signal.SIGINT)

    assert 0 < roll_out(game, 5000, "expert", cores=1, done=interrupt).games < 100
    with pytest.raises(KeyboardInterrupt):
        Roller(game.table, "expert").roll_out(game, 5000, interrupt)


def test_a_choice_that_wins_is_certain() -> None:
    found: Rollout = roll_out(Game.from_position("mensch 2 | 2,41,42,40 - 0,0,0,43 - | 0 | 4"), 50, "expert")
    assert all(0 <= one.chance.low <= one.chance.value <= one.chance.high <= 1 for one in found.choices)
    won = roll_out(Game.from_position("mensch 2 | 40,42,43,44 - 0,0,0,43 - | 0 | 1"), 20, "expert").choices[0]
    assert (won.chance.value, won.chance.half) == (1, 0)


def test_an_offer_is_to_throw_or_to_stop() -> None:
    game = Game("pachisi-classic", players=2, pieces=1, seed=1)
    assert game.node == "offer"
    assert {one.move for one in roll_out(game, 20, "expert").choices} == {None, game.legal_moves[0]}


def test_judged_games_add_up() -> None:
    table = set_up("parcheesi", 3, 0, 2)
    judged = JudgedGames(table, "expert", "careful", 5)
    rows = np.concatenate([rows for rows, _ in judged.play([judged.start], 8)], axis=1)[0]
    gains = rows["result"].sum(axis=1) - 1  # of all sides, less what they began with
    assert np.allclose(gains, rows["luck"].sum(axis=1) + rows["correction"].sum(axis=1), atol=1e-4)
    assert (rows["loss"][:, :3] >= 0).all()
    assert (rows["best"] <= rows["decisions"]).all()


def test_there_is_nothing_to_play_out_before_and_after_the_game() -> None:
    with pytest.raises(IllegalMove, match="first turn"):
        roll_out(Game("mensch", first="high_roll"))
    over = Game("mensch", players=2, pieces=1, seed=3)
    while over.node != "over":
        over.throw() if over.node == "throw" else over.push(over.legal_moves[0])
    with pytest.raises(IllegalMove, match="over"):
        roll_out(over)


def test_the_command_prints_moves_with_intervals() -> None:
    command = ["rollout", CHOICE, "--level", "expert", "--games", "60", "--lang", "en"]
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 0, told.output
    assert "±" in told.stdout
    assert "from 2 to 7" in told.stdout
    data = json.loads(CliRunner().invoke(main, [*command, "--json"]).stdout)
    assert {one["move"] for one in data["choices"]} == {"5: 0/2-7", "5: 0/25-30"}


def test_a_judge_is_calibrated_over_many_games() -> None:
    found = calibrate(set_up("mensch", 2, 0, 2), "expert", "careful", 150)
    assert all(interval.low < 1 and interval.high > -1 for interval in found.luck)
    assert found.games == 150
    assert found.correction.value >= 0
    assert found.sizes["inaccuracy"] >= found.sizes["mistake"] >= found.sizes["blunder"] >= 0
    told = CliRunner().invoke(main, ["lab", "judge", "mensch", "--players", "2", "--games", "4", "--level", "expert"])
    assert told.exit_code == 0, told.output
    assert "mensch 2" in told.stdout


def test_a_rollout_speaks_as_the_language_does_and_takes_two_games_at_least() -> None:
    told = CliRunner().invoke(main, ["rollout", CHOICE, "--level", "expert", "--games", "24", "--lang", "de"]).stdout
    assert re.search(r"\d,\d-mal so viele", " ".join(told.split()))
    with pytest.raises(RuleError, match="games = 1 is not possible; a rollout takes 2 games at least"):
        roll_out(Game.from_position(CHOICE), 1)


# --- what rollouts think of a judge's moves ---------------------------------------------------


def test_luck_of_a_rollout_is_no_regret() -> None:
    """Half of the games choose and the others count: among equal choices the loss is 0 on average, not above."""
    chance = np.random.default_rng(3)
    found = [regret_of(chance.normal(size=(5, 40)), 0) for _ in range(400)]
    assert abs(np.mean(found)) < 4 * np.std(found) / 20
    clear = np.array([[0.0, 0.0, 0.0, 0.0], [0.5, 0.25, 0.5, 0.25]])
    assert (regret_of(clear, 0), regret_of(clear, 1)) == (0.375, 0.0)


def test_rollouts_doubt_the_best_moves_of_a_review_and_repeat_themselves() -> None:
    table = set_up("mensch", 2, 0, 2)
    one, two = (measure_regret(table, 10, 8, "expert", cores=cores) for cores in (1, 2))
    assert one == two
    assert (one.decisions, one.games) == (10, 8)
    assert 0 <= one.sure <= 100 - one.agreed <= 100
    assert one.regret.value <= one.most.value
    assert one.most.value >= 0
    told = CliRunner().invoke(main, ["lab", "regret", "mensch", "--players", "2", "--pieces", "2", "--decisions", "10", "--games", "8", "--level", "expert"])
    assert told.exit_code == 0, told.output
    assert f"{one.regret.value:.3f}" in told.stdout
