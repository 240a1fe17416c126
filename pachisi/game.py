"""Game: what a person calls. Thin: every rule is in the kernel."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np

from .boards import Plan
from .errors import IllegalMove, RuleError
from .lower import First, lower, persons, teams
from .move import STOP_CODE, Move, unpack
from .records import HITS, HITS_MASK, RULES, STATE, News, Node, table
from .rulebook import Rulebook
from .rules import Rules
from .sheet import Verdict
from .table import Table, lay

NODES: Mapping[int, str] = {node.value: node.name.lower() for node in Node}
NEWS = [tuple(item.name.lower() for item in News if item.name and item & bits) for bits in range(2 * max(News))]
THROW, MOVE, OFFER, OVER = map(int, Node)
MOST_MOVES = 1 << 16  # remembered at one table
# where a state keeps what is asked for all the time: a byte is read ten times as fast as a field of a record
NODE, COLOUR, THROWER, NEWS_AT, OPENING, POOL = (
    STATE.fields[name][1]  # type: ignore[index]
    for name in ("node", "colour", "thrower", "news", "opening", "pool")
)


@dataclass(frozen=True)
class Outcome:
    """Who has won, and all places; seats that share a place stand together."""

    winner: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Entry:
    """A line of the log: what somebody did, or what came about by itself."""

    what: str  # "throw", "move", or a piece of News in small letters
    seat: int
    faces: tuple[int, ...] = ()
    move: Move | None = None


class Log(Sequence[Entry]):
    """The story of a game, made into entries only when somebody reads it."""

    def __init__(self) -> None:
        self.lines: list[tuple[Any, ...]] = []

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, index: Any) -> Any:
        found = self.lines[index]
        return [Entry(*line) for line in found] if isinstance(found, list) else Entry(*found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.lines == other.lines

    def clear(self) -> None:
        self.lines.clear()


class LegalMoves(Sequence[Move]):
    """The legal moves of a node, made into Moves only when somebody looks."""

    def __init__(self, game: Game) -> None:
        self.codes = game._codes()
        self.game = game
        self.moves: tuple[Move, ...] | None = None if self.codes else ()
        self.at = len(game.history)

    def all(self) -> tuple[Move, ...]:
        if self.moves is None:
            if self.at != len(self.game.history):
                raise IllegalMove("The game has gone on; ask for legal_moves again.")
            self.moves = tuple(map(self.game._read_move, self.codes))
        return self.moves

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: Any) -> Any:
        return self.all()[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.all())

    def __contains__(self, move: object) -> bool:
        return move in self.all()

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self.all()))}>"


class Game:
    """One game at one table.

    >>> game = Game("mensch", players=4, seed=7)
    >>> game.node, game.seat
    ('throw', 0)
    """

    def __init__(
        self,
        rulebook: str | Path | Rulebook | Table = "mensch",
        players: int = 4,
        *,
        seed: int | None = None,
        first: First | Literal["given"] = 0,
        pieces: int = 4,
        **options: object,
    ) -> None:
        self.table = rulebook if isinstance(rulebook, Table) else lay(rulebook, players, first, pieces, options)
        self._kernel, self._quick_act, self._quick_draw = load_kernel()
        self._book = lower(self.table.rules, self.table.first)
        self._states = table(STATE, 1)
        self._work = self._kernel.room()
        # the same memory as plain arrays: Numba takes them ten times as fast as record arrays
        self._plain = [part.view(np.ndarray) for part in (self._book, self._states, self._work)]
        self._r, self._s = self._plain[0].view(RULES)[0], self._plain[1].view(STATE)[0]
        self._bytes = memoryview(self._plain[1].view(np.uint8))  # type: ignore[arg-type]
        self._facts = know(self.table.rules, self.table.first)
        self._found = self._work[0].moves[0]
        self._count: int | None = 0  # legal moves in the buffer; None: to be found
        self._moves: LegalMoves | None = None
        self.seed_given = seed is not None
        self.seed = secrets.randbits(63) if seed is None else check_seed(seed)
        self._seed = np.uint64(self.seed)
        self.drawn = 0
        self.history: list[tuple[int, ...] | Move] = []
        self.log = Log()
        self._past: list[tuple[bytes, int, int]] = []
        self._act(self._kernel.BEGIN, 0)

    # --- what can be seen -------------------------------------------------

    @property
    def rulebook(self) -> Rulebook:
        return self.table.book

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def board(self) -> Plan:
        return self.table.board

    @property
    def node(self) -> str:
        return NODES[self._bytes[NODE]]

    @property
    def seat(self) -> int:
        """Who decides at this node; -1 when the game is over."""
        node = self._bytes[NODE]
        if node == OVER:
            return -1
        return self._facts.persons[self._bytes[COLOUR if node == MOVE else THROWER]]

    @property
    def colour(self) -> int:
        """The colour on turn; in a lent turn the partner's."""
        return -1 if self._bytes[NODE] == OVER else self._bytes[COLOUR]

    @property
    def faces(self) -> tuple[int, ...]:
        """The last throw of this turn."""
        return tuple(int(face) for face in self._s["faces"] if face)

    @property
    def pieces(self) -> list[list[int] | None]:
        """Ascending steps per seat; None for an unused seat."""
        r, s = self._r, self._s
        return [[int(step) for step in s["pieces"][c, : self.table.pieces]] if r["used"][c] else None for c in range(4)]

    @property
    def turn(self) -> int:
        return int(self._s["turn"])

    @property
    def legal_moves(self) -> LegalMoves:
        if self._moves is None or self._count is None:
            self._moves = LegalMoves(self)
        return self._moves

    @property
    def outcome(self) -> Outcome | None:
        if self._bytes[NODE] != OVER:
            return None
        s = self._s
        winner = int(s["winner"])
        if teams(self.table.rules):
            sides = [(winner % 2, winner % 2 + 2), (1 - winner % 2, 3 - winner % 2)]
            return Outcome(sides[0], tuple(sides))
        finished = [int(person) for person in s["places"][: int(s["finished"])]]
        rest = tuple(seat for seat in persons(self.table.rules) if seat not in finished)
        places = [(seat,) for seat in finished] + ([rest] if rest else [])
        return Outcome((winner,), tuple(places))

    # --- what can be done ---------------------------------------------------

    def throw(self, *faces: int) -> tuple[int, ...]:
        """Throw the dice, or say what they show; returns the faces."""
        if self._bytes[NODE] not in (THROW, OFFER):
            raise IllegalMove(f"Nobody throws now: this is a {self.node} node.")
        opening = self._bytes[OPENING]
        outcome, drawn = self._outcome(faces, bool(opening)) if faces else self._draw(opening)
        shown = (self._facts.opening if opening else self._facts.faces)[outcome]
        seat = self._facts.persons[self._bytes[THROWER]]
        self._keep(shown)
        self.drawn = drawn
        self._act(self._kernel.THROW, outcome)
        self._tell(("throw", seat, shown))
        return shown

    def push(self, move: Move) -> None:
        """Play a move; an IllegalMove names the clause that forbids it."""
        moves = self.legal_moves
        try:
            code = moves.codes[moves.all().index(move)]
        except ValueError:
            raise IllegalMove(self._refusal(move)) from None
        seat = self.seat
        self._keep(move)
        self._act(self._kernel.PLAY, code)
        self._tell(("move", seat, (), move))

    def pop(self) -> Move | tuple[int, ...]:
        """Take back the last push or throw, exactly."""
        if not self._past:
            raise IllegalMove("There is nothing to take back.")
        state, self.drawn, lines = self._past.pop()
        self._bytes[:] = state
        self._count = None
        del self.log.lines[lines:]
        return self.history.pop()

    # --- positions and explanations -----------------------------------------

    def position(self) -> dict[str, Any]:
        """The position as a JSON-able dict."""
        from .position import position

        return position(self)

    @classmethod
    def from_position(cls, data: Mapping[str, Any]) -> Game:
        """A game that goes on from a position; NotationError if it is impossible."""
        from .position import from_position

        return from_position(data)

    def why(self, colour: int, start: int, uses: Sequence[int], lang: str = "en") -> Verdict:
        """Which clause decides whether a piece may use these numbers."""
        from .why import why

        return why(self, colour, start, tuple(uses), lang)

    def why_pass(self, lang: str = "en") -> Verdict:
        """Which clause decides whether the player may decline."""
        from .why import why_pass

        return why_pass(self, lang)

    # --- inside -----------------------------------------------------------

    def records(self) -> tuple[Any, Any, Any]:
        """Rules, state and workplace as the kernel takes them, with the legal moves in the workplace."""
        self._codes()
        book, states, work = self._plain
        return book, states, work

    def _act(self, verb: int, what: int) -> None:
        book, states, work = self._plain
        self._count = self._quick_act(book, states, 0, verb, what, work)
        self._moves = None

    def _codes(self) -> tuple[int, ...]:
        node = self._bytes[NODE]
        if node == OFFER:
            return (STOP_CODE,)
        if node != MOVE:
            return ()
        if self._count is None:
            self._act(self._kernel.MOVES, 0)
        return tuple(self._found[: self._count].tolist())

    def _read_move(self, code: int) -> Move:
        """The same integer is the same Move while the same numbers lie open, unless it captures."""
        if code >> HITS & HITS_MASK:
            return unpack(code, self._r, self._s)
        key = code, bytes(self._bytes[POOL : POOL + 4])
        move = self._facts.moves.get(key)
        if move is None:
            if len(self._facts.moves) >= MOST_MOVES:
                self._facts.moves.clear()
            move = self._facts.moves[key] = unpack(code, self._r, self._s)
        return move

    def _keep(self, done: tuple[int, ...] | Move) -> None:
        self._past.append((bytes(self._bytes), self.drawn, len(self.log.lines)))
        self.history.append(done)

    def _tell(self, line: tuple[Any, ...]) -> None:
        lines = self.log.lines
        lines.append(line)
        for name in NEWS[self._bytes[NEWS_AT]]:
            lines.append((name, line[1]))
        if self._bytes[NODE] == OVER:
            lines.append(("over", line[1]))

    def _outcome(self, faces: tuple[int, ...], opening: bool) -> tuple[int, int]:
        dice = self.table.rules.dice
        count = dice.opening if opening else dice.count
        if len(faces) != count or any(type(face) is not int or face not in dice.faces for face in faces):
            shown = ", ".join(map(str, dice.faces))
            thing = "stick" if dice.kind == "sticks" else "die" if count == 1 else "dice"
            raise IllegalMove(f"{faces} cannot be thrown: {count} {thing} with the faces {shown}.")
        return sum(dice.faces.index(face) * len(dice.faces) ** at for at, face in enumerate(faces)), self.drawn

    def _draw(self, opening: int) -> tuple[int, int]:
        size = len(self._facts.opening if opening else self._facts.faces)
        drawn: tuple[int, int] = self._quick_draw(self._seed, 0, self.drawn, size)
        return drawn

    def _refusal(self, move: object) -> str:
        if not isinstance(move, Move):
            return f"{move!r} is not a Move."
        if self.node == "over":
            return "The game is over."
        if self.node == "throw":
            return f"{move} cannot be played now: seat {self.seat} has to throw."
        if self.node == "offer" or move.kind == "stop":
            return f"{move} is not possible here; possible are: {', '.join(map(str, self.legal_moves))}."
        verdict = self.why(move.colour, move.start, move.uses) if move.kind != "pass" else self.why_pass()
        if verdict.legal:
            return f"{move} is not the move that these numbers make: {', '.join(map(str, self.legal_moves))}."
        return f"{move} is not allowed ({verdict.clause}): {verdict.text}"


def check_seed(seed: object) -> int:
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise RuleError(f"seed = {seed!r} is not possible; a seed is a whole number from 0 to 2**64 - 1.")
    return seed


@dataclass(frozen=True)
class Facts:
    """What a Game asks all the time, as plain Python."""

    persons: list[int]
    faces: list[tuple[int, ...]]
    opening: list[tuple[int, ...]]
    moves: dict[tuple[int, bytes], Move] = field(default_factory=dict)


@lru_cache(maxsize=128)
def know(rules: Rules, first: First) -> Facts:
    r = lower(rules, first)[0]
    thrown = [tuple(face for face in row if face) for row in r.faces[: r.outcomes].tolist()]
    opening = [tuple(face for face in row if face) for row in r.opening[: r.opening_outcomes].tolist()]
    return Facts(r.person.tolist(), thrown, opening)


@lru_cache(maxsize=1)
def load_kernel() -> tuple[ModuleType, Callable[..., int], Callable[..., tuple[int, int]]]:
    """The compiled rules, imported when the first game needs them."""
    from . import kernel

    if "pachisi.cli" not in sys.modules:  # the command line says it in the player's language
        kernel.announce()
    act, draw = kernel.open_doors()
    return kernel, act, draw
