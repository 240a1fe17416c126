"""Players that are machines. A bot chooses among the legal moves and knows nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from .perfect import is_perfect, load_perfect
from .registry import BOTS, Profile, profile_of

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move

class Bot(Protocol):
    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        """The index of the move to play; `moves` are the legal moves of a move node, never none."""
        ...

    def declines(self, game: Game) -> bool:
        """Would it rather not throw, at an offer?"""
        return False


class Luck:
    """The random numbers that players draw, apart from the dice of the game."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed % 2**64
        self.drawn = 0


def decide(player: Bot, game: Game) -> int | None:
    """What a bot does where a game stands: the index of a legal move, or None: it throws."""
    if game.node == "move":
        return player.choose(game, game.legal_moves)
    return 0 if game.node == "offer" and player.declines(game) else None


class CompiledBot(Bot):
    """A bot at one table; the same compiled function plays millions of games in a simulation."""

    def __init__(self, profile: Profile, luck: Luck) -> None:
        self.profile = profile
        self.luck = luck

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        from .choices import choose_at

        index, self.luck.drawn = choose_at(game, len(moves), self.profile.number, self.luck.seed, self.luck.drawn)
        return index


def bot(name: str, seed: int | Luck = 0) -> Bot:
    """A bot by its name. What it does at random follows from the seed, or from luck that it shares with others."""
    if is_perfect(name):
        return load_perfect(name)
    profile = profile_of(name)
    if profile.thinks:
        from .thinking import ThinkingBot

        return ThinkingBot(profile)
    return CompiledBot(profile, seed if isinstance(seed, Luck) else Luck(seed))


__all__ = ["BOTS", "Bot", "CompiledBot", "Luck", "Profile", "bot", "decide"]
