"""`playing` on the addresses of records: Python hands integers to compiled code several times as fast as arrays.

A game is the address of its record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..kernel.jit import by_address, records_at
from ..records import RULES, Size, offset
from .playing import go_back, go_on


class Compiled(NamedTuple):
    """What takes a game forward, given its address, a verb and what to do; and back, given its address."""

    do: Callable[[int, int, int], int]
    back: Callable[[int], int]


def compile_for(size: Size) -> Compiled:
    """The rules, compiled for records of a size."""
    state, work, page, record = size.state, size.work, size.page, size.game
    state_at, work_at = offset(record, "state"), offset(record, "work")

    @by_address
    def do(game: int, verb: int, what: int) -> int:
        games = records_at(game, 1, record)
        states, works = records_at(game + state_at, 1, state), records_at(game + work_at, 1, work)
        books, pages = records_at(games[0].rules, 1, RULES), records_at(games[0].page, 1, page)
        return go_on(games, states, works, books, pages, verb, what)

    @by_address
    def back(game: int) -> int:
        games = records_at(game, 1, record)
        return go_back(games, records_at(game + state_at, 1, state), records_at(games[0].page, 1, page))

    return Compiled(do, back)
