"""A board as a small picture, for those who are sent a link to it."""

from __future__ import annotations

from pathlib import Path

from ..drawing import draw_opening
from ..table import Table
from .document import load_typst

TEMPLATE = Path(__file__).parent / "preview.typ"
DOTS = 144  # per inch: 1200 × 630 in all, as messengers want it


def draw_preview(table: Table) -> bytes:
    """The board of a table as PNG, with its pieces as the game begins."""
    inputs = {"board": draw_opening(table)}
    return bytes(load_typst().compile(TEMPLATE, format="png", ppi=DOTS, sys_inputs=inputs, ignore_system_fonts=True))
