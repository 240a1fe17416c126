"""A book that is based on another: its options do what they say, and sheet and verdicts agree."""

import pickle

import pytest

from pachisi import Game, RuleError, simulate
from pachisi.clauses import left_out, load_text
from pachisi.rulebooks import BOOKS, load
from pachisi.rulebooks.inheritance import unworded
from pachisi.sheet import clauses, sheet
from pachisi.table import set_up
from tests.option_tables import fits, place_for

US = """
base = "parcheesi"
name = "US Parcheesi"
bonus = { capture = 20 }
turn = { duties = ["enter"] }
"""


@pytest.fixture
def shelf(tmp_path):
    """Writes a book of one's own, and loads it."""

    def write(text, name="my.toml", clauses=""):
        (tmp_path / name).write_text(text, encoding="utf-8")
        if clauses:
            (tmp_path / name.replace(".toml", ".clauses.toml")).write_text(clauses, encoding="utf-8")
        return load(tmp_path / name)

    return write


def rules_of(book, **options):
    return set_up(book, options=options).rules


def refusal(book, **options):
    with pytest.raises(RuleError) as refused:
        set_up(book, options=options)
    return str(refused.value)


# --- options --------------------------------------------------------------------------------


def test_a_changed_value_is_the_new_default_of_its_option(shelf):
    book = shelf(US)
    assert book.options["bonus_capture"].values == (20, 25)
    assert book.options["entry"].values == ("forced", "optional")
    assert rules_of(book).bonus.capture == 20


def test_the_old_default_plays_as_printed_in_the_base(shelf):
    book = shelf(US)
    assert rules_of(book, bonus_capture=25).bonus.capture == 25
    assert rules_of(book, entry="optional").turn.duties == ()
    assert set_up(book, options={"bonus_capture": 25, "entry": "optional"}).rules == set_up("parcheesi").rules


def test_the_new_default_may_be_chosen_by_name(shelf):
    table = set_up(shelf(US), options={"bonus_capture": 20, "entry": "forced"})
    assert table.options == {}
    assert table.value("bonus_capture") == 20
    assert table.rules.turn.duties == ("enter",)


def test_another_bonus_is_another_game(shelf):
    book = shelf(US)
    columns = ("mark",)
    kept, changed = (
        simulate(book, 20, bots="greedy", columns=columns, progress=False, **options)["mark"].tolist()
        for options in ({}, {"bonus_capture": 25})
    )
    printed = simulate("parcheesi", 20, bots="greedy", columns=columns, progress=False, entry="forced")["mark"].tolist()
    assert changed == printed != kept


def test_every_value_of_every_option_still_means_what_it_meant(shelf):
    """With the options set as they are in the base, a derived book plays the base."""
    for base in BOOKS:
        printed = load(base)
        for option in printed.options.values():
            for value, patch in option.patches.items():
                players, beside = place_for(base, option.name, value)
                lines = [
                    f'base = "{base}"',
                    *(
                        f"[{chapter}]\n{write(values, printed.chapters.get(chapter, {}))}"
                        for chapter, values in patch.items()
                    ),
                ]
                try:
                    book = shelf("\n".join(lines))
                except RuleError:  # such as two colours, which four cannot play
                    continue
                assert option.patches[book.options[option.name].default] == patch
                for chosen in (each for each in option.values if fits(option, each, beside)):
                    wanted = set_up(base, players, options={**beside, option.name: chosen}).rules
                    assert set_up(book, players, options={**beside, option.name: chosen}).rules == wanted


def write(values, printed):
    """Values of a patch as TOML; what it adds to a list stands behind what the base has there."""
    lines = []
    for key, value in values.items():
        whole = [*printed.get(key[:-1], ()), *value] if key.endswith("+") else value
        lines.append(f"{key.rstrip('+')} = {str(whole).lower() if isinstance(whole, bool) else repr(whole)}")
    return "\n".join(lines)


def test_an_option_that_cannot_describe_the_book_is_not_offered(shelf):
    book = shelf('base = "parcheesi"\nbonus = { capture = 15 }\n')
    assert "bonus_capture" not in book.options
    assert rules_of(book).bonus.capture == 15
    sentence = "bonus_capture is not offered: 25 means bonus.capture = 25, 20 means bonus.capture = 20, and this book has bonus.capture = 15."
    assert refusal(book, bonus_capture=25) == f"{book.id}: {sentence}"


def test_why_an_option_is_not_offered_names_the_value_behind_it_and_not_only_what_it_is_called(shelf):
    """48 is what a track with six short arms is called; this one has 48 fields too."""
    book = shelf('base = "mensch"\nboard = { arm = 5 }\n')
    sentence = "track is not offered: 60 means board.arm = 4, 48 means board.arm = 3, and this book has board.arm = 5."
    assert book.why_withdrawn("track") == sentence


def test_a_book_may_write_an_option_again_that_it_could_not_take_over(shelf):
    text = 'base = "parcheesi"\nbonus = { capture = 15 }\n[options.bonus_capture]\ndefault = 15\nvalues.30 = { bonus.capture = 30 }\n'
    book = shelf(text)
    assert rules_of(book, bonus_capture=30).bonus.capture == 30
    assert "bonus_capture = 25 is not offered; choose one of 15, 30." in refusal(book, bonus_capture=25)


def test_a_need_for_an_option_that_is_not_offered_is_dropped(shelf):
    book = shelf('base = "parcheesi"\nblock = { limit = 5 }\n')
    table = set_up(book, options={"blockade_after": "pass_only"})
    assert book.idle(table.options) == []
    assert (table.rules.block.limit, table.rules.block.after) == (5, "pass_only")


def test_a_need_follows_the_new_default(shelf):
    book = shelf('base = "parcheesi"\nblock = { limit = 0 }\n')
    assert book.idle(set_up(book, options={"blockade_after": "pass_only"}).options)
    assert not book.idle(set_up(book, options={"blockade_after": "pass_only", "blockade_limit": 3}).options)


def test_options_that_share_a_list_do_not_undo_each_other(shelf):
    text = (
        'turn = { duties = ["clear_start"] }\n[options.one]\nvalues.on = { turn."duties+" = ["enter"] }\n'
        '[options.two]\nvalues.on = { turn."duties+" = ["chain"] }\n'
    )
    shelf(text, "plain.toml")
    book = shelf('base = "plain.toml"\nturn = { duties = ["enter", "clear_start"] }\n')
    assert (book.options["one"].default, book.options["two"].default) == (True, False)
    assert rules_of(book, two=True).turn.duties == ("enter", "clear_start", "chain")
    assert rules_of(book, one=False).turn.duties == ("clear_start",)
    assert rules_of(book, one=False, two=True).turn.duties == ("clear_start", "chain")


def test_what_two_house_rules_add_to_a_list_is_there_once(shelf):
    text = (
        '[options.one]\nvalues.on = { turn."duties+" = ["enter"] }\n'
        '[options.two]\nvalues.on = { turn."duties+" = ["enter", "chain"] }\n'
    )
    assert rules_of(shelf(text), one=True, two=True).turn.duties == ("enter", "chain")


def test_entries_can_be_taken_from_a_list(shelf):
    text = 'entry = { numbers = [1, 6] }\n[options.hard]\nvalues.on = { entry."numbers-" = [1] }\n'
    assert rules_of(shelf(text), hard=True).entry.numbers == (6,)


# --- a base that has a base -------------------------------------------------------------------


def test_a_base_may_be_a_file_beside_the_book(shelf):
    shelf(US, "us.toml")
    book = shelf('base = "us.toml"\nbonus = { home = 20 }\n')
    assert [name.rpartition("/")[2] for name in book.family] == ["my.toml", "us.toml", "parcheesi"]
    rules = rules_of(book)
    assert (rules.bonus.capture, rules.bonus.home, rules.turn.duties) == (20, 20, ("enter",))
    assert rules_of(book, bonus_capture=25).bonus.capture == 25
    assert book.name["en"] == "US Parcheesi"


def test_a_grandchild_may_return_to_the_values_of_its_grandparent(shelf):
    shelf(
        'base = "parcheesi"\nbonus = { capture = 15 }\nturn = { duties = ["enter"] }\nblock = { limit = 0 }\n',
        "us.toml",
    )
    book = shelf('base = "us.toml"\nbonus = { capture = 20 }\nturn = { duties = [] }\nblock = { limit = 3 }\n')
    assert book.withdrawn == {}
    assert book.options["bonus_capture"].values == (20, 25)
    assert book.options["entry"].values == ("optional", "forced")
    assert book.options["blockade_limit"].values == (3, 0)
    assert rules_of(book, bonus_capture=25) == set_up("parcheesi").rules
    assert rules_of(book, entry="forced").turn.duties == ("enter",)


def test_a_base_is_looked_for_beside_its_book_wherever_one_stands(shelf, tmp_path, monkeypatch):
    shelf(US, "us.toml")
    shelf('base = "us.toml"\n', "mine.toml")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert rules_of("../mine.toml").bonus.capture == 20


@pytest.mark.parametrize(
    ("mine", "other", "sentence"),
    [
        ("my.toml", "", "base = 'my.toml' is based on my.toml itself; one of them needs another base."),
        ("other.toml", 'base = "my.toml"', "base = 'my.toml' is based on other.toml itself;"),
        ("other.toml", "board = { arm = 1 }", "base = 'other.toml' cannot be played. "),
        ("missing.toml", "", "base = 'missing.toml' cannot be played. The rulebook "),
        ("missing", "", "base = 'missing' is not a rulebook of the package. Known are:"),
    ],
)
def test_a_base_that_cannot_be_one_is_refused(shelf, tmp_path, mine, other, sentence):
    (tmp_path / "other.toml").write_text(other)
    with pytest.raises(RuleError) as refused:
        shelf(f'name = "x"\nbase = "{mine}"\n')
    assert sentence in str(refused.value)
    assert [fault.line for fault in refused.value.faults] == [2]


def test_a_derived_book_can_be_pickled(shelf):
    book = shelf(US)
    again = pickle.loads(pickle.dumps(book))
    assert again.family == book.family
    assert rules_of(again, bonus_capture=25).bonus.capture == 25


# --- sheet and verdicts -----------------------------------------------------------------------


def numbers(table):
    return {number for _, held in clauses(table) for number, _ in held}


def test_the_clauses_of_a_base_are_taken_over(shelf):
    table = set_up(shelf(US))
    assert numbers(table) == numbers(set_up("parcheesi", options={"bonus_capture": 20, "entry": "forced"}))
    assert "20" in next(words for _, held in clauses(table) for number, words in held if number == "B23")
    assert "US Parcheesi" in sheet(table)


@pytest.mark.parametrize("base", BOOKS)
def test_a_book_that_changes_nothing_has_the_sheet_of_its_base(shelf, base):
    book = shelf(f'base = "{base}"\n')
    for lang in ("en", "de", "fr"):
        assert sheet(set_up(book), lang) == sheet(set_up(base), lang)
    assert shelf('base = "my.toml"\n', "two.toml").family[-1] == base
    assert sheet(set_up(load(book.path.with_name("two.toml")))) == sheet(set_up(base))


def test_a_verdict_cites_a_clause_of_the_sheet(shelf):
    book = shelf(US)
    game = Game(book, players=2, seed=1)
    game.throw(5, 1)
    verdict = game.why(game.colour, 0, (5,))
    assert verdict.clause == "B8"
    assert verdict.clause in numbers(game.table)
    cited = {clause.id for clause in load_text(book).clauses}
    assert set(book.verdicts.values()) <= cited


CLAUSES = """
[[clause]]
id = "B8"
chapter = "entering"
en = "Only a five enters."
de = "Nur eine Fünf bringt eine Figur ins Spiel."
fr = "Seul un cinq fait entrer un pion."

[[clause]]
id = "B1"

[[clause]]
id = "US1"
chapter = "entering"
en = "It must."
de = "Sie muss."
fr = "Il le faut."
"""


def test_a_clause_with_the_number_of_an_inherited_one_replaces_it(shelf):
    book = shelf(US, clauses=CLAUSES)
    held = [(number, words) for _, chapter in clauses(set_up(book)) for number, words in chapter]
    assert [words for number, words in held if number == "B8"] == ["Only a five enters."]
    assert "It must." in dict(held)["US1"]
    game = Game(book, players=2, seed=1)
    game.throw(5, 1)
    assert game.why(game.colour, 0, (5,)).text == "Only a five enters."


def test_a_clause_with_nothing_but_a_number_strikes_out_an_inherited_one(shelf):
    book = shelf(US, clauses=CLAUSES)
    assert "B1" in numbers(set_up("parcheesi"))
    assert "B1" not in numbers(set_up(book))
    assert "B1" not in numbers(set_up(shelf('base = "my.toml"\n', "two.toml")))


def test_a_clause_about_an_option_that_is_not_offered_is_not_read(shelf):
    book = shelf('base = "parcheesi"\nbonus = { capture = 15 }\n')
    left = {clause.id for clause in load_text(load("parcheesi")).clauses} - {c.id for c in load_text(book).clauses}
    assert left == {"B23", "G8"}
    assert left.isdisjoint(numbers(set_up(book)))


def test_a_clause_that_is_struck_out_is_not_cited(shelf):
    game = Game(shelf(US, clauses='[[clause]]\nid = "B8"\n'), players=2, seed=1)
    game.throw(5, 1)
    verdict = game.why(game.colour, 0, (5,))
    assert (verdict.legal, verdict.clause) == (True, "")
    assert verdict.text


def test_a_piece_that_is_passed_goes_back_from_its_end_field_whether_it_goes_out_or_comes_in(tmp_path):
    book = tmp_path / "centre.toml"
    book.write_text('name = "Centre"\nbase = "mensch"\nboard = { route = "centre", home = "point" }\ncapture = { by = "passing" }\n')
    for step in (5, 45):  # the same field
        game = Game(book, players=2)
        position = game.position()
        position["pieces"] = [[24, 50, 50, 50], None, [step, 50, 50, 50], None]
        game = Game.from_position(position)
        game.throw(3)
        (move,) = game.legal_moves
        assert move.captures == ((2, step),)
        game.push(move)
        assert game.pieces[2] == [0, 50, 50, 50]


# --- values that no clause of the base describes ------------------------------------------------


@pytest.mark.parametrize(
    ("base", "text", "names"),
    [
        ("mensch", "turn = { duties = [] }", ["turn.duties"]),
        ("mensch", 'turn = { duties = ["clear_start", "enter", "chain"] }', []),  # clear_chain
        ("mensch", 'turn = { duties = ["enter", "chain"] }', ["turn.duties"]),
        ("mensch", "turn = { tries = 3 }", []),  # three_throws
        ("mensch", 'entry.numbers = [1, 6]\nmoves.jump = "others"', ["entry.numbers", "moves.jump"]),
        ("ludo", 'board = { route = "corner" }\ncapture.by = "landing"', []),
        ("parcheesi", "bonus = { capture = 15 }", []),  # bonus_capture is not offered
        ("parcheesi", "bonus = { capture = 15 }\n[options.bonus_capture]\ndefault = 25\nvalues.15 = {}", ["bonus.capture"]),
    ],
)
def test_what_no_option_of_the_base_describes_is_named(shelf, base, text, names):
    assert unworded(shelf(f'base = "{base}"\n{text}\n')) == names


def test_clauses_that_state_what_a_book_has_changed_are_left_out_and_not_cited(shelf):
    book = shelf('base = "mensch"\nname = "Fia"\nentry = { numbers = [1, 6] }\nturn = { duties = ["clear_start"] }\n')
    assert left_out(book) == ["C14", "C16", "C16a"]
    assert numbers(set_up("mensch")) - numbers(set_up(book)) == {"C14", "C16", "C16a"}
    assert "C13" in numbers(set_up(book))
    game = Game(book, players=2, seed=1, start_on_A=0)
    game.throw(1)
    verdict = game.why(game.colour, 0, 1)
    assert (verdict.legal, verdict.clause, verdict.text) == (True, "", "This throw lets a piece in.")
    assert numbers(set_up(shelf('base = "my.toml"\n', "two.toml"))) == numbers(set_up(book))


def test_a_book_with_words_of_its_own_keeps_what_its_author_has_left_standing(shelf):
    text = 'base = "mensch"\nname = "Fia"\nentry = { numbers = [1, 6] }\n'
    words = '[[clause]]\nid = "C14"\nchapter = "entering"\nen = "With a 1 or a 6."\n'
    book = shelf(text, clauses=words)
    assert left_out(book) == []
    game = Game(book, players=2, seed=1, start_on_A=0)
    game.throw(1)
    assert game.why(game.colour, 0, 1).text == "With a 1 or a 6."
    assert "do not describe" not in sheet(set_up(book))


def head(book, lang="en"):
    return " ".join(sheet(set_up(book), lang).split("\n\n")[0].split("\n")[2:])


def test_a_sheet_says_what_a_book_is_based_on_and_what_its_clauses_do_not_describe(shelf):
    book = shelf('base = "mensch"\nname = "Fia"\nentry.numbers = [1, 6]\nmoves.goal_jump = false\nseats.partner = "foe"\n')
    assert head(book).startswith(
        "4 players. Based on Mensch ärgere Dich nicht, after the travel edition 49021 by Schmidt Spiele, 2016. "
        'The clauses below do not describe: entry.numbers = [1, 6], seats.partner = "foe". House rules at this table: none. '
    )
    assert "Beruht auf Mensch ärgere Dich nicht, nach der Reiseausgabe" in head(book, "de")
    assert "Inspiré de Mensch ärgere Dich nicht, d’après l’édition" in head(book, "fr")
    again = shelf('base = "my.toml"\nname = "Fia 2"\n', "two.toml")
    assert "Based on Mensch ärgere Dich nicht, after" in head(again)
    named = shelf('base = "my.toml"\nsource = "our table"\n', "three.toml")
    assert "After our table. House rules" in head(named)
