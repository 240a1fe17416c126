"""The drawing in parts, for a page that sets up the board and moves the pieces itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..table import Table
from .faces import DIE, PIPS, SHELL, STICK, STICK_PIPS, USE, draw_die, draw_shell, draw_stick, draw_use
from .geometry import share
from .light import LIGHT
from .picture import VIEW, draw_fields, opening_of, scene_of
from .pieces import draw_piece
from .plate import Scene
from .svg import DIGITS, group, tag

BLANK = 0  # a face without pips


@dataclass(frozen=True)
class Parts:
    """A board and its pieces as SVG, and where pieces stand.

    `points` gives, for the square "x,y" of the plan, where it is drawn and the index of its size.
    `beside[size][count - 1]` gives, for each of `count` pieces on such a square, its offset from that point and its scale.
    `opening` gives the steps of each colour's pieces when the game begins; null for a colour that nobody plays.
    `back` is the step to which a captured piece goes.
    """

    view: str
    cell: float
    board: str
    pieces: tuple[str, ...]
    points: dict[str, tuple[float, ...]]
    beside: tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]
    opening: tuple[tuple[int, ...] | None, ...]
    back: int


def parts_of(table: Table) -> Parts:
    """The drawing of a table in parts."""
    scene = scene_of(table)
    return take_apart(scene, table.pieces * len(scene.paints), opening_of(table), int(table.rules.capture.to == "start"))


@lru_cache(maxsize=64)
def take_apart(scene: Scene, most: int, opening: tuple[tuple[int, ...] | None, ...], back: int) -> Parts:
    """The parts of a board whose fields hold up to `most` pieces."""
    plan, m = scene.plan, scene.m
    spots = {*plan.ring, *(spot for row in (*plan.lanes, *plan.reserves) for spot in row)}
    if not plan.places:
        spots |= {plan.house(seat) for seat in range(len(plan.starts))}
    sizes = sorted({m.size(spot) for spot in spots})
    points = {spot: m.point(spot) for spot in sorted(spots)}
    return Parts(
        view=" ".join(map(str, VIEW)),
        cell=m.cell,
        board=draw_fields(scene),
        pieces=tuple(draw_piece(m, paint) for paint in scene.paints),
        points={
            f"{x},{y}": (round(at.x, DIGITS), round(at.y, DIGITS), sizes.index(m.size((x, y))))
            for (x, y), at in points.items()
        },
        beside=tuple(
            tuple(
                tuple(tuple(round(part, DIGITS) for part in place) for place in share(size, count, m.piece))
                for count in range(1, most + 1)
            )
            for size in sizes
        ),
        opening=opening,
        back=back,
    )


@lru_cache(maxsize=1)
def draw_stock() -> str:
    """Definitions that every page needs once: light and shadow, and every face of dice, sticks and shells, referred to by id."""
    dice = {f"die-{face}": (DIE, draw_die(face)) for face in (BLANK, *PIPS)}
    sticks = {f"stick-{face}": (STICK, draw_stick(face)) for face in (BLANK, *STICK_PIPS)}
    shells = {f"shell-{int(up)}": (SHELL, draw_shell(up)) for up in (False, True)}
    uses = {f"use-{face}": (USE, draw_use(face)) for face in PIPS}
    faces = (
        group(drawn, id=name, data_view=" ".join(map(str, view)))
        for name, (view, drawn) in {**dice, **sticks, **shells, **uses}.items()
    )
    return LIGHT + tag("defs", *faces)
