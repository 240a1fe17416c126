"""A study in parts, joined, is the study in one piece, to the last bit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi import RuleError
from pachisi.cli.main import main
from pachisi.lab import Compare, Heat, Length, Options, SeatShares, Study, Trial
from pachisi.table import set_up

STUDY = ["lab", "length", "mensch", "--players", "2", "--games", "2500", "--seed", "5"]


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_parts_join_to_the_same_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for part in ("2/3", "1/3", "3/3"):
        told = run(*STUDY, "--part", part)
        assert re.fullmatch(rf"Part {part} is in length-mensch-[0-9a-f]{{6}}-{part.replace('/', '-')}\.npz\.\n", told)
    files = sorted(map(str, Path().glob("*.npz")))
    joined = json.loads(run("lab", "join", *files, "--json"))
    assert joined == json.loads(run(*STUDY, "--json"))
    lacking = CliRunner().invoke(main, ["lab", "join", *files[:2]])
    assert lacking.output == "To join a study of 3 parts, name each of them once; here are 1/3, 2/3.\n"


def test_squares_are_counted_in_parts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    study = ["lab", "heat", "mensch", "--players", "2", "--games", "200"]
    for part in ("1/3", "2/3", "3/3"):
        run(*study, "--part", part)
    files = sorted(map(str, Path().glob("heat-mensch-*.npz")))
    assert json.loads(run("lab", "join", *files, "--json")) == json.loads(run(*study, "--json"))


def test_parts_of_different_studies_lie_in_different_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ((), ("--seed", "6"), ("--option", "barriers"), ("--players", "3"), ("--games", "2400"), ("--bots", "random"))
    assert len({run(*STUDY, *other, "--part", "1/100") for other in asked}) == len(list(Path().iterdir())) == len(asked)


def test_what_cannot_be_cut_is_refused_before_the_first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pachisi.simulation.blocks", lambda *_, **__: pytest.fail("a game is played"))
    monkeypatch.setattr("pachisi.simulation.heat", lambda *_, **__: pytest.fail("a game is played"))
    run("new", "mine.toml", "--base", "mensch")
    where = "give --json and --plot to `pachisi lab join`"
    for words, sentence in (
        (["lab", "heat", "mensch", "--part", "1/21"], "Squares are counted in 20 batches of games, so there are 20 parts at most, not 21."),
        (["lab", "length", "mine.toml", "--part", "1/2"], "A study in parts is of books on the shelf"),
        ([*STUDY, "--part", "4/3"], "'4/3' is not a part; 3/10 is the third of ten."),
        ([*STUDY, "--part", "1/2", "--json"], where),
        ([*STUDY, "--part", "1/2", "--plot", "x.svg"], where),
    ):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 1, result.output
        assert sentence in result.output


def test_a_part_that_cannot_be_written_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pachisi.lab.parts.name_part", lambda *_: Path("nowhere/part.npz"))
    monkeypatch.setattr("pachisi.simulation.blocks", lambda *_, **__: pytest.fail("a game is played"))
    assert "there is no folder nowhere" in CliRunner().invoke(main, [*STUDY, "--part", "1/2"]).output


def test_the_sums_do_not_depend_on_how_games_were_shared_out() -> None:
    one, other = (Length([set_up("mensch", 2)], Trial(2500, seed=5, cores=cores)) for cores in (1, 2))
    assert one.tallies[0].sums == other.tallies[0].sums


def test_a_study_is_a_frame_and_a_plot() -> None:
    study = Length([set_up("mensch", 2)], Trial(100, seed=5))
    frame = study.frame("pandas")
    (row,) = study.rows()
    assert frame["throws_mean"][0] == row["throws"]["mean"].value
    assert frame["throws_mean_low"][0] < frame["throws_mean"][0] < frame["throws_mean_high"][0]
    assert study.frame("polars").shape == study.frame("arrow").shape == frame.shape
    assert study.plot().axes


@pytest.mark.parametrize("kind", [Compare, Heat, Options, SeatShares])
def test_every_study_is_a_frame_of_plain_numbers_and_words(kind: type[Study]) -> None:
    study = kind([set_up("pachisi-classic", 2, pieces=1)], Trial(40, bots=("greedy",), seed=5))
    frame = study.frame("pandas")
    assert len(frame) == len(study.rows()) > 0
    words = [name for name in frame if frame[name].dtype.kind not in "iufb"]
    assert set(words) <= {"book", "square", "spot", "rule", "against"}
    assert not any("(" in cell for name in words for cell in frame[name] if name != "spot")
    assert study.frame("polars").shape == study.frame("arrow").shape == frame.shape


def test_a_book_will_do_for_its_table_and_what_is_no_table_is_refused() -> None:
    study = Length("mensch", Trial(100, seed=5))
    assert repr(study) == str(Length([set_up("mensch", 4)], Trial(100, seed=5)))
    with pytest.raises(RuleError, match="A study needs a table; `set_up` makes one"):
        Length([], Trial(100))
    with pytest.raises(RuleError, match="This study is of one table, not of 2"):
        Heat(["mensch", "ludo"], Trial(100))
    with pytest.raises(RuleError, match="There is no rulebook 'menscht'"):
        Compare(["mensch", "menscht"], Trial(100))


def test_a_notebook_shows_the_hot_squares() -> None:
    assert Heat("mensch", Trial(40, seed=5))._repr_svg_().startswith("<svg")


def test_shares_and_effects_have_columns_of_their_own() -> None:
    shares = SeatShares([set_up("mensch", players) for players in (2, 3)], Trial(300, seed=5))
    frame = shares.frame("pandas")
    assert frame["order_opens"][0] == shares.rows()[0]["order"].wins[0].value
    assert frame["seats_yellow_low"][1] < frame["seats_yellow"][1] < frame["seats_yellow_high"][1]
    assert frame["seats_green"].isna().tolist() == [True, False]
    options = Options([set_up("pachisi-classic", 2, pieces=1)], Trial(40, bots=("greedy",), seed=5))
    row = options.frame("pandas").iloc[1]
    assert row["effects_throws_difference_low"] <= row["effects_throws_difference"] <= row["effects_throws_difference_high"]
    assert 0 <= row["effects_throws_p"] <= 1
