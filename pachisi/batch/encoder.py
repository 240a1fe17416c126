"""A single `Game` in the numbers of a batch: the same actions, the same observations."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..game import Game
from ..move import STOP, Move
from ..table import Table
from .actions import BatchAction, list_actions
from .compiled.loop import ACCEPT, DECLINE, number_moves
from .compiled.sight import see_all
from .planes import Plane, list_planes, order_colours

Array = np.ndarray[Any, Any]


class Encoder:
    """What can be chosen and what is seen at one table, for one game at a time.

    >>> from pachisi import Game
    >>> from pachisi.table import set_up
    >>> encoder, game = Encoder(set_up("mensch")), Game("mensch", seed=7)
    >>> game.throw(6)
    (6,)
    >>> {action: str(move) for action, move in encoder.legal(game).items()}
    {4: '6: 0/1-7'}
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._order = order_colours(table)

    @cached_property
    def actions(self) -> tuple[BatchAction, ...]:
        """All actions of the table, by number."""
        return list_actions(self.table)

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """What an observation consists of."""
        return list_planes(self.table)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.planes[-1].first + self.planes[-1].size

    def legal(self, game: Game) -> dict[int, Move | None]:
        """The possible actions, each with its move; None stands for a throw. There are none where dice fall by themselves."""
        if game.node == "offer":
            return {ACCEPT: None, DECLINE: STOP}
        if game.node != "move":
            return {}
        moves = game.legal_moves
        codes, numbers = np.array(game.codes, np.int64), np.zeros(len(moves), np.int64)
        book, state, _ = game.records()
        number_moves(book, state, codes, numbers)
        return dict(zip(numbers.tolist(), moves, strict=True))

    def mask(self, game: Game) -> Array:
        """1 for each possible action."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(self.legal(game))] = 1
        return mask

    def observe(self, game: Game, seat: int | None = None) -> Array:
        """What the player who decides sees, or the player at a seat; also when the game is over."""
        seen: Array = np.empty(self.size, np.uint8)
        book, state, _ = game.records()
        eyes = np.full(1, -1 if seat is None else seat, np.int8)
        see_all(book, state, eyes, self._order, seen[np.newaxis])
        return seen
