"""Throws that are given: what can be chosen where games wait for one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..table import Table
from .actions import list_throws
from .compiled.loop import GIVEN_THROW

Array = np.ndarray[Any, Any]


class GivenThrows:
    """The throws of a table among its actions. They are the same in all games that wait, so that no game keeps a list of them."""

    def __init__(self, table: Table, first: int) -> None:
        """`first` is the first action that is a throw."""
        throws = [(first + k, number, opening) for k, (number, opening, _) in enumerate(list_throws(table))]
        self.rows = np.array(throws, np.int64)  # as a GPU reads them: ACTION, ORDER, OPENING
        self._actions, numbers, opens = self.rows.T
        self._orders, self._opening = GIVEN_THROW - numbers, opens != 0

    def due(self, opening: bool) -> list[int]:
        """The throws for the opening, or those of a turn."""
        found: list[int] = self._actions[self._opening == opening].tolist()
        return found

    def look_up(self, waiting: Array, opening: Array, actions: Array, chosen: Array) -> None:
        """Write what the actions of waiting games order, unless they are no throws that are due."""
        at = actions - self._actions[0]
        known = waiting & (at >= 0) & (at < len(self._orders))
        known[known] = self._opening[at[known]] == opening[known]
        chosen[known] = self._orders[at[known]]

    def insert(self, waiting: Array, opening: Array, offsets: Array, moves: Array, listed: Array) -> tuple[Array, Array, Array]:
        """The lists with the throws in them: where each game's begins, what is ordered, and the actions."""
        counts = np.diff(offsets)
        due = [(np.flatnonzero(waiting & (opening == which)), self._opening == which) for which in (False, True)]
        for games, throws in due:
            counts[games] = throws.sum()
        found = np.concatenate((np.zeros(1, np.int32), np.cumsum(counts, dtype=np.int32)))
        orders, actions = np.empty(found[-1], np.int64), np.empty(found[-1], np.uint16)
        moving = np.repeat(~waiting, counts)
        orders[moving], actions[moving] = moves[: offsets[-1]], listed[: offsets[-1]]
        for games, throws in due:
            places = found[games, None] + np.arange(throws.sum())
            orders[places], actions[places] = self._orders[throws], self._actions[throws]
        return found, orders, actions
