"""The board of `lab heat` as SVG: every square in the colour of how much happens there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as Xml

from ..boards import FINE, Spot
from ..table import Table

SIDE = 480  # of one board
EDGE, HEAD, FOOT = 36, 104, 84
PAPER, INK, SOFT, FAINT = "#fdfcfa", "#2b2a28", "#77736b", "#d9d4c9"
# Light to dark in one hue, so that lightness alone tells the values apart, for colour-blind readers too.
RAMPS = {
    "blue": ("#f4f7fa", "#cfe0ef", "#94bedd", "#4d91c3", "#1f609d", "#0b335f"),
    "ember": ("#fbf5ee", "#f8dab8", "#f1ad70", "#dc7834", "#a94b13", "#672a06"),
}
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"


@dataclass(frozen=True)
class Panel:
    """One board: what it shows, and how much of it each square has."""

    title: str
    unit: str
    ramp: str
    values: Mapping[Spot, float]
    names: Mapping[Spot, str]
    ranked: Sequence[tuple[Spot, ...]]  # the hottest first


def draw_boards(table: Table, panels: Sequence[Panel], title: str, notes: str) -> str:
    width, height = EDGE + len(panels) * (SIDE + EDGE), HEAD + SIDE + FOOT
    svg = Xml.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "font-family": FONT,
            "fill": INK,
            "role": "img",
        },
    )
    Xml.SubElement(svg, "title").text = title
    put(svg, "rect", width=width, height=height, fill=PAPER)
    write(svg, title, EDGE, 40, size=20, weight=600)
    write(svg, notes, EDGE, height - 16, size=11, fill=SOFT)
    for at, panel in enumerate(panels):
        group = put(svg, "g", transform=f"translate({EDGE + at * (SIDE + EDGE)} {HEAD})")
        write(group, panel.title, 0, -24, size=14, weight=600)
        HeatBoard(table, panel, group).draw()
        draw_legend(svg, group, panel)
    Xml.indent(svg)
    return Xml.tostring(svg, encoding="unicode") + "\n"


class HeatBoard:
    """One board at the origin of a group."""

    def __init__(self, table: Table, panel: Panel, group: Xml.Element) -> None:
        self.plan, self.panel, self.group = table.board, panel, group
        self.round = table.rules.board.shape in ("closed", "written")
        self.hues = [colour.get("hex", SOFT) for colour in table.colours]
        self.names = [colour["en"] for colour in table.colours]
        self.used = table.seats.colours
        self.cell = SIDE / self.plan.size * (FINE if self.plan.written else 1)
        self.most = max(panel.values.values(), default=0) or 1

    def draw(self) -> None:
        plan = self.plan
        for seat in range(len(plan.mouths)):
            self.draw_reserve(seat)
        for field, spot in enumerate(plan.ring):
            self.draw_square(spot, FAINT, safe=field in plan.safe)
        for seat in range(len(plan.mouths)):
            hue = self.hues[seat] if seat in self.used else FAINT
            for spot in plan.lanes[seat]:
                self.draw_square(spot, hue)
            if not plan.places:
                self.draw_square(plan.house(seat), hue)
        for seat in self.used:
            if not plan.centre:
                self.draw_square(
                    plan.ring[plan.starts[seat]], self.hues[seat], safe=plan.starts[seat] in plan.safe, wide=True
                )
        for rank, spots in enumerate(self.panel.ranked, 1):
            for spot in spots:
                self.draw_rank(rank, spot)

    def draw_square(self, spot: Spot, edge: str, safe: bool = False, wide: bool = False) -> None:
        value = self.panel.values.get(spot, 0.0)
        look = {"fill": shade(self.panel.ramp, value / self.most), "stroke": edge, "stroke_width": 3 if wide else 1.5}
        shape = self.draw_shape(spot, **look)
        if spot in self.panel.names:
            Xml.SubElement(shape, "title").text = f"{self.panel.names[spot]}: {value:.2f} {self.panel.unit}"
        if safe:
            self.draw_cross(spot)

    def draw_shape(self, spot: Spot, **look: object) -> Xml.Element:
        x, y = self.middle(spot)
        if self.round:
            return put(self.group, "circle", cx=x, cy=y, r=0.4 * self.cell, **look)
        side = 0.88 * self.cell
        return put(
            self.group, "rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=0.14 * self.cell, **look
        )

    def draw_cross(self, spot: Spot) -> None:
        """A cross, the traditional mark of a safe field."""
        (x, y), arm = self.middle(spot), 0.3 * self.cell
        two = f"{2 * arm:.1f}"
        path = f"M{x - arm:.1f} {y - arm:.1f} l{two} {two} m0 -{two} l-{two} {two}"
        put(self.group, "path", d=path, stroke=self.ink(spot), stroke_width=1, opacity=0.35)

    def draw_reserve(self, seat: int) -> None:
        spots = [self.middle(spot) for spot in self.plan.reserves[seat]]
        x, y = (sum(part) / len(spots) for part in zip(*spots, strict=True))
        hue = self.hues[seat] if seat in self.used else FAINT
        put(self.group, "circle", cx=x, cy=y, r=7, fill=hue)
        word = self.names[seat] if seat in self.used else f"{self.names[seat]}: empty"
        write(self.group, word, x, y + 24, size=12, fill=INK if seat in self.used else SOFT, anchor="middle")

    def draw_rank(self, rank: int, spot: Spot) -> None:
        x, y = self.middle(spot)
        fill = self.ink(spot)
        size = max(10, 0.42 * self.cell)
        write(self.group, str(rank), x, y + 0.36 * size, size=size, weight=600, fill=fill, anchor="middle")

    def ink(self, spot: Spot) -> str:
        """An ink that is legible on a square."""
        return "white" if self.panel.values.get(spot, 0.0) / self.most > 0.55 else INK

    def middle(self, spot: Spot) -> tuple[float, float]:
        if self.plan.written:
            return spot[0] * self.cell / FINE, spot[1] * self.cell / FINE
        return (spot[0] + 0.5) * self.cell, (spot[1] + 0.5) * self.cell


def draw_legend(svg: Xml.Element, group: Xml.Element, panel: Panel) -> None:
    gradient = put(svg, "linearGradient", id=f"ramp-{panel.ramp}")
    stops = RAMPS[panel.ramp]
    for at, colour in enumerate(stops):
        put(gradient, "stop", offset=at / (len(stops) - 1), stop_color=colour)
    put(
        group,
        "rect",
        y=SIDE + 14,
        width=220,
        height=10,
        rx=2,
        fill=f"url(#ramp-{panel.ramp})",
        stroke=FAINT,
        stroke_width=0.8,
    )
    most = max(panel.values.values(), default=0)
    for part, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        write(group, f"{part * most:.3g}", 220 * part, SIDE + 40, size=11, fill=SOFT, anchor=anchor)
    write(group, panel.unit, 232, SIDE + 23, size=12)


def shade(ramp: str, part: float) -> str:
    """A colour of a ramp, from 0 (light) to 1 (dark)."""
    stops = RAMPS[ramp]
    at = min(max(part, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(at), len(stops) - 2)
    pairs = [(int(stops[low][i : i + 2], 16), int(stops[low + 1][i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * (at - low)):02x}" for a, b in pairs)


def put(parent: Xml.Element, tag: str, **look: object) -> Xml.Element:
    """An element with attributes; numbers are kept short."""
    written = {name.replace("_", "-"): f"{v:.2f}" if isinstance(v, float) else str(v) for name, v in look.items()}
    return Xml.SubElement(parent, tag, written)


def write(
    parent: Xml.Element,
    text: str,
    x: float,
    y: float,
    size: float,
    weight: int = 400,
    fill: str = INK,
    anchor: str = "start",
) -> None:
    label = put(parent, "text", x=x, y=y, font_size=size, font_weight=weight, fill=fill, text_anchor=anchor)
    label.text = text
