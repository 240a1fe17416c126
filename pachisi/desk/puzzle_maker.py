"""Making puzzles: from games of `master`, positions in which a simple player goes wrong and a rollout is sure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ..bots import Bot, Luck, bot
from ..bots.registry import BOTS
from ..game import Game
from ..move import Move
from ..notation import write_position
from ..table import Table
from .chances import UNIT
from .judges import ThinkingJudge
from .puzzles import Puzzle
from .rollout import Roller, Rollout
from .scouts import Scout

MARGIN = 0.03  # by which the best move leads, as evaluated
SURE = 0.01  # … as played out, with 95 % confidence
GAMES = 960  # of a rollout at most
SHORT = 48  # throws of a rollout, after which its games are evaluated as they stand
GLANCE, GLANCES = 12, 48  # throws and games of a first rollout, which leaves out what is far behind
FAR = 0.04  # … by this at least, with 95 % confidence
APART = 12  # throws and moves between two puzzles of one game
BEST, QUICK = "master", "expert"


@dataclass(frozen=True)
class Maker:
    """Makes the puzzles of one table; the same seed makes the same ones.

    :param table: whose puzzles
    :param seed: of the first game of masters; every further game takes the next one
    :param games: of a rollout at most
    :param cores: that play; by default all
    :param throws: of a rollout, after which its games are evaluated as they stand
    :param margin: by which the best move leads, as evaluated
    """

    table: Table
    seed: int = 1
    games: int = GAMES
    cores: int | None = None
    throws: int = SHORT
    margin: float = MARGIN

    @cached_property
    def scouting(self) -> Scout:
        """Who looks for positions."""
        return Scout(self.table, BEST, self.margin, APART)

    @cached_property
    def judge(self) -> ThinkingJudge:
        """Who says which move leads."""
        return ThinkingJudge(self.table, BEST)

    @cached_property
    def glancing(self) -> Roller:
        """Short games of a quick player: many with all their luck cost less than few without it."""
        return Roller(self.table, BEST, self.seed, self.cores, GLANCE, adjusted=False, player=QUICK)

    @cached_property
    def checking(self) -> Roller:
        """The same, longer and with other dice."""
        return Roller(self.table, BEST, self.seed + 1, self.cores, self.throws, adjusted=False, player=QUICK)

    @cached_property
    def simple(self) -> list[Bot]:
        """Those who have to go wrong; chance has no say in what they choose."""
        return [bot(name, Luck(self.seed)) for name in BOTS if name not in ("random", BEST)]

    def make(self, done: Callable[[str], None] = lambda line: None, known: Iterable[str] = ()) -> Iterator[Puzzle]:
        """Puzzles without end, none of a known position."""
        seen = set(known)
        for number in range(1 << 30):
            for game in self.candidates(self.seed + number):
                line = write_position(game)
                if line in seen:
                    continue
                seen.add(line)
                found = self.check(game, line)
                done(line)
                if found:
                    yield found

    def candidates(self, seed: int) -> Iterator[Game]:
        """Positions of one game of masters in which one move leads and somebody simpler plays another."""
        for state in self.scouting.look_through(seed):
            yield Game.from_state(self.table, state)

    def misses(self, game: Game, best: Move) -> list[bool]:
        """Who of the simple players chooses another move."""
        moves = game.legal_moves
        return [moves[one.choose(game, moves)] != best for one in self.simple]

    def check(self, game: Game, line: str) -> Puzzle | None:
        """A puzzle, if the rollout agrees with the judge and is sure of the margin."""
        best = lead(game, self.judge, self.margin)
        rivals = self.glance(game, best) if best is not None else []
        if best is None or not rivals:
            return None
        rolled = self.checking.roll_out(game, self.games, among=rivals, hasty=True)
        margin = margin_of(rolled)
        if not rolled.settled or rolled.choices[0].move != best or margin < SURE:
            return None
        return Puzzle(line, str(best), round(margin, 4), round(self.miss(game, best), 3))

    def glance(self, game: Game, best: Move) -> list[Move | None]:
        """The best move and all that a few short games do not put far behind it; none if it does not lead there."""
        found = self.glancing.roll_out(game, GLANCES).choices
        if found[0].move != best or found[1].behind.value < SURE:
            return []
        return [one.move for at, one in enumerate(found) if at < 2 or one.behind.low < FAR]

    def miss(self, game: Game, best: Move) -> float:
        """How often bots weaker than `master` miss the move; who plays at random misses it now and then."""
        missed = self.misses(game, best)
        return (sum(missed) + 1 - 1 / len(game.legal_moves)) / (len(missed) + 1)


def lead(game: Game, judge: ThinkingJudge, margin: float = MARGIN) -> Move | None:
    """The best move, if it leads by the margin."""
    side = game.seats.side_of(game.seat)
    ranked = sorted(
        zip((row[side] for row in judge.judge(game).moves), game.legal_moves, strict=True), key=lambda row: -row[0]
    )
    return ranked[0][1] if ranked[0][0] - ranked[1][0] >= margin * UNIT else None


def margin_of(rolled: Rollout) -> float:
    """By how much every other choice is behind, at least, with 95 % confidence."""
    return min(one.behind.low for one in rolled.choices[1:])
