"""Tables for everybody, and the colour that one likes."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visit
from .page import DIE, INVITED

LISTED = "List this table on the home page for everybody"


def test_a_table_is_listed_only_if_its_host_wishes_and_anybody_may_join_or_watch(visit: Visit) -> None:
    ada, ben, cleo = visit(None, settings={"name": "Ada"}), visit("/"), visit("/")
    ada.set_up("ludo", second=INVITED)
    ben.page.reload()
    ben.see(".game").nth(4).wait_for()
    ada.fill_in("ludo")
    ada.seat("chair-2", INVITED)
    ada.see(".lever", has_text=LISTED).click()
    ada.press(".create button")
    ada.see(".invitation").wait_for()
    ben.page.reload()
    row = ben.see(".open-tables .table-row")
    expect(row).to_have_count(1)  # the first one is not listed
    expect(row).to_contain_text("one free seat")
    assert "Ada" not in row.inner_text()
    board = ben.see(".game").first.bounding_box()
    place = row.bounding_box()
    assert place
    assert board
    assert place["y"] < board["y"]  # where somebody waits comes first
    row.click()
    ben.see(".join .button").click()
    ada.see(".create .button:enabled").click()
    ada.see(DIE).wait_for()
    cleo.page.reload()
    expect(cleo.see(".open-tables em")).to_have_text("watch")
    cleo.see(".open-tables .table-row").click()
    expect(cleo.see(".turn")).to_contain_text("You are watching.")
    ada.see(".fine-print summary").last.click()
    for _ in range(2):
        ada.see(".button-row .small-button").last.click()  # close the table
    ada.see(".finish").wait_for()
    cleo.go("/")
    cleo.see(".game").nth(4).wait_for()
    expect(cleo.see(".open-tables")).to_have_count(0)


def test_any_colour_can_be_chosen_and_who_was_to_sit_there_moves(visit: Visit) -> None:
    ada = visit("/#mensch", settings={"name": "Ada"})
    ada.see(".lobby-seat").nth(3).wait_for()
    ada.choose("colour", "Red")
    expect(ada.see('.picker[data-name="chair-2"] summary')).to_contain_text("me")
    expect(ada.see('.picker[data-name="chair-0"] summary')).to_contain_text("Runner")
    ada.press(".create button")
    ada.page.wait_for_url("**/table/*")
    expect(ada.see('.seat-card[data-seat="2"]')).to_contain_text("Ada")
    expect(ada.see('.seat-card[data-seat="0"]')).to_contain_text("Runner")


def test_a_wrong_or_late_invitation_says_so_once(visit: Visit) -> None:
    ada, grace, late = visit(None), visit(None), visit(None, locale="de")
    ada.set_up("mensch", second=INVITED)
    invite = ada.see(".invitation .link-row code").first.inner_text()
    grace.go(f"/table/{ada.table}?invite=wrong")
    expect(grace.see(".turned-away")).to_contain_text("This invitation is for another table.")
    expect(grace.see(".join")).to_have_count(0)
    grace.page.goto(invite)
    grace.see(".join button").click()
    expect(grace.see(".lobby-seats")).to_contain_text("you")
    expect(grace.see(".turned-away")).to_have_count(0)
    late.page.goto(invite)
    expect(late.see(".turned-away")).to_contain_text("Alle Plätze sind besetzt")
    ada.see(".create .button:enabled").click()
    ada.see(".turn").wait_for()
    late.page.goto(invite)
    expect(late.see(".turned-away")).to_contain_text("Das Spiel hat begonnen")
    late.see(".turned-away button").click()
    expect(late.see(".turned-away")).to_have_count(0)
    late.page.reload()
    late.see(".turn").wait_for()
    expect(late.see(".turned-away")).to_have_count(0)
