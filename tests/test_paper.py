"""A game on paper: true to scale, on as few sheets as it takes, with rules that fit on two pages."""

from __future__ import annotations

import math
import re
import sys
from itertools import pairwise

import pytest

from pachisi import RuleError
from pachisi.drawing.geometry import measure
from pachisi.drawing.picture import VIEW
from pachisi.paper import PAPERS, print_table
from pachisi.paper.tiling import FIELD, MARGIN, OVERLAP, tile
from pachisi.rulebooks import BOOKS
from pachisi.table import set_up
from pachisi.words import LANGUAGES

POINT = 25.4 / 72  # in millimetres
SHEETS = {"mensch": 1, "pachisi-modern": 1, "ludo": 2, "parcheesi": 4, "pachisi-classic": 4}  # of A4


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_the_rules_have_room_on_two_pages_in_letters_that_can_be_read(book, lang):
    from pachisi.paper.document import SIZES, fit_size, sheet_words

    assert fit_size(sheet_words(set_up(book), lang), "letter") >= SIZES[0] - 2


def test_without_typst_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(RuleError, match=re.escape("pip install 'pachisi[print]'")):
        print_table(set_up("mensch"))
