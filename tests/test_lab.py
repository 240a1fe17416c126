"""The laboratory: its statistics, its commands, its pictures, and its page."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from click.testing import CliRunner

import pachisi.lab
from pachisi import simulation
from pachisi.cli.main import main
from pachisi.errors import RuleError
from pachisi.lab import Compare, Length, Options, intervals
from pachisi.lab.heat import find_squares
from pachisi.lab.hot_board import RAMPS, shade
from pachisi.lab.intervals import Interval, Sums
from pachisi.lab.options import find_tries
from pachisi.lab.seats import name_sides, order_of_play
from pachisi.lab.solve import Solution
from pachisi.lab.tabulation import bar, decimals, grid, hills, plus_minus, whisker
from pachisi.lab.tally import Tally, Trial
from pachisi.rulebooks import BOOKS
from pachisi.table import set_up

from .test_readme import blocks, run_commands

FEW = ("--games", "60")


@pytest.fixture(autouse=True)
def width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "89")


def run(*args, code=0):
    result = CliRunner().invoke(main, ["lab", *args])
    assert result.exit_code == code, result.output
    return result


def data(*args):
    return json.loads(run(*args, "--json").stdout)


# --- statistics -----------------------------------------------------------------------


def test_wilson_intervals_are_those_of_the_textbook():
    half = intervals.share(5, 10)
    assert (half.low, half.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert intervals.share(0, 10).low == pytest.approx(0, abs=1e-12)
    assert intervals.share(0, 10).high == pytest.approx(0.2775, abs=1e-4)


@pytest.mark.parametrize(("x", "freedom"), [(3.8415, 1), (5.9915, 2), (7.8147, 3), (18.307, 10)])
def test_the_tail_of_chi_square_is_that_of_the_tables(x, freedom):
    assert intervals.chi_square_tail(x, freedom) == pytest.approx(0.05, abs=1e-5)


@pytest.mark.parametrize(("freedom", "t"), [(1, 12.706), (5, 2.571), (9, 2.262), (19, 2.093), (60, 2.000)])
def test_students_t_is_that_of_the_tables(freedom, t):
    assert intervals.student(freedom) == pytest.approx(t, abs=5e-3)


def test_holm_multiplies_the_smallest_chance_most_and_keeps_the_order():
    assert intervals.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert intervals.holm([0.5, 0.9]) == [1.0, 1.0]
    assert intervals.holm([]) == []


def test_counts_that_are_equal_are_no_surprise_and_others_are():
    assert intervals.unequal([100, 100, 100]) == (0, 1)
    x, p = intervals.unequal([120, 100, 80])
    assert x == pytest.approx(8)
    assert p == pytest.approx(0.0183, abs=1e-4)


def test_intervals_hold_the_truth_about_95_times_in_100():
    lots, held = np.random.default_rng(1), np.zeros(4, int)
    for _ in range(1000):
        sample = lots.geometric(0.02, 400)  # as lopsided as the length of a game
        counted = np.bincount(sample)
        found = [
            (intervals.mean(Sums.of(sample.astype(float))), 50),
            (intervals.quantile(counted, 0.05), 3),  # 1 - 0.98**2 < 0.05 <= 1 - 0.98**3
            (intervals.quantile(counted, 0.5), 35),
            (intervals.share(int((sample <= 10).sum()), 400), 1 - 0.98**10),
        ]
        held += [interval.low <= truth <= interval.high for interval, truth in found]
    assert (held > 925).all()
    assert held[0] < 975
    assert held[3] < 975


def test_a_quantile_of_few_games_stays_among_them():
    found = intervals.quantile(np.bincount([7]), 0.95)
    assert (found.value, found.low, found.high) == (7, 7, 7)


def test_a_difference_of_means_is_told_from_luck():
    lots = np.random.default_rng(3)
    one, same, other = (Sums.of(lots.normal(mean, 3, 2000)) for mean in (10, 10, 11))
    gap, p = intervals.difference(other, one)
    assert gap.low < 1 < gap.high
    assert p < 1e-6
    assert intervals.difference(same, one)[1] > 0.01


def test_a_difference_of_shares_can_be_measured_from_what_is_fair():
    gap, p = intervals.share_difference(500, 1000, 250, 1000, shift=0.25)
    assert gap.value == 0
    assert p == 1
    assert intervals.share_difference(500, 1000, 250, 1000)[1] < 1e-9


# --- text -----------------------------------------------------------------------------


def test_columns_are_aligned_and_go_on_below_when_they_are_too_wide():
    rows = [["", "one", "two"], ["with more"], ["a row", "1", "22222"]]
    assert grid(rows, 40) == ["       one    two", "with more", "a row    1  22222"]
    assert grid(rows, 13) == ["       one", "with more", "a row    1", "", "         two", "with more", "a row  22222"]


def test_numbers_show_their_intervals_and_never_a_zero_with_a_minus():
    assert plus_minus(Interval(-0.001, -0.3, 0.3), 1, signed=True) == "+0.0 ±0.3"
    assert plus_minus(Interval(-2.5, -3, -2), 1) == "−2.5 ±0.5"
    assert plus_minus(Interval(1, float("-inf"), float("inf")), 0) == "1 ±?"
    assert decimals([0.5, 0.004], 1) == 3


def test_pictures_in_a_line_have_the_size_of_their_numbers():
    assert bar(1, 2, 4) == "██"
    assert bar(0.25, 2, 4) == "▌"
    assert whisker(Interval(5, 3, 7), 0, 10, 5, width=11) == "   ──●──   "
    assert whisker(Interval(5, 3, 7), 0, 10, 4, width=11) == "   ─┼●──   "
    assert whisker(Interval(8, 7, 9), 0, 10, 2, width=11) == "  ┊    ─●─ "
    assert hills(np.array([0, 8, 0, 1]), 4, 4) == " █ ▁"


# --- tallies --------------------------------------------------------------------------


def columns(games=50, **changed):
    table = set_up("mensch", 4)
    (block,) = simulation.blocks(table, games, bots="greedy", seed=3)
    return {**block, **changed}


def test_games_may_be_added_in_any_blocks():
    block = columns()
    whole, parts = Tally(set_up("mensch", 4)), Tally(set_up("mensch", 4))
    whole.add(block)
    for part in (slice(0, 7), slice(7, 50)):
        more = Tally(set_up("mensch", 4))
        more.add({name: column[part] for name, column in block.items()})
        parts += more
    assert whole.games == parts.games == 50
    assert whole.wins.tolist() == parts.wins.tolist()
    assert whole.quantile("throws", 0.5) == parts.quantile("throws", 0.5)
    for name in ("turns", "forced", "opener"):
        assert whole.value(name).value == pytest.approx(parts.value(name).value)
        assert whole.value(name).half == pytest.approx(parts.value(name).half)


def test_a_tally_is_the_plain_arithmetic_of_its_games():
    block, tally = columns(), Tally(set_up("mensch", 4))
    tally.add(block)
    assert tally.value("captures").value == pytest.approx(block["captures"].mean())
    assert tally.value("forced").value == pytest.approx((100 - 100 * block["choices"] / block["moves"]).mean())
    assert tally.quantile("turns", 0.5).value == np.sort(block["turns"])[24]
    assert tally.side_wins() == [int((block["winner"] == seat).sum()) for seat in range(4)]


def test_unfinished_games_are_counted_apart():
    block = columns()
    block["winner"][:10] = -1
    block["turns"][:10] = 10**6
    tally = Tally(set_up("mensch", 4))
    tally.add(block)
    assert (tally.games, tally.unfinished) == (40, 10)
    assert tally.value("turns").value < 10**5
    assert "10 games did not end" in " ".join(Trial(50).notes([tally]))


def test_partners_win_together():
    team = set_up("pachisi-classic", 4)
    assert team.seats.sides == ((0, 2), (1, 3))
    assert name_sides(team) == ["red and yellow", "green and black"]
    assert set_up("pachisi-classic", 3).seats.sides == ((0,), (1,), (2,))
    both = set_up("mensch", 2, options={"two_person": True})
    assert name_sides(both) == ["yellow and red", "green and black"]


@pytest.mark.parametrize(
    ("players", "teams", "behind"),
    [(2, "off", []), (3, "off", []), (4, "off", [0, 2]), (4, "pairs", [0]), (5, "off", [0]), (6, "off", [])],
)
def test_seats_on_six_arms_say_which_have_an_empty_arm_behind_them(players, teams, behind):
    names = name_sides(set_up("ludo", players, options={"arms": 6, "teams": teams}))
    assert [at for at, name in enumerate(names) if "empty arm" in name] == behind


def test_the_order_of_play_runs_from_the_opener():
    assert order_of_play(set_up("mensch", 3, first=1)) == [1, 2, 0]
    assert order_of_play(set_up("parcheesi", 4, first=1)) == [1, 0, 3, 2]  # seats are numbered against the turns
    assert order_of_play(set_up("pachisi-classic", 4, first=1)) == [1, 0]


@pytest.mark.parametrize("kind", [Compare, Options])
def test_the_edge_of_the_opener_is_not_that_of_seat_0_where_the_highest_throw_begins(kind):
    with pytest.raises(RuleError, match="measured where a seat opens, not the highest throw"):
        kind([set_up("mensch", 4, first="high_roll")], Trial(2))


# --- commands -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("study", "book"),
    [*product(["length", "seats", "heat"], BOOKS), ("options", "ludo"), ("options", "pachisi-classic")],
)
def test_every_study_of_every_book_runs_in_text_and_as_data(study, book):
    told = run(study, book, *FEW)
    assert book in told.stdout
    assert "95 % confidence" in told.stdout
    assert told.stderr == ""  # no bar in a pipe
    found = data(study, book, *FEW)
    assert found["study"] == study
    assert found["rows"]


def test_a_study_is_the_same_for_the_same_seed_and_another_for_another():
    first = run("length", "ludo", *FEW).stdout
    assert run("length", "ludo", *FEW).stdout == first
    assert run("length", "ludo", *FEW, "--cores", "1").stdout == first
    assert run("length", "ludo", *FEW, "--seed", "2").stdout != first


def test_length_tells_the_numbers_of_the_simulation():
    row = data("length", "mensch", "--players", "2", "--games", "200")["rows"][0]
    games = simulation.simulate("mensch", games=200, players=2, bots="greedy", seed=1)
    assert row["turns"]["mean"]["value"] == pytest.approx(games["turns"].mean())
    assert row["throws"]["half"]["value"] == np.sort(games["throws"])[99]
    assert row["throws"]["5 %"]["low"] <= row["throws"]["5 %"]["value"] <= row["throws"]["5 %"]["high"]


def test_three_on_a_board_for_four_are_not_equal_when_they_play_with_sense():
    row = data("seats", "mensch", "--players", "3", "--games", "3000")["rows"][0]
    assert row["seats"]["names"][0] == "yellow (after the empty arm)"
    assert row["seats"]["p"] < 0.001
    assert row["seats"]["wins"][0]["low"] > 100 / 3 > row["seats"]["wins"][2]["high"]


@pytest.mark.parametrize("players", ["5", "6"])
def test_five_and_six_play_in_an_order_that_has_a_name_for_each(players):
    told = run("seats", "ludo", "--option", "arms=6", "--players", players, *FEW).stdout
    assert [name in told for name in ("plays fourth", "plays fifth", "plays sixth")] == [True, True, players == "6"]


def test_shares_of_the_wins_add_up():
    for row in data("seats", "parcheesi", "--games", "120")["rows"]:
        for part in ("seats", "order"):
            assert len(row[part]["names"]) == len(row[part]["wins"])
            assert sum(wins["value"] for wins in row[part]["wins"]) == pytest.approx(100)


def test_options_are_compared_with_the_table_they_need():
    found = data("options", "mensch", *FEW)
    against = {row.get("rule"): row["against"] for row in found["rows"]}
    assert against["three_throws=on"] == ""
    assert against["duty_order=enter_first"] == "capture_duty=penalty"
    assert against["duty_includes_backward=on"] == "capture_duty=penalty, backward_capture=on"


def test_a_rule_that_the_players_hardly_use_is_marked():
    told = run("options", "ludo", "--games", "300", "--bots", "greedy").stdout
    marked = {line.split()[0] for line in told.splitlines() if line.startswith("  ") and " † " in line}
    assert marked == {"blocks=stop_all", "blocks=none"}
    assert "† Fewer than 5 % of the games went differently: these players hardly use the rule." in told
    assert "Try --bots expert." in " ".join(told.split())


def test_house_rules_are_played_by_bots_that_use_them():
    found = data("options", "ludo", *FEW)
    assert found["bots"] == ["expert"]
    assert all(row["changed"] > 0.05 for row in found["rows"] if "rule" in row)
    assert data("length", "ludo", *FEW)["bots"] == ["greedy"]


def test_games_that_went_differently_are_counted():
    block, tally, other = columns(), Tally(set_up("mensch", 4)), Tally(set_up("mensch", 4))
    tally.add(block)
    for part in (slice(0, 7), slice(7, 50)):
        other.add({name: column[part].copy() for name, column in block.items()})
    assert other.changed(tally) == 0
    other.course[3:8, 1] += 1
    assert other.changed(tally) == 0.1
    assert other.changed(Tally(set_up("mensch", 4))) == 0


def test_bots_that_think_play_fewer_games_by_default(monkeypatch):
    asked = []
    monkeypatch.setattr(Trial, "tally", lambda self, table: asked.append(self.games) or Tally(table))
    for bots in ("random", "greedy,expert,greedy,greedy"):
        run("compare", "ludo", "--bots", bots)
    assert asked == [20_000, 2_000]


def test_every_value_of_every_option_is_played_or_told():
    for book in BOOKS:
        table = set_up(book, 4)
        tries, unfit = find_tries(table)
        told = [each.rule for each in tries] + [rule for rules in unfit.values() for rule in rules]
        assert len(told) == len(set(told)) == sum(len(option.patches) for option in table.book.options.values())


def test_a_house_rule_that_matters_is_marked_and_one_that_does_not_fit_is_told():
    told = run("options", "mensch", "--games", "400", "--bots", "greedy").stdout
    row = next(line for line in told.splitlines() if "three_throws=on" in line)
    assert row.split()[1].startswith("+")
    assert row.split()[2].endswith("***")
    assert "Not played: two_person=on, own_other_colour=illegal, two_person_win=first_colour." in told
    assert "is for 2 players, not 4" in told


def test_numbers_of_players_that_do_not_fit_are_told():
    told = run("length", "mensch", "--option", "two_person", *FEW)
    assert "2 players" in told.stdout
    assert "3 players" not in told.stdout
    assert told.stderr.count("Left out: mensch: two_person is for 2 players") == 2


def test_small_games_are_solved_exactly_and_kept(tmp_path):
    assert "the first player wins 53.0736" in run("solve", "mensch", "--pieces", "1").stdout
    found = data("solve", "mensch", "--pieces", "1", "--option", "three_throws", "--out", str(tmp_path / "table"))
    assert found["table"] == {"rulebook": "mensch", "pieces": 1, "options": {"three_throws": True}}
    assert Solution.load(tmp_path / "table").first == found["first"]


def test_tables_that_differ_are_named_in_each_study():
    tables = [set_up("mensch", 2), set_up("mensch", 2, options={"barriers": True}), set_up("ludo", 2)]
    length, compare = (study(tables, Trial(30)) for study in (Length, Compare))
    names = ["mensch, 2 players", "mensch, 2 players, barriers=on", "ludo, 2 players"]
    assert [row["table"] for row in length.rows()] == compare.books == names
    assert length.title == "How long is a game?"
    assert names[1] in str(length)
    assert json.loads(length.json())["rows"][2]["table"] == names[2]
    assert Length([set_up("mensch", 2), set_up("mensch", 3)], Trial(30)).title == "How long is a game of mensch?"


def test_the_laboratory_lists_what_it_has():
    assert dir(pachisi.lab) == sorted(pachisi.lab.__all__)


def test_books_stand_side_by_side():
    told = run("compare", "mensch", "ludo", *FEW).stdout
    assert told.splitlines()[3].split() == ["mensch", "ludo"]
    assert [row["book"] for row in data("compare", "mensch", "ludo", *FEW)["rows"]] == ["mensch", "ludo"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("length", "mesch"), "There is no rulebook 'mesch'; did you mean 'mensch'?"),
        (("length", "mensch", "--bots", "greedi"), "There is no bot 'greedi'; did you mean 'greedy'?"),
        (("length", "mensch", "--plot", "x.pdf"), "a plot is a file that ends in .svg or .png."),
        (("heat", "mensch", "--out", "x.png"), "the board is drawn as a file that ends in .svg."),
        (("options", "mensch", "--players", "7"), "players = 7 is not possible"),
        (("length", "mensch", "--plot", "nowhere/x.svg"), "nowhere/x.svg: there is no folder nowhere; create it first."),
        (("heat", "mensch", "--out", "nowhere/x.svg"), "there is no folder nowhere"),
        (("solve", "mensch", "--out", "nowhere/x.npz"), "there is no folder nowhere"),
        (("truth", "mensch", "--plot", "nowhere/x.svg"), "there is no folder nowhere"),
        (("length", "mensch", "--plot", "/proc/x.svg"), "/proc/x.svg: "),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(args, sentence):
    refused = run(*args, code=1)
    assert refused.stdout == ""
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_file_that_could_be_written_is_not_touched_before_the_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("kept.svg").write_text("mine")
    for name in ("kept.svg", "new.svg"):
        run("length", "ludo", "--plot", name, "--bots", "greedi", code=1)
    assert Path("kept.svg").read_text() == "mine"
    assert not Path("new.svg").exists()


def test_ctrl_c_tells_what_has_been_played(monkeypatch):
    played = columns()

    def interrupted(*args, **kwargs):
        yield played
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "blocks", interrupted)
    told = run("length", "mensch", "--games", "1000", code=130).stdout
    assert "Stopped before the end" in told
    assert "2 players" in told
    assert "3 players" not in told
    assert "No game was played." in run("seats", "mensch", "--games", "1000", code=130).stdout


# --- pictures -------------------------------------------------------------------------


@pytest.mark.parametrize("study", ["length", "seats", "options", "compare"])
def test_plots_are_drawn(study, tmp_path):
    run(study, "ludo", *FEW, "--plot", str(tmp_path / "a.svg"))
    assert Xml.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")


def test_plots_can_be_png(tmp_path):
    run("length", "ludo", *FEW, "--plot", str(tmp_path / "a.png"))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused = run("length", "ludo", *FEW, "--plot", str(tmp_path / "a.svg"), code=1)
    assert refused.stderr == "Plots need matplotlib: pip install 'pachisi[lab]'.\n"
    assert run("length", "ludo", *FEW).stdout


@pytest.mark.parametrize("book", BOOKS)
def test_every_square_is_found_once_and_drawn_twice(book, tmp_path):
    table = set_up(book, 4)
    squares = find_squares(table)
    assert len({square.name for square in squares}) == len({square.spot for square in squares}) == len(squares)
    board = table.board
    assert sum(len(square.steps) for square in squares) == 4 * board.last
    run("heat", book, *FEW, "--out", str(tmp_path / "board.svg"))
    drawn = [title.text for title in Xml.parse(tmp_path / "board.svg").iter("{http://www.w3.org/2000/svg}title")]
    for square in squares:
        assert sum(text.startswith(f"{square.name}: ") for text in drawn) >= 2


def test_heat_counts_every_landing_and_every_capture():
    found = data("heat", "ludo", "--games", "100")
    trial = Trial(100)
    visits, taken = (
        sum(part)
        for part in zip(*(simulation.heat(set_up("ludo", 4), 5, "greedy", s) for s in trial.seeds(20)), strict=True)
    )
    assert sum(row["landings"]["value"] for row in found["rows"]) == pytest.approx(visits[:, 1:].sum() / 100)
    assert sum(row["captures"]["value"] for row in found["rows"]) == pytest.approx(taken.sum() / 100)


def test_heat_is_played_on_as_many_cores_as_asked(monkeypatch):
    asked, played = [], simulation.play_blocks
    monkeypatch.setattr(simulation, "play_blocks", lambda job, cores: asked.append(cores) or played(job, cores))
    run("heat", "ludo", *FEW, "--cores", "3")
    assert set(asked) == {3}


@pytest.mark.parametrize(("players", "alike"), [("4", False), ("6", True)])
def test_squares_are_alike_only_where_every_arm_has_a_player(players, alike):
    told = run("heat", "ludo", "--option", "arms=6", "--players", players, *FEW).stdout
    assert ("each start" in told) == ("Each: there is one for each colour" in told) == alike


@pytest.mark.parametrize("ramp", RAMPS)
def test_the_scales_run_from_light_to_dark(ramp):
    codes = [shade(ramp, part / 50) for part in range(51)]
    light = [0.2126 * int(c[1:3], 16) + 0.7152 * int(c[3:5], 16) + 0.0722 * int(c[5:7], 16) for c in codes]
    assert light == sorted(light, reverse=True)
    assert shade(ramp, 0) == RAMPS[ramp][0]
    assert shade(ramp, 1) == RAMPS[ramp][-1]


# --- the page -------------------------------------------------------------------------


def test_the_page_of_the_laboratory_shows_what_its_commands_print(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in blocks("docs/laboratory.md"):
        if block.kind == "console":
            run_commands(block, "docs/laboratory.md")
        elif block.kind == "python":
            exec(block.text, {})
