"""Many games on a GPU: the same loop, cut to the table; each of many threads plays one game after the other."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import RuleError
from ..kernel.jit import numba
from ..records import DutyScope, Size
from .columns import ROW
from .jobs import Job, Records, load_cut

THREADS = 128  # of a block
BLOCKS = 8  # on a multiprocessor
ROUNDS = 32  # games that a thread plays in one launch: enough to hide that some are long
REGISTERS = 64  # fewer spill, more leave too few threads to hide the memory


vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 has dropped the name, which numba-cuda 0.30 still asks for
cuda: Any = import_module("numba.cuda")
SIMULATED: bool = numba.config.ENABLE_CUDASIM


def types_of(*dtypes: np.dtype[np.void]) -> Any:
    """As a thread's own arrays take them."""
    return tuple(np.dtype((np.record, dtype)) if SIMULATED else numba.from_dtype(dtype) for dtype in dtypes)


def define(play_on: Any, size: Size, pace: int) -> Any:
    """The GPU's entry to the loop; each thread has its own states and workspaces."""
    state, work, row = types_of(size.state, size.work, ROW)

    def play_games(books, rows, heats, seed, first, longest, bots):  # type: ignore[no-untyped-def]
        states = cuda.local.array(1, state)
        works = cuda.local.array(1, work)
        scratch = cuda.local.array(1, row)
        works[0].noting = 0
        at, stride = cuda.grid(1), cuda.gridsize(1)
        if at < len(rows):
            play_on(
                0,
                None,
                books,
                states,
                works,
                None,
                None,
                rows,
                scratch,
                heats,
                seed,
                first,
                at,
                stride,
                longest,
                bots,
                pace,
            )

    return cuda.jit(play_games) if SIMULATED else cuda.jit(play_games, max_registers=REGISTERS)


@lru_cache(maxsize=64)
def compiled(rules: bytes, size: Size, pace: int) -> Any:
    return define(load_cut(rules).loop_play_on, size, pace)


def pace_of(job: Job) -> int:
    """Threads that run together throw together: every second time, or every fourth where a throw is several moves."""
    return 3 if job.book()[0].duty_scope == DutyScope.POOL else 1


def count_processors() -> int:
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def play_blocks(job: Job) -> Records:
    """Records of all games, in order; while one launch is read, the next one runs."""
    if not cuda.is_available():
        raise RuleError("device = 'cuda' is not possible here: Numba finds no CUDA driver and GPU; use device='cpu'.")
    play_games = compiled(job.book().tobytes(), job.table.size, pace_of(job))
    threads = THREADS * BLOCKS * count_processors()
    most = threads * ROUNDS
    book, heat = map(cuda.to_device, (job.book().view(np.ndarray), job.heat))
    spare = [cuda.pinned_array(min(most, job.games), ROW) for _ in range(2)]  # the GPU writes to them at full speed
    running: deque[tuple[Any, Any]] = deque()
    for first in range(job.skipped, job.games, most):
        games = min(most, job.games - first)
        stream = cuda.stream()
        rows = cuda.device_array(games, ROW, stream=stream)
        blocks = -(-min(games, threads) // THREADS)
        play_games[blocks, THREADS, stream](book, rows, heat, np.uint64(job.seed), first, job.longest, job.seatings[0])
        running.append((stream, rows))
        if len(running) > 1:
            yield fetch(*running.popleft(), spare)
    while running:
        yield fetch(*running.popleft(), spare)


def fetch(stream: Any, rows: Any, spare: list[Any]) -> np.ndarray[Any, Any]:
    """The results of a launch, valid until the launch after the next is fetched."""
    spare.reverse()
    found: np.ndarray[Any, Any] = spare[0][: len(rows)]
    rows.copy_to_host(found, stream=stream)
    stream.synchronize()
    return found
