"""Choosing on the board: pieces and targets, with mouse and finger; and what the board shows meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .page import DIE, PHONE, READY, Visitor

SEEN = """() => {
  const [card, tray] = [document.querySelector('.seat-card.on-turn'), document.querySelectorAll('.of-colour.on-turn .tray-glow')];
  return card ? [Number(card.dataset.seat), ...[...tray].map((one) => Number(one.closest('.of-colour').dataset.colour))] : [];
}"""


def centre(visitor: Visitor, selector: str, nth: int = 0) -> tuple[float, float]:
    """The middle of something on the board."""
    box = visitor.see(selector).nth(nth).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def several_moves_of_one_piece(visitor: Visitor) -> Any:
    """Play until a piece has several moves and others have some too; that piece."""
    for _ in range(200):
        visitor.wait_turn()
        assert not visitor.is_over()
        labels = visitor.see(".piece.free").evaluate_all("all => all.map((one) => one.ariaLabel)")
        several = [nth for nth, label in enumerate(labels) if "(" in label and " and " in label.split(": ", 1)[1]]
        if several and visitor.see(".move").count() > 3:
            return visitor.see(".piece.free").nth(several[0])
        visitor.act()
    raise AssertionError("no piece had several moves")


def test_targets_are_clicked_after_the_piece_or_instead_of_it(visit: Visit) -> None:
    ada = visit(None)
    ada.join_bots("parcheesi")
    piece = several_moves_of_one_piece(ada)
    moves = ada.see(".move").count()
    piece.click()
    ada.page.mouse.move(5, 5)  # the targets stay though the mouse has gone
    targets = ada.see(".way-over .target")
    shown = targets.count()
    assert 1 < shown == ada.see(".move").count() < moves
    words = ada.see(".move .move-words").all_inner_texts()
    ada.see(".strip .small-button").click()
    expect(ada.see(".move")).to_have_count(moves)
    piece.click()
    ada.page.mouse.click(*centre(ada, ".target-core", shown - 1))
    expect(ada.see(".story li", has_text=words[-1].split(" (")[0].split(",")[0])).not_to_have_count(0)
    ada.wait_turn()
    while not ada.see(".move").count() or ada.see(".piece.free").count() < 1:
        ada.act()
        ada.wait_turn()
    ada.see(".move").first.hover()
    at = centre(ada, ".target-core")
    ada.page.mouse.move(5, 5)
    expect(ada.see(".target-core")).to_have_count(0)
    ada.page.mouse.move(*at)
    ada.see(".target-core").first.wait_for()  # the way to it is shown
    before = ada.see(".story li").first.inner_text()
    ada.page.mouse.click(*at)
    if ada.see(".piece.free").count() and ada.see(".notice", has_text="Several").count():
        ada.see(".move").first.click()  # several pieces can go there
    expect(ada.see(".story li").first).not_to_have_text(before)


def test_on_a_phone_a_finger_may_miss_the_waiting_pieces_or_touch_their_dish(visit: Visit) -> None:
    ada = visit(None, **{**PHONE, "viewport": {"width": 390, "height": 844}})
    ada.join_bots("pachisi-classic", setup={"first": 0})
    waiting = '.piece.free[data-colour="0"]'
    ada.press(DIE)
    expect(ada.see(waiting)).to_have_count(4)
    x, y = centre(ada, waiting)
    ada.page.touchscreen.tap(x + 14, y + 14)
    expect(ada.see(".notice")).to_have_text("Tap again to move.")
    ada.page.touchscreen.tap(5, 300)  # anywhere else
    expect(ada.see(".target")).to_have_count(0)
    ada.page.touchscreen.tap(*centre(ada, '.of-colour[data-colour="0"] .tray-glow'))
    expect(ada.see(".target")).to_have_count(1)
    ada.page.touchscreen.tap(*centre(ada, ".target-core"))
    expect(ada.see(".story li", has_text="Red: a piece enters")).to_have_count(1)
    ada.page.evaluate("document.querySelector('#settings').showModal()")
    ada.see("#settings .lever", has_text="One tap plays").tap()
    ada.see("#settings header button").tap()
    ada.join_bots("pachisi-classic", setup={"first": 0})
    ada.press(DIE)
    expect(ada.see(waiting)).to_have_count(4)
    ada.page.touchscreen.tap(*centre(ada, waiting))
    expect(ada.see(".story li", has_text="Red: a piece enters")).to_have_count(1)


@pytest.mark.parametrize("speed", ["slow", "normal", "fast"])
def test_the_light_on_the_board_is_where_the_turn_is_while_bots_play(speed: str, visit: Visit) -> None:
    ada = visit(None, settings={"speed": speed})
    ada.join_bots("ludo", players=4)
    ada.see(DIE).wait_for()
    seen: set[int] = set()
    ada.press(DIE)
    while len(seen) < 4:
        on_turn = ada.page.evaluate(SEEN)
        assert len(on_turn) == 2
        assert on_turn[0] == on_turn[1], on_turn
        seen.add(on_turn[0])
        if ada.see(DIE).count():
            ada.press(DIE)
        ada.page.wait_for_timeout(40)


def test_skip_leads_to_the_own_turn_and_speed_throws_and_forced_moves_are_set_at_once(visit: Visit) -> None:
    ada = visit(None, settings={"speed": "slow"})
    ada.join_bots("ludo", players=4)
    ada.see(DIE).wait_for()
    ada.press(DIE)
    ada.see(".turn .skip").click()
    ada.see(READY).first.wait_for(timeout=2000)
    ada.page.evaluate("document.querySelector('#settings').showModal()")
    ada.choose("speed", "Instant")
    for name in ("Throw for me", "Play forced moves for me"):
        ada.see("#settings .lever", has_text=name).click()
    ada.see("#settings header button").click()
    ada.act()
    trails = []
    for _ in range(12):
        ada.see(".move").nth(1).wait_for()  # a choice: nothing else was left to the player
        trails.append(ada.see(".trail-line.last").count())
        ada.press(".move")
    assert set(trails) == {0, 1}  # no trail at first, and where a six leads from choice to choice


PRINTED = """() => {
  const middle = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const near = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 8;
  const numbers = [...document.querySelectorAll('.field-number')];
  return [...document.querySelectorAll('.piece')].flatMap((piece) => {
    const below = numbers.find((one) => near(middle(one), middle(piece.querySelector('circle:nth-of-type(5)'))));
    return below ? [[piece.ariaLabel.match(/on (\\d+)/)?.[1], below.textContent]] : [];
  });
}"""


def test_fields_are_called_by_the_numbers_that_the_board_has(visit: Visit) -> None:
    ada = visit(None, settings={"numbers": True})
    ada.join_bots("parchis", players=4)
    seen = set()
    while len(seen) < 5:
        ada.wait_turn()
        seen |= {(label, printed) for label, printed in ada.page.evaluate(PRINTED)}
        ada.act()
    assert all(label == printed for label, printed in seen), seen
    expect(ada.see(".numbers text")).to_have_count(0)  # nor are there others


def test_in_the_waiting_room_the_pieces_stand_as_the_game_begins(visit: Visit) -> None:
    ada = visit(None)
    ada.join_bots("mensch", seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "open"}])
    expect(ada.see(".lobby .piece")).to_have_count(8)
    expect(ada.see('.lobby .piece[aria-label$=", on 1"]')).to_have_count(2)


def test_the_own_reserve_lies_at_the_bottom_and_its_pieces_upright(visit: Visit) -> None:
    ada = visit(None, settings={"turned": True})
    ada.join_bots("mensch")
    ada.see(DIE).wait_for()
    own, other = (centre(ada, f'.of-colour[data-colour="{colour}"] .tray-glow') for colour in (0, 2))
    assert own[1] > other[1]
    moon = ada.see('.of-colour[data-colour="3"] .mark').first
    turned = moon.evaluate("mark => { const m = mark.getScreenCTM(); return [m.a > 0, Math.abs(m.b) < 1e-6]; }")
    assert turned == [True, True]
    waiting = ada.see('.piece[data-colour="0"]').first
    box = waiting.bounding_box()
    assert box
    assert box["height"] > box["width"]
    assert abs(box["x"] - own[0]) < 120
    ada.throw()
    ada.see(".piece.free").first.click()
    expect(ada.see(".story li", has_text="Yellow: ")).not_to_have_count(0)
    ada.page.evaluate("document.querySelector('#settings').showModal()")
    ada.see("#settings .lever", has_text="Your colour at the bottom").click()
    assert centre(ada, '.of-colour[data-colour="0"] .tray-glow')[1] < own[1] - 100
