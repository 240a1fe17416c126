"""Every screen is fit for all: axe finds nothing serious, nothing scrolls sideways, the die is in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from pachisi.rulebooks import BOOKS
from pachisi.words import LANGUAGES
from tests.web_client import Player, set_up

from .conftest import Visit
from .page import DESK, DIE, PHONE, Visitor

GRAVE = ("serious", "critical")
ALL_RULES: dict[str, Any] = {}
CONTRAST = {"runOnly": ["color-contrast"]}  # all that the light changes
DAY_AND_NIGHT = {"light": ALL_RULES, "dark": CONTRAST}
NIGHT = {"dark": ALL_RULES}
SIZES = [(1280, 720), (1920, 1080), (768, 1024)]


Walk = Callable[[Visitor], Iterator[str]]  # through some screens; says which one is shown


def screens_before_the_game(visitor: Visitor) -> Iterator[str]:
    set_up(visitor.guest())
    visitor.go("/")
    visitor.see(".my-tables li").first.wait_for()
    yield "shelf"
    visitor.press('.bar-end button[aria-label="Settings"]')
    expect(visitor.see("#settings")).to_be_visible()
    yield "settings"
    visitor.go("/?#parcheesi")
    visitor.see(".setup .lobby-seat").first.wait_for()
    yield "setup"
    visitor.press('.picker[data-name="chair-1"] summary')
    yield "levels"
    visitor.press(".setup-picture button")
    visitor.see("#rules li").first.wait_for()
    yield "rules"
    visitor.go("/?again#mensch")
    visitor.see('[data-option="barriers"] .ask').click()
    visitor.choose("first", "Green")
    visitor.choose("players", "2")
    visitor.see(".option.guilty").wait_for()
    yield "contradiction and meaning"
    visitor.go("/?again#lesson")
    visitor.see(DIE).wait_for()
    yield "lesson"
    visitor.go("/?again#workshop")
    visitor.see(".sound").wait_for()
    visitor.see("#rulebook").fill("base = 'mensh'")
    visitor.see(".faults li").wait_for()
    yield "workshop"
    open_seat = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "open"}]
    visitor.join_bots("mensch", seats=open_seat)
    visitor.see(".invitation").wait_for()
    yield "lobby of the host"
    invite = visitor.see(".invitation .link-row code").first.inner_text()
    visitor.context.clear_cookies()
    visitor.page.goto(invite)
    visitor.see(".join").wait_for()
    yield "lobby of a guest"
    visitor.go("/table/nothing")
    visitor.see(".waiting .button").wait_for()
    yield "no such table"


def expect_whole_in_view(visitor: Visitor, selector: str) -> None:
    expect(visitor.see(selector)).to_be_in_viewport(ratio=1)
    assert visitor.page.evaluate("scrollY") == 0


def expect_room(visitor: Visitor) -> None:
    """Without scrolling, a phone shows the die; a tablet and everything larger the board too."""
    expect_whole_in_view(visitor, DIE)
    if visitor.width < min(width for width, _ in SIZES):
        return
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect_whole_in_view(visitor, DIE)
        expect_whole_in_view(visitor, ".board-place svg")
    visitor.page.set_viewport_size(DESK["viewport"])  # type: ignore[arg-type]


def screens_of_the_game(visitor: Visitor) -> Iterator[str]:
    for book in BOOKS:
        visitor.join_bots(book, players=4)
        visitor.see(DIE).wait_for()
        expect_room(visitor)
        yield f"throw of {book}"
    visitor.join_bots("mensch")
    visitor.throw()
    yield "moves"
    visitor.press('.piece[data-colour="0"]:not(.free)')
    visitor.see(".reasons").wait_for()
    yield "reasons"
    for details in visitor.see(".fine-print details summary").all():
        details.click()
    yield "promise and leaving"


def screens_after_the_game(visitor: Visitor) -> Iterator[str]:
    guest = visitor.guest()
    table = set_up(guest, setup={"pieces": 1})["id"]
    player = Player(visitor.server, guest, table)
    player.play_out()
    player.leave()
    visitor.go(f"/table/{table}")
    visitor.see(".proof.bad").wait_for()  # this browser did not throw for its seat
    yield "end"
    visitor.go(f"/replay/{table}#3")
    visitor.see(".slider").wait_for()
    yield "replay"
    guest.get(f"/api/tables/{table}/review", timeout=200)  # compiled, the first time on a machine
    visitor.go(f"/review/{table}")
    visitor.see(".accounts").wait_for()
    visitor.see(".accounts summary").click()
    visitor.press(".desk-side > .button.quiet")
    yield "review"
    visitor.page.keyboard.press("Home")
    visitor.press(".desk-side > .small-button")
    visitor.press(".throw-option")
    visitor.see(".trying").wait_for()
    yield "trying a throw"
    visitor.go("/verify")
    visitor.see("#record").fill(guest.get(f"/api/tables/{table}/record").text)
    visitor.see("#check").click()
    visitor.see("#verdict .good").wait_for()
    yield "verifier"


def screens_in_any_language(visitor: Visitor) -> Iterator[str]:
    """One of each kind; nothing here depends on words."""
    guest = visitor.guest()
    table = set_up(guest, setup={"pieces": 1})["id"]
    player = Player(visitor.server, guest, table)
    player.play_out()
    player.leave()
    guest.get(f"/api/tables/{table}/review", timeout=200)  # compiled, the first time on a machine
    for screen, path, sign in (
        ("shelf", "/", ".my-tables li"),
        ("set-up", "/?again#ludo?players=6&teams=threes", ".setup .board-place svg"),
        ("lesson", "/?again#lesson", DIE),
        ("workshop", "/?again#workshop", ".sound"),
        ("puzzles", "/puzzles", ".puzzle .move"),
        ("end", f"/table/{table}", ".proof"),
        ("replay", f"/replay/{table}", ".slider"),
        ("review", f"/review/{table}", ".accounts"),
        ("verifier", f"/verify#{table}", "#verdict .good"),
    ):
        visitor.go(path)
        visitor.see(sign).first.wait_for()
        yield screen
    visitor.join_bots("chaupar", players=4)
    visitor.wait_turn()
    yield "table"
    visitor.press(".bar-end > :last-child")
    expect(visitor.see("#settings")).to_be_visible()
    yield "settings"


WALKS = [screens_before_the_game, screens_of_the_game, screens_after_the_game]


def judge(visitor: Visitor, theme: str, rules: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """The grave faults that axe finds on the page as it is now."""
    visitor.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    found = Axe().run(visitor.page, options={"resultTypes": ["violations"], **rules}).response["violations"]
    return [(theme, one["id"], [node["html"] for node in one["nodes"]]) for one in found if one["impact"] in GRAVE]


def sideways(visitor: Visitor) -> list[tuple[str, int]]:
    width = visitor.page.evaluate("document.documentElement.scrollWidth")
    return [("wider than the screen", width)] if width > visitor.width else []


@pytest.mark.parametrize("screens", WALKS, ids=["before the game", "the game", "after the game"])
@pytest.mark.parametrize(("device", "looks"), [(DESK, DAY_AND_NIGHT), (PHONE, NIGHT)], ids=["desk", "phone"])
def test_axe_finds_nothing_serious_by_day_or_night_and_nothing_scrolls_sideways_on_any_screen(
    device: dict[str, Any], looks: dict[str, dict[str, Any]], screens: Walk, visit: Visit
) -> None:
    ada = visit(None, reduced_motion="reduce", **device)
    found = {}
    for screen in screens(ada):
        faults = [fault for theme, rules in looks.items() for fault in judge(ada, theme, rules)]
        found[screen] = [*faults, *sideways(ada)]
    assert found
    assert {screen: faults for screen, faults in found.items() if faults} == {}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_axe_finds_nothing_serious_in_other_languages(lang: str, visit: Visit) -> None:
    ada = visit(None, locale=lang, reduced_motion="reduce", **PHONE)
    found = {screen: [*judge(ada, "light", ALL_RULES), *sideways(ada)] for screen in screens_in_any_language(ada)}
    assert len(found) == 11
    assert {screen: faults for screen, faults in found.items() if faults} == {}


# What can be pressed, named by its place; of a group of radio buttons the keyboard reaches one, and chooses with arrows.
CONTROLS = """() => {
  const place = (one) => (one.parentElement ? `${place(one.parentElement)}/${[...one.parentElement.children].indexOf(one)}` : '');
  const open = document.querySelector('dialog[open]') ?? document.body;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('dialog') === (open.matches('dialog') ? open : null);
  const all = [...open.querySelectorAll('a[href], button:enabled, input:enabled, textarea, summary, .piece.free, [tabindex="0"]')];
  const reached = all.filter((one) => seen(one) && (one.type !== 'radio' || one.checked));
  return reached.map((one) => [place(one), one.outerHTML.slice(0, 120)]);
}"""
FOCUSED = """() => {
  const place = (one) => (one.parentElement ? `${place(one.parentElement)}/${[...one.parentElement.children].indexOf(one)}` : '');
  return place(document.activeElement);
}"""


def unreached(visitor: Visitor) -> list[str]:
    """The controls of a screen that the key Tab never comes to."""
    left: dict[str, str] = dict(visitor.page.evaluate(CONTROLS))
    for _ in range(2 * len(left) + 20):
        visitor.page.keyboard.press("Tab")
        left.pop(visitor.page.evaluate(FOCUSED), None)
        if not left:
            break
    return list(left.values())


def test_every_control_of_every_screen_is_reached_by_the_tab_key(visit: Visit) -> None:
    ada = visit(None, reduced_motion="reduce")
    found = {screen: unreached(ada) for screen in screens_in_any_language(ada)}
    assert len(found) == 11
    assert {screen: controls for screen, controls in found.items() if controls} == {}
