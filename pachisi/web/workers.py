"""Several processes that share one port. A process that dies is replaced; when the first one is told to stop, all do."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from ..errors import RuleError
from .metrics import forget_process

SHORTEST_LIFE = 1.0  # seconds: whoever dies sooner is not replaced at once
ORDERS = (signal.SIGTERM, signal.SIGINT)
SPREADS = sys.platform == "linux"  # does the system spread connections over all sockets of a port?


logger = logging.getLogger("pachisi.web")


class Port:
    """Where all workers listen. Each has a socket of its own where the system spreads connections; elsewhere they share one."""

    def __init__(self, first: socket.socket) -> None:
        self.family, self.address, self.shared = first.family, first.getsockname(), first
        if SPREADS:
            first.close()
            self.shared = self.bind()  # nobody hears who calls here, but nobody else can take the port

    def bind(self) -> socket.socket:
        bound = socket.socket(self.family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if self.family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(self.address)
        return bound

    def listen(self, backlog: int) -> socket.socket:
        """A worker's socket."""
        listener = self.bind() if SPREADS else self.shared
        listener.listen(backlog)
        return listener


class Crew:
    def __init__(self, count: int, work: Callable[[], None]) -> None:
        if not hasattr(os, "fork"):
            raise RuleError("--workers needs a system that can copy processes; start several servers with the same --db instead.")
        self.count, self.work = count, work
        self.born: dict[int, float] = {}  # process -> when it was started
        self.stopping = threading.Event()
        self.alive = os.pipe()  # when the first process is gone, the other end of this is closed

    def run(self, once: Callable[[], None]) -> None:
        """Keep all of them running until we are told to stop; when all are there, something else is done once."""
        for sign in ORDERS:
            if signal.getsignal(sign) is not signal.SIG_IGN:
                signal.signal(sign, self.stop)
        forget_process(os.getpid())
        for _ in range(self.count):
            self.start()
        once()
        while self.born:
            process, status = os.wait()
            life = time.monotonic() - self.born.pop(process, 0.0)
            forget_process(process)
            if not self.stopping.is_set():
                logger.error("Process %s has ended (%s); another one takes its place.", process, os.waitstatus_to_exitcode(status))
                time.sleep(SHORTEST_LIFE if life < SHORTEST_LIFE else 0)
                self.start()

    def start(self) -> None:
        if self.stopping.is_set():
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, ORDERS)  # a worker that is told before it listens for itself would take it for ours
        process = os.fork()
        if not process:
            self.be_worker()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ORDERS)
        self.born[process] = time.monotonic()
        if self.stopping.is_set():  # we were told just now
            os.kill(process, signal.SIGTERM)

    def be_worker(self) -> None:
        code = 1
        try:
            os.setpgid(0, 0)  # Ctrl-C is for the first process, which tells the others
            os.close(self.alive[1])
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ORDERS)
            threading.Thread(target=self.mourn, daemon=True).start()
            self.work()
            code = 0
        finally:
            sys.stdout.flush()
            os._exit(code)

    def mourn(self) -> None:
        os.read(self.alive[0], 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def stop(self, sign: int, frame: FrameType | None) -> None:
        self.stopping.set()
        for process in list(self.born):
            os.kill(process, signal.SIGTERM)
