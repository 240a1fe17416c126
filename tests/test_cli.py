"""The command line: commands in a runner, and whole games in a real terminal."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from pachisi import Game
from pachisi.bots import BOTS
from pachisi.clauses import load_text
from pachisi.cli.main import COMMANDS, main
from pachisi.drawing import draw_board, draw_position
from pachisi.notation import parse_move, read_position
from pachisi.record import parse_record, write_record
from pachisi.rulebooks import BOOKS, load
from pachisi.rulebooks.reading import CHAPTERS
from pachisi.table import set_up
from pachisi.terminal.look import bare
from pachisi.words import LANGUAGES

ROOT = Path(__file__).parent.parent
TURNS = "\n1\n" * 3000
POSITION = "mensch 4 | 0,0,1,6 0,0,0,1 0,0,0,1 0,0,0,44 | 1 | 5"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Every test has its own data folder and speaks English."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args, given="", code=0):
    result = CliRunner().invoke(main, args, input=given, prog_name="pachisi")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def refused(*args, code=1):
    """The one line on stderr with which a command refuses."""
    result = run(*args, code=code)
    assert result.stdout == ""
    if code == 1:
        assert result.stderr.count("\n") == 1
    return result.stderr


# --- help -----------------------------------------------------------------------------


def test_pachisi_alone_shows_help():
    shown = run().stdout
    assert shown == run("--help").stdout
    for command in ("play", "rules", "check", "books", "show", "board", "advise"):
        assert f"  {command} " in shown


def test_help_does_not_load_the_compiler():
    code = "import sys; from pachisi.cli import main; main(['--help'], standalone_mode=False); assert 'numba' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60).returncode == 0


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(command):
    assert run(command, "--help").stdout.startswith(f"Usage: pachisi {command} ")


# --- rules, books, board, check ---------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_rules_prints_the_sheet_of_every_book(book, lang):
    shown = run("rules", book, "--lang", lang).stdout
    assert shown.startswith(load(book).name[lang] + "\n=")
    assert max(map(len, shown.splitlines())) <= 88


def test_rules_follow_the_table():
    plain = run("rules", "mensch").stdout
    chosen = run("rules", "mensch", "--option", "barriers", "--players", "3", "--pieces", "2").stdout
    assert "V5" in chosen
    assert "V5" not in plain
    assert "3 players" in chosen


def test_options_that_do_nothing_are_told_on_stderr():
    result = run("rules", "mensch", "--option", "duty_order=enter_first")
    assert result.stderr == "duty_order does nothing here: it needs capture_duty = 'penalty' or 'strict'.\n"


def test_the_language_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert "4 Spieler." in run("rules", "mensch").stdout
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert "players" in run("rules", "mensch").stdout


OPTIONS = [
    ("mensch", "barriers", {"barriers": True}),
    ("mensch", "barriers=on", {"barriers": True}),
    ("mensch", "barriers=off", {}),
    ("mensch", "capture_duty=strict", {"capture_duty": "strict"}),
    ("mensch", "start_on_A=0", {"start_on_A": 0}),
    ("pachisi-modern", "track=48", {"track": 48}),
    ("parcheesi", "blockade_may_march=off", {"blockade_may_march": False}),
]


@pytest.mark.parametrize(("book", "text", "options"), OPTIONS)
def test_options_are_typed_by_the_book(book, text, options, home):
    run("play", book, "--option", text, "--save", "kept.game", given="\n")
    assert parse_record(Path("kept.game").read_text()).game.table.options == options


REFUSALS = [
    (("rules", "menschh"), "There is no rulebook 'menschh'; did you mean 'mensch'?"),
    (("rules", "mensch", "--option", "barrier"), "mensch has no option 'barrier'; did you mean 'barriers'?"),
    (
        ("rules", "mensch", "--option", "barriers=maybe"),
        "mensch: barriers = 'maybe' is not offered; choose one of off, on.",
    ),
    (("rules", "mensch", "--option", "capture_duty"), "mensch: capture_duty = on is not offered"),
    (("rules", "mensch", "--option", "=1"), "mensch has no option ''"),
    (("rules", "mensch", "--option", "start_on_A=" + "9" * 5000), "start_on_A"),
    (("rules", "pachisi-modern", "--option", "track=41"), "choose one of 40, 48"),
    (("rules", "pachisi-modern", "--option", "teams", "--players", "3"), "teams"),
    (("rules", "mensch", "--players", "7"), "2, 3, 4, 5 or 6 can play"),
    (("rules", "mensch", "--pieces", "0"), "1 to 4 pieces"),
    (("play", "mensch", "--first", "7"), "choose one of 0, 1, 2, 3, 'high_roll' or 'book'"),
    (("play", "nothing.toml"), "cannot be read: No such file or directory"),
    (("play", "."), "There is no rulebook '.'"),
    (("play", "--resume"), "There is no unfinished game"),
    (("play", "--resume", "missing.game"), "missing.game cannot be read"),
    (("show", "missing.game"), "cannot be read"),
    (("show", "."), "cannot be read"),
    (("board", "chess"), "There is no rulebook 'chess'"),
    (("board", "mensch 4 | 0,0,1,99 - - - | 0"), "Position"),
    (("play", "mensch", "--save", "nowhere/my.game"), "nowhere/my.game: there is no folder nowhere; create it first."),
    (
        ("board", "mensch", "--out", "nowhere/board.svg"),
        "nowhere/board.svg: there is no folder nowhere; create it first.",
    ),
    (("check", "mensch"), "must end in .toml"),
    (("check", "missing.toml"), "cannot be read"),
]


@pytest.mark.parametrize(("args", "sentence"), REFUSALS)
def test_what_cannot_be_is_refused_in_one_line(args, sentence):
    assert sentence in refused(*args)


MISUSES = [
    ("fly",),
    ("rules",),
    ("rules", "mensch", "--lang", "la"),
    ("rules", "mensch", "--players", "many"),
    ("rules", "mensch", "--option", "barriers", "--option", "barriers=off"),
    ("board", POSITION, "--players", "2"),
    ("board", "mensch", "--svg", "--json"),
    ("play", "mensch", "--seed", "-1"),
    ("play", "mensch", "--seed", str(2**64)),
    ("play", "mensch", "--first", "me"),
    ("play", "mensch", "--seat", "9=person"),
    ("play", "mensch", "--seat", "0=god"),
    ("play", "mensch", "--seat", "person"),
    ("play", "mensch", "--players", "2", "--seat", "1=person"),
    ("play", "mensch", "--resume", "x.game"),
    ("play", "--resume", "x.game", "--seed", "0"),
    ("show",),
    ("check", "a.toml", "b.toml"),
]


@pytest.mark.parametrize("args", MISUSES)
def test_misuse_exits_with_2(args):
    assert "Usage: pachisi" in refused(*args, code=2)


@pytest.mark.parametrize("command", [("lab", "length"), ("simulate",), ("dataset",)])
def test_bots_are_separated_by_commas_and_may_lie_in_folders_with_spaces(command):
    Path("my bots").mkdir()
    Path("my bots/b.py").write_text("def choose(game, moves):\n    return 0\n")
    out = () if command[0] == "lab" else ("--out", "games.parquet")
    run(*command, "mensch", "--players", "2", "--games", "2", "--bots", "greedy, my bots/b.py:choose", *out)


def test_books_lists_every_option_with_its_values():
    for lang in LANGUAGES:
        shown = run("books", "--lang", lang).stdout
        for name in BOOKS:
            assert f"\n{name}: " in shown
            for option in load(name).options.values():
                assert f"  {option.name}=" in shown
        assert "capture_duty=off|penalty|strict" in shown
        assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("book", BOOKS)
def test_board_prints_the_plan_as_text_and_as_json(book):
    shown = run("board", book).stdout
    assert "○" in shown
    assert max(map(len, shown.splitlines())) <= 80
    data = json.loads(run("board", book, "--json").stdout)
    assert len(data["ring"]) in (24, 40, 52, 56, 68)
    assert json.loads(run("board", "pachisi-modern", "--option", "track=72", "--json").stdout)["size"] == 19


def test_board_draws_a_position_as_text_and_as_json():
    shown = run("board", POSITION).stdout
    assert "    Y  yellow    ○   a   ○   ▶  G  green\n" in shown
    assert "   B: Y Y        ○   b   ○     B: G G G\n" in shown
    assert "\n Y   ○   ○   ○   ○   d   ○   ○   ○   ○   ○\n" in shown
    assert "                 Y   c   ○\n" in shown
    assert shown.endswith("Green has thrown 5.\n")
    assert "Grün hat 5 gewürfelt." in run("board", POSITION, "--lang", "de").stdout
    assert json.loads(run("board", POSITION, "--json").stdout)["pieces"][0] == [0, 0, 1, 6]


def test_board_draws_books_and_positions_as_svg(tmp_path):
    assert run("board", "parcheesi", "--svg").stdout == draw_board(set_up("parcheesi")) + "\n"
    drawn = draw_position(read_position(POSITION))
    assert run("board", POSITION, "--svg").stdout == drawn + "\n"
    run("board", POSITION, "--out", str(tmp_path / "position.svg"))
    assert (tmp_path / "position.svg").read_text(encoding="utf-8") == drawn + "\n"
    run("board", POSITION, "--out", str(tmp_path / "position.txt"))
    assert "Green has thrown 5." in (tmp_path / "position.txt").read_text(encoding="utf-8")


def test_a_game_that_is_over_is_drawn_with_its_winner():
    shown = run("board", "mensch 2 pieces=1 | 41 - 3 - | - | over places=0 turn=9").stdout
    assert shown.endswith("Yellow has won!\n")


OWN = """
name = { en = "My own", de = "Mein Spiel" }
base = "mensch"
board = { shape = "closed", arm = 5 }
[options.lively]
label = "More throws"
values.on = { turn.again_faces = [1, 6] }
"""


BARRED_FROM_TRIES = ("pachisi-modern", "parcheesi", "parchis", "eile-mit-weile", "chowka-bhara")  # or they have three


@pytest.mark.parametrize("base", BOOKS)
def test_new_begins_a_rulebook_that_plays_as_its_base(base):
    assert run("new", "own.toml", "--base", base).stdout == "own.toml is ready. Change it, then check it: pachisi check own.toml\n"
    text, rules = Path("own.toml").read_text(encoding="utf-8"), load(base).compose(4, {})
    assert load("own.toml").compose(4, {}) == rules
    assert "own.toml is in order." in run("check", "own.toml").stdout
    chapters = "|".join(CHAPTERS)
    Path("all.toml").write_text(re.sub(rf"^# (({chapters})\.)", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    assert load("all.toml").compose(4, {}) == rules
    Path("house.toml").write_text(re.sub(r"^# (\[options|label|values)", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    name, label = ("home_throws", "A piece that comes home earns another throw") if base in BARRED_FROM_TRIES else ("three_tries", "Three tries")
    assert load("house.toml").options[name].label["en"] == label
    assert set_up("house.toml", options={name: True}).rules != set_up(base).rules


def test_new_speaks_the_language_of_the_player_and_takes_a_file_as_base():
    run("new", "own.toml", "--lang", "de")
    assert Path("own.toml").read_text(encoding="utf-8").startswith("# Dein eigenes Regelbuch. Es spielt sich wie Mensch")
    Path("deeper").mkdir()
    run("new", "deeper/mine.toml", "--base", "own.toml")
    assert load("deeper/mine.toml").base.base.id == "mensch"


def test_new_never_writes_over_a_file():
    run("new", "own.toml")
    assert refused("new", "own.toml") == "own.toml exists already; choose another name for your rulebook.\n"
    assert "must end in .toml" in refused("new", "own.txt")
    assert "There is no rulebook 'menscht'" in refused("new", "other.toml", "--base", "menscht")


def test_check_praises_a_good_rulebook():
    Path("own.toml").write_text(OWN)
    shown = " ".join(run("check", "own.toml").stdout.split())
    assert shown.startswith("own.toml is in order. My own: a closed cross with 48 fields")
    assert "1 × die with the faces 1, 2, 3, 4, 5, 6" in shown
    assert "lively=off|on" in shown
    for lang in LANGUAGES:
        run("check", "own.toml", "--lang", lang)
    for book in BOOKS:
        result = run("check", str(ROOT / f"pachisi/rulebooks/{book}.toml"))
        assert result.stderr == ""


def test_check_notes_a_value_that_nobody_can_choose():
    Path("odd.toml").write_text(OWN + "[options.three]\nvalues.on = { dice.count = 3, dice.use = 'direct' }\n")
    result = run("check", "odd.toml")
    assert "three = on" in result.stderr
    assert "dice.use must be 'each' or 'sum'" in result.stderr


def test_check_lists_everything_that_is_wrong_by_line():
    Path("bad.toml").write_text(
        'bord = {}\nname = 3\nboard = { arn = 3, arm = "x" }\n\n[options.x]\nlable = "X"\n'
        "values.on = { dice.cout = 2, turn.tries = 3, turn.duties = ['fly'] }\nvalues.maybe = {}\n"
    )
    Path("bad.clauses.toml").write_text(CLAUSES[0] + '\n[[clause]]\nid = "X2"\nchapter = "setup"\n')
    listed = run("check", "bad.toml", code=1).stderr.splitlines()
    assert [line.partition(": ")[0] for line in listed] == [
        "bad.toml:1",
        "bad.toml:2",
        "bad.toml:3",
        "bad.toml:3",
        "bad.toml:6",
        "bad.toml:7",
        "bad.toml:7",
        "bad.toml:8",
        "bad.clauses.toml:1",
        "bad.clauses.toml:6",
    ]
    assert "unknown key 'bord'; did you mean 'board'?" in listed[0]
    assert "dice.cout: unknown key; did you mean 'count'?" in listed[5]


def test_check_lists_everything_that_makes_no_sense():
    Path("bad.toml").write_text("turn = { tries = 10 }\ndice = { count = 4 }\nbonus = { home = 99 }\n")
    listed = run("check", "bad.toml", code=1).stderr.splitlines()
    assert [line.partition(": ")[0] for line in listed] == ["bad.toml:1", "bad.toml:1", "bad.toml:2", "bad.toml:3"]
    for sentence in ("1 to 9 throws", "1 to 3 dice", "bonus numbers lie between 0 and 60"):
        assert any(sentence in line for line in listed)


def test_check_lists_what_cannot_be_read_and_what_makes_no_sense_together():
    Path("bad.toml").write_text(
        'base = "mensch"\ndice = { use = "all", count = 7 }\nturn = { tries = "x" }\n\n'
        '[board]\narm = 99\n\n[verdicts]\nentr = "C1"\n'
    )
    assert run("check", "bad.toml", code=1).stderr.splitlines() == [
        "bad.toml:2: bad.dice.use = 'all' is not possible; choose one of each, either, direct, sum.",
        "bad.toml:2: dice.count = 7: 1 to 3 dice can be thrown.",
        "bad.toml:3: bad.turn.tries = 'x' must be a whole number below 10,000.",
        "bad.toml:6: board.arm = 99: an arm is 2 to 8 fields long.",
        "bad.toml:9: bad.verdicts: unknown verdict 'entr'; did you mean 'enter'?",
    ]


def test_check_blames_no_value_that_hangs_on_one_it_cannot_read():
    Path("bad.toml").write_text('board = { shape = "tringle", lane = 6 }\n')
    (only,) = run("check", "bad.toml", code=1).stderr.splitlines()
    assert "tringle" in only


def test_check_says_where_a_file_is_no_toml():
    Path("bad.toml").write_text('name = "X"\nboard = \n')
    assert refused("check", "bad.toml").startswith("bad.toml:2: bad.toml is not valid TOML: Invalid value (at line 2")


def test_check_notes_say_where_they_belong():
    Path("odd.toml").write_text(
        OWN + "\n[options.three]\nvalues.on = { dice.count = 3, dice.use = 'direct' }\n[verdicts]\nenter = 'K77'\n"
    )
    line = OWN.count("\n") + 3
    *_, unplayable, uncited = run("check", "odd.toml").stderr.splitlines()
    assert unplayable.startswith(f"odd.toml:{line}: Note: three = on")
    assert uncited == f"odd.toml:{line + 2}: verdicts.enter cites the clause K77, which is not written; odd.clauses.toml has room for it."


def test_check_notes_what_a_book_cannot_take_over_from_its_base():
    Path("odd.toml").write_text('base = "parcheesi"\nbonus = { capture = 15, home = 5 }\n')
    notes = run("check", "odd.toml").stderr
    assert "bonus_capture is not offered: 25 means bonus.capture = 25, 20 means bonus.capture = 20, and this book has bonus.capture = 15." in notes
    assert "The clauses of parcheesi may not fit bonus.home (left out: B34); write your own in odd.clauses.toml." in notes


ENDLESS = [
    "dice = { faces = [2, 4, 6] }",
    "dice = { faces = [3, 6] }\nentry = { numbers = [3, 6] }",
    "entry = { ready = 4, ready_at = [41, 42, 43, 44] }",
    "turn = { streak = 1, again_faces = [6] }",
    'turn = { streak = 1, streak_of = "number" }',
]


@pytest.mark.parametrize("text", ENDLESS)
def test_check_says_that_no_game_comes_to_an_end(text):
    Path("odd.toml").write_text(f"{text}\n[verdicts]\nenter = 'K1'\n")
    result = run("check", "odd.toml", code=1)
    assert result.stdout == ""
    endless, uncited = result.stderr.splitlines()
    assert endless == "No game came to an end in 100,000 throws: neither at random nor by greedy or careful play did anybody win at the table as printed."
    assert "K1" in uncited
    assert "in 100.000 Würfen" in run("check", "odd.toml", "--lang", "de", code=1).stderr
    assert "en 100\u202f000 lancers" in run("check", "odd.toml", "--lang", "fr", code=1).stderr


def test_check_says_in_which_line_a_table_for_two_is_impossible():
    Path("odd.toml").write_text('name = "Odd"\n[board]\narms = 6\nlane = 4\n[seats]\nteams = true\nteam = "pairs"\n')
    listed = run("check", "odd.toml", code=1).stderr.splitlines()
    assert [line.partition("s: ")[0] for line in listed] == ["odd.toml:6: With 2 player", "odd.toml:6: With 3 player"]


def test_check_finds_the_end_of_a_game_that_is_hard_to_win():
    Path("long.toml").write_text('base = "petits-chevaux"\nname = "Long"\nboard.pieces = 6\n')
    Path("rare.toml").write_text("dice = { faces = [1, 6] }\n")
    for file in ("long.toml", "rare.toml"):
        assert "is in order" in run("check", file).stdout


def test_check_notes_what_the_clauses_of_a_base_do_not_know_and_which_are_left_out():
    Path("odd.toml").write_text('base = "mensch"\nname = "Odd"\n\n[turn]\nduties = []\n')
    (note,) = run("check", "odd.toml").stderr.splitlines()
    sentence = "The clauses of mensch may not fit turn.duties (left out: C13, C16, C16a); write your own in odd.clauses.toml."
    assert note == f"odd.toml:5: {sentence}"


def test_check_notes_about_what_a_book_inherits_have_the_line_of_its_base():
    Path("odd.toml").write_text('name = "Odd"\nbase = "mensch"\nseats = { teams = true, partner = "foe" }\n')
    notes = run("check", "odd.toml").stderr.splitlines()
    assert [note.partition(": ")[0] for note in notes if "C" not in note[:30]][:1] == ["odd.toml:2"]
    assert all(note.startswith("odd.toml:") for note in notes)
    assert not any("which is not written" in note for note in notes)


def test_check_notes_options_that_exclude_each_other():
    Path("odd.toml").write_text(
        "[options.small]\nvalues.on = { board.arm = 5 }\n[options.big]\nvalues.on = { board.arm = 7 }\n"
    )
    assert "'small' and 'big' both set board.arm" in run("check", "odd.toml").stderr


WRONG = [
    (b"board = ", "not valid TOML"),
    (b"\xff\xfe", "not valid TOML"),
    (b"bord = { arm = 5 }", "did you mean 'board'"),
    (b"board = { arm = 99 }", "an arm is 2 to 8"),
    (b"board = 7", "must be a table"),
    (b'base = "chess"', "not a rulebook of the package"),
    (b"a" * 300_000, "too long"),
    (b"x = " + b"[" * 5000, "nested too deeply"),
    (b"[options.first]\nvalues.on = {}", "cannot be the name of an option"),
]


@pytest.mark.parametrize(("content", "sentence"), WRONG)
def test_check_says_in_one_sentence_what_is_wrong(content, sentence):
    Path("bad.toml").write_bytes(content)
    assert sentence in refused("check", "bad.toml")
    assert sentence in refused("play", "bad.toml")


CLAUSES = [
    '[[clause]]\nid = "X1"\nchapter = "setup"\nen = 3\n',
    '[[clause]]\nid = "X1"\nchapter = "setup"\nen = "{no}"\nde = "{no}"\nfr = "{no}"\n',
    '[[clause]]\nid = "X1"\nchapter = "setup"\nen = "{"\nde = "{"\nfr = "{"\n',
    '[[clause]]\nid = "X1"\n',
    '[[chapter]]\nid = "z"\n',
    "clause = 3\n",
    "clause\n",
]


@pytest.mark.parametrize("clauses", CLAUSES)
def test_unreadable_sentences_beside_a_rulebook_are_refused(clauses):
    Path("own.toml").write_text(OWN)
    Path("own.clauses.toml").write_text(clauses)
    for command in ("check", "rules", "play"):
        load_text.cache_clear()
        assert "own.clauses.toml" in refused(command, "own.toml")


# --- playing in a runner ------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_is_played_to_its_end(book, home):
    given = "why\n" + TURNS
    shown = run(
        "play", book, "--pieces", "1", "--players", "2", "--seed", "5", "--save", "end.game", given=given
    ).stdout
    assert "Places:" in shown
    assert "\x1b" not in shown
    assert max(len(line.rpartition(" > ")[2]) for line in shown.splitlines()) <= 80
    game = parse_record(Path("end.game").read_text()).game
    assert game.outcome is not None
    told = run("show", "end.game", "--lang", "de").stdout
    assert f"Plätze:\n  1. {told.split('  1. ')[1][:3]}" in told


def test_a_rulebook_of_your_own_is_played_and_resumed_from_anywhere(home, monkeypatch):
    (home / "own.toml").write_text(OWN)
    run("play", "own.toml", "--option", "lively", "--seed", "1", given="\n\n")
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    assert "My own: the game goes on." in run("play", "--resume", given="").stdout


def test_without_a_book_there_is_a_friendly_choice():
    shown = run("play", given="\n").stdout
    assert "Which game? Enter takes number 3." in shown
    assert "Mensch ärgere Dich nicht, 4 players." in shown
    assert "Ludo, 4 Spieler." in run("play", "--lang", "de", given="zz\n5\n").stdout
    assert run("play", given="").stdout.endswith("Goodbye.\n")


def test_the_same_seed_throws_the_same_dice():
    args = ("play", "mensch", "--seed", "9", "--players", "3")
    assert (
        run(*args, given=TURNS[:300]).stdout.split("The game is kept")[0]
        == run(*args, given=TURNS[:300]).stdout.split("The game is kept")[0]
    )


@pytest.mark.parametrize(
    ("args", "throws"),
    [
        (("ludo",), True),
        (("ludo", "--first", "0"), False),
        (("mensch",), False),
        (("mensch", "--first", "high_roll"), True),
    ],
)
def test_the_book_says_who_begins_unless_somebody_is_named(args, throws):  # C4, L3
    assert ("Enter throws to see who begins" in run("play", *args, given="\n\n\n").stdout) is throws
    assert ("House rules at this table: none" in run("rules", *args).stdout) is (len(args) == 1)


def test_bots_may_take_every_seat():
    seats = [f"--seat={seat}={who}" for seat, who in enumerate(("greedy", "random", "random", "greedy"))]
    shown = run("play", "mensch", "--pieces", "1", "--seed", "2", *seats).stdout
    assert " has won!" in shown
    assert " > " not in shown
    assert not list(Path("data").rglob("*.game"))


def test_an_unfinished_game_goes_on_with_the_same_people(home):
    first = run(
        "play", "mensch", "--seed", "4", "--seat", "1=person", "--seat", "2=random", given="\n1\n\n1\nquit\n"
    ).stdout
    [file] = (home / "data" / "pachisi").iterdir()
    assert f"The game is kept in {file}; to go on: pachisi play --resume\nGoodbye." in first
    before = parse_record(file.read_text())
    assert before.names == {0: "person", 1: "person", 2: "random", 3: "greedy"}
    shown = run("play", "--resume", "--lang", "fr", given="").stdout
    assert "la partie continue" in shown
    assert parse_record(file.read_text()).game.history == before.game.history
    run("play", "--resume", "--seat", "1=greedy", given=TURNS)
    assert not list((home / "data" / "pachisi").iterdir())


def test_a_game_kept_in_a_file_of_its_own_is_resumed_from_it(home):
    shown = run("play", "mensch", "--save", "mine.game", given="\n1\n").stdout
    assert "to go on: pachisi play --resume mine.game" in shown
    run("play", "--resume", "mine.game", given="\n1\n")
    assert not (home / "data").exists()


def test_leaving_before_the_first_throw_keeps_nothing(home):
    assert run("play", "mensch", given="quit\n").stdout.endswith("\nGoodbye.\n")
    assert not (home / "data").exists()


def test_a_record_of_other_people_can_be_played_on_and_shown():
    game = Game("parcheesi", 2, seed=1)
    game.throw(5, 2)
    Path("x.txt").write_text(write_record(game, {0: "Ann", 2: "greedy"}), encoding="utf-8")
    shown = run("show", "x.txt").stdout
    assert "  Red: Ann\n  Yellow: Runner" in shown
    assert "The game is not finished: it is Red’s turn." in shown
    assert "Red has thrown 5 and 2." in run("play", "--resume", "x.txt", given="").stdout


# --- advise -----------------------------------------------------------------------------

CHOICE = "mensch 4 | 0,0,3,28 0,0,0,15 0,0,0,18 0,2,5,7 | 3 | 1 turn=32"


def test_advise_ranks_the_moves_of_a_position_by_their_chances():
    head, *rows = run("advise", CHOICE).stdout.splitlines()
    assert head == "Chance to win after each move, best first:"
    assert rows[3].startswith("Why: ")
    found = [re.fullmatch(r" +(\d) +(\d+\.\d)%  (B\d from \d to \d.*)", row).groups() for row in rows[:3]]
    assert sorted(number for number, _, _ in found) == ["1", "2", "3"]
    chances = [float(chance) for _, chance, _ in found]
    assert chances == sorted(chances, reverse=True)
    game = read_position(CHOICE)
    assert chances == pytest.approx([100 * one.chance for one in game.advise()], abs=0.051)
    told = json.loads(run("advise", CHOICE, "--json").stdout)
    assert [parse_move(one["move"], game) for one in told] == [one.move for one in game.advise()]
    assert [one["chance"] for one in told] == [one["chances"]["3"] for one in told]


def test_advise_speaks_of_where_the_game_of_a_record_stands():
    game = Game("parcheesi", 2, seed=1)
    game.throw(5, 2)
    Path("x.txt").write_text(write_record(game), encoding="utf-8")
    rows = run("advise", "x.txt", "--lang", "fr").stdout.splitlines()
    assert rows[0] == "Chances de gagner après chaque coup, le meilleur d’abord\u202f:"
    assert len(rows) == 1 + len(game.legal_moves)
    assert all(re.match(r" +\d +\d+,\d\u202f%  ", row) for row in rows[1:])


def test_advise_weighs_an_offered_throw_and_names_the_danger():
    line = "parcheesi 2 | 71,72,72,72 - 0,72,72,72 - | 0 | offer 2,2 doubles=2"
    _, best, other, *why = run("advise", line).stdout.splitlines()
    assert (best.split()[0], other.split()[0]) == ("1", "Enter")
    assert " ".join(why).startswith("Why: the chance that the next throw is one too many is 16.7%")
    told = json.loads(run("advise", line, "--json").stdout)
    assert [one["number"] for one in told] == [1, None]
    assert told[0]["chance"] > told[1]["chance"]


def test_advise_says_so_where_there_is_nothing_to_choose():
    before = "mensch 4 | 0,0,5,6 0,0,0,1 0,0,0,1 0,0,0,1 | 1 | turn=2"
    assert refused("advise", before) == "There is no move to choose here: Green throws next.\n"
    assert refused("advise", before, "--json", "--lang", "de").startswith("Hier ist kein Zug zu wählen: Grün")
    run("play", "mensch", "--pieces", "1", "--players", "2", "--seed", "1", "--save", "over.game", given=TURNS)
    assert refused("advise", "over.game") == "There is no move to choose here: the game is over.\n"
    assert refused("advise", "mensch | nonsense")
    assert refused("advise", "missing.game").startswith("missing.game cannot be read")


def test_the_help_of_play_names_every_bot():
    shown = run("play", "--help").stdout
    assert all(name in shown for name in BOTS)


@pytest.mark.parametrize(
    "damage", [b"", b"\x00" * 50, b"\xff\xfe", b"pachisi-record 2\n", b"pachisi-record 1\nrulebook mensch\n", b"{}"]
)
def test_a_damaged_record_is_refused_in_one_line(damage):
    Path("bad.game").write_bytes(damage)
    assert refused("show", "bad.game")
    assert refused("play", "--resume", "bad.game")


def test_a_changed_record_is_refused():
    run("play", "mensch", "--seed", "4", "--save", "x.game", given="\n1\n")
    Path("x.game").write_text(Path("x.game").read_text().replace("[", "[=", 1))
    assert "checksum" in refused("show", "x.game")


# --- as a real process ----------------------------------------------------------------------


def start(*args, **options):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
    return subprocess.Popen([sys.executable, "-m", "pachisi", *args], env=env, **options)


def test_a_broken_pipe_is_no_traceback():
    process = start("books", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        process = start("books", stdout=full, stderr=subprocess.PIPE)
        assert process.communicate(timeout=60)[1] == b"No space left on device.\n"
    assert process.returncode == 1


@pytest.fixture
def open_terminal():
    """Opens terminals, and ends what still runs in them."""
    opened = []

    def opener(*args):
        opened.append(Terminal(*args))
        return opened[-1]

    yield opener
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait(60)


class Terminal:
    """The program in a pseudo-terminal, and a person in front of it."""

    def __init__(self, *args):
        self.master, slave = pty.openpty()
        state = termios.tcgetattr(slave)
        state[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, state)
        self.process = start(*args, stdin=slave, stdout=slave, stderr=slave, close_fds=True, preexec_fn=take_terminal)
        os.close(slave)
        self.text = ""

    def read(self, patience=120):
        """All that is shown up to the next prompt, or to the end."""
        shown, until = "", time.monotonic() + patience
        while time.monotonic() < until:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    new = os.read(self.master, 65536)
                except OSError:
                    break
                if not new:
                    break
                shown += new.decode("utf-8", "replace")
                if clean(shown).endswith(" > "):
                    break
        else:
            raise AssertionError(f"no prompt: {shown[-500:]}")
        self.text += shown
        return clean(shown)

    def say(self, line):
        os.write(self.master, f"{line}\n".encode())
        return self.read()

    def end(self):
        code = self.process.wait(60)
        os.close(self.master)
        return code


def take_terminal():
    """In the child: its standard input becomes the terminal that Ctrl-C comes from."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def clean(text):
    return re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", bare(text)).replace("\r", "")


def test_a_person_plays_a_whole_game_in_a_real_terminal(home, open_terminal):
    terminal = open_terminal(
        "play", "mensch", "--players", "2", "--pieces", "2", "--seed", "6", "--option", "start_on_A=0"
    )
    shown = terminal.read()
    assert "Yellow: Enter throws" in shown
    seen = set()
    for done in range(1500):
        if "Which move" in shown and "undo" not in seen:
            seen.add("undo")
            offered = shown[shown.rindex("Yellow has thrown") :]
            assert "Y1 " in terminal.say("why")
            terminal.say("2")
            shown = terminal.say("undo")
            assert "Undone." in shown
            while "Which move" not in shown:
                shown = terminal.say("undo")
            assert shown[shown.rindex("Yellow has thrown") :] == offered
        if done == 30:
            assert "Saved in kept.game." in terminal.say("save kept.game")
            assert "to go on: pachisi play --resume" in terminal.say("quit")
            assert terminal.end() == 0
            assert parse_record(Path("kept.game").read_text()).game.seed == 6
            terminal = open_terminal("play", "--resume")
            shown = terminal.read()
            assert "the game goes on" in shown
        shown = terminal.say("1" if "Which move" in shown else "")
        if "Places:" in shown:
            break
    assert terminal.end() == 0
    assert "has won!" in shown
    assert "\x1b[1;30;48;5;" in terminal.text  # yellow pieces, painted
    assert seen == {"undo"}
    assert not list((home / "data" / "pachisi").iterdir())


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_politely(key, code, home, open_terminal):
    terminal = open_terminal("play", "ludo", "--lang", "de")
    terminal.read()
    terminal.say("")
    while terminal.process.poll() is None:  # a key between two waits of the line editor is lost
        os.write(terminal.master, key)
        with contextlib.suppress(subprocess.TimeoutExpired):
            terminal.process.wait(5)
    shown = terminal.read()
    assert "weiter geht es mit: pachisi play --resume" in shown
    assert "Auf Wiedersehen." in shown
    assert "Traceback" not in shown
    assert terminal.end() == code
    assert len(list((home / "data" / "pachisi").iterdir())) == 1


def test_whoever_types_ctrl_c_is_heard_though_the_program_was_started_to_ignore_it(home, open_terminal):
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        terminal = open_terminal("play", "mensch")
    finally:
        signal.signal(signal.SIGINT, heard)
    terminal.read()
    while terminal.process.poll() is None:
        os.write(terminal.master, b"\x03")
        with contextlib.suppress(subprocess.TimeoutExpired):
            terminal.process.wait(5)
    assert "Goodbye." in terminal.read()
    assert terminal.end() == 130


def test_a_killed_game_is_kept(home, open_terminal):
    terminal = open_terminal("play", "mensch")
    terminal.read()
    terminal.say("")
    while terminal.process.poll() is None:  # a signal between two waits of the line editor is heard late
        terminal.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            terminal.process.wait(5)
    assert "Goodbye." in terminal.read()
    assert terminal.end() in (130, -signal.SIGTERM)
    assert len(list((home / "data" / "pachisi").glob("*.game"))) == 1
