"""The bot that cannot be beaten in the long run: it plays from an exact table of `pachisi lab solve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import RuleError

if TYPE_CHECKING:
    from ..game import Game
    from ..lab.solve import Solution
    from ..move import Move

NAME = "perfect"


class Perfect:
    """Plays a best move; the game must be of two players, by the rules that were solved."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        """The first of the best moves."""
        from . import check_node

        check_node(NAME, game)
        values = self.solution.values_of(game)
        return values.index(max(values))

    def declines(self, game: Game) -> bool:
        return self.solution.best(game) is not None


def is_perfect(name: str) -> bool:
    """Is this the perfect bot's name, with or without a file?"""
    return name == NAME or name.startswith(f"{NAME}:")


def load_perfect(name: str) -> Perfect:
    """The perfect bot by name, `perfect:FILE`; the file is one of `pachisi lab solve --out FILE`."""
    from ..lab.solve import Solution

    _, _, path = name.partition(":")
    if not path:
        raise RuleError(
            "'perfect' plays from a solved table: write one with `pachisi lab solve BOOK --pieces 2 --out FILE.npz`, "
            "then name it perfect:FILE.npz."
        )
    try:
        return Perfect(Solution.load(path))
    except OSError as error:
        raise RuleError(f"{name}: {path} cannot be read: {error.strerror or error}.") from None
