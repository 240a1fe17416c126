"""Games as they are pickled: the table, the start, the seed, and the throws and moves since.

They are replayed when they are loaded, so a few bytes for each throw and move are enough, and a version
with a different memory layout can read them too.
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
    """How to rebuild the game, as `__reduce__` returns it."""
    start = game.at(0, history=False)
    where = None if start.state == game.table.lookups.start else start.position()
    acts = [None if game.drew(n) else done for n, done in enumerate(game.history)]
    return revive, (type(game), game.table, where, game.seed, game.seed_given, start.drawn, acts)


def move_to(game: Game, table: Table) -> Game:
    """The same game, played again at another table."""
    _, (kind, _, *rest) = keep(game)
    return revive(kind, table, *rest)


def revive(
    kind: type[Game],
    table: Table,
    where: Mapping[str, Any] | None,
    seed: int,
    seed_given: bool,
    drawn: int,
    acts: Sequence[Act],
) -> Game:
    """Replay a pickled game."""
    state = table.lookups.start if where is None else from_position(where, table).state
    game = kind.from_state(table, state, seed=seed, drawn=drawn)
    game.seed_given = seed_given
    for act in acts:
        if isinstance(act, Move):
            game.push(act)
        else:
            game.throw(*act or ())
    return game
