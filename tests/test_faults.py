"""Faults: where they stand in a file, and how they are collected."""

import pickle

import pytest

from pachisi import RuleError
from pachisi.rulebooks.faults import Faults, find_lines
from pachisi.rulebooks.toml_values import unknown

SOURCE = """# a book
name = "x"
colours = [
  "red", "blue",
  "green", "black",
]
board.arm = 4
turn = { tries = 3, "duties" = [] }

[options."odd name"]
values . on = { turn."duties+" = ["enter"] }

[[clause]]
id = "K1"

[[clause]]
id = "K2"
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("name",), 2),
        (("colours",), 3),
        (("board", "arm"), 7),
        (("turn",), 8),
        (("options", "odd name"), 10),
        (("options", "odd name", "values", "on"), 11),
        (("clause", "0", "id"), 14),
        (("clause",), 13),
        (("clause", "1"), 16),
        (("clause", "1", "id"), 17),
    ],
)
def test_every_key_has_its_line(place, line):
    assert find_lines(SOURCE)[place] == line


def test_a_value_in_an_inline_table_stands_on_the_line_of_the_table():
    faults = Faults("x.toml", SOURCE)
    assert faults.line_of(("turn", "tries")) == 8
    assert faults.line_of(("options", "odd name", "values", "on", "turn", "duties+")) == 11
    assert faults.line_of(("dice", "count")) is None


def refuse(sentence):
    raise RuleError(sentence)


def test_all_faults_are_raised_together_from_the_top_down():
    faults = Faults("x.toml", SOURCE)
    for sentence, place in (("third.", ("turn", "tries")), ("last.", ("dice",)), ("first.", ("name",))):
        with faults.at(*place):
            refuse(sentence)
    with pytest.raises(RuleError) as refused:
        faults.refuse()
    assert str(refused.value) == "first."
    assert [str(fault) for fault in refused.value.faults] == ["x.toml:2: first.", "x.toml:8: third.", "last."]
    again = pickle.loads(pickle.dumps(refused.value))
    assert again.faults == refused.value.faults


def test_faults_of_another_file_keep_their_lines_and_come_last():
    words, book = Faults("x.clauses.toml", SOURCE), Faults("x.toml", SOURCE)
    words.note("of the words.", "name")
    with book.at():
        words.refuse()
    book.note("of the book.", "turn")
    with pytest.raises(RuleError) as refused:
        book.refuse()
    assert [str(fault) for fault in refused.value.faults] == [
        "x.toml:8: of the book.",
        "x.clauses.toml:2: of the words.",
    ]


def test_without_faults_nothing_is_raised():
    Faults("x.toml").refuse()


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("arn", ("arm", "lane"), "arm"),
        ("bord", ("board", "dice"), "board"),
        ("lable", ("label", "values"), "label"),
        ("menschen", ("mensch", "ludo"), "mensch"),
        ("dutys", ("duties", "tries"), "duties"),
        ("gpu", ("cpu", "cuda"), None),
        ("pieces", ("dice", "entry"), None),
        ("player", ("play_on", "barriers"), None),
        ("x" * 999, ("x",), None),
    ],
)
def test_a_hint_names_a_word_only_if_it_is_near(word, known, meant):
    hint = f"; did you mean '{meant}'?" if meant else f". Known are: {', '.join(known)}."
    assert unknown("No", word, known) == f"No{hint}"
