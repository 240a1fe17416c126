"""Many games on the cores of this machine: in threads, since compiled code releases the interpreter lock."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

MOMENT = 0.2  # seconds that a block should take, so that progress shows and Ctrl-C works
MOST = 8192  # games of a block: memory stays flat
THREADS = 4096  # that wait for others, at most
FASTER = 4  # how many times larger a block may be than the one before
Block = TypeVar("Block")


def count_cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(
    play: Callable[[int, int], Block], games: int, cores: int | Callable[[], int], size: int, first: int = 0, most: int = MOST
) -> Generator[Block]:
    """The results of play(first, count) for consecutive blocks of games, from number `first` on.

    Where cores come and go, `cores` is asked how many there are. The size of a block begins with `size` and adapts to the clock, up to `most`; the games themselves do not depend on it.
    """

    def timed(at: int, count: int) -> tuple[Block, float]:
        begun = time.perf_counter()
        return play(at, count), time.perf_counter() - begun

    waiting: deque[tuple[int, Future[tuple[Block, float]]]] = deque()
    pool = ThreadPoolExecutor(THREADS if callable(cores) else cores)
    try:
        while first < games or waiting:
            if first < games and len(waiting) <= 2 * (cores() if callable(cores) else cores):
                count = min(size, games - first)
                waiting.append((count, pool.submit(timed, first, count)))
                first += count
                continue
            count, future = waiting.popleft()
            found, seconds = future.result()
            size = min(fit(size, count, seconds), most)
            yield found
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def fit(size: int, count: int, seconds: float) -> int:
    """How many games the next block should have."""
    wanted = int(count * MOMENT / max(seconds, 1e-6))
    return max(1, min(wanted, FASTER * size, MOST))
