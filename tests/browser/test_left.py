"""A screen that was left does nothing any more, whatever it was waiting for."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.test_web_desk import rows_of
from tests.web_client import Server

from .conftest import Visit
from .page import Visitor, write

HOLD = """() => {
  const all = [...document.querySelectorAll('.piece')].flatMap((one) => one.getAnimations());
  window.held = all.filter((one) => !(one instanceof CSSAnimation || one instanceof CSSTransition));
  for (const one of held) one.pause();
  return held.length;
}"""
LET_GO = """() => {
  for (const one of held) one.finish();
  return new Promise(requestAnimationFrame);
}"""


def leave_for(visitor: Visitor, path: str, sign: str) -> None:
    """To another screen, without loading the page anew."""
    visitor.page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)
    visitor.see(sign).first.wait_for()


def test_a_table_left_while_a_piece_walks_says_no_more(visit: Visit) -> None:
    ada = visit(None, settings={"speed": "slow"})
    ada.join_at("mensch 2 | 0,0,0,1 - 0,0,0,23 - | 0 | 3")
    ada.press(".move")
    ada.page.wait_for_function(HOLD)
    leave_for(ada, "/", ".game")
    said = ada.see("#live").text_content()
    ada.page.evaluate(LET_GO)
    assert ada.see("#live").text_content() == said
    assert ada.page.title() == "Pachisi"


def test_a_replay_left_while_a_piece_walks_leaves_the_address_alone(visit: Visit, server: Server) -> None:
    write(server, rows_of("left"))
    ada = visit("/replay/left", settings={"speed": "slow"})
    ada.press(".player .big")
    ada.page.wait_for_function(HOLD)
    leave_for(ada, "/#mensch", ".setup")
    ada.page.evaluate(LET_GO)
    assert ada.page.url.endswith("/#mensch")


def test_a_code_that_is_found_late_leads_nobody_away(visit: Visit) -> None:
    ada = visit("/")
    held: list[Route] = []
    ada.page.route("**/api/codes/*", lambda route: held.append(route))
    ada.see(".code-form input").fill("K7QF2M")
    ada.press(".code-form button")
    expect(ada.see(".waiting")).to_be_visible()
    leave_for(ada, "/", ".game")
    with ada.page.expect_response("**/api/codes/*") as late:
        held[0].fulfill(json={"id": "nothing", "invite": "none"})
    late.value.finished()
    ada.page.evaluate("new Promise(requestAnimationFrame)")
    assert ada.page.url.endswith("/")
