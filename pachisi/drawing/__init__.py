"""Boards and positions as SVG: one drawing for notebooks, the command line and the page.

>>> from pachisi.table import set_up
>>> draw_board(set_up("mensch"))[:40]
'<svg xmlns="http://www.w3.org/2000/svg" '
"""

from .picture import draw_board, draw_pieces, draw_position

__all__ = ["draw_board", "draw_pieces", "draw_position"]
