"""Who judges a game: a bot that thinks, or an exact table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .. import kernel
from ..bots.linking import link
from ..bots.mind import ROWS, make_minds
from ..bots.nets import find_file
from ..bots.registry import THINKERS
from ..errors import RuleError
from ..kernel import jit
from ..lab.states import key_at, leaves_after, make_room
from ..lookups import Faces
from ..lower import throws_of
from ..records import COLOURS, MAX_MOVES, OUTCOMES, SMALL, Size, plain
from ..records import table as lay_out
from ..rulebooks import spell
from ..table import Table
from .chances import UNIT, Chances, certain, mean, settle_rows
from .compiled.judging import judge_nodes

if TYPE_CHECKING:
    from ..game import Game
    from ..lab.solve import ExactValues

Array = np.ndarray[Any, Any]
WINNER, OPENING = SMALL.at["winner"], SMALL.at["opening"]  # alike in both sizes


@dataclass(frozen=True)
class Opinion:
    """The chances at one node."""

    value: Chances  # if the best is done
    moves: tuple[Chances, ...] = ()  # after each legal move; at an offer, after stopping
    throws: Mapping[Faces, Chances] = field(
        default_factory=dict
    )  # by faces in ascending order; none while players throw for the first turn
    throwing: Chances = ()  # before the throw: the mean over all of them


class Judge(Protocol):
    """Gives opinions on the games of one table.

    :param name: who it is
    :param learned: does it know this very game? Otherwise it makes do with what another game has taught
    """

    name: str
    learned: bool

    def judge(self, game: Game) -> Opinion: ...

    def judge_all(self, games: Sequence[Game]) -> list[Opinion]: ...


class BaseJudge:
    """What all judges do alike: games that are won, and the throws for who begins."""

    learned = True

    def __init__(self, table: Table) -> None:
        self.table, self.sides = table, len(table.seats.sides)
        self.books = plain(table.lookups.book).copy()
        self.books["play_on"] = 0  # the chances are those of winning; what follows is another matter
        self.works = plain(kernel.room(table.size))
        r = self.books[0]
        found = throws_of(r["faces"], int(r["outcomes"]))
        self.outcomes, self.weights = [outcome for outcome, _ in found], [orders for _, orders in found]
        self.faces = [tuple(sorted(table.lookups.faces[outcome])) for outcome in self.outcomes]

    def judge(self, game: Game) -> Opinion:
        """What the legal moves and the throws at this node are worth."""
        return self.judge_all([game])[0]

    def judge_all(self, games: Sequence[Game]) -> list[Opinion]:
        """The same for many nodes, which is quicker than one by one."""
        found = {at: self.judge_early(game) for at, game in enumerate(games)}
        thought = iter(self.look([games[at] for at, opinion in found.items() if opinion is None]))
        return [opinion or next(thought) for opinion in found.values()]

    def judge_early(self, game: Game) -> Opinion | None:
        """A game that is won, or in which players still throw for the first turn."""
        state = game.state
        winner = int.from_bytes(state[WINNER : WINNER + 1], signed=True)
        if winner >= 0:
            return self.constant(game, certain(self.table.seats.side_of(winner), self.sides))
        if state[OPENING]:
            value = self.before_opening(game)
            return Opinion(value, throwing=value)
        return None

    def look(self, games: Sequence[Game]) -> list[Opinion]:
        raise NotImplementedError

    def constant(self, game: Game, value: Chances) -> Opinion:
        """Nothing that is done here matters."""
        return Opinion(value, (value,) * len(game.legal_moves), dict.fromkeys(game.throws, value), value)

    def before_opening(self, game: Game) -> Chances:
        """All who still throw are equally likely to begin; the last throw of a round decides it."""
        still = game.state[OPENING]
        found = self.look([self.open(game, person) for person in range(COLOURS) if still >> person & 1])
        return mean([opinion.value for opinion in found], [1] * len(found))

    def open(self, game: Game, person: int) -> Game:
        """The same game, if this person begins."""
        states = np.frombuffer(game.state, self.table.size.state).copy()
        states["opening"] = states["tied"] = states["best"] = 0
        books, rows, works = kernel.prepare(self.books, states, self.works)
        kernel.act(books, rows, 0, kernel.TURN, person, works)
        return type(game).from_state(game.table, states.tobytes(), seed=0)

    def weigh(self, game: Game, after: list[Chances], stopping: Chances | None = None) -> Opinion:
        """A throw node or an offer, from what each throw leads to."""
        throwing = mean(after, self.weights)
        throws = dict(zip(self.faces, after, strict=True))
        if stopping is None:
            return Opinion(throwing, (), throws, throwing)
        side = self.table.seats.side_of(game.seat)
        return Opinion(max(throwing, stopping, key=lambda value: value[side]), (stopping,), throws, throwing)


def level_of(name: str) -> int:
    """The number of a bot that thinks, among the minds."""
    levels = {profile.name: at for at, profile in enumerate(THINKERS)}
    if name not in levels:
        raise RuleError(f"level = {spell(name)} is not possible; choose {' or '.join(levels)}.")
    return levels[name]


@lru_cache(maxsize=2)
def load_judge(size: Size) -> Any:
    """The compiled judge, for all tables."""
    moves, throws = (np.zeros((1, most, COLOURS), np.float32) for most in (MAX_MOVES, OUTCOMES))
    return link(size, judge_nodes, 0, plain(lay_out(size.state, 1)), moves, throws)


class ThinkingJudge(BaseJudge):
    """Judges by a bot's own evaluation and search."""

    def __init__(self, table: Table, level: str) -> None:
        number = level_of(level)
        super().__init__(table)
        self.name, self.level, self.learned = level, number, find_file(table) is not None
        self.minds, self.states, self.works = make_minds(table), np.zeros(ROWS, table.size.state), np.zeros(1, table.size.work)
        if not jit.COMPILED:
            self.books, self.minds, self.states, self.works = (
                array.view(np.recarray) for array in (self.books, self.minds, self.states, self.works)
            )
        self.compiled = load_judge(table.size)

    def look(self, games: Sequence[Game]) -> list[Opinion]:
        nodes = np.frombuffer(b"".join(game.state for game in games), self.table.size.state).copy()
        values = [np.zeros((len(games), most, COLOURS), np.float32) for most in (MAX_MOVES, OUTCOMES)]
        self.compiled(self.books, self.states, self.works, self.minds, self.level, nodes, *values)
        moves, throws = values[0], values[1][:, : len(self.outcomes)]
        return [self.conclude(game, *rows) for game, *rows in zip(games, moves, throws, strict=True)]

    def conclude(self, game: Game, moves: Array, throws: Array) -> Opinion:
        """What the values at one node amount to."""
        after = settle_rows(moves[: len(game.legal_moves), : self.sides])
        if game.node == "move":
            side = self.table.seats.side_of(game.seat)
            return Opinion(max(after, key=lambda value: value[side]), tuple(after))
        return self.weigh(game, settle_rows(throws[:, : self.sides]), after[0] if after else None)


class ExactJudge(BaseJudge):
    """Judges by the solution of a table, and never has to correct itself."""

    name = "solution"

    def __init__(self, table: Table, solution: ExactValues) -> None:
        super().__init__(table)
        self.solution = solution
        self.room = make_room(table.size)

    def look(self, games: Sequence[Game]) -> list[Opinion]:
        return [self.look_up(game) for game in games]

    def look_up(self, game: Game) -> Opinion:
        self.solution.check(game)
        side = self.table.seats.side_of(game.seat)
        moves = tuple(self.best_leaf(game, kernel.PLAY, code, side) for code in game.codes)
        if game.node == "move":
            return Opinion(max(moves, key=lambda value: value[side]), moves)
        thrown = [self.best_leaf(game, kernel.THROW, outcome, side) for outcome in self.outcomes]
        found = self.weigh(game, thrown, moves[0] if moves else None)
        return self.as_solved(game, found, side)

    def best_leaf(self, game: Game, verb: int, what: int, side: int) -> Chances:
        """The chances at the best end of a throw or move."""
        _, states, _ = game.records()
        found = leaves_after(self.books, plain(states), verb, what, self.room, self.works)
        leaves = zip(self.room.keys[:found].tolist(), self.room.other.tolist(), strict=False)
        best = max(UNIT - self.units(key) if other else self.units(key) for key, other in leaves)
        return self.chances_of(best, side)

    def as_solved(self, game: Game, found: Opinion, side: int) -> Opinion:
        """The value is the one in the table; the mean of its throws differs in the eleventh digit."""
        _, states, _ = game.records()
        value = self.chances_of(self.units(int(key_at(self.books, plain(states)))), side)
        if not found.moves:
            return Opinion(value, (), found.throws, value)
        stopping = min(found.moves[0], value, key=lambda one: one[side])
        throwing = value if stopping[side] < value[side] else min(found.throwing, value, key=lambda one: one[side])
        return Opinion(value, (stopping,), found.throws, throwing)

    def units(self, key: int) -> int:
        """The chance of the one who throws there, or who has won."""
        return UNIT if key < 0 else round(self.solution.look_up(key) * UNIT)

    def chances_of(self, units: int, side: int) -> Chances:
        return (units, UNIT - units) if side == 0 else (UNIT - units, units)


def find_judge(table: Table, level: str | ExactValues) -> Judge:
    """The judge of a level, or the exact one."""
    if isinstance(level, str):
        return ThinkingJudge(table, level)
    return ExactJudge(table, level)
