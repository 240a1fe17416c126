"""Captures, entering, coming home and winning are seen, heard and felt; quietly where motion is reduced."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web_client import Player, set_up

from .conftest import Visit
from .page import DIE, Visitor

SPIES = """
window.felt = []; window.heard = 0; window.seen = [];
Navigator.prototype.vibrate = function (pattern) { window.felt.push(pattern); return true; };
for (const name of ['createOscillator', 'createBufferSource']) {
  const made = BaseAudioContext.prototype[name];
  BaseAudioContext.prototype[name] = function (...args) { window.heard += 1; return made.apply(this, args); };
}
new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
  for (const name of ['joy', 'triumph', 'finish']) if (node.classList?.contains(name)) window.seen.push(name);
}))).observe(document, { childList: true, subtree: true });
"""


def capture_in_the_lesson(visitor: Visitor) -> dict[str, Any]:
    """Play the lesson up to the capture; what was felt, heard and seen at it."""
    visitor.page.add_init_script(SPIES)
    visitor.go("/#lesson")
    for _ in range(2):
        visitor.press(DIE)
        visitor.see(".move").first.click()
    visitor.press(DIE)
    capture = visitor.see(".move.captures")
    capture.wait_for()
    visitor.page.evaluate("() => { felt.length = seen.length = 0; heard = 0; }")
    capture.click()
    expect(visitor.see(".story li", has_text="captures")).to_have_count(1)
    found: dict[str, Any] = visitor.page.evaluate("() => ({ felt, heard, seen })")
    return found


def test_a_capture_is_seen_heard_and_felt(visit: Visit) -> None:
    found = capture_in_the_lesson(visit(None, settings={"speed": "fast", "sound": True}))
    assert found["felt"] == [60]
    assert found["heard"] > 0
    assert found["seen"]


def test_a_piece_that_goes_back_to_its_start_instead_of_a_reserve_flies_as_well(visit: Visit) -> None:
    ada = visit(None, settings={"speed": "fast"})
    ada.page.add_init_script(SPIES)
    ada.join_at("chowka-bhara 2 | 1,1,1,1 - 1,1,1,11 - | 0 | 2")
    ada.press(".move.captures")
    expect(ada.see(".story li", has_text="captures")).to_have_count(1)
    assert ada.page.evaluate("felt") == [60]
    assert ada.page.evaluate("seen.includes('joy')")


@pytest.mark.parametrize("still", [{"reduced_motion": "reduce"}, {}], ids=["reduced motion", "instant"])
def test_where_nothing_moves_nothing_trembles_or_bursts(still: dict[str, Any], visit: Visit) -> None:
    speed = "fast" if still else "instant"
    found = capture_in_the_lesson(visit(None, settings={"speed": speed, "sound": False}, **still))
    assert found == {"felt": [], "heard": 0, "seen": []}


def test_the_winner_is_celebrated_before_the_report(visit: Visit) -> None:
    ada = visit(None, settings={"speed": "fast"})
    guest = ada.guest()
    table = set_up(guest, setup={"pieces": 1}, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])["id"]
    ada.page.add_init_script(SPIES)
    player = Player(ada.server, guest, table)
    ada.go(f"/table/{table}")
    ada.see(DIE).wait_for()
    player.play_out()
    player.leave()
    while not ada.see(".triumph, .finish").count():
        ada.page.keyboard.press("Escape")  # skips ahead, but not past the winner
    expect(ada.see(".finish")).to_have_count(1)
    seen = ada.page.evaluate("seen")
    assert seen.index("joy") < seen.index("finish")
    assert seen.index("triumph") < seen.index("finish")
    winner = ada.see(".places .first .chip").first.evaluate("chip => chip.querySelector('circle').getAttribute('fill')")
    courses = ada.see(".chart .course").evaluate_all("all => all.map((one) => one.getAttribute('stroke'))")
    assert courses[-1] == winner  # on top, where equal curves would hide it
