"""What must fit: the moves and the best of them on a desk, partners and pieces on a phone."""

from __future__ import annotations

from playwright.sync_api import Response, expect

from pachisi.rulebooks import BOOKS

from .conftest import Visit
from .page import DIE, PHONE, Visitor


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


def test_a_phone_shows_partners_pieces_to_touch_and_no_keys(visit: Visit) -> None:
    ada = visit(None, **PHONE)
    ada.join_bots("pachisi-classic", players=4)
    ada.see(DIE).wait_for()
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
