"""What must fit: the moves and the best of them on a desk, partners and pieces on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Response, expect

from pachisi.rulebooks import BOOKS
from pachisi.words import LANGUAGES
from tests.web_client import set_up

from .conftest import Visit
from .page import DIE, PHONE, READY, Visitor
from .test_board import centre


def wait_for_moves(visitor: Visitor, least: int) -> None:
    """Play until there are so many moves to choose from."""
    for _ in range(200):
        visitor.wait_turn()
        assert not visitor.is_over()
        if visitor.see(".move").count() >= least:
            return
        visitor.act()
    raise AssertionError(f"there were never {least} moves")


def test_four_moves_are_in_view_on_a_laptop_and_so_is_the_best_of_a_hint(visit: Visit) -> None:
    ada = visit(None)
    ada.server.wait_thinking()
    ada.join_bots("parcheesi")
    wait_for_moves(ada, 4)
    for nth in range(4):
        expect(ada.see(".move").nth(nth)).to_be_in_viewport(ratio=1)
    ada.see(".ask-hint").click()
    expect(ada.see(".move.best").first).to_be_in_viewport(ratio=1)
    assert ada.see(".notice").evaluate("one => one.scrollHeight <= one.clientHeight")  # the reason is read whole
    assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_thirty_moves_are_as_easy_as_three_and_never_hide_the_log(visit: Visit) -> None:
    ada = visit(None)
    ada.join_at("parcheesi 2 | 5,20,30,40 - 0,0,0,50 - | 0 | 6,6")
    moves, story = ada.see(".move"), ada.see(".story")
    expect(moves).to_have_count(32)
    for nth in range(4):
        expect(moves.nth(nth)).to_be_in_viewport(ratio=1)
    strip, log = (ada.see(one).bounding_box() for one in (".strip", ".story"))
    assert strip
    assert log
    assert log["y"] >= strip["y"] + strip["height"]
    assert log["height"] > 60  # two entries at least
    expect(story).to_be_in_viewport(ratio=1)
    assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    moves.last.scroll_into_view_if_needed()
    expect(moves.last).to_be_in_viewport(ratio=1)
    told = story.locator("li").count()
    ada.see(".piece.free").first.click()
    expect(moves).to_have_count(8)  # those of one piece
    ada.page.mouse.click(*centre(ada, ".target-core"))
    expect(story.locator("li")).to_have_count(told + 1)


def test_a_phone_shows_partners_pieces_to_touch_and_no_keys(visit: Visit) -> None:
    ada = visit(None, **PHONE)
    ada.join_bots("pachisi-classic", players=4)
    ada.see(DIE).wait_for()
    ada.press(".bar-end > :last-child")
    expect(ada.see("#settings .lever").last).to_be_visible()
    assert ada.see("kbd:visible").count() == 0
    ada.press("#settings header button")
    marks = ada.see(".seat-card .team-mark")
    assert marks.all_inner_texts() == ["1", "2", "1", "2"]
    expect(marks.first).to_be_visible()
    assert ada.see("kbd:visible").count() == 0
    ada.join_bots("parcheesi")
    wait_for_moves(ada, 2)  # a single one is played with one tap
    assert ada.see("kbd:visible").count() == 0
    box = ada.see(".piece.free").first.bounding_box()
    assert box
    ada.page.touchscreen.tap(box["x"] - 8, box["y"] + box["height"] / 2)  # pieces are small: a finger may miss
    expect(ada.see(".target").first).to_be_visible()


# What is cut off, and what a finger would miss; addresses and text that is being written may be longer than their place.
UNFIT = """() => {
  const seen = (one) => one.getClientRects().length && !one.closest('.unseen, dialog:not([open])');
  const name = (one) => `${one.tagName}.${one.className} ${(one.ariaLabel || one.textContent).trim().slice(0, 60)}`;
  const all = [...document.querySelectorAll('#app *:not(svg *, code, textarea, h1)')].filter(seen);
  const cut = all.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' && one.clientWidth);
  const small = all.filter((one) => one.matches('button:not(.ask), summary, label, a:not(p a)') && one.offsetHeight < 36);
  return [...cut.map((one) => `cut: ${name(one)}`), ...small.map((one) => `small: ${name(one)}`)];
}"""


def screens_of_a_phone(visitor: Visitor) -> Iterator[str]:
    """Those with the longest words."""
    set_up(visitor.guest())
    visitor.go("/")
    visitor.see(".my-tables li").first.wait_for()
    yield "shelf"
    visitor.page.evaluate("document.querySelector('#settings').showModal()")
    yield "settings"
    for book in BOOKS:
        visitor.go(f"/?again#{book}")
        visitor.see(".setup .option").nth(3).wait_for()
        yield f"setup of {book}"
        visitor.join_bots(book, players=4)
        visitor.see(READY).first.wait_for()
        yield f"table of {book}"
    visitor.join_bots("pachisi-classic", seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "open"}])
    visitor.see(".invitation").wait_for()
    yield "lobby"
    visitor.go("/?again#lesson")
    visitor.see(DIE).wait_for()
    yield "lesson"
    visitor.go("/?again#workshop")
    visitor.see(".sound").wait_for()
    yield "workshop"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_phone_nothing_is_cut_off_and_everything_can_be_touched_in_every_language(lang: str, visit: Visit) -> None:
    ada = visit(None, locale=lang, **PHONE)
    found = {screen: ada.page.evaluate(UNFIT) for screen in screens_of_a_phone(ada)}
    assert len(found) == 5 + 2 * len(BOOKS)
    assert {screen: faults for screen, faults in found.items() if faults} == {}


def test_the_first_visit_weighs_less_than_350_kilobytes_as_transferred(visit: Visit) -> None:
    ada = visit(None)
    heard: list[Response] = []
    ada.page.on("response", lambda reply: heard.append(reply))
    ada.go("/")
    for nth in range(len(BOOKS)):
        ada.see(".game-picture svg").nth(nth).wait_for()
    weight = sum(reply.request.sizes()["responseBodySize"] for reply in heard)
    assert 50_000 < weight < 350_000, weight
    assert not [reply.url for reply in heard if "workshop" in reply.url or "lesson" in reply.url]
