"""The printed cross with its home in the middle."""

from __future__ import annotations

import math

from .geometry import CUP, MIDDLE, SIDE, Box, Point, corner_of, reserve, share
from .marks import Paint, draw_mark
from .plate import Scene, arrow, plate
from .round import cup
from .svg import circle, group, move, number, path, rect, turn, write_text


def draw_cross(scene: Scene) -> str:
    """The board of square fields."""
    plan, m = scene.plan, scene.m
    seats = range(len(plan.starts))
    return "".join(
        [
            plate("linen-paper"),
            *(nest(scene, seat) for seat in seats),
            path(cross_path(m.corner, 3), class_="bed"),
            *(ring_field(scene, at) for at in range(len(plan.ring))),
            *(lane(scene, seat) for seat in seats),
            *(arrow(scene, seat, m.cell * 0.5) for seat in seats),
            home(scene),
        ]
    )


def cross_path(corner: float, more: float = 0) -> str:
    """The outline of the cross, which reaches `more` beyond the fields."""
    low, a, b, high = map(number, (-more, corner - more, SIDE - corner + more, SIDE + more))
    return f"M{a} {low}H{b}V{a}H{high}V{b}H{b}V{high}H{a}V{b}H{low}V{a}H{a}Z"


def tile(box: Box, kind: str, fill: str = "none") -> str:
    x, y, w, h = box.x + 1.1, box.y + 1.1, box.w - 2.2, box.h - 2.2
    return rect(x, y, w, h, 3, class_=kind, fill=fill) + rect(x, y, w, h, 3, fill="url(#tile)")


def rosette(box: Box) -> str:
    size = box.narrow * 0.36
    return group(circle(0, 0, size), circle(0, 0, size * 0.5), class_="rosette", transform=move(*box.centre))


def ring_field(scene: Scene, at: int) -> str:
    """A field of the ring: plain, safe, the start of a colour or the mouth of its lane."""
    plan, box = scene.plan, scene.m.box(scene.plan.ring[at])
    safe = at in plan.safe
    if at in plan.starts:
        return start_field(scene, box, plan.starts.index(at), safe)
    printed = print_number(scene, box, at, "letter field-number on-safe" if safe else "letter field-number")
    if safe:
        return tile(box, "tile safe") + (printed or rosette(box))
    return tile(box, "tile") + printed + (mouth(box, scene.paints[plan.mouths.index(at)]) if at in plan.mouths else "")


def print_number(scene: Scene, box: Box, at: int, kind: str) -> str:
    """The number of a field, where the board has them."""
    if not scene.terms.ring:
        return ""
    number, size = scene.plan.numbers(int(scene.terms.ring))[at], box.narrow * 0.46
    return write_text(str(number), box.centre.x, box.centre.y + size * 0.35, size, kind)


def mouth(box: Box, paint: Paint) -> str:
    return draw_mark(paint, *box.centre, box.narrow * 0.4, paint.hex, 0.75)


def start_field(scene: Scene, box: Box, seat: int, safe: bool) -> str:
    """The start field of a colour; where it is safe, it is as dark as the other safe fields."""
    paint = scene.paints[seat]
    if not safe:
        return scene.of_colour(
            seat, tile(box, "tile start", paint.hex), draw_mark(paint, *box.centre, box.narrow * 0.52)
        )
    return scene.of_colour(
        seat,
        tile(box, "tile safe"),
        circle(*box.centre, box.narrow * 0.4, fill=paint.hex, class_="badge"),
        draw_mark(paint, *box.centre, box.narrow * 0.44),
    )


def lane(scene: Scene, seat: int) -> str:
    paint = scene.paints[seat]
    boxes = [scene.m.box(spot) for spot in scene.plan.lanes[seat]]
    fields = (tile(box, "tile lane", paint.hex) + draw_mark(paint, *box.centre, box.narrow * 0.5) for box in boxes)
    return scene.of_colour(seat, *fields)


def nest(scene: Scene, seat: int) -> str:
    """The corner in which pieces wait."""
    m, paint = scene.m, scene.paints[seat]
    places, middle = reserve(m, scene.plan, seat), corner_of(m, scene.plan, seat)
    size = m.corner * 0.42
    return scene.of_colour(
        seat,
        circle(*middle, size + 9, class_="tray-glow"),
        circle(middle.x + 3, middle.y + 6, size * 1.04, fill="url(#shadow)", opacity=0.6),
        circle(*middle, size, fill=paint.hex),
        circle(*middle, size, fill="url(#foot)", opacity=0.55),
        circle(*middle, size * 0.87, fill="none", class_="tray-line"),
        circle(*middle, size * 0.8, fill=paint.tint),
        circle(*middle, size * 0.8, fill="url(#hollow)", opacity=0.8),
        draw_mark(paint, *middle, size * 0.34, paint.hex),
        *(cup(at, m.corner * CUP, paint.hex) for at in places),
    )


def home(scene: Scene) -> str:
    """The middle of the board: a wedge before each lane, and a boss of brass."""
    corner, side = scene.m.corner, SIDE - 2 * scene.m.corner
    return group(
        rect(corner, corner, side, side, 8, class_="home-bed"),
        *(wedge(scene, seat, side / 2 - 3) for seat in range(len(scene.plan.starts))),
        circle(MIDDLE, MIDDLE, 17, class_="boss"),
        circle(MIDDLE, MIDDLE, 17, fill="url(#dome)"),
        class_="home",
    )


def wedge(scene: Scene, seat: int, half: float) -> str:
    """The home of a colour, with a seat for each of its pieces."""
    m, house, paint = scene.m, scene.plan.house(seat), scene.paints[seat]
    x, y = m.point(house)
    degrees = math.degrees(math.atan2(y - MIDDLE, x - MIDDLE)) - 90
    d = f"M0 6 L{number(half - 4)} {number(half)} L{number(4 - half)} {number(half)} Z"
    light = f"wedge-light side-{round(degrees / 90 + 4) % 4}"
    place = f"{move(MIDDLE, MIDDLE)} {turn(degrees)}"
    seats = share(m.size(house), len(scene.plan.reserves[seat]), m.piece)
    return scene.of_colour(seat, path(d, fill=paint.hex), path(d, class_=light), transform=place) + "".join(
        chair(paint, Point(x + one.dx, y + one.dy), m.piece * one.scale / 2) for one in seats
    )


def chair(paint: Paint, at: Point, radius: float) -> str:
    """A shallow seat with the mark of its colour."""
    return circle(*at, radius, fill="url(#hollow)", opacity=0.8) + draw_mark(paint, *at, radius * 0.95, opacity=0.55)
