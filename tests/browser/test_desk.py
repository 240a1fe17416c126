"""The analysis desk in the page: the curve under the board, what was better, other lines, and playing on from any position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from pachisi import review
from pachisi.desk.page import write_page
from pachisi.desk.prose import Prose
from pachisi.words import LANGUAGES
from pachisi.words.teller import Teller
from pachisi.words.voice import Voice
from tests.test_web_desk import PLAYED, rows_of
from tests.test_workshop import OWN_BOOK
from tests.web_client import Player, Server, set_up

from .conftest import Visit
from .page import PHONE, READY, Visitor, write

CHOICES = ".move"
COMPILING = 200  # seconds, on a machine that has never evaluated a game
# The first lines of a review arrive; the rest waits until the test lets it through.
SLOW_DOWN = """
const plain = window.fetch;
window.fetch = async (path, init) => {
  const reply = await plain(path, init);
  if (!String(path).includes('/review')) return reply;
  const lines = (await reply.text()).split('\\n').filter((line) => line && !line.includes('"queue"'));
  const pour = (some) => new TextEncoder().encode(some.join('\\n') + '\\n');
  const body = new ReadableStream({ async start(stream) {
    init.signal.addEventListener('abort', () => stream.error(init.signal.reason));
    stream.enqueue(pour(['{"part":"queue","place":7}']));
    await new Promise((done) => (window.begin = done));
    stream.enqueue(pour(lines.slice(0, 21)));
    await new Promise((done) => (window.finish = done));
    stream.enqueue(pour(lines.slice(21)));
    stream.close();
  } });
  return new Response(body);
};
"""


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, Any]:
    """A finished game of two, and the guest who played it."""
    guest = server.guest()
    guest.get("/")
    table = set_up(guest, setup={"pieces": 2})["id"]
    player = Player(server, guest, table)
    player.play_out()
    player.leave()
    guest.get(f"/api/tables/{table}/review", timeout=COMPILING)
    return {"table": table, "guest": guest}


@pytest.fixture(scope="module")
def known(server: Server) -> str:
    """The review of a game in which there were mistakes."""
    write(server, rows_of("known"))
    return server.guest().get("/api/tables/known/review", timeout=COMPILING).text


@pytest.fixture
def desk(visit: Visit, known: str) -> Visitor:
    """The desk with the whole review."""
    ada = visit("/review/known")
    ada.see(".accounts").wait_for()
    return ada


def step(visitor: Visitor) -> int:
    return int(visitor.see(".curve").get_attribute("aria-valuenow") or -1)


def pieces(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.see(".stage .piece").evaluate_all("all => all.map((one) => one.style.transform).sort()")
    return found


def test_one_click_leads_from_the_end_of_a_game_its_replay_and_my_tables_to_its_review(
    visit: Visit, played: dict[str, Any]
) -> None:
    ada = visit(None)
    cookies = [{"name": name, "value": value, "url": ada.server.url} for name, value in played["guest"].cookies.items()]
    ada.context.add_cookies(cookies)  # type: ignore[arg-type]
    loaded: list[str] = []
    ada.page.on("request", lambda request: loaded.append(request.url))
    for path, link in (("/", ".my-tables li a.round-button"), (f"/replay/{played['table']}", ".bar a.small-button")):
        ada.go(path)
        ada.see(link).first.wait_for()
        assert not [url for url in loaded if "/desk" in url or "screens/review" in url], "nobody loads what he does not see"
        ada.press(link)
        ada.see(".accounts").wait_for()
        loaded.clear()
    ada.go(f"/table/{played['table']}")
    with ada.expecting_faults():  # this browser did not throw for its seat, and says so
        ada.press('.finish a[href^="/review/"]')
        ada.see(".accounts").wait_for()


def test_review_and_replay_lie_as_the_board_did_before_the_player_and_plain_before_a_stranger(visit: Visit, server: Server) -> None:
    guest = server.guest()
    seats = [{"seat": 0, "who": "here", "name": "Ada"}, {"seat": 2, "who": "bot", "bot": "greedy"}]
    table = set_up(guest, setup={"pieces": 1}, seats=seats)["id"]
    player = Player(server, guest, table)
    player.play_out()
    player.leave()
    guest.get(f"/api/tables/{table}/review", timeout=COMPILING)
    ada, stranger = visit(None, settings={"turned": True}), visit(None, settings={"turned": True})
    cookies = [{"name": name, "value": value, "url": server.url} for name, value in guest.cookies.items()]
    ada.context.add_cookies(cookies)  # type: ignore[arg-type]
    for path, sign in ((f"/review/{table}", ".accounts"), (f"/replay/{table}", ".slider")):
        for one, turned in ((ada, 1), (stranger, 0)):
            one.go(path)
            one.see(sign).wait_for()
            expect(one.see(".stage .turned")).to_have_count(turned)
    ada.press('.bar-end button[aria-label="Settings"]')
    ada.see("#settings .lever", has_text="Your colour at the bottom").click()
    expect(ada.see(".stage .turned")).to_have_count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_that_the_command_writes_fits_a_phone_by_day_and_by_night(visit: Visit, lang: str, tmp_path: Path) -> None:
    found = review(PLAYED, "expert")
    (tmp_path / "page.html").write_text(write_page(Prose(found, Teller(found.table, Voice(lang)))), encoding="utf-8")
    grounds = set()
    for scheme in ("light", "dark"):
        ada = visit(None, **PHONE, color_scheme=scheme)
        ada.page.goto((tmp_path / "page.html").as_uri())
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert ada.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.stage text')).fontSize)") > 20, "letters on the board"
        grounds.add(ada.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def test_the_better_move_goes_on_in_the_middle_of_a_sentence(desk: Visitor) -> None:
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("ArrowDown")
    expect(desk.see(".verdict-card")).to_contain_text(re.compile(r"Better:\s+(from|enters|throw)"), use_inner_text=True)


def test_a_player_sees_his_own_worst_decision_and_his_own_account_first(visit: Visit, known: str) -> None:
    ada = visit(None)

    def be_red(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "you": [2]})

    ada.page.route("**/replay?*", be_red)
    ada.go("/review/known")
    ada.see(".accounts").wait_for()
    expect(ada.see(".account-name").first).to_have_text("Red")
    expect(ada.see(".verdict-card .step-words")).to_contain_text("Red")
    expect(ada.see(".verdict-card .size")).to_contain_text("points")


ARROWS = """async () => {
  const { drawArrows } = await import('/static/desk/arrows.js');
  const el = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  el.innerHTML = '<g class="way-over"></g>';
  const points = Object.fromEntries([0, 1, 2, 3].map((x) => [`${x},0`, [100 * x, 0, 0]]));
  const to = (x) => ({ path: Array.from({ length: x + 1 }, (_, i) => [i, 0]) });
  drawArrows({ drawing: { cell: 100, points }, el }, { played: to(3), better: to(2) });
  return [...el.querySelectorAll('g.way-over > g')].map((one) => [one.getAttribute('class'), Number(one.querySelector('[points]')?.getAttribute('points').split(/[ ,]/)[1] ?? 0)]);
}"""


def test_arrows_over_the_same_fields_lie_side_by_side_with_their_heads_on_top(visit: Visit) -> None:
    found = visit("/").page.evaluate(ARROWS)
    assert [kind for kind, _ in found] == ["move-arrow played", "move-arrow better", "arrow-top played", "arrow-top better"]
    assert found[0][1] > 10 > -10 > found[1][1]


def test_keys_and_the_mouse_step_through_the_curve(desk: Visitor, known: str) -> None:
    last = int(desk.see(".curve").get_attribute("aria-valuemax") or 0)
    assert f'"acts":{last},' in known
    desk.page.keyboard.press("Home")
    assert step(desk) == 0
    desk.page.keyboard.press("ArrowRight")
    expect(desk.see(".curve")).to_have_attribute("aria-valuenow", "1")
    desk.page.keyboard.press("End")
    assert step(desk) == last
    expect(desk.see(".verdict-card")).to_contain_text("won")
    end = pieces(desk)
    box = desk.see(".curve").bounding_box()
    assert box
    desk.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(desk.see(".curve")).not_to_have_attribute("aria-valuenow", str(last))
    assert pieces(desk) != end
    desk.page.mouse.move(5, 5)
    expect(desk.see(".curve")).to_have_attribute("aria-valuenow", str(last))
    desk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk.page.mouse.move(5, 5)
    assert abs(step(desk) - last / 2) < last / 5
    said = rf"Step {step(desk)} of {last}: \w+ \d+% and \w+ \d+%"
    assert re.fullmatch(said, desk.see(".curve").get_attribute("aria-valuetext") or "")


def test_wrong_decisions_are_marked_and_show_what_was_better_and_why(desk: Visitor, known: str) -> None:
    sized = [int(found[1]) for line in known.splitlines() if '"size":""' not in line and (found := re.search(r'"act","n":(\d+)', line))]
    assert sized
    expect(desk.see(".curve .slip")).to_have_count(len(sized))
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("ArrowDown")
    assert step(desk) == min(sized)
    expect(desk.see(".verdict-card")).to_contain_text("Better:")
    expect(desk.see(".verdict-card")).to_contain_text("Why:")
    expect(desk.see(".move-arrow.played")).to_have_count(1)
    expect(desk.see(".move-arrow.better")).to_have_count(1)
    expect(desk.see(f"{CHOICES}.best")).to_have_count(1)
    expect(desk.see(f"{CHOICES}.played")).to_have_count(1)
    desk.press(".moment >> nth=-1")
    expect(desk.see('.moment[aria-current="true"]')).to_have_count(1)
    expect(desk.see(".balance")).to_have_count(4)


def test_other_moves_and_throws_can_be_tried_and_left_again(desk: Visitor) -> None:
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("ArrowDown")
    here, before = step(desk), pieces(desk)
    desk.press(f"{CHOICES}:not(.played)")
    expect(desk.see(".tried li")).to_have_count(1)
    desk.see(f".throw-option, {CHOICES}").first.wait_for()
    assert pieces(desk) != before
    desk.press(".throw-option")
    expect(desk.see(".tried li")).to_have_count(2)
    desk.page.keyboard.press("ArrowLeft")
    expect(desk.see(".tried li")).to_have_count(1)
    desk.page.keyboard.press("Escape")
    expect(desk.see(".trying")).to_have_count(0)
    assert (step(desk), pieces(desk)) == (here, before)


@pytest.mark.parametrize(("way", "then"), [("Against bots", ".dish-button, .move"), ("With a link", ".invitation")])
def test_one_plays_on_from_any_position(desk: Visitor, way: str, then: str) -> None:
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("ArrowDown")
    stood = pieces(desk)
    desk.page.get_by_role("button", name="Play on from here").click()
    desk.page.get_by_role("button", name=way).click()
    desk.page.wait_for_url("**/table/*")
    desk.see(then).first.wait_for()
    if way == "Against bots":
        assert pieces(desk) == stood


def test_a_game_by_a_book_of_ones_own_is_replayed_reviewed_and_played_on(visit: Visit) -> None:
    ada = visit(None)
    guest = ada.guest()
    table = set_up(guest, "own", setup={"text": OWN_BOOK, "pieces": 1})["id"]
    player = Player(ada.server, guest, table)
    player.play_out()
    player.leave()
    ada.go(f"/replay/{table}#3")
    expect(ada.see("h1")).to_have_text("Three tries")
    expect(ada.see(".stage .piece")).to_have_count(2)
    expect(ada.see(".seats .seat-card")).to_have_count(2)
    ada.press(".bar a.small-button")
    ada.see(".accounts").wait_for(timeout=1000 * COMPILING)
    ada.page.keyboard.press("Home")
    for _ in range(3):
        ada.page.keyboard.press("ArrowRight")
    expect(ada.see(".curve")).to_have_attribute("aria-valuenow", "3")
    stood = pieces(ada)
    ada.page.get_by_role("button", name="Play on from here").click()
    ada.page.get_by_role("button", name="Against bots").click()
    ada.page.wait_for_url("**/table/*")
    expect(ada.see("h1")).to_have_text("Three tries")
    ada.see(READY).first.wait_for()
    assert len(pieces(ada)) == len(stood)
    assert guest.get(f"/api/tables/{ada.table}").json()["book"] == guest.get(f"/api/tables/{table}").json()["book"]


def test_while_it_is_evaluated_the_page_says_how_far_and_shows_what_is_ready(visit: Visit, known: str) -> None:
    ada = visit(None, **PHONE)
    ada.context.add_init_script(SLOW_DOWN)
    ada.go("/review/known")
    expect(ada.see(".evaluating")).to_contain_text("7 games are reviewed first.")
    ada.page.evaluate("window.begin()")
    expect(ada.see(".evaluating")).to_contain_text("Evaluating the game…")
    expect(ada.see(".curve")).to_have_attribute("aria-valuemax", "20")
    ada.page.keyboard.press("End")
    assert step(ada) == 20
    ada.page.keyboard.press("ArrowLeft")
    expect(ada.see(".verdict-card")).to_be_visible()
    ada.page.keyboard.press("End")
    ada.page.evaluate("window.finish()")
    ada.see(".accounts").wait_for()
    expect(ada.see(".evaluating")).to_have_count(0)
    assert step(ada) == 20, "nobody is carried away from where he looks"


def test_a_review_in_progress_begins_anew_in_another_language(visit: Visit, known: str) -> None:
    ada = visit(None)
    ada.context.add_init_script(SLOW_DOWN)
    ada.go("/review/known")
    ada.see(".evaluating").wait_for()
    ada.press('.bar-end button[aria-label="Settings"]')
    ada.page.wait_for_function("() => !!window.begin")
    ada.page.evaluate("() => { window.begin = null; }")
    ada.choose("lang", "Deutsch")
    for step_on in ("begin", "finish"):
        ada.page.wait_for_function(f"() => !!window.{step_on}")
        ada.page.evaluate(f"window.{step_on}()")
    ada.see(".accounts").wait_for()
    expect(ada.see(".trouble")).to_have_count(0)


def test_a_game_that_goes_on_cannot_be_reviewed(visit: Visit, server: Server) -> None:
    ada = visit(None)
    table = set_up(ada.guest())["id"]
    with ada.expecting_faults():
        ada.go(f"/review/{table}")
        expect(ada.see(".trouble")).to_contain_text("The game is still going on")


def test_the_end_of_a_game_leads_to_a_verifier_that_has_its_record(visit: Visit, played: dict[str, Any]) -> None:
    ada = visit(f"/table/{played['table']}")
    link = ada.see(".proof a")
    expect(link).to_have_attribute("href", f"/verify#{played['table']}")
    ada.go(f"/verify#{played['table']}")
    expect(ada.see("#verdict .good").first).to_contain_text("throws are honest")
    expect(ada.see("#back")).to_have_attribute("href", f"/table/{played['table']}")
