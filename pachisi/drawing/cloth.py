"""The embroidered cloth: patches sewn on, towers in gold thread, the char-koni in the middle."""

from __future__ import annotations

from .cross import cross_path
from .geometry import DISH, MIDDLE, SIDE, Box, Grid, corner_of
from .marks import Paint, draw_mark
from .plate import Scene, tabletop
from .svg import circle, group, move, number, path, rect, scale, turn, write_text

PETAL = "M0 -12 C10 -28 8 -46 0 -56 C-8 -46 -10 -28 0 -12 Z"
TOWER = "M-26 38 V-6 H-34 V-36 H-20 V-25 H-7 V-36 H7 V-25 H20 V-36 H34 V-6 H26 V38 Z"
GATE = "M-9 38 V22 A9 9 0 0 1 9 22 V38 Z"
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
        + path(d, class_="weave")
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
    """A tower on its patch, as the leaflet has it: pieces are safe there."""
    x, y, w, h = box
    return group(
        rect(x + 0.1 * w, y + 0.1 * h, 0.8 * w, 0.8 * h, 4),
        group(
            path(TOWER),
            path(GATE, class_="gate"),
            transform=f"{move(*box.centre)} {scale(box.narrow / 112)}",
        ),
        class_="tower",
    )


def lane(scene: Scene, seat: int) -> str:
    """The lane of a colour, and its mark on the tower before it and where its pieces begin on the ring."""
    plan, m, paint = scene.plan, scene.m, scene.paints[seat]
    boxes = [m.box(spot) for spot in plan.lanes[seat]]
    begin = [m.box(plan.spot(seat, step)) for step in scene.begin if plan.field(seat, step) is not None]
    end = plan.mouths[seat]
    return scene.of_colour(
        seat,
        *(patch(box, "patch dyed", paint.hex) + draw_mark(paint, *box.centre, box.narrow * 0.4, opacity=0.45) for box in boxes),
        *(draw_mark(paint, *box.centre, box.narrow * 0.42, paint.hex, opacity=0.7) for box in begin),
        badge(paint, m.box(plan.ring[end]), 0.2 if end in plan.safe else 0.3),
    )


def badge(paint: Paint, box: Box, radius: float) -> str:
    """The mark of a colour on the end field of its arm; a small one stands in the gate of a tower."""
    x, y = box.centre
    y += box.narrow * (0.3 - radius)
    return circle(x, y, box.narrow * radius, fill=paint.hex, class_="badge") + draw_mark(paint, x, y, box.narrow * radius * 1.3)


def dish(scene: Scene, seat: int) -> str:
    """The brass dish before a player, which pieces that are home fill: it glows when its colour is on turn."""
    paint = scene.paints[seat]
    middle = corner_of(scene.m, scene.plan, seat)
    size = scene.m.corner * DISH
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
    """The middle of the cloth, where pieces wait, start and leave for home."""
    half = MIDDLE - scene.m.corner
    return group(
        rect(5 - half, 5 - half, 2 * half - 10, 2 * half - 10, 8, class_="velvet"),
        rect(11 - half, 11 - half, 2 * half - 22, 2 * half - 22, class_="stitch gold"),
        name_plate(scene.terms.home) if scene.terms.home else flower(),
        *(house(scene, seat) for seat in range(len(scene.plan.starts))),
        class_="char-koni",
        transform=move(MIDDLE, MIDDLE),
    )


def flower() -> str:
    petals = (path(PETAL, class_="petal", transform=f"{turn(30 * i)} scale(.68)") for i in range(12))
    return group(*petals, circle(0, 0, 9, class_="gold-thread"))


def name_plate(name: str) -> str:
    """What the middle is called, in gold thread; a part of the name to a line."""
    lines = name.replace("-", "- ").split()
    size = min(54 / len(lines), 112 / max(map(len, lines)))
    first = size * (0.36 - (len(lines) - 1) * 0.5)
    return group(
        circle(0, 0, 45, class_="medal"),
        *(write_text(line, 0, first + at * size, size, "letter gold") for at, line in enumerate(lines)),
    )


def house(scene: Scene, seat: int) -> str:
    paint = scene.paints[seat]
    """The door of a colour: its pieces come home by it."""
    x, y = scene.m.box(scene.plan.house(seat)).centre
    place = move((x - MIDDLE) * 0.98, (y - MIDDLE) * 0.98)
    disc = circle(0, 0, 24, fill=paint.hex, class_="house")
    return scene.of_colour(seat, disc, draw_mark(paint, 0, 0, 26), transform=place)
