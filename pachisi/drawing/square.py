"""The square drawn on a floor: chalk lines, crossed squares, and the way inwards to a lotus in the middle."""

from __future__ import annotations

import math

from .geometry import MIDDLE, SIDE, Box, Point
from .marks import draw_mark
from .plate import Scene, arrow, plate
from .svg import circle, group, move, number, path, rect, scale, turn

PETAL = "M0 -14 C17 -30 15 -52 0 -66 C-15 -52 -17 -30 0 -14 Z"
TIP = "M-15 -17 L15 0 L-15 17 L-7 0 Z"


def draw_square(scene: Scene) -> str:
    """The board of a spiral."""
    plan, seats = scene.plan, range(len(scene.plan.starts))
    return "".join(
        [
            plate("floor"),
            *(mat(scene, seat) for seat in seats),
            bed(scene),
            *(field(scene, at) for at in range(len(plan.ring))),
            *(start(scene, seat) for seat in seats),
            *(arrow(scene, seat, scene.m.cell * 0.42) for seat in seats),
            *(turning(scene, seat) for seat in seats),
            lotus(scene),
        ]
    )


def bed(scene: Scene) -> str:
    """The ground of the fields, edged with a chalk line."""
    edge, side = scene.m.corner, SIDE - 2 * scene.m.corner
    return rect(edge - 9, edge - 9, side + 18, side + 18, 7, class_="chalked") + rect(edge - 3, edge - 3, side + 6, side + 6, 3, class_="bed")


def field(scene: Scene, at: int) -> str:
    """A field: the inner ones are darker, the safe ones crossed."""
    plan, box = scene.plan, scene.m.box(scene.plan.ring[at])
    inside = plan.paths[0].index(at) >= plan.outer
    return tile(box, "tile inside" if inside else "tile") + (cross(box) if at in plan.safe else "")


def tile(box: Box, kind: str, fill: str = "none") -> str:
    x, y, w, h = box.x + 1.6, box.y + 1.6, box.w - 3.2, box.h - 3.2
    return rect(x, y, w, h, 4, class_=kind, fill=fill) + rect(x, y, w, h, 4, fill="url(#tile)")


def cross(box: Box) -> str:
    """Two chalk lines from corner to corner."""
    near, far = (number(box.narrow * part) for part in (0.1, 0.9))
    return path(f"M{near} {near}L{far} {far}M{far} {near}L{near} {far}", class_="crossed", transform=move(box.x, box.y))


def start(scene: Scene, seat: int) -> str:
    """The badge of a colour on its start field."""
    paint, middle = scene.paints[seat], scene.m.point(scene.plan.spot(seat, 1))
    radius = scene.m.cell * 0.24
    badge = circle(*middle, radius, fill=paint.hex, class_="badge")
    return scene.of_colour(seat, badge, draw_mark(paint, *middle, radius * 1.25))


def turning(scene: Scene, seat: int) -> str:
    """Where a colour leaves the edge: a tip of its own colour points inwards."""
    plan, m = scene.plan, scene.m
    here, there = (m.point(plan.spot(seat, step)) for step in (plan.outer, plan.outer + 1))
    middle = Point((here.x + there.x) / 2, (here.y + there.y) / 2)
    degrees = math.degrees(math.atan2(there.y - here.y, there.x - here.x))
    place = f"{move(*middle)} {turn(degrees)} {scale(m.cell / 90)}"
    return scene.of_colour(seat, path(TIP, class_="tip", fill=scene.paints[seat].hex, transform=place))


def mat(scene: Scene, seat: int) -> str:
    """The strip before a player, where pieces wait: it glows when its colour is on turn."""
    paint, places = scene.paints[seat], [scene.m.point(spot) for spot in scene.plan.reserves[seat]]
    high = scene.m.corner * 0.66
    low_x, high_x = min(at.x for at in places) - high / 2, max(at.x for at in places) + high / 2
    low_y, high_y = min(at.y for at in places) - high / 2, max(at.y for at in places) + high / 2
    strip = low_x, low_y, high_x - low_x, high_y - low_y, high / 2
    return scene.of_colour(
        seat,
        rect(*strip, class_="tray-glow"),
        rect(*strip, fill=paint.hex, class_="mat"),
        rect(*strip, fill="url(#tile)"),
    )


def lotus(scene: Scene) -> str:
    """Home: a crossed square with a lotus."""
    box = scene.m.box(scene.plan.house(0))
    petals = (path(PETAL, class_="petal", transform=turn(45 * i)) for i in range(8))
    flower = group(*petals, circle(0, 0, 13, class_="gold-thread"), transform=f"{move(MIDDLE, MIDDLE)} {scale(box.narrow / 165)}")
    return tile(box, "tile middle") + cross(box) + flower

