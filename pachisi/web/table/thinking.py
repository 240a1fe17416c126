"""Thinking outside the event loop. Bots and hints get a copy of the game: the position, with dice of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from ...bots import Bot, CompiledBot, bot, decide
from ...game import Game
from ...records import LARGE, SMALL, Size
from ..large import LargeRules
from ..metrics import THINKING, THOUGHTS, labelled

if TYPE_CHECKING:
    from ...bots.thinking import Advice

LONGEST_PAUSE = 2.0  # seconds
THROWING, FORCED = 0.8, 0.6  # fractions of the table's pause where there is nothing to choose
EACH_CHOICE, MOST_CHOICES = 0.12, 5  # what each additional choice adds
Result = TypeVar("Result")
logger = logging.getLogger("pachisi.web")


def pause_for(table_pause: float, choices: int) -> float:
    """Seconds until a bot acts: they depend on the number of choices (0: it throws), never on the bot."""
    part = (THROWING, FORCED)[choices] if choices < 2 else 1 + EACH_CHOICE * min(choices - 1, MOST_CHOICES)
    return min(LONGEST_PAUSE, table_pause * part * random.uniform(0.85, 1.15))


def shield(game: Game) -> Game:
    """The game as bots are given it: a copy with other dice and no past, so that none can foresee a throw."""
    return game.copy(seed=random.getrandbits(63), history=False)


@contextlib.contextmanager
def measured(pool: str) -> Iterator[None]:
    with labelled(THINKING, pool).track_inprogress(), labelled(THOUGHTS, pool).time():
        yield


class Thinkers:
    """The threads of a server. Quick bots never wait for those that think; the thinking code is compiled once."""

    def __init__(self, processes: int = 1, large: LargeRules | None = None) -> None:
        self.large = large or LargeRules()
        self.quick = ThreadPoolExecutor(1, "bot")
        self.deep = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) // processes - 1), "thinker")
        self.compiling, self.advising = {size: threading.Lock() for size in (SMALL, LARGE)}, threading.Lock()
        self.ready = False  # is the thinking code compiled?
        self.quick_ready = False  # and that of bots who choose at a glance? Then no thread is needed

    async def run(self, work: Callable[..., Result], *args: Any) -> Result:
        """Run slow work here: a server that stops does not wait for it, as it would with `asyncio.to_thread`."""
        return await asyncio.get_running_loop().run_in_executor(self.deep, work, *args)

    async def choose(self, player: Bot, game: Game) -> int | None:
        if isinstance(player, CompiledBot):
            with measured("quick"):
                if self.quick_ready:
                    return decide(player, game)
                return await asyncio.get_running_loop().run_in_executor(self.quick, decide, player, game)
        with measured("deep"):
            await self.large.wait(game.table.size, thinking=True)
            return await self.run(self._think, player, game)

    async def advise(self, game: Game) -> list[Advice]:
        with measured("hints"):
            await self.large.wait(game.table.size, thinking=True)
            return await self.run(self._advise, game)

    async def warm(self) -> None:
        """Compile the thinking code before somebody asks for it."""
        await self.run(self._compile)

    def close(self) -> None:
        for pool in (self.quick, self.deep):
            pool.shutdown(wait=False, cancel_futures=True)

    def _compile(self, size: Size = SMALL) -> None:
        from ...bots.thinking import load_think

        with self.compiling[size]:
            load_think(size)
            self.ready = True

    def _think(self, player: Bot, game: Game) -> int | None:
        self._compile(game.table.size)
        return decide(player, game)

    def _advise(self, game: Game) -> list[Advice]:
        self._compile(game.table.size)
        with self.advising:  # one adviser serves all tables with the same rules
            return game.advise()


class Thinking:
    """The thinking at one table: one bot at a time, and one computation for everybody who asks for the same hint."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.bots: dict[tuple[int, str], Bot] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.advised: tuple[int, asyncio.Task[list[Advice]]] | None = None

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def stop(self) -> None:
        for task in list(self.tasks):
            task.cancel()

    def choose(self, seat: int, name: str, game: Game, pause: float, then: Callable[[int | None], None]) -> None:
        """Let a bot think during its pause, then report its choice; None: it throws."""
        player = self.bots.setdefault((seat, name), bot(name, random.getrandbits(32)))
        self.start(self._choose(player, shield(game), pause, then))

    async def _choose(self, player: Bot, game: Game, pause: float, then: Callable[[int | None], None]) -> None:
        ends = time.monotonic() + pause
        try:
            index = await self.thinkers.choose(player, game)
        except Exception:
            logger.exception("A bot has failed; it throws or plays its first move, so that the game goes on.")
            index = 0 if game.node == "move" else None
        await asyncio.sleep(max(0.0, ends - time.monotonic()))
        then(index)

    def advise(self, at: int, game: Game) -> asyncio.Task[list[Advice]]:
        """What to play now; asking again costs nothing."""
        known = self.advised
        if known is None or known[0] != at or (known[1].done() and (known[1].cancelled() or known[1].exception())):
            known = self.advised = at, self.start(self.thinkers.advise(shield(game)))
        return known[1]
