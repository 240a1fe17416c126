"""The rule sheet: every clause has its table, only what is in force is said, in three languages."""

import ast
import random
import re
from contextlib import suppress
from hashlib import blake2b
from itertools import product
from pathlib import Path

import pytest

from pachisi import Game, RuleError
from pachisi.clauses import load_text, plain_verdicts
from pachisi.game import why
from pachisi.records import Code
from pachisi.rulebooks import BOOKS, load
from pachisi.sheet import clauses, house_rules, in_force, sheet
from pachisi.story import tell_story
from pachisi.table import set_up
from pachisi.words import LANGUAGES
from pachisi.words.voice import upper
from tests.option_tables import place_for
from tests.positions import sit

PLAYERS = {"teams": 4, "two_colours": 2, "two_person": 2, "three_person_neutral": 3}
NARROW = "\u202f"


def tables(book):
    """The book as printed, and every house rule with what it needs; other numbers of players and pieces."""
    yield from (
        set_up(book, players, pieces=pieces, first=first)
        for players in load(book).numbers
        for pieces, first in ((4, 0), (1, "high_roll"), (2, 0))
    )
    for option in load(book).options.values():
        for value in option.patches:
            players, beside = place_for(book, option.name, value)
            chosen = {**beside, option.name: value}
            yield set_up(book, players, options=chosen)
            with suppress(RuleError):  # two pieces that begin on the start field, say
                yield set_up(book, players, options=chosen, pieces=1, first="high_roll")
    yield from pairs(book)


def pairs(book):
    """Two house rules at once, where they can be."""
    options = list(load(book).options.values())
    for at, one in enumerate(options):
        for two in options[at + 1 :]:
            both = {o.name: value for o in (one, two) for value in o.patches}
            with suppress(RuleError):
                yield set_up(book, PLAYERS.get(one.name, PLAYERS.get(two.name, 4)), options=both)


def words_of(table, lang="en"):
    return [held for _, chapter in clauses(table, lang) for held in chapter]


def tables_for(clause, book):
    """Tables set up as a clause asks for."""
    asked = {key: values for key, values in clause.when.items() if key not in ("book", "players", "pieces", "first")}
    for chosen in product(*asked.values()):
        for players in clause.when.get("players", sorted(load(book).numbers, reverse=True)):
            for pieces, first in product(clause.when.get("pieces", (4,)), clause.when.get("first", ("given",))):
                with suppress(RuleError):
                    yield set_up(book, players, first, pieces, dict(zip(asked, chosen, strict=True)))


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_in_force_at_some_table(book):
    for clause in load_text(load(book)).clauses:
        if book in clause.when.get("book", (book,)):
            assert any(in_force(clause, table) for table in tables_for(clause, book)), (clause.id, clause.when)


CATALOGUE = {
    "pachisi-modern": [*range(1, 40), "16a"],
    "parcheesi": [*range(1, 38), "32a"],
    "mensch": [*range(1, 24), "16a", "16b", "16c", "16d"],
    "pachisi-classic": [*range(1, 38), "9a", "14a", "28a"],
}
HOUSE_RULES = [
    "V1",
    "V1a",
    "V2",
    "V2a",
    "V2b",
    "V3",
    "V3a",
    "V4",
    "V4a",
    "V5",
    "V5a",
    "V5b",
    *(f"V6{x}" for x in "abcdef"),
]


@pytest.mark.parametrize(("book", "letter"), list(zip(CATALOGUE, "ABCD", strict=True)))
def test_every_clause_of_the_catalogue_has_a_sentence(book, letter):
    told = {clause.id for clause in load_text(load(book)).clauses}
    wanted = {f"{letter}{number}" for number in CATALOGUE[book]} | {f"G{n}" for n in range(1, 11)}
    if book == "mensch":
        wanted |= set(HOUSE_RULES)
    else:
        wanted -= {"G10"}  # the directions stand in A6 and A9, B3 and B4, D4 and D7
    assert wanted - told == set()


@pytest.mark.parametrize("book", BOOKS)
def test_no_sheet_says_two_things_under_one_number(book):
    for table in tables(book):
        told = [clause for clause, _ in words_of(table)]
        twice = {clause for clause in told if told.count(clause) > 1}
        assert not twice, (table.players, table.chosen())


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_changes_the_sheet(book):
    """Beyond the line that names the house rules: the clauses themselves."""
    for option, lang in product(load(book).options.values(), LANGUAGES):
        said = []
        for value in option.patches:
            players, beside = place_for(book, option.name, option.default, value)
            before, after = (words_of(set_up(book, players, options={**beside, option.name: v}), lang) for v in (option.default, value))
            assert before != after, (option.name, lang)
            said.append([clause for clause in after if clause not in before])
        assert all(a != b for at, a in enumerate(said) for b in said[at + 1 :]), (option.name, lang)


@pytest.mark.parametrize("book", BOOKS)
def test_the_three_languages_say_the_same_clauses_without_gaps(book):
    for table in tables(book):
        told = {lang: words_of(table, lang) for lang in LANGUAGES}
        assert len({tuple(clause for clause, _ in rows) for rows in told.values()}) == 1
        for rows in told.values():
            for clause, sentence in rows:
                assert sentence.strip()[-1] in ".!?:)»“”]", (clause, sentence)
                assert not re.search(r"[{}]|None|True|False|TODO", sentence), (clause, sentence)


@pytest.mark.parametrize("book", BOOKS)
def test_the_languages_are_not_copies_of_each_other(book):
    for clause in load_text(load(book)).clauses:
        assert len(set(clause.words.values())) == len(LANGUAGES), clause.id


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_sheet_is_a_readable_page(book, lang):
    page = sheet(set_up(book, pieces=3, first="high_roll"), lang, width=72)
    assert all(len(row) <= 72 for row in page.splitlines())
    assert page.splitlines()[0] == load(book).name[lang]
    assert page.endswith("\n")


BEGINNERS = {  # the clause that says who begins
    "mensch": "C4", "ludo": "L3", "parcheesi": "B6", "pachisi-modern": "A5", "pachisi-classic": "D3",
    "petits-chevaux": "K1a", "eile-mit-weile": "S1a", "parchis": "P2", "pachisi-cowries": "E4", "chaupar": "F3", "chowka-bhara": "H2",
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_who_begins_is_a_house_rule_only_where_the_table_departs_from_the_paper(book, lang):  # A5, B6, C4, D3, L3
    assert not house_rules(set_up(book, first="book"), lang)
    throw = book != "mensch"
    assert bool(house_rules(set_up(book, first="high_roll"), lang)) is not throw
    colour = load(book).colours[2][lang]
    given = set_up(book, first=2)
    assert [value for _, value in house_rules(given, lang)] == ([upper(colour)] if throw else [])
    said = dict(words_of(given, lang))
    assert colour in said[BEGINNERS[book]]
    assert "G1" not in said


# --- printed or ruled -------------------------------------------------------------------------

QUOTED = {  # the quotations of a book, last compared with its leaflet; after a change compare them again
    "pachisi-modern": "beab53a9e629e1b7",
    "parcheesi": "056a1a85d4af9b78",
    "mensch": "0feb73c955728817",
    "pachisi-classic": "1de4e35ec5c31ba5",
}


def digest_of(quotations):
    return blake2b("\n".join(quotations).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_printed_a_ruling_or_usual(book):
    for clause in load_text(load(book)).clauses:
        assert bool(clause.printed) + clause.ruling + clause.usual == 1, clause.id
        assert not clause.usual or clause.id[0] in "LKSPEFHGN", clause.id  # the books without a leaflet
        assert clause.usual or clause.id[0] != "L", clause.id
        for words in clause.words.values():
            assert words.count("[") == words.count("]") <= 3, (clause.id, words)
            assert not (clause.ruling and "[" in words), clause.id
        assert len({words.count("[") for words in clause.words.values()}) == 1, clause.id


@pytest.mark.parametrize("book", QUOTED)
def test_the_quotations_are_those_that_were_compared_with_the_leaflet(book):
    quotations = [clause.printed for clause in load_text(load(book)).clauses if clause.printed]
    assert digest_of(quotations) == QUOTED[book]


def test_what_is_ruled_stands_in_brackets_on_sheets_and_in_verdicts():
    said = dict(words_of(set_up("pachisi-modern")))
    assert (said["A16a"][0], said["A16a"][-1]) == ("[", "]")  # a ruling
    assert said["A7"].endswith("[, unless a piece of that colour still stands there].")  # in part
    assert "[" not in said["A12"]  # printed
    game = sit("mensch", [1, 7, 21, 0], throw=(6,))
    moved = game.why(colour=0, start=7, uses=(6,))
    assert (moved.clause, moved.printed.startswith("Der Spieler, der an der Reihe ist, würfelt")) == ("C6", True)
    barred = game.why(colour=0, start=1, uses=(6,))
    assert (barred.legal, barred.printed.startswith("Eigene Figuren können nicht")) == (False, True)


@pytest.mark.parametrize("book", BOOKS)
def test_a_sheet_quotes_the_leaflet_when_asked(book):
    table = set_up(book, first="book")
    plain, quoted = sheet(table), " ".join(sheet(table, quote=True).split())
    assert "In [brackets]" in plain
    for clause in load_text(load(book)).clauses:
        if clause.printed and in_force(clause, table):
            assert " ".join(clause.printed.split()) in quoted
            assert clause.printed[:40] not in plain


MARKED = 'base = "mensch"\n', '[[clause]]\nid = "X1"\nchapter = "turn"\nen = "Sing."\n'


@pytest.mark.parametrize(
    ("mark", "wrong"),
    [
        ("ruling = false", "clause X1 has ruling = off, which must be true"),
        ("printed = true", "clause X1 has printed = on, which must be the words that are printed"),
        ("printed = ''", "clause X1 has printed = '', which must be the words"),
        ("printed = 'Singt!'\nruling = true", "clause X1 is marked printed and ruling; choose one of them"),
    ],
)
def test_a_wrong_mark_is_refused(tmp_path, mark, wrong):
    (tmp_path / "my.toml").write_text(MARKED[0])
    (tmp_path / "my.clauses.toml").write_text(MARKED[1] + mark + "\n")
    with pytest.raises(RuleError, match=re.escape(wrong)):
        load_text(load(tmp_path / "my.toml"))
    (tmp_path / "my.clauses.toml").write_text(MARKED[1])
    assert dict(words_of(set_up(tmp_path / "my.toml")))["X1"] == "Sing."


def test_french_sets_a_narrow_space_before_the_colon():
    page = sheet(set_up("mensch", options={"barriers": True}), "fr")
    assert f"Règles maison à cette table{NARROW}: Barrières{NARROW}: oui." in page
    assert "Hausregeln an diesem Tisch: Barrieren: ja." in sheet(set_up("mensch", options={"barriers": True}), "de")


def test_an_unknown_language_is_refused():
    with pytest.raises(RuleError, match=r"There is no language 'la'; choose one of en, de, fr\."):
        sheet(set_up("mensch"), "la")


# --- the words of verdicts ------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_every_verdict_of_a_book_is_known_and_cites_a_clause_that_exists(book):
    told = {clause.id for clause in load_text(load(book)).clauses}
    for name, cited in load(book).verdicts.items():
        assert name in plain_verdicts(), name
        assert cited in told, (name, cited)


def reasons_in_code():
    """Every word in why.py that is spoken as a verdict."""
    tree = ast.parse(Path(why.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", "") == "verdict"
            and isinstance(node.args[1], ast.Constant)
        ):
            yield node.args[1].value
        if isinstance(node, ast.FunctionDef) and node.name in ("reason", "misfit", "pass_reason"):
            words = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str))
            yield from (word for word in words if re.fullmatch(r"[a-z]+(_[a-z]+)*", word))


def test_every_code_and_every_reason_has_a_plain_sentence():
    spoken = {code.name.lower() for code in Code if code} | {*reasons_in_code()} - {"pass_by"}
    spoken -= {"stop", "pass"} - {*plain_verdicts()}
    assert spoken - {*plain_verdicts()} == set()
    for name, words in plain_verdicts().items():
        assert all(words[lang].endswith(".") for lang in LANGUAGES), name
        assert len(set(words.values())) == len(LANGUAGES), name


def asks(game):
    """Every piece with every choice of open numbers, and what the legal moves say."""
    s = game.position()
    numbers = {(n,) for n in [*s["left"], *s["bonus"]]} | {move.uses for move in game.legal_moves if move.colour >= 0}
    for colour, row in enumerate(s["pieces"]):
        for start in sorted(set(row or [])):
            for uses in sorted(numbers):
                yield colour, start, uses


@pytest.mark.parametrize("book", BOOKS)
def test_why_answers_for_every_piece_and_number(book):
    rng = random.Random(book)
    made = list(tables(book))
    asked = 0
    for number in range(6):
        table = rng.choice(made)
        game = Game(table, seed=number)
        for _ in range(120):
            if game.node == "over":
                break
            if game.node != "move":
                game.push(game.legal_moves[0]) if game.node == "offer" and rng.random() < 0.1 else game.throw()
                continue
            legal = {(move.colour, move.start, move.uses) for move in game.legal_moves if move.colour >= 0}
            if rng.random() < 0.2:
                for colour, start, uses in asks(game):
                    for lang in LANGUAGES:
                        answer = game.why(colour, start, uses, lang=lang)
                        assert answer.legal == ((colour, start, uses) in legal), (game.position(), colour, start, uses)
                        assert answer.text, (game.position(), colour, start, uses)
                        assert answer.clause, (game.position(), colour, start, uses, answer)
                        assert "{" not in answer.text
                    asked += 1
            game.push(rng.choice(list(game.legal_moves)))
    assert asked > 50


# --- sentences beside a book of one's own -----------------------------------------------------

GOOD = 'id = "X1"\nchapter = "setup"\nen = "One."\nde = "Eins."\nfr = "Un."\n'
WRONG = [
    ("clause = 3", "clause = 3 must be a list of tables, each headed [[clause]]."),
    ("chapter = {}", "chapter = {} must be a list of tables, each headed [[chapter]]."),
    ("clause = [3]", "clause = 3 must be a table."),
    ("[[claus]]\n" + GOOD, "unknown key 'claus'; did you mean 'clause'?"),
    ("[[clause]]\n" + GOOD.replace("fr", "es"), "clause X1 has an unknown key 'es'"),
    ('[[clause]]\nid = "X1"\nchapter = "setup"', "clause X1 has no text; write it in one or more of en, de, fr."),
    ("[[clause]]\n" + GOOD.replace('"Un."', "3"), "clause X1 has 3 in the language 'fr', which is not a text."),
    ("[[clause]]\n" + GOOD.replace('id = "X1"', ""), "the id of a clause = None must be a text."),
    ("[[clause]]\n" + GOOD.replace('chapter = "setup"', ""), "the chapter of clause X1 = None must be a text."),
    (
        "[[clause]]\n" + GOOD.replace("setup", "setip"),
        "clause X1 is in the unknown chapter 'setip'; did you mean 'setup'?",
    ),
    (
        "[[clause]]\n" + GOOD.replace("One.", "{trak}"),
        "clause X1 (en) names '{trak}', which is not an option; did you mean 'track'?",
    ),
    ("[[clause]]\n" + GOOD.replace("One.", "{track.real}"), "clause X1 (en) names '{track.real}', which is not an option"),
    ("[[clause]]\n" + GOOD.replace("One.", "{track:>999999999}"), "clause X1 (en) names '{track}', which is not an option"),
    ("[[clause]]\n" + GOOD.replace("One.", "{}"), "clause X1 (en) names '{}', which is not an option"),
    ("[[clause]]\n" + GOOD.replace("One.", "{"), "clause X1 (en) has a single brace; write {{ or }} for one."),
    ("[[clause]]\n" + GOOD.replace("One.", "}"), "clause X1 (en) has a single brace; write {{ or }} for one."),
    ("[[clause]]\nwhen = 3\n" + GOOD, "'when' of clause X1 = 3 must be a table."),
    ("[[clause]]\nwhen = { track = 40 }\n" + GOOD, "clause X1 needs a list of values for when.track, not 40."),
    (
        "[[clause]]\nwhen = { trak = [40] }\n" + GOOD,
        "clause X1 asks for an unknown option 'trak'; did you mean 'track'?",
    ),
    ('[[chapter]]\nid = "z"', "the title of chapter z = None must be a text, or one text per language (en, de, fr)."),
    ('[[chapter]]\ntitle = { en = "Z" }', "the id of a chapter = None must be a text."),
    ('[[chapter]]\nid = "z"\ntitle = {}', "the title of chapter z = {} must be a text, or one text per language (en, de, fr)."),
    ('[[chapter]]\nid = "z"\ntitel = "Z"', "chapter z has an unknown key 'titel'; did you mean 'title'?"),
    ('[[clause]]\nwhen = { teams = ["on"] }\n' + GOOD, "clause X1 never holds when teams = \"on\"; choose among false, true."),
    ("[[clause]]\nwhen = { players = [9] }\n" + GOOD, "clause X1 never holds when players = 9; choose among 2, 3, 4."),
    ('[[clause]]\nwhen = { pieces = ["four"] }\n' + GOOD, "clause X1 never holds when pieces = \"four\"; choose among 1, 2, 3, 4."),
    ("[[clause]]\nwhen = { first = [0] }\n" + GOOD, "clause X1 never holds when first = 0; choose among \"high_roll\", \"given\"."),
]


def beside(folder, text):
    (folder / "my.toml").write_text('base = "pachisi-modern"\n', encoding="utf-8")
    (folder / "my.clauses.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return set_up(folder / "my.toml")


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_wrong_words_beside_a_book_are_refused_in_a_sentence(text, sentence, tmp_path):
    table = beside(tmp_path, text)
    with pytest.raises(RuleError) as refused:
        sheet(table)
    assert str(refused.value).startswith(f"my.clauses.toml: {sentence}")
    assert str(refused.value)[-1] in ".?"


@pytest.mark.parametrize(
    "text", [b"\xff\xfe", b"clause", b"x = " + b"[" * 5000, b"#" * 2_000_000, b"x = " + b"9" * 9999]
)
def test_unreadable_words_beside_a_book_are_refused_in_a_sentence(text, tmp_path):
    table = beside(tmp_path, text)
    with pytest.raises(RuleError, match=r"^my\.clauses\.toml .*[.]$"):
        sheet(table)


def test_own_words_are_read_out(tmp_path):
    text = "[[clause]]\nwhen = { track = [40] }\n" + GOOD.replace("One.", "The track has {track} {{fields}}.")
    text += '[[chapter]]\nid = "extra"\ntitle = { en = "Extra", de = "Dazu", fr = "En plus" }\n'
    text += "[[clause]]\n" + GOOD.replace("setup", "extra").replace("X1", "X2")
    own = [(title, held[-1]) for title, held in clauses(beside(tmp_path, text)) if held[-1][0] in ("X1", "X2")]
    assert own == [("Setup and aim", ("X1", "The track has 40 {fields}.")), ("Extra", ("X2", "One."))]


def test_a_chapter_may_have_its_title_in_one_text_for_all_languages(tmp_path):
    text = '[[chapter]]\nid = "extra"\ntitle = "Endgame"\n[[clause]]\n' + GOOD.replace("setup", "extra")
    table = beside(tmp_path, text)
    assert all(clauses(table, lang)[-1][0] == "Endgame" for lang in LANGUAGES)


def test_braces_say_on_and_off_in_each_language(tmp_path):
    table = beside(tmp_path, "[[clause]]\n" + GOOD.replace("One.", "Teams: {teams}.").replace("Eins.", "Partner: {teams}."))
    said = [dict(words_of(table.with_options(teams=value), lang))["X1"] for value in (True, False) for lang in ("en", "de")]
    assert said == ["Teams: on.", "Partner: ja.", "Teams: off.", "Partner: nein."]


def test_everything_that_is_wrong_with_a_clause_is_listed_with_its_line(tmp_path):
    text = '[[clause]]\nid = "X1"\nchapter = "setip"\nwhen = { trak = [40], teams = [1, 2] }\nen = "{no} {nor}"\nde = "{"\nusual = 3\nfoo = 1\n'
    with pytest.raises(RuleError) as refused:
        sheet(beside(tmp_path, text))
    assert [fault.line for fault in refused.value.faults] == [1, 3, 4, 4, 4, 5, 5, 6, 8]


def test_own_words_in_one_language_serve_for_all(tmp_path):
    table = beside(tmp_path, '[[clause]]\nid = "X1"\nchapter = "setup"\nde = "Eins."\n')
    assert all(("X1", "Eins.") in words_of(table, lang) for lang in LANGUAGES)
    table = beside(tmp_path, "[[clause]]\n" + GOOD.replace('fr = "Un."', ""))
    assert ("X1", "One.") in words_of(table, "fr")


def test_an_unknown_verdict_of_a_book_is_refused(tmp_path):
    (tmp_path / "my.toml").write_text('verdicts = { mve = "X1" }\n')
    with pytest.raises(RuleError, match=r"my\.verdicts: unknown verdict 'mve'; did you mean 'move'\?"):
        sheet(set_up(tmp_path / "my.toml"))


# --- the story ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_every_sheet_ends_with_the_story_of_its_game(book, lang):
    told = tell_story(load(book), lang)
    assert len(told) >= 3
    assert sheet(set_up(book), lang, width=10_000).endswith("\n\n".join(told) + "\n")
    assert lang == "en" or not set(told) & set(tell_story(load(book), "en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_stories_keep_what_the_leaflets_tell(lang):
    told = {book: " ".join(tell_story(load(book), lang)) for book in BOOKS}
    assert all(number in told["mensch"] for number in ("36", "121", "Schmidt Spiele"))
    assert all(name in told["pachisi-classic"] for name in ("Akbar", "Ellora", "CHAR-KONI", "catus pada"))
    assert "Fang den Hut" in told["pachisi-modern"]


def test_a_book_without_a_story_tells_that_of_its_base(tmp_path):
    (tmp_path / "my.toml").write_text('base = "mensch"\n')
    assert tell_story(load(tmp_path / "my.toml")) == tell_story(load("mensch"))
    (tmp_path / "my.story.toml").write_text('[[paragraph]]\nen = "Ours."\n')
    assert tell_story(load(tmp_path / "my.toml"), "de") == ["Ours."]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[paragraf]]\nen = 'x'", "my.story.toml: unknown key 'paragraf'; did you mean 'paragraph'?"),
        ("paragraph = 3", "my.story.toml: paragraph = 3 must be a list of tables"),
        ("[[paragraph]]\nes = 'x'", "my.story.toml: paragraph 1: unknown key 'es'"),
        ("x", "my.story.toml cannot be read"),
    ],
)
def test_a_story_that_cannot_be_told_is_refused(text, fault, tmp_path):
    (tmp_path / "my.toml").write_text("")
    (tmp_path / "my.story.toml").write_text(text)
    with pytest.raises(RuleError, match=re.escape(fault)):
        tell_story(load(tmp_path / "my.toml"))
