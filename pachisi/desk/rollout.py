"""A second opinion: each choice of a position is played out many times.

All choices get the same dice. The luck of every throw, as the judge sees it, is taken out of the results, as far as that
makes them steadier; its expectation is 0, so nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import IllegalMove, RuleError
from ..lab.intervals import Interval, Sums, mean
from ..records import Node
from ..rulebooks import spell
from ..scalars import as_integer, check_seed
from ..simulation import catch_interrupt
from .compiled.playing import JUDGED, NOTHING, THROWS
from .games import LONGEST, Array, JudgedGames

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move
    from ..table import Table

GAMES = 1296
FEWEST = 2  # games: with one there is no interval
LEAST = 24  # games after which we ask whether the best choice is settled
BLOCK = LEAST // 2  # games at a time: those that are under way when it is settled are lost
CLEAR = 3.0  # standard errors between the best choice and any other


@dataclass(frozen=True)
class RolledChoice:
    """A choice that was played out.

    :param move: a legal move; None: to throw
    :param chance: of the player who decides, to win
    :param behind: how much worse than the best choice
    """

    move: Move | None
    chance: Interval
    behind: Interval


@dataclass(frozen=True)
class Rollout:
    """The choices of a position, best first.

    Intervals are those of a fixed number of games. If it ends early because a lead is clear, that lead is on average a little too large.

    :param choices: best first
    :param games: played for each of them
    :param settled: is the first one clearly the best?
    :param gain: how many times as many games would be needed without the adjustment for luck
    """

    choices: tuple[RolledChoice, ...]
    games: int
    settled: bool
    gain: float


class Roller:
    """Plays positions of one table out.

    :param level: who evaluates, and whose bot plays all sides, without looking ahead
    :param throws: after which a game is evaluated as it stands
    :param adjusted: is the luck taken out? That costs time, above all where many throws differ
    :param player: a bot that plays in place of the one of the level
    """

    def __init__(
        self,
        table: Table,
        level: str = "master",
        seed: int = 1,
        cores: int | None = None,
        throws: int = LONGEST,
        adjusted: bool = True,
        player: str | None = None,
    ) -> None:
        judging = THROWS if adjusted else NOTHING
        self.judged = JudgedGames(table, level, player or level, check_seed(seed), 0, judging, throws)
        self.cores = cores

    def roll_out(
        self,
        game: Game,
        games: int,
        done: Callable[[int], None] = lambda n: None,
        among: Sequence[Move | None] = (),
        hasty: bool = False,
        stop: Sequence[bool] = (),
    ) -> Rollout:
        """Play out every choice, until one is clearly the best or all games are played.

        :param among: the choices to compare; by default all
        :param hasty: end it also as soon as the games are not likely to settle it
        :param stop: end it as soon as this holds something
        """
        moves = list(among) or list_choices(game)
        side = game.seats.side_of(game.seat)
        rows = np.zeros((len(moves), 0), JUDGED)
        starts = [start_after(game, move) for move in moves]
        enough = games if hasty else 0
        blocks = self.judged.play(starts, games, cores=self.cores, most=BLOCK)
        with closing(blocks):
            for block, _ in blocks:
                before, rows = rows.shape[1], np.concatenate([rows, block], axis=1)
                done(block.shape[1])
                ended = first_end(rows, before, side, enough)
                if stop or ended:
                    rows = rows[:, : ended or rows.shape[1]]
                    break
        return sum_up(moves, rows, side)


def roll_out(
    game: Game,
    games: int = GAMES,
    level: str = "master",
    seed: int = 1,
    cores: int | None = None,
    done: Callable[[int], None] = lambda n: None,
    throws: int = LONGEST,
) -> Rollout:
    """Play out every choice of one position, as `Roller` does; Ctrl-C ends it early."""
    if (as_integer(games) or 0) < FEWEST:
        raise RuleError(f"games = {spell(games)} is not possible; a rollout takes {FEWEST} games at least.")
    with catch_interrupt() as interrupted:
        return Roller(game.table, level, seed, cores, throws).roll_out(game, games, done, stop=interrupted)


def list_choices(game: Game) -> list[Move | None]:
    """What can be done here."""
    if game.node == "over":
        raise IllegalMove("There is nothing to play out: the game is over.")
    if game.turn == 0:
        raise IllegalMove("There is nothing to play out while players throw for the first turn.")
    return [None] if game.node == "throw" else [*([None] if game.node == "offer" else []), *game.legal_moves]


def start_after(game: Game, move: Move | None) -> bytes:
    """Where the games begin. A throw that was offered is made."""
    if move is None:
        states = np.frombuffer(game.state, game.table.size.state).copy()
        states["node"] = int(Node.THROW)
        return states.tobytes()
    after = game.copy(history=False)
    after.push(move)
    return after.state


# --- what came of it ------------------------------------------------------------------


def adjust(rows: Array, side: int) -> tuple[Array, float]:
    """Results by choice and game with the luck taken out, and how much steadier they are."""
    result, luck = rows["result"][:, :, side], rows["luck"][:, :, side]
    apart = [values - values.mean(axis=1, keepdims=True) for values in (result, luck)]
    spread = float((apart[1] ** 2).sum())
    part = float((apart[0] * apart[1]).sum()) / spread if spread else 0.0
    steady = result - part * luck
    left = float(steady.var(axis=1).mean())
    return steady, float(result.var(axis=1).mean()) / left if left else 1.0


def first_end(rows: Array, before: int, side: int, enough: int = 0) -> int:
    """After how many games the best choice is settled, or not likely to be with `enough` of them; 0 if neither.

    Asked now and then, whatever the blocks are.
    """
    for games in range(LEAST * (before // LEAST + 1), rows.shape[1] + 1, LEAST):
        leads = find_leads(rows[:, :games], side)
        if are_settled(leads) or (enough and are_hopeless(leads, sqrt(games / enough))):
            return games
    return 0


def find_leads(rows: Array, side: int) -> list[tuple[float, float]]:
    """By how much the best choice leads each other one, and the standard error of that."""
    steady, _ = adjust(rows, side)
    best = int(steady.mean(axis=1).argmax())
    found = [Sums.of(steady[best] - row) for at, row in enumerate(steady) if at != best]
    return [(sums.mean, sqrt(sums.variance)) for sums in found]


def are_settled(leads: list[tuple[float, float]]) -> bool:
    return bool(leads) and all(lead > CLEAR * error for lead, error in leads)


def are_hopeless(leads: list[tuple[float, float]], shrink: float) -> bool:
    """If the leads stay as they are, errors that shrink so much do not make them clear."""
    return any(lead <= CLEAR * error * shrink for lead, error in leads)


def sum_up(moves: list[Move | None], rows: Array, side: int) -> Rollout:
    steady, gain = adjust(rows, side)
    order = [int(at) for at in np.argsort(-steady.mean(axis=1), kind="stable")]
    best = steady[order[0]]
    choices = [
        RolledChoice(moves[at], within(mean(Sums.of(steady[at]))), mean(Sums.of(best - steady[at]))) for at in order
    ]
    return Rollout(tuple(choices), steady.shape[1], len(moves) == 1 or are_settled(find_leads(rows, side)), gain)


def within(interval: Interval) -> Interval:
    """A chance lies between 0 and 1."""
    low, value, high = (min(max(part, 0.0), 1.0) for part in (interval.low, interval.value, interval.high))
    return Interval(value, low, high)


def as_data(rollout: Rollout) -> dict[str, Any]:
    """As JSON takes it."""
    return {
        "games": rollout.games,
        "settled": rollout.settled,
        "gain": rollout.gain,
        "choices": [
            {
                "move": None if one.move is None else str(one.move),
                "chance": vars(one.chance),
                "behind": vars(one.behind),
            }
            for one in rollout.choices
        ],
    }
