"""Rulebooks that strangers write: they cost little, open no file, and are played like any other."""

from __future__ import annotations

import builtins
import io
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pachisi import RuleError
from pachisi.rulebooks import BOOKS, load
from pachisi.rulebooks.written import LONGEST_TEXT, MOST_LINES, MOST_OPTIONS, OWN, read_written
from pachisi.table import set_up as set_up_table
from pachisi.web.forms import Draft, Setup
from pachisi.web.table import commands
from pachisi.web.table import facts as f
from pachisi.web.table import sitting as sittings
from pachisi.web.table.outline import table_of
from pachisi.web.table.sitting import Sitting
from pachisi.web.views.workshop import MOST_FAULTS, proof_of

from .web_client import Player, Server, set_up

OWN_BOOK = 'name = "Three tries"\nbase = "mensch"\n\n[turn]\ntries = 3\n'
MOST_CALLS = 1_500_000  # of Python functions; a second of the slowest machine
MOST_BYTES = 8_000_000

HOSTILE = {
    "unknown keys": "\n".join(f"k{n} = 1" for n in range(MOST_LINES - 1)),
    "unknown values": "turn = {" + ", ".join(f"k{n} = 1" for n in range(1400)) + "}",
    "options": "[options]\n" + "\n".join(f"o{n}.values.on.turn.k = 1" for n in range(MOST_LINES - 2)),
    "options that could be played": "base = 'mensch'\n[options]\n" + "\n".join(f"o{n}.values.on.turn.tries = 3" for n in range(MOST_OPTIONS)),
    "lists of tables": "[[a]]\n" * (MOST_LINES - 1),
    "a deep key": "[" + ".".join("a" * 5000) + "]\n" + "b = 1\n" * 500,
    "a deep key in quotes": ".".join(['"a"'] * 4000) + " = 1",
    "deep lists": "a = " + "[" * 9000,
    "deep tables": "a = " + "{b=" * 6000,
    "ten levels": "a = " + "[" * 10 + "]" * 10,
    "digits": "a = " + "9" * (LONGEST_TEXT - 10),
    "a long name": 'name = "' + "x" * 5000 + '"',
    "one word": "x" * LONGEST_TEXT,
    "dots": ". " * (LONGEST_TEXT // 2),
    "quotes": '"' * LONGEST_TEXT,
    "a long list": "[dice]\nfaces = [" + "1," * 9000 + "]",
    "a long text": "#" * (LONGEST_TEXT + 1),
    "many lines": "\n" * MOST_LINES,
    "huge numbers": '[board]\narm = 9999\n[dice]\ncount = 9999\nfaces = [1, 9999]\n[turn]\ntries = 9999\n',
    "no colours": 'base = "mensch"\ncolours = [{ en = "a", hex = "red\\" onload=" }, "b", "c", "d"]',
}


@pytest.fixture
def calls() -> Iterator[list[int]]:
    """How many Python functions were called."""
    counted = [0]

    def count(frame: object, event: str, arg: object) -> None:
        counted[0] += 1

    sys.setprofile(count)
    yield counted
    sys.setprofile(None)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_rulebook_is_refused_with_little_work(text: str, calls: list[int]) -> None:
    tracemalloc.start()
    proof = proof_of(Draft(text), "en")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 1 <= len(proof.faults) <= MOST_FAULTS
    assert proof.book is None
    assert calls[0] < MOST_CALLS
    assert peak < MOST_BYTES


@pytest.mark.parametrize("base", ["/etc/passwd", "../mensch.toml", "mensch.toml", "file:///etc/hosts", "./ludo"])
def test_no_text_opens_a_file(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **values: Any) -> Any:
        raise AssertionError(f"{args} was opened")

    load("mensch")
    for place, name in ((builtins, "open"), (io, "open"), (Path, "open")):
        monkeypatch.setattr(place, name, refuse)
    with pytest.raises(RuleError, match="is not a rulebook of the package") as caught:
        read_written(f'name = "x"\nbase = "{base}"\n')
    assert caught.value.faults[0].line == 2


def test_its_words_come_from_its_base_even_where_files_lie_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rulebook", "own-1"):
        (tmp_path / f"{name}.clauses.toml").write_text("this is no toml", encoding="utf-8")
        (tmp_path / f"{name}.story.toml").write_text("this is no toml", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    proof = proof_of(Draft(OWN_BOOK), "de")
    assert proof.sheet
    assert proof.sheet.title == "Three tries"
    ids = [clause.id for chapter in proof.sheet.chapters for clause in chapter.clauses]
    assert "V1" in ids  # the clause of three throws is in force
    assert proof.unworded == ()
    assert proof_of(Draft('base = "mensch"\n[board]\narm = 5\n'), "en").unworded == ("board.arm",)


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_of_the_package_could_have_been_written_in_the_workshop(book: str) -> None:
    shipped = load(book)
    assert shipped.path
    written = read_written(shipped.path.read_text(encoding="utf-8"))
    assert written.id.startswith(OWN)
    assert set_up_table(written).rules == set_up_table(book).rules


def test_all_faults_come_with_their_lines() -> None:
    proof = proof_of(Draft('base = "mensch"\n[turn]\ntrys = 3\n[dice]\nfaces = [1, "x"]\n'), "en")
    assert [fault.line for fault in proof.faults] == [3, 5]
    assert "did you mean 'tries'?" in proof.faults[0].text
    (broken,) = proof_of(Draft('name = "x"\nbase = \n'), "en").faults
    assert broken.line == 2
    (arm, *_) = proof_of(Draft('base = "mensch"\nboard.arm = 99\n'), "en").faults
    assert arm.text.startswith("board.")  # and not with an id that nobody has written


def test_names_cannot_smuggle_markup_into_a_drawing() -> None:
    evil = "<script>alert(1)</script>"
    colours = ", ".join(f'{{ en = "{evil}" }}' for _ in range(4))
    proof = proof_of(Draft(f'name = "{evil}"\nbase = "mensch"\ncolours = [{colours}]\nterms.start = "{evil}"\n'), "en")
    assert proof.drawing
    assert "<script" not in proof.drawing.board + "".join(proof.drawing.pieces)


def test_a_game_without_an_end_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "LONGEST_GAME", 3)
    places = (f.Place(0, bot="random"), f.Place(2, bot="random"))
    setup = Setup("own", 2, text=OWN_BOOK, first=0)
    sitting = Sitting(f.Deed("table", 0.0, "ada", setup, places, "0" * 64, "invitation", "", True, 0.0))
    sitting.apply(f.LoggedFact(1, f.Began()))
    while not sitting.consequences():
        fact = commands.bot_plays(sitting, 0) if sitting.moves else commands.bot_throws(sitting)
        sitting.apply(f.LoggedFact(sitting.seq + 1, fact))
    assert len(sitting.acts) == 3
    assert sitting.consequences() == [f.TableClosed()]


def test_two_books_with_the_same_rules_keep_their_own_words() -> None:
    tables = [table_of(Setup("own", text=OWN_BOOK.replace("Three tries", name))) for name in ("One", "Two")]
    assert tables[0].rules == tables[1].rules
    assert tables[0].fingerprint != tables[1].fingerprint


def test_its_table_lives_on_any_server_for_its_text_is_in_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--no-limits")
    guest = server.guest()
    faults = guest.post("/api/workshop", json={"text": "base = 'mensh'"}).json()["faults"]
    assert "did you mean 'mensch'?" in faults[0]["text"]
    refused = guest.post("/api/tables", json={"setup": {"book": "own", "text": "base = 'mensh'"}})
    assert refused.status_code == 400
    assert "did you mean 'mensch'?" in refused.json()["error"]
    table = set_up(guest, "own", setup={"text": OWN_BOOK, "first": 0})["id"]
    assert server.stop() == 0
    server.start()
    guest.base_url = server.url
    guest.headers["Origin"] = server.url
    player = Player(server, guest, table)
    assert player.snapshot["table"]["name"] == "Three tries"
    while not any(event["ev"] == "moved" for event in player.heard):
        player.act()
    for path in (f"/api/tables/{table}/book", f"/api/drawing?table={table}", f"/api/rules?table={table}"):
        assert guest.get(path).status_code == 200, path
    assert guest.get(f"/api/rulebook?table={table}").text == OWN_BOOK
    assert guest.get("/api/rulebook?book=mensch").text == (load("mensch").path or Path()).read_text(encoding="utf-8")
    assert guest.get("/api/rulebook?book=../mensch").status_code == 400
    assert [row["name"] for row in guest.get("/api/tables").json()["tables"]] == ["Three tries"]
    assert server.stop() == 0
