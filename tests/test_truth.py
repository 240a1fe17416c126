"""The truth: bots held against exact tables, and the bot that plays from them."""

from __future__ import annotations

import json
import signal
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Game, NotationError, RuleError
from pachisi.bots import BOTS, bot, decide
from pachisi.bots.perfect import Perfect, is_perfect, load_perfect
from pachisi.cli.main import main
from pachisi.lab import duels, truth
from pachisi.lab.duels import PERFECT, Duels
from pachisi.lab.solve import solve
from pachisi.lab.truth import Exam, Truth, find_solution, ratio, read_solution
from pachisi.simulation import own_seed, simulate
from pachisi.table import set_up

NO_TABLE = "Column 7: a position begins with the rulebook and the number of players, such as 'mensch 4'."
CLASSIC = set_up("pachisi-classic", 2, 0, 1)  # moves may be declined, further throws are offered


@pytest.fixture(scope="module")
def solution():
    return solve(CLASSIC)


@pytest.fixture(scope="module")
def file(solution, tmp_path_factory):
    path = tmp_path_factory.mktemp("solved") / "classic.npz"
    solution.save(path)
    return path


@pytest.fixture(autouse=True)
def width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "89")


def pack(one, two):
    return one | two << 8  # seats 0 and 2


def play(solution, bots, games=100, table=CLASSIC, thinking=False, **asked):
    rows, bins, _ = Duels(table, solution, 1, thinking, **asked).play(bots, games, lambda games: None)
    return rows, bins


def run(*args, code=0):
    result = CliRunner().invoke(main, ["lab", "truth", *args])
    assert result.exit_code == code, result.output
    return result


# --- duels ----------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("greedy", "random"), ("random", "careful"), ("expert", "greedy")])
def test_duels_are_the_games_of_a_simulation(solution, names):
    rows, _ = play(solution, [pack(*(BOTS[name].number for name in names))], thinking="expert" in names)
    played = simulate("pachisi-classic", 100, 2, names, pieces=1, columns=["winner"])
    assert (rows["winner"][0] == played["winner"]).all()


def play_in_python(solution, game, players):
    """Regrets of both seats, by the table's own look-ups."""
    regret = {0: 0.0, 2: 0.0}
    while game.node != "over":
        seat, moves = game.seat, game.legal_moves
        if game.node == "offer" and players[seat].declines(game):
            game.push(moves[0])
        elif game.node != "move":
            game.throw()
        else:
            values = solution.values_of(game)
            at = players[seat].choose(game, moves) if len(moves) > 1 else 0
            regret[seat] += max(values) - values[at]
            game.push(moves[at])
    return regret


@pytest.mark.parametrize("seating", [("greedy", "perfect"), ("perfect", "greedy"), ("perfect", "perfect")])
def test_a_duel_plays_and_judges_as_a_game_with_the_solution_does(solution, seating):
    rows, _ = play(solution, [pack(*(PERFECT if name == "perfect" else BOTS[name].number for name in seating))], 25)
    players = {
        seat: Perfect(solution) if name == "perfect" else bot(name) for seat, name in zip((0, 2), seating, strict=True)
    }
    for number, row in enumerate(rows[0]):
        game = Game(CLASSIC, seed=own_seed(1, number))
        regret = play_in_python(solution, game, players)
        assert game.outcome.winner == (row["winner"],)
        assert row["regret"][[0, 2]] == pytest.approx([regret[0], regret[2]], abs=1e-9)


def test_perfect_regrets_nothing_and_always_agrees(solution):
    rows, bins = play(solution, [pack(PERFECT, BOTS["random"].number)])
    assert rows["decisions"][0, :, 0].sum() > 100
    assert (rows["regret"][0, :, 0] == 0).all()
    assert (rows["agreed"] == rows["decisions"])[0, :, 0].all()
    assert bins[0, 0, 0] == rows["decisions"][0, :, 0].sum()
    assert rows["regret"][0, :, 2].sum() > 0


@pytest.mark.parametrize(("book", "pieces"), [("pachisi-classic", 1), ("parcheesi", 1)])
def test_what_a_bot_loses_against_perfect_is_what_its_choices_lose(book, pieces):
    """Against best play the chance to win falls by the regrets and by nothing else, so that both must add up."""
    table = set_up(book, 2, 0, pieces)
    exam = Exam(8000, ("random", "greedy"), solution=find_solution(table))
    for mark in Truth([table], exam).marks:
        assert mark.lost.value > 0.5
        spread = 2 * (mark.perfect.half**2 + mark.lost.half**2) ** 0.5  # four standard errors
        assert mark.perfect.value == pytest.approx(50 - mark.lost.value, abs=spread)


def test_neither_cores_nor_blocks_change_a_duel(solution, monkeypatch):
    once, bins = play(solution, [pack(1, PERFECT)], cores=1)
    again, more = play(solution, [pack(1, PERFECT)], cores=3)
    monkeypatch.setattr(duels, "SIZE", 7)
    other, _ = play(solution, [pack(1, PERFECT)])
    assert (once == again).all()
    assert (once == other).all()
    assert (bins == more).all()


def test_ctrl_c_leaves_whole_dice_sequences(solution):
    exam, heard = Exam(20_000, ("greedy", "random"), cores=1, solution=solution), []

    def press(games):
        heard.append(games)
        if len(heard) == 2:  # the first blocks are small
            signal.raise_signal(signal.SIGINT)

    exam.done = press
    found = Truth([CLASSIC], exam)
    assert exam.stopped
    assert [mark.bot for mark in found.marks] == ["greedy"]
    assert 0 < found.marks[0].games < 20_000
    assert "Stopped before the end." in list(found.notes())


# --- marks ----------------------------------------------------------------------------


def test_a_ratio_of_sums_has_the_interval_of_the_textbook():
    found = ratio(np.array([1.0, 2.0, 3.0]), np.array([2.0, 2.0, 4.0]))
    error = (3 / 2 * (0.5**2 + 0.5**2 + 0) / 64) ** 0.5  # 0.75 of the wholes leaves -0.5, 0.5, 0
    assert (found.value, found.half) == pytest.approx((0.75, 1.959964 * error))


def test_nineteen_of_twenty_decisions_lose_no_more_than_this():
    bins = np.zeros(duels.BINS + 1, np.int64)
    bins[[0, 150, 700]] = 50, 45, 5
    assert truth.hundredths(bins) == 1.5
    bins[700] += 1
    assert truth.hundredths(bins) == 7.0


def test_perfect_against_itself_wins_half_and_random_is_far_from_it(solution):
    perfect, random = Truth([CLASSIC], Exam(2000, ("perfect", "random"), solution=solution)).marks
    assert (perfect.regret.value, perfect.agreement.value, perfect.perfect.value) == (0, 100, 50)
    assert (perfect.perfect.half, perfect.regret_95) == (0, 0)
    assert perfect.random.low > 80
    assert random.agreement.high < 60
    assert random.perfect.value == pytest.approx(100 - perfect.random.value, abs=4)


# --- the command ----------------------------------------------------------------------


def test_the_truth_is_told(file):
    args = ("pachisi-classic", "--pieces", "1", "--solution", str(file), "--games", "400", "random", "perfect")
    shown = run(*args).stdout
    assert "How far from perfect at pachisi-classic" in shown
    assert "100.0 ±0.0" in shown
    found = json.loads(run(*args, "--json").stdout)
    assert [row["bot"] for row in found["rows"]] == ["random", "perfect"]
    assert found["rows"][1]["regret"]["value"] == 0
    assert json.loads(run(*args, "--json", "--cores", "1").stdout) == found


def test_where_nothing_is_to_decide_nothing_is_judged():
    shown = run("mensch", "--pieces", "1", "--games", "100", "greedy").stdout
    assert [line.split()[:5] for line in shown.splitlines() if line.startswith("greedy")] == [
        ["greedy", "0", "none", "none", "none"]
    ]


def test_the_truth_is_drawn(file, tmp_path):
    path = tmp_path / "truth.svg"
    run(
        *("pachisi-classic", "--pieces", "1", "--solution", str(file), "--games", "50"),
        *("greedy", "perfect", "--plot", str(path)),
    )
    assert Xml.parse(path).getroot().tag.endswith("svg")


def test_a_table_is_solved_once_and_kept(monkeypatch, tmp_path):
    table = set_up("mensch", 2, 0, 1)
    monkeypatch.setattr(truth, "kept_at", lambda at: tmp_path / "kept.npz")
    first = find_solution(table)
    monkeypatch.setattr(truth, "solve", None)
    assert (find_solution(table).values == first.values).all()
    assert [path.name for path in tmp_path.iterdir()] == ["kept.npz"]


def test_a_damaged_solution_is_made_anew(monkeypatch, tmp_path):
    kept = tmp_path / "kept.npz"
    monkeypatch.setattr(truth, "kept_at", lambda at: kept)
    kept.write_bytes(b"half of a file")
    table = set_up("mensch", 2, 0, 1)
    assert truth.find_solution(table).first == truth.Solution.load(kept).first


def test_a_kept_solution_belongs_to_its_rules():
    one, other = truth.kept_at(set_up("mensch", 2, 0, 1)), truth.kept_at(set_up("mensch", 2, 0, 2))
    assert one is None or one != other


def test_what_is_wrong_is_said_in_a_sentence(file, tmp_path):
    assert "There is no bot 'prefect'" in run("mensch", "prefect", code=1).stderr
    assert "only games of two players are solved" in run("mensch", "--players", "3", "greedy", code=1).stderr
    assert "take fewer pieces" in run("mensch", "--pieces", "4", "greedy", code=1).stderr
    assert "solves another table" in run("mensch", "--solution", str(file), "greedy", code=1).stderr
    broken = tmp_path / "broken.npz"
    broken.write_text("no")
    assert "is not a solution" in run("mensch", "--solution", str(broken), "greedy", code=1).stderr
    with pytest.raises(RuleError, match="solves another table"):
        read_solution(set_up("ludo", 2, 0, 1), file)


def test_master_declines_throws_as_the_truth_does():
    """Where a third double is punished; mostly, for it decides by chances that it has learned."""
    table = set_up("parcheesi", 2, 0, 1)
    perfect, master, agreed = Perfect(find_solution(table)), bot("master"), {True: [], False: []}
    for seed in range(100):
        game = Game(table, seed=seed)
        while game.node != "over":
            if game.node == "offer":
                best = perfect.declines(game)
                agreed[best].append(master.declines(game) == best)
            chosen = decide(perfect, game)
            game.throw() if chosen is None else game.push(game.legal_moves[chosen])
    assert len(agreed[True]) > 10
    assert np.mean(agreed[True]) > 0.5
    assert np.mean(agreed[False]) > 0.97


# --- the bot --------------------------------------------------------------------------


def test_perfect_is_named_with_the_file_of_its_table(file, solution):
    assert is_perfect("perfect")
    assert is_perfect("perfect:some.npz")
    assert not is_perfect("greedy")
    with pytest.raises(RuleError, match="pachisi lab solve"):
        load_perfect("perfect")
    with pytest.raises(NotationError, match="is not a solution"):
        load_perfect(f"perfect:{__file__}")
    game = Game(CLASSIC, seed=3)
    while game.node != "move" or len(game.legal_moves) < 2:
        game.push(game.legal_moves[0]) if game.node == "move" else game.throw()
    at = load_perfect(f"perfect:{file}").choose(game, game.legal_moves)
    assert game.legal_moves[at] == solution.best(game)
    other = Game("mensch", 2, seed=1, pieces=1)
    other.throw(6)
    with pytest.raises(RuleError, match="other rules"):
        Perfect(solution).choose(other, other.legal_moves)


def test_positions_of_a_file_are_valued_and_a_bad_one_is_named_by_its_line(tmp_path):
    path = tmp_path / "some.txt"
    path.write_text("# mine\nmensch 2 pieces=1 | 5 - 30 - | 0\n\nmensch\n")
    refused = CliRunner().invoke(main, ["lab", "values", str(path)])
    assert (refused.exit_code, refused.stderr) == (1, f"{path}, line 4: {NO_TABLE}\n")
    refused = CliRunner().invoke(main, ["lab", "values", "-"], input="mensch\n")
    assert refused.stderr == f"Standard input, line 1: {NO_TABLE}\n"
    path.write_text("mensch 2 pieces=1 | 5 - 30 - | 0\n")
    assert "seat 0 wins 36.8932 % before the throw" in CliRunner().invoke(main, ["lab", "values", str(path)]).stdout
    assert "no-file cannot be read" in CliRunner().invoke(main, ["lab", "values", "no-file"]).stderr
