"""The board as text, moves in words, and the game in line mode."""

from __future__ import annotations

import io
import random
import string

import pytest

from pachisi import Game, Move, NotationError
from pachisi.bots import BOTS
from pachisi.notation import read_position
from pachisi.record import parse_record
from pachisi.rulebooks import BOOKS, load
from pachisi.table import set_up
from pachisi.terminal import saves
from pachisi.terminal.board import CELL, Drawing, draw, fit
from pachisi.terminal.look import Look, bare, look_of, pad, wrap
from pachisi.terminal.play import TerminalGame
from pachisi.terminal.scene import key, name_bot
from pachisi.terminal.sit import ask_book
from pachisi.words import LANGUAGES
from pachisi.words.names import letters
from pachisi.words.teller import Teller
from pachisi.words.voice import COMMANDS, Voice

from .positions import sit

TRACKS = (40, 48, 52, 56, 68, 72)


class Script:
    """Stands in for a person: gives prepared answers, or makes them up, and keeps what is said."""

    def __init__(self, *answers, otherwise=None):
        self.answers, self.otherwise, self.said = list(answers), otherwise, []

    def say(self, text=""):
        self.said.append(text)

    def ask(self, prompt):
        self.said.append(prompt)
        if self.answers:
            return self.answers.pop(0)
        if self.otherwise is None:
            raise EOFError
        return self.otherwise()

    @property
    def text(self):
        return "\n".join(self.said)


def seat_all(game, who="greedy", person=0):
    return {seat: "person" if seat == person else who for seat in game.seats}


def play(game, *answers, lang="en", otherwise=None, sitters=None, look=None, keep=None):
    script = Script(*answers, otherwise=otherwise)
    sitting = TerminalGame(game, sitters or seat_all(game), script, Voice(lang), look or Look(), keep)
    return script, sitting


# --- the board ----------------------------------------------------------------------


def cut_out(lines, plan, spot, cell=CELL, margin=0):
    """What a field shows; on a square there are lines between fields, and none around the strip for waiting pieces."""
    x, y = spot
    row, column = (2 * y - 1, (x - 1) * (cell + 1) + 1) if plan.paths else (y, margin + x * cell)
    return lines[row][column : column + cell].strip()


@pytest.mark.parametrize(
    ("book", "options"), [*((b, {}) for b in BOOKS), *(("pachisi-modern", {"track": t}) for t in TRACKS)]
)
@pytest.mark.parametrize("look", [Look(), Look(8), Look(256), Look(plain=True)])
def test_every_board_fits_into_80_columns_and_shows_every_field(book, options, look):
    table = set_up(book, options=options)
    lines = draw(Drawing(table, [None] * 4, look=look))
    seen = [bare(line) for line in lines]
    plan = table.board
    assert len(lines) == (2 * plan.size - 3 if plan.paths else plan.size)
    assert max(map(len, seen)) <= 80
    spots = set(plan.ring).union(*plan.lanes)
    assert all(cut_out(seen, plan, spot) for spot in spots)
    signs = "".join(seen)
    assert signs.count(look.glyph("◆", "*")) == len(plan.safe)
    if look.plain:
        assert signs.isascii()


@pytest.mark.parametrize("columns", [80, 70, 60, 50, 40])
@pytest.mark.parametrize("book", BOOKS)
def test_a_narrow_terminal_gets_a_smaller_board_with_every_field(book, columns):
    table = set_up(book)
    corners = {seat: ["▶  Y  yellow", "  Wanderer (random)", "  Y1 Y2 Y3 Y4"] for seat in range(4)}
    drawing = Drawing(table, [None] * 4, look=Look(columns=columns), corners=corners)
    layout, lines = fit(drawing), draw(drawing)
    assert max(map(len, lines)) < columns
    spots = set(table.board.ring).union(*table.board.lanes)
    assert all(cut_out(lines, table.board, spot, layout.cell, layout.margin) for spot in spots)
    assert sum(line.count("Wanderer (random)") for line in lines) == 4
    assert layout.cell == CELL or columns < 80


def test_pieces_and_moves_are_seen_on_the_smallest_board():
    table = set_up("mensch")
    pieces = [[0, 0, 1, 42], [0, 0, 7, 13], [0, 0, 0, 44], [0, 0, 0, 1]]
    ring = table.board.ring
    targets = {ring[6]: [1], ring[8]: [12], ring[16]: [2, 3]}
    drawing = Drawing(table, pieces, look=Look(columns=30), numbered=frozenset({0}), targets=targets)
    assert draw(drawing) == [
        "        12 ○↓g",
        "         ○ a ○",
        "        <1 b ○",
        "         ○ c ○",
        "Y2 ○ ○ ○ ○ d ○ ○G< ○ ○",
        " ○ aY1 c d   R c b a ○",
        " ○ ○ ○ ○ ○ d ○ ○ G ○←r",
        "         ○ c ○",
        "         ○ b ○",
        "         ○ a ○",
        "         B ○ ○",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_terminal_that_is_too_narrow_for_the_board_is_told_so(lang):
    lines = draw(Drawing(set_up("parcheesi"), [None] * 4, lang, Look(columns=36)))
    assert max(map(len, lines)) < 36
    assert "39" in " ".join(lines)
    assert "36" in " ".join(lines)


def test_the_width_is_that_of_the_terminal_and_never_tiring():
    assert look_of(io.StringIO(), {"COLUMNS": "40"}).width == 39
    assert look_of(io.StringIO(), {"COLUMNS": "x"}).width == 79
    assert look_of(io.StringIO(), {"COLUMNS": "200"}).width == 79


def test_a_bot_is_shown_with_the_name_that_chooses_it():
    assert name_bot(Voice("en"), "random") == "Wanderer (random)"
    assert name_bot(Voice("de"), "expert") == "Kenner (expert)"
    assert name_bot(Voice("en"), "expert") == "Expert"
    assert name_bot(Voice("en"), "Ann") == "Ann"


def test_the_board_of_mensch_looks_like_this():
    table = set_up("mensch")
    pieces = [[0, 0, 1, 42], [0, 0, 7, 13], [0, 0, 0, 44], [0, 0, 0, 1]]
    drawing = Drawing(
        table, pieces, numbered=frozenset({0}), targets={table.board.ring[6]: [1], table.board.ring[16]: [2, 3]}
    )
    assert draw(drawing) == [
        "                 ○   ○  A↓g",
        "                 ○   a   ○",
        "                 <1> b   ○",
        "                 ○   c   ○",
        " Y2  ○   ○   ○   ○   d   ○   ○  G<2+ ○   ○",
        " ○   a   Y1  c   d       R   c   b   a   ○",
        " ○   ○   ○   ○   ○   d   ○   ○   G   ○  A←r",
        "                 ○   c   ○",
        "                 ○   b   ○",
        "                 ○   a   ○",
        "                 B   ○   ○",
    ]


def test_pairs_carry_both_numbers_and_safe_fields_stay_marked():
    table = set_up("parcheesi")
    seen = "\n".join(
        draw(Drawing(table, [[0, 0, 8, 8], [0, 0, 0, 1], [13, 13, 72, 72], [0] * 4], numbered=frozenset({0})))
    )
    assert "◆R12" in seen
    assert "◆B" in seen
    assert "◆YY" in seen
    assert " YY " in seen  # two are home


def test_what_finds_no_room_on_a_field_is_told_below():
    table = set_up("pachisi-classic")
    lines = draw(
        Drawing(table, [[0, 12, 12, 25], [0, 63, 63, 63], [0, 0, 46, 46], [0, 0, 0, 29]], numbered=frozenset({0}))
    )
    assert lines[-1] == " RGY+ = R23 GGG YY B"
    assert any("RGY+" in line for line in lines[:-1])


def test_every_colour_has_its_own_letter():
    for book in BOOKS:
        for lang in LANGUAGES:
            found = letters(load(book).colours, lang)
            assert len(set(found)) == len(load(book).colours)
            assert all(letter in string.ascii_uppercase for letter in found)
    assert len(set(letters([{"en": "red"}] * 4, "en"))) == 4
    assert len(set(letters([{"en": "赤"}, {"en": ""}, {"en": "é"}, {"en": "12"}], "en"))) == 4


def test_corners_have_room_beside_the_smallest_board(tmp_path):
    (tmp_path / "small.toml").write_text('board = { shape = "open", arm = 2, lane = 2, home = "point" }')
    table = set_up(tmp_path / "small.toml")
    names = {seat: ["a name of 12 "] for seat in range(4)}
    lines = draw(Drawing(table, [None] * 4, corners=names))
    assert len(lines) == 7
    assert "\n".join(lines).count("a name of 12") == 4
    assert max(map(len, lines)) <= 80


def test_an_empty_seat_has_no_start_field():
    table = set_up("mensch", 2)
    seen = "\n".join(draw(Drawing(table, [[0] * 4, None, [0] * 4, None])))
    assert "→y" in seen
    assert "↓" not in seen


# --- colours --------------------------------------------------------------------------


class Terminal(io.StringIO):
    def __init__(self, encoding="utf-8", tty=True):
        super().__init__()
        self._encoding, self.tty = encoding, tty

    encoding = property(lambda self: self._encoding)

    def isatty(self):
        return self.tty


@pytest.mark.parametrize(
    ("stream", "environ", "look"),
    [
        (Terminal(), {"TERM": "xterm-256color"}, Look(256)),
        (Terminal(), {"TERM": "xterm", "COLORTERM": "truecolor"}, Look(256)),
        (Terminal(), {"TERM": "linux"}, Look(8)),
        (Terminal(), {"TERM": "xterm-256color", "NO_COLOR": "1"}, Look(0)),
        (Terminal(), {"TERM": "dumb"}, Look(0)),
        (Terminal(tty=False), {"TERM": "xterm-256color"}, Look(0)),
        (Terminal("ascii"), {"TERM": "xterm"}, Look(8, plain=True)),
        (Terminal("no-such-code"), {"TERM": "dumb"}, Look(0, plain=True)),
        (None, {}, Look(0, plain=True)),
    ],
)
def test_a_terminal_gets_what_it_can_show(stream, environ, look):
    found = look_of(stream, environ)
    assert (found.colours, found.plain) == (look.colours, look.plain)
    assert found.columns == (0 if stream and stream.isatty() else 80)  # 0: it may be made wider at any time


def test_painted_text_is_measured_as_the_eye_sees_it():
    painted = Look(256).piece("Y1", {"hex": "#e0b023"})
    assert bare(painted) == "Y1"
    assert bare(pad(painted, 4)) == "Y1  "
    assert pad(painted * 4, 3) == "Y1Y"
    assert [bare(line) for line in wrap(f"  1  {painted} goes on", 10, 5)] == ["  1  Y1", "     goes", "     on"]
    assert wrap("avec 12 % ; non", 8) == ["avec", "12 % ;", "non"]
    assert Look(8).ink("x", {"hex": "nonsense"}) != "x"
    assert Look(0).ink("x", {}) == Look(0).piece("x", {}) == "x"


# --- words ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_do_not_hide_one_another(lang):
    words = Voice(lang).command_words()
    assert set(words.values()) == set(COMMANDS)


def test_moves_are_said_in_words():
    game = sit("pachisi-modern", [0, 0, 11, 21], [0, 0, 0, 5], throw=(4,))
    said = {
        lang: [Teller(game.table, Voice(lang)).choice(move, game.pieces, 1, 0) for move in game.legal_moves]
        for lang in LANGUAGES
    }
    assert "R2 from 11 to 15, captures Blue" in said["en"]
    assert "R1 from 21 to 25, penalty: R2 goes back, it could have captured" in said["en"]
    assert "R2 von 11 nach 15, schlägt Blau" in said["de"]
    assert "R2 de la case 11 à la case 15, capture Bleu" in said["fr"]


def test_a_piece_that_neglects_its_own_capture_is_named_so():
    duty = {"backward_capture": True, "capture_duty": "penalty", "duty_includes_backward": True}
    game = sit("mensch", [0, 0, 0, 8], [0, 0, 0, 34], throw=(4,), **duty)
    said = [Teller(game.table, Voice("en")).choice(move, game.pieces, 1, 0) for move in game.legal_moves]
    assert "Y1 from 8 to 12, penalty: this piece goes back, it could have captured" in said
    assert "Y1 back from 8 to 4, captures Green" in said


def test_groups_goals_and_homes_have_their_words():
    teller = Teller(set_up("pachisi-classic"), Voice("en"))
    assert teller.place(0, 0, "at") == "in the reserve"
    assert teller.place(0, 1, "to") == "to 1"
    assert teller.place(0, 83, "from") == "from home path 7"
    assert teller.place(0, 84, "to") == "home"
    game = sit("pachisi-classic", [20, 20, 0, 0], throw=(1, 5, 6))
    said = [teller.choice(move, game.pieces, 1, 0) for move in game.legal_moves]
    assert any("2 together" in text for text in said)
    assert "leave 12 unused" in said
    assert Teller(set_up("mensch"), Voice("de")).place(0, 42, "to") == "auf Zielfeld b"
    spanish = Teller(set_up("parchis"), Voice("en"))
    assert [spanish.place(colour, 9, "to") for colour in range(4)] == ["to 13", "to 30", "to 47", "to 64"]  # as printed
    assert [spanish.place(0, step, "to") for step in (1, 64, 65)] == ["to the start field", "to 68", "to home path 1"]
    assert Teller(set_up("mensch"), Voice("fr")).place(0, 1, "from") == "de A"
    assert Teller(set_up("ludo"), Voice("fr")).place(0, 1, "from") == "de la case de départ"
    assert Teller(set_up("mensch"), Voice("de")).place(0, 0, "at") == "auf B"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_B37_the_winner_of_parcheesi_calls_its_name(lang):
    assert "Parcheesi!" in Teller(set_up("parcheesi"), Voice(lang)).result([1])
    assert "Parcheesi" not in Teller(set_up("ludo"), Voice(lang)).result([1])


def test_the_key_speaks_the_words_of_the_leaflet():
    def key_of(book, lang="en"):
        return key(Teller(set_up(book), Voice(lang)), Look())

    assert "◆ tower: safe" in key_of("pachisi-classic")
    assert "⌂ CHAR-KONI" in key_of("pachisi-classic")
    assert "start" not in key_of("pachisi-classic")
    assert "◆ dunkles Feld: sicher" in key_of("parcheesi", "de")
    assert "A→ start and direction · B waiting pieces · a–d goal" in key_of("mensch")
    assert "safe" not in key_of("ludo")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_tells_what_came_about_by_itself(lang):
    def told(game, since=0):
        teller = Teller(game.table, Voice(lang))
        return "\n".join(teller.log(game.log[since:], game.seat))

    voice = Voice(lang)
    lost = sit("mensch", [0, 0, 0, 0], throw=(3,), start_on_A=0)
    assert voice("log.lost") in told(lost)
    six = sit("mensch", [0, 0, 0, 0], throw=(6,))
    six.push(six.legal_moves[0])
    assert voice("log.again") in told(six)
    third = sit("parcheesi", [0, 10, 20, 72], throw=(3, 3), fields={"doubles": 2})
    assert voice("log.streak_all", streak=voice("log.streak_double", n=3)) in told(third)
    bonus = sit("parcheesi", [0, 0, 0, 71], [0, 0, 0, 20], throw=(1, 2))
    while bonus.node == "move":
        bonus.push(bonus.legal_moves[0])
    assert voice("log.bonus_lost") in told(bonus)
    home = sit("mensch", [40, 42, 43, 44], throw=(1,))
    home.push(home.legal_moves[0])
    assert voice("log.finished") in told(home)
    opening = Game("mensch", first="high_roll")
    for face in (2, 5, 5, 1, 3, 6):
        opening.throw(face)
    teller = Teller(opening.table, voice)
    assert voice("log.opening_tie") in told(opening)
    assert voice("log.opened", name=teller.name(2)) in told(opening)


# --- the game in line mode ------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_person_plays_every_book_to_its_end_by_number(book, lang):
    game = Game(book, pieces=2, seed=11)
    lots = random.Random(3)
    script, sitting = play(game, lang=lang, otherwise=lambda: lots.choice(["", "1", "2", "1"]), look=Look(256))
    assert sitting.run()
    assert game.outcome is not None
    assert Voice(lang)("summary.places") in script.text
    assert Voice(lang)("summary.turns", n=game.turn) in script.text
    assert all(len(bare(line)) <= 80 for text in script.said for line in text.split("\n"))


TABLES = [
    ("mensch", 2, {"two_person": True}),
    ("mensch", 3, {"three_person_neutral": True, "barriers": True}),
    ("mensch", 4, {"capture_duty": "penalty", "three_throws": True, "may_pass": True, "backward_capture": True}),
    ("pachisi-modern", 4, {"teams": True, "barriers": True}),
    ("pachisi-modern", 2, {"two_colours": True, "dice": 2}),
    ("pachisi-classic", 4, {"chausar_partner": True, "last_steps": "die"}),
    ("parcheesi", 3, {"combined": "direct", "bonus_time": "throw"}),
    ("ludo", 4, {"safe_fields": 8, "third_six": "back"}),
]


@pytest.mark.parametrize(("book", "players", "options"), TABLES)
def test_every_command_works_at_every_kind_of_table(book, players, options):
    game = Game(book, players, seed=2, first="high_roll", **options)
    lots = random.Random(book)
    lines = ["", "", "1", "2", "3", "why", "why 1", "why 2 6", "hint", "undo", "board", "12", "help", "nonsense"]
    answers = [lots.choice(lines) for _ in range(250)]
    sitters = {seat: "person" if seat < 2 else "random" for seat in game.seats}
    script, sitting = play(game, *answers, lang=lots.choice(LANGUAGES), sitters=sitters)
    sitting.run()
    assert not script.answers or game.node == "over"
    assert all(len(bare(line)) <= 80 for text in script.said for line in text.split("\n"))


def test_bots_alone_play_a_whole_game():
    game = Game("mensch", 2, pieces=1, seed=1)
    script, sitting = play(game, sitters={0: "greedy", 2: "random"})
    assert sitting.run()
    assert "has won!" in script.text


def test_enter_throws_and_plays_the_only_move():
    game = Game("mensch", seed=3)
    script, sitting = play(game, "", "")
    assert not sitting.run()
    assert game.pieces[0] == [0, 0, 0, 6]
    assert "Enter plays it > " in script.said
    assert " Y  Yellow  5  from A to 6" in script.text


@pytest.mark.parametrize(("answer", "on"), [("y", True), ("", False), ("n", False)])
def test_C23_when_somebody_has_won_the_terminal_asks_whether_to_play_on(answer, on):
    game = sit("mensch", [40, 42, 43, 44], [39, 42, 43, 44], [0, 0, 0, 5], throw=(1,))
    script, sitting = play(game, "", answer)
    assert sitting.run()
    assert "Play on for the places? y or n > " in script.said
    assert (len(sitting.game.history) > len(game.history)) is on
    assert sitting.game.history[: len(game.history)] == game.history


def test_enter_does_not_choose_among_several_moves():
    game = sit("mensch", [3, 8, 13, 21], throw=(4,))
    script, sitting = play(game, "", "9", "0", "٢")
    sitting.run()
    assert "There are 4 moves: type the number of one." in script.said
    assert "There is no move 9; choose 1 to 4." in script.said
    assert "There is no move 0; choose 1 to 4." in script.said
    assert [type(done) for done in game.history][1] is Move  # the Arabic two is a two


def test_a_number_does_not_throw():
    script, sitting = play(Game("mensch", seed=3), "1")
    sitting.run()
    assert "Throw first: press Enter." in script.said


def test_an_offer_is_taken_by_enter_and_declined_by_one():
    game = Game("pachisi-classic", 2, seed=3)
    script, sitting = play(game, "1")
    sitting.run()
    assert "does not throw" in script.text
    assert game.history[0].kind == "stop"


def test_undo_goes_back_to_the_last_own_choice_and_the_dice_fall_again_as_they_fell():
    game = Game("mensch", seed=3)
    _, sitting = play(game, "", "")
    sitting.run()
    before = list(game.history)
    script, sitting = play(game, "undo", "")
    sitting.run()
    assert "Undone." in script.said
    assert list(game.history) == before


def test_undo_can_be_said_again_and_again_until_nothing_is_left():
    game = Game("mensch", seed=3)
    answers = ["", "", "", "", *["undo"] * 4]
    script, sitting = play(game, *answers)
    sitting.run()
    assert script.said.count("You have nothing to undo.") >= 1
    assert len(game.history) == 1


def test_undo_works_after_a_start_from_a_position():
    game = sit("mensch", [3, 7, 11, 21], throw=(4,))
    script, sitting = play(game, "1", "undo")
    sitting.run()
    assert "Undone." in script.said
    assert game.pieces[0] == [3, 7, 11, 21]


def test_why_names_the_clause():
    game = sit("mensch", [0, 0, 1, 13], [0, 0, 0, 6], throw=(3,))
    script, sitting = play(
        game, "why", "why 1 3", "why Y2 3", "why 1 5", "why 7 3", "why x", "why 1 x", "why 1 2 3", "why 1 1+2+3+4+5"
    )
    sitting.run()
    assert "  Y1 on 13, with 3: no. C13:" in script.text
    assert "  Y2 on A, with 3: yes. C6:" in script.text
    assert "  Y34 on B, with 3: no." in script.text
    assert script.text.count("There is no piece") == 2
    assert script.text.count("Type: why PIECE NUMBER") == 3


@pytest.mark.parametrize(("lang", "word"), [("en", "hint"), ("en", "h"), ("de", "tipp"), ("fr", "cons"), ("fr", "h")])
def test_a_hint_gives_the_chance_after_each_move_under_its_number_and_changes_nothing(lang, word):
    game = read_position("mensch 4 | 0,0,3,28 0,0,0,15 0,0,0,18 0,2,5,7 | 3 | 1 turn=32")
    before = game.position()
    script, sitting = play(game, word, lang=lang, sitters=seat_all(game, person=3))
    sitting.run()
    at = script.said.index(Voice(lang)("answers.advise_head"))
    best = game.advise()[0]
    row = script.said[at + 1].split()
    assert row[0] == str(game.legal_moves.index(best.move) + 1)
    assert float(row[1].rstrip("%").replace(",", ".")) == pytest.approx(100 * best.chance, abs=0.051)
    assert script.said[at + 1 + len(game.legal_moves)].startswith(Voice(lang)("review.because", reasons="").split()[0])
    assert game.position() == before


def test_a_hint_before_the_throw_says_who_throws():
    script, sitting = play(Game("mensch", seed=1), "hint")
    sitting.run()
    assert "There is no move to choose here: Yellow throws next." in script.said


def test_bots_are_called_by_their_names():
    names = {lang: [Voice(lang).bot(name) for name in BOTS] for lang in LANGUAGES}
    assert all(len(set(own)) == len(BOTS) for own in names.values())
    script, sitting = play(
        Game("mensch", 4, seed=1), lang="de", sitters={0: "person", 1: "careful", 2: "expert", 3: "master"}
    )
    sitting.run()
    assert all(name in script.text for name in ("Späher", "Kenner", "Meister"))


def test_why_before_the_throw_says_to_throw_first():
    script, sitting = play(Game("mensch", seed=1), "why")
    sitting.run()
    assert Voice("en")("answers.why_not_now") in script.said


def test_why_lists_totals_that_are_possible():
    game = sit("parcheesi", [0, 0, 0, 21], throw=(4, 2))
    script, sitting = play(game, "why", lang="de")
    sitting.run()
    assert "R1 auf 21, mit 2+4: ja. B12:" in script.text


@pytest.mark.parametrize(
    ("lang", "word"), [("de", "warum"), ("fr", "pourquoi"), ("de", "why"), ("fr", "WHY"), ("en", "w")]
)
def test_commands_are_understood_in_every_language_and_when_cut_short(lang, word):
    script, sitting = play(Game("mensch", seed=1), word, lang=lang)
    sitting.run()
    assert Voice(lang)("answers.why_not_now") in script.said


def test_accents_may_be_left_out():
    for lang, word, answer in (("de", "zuruck", "answers.not_undone"), ("fr", "regles", None), ("de", "HILFE", None)):
        script, sitting = play(Game("mensch", seed=1), word, lang=lang)
        sitting.run()
        assert "is not a command" not in script.text
        assert answer is None or Voice(lang)(answer) in script.said


def test_unknown_and_unclear_words_are_answered():
    script, sitting = play(Game("mensch", seed=1), "fly", "x" * 5000, "r", "\x00\x1b[2J", "-1", "1.5", "💥", lang="fr")
    sitting.run()
    assert "«\u202ffly\u202f» n’est pas une commande\u202f; «\u202faide\u202f» les donne." in script.said
    assert "«\u202fr\u202f» peut vouloir dire reprendre, règles." in script.said
    assert "\x1b" not in script.text
    assert max(map(len, script.said)) < 2000


def test_the_game_is_saved_and_goes_on(tmp_path):
    game = Game("mensch", seed=3)
    file = tmp_path / "a game.txt"
    script, sitting = play(
        game, "", "", f"save {file}", "save", f"save {tmp_path}/no/such/folder", "save /dev/full", "quit"
    )
    assert not sitting.run()
    record = parse_record(saves.read(file))
    assert record.game.position() == game.position()
    assert record.names == {0: "person", 1: "greedy", 2: "greedy", 3: "greedy"}
    assert f"Saved in {file}." in script.said
    assert Voice("en")("answers.save_where") in script.said
    assert script.text.count("cannot be written") == 2


def test_a_game_that_cannot_be_kept_can_still_be_played(tmp_path):
    script, sitting = play(Game("mensch", seed=3), "", "", keep=tmp_path / "no" / "where.game")
    sitting.run()
    assert script.text.count("cannot be written") == 1
    assert sitting.keep is None


def test_the_end_of_a_team_game_names_both_partners():
    game = sit("pachisi-classic", [84, 84, 84, 84], [0] * 4, [80, 84, 84, 84], [0] * 4, throw=(1, 1, 2), seat=2)
    script, sitting = play(game, "1", sitters=dict.fromkeys(range(4), "person"))
    assert sitting.run()
    assert "Red and Yellow have won!" in script.said
    assert "  1. Red, Yellow" in script.said
    assert "  2. Green, Black" in script.said


def test_the_choice_of_a_book_is_friendly():
    assert ask_book(Script(""), Voice("en")) == "mensch"
    assert ask_book(Script(str(len(BOOKS) + 1), "zz", "²", "2"), Voice("de")) == "parcheesi"
    assert ask_book(Script("ludo"), Voice("fr")) == "ludo"
    assert ask_book(Script(), Voice("fr")) is None


# --- files ----------------------------------------------------------------------------


def test_games_are_kept_in_the_data_folder_and_the_last_comes_first(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(NotationError, match="no unfinished game"):
        saves.last()
    first = saves.fresh("mensch")
    saves.write(first, "a")
    second = saves.fresh("/home/me/my own.toml")
    saves.write(second, "b")
    assert first.parent == second.parent == tmp_path / "pachisi"
    assert saves.last() == second
    saves.write(first, "c")
    assert saves.last() == first
    assert saves.read(first) == "c"
    assert len(list(first.parent.iterdir())) == 2


def test_what_is_no_record_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "long").write_bytes(b"x" * (saves.LARGEST_RECORD + 1))
    for name, words in (
        ("bytes", "UTF-8"),
        ("long", "too long"),
        ("missing", "cannot be read"),
        (".", "cannot be read"),
    ):
        with pytest.raises(NotationError, match=words):
            saves.read(tmp_path / name)
