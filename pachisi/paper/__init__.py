"""A game on paper: the board to cut out, true to scale, and the rule sheet of a table, as one PDF."""

from .document import print_table
from .preview import draw_preview
from .tiling import PAPERS

__all__ = ["PAPERS", "draw_preview", "print_table"]
