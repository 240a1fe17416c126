"""Rulebooks: what the catalogue offers, and three layers of refusal, each with its sentence."""

import re
from inspect import signature
from itertools import combinations
from pathlib import Path

import pytest

from pachisi import Batch, Game, RuleError, simulate
from pachisi.rulebooks.reading import BOOKS, SHELF, load, parse
from pachisi.rulebooks.written import read_written
from pachisi.rules import Rules, check
from pachisi.sheet import house_rules, sheet
from pachisi.table import set_up
from tests.option_tables import OPTIONS, place_for


@pytest.mark.parametrize("book", OPTIONS)
def test_every_option_of_the_catalogue_is_there_with_its_values(book):
    options = load(book).options
    assert set(options) == set(OPTIONS[book])
    for name, (default, *others) in OPTIONS[book].items():
        assert options[name].default == default
        assert type(options[name].default) is type(default)
        assert set(options[name].values) == {default, *others}


@pytest.mark.parametrize("book", OPTIONS)
def test_every_value_of_every_option_can_be_chosen(book):
    for name, (default, *others) in OPTIONS[book].items():
        for value in (default, *others):
            beside = {"arms": 6} if value in ("pairs", "threes") else {}  # N5
            players = 6 if value == "threes" else (load(book).options[name].players or (4,))[0]
            table = set_up(book, players, options={name: value, **beside})
            assert table.value(name) == value
            named = value != default or name == "two_colours"  # A33: a table for two always names it
            assert table.options == beside | ({name: value} if named else {})


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_changes_the_rules(book):
    """Alone or together with what it needs, and differently from the other values."""
    for option in load(book).options.values():
        for one, two in combinations(option.values, 2):
            if option.name == "safe_fields" and {one, two} == {8, 12}:  # on different boards (N3)
                continue
            players, needed = place_for(book, option.name, one, two)
            a, b = (set_up(book, players, options={**needed, option.name: value}).rules for value in (one, two))
            assert a != b, option.name


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_has_a_label_in_every_language(book):
    for option in load(book).options.values():
        assert all(option.label[lang].strip() and option.label[lang] != option.name for lang in ("en", "de", "fr"))


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_names_its_source_in_every_language(book):
    source = load(book).source
    assert len({source[lang].strip() for lang in ("en", "de", "fr")} - {""}) == 3


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("players", "seats"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_two_three_or_four_play(book, players, seats):
    single = {"two_colours": False} if "two_colours" in load(book).options and players == 2 else {}  # A33, G13
    game = Game(book, players=players, **single)
    assert [seat for seat, row in enumerate(game.pieces) if row is not None] == seats


def test_the_options_are_kept_in_the_order_of_the_book():
    one = set_up("mensch", options={"may_pass": True, "barriers": True, "start_on_A": 0})
    two = set_up("mensch", options={"start_on_A": 0, "barriers": True, "may_pass": True})
    assert list(one.options) == list(two.options) == ["start_on_A", "barriers", "may_pass"]
    assert one.chosen() == two.chosen()


def test_mensch_takes_first_as_its_option():
    assert set_up("mensch", first="given").first == 0
    assert set_up("mensch", first="high_roll").first == "high_roll"


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_says_who_begins_and_the_library_lets_seat_0_unless_it_is_asked(book):  # A5, B6, C4, D3, L3
    printed = 0 if book == "mensch" else "high_roll"
    assert load(book).rules(4, {}).seats.first == printed
    assert set_up(book).first == Game(book).table.first == 0
    assert set_up(book, first="book").first == Game(book, first="book").table.first == printed


def test_a_book_of_ones_own_says_who_begins(tmp_path):
    (tmp_path / "own.toml").write_text('base = "mensch"\nseats = { first = "high_roll" }\n')
    assert set_up(tmp_path / "own.toml", first="book").first == "high_roll"
    (tmp_path / "own.toml").write_text('base = "mensch"\nseats = { first = 2 }\n')
    with pytest.raises(RuleError, match=r"own\.seats\.first = 2 is not possible; choose one of high_roll, 0\."):
        load(tmp_path / "own.toml")


@pytest.mark.parametrize(("book", "order"), [("mensch", [0, 1, 2, 3]), ("parcheesi", [0, 3, 2, 1])])
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_any_seat_in_use_may_open(book, order, first):
    assert order
    assert Game(book, first=first).seat == first


# --- refusals at the table ----------------------------------------------------------------

REFUSED = [
    ("mensch", {"barrier": True}, "mensch has no option 'barrier'; did you mean 'barriers'? It was set to on."),
    ("mensch", {"zzz": 3}, "mensch has no option 'zzz'. Known are: start_on_A,"),
    ("mensch", {"barriers": "on"}, "mensch: barriers = 'on' is not offered; choose one of off, on."),
    ("mensch", {"barriers": 1}, "mensch: barriers = 1 is not offered; choose one of off, on."),
    ("mensch", {"start_on_A": True}, "mensch: start_on_A = on is not offered; choose one of 1, 0."),
    ("mensch", {"capture_duty": None}, "mensch: capture_duty = None is not offered"),
    ("mensch", {"capture_duty": ["off"]}, "mensch: capture_duty = ['off'] is not offered"),
    (
        "pachisi-modern",
        {"track": 41},
        "pachisi-modern: track = 41 is not offered; choose one of 40, 48, 52, 56, 68, 72.",
    ),
    ("pachisi-modern", {"track": 40.0}, "pachisi-modern: track = 40.0 is not offered"),
    (
        "mensch",
        {"two_person": True},
        "mensch: two_person is for 2 players, not 4; change the number of players or leave",
    ),
    ("pachisi-modern", {"two_colours": True}, "pachisi-modern: two_colours is for 2 players, not 4;"),
    ("mensch", {"three_person_neutral": True}, "mensch: three_person_neutral is for 3 players, not 4;"),
    ("mensch", {"players": 1}, "mensch: players = 1 is not possible; 2, 3, 4, 5 or 6 can play."),
    ("parcheesi", {"players": 5}, "parcheesi: players = 5 is not possible; 2, 3 or 4 can play."),
    ("mensch", {"players": True}, "mensch: players = on is not possible; 2, 3, 4, 5 or 6 can play."),
    ("mensch", {"players": "4"}, "mensch: players = '4' is not possible; 2, 3, 4, 5 or 6 can play."),
    ("mensch", {"pieces": 0}, "mensch: pieces = 0 is not possible; a colour has 1 to 4 pieces."),
    ("mensch", {"pieces": 10**50}, "mensch: pieces = a number of many digits is not possible; a colour has"),
    ("mensch", {"first": 4}, "mensch: first = 4 is not possible; choose one of 0, 1, 2, 3, 'high_roll' or 'book'."),
    (
        "mensch",
        {"players": 2, "first": 1},
        "mensch: first = 1 is not possible; choose one of 0, 2, 'high_roll' or 'book'.",
    ),
    ("mensch", {"first": "low"}, "mensch: first = 'low' is not possible; choose one of"),
    ("mensch", {"first": False}, "mensch: first = off is not possible; choose one of"),
    ("menschen", {}, "There is no rulebook 'menschen'; did you mean 'mensch'?"),
    ("go", {}, "There is no rulebook 'go'. Known are: pachisi-modern, parcheesi,"),
    (7, {}, "There is no rulebook 7"),
    (None, {}, "There is no rulebook None"),
    ("\udc80", {}, "There is no rulebook '\\udc80'"),
    ("x" * 9999, {}, "There is no rulebook 'xxxxxxxx"),
]


@pytest.mark.parametrize(("book", "options", "sentence"), REFUSED)
def test_a_refusal_names_the_option_the_value_and_the_way_out(book, options, sentence):
    with pytest.raises(RuleError) as refused:
        Game(book, **options)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value)[-1] in ".?"


@pytest.mark.parametrize("players", [2, 3])
def test_teams_need_four_players(players):
    with pytest.raises(RuleError, match="teams is for 4 players, not"):
        Game("pachisi-modern", players=players, teams=True)
    assert Game("pachisi-classic", players=players).outcome is None  # there teams just have no effect


IDLE = [
    ("mensch", {"barrier_on_A": "free"}, "barrier_on_A does nothing here: it needs barriers = on."),
    (
        "mensch",
        {"duty_order": "enter_first"},
        "duty_order does nothing here: it needs capture_duty = 'penalty' or 'strict'.",
    ),
    (
        "pachisi-modern",
        {"two_colour_turns": "per_colour"},
        "two_colour_turns does nothing here: it needs two_colours = on.",
    ),
    ("pachisi-modern", {"finished_throws": "never"}, "finished_throws does nothing here: it needs teams = on."),
    ("parcheesi", {"blockade_limit": 0, "blockade_after": "pass_only"}, "blockade_after does nothing here:"),
    (
        "pachisi-classic",
        {"teams": False, "chausar_partner": True},
        "chausar_partner does nothing here: it needs teams = on.",
    ),
]


@pytest.mark.parametrize(("book", "options", "sentence"), IDLE)
def test_an_option_without_effect_is_accepted_and_told(book, options, sentence):
    table = set_up(book, options=options)
    assert [notice[: len(sentence)] for notice in table.book.idle(table.options)] == [sentence]


def test_an_option_with_its_need_is_not_idle():
    table = set_up("mensch", options={"barrier_on_A": "free", "barriers": True})
    assert table.book.idle(table.options) == []


# --- books of one's own -------------------------------------------------------------------

OWN = """
name = "Eight by eight"
board = { shape = "closed", arm = 6, lane = 4 }
dice = { faces = [1, 2, 3, 4, 5, 6] }
entry = { numbers = [1, 6] }
turn = { again_faces = [6], tries = 3 }

[options.short]
values.on = { board.arm = 3, board.lane = 3 }
"""


def write(folder, text, name="my.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_new_rulebook_plays_at_once(tmp_path, monkeypatch):
    write(tmp_path, OWN)
    monkeypatch.chdir(tmp_path)
    game = Game("./my.toml", players=2, seed=1)
    game.throw(1)
    assert [str(move) for move in game.legal_moves] == ["1: 0/enter"]
    game.push(game.legal_moves[0])
    assert game.pieces == [[0, 0, 0, 1], None, [0, 0, 0, 0], None]
    again = Game.from_position(game.position())
    assert again.position() == game.position()
    for _ in range(300):
        if game.node == "over":
            break
        game.push(game.legal_moves[0]) if game.node == "move" else game.throw()
    assert game.turn > 10


def test_a_base_lends_its_values_options_words_and_verdicts(tmp_path):
    book = load(write(tmp_path, 'base = "mensch"\nname = "Our Mensch"\nboard = { arm = 5 }\n'))
    printed = load("mensch")
    assert book.name["de"] == "Our Mensch"
    assert set(book.options) == set(printed.options) - {"track"}  # neither 60 nor 48 (N2)
    assert book.verdicts == printed.verdicts
    assert book.colours == printed.colours
    table = set_up(book, options={"barriers": True})
    assert len(table.board.ring) == 48
    assert table.rules.entry.ready == 1


def test_options_of_a_base_may_be_rewritten(tmp_path):
    text = 'base = "mensch"\n[options.barriers]\ndefault = true\nvalues.off = { turn.tries = 2 }\n'
    book = load(write(tmp_path, text))
    assert book.options["barriers"].default is True
    assert set_up(book, options={"barriers": False}).rules.turn.tries == 2


def test_values_can_be_added_to_a_list(tmp_path):
    text = 'base = "mensch"\n[options.any]\nvalues.on = { entry."numbers+" = [1] }\n'
    assert set_up(load(write(tmp_path, text)), options={"any": True}).rules.entry.numbers == (6, 1)


WORDS = re.compile(r"(source|colours|label|labels\.\w+) *=|  \{|\]$")


def without_words(text):
    """A rulebook without names of things, empty lines, and what cites a clause."""
    section = ""
    for line in text.splitlines():
        section = line if line.startswith("[") else section
        if line and section not in ("[terms]", "[verdicts]") and not WORDS.match(line):
            yield line


@pytest.mark.parametrize("book", BOOKS[5:])
def test_without_words_a_newer_book_is_at_most_60_lines_and_the_same_game(book, tmp_path):
    """Board, rules and all house rules; apart from what they are called, and from clauses and the verdicts that cite them."""
    printed = load(book)
    lines = list(without_words(printed.path.read_text(encoding="utf-8")))
    assert len(lines) <= 60
    plain = load(write(tmp_path, "\n".join(lines)))
    assert plain.chapters == printed.chapters
    assert {name: (option.values, option.patches) for name, option in plain.options.items()} == {
        name: (option.values, option.patches) for name, option in printed.options.items()
    }


DEFAULTS = [
    ("values.on = { block.size = 2, moves.stack = 2 }", False),
    ("values.off = { turn.tries = 2 }", True),
    ("values.2 = { dice.count = 2 }", 1),
    ("values.whenever_empty = { entry.free = 'whenever_empty' }\nvalues.once = { entry.free = 'once' }", "never"),
    ("values.penalty = { capture.duty = 'penalty' }", "strict"),
]


@pytest.mark.parametrize(("values", "default"), DEFAULTS)
def test_a_default_that_goes_without_saying_may_be_left_out(values, default, tmp_path):
    option = load(write(tmp_path, f"capture = {{ duty = 'strict' }}\n[options.x]\n{values}\n")).options["x"]
    assert option.default is default or option.default == default
    assert default not in option.patches


SHAPES = [
    ("bord = {}", "my: unknown key 'bord'; did you mean 'board'?"),
    ("[terms]\nstrt = 'A'", "my.terms: unknown term 'strt'; did you mean 'start'?"),
    ("[terms]\nring = 'A'", 'my.terms.ring must be a number such as "1", the first of those on the ring.'),
    ("players = 3", "my: 'players' is chosen at the table, not in the book"),
    ("pieces = 2", "my: 'pieces' is chosen at the table, not in the book"),
    ("place = 2", "my: unknown key 'place'. Known are: name, source,"),
    ("board = 3", "my.board = 3 must be a table."),
    ("board = { arn = 4 }", "my.board.arn: unknown key; did you mean 'arm'?"),
    ('board = { arm = "4" }', "my.board.arm = '4' must be a whole number below 10,000."),
    ("board = { arm = true }", "my.board.arm = on must be a whole number below 10,000."),
    ("board = { arm = 4.0 }", "my.board.arm = 4.0 must be a whole number below 10,000."),
    ("board = { arm = 99999999999999999999 }", "my.board.arm = a number of many digits must be a whole number"),
    ('board = { shape = "round" }', "my.board.shape = 'round' is not possible; choose one of closed, open, spiral, written."),
    ("board = { shape = 1 }", "my.board.shape = 1 is not possible; choose one of closed, open, spiral, written."),
    ("moves = { groups = 1 }", "my.moves.groups = 1 must be true or false."),
    ("entry = { numbers = 6 }", "my.entry.numbers = 6 must be a short list."),
    ("entry = { numbers = [6, 'x'] }", "my.entry.numbers = 'x' must be a whole number below 10,000."),
    ("turn = { duties = ['fly'] }", "my.turn.duties = 'fly' is not possible; choose one of clear_start, enter, chain, open."),
    ("name = 3", "my.name = 3 must be a text, or one text per language (en, de, fr)."),
    ("name = { es = 'x' }", "my.name: unknown key 'es'"),
    ("language = 'German'", "my.language = 'German' must be a language tag, such as 'de' or 'fr-CH'."),
    ("source = 3", "my.source = 3 must be a text, or one text per language (en, de, fr)."),
    ("colours = ['red']", "my.colours must list four colours"),
    ("base = 'go'", "my: base = 'go' is not a rulebook of the package. Known are:"),
    ("base = 3", "my: base must be the id of a rulebook, such as 'mensch', or a file that ends in .toml."),
    ("options = 3", "my.options = 3 must be a table."),
    ("[options.x]\n", "my.options.x.values must name at least one value besides the default off."),
    ("[options.self]\nvalues.on = {}", "my.options.self: 'self' cannot be the name of an option: Game, simulate or Batch takes"),
    ("[options.games]\nvalues.on = {}", "my.options.games: 'games' cannot be the name of an option: Game, simulate or Batch takes"),
    ("[options.'a b']\nvalues.on = {}", "my.options.a b: 'a b' cannot be the name of an option."),
    ("[options.x]\nvalues.on = { entry.'numbers+-' = [1] }", "my.options.x.values.on.entry.numbers+: unknown key"),
    (
        "[options.y]\nvalues.2 = { dice.count = 2 }\n[options.x]\nneeds = { y = 3 }\nvalues.on = { turn.tries = 3 }",
        "my.options.x.needs: y = 3 is not offered; choose one of 1, 2.",
    ),
    (
        "[options.y]\nvalues.2 = { dice.count = 2 }\n[options.x]\nonly_with = { on = { y = [2, true] } }\nvalues.on = { turn.tries = 3 }",
        "my.options.x.only_with: y = true is not offered; choose one of 1, 2.",
    ),
    (
        "[options.x]\nonly_for = { 7 = [2] }\nvalues.2 = { dice.count = 2 }",
        "my.options.x.only_for: x = 7 is not offered; choose one of 1, 2.",
    ),
    ('name = "A\\u0000B"', "my.name = 'A\\x00B' holds the control character U+0000; leave it out."),
    ('source = { de = "A\\u001bB" }', "my.source = 'A\\x1bB' holds the control character U+001B; leave it out."),
    ('[verdicts]\nenter = "\\u0007"', "my.verdicts.enter = '\\x07' holds the control character U+0007; leave it out."),
    ("[options.x]\nvalues.on = 3", "my.options.x.values.on = 3 must be a table."),
    ("[options.x]\nvalues.on = { board = 3 }", "my.options.x.values.on.board = 3 must be a table."),
    ("[options.x]\nvalues.on = { bord.arm = 3 }", "my.options.x.values.on.bord: unknown key; did you mean 'board'?"),
    (
        "[options.x]\nvalues.on = { board.arn = 3 }",
        "my.options.x.values.on.board.arn: unknown key; did you mean 'arm'?",
    ),
    ("[options.x]\nvalues.maybe = {}", "my.options.x.values.maybe: this option is on or off."),
    ("[options.x]\nvalues.two = { dice.count = 2 }", "my.options.x.values.two: this option is on or off."),
    ("[options.x]\nvalues.1 = { dice.count = 1 }", "my.options.x.values must name at least one value besides the default 1."),
    ("[options.x]\ndefault = 1\nvalues.two = {}", "my.options.x.values.two: this option takes numbers."),
    ("[options.x]\ndefault = []\nvalues.on = {}", "my.options.x.default must be true, false, a number or a word."),
    ("[options.x]\nplayers = 2\nvalues.on = {}", "my.options.x.players must be a list of numbers from 2 to 8."),
    ("[options.x]\nplayers = [9]\nvalues.on = {}", "my.options.x.players must be a list of numbers from 2 to 8."),
    ("[options.x]\nonly_for = { on = 6 }\nvalues.on = {}", "my.options.x.only_for.on must be a list of numbers from 2 to 8."),
    ("[options.x]\nneeds = { y = true }\nvalues.on = {}", "my.options.x.needs: no option 'y'"),
    ("[options.x]\nlable = 'x'\nvalues.on = {}", "my.options.x: unknown key 'lable'; did you mean 'label'?"),
    ("[options.pieces]\nvalues.on = {}", "my.options.pieces: 'pieces' cannot be the name of an option: Game, simulate or Batch takes something else by that name."),
    ("[options.'a b']\nvalues.on = {}", "my.options.a b: 'a b' cannot be the name of an option."),
    (
        "[options.x]\nvalues.on = { entry.'sum+' = 3 }",
        "my.options.x.values.on.entry.sum+ must be a list: its entries are added to",
    ),
    ("verdicts = { move = 3 }", "my.verdicts.move = 3 must be a text."),
]


@pytest.mark.parametrize(("text", "sentence"), SHAPES)
def test_a_wrong_shape_is_refused(text, sentence, tmp_path):
    with pytest.raises(RuleError) as refused:
        load(write(tmp_path, text))
    assert str(refused.value).startswith(sentence)
    assert str(refused.value)[-1] in ".?"


def test_two_house_rules_that_set_one_value_differently_collide(tmp_path):
    text = "[options.small]\nvalues.on = { board.arm = 5 }\n[options.big]\nvalues.on = { board.arm = 7 }\n"
    book = load(write(tmp_path, text))
    with pytest.raises(RuleError) as refused:
        set_up(book, options={"big": True, "small": True})
    sentence = "house rules 'small' and 'big' both set board.arm (5 and 7); choose one of them."
    assert str(refused.value).endswith(sentence)


def test_two_house_rules_that_agree_do_not_collide(tmp_path):
    text = "[options.small]\nvalues.on = { board.arm = 5 }\n[options.slow]\nvalues.on = { board.arm = 5, turn.tries = 2 }\n"
    assert set_up(load(write(tmp_path, text)), options={"small": True, "slow": True}).rules.board.arm == 5


def test_a_house_rule_that_does_nothing_yields_to_the_one_it_needs_otherwise(tmp_path):
    text = "[options.size]\ndefault = 1\nvalues.2 = { board.arm = 6 }\n[options.small]\nneeds = { size = [1] }\nvalues.on = { board.arm = 5 }\n"
    book = load(write(tmp_path, text))
    assert set_up(book, options={"small": True}).rules.board.arm == 5
    assert set_up(book, options={"small": True, "size": 2}).rules.board.arm == 6
    assert book.idle({"small": True, "size": 2}) == ["small does nothing here: it needs size = 1."]


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_house_rules_of_a_shelved_book_collide(book):
    options = load(book).options
    for one in options.values():
        for two in options.values():
            together = set(one.players or (2, 3, 4)) & set(two.players or (2, 3, 4))
            yields = one.name in two.needs or two.name in one.needs  # it does nothing where the other is chosen
            if one.name < two.name and together and not yields:
                both = {(c, k) for p in one.patches.values() for c in p for k in p[c] if not k.endswith("+")}
                other = {(c, k) for p in two.patches.values() for c in p for k in p[c] if not k.endswith("+")}
                assert not both & other, (one.name, two.name)


SENSES = [
    ("board = { arm = 1 }", "board.arm = 1: an arm is 2 to 8 fields long."),
    ("board = { arm = 9 }", "board.arm = 9: an arm is 2 to 8 fields long."),
    ("board = { start = 10 }", "board.start = 10: the start field lies in its own quarter, 1 to 9."),
    ("board = { arm = 4, lane = 5, home = 'point' }", "board.lane = 5: a lane has 1 to 4 fields on this board."),
    ("board = { safe = [10] }", "board.safe names fields 0 to 9 of a quarter."),
    ("board = { route = 'centre' }", "board.route = 'centre' leads back to the centre: board.home must be 'point'."),
    ("dice = { faces = [] }", "dice.faces needs 2 to 8 faces."),
    ("dice = { faces = [0, 6] }", "dice.faces = 0 is nothing to move: dice.values must say what each face counts."),
    ("dice = { faces = [21, 6] }", "dice.faces must be numbers from 1 to 20."),
    ("dice = { faces = [6, 6] }", "dice.faces names a face twice."),
    ("dice = { count = 4 }", "dice.count = 4: 1 to 3 dice can be thrown."),
    ("dice = { count = 3, use = 'either' }", "three dice are played one by one or as one number: dice.use must be 'each' or 'sum'."),
    ("dice = { use = 'direct' }", "dice.use = 'direct' adds up two dice: dice.count must be 2."),
    ("entry = { numbers = [7] }", "entry.numbers [7] can never be thrown with faces [1, 2, 3, 4, 5, 6]."),
    (
        "entry = { numbers = [] }",
        "no throw brings a captured piece back in: set entry.numbers, entry.sum, entry.grace, entry.triple or entry.free = 'double'.",
    ),
    ("entry = { triple = true }", "entry.triple needs three dice."),
    ("entry = { ready = 2 }", "entry.ready = 2: more pieces than may stand on the start field."),
    ("turn = { tries = 10 }", "turn.tries = 10: 1 to 9 throws."),
    ("turn = { again_faces = [7] }", "turn.again_faces [7] can never be thrown with faces [1, 2, 3, 4, 5, 6]."),
    ("turn = { again_double = true }", "turn.again_double needs more than one die."),
    ("moves = { groups = true }", "moves.groups needs moves.stack = 4, and dice.use = 'each' or 'sum'."),
    ("block = { size = 3 }", "block.size = 3: a block is two pieces, or 0 for none."),
    ("block = { size = 2 }", "block.size = 2 needs moves.stack of at least 2."),
    ("bonus = { capture = 61 }", "bonus numbers lie between 0 and 60."),
    ("seats = { colours = 'two' }", "two colours a person is for two players, not 4."),
]


@pytest.mark.parametrize(("text", "sentence"), SENSES)
def test_a_book_that_makes_no_sense_is_refused(text, sentence, tmp_path):
    path = write(tmp_path, text)
    with pytest.raises(RuleError) as refused:
        load(path)
    assert str(refused.value) == f"{path}: {sentence}"


@pytest.mark.parametrize(("base", "most", "usual"), [("mensch", 3, 3), ("ludo", 1, 1), ("chowka-bhara", 6, 4)])
def test_a_table_has_four_pieces_or_as_many_as_its_book_allows(base, most, usual, tmp_path):
    book = load(write(tmp_path, f'base = "{base}"\nboard.pieces = {most}\n'))
    game = Game(book, seed=1)
    assert (game.table.pieces, len(game.pieces[0])) == (usual, usual)
    assert "pieces" not in game.table.chosen()
    assert Game.from_position(game.notation()) == game
    assert "Pieces of each colour" not in dict(house_rules(game.table))
    with pytest.raises(RuleError, match=f"a colour has 1 to {most} pieces"):
        Game(book, pieces=most + 1)


def test_no_option_can_be_called_like_a_parameter_that_takes_something_else():
    """But for `throws`, an option of Eile mit Weile: a Batch takes it in a Table."""
    taken = {name for call in (Game.__init__, Batch.__init__, simulate) for name in signature(call).parameters}
    for name in taken - {"options", "throws"}:
        with pytest.raises(RuleError, match="cannot be the name of an option"):
            parse("my", {"options": {name: {"values": {"on": {"turn": {"tries": 3}}}}}}, None)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "my.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "Mine"\n')
    path.with_suffix(".clauses.toml").write_bytes(b'\xef\xbb\xbf[[clause]]\nid = "X1"\nchapter = "setup"\nen = "So."\n')
    path.with_suffix(".story.toml").write_bytes(b'\xef\xbb\xbf[[paragraph]]\nen = "Once."\n')
    assert load(path).name["en"] == "Mine"
    assert read_written("\ufeffname = 'Mine'").name["en"] == "Mine"
    printed = sheet(set_up(load(path)))
    assert "X1    So." in printed
    assert "Once." in printed


def test_books_are_based_on_each_other_in_chains_of_a_certain_length(tmp_path):
    write(tmp_path, 'base = "mensch"\n', "b0.toml")
    for n in range(1, 1500):
        write(tmp_path, f'base = "b{n - 1}.toml"\n', f"b{n}.toml")
    assert len(load(tmp_path / "b15.toml").family) == 17
    with pytest.raises(RuleError) as refused:
        load(tmp_path / "b1499.toml")
    sentence = "base = 'b1498.toml' cannot be played. b1484: base = 'b1483.toml' is one too many: 16 books at most are based on each other."
    assert str(refused.value) == f"b1499: {sentence}"


PLACES = [
    ('name = "x"\nboard.pieces = 9\n', "board.pieces = 9", 2),
    ('base = "mensch"\nname = "x"\nboard = { pieces = 1 }\nentry = { ready = 3 }\n', "entry.ready = 3", 4),
    ('name = "x"\nseats = { colours = "two" }\n', "two colours a person", 2),
    ('name = "x"\n[[dice]]\ncount = 2\n', "must be a table", 2),
    ('base = "ludo"\nname = "x"\n\n[seats]\nteams = true\n', "pieces of two colours that share", 5),
    ('name = "x"\nbase = "mensch"\nmoves.goal_jump = true\nboard.arm = 8\nentry.numbers = [7]\n', "entry.numbers [7]", 5),
    ('name = "x"\nbase = "mensch"\nboard.shape = "spiral"\n', "board.home", 3),
]


@pytest.mark.parametrize(("text", "part", "line"), PLACES)
def test_a_sentence_about_the_rules_has_the_line_of_what_it_is_about(text, part, line, tmp_path):
    path = write(tmp_path, text)
    with pytest.raises(RuleError) as refused:
        load(path)
    found = [fault for fault in refused.value.faults if part in fault.sentence]
    assert [fault.line for fault in found][:1] == [line], [str(fault) for fault in refused.value.faults]


def test_the_plainest_game_makes_sense():
    assert list(check(Rules())) == []
    assert set_up(parse("plain", {}, Path("plain.toml"))).rules == Rules()


@pytest.mark.parametrize("book", BOOKS)
def test_a_shelved_book_is_read_once(book):
    assert load(book) is load(book)
    assert load(book).path == SHELF / f"{book}.toml"
