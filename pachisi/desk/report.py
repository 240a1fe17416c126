"""A game in review: what was luck, what was skill, what was better.

At a throw, luck is what the throw that fell is worth beyond the mean of all throws. At a decision, skill is what the
choice is worth compared with the best one. What is left is the judge correcting itself: a node is worth something else
when seen from there. All of it is counted in chances to win, for every side, so that it adds up to the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..game import Game
from ..lookups import Faces
from ..move import Move
from ..table import Table
from .data import as_data

SIZES = {"blunder": 0.05, "mistake": 0.025, "inaccuracy": 0.01}  # by what a decision loses at least
LEAD = 0.1  # ahead of the old favourite by this, the new one has taken over


@dataclass(frozen=True)
class Alternative:
    """Something that could be done, and the chances of every side after it.

    :param move: a legal move; None: to throw
    :param chances: by side
    """

    move: Move | None
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Moment:
    """One throw or move. `before` + `luck` + `skill` + `correction` is `after`, exactly, for every side.

    :param n: its number in the history, from 0
    :param turn: of the game
    :param seat: who threw or decided
    :param side: the index of that player's side
    :param node: "throw", "move" or "offer"
    :param done: the faces that were thrown, or the move that was played
    :param before: the chances of every side, if the best is done
    :param luck: what the throw has changed
    :param skill: what the decision has changed, compared with the best one; at most 0 for the side that decides
    :param correction: what the judge has learned since
    :param after: the chances at the next node
    :param alternatives: at a decision with a choice, all that could be done, the best first
    """

    n: int
    turn: int
    seat: int
    side: int
    node: str
    done: Faces | Move
    before: tuple[float, ...]
    luck: tuple[float, ...]
    skill: tuple[float, ...]
    correction: tuple[float, ...]
    after: tuple[float, ...]
    alternatives: tuple[Alternative, ...] = ()

    @property
    def loss(self) -> float:
        """What the decision has cost its own side; 0 for the best one."""
        return -self.skill[self.side]

    @property
    def size(self) -> str:
        """ "inaccuracy", "mistake", "blunder", or nothing."""
        return next((name for name, least in SIZES.items() if self.loss >= least), "")

    @property
    def best(self) -> Move | None:
        """The best move; None where it is best to throw."""
        return self.alternatives[0].move if self.alternatives else None

    @property
    def swing(self) -> float:
        """How much chance has changed hands."""
        return sum(abs(b - a) for a, b in zip(self.before, self.after, strict=True)) / 2


@dataclass(frozen=True)
class Account:
    """How one side came from its chances at the start to its result.

    `start` + `luck` + `skill` + `correction` is `result`, exactly.

    :param seats: of the side
    :param start: its chance before the first throw
    :param luck: `dice` + `gifts`, all that it did not decide
    :param skill: what its own decisions have cost, at most 0
    :param correction: what the judge has learned on the way; 0 at a solved table
    :param result: 1 if it has won, 0 if not; in an open game its chance now
    :param dice: what all throws have given it, 0 on average
    :param gifts: what it has gained, or lost, by the mistakes of others
    :param decisions: with a choice
    :param best: how many of them were as good as any
    :param forced: moves without a choice
    :param inaccuracies: decisions that were one
    :param mistakes: likewise
    :param blunders: likewise
    """

    seats: tuple[int, ...]
    start: float
    luck: float
    skill: float
    correction: float
    result: float
    dice: float
    gifts: float
    decisions: int
    best: int
    forced: int
    inaccuracies: int
    mistakes: int
    blunders: int

    @property
    def best_share(self) -> float:
        """The share of decisions that were as good as any."""
        return self.best / self.decisions if self.decisions else 1.0

    @property
    def forced_share(self) -> float:
        """The share of moves without a choice."""
        moves = self.decisions + self.forced
        return self.forced / moves if moves else 0.0


@dataclass(frozen=True, eq=False, repr=False)
class Review:
    """A judged game.

    >>> from pachisi import Game, review
    >>> game = Game("mensch", players=2, seed=7)
    >>> done = game.push_line("[6] 1-7, [2] 7-9")
    >>> found = review(game, level="expert")
    >>> [moment.node for moment in found.moments]
    ['throw', 'move', 'throw', 'move']
    >>> one = found.players[0]
    >>> one.start + one.luck + one.skill + one.correction == one.result
    True

    :param game: with its history
    :param level: of the judge: "expert", "master", or "solution"
    :param moments: all throws and moves
    :param start: the chances of every side before the first throw
    :param learned: does the judge know this very game?
    :param names: who played, by seat, as far as a record says it
    """

    game: Game
    level: str
    moments: tuple[Moment, ...]
    start: tuple[float, ...]
    learned: bool = True
    names: Mapping[int, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        table = self.table
        return f"<Review of {len(self.moments)} throws and moves of {table.book.id}, {table.players} players, by {self.level}>"

    def __str__(self) -> str:
        """The accounts; `pachisi review` tells more."""
        from ..words.teller import Teller
        from ..words.voice import Voice
        from .prose import Prose

        prose = Prose(self, Teller(self.table, Voice("en")))
        return "\n".join([prose.head(), "", *prose.columns()])

    @property
    def table(self) -> Table:
        """The table of the game."""
        return self.game.table

    @cached_property
    def players(self) -> tuple[Account, ...]:
        """The accounts of all sides, in the order of seats."""
        return tuple(self.account(side) for side in range(len(self.table.seats.sides)))

    def account(self, side: int) -> Account:
        dice, correction = (
            sum(getattr(moment, part)[side] for moment in self.moments) for part in ("luck", "correction")
        )
        own = [moment for moment in self.moments if moment.side == side]
        skill = sum(moment.skill[side] for moment in own)
        gifts = sum(moment.skill[side] for moment in self.moments if moment.side != side)
        choices = [moment for moment in own if moment.alternatives]
        sizes = Counter(moment.size for moment in choices)
        return Account(
            self.table.seats.sides[side],
            self.start[side],
            dice + gifts,
            skill,
            correction,
            self.moments[-1].after[side] if self.moments else self.start[side],
            dice,
            gifts,
            len(choices),
            sum(not moment.loss for moment in choices),
            sum(moment.node == "move" and not moment.alternatives for moment in own),
            *(sizes[size] for size in ("inaccuracy", "mistake", "blunder")),
        )

    @cached_property
    def turning_points(self) -> tuple[Moment, ...]:
        """The moments in which another side became the favourite, and stayed it until it was well ahead."""
        favourite = favourite_of(self.start)
        found: list[Moment] = []
        rising: Moment | None = None
        for moment in self.moments:
            ahead = favourite_of(moment.after)
            if ahead == favourite:
                rising = None
            else:
                rising = rising if rising and favourite_of(rising.after) == ahead else moment
                if moment.after[ahead] - moment.after[favourite] >= LEAD:
                    found.append(rising)
                    favourite, rising = ahead, None
        return tuple(found)

    def worst(self, count: int = 10) -> list[Moment]:
        """The decisions that have cost most, in the order of the game."""
        lossy = sorted((moment for moment in self.moments if moment.loss), key=lambda moment: -moment.loss)
        return sorted(lossy[:count], key=lambda moment: moment.n)

    def throws_of(self, side: int) -> list[Moment]:
        """The throws from the luckiest to the unluckiest for a side."""
        thrown = [moment for moment in self.moments if not isinstance(moment.done, Move)]
        return sorted(thrown, key=lambda moment: -moment.luck[side])

    def data(self) -> dict[str, Any]:
        """Everything as JSON takes it; docs/review.md names the fields."""
        return as_data(self)


def favourite_of(chances: Sequence[float]) -> int:
    return max(range(len(chances)), key=chances.__getitem__)
