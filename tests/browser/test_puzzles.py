"""Puzzles in the page: one a day, and one after the other, with a rating of one's own."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from pachisi.desk.puzzles import read_puzzles
from pachisi.notation import read_position

from .conftest import Visit
from .page import PHONE, Visitor
from .test_access import ALL_RULES, judge, sideways
from .test_desk import COMPILING


def best_move(visitor: Visitor, posed: str) -> int:
    """The number of the right move in the puzzle that the page has posed."""
    found = visitor.guest().get("/api/puzzle", params={"book": "mensch", "players": 2, "posed": posed}).json()
    puzzle = next(one for one in read_puzzles("mensch", 2) if one.name == found["id"])
    game = read_position(puzzle.position)
    return game.legal_moves.index(game.parse(puzzle.best))


def compile_judge(visitor: Visitor) -> None:
    guest = visitor.guest()
    found = guest.get("/api/puzzle", params={"book": "mensch", "players": 2}).json()
    answer = {"book": "mensch", "players": 2, "id": found["id"], "posed": "next", "index": 0}
    with visitor.server.guest() as other:
        other.post("/api/puzzle", json=answer, timeout=COMPILING)


def test_todays_puzzle_is_solved_explained_and_rated_and_the_next_one_follows(visit: Visit) -> None:
    ada = visit("/", settings={"turned": True})
    compile_judge(ada)
    ada.press('a[href="/puzzles"]')
    ada.see(".puzzle .move").first.wait_for()
    glow, board = (ada.see(one).bounding_box() for one in (".on-turn .tray-glow", ".stage"))
    assert glow
    assert board
    assert glow["y"] > board["y"] + board["height"] / 2  # whoever moves sits below
    expect(ada.see(".standing")).to_contain_text("1500")
    ada.page.keyboard.press(str(best_move(ada, "day") + 1))
    expect(ada.see(".verdict-card.right")).to_contain_text("Right!")
    expect(ada.see(".verdict-card")).to_contain_text("Why: ")
    expect(ada.see(".verdict-card")).not_to_contain_text("behind by")  # the chances below say by how much
    assert ada.see(".verdict-card b").evaluate("one => one.offsetHeight") < 40, "the tick stands beside the word"
    expect(ada.see(".standing .plus")).to_have_count(1)
    expect(ada.see(".move-arrow.better")).to_have_count(1)
    expect(ada.see(".move.best.played")).to_have_count(1)
    ada.press(".desk-side > .button")
    expect(ada.see(".verdict-card")).to_have_count(0)
    best = best_move(ada, "next")
    ada.press(f".move >> nth={0 if best else 1}")
    expect(ada.see(".verdict-card")).to_contain_text("Another move is better.")
    expect(ada.see(".standing .minus")).to_have_count(1)
    expect(ada.see(".standing")).to_contain_text("1 of 2 solved")
    ada.go("/puzzles")
    expect(ada.see(".standing")).to_contain_text("has already counted")


def test_puzzles_fit_a_phone_and_a_screen_reader(visit: Visit) -> None:
    ada = visit("/puzzles", reduced_motion="reduce", **PHONE)
    ada.see(".puzzle .move").first.wait_for()
    assert [*judge(ada, "light", ALL_RULES), *judge(ada, "dark", ALL_RULES), *sideways(ada)] == []
    expect(ada.see(".move").nth(1)).to_be_in_viewport(ratio=1)
    compile_judge(ada)
    held: list[Route] = []
    ada.page.route("**/api/puzzle?*", lambda route: held.append(route))
    ada.press(".move")
    expect(ada.see(".puzzle-question [role=status]")).to_have_text("Thinking…")
    held[0].continue_()
    ada.see(".verdict-card").wait_for()
    assert [*judge(ada, "light", ALL_RULES), *judge(ada, "dark", ALL_RULES), *sideways(ada)] == []


def test_a_solution_that_comes_when_another_puzzle_is_shown_is_not_shown_under_it(visit: Visit) -> None:
    ada = visit("/puzzles")
    ada.see(".puzzle .move").first.wait_for()
    held: list[Route] = []
    ada.page.route("**/api/puzzle?*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    ada.press(".move")
    expect(ada.see(".puzzle-question [role=status]")).to_have_text("Thinking…")
    ada.choose("posed", "Endless")
    expect(ada.see(".puzzle .move:enabled").first).to_be_visible()
    solution = {"right": True, "best": 0, "why": "Of another.", "margin": 0.1, "choices": [], "solver": {}, "change": 0}
    with ada.page.expect_response("**/api/puzzle?*") as late:
        held[0].fulfill(json=solution)
    late.value.finished()
    ada.page.evaluate("new Promise(requestAnimationFrame)")
    expect(ada.see(".verdict-card")).to_have_count(0)
    assert ada.see(".puzzle .move:enabled").count()


def test_of_two_puzzles_asked_for_the_last_is_shown_and_answered_as_it_was_posed(visit: Visit) -> None:
    ada = visit("/puzzles")
    ada.see(".puzzle .move").first.wait_for()
    held: list[Route] = []
    ada.page.route("**/api/puzzle?*", lambda route: held.append(route))
    ada.choose("posed", "Endless")
    with ada.page.expect_request("**/api/puzzle?*") as asked:
        ada.press(".move")  # of the puzzle of the day, which is still shown
    assert asked.value.post_data_json["posed"] == "day"
    ada.choose("posed", "Today’s puzzle")
    while len(held) < 3:
        ada.page.wait_for_timeout(20)
    following, _, today = held
    today.continue_()
    expect(ada.see(".puzzle .move:enabled").first).to_be_visible()
    words = ada.see(".puzzle-question").inner_text()
    with ada.page.expect_response("**posed=next**") as late:
        following.fulfill(json={**following.fetch().json(), "missed": 0.987})
    late.value.finished()
    ada.page.evaluate("new Promise(requestAnimationFrame)")
    assert ada.see(".puzzle-question").inner_text() == words
