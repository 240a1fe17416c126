"""The page shows the drawing that the library makes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pachisi.drawing.picture import scene_of, stand
from pachisi.rulebooks import BOOKS
from pachisi.table import set_up
from tests.web_client import Server

from .conftest import Visit

BUSY = [[0, 1, 14, 14], None, [20, 20, 20, 0], [40, 40, 40, 40]]
SHOW = """async ([book, pieces]) => {
    const load = (name) => import(document.querySelector('script[src$="app.js"]').src.replace(/app.js$/, name));
    const [{ Stage }, api] = [await load('board/stage.js'), await load('api.js')];
    const setup = { book, players: 4, pieces: 4, options: {} };
    const { board } = (await api.books()).books.find((one) => one.id === book);
    const stage = new Stage({ board, colours: pieces, teams: null }, await api.drawing(setup));
    stage.show(pieces);
    return [...stage.layer.children].map((one) => [Number(one.dataset.colour), one.style.transform]);
}"""


@pytest.mark.parametrize("book", BOOKS)
def test_page_and_picture_put_every_piece_in_the_same_place_in_the_same_order(book: str, visit: Visit) -> None:
    last = set_up(book).board.last
    busy = [row and [min(step, last) for step in row] for row in BUSY]
    shown = visit("/").page.evaluate(SHOW, [book, busy])
    found = [(colour, [float(part) for part in re.findall(r"-?[0-9.]+", place)]) for colour, place in shown]
    expected = [(one.colour, [one.x, one.y, one.scale]) for one in stand(scene_of(set_up(book)), busy)]
    assert [colour for colour, _ in found] == [colour for colour, _ in expected]
    assert [place for _, place in found] == [pytest.approx(place, abs=1e-3) for _, place in expected]


def test_every_face_that_can_be_thrown_lies_in_the_page(visit: Visit) -> None:
    ada = visit("/")
    for book in BOOKS:
        dice = set_up(book).rules.dice
        for face in dice.faces:
            expect(ada.see(f"#{'stick' if dice.kind == 'sticks' else 'die'}-{face}[data-view]")).to_have_count(1)


def test_the_drawing_of_a_board_is_the_same_packed_and_unpacked(server: Server) -> None:
    guest, query = server.guest(), {"book": "ludo", "players": 2, "options": "{}"}
    packed = guest.get("/api/drawing", params=query)
    plain = guest.get("/api/drawing", params=query, headers={"Accept-Encoding": "identity"})
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert packed.json() == plain.json()
    assert guest.get("/api/drawing", params={"book": "ludo", "players": 9}).status_code == 400


def test_the_button_at_the_rule_sheet_prints_this_table(server: Server) -> None:
    guest, query = server.guest(), {"book": "mensch", "players": 2, "options": '{"barriers":true}', "lang": "de"}
    printed = guest.get("/api/print", params={**query, "paper": "letter"}, timeout=120)
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF")
    assert guest.get("/api/print", params={**query, "paper": "a3"}).status_code == 400


def test_boards_of_one_shape_have_grounds_of_their_own_by_day_and_by_night(visit: Visit) -> None:
    ada = visit("/")
    for nth in range(len(BOOKS)):
        ada.see(".game-picture svg").nth(nth).wait_for()
    for theme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for shape, ground in (("round", ".ground"), ("cross", ".ground"), ("cloth", ".weave")):
            fills = ada.see(f".board.{shape} {ground}").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
            assert len(fills) == len(set(fills)) > 2, (theme, shape, fills)
