"""Bots by their level, and hints: chosen and asked for in the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from pachisi.bots import BOTS
from pachisi.rulebooks import BOOKS
from tests.web_client import Player, Server, set_up

from .conftest import Visit
from .page import DIE, Visitor
from .test_access import ALL_RULES, CONTRAST, judge, sideways

SMALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-CH"}
NAMES = {
    "en": ["Wanderer", "Runner", "Scout", "Expert", "Master"],
    "de": ["Bummler", "Läufer", "Späher", "Kenner", "Meister"],
    "fr": ["Flâneur", "Coureur", "Éclaireur", "Expert", "Maître"],
}
CHANCE = re.compile(r"^\d{1,2}\.\d%$")


@pytest.fixture(scope="module", autouse=True)
def _ready(server: Server) -> None:
    server.wait_thinking()


def sit_at_a_choice(visitor: Visitor, book: str = "parcheesi", **values: Any) -> dict[str, Any]:
    """A table where it is the visitor's turn to choose among several moves; its state."""
    guest = visitor.guest()
    table = set_up(guest, book, **values)["id"]
    player = Player(visitor.server, guest, table)
    while not (player.my_turn() and len((player.state or {})["moves"]) > 1):
        player.act() if player.my_turn() else player.hear()
    player.leave()
    visitor.go(f"/table/{table}")
    visitor.see(".move").first.wait_for()
    assert player.state
    return player.state


def place_of(part: Locator) -> FloatRect:
    place = part.bounding_box()
    assert place
    return place


# --- levels ---------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LOCALES)
def test_every_level_has_its_name_and_its_character_in_the_list(lang: str, visit: Visit) -> None:
    ada = visit("/#mensch", locale=LOCALES[lang])
    ada.see('.picker[data-name="chair-1"] summary').click()
    rows = ada.see('.picker[data-name="chair-1"] .picker-row:has(input[value^="bot:"])')
    expect(rows.locator("b")).to_have_text(NAMES[lang])
    about = [bot["about"][lang] for bot in ada.guest().get("/api/books").json()["bots"]]
    expect(rows.locator(".character")).to_have_text(about)
    expect(ada.see('input[name="chair-1"]:checked')).to_have_value("bot:greedy")


def test_play_now_lays_a_table_with_runners_and_with_hints(visit: Visit) -> None:
    ada = visit("/")
    ada.see(".game button").first.click()
    ada.page.wait_for_url("**/table/*")
    table = ada.guest().get(f"/api/tables/{ada.table}").json()
    assert [seat["bot"] for seat in table["seats"]] == [None, "greedy", "greedy", "greedy"]
    assert table["hints"] is True


def test_the_chosen_levels_sit_at_the_table(visit: Visit) -> None:
    ada = visit("/#ludo")
    for seat, name in ((1, "Scout"), (2, "Expert"), (3, "Master")):
        ada.seat(f"chair-{seat}", name)
        expect(ada.see(f'.picker[data-name="chair-{seat}"] summary b')).to_have_text(name)
    expect(ada.see(".picker[open]")).to_have_count(0)
    ada.press(".create button")
    ada.see(DIE).wait_for()
    bots = [seat["bot"] for seat in ada.guest().get(f"/api/tables/{ada.table}").json()["seats"]]
    assert bots == [None, "careful", "expert", "master"]


def test_the_host_changes_a_level_in_the_lobby_and_reads_there_whether_there_are_hints(visit: Visit) -> None:
    ada = visit(None)
    ada.set_up("mensch", second="by invitation")
    expect(ada.see(".lobby-side")).to_contain_text("There are no hints.")
    ada.seat("seat-2", "Expert")
    expect(ada.see('.picker[data-name="seat-2"] summary b')).to_have_text("Expert")
    expect(ada.see(".create .button")).to_be_enabled()


@pytest.mark.parametrize("lang", LOCALES)
def test_a_seat_takes_one_line_on_a_phone_and_its_list_is_seen_whole(lang: str, visit: Visit) -> None:
    ada = visit("/#parcheesi", locale=LOCALES[lang], **SMALL)
    ada.see(".picker").nth(3).wait_for()
    for seat in ada.see(".lobby-seat").all():
        row, chip, control = map(place_of, (seat, seat.locator(".chips"), seat.locator("summary")))
        assert row["height"] <= 72
        assert control["x"] > chip["x"] + chip["width"]
        assert abs(control["y"] + control["height"] / 2 - chip["y"] - chip["height"] / 2) < 2
        assert control["x"] + control["width"] <= 390
        assert control["height"] >= 44
    ada.see('.picker[data-name="chair-3"] summary').tap()
    expect(ada.see('.picker[data-name="chair-3"] .picker-list')).to_be_in_viewport(ratio=0.99)
    assert not sideways(ada)
    ada.see('.picker[data-name="chair-3"] .picker-row').last.tap()
    expect(ada.see('.picker[data-name="chair-3"] summary b')).to_have_text(NAMES[lang][-1])
    assert len(NAMES[lang]) == len(BOTS)


def test_escape_and_a_click_elsewhere_close_the_list(visit: Visit) -> None:
    ada = visit("/#mensch")
    ada.see('.picker[data-name="chair-1"] summary').click()
    ada.page.keyboard.press("Escape")
    expect(ada.see(".picker[open]")).to_have_count(0)
    ada.see('.picker[data-name="chair-1"] summary').click()
    expect(ada.see(".picker[open]")).to_have_count(1)
    ada.see(".setup-picture p").click()
    expect(ada.see(".picker[open]")).to_have_count(0)


# --- hints ----------------------------------------------------------------------------


def test_a_hint_by_keyboard_shows_chances_marks_the_best_move_and_its_piece(visit: Visit) -> None:
    ada = visit(None)
    state = sit_at_a_choice(ada)
    expect(ada.see(".ask-hint")).to_contain_text("Hint")
    ada.page.keyboard.press("h")
    expect(ada.see(".chance b")).to_have_text([CHANCE] * len(state["moves"]))
    chances = [float(text.rstrip("%")) for text in ada.see(".chance b").all_inner_texts()]
    best = ada.see(".move.best .chance b").all_inner_texts()
    assert {float(text.rstrip("%")) for text in best} == {max(chances)}
    expect(ada.see(".notice")).to_contain_text(f"Chance to win: {max(chances):.1f}%.")
    expect(ada.see("#live p").last).to_contain_text("Hint: ")
    expect(ada.see(".piece.best")).not_to_have_count(0)
    expect(ada.see(".way > *")).not_to_have_count(0)
    expect(ada.see(".ask-hint")).to_have_count(0)
    found = [fault for theme, rules in (("light", ALL_RULES), ("dark", CONTRAST)) for fault in judge(ada, theme, rules)]
    assert found == []
    ada.see(".move.best").first.click()
    expect(ada.see(".chance")).to_have_count(0)
    expect(ada.see(".piece.best")).to_have_count(0)


def test_a_hint_is_had_with_a_finger_on_a_phone(visit: Visit) -> None:
    ada = visit(None, **SMALL)
    sit_at_a_choice(ada)
    ada.press(".ask-hint")
    expect(ada.see(".chance b").first).to_have_text(CHANCE)
    assert not sideways(ada)


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_hints_with_a_reason_and_percentages_that_look_alike(book: str, visit: Visit) -> None:
    ada = visit(None)
    state = sit_at_a_choice(ada, book)
    ada.page.keyboard.press("h")
    expect(ada.see(".chance b")).to_have_text([CHANCE] * len(state["moves"]))
    expect(ada.see(".move.best")).not_to_have_count(0)
    hint = ada.see(".notice").inner_text()
    assert re.search(r"Chance to win: \d{1,2}\.\d%\. \w.+", hint), hint
    assert not re.search(r"\d\s%", hint), hint


def test_a_table_without_hints_has_no_button_and_says_so_when_asked(visit: Visit) -> None:
    ada = visit(None)
    sit_at_a_choice(ada, hints=False)
    expect(ada.see(".ask-hint")).to_have_count(0)
    ada.page.keyboard.press("h")
    expect(ada.see(".notice")).to_have_text("Hints are not allowed at this table.")
    expect(ada.see(".chance")).to_have_count(0)


def test_the_form_has_hints_on_for_one_person_and_off_for_several(visit: Visit) -> None:
    ada = visit("/#mensch")
    lever = ada.see(".lever").filter(has_text="Allow hints").locator("input")
    expect(lever).to_be_checked()
    ada.seat("chair-1", "at this screen")
    expect(lever).not_to_be_checked()
    lever.check()
    ada.seat("chair-1", "by invitation")
    expect(lever).to_be_checked()
