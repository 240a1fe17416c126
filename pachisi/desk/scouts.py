"""Looking through games of a strong bot for positions that could be puzzles."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..bots.linking import link
from ..kernel import jit
from ..records import COLOURS, MAX_MOVES, Size, plain
from ..records import table as lay_out
from ..table import Table
from .compiled.scouting import scout
from .games import LONGEST, JudgedGames

MOST = 512  # positions of one game


@lru_cache(maxsize=2)
def load_scouting(size: Size) -> Any:
    """The compiled loop, for all tables."""
    states, values = plain(lay_out(size.state, 1)), np.zeros((MAX_MOVES, COLOURS), np.float32)
    return link(size, scout, 0, states, values, states, np.zeros(1, np.int64), np.uint64(0), 0, 0.0, 0)


class Scout:
    """Looks for positions in which a bot's move leads, and a simpler one plays another.

    :param level: the bot that plays and judges
    :param margin: by which its move leads
    :param apart: throws and moves between two such positions of one game
    """

    def __init__(self, table: Table, level: str, margin: float, apart: int) -> None:
        judged = JudgedGames(table, level, level, 0)
        self.level, self.margin, self.apart = judged.level, margin, apart
        self.books, self.states, self.works, self.minds, _, self.values, _ = judged.make_rooms()
        self.start = judged.lay_out([judged.start])
        self.found, self.filled = np.zeros(MOST, table.size.state), np.zeros(1, np.int64)
        self.compiled = load_scouting(table.size)

    def look_through(self, seed: int) -> list[bytes]:
        """Such positions of one game, as states."""
        self.compiled(
            *(self.books, self.states, self.works, self.minds, self.level, self.start, self.values),
            *(self.found if jit.COMPILED else self.found.view(np.recarray), self.filled),
            *(np.uint64(seed), LONGEST, self.margin, self.apart),
        )
        return [state.tobytes() for state in self.found[: int(self.filled[0])]]
