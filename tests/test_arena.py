"""The arena: seatings, matches, intervals, ratings, and its commands."""

from __future__ import annotations

import json
import signal
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi.arena import matches
from pachisi.arena.ladder import Ladder, Rung
from pachisi.arena.matches import Contest, Match, cluster_share, count_games, play_match, play_pair
from pachisi.arena.ratings import ELO, rate
from pachisi.arena.seatings import MatchShape, find_shapes, rotate
from pachisi.arena.tournament import Tournament
from pachisi.cli.main import main
from pachisi.lab.intervals import Sums
from pachisi.simulation import cores, simulate
from pachisi.simulation import executor as hands
from pachisi.simulation.jobs import Job
from pachisi.table import set_up

from .test_readme import ROOT, blocks, run_commands

PAIR = MatchShape("pair", rotate((True, False)))
ALONE = MatchShape("alone", rotate((True, False, False, False)))


@pytest.fixture(autouse=True)
def width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "89")


def run(*args, code=0):
    result = CliRunner().invoke(main, ["arena", *args])
    assert result.exit_code == code, result.output
    return result


def refusal(*args):
    result = run(*args, code=1)
    assert not result.stdout
    return result.stderr.strip()


# --- seatings -------------------------------------------------------------------------


def test_a_seating_is_turned_until_it_comes_again():
    assert rotate((True, False, False)) == ((True, False, False), (False, False, True), (False, True, False))
    assert rotate((True, False, True, False)) == ((True, False, True, False), (False, True, False, True))
    assert len(rotate((True, True, False, False))) == 4


@pytest.mark.parametrize(
    ("book", "players", "names"),
    [
        ("mensch", 2, ["pair"]),
        ("mensch", 3, ["alone", "alone"]),
        ("mensch", 4, ["alone", "alone", "alternating", "adjacent"]),
        ("pachisi-classic", 4, ["teams"]),
    ],
)
def test_every_seat_is_taken_equally_often(book, players, names):
    shapes = find_shapes(set_up(book, players), halves=True)
    assert [shape.name for shape, _ in shapes] == names
    for shape, _ in shapes:
        taken = np.array(shape.seatings).mean(axis=0)
        assert (taken == shape.even).all()


# --- matches --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "players"), [("mensch", 2), ("mensch", 3), ("ludo", 4), ("parcheesi", 4), ("pachisi-classic", 4)]
)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_against_itself_a_bot_wins_exactly_an_even_share(book, players, bot):
    """The same dice and lots fall whoever sits where, so that all seatings of a sequence are one and the same game."""
    for shape, _ in find_shapes(set_up(book, players), halves=True):
        match = play_match(set_up(book, players), shape, bot, bot, Contest(40))
        assert (match.wins == shape.own * len(shape.seatings) / shape.seats).all()
        assert match.share().value == pytest.approx(shape.even)
        assert match.share().half == pytest.approx(0, abs=1e-6)
        assert match.verdict == 0


def test_a_match_plays_the_games_of_a_simulation_with_the_seats_turned():
    match = play_match(set_up("mensch", 2), PAIR, "greedy", "random", Contest(200, seed=5))
    first = simulate("mensch", 100, 2, ("greedy", "random"), 5, columns=["winner"])["winner"] == 0
    second = simulate("mensch", 100, 2, ("random", "greedy"), 5, columns=["winner"])["winner"] == 2
    assert (match.wins == first.astype(int) + second).all()
    assert match.games == 200


def test_who_sits_alone_is_counted_at_the_seat_where_it_sits():
    match = play_match(set_up("mensch", 4), ALONE, "random", "greedy", Contest(80))
    wins = 0
    for seat in range(4):
        bots = ["random" if at == seat else "greedy" for at in range(4)]
        wins += (simulate("mensch", 20, 4, bots, columns=["winner"])["winner"] == seat).astype(int)
    assert (match.wins == wins).all()


def test_neither_cores_nor_blocks_change_a_match(monkeypatch):
    def play(number):
        return play_match(set_up("mensch", 4), ALONE, "careful", "random", Contest(400, cores=number)).wins

    once = play(1)
    assert (play(3) == once).all()
    monkeypatch.setattr(hands, "SIZE", 7)
    monkeypatch.setattr(cores, "MOST", 9)
    assert (play(2) == once).all()


def test_another_seed_throws_other_dice():
    one, other = (play_match(set_up("mensch", 2), PAIR, "greedy", "random", Contest(200, seed=s)).wins for s in (1, 2))
    assert (one != other).any()


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players):
    found = list(play_pair(set_up("mensch", players), "greedy", "random", Contest(600)))
    assert Rung(set_up("mensch", players), "greedy", "random", tuple(found)).beats == "yes"
    turned = list(play_pair(set_up("mensch", players), "random", "greedy", Contest(600)))
    assert Rung(set_up("mensch", players), "random", "greedy", tuple(turned)).beats == "no"


def test_turning_the_seats_makes_the_interval_narrower():
    match = play_match(set_up("mensch", 2), PAIR, "careful", "greedy", Contest(4000))
    share = match.share().value
    assert match.sums.variance < 0.8 * share * (1 - share) / match.games


def test_a_game_without_end_counts_as_an_even_share(monkeypatch):
    monkeypatch.setattr(matches, "Job", partial(Job, longest=1))
    match = play_match(set_up("mensch", 4), ALONE, "greedy", "random", Contest(80))
    assert match.unfinished == 80
    assert (match.wins == 1).all()


def test_ctrl_c_leaves_whole_dice_sequences(monkeypatch):
    monkeypatch.setattr(hands, "SIZE", 8)
    monkeypatch.setattr(cores, "MOST", 8)
    contest, heard = Contest(4000, cores=1), []

    def press(games):
        heard.append(games)
        if len(heard) == 3:
            signal.raise_signal(signal.SIGINT)

    contest.done = press
    match = play_match(set_up("mensch", 2), PAIR, "greedy", "random", contest)
    assert contest.stopped
    assert 0 < match.games < 4000
    whole = play_match(set_up("mensch", 2), PAIR, "greedy", "random", Contest(4000))
    assert (match.wins == whole.wins[: len(match.wins)]).all()
    assert play_match(set_up("mensch", 2), PAIR, "greedy", "random", contest).games == 0


def test_fewer_games_are_played_where_that_is_asked():
    contest = Contest(1000, fewer={("careful", "ludo"): 10, ("careful", None): 100, ("greedy", None): 5000})
    assert contest.games_of(set_up("ludo", 2), "greedy", "careful") == 10
    assert contest.games_of(set_up("mensch", 2), "greedy", "careful") == 100
    assert contest.games_of(set_up("mensch", 2), "greedy", "random") == 1000
    assert count_games(set_up("ludo", 3), "greedy", "careful", contest) == 24  # 2 shapes, 4 sequences, 3 seatings


# --- intervals ------------------------------------------------------------------------


def test_the_interval_of_a_share_is_that_of_its_observations():
    sums = Sums.of(np.tile([0.0, 0.5, 0.5, 1.0], 25))
    error = (100 * 0.125 / 99 / 100) ** 0.5
    for level, z in ((0.95, 1.959964), (0.99, 2.575829)):
        found = cluster_share(sums, level)
        assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.5 - z * error, 0.5 + z * error))


def test_who_always_wins_is_not_certain_to_win():
    found = cluster_share(Sums.of(np.ones(10)), 0.95)
    assert (found.value, found.low, found.high) == pytest.approx((1, 0.7225, 1), abs=1e-4)  # Wilson's
    found = cluster_share(Sums.of(np.zeros(10)), 0.95)
    assert (found.value, found.low, found.high) == pytest.approx((0, 0, 0.2775), abs=1e-4)


def test_a_few_dice_sequences_prove_nothing():
    assert Match(set_up("mensch", 2), PAIR, "greedy", "random", np.full(29, 2.0), 0).verdict == 0
    assert Match(set_up("mensch", 2), PAIR, "greedy", "random", np.full(30, 2.0), 0).verdict == 1
    assert Match(set_up("mensch", 2), PAIR, "greedy", "random", np.zeros(30), 0).verdict == -1


# --- ratings --------------------------------------------------------------------------

STRENGTHS = {"random": 1.0, "greedy": 3.0, "careful": 4.0, "expert": 12.0}


def chance(shape, one, other):
    own, others = shape.own * STRENGTHS[one], (shape.seats - shape.own) * STRENGTHS[other]
    return own / (own + others)


def pairs():
    names = list(STRENGTHS)
    return [(shape, b, a) for shape in (PAIR, ALONE) for i, a in enumerate(names) for b in names[i + 1 :]]


def test_ratings_find_the_strengths_by_which_the_shares_were_made():
    found = [
        Match(set_up("mensch", 4), shape, one, other, np.full(20_000, len(shape.seatings) * chance(shape, one, other)), 0)
        for shape, one, other in pairs()
    ]
    for rating in rate(found, "random"):
        assert rating.elo.value == pytest.approx(ELO * np.log(STRENGTHS[rating.bot]), abs=0.1)
    assert [rating.bot for rating in rate(found, "greedy")] == ["expert", "careful", "greedy", "random"]
    assert rate(found, "greedy")[-1].elo.value == pytest.approx(-ELO * np.log(3), abs=0.1)


def test_errors_of_ratings_are_as_large_as_the_ratings_vary():
    lots = np.random.default_rng(7)
    runs = []
    for _ in range(200):
        found = [
            Match(
                set_up("mensch", 4),
                shape,
                one,
                other,
                lots.binomial(len(shape.seatings), chance(shape, one, other), 300).astype(float),
                0,
            )
            for shape, one, other in pairs()
        ]
        runs.append({rating.bot: rating for rating in rate(found, "random")})
    for bot in ("greedy", "careful", "expert"):
        values = np.array([run[bot].elo.value for run in runs])
        errors = np.array([run[bot].error for run in runs])
        assert values.mean() == pytest.approx(ELO * np.log(STRENGTHS[bot]), abs=4 * values.std() / 200**0.5)
        assert errors.mean() == pytest.approx(values.std(), rel=0.2)


def test_seatings_that_always_end_alike_count_once():
    """Sequences whose two games agree tell half as much as the games would alone."""
    lots = np.random.default_rng(3)
    single = lots.binomial(1, 0.7, 4000).astype(float)
    apart = Match(set_up("mensch", 2), PAIR, "greedy", "random", single[::2] + single[1::2], 0)
    alike = Match(set_up("mensch", 2), PAIR, "greedy", "random", 2 * single[::2], 0)
    assert rate([alike], "random")[0].error == pytest.approx(2**0.5 * rate([apart], "random")[0].error, rel=0.05)


def test_who_always_wins_has_a_rating_too():
    found = rate([Match(set_up("mensch", 2), PAIR, "greedy", "random", np.full(500, 2.0), 0)], "random")
    assert found[0].bot == "greedy"
    assert 1000 < found[0].elo.value < 2000


def test_who_has_met_nobody_is_not_rated():
    wins = np.tile([1.0, 2.0], 50)
    found = [
        Match(set_up("mensch", 2), PAIR, "greedy", "random", wins, 0),
        Match(set_up("mensch", 2), PAIR, "expert", "careful", wins, 0),
    ]
    assert {rating.bot for rating in rate(found, "random")} == {"greedy", "random"}
    assert rate([], "random") == []


# --- commands -------------------------------------------------------------------------


def test_the_arena_tells_shares_and_ratings():
    shown = run("--players", "2", "--games", "400", "random", "greedy", "careful").stdout
    assert "Which bot is stronger at mensch, 2 players?" in shown
    assert "careful against greedy" in shown
    assert "one point is not proven" in shown
    assert shown.index("careful  +") < shown.index("greedy   +") < shown.index("random          0")


def test_games_are_told_where_rows_differ():
    args = ("--players", "2", "--games", "400", "random", "greedy", "careful")
    lines = run(*args, "--fewer", "careful=60").stdout.splitlines()
    assert [line.split()[8] for line in lines if " against " in line] == ["400", "60", "60"]
    assert "games" in lines[3]
    assert "games" not in run(*args).stdout.splitlines()[3]


def test_ten_thousand_games_are_not_warned_about():
    assert "not proven" not in run("--players", "2", "--games", "10000", "random", "greedy").stdout


def test_the_arena_as_json():
    args = ("--book", "ludo", "--players", "4", "--games", "100", "--halves", "random", "greedy")
    found = json.loads(run(*args, "--json").stdout)
    assert found["rulebook"] == "ludo"
    assert [(row["one"], row["shape"], row["even"]) for row in found["rows"]] == [
        ("greedy", "alone", 25),
        ("random", "alone", 25),
        ("greedy", "alternating", 50),
        ("greedy", "adjacent", 50),
    ]
    assert all(row["wins_99"]["low"] <= row["wins"]["low"] <= row["wins"]["value"] for row in found["rows"])
    assert [rating["bot"] for rating in found["ratings"]] == ["greedy", "random"]
    assert json.loads(run(*args, "--json", "--cores", "1").stdout) == found


def test_house_rules_and_pieces_reach_the_arena():
    shown = run("--players", "2", "--games", "40", "--pieces", "2", "--option", "barriers", "random", "greedy").stdout
    assert "mensch, 2 players, 2 pieces, barriers=on" in shown


def test_the_ladder_tells_every_table_and_rung():
    args = ("--ladder", "--books", "mensch,ludo", "--players", "2,3", "--games", "90", "--fewer", "careful@ludo=30")
    found = json.loads(run(*args, "random", "greedy", "careful", "--json").stdout)
    told = [(row["rulebook"], row["players"], row["above"], row["below"]) for row in found["rows"]]
    assert told == [
        (book, players, above, below)
        for book in ("mensch", "ludo")
        for players in (2, 3)
        for above, below in (("greedy", "random"), ("careful", "greedy"))
    ]
    games = [[match["games"] for match in row["matches"]] for row in found["rows"]]
    assert games == [[90], [90], [90, 90], [90, 90], [90], [30], [90, 90], [30, 30]]
    shown = run(*args, "random", "greedy", "careful").stdout
    assert "ludo, 3 players" in shown
    assert "beats it" in shown


def test_the_ladder_has_all_bots_and_tables_if_none_is_named():
    tables = [set_up("mensch", 2), set_up("ludo", 2)]
    assert Ladder.games(tables, Contest(10, ("random", "greedy", "careful"))) == 40
    assert Tournament.games(tables[:1], Contest(10, ("random", "greedy", "careful"))) == 30


def test_what_is_wrong_is_said_in_a_sentence():
    assert "There is no bot 'gready'; did you mean 'greedy'?" in refusal("random", "gready")
    assert "at least two bots" in refusal("random")
    assert "named twice" in refusal("random", "random")
    assert "lab truth" in refusal("random", "perfect")
    assert "2, 3, 4, 5 or 6 can play" in refusal("--players", "7", "random", "greedy")
    assert "only --ladder takes several" in refusal("--players", "2,3", "random", "greedy")
    assert "nensch" in refusal("--book", "nensch", "random", "greedy")
    assert "ends in .svg or .png" in refusal("--plot", "a.pdf", "random", "greedy")
    assert "BOT@BOOK=N" in refusal("--fewer", "greedy=0", "random", "greedy")
    assert "there is no book 'chess'" in refusal("--fewer", "greedy@chess=5", "random", "greedy")
    assert "2, 3 or 4 can play" in refusal("--ladder", "--players", "7", "random", "greedy")


@pytest.mark.parametrize("ladder", [(), ("--ladder", "--books", "mensch")])
def test_the_arena_is_drawn(ladder, tmp_path):
    path = tmp_path / "arena.svg"
    run(*ladder, "--players", "2", "--games", "60", "random", "greedy", "--plot", str(path))
    assert Xml.parse(path).getroot().tag.endswith("svg")


# --- the page -------------------------------------------------------------------------


def run_page(kinds, monkeypatch, folder):
    monkeypatch.chdir(folder)
    for block in blocks("docs/opponents.md"):
        if block.kind == "python" and block.name:
            Path(block.name).write_text(block.text, encoding="utf-8")
        elif block.kind == "python" and "python" in kinds:
            exec(compile("\n" * (block.line - 1) + block.text, ROOT / "docs/opponents.md", "exec"), {})
        elif block.kind == "console" and "console" in kinds:
            run_commands(block, "docs/opponents.md")


def test_what_the_page_of_the_opponents_shows_in_python_runs(tmp_path, monkeypatch):
    run_page({"python"}, monkeypatch, tmp_path)


@pytest.mark.long
def test_the_page_of_the_opponents_shows_what_its_commands_print(tmp_path, monkeypatch):
    run_page({"console"}, monkeypatch, tmp_path)


# --- six seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seating", "shapes"),
    [
        ({}, (True, False, False, False, False, False), 2),
        ({"teams": "pairs"}, (True, False, False, True, False, False), 2),
        ({"teams": "threes"}, (True, False, True, False, True, False), 1),
    ],
)
def test_six_seats_are_shared_by_two_bots(options, seating, shapes):  # N5
    table = set_up("mensch", 6, options=options)
    found = find_shapes(table)
    assert (found[0][0].seatings[0], len(found)) == (seating, shapes)
    match = play_match(table, found[0][0], "greedy", "greedy", Contest(40))
    assert match.share().value == found[0][0].even  # with all rotations, luck is equal
