"""Puzzles: made, kept, posed and explained."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi import RuleError
from pachisi.cli.main import main
from pachisi.desk.puzzle_maker import SURE, Maker, lead
from pachisi.desk.puzzles import (
    SHIPPED,
    Puzzle,
    file_of,
    list_kinds,
    of_the_day,
    read_file,
    read_puzzles,
    write_puzzles,
)
from pachisi.desk.scouts import Scout
from pachisi.desk.solvers import REMEMBERED, Solver, fitting, read_solver
from pachisi.notation import read_position
from pachisi.rulebooks import BOOKS
from pachisi.table import set_up
from pachisi.terminal.look import Look
from pachisi.terminal.puzzle import pose
from pachisi.words import LANGUAGES
from pachisi.words.voice import Voice

CAPTURE = Puzzle("mensch 2 | 0,0,10,20 - 0,0,0,33 - | 0 | 3", "3: 0/10-13 x2/33", 0.05, 0.25)


def test_a_position_becomes_a_puzzle_if_the_rollout_is_sure() -> None:
    game = read_position(CAPTURE.position)
    maker = Maker(set_up("mensch", 2), games=480)
    found = maker.check(game, CAPTURE.position)
    assert found is not None
    assert found.best == CAPTURE.best
    assert found.margin >= SURE
    assert 0 < found.missed <= 1
    alike = "mensch 2 | 0,0,2,30 - 0,0,0,1 - | 0 | 2"
    assert Maker(set_up("mensch", 2), games=48).check(read_position(alike), alike) is None


def test_candidates_have_a_leading_move_that_somebody_simpler_misses() -> None:
    maker = Maker(set_up("mensch", 2))
    found = [game for seed in range(8) for game in maker.candidates(seed)]
    assert found
    for game in found:
        best = lead(game, maker.judge)
        assert best is not None
        assert any(maker.misses(game, best))
        assert best in maker.glance(game, best) or not maker.glance(game, best)


def test_the_same_seed_finds_the_same_candidates_apart_from_each_other() -> None:
    one, other = (Scout(set_up("ludo", 4), "master", 0.03, apart) for apart in (1, 12))
    games = [scout.look_through(seed) for scout in (one, other) for seed in (1, 2, 3)]
    assert one.look_through(2) == games[1]
    assert sum(map(len, games[:3])) > sum(map(len, games[3:])) > 0
    strict = Scout(set_up("ludo", 4), "master", 0.06, 1)
    assert set(strict.look_through(2)) < set(games[1])


def test_puzzles_are_kept_easiest_first_and_the_same_puzzles_give_the_same_bytes(tmp_path: Path) -> None:
    hard = Puzzle(CAPTURE.position, CAPTURE.best, 0.02, 0.9)
    one, two = tmp_path / "one.json.gz", tmp_path / "two.json.gz"
    write_puzzles([hard, CAPTURE], one)
    write_puzzles([CAPTURE, hard], two)
    assert read_file(one) == [CAPTURE, hard]
    assert one.read_bytes() == two.read_bytes()
    one.write_bytes(b"nothing")
    with pytest.raises(RuleError, match="no file of puzzles"):
        read_file(one)


def test_every_day_has_its_puzzle_and_none_is_left_out() -> None:
    puzzles = [Puzzle(CAPTURE.position, CAPTURE.best, 0.02, n / 7) for n in range(7)]
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(n) for n in range(7)]
    assert {of_the_day(puzzles, day) for day in days} == set(puzzles)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_is_judged_and_explained(lang: str) -> None:
    game, voice = read_position(CAPTURE.position), Voice(lang)
    right = [str(move) for move in game.legal_moves].index(CAPTURE.best) + 1
    answers = iter([str(right), str(3 - right), "", "q"])
    said: list[str] = []
    assert pose([CAPTURE] * 4, voice, Look(), lambda: next(answers), said.append) == 1
    text = " ".join(said)
    assert text.count(voice("puzzle.right")) == 1
    assert max(map(len, said)) < 80
    assert text.count("33") >= 3


def test_what_is_no_answer_is_asked_again_and_costs_nothing() -> None:
    answers, said, rated = iter(["7", "0", "what?", "1", "q"]), [], []
    game = read_position(CAPTURE.position)
    solved = pose([CAPTURE] * 2, Voice("de"), Look(columns=60), lambda: next(answers), said.append, lambda _, right: rated.append(right))
    assert rated == [str(game.legal_moves[0]) == CAPTURE.best]
    assert solved == sum(rated)
    assert sum("Enter zeigt" in line for line in said) == 5
    assert max(map(len, said)) < 60


def test_the_commands_make_and_pose_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path))
    write_puzzles([CAPTURE], tmp_path / "puzzles" / "mensch-2.json.gz")
    assert read_puzzles("mensch", 2) == [CAPTURE]
    told = CliRunner().invoke(main, ["puzzle", "mensch", "--lang", "en"], input="1\n")
    assert told.exit_code == 0, told.output
    assert "clearly the best for Yellow" in told.stdout
    refused = CliRunner().invoke(main, ["puzzle", "ludo", "--players", "3", "--lang", "en"])
    assert (refused.exit_code, "pachisi puzzles make ludo --players 3" in refused.output) == (1, True)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_500_puzzles_for_two_and_for_four_that_can_be_solved(book: str, players: int) -> None:
    puzzles = read_file(file_of(book, players, SHIPPED))
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles) >= 500
    for puzzle in puzzles:
        game = read_position(puzzle.position)
        assert (game.table.book.id, game.table.players) == (book, players)
        assert puzzle.best in map(str, game.legal_moves)
        assert len(game.legal_moves) > 1
        assert puzzle.margin >= SURE


# --- ratings ----------------------------------------------------------------------------------


def test_a_rating_rises_with_what_is_solved_and_falls_with_what_is_not_and_hard_puzzles_weigh_more() -> None:
    easy, hard = (Puzzle(CAPTURE.position, CAPTURE.best, 0.05, missed) for missed in (0.2, 0.8))
    new = Solver()
    assert new.rating == 1500
    assert new.after(hard, True).rating > new.after(easy, True).rating > 1500
    assert new.after(easy, False).rating < new.after(hard, False).rating < 1500
    assert (new.after(easy, True).tried, new.after(easy, True).solved, new.after(easy, False).solved) == (1, 1, 0)
    assert new.after(easy, True).sigma < new.sigma


def test_the_next_puzzle_fits_the_solver_and_stays_until_it_is_answered() -> None:
    puzzles = [Puzzle(f"{CAPTURE.position} turn={n}", CAPTURE.best, 0.02, n / 200) for n in range(1, 200)]
    good, weak = Solver(mu=32), Solver(mu=18)
    assert fitting(puzzles, good, "ada") == fitting(puzzles, good, "ada")
    assert fitting(puzzles, good, "ada").missed > 0.7
    assert fitting(puzzles, weak, "ada").missed < 0.3
    assert len({fitting(puzzles, replace(good, tried=n), "ada") for n in range(30)}) > 10


def test_nobody_gets_a_puzzle_again_before_many_others() -> None:
    puzzles, ada = read_puzzles("mensch", 2), Solver()
    posed = []
    for n in range(REMEMBERED + 30):
        posed.append(fitting(puzzles, ada, "ada").name)
        ada = ada.after(fitting(puzzles, ada, "ada"), n % 2 == 0)
    assert all(name not in posed[max(0, n - REMEMBERED) : n] for n, name in enumerate(posed))
    few = puzzles[:3]
    assert fitting(few, ada, "ada") in few
    assert fitting(few, replace(ada, seen=tuple(one.name for one in few)), "ada") in few


def test_the_terminal_poses_puzzles_that_fit_and_does_not_begin_with_the_same_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path))
    for _ in range(2):
        CliRunner().invoke(main, ["puzzle", "mensch", "--endless"], input="1\n1\nq\n")
    ada = read_solver()
    assert ada.tried == len(set(ada.seen)) == 4


def test_puzzles_of_no_book_are_refused_as_elsewhere() -> None:
    with pytest.raises(RuleError, match="There is no rulebook 'menscht'; did you mean 'mensch'"):
        read_puzzles("menscht", 2)
    with pytest.raises(RuleError, match="no puzzles for 3 players of mensch; make some with"):
        read_puzzles("mensch", 3)


def test_the_terminal_rates_every_answer_but_the_puzzle_of_the_day_only_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path))
    write_puzzles([CAPTURE], tmp_path / "puzzles" / "mensch-2.json.gz")
    told = [CliRunner().invoke(main, ["puzzle", "mensch", *words], input="1\n").output for words in ([], [], ["--endless"])]
    assert ["Your rating: " in one for one in told] == [True, False, True]
    assert read_solver().tried == 2
    assert ("mensch", 2) in list_kinds()


def test_puzzles_can_be_made_in_pieces_and_joined(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = iter([CAPTURE, replace(CAPTURE, position=f"{CAPTURE.position} turn=9")])
    monkeypatch.setattr(Maker, "make", lambda self, done=None, known=(): (one for one in made if one.position not in known))
    path = tmp_path / "some.json.gz"
    for words in ([], ["--more", "--seed", "2"]):
        done = CliRunner().invoke(main, ["puzzles", "make", "mensch", "--players", "2", "--count", "1", "--out", str(path), *words])
        assert done.exit_code == 0, done.output
    assert len(read_file(path)) == 2
    joined = CliRunner().invoke(main, ["puzzles", "join", str(tmp_path / "all.json.gz"), str(path), str(path)])
    assert joined.output.startswith("2 puzzles are in ")


def test_puzzles_can_be_doubted_and_those_that_fall_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "some.json.gz"
    other = next(str(move) for move in read_position(CAPTURE.position).legal_moves if str(move) != CAPTURE.best)
    write_puzzles([CAPTURE, replace(CAPTURE, best=other)], path)
    doubted = ["puzzles", "check", str(path), "--games", "240", "--throws", "12", "--cores", "1"]
    told = CliRunner().invoke(main, doubted)
    assert told.exit_code == 0, told.output
    assert told.output.splitlines()[0] == "2 of 2 puzzles in some.json.gz:"
    assert f"not: {CAPTURE.position}" in told.output
    assert len(read_file(path)) == 2
    CliRunner().invoke(main, [*doubted, "--drop"])
    assert read_file(path) == [CAPTURE]
