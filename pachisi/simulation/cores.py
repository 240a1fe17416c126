"""Many games on the cores of this machine: threads, since compiled code does not hold the interpreter."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from threading import local
from typing import Any

import numpy as np

from ..bots.mind import ROWS
from ..kernel import room
from ..records import STATE, table
from .columns import ROW
from .jobs import Job, Records

BLOCK = 1024  # games handed to a core at a time


def count_cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_block(job: Job, play_games: Any, own: local, first: int, games: int) -> np.ndarray[Any, Any]:
    """One block, in the memory of one thread."""
    if not hasattr(own, "rooms"):
        own.rooms = job.book(), table(STATE, ROWS), room(), job.minds(), table(ROW, 1)
    book, states, works, minds, scratch = own.rooms
    rows, heat = table(ROW, games), job.heat.view(np.recarray)
    play_games(book, states, works, minds, rows, scratch, heat, np.uint64(job.seed), first, job.longest, job.bots)
    return rows.view(np.ndarray)


def play_blocks(job: Job, cores: int) -> Records:
    """Records of all games, in order, a block at a time; only a few blocks wait in memory."""
    play_games = job.play_games()
    own, waiting = local(), deque[Future[np.ndarray[Any, Any]]]()
    pool = ThreadPoolExecutor(cores)
    try:
        for first in range(0, job.games, BLOCK):
            waiting.append(pool.submit(play_block, job, play_games, own, first, min(BLOCK, job.games - first)))
            if len(waiting) > 2 * cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
