"""One game, for people: `Game`, and what it is made of."""

from .game import Game

__all__ = ["Game"]
