"""The log of a game, line by line: what players did, and what was settled automatically."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..move import Move
from ..records import SMALL, News, Node

if TYPE_CHECKING:
    from .storage import Storage

NODE, COLOUR, THROWER, NEWS = (SMALL.at[name] for name in ("node", "colour", "thrower", "news"))  # alike in both sizes
NAMES = [tuple(item.name.lower() for item in News if item.name and item & bits) for bits in range(2 * max(News))]


@dataclass(frozen=True)
class LogEntry:
    """A line of the log.

    :param what: "throw", "move", "over", or what was settled automatically: "lost", "turn_over", "again" …
    :param seat: whose throw or move it was
    :param faces: what was thrown
    :param move: what was played
    """

    what: str
    seat: int
    faces: tuple[int, ...] = ()
    move: Move | None = None


class Log(Sequence[LogEntry]):
    """All lines of a game, read from its states on demand."""

    def __init__(self, history: Sequence[tuple[int, ...] | Move], storage: Storage) -> None:
        self.history, self.storage = history, storage
        self.lines: list[LogEntry] = []
        self.ends: list[int] = []  # how many lines there are after each throw or move

    def read(self) -> list[LogEntry]:
        """The lines so far."""
        for at in range(len(self.ends), len(self.history)):
            before, after = self.storage.before(at)[0], self.storage.before(at + 1)[0]
            self.lines += describe(self.history[at], before, after, self.storage.lookups.persons)
            self.ends.append(len(self.lines))
        return self.lines

    def cut(self, length: int) -> None:
        """Forget what was taken back."""
        if length < len(self.ends):
            del self.ends[length:]
            del self.lines[self.ends[-1] if self.ends else 0 :]

    def __len__(self) -> int:
        return len(self.read())

    def __getitem__(self, index: Any) -> Any:
        return self.read()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.read() == other.read()

    def __repr__(self) -> str:
        return repr(self.read())


def describe(done: tuple[int, ...] | Move, before: bytes, after: bytes, persons: Sequence[int]) -> Iterator[LogEntry]:
    """A throw or a move, and what was settled automatically."""
    seat = persons[before[COLOUR if before[NODE] == Node.MOVE else THROWER]]
    yield LogEntry("move", seat, move=done) if isinstance(done, Move) else LogEntry("throw", seat, faces=done)
    for name in NAMES[after[NEWS]]:
        yield LogEntry(name, seat)
    if after[NODE] == Node.OVER:
        yield LogEntry("over", seat)
