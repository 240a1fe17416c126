"""A review as one page that needs nothing else: the board move by move, the curve, the accounts, the moments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from ..drawing.light import LIGHT
from ..drawing.marks import paints
from ..drawing.picture import VIEW, draw_fields, scene_of, stand
from ..drawing.pieces import draw_piece
from ..drawing.style import ROOT, style
from ..drawing.svg import group, tag
from ..move import Move
from .curve import LEFT, RIGHT, WIDTH, draw_curve

if TYPE_CHECKING:
    from ..drawing.plate import Scene
    from ..game import Game
    from .prose import Prose
    from .report import Moment

PAGE = Path(__file__).with_name("page.html")
FULL = 120  # the width of a bar, in pixels


def write_page(prose: Prose, moments: int = 10) -> str:
    """The page as HTML."""
    review, voice = prose.review, prose.voice
    scene = scene_of(review.table)
    worst = review.worst(moments)
    kinds = (
        group(draw_piece(scene.m, paint), id=f"piece-{at}", class_="piece") for at, paint in enumerate(scene.paints)
    )
    notes = filter(None, (*prose.choices(), prose.turning(), *prose.luck(), prose.caution()))
    outcome = review.game.outcome
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        lang=voice.lang,
        title=escape(voice("review.title")),
        head="<br>".join(map(escape, (prose.head(), *prose.players()))),
        style=style(),
        root=ROOT,
        view=" ".join(map(str, VIEW)),
        light=LIGHT,
        fields=draw_fields(scene),
        kinds="".join(kinds),
        curve=draw_curve(prose),
        accounts=draw_accounts(prose),
        notes="".join(tag("p", escape(note)) for note in notes),
        result=escape(prose.teller.result(outcome.winner) if outcome else voice("review.title")),
        moments_head=escape(voice("review.moments", n=len(worst)) if worst else voice("review.no_moments")),
        moments="".join(draw_moment(prose, moment) for moment in worst),
        data=write_data(prose, scene, worst[0].n if worst else 0),
        **{key: escape(voice(f"review.{key}")) for key in ("board_of", "step", "keys", "explained")},
    )


def draw_accounts(prose: Prose) -> str:
    head, *rows = prose.accounts()
    lines = [tag("tr", *(tag("th", escape(text) or " ") for text in head))]
    lines += [tag("tr", tag("th", escape(name)), *(tag("td", escape(text)) for text in row)) for name, *row in rows]
    return tag("table", *lines)


def draw_moment(prose: Prose, moment: Moment) -> str:
    lines = [tag("b", escape(prose.title(moment))), *(escape(line) for line in prose.verdict(moment))]
    return tag("button", "<br>".join(lines), type="button", data_n=moment.n)


# --- what the page steps through ------------------------------------------------------


def write_data(prose: Prose, scene: Scene, first: int) -> str:
    review = prose.review
    shades = paints(review.table.colours)
    sides = [{"name": prose.side(at), "hex": shades[seats[0]].hex} for at, seats in enumerate(review.table.seats.sides)]
    data = {
        "left": LEFT,
        "wide": WIDTH - LEFT - RIGHT,
        "first": first,
        "sides": sides,
        "steps": list(steps(prose, scene)),
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/")


def steps(prose: Prose, scene: Scene) -> Iterator[dict[str, Any]]:
    """Every position, with what was done there; then the last one."""
    review = prose.review
    for moment in review.moments:
        game = review.game.at(moment.n, history=False)
        yield {
            **position(prose, scene, game, moment.before),
            "lines": list(say(prose, moment, game)),
            "ways": list(ways(scene, moment)),
        }
    last = review.moments[-1].after if review.moments else review.start
    yield {**position(prose, scene, review.game, last), "lines": [], "ways": []}


def position(prose: Prose, scene: Scene, game: Game, chances: tuple[float, ...]) -> dict[str, Any]:
    standing = stand(scene, game.pieces)
    return {
        "pieces": [[one.colour, round(one.x, 1), round(one.y, 1), round(one.scale, 3)] for one in standing],
        "chances": [round(FULL * chance) for chance in chances],
        "percents": [prose.voice.percent(chance) for chance in chances],
    }


def say(prose: Prose, moment: Moment, game: Game) -> Iterator[str]:
    """What was done, and what it has changed for the one who did it."""
    name = prose.teller.on_turn(game.seat, game.colour)
    if not isinstance(moment.done, Move):
        yield prose.teller.thrown(name, moment.done)
        yield f"{prose.voice('review.dice')}: {prose.points(moment.luck[moment.side])}"
    elif not moment.loss:
        yield f"{name}: {prose.choice(game, moment.done)}"
    if moment.loss:
        yield prose.title(moment)
        yield from prose.verdict(moment)


def ways(scene: Scene, moment: Moment) -> Iterator[list[Any]]:
    """Arrows: from where to where the played and the better move lead."""
    moves = [("played", moment.done)] if isinstance(moment.done, Move) else []
    if moment.loss and moment.best is not None:
        moves.append(("better", moment.best))
    for kind, move in moves:
        if move.kind in ("move", "enter"):
            here, there = (scene.m.point(scene.plan.spot(move.colour, step, 0)) for step in (move.start, move.target))
            yield [kind, *(round(part, 1) for part in (here.x, here.y, there.x, there.y))]
