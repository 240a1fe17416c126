"""A rulebook of one's own, written in the page, tried at once and shared by invitation."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visit
from .page import DIE

TEXT = 'name = "Three tries"\nbase = "mensch"\n\n[turn]\n'


def test_a_book_is_written_checked_tried_and_others_are_invited(visit: Visit) -> None:
    ada = visit("/")
    loaded: list[str] = []
    ada.page.on("request", lambda request: loaded.append(request.url))
    ada.see("a[href='/#workshop']").click()
    text = ada.see("#rulebook")
    expect(ada.see(".sound")).to_be_visible()
    assert any("workshop.js" in url for url in loaded)  # and not before
    text.fill(TEXT + "trys = 3\n[dice]\nfaces = [1, true]\n")
    expect(ada.see(".faults li")).to_have_count(2)
    expect(ada.see(".gutter .bad")).to_have_text(["5", "7"])
    expect(ada.see(".outcome .button").first).to_be_disabled()
    ada.see(".faults .small-button").first.click()
    assert ada.page.evaluate("getSelection().toString()") == "trys = 3"
    clauses = ada.see(".outcome .rule-sheet li b")
    before = clauses.all_inner_texts()
    text.fill(TEXT + "tries = 3\n[board]\narm = 5\n")
    expect(ada.see(".outcome .rule-sheet h2")).to_have_text("Three tries")
    expect(ada.see(".sound")).to_be_visible()
    assert "V1" in clauses.all_inner_texts()
    assert "V1" not in before
    expect(ada.see(".outcome .rule-sheet > .soft")).to_contain_text("board.arm")
    ada.page.reload()
    expect(text).to_have_value(TEXT + "tries = 3\n[board]\narm = 5\n")  # a draft is kept
    ada.see(".outcome .button:enabled").first.click()
    ada.see(DIE).wait_for()
    expect(ada.see("h1")).to_have_text("Three tries")
    ada.throw()
    ada.see('.bar button[aria-label="Rules"]').click()
    expect(ada.see("#rules h2").first).to_have_text("Three tries")
    ada.page.keyboard.press("Escape")
    ada.go("/#workshop")
    ada.choose("players", "2")
    ada.see(".outcome .button.quiet:enabled").click()
    invite = ada.see(".invitation .link-row code").first.inner_text()
    ben = visit(None)
    ben.page.goto(invite)
    ben.see(".join .button").click()
    ada.see(".create .button:enabled").click()
    ada.see(DIE).wait_for()
    expect(ben.see("h1")).to_have_text("Three tries")
    ben.go(f"/#workshop?table={ada.table}")  # Ben goes on writing where Ada stopped
    expect(ben.see("#rulebook")).to_have_value(TEXT + "tries = 3\n[board]\narm = 5\n")
