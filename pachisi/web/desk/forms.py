"""What the desk is asked and answers, as types. A review comes in parts, one JSON object a line."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...rules import MOST_PLAYERS
from ...words.catalogue import ENGLISH
from ..elements import BoardView, ColourView, DiceView, Lang, Name, State, Value
from ..forms import Chair

Faces = Annotated[list[int], Meta(min_length=1, max_length=8)]
Act = Annotated[int, Meta(ge=0, le=999)] | Faces  # a move by its index, or a throw
Size = Literal["", "inaccuracy", "mistake", "blunder"]


class Queued(Struct, frozen=True, tag_field="part", tag="queue"):
    """How many games are reviewed first."""

    place: int


class Outset(Struct, frozen=True, tag_field="part", tag="game"):
    """What is reviewed. `seq` is the event with which the game begins; all lists by side are in the order of `sides`. `learned`: does the judge know this very game?"""

    level: str
    acts: int
    seq: int
    sides: tuple[tuple[int, ...], ...]
    learned: bool = True


class Weighed(Struct, frozen=True):
    """A choice, and the chance to win of the side that decides; index -1 is to throw."""

    index: int
    chance: float


class JudgedAct(Struct, frozen=True, tag_field="part", tag="act"):
    """A throw or move; `seq` is its event. `luck` and `loss` are those of the side that acts."""

    n: int
    seq: int
    side: int
    after: tuple[float, ...]
    luck: float
    loss: float
    size: Size
    choices: tuple[Weighed, ...]


class SideAccount(Struct, frozen=True):
    """How a side came from its chance at the start to its result; docs/review.md explains the numbers."""

    seats: tuple[int, ...]
    start: float
    dice: float
    gifts: float
    skill: float
    correction: float
    result: float
    decisions: int
    best: int
    forced: int
    inaccuracies: int
    mistakes: int
    blunders: int


class Accounts(Struct, frozen=True, tag_field="part", tag="accounts"):
    """The whole game; `turning_points` and `worst` are numbers of acts."""

    start: tuple[float, ...]
    accounts: tuple[SideAccount, ...]
    turning_points: tuple[int, ...]
    worst: tuple[int, ...]


class Reason(Struct, frozen=True, tag_field="part", tag="why"):
    """Why the best choice was better than what was done in act n."""

    n: int
    words: str


class Trouble(Struct, frozen=True, tag_field="part", tag="trouble"):
    """Why the review ends here."""

    error: str


ReviewPart = Queued | Outset | JudgedAct | Accounts | Reason | Trouble


class TriedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished game: after its first `at` throws and moves, and then others."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    line: Annotated[list[Act], Meta(max_length=100)] = []


class WeighedThrow(Struct, frozen=True):
    """A throw, how likely it is, and the chance to win of the side that throws after it."""

    faces: tuple[int, ...]
    share: float
    chance: float


class Analysis(Struct, frozen=True):
    """A position as `master` evaluates it: the chance of every side, and those of the choices and throws for the side on turn."""

    state: State
    chances: tuple[float, ...]
    choices: tuple[Weighed, ...]
    throws: tuple[WeighedThrow, ...]
    why: str


class Continuation(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table that begins in the middle of a finished game."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    line: Annotated[list[Act], Meta(max_length=100)] = []
    seats: Annotated[list[Chair], Meta(max_length=MOST_PLAYERS)] = []
    name: Name | None = None
    take_back: bool = True
    hints: bool | None = None
    pause: Annotated[float, Meta(ge=0, le=2)] | None = None
    lang: Lang = ENGLISH


# --- puzzles --------------------------------------------------------------------------------

Posed = Literal["day", "next"]


class SolverView(Struct, frozen=True):
    """A guest who solves puzzles."""

    rating: int
    tried: int
    solved: int


class PuzzleKind(Struct, frozen=True):
    """A book and a number of players for which there are puzzles."""

    book: str
    players: int
    count: int


class PuzzleList(Struct, frozen=True):
    kinds: tuple[PuzzleKind, ...]
    solver: SolverView


class PuzzleView(Struct, frozen=True):
    """A position in which one move is clearly right; `missed` is the share of simpler bots that play another. `rated`: does the answer count?"""

    id: str
    book: str
    name: str
    players: int
    pieces: int
    options: dict[str, Value]
    colours: tuple[ColourView, ...]
    dice: DiceView
    teams: tuple[tuple[int, ...], ...] | None
    board: BoardView
    state: State
    missed: float
    rated: bool
    solver: SolverView


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The move that is played in a puzzle, by its index."""

    book: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=4)]
    id: Annotated[str, Meta(max_length=20)]
    posed: Posed
    index: Annotated[int, Meta(ge=0, le=999)]


class PuzzleSolution(Struct, frozen=True):
    """Whether it was the best; all moves as `master` evaluates them, and why the best is better. Every other is behind by `margin` or more."""

    right: bool
    best: int
    choices: tuple[Weighed, ...]
    why: str
    margin: float
    change: int
    solver: SolverView
