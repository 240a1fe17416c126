"""Hints where a throw is offered, and the reason for the best choice in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..bots.registry import THINKERS
from ..bots.thinking import Advice
from .chances import Chances, as_floats
from .judges import ThinkingJudge
from .reasons import because

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move
    from ..words.teller import Teller


def advise_offer(game: Game) -> list[Advice]:
    """Whether to throw or to stop, the better first, as evaluated by `master`."""
    found = ThinkingJudge(game.table, THINKERS[-1].name).judge(game)
    rows: list[tuple[Move | None, Chances]] = [(None, found.throwing), (game.legal_moves[0], found.moves[0])]
    seats = game.seats

    def write(move: Move | None, chances: Chances) -> Advice:
        shares = as_floats(chances)
        return Advice(move, shares[seats.side_of(game.seat)], {seat: shares[seats.side_of(seat)] for seat in seats})

    return sorted((write(move, chances) for move, chances in rows), key=lambda one: -one.chance)


def reason(game: Game, advice: Sequence[Advice], teller: Teller) -> str:
    """Why the best choice is better than the next one; nothing if there is only one."""
    if len(advice) < 2:
        return ""
    return because(game, advice[0].move, advice[1].move, teller)
