"""The Pachisi family of board games: exact, playable, fast.

>>> import pachisi
>>> game = pachisi.Game("mensch", players=2, seed=7)
>>> game.throw(6)
(6,)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .errors import IllegalMove, NotationError, RuleError

if TYPE_CHECKING:
    from .batch import Batch
    from .desk import Review, review
    from .game import Game
    from .game.snapshot import Outcome
    from .move import Move
    from .sheet import Verdict
    from .simulation import simulate

__all__ = [
    "Batch",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Review",
    "RuleError",
    "Verdict",
    "review",
    "simulate",
]
__version__ = "0.2.0"

ROOMS = {
    "Batch": ".batch",
    "Game": ".game",
    "Move": ".move",
    "Outcome": ".game.snapshot",
    "Review": ".desk",
    "Verdict": ".sheet",
    "review": ".desk",
    "simulate": ".simulation",
}


def __getattr__(name: str) -> object:
    """NumPy and the engine are imported on first use."""
    if name not in ROOMS:
        raise AttributeError(f"module 'pachisi' has no attribute '{name}'")
    value = getattr(import_module(ROOMS[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
