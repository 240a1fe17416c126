"""A browser at a table: one socket, its reader and its writer."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...words.catalogue import ENGLISH, LANGUAGES
from .. import elements as e
from .. import protocol as p
from ..limits import Addresses
from ..metrics import COMMANDS, labelled
from ..store import BrokenLog, StoreError
from ..table.inbox import Enter, Exit
from ..table.live import LiveTable, logger
from ..table.telling import encode
from ..tables import Tables
from ..views.refusals import tell
from .guests import address_of, holder_of, same_origin

decode = msgspec.json.Decoder(p.Commands).decode
LONGEST_GOODBYE = 2  # seconds
MOST_WAITING = 4  # commands of one socket: behind a throw comes the link that it waits for
MOST_REFUSED = 200  # messages sent too fast, after which the socket is closed


class Socket:
    """The server's end of a socket. Messages wait in a queue, so that a slow reader holds up nobody else."""

    def __init__(self, socket: WebSocket, holder: str, lang: str, waiting: int) -> None:
        self.socket, self.holder, self.lang, self.waiting = socket, holder, lang, waiting
        self.outbox: asyncio.Queue[str | int] = asyncio.Queue()

    def send(self, text: str) -> None:
        if self.outbox.qsize() > self.waiting:
            self.outbox = asyncio.Queue()
            self.close(4408)
        self.outbox.put_nowait(text)

    def close(self, code: int) -> None:
        self.outbox.put_nowait(code)

    async def write(self) -> None:
        """Send messages until either end closes the socket."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                item = await self.outbox.get()
                if isinstance(item, int):
                    await self.socket.close(item)
                    return
                await self.socket.send({"type": "websocket.send", "text": item})


class Sockets:
    """The route /ws/{table}."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.limits = tables, tables.settings.limits
        self.open: Counter[str] = Counter()
        self.writers: set[asyncio.Task[None]] = set()
        self.leaving = False
        self.arrivals = Addresses(self.limits.request_rate, self.limits.request_burst)
        self.guests = Addresses(self.limits.command_rate, self.limits.command_burst)
        self.addresses = Addresses(self.limits.address_rate, self.limits.address_burst)

    async def serve(self, socket: WebSocket) -> None:
        if not same_origin(socket):
            await socket.close(4403)
            return
        await socket.accept()
        if self.leaving:
            await socket.close(1012)
            return
        address = address_of(socket)
        if self.open[address] >= self.limits.sockets or not self.arrivals.take(address):
            await socket.close(4429)
            return
        self.open[address] += 1
        try:
            await self.attend(socket)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    async def say_goodbye(self) -> None:
        """The server stops: `bye` for everybody, as far as they read it within a moment."""
        self.leaving = True
        for live in list(self.tables.live.values()):
            live.dismiss("stopping")
        if self.writers:
            await asyncio.wait(self.writers, timeout=LONGEST_GOODBYE)

    async def attend(self, socket: WebSocket) -> None:
        lang = socket.query_params.get("lang", ENGLISH)
        guest = Socket(socket, holder_of(socket), lang if lang in LANGUAGES else ENGLISH, self.limits.waiting)
        try:
            live = await self.tables.find(socket.path_params["table"])
        except BrokenLog:
            await socket.close(4500)
            return
        except StoreError as error:
            logger.error("%s", error)
            await socket.close(1013)
            return
        if live is None:
            await socket.close(4404)
            return
        live.post(Enter(guest, read_since(socket.query_params.get("since"))))
        writer = asyncio.create_task(guest.write())
        self.writers.add(writer)
        writer.add_done_callback(self.writers.discard)
        try:
            await self.read(socket, guest, live, writer)
        finally:
            writer.cancel()
            live.post(Exit(guest))

    async def read(self, socket: WebSocket, guest: Socket, live: LiveTable, writer: asyncio.Task[None]) -> None:
        address, refused = address_of(socket), 0
        waiting: deque[asyncio.Future[None]] = deque()
        while not writer.done():
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not (self.guests.take(guest.holder or address) and self.addresses.take(address)):
                refused += 1
                if refused > MOST_REFUSED:
                    guest.close(4429)
                    await asyncio.wait([writer], timeout=5)
                    return
                guest.send(refusal(message, "too_fast", tell("too_many_messages", guest.lang)))
                continue
            try:
                command = decode(message.get("text") or b"")
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                guest.send(refusal(message, "bad", tell("not_understood", guest.lang, error=error)))
                continue
            if len(waiting) == MOST_WAITING:
                await waiting.popleft()
            waiting.append(timed(command, live.order(guest, command)))


def timed(command: p.Commands, done: asyncio.Future[None]) -> asyncio.Future[None]:
    """Measure how long a command takes."""
    began, kind = time.perf_counter(), labelled(COMMANDS, command.__struct_config__.tag)
    done.add_done_callback(lambda _: kind.observe(time.perf_counter() - began))
    return done


def refusal(message: Any, code: Any, why: str) -> str:
    """A refusal that names the command, if it can be made out."""
    name: str | None = None
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeError, TypeError):
        name = msgspec.json.decode(message.get("text") or b"", type=Identified).id
    return encode(p.Refused(name, code, why)).decode()


class Identified(msgspec.Struct):
    id: e.Id


def read_since(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None
