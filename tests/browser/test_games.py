"""For every book a whole game with bots, through the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import expect

from pachisi.cli.main import main
from pachisi.rulebooks import BOOKS

from .conftest import Visit
from .page import linked

SLOW = ("petits-chevaux", "pachisi-cowries", "chowka-bhara")  # even a single piece has a long way there
SHORT = [(book, 1) for book in BOOKS if book not in SLOW]  # games that are soon over
LONG = [pytest.param(book, 4, marks=pytest.mark.long) for book in BOOKS]


@pytest.mark.parametrize(("book", "pieces"), [*SHORT, *LONG])
def test_a_whole_game_with_bots_is_played_to_its_places_and_every_throw_was_honest(
    book: str, pieces: int, visit: Visit, tmp_path: Path
) -> None:
    ada = visit(None)
    ada.set_up(book, pieces)
    ada.play_out()
    expect(ada.see(".places li")).to_have_count(2)
    proof = ada.see(".proof.good")
    own = ada.given_links()
    expect(proof).to_contain_text(f"All {len(own)} throws were honest, and this browser had a hand in each.")
    record = ada.download_record(tmp_path)
    assert linked(record.read_text(encoding="utf-8")) == own
    verified = CliRunner().invoke(main, ["verify", str(record)])
    assert verified.exit_code == 0, verified.output
    throws = re.findall(r"\d+", proof.inner_text())[0]
    assert f"All {throws} throws are right" in verified.output
    assert f"numbers in {throws} of {throws} throws; asked in vain for 0, away for 0." in verified.output
