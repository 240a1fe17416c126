"""Doubting puzzles: do games that are played to their end like the same move best?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from ..notation import read_position
from ..simulation.interrupts import catch_interrupt
from .games import LONGEST
from .puzzle_maker import BEST
from .puzzles import Puzzle
from .rollout import Roller, Rollout

Verdict = Literal["sure", "first", "second", "wrong"]
VERDICTS: dict[Verdict, str] = {
    "sure": "the best move is surely the best",
    "first": "it comes first, though not surely",
    "second": "another one comes first, though not surely",
    "wrong": "another one is surely better",
}


@dataclass(frozen=True)
class Doubts:
    """Puzzles by what rollouts say of them."""

    verdicts: dict[Puzzle, Verdict]

    @property
    def fallen(self) -> list[Puzzle]:
        """Those whose best move does not come first."""
        return [puzzle for puzzle, verdict in self.verdicts.items() if verdict in ("second", "wrong")]

    def lines(self) -> list[str]:
        """How many there are of each."""
        counts = Counter(self.verdicts.values())
        return [f"{counts[verdict]:>5}  {words}" for verdict, words in VERDICTS.items()]


def doubt(
    puzzles: Iterable[Puzzle],
    games: int,
    level: str = BEST,
    seed: int = 1,
    cores: int | None = None,
    throws: int = LONGEST,
    done: Callable[[int], None] = lambda n: None,
) -> Doubts:
    """Play the puzzles of one table out; Ctrl-C ends it early."""
    found: dict[Puzzle, Verdict] = {}
    roller: Roller | None = None
    with catch_interrupt() as interrupted:
        for puzzle in puzzles:
            game = read_position(puzzle.position)
            roller = roller or Roller(game.table, level, seed, cores, throws)
            rolled = roller.roll_out(game, games, stop=interrupted)
            if interrupted:
                break
            found[puzzle] = judge(rolled, puzzle.best)
            done(1)
    return Doubts(found)


def judge(rolled: Rollout, best: str) -> Verdict:
    """What a rollout says of the move that is to be the best; one that is as good as the first is first, too."""
    if any(str(one.move) == best and one.behind.value <= 0 for one in rolled.choices):
        return "sure" if rolled.settled else "first"
    return "wrong" if rolled.settled else "second"
