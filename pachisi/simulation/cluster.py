"""Many games on a Ray cluster (extra `[ray]`): the same blocks as at home, played by whatever machines there are."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import RuleError
from ..kernel import jit
from .cores import share_out
from .jobs import COUNTED, Job

Array = np.ndarray[Any, Any]
RECOUNTED = 1.0  # seconds after which the cores of the cluster are counted again
_joined: list[Any] = []  # the cluster that plays now


@contextmanager
def on_ray(address: str = "") -> Iterator[None]:
    """Within this, `simulate`, studies and tournaments play on a Ray cluster; without an address, on one of this machine's own cores.

    The results are the same, bit for bit. Every machine needs this version of pachisi; what a machine that dies was playing is
    played again by another.
    """
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError:
        raise RuleError("This needs Ray: install pachisi[ray], here and on every machine of the cluster.") from None
    own = not ray.is_initialized()
    if own:
        try:
            ray.init(address=address or None, log_to_driver=False, logging_level="error", configure_logging=False)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise RuleError(f"No Ray cluster answers at {address}: {str(error).splitlines()[0]}") from None
    _joined.append(ray)
    try:
        yield
    finally:
        _joined.pop()
        if own:
            ray.shutdown()


def is_joined() -> bool:
    """Shall a cluster play?"""
    return bool(_joined)


def rules_here() -> str:
    """Changes with the rules that are compiled."""
    return jit.digest(*jit.SOURCES)


def play_there(rules: str, packed: bytes, first: int, games: int) -> tuple[Array, Array | None] | RuleError:
    """What a machine of the cluster does: some games of a job, with one thread; with them, what was counted on the squares."""
    if rules != rules_here():
        return RuleError("A machine of the cluster has another version of pachisi; install the same one everywhere.")
    executor = executor_of(packed)
    heat = executor.job.heat
    for name in COUNTED:
        heat[name] = 0
    try:
        return executor.play(first, games), heat.copy() if heat["on"][0] else None
    except RuleError as error:
        return RuleError(str(error))


@lru_cache(maxsize=4)
def executor_of(packed: bytes) -> Any:
    """A process that gets a job with every block keeps what it has compiled for it."""
    from .executor import Executor

    return Executor(pickle.loads(packed))


def play_on_cluster(job: Job, size: int) -> Generator[Array]:
    """Records of all games by seating, in order: a thread waits here for each block that is played elsewhere."""
    if not job.portable:
        raise RuleError("A bot that is only a function of this program cannot play on a cluster; name it as FILE.py:NAME.")
    ray = _joined[-1]
    task, there, rules = ray.remote(max_retries=-1)(play_there), ray.put(pickle.dumps(job)), rules_here()

    def play(first: int, games: int) -> Array:
        found = ray.get(task.remote(rules, there, first, games))
        if isinstance(found, RuleError):
            raise found
        rows, heat = found
        if heat is not None:
            job.count(heat)
        return np.array(rows)  # Ray's own is read-only, and stays in its store

    yield from share_out(play, job.games, watch(ray), size, job.skipped)


def spread(function: Any, parts: Sequence[tuple[Any, ...]]) -> list[Any] | None:
    """function(*part) for every part, on the cluster, in order; None if none is joined."""
    if not _joined:
        return None
    ray = _joined[-1]
    task = ray.remote(max_retries=-1)(function)
    return [np.array(found) for found in ray.get([task.remote(*part) for part in parts])]


def watch(ray: Any) -> Callable[[], int]:
    """How many cores the cluster has: machines may come and go."""
    cores, counted = 1, -RECOUNTED

    def count() -> int:
        nonlocal cores, counted
        if time.monotonic() - counted >= RECOUNTED:
            cores, counted = max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
        return cores

    return count
