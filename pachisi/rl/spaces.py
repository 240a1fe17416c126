"""What the suites have in common: a table from plain arguments, and spaces of observations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ..batch.encoder import Encoder
from ..game import Game
from ..table import Table, set_up

Seen = dict[str, np.ndarray[Any, Any]]


def table_of(book: Any, players: int, options: Mapping[str, Any]) -> Table:
    """A table; `first` and `pieces` may stand among the options."""
    rest = {name: value for name, value in options.items() if name not in ("first", "pieces")}
    return set_up(book, players, options.get("first", 0), options.get("pieces"), rest)


def observation_space(encoder: Encoder) -> Any:
    """Small numbers, and a mask of actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (encoder.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (len(encoder.actions),), np.int8),
        }
    )


def look(encoder: Encoder, game: Game, seat: int) -> Seen:
    """What the player at a seat sees; the mask is empty unless that player decides."""
    mask = encoder.mask(game) if game.seat == seat else np.zeros(len(encoder.actions), np.int8)
    return {"observation": encoder.observe(game, seat), "action_mask": mask}
