"""People at one table: by invitation, by keyboard alone, with a finger on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from pachisi.rulebooks import BOOKS

from .conftest import Visit
from .page import DIE, HERE, INVITED, PHONE, Visitor, linked


def set_up_open_table(host: Visitor) -> None:
    """A table of two where the second seat waits for a guest."""
    host.set_up("mensch", second=INVITED)
    expect(host.see(".lobby")).to_be_visible()


def sit_down(guest: Visitor, name: str) -> None:
    guest.see('.join input[name="name"]').fill(name)
    guest.see(".join button").click()
    expect(guest.see(".lobby-seats")).to_contain_text(f"{name}Red · you")


def play_together(people: list[Visitor]) -> None:
    """Whoever is on turn acts, until the game is over for all."""
    while not all(one.is_over() for one in people):
        for one in people:
            one.see(f"{DIE}, .move, .finish, .turn:not(.mine)").first.wait_for()
            if one.see(f"{DIE}, .move").count():
                one.act()


def test_two_browsers_play_a_whole_game_by_an_invite_link_while_a_third_watches_and_then_a_rematch(
    visit: Visit, tmp_path: Path
) -> None:
    ada, grace, fan = visit(None), visit(None), visit(None)
    set_up_open_table(ada)
    expect(ada.see("img.qr")).to_have_js_property("complete", True)
    assert ada.see("img.qr").evaluate("(qr) => qr.naturalWidth") > 0
    links = ada.see(".invitation .link-row code").all_inner_texts()
    grace.page.goto(links[0])
    sit_down(grace, "Grace")
    expect(ada.see(".lobby-seats")).to_contain_text("Grace")
    ada.see(".create .button").click()
    fan.page.goto(links[1])
    expect(fan.see(".turn")).to_contain_text("You are watching.")
    expect(ada.see(".watchers")).to_have_text("1")
    play_together([ada, grace])
    for one in (ada, grace, fan):
        expect(one.see(".places li")).to_have_count(2)
        expect(one.see(".proof.good")).to_be_visible()
    ends = {one.see(".places").inner_text() for one in (ada, grace, fan)}
    assert len(ends) == 1
    assert "Grace" in ends.pop()
    record = ada.download_record(tmp_path).read_text(encoding="utf-8")
    assert linked(record, 0) == linked(record, 2) == ada.given_links() == grace.given_links()
    expect_rematch(ada, grace)


LOWEST = """all => all.map((one) => [one.getBoundingClientRect().bottom, Number(one.closest('.of-colour').dataset.colour)])
  .sort(([a], [b]) => b - a)[0][1]"""


def lowest_reserve(visitor: Visitor) -> int:
    """The colour whose reserve lies at the bottom of the board."""
    colour: int = visitor.see(".stage .tray-glow").evaluate_all(LOWEST)
    return colour


def test_the_board_turns_for_a_guest_as_soon_as_he_has_sat_down(visit: Visit) -> None:
    ada, grace = visit(None), visit(None, settings={"turned": True})
    ada.set_up("ludo", second=INVITED)
    grace.page.goto(ada.see(".invitation .link-row code").first.inner_text())
    grace.see(".join button").click()
    expect(grace.see(".lobby-seats")).to_contain_text("you")
    expect(grace.see(".stage .turned")).to_have_count(1)
    assert grace.see(".stage .piece").count() == 2
    ada.see(".create .button").first.click()
    grace.see(".turn").wait_for()
    assert lowest_reserve(grace) == 2


def test_who_has_no_name_is_called_by_the_colour_in_the_reader_s_language(visit: Visit) -> None:
    ada, bernd = visit(None), visit(None, locale="de", **PHONE)
    ada.go("/#mensch?players=3")
    ada.seat("chair-1", HERE)
    ada.seat("chair-2", INVITED)
    ada.press(".create button")
    ada.page.wait_for_url("**/table/*")
    expect(ada.see(".create .button")).to_be_in_viewport(ratio=1)  # where it was a moment ago
    bernd.page.goto(ada.see(".invitation .link-row code").first.inner_text())
    expect(bernd.see(".lobby-seats .who")).to_have_text(["GelbGastgeber · da", "GrünGastgeber · da", "Freier PlatzRot"])
    assert [seat["name"] for seat in ada.guest().get(f"/api/tables/{ada.table}").json()["seats"]] == ["Yellow", "Green", ""]


def expect_rematch(ada: Visitor, grace: Visitor) -> None:
    """The same seats, and a new promise of the dice."""
    first = ada.table
    grace.see(".finish button").first.click()
    grace.page.wait_for_url(lambda url: first not in url)
    ada.see('.finish a.button[href^="/table/"]').click()
    ada.page.wait_for_url(f"**/table/{grace.table}")
    for one, seat in ((ada, 0), (grace, 2)):
        one.see(".turn").wait_for()
        expect(one.see(f'.seat-card[data-seat="{seat}"]')).to_contain_text("you")
    tables = [ada.guest().get(f"/api/tables/{table}").json() for table in (first, grace.table)]
    before, after = ([(seat["seat"], seat["kind"], seat["name"]) for seat in table["seats"]] for table in tables)
    assert before == after
    assert (tables[1]["phase"], tables[1]["rematch_of"], tables[0]["rematch"]) == ("play", first, grace.table)
    assert tables[0]["commitment"] != tables[1]["commitment"]
    expect(grace.see(".turn.mine")).to_have_count(1)  # Ada has begun the first game
    expect(ada.see(".promise code").first).to_have_text(tables[1]["commitment"])


def test_a_short_code_leads_to_the_table_and_a_wrong_one_says_so(visit: Visit) -> None:
    ada, grace = visit(None), visit("/")
    set_up_open_table(ada)
    code = ada.see(".invitation .code").inner_text()
    with grace.expecting_faults():
        grace.see('.code-form input[name="code"]').fill("AAAAAA" if code != "AAAAAA" else "BBBBBB")
        grace.see(".code-form button").click()
        expect(grace.see(".waiting .trouble")).to_be_visible()
    grace.see(".bar a").click()
    grace.see('.code-form input[name="code"]').fill(code.lower())
    grace.see(".code-form button").click()
    sit_down(grace, "Grace")


def test_a_bot_may_play_for_who_has_gone_and_the_seat_stays_his(visit: Visit) -> None:
    ada, grace = visit(None), visit(None)
    set_up_open_table(ada)
    grace.page.goto(ada.see(".invitation .link-row code").first.inner_text())
    sit_down(grace, "Grace")
    table = grace.page.url
    ada.see(".create .button").click()
    expect(grace.see(".turn")).to_be_visible()
    grace.go("/")
    ada.see('.absence[data-seat="2"] button').first.click()
    expect(ada.see('.seat-card[data-seat="2"]')).to_contain_text("a bot plays (Scout)")
    grace.page.goto(table)
    grace.see('.absence[data-seat="2"] button').click()
    expect(ada.see('.seat-card[data-seat="2"]')).not_to_contain_text("a bot plays")
    grace.go("/")
    ada.see('.picker[data-name="stand-in-2"] summary').click()
    expect(ada.see('.picker[data-name="stand-in-2"] .picker-list')).to_be_in_viewport(ratio=0.99)
    ada.see('.picker[data-name="stand-in-2"] button[value="expert"]').click()
    expect(ada.see('.seat-card[data-seat="2"]')).to_contain_text("a bot plays (Expert)")


# --- keyboard ------------------------------------------------------------------------


def tab_to(visitor: Visitor, target: Locator, most: int = 80) -> None:
    """Press Tab until the element has the focus."""
    target.wait_for(state="attached")
    for _ in range(most):
        if target.evaluate("(el) => el === document.activeElement"):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {target}")


def set_up_by_keyboard(visitor: Visitor) -> None:
    """Two people at one screen, one piece each, without a mouse."""
    press = visitor.page.keyboard.press
    tab_to(visitor, visitor.see('.game a.button[href="/#mensch"]'))
    press("Enter")
    visitor.see(".setup").wait_for()
    expect(visitor.see("h1")).to_be_focused()  # where a screen reader reads on
    tab_to(visitor, visitor.see('input[name="players"]:checked'))
    press("ArrowLeft")
    press("ArrowLeft")
    expect(visitor.see(".setup .lobby-seat")).to_have_count(2)
    tab_to(visitor, visitor.see('.picker[data-name="chair-2"] summary'))
    press("Enter")
    tab_to(visitor, visitor.see('input[name="chair-2"]:checked'))
    while visitor.see('input[name="chair-2"]').first.evaluate("(el) => !el.checked"):
        press("ArrowUp")
    press("Enter")
    expect(visitor.see(".picker[open]")).to_have_count(0)
    expect(visitor.see('.picker[data-name="chair-2"] summary')).to_be_focused()
    tab_to(visitor, visitor.see('input[name="pieces"]:checked'))
    for _ in range(3):
        press("ArrowLeft")
    press("Enter")
    visitor.page.wait_for_url("**/table/*")


@pytest.mark.parametrize("book", BOOKS)
def test_a_turn_of_every_book_is_played_on_the_board_by_keyboard_alone(book: str, visit: Visit) -> None:
    ada = visit(None)
    ada.join_bots(book)
    pieces = ada.see(".piece.free")
    ada.wait_turn()
    while not pieces.count():
        ada.page.keyboard.press("Space" if ada.see(DIE).count() else "1")
        ada.wait_turn()
    name = pieces.first.get_attribute("aria-label")
    assert name
    assert ": " in name  # which piece it is, and what it can do
    tab_to(ada, pieces.first)
    ada.see(".target").first.wait_for()  # where it can go
    told = ada.see(".story li").count()
    ada.page.keyboard.press("Enter")
    played = f"document.querySelectorAll('.story li').length > {told}"
    ada.page.wait_for_function(f"() => {played} || document.querySelector('.move:focus')")
    if ada.see(".move:focus").count():  # the piece has several moves
        ada.page.keyboard.press("Enter")
    ada.page.wait_for_function(f"() => {played}")


def test_a_piece_with_several_moves_hands_the_focus_to_the_first_of_them(visit: Visit) -> None:
    ada = visit(None)
    ada.join_at("parcheesi 2 | 5,20,30,40 - 0,0,0,50 - | 0 | 6,6")
    expect(ada.see(".piece.free")).to_have_count(4)
    for nth in (3, 0):
        tab_to(ada, ada.see(".piece.free").nth(nth))
        ada.page.keyboard.press("Enter")
        expect(ada.see(".move")).to_have_count(8)
        expect(ada.see(".move").first).to_be_focused()
        if nth:
            ada.page.keyboard.press("Escape")  # another one
            expect(ada.see(".move")).to_have_count(32)
    words = ada.see(".move:focus .move-words").inner_text()
    ada.page.keyboard.press("Enter")
    expect(ada.see(".story li").first).to_contain_text(words.split(" (")[0].lower())


def test_a_whole_game_is_played_by_keyboard_alone(visit: Visit) -> None:
    ada = visit("/")
    press = ada.page.keyboard.press
    set_up_by_keyboard(ada)
    ada.wait_turn()
    moves = 0
    while not ada.is_over():
        if ada.see(DIE).count():
            press("Space")
        elif moves % 4:
            press("1")
            moves += 1
        else:
            tab_to(ada, ada.see(".move").first)
            press("Enter")
            moves += 1
        ada.wait_turn()
    expect(ada.see(".proof.good")).to_be_visible()
    tab_to(ada, ada.see('.finish a[href^="/replay/"]'))
    press("Enter")
    ada.see(".replay .slider").wait_for()
    press("End")
    expect(ada.see(".step-words")).to_contain_text("home")
    press("ArrowLeft")
    steps = int(ada.see(".slider").get_attribute("max") or 0)
    expect(ada.see(".side > .soft")).to_have_text(f"Step {steps - 1} of {steps}")


def test_the_keyboard_asks_why_takes_a_choice_back_and_opens_the_rules(visit: Visit) -> None:
    ada = visit(None)
    press = ada.page.keyboard.press
    ada.set_up("mensch", pieces=4, second=HERE)
    ada.throw()
    tab_to(ada, ada.see('.piece[data-colour="0"]:not(.free)').first)
    press("Enter")
    expect(ada.see(".reasons .clause")).to_be_visible()
    press("Escape")
    expect(ada.see(".reasons")).to_have_count(0)
    while ada.see(".move").count() < 2:
        ada.act()
        ada.wait_turn()
    faces, moves = ada.faces(), ada.see(".move").all_inner_texts()
    press("1")
    ada.see(DIE).wait_for()
    press("u")
    expect(ada.see(".move")).to_have_text(moves, use_inner_text=True)
    assert ada.faces() == faces
    tab_to(ada, ada.see('.bar button[aria-label="Rules"]'))
    press("Enter")
    expect(ada.see("#rules")).to_be_visible()
    press("Escape")
    expect(ada.see("#rules")).to_be_hidden()


# --- touch ---------------------------------------------------------------------------


def test_a_whole_game_is_played_on_a_phone_with_a_finger(visit: Visit) -> None:
    ada = visit(None, **PHONE)
    ada.set_up("mensch", second=HERE)
    ada.throw()
    ada.see(".piece.free").tap()  # the only move: one tap is enough
    expect(ada.see(".story li").first).to_contain_text("Yellow: from A")
    ada.play_out()
    expect(ada.see(".places li")).to_have_count(2)
    expect(ada.see(".proof.good")).to_be_visible()


def test_space_opens_what_has_the_focus_and_throws_nothing(visit: Visit) -> None:
    ada = visit(None)
    ada.join_bots("mensch")
    ada.see(DIE).wait_for()
    promise = ada.see(".fine-print details").first
    promise.locator("summary").press("Space")
    expect(promise).to_have_attribute("open", "")
    assert ada.own_nonces() == []
    ada.page.keyboard.press("Space")
    expect(promise).not_to_have_attribute("open", "")
    assert ada.own_nonces() == []
