"""Making puzzles: from games of `master`, positions in which a simple player goes wrong and a rollout is sure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..bots import Bot, Luck, bot
from ..bots.registry import BOTS
from ..game import Game
from ..move import Move
from ..notation import write_position
from ..table import Table
from .chances import UNIT
from .judges import ThinkingJudge
from .puzzles import Puzzle
from .rollout import Rollout, roll_out

MARGIN = 0.02  # by which the best move leads, as evaluated and as played out
GAMES = 960  # of a rollout at most
APART = 12  # throws and moves between two puzzles of one game
BEST = "master"


@dataclass(frozen=True)
class Maker:
    """Makes the puzzles of one table; the same seed makes the same ones."""

    table: Table
    seed: int = 1
    games: int = GAMES
    cores: int | None = None

    def make(self, done: Callable[[str], None] = lambda line: None, known: Iterable[str] = ()) -> Iterator[Puzzle]:
        """Puzzles without end, none of a known position."""
        seen = set(known)
        for number in range(1 << 30):
            for game in self.candidates(self.seed + number):
                line = write_position(Game.from_state(game.table, game.state))
                if line in seen:
                    continue
                seen.add(line)
                found = self.check(game, line)
                done(line)
                if found:
                    yield found

    def candidates(self, seed: int) -> Iterator[Game]:
        """Positions of one game of masters in which one move leads and somebody simpler plays another."""
        game, player, judge = Game(self.table, seed=seed), bot(BEST), ThinkingJudge(self.table, BEST)
        simple, last = self.simple_bots(seed), -APART
        while game.node != "over":
            moves = game.legal_moves
            if game.node == "move" and len(moves) > 1 and len(game.history) - last >= APART:
                best = lead(game, judge)
                if best is not None and any(moves[one.choose(game, moves)] != best for one in simple):
                    last = len(game.history)
                    yield game.copy(history=False)
            play_on(game, player)

    def simple_bots(self, seed: int) -> list[Bot]:
        return [bot(name, Luck(seed)) for name in BOTS if name not in ("random", BEST)]

    def check(self, game: Game, line: str) -> Puzzle | None:
        """A puzzle, if the rollout agrees with the judge and is sure of the margin."""
        rolled = roll_out(game, self.games, seed=self.seed, cores=self.cores)
        best, margin = rolled.choices[0].move, margin_of(rolled)
        if (
            not rolled.settled
            or best is None
            or margin < MARGIN / 2
            or best != lead(game, ThinkingJudge(self.table, BEST))
        ):
            return None
        return Puzzle(line, str(best), round(margin, 4), round(self.miss(game, best), 3))

    def miss(self, game: Game, best: Move) -> float:
        """How often bots weaker than `master` miss the move."""
        moves = game.legal_moves
        missed = [float(moves[one.choose(game, moves)] != best) for one in self.simple_bots(self.seed)]
        return (sum(missed) + 1 - 1 / len(moves)) / (len(missed) + 1)


def lead(game: Game, judge: ThinkingJudge) -> Move | None:
    """The best move, if it leads by the margin."""
    side = game.seats.side_of(game.seat)
    ranked = sorted(
        zip((row[side] for row in judge.judge(game).moves), game.legal_moves, strict=True), key=lambda row: -row[0]
    )
    return ranked[0][1] if ranked[0][0] - ranked[1][0] >= MARGIN * UNIT else None


def margin_of(rolled: Rollout) -> float:
    """By how much every other choice is behind, at least, with 95 % confidence."""
    return min(one.behind.low for one in rolled.choices[1:])


def play_on(game: Game, player: Bot) -> None:
    if game.node == "move":
        game.push(game.legal_moves[player.choose(game, game.legal_moves)])
    elif game.node == "offer" and player.declines(game):
        game.push(game.legal_moves[0])
    else:
        game.throw()
