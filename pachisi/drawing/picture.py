"""Whole pictures: a board or a position as self-contained SVG."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from ..boards import Spot
from ..rulebooks import BOOKS
from ..rules import steps_ready
from ..table import Table
from .cloth import draw_cloth
from .cross import draw_cross
from .faces import DIE, SHELL, STICK, draw_die, draw_shell, draw_stick
from .geometry import FLAT, MIDDLE, share
from .light import LIGHT
from .marks import paints
from .pieces import draw_piece
from .plate import Scene, Terms
from .round import draw_round
from .square import draw_square
from .style import ROOT, style
from .svg import group, move, scale, tag
from .written import draw_written

if TYPE_CHECKING:
    from ..game import Game

LOOKS = {"round": draw_round, "cross": draw_cross, "cloth": draw_cloth, "square": draw_square, "written": draw_written}
VIEW = -40, -40, 1080, 1080  # of the board
MARGIN = 30  # for the shadow that it casts
SPARED = f".{ROOT} .frame.tabletop{{fill:#efe6d2}}"  # ink
SHADOW = re.compile(r"filter:[^;}]*;?")
FOOT = 110  # the height of the strip below the board that shows whose turn it is
SHELL_SIZE = 0.8
SHOWN = 90  # the width of a field for the piece that stands there
Pieces = Sequence[Sequence[int] | None]


class DrawnPiece(NamedTuple):
    """A piece and where it stands."""

    colour: int
    step: int
    x: float
    y: float
    scale: float


def scene_of(table: Table, on_turn: int = -1) -> Scene:
    """What the board of a table is drawn from."""
    printed = {part.name: table.book.terms.get(part.name, {}).get("en", "") for part in fields(Terms)}
    if not table.book.language:  # only a leaflet's board has a name in the middle
        printed["home"] = ""
    ground = next((f"on-{name}" for name in table.book.family if name in BOOKS), "")
    return Scene(table.board, paints(table.colours), on_turn, Terms(**printed), ground, begin_of(table))


def begin_of(table: Table) -> tuple[int, ...]:
    """The steps on which pieces begin, if these are not just the start field."""
    begin = tuple(table.rules.entry.ready_at) if table.rules.entry.ready else ()
    return begin if begin != (1,) else ()


@lru_cache(maxsize=64)
def draw_fields(scene: Scene) -> str:
    """Everything that does not move."""
    return group(LOOKS[scene.m.look](scene), class_=f"board {scene.m.look} {scene.ground}".rstrip())


def draw_board(table: Table, printed: bool = False) -> str:
    """The empty board of a table as SVG; a printed one ends with its frame, casts no shadow and spares ink."""
    drawn = draw_fields(scene_of(table))
    return stand_alone(table, drawn, 0, 0, SHADOW.sub("", style()) + SPARED) if printed else stand_alone(table, drawn, 0)


def draw_pieces(table: Table, pieces: Pieces | None = None, on_turn: int = -1) -> str:
    """The board of a table as SVG, with its pieces on these steps, or else as the game begins."""
    return stand_alone(table, draw_set(scene_of(table, on_turn), opening_of(table) if pieces is None else pieces), 0)


def opening_of(table: Table) -> tuple[tuple[int, ...] | None, ...]:
    """The steps of each colour's pieces when the game begins; None for a colour that nobody plays."""
    ready = sorted(steps_ready(table.rules))
    steps = (0,) * (table.pieces - len(ready)) + tuple(ready)
    return tuple(steps if colour in table.seats.colours else None for colour in range(len(table.colours)))


def draw_position(game: Game) -> str:
    """The position of a game as SVG: its pieces, whose turn it is, and the last throw."""
    scene = scene_of(game.table, game.colour)
    inside = draw_set(scene, game.pieces)
    if game.colour < 0:
        return stand_alone(game.table, inside, 0)
    return stand_alone(game.table, inside + draw_turn(scene, game), FOOT)


def draw_set(scene: Scene, pieces: Pieces) -> str:
    """A board and the pieces on it."""
    kinds = [
        group(draw_piece(scene.m, paint), id=f"piece-{at}", class_="piece") for at, paint in enumerate(scene.paints)
    ]
    standing = group(*map(draw_standing, stand(scene, pieces)), class_="pieces")
    return tag("defs", *kinds) + draw_fields(scene) + standing


def stand(scene: Scene, pieces: Pieces) -> list[DrawnPiece]:
    """Where the pieces stand, several on one field side by side; those lower on the page are drawn over those above."""
    crowds: dict[Spot, list[tuple[int, int]]] = defaultdict(list)
    for colour, steps in enumerate(pieces):
        waiting = 0
        for step in steps or ():
            crowds[scene.plan.spot(colour, step, waiting)].append((colour, step))
            waiting += step == 0
    found = []
    for spot, crowd in crowds.items():
        x, y = scene.m.point(spot)
        for (colour, step), place in zip(crowd, share(scene.m.size(spot), len(crowd), scene.m.piece), strict=True):
            found.append(DrawnPiece(colour, step, x + place.dx, y + place.dy, place.scale))
    return sorted(found, key=lambda piece: (piece.y, piece.x))


def draw_standing(piece: DrawnPiece) -> str:
    place = move(piece.x, piece.y) + ("" if piece.scale == 1 else f" {scale(piece.scale)}")
    return tag("use", href=f"#piece-{piece.colour}", transform=place, data_colour=piece.colour, data_step=piece.step)


def draw_turn(scene: Scene, game: Game) -> str:
    """Below the board: a piece of the colour on turn, and the dice that it has thrown."""
    lower = SHOWN / 4 if scene.m.look in FLAT else 0  # a pawn is drawn upwards from its foot
    field = scene.m.piece if scene.m.look == "square" else scene.m.cell
    place = f"{move(0, lower)} {scale(SHOWN / field)}"
    mover = tag("use", class_="turn", href=f"#piece-{game.colour}", transform=place)
    return lay_out([(SHOWN, mover), *draw_faces(game)], gap=24)


def draw_faces(game: Game) -> Iterator[tuple[float, str]]:
    """What was thrown, each with its width."""
    dice = game.table.rules.dice
    draw, box, size = (draw_stick, STICK, 0.75) if dice.kind == "sticks" else (draw_die, DIE, 0.9)
    for face in game.faces:
        if dice.kind == "shells":
            wide, count = SHELL[2] * SHELL_SIZE, max(dice.faces)
            places = (f"{move((k - (count - 1) / 2) * wide, 0)} {scale(SHELL_SIZE)}" for k in range(count))
            shells = (group(draw_shell(k < face), transform=place) for k, place in enumerate(places))
            yield wide * count, group(*shells, class_="face", data_face=face)
        else:
            yield box[2] * size, group(draw(face), class_="face", data_face=face, transform=scale(size))


def lay_out(parts: Sequence[tuple[float, str]], gap: float) -> str:
    """Things of given widths, side by side in the middle of the strip."""
    x = MIDDLE - (sum(width for width, _ in parts) + gap * (len(parts) - 1)) / 2
    placed = []
    for width, drawn in parts:
        placed.append(group(drawn, transform=move(x + width / 2, VIEW[1] + VIEW[3] + MARGIN + FOOT / 2)))
        x += width + gap
    return "".join(placed)


def stand_alone(table: Table, inside: str, foot: float, margin: float = MARGIN, look: str = "") -> str:
    """A drawing with its own light and styles, and with unique ids."""
    left, top, width, height = VIEW[0] - margin, VIEW[1] - margin, VIEW[2] + 2 * margin, VIEW[3] + 2 * margin + foot
    name = table.book.name.get("en", table.book.id)
    drawn = tag(
        "svg",
        tag("title", escape(name)),
        tag("style", look or style()),
        LIGHT,
        inside,
        xmlns="http://www.w3.org/2000/svg",
        class_=ROOT,
        viewBox=f"{left} {top} {width} {height}",
        width=width / 2,
        height=height / 2,
        role="img",
    )
    return unique(drawn)


def unique(drawn: str) -> str:
    """The drawing with its ids prefixed by a hash of itself, so that several can share a page."""
    mark = f"p{hashlib.sha256(drawn.encode()).hexdigest()[:8]}-"
    for known in (' id="', "url(#", ' href="#'):
        drawn = drawn.replace(known, known + mark)
    return drawn
