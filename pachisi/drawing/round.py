"""Round fields on warm paper, framed in wood."""

from __future__ import annotations

from collections.abc import Iterable

from ..boards import Spot
from .geometry import MIDDLE, TRAY, Point, corner_of, reserve
from .marks import draw_mark
from .plate import Scene, arrow, plate
from .svg import circle, group, move, number, path, scale, tag, turn, write_text


def draw_round(scene: Scene) -> str:
    """The board of round fields."""
    plan, m = scene.plan, scene.m
    radius = m.cell * 0.405
    plain = [spot for at, spot in enumerate(plan.ring) if at not in plan.starts]
    drawn = "".join(
        [
            ornament(m.cell, len(plan.starts)) if plan.places else "",
            thread(scene, [*plan.ring, plan.ring[0]]),
            *(thread(scene, [plan.ring[mouth], *lane]) for mouth, lane in zip(plan.mouths, plan.lanes, strict=True)),
            *(cup(m.point(spot), radius) for spot in plain),
            *(circle(*m.point(plan.ring[at]), radius * 0.6, class_="safe-ring") for at in sorted(plan.safe)),
            *(own_fields(scene, seat, radius) for seat in range(len(plan.starts))),
            "" if plan.places else home(scene, radius),
        ]
    )
    return plate("paper") + (group(drawn, class_="star") if plan.star else drawn)  # a star is turned within its frame


def thread(scene: Scene, spots: Iterable[Spot]) -> str:
    points = (f"{number(x, 1)},{number(y, 1)}" for x, y in map(scene.m.point, spots))
    return tag("polyline", class_="thread", points=" ".join(points))


def own_fields(scene: Scene, seat: int, radius: float) -> str:
    """The reserve, the start field and the lane of a colour."""
    plan, m, paint = scene.plan, scene.m, scene.paints[seat]
    start = m.point(plan.ring[plan.starts[seat]])
    lane = [m.point(spot) for spot in plan.lanes[seat]]
    return scene.of_colour(
        seat,
        tray(scene, seat, radius),
        cup(start, radius * 1.06, paint.hex),
        label(scene, seat, start, radius * 1.05, scene.terms.start),
        arrow(scene, seat, radius),
        *(
            cup(at, radius * 0.94, paint.hex) + label(scene, seat, at, radius * 0.8, letter)
            for at, letter in zip(lane, scene.terms.lane.ljust(len(lane)), strict=False)
        ),
    )


def home(scene: Scene, radius: float) -> str:
    """Where all pieces are home: one hollow in the middle, or one after each lane."""
    plan, m = scene.plan, scene.m
    houses = [plan.house(seat) for seat in range(len(plan.starts))]
    if len(set(houses)) == 1:
        return cup(m.point(houses[0]), m.cell * 0.47, "#b98a3c") + ornament(m.cell * 0.8, len(plan.starts))
    letter = scene.terms.lane[len(plan.lanes[0]) :][:1]
    fields = enumerate(map(m.point, houses))
    return ornament(m.cell, len(plan.starts)) + "".join(
        scene.of_colour(
            seat, cup(at, radius * 1.06, scene.paints[seat].hex), label(scene, seat, at, radius * 0.9, letter)
        )
        for seat, at in fields
    )


def label(scene: Scene, seat: int, at: Point, size: float, letter: str) -> str:
    """The mark of a colour, under the letter that its leaflet prints on the field."""
    paint = scene.paints[seat]
    if not letter.strip():
        return draw_mark(paint, *at, size)
    return write_text(letter, at.x, at.y + size * 0.2, size * 1.2, fill=paint.ink) + draw_mark(
        paint, at.x, at.y + size * 0.6, size * 0.5
    )


def cup(at: Point, radius: float, fill: str | None = None) -> str:
    """A round hollow."""
    return (
        circle(*at, radius, class_="cup" if fill else "cup plain", fill=fill)
        + circle(*at, radius, fill="url(#hollow)")
        + circle(*at, radius + 1.5, fill="none", stroke="url(#rim)", stroke_width=3)
    )


def tray(scene: Scene, seat: int, radius: float) -> str:
    """The corner in which pieces wait."""
    m, paint = scene.m, scene.paints[seat]
    places, middle = reserve(m, scene.plan, seat), corner_of(m, scene.plan, seat)
    size = m.corner * TRAY
    small = min(radius * 1.02, m.corner * 0.115)
    return (
        circle(*middle, size + 9, class_="tray-glow")
        + circle(*middle, size, fill=paint.hex)
        + circle(*middle, size, fill="url(#foot)", opacity=0.5)
        + circle(*middle, size - 9, fill=paint.tint)
        + circle(*middle, size - 9, fill="url(#hollow)", opacity=0.7)
        + circle(*middle, size - 8, fill="none", stroke="url(#rim)", stroke_width=3)
        + draw_mark(paint, *middle, size * 0.34, paint.hex)
        + hollows(scene, seat, places, middle, small)
    )


def hollows(scene: Scene, seat: int, places: list[Point], middle: Point, small: float) -> str:
    """Where pieces wait; those of a star stay upright when it is turned, so they are drawn about their middle."""
    paint, word, star = scene.paints[seat], scene.terms.reserve, scene.m.star
    spots = [Point(at.x - middle.x, at.y - middle.y) for at in places] if star else places
    drawn = "".join(
        [
            *(cup(at, small) + circle(*at, small, fill="none", stroke=paint.hex, stroke_width=5) for at in spots),
            *(write_text(word, at.x, at.y + small * 0.36, small, fill=paint.hex, opacity=0.9) for at in spots if word),
        ]
    )
    return group(drawn, class_="hollows", transform=move(*middle)) if star else drawn


def ornament(cell: float, arms: int) -> str:
    """A star in the middle, which is not a field: each ray has a lit side."""
    apart = 360 / arms
    rays = [(apart * (n + shift), length) for shift, length in ((0.5, 0.6), (0, 1.0)) for n in range(arms)]
    return group(
        *(
            group(
                path("M0 0 L-11 -15 L0 -52 Z"),
                path("M0 0 L11 -15 L0 -52 Z", class_="shade"),
                transform=f"{turn(degrees)} {scale(cell / 100 * length)}",
            )
            for degrees, length in rays
        ),
        class_="ornament",
        transform=move(MIDDLE, MIDDLE),
    )
