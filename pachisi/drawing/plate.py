"""The board under the fields, and what all looks share."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..boards import Plan
from .geometry import MIDDLE, SIDE, Grid, measure
from .marks import Paint
from .svg import group, move, number, path, rect, scale, turn

OUTER, INNER, ROUND = -38, -13, 30
JOINT = OUTER + ROUND * (1 - math.sqrt(0.5))  # where the joint of two bars meets the rounded corner
SIDES = ("top", "right", "bottom", "left")


@dataclass(frozen=True)
class Terms:
    """What a leaflet prints on its board: on start fields and reserves, on each field of a lane, in the middle, and
    on the ring, whose fields are numbered from that on.
    """

    start: str = ""
    reserve: str = ""
    lane: str = ""
    home: str = ""
    ring: str = ""


@dataclass(frozen=True)
class Scene:
    """A board, its measures and its colours: what every look draws from."""

    plan: Plan
    paints: tuple[Paint, ...]
    on_turn: int = -1  # the colour whose reserve glows
    terms: Terms = Terms()
    ground: str = ""  # the class of its ground: that of a book
    begin: tuple[int, ...] = ()  # steps on which pieces begin

    @property
    def m(self) -> Grid:
        return measure(self.plan)

    def of_colour(self, seat: int, *inside: str, **attributes: object) -> str:
        """A part of the board that belongs to a colour."""
        kind = "of-colour on-turn" if seat == self.on_turn else "of-colour"
        return group(*inside, class_=kind, data_colour=seat, **attributes)


def plate(ground: str) -> str:
    """A printed sheet in a wooden frame."""
    fills = ("url(#linen)", "url(#lamp)", "url(#eave)", "url(#eave-side)")
    return (
        panel("frame")
        + "".join(bar(side, 90 * i) for i, side in enumerate(SIDES))
        + square(INNER - 3, 13, class_="groove")
        + square(INNER, 10, class_=f"ground {ground}")
        + "".join(square(INNER, 10, fill=fill) for fill in fills)
    )


def tabletop() -> str:
    """The bare table on which a cloth lies."""
    light = square(OUTER + 3, ROUND - 3, class_="edge-light")
    return panel("frame tabletop") + panel(None, "url(#grain)") + panel(None, "url(#glow)") + light


def panel(kind: str | None, fill: str | None = None) -> str:
    return square(OUTER, ROUND, class_=kind, fill=fill)


def square(edge: float, rx: float, **attributes: object) -> str:
    """A square round the middle of the drawing; its left side is at `edge`."""
    return rect(edge, edge, SIDE - 2 * edge, SIDE - 2 * edge, rx, **attributes)


def bar(side: str, degrees: float) -> str:
    """One bar of the frame, mitred at both ends; the grain runs along it."""
    joint, far, arc = number(JOINT), number(SIDE - JOINT), f"A{ROUND} {ROUND} 0 0 1"
    d = (
        f"M{INNER} {INNER}L{joint} {joint}{arc} {OUTER + ROUND} {OUTER}"
        f"H{SIDE - OUTER - ROUND}{arc} {far} {joint}L{SIDE - INNER} {INNER}Z"
    )
    light = path(d, class_=f"bar-light {side}")
    return group(path(d, fill="url(#grain)"), light, transform=f"rotate({degrees} {MIDDLE:g} {MIDDLE:g})")


def arrow(scene: Scene, seat: int, radius: float) -> str:
    """A small arrow beside the start field, in the direction the pieces run."""
    plan = scene.plan
    here, there = (scene.m.point(spot) for spot in plan.setting_out(seat))
    degrees = math.degrees(math.atan2(there.y - here.y, there.x - here.x))
    gap = math.hypot(there.x - here.x, there.y - here.y) / 2
    ahead = f"{move(max(gap, radius), 0)} {scale(radius / 100)}"
    return path("M-14 -26 L18 0 L-14 26 Z", class_="arrow", transform=f"{move(*here)} {turn(degrees)} {ahead}")
