"""The rules for records of the large size (six arms), made ready while the small ones are already being played.

Compiling them takes a minute, once on a machine; a process of its own does it, so that nobody here waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..bots import bot
from ..game import Game
from ..progress import hush
from ..records import LARGE, Size

GENTLE = 10  # how much less urgent than the server


class LargeRules:
    """Whoever needs them waits here, and nobody else."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "large")
        self.played: asyncio.Event | None = None  # set as soon as they can be played; None: nobody makes them ready
        self.thought: asyncio.Event | None = None  # and as soon as bots can think about them
        self.helper: asyncio.subprocess.Process | None = None

    def announce(self) -> None:
        """They are going to be made ready."""
        self.played, self.thought = asyncio.Event(), asyncio.Event()

    def lacks(self, size: Size) -> bool:
        """Would a table of this size have to wait now?"""
        return size is LARGE and self.played is not None and not self.played.is_set()

    async def wait(self, size: Size, thinking: bool = False) -> None:
        event = self.thought if thinking else self.played
        if size is LARGE and event is not None:
            await event.wait()

    async def make_ready(self) -> None:
        """Both at once if the cache has them; else a process compiles first, and they are read from the cache."""
        try:
            for part, event in ((play, self.played), (think, self.thought)):
                mark = mark_of(part.__name__)
                if mark and not mark.exists():
                    await self.compile(part.__name__)
                await asyncio.get_running_loop().run_in_executor(self.thread, part)
                if event:
                    event.set()
        finally:  # whoever waits finds out what is wrong
            for event in (self.played, self.thought):
                if event:
                    event.set()

    async def compile(self, part: str) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        with contextlib.suppress(OSError):
            self.helper = await asyncio.create_subprocess_exec(
                sys.executable, "-m", __name__, part, stdin=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": paths}
            )
            await self.helper.wait()

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self.helper and self.helper.returncode is None:
                self.helper.kill()
        self.thread.shutdown(wait=False, cancel_futures=True)


def mark_of(part: str) -> Path | None:
    """A file beside the machine code says that it is there; None if none is kept."""
    from ..kernel import jit  # not before the page is there: the compiler takes its time to load

    return jit.folder_for(play) / f"large-{part}" if jit.CACHING else None


def play() -> None:
    """The first turn at a table with six arms; quick bots compile what they choose by."""
    with hush():
        game = Game("mensch", 6)
        game.throw(6)
        game.why(0, 1, (6,))
        bot("greedy").choose(game, game.legal_moves)


def think() -> None:
    from ..bots.thinking import load_think

    with hush():
        load_think(LARGE)


def compile_once(part: str) -> None:
    """Where several servers begin at once, the others wait for the first."""
    mark = mark_of(part)
    if mark is None:
        return
    mark.parent.mkdir(parents=True, exist_ok=True)
    with mark.with_suffix(".lock").open("w") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists():
            {"play": play, "think": think}[part]()
            mark.touch()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    compile_once(sys.argv[1])
