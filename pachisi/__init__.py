"""The Pachisi family of board games: exact, playable, fast.

>>> import pachisi
>>> game = pachisi.Game("mensch", players=2, seed=7)
>>> game.throw(6)
(6,)
"""

from .errors import IllegalMove, NotationError, RuleError
from .game import Game, Outcome
from .move import Move
from .sheet import Verdict

__all__ = ["Game", "IllegalMove", "Move", "NotationError", "Outcome", "RuleError", "Verdict"]
__version__ = "0.1.0"
