"""The page that checks a record works from one's own disk, without any network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pachisi.dice_proof import verify
from pachisi.record import parse_record
from pachisi.rulebooks import BOOKS
from tests.test_web_honest import chained, sealed
from tests.web_client import Player, Server, set_up

from .conftest import Visit
from .page import Visitor


def play_and_record(server: Server, book: str) -> str:
    """A game played outside the browser, as its record."""
    guest = server.guest()
    guest.get("/")
    table = set_up(guest, book, setup={"pieces": 1})["id"]
    player = Player(server, guest, table)
    player.play_out()
    player.leave()
    return guest.get(f"/api/tables/{table}/record").text


@pytest.fixture
def checker(visit: Visit, server: Server, tmp_path: Path) -> Visitor:
    """The page as it was saved to the disk; nothing can be reached."""
    page = tmp_path / "verify.html"
    page.write_text(server.guest().get("/verify").text, encoding="utf-8")
    ada = visit(None)
    ada.context.set_offline(True)
    ada.page.goto(page.as_uri())
    return ada


@pytest.mark.parametrize("book", BOOKS)
def test_a_true_record_passes_and_a_falsified_throw_is_named(
    book: str, server: Server, checker: Visitor, tmp_path: Path
) -> None:
    record = play_and_record(server, book)
    path = tmp_path / "game.txt"
    path.write_text(record, encoding="utf-8")
    checker.see("#file").set_input_files(path)
    head, play = record.split("\n\n", 1)
    throws = list(re.finditer(r"(?<=\[)=?([\d,]+)(?=\])", play))
    expect(checker.see("#verdict .good")).to_contain_text(f"All {len(throws)} throws are honest")
    expect(checker.see("#throws tr")).to_have_count(len(throws) + 1)

    nth = len(throws) // 2
    shown = throws[nth][1].split(",")
    false = [{"1": "2"}.get(shown[0], "1"), *shown[1:]]
    start, end = throws[nth].span(1)
    checker.see("#record").fill(f"{head}\n\n{play[:start]}{','.join(false)}{play[end:]}")
    checker.see("#check").click()
    expect(checker.see("#verdict .bad")).to_have_text(
        f"Throw {nth + 1} shows {' '.join(false)}, but the secret gives {' '.join(shown)}."
    )
    expect(checker.see("#throws td.bad").first).to_have_text(str(nth + 1))


def test_a_record_with_chains_says_whose_numbers_took_part(checker: Visitor) -> None:
    good = chained()
    for text, kind, sentence in [
        (good, "good", "throws are honest"),
        (sealed(good.replace("0!2", "02")), "bad", "Throw 11 shows"),
        (sealed(re.sub(r"(mixed \S+) 0 0 02 ", r"\1 0 02 02 ", good)), "bad", "Throw 3 mixed in “02”, for which there is no chain."),
        (sealed(re.sub(r"(chain 0 0 \w+ \w+ )\w{4}", r"\g<1>0000", good)), "bad", "do not fit its commitment"),
        (sealed(re.sub(r"chain 2 20 ", "chain 2 19 ", good)), "bad", "do not fit its commitment"),
    ]:
        checker.see("#record").fill(text)
        checker.see("#check").click()
        expect(checker.see(f"#verdict .{kind}")).to_contain_text(sentence)
        if kind == "good":
            told = "\n".join(checker.see("#verdict p").all_inner_texts())
            proof = verify(parse_record(good))
            for seat, share in proof.shares.items():
                assert f"Seat {seat} added to {share.mixed} of {proof.throws} throws" in told or share.mixed == proof.throws
                assert all(("asked in vain for 0" not in told, "away for 0" not in told))


def test_a_cut_record_another_secret_and_a_broken_promise_are_refused(server: Server, checker: Visitor) -> None:
    record = play_and_record(server, "mensch")
    secret = re.findall(r"^secret (\w+)$", record, re.MULTILINE)[0]
    promised = re.findall(r"^commitment (\w+)$", record, re.MULTILINE)[0]
    lines = record.rstrip().splitlines()
    cases = [
        ("\n".join(lines[:-1]), "", "its checksum does not match"),
        (record.replace(secret, "0" * 64), "", "The secret does not match the commitment in the record."),
        (record, "0" * 64, "The commitment in the record is not the number you kept."),
    ]
    for text, promise, sentence in cases:
        checker.see("#record").fill(text)
        checker.see("#promise").fill(promise)
        checker.see("#check").click()
        expect(checker.see("#verdict .bad")).to_contain_text(sentence)
    checker.see("#promise").fill(promised)
    checker.see("#check").click()
    expect(checker.see("#verdict .good").last).to_have_text("And the secret is the one that was promised to you.")


@pytest.mark.parametrize(("name", "title"), [("Deutsch", "Die Würfel prüfen"), ("Français", "Vérifier les dés")])
def test_the_saved_page_speaks_every_language(name: str, title: str, checker: Visitor) -> None:
    checker.see("nav button").filter(has_text=name).click()
    expect(checker.see("h1")).to_have_text(title)
    expect(checker.see("nav button[aria-pressed=true]")).to_have_text(name)
