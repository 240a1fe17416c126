"""Other processes that play games of bots written in Python, since the interpreter runs one thread at a time.

Each is this module, started as a program. Orders go in and records come out, pickled; what a bot prints goes to
stderr. Unlike multiprocessing, this never runs the caller's own script again.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from threading import local
from typing import Any, BinaryIO

import numpy as np

from ..errors import RuleError
from .jobs import Job

Process = subprocess.Popen[bytes]


class Workers:
    """One process for each thread that asks."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.own, self.processes = local(), list[Process]()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()

    def play(self, first: int, games: int) -> np.ndarray[Any, Any]:
        """Like `Executor.play`; an empty result if the process was stopped."""
        if not hasattr(self.own, "process"):
            self.own.process = start()
            self.processes.append(self.own.process)
            send(self.own.process.stdin, self.job)
        try:
            send(self.own.process.stdin, (first, games))
            found = pickle.load(self.own.process.stdout)
        except (EOFError, BrokenPipeError):
            raise RuleError(f"A process that played games {first:,} to {first + games - 1:,} has ended.") from None
        if isinstance(found, RuleError):
            raise found
        return found


def start() -> Process:
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )


def send(pipe: BinaryIO | None, what: object) -> None:
    assert pipe
    pickle.dump(what, pipe)
    pipe.flush()


def work(orders: BinaryIO, results: BinaryIO) -> None:
    """Carry out orders until there are no more."""
    from .executor import Executor

    executor = Executor(pickle.load(orders))
    while True:
        try:
            first, games = pickle.load(orders)
        except EOFError:
            return
        try:
            send(results, executor.play(first, games))
        except RuleError as error:
            send(results, RuleError(str(error)))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the process that sent the orders
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    work(sys.stdin.buffer, results)
