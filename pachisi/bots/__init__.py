"""Players that are machines. A bot chooses among the legal moves and knows nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from ..errors import RuleError
from ..rulebook import unknown
from .greedy import Greedy
from .random import Random

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move


class Bot(Protocol):
    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        """The index of the move to play; `moves` are the legal moves of a move node, never none."""
        ...


BOTS: Mapping[str, Callable[[int], Bot]] = {"random": Random, "greedy": lambda seed: Greedy()}


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; bots that draw lots draw them from the seed."""
    if name not in BOTS:
        raise RuleError(unknown(f"There is no bot '{name}'", name, BOTS))
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "Greedy", "Random", "bot"]
