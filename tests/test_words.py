"""The catalogues say the same things in every language, and nothing that nobody says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, get_args, get_type_hints

import pytest

from pachisi import RuleError, rules, table
from pachisi.rulebooks import BOOKS, load, write_value
from pachisi.rulebooks.reading import SHELF
from pachisi.sheet import house_rules, sheet
from pachisi.words import LANGUAGES
from pachisi.words.catalogue import FOLDER, catalogue, flatten
from pachisi.words.teller import Teller
from pachisi.words.voice import Voice

PACKAGE = FOLDER.parent
STATIC = PACKAGE / "web" / "static"
NARROW = "\u202f"


def read(lang: str) -> dict[str, Any]:
    """The texts of a language's own file, without English in the gaps."""
    data = tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    sections = {name: texts for name, texts in data.items() if isinstance(texts, dict) and name != "plurals"}
    return dict(flatten(sections))


def forms(text: Any) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


def blanks(text: Any) -> set[str]:
    return {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name}


# --- the catalogues ---------------------------------------------------------------------------


def test_the_languages_are_the_files_and_english_comes_first() -> None:
    assert LANGUAGES == ("en", "de", "fr")
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(LANGUAGES)
    assert [catalogue(lang).name for lang in LANGUAGES] == ["English", "Deutsch", "Français"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_catalogue_has_every_text_with_the_same_blanks(lang: str) -> None:
    own, english = read(lang), read("en")
    assert list(own) == list(english), "the same keys in the same order"
    for key, text in own.items():
        assert blanks(text) == blanks(english[key]), key
        assert all(str(form).strip() for form in forms(text)), key


def sources(folder: Path, ending: str) -> Iterator[str]:
    for path in folder.rglob(f"*{ending}"):
        if "vendor" not in path.parts:
            yield path.read_text(encoding="utf-8")


def test_every_text_of_the_program_is_said_somewhere() -> None:
    """By its whole key, or by one with a part filled in, such as f"places.{word}_start"."""
    said = set(re.findall(r'"(\w+\.[^"\n ]+)"', "\n".join(sources(PACKAGE, ".py")).replace("'", '"')))
    ways = [re.compile(re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(way))) for way in said]
    keys = [key for key in read("en") if key.partition(".")[0] not in ("refusals", "page", "verify")]
    assert [key for key in keys if not any(way.fullmatch(key) for way in ways)] == []


def test_every_text_that_the_program_says_is_there() -> None:
    sections = "|".join({key.partition(".")[0] for key in read("en")} - {"table", "board", "options"})
    code = "\n".join(sources(PACKAGE, ".py")).replace("'", '"')
    said = set(re.findall(rf'voice\((?:[^()"]|"[^"]*" if)*"((?:{sections})\.\w[\w.]*)"', code))
    assert len(said) > 80
    assert said <= set(read("en"))


def test_the_page_says_all_of_its_texts_and_no_others() -> None:
    page, sheet_texts = catalogue("en").section("page"), catalogue("en").section("sheet")
    assert not page.keys() & sheet_texts.keys(), "the page is handed both under one name"
    code = re.sub(r"=== '\w+'", "", "\n".join(sources(STATIC, ".js")))
    said = {key for argument in re.findall(r"\bsay\(([^,)]*)", code) for key in re.findall(r"'(\w+)'", argument)}
    assert len(said) > 100
    assert said <= page.keys() | sheet_texts.keys()
    assert set(page) <= set(re.findall(r"'(\w+)'", code))
    typed = re.findall(r"@type \{\[[^{}]*Key\]\[\]\} \*/\nconst \w+ = (\[.*?\n\]);", code, re.DOTALL)
    assert len(typed) == 5
    for rows in typed:
        assert {row.split("'")[-2] for row in rows.splitlines()[1:-1]} <= page.keys()


def test_the_verifier_says_all_of_its_texts_and_no_others() -> None:
    code = (STATIC / "verify.html").read_text(encoding="utf-8")
    said = set(re.findall(r"\bsay\('(\w+)'", code)) | set(re.findall(r'data-say="(\w+)"', code))
    assert said == set(catalogue("en").section("verify"))


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "n", "text"),
    [
        ("en", 0, "0 turns:"),
        ("en", 1, "1 turn:"),
        ("en", 2, "2 turns:"),
        ("de", 1, "1 Zug:"),
        ("de", 101, "101 Züge:"),
        ("fr", 0, f"0 tour{NARROW}:"),
        ("fr", 1, f"1 tour{NARROW}:"),
        ("fr", 2, f"2 tours{NARROW}:"),
    ],
)
def test_a_text_has_the_form_that_its_number_asks_for(lang: str, n: int, text: str) -> None:
    assert Voice(lang)("summary.turns", n=n) == text


def test_a_number_may_have_a_form_of_its_own() -> None:
    said = [Voice("de")("log.streak_face", n=n, face=6) for n in (2, 3, 4)]
    assert said == ["zweite 6 in Folge", "dritte 6 in Folge", "4. 6 in Folge"]


def test_lists_quotes_and_shares_follow_the_language() -> None:
    assert [Voice(lang).join(["a", "b", "c"]) for lang in LANGUAGES] == ["a, b and c", "a, b und c", "a, b et c"]
    assert Voice().join(["a"]) == "a"
    quotes = ["“x”", "„x“", f"«{NARROW}x{NARROW}»"]
    assert [Voice(lang).quote("x") for lang in LANGUAGES] == quotes
    assert [Voice(lang).percent(0.1234) for lang in LANGUAGES] == ["12.3%", f"12,3{NARROW}%", f"12,3{NARROW}%"]


@pytest.mark.parametrize(
    ("book", "words"),
    [("parcheesi", "third double in a row"), ("ludo", "third 6 in a row")],
)
def test_a_streak_is_named_after_what_was_thrown(book: str, words: str) -> None:
    assert Teller(table.set_up(book), Voice()).streak() == words


# --- French typography ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chapter", "choice", "key"),
    [
        (rules.Turn, "streak_penalty", "log.streak_"),
        (rules.Board, "shape", "board."),
        (rules.Board, "direction", "board."),
        (rules.Dice, "kind", "shelf."),
    ],
)
def test_every_choice_of_a_rulebook_that_is_spoken_of_has_its_words(chapter: type, choice: str, key: str) -> None:
    values = get_args(get_type_hints(chapter)[choice])
    assert values
    for lang in LANGUAGES:
        assert {f"{key}{value}" for value in values} <= set(read(lang)), lang


def test_german_says_du_to_everybody() -> None:
    for key, text in read("de").items():
        for form in forms(text):
            assert not re.search(r"(?<=[\w,;] )(Sie|Ihnen|Ihr(e[mnrs]?)?)\b|^Ihren?\b", str(form)), (key, form)


def french() -> Iterator[tuple[str, str]]:
    for key, text in read("fr").items():
        yield from ((key, str(form)) for form in forms(text))
    for file in SHELF.glob("*.toml"):
        for text in re.findall(r'\bfr\s*= "([^"]*)"', file.read_text(encoding="utf-8")):
            yield file.name, text


def test_french_sets_narrow_spaces_and_round_apostrophes() -> None:
    for where, text in french():
        text = text.replace("Content-Type: application/json", "")
        assert not re.search(r"[ \u00a0][:;!?»]|«[^\u202f]|[^\u202f]»", text), (where, text)
        assert not re.search(r"[^\u202f][:;!?]", text), (where, text)
        assert "'" not in text, (where, text)


# --- house rules --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_of_a_house_rule_has_a_label_in_every_language(book: str) -> None:
    for option in load(book).options.values():
        assert len({option.label[lang] for lang in LANGUAGES}) == len(LANGUAGES), option.name
        for value in option.values:
            said = [option.say(value, lang) for lang in LANGUAGES]
            assert not any("_" in text for text in said), (option.name, said)
            if isinstance(value, str):
                assert len(set(said)) == len(LANGUAGES), (option.name, said)
        for lang in LANGUAGES:
            assert len({option.say(value, lang) for value in option.values}) == len(option.values), option.name


def test_a_sheet_names_house_rules_by_the_labels_of_its_book() -> None:
    assert house_rules(table.set_up("ludo", first="book", options={"blocks": "none"})) == [
        ("Two of your pieces on one field", "are not allowed")
    ]
    chosen = {"capture_duty": "penalty", "barriers": True}
    assert house_rules(table.set_up("mensch", options=chosen, first=2), "de") == [
        ("Schlagzwang", "ein versäumtes Schlagen kostet eine Figur"),
        ("Barrieren", "ja"),
    ]
    after = {"blockade_after": "must_break"}
    assert house_rules(table.set_up("parcheesi", options=after), "fr") == [
        ("Une barrière après la limite", "il faut l’ouvrir"),
        ("Qui commence", "Rouge"),
    ]


OWN = """
name = "Kitchen race"
source = { en = "our kitchen table", de = "unserem Küchentisch" }
[options.long_race]
default = "as_ever"
values.much_longer = { board.arm = 6 }
labels.much_longer = { en = "twice round", de = "zweimal herum" }
[options.walls]
label = { de = "Mauern" }
values.on = { block.size = 2, moves.stack = 2 }
labels.on = "two make one"
[options.tries]
default = 1
values.3 = { turn.tries = 3 }
labels.3 = { en = "three" }
"""


def test_what_a_book_of_one_s_own_does_not_label_goes_by_its_name_or_in_english(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(OWN, encoding="utf-8")
    options = load(tmp_path / "my.toml").options
    race, walls, tries = options["long_race"], options["walls"], options["tries"]
    assert race.label["en"] == race.label["fr"] == "Long race"
    assert [race.say(value, "de") for value in race.values] == ["as ever", "zweimal herum"]
    assert [race.say(value, "fr") for value in race.values] == ["as ever", "twice round"]
    assert walls.label["fr"] == "Mauern"
    assert [walls.say(value, "de") for value in walls.values] == ["nein", "two make one"]
    assert [tries.say(value, "fr") for value in tries.values] == ["1", "three"]
    page = sheet(table.set_up(tmp_path / "my.toml", options={"walls": True}), "de")
    assert "4 Spieler. Nach unserem Küchentisch." in page
    assert "Mauern: two make one." in page


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("labels.sometimes = 'now and then'", "my.options.walls.labels.sometimes: there is no such value"),
        ("labels.on = 3", "my.options.walls.labels.on = 3 must be a text, or one text per language (en, de, fr)."),
        ("labels.on = { es = 'sí' }", "my.options.walls.labels.on: unknown key 'es'"),
        ("labels = 3", "my.options.walls.labels = 3 must be a table."),
    ],
)
def test_wrong_labels_are_refused_in_a_sentence(line: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(f"[options.walls]\nvalues.on = {{ moves.stack = 2 }}\n{line}\n", encoding="utf-8")
    with pytest.raises(RuleError) as refused:
        load(tmp_path / "my.toml")
    assert str(refused.value).startswith(sentence)


def test_a_value_is_written_as_it_is_typed() -> None:
    assert [write_value(value) for value in (True, False, 25, "strict")] == ["on", "off", "25", "strict"]
