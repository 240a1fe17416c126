"""Players that are machines. A bot chooses among the legal moves and knows nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from ..errors import RuleError
from ..rulebook import unknown
from .perfect import is_perfect, load_perfect

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move

BOTS: Mapping[str, int] = {
    "random": 0,
    "greedy": 1,
    "careful": 2,
    "expert": 3,
    "master": 4,
}  # as `choices` numbers them


class Bot(Protocol):
    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        """The index of the move to play; `moves` are the legal moves of a move node, never none."""
        ...

    def declines(self, game: Game) -> bool:
        """Would it rather not throw, at an offer?"""
        return False


class Lots:
    """Lots that players draw, apart from the dice of the game."""

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

    def __init__(self, name: str, lots: Lots) -> None:
        self.name = name
        self.lots = lots

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        from .choices import choose_at

        index, self.lots.drawn = choose_at(game, len(moves), BOTS[self.name], self.lots.seed, self.lots.drawn)
        return index


def bot(name: str, seed: int | Lots = 0) -> Bot:
    """A bot by its name; bots that draw lots draw them from the seed, or share those of others."""
    if is_perfect(name):
        return load_perfect(name)
    if name not in BOTS:
        raise RuleError(unknown(f"There is no bot '{name}'", name, BOTS))
    if name in ("expert", "master"):
        from .thinking import EXPERT, MASTER, ThinkingBot

        return ThinkingBot(EXPERT if name == "expert" else MASTER)
    return CompiledBot(name, seed if isinstance(seed, Lots) else Lots(seed))


__all__ = ["BOTS", "Bot", "CompiledBot", "Lots", "bot", "decide"]
