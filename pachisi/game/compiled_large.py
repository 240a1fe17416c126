"""`playing` on the addresses of large records: Python hands integers to compiled code several times as fast as arrays.

As `compiled`, and in a module of its own, because loading either compiles the rules for its size.
"""

from __future__ import annotations

from ..kernel.jit import by_address, records_at
from ..records import LARGE, RULES, offset
from .playing import go_back, go_on

STATE, WORK, PAGE, GAME = LARGE.state, LARGE.work, LARGE.page, LARGE.game
STATE_AT, WORK_AT = offset(GAME, "state"), offset(GAME, "work")


@by_address
def do(game: int, verb: int, what: int) -> int:
    """Throw, play a move or list the legal ones."""
    games = records_at(game, 1, GAME)
    states, works = records_at(game + STATE_AT, 1, STATE), records_at(game + WORK_AT, 1, WORK)
    books, pages = records_at(games[0].rules, 1, RULES), records_at(games[0].page, 1, PAGE)
    return go_on(games, states, works, books, pages, verb, what)


@by_address
def back(game: int) -> int:
    """Take back a throw or a move."""
    games = records_at(game, 1, GAME)
    return go_back(games, records_at(game + STATE_AT, 1, STATE), records_at(games[0].page, 1, PAGE))
