"""The course of a game as a picture: the chances of every side, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..drawing.marks import paints
from ..drawing.svg import circle, group, number, path, rect, tag, write_text

if TYPE_CHECKING:
    from ..drawing.marks import Paint
    from .prose import Prose
    from .report import Moment, Review

WIDTH, HEIGHT = 960, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 20, 16, 44
MARKS = {"inaccuracy": 3.0, "mistake": 4.5, "blunder": 6.0}
STYLE = (
    ".curve text{font:13px system-ui,sans-serif;fill:#5b564d}.curve .grid{stroke:#dedad2}"
    ".curve .under{stroke:#2b2a28;stroke-width:3.6;fill:none;stroke-linejoin:round;opacity:.55}"
    ".curve .line{stroke-width:2.4;fill:none;stroke-linejoin:round}.curve .slip{stroke:#2b2a28;stroke-width:1}"
)  # of the curve alone: in a page it stands beside the board


def x_of(n: int, count: int) -> float:
    """Where the position after n throws and moves is drawn."""
    return LEFT + (WIDTH - LEFT - RIGHT) * n / max(count, 1)


def y_of(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def draw_curve(prose: Prose) -> str:
    """The curve as SVG that stands alone."""
    review = prose.review
    shades = paints(review.table.colours)
    sides = [shades[side[0]] for side in review.table.seats.sides]
    return tag(
        "svg",
        tag("title", prose.voice("review.curve_of")),
        tag("style", STYLE),
        rect(0, 0, WIDTH, HEIGHT, fill="#fffdf8"),
        *draw_grid(prose),
        *(draw_line(review, side, paint) for side, paint in enumerate(sides)),
        group(*draw_slips(review, sides), class_="slips"),
        *draw_names(prose, sides),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="curve",
        role="img",
    )


def draw_grid(prose: Prose) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = y_of(percent / 100)
        yield path(f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", class_="grid")
        yield write_text(str(percent), LEFT - 20, y + 4, 13, "label")


def draw_line(review: Review, side: int, paint: Paint) -> str:
    """The chances of one side; a dark edge keeps yellow legible."""
    chances = [review.start, *(moment.after for moment in review.moments)]
    points = (f"{number(x_of(n, len(chances) - 1), 1)} {number(y_of(row[side]), 1)}" for n, row in enumerate(chances))
    course = "M" + "L".join(points)
    return path(course, class_="under") + path(course, class_="line", stroke=paint.hex)


def draw_slips(review: Review, sides: list[Paint]) -> Iterator[str]:
    """Dots where a decision was more than a little wrong."""
    for moment in review.moments:
        if moment.size:
            yield draw_slip(moment, len(review.moments), sides[moment.side])


def draw_slip(moment: Moment, count: int, paint: Paint) -> str:
    x, y = x_of(moment.n + 1, count), y_of(moment.after[moment.side])
    return circle(x, y, MARKS[moment.size], class_="slip", fill=paint.hex, data_n=moment.n)


def draw_names(prose: Prose, sides: list[Paint]) -> Iterator[str]:
    """Which colour is whose."""
    room = (WIDTH - LEFT - RIGHT) / len(sides)
    for side, paint in enumerate(sides):
        x = LEFT + room * (side + 0.5)
        yield circle(x - 58, HEIGHT - 16, 6, class_="slip", fill=paint.hex)
        yield write_text(prose.side(side), x + 4, HEIGHT - 11, 13, "label")
