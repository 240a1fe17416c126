"""Light and shadow, the same for every board and piece: it comes from above, a little from the left."""

from __future__ import annotations

from .svg import path, tag

WHITE, BLACK, UMBER, NIGHT = "#fff", "#000", "#2a1604", "#140a02"
Stop = tuple[float, str, float]  # offset, colour, opacity


def stops(rows: tuple[Stop, ...]) -> list[str]:
    return [tag("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in rows]


def ray(name: str, x1: float, y1: float, x2: float, y2: float, *rows: Stop) -> str:
    """Light that changes along a line."""
    return tag("linearGradient", *stops(rows), id=name, x1=x1, y1=y1, x2=x2, y2=y2)


def bulb(name: str, cx: float, cy: float, r: float, *rows: Stop) -> str:
    """Light that changes around a point."""
    return tag("radialGradient", *stops(rows), id=name, cx=cx, cy=cy, r=r)


def weave(name: str, width: float, height: float, *threads: tuple[str, str, float, float]) -> str:
    """A pattern of lines: each is a path, a colour, its opacity and its width."""
    lines = (
        path(d, fill="none", stroke=colour, stroke_opacity=opacity, stroke_width=wide)
        for d, colour, opacity, wide in threads
    )
    return tag("pattern", *lines, id=name, width=width, height=height, patternUnits="userSpaceOnUse")


GRAIN_DARK = "M0 6C60 1 130 12 260 6M0 17c80 7 160-6 260 0M0 29c50-6 170 7 260 0M0 40c90 5 190-5 260 0"
GRAIN_LIGHT = "M0 11c70 4 150-5 260 0M0 34c60 4 150-4 260 0"

LIGHT = tag(
    "defs",
    bulb("hollow", 0.53, 0.62, 0.64, (0, WHITE, 0.12), (0.5, WHITE, 0.02), (0.72, UMBER, 0.06), (1, UMBER, 0.5)),
    ray("rim", 0.2, 0, 0.7, 1, (0, UMBER, 0.38), (0.45, UMBER, 0.05), (0.6, WHITE, 0.15), (1, WHITE, 0.85)),
    ray("tile", 0, 0, 0.4, 1, (0, WHITE, 0.24), (0.5, WHITE, 0), (1, UMBER, 0.1)),
    ray("eave", 0, 0, 0, 1, (0, UMBER, 0.34), (0.012, UMBER, 0.1), (0.03, UMBER, 0)),
    ray("eave-side", 0, 0, 1, 0, (0, UMBER, 0.26), (0.01, UMBER, 0.07), (0.022, UMBER, 0)),
    bulb("lamp", 0.36, 0.26, 0.95, (0, "#fff8e6", 0.5), (0.55, "#fff8e6", 0.08), (1, "#3a2408", 0.15)),
    bulb("glow", 0.36, 0.26, 0.95, (0, "#ffd9a0", 0.2), (0.5, "#ffd9a0", 0.02), (1, "#120702", 0.34)),
    bulb("shadow", 0.5, 0.5, 0.5, (0, NIGHT, 0.62), (0.55, NIGHT, 0.34), (1, NIGHT, 0)),
    bulb("halo", 0.5, 0.5, 0.5, (0.5, "#ffc64a", 1), (0.74, "#ffab1f", 0.85), (1, "#ff9800", 0)),
    ray(
        "turned",
        *(0, 0, 1, 0),
        *((0, BLACK, 0.42), (0.2, BLACK, 0.1), (0.34, WHITE, 0.42), (0.46, WHITE, 0.08)),
        *((0.72, BLACK, 0.14), (1, BLACK, 0.52)),
    ),
    bulb("ball", 0.36, 0.3, 0.78, (0, WHITE, 0.85), (0.2, WHITE, 0.32), (0.52, BLACK, 0), (1, BLACK, 0.55)),
    bulb("dome", 0.34, 0.26, 0.86, (0, WHITE, 0.6), (0.28, WHITE, 0.16), (0.6, BLACK, 0.02), (1, BLACK, 0.42)),
    ray("foot", 0.2, 0, 0.75, 1, (0, WHITE, 0.5), (0.4, WHITE, 0.02), (1, BLACK, 0.5)),
    ray("bone", 0.1, 0, 0.8, 1, (0, "#fffdf5", 1), (0.55, "#f6ecd4", 1), (1, "#d9c59b", 1)),
    ray("shell", 0.2, 0, 0.75, 1, (0, "#fffdf6", 1), (0.5, "#efdcb4", 1), (1, "#b98f55", 1)),
    ray("stick", 0, 0, 0, 1, (0, "#fff9ea", 1), (0.45, "#f1e2c0", 1), (1, "#bf9f66", 1)),
    weave("weave", 8, 8, ("M0 2h4M4 6h4", WHITE, 0.1, 2.4), ("M2 4v4M6 0v4", BLACK, 0.12, 2.4)),
    weave("linen", 6, 6, ("M0 1.5h6M0 4.5h6", "#7a5a2a", 0.05, 1), ("M1.5 0v6M4.5 0v6", WHITE, 0.07, 1)),
    weave("grain", 260, 46, (GRAIN_DARK, "#1c0d02", 0.13, 2.2), (GRAIN_LIGHT, WHITE, 0.05, 2)),
)
