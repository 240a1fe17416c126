"""What a newcomer stumbles over: leaving, names, house rules that do not fit, distances, invitations, one's own tables."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pachisi.rulebooks import BOOKS
from tests.web_client import Player, set_up

from .conftest import Visit
from .page import DIE, INVITED, PHONE, Visitor

ZOOMED = {"viewport": {"width": 640, "height": 400}}  # 1280 × 800 at 200 %


# The page is hidden, and the system would show notices.
ELSEWHERE = """
window.notices = [];
Object.defineProperty(document, 'hidden', { get: () => true });
window.Notification = class { static permission = 'granted'; constructor(title) { window.notices.push(title); } };
"""


def overlap(visitor: Visitor, one: str, other: str) -> bool:
    a, b = (visitor.see(selector).first.bounding_box() for selector in (one, other))
    assert a
    assert b
    apart = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (apart or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


def test_every_address_that_leads_nowhere_has_a_way_back(visit: Visit) -> None:
    ada = visit(None)
    table = set_up(ada.guest())["id"]
    dead_ends = {
        "/nowhere": ("There is nothing at this address.", "/"),
        "/table/a/b": ("There is nothing at this address.", "/"),
        "/table/nonsense": ("There is no such table.", "/"),
        "/review/nonsense": ("There is no such table.", "/"),
        "/replay/nonsense": ("There is no such table.", "/"),
        f"/review/{table}": ("The game is still going on", f"/table/{table}"),
        f"/replay/{table}": ("The game is still going on", f"/table/{table}"),
    }
    with ada.expecting_faults():
        for path, (words, back) in dead_ends.items():
            ada.go(path)
            expect(ada.see(".waiting p")).to_contain_text(words)
            expect(ada.see(".waiting .button")).to_have_attribute("href", back)
    ada.see(".waiting .button").click()
    ada.see(DIE).wait_for()


SHORT = {**PHONE, "viewport": {"width": 360, "height": 640}}


def test_a_short_phone_shows_the_moves_of_a_throw_without_scrolling(visit: Visit) -> None:
    ada = visit(None, **SHORT)
    ada.join_bots("mensch", players=4, setup={"first": 0})
    while not ada.see(".move").count():
        ada.see(DIE).wait_for()
        expect(ada.see(DIE)).to_be_in_viewport(ratio=1)
        ada.throw()
    expect(ada.see(".move").first).to_be_in_viewport(ratio=1)
    expect(ada.see(".stage")).to_be_in_viewport(ratio=1)


def test_a_short_phone_shows_the_lesson_and_its_die_at_once(visit: Visit) -> None:
    ada = visit("/#lesson", locale="fr", **SHORT)
    for selector in (".coach", DIE):
        expect(ada.see(selector)).to_be_in_viewport(ratio=1)
    ada.press(DIE)
    for selector in (".coach", ".move"):
        expect(ada.see(selector).first).to_be_in_viewport(ratio=1)


def test_who_leaves_with_the_page_open_is_replaced_at_once_and_called_by_name(visit: Visit) -> None:
    ada = visit(None, settings={"name": "Ada"})
    ada.set_up("mensch", second=INVITED)
    invite = ada.see(".invitation .link-row code").first.inner_text()
    ben = visit(None)
    ben.page.goto(invite)
    ben.see(".join input[name=name]").fill("Ben")
    ben.see(".join .button").click()
    ada.see(".create .button:enabled").click()
    ada.see(DIE).wait_for()
    ben.see(".fine-print summary").last.click()
    for _ in range(2):
        ben.see(".button-row .small-button").first.click()
    expect(ada.see(".story li", has_text="Ben has left the table.")).to_have_count(1)
    ada.see(".absence .small-button").first.click()
    expect(ada.see(".story li", has_text="A bot now plays Ben")).to_have_count(1)
    ada.throw()
    expect(ada.see(".story li", has_text="Ada has thrown")).not_to_have_count(0)
    expect(ada.see('.seat-card[data-seat="0"]')).to_contain_text("Yellow · you")


def test_house_rules_are_explained_and_contradictions_stand_at_their_switch(visit: Visit) -> None:
    ada = visit("/#mensch")
    ada.see(".setup .lobby-seat").nth(3).wait_for()
    assert ada.see(".option .ask").count() == ada.see(".options .option").count() > 15
    barriers = ada.see('[data-option="barriers"]')
    barriers.locator(".ask").click()
    expect(barriers.locator(".meaning")).to_contain_text("V5")
    duty = ada.see('[data-option="capture_duty"]')
    duty.locator(".ask").click()
    ada.choose("option-capture_duty", "strict")
    expect(duty.locator(".meaning b")).to_have_text("strict")  # and nothing of the others
    expect(duty.locator(".meaning mark").first).not_to_be_empty()
    ada.choose("option-capture_duty", "off")
    neutral, order = ada.see('[data-option="three_person_neutral"] .lever'), ada.see('[data-option="duty_order"]')
    for one in (neutral, order):
        expect(one).not_to_be_visible()
    expect(ada.see('[data-option="capture_duty"] + .folded summary')).to_contain_text("Which duty comes first")
    ada.choose("option-capture_duty", "strict")
    expect(order).to_be_visible()
    ada.choose("option-capture_duty", "off")
    ada.choose("players", "3")
    ada.see('[data-option="three_person_neutral"] .lever').click()
    expect(ada.see(".lobby-seat")).to_have_count(3)
    expect(ada.see(".create button")).to_be_enabled()
    ada.choose("players", "2")  # the rule for three goes with the third player
    expect(ada.see(".lobby-seat")).to_have_count(2)
    expect(ada.see(".create button")).to_be_enabled()
    ada.choose("players", "4")
    ada.choose("first", "Green")
    ada.choose("players", "2")
    expect(ada.see('.option.guilty[data-option="first"] .trouble')).to_contain_text("cannot be played together")
    expect(ada.see(".lobby-seat")).to_have_count(2)
    assert "mensch:" not in ada.see("main").inner_text()  # the rulebook's own terms stay inside


@pytest.mark.parametrize("book", BOOKS)
def test_every_house_rule_of_every_book_has_its_meaning_beside_it(book: str, visit: Visit) -> None:
    ada = visit(f"/#{book}")
    ada.see(".options .ask").first.wait_for()
    names = ada.see(".options .option[data-option]").evaluate_all("all => all.map((one) => one.dataset.option)")
    asked = ada.see(".options .option:has(.ask)").evaluate_all("all => all.map((one) => one.dataset.option)")
    assert asked == names
    ada.see(".options > .option .ask").last.click()
    expect(ada.see(".meaning p i").first).not_to_be_empty()  # the number of its clause


def test_the_button_to_begin_hides_no_house_rule_on_a_phone(visit: Visit) -> None:
    ada = visit("/#mensch", **PHONE)
    ada.see(".setup .lobby-seat").nth(3).wait_for()
    ada.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(ada.see(".create button")).to_be_in_viewport()
    assert not overlap(ada, ".options > :last-child", ".create")


def test_nothing_lies_under_the_dice_at_two_hundred_per_cent(visit: Visit) -> None:
    ada = visit(None, **ZOOMED)
    ada.join_bots("parcheesi")
    for _ in range(60):
        ada.wait_turn()
        if ada.see(".ask-hint").count():
            break
        ada.act()
    ada.see(".ask-hint").wait_for()
    assert not overlap(ada, ".ask-hint", ".dish")


def test_pieces_are_named_with_their_distances_and_fields_have_numbers(visit: Visit) -> None:
    ada = visit(None)
    ada.join_bots("mensch", players=4)
    ada.throw()
    label = ada.see('.piece[data-colour="0"]').evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert any("10 behind Green" in one and "10 ahead of Black" in one for one in label), label
    expect(ada.see(".numbers text")).to_have_count(0)
    ada.page.keyboard.press("n")
    expect(ada.see(".numbers text")).to_have_count(44)
    ada.page.keyboard.press("n")
    expect(ada.see(".numbers text")).to_have_count(0)


def test_an_invitation_that_reaches_nobody_says_so_and_another_is_handed_to_the_system(visit: Visit) -> None:
    ada = visit(None)
    ada.page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    ada.set_up("mensch", second=INVITED)
    expect(ada.see(".invitation .trouble")).to_contain_text("python3 run.py --lan")
    ada.page.route("**/api/address", lambda route: route.fulfill(json={"base": "http://192.168.0.7:8765"}))
    ada.page.reload()
    expect(ada.see(".invitation .link-row code").first).to_contain_text("http://192.168.0.7:8765/table/")
    ada.page.get_by_role("button", name="Share").click()
    assert ada.page.evaluate("shared.url") == ada.see(".invitation .link-row code").first.inner_text()


def test_my_tables_come_first_when_it_is_my_turn_and_can_be_removed(visit: Visit) -> None:
    ada = visit(None)
    guest = ada.guest()
    for _ in range(2):
        table = set_up(guest, "mensch")["id"]
    ada.go("/")
    above = ada.see(".going-on .my-tables .table-row.mine")
    expect(above).to_have_count(2)
    expect(above.first.locator("time")).not_to_be_empty()
    ada.go(f"/table/{table}")
    ada.see(".fine-print summary").last.click()
    for _ in range(2):
        ada.see(".button-row .small-button").last.click()  # close the table
    ada.see(".finish").wait_for()
    ada.go("/")
    ada.see(".my-tables li button.round-button").click()
    expect(ada.see(".my-tables li")).to_have_count(1)
    ada.page.reload()
    expect(ada.see(".my-tables li")).to_have_count(1)
    names = ada.see(".game .button[aria-label]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(set(names)) == len(BOOKS)


def test_my_tables_tell_results_and_how_often_one_has_won(visit: Visit) -> None:
    ada = visit(None)
    guest = ada.guest()
    won = []
    for _ in range(2):
        table = set_up(guest, setup={"pieces": 1})["id"]
        player = Player(ada.server, guest, table)
        player.play_out()
        player.leave()
        won.append(player.heard[-1]["places"][0] == [0])
    ada.go("/")
    expect(ada.see(".my-tables .soft").first).to_have_text(f"{sum(won)} of 2 games won ({50 * sum(won)}%)")
    rows = ada.see(".my-tables .table-row")
    expect(rows).to_have_count(2)
    for row, mine in zip(rows.all(), reversed(won), strict=True):  # the newest first
        expect(row).to_contain_text("won" if mine else "lost")
        expect(row.locator("time")).not_to_be_empty()


def test_a_seat_with_two_colours_has_one_name_everywhere(visit: Visit) -> None:
    ada = visit(None)
    ada.join_bots("pachisi-modern", setup={"pieces": 1})
    ada.wait_turn()
    cards = ada.see(".seat-card .who")
    expect(cards.nth(0)).to_have_text("Red + yellow you", use_inner_text=True)
    expect(cards.nth(1)).to_contain_text("Blue + green")
    ada.play_out()
    expect(ada.see(".finish h2")).to_have_text(re.compile("You have won!|Blue [+] green has won"))
    expect(ada.see(".places")).to_contain_text("Blue + green")


def test_the_host_sets_a_clock_for_the_table(visit: Visit) -> None:
    ada = visit(None)
    ada.fill_in("mensch")
    ada.choose("clock", "brisk: 20 s")
    ada.press(".create button")
    ada.page.wait_for_url("**/table/*")
    expect(ada.see(".clock")).to_contain_text(" s")
    assert ada.guest().get(f"/api/tables/{ada.table}").json()["clock"] == 20


def two_people(visit: Visit, **values: object) -> tuple[Visitor, Visitor]:
    """Ada, whose turn it is, and Ben with a phone, who looks elsewhere and wants to be told when it is his turn."""
    ada, ben = visit(None), visit(None, settings={"notify": True}, **PHONE)
    ben.page.add_init_script(ELSEWHERE)
    seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "open"}]
    table = set_up(ada.guest(), seats=seats, **values)
    guest, id = ben.guest(), table["id"]
    reply = guest.post(f"/api/tables/{id}/join", json={"invite": table["links"]["invite"].split("=")[1], "name": "Ben"})
    assert reply.status_code == 200, reply.text
    for one in (ada, ben):
        one.go(f"/table/{id}")
    ada.see(".create .button:enabled").click()
    for one in (ada, ben):
        one.see(".turn").wait_for()
    return ada, ben


def test_people_say_phrases_nudge_and_are_muted(visit: Visit) -> None:
    ada, ben = two_people(visit, players=4)
    ben.see(".nudge").click()
    expect(ada.see('.seat-card[data-seat="2"] .bubble')).to_have_text("Your turn!")
    ada.see(".talk summary").click()
    ada.see(".talk .lever", has_text="Show what Ben says").click()
    ada.see(".phrases .small-button", has_text="I am NOT annoyed!").click()
    expect(ben.see('.seat-card[data-seat="0"] .bubble')).to_have_text("I am NOT annoyed!")
    expect(ben.see('.seat-card[data-seat="0"] .bubble')).to_be_in_viewport(ratio=1)  # nothing of it is cut off
    assert ben.see('.seat-card[data-seat="0"] .bubble').evaluate("one => one.getClientRects()[0].height < 40"), "one line"
    expect(ada.see('.seat-card[data-seat="2"] .bubble')).to_have_count(0)
    ben.see(".talk summary").click()
    ben.see(".phrases .small-button", has_text="Hello!").click()
    expect(ben.see('.seat-card[data-seat="2"] .bubble')).to_have_text("Hello!")
    expect(ada.see('.seat-card[data-seat="2"] .bubble')).to_have_count(0)  # muted
    ben.page.wait_for_timeout(1000)  # one phrase a second is enough
    ben.see(".talk summary").press("Enter")
    ben.see('.faces button[aria-label="fumes"]').press("Enter")
    expect(ben.see('.seat-card[data-seat="2"] .bubble')).to_have_attribute("data-face", "rage")
    ben.see(".talk summary").press("Enter")
    ben.page.keyboard.press("Escape")
    expect(ben.see(".talk[open]")).to_have_count(0)
    ada.page.reload()
    ada.see(".talk summary").click()
    expect(ada.see(".talk .lever input")).not_to_be_checked()  # muted for good
    ada.page.mouse.click(5, 300)
    expect(ada.see(".talk[open]")).to_have_count(0)
    ada.wait_turn()
    assert ben.page.evaluate("notices") == []
    while ada.see(f"{DIE}, .move").count():
        ada.act()
        ada.see(f"{DIE}, .move, .turn:not(.mine)").first.wait_for()
    ben.see(f"{DIE}, .move").first.wait_for()
    assert ben.page.evaluate("notices") == ["Your turn"]


def test_who_sits_idle_can_be_replaced_and_takes_over_again(visit: Visit) -> None:
    ada, ben = two_people(visit)
    ben.see(".absence .small-button").first.wait_for()  # appears after a while, though Ada is here
    expect(ada.see(".seat-card.away")).to_have_count(0)
    ben.see(".absence .small-button").first.click()
    expect(ben.see(".story li", has_text="A bot now plays")).to_have_count(1)
    ada.see(".absence .small-button").click()
    expect(ada.see(".story li", has_text="is back")).to_have_count(1)


def test_with_a_clock_a_bot_steps_in_when_the_time_is_up(visit: Visit) -> None:
    ada, ben = two_people(visit, clock=4)
    expect(ada.see(".clock")).to_contain_text(" s")
    expect(ben.see(".story li", has_text="A bot now plays")).to_have_count(1)
    expect(ada.see(".absence .small-button")).to_be_visible()
