"""Exact values: those that are known, and that every value follows from those one throw later."""

from __future__ import annotations

import ast
import inspect
import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from click.testing import CliRunner

from pachisi import Game, kernel
from pachisi.cli.main import main
from pachisi.errors import IllegalMove, NotationError, RuleError
from pachisi.kernel.code import STOP_CODE
from pachisi.lab import states
from pachisi.lab.matrix import Workshop
from pachisi.lab.matrix_solution import settle
from pachisi.lab.search import BLOCK, Graph, search
from pachisi.lab.solve import Solution, close_in, silent, solve
from pachisi.lab.spot_checks import check_values
from pachisi.lab.states import OFFER, key_at, leaves_after, make_room
from pachisi.lab.truth import find_solution
from pachisi.lower import lower, throws_of
from pachisi.records import FIELDS, SMALL, plain, table
from pachisi.rulebooks import BOOKS
from pachisi.rules import counted
from pachisi.table import Table, set_up

from .test_readme import blocks, run_commands

PAGE = (Path(__file__).parent.parent / "docs" / "solved.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(.* --pieces 1.*)` \| ([\d.]+) % \| (\S+) \| (\S+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)


@cache
def solved(book: str, pieces: int = 1, **options: object) -> Solution:
    at = set_up(book, 2, 0, pieces, options)
    return find_solution(at) if pieces == 2 else solve(at)  # what takes long is kept


def play(solution: Solution, game: Game) -> int:
    """Both follow the solution to the end; who has won."""
    while game.outcome is None:
        move = solution.best(game)
        if move is None:
            game.throw()
        else:
            game.push(move)
    return game.outcome.winner[0]


# --- known values ---------------------------------------------------------------------


@pytest.mark.parametrize(("pieces", "percent"), [(1, "53.0736"), (2, "50.9187")])
def test_mensch_has_the_published_values(pieces: int, percent: str) -> None:
    solution = solved("mensch", pieces)
    assert f"{100 * solution.first:.4f}" == percent
    assert 0 < solution.first_error <= solution.error <= 5.1e-11
    assert solution.residual <= 2 * solution.error


@pytest.mark.parametrize(("pieces", "published", "reached"), [(1, 1_723, 1_607), (2, 747_435, 744_744)])
def test_published_counts_are_all_arrangements_but_the_one_where_both_have_finished(
    pieces: int, published: int, reached: int
) -> None:
    at = set_up("mensch", 2, 0, pieces)
    lap, last = at.board.lap, at.board.last
    reserve = [(0,) * n for n in range(pieces + 1)]
    places = [r + out for r in reserve for out in combinations(range(1, last + 1), pieces - len(r))]
    rings = [[{at.board.field(seat, step) for step in place if 0 < step <= lap} for place in places] for seat in (0, 2)]
    arrangements = sum(own.isdisjoint(other) for own in rings[0] for other in rings[1])
    assert arrangements - 1 == published
    with_a_winner = 2 * (len(places) - 1)
    assert len(solved("mensch", pieces).keys) == reached < published - with_a_winner


# --- each value follows from those one throw later ------------------------------------


def value_by_game(solution: Solution, game: Game, seat: int) -> float:
    """The chance of a seat: looked up between throws, else the best of what the deciding seat can do."""
    if game.outcome is not None:
        return float(seat in game.outcome.winner)
    if game.node != "move":
        value = solution.value(game)
        return value if game.seat == seat else 1 - value
    assert game.seat == seat
    return max(value_after(solution, game, move, seat) for move in game.legal_moves)


def value_after(solution: Solution, game: Game, move: object, seat: int) -> float:
    game.push(move)  # type: ignore[arg-type]
    value = value_by_game(solution, game, seat)
    game.pop()
    return value


def value_of_throwing(solution: Solution, game: Game) -> float:
    dice = game.table.rules.dice
    total = 0.0
    for faces in product(dice.faces, repeat=dice.count):
        fresh = Game.from_position(game.position())
        fresh.throw(*faces)
        total += value_by_game(solution, fresh, game.seat)
    return total / len(dice.faces) ** dice.count


@pytest.mark.parametrize(
    ("book", "games"), [("mensch", 6), ("ludo", 4), ("parcheesi", 3), ("pachisi-modern", 4), ("pachisi-classic", 1)]
)
def test_values_follow_from_the_values_one_throw_later(book: str, games: int) -> None:
    single = {"two_colours": False} if book == "pachisi-modern" else {}
    solution, lots = solved(book, **single), random.Random(book)
    seats = set()
    for seed in range(games):
        game = Game(book, players=2, pieces=1, seed=seed, **single)
        while game.outcome is None:
            if game.node == "move":
                values = solution.values_of(game)
                assert values[game.legal_moves.index(solution.best(game))] == max(values)  # type: ignore[arg-type]
                assert values == pytest.approx([value_after(solution, game, m, game.seat) for m in game.legal_moves])
                game.push(lots.choice(game.legal_moves))
                continue
            if lots.random() < 0.2:
                ways = [value_of_throwing(solution, game), *solution.values_of(game)]
                assert solution.value(game) == pytest.approx(max(ways), abs=4 * solution.error)
                seats.add(game.seat)
            game.throw()
    assert seats == {0, 2}


@pytest.mark.long
@pytest.mark.parametrize(("book", "pieces"), [("mensch", 1), ("mensch", 2), ("parcheesi", 1), ("pachisi-classic", 1)])
def test_best_play_of_both_wins_as_often_as_the_values_say(book: str, pieces: int) -> None:
    solution, at = solved(book, pieces), set_up(book, 2, 0, pieces)
    assert check_values(at, solution, 1000).chance > 0.001
    wrong = replace(solution, values=solution.values * 0.9)  # the best moves are hardly others
    assert check_values(at, wrong, 1000).chance < 1e-6


def test_a_command_holds_its_values_against_games() -> None:
    asked = ["lab", "solve", "mensch", "--pieces", "1", "--check", "50"]
    told = CliRunner().invoke(main, asked, catch_exceptions=False).stdout.replace("\n", " ")
    assert "From 40 random positions, perfect play won 2,000 games as often as their values say (chi-square, p = " in told
    found = json.loads(CliRunner().invoke(main, [*asked, "--json"], catch_exceptions=False).stdout)
    assert found["check"].keys() == {"positions", "games", "chance"}


# --- what tells positions apart -------------------------------------------------------


def futures(at: Table, most: int) -> dict[int, set[tuple[frozenset[tuple[int, int]], ...]]]:
    """By key, for states that differ in a byte: where each throw can lead. At most so many states from the start on."""
    books, works, room = plain(lower(at.rules)), plain(kernel.room(SMALL)), make_room(SMALL)
    throws = [(kernel.THROW, outcome) for outcome, _ in throws_of(books[0]["faces"], int(books[0]["outcomes"]))]
    start = plain(table(SMALL.state, 1))
    kernel.act(books, start, 0, kernel.BEGIN, 0, works)
    found: dict[int, set[tuple[frozenset[tuple[int, int]], ...]]] = {}
    seen, waiting = set(), [start]
    while waiting and len(seen) < most:
        state = waiting.pop()
        state["turn"] = state["news"] = 0
        if state.tobytes() in seen:
            continue
        seen.add(state.tobytes())
        future = []
        for verb, what in [*throws, *([(kernel.PLAY, STOP_CODE)] if state[0]["node"] == OFFER else [])]:
            count = leaves_after(books, state, verb, what, room, works)
            future.append(frozenset(zip(room.keys[:count].tolist(), room.other[:count].tolist(), strict=True)))
            waiting += [room.leaves[k : k + 1].copy() for k in range(count) if room.keys[k] >= 0]
        found.setdefault(int(key_at(books, state)), set()).add(tuple(future))
    return found


COLLECTED = 'base = "eile-mit-weile"\nturn = { again_faces = [5, 6] }\n'


@pytest.mark.parametrize("book", [*BOOKS, "collected"])
def test_positions_with_one_key_have_the_same_future(book: str, tmp_path: Path) -> None:
    if book == "collected":  # which numbers are open, the count of throws does not say
        (tmp_path / "mine.toml").write_text(COLLECTED)
        book = str(tmp_path / "mine.toml")
    at = set_up(book, 2, 0, 1)
    if counted(at.rules):
        with pytest.raises(RuleError, match="cannot be solved"):
            search(at, silent)
        return
    found = futures(at, 3000)
    assert len(found) < 3000  # states share keys
    assert {key for key, ways in found.items() if len(ways) > 1} == set()


def test_every_field_of_a_state_tells_positions_apart_or_is_known_not_to() -> None:
    trees = (ast.walk(ast.parse(inspect.getsource(part.py_func))) for part in (states.key_of, states.rest_of))
    told = {n.attr for tree in trees for n in tree if isinstance(n, ast.Attribute) and getattr(n.value, "id", "") == "s"}
    follow_from_others, past = {"crowd", "walls"}, {"turn", "news", "faces", "form"}
    assert told | follow_from_others | past == set(FIELDS)


def test_what_a_key_leaves_out_must_not_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    rest_at = states.rest_at
    monkeypatch.setattr("pachisi.lab.search.rest_at", lambda start: rest_at(start) ^ 1)
    with pytest.raises(RuleError, match="ludo: more is remembered from throw to throw than a solution keeps apart"):
        search(set_up("ludo", 2, 0, 1), silent)


# --- bounds ---------------------------------------------------------------------------


def graph(*ways: list[tuple[int, bool, bool]], offer: bool = False) -> Graph:
    """One position; a throw is a list of (position, other player, last way of the throw)."""
    flat = [way for throw in ways for way in throw]
    packed = np.array([number << 2 | other << 1 | last for number, other, last in flat], np.uint32)
    throws = len(ways) - offer
    return Graph(np.array([0, offer]), np.array([0, 0, len(flat)]), packed, np.ones(throws))


def test_bounds_enclose_the_exact_value() -> None:
    wins, turns = [(0, False, True)], [(1, True, True)]
    bounds, _ = close_in(graph(wins, *[turns] * 5), 1e-12, silent)
    low, high = map(Fraction, map(float, bounds[1]))
    assert low < Fraction(6, 11) < high
    assert high - low <= 1e-12


def test_the_best_end_of_a_throw_counts() -> None:
    loses, either = [(0, True, True)], [(0, True, False), (0, False, True)]
    bounds, _ = close_in(graph(loses, either), 1e-12, silent)
    assert bounds[1].mean() == pytest.approx(0.5)


def test_a_game_that_both_can_keep_going_for_ever_leaves_the_bounds_apart() -> None:
    loses, stops = [(0, True, True)], [(1, True, True)]
    bounds, _ = close_in(graph(loses, stops, offer=True), 1e-12, silent)
    assert tuple(bounds[1]) == (0.0, 1.0)


def test_the_interpreter_finds_the_same_positions() -> None:
    """The graph, byte for byte, of a game small enough to be interpreted."""
    code = "from tests.test_solve import *; g = small_graph(); print(len(g.keys), hash_of(g))"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parent.parent)}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    found = small_graph()
    assert told.split() == [str(len(found.keys)), hash_of(found)]


def small_graph() -> Graph:
    return search(set_up("mensch", 2, 0, 1), silent)


def hash_of(found: Graph) -> str:
    return sha256(found.keys.tobytes() + found.first.tobytes() + found.edges.tobytes()).hexdigest()


# --- files and refusals ---------------------------------------------------------------


def test_a_solution_is_read_as_it_was_written(tmp_path: Path) -> None:
    solution = solved("mensch")
    solution.save(tmp_path / "mensch.npz")
    again = Solution.load(tmp_path / "mensch.npz")
    assert again.summary() == solution.summary()
    assert np.array_equal(again.keys, solution.keys)
    assert np.array_equal(again.values, solution.values)
    game = Game("mensch", players=2, pieces=1, first=2)
    assert again.value(game) == solution.first


def test_what_is_no_solution_is_refused(tmp_path: Path) -> None:
    for content in (b"", b"PK\x03\x04 torn", b"words"):
        (tmp_path / "file.npz").write_bytes(content)
        with pytest.raises(NotationError, match=r"file\.npz is not a solution"):
            Solution.load(tmp_path / "file.npz")
    np.savez(tmp_path / "other.npz", keys=np.zeros(1))
    with pytest.raises(NotationError, match=r"other\.npz is not a solution"):
        Solution.load(tmp_path / "other.npz")


def test_a_game_by_other_rules_is_refused() -> None:
    for other in (Game("ludo", players=2, pieces=1), Game("mensch", players=2, pieces=1, may_pass=True)):
        with pytest.raises(RuleError, match="other rules"):
            solved("mensch").value(other)


def test_a_position_that_no_game_reaches_is_refused() -> None:
    where = {"rulebook": "mensch", "players": 2, "options": {"pieces": 1}, "seat": 0}
    game = Game.from_position({**where, "pieces": [[0], None, [0], None]})
    with pytest.raises(NotationError, match="No game from the start"):
        solved("mensch").value(game)


def test_a_finished_game_has_no_value() -> None:
    solution, game = solved("mensch"), Game("mensch", players=2, pieces=1, seed=3)
    play(solution, game)
    with pytest.raises(IllegalMove, match="over"):
        solution.value(game)


def test_a_game_that_has_not_begun_has_no_value() -> None:
    with pytest.raises(IllegalMove, match="Who begins"):
        solved("mensch").value(Game("mensch", players=2, pieces=1, first="high_roll"))


def test_too_many_positions_and_players_are_refused() -> None:
    with pytest.raises(RuleError, match=r"4 pieces a colour has about .*e\+10 positions.*GiB"):
        solve(set_up("mensch", 2))
    with pytest.raises(RuleError, match=r"2 pieces a colour has about .*e\+11 positions"):
        solve(set_up("mensch", 2, 0, 2, {"two_person": True}))
    with pytest.raises(RuleError, match="only games of two players are solved, not of 3"):
        solve(set_up("mensch", 3, 0, 1))


# --- the page -------------------------------------------------------------------------


def test_what_the_page_of_solved_games_shows_in_python_runs() -> None:
    for block in blocks("docs/solved.md"):
        if block.kind == "python":
            exec(block.text, {})


@pytest.mark.long
def test_the_page_of_solved_games_shows_what_its_commands_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "89")
    for block in blocks("docs/solved.md"):
        if block.kind == "console":
            run_commands(block, "docs/solved.md")


@pytest.mark.long
@pytest.mark.parametrize(("asked", "percent", "error", "widest", "positions"), ROWS)
def test_a_row_of_the_page_is_what_its_command_prints(
    asked: str, percent: str, error: str, widest: str, positions: str
) -> None:
    told = CliRunner().invoke(main, ["lab", "solve", *asked.split()], catch_exceptions=False).stdout.replace("\n", " ")
    assert f"the first player wins {percent} %. {positions} positions between throws" in told
    assert f"proven error {error} points, at most {widest} in any position" in told


def test_values_of_a_table_that_is_not_solved_side_by_side_are_kept_in_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Known before the work begins, also where three pieces ask for a folder first."""
    asked = ["lab", "solve", "mensch", "--pieces", "3", "--option", "barriers", "--out"]
    (tmp_path / "old.npz").write_text("an older result")
    monkeypatch.setattr("pachisi.lab.solve.solve", lambda *_, **__: solve(set_up("mensch", 2, pieces=1), gap=0.5))
    for name in ("new.npz", "old.npz"):
        assert CliRunner().invoke(main, [*asked, str(tmp_path / name)]).exit_code == 0
        assert Solution.load(tmp_path / name).positions == 1607
    monkeypatch.setattr("pachisi.lab.solve.solve", lambda *_, **__: 1 / 0)
    (tmp_path / "folder").mkdir()
    refused = CliRunner().invoke(main, [*asked, str(tmp_path / "folder")])
    assert refused.exit_code
    assert "is a directory" in refused.output


def test_no_more_positions_are_numbered_than_an_edge_can_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pachisi.lab.search.MOST_NUMBERS", 2 * BLOCK + 500)
    with pytest.raises(RuleError, match=r"has more than [\d,]+ positions"):
        solve(set_up("mensch", 2, pieces=1))


def test_tiles_that_a_sweep_leaves_alone_count_in_the_proven_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be as wide as what counts as settled, whatever the last sweep saw."""
    gap, asked, found = 1000, [], [(1200, True), (100, True)]

    def sweep(tasks: Any, waves: Any, rest: int) -> tuple[int, bool]:
        asked.append((tasks, waves, rest))
        return found.pop(0)

    monkeypatch.setattr("pachisi.lab.matrix_solution.plan_waves", lambda *_: (["here", "there"], ["wave"]))
    shop = SimpleNamespace(
        side=None, tile=1, wave=1, blocks={}, new_block=lambda *pair: None, bounds=lambda home: (home, home + 1),
        task=lambda i, j, order: (i, j, order), sweep=sweep, finish=lambda i, j, widest: widest,
    )  # fmt: skip
    sweeps, widest = settle(cast("Workshop", shop), 0, 1, gap, silent)
    assert sweeps == 2
    assert asked == [([(0, 1, "here"), (1, 0, "there")], ["wave"], 500)] * 2
    assert widest == {(0, 1): 500, (1, 0): 500}
