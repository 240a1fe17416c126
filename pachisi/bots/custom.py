"""Bots supplied by the user: a Python function, an object or a compiled function, passed directly or as FILE.py:NAME.

However it is written, the compiled loop of a simulation calls it in one way (see `CustomBot.compiled`), so all
bots throw the same dice and are counted alike.
"""

from __future__ import annotations

import ctypes
import inspect
import pickle
import warnings
from collections.abc import Callable, Sequence
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import RuleError
from ..kernel import jit
from ..records import COLOURS, RULES, Size, table
from ..scalars import as_integer
from . import Luck, check_node

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move
    from ..table import Table

warnings.filterwarnings("ignore", "First-class function type feature is experimental")  # it has been for years
FAILED = -1  # what a Python bot that has failed answers to compiled code
CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_uint64)


class Desk(local):
    """Where a Python bot finds the game that compiled code asks it about; each thread has its own."""

    table: Table
    states: Any
    stopped: Callable[[], bool]
    error: Exception | None

    def lay_out(self, table: Table, states: Any, stopped: Callable[[], bool]) -> None:
        self.table, self.states, self.stopped, self.error = table, states, stopped, None


DESK = Desk()


def look_at(table: Table, states: Any, seed: int) -> Game:
    """The position of states[0] as a game with dice of its own."""
    from ..game import Game

    return Game.from_state(table, states[:1].tobytes(), seed=seed)


class CustomBot:
    """A bot supplied by the user: its name, and how it is called."""

    def __init__(self, name: str, source: Any, spec: str = "") -> None:
        self.name = name
        self.source = source
        self.spec = spec  # FILE.py:NAME, if it came from a file
        self.fast = is_compiled(source)  # else it is asked in Python
        self.made: dict[Size, Any] = {}  # for compiled code, by the size of states
        self.callbacks: list[Any] = []
        if self.fast:
            self.check_parameters(source, "compiled, it takes (rules, state, moves, number)", 4)
        else:
            self.asked = source.choose if hasattr(source, "choose") else source
            self.check_parameters(self.asked, "it takes (game, moves)", 2)

    @classmethod
    def of(cls, name: str, source: Any, spec: str = "") -> CustomBot:
        """The same for the same source, so that it is compiled once."""
        known = KNOWN.get(id(source))
        if known is None or known.source is not source:
            if len(KNOWN) >= MOST_KNOWN:
                KNOWN.clear()
            known = KNOWN[id(source)] = cls(name, source, spec)
        return known

    def check_parameters(self, function: Any, wanted: str, count: int) -> None:
        try:
            inspect.signature(getattr(function, "py_func", function)).bind(*range(count))
        except (TypeError, ValueError):
            raise RuleError(f"{self.name} cannot be called as a bot: {wanted} and returns an index.") from None

    @property
    def thinks(self) -> bool:
        """Can it be slow?"""
        return not self.fast

    def __reduce__(self) -> tuple[Any, ...]:
        from . import welcome

        return (welcome, (self.spec,)) if self.spec else (CustomBot, (self.name, self.source))

    @property
    def portable(self) -> bool:
        """Does another process find it? Not if it was defined in the script that runs."""
        home = self.source if hasattr(self.source, "__module__") else type(self.source)
        try:
            return bool(self.spec) or (home.__module__ != "__main__" and bool(pickle.dumps(self.source)))
        except (pickle.PicklingError, AttributeError, TypeError):
            return False

    # --- at one table ---------------------------------------------------------------------

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        """The index of its choice; the game is a copy to try things on, whose dice reveal nothing."""
        chosen = self.call(self.asked, game, moves)
        index = moves.index(chosen) if chosen in moves else as_integer(chosen)
        if index is None or not 0 <= index < len(moves):
            raise RuleError(self.complain(chosen, len(moves)))
        return index

    def declines(self, game: Game) -> bool:
        """Would it rather not throw, at an offer? Only an object with such a method is asked."""
        asked = getattr(self.source, "declines", None)
        return bool(asked and self.call(asked, game))

    def complain(self, answer: object, n: int) -> str:
        if n == 0:
            return f"{self.name} answered {answer!r} to an offered throw; 0 throws, 1 declines."
        return f"{self.name} answered {answer!r}; it must choose one of {n} legal moves: an index from 0 to {n - 1}."

    def call(self, function: Any, *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            raise RuleError(f"{self.name} failed with {type(error).__name__}: {error}") from error

    # --- in a simulation ------------------------------------------------------------------

    def compiled(self, size: Size) -> Any:
        """What `make_compiled` makes, made once."""
        if size not in self.made:
            self.made[size] = self.make_compiled(size)
        return self.made[size]

    def make_compiled(self, size: Size) -> Any:
        """A function for compiled code, with states of a size: (rules, state, moves, number) -> index.

        Where a throw is offered there are no moves, and 1 declines it. The number is random, and another every time.
        """
        if self.fast:
            return self.compile(self.source, size)
        if not jit.COMPILED:
            return lambda rules, state, moves, number: self.answer(len(moves), int(number))
        callback = CALL(self.answer)
        self.callbacks.append(callback)  # compiled code knows only its address: it must live as long as this

        def ask(rules: Any, state: Any, moves: Any, number: Any) -> Any:
            return callback(len(moves), number)

        return self.compile(jit.inner(ask), size)

    def compile(self, function: Any, size: Size) -> Any:
        if not jit.COMPILED:
            return function

        def choose(rules: Any, state: Any, moves: Any, number: Any) -> Any:
            return np.int64(function(rules, state, moves, number))

        try:
            return jit.numba.njit(signature(size), nogil=True)(choose)
        except Exception as error:  # not all that Numba raises is its own
            reason = f"{type(error).__name__}: {first_reason(str(error))}"
            raise RuleError(f"{self.name} cannot be compiled by Numba: {reason}") from error

    def answer(self, n: int, number: int) -> int:
        """The answer of a Python bot to compiled code."""
        if DESK.stopped():
            return FAILED
        try:
            game = look_at(DESK.table, DESK.states, number)
            return self.choose(game, game.legal_moves) if n else int(self.declines(game))
        except Exception as error:
            DESK.error = error
            return FAILED


KNOWN: dict[int, CustomBot] = {}
MOST_KNOWN = 64


class SeatedCustomBot:
    """A custom bot at one table."""

    def __init__(self, custom_bot: CustomBot, luck: Luck) -> None:
        self.custom_bot = custom_bot
        self.luck = luck

    def sit(self, game: Game) -> None:
        """Compile it before it is needed."""
        if self.custom_bot.fast:
            self.custom_bot.compiled(game.table.size)

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        check_node(self.custom_bot.name, game)
        return self.ask(game, len(moves)) if len(moves) > 1 else 0

    def declines(self, game: Game) -> bool:
        return self.ask(game, 0) == 1

    def ask(self, game: Game, n: int) -> int:
        """As a simulation asks, with the same random numbers."""
        from .choices import draw_for_custom_bot

        number = draw_for_custom_bot(np.uint64(self.luck.seed), self.luck.asked)
        self.luck.asked += 1
        book, states, works = game.records()
        if not self.custom_bot.fast:
            own = look_at(game.table, states, int(number))
            return self.custom_bot.choose(own, own.legal_moves) if n else int(self.custom_bot.declines(own))
        index = int(self.custom_bot.compiled(game.table.size)(book[0], states[0], works[0]["moves"][0][:n], np.uint64(number)))
        if not 0 <= index < max(n, 2):
            raise RuleError(self.custom_bot.complain(index, n))
        return index


def is_compiled(source: Any) -> bool:
    """Is it a function compiled by Numba? Interpreted, such a function is known by its four parameters."""
    if jit.COMPILED:
        return isinstance(source, jit.numba.core.dispatcher.Dispatcher)
    return callable(source) and not hasattr(source, "choose") and len(inspect.signature(source).parameters) == 4


def first_reason(text: str) -> str:
    """What a compiler's long message says first, without its preamble."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith("Failed in")), "it gives no reason")


def signature(size: Size) -> Any:
    """Of a compiled bot."""
    rules, state = (jit.numba.typeof(table(dtype, 1).view(np.ndarray)).dtype for dtype in (RULES, size.state))
    types = jit.numba.types
    return types.int64(rules, state, types.Array(types.int64, 1, "C"), types.uint64)


def custom_bots_type(size: Size) -> Any:
    """Of the functions that the compiled loop is handed: one for each number from FIRST_CUSTOM on."""
    types = jit.numba.types
    return types.UniTuple(types.FunctionType(signature(size)), COLOURS) if jit.COMPILED else None
