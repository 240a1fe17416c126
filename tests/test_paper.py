"""A game on paper: true to scale, on as few sheets as it takes, with rules that fit on two pages."""

from __future__ import annotations

import math
import re
import sys
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
import typst
from click.testing import CliRunner
from PIL import Image

from pachisi import RuleError
from pachisi.cli.main import main
from pachisi.drawing import draw_board
from pachisi.drawing.geometry import measure
from pachisi.drawing.picture import VIEW
from pachisi.paper import PAPERS, print_table
from pachisi.paper.document import TEMPLATE, write_inputs
from pachisi.paper.tiling import FIELD, MARGIN, OVERLAP, tile
from pachisi.rulebooks import BOOKS
from pachisi.table import set_up
from pachisi.words import LANGUAGES

DOTS = 4  # a millimetre
PNG = {"format": "png", "ppi": DOTS * 25.4, "ignore_system_fonts": True}
WHOLE = b"""
#set page(width: eval(sys.inputs.side), height: eval(sys.inputs.side), margin: 0mm)
#image(bytes(sys.inputs.board), format: "svg", width: 100%)
"""
NEAR = (-1, 0, 1)  # dots: pictures begin at whole ones
REACH = 2.5  # of a field's middle, in millimetres
POINT = 25.4 / 72  # in millimetres
SHEETS = {"mensch": 1, "pachisi-modern": 1, "ludo": 2, "parcheesi": 4, "pachisi-classic": 4, "petits-chevaux": 2, "eile-mit-weile": 4, "parchis": 4, "pachisi-cowries": 4, "chaupar": 4, "chowka-bhara": 1}  # of A4


def pages_of(pdf: bytes) -> list[tuple[float, float]]:
    """The sizes of all pages, in millimetres."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return [(float(width) * POINT, float(height) * POINT) for width, height in boxes]


@pytest.mark.parametrize("book", BOOKS)
def test_neighbouring_fields_are_at_least_as_far_apart_as_a_piece_is_wide(book):
    plan = set_up(book).board
    unit = tile(plan, "a4").side / VIEW[2]
    m = measure(plan)
    rows = [(*plan.ring, plan.ring[0]), *plan.lanes]
    apart = [math.dist(m.point(a), m.point(b)) * unit for row in rows for a, b in pairwise(row)]
    assert min(apart) == pytest.approx(FIELD)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_sheets_cover_the_board_and_fit_between_the_margins(book, paper):
    tiling = tile(set_up(book).board, paper)
    assert tiling.columns * tiling.rows == (4 if (book, paper) == ("ludo", "letter") else SHEETS[book])
    for part, count, room in zip(
        (tiling.width, tiling.height), (tiling.columns, tiling.rows), tiling.paper, strict=True
    ):
        assert part <= room - 2 * MARGIN + 0.1
        assert count * part - (count - 1) * OVERLAP == pytest.approx(tiling.side)


@pytest.mark.parametrize(("book", "paper"), [("mensch", "letter"), ("ludo", "a4")])
def test_board_and_rules_are_printed_on_pages_of_their_true_size(book, paper):
    pages = pages_of(print_table(set_up(book), paper, "de"))
    assert SHEETS[book] < len(pages) <= SHEETS[book] + 2
    assert all(sorted(page) == pytest.approx(sorted(PAPERS[paper]), abs=0.1) for page in pages)


@pytest.mark.parametrize("book", ["mensch", "pachisi-classic"])
def test_every_field_is_printed_where_it_belongs(book):
    table = set_up(book)
    tiling = tile(table.board, "letter")
    pages = [picture(page) for page in typst.compile(TEMPLATE, sys_inputs=write_inputs(table, "letter", "en"), **PNG)]
    side = f"{tiling.side}mm"
    whole = picture(typst.compile(WHOLE, sys_inputs={"board": draw_board(table, printed=True), "side": side}, **PNG))
    unit, m = tiling.side / VIEW[2], measure(table.board)
    spots = {*table.board.ring, *(spot for lane in table.board.lanes for spot in lane)}
    spots |= {table.board.spot(colour, 0, n) for colour in range(4) for n in range(4)}
    for spot in spots:
        x, y = ((at - corner) * unit for at, corner in zip(m.point(spot), VIEW[:2], strict=True))
        (dx, column), (dy, row) = shift_on_sheet(x, tiling, 0), shift_on_sheet(y, tiling, 1)
        page, left, top = pages[row * tiling.columns + column], round(x * DOTS), round(y * DOTS)
        field = cut(whole, left, top)
        shown = [cut(page, left + round(dx * DOTS) + i, top + round(dy * DOTS) + j) for i in NEAR for j in NEAR]
        assert min(np.abs(one - field).mean() for one in shown) < 20  # letters are set on whole dots
        assert field.std() > 1 or field.mean() < 250  # not bare paper


def shift_on_sheet(at, tiling, axis):
    """How far a place is shifted on its sheet, in millimetres, and on which sheet of the row it is."""
    part, room = (tiling.width, tiling.height)[axis], tiling.paper[axis]
    count = (tiling.columns, tiling.rows)[axis]
    sheet = next(n for n in range(count) if at < (n + 1) * part - n * OVERLAP - (REACH if n + 1 < count else 0))
    return (room - part) / 2 - sheet * (part - OVERLAP), sheet


def picture(png: bytes):
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"), dtype=float)


def cut(page, x, y):
    """The middle of a field."""
    reach = round(REACH * DOTS)
    return page[y - reach : y + reach, x - reach : x + reach]


def test_a_printed_game_begins_as_its_book_says(tmp_path):
    file = tmp_path / "parcheesi.pdf"
    assert CliRunner().invoke(main, ["print", "parcheesi", "--out", str(file)]).exit_code == 0
    assert file.read_bytes() == print_table(set_up("parcheesi", first="book"))
    assert CliRunner().invoke(main, ["print", "parcheesi", "--first", "2", "--out", str(file)]).exit_code == 0
    assert file.read_bytes() == print_table(set_up("parcheesi", first=2))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_the_rules_have_room_on_two_pages_in_letters_that_can_be_read(book, lang):
    from pachisi.paper.document import fit_size, sheet_words

    assert fit_size(sheet_words(set_up(book), lang), "letter") >= 9.5


def test_without_typst_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(RuleError, match=re.escape("pip install 'pachisi[print]'")):
        print_table(set_up("mensch"))
