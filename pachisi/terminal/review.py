"""A review as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..desk.prose import Prose
from ..words.teller import Teller
from .board import Drawing, draw
from .look import Look, wrap
from .scene import corners

if TYPE_CHECKING:
    from ..desk.report import Moment, Review
    from ..words.voice import Voice

MOMENTS = 10


def tell_review(review: Review, voice: Voice, look: Look, most: int = MOMENTS) -> list[str]:
    """The game in numbers, and the decisions that mattered, each with its board."""
    teller = Teller(review.table, voice, look)
    prose = Prose(review, teller)
    lines = [look.bold(prose.head()), *(f"  {line}" for line in prose.players()), "", *prose.columns(), "", *wrap(voice("review.explained"), look.width), ""]
    lines += tell_result(review, teller)
    for text in (*prose.choices(), prose.turning(), *prose.luck(), prose.caution()):
        lines += wrap(text, look.width, 2) if text else []
    moments = review.worst(most)
    head = voice("review.moments", n=len(moments)) if moments else voice("review.no_moments")
    lines += ["", look.bold(head)]
    for number, moment in enumerate(moments, 1):
        lines += ["", *tell_moment(prose, moment, number, look)]
    return lines


def tell_result(review: Review, teller: Teller) -> Iterator[str]:
    outcome = review.game.outcome
    if outcome is not None:
        yield teller.result(outcome.winner)
    elif review.game.seat >= 0:
        yield teller.voice("summary.unfinished", name=teller.name(review.game.seat))


def tell_moment(prose: Prose, moment: Moment, number: int, look: Look) -> Iterator[str]:
    """One decision: the board before it, what was played, what was better and why."""
    game, teller = prose.review.game.at(moment.n, history=False), prose.teller
    yield from wrap(f"{number}. {prose.title(moment)}", look.width, 3)
    numbered = frozenset(game.seats.moved_by(game.colour))
    sitting = dict.fromkeys(game.table.seats.colours, "")
    beside = corners(teller, look, game.pieces, sitting, game.colour, numbered)
    yield from draw(Drawing(game.table, game.pieces, teller.voice.lang, look, numbered, corners=beside))
    for text in prose.verdict(moment):
        yield from wrap(f"   {text}", look.width, 5)
