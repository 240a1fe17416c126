"""Games as pickle keeps them: the table, the start, the seed, and what was done since.

They are played again when they are loaded, so that a few bytes for each throw and move are enough, and a version
with other records in storage reads them too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..move import Move
from .position import from_position

if TYPE_CHECKING:
    from ..table import Table
    from .game import Game

Act = Move | tuple[int, ...] | None  # None: a throw of the game's own dice


def keep(game: Game) -> tuple[Any, ...]:
    """How to make the game again, as `__reduce__` says it."""
    start = game.at(0, history=False)
    where = None if start.state == game.table.lookups.start else start.position()
    acts = [None if game.drew(n) else done for n, done in enumerate(game.history)]
    return revive, (type(game), game.table, where, game.seed, game.seed_given, start.drawn, acts)


def revive(
    kind: type[Game],
    table: Table,
    where: Mapping[str, Any] | None,
    seed: int,
    seed_given: bool,
    drawn: int,
    acts: Sequence[Act],
) -> Game:
    """Play it again."""
    state = table.lookups.start if where is None else from_position(where, table).state
    game = kind.from_state(table, state, seed=seed, drawn=drawn)
    game.seed_given = seed_given
    for act in acts:
        if isinstance(act, Move):
            game.push(act)
        else:
            game.throw(*act or ())
    return game
