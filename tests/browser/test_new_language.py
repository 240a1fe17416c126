"""A fourth language is files, not code: the page speaks it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.new_language import CODE, INTERPRETED, NAME, copy_package
from tests.web_client import Server

from .conftest import Visit
from .page import DIE


@pytest.fixture(scope="module")
def zotic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = copy_package(tmp_path_factory.mktemp("zotic"))
    server = Server(root / "tables.db", "--no-limits", root=root, environ=INTERPRETED)
    yield server
    assert server.stop() == 0


def test_a_turn_is_played_in_a_language_that_only_has_files(zotic: Server, visit: Visit) -> None:
    ada = visit("/", tables=zotic)
    ada.press('.bar-end button[aria-label="Settings"]')
    ada.choose("lang", NAME)
    expect(ada.see("html")).to_have_attribute("lang", CODE)
    expect(ada.see("#settings h2")).to_have_text("Zo Settings")
    ada.press("#settings header button")
    ada.see('.game a.button[href="/#mensch"]').click()
    expect(ada.see(".bar h1")).to_have_text("Zo Mensch ärgere Dich nicht")
    duty = ada.see(".option").filter(has_text="Zo Compulsory capture")
    expect(duty.locator(".segment").nth(1)).to_have_text("Zo a missed capture costs a piece")
    ada.choose("players", "2")
    ada.press(".create button")
    expect(ada.see(".turn b")).to_have_text("Zo Your turn")
    expect(ada.see(".story li").last).to_have_text("Zo The game begins.")
    ada.see(DIE).click()
    ada.see(".move").first.click()
    expect(ada.see(".story li").filter(has_text="Zo Zo yellow: Zo from A Zo to")).to_have_count(1)
    ada.press('.bar button[aria-label="Zo Rules"]')
    expect(ada.see("#rules h3").first).to_have_text("Zo Setup and aim")
    expect(ada.see("#rules li p").first).to_contain_text("Zo Two to four people play")


def test_the_verifier_and_the_shelf_offer_it(zotic: Server, visit: Visit) -> None:
    ada = visit("/verify", tables=zotic, locale=CODE)
    expect(ada.see("h1")).to_have_text("Zo Check the dice")
    expect(ada.see("nav button[aria-pressed=true]")).to_have_text(NAME)
    assert zotic.guest().get("/api/books").json()["languages"] == ["en", "de", "fr", CODE]
    refused = zotic.guest().get("/api/tables/nothing", params={"lang": CODE})
    assert refused.json()["error"] == "Zo There is no such table."
