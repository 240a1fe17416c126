"""Games added up: sums and histograms that stay small however many games there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import RuleError
from ..progress import in_notebook
from ..records import COLOURS
from ..rulebooks import BOOKS, Rulebook, Value, write_value
from ..table import Table
from .intervals import Interval, Sums, mean, quantile, share

if TYPE_CHECKING:
    from ..simulation import Device

Block = Mapping[str, NDArray[Any]]


class Measure(NamedTuple):
    """What can be measured in a game: its name in a table and in a plot, and its decimals."""

    label: str
    words: str
    decimals: int


MEASURES: Mapping[str, Measure] = {
    "turns": Measure("turns", "turns a game", 1),
    "throws": Measure("throws", "throws a game", 1),
    "captures": Measure("captures", "pieces captured a game", 2),
    "forced": Measure("forced %", "moves without a choice, in %", 2),
    "branching": Measure("branching", "legal moves to choose from", 3),
    "lead_changes": Measure("lead changes", "changes of the lead a game", 2),
    "opener": Measure("opener's edge", "wins of the opener, points above equal", 1),
}
READ: Mapping[str, Callable[[Block], NDArray[Any]]] = {
    "turns": lambda games: games["turns"],
    "throws": lambda games: games["throws"],
    "captures": lambda games: games["captures"],
    "forced": lambda games: 100 - 100 * games["choices"] / games["moves"],
    "branching": lambda games: games["options"] / games["moves"],
    "lead_changes": lambda games: games["lead_changes"],
}
COURSE = ("winner", "turns", "throws", "captures")  # two games that agree in these are taken to be the same
COMPARED = 10_000  # games whose course is kept
GROUP = 1024  # games added at a time: however they were played, they are added in the same order, to the last bit
COLUMNS = ("winner", "turns", "throws", "moves", "captures", "choices", "options", "lead_changes")


@dataclass
class Tally:
    """What the games of one table add up to; unfinished games are only counted."""

    table: Table
    games: int = 0
    unfinished: int = 0
    wins: NDArray[np.int64] = field(default_factory=lambda: np.zeros(COLOURS, np.int64))
    sums: dict[str, Sums] = field(default_factory=lambda: dict.fromkeys(READ, Sums()))
    lengths: dict[str, NDArray[np.int64]] = field(
        default_factory=lambda: dict.fromkeys(("turns", "throws"), np.zeros(1, np.int64))
    )

    course: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, len(COURSE)), np.int32))

    def add(self, block: Block) -> None:
        over = block["winner"] >= 0
        done = {name: column[over] for name, column in block.items()}
        self.games += int(over.sum())
        self.unfinished += len(over) - int(over.sum())
        self.wins += np.bincount(done["winner"], minlength=COLOURS)
        for name, read in READ.items():
            self.sums[name] += Sums.of(np.asarray(read(done), np.float64))
        for unit, counted in self.lengths.items():
            self.lengths[unit] = add_counts(counted, np.bincount(done[unit]))
        fresh = np.column_stack([block[name][: COMPARED - len(self.course)] for name in COURSE])
        self.course = np.concatenate([self.course, fresh.astype(np.int32)])

    def __iadd__(self, other: Tally) -> Tally:
        self.games += other.games
        self.unfinished += other.unfinished
        self.wins = self.wins + other.wins
        self.sums = {name: self.sums[name] + other.sums[name] for name in READ}
        self.lengths = {unit: add_counts(self.lengths[unit], other.lengths[unit]) for unit in self.lengths}
        return self

    def changed(self, base: Tally) -> float:
        """Of the games kept here and at another table with the same dice, the share that went differently."""
        kept = min(len(self.course), len(base.course))
        return float((self.course[:kept] != base.course[:kept]).any(axis=1).mean()) if kept else 0.0

    def value(self, name: str) -> Interval:
        """A measure of a game, on average."""
        return self.opener_edge() if name == "opener" else mean(self.sums[name])

    def quantile(self, unit: str, q: float) -> Interval:
        return quantile(self.lengths[unit], q)

    def side_wins(self) -> list[int]:
        return [int(self.wins[list(seats)].sum()) for seats in self.table.seats.sides]

    def opener_wins(self) -> int:
        return self.side_wins()[opening_side(self.table)]

    def opener_edge(self) -> Interval:
        """By how many percentage points the side that opens wins more often than an equal share."""
        return points(share(self.opener_wins(), self.games), self.equal_share())

    def equal_share(self) -> float:
        return 1 / len(self.table.seats.sides)


def add_counts(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two histograms in one, as long as the longer."""
    size = max(len(one), len(other))
    return np.pad(one, (0, size - len(one))) + np.pad(other, (0, size - len(other)))


def points(share: Interval, zero: float = 0.0) -> Interval:
    """A share in percentage points above another."""
    return Interval(*(100 * (part - zero) for part in (share.value, share.low, share.high)))


def check_opener(tables: Sequence[Table]) -> None:
    """Refuse to measure the edge of the opener where nobody keeps who that was."""
    if any(table.first == "high_roll" for table in tables):
        raise RuleError("The opener's edge is measured where a seat opens, not the highest throw; set the table up with first=0.")


def opening_side(table: Table) -> int:
    assert isinstance(table.first, int)
    return side_of(table, table.first)


def side_of(table: Table, colour: int) -> int:
    """The side that a colour belongs to; -1 if none."""
    return table.seats.side_of(table.seats.seat_of(colour))


def regroup(blocks: Iterable[Block]) -> Iterator[Block]:
    """The same games, GROUP at a time."""
    waiting: dict[str, NDArray[Any]] = {}
    try:
        for block in blocks:
            waiting = {name: np.concatenate([waiting[name], column]) if waiting else column for name, column in block.items()}
            while len(waiting["winner"]) >= GROUP:
                yield {name: column[:GROUP] for name, column in waiting.items()}
                waiting = {name: column[GROUP:] for name, column in waiting.items()}
    except KeyboardInterrupt:
        if waiting:
            yield waiting
        raise
    if waiting and len(waiting["winner"]):
        yield waiting


# --- playing --------------------------------------------------------------------------


@dataclass
class Trial:
    """How the games of a study are played, and whether somebody has stopped them.

    :param games: of each table
    :param bots: who plays: one for all seats, or one for each in turn
    :param seed: the same seed throws the same dice
    :param device: "cpu", or "cuda" for a GPU
    :param cores: how many play; all by default
    :param done: is called with the number of games that have just been played
    """

    games: int
    bots: tuple[str, ...] = ("greedy",)
    seed: int = 1
    device: Device = "cpu"
    cores: int | None = None
    done: Callable[[int], None] = lambda games: None
    stopped: bool = False
    part: tuple[int, int] | None = None  # play only the k-th of n parts, and keep its games
    kept: list[Block] = field(default_factory=list)
    known: list[Block] | None = None  # games that were played before, in the order in which they are asked for

    def tally(self, table: Table) -> Tally:
        """Play a table as often as asked."""
        tally = Tally(table)
        self.play(tally, self.games, self.seed)
        return tally

    def play(self, tally: Tally, games: int, seed: int) -> None:
        """Add games to a tally; Ctrl-C ends it with what has been played."""
        if self.stopped:
            return
        skipped, games = self.share(games)
        played = skipped
        try:
            for block in regroup(self.find_games(tally.table, skipped, games, seed)):
                tally.add(block)
                played += len(block["winner"])
                self.done(len(block["winner"]))
        except KeyboardInterrupt:
            self.stopped = True
        self.stopped |= played < games

    def share(self, games: int) -> tuple[int, int]:
        """The number of the first game, and of the one after the last."""
        k, n = self.part or (1, 1)
        return games * (k - 1) // n, games * k // n

    def find_games(self, table: Table, skipped: int, games: int, seed: int) -> Iterable[Block]:
        """Play them, and keep those of a part; or know them already."""
        from ..simulation import blocks

        if self.known is not None:
            return [self.known.pop(0)]
        bots = self.bots[0] if len(self.bots) == 1 else self.bots
        found = blocks(
            table, games, bots, seed, self.device, cores=self.cores, columns=COLUMNS, progress=None if in_notebook() else False, skipped=skipped
        )  # fmt: skip
        if self.part is None:
            return found
        columns = list(found)
        empty: dict[str, NDArray[Any]] = {name: np.zeros(0, np.int32) for name in COLUMNS}
        self.kept.append({name: np.concatenate([block[name] for block in columns or [empty]]) for name in COLUMNS})
        return columns

    def seeds(self, count: int) -> list[int]:
        """Seeds of independent parts of one study."""
        return [int(seed) for seed in np.random.SeedSequence(self.seed).generate_state(count, np.uint64)]

    def describe(self, each: str) -> str:
        games = f"{self.games:,} games {each}".rstrip()
        return f"{', '.join(self.bots).capitalize()} play, {games}, seed {self.seed}."

    def data(self) -> dict[str, Any]:
        return {"games": self.games, "bots": list(self.bots), "seed": self.seed, "stopped": self.stopped}

    def notes(self, tallies: Sequence[Tally]) -> Iterator[str]:
        """What a reader must know before trusting the numbers."""
        if self.stopped:
            games = sum(tally.games + tally.unfinished for tally in tallies)
            yield "Stopped before the end" + (f", after {games:,} games in all." if games else ".")
        for tally in tallies:
            if tally.unfinished:
                yield f"{name_table(tally.table)}: {tally.unfinished:,} games did not end and are left out."


def name_book(book: Rulebook) -> str:
    """The id of a book that comes with the package, or the title of any other."""
    return book.id if book.id in BOOKS else book.name["en"]


def write_option(name: str, value: Value) -> str:
    """An option as --option takes it."""
    return f"{name}={write_value(value)}"


def name_table(table: Table) -> str:
    """A table in a few words."""
    pieces = [] if table.pieces == table.book.usual_pieces else [f"{table.pieces} piece{'s' * (table.pieces > 1)}"]
    rules = [write_option(*option) for option in table.options.items()]
    return ", ".join([name_book(table.book), f"{table.players} players", *pieces, *rules])
