"""A board as its author has laid it out: round fields on paper, with threads along the paths."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..boards import Spot
from .geometry import MIDDLE, Point
from .plate import Scene, plate
from .round import cup, label, ornament, own_fields, thread
from .svg import circle, write_text

BESIDE = 1.4  # fields: as far as this from the middle, an ornament has room there


def draw_written(scene: Scene) -> str:
    """The board of fields that are written out."""
    plan, m = scene.plan, scene.m
    radius, seats = m.cell * 0.405, range(len(plan.starts))
    nearest = min(math.dist(m.point(spot), (MIDDLE, MIDDLE)) for row in (plan.ring, plan.homes, *plan.lanes, *plan.reserves) for spot in row)
    drawn = [
        ornament(m.cell, len(seats)) if nearest > BESIDE * m.cell else "",
        *(thread(scene, way) for way in threads(scene)),
        *(cup(m.point(spot), radius) for at, spot in enumerate(plan.ring) if at not in plan.starts),
        *(circle(*m.point(plan.ring[at]), radius * 0.6, class_="safe-ring") for at in sorted(plan.safe)),
        *numerals(scene, radius),
        *(own_fields(scene, seat, radius) for seat in seats),
        "" if plan.places else homes(scene, radius),
    ]
    return plate("paper") + "".join(drawn)


def threads(scene: Scene) -> Iterator[list[Spot]]:
    """The ways that pieces go, each part of them once."""
    plan, seen = scene.plan, set[frozenset[Spot]]()
    for seat, path in enumerate(plan.paths):
        way = [*(plan.ring[at] for at in path), *plan.lanes[seat], *plan.homes[seat : seat + 1]]
        part = way[:1]
        for spot in way[1:]:
            step = frozenset((part[-1], spot))
            if step not in seen:
                seen.add(step)
                part.append(spot)
                continue
            if len(part) > 1:
                yield part
            part = [spot]
        if len(part) > 1:
            yield part


def numerals(scene: Scene, radius: float) -> Iterator[str]:
    """The numbers of the fields, where a leaflet prints them."""
    plan = scene.plan
    for at, number in enumerate(plan.numbers(1) if scene.terms.ring else ()):
        if at not in plan.starts:
            x, y = scene.m.point(plan.ring[at])
            yield write_text(str(number), x, y + radius * 0.28, radius * 0.8, "letter field-number")


def homes(scene: Scene, radius: float) -> str:
    """Where the pieces of each colour are home, or those of several."""
    plan, m, drawn = scene.plan, scene.m, []
    for seat, spot in enumerate(plan.homes):
        at = m.point(spot)
        if plan.homes.count(spot) == 1:
            name = scene.terms.lane[len(plan.lanes[seat]) :][:1]
            drawn.append(scene.of_colour(seat, cup(at, radius * 1.12, scene.paints[seat].hex), label(scene, seat, at, radius * 0.95, name)))
        elif plan.homes.index(spot) == seat:
            drawn.append(shared_home(at, radius))
    return "".join(drawn)


def shared_home(at: Point, radius: float) -> str:
    """A hollow of brass."""
    return cup(at, radius * 1.16, "#b98a3c") + circle(*at, radius * 0.5, class_="safe-ring")
