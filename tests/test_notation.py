"""Text in, text out: positions, moves and records survive the way to paper and back, or are refused in a sentence."""

from __future__ import annotations

import datetime
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pachisi import Game, IllegalMove, Move, NotationError, RuleError
from pachisi.notation import parse_move, read_position, write_move, write_position
from pachisi.record import check_sum, parse_record, read_record, spell_move, write_record

OURS = (NotationError, IllegalMove, RuleError)

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("mensch", {}),
    ("mensch", {"players": 2, "two_person": True, "three_throws": True}),
    ("mensch", {"players": 2, "two_person": True, "own_other_colour": "illegal", "pieces": 2, "first": 3}),
    ("mensch", {"players": 3, "three_person_neutral": True, "capture_duty": "penalty", "backward_capture": True}),
    ("mensch", {"barriers": True, "may_pass": True, "play_on": True, "capture_duty": "penalty", "first": "high_roll"}),
    ("mensch", {"start_on_A": 0, "three_throws": True, "clear_chain": True, "capture_duty": "strict"}),
    ("pachisi-modern", {}),
    ("pachisi-modern", {"teams": True, "pieces": 1, "may_pass": True}),
    ("pachisi-modern", {"teams": True, "dice": 2, "barriers": True, "first": "high_roll"}),
    ("pachisi-modern", {"players": 2, "two_colours": True, "dice": 2, "capture_duty": "off"}),
    ("pachisi-modern", {"players": 2, "two_colours": True, "two_colour_turns": "per_colour", "barriers": True}),
    ("pachisi-modern", {"players": 3, "track": 72, "play_on": True, "pieces": 1, "must_clear_start": True}),
    ("parcheesi", {}),
    ("parcheesi", {"players": 2, "combined": "direct", "blockade_may_march": False, "pieces": 3}),
    ("parcheesi", {"complement": "all_or_nothing", "bonus_time": "throw", "pieces": 2, "first": 2}),
    ("parcheesi", {"complement": "must", "double_five_enters": 1, "blockade_after": "must_break"}),
    ("parcheesi", {"players": 3, "dice_use": "max", "single_die": "higher", "entry": "forced"}),
    ("pachisi-classic", {}),
    ("pachisi-classic", {"chausar_partner": True, "pieces": 1, "free_first_start": "whenever_empty"}),
    ("pachisi-classic", {"players": 3, "last_steps": "die", "capture_rethrows": True, "first": "high_roll"}),
    ("pachisi-classic", {"players": 2, "start_step": "one", "triple_rethrows": False, "towers": 4}),
    ("pachisi-cowries", {}),
    ("pachisi-cowries", {"players": 2, "numbers": "collected", "three_same": True, "grace": "extra_point", "finished_throws": True}),
    ("pachisi-cowries", {"players": 3, "pieces": 2, "blocks": "equal", "second_lap": "always", "first": "high_roll"}),
    ("chaupar", {}),
    ("chowka-bhara", {}),
    ("chowka-bhara", {"players": 2, "pieces": 6, "three_again": True, "pairs": "loose", "gate_relock": True}),
    ("chowka-bhara", {"players": 3, "board": 7, "shells": 6, "numbers": "at_once", "entry": "grace", "first": "high_roll"}),
    ("chaupar", {"players": 2, "pieces": 1, "dice": "two"}),
    ("chaupar", {"players": 2, "two_colour_turns": "joint", "doubles": "loose", "doubles_block": True}),
    ("ludo", {}),
    ("ludo", {"players": 3, "safe_fields": 8, "blocks": "stop_all", "third_six": "back", "pieces": 2}),
]


def advance(game: Game, dice: random.Random) -> None:
    if game.node == "throw" or (game.node == "offer" and dice.random() < 0.8):
        game.throw()
    else:
        game.push(dice.choice(game.legal_moves))


def play(game: Game, actions: int) -> Game:
    """The same game every time: the choice at each node depends on its number alone."""
    for n in range(actions):
        if game.node == "throw" or (game.node == "offer" and n % 7):
            game.throw()
        else:
            game.push(game.legal_moves[n * 5 % len(game.legal_moves)])
    return game


def names(cases: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [f"{book}-{'-'.join(options) or 'plain'}" for book, options in cases]


# --- round trips ------------------------------------------------------------------


@pytest.mark.parametrize(("book", "options"), TABLES, ids=names(TABLES))
def test_every_position_move_and_record_of_a_game_comes_back(book: str, options: dict[str, Any]) -> None:
    dice = random.Random(f"{book} {options}")
    game = Game(book, seed=dice.choice([None, dice.randrange(2**64)]), **options)
    for n in range(240):
        if game.node == "over":
            break
        if n % 8 == 0:
            check_moves(game)
        if n % 60 == 0:
            check_position(game)
        advance(game, dice)
    check_position(game)
    check_record(game)
    later = Game.from_position(game.position())
    for _ in range(12):
        if later.node != "over":
            advance(later, dice)
    check_record(later)


def check_moves(game: Game) -> None:
    texts = [write_move(move, game) for move in game.legal_moves]
    assert len(set(texts)) == len(texts)
    assert len({str(move) for move in game.legal_moves}) == len(texts)
    for move in game.legal_moves:
        for text in (str(move), write_move(move), write_move(move, game), spell_move(move, game)):
            assert parse_move(text, game) == move


def check_position(game: Game) -> None:
    line = write_position(game)
    again = read_position(line)
    assert "\n" not in line
    assert again.position() == game.position()
    assert write_position(again) == line


def check_record(game: Game) -> None:
    text = write_record(game)
    again = read_record(text)
    assert again.position() == game.position()
    assert (again.history, again.log) == (game.history, game.log)
    assert write_record(again) == text
    here = game.position()
    while again.history:
        again.pop()
    assert write_record(again).split("\n\n")[0] == text.split("\n\n")[0]
    assert game.position() == here


def test_a_record_goes_on_with_the_same_dice() -> None:
    game = play(Game("parcheesi", seed=5), 40)
    again = read_record(write_record(game))
    for copy in (game, again):
        play(copy, 10)
    assert again.history == game.history


def test_throws_that_were_said_stand_beside_those_of_the_seed() -> None:
    game = Game("mensch", seed=7)
    game.throw(6)
    game.push(game.legal_moves[0])
    game.throw()
    text = write_record(game)
    assert "1 0: [=6] 1-7, [3]\n" in text
    again = read_record(text)
    assert (again.position(), again.drawn) == (game.position(), 1)
    assert write_record(again) == text


def test_a_game_without_a_seed_keeps_its_dice_secret() -> None:
    game = play(Game("mensch"), 20)
    text = write_record(game)
    assert "seed" not in text
    assert "seed" not in write_position(game)
    assert read_record(text).history == game.history


def test_names_and_date_come_back() -> None:
    who, day = {0: "Anna", 2: "Jörg | [6] Söhne"}, datetime.date(2024, 12, 31)
    text = write_record(Game("mensch", 2), who, day)
    record = parse_record(text)
    assert (record.names, record.date) == (who, day)
    assert write_record(record.game, record.names, record.date) == text


def test_a_record_survives_the_mail() -> None:
    game = play(Game("mensch", seed=7), 12)
    text = write_record(game)
    mailed = "\ufeff" + text.replace("\n", " \r\n") + "\n\n"
    assert read_record(mailed).position() == game.position()


# --- the format, by example -------------------------------------------------------

LINES = [
    "mensch 4 | 0,0,0,1 0,0,0,1 0,0,0,1 0,0,0,1 | 0",
    "mensch 4 capture_duty=strict barriers | 0,0,1,6 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 5",
    "mensch 2 start_on_A=0 | 0,0,0,0 - 0,0,0,0 - | 2 | turn=2 seed=7 drawn=1",
    "mensch 2 three_throws two_person | 0,0,0,10 0,0,0,13 0,0,0,0 0,3,7,10 | 0/2 | throw 3 tries=1 turn=11",
    "mensch 4 first=high_roll | 0,0,0,1 0,0,0,1 0,0,0,1 0,0,0,1 | 1 | opening=0,1,2,3/0/6",
    "mensch 3 first=high_roll | 0,0,0,1 0,0,0,1 0,0,0,1 - | 0 | opening=0,1,2/-/0",
    "pachisi-modern 4 | 0,0,0,39 0,1,43,44 0,0,8,44 0,0,0,42 | 3 | 1 tries=1 turn=112",
    "pachisi-modern 4 teams may_pass pieces=1 | 41 19 1 0 | 0/2 | turn=129 thrower=0",
    "pachisi-modern 4 teams may_pass pieces=1 | 41 39 41 41 | - | over places=0,3,2 turn=201",
    "pachisi-modern 4 dice=2 | 0,0,0,9 0,0,0,9 0,0,0,9 0,0,0,9 | 1 | 2,6 left=2 again=off",
    "parcheesi 4 | 0,0,0,40 0,0,0,44 0,0,0,19 0,0,0,8 | 1 | 4,3 left=- bonus=25 turn=16",
    "parcheesi 4 | 0,0,0,5 0,0,0,0 0,0,0,0 0,0,0,0 | 3 | offer 6,6 doubles=1 turn=2",
    "parcheesi 4 | 21,52,58,72 56,66,72,72 0,15,15,72 0,34,70,72 | 2 | ages=2/15/1 turn=111",
    "parcheesi 4 double_five_enters=1 | 0,0,0,0 0,0,0,0 0,0,0,0 0,0,0,1 | 3 | 2,5 left=2 turn=2 entered=1",
    "parcheesi 2 combined=direct blockade_may_march=off pieces=3 | 0,0,0 - 0,1,12 - | 2 | 4,3 left=3 turn=6 marks=0,16,160",
    "parcheesi 4 complement=all_or_nothing pieces=2 | 0,16 0,0 27,42 4,14 | 2 | 2,2 left=2,5,5 doubles=1 turn=37 whole",
    "pachisi-classic 4 | 0,0,20,20 0,0,0,0 0,0,0,71 0,0,0,0 | 0 | 1,2,5",
    "pachisi-classic 4 teams=off | 0,0,0,84 0,79,83,84 0,0,0,0 0,0,79,83 | 1 | offer 5,1,1 started=0,1,2,3 turn=104",
    "ludo 4 | 0,0,0,35 0,0,0,45 0,0,0,25 0,0,0,11 | 2 | 5 doubles=1 turn=55",
]


@pytest.mark.parametrize("line", LINES)
def test_a_position_line_reads_and_writes_the_same(line: str) -> None:
    assert write_position(read_position(line)) == line


def test_a_position_can_be_typed_carelessly() -> None:
    tidy = "mensch 4 barriers may_pass | 0,0,1,6 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 5 turn=3"
    loose = ' "mensch"  4 barriers=on  may_pass|0,0,1,6 0,0,0,1 0,0,0,1 0,0,0,1|0/0|turn=3   move 5 '
    assert write_position(read_position(loose)) == tidy


def test_a_position_line_says_what_the_dict_says() -> None:
    game = read_position(
        "parcheesi 2 entry=forced | 0,0,8,8 - 0,0,0,3 - | 0 | 5,2 left=2 ages=0/8/2 turn=9 seed=4 drawn=11"
    )
    table = {"rulebook": "parcheesi", "options": {"entry": "forced"}, "players": 2}
    board = {"pieces": [[0, 0, 8, 8], None, [0, 0, 0, 3], None], "ages": [[0, 8, 2]], "started": [], "places": []}
    who = {"node": "move", "seat": 0, "colour": 0, "turn": 9, "seed": 4, "drawn": 11}
    throw = {"faces": [5, 2], "left": [2], "bonus": [], "tries": 0, "doubles": 0}
    assert game.position() == {**table, **board, **who, **throw}


MOVES = [
    (Move("move", 0, 1, 7, (6,), 1), "6: 0/1-7"),
    (Move("enter", 2, 0, 1, (1, 4), 1, captures=((1, 5),)), "1+4: 2/enter x1/5"),
    (Move("move", 0, 20, 33, (13,), 2, 1, captures=((1, 5), (3, 5))), "13: 0/20-33 (2+1) x1/5 x3/5"),
    (Move("move", 3, 20, 33, (13,), 2), "13: 3/20-33 (2)"),
    (Move("move", 0, 21, 25, (4,), 1, penalty=((0, 11),)), "4: 0/21-25 !0/11"),
    (Move("pass", uses=(5, 5)), "pass"),
    (Move("pass", uses=(6,), penalty=((0, 11),)), "pass !0/11"),
    (Move("stop"), "stop"),
]


@pytest.mark.parametrize(("move", "text"), MOVES)
def test_a_move_has_this_text(move: Move, text: str) -> None:
    assert str(move) == write_move(move) == text


MENSCH = """\
pachisi-record 1
rulebook mensch
players 4
options barriers
seed 7
name 0 Anna
name 2 Jörg & Söhne
date 2024-12-31

1 0: [3] 1-4
2 1: [6] 1-7, [1] 7-8
3 2: [6] 1-7, [4] 7-11 x3/1
4 3: [3]
5 0: [1] 4-5
6 1: [4] 8-12
7 2: [5] 11-16
8 3: [2]
9 0: [6] enter, [3] 1-4
10 1: [5] 12-17
result open
check ca5d6986083c564a
"""

MODERN = """\
pachisi-record 1
rulebook pachisi-modern
players 4
options dice=2 teams
first high_roll
seed 2

0 0: [6,2]
0 1: [4,5]
0 2: [6,3]
0 3: [4,5]
0 1: [2,4]
0 2: [3,3]
0 3: [4,1]
0 1: [3,4]
0 2: [5,2]
0 1: [5,3]
0 2: [5,6]
1 2: [1,6] enter, 1-2, [5,6] 5: 2-7, enter, [1,2] 2: 1-3, 7-8
2 3: [1,5] [2,3] [5,1]
3 0: [3,6] enter, 1-4
result open
check 1b6ca10730062b67
"""

PARCHEESI = """\
pachisi-record 1
rulebook parcheesi
players 2
pieces 2
seed 18

1 0: [4,2]
2 2: [5,2] enter, 1-3
3 0: [6,2]
4 2: [4,2] 2: 3-5, 5-9
5 0: [4,4] [4,1] enter
6 2: [4,5] 4: 9-13, 13-18
7 0: [4,2] 2: 1-3, 3-7
8 2: [6,3] 3: 18-21, 21-27
9 0: [3,5] 5: enter, 1-4
10 2: [2,2] 2: 27-29, 29-31, [5,4] 4+5: 31-40
11 0: [6,3] 3: 7-10, 4-10
12 2: [6,6] [4,1] 1+4: enter
result open
check 1823a2383ba4aa36
"""

CLASSIC = """\
pachisi-record 1
rulebook pachisi-classic
players 4
seed 3

1 0: stop
2 3: [5,1,6] enter
3 2: [1,5,5] enter, [5,6,1] 11-23
4 1: stop
5 0: [1,6,1] pass, [6,6,2] pass, [5,2,5] pass, stop
6 3: [6,2,2] 12-22, [2,1,1] 22-26, [6,2,5] 26-39
7 2: stop
8 1: [1,1,6] pass, [2,6,6] pass, [2,5,2] pass, stop
9 0: [6,6,1]
result open
check 8547dd6036a71f49
"""

GAMES: list[tuple[str, dict[str, Any], int]] = [
    (MENSCH, {"rulebook": "mensch", "seed": 7, "barriers": True}, 24),
    (MODERN, {"rulebook": "pachisi-modern", "seed": 2, "teams": True, "dice": 2, "first": "high_roll"}, 26),
    (PARCHEESI, {"rulebook": "parcheesi", "players": 2, "seed": 18, "pieces": 2}, 34),
    (CLASSIC, {"rulebook": "pachisi-classic", "seed": 3}, 30),
]


@pytest.mark.parametrize(("text", "table", "actions"), GAMES, ids=[str(table["rulebook"]) for _, table, _ in GAMES])
def test_a_record_looks_like_this(text: str, table: dict[str, Any], actions: int) -> None:
    game = play(Game(**table), actions)
    record = parse_record(text)
    assert record.game.history == game.history
    assert record.game.position() == game.position()
    assert write_record(game, record.names, record.date) == text


def test_a_record_may_begin_in_another_position_and_end_with_places() -> None:
    game = read_position("mensch 4 | 40,42,43,44 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 1 turn=50")
    game.push(parse_move("40-41", game))
    text = write_record(game)
    assert text.splitlines()[1:-1] == [
        *("rulebook mensch", "players 4", "start 40,42,43,44 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 1 turn=50"),
        *("", "50 0: 40-41", "result 0 > 1,2,3"),
    ]
    again = read_record(text)
    assert again.outcome == game.outcome
    again.pop()
    assert again.node == "move"


def test_a_start_keeps_the_dice_of_its_seed() -> None:
    game = Game.from_position(play(Game("pachisi-classic", 3, seed=11), 9).position())
    play(game, 12)
    text = write_record(game)
    assert "\nseed 11\ndrawn 4\n" in text
    assert read_record(text).position() == game.position()
    assert write_record(read_record(text)) == text


PAGE = Path(__file__).parent.parent / "docs" / "notation.md"


def examples(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_examples_of_the_page_are_true(capsys: pytest.CaptureFixture[str]) -> None:
    for line in "".join(examples("position")).splitlines():
        assert write_position(read_position(line)) == line
    for text in examples("record"):
        record = parse_record(text)
        assert write_record(record.game, record.names, record.date) == text
    (program,) = examples("python")
    exec(program, {})
    assert capsys.readouterr().out.splitlines()[0] in program


# --- moves: what may be left out, and what is refused --------------------------------

CROWDED = "parcheesi 4 | 0,0,11,30 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 5,3"
PAIR = "pachisi-classic 4 | 0,0,20,20 0,0,0,0 0,0,0,71 0,0,0,0 | 0 | 1,2,5"
NEUTRAL = "mensch 3 three_person_neutral | 2,3,4,9 0,0,0,1 0,0,0,1 2,5,6,7 | 0 | 3"
DUTY = "mensch 4 capture_duty=penalty | 2,11,22,32 0,0,0,5 0,0,0,1 0,0,0,1 | 0 | 4"

SHORT = [
    (CROWDED, "11-16", "5: 0/11-16"),
    (CROWDED, "-16", "5: 0/11-16"),
    (CROWDED, "5: 11", "5: 0/11-16"),
    (CROWDED, "5+3: 30-38", "3+5: 0/30-38"),
    (CROWDED, "30-38", "3+5: 0/30-38"),
    (CROWDED, "E", "5: 0/enter"),
    (CROWDED, "0-1", "5: 0/enter"),
    (CROWDED, " 5 :  0/11 - 16 ", "5: 0/11-16"),
    (PAIR, "20-28", "8: 0/20-28"),
    (PAIR, "8", "8: 0/20-28"),
    (PAIR, "(2)", "8: 0/20-28 (2)"),
    (PAIR, "20-28(2)", "8: 0/20-28 (2)"),
    (PAIR, "p", "pass"),
    (PAIR, "8: pass", "pass"),
    (NEUTRAL, "2-5", "3: 0/2-5"),
    (NEUTRAL, "3/6", "3: 3/6-9"),
    (NEUTRAL, "7", "3: 3/7-10"),
    (DUTY, "11", "4: 0/11-15 x1/5"),
    (DUTY, "x", "4: 0/11-15 x1/5"),
    (DUTY, "x1/5", "4: 0/11-15 x1/5"),
    (DUTY, "22-26", "4: 0/22-26 !0/11"),
    (DUTY, "32-36!", "4: 0/32-36 !0/11"),
]


@pytest.mark.parametrize(("line", "text", "meant"), SHORT)
def test_a_move_may_be_typed_as_short_as_it_is_clear(line: str, text: str, meant: str) -> None:
    game = read_position(line)
    move = parse_move(text, game)
    assert str(move) == meant
    assert move in game.legal_moves


SIX = "mensch 4 | 0,0,1,15 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 6"
FRESH = "mensch 4 | 0,0,0,1 0,0,0,1 0,0,0,1 0,0,0,1 | 0"
OVER = "mensch 4 | 41,42,43,44 0,0,0,1 0,0,0,1 0,0,0,1 | - | over"
OFFER = "parcheesi 4 | 0,0,0,5 0,0,0,0 0,0,0,0 0,0,0,0 | 3 | offer 6,6 doubles=1 turn=2"

# fmt: off
WRONG_MOVES: list[tuple[str, Any, type[Exception], str]] = [
    (CROWDED, "5", NotationError, "'5' can mean 5: enter or 5: 11-16; be more specific."),
    (SIX, "castle", NotationError, "'castle' is not a move. Possible here: 6: 1-7."),
    (SIX, "enterz", NotationError, "'enterz' is not a move. Possible here: 6: 1-7."),
    (SIX, "", NotationError, "'' is not a move. Possible here: 6: 1-7."),
    (SIX, None, NotationError, "None is not a move. Possible here: 6: 1-7."),
    (FRESH, "?", NotationError, "'?' is not a move. A move is written like 6: 1-7, 6: enter, pass or stop."),
    (FRESH, "1-7", IllegalMove, "'1-7' cannot be played now: seat 0 has to throw."),
    (OVER, "1-7", IllegalMove, "The game is over."),
    (OFFER, "1-7", IllegalMove, "'1-7' is not possible here. Possible here: stop, or a throw."),
    (SIX, "15-21", IllegalMove, "'15-21' is not allowed (C13): "),
    (SIX, "6: 15-21", IllegalMove, "'6: 15-21' is not allowed (C13): "),
    (SIX, "15", IllegalMove, "'15' is not allowed (C13): "),
    (SIX, "enter", IllegalMove, "'enter' is not allowed (C16b): "),
    (SIX, "1/1-7", IllegalMove, "'1/1-7' is not allowed (C6): "),
    (SIX, "pass", IllegalMove, "'pass' is not allowed (C10): "),
    (SIX, "20-26", IllegalMove, "'20-26' is not allowed (C6): "),
    (SIX, "1-9", IllegalMove, "'1-9' is not a move with these numbers. Possible here: 6: 1-7."),
    (SIX, "1-7 x", IllegalMove, "'1-7 x' is not a move with these numbers. Possible here: 6: 1-7."),
    (SIX, "stop", IllegalMove, "'stop' is not possible here. Possible here: 6: 1-7."),
    (SIX, "(2)", IllegalMove, "'(2)' is not possible here. Possible here: 6: 1-7."),
    (CROWDED, "30-42", IllegalMove, "'30-42' is not possible here. Possible here: 3: 11-14 or 3: 30-33 or 5: enter or "),
    (CROWDED, "4: 11-15", IllegalMove, "'4: 11-15' is not allowed (B7): "),
]
# fmt: on


@pytest.mark.parametrize(("line", "text", "error", "sentence"), WRONG_MOVES)
def test_a_move_is_refused_in_a_sentence(line: str, text: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as refused:
        parse_move(text, read_position(line))
    assert str(refused.value).startswith(sentence)


# --- positions: what is refused -----------------------------------------------------

ROWS = "0,0,0,1 0,0,0,1 0,0,0,1 0,0,0,1"

# fmt: off
WRONG_LINES: list[tuple[Any, type[Exception], str]] = [
    (None, NotationError, "A position is one line of at most 10,000 characters."),
    ("", NotationError, "Column 1: a position begins with the rulebook and the number of players, such as 'mensch 4'."),
    ("mensch | 0", NotationError, "Column 8: a position begins with the rulebook"),
    ("mensch 4", NotationError, "Column 9: a position has the parts 'table | pieces | seat', and perhaps '| what else'."),
    ("mensch 4 | 0 0 0 0 | 0 | | ", NotationError, "Column 28: a position has the parts"),
    ("mensch 4 | 0 0 0 | 0", NotationError, "Column 12: each of the four or six seats at the board has pieces or is unused ('-'); here are 3."),
    ("mensch 4 || 0", NotationError, "Column 14: each of the four or six seats at the board has pieces or is unused ('-'); here are 0."),
    (f"mensch 4 | {ROWS} | 0 1", NotationError, "Column 48: one seat is to act: a number such as 0, or 0/2"),
    (f"mensch 4 | {ROWS} |", NotationError, "Column 45: one seat is to act"),
    (f"mensch 4 | {ROWS} | a", NotationError, "Column 46: the seat must be a number, not 'a'."),
    (f"mensch 4 | {ROWS} | 0/b", NotationError, "Column 46: the colour must be a number, not 'b'."),
    (f"mensch 4 | {ROWS} | 0/", NotationError, "Column 46: the colour must be a number, not ''."),
    (f"mensch four | {ROWS} | 0", NotationError, "Column 8: the number of players must be a number, not 'four'."),
    ("mensch 4 | 0,0,0,1 0,0,x,1 0 0 | 0", NotationError, "Column 20: '0,0,x,1' is not a list of numbers such as 0,0,1,6."),
    (f"mensch 4 | {ROWS} | 0 | 6,", NotationError, "Column 50: '6,' is not a list of numbers"),
    (f"mensch 4 | {ROWS} | 0 | tunr=3", NotationError, "Column 50: 'tunr=3' is no field of a position; did you mean 'turn'?"),
    (f"mensch 4 | {ROWS} | 0 | again=yes", NotationError, "Column 50: 'again=yes' is no field of a position"),
    (f"mensch 4 | {ROWS} | 0 | opening=1", NotationError, "Column 50: 'opening=1' is no field of a position"),
    (f"mensch 4 | {ROWS} | 0 | turn=x", NotationError, "Column 50: turn must be a number, not 'x'."),
    (f"mensch 4 | {ROWS} | 0 | turn=3 turn=4", NotationError, "Column 57: 'turn' is given twice."),
    (f"mensch 4 | {ROWS} | 0 | ages=1/2/", NotationError, "Column 50: ages must be a number, not ''."),
    ('mensch 4 "barr', NotationError, "Column 10: a quotation mark is opened here and never closed."),
    (f'mensch 4 bar"r"iers | {ROWS} | 0', RuleError, "mensch has no option 'bar\"r\"iers'"),
    (f'mensch 4 barriers=o"n" | {ROWS} | 0', NotationError, "Column 10: 'o\"n\"' is not a word; put all of it in quotation marks."),
    (f'"men\\sch" 4 | {ROWS} | 0', NotationError, "Column 1: '\"men\\\\sch\"' is not a word"),
    (f'"m\\u0000.toml" 4 | {ROWS} | 0', NotationError, "Column 1: 'm\\x00.toml' cannot be the name of a rulebook."),
    (f"mensch 4 barriers barriers=off | {ROWS} | 0", NotationError, "Column 19: the option 'barriers' is given twice."),
    (f"mensch 4 barriers=maybe | {ROWS} | 0", RuleError, "mensch: barriers = 'maybe' is not offered; choose one of off, on."),
    (f"mensch 4 capture_duty | {ROWS} | 0", RuleError, "mensch: capture_duty = 'on' is not offered; choose one of"),
    (f"mensch 4 start_on_A=7 | {ROWS} | 0", RuleError, "mensch: start_on_A = 7 is not offered"),
    (f"mensch 9 | {ROWS} | 0", RuleError, "mensch: players = 9 is not possible"),
    (f"mench 4 | {ROWS} | 0", RuleError, "There is no rulebook 'mench'; did you mean 'mensch'?"),
    (f"nowhere/my.toml 4 | {ROWS} | 0", RuleError, "The rulebook nowhere/my.toml cannot be read: "),
    (f"mensch 4 | {ROWS} | 7", NotationError, "Position: seat = 7 must be a whole number from 0 to 3."),
    (f"mensch 4 | {ROWS} | -", NotationError, "Position: seat = -1 must be"),
    (f"mensch 4 | {ROWS} | - | over", NotationError, "Position: the node is 'over', but nobody"),
]
# fmt: on


@pytest.mark.parametrize(("line", "error", "sentence"), WRONG_LINES)
def test_a_position_is_refused_in_a_sentence(line: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as refused:
        read_position(line)
    assert str(refused.value).startswith(sentence)


# --- records: what is refused -------------------------------------------------------


def seal(text: str) -> str:
    """A record with a right checksum, whatever it says."""
    body = "\n".join(text.splitlines()[:-1]) + "\n"
    return f"{body}check {check_sum(body)}\n"


# fmt: off
WRONG_RECORDS = [
    ("[3] 1-4", "[3] 1-5", "Line 10, column 10: '1-5' is not a move with these numbers. Possible here: 3: 1-4."),
    ("[3] 1-4", "[3] 1-4, [5]", "Line 10, column 15: turn 1 of seat 0 is over; what follows belongs on another line."),
    ("[3] 1-4", "[2] 1-3", "Line 10, column 6: the seed 7 throws [3] here, not [2]."),
    ("[3] 1-4", "[=9] 1-4", "Line 10, column 6: (9,) cannot be thrown: 1 die with the faces 1, 2, 3, 4, 5, 6."),
    ("[3] 1-4", "[x] 1-4", "Line 10, column 6: '[x]' is not a throw such as [6] or [5,3]."),
    ("[3] 1-4", "[] 1-4", "Line 10, column 6: '[]' is not a throw such as [6] or [5,3]."),
    ("[3] 1-4", "[3] [3] 1-4", "Line 10, column 10: Nobody throws now: this is a move node."),
    ("[3] 1-4", "1-4", "Line 10, column 6: '1-4' cannot be played now: seat 0 has to throw."),
    ("[3] 1-4", "[3] 1-4,", "Line 10, column 14: a throw such as [6] or a move such as 1-7 is missing here."),
    ("[3] 1-4", "[3] , 1-4", "Line 10, column 9: a throw such as [6] or a move such as 1-7 is missing here."),
    ("[3] 1-4", "[3] 1-4 [5]", "Line 10, column 14: a comma is missing after the move."),
    ("[3] 1-4", "[3] castle", "Line 10, column 10: 'castle' is not a move."),
    ("1 0: [3]", "1 1: [3]", "Line 10, column 1: the line says '1 1:', but here begins '1 0:'."),
    ("1 0: [3]", "7 0: [3]", "Line 10, column 1: the line says '7 0:', but here begins '1 0:'."),
    ("1 0: [3]", "one: [3]", "Line 10, column 1: 'one: [3] 1-4' is not the line of a turn, such as '1 0: [6] 1-7'."),
    ("2 1: [6] 1-7", "2 1: [6] enter", "Line 11, column 10: 'enter' is not allowed (C13): "),
    ("result open", "result 0 > 1,2,3", "Line 20, column 8: the record says 'result 0 > 1,2,3', but the moves lead to 'result open'."),
    ("result open\n", "", "Line 19, column 1: the last line before 'check' must be the result."),
    ("\n\n", "\n", "Line 9, column 1: there is no header '1'"),
    ("rulebook mensch", "rulebook mench", "Line 2, column 10: There is no rulebook 'mench'; did you mean 'mensch'?"),
    ("rulebook mensch\n", "", "Line 8, column 1: the header 'rulebook' is missing."),
    ("rulebook mensch", "rulebook", "Line 2, column 10: the header 'rulebook' is empty."),
    ("players 4\n", "", "Line 8, column 1: the header 'players' is missing."),
    ("players 4", "players 7", "Line 4, column 9: mensch: players = 7 is not possible; 2, 3, 4, 5 or 6 can play."),
    ("players 4", "players x", "Line 3, column 9: players must be a number, not 'x'."),
    ("players 4", "players 4\nplayers 4", "Line 4, column 1: the header 'players' is given twice."),
    ("players 4", "player 4", "Line 3, column 1: there is no header 'player'; did you mean 'players'?"),
    ("options barriers", "options bariers", "Line 4, column 9: mensch has no option 'bariers'; did you mean 'barriers'?"),
    ("options barriers", "options barriers barriers", "Line 4, column 18: the option 'barriers' is given twice."),
    ("seed 7", "seed 18446744073709551616", "Line 5, column 6: seed = "),
    ("seed 7", "seed -1", "Line 5, column 6: seed must be a number, not '-1'."),
    ("seed 7", "seed 8", "Line 10, column 6: the seed 8 throws "),
    ("seed 7", "drawn 7", "Line 5, column 7: 'drawn' counts the numbers of a seed, but there is no header 'seed'."),
    ("seed 7", "seed 7\ndrawn 99999999999999999999", "Line 6, column 7: drawn = 99999999999999999999 is more than"),
    ("seed 7\n", "", ""),
    ("name 0 Anna", "name 2 Anna", "Line 7, column 6: seat 2 is named twice."),
    ("name 0 Anna", "name 5 Anna", "Line 6, column 6: A name is given for seat 5, but the seats are 0, 1, 2, 3."),
    ("name 0 Anna", "name 0", "Line 6, column 6: '' cannot be a name: it needs 1 to 100 printable characters."),
    ("name 0 Anna", "name Anna", "Line 6, column 6: the seat must be a number, not 'Anna'."),
    ("date 2024-12-31", "date 2024-12-32", "Line 8, column 6: '2024-12-32' is not a date such as 2024-12-31."),
    ("date 2024-12-31", "date 20241231", "Line 8, column 6: '20241231' is not a date such as 2024-12-31."),
    ("date 2024-12-31", f"start {ROWS} | 9", "Line 8, column 7: Position: seat = 9 must be a whole number from 0 to 3."),
    ("date 2024-12-31", f"start {ROWS}", "Line 8, column 38: a position has the parts"),
    ("date 2024-12-31", f"start {ROWS} | 0 | x", "Line 8, column 45: 'x' is no field of a position"),
    ("date 2024-12-31", "digest 0123456789abcdef", "Line 8, column 8: the rulebook mensch is not the one that was played"),
]
# fmt: on


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG_RECORDS)
def test_a_record_is_refused_with_line_column_and_reason(old: str, new: str, sentence: str) -> None:
    assert old in MENSCH
    text = MENSCH.replace(old, new, 1)
    with pytest.raises(NotationError, match="checksum is ca5d6986083c564a, but the text gives"):
        read_record(text)
    if sentence:
        with pytest.raises(NotationError) as refused:
            read_record(seal(text))
        assert str(refused.value).startswith(sentence)
    else:
        read_record(seal(text))


def test_a_mark_without_a_seed_is_refused() -> None:
    text = MENSCH.replace("seed 7\n", "").replace("[3] 1-4", "[=3] 1-4", 1)
    with pytest.raises(NotationError, match=r"^Line 9, column 6: '=' marks a throw that does not come from the seed"):
        read_record(seal(text))


def test_nothing_follows_the_end_of_a_game() -> None:
    game = read_position("mensch 4 | 40,42,43,44 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | 1 turn=50")
    game.push(game.legal_moves[0])
    text = write_record(game).replace("result", "51 1: [5]\nresult")
    with pytest.raises(NotationError, match=r"^Line 7, column 1: the game is over, but the record continues\."):
        read_record(seal(text))


HEADS: list[tuple[Any, str]] = [
    (None, "A record is a text of at most 1,000,000 characters."),
    ("", "Line 1, column 1: a record begins with the line 'pachisi-record 1'."),
    ("pachisi-record", "Line 1, column 1: a record begins with the line 'pachisi-record 1'."),
    ("pachisi-record 2\n", "Line 1, column 1: this is a record of version 2; only version 1 can be read."),
    ("pachisi-record 1\n", "Line 1, column 1: the record is cut short: its last line must be 'check' and 16 digits."),
    (MENSCH[:200], "Line 14, column 1: the record is cut short"),
    (MENSCH.replace("ca5d", "CA5D"), "Line 21, column 1: the record is cut short"),
]


@pytest.mark.parametrize(("text", "sentence"), HEADS)
def test_what_is_no_record_is_refused(text: Any, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_record(text)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 101, None, "\u2028"])
def test_a_name_that_breaks_the_line_is_refused(name: Any) -> None:
    with pytest.raises(NotationError, match="cannot be a name: it needs 1 to 100 printable characters"):
        write_record(Game("mensch"), {0: name})


def test_a_name_for_nobody_is_refused() -> None:
    with pytest.raises(NotationError, match="A name is given for seat 1, but the seats are 0, 2"):
        write_record(Game("mensch", 2), {1: "Anna"})


def test_a_game_too_long_for_a_record_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pachisi.record.LONGEST_RECORD", 100)
    with pytest.raises(NotationError, match="The game is too long for a record of 100 characters"):
        write_record(play(Game("mensch", seed=7), 24))


def test_huge_texts_are_refused_quickly() -> None:
    game = read_position(SIX)
    begun = time.perf_counter()
    for text in ("9" * 10_000_000, "x" * 10_000_000, '"' * 10_000_000, "0,1 " * 2_000_000, "\n" * 900_000, "1+" * 90):
        for read in (read_position, read_record, lambda text: parse_move(text, game)):
            with pytest.raises(NotationError):
                read(text)
    with pytest.raises(NotationError):
        read_record("pachisi-record 1\n" + "\n" * 900_000)
    assert time.perf_counter() - begun < 5


# --- a rulebook of one's own ----------------------------------------------------------


def own_book(path: Path, tries: int = 2) -> Path:
    path.write_text(f'base = "mensch"\nname = "Home"\nturn = {{ tries = {tries} }}\n', encoding="utf-8")
    return path


def test_a_rulebook_file_is_named_by_its_path(tmp_path: Path) -> None:
    path = own_book(tmp_path / "our | house.toml")
    game = play(Game(path, seed=7, barriers=True), 20)
    line, text = write_position(game), write_record(game)
    assert line.startswith(f'"{path}" 4 barriers | ')
    assert read_position(line).position() == game.position()
    assert f'rulebook "{path}"\ndigest ' in text
    assert read_record(text).position() == game.position()
    assert write_record(read_record(text)) == text


def test_a_rulebook_file_that_has_moved_can_be_given(tmp_path: Path) -> None:
    path = own_book(tmp_path / "house.toml")
    game = play(Game(path, seed=7), 20)
    text = write_record(Game.from_position(game.position()))
    moved = path.rename(tmp_path / "moved.toml")
    with pytest.raises(NotationError) as refused:
        read_record(text)
    assert str(refused.value).startswith(f"Line 2, column 10: The rulebook {path} cannot be read: No such file")
    assert str(refused.value).endswith("If the file has moved, say where it is: read_record(text, rulebook=...).")
    again = read_record(text, rulebook=moved)
    assert again.position() == {**game.position(), "rulebook": str(moved)}


def test_a_rulebook_file_whose_rules_have_changed_is_noticed(tmp_path: Path) -> None:
    path = own_book(tmp_path / "house.toml")
    text = write_record(play(Game(path, seed=7), 20))
    own_book(path, tries=3)
    with pytest.raises(NotationError, match=r"^Line 3, column 8: the rulebook .* is not the one that was played"):
        read_record(text)
    path.write_text('# only words have changed\nname = "Haus"\nbase = "mensch"\nturn.tries = 2', encoding="utf-8")
    assert read_record(text).turn > 1


def test_words_with_blanks_are_quoted(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    book = 'base = "mensch"\n[options.mood]\ndefault = "a b"\nvalues."c | d" = { turn.tries = 2 }\nvalues.3 = { turn.tries = 3 }\n'
    path.write_text(book, encoding="utf-8")
    for mood in ("c | d", "3"):
        game = Game(path, mood=mood)
        assert read_position(write_position(game)).table.options == {"mood": mood}
        assert read_record(write_record(game)).table.options == {"mood": mood}


# --- any text at all --------------------------------------------------------------------

FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
SIGNS = "0123456789,|/ -=:+x!()[]\n\"'abceilnorstu_.#\t\u00e9\u0660\ud800\x00"


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """A valid text with a few characters or lines deleted, inserted, swapped or doubled."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        a, b = sorted(draw(st.integers(0, len(text))) for _ in range(2))
        new = draw(st.text(SIGNS, max_size=3))
        lines = text.split("\n")
        n, m = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        swapped = [*lines]
        swapped[n], swapped[m] = lines[m], lines[n]
        changes = [
            text[:a] + text[a + 1 :],
            text[:a] + new + text[a:],
            text[:a] + text[b:],
            text[:a] + new + text[a + 1 :],
        ]
        changes += [
            "\n".join(swapped),
            "\n".join(lines[:n] + lines[n + 1 :]),
            "\n".join(lines[:n] + lines[m:]),
            text[:a],
        ]
        text = draw(st.sampled_from(changes))
    return text


@FUZZ
@given(st.one_of(st.text(SIGNS, max_size=80), st.text(max_size=80), damaged(LINES)))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        game = read_position(text)
    except OURS:
        return
    check_position(game)


MOVE_TEXTS = [text for _, text, _ in SHORT] + [text for _, text in MOVES] + [str(text) for _, text, *_ in WRONG_MOVES]
NODES = [read_position(line) for line in (CROWDED, PAIR, NEUTRAL, DUTY, SIX, FRESH, OVER, OFFER)]


@settings(FUZZ, max_examples=300)
@given(st.one_of(st.text(SIGNS, max_size=12), st.text(max_size=12), damaged(MOVE_TEXTS)), st.sampled_from(NODES))
def test_any_text_is_a_legal_move_or_refused(text: str, game: Game) -> None:
    try:
        move = parse_move(text, game)
    except (NotationError, IllegalMove):
        return
    assert move in game.legal_moves


RECORDS = [text for text, _, _ in GAMES]


def attempt(text: str) -> Game | str:
    """The game of a record, or the sentence that refuses it."""
    try:
        return read_record(text)
    except NotationError as error:
        return str(error)


@settings(FUZZ, max_examples=150)
@given(damaged(RECORDS))
def test_a_damaged_record_never_loads(text: str) -> None:
    game = attempt(text)
    if isinstance(game, str):
        assert game.startswith("Line ")
        return
    tidy = "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"
    assert tidy in RECORDS
    assert game.position() == read_record(tidy).position()


@FUZZ
@given(st.one_of(st.text(SIGNS, max_size=80).map(lambda text: f"pachisi-record 1\n{text}\n.\n"), damaged(RECORDS)))
def test_a_forged_record_is_a_legal_game_or_refused(text: str) -> None:
    game = attempt(seal(text))
    if isinstance(game, str):
        assert game.startswith("Line ")
        return
    record = parse_record(seal(text))
    again = parse_record(write_record(record.game, record.names, record.date))
    assert (again.game.history, again.game.position()) == (record.game.history, record.game.position())
    assert (again.names, again.date) == (record.names, record.date)


# --- throws that are collected --------------------------------------------------------------------


def collect(book: str | Path, *faces: int) -> Game:
    game = Game.from_position({"rulebook": str(book), "players": 4, "pieces": [[0, 0, 5, 20], *[[0, 0, 0, 2]] * 3], "seat": 0})
    for face in faces:
        game.throw(face)
    return game


def test_a_position_between_collected_throws_says_only_what_differs() -> None:
    line = collect("eile-mit-weile", 6, 3).notation()
    assert line == "eile-mit-weile 4 | 0,0,5,20 0,0,0,2 0,0,0,2 0,0,0,2 | 0 | 3 left=3,12 doubles=1"
    assert Game.from_position(line).notation() == line
