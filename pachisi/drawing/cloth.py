"""The embroidered cloth: patches sewn on, towers in gold thread, CHAR-KONI in the middle."""

from __future__ import annotations

from .cross import cross_path
from .geometry import MIDDLE, SIDE, Box, Grid, reserve
from .marks import draw_mark
from .plate import Scene, tabletop
from .svg import circle, group, move, number, path, rect, scale, turn

PETAL = "M0 -12 C10 -28 8 -46 0 -56 C-8 -46 -10 -28 0 -12 Z"
STAR = "M0 -34 L12 -12 L34 0 L12 12 L0 34 L-12 12 L-34 0 L-12 -12 Z"
THREAD = 9  # between two threads of the fringe


def draw_cloth(scene: Scene) -> str:
    """The sewn board."""
    seats = range(len(scene.plan.starts))
    return "".join(
        [
            tabletop(),
            *(dish(scene, seat) for seat in seats),
            cloth(scene.m),
            *(ring_patch(scene, at) for at in range(len(scene.plan.ring))),
            *(lane(scene, seat) for seat in seats),
            char_koni(scene),
        ]
    )


def cloth(m: Grid) -> str:
    d = cross_path(m.corner, 10)
    return (
        path(d, class_="cloth-shadow", transform="translate(500 506) scale(1.012) translate(-500 -500)")
        + "".join(fringe(m.corner, degrees) for degrees in (0, 90, 180, 270))
        + path(d, class_="cloth")
        + path(d, fill="url(#weave)")
        + path(d, fill="url(#lamp)", opacity=0.6)
        + path(cross_path(m.corner, 5), class_="braid")
    )


def fringe(corner: float, degrees: int) -> str:
    threads = int((SIDE - 2 * corner) / THREAD)
    d = "".join(f"M{number(corner + 6 + i * THREAD)} -9v{-9 - i * 7 % 5}" for i in range(threads))
    return path(d, class_="fringe", transform=f"rotate({degrees} {MIDDLE:g} {MIDDLE:g})")


def ring_patch(scene: Scene, at: int) -> str:
    spot = scene.plan.ring[at]
    box = scene.m.box(spot)
    kind = "patch other" if sum(spot) % 2 else "patch"
    return patch(box, kind) + (tower(box) if at in scene.plan.safe else "")


def patch(box: Box, kind: str, fill: str = "none") -> str:
    x, y, w, h = box
    sewn = (x + 2.6, y + 2.6, w - 5.2, h - 5.2, 4)
    return (
        rect(*sewn, class_=kind, fill=fill)
        + rect(*sewn, fill="url(#tile)")
        + rect(x + 6.4, y + 6.4, w - 12.8, h - 12.8, 3, class_="stitch")
    )


def tower(box: Box) -> str:
    """A tower: the crossed square of the old boards."""
    return group(
        rect(-40, -40, 80, 80, 6),
        path("M-30 -30 L30 30 M30 -30 L-30 30"),
        path(STAR, class_="tower-star"),
        class_="tower",
        transform=f"{move(*box.centre)} {scale(box.w / 100, box.h / 100)}",
    )


def lane(scene: Scene, seat: int) -> str:
    """The lane of a colour, and its mark on the tower before it."""
    plan, m, paint = scene.plan, scene.m, scene.paints[seat]
    boxes = [m.box(spot) for spot in plan.lanes[seat]]
    end = m.box(plan.ring[plan.mouths[seat]])
    return scene.of_colour(
        seat,
        *(patch(box, "patch dyed", paint.hex) + draw_mark(paint, *box.centre, box.narrow * 0.5) for box in boxes),
        circle(*end.centre, end.narrow * 0.3, fill=paint.hex),
        draw_mark(paint, *end.centre, end.narrow * 0.38),
    )


def dish(scene: Scene, seat: int) -> str:
    """The brass dish in which pieces wait."""
    paint = scene.paints[seat]
    _, middle = reserve(scene.m, scene.plan, seat)
    size = scene.m.corner * 0.33
    return scene.of_colour(
        seat,
        circle(*middle, size + 9, class_="tray-glow"),
        circle(middle.x + 6, middle.y + 10, size * 1.1, fill="url(#shadow)"),
        circle(*middle, size, class_="brass"),
        circle(*middle, size, fill="url(#foot)"),
        circle(*middle, size * 0.88, fill=paint.hex),
        circle(*middle, size * 0.88, fill="url(#hollow)"),
        circle(*middle, size * 0.88, fill="none", stroke="url(#rim)", stroke_width=3),
        draw_mark(paint, *middle, size * 0.42, opacity=0.85),
    )


def char_koni(scene: Scene) -> str:
    """The middle of the cloth, where pieces start and come home."""
    half = MIDDLE - scene.m.corner
    return group(
        rect(5 - half, 5 - half, 2 * half - 10, 2 * half - 10, 8, class_="velvet"),
        rect(11 - half, 11 - half, 2 * half - 22, 2 * half - 22, class_="stitch gold"),
        *(path(PETAL, class_="petal", transform=f"{turn(30 * i)} scale(.68)") for i in range(12)),
        circle(0, 0, 9, class_="gold-thread"),
        *(house(scene, seat) for seat in range(len(scene.plan.starts))),
        class_="char-koni",
        transform=move(MIDDLE, MIDDLE),
    )


def house(scene: Scene, seat: int) -> str:
    paint = scene.paints[seat]
    x, y = scene.m.point(scene.plan.house(seat))
    place = move((x - MIDDLE) * 0.98, (y - MIDDLE) * 0.98)
    disc = circle(0, 0, 26, fill=paint.hex, class_="house")
    return scene.of_colour(seat, disc, draw_mark(paint, 0, 0, 26), transform=place)
