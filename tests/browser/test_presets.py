"""Sets of house rules: chosen with one click, saved in the browser, shared by link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pachisi.rulebooks import BOOKS
from pachisi.rulebooks.presets import presets_of
from pachisi.table import set_up

from .conftest import Visit

PRESET = ".preset > button:first-child"


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_presets_that_change_it_and_can_be_played_by_any_number(book: str) -> None:
    assert presets_of(book)
    for preset in presets_of(book):
        for players in (2, 3, 4):
            assert set_up(book, players, options=preset.options).options.items() >= preset.options.items()


def test_presets_are_pressed_saved_shared_and_what_was_played_last_is_there_again(visit: Visit) -> None:
    ada = visit("/#mensch", permissions=["clipboard-read", "clipboard-write"])
    ada.see(".lobby-seat").nth(3).wait_for()
    preset = ada.see(PRESET)
    expect(preset).to_have_text(["As printed", "Grandma’s"])
    expect(preset.nth(0)).to_have_attribute("aria-pressed", "true")
    preset.nth(1).click()
    expect(ada.see(".option.changed")).to_have_count(5)
    expect(preset.nth(1)).to_have_attribute("aria-pressed", "true")
    ada.see('[data-option="barriers"] .lever').click()  # none of them any more
    expect(ada.see(f'{PRESET}[aria-pressed="true"]')).to_have_count(0)
    ada.see(".save-rules input").fill("Sundays")
    ada.page.keyboard.press("Enter")
    expect(preset).to_have_text(["As printed", "Grandma’s", "Sundays"])
    ada.choose("players", "2")
    ada.see(".share-rules").click()
    expect(ada.see(".share-rules")).to_have_text("Copied", use_inner_text=True)
    link = ada.page.evaluate("navigator.clipboard.readText()")
    assert "/#mensch?players=2&pieces=4&" in link
    assert "capture_duty=strict" in link
    preset.nth(0).click()
    ada.choose("pieces", "1")
    ada.see(".create button").click()
    ada.page.wait_for_url("**/table/*")
    ada.go("/#mensch")
    expect(preset).to_have_text(["As printed", "Grandma’s", "As last time", "Sundays"])
    preset.nth(2).click()
    expect(ada.see(".lobby-seat")).to_have_count(2)
    ada.see(".preset .remove").click()
    expect(preset).to_have_text(["As printed", "Grandma’s", "As last time"])
    ben = visit(None)
    ben.page.goto(link)
    expect(ben.see(".option.changed")).to_have_count(6)
    expect(ben.see(".lobby-seat")).to_have_count(2)
    expect(ben.see(".create button")).to_be_enabled()
