"""Notes between the servers that share one file of SQLite: each has a socket in a folder beside the file."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from ..notes import Notes, bundle
from .line import Bus, BusError, Hear

LONGEST = 50_000  # bytes of a datagram
TRIES, PAUSE = 20, 0.005  # while the other end has too much to read
DESCRIPTORS = Path("/proc/self/fd")  # a way to name a socket whose path is too long: only about 100 bytes are allowed


def is_possible(file: str) -> bool:
    """Is there a place for sockets? Not in memory, and not on every system."""
    return file != ":memory:" and not file.startswith("file:") and hasattr(socket, "AF_UNIX")


class DatagramBus(Bus):
    def __init__(self, file: Path) -> None:
        super().__init__()
        self.folder = file.with_name(f"{file.name}-servers")
        self.name = secrets.token_hex(8)
        self.socket: socket.socket | None = None
        self.descriptor = -1

    def place(self, name: str) -> str:
        short = DESCRIPTORS / str(self.descriptor)
        return str((short if DESCRIPTORS.exists() else self.folder) / name)

    def open(self) -> socket.socket:
        try:
            with contextlib.ExitStack() as opened:
                self.folder.mkdir(mode=0o700, exist_ok=True)
                self.descriptor = os.open(self.folder, os.O_RDONLY)
                opened.callback(os.close, self.descriptor)
                mine = opened.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
                mine.setblocking(False)
                mine.bind(self.place(self.name))
                opened.pop_all()  # it stays open
        except OSError as error:
            raise BusError(f"There can be no socket in {self.folder}: {error.strerror or error}.") from error
        return mine

    async def listen(self, hear: Hear, begin: Callable[[], None]) -> None:
        self.socket, loop = self.open(), asyncio.get_running_loop()
        loop.add_reader(self.socket, self.read, self.socket, hear)
        begin()
        await loop.create_future()  # until this server stops: such a line does not break

    def read(self, mine: socket.socket, hear: Hear) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                hear(mine.recv(LONGEST * 2))

    async def send(self, server: str, notes: Sequence[Notes]) -> None:
        if self.socket is None:
            raise BusError(f"There is no socket in {self.folder} yet.")
        try:
            others = [name for name in os.listdir(self.folder) if name != self.name]
        except OSError as error:
            raise BusError(f"The folder {self.folder} is gone.") from error
        for parcel in bundle(server, notes, LONGEST):
            for name in others:
                await self.hand_over(self.socket, parcel, name)

    async def hand_over(self, mine: socket.socket, parcel: bytes, name: str) -> None:
        for _ in range(TRIES):
            try:
                mine.sendto(parcel, self.place(name))
                return
            except BlockingIOError:
                await asyncio.sleep(PAUSE)
            except ConnectionRefusedError:  # that server was killed
                (self.folder / name).unlink(missing_ok=True)
                return
            except OSError:  # it has just left
                return

    async def close(self) -> None:
        if self.socket:
            (self.folder / self.name).unlink(missing_ok=True)
            asyncio.get_running_loop().remove_reader(self.socket)
            self.socket.close()
            os.close(self.descriptor)
            self.socket = None
            with contextlib.suppress(OSError):  # others are still there
                self.folder.rmdir()
