"""The bots that think, for one game at a time: their choices, and their advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import IllegalMove
from ..kernel import jit
from ..records import Size
from ..table import Table
from . import check_node
from .linking import link
from .mind import ROWS, make_minds
from .registry import THINKERS, Profile
from .search import think_one

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move

ALL = 2.0  # a margin that leaves no move out


@dataclass(frozen=True)
class Advice:
    """A legal move, and the chances of winning after it: of the player on turn, and of every seat that plays.

    At an offer, the move is None for throwing.
    """

    move: Move | None
    chance: float
    chances: dict[int, float]


@lru_cache(maxsize=2)
def load_think(size: Size) -> Any:
    """The compiled search."""
    return link(size, think_one, 0, 0, np.zeros(1, np.int64))


class Thinker:
    """A mind at one table."""

    def __init__(self, at: Table, profile: Profile, margin: float | None = None) -> None:
        self.level = THINKERS.index(profile)
        self.minds = make_minds(at)
        if margin is not None:
            self.minds["margin"] = margin
        self.think = load_think(at.size)
        self.states, self.works = np.zeros(ROWS, at.size.state), np.zeros(1, at.size.work)
        if not jit.COMPILED:
            self.states, self.works = self.states.view(np.recarray), self.works.view(np.recarray)
            self.minds = self.minds.view(np.recarray)
        self.found = np.zeros(1, np.int64)

    def choose(self, game: Game, n: int) -> int:
        """The index of the best of n legal moves; afterwards `worth` knows what each is worth.

        At an offer: 1 if the throw is declined.
        """
        book, state, work = game.records()
        self.states[0] = state[0]
        self.works[0] = work[0]
        self.think(book, self.states, self.works, self.minds, self.level, n, self.found)
        return int(self.found[0])

    def worth(self, n: int) -> Any:
        """Chances by move and side."""
        return self.minds["worth"][self.level, :n]


class ThinkingBot:
    """A bot that looks ahead, such as `master`; what it knows of a table is kept while it sits there."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.table: Table | None = None
        self.thinker: Thinker | None = None

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        check_node(self.profile.name, game)
        return self.sit(game).choose(game, len(moves)) if len(moves) > 1 else 0

    def declines(self, game: Game) -> bool:
        return self.sit(game).choose(game, 0) == 1

    def sit(self, game: Game) -> Thinker:
        if self.thinker is None or self.table is not game.table:
            self.table, self.thinker = game.table, Thinker(game.table, self.profile)
        return self.thinker


def find_adviser(at: Table) -> Thinker:
    """One for all games at a table."""
    known = at.lookups.advisers
    if not known:
        known.append(Thinker(at, THINKERS[-1], margin=ALL))
    return known[0]


def advise(game: Game) -> list[Advice]:
    """The legal moves, best first, as evaluated by `master`."""
    if game.node != "move":
        raise IllegalMove(f"There is nothing to choose now: this is a {game.node} node.")
    moves = game.legal_moves
    thinker = find_adviser(game.table)
    thinker.choose(game, len(moves))
    mind = thinker.minds[thinker.level]
    seats = {seat: int(mind["side"][seat]) for seat in game.seats}
    advice = [
        Advice(move, float(row[seats[game.seat]]), {seat: float(row[side]) for seat, side in seats.items()})
        for move, row in zip(moves, thinker.worth(len(moves)), strict=True)
    ]
    return sorted(advice, key=lambda one: -one.chance)
