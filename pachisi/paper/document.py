"""The PDF: Typst sets it from a template, with the drawing of the page and the words of the sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..drawing import draw_board
from ..errors import RuleError
from ..sheet import chapters, origin, remarks, sentence
from ..story import tell_story
from ..table import Table
from ..words.catalogue import check_language
from ..words.voice import Voice
from .tiling import MARGIN, OVERLAP, PAPERS, tile

TEMPLATE = Path(__file__).parent / "template.typ"
SIZES = (12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)  # of letters, in points
SMALL = 9.5  # the smallest that are worth a page less
PAGES = 2  # on which the rule sheet has room


def print_table(table: Table, paper: str = "a4", lang: str = "en") -> bytes:
    """The board of a table, to cut out and glue, and its rule sheet, as a PDF."""
    typst = load_typst()
    return bytes(typst.compile(TEMPLATE, sys_inputs=write_inputs(table, paper, lang), ignore_system_fonts=True))


def write_inputs(table: Table, paper: str, lang: str) -> dict[str, str]:
    """What the template is filled with."""
    words = sheet_words(table, check_language(lang))
    return {
        "sheet": write_sheet(words, paper, fit_size(words, paper)),
        "tiling": json.dumps(board_sheets(table, paper, Voice(lang))),
        "board": draw_board(table, printed=True),
    }


def load_typst() -> Any:
    try:
        import typst
    except ModuleNotFoundError:
        raise RuleError("Printing needs Typst, which is not installed: pip install 'pachisi[print]'.") from None
    return typst


def fit_size(words: dict[str, Any], paper: str) -> float:
    """The largest letters with which the rules fit on one page, or else on two; the smallest if they never do."""
    if count_pages(words, paper, SMALL) == 1:
        return next(size for size in SIZES if count_pages(words, paper, size) == 1)
    return next((size for size in SIZES if count_pages(words, paper, size) <= PAGES), SIZES[-1])


def count_pages(words: dict[str, Any], paper: str, size: float) -> int:
    """The pages that the rules take in letters of a size."""
    inputs = {"sheet": write_sheet(words, paper, size)}
    found = load_typst().query(
        TEMPLATE, "<pages>", field="value", one=True, sys_inputs=inputs, ignore_system_fonts=True
    )
    return int(json.loads(found))


def write_sheet(words: dict[str, Any], paper: str, size: float) -> str:
    width, height = PAPERS[paper]
    return json.dumps({**words, "size": size, "paper": {"width": width, "height": height}})


def sheet_words(table: Table, lang: str) -> dict[str, Any]:
    """Everything that the rule sheet says."""
    voice, book = Voice(lang), table.book
    held: list[dict[str, Any]] = [
        {"title": title[lang], "clauses": [{"id": c.id, "text": sentence(c, table, lang)} for c in clauses]}
        for title, clauses in chapters(table)
    ]
    head = [voice("sheet.for_players", n=table.players), *origin(book, voice)]
    ruled = any("[" in clause["text"] for chapter in held for clause in chapter["clauses"])
    head += remarks(table, voice, ruled)
    told = tell_story(book, lang)
    about = voice("sheet.about")
    return {"lang": lang, "title": book.name[lang], "head": head, "chapters": held, "about": about, "story": told}


def board_sheets(table: Table, paper: str, voice: Voice) -> dict[str, Any]:
    """How the board is spread over sheets, in millimetres, and what to do with them."""
    tiling = tile(table.board, paper)
    sheets = tiling.columns * tiling.rows
    return {
        "paper": {"width": tiling.paper[0], "height": tiling.paper[1]},
        "side": tiling.side,
        "columns": tiling.columns,
        "rows": tiling.rows,
        "width": tiling.width,
        "height": tiling.height,
        "margin": MARGIN,
        "overlap": OVERLAP,
        "note": voice("print.one") if sheets == 1 else voice("print.several", n=sheets),
        "scale": voice("print.scale"),
    }
