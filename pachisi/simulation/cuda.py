"""Many games on a GPU: the same loop, cut to the table; each of many threads plays one game after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import RuleError
from ..kernel.jit import numba
from ..records import DutyScope, Size
from .columns import NAMES, row_of
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


def readable(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Records as kernels read them."""
    return values.view(np.dtype((np.record, values.dtype))) if SIMULATED and values.dtype.names else values


@cuda.jit
def fill(numbers, value):  # type: ignore[no-untyped-def]
    for i in range(cuda.grid(1), numbers.shape[0], cuda.gridsize(1)):
        numbers[i] = value


def define(play_on: Any, size: Size, pace: int) -> Any:
    """The GPU's entry to the loop; each thread has its own states and workspaces."""
    state, work, row = types_of(size.state, size.work, row_of(size.colours))

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


def check_gpu() -> None:
    """A RuleError where there is none."""
    if not cuda.is_available():
        raise RuleError("device = 'cuda' is not possible here: Numba finds no CUDA driver and GPU; use device='cpu'.")


def count_processors() -> int:
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


@lru_cache(maxsize=1)
def load_pick() -> Any:
    """The bytes of the records that are wanted, side by side: all others need not come to the host."""

    def pick(rows, wanted, found):  # type: ignore[no-untyped-def]
        k = cuda.grid(1)
        if k < len(found):
            for i in range(len(wanted)):
                found[k, i] = rows[k, wanted[i]]

    return cuda.jit(pick)


def places_of(row: np.dtype[Any], kept: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Where each byte of what is kept lies in a whole record."""
    fields = row.fields
    assert fields
    starts = [fields[name][1] for name in kept.names or ()]
    return np.concatenate([np.arange(start, start + kept[i].itemsize) for i, start in enumerate(starts)])


def play_blocks(job: Job, names: Sequence[str] = NAMES) -> Records:
    """Records of all games with these columns, in order; while one launch is read, the next one runs."""
    check_gpu()
    size = job.table.size
    play_games, pick = compiled(job.book().tobytes(), size, pace_of(job)), load_pick()
    threads = THREADS * BLOCKS * count_processors()
    most = threads * ROUNDS
    row = row_of(size.colours)
    kept = np.dtype([(name, row[name]) for name in dict.fromkeys(names or NAMES[:1])])
    book, heat, wanted = map(cuda.to_device, (job.book().view(np.ndarray), job.heat, places_of(row, kept)))
    launches = range(job.skipped, job.games, most)
    room = min(most, job.games - job.skipped), kept.itemsize
    spare = [cuda.pinned_array(room, np.uint8) for _ in launches[:2]]  # the GPU writes to them at full speed
    running: deque[tuple[Any, Any, Any]] = deque()
    for first in launches:
        games = min(most, job.games - first)
        stream = cuda.stream()
        rows = cuda.device_array(games, row, stream=stream)
        found = cuda.device_array((games, kept.itemsize), np.uint8, stream=stream)
        blocks = -(-min(games, threads) // THREADS)
        play_games[blocks, THREADS, stream](book, rows, heat, np.uint64(job.seed), first, job.longest, job.seatings[0])
        pick[-(-games // THREADS), THREADS, stream](rows.view(np.uint8).reshape(games, row.itemsize), wanted, found)
        running.append((stream, found, rows))
        if len(running) > 1:
            yield fetch(*running.popleft(), spare).view(kept)[:, 0]
    while running:
        yield fetch(*running.popleft(), spare).view(kept)[:, 0]


def fetch(stream: Any, found: Any, rows: Any, spare: list[Any]) -> np.ndarray[Any, Any]:
    """The results of a launch, valid until the launch after the next is fetched; `rows` lives until then."""
    spare.reverse()
    here: np.ndarray[Any, Any] = spare[0][: len(found)]
    found.copy_to_host(here, stream=stream)
    stream.synchronize()
    return here
