"""Game: what a person calls. Thin: every rule is in the kernel."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .boards import Plan
from .errors import IllegalMove, RuleError
from .kernel.code import STOP_CODE, colour_of, hits_of, target_of
from .lowered import Lowered
from .move import STOP, Move, unpack
from .records import PLAY as PLAYING
from .records import RULES, STATE, WORK, News, Node
from .records import THROW as THROWING
from .rulebook import Rulebook, spell
from .scalars import as_integer
from .seats import First, Seating
from .sheet import Verdict
from .table import Table, lay

if TYPE_CHECKING:
    from .bots.thinking import Advice

NODES = tuple(node.name.lower() for node in Node)
NEWS = [tuple(item.name.lower() for item in News if item.name and item & bits) for bits in range(2 * max(News))]
THROW, MOVE, OFFER, OVER = map(int, Node)
OFFERED = (STOP,)
MOST_MOVES = 1 << 14  # remembered for the same open numbers
# where a state keeps what is asked for all the time: a byte is read ten times as fast as a field of a record
NODE, COLOUR, THROWER, NEWS_AT, OPENING, POOL, CROWD = (
    STATE.fields[name][1]  # type: ignore[index]
    for name in ("node", "colour", "thrower", "news", "opening", "pool", "crowd")
)


@dataclass(frozen=True)
class Outcome:
    """Who has won, and all places; seats that share a place stand together."""

    winner: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class LogEntry:
    """A line of the log: what somebody did, or what came about by itself."""

    what: str  # "throw", "move", or a piece of News in small letters
    seat: int
    faces: tuple[int, ...] = ()
    move: Move | None = None


class Log(Sequence[LogEntry]):
    """The story of a game, told from its states when somebody reads it."""

    def __init__(
        self, history: Sequence[tuple[int, ...] | Move], past: Sequence[bytes], now: memoryview, persons: Sequence[int]
    ) -> None:
        self.parts = history, past, now, persons
        self.lines: list[LogEntry] = []
        self.ends: list[int] = []  # how many lines there are after each throw or move

    def read(self) -> list[LogEntry]:
        history, past, now, persons = self.parts
        for at in range(len(self.ends), len(history)):
            after = past[at + 1] if at + 1 < len(past) else now.tobytes()
            self.lines += tell(history[at], past[at], after, persons)
            self.ends.append(len(self.lines))
        return self.lines

    def cut(self, length: int) -> None:
        """Forget what was taken back."""
        if length < len(self.ends):
            del self.ends[length:]
            del self.lines[self.ends[-1] if self.ends else 0 :]

    def clear(self) -> None:
        self.cut(0)

    def __len__(self) -> int:
        return len(self.read())

    def __getitem__(self, index: Any) -> Any:
        return self.read()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.read() == other.read()


def tell(done: tuple[int, ...] | Move, before: bytes, after: bytes, persons: Sequence[int]) -> Iterator[LogEntry]:
    """A throw or a move, and what came about by itself."""
    seat = persons[before[COLOUR if before[NODE] == MOVE else THROWER]]
    yield LogEntry("move", seat, move=done) if isinstance(done, Move) else LogEntry("throw", seat, faces=done)
    for name in NEWS[after[NEWS_AT]]:
        yield LogEntry(name, seat)
    if after[NODE] == OVER:
        yield LogEntry("over", seat)


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
        self._kernel, self._quick_act = load_kernel()
        rules = np.frombuffer(bytearray(self.table.lowered.record), RULES)
        parts = rules, np.zeros(1, STATE), np.zeros(1, WORK)
        # the interpreter reads fields as attributes; the compiler takes plain arrays ten times as fast
        self._plain: Sequence[Any] = parts if self._kernel.COMPILED else [part.view(np.recarray) for part in parts]
        self._r, self._s = self._plain[0].view(RULES)[0], self._plain[1].view(STATE)[0]
        self._bytes = memoryview(self._plain[1].view(np.uint8))  # type: ignore[arg-type]
        self._lowered = self.table.lowered
        self._found = memoryview(self._plain[2].view(np.int64))  # type: ignore[arg-type]
        self._count: int | None = 0  # legal moves in the buffer; None: to be found
        self._moves: tuple[Move, ...] | None = None
        self._codes: Sequence[int] = ()  # … as the kernel writes them
        self.seed_given = seed is not None
        self.seed = secrets.randbits(63) if seed is None else check_seed(seed)
        self._seed = np.uint64(self.seed)
        self.drawn = 0
        self.history: list[tuple[int, ...] | Move] = []
        self._past: list[bytes] = []  # the state before each throw and move
        self._past_drawn: list[int] = []  # … and the numbers drawn by then
        self.log = Log(self.history, self._past, self._bytes, self._lowered.persons)
        self._dice: dict[int, tuple[int, int]] = {}  # numbers drawn so far -> the next throw, and the numbers after it
        self._act(self._kernel.BEGIN, 0)

    # --- what can be seen -------------------------------------------------

    @property
    def rulebook(self) -> Rulebook:
        return self.table.book

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def seats(self) -> Seating:
        """The seats at which somebody plays, as a tuple; it also knows their colours and sides."""
        return self.table.seats

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
        return self._lowered.persons[self._bytes[COLOUR if node == MOVE else THROWER]]

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
    def legal_moves(self) -> tuple[Move, ...]:
        if self._moves is None:
            self._moves = self._read_moves(self._bytes, self._lowered)
        return self._moves

    @property
    def codes(self) -> Sequence[int]:
        """The legal moves as the kernel writes them."""
        return self._codes if self.legal_moves else ()

    @property
    def outcome(self) -> Outcome | None:
        if self._bytes[NODE] != OVER:
            return None
        s = self._s
        winner = int(s["winner"])
        if self.seats.teams:
            sides = [(winner % 2, winner % 2 + 2), (1 - winner % 2, 3 - winner % 2)]
            return Outcome(sides[0], tuple(sides))
        finished = [int(person) for person in s["places"][: int(s["finished"])]]
        rest = tuple(seat for seat in self.seats if seat not in finished)
        places = [(seat,) for seat in finished] + ([rest] if rest else [])
        return Outcome((winner,), tuple(places))

    # --- what can be done ---------------------------------------------------

    def throw(self, *faces: int) -> tuple[int, ...]:
        """Throw the dice, or say what they show; returns the faces."""
        state = self._bytes
        if state[NODE] & 1:  # a move node, or the end
            raise IllegalMove(f"Nobody throws now: this is a {self.node} node.")
        if faces or state[OPENING]:
            outcome, drawn, shown = self._throw_otherwise(faces)
        else:
            outcome, drawn = self._dice.get(self.drawn) or self._look_ahead()
            shown = self._lowered.faces[outcome]
        self._past.append(state.tobytes())
        self._past_drawn.append(self.drawn)
        self.history.append(shown)
        self.drawn = drawn
        book, states, work = self._plain
        self._count = self._quick_act(book, states, 0, THROWING, outcome, work)
        self._moves = None
        return shown

    def push(self, move: Move) -> None:
        """Play a move; an IllegalMove names the clause that forbids it."""
        at = 0
        for legal in self._moves or self.legal_moves:
            if legal is move:
                break
            at += 1
        else:
            at = self._find(move)
        code = self._codes[at]
        self._past.append(self._bytes.tobytes())
        self._past_drawn.append(self.drawn)
        self.history.append(move)
        book, states, work = self._plain
        self._count = self._quick_act(book, states, 0, PLAYING, code, work)
        self._moves = None

    def pop(self) -> Move | tuple[int, ...]:
        """Take back the last push or throw, exactly."""
        if not self._past:
            raise IllegalMove("There is nothing to take back.")
        self._go_back(self._past.pop(), self._past_drawn.pop())
        done = self.history.pop()
        self.log.cut(len(self.history))
        return done

    def twin(self) -> Game:
        """A copy with fresh dice; it cannot foresee this game's throws."""
        twin = Game(self.table)
        twin._go_back(self._bytes.tobytes(), 0)
        return twin

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

    def why(self, colour: int, start: int, uses: Sequence[int] | int, lang: str = "en") -> Verdict:
        """Which clause decides whether a piece may use these numbers."""
        from .why import why

        return why(self, colour, start, uses, lang)

    def why_pass(self, lang: str = "en") -> Verdict:
        """Which clause decides whether the player may decline."""
        from .why import why_pass

        return why_pass(self, lang)

    def advise(self) -> list[Advice]:
        """The legal moves with the chances to win, the best first."""
        from .bots.thinking import advise

        return advise(self)

    # --- inside -----------------------------------------------------------

    @property
    def _book(self) -> Any:
        return self._plain[0].view(np.recarray)

    @property
    def _states(self) -> Any:
        return self._plain[1].view(np.recarray)

    def records(self) -> tuple[Any, Any, Any]:
        """Rules, state and workplace as the kernel takes them, with the legal moves in the workplace."""
        if self._bytes[NODE] == MOVE:
            self._find_moves()
        book, states, work = self._plain
        return book, states, work

    def _act(self, verb: int, what: int) -> None:
        book, states, work = self._plain
        self._count = self._quick_act(book, states, 0, verb, what, work)
        self._moves = None

    def _go_back(self, state: bytes, drawn: int) -> None:
        self._bytes[:], self.drawn = state, drawn
        self._count = self._moves = None

    def _find_moves(self) -> int:
        """How many legal moves are in the workplace."""
        if self._count is None:
            self._act(self._kernel.MOVES, 0)
        return self._count or 0

    def _read_moves(self, state: memoryview, lowered: Lowered) -> tuple[Move, ...]:
        """The same integer is the same Move while the same numbers lie open, unless it captures."""
        if state[NODE] != MOVE:
            self._codes = (STOP_CODE,)
            return OFFERED if state[NODE] == OFFER else ()
        count = self._find_moves() if self._count is None else self._count
        self._codes = codes = self._found[:count].tolist()
        pool = state[POOL] if lowered.slots == 1 else state[POOL : POOL + 4].tobytes()
        try:
            return tuple(map(lowered.moves[pool].__getitem__, codes))
        except KeyError:
            return tuple([self._read_move(code, pool) for code in codes])

    def _find(self, move: Move) -> int:
        """The place of a move among the legal ones, if it was not taken from there."""
        if move not in self.legal_moves:
            raise IllegalMove(self._refusal(move))
        return self.legal_moves.index(move)

    def _read_move(self, code: int, pool: int | bytes) -> Move:
        """A capture is the same Move if also the same pieces stand where it lands."""
        lowered, key = self._lowered, code
        if hits_of(code):
            field = CROWD + 2 * lowered.fields[colour_of(code)][target_of(code)]
            key |= (self._bytes[field] | self._bytes[field + 1] << 8) << 64
        known = lowered.moves.setdefault(pool, {})
        move = known.get(key)
        if move is None:
            if len(known) > MOST_MOVES:
                known.clear()
            move = known[key] = unpack(code, self._r, self._s)
        return move

    def _throw_otherwise(self, faces: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        """Faces that somebody names, or a throw for the opening."""
        opening = self._bytes[OPENING] != 0
        rows = self._lowered.opening if opening else self._lowered.faces
        if faces:
            outcome, drawn = self._outcome(faces, opening)
        else:
            from .dice import draw

            outcome, drawn = draw(self._seed, 0, self.drawn, len(rows))
        return outcome, drawn, rows[outcome]

    def _look_ahead(self) -> tuple[int, int]:
        """Draw the next throws from the game's own dice, many at a time: one call costs as much as one throw."""
        from .dice import draw_many

        found = draw_many(self._seed, 0, self.drawn, len(self._lowered.faces))
        n = self.drawn
        for outcome, then in found.tolist():
            self._dice[n] = outcome, then
            n = then
        return self._dice[self.drawn]

    def _outcome(self, faces: tuple[int, ...], opening: bool) -> tuple[int, int]:
        dice = self.table.rules.dice
        count = dice.opening if opening else dice.count
        shown = [as_integer(face) for face in faces]
        if len(faces) != count or any(face not in dice.faces for face in shown):
            sides = ", ".join(map(str, dice.faces))
            thing = "stick" if dice.kind == "sticks" else "die" if count == 1 else "dice"
            raise IllegalMove(f"{spell(faces)} cannot be thrown: {count} {thing} with the faces {sides}.")
        return sum(dice.faces.index(face) * len(dice.faces) ** at for at, face in enumerate(shown) if face), self.drawn

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
    number = as_integer(seed)
    if number is None or not 0 <= number < 2**64:
        raise RuleError(f"seed = {seed!r} is not possible; a seed is a whole number from 0 to 2**64 - 1.")
    return number


@lru_cache(maxsize=1)
def load_kernel() -> tuple[ModuleType, Callable[..., int]]:
    """The compiled rules, imported when the first game needs them."""
    from . import kernel

    if "pachisi.cli" not in sys.modules:  # the command line says it in the player's language
        kernel.announce()
    return kernel, kernel.open_door()
