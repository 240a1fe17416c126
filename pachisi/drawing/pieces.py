"""Pieces of turned, lacquered wood, with their foot at the origin. The halo is invisible until a page lights it."""

from __future__ import annotations

from .geometry import FLAT, Grid
from .marks import Paint, draw_mark
from .svg import circle, ellipse, group, path, scale

BODY = (
    "M-34 -8 C-34 -20 -30 -24 -22 -32 C-14 -40 -12 -50 -11 -60 L11 -60 C12 -50 14 -40 22 -32 C30 -24 34 -20 34 -8 "
    "C34 4 18 12 0 12 C-18 12 -34 4 -34 -8 Z"
)
IVORY, EBONY = "#f7e9c8", "#2a1a0d"


def draw_piece(m: Grid, paint: Paint) -> str:
    """One piece; its size follows the fields."""
    return pawn(paint, m.piece) if m.look in FLAT else dome(paint, m.piece)


def pawn(paint: Paint, cell: float) -> str:
    return group(
        ellipse(0, 4, 62, 50, class_="halo", fill="url(#halo)", opacity=0),
        ellipse(9, 14, 50, 24, fill="url(#shadow)"),
        group(
            path(BODY, fill=paint.hex),
            path(BODY, fill="url(#turned)"),
            ellipse(0, -60, 17, 6.5, fill=paint.hex),
            ellipse(0, -60, 17, 6.5, fill="url(#foot)"),
            circle(0, -78, 23, fill=paint.hex),
            circle(0, -78, 23, fill="url(#ball)"),
            path("M-33 -3 C-26 9 26 9 33 -3", fill="none", stroke="#fff", stroke_opacity=0.22, stroke_width=2.5),
            draw_mark(paint, 0, -13, 30),
            transform="translate(0 10)",
        ),
        transform=scale(cell / 108),
    )


def dome(paint: Paint, cell: float) -> str:
    """A thick disc of ivory with a lacquered top: its rim sets it off from fields of its own colour."""
    return group(
        circle(0, 0, 74, class_="halo", fill="url(#halo)", opacity=0),
        ellipse(8, 18, 62, 56, fill="url(#shadow)"),
        circle(0, 8, 49, fill=IVORY),
        circle(0, 8, 49, fill=EBONY, opacity=0.45),
        circle(0, -2, 49, fill=IVORY),
        circle(0, -2, 49, fill="url(#foot)", opacity=0.35),
        circle(0, -2, 36, fill=paint.hex, stroke=EBONY, stroke_opacity=0.55, stroke_width=2.5),
        circle(0, -2, 36, fill="url(#dome)"),
        draw_mark(paint, 0, -2, 44),
        transform=scale(cell / 104),
    )
