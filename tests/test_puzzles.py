"""Puzzles: made, kept, posed and explained."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi import RuleError
from pachisi.cli.main import main
from pachisi.desk.puzzle_maker import MARGIN, Maker
from pachisi.desk.puzzles import SHIPPED, Puzzle, of_the_day, read_file, read_puzzles, write_puzzles
from pachisi.notation import read_position
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
    assert found.margin >= MARGIN / 2
    assert 0 < found.missed <= 1
    alike = "mensch 2 | 0,0,2,30 - 0,0,0,1 - | 0 | 2"
    assert Maker(set_up("mensch", 2), games=48).check(read_position(alike), alike) is None


def test_candidates_have_a_leading_move_that_somebody_simpler_misses() -> None:
    game = next(Maker(set_up("mensch", 2)).candidates(5))
    assert game.node == "move"
    assert len(game.legal_moves) > 1


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
    assert text.count("33") >= 3


def test_the_commands_make_and_pose_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACHISI_DATA", str(tmp_path))
    write_puzzles([CAPTURE], tmp_path / "puzzles" / "mensch-2.json.gz")
    assert read_puzzles("mensch", 2) == [CAPTURE]
    told = CliRunner().invoke(main, ["puzzle", "mensch", "--lang", "en"], input="1\n")
    assert told.exit_code == 0, told.output
    assert "clearly the best for Yellow" in told.stdout
    refused = CliRunner().invoke(main, ["puzzle", "ludo", "--players", "3", "--lang", "en"])
    assert (refused.exit_code, "pachisi puzzles make ludo --players 3" in refused.output) == (1, True)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json.gz")), ids=lambda path: path.name)
def test_shipped_puzzles_can_be_solved(path: Path) -> None:
    puzzles = read_file(path)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles) >= 50
    for puzzle in puzzles:
        game = read_position(puzzle.position)
        assert puzzle.best in map(str, game.legal_moves)
        assert len(game.legal_moves) > 1
        assert puzzle.margin >= MARGIN / 2
