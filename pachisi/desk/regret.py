"""How good the best moves of a review are: rollouts try to find better ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from math import ceil, sqrt
from random import Random
from threading import local
from typing import Any

import numpy as np

from ..bots import Luck, bot, decide
from ..game import Game
from ..lab.intervals import Interval, Sums, mean
from ..lab.tabulation import grid
from ..simulation import catch_interrupt, count_cores, share_out
from ..table import Table
from .compiled.playing import THROWS
from .games import LONGEST, Array, JudgedGames
from .judges import ThinkingJudge
from .rollout import CLEAR, adjust, list_choices, start_after

PER_GAME = 8  # decisions of one game at most
FOUND = np.dtype([("regret", "f8"), ("most", "f8"), ("agreed", "?"), ("sure", "?")])


@dataclass(frozen=True)
class Regret:
    """All in per cent.

    :param table: the book and the number of players
    :param decisions: with a choice, from games of a bot
    :param games: for each choice
    :param agreed: the share of decisions in which the rollout likes the same move best
    :param sure: the share in which it is sure of a better one
    :param regret: what the review's best move loses for each decision, in percentage points, at least
    :param most: … and at most
    """

    table: str
    decisions: int
    games: int
    agreed: float
    sure: float
    regret: Interval
    most: Interval

    def data(self) -> dict[str, Any]:
        """As JSON takes it."""
        return asdict(self)


def measure_regret(
    table: Table,
    decisions: int = 1000,
    games: int = 48,
    level: str = "master",
    bot: str = "careful",
    seed: int = 1,
    throws: int = LONGEST,
    cores: int | None = None,
    done: Callable[[int], None] = lambda n: None,
) -> Regret:
    """Let rollouts doubt the best moves of a judge; Ctrl-C ends it early."""
    doubter = Doubter(table, level, bot, seed, games, throws)
    found = np.zeros(0, FOUND)
    with catch_interrupt() as interrupted:
        for part in share_out(doubter.doubt, ceil(decisions / PER_GAME) * 4, cores or count_cores(), 1):
            found = np.concatenate([found, part])[:decisions]
            done(len(part))
            if interrupted or len(found) == decisions:
                break
    return Regret(
        f"{table.book.id} {table.players}",
        len(found),
        games,
        100 * float(found["agreed"].mean()),
        100 * float(found["sure"].mean()),
        mean(Sums.of(100 * found["regret"])),
        mean(Sums.of(100 * found["most"])),
    )


class Doubter:
    """Plays out decisions of one table; each thread has a judge of its own."""

    def __init__(self, table: Table, level: str, bot: str, seed: int, games: int, throws: int) -> None:
        self.table, self.level, self.bot, self.seed, self.games = table, level, bot, seed, games
        self.judged = JudgedGames(table, level, level, seed, plies=0, judging=THROWS, longest=throws)
        self.own = local()

    def doubt(self, first: int, count: int) -> Array:
        """What is found in the games number first, first + 1, …"""
        if not hasattr(self.own, "judge"):
            self.own.judge = ThinkingJudge(self.table, self.level)
        rows = [
            self.compare(game, PER_GAME * number + at)
            for number in range(first, first + count)
            for at, game in enumerate(self.decisions(number))
        ]
        return np.array(rows, FOUND)

    def decisions(self, number: int) -> list[Game]:
        """Some decisions of one game, each as likely as any other."""
        random = Random(f"{self.seed} {number}")
        kept: list[Game] = []
        for seen, game in enumerate(self.choices(number)):
            at = random.randrange(seen + 1) if seen >= PER_GAME else seen
            if at < PER_GAME:
                kept[at : at + 1] = [game.copy(history=False)]
        return kept

    def choices(self, number: int) -> Iterator[Game]:
        """The nodes of a game in which something can be chosen."""
        game = Game(self.table, seed=self.seed + number)
        player = bot(self.bot, Luck(self.seed + number))
        while game.node != "over":
            if game.node == "offer" or len(game.legal_moves) > 1:
                yield game
            chosen = decide(player, game)
            game.throw() if chosen is None else game.push(game.legal_moves[chosen])

    def compare(self, game: Game, number: int) -> tuple[float, float, bool, bool]:
        """What the judge's choice loses at least and at most, whether the rollout agrees, and whether it is sure of another one."""
        side = game.seats.side_of(game.seat)
        opinion = self.own.judge.judge(game)
        thought = [value[side] for value in ([opinion.throwing] if game.node == "offer" else []) + list(opinion.moves)]
        judged = thought.index(max(thought))
        starts = self.judged.lay_out([start_after(game, move) for move in list_choices(game)])
        rows, _ = self.judged.play_block(starts, number * self.games, self.games)
        steady, _ = adjust(rows, side)
        best = int(steady.mean(axis=1).argmax())
        lead = Sums.of(steady[best] - steady[judged])
        sure = best != judged and lead.mean > CLEAR * sqrt(lead.variance)
        return regret_of(steady, judged), lead.mean, best == judged, sure


def regret_of(steady: Array, judged: int) -> float:
    """What is lost: half of the games say which choice is best, the other half what it is worth.

    So no luck counts, but half of the games may err about the best choice: on average this is too little.
    What leads in all games is worth less than it seems, so its lead is on average too much.
    """
    halves = steady[:, ::2].mean(axis=1), steady[:, 1::2].mean(axis=1)
    return float(np.mean([one[other.argmax()] - one[judged] for one, other in (halves, halves[::-1])]))


def tabulate(found: Iterable[Regret], width: int) -> list[str]:
    """A row for each table."""
    rows = [["", "decisions", "games", "agreed %", "surely better %", "regret ≥", "regret ≤"]]
    for one in found:
        regrets = [f"{part.value:.3f} ±{part.half:.3f}" for part in (one.regret, one.most)]
        rows.append([one.table, f"{one.decisions:,}", str(one.games), f"{one.agreed:.1f}", f"{one.sure:.1f}", *regrets])
    return grid(rows, width)
