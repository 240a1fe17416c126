"""A board with its pieces as a small picture, for those who are sent a link to it."""

from __future__ import annotations

from pathlib import Path

from ..drawing import draw_pieces
from ..game.snapshot import Pieces
from ..table import Table
from .document import load_typst

TEMPLATE = Path(__file__).parent / "preview.typ"
DOTS = 144  # per inch: 1200 × 630 in all, as messengers want it


def draw_preview(table: Table, pieces: Pieces | None = None, on_turn: int = -1) -> bytes:
    """The board of a table as PNG, with its pieces where they stand, or else as the game begins."""
    inputs = {"board": draw_pieces(table, pieces, on_turn)}
    return bytes(load_typst().compile(TEMPLATE, format="png", ppi=DOTS, sys_inputs=inputs, ignore_system_fonts=True))
