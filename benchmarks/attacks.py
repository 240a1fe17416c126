"""The victim's test: somebody plays on while somebody else, at another address, does what he should not.

    python benchmarks/attacks.py --cores 0 --against 2e6849f

The server has its usual limits. The victim acts ten times a second at a table of his own; each attack lasts a while, and what counts is how long
the victim waits for his own events. The attackers are a process of their own, at 127.0.0.2.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import itertools
import json
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import httpx
from tables import Load, Server, set_up_tables, versions

HERE = "127.0.0.2"
GAMES = 20  # of the attacker, for long lists
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attacker:
    """Does one thing, over and over."""

    def __init__(self, url: str) -> None:
        self.url, self.place = url, urlsplit(url)
        self.guest = f"pachisi_guest={secrets.token_urlsafe(16)}"
        self.table = ""

    async def prepare(self) -> None:
        self.table = (await self.create([{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}]))["id"]

    async def create(self, seats: list[dict[str, object]]) -> dict[str, str]:
        setup = {"setup": {"book": "mensch", "players": 2}, "seats": seats, "pause": 0}
        async with httpx.AsyncClient(base_url=self.url, transport=httpx.AsyncHTTPTransport(local_address=HERE)) as client:
            found: dict[str, str] = (await client.post("/api/tables", json=setup, headers={"Cookie": self.guest})).json()
            return found

    async def connect(self) -> Streams:
        return await asyncio.open_connection(self.place.hostname, self.place.port, local_addr=(HERE, 0))

    async def socket(self, table: str = "", cookie: str = "") -> Streams:
        reader, writer = await self.connect()
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            f"GET /ws/{table or self.table} HTTP/1.1\r\nHost: {self.place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie or self.guest}\r\n\r\n".encode()
        )
        return reader, writer

    # --- attacks ----------------------------------------------------------------------

    async def headers(self, _: int) -> None:
        """An endless header."""
        _, writer = await self.connect()
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        while True:
            writer.write(b"x" * 65_536)
            await writer.drain()

    async def slow(self, _: int) -> None:
        """A request that never ends."""
        _, writer = await self.connect()
        for letter in "GET / HTTP/1.1\r\nX-Slow: " + "x" * 1000:
            writer.write(letter.encode())
            await writer.drain()  # ends the attack where the server has hung up
            await asyncio.sleep(2)

    async def flood(self, number: int) -> None:
        """Messages that cost the server something, as fast as one socket may."""
        reader, writer = await self.socket()
        drain = asyncio.create_task(read_all(reader))
        try:
            while True:
                what = {"do": "lang", "lang": ("en", "de", "fr")[number % 3]} if number % 2 else {"do": "why", "colour": 0, "step": 0}
                writer.write(frame({**what, "id": secrets.token_hex(4)}))
                await writer.drain()
                await asyncio.sleep(1 / 18)
        finally:
            drain.cancel()

    async def deaf(self, _: int) -> None:
        """Asks for much and reads nothing."""
        _, writer = await self.socket()
        while True:
            writer.write(frame({"do": "lang", "lang": "de", "id": secrets.token_hex(4)}))
            await writer.drain()
            await asyncio.sleep(1 / 18)

    async def crowd(self, _: int) -> None:
        """A socket that comes and goes."""
        reader, writer = await self.socket()
        await asyncio.wait_for(reader.read(1000), 5)
        await asyncio.sleep(1)
        writer.close()

    async def lists(self, _: int) -> None:
        """Long lists, again and again."""
        async with httpx.AsyncClient(base_url=self.url, transport=httpx.AsyncHTTPTransport(local_address=HERE), timeout=30) as client:
            while True:
                await client.get("/api/tables", headers={"Cookie": self.guest})
                await asyncio.sleep(0.5)

    async def pings(self, _: int) -> None:
        """Frames that carry no message."""
        _, writer = await self.socket()
        while True:
            writer.write(b"\x89\x80\0\0\0\0" * 100)
            await writer.drain()


async def read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


def frame(message: dict[str, object]) -> bytes:
    text = json.dumps(message).encode()
    return b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text


async def finish_games(attacker: Attacker) -> None:
    """Games of bots, watched to their end."""
    bots: list[dict[str, object]] = [{"seat": seat, "who": "bot", "bot": "greedy"} for seat in (0, 2)]
    for _ in range(GAMES):
        reader, writer = await attacker.socket((await attacker.create(bots))["id"])
        while b'"ev":"ended"' not in (data := await reader.read(1 << 16)) and data:
            pass
        writer.close()


ATTACKS: dict[str, tuple[int, str]] = {
    "nobody": (0, "nobody attacks"),
    "headers": (20, "endless headers on 20 connections"),
    "slow": (500, "500 requests, a letter every two seconds"),
    "flood": (100, "100 sockets at one table, 18 messages a second each"),
    "deaf": (100, "100 sockets that ask and read nothing"),
    "crowd": (500, "500 sockets of one address"),
    "lists": (10, f"lists of {GAMES} finished games, 20 a second"),
    "pings": (20, "20 sockets that send empty frames"),
}


PATIENCE = 300  # seconds


async def attack(url: str, kind: str) -> None:
    """Attack until killed, or until time is up; a connection that is closed is opened again."""
    signal.alarm(PATIENCE)  # should nobody be left to kill it
    attacker = Attacker(url)
    await attacker.prepare()
    if kind == "lists":
        await finish_games(attacker)
    print("ready", flush=True)
    do: Callable[[int], Awaitable[None]] = getattr(attacker, kind)

    async def again(number: int) -> None:
        while True:
            with contextlib.suppress(OSError, TimeoutError, httpx.HTTPError, asyncio.IncompleteReadError):
                await do(number)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(again(number) for number in range(ATTACKS[kind][0])))


async def suffer(server: Server, kind: str, seconds: float, name: str) -> None:
    await server.wait()
    load = Load()
    seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "bot", "bot": "greedy"}]
    (table,) = await set_up_tables(server.url, 1, {"setup": {"book": "mensch", "players": 2}, "seats": seats, "pause": 0}, load)
    await table.sit()
    villain = None
    if kind != "nobody":
        villain = subprocess.Popen([sys.executable, __file__, "--attack", kind, "--url", server.url], stdout=subprocess.PIPE, text=True)
        await asyncio.to_thread(villain.stdout.readline)  # type: ignore[union-attr]
    load.measuring = True
    playing = asyncio.create_task(table.play(0.1))
    await asyncio.sleep(seconds)
    playing.cancel()
    if villain:
        villain.kill()
        villain.wait()
    waited = [time.perf_counter() - began for began in table.sent.values()]  # and who still waits
    times = sorted([*load.latencies, *waited])
    p50, p99 = (1000 * times[int(len(times) * share)] for share in (0.5, 0.99))
    print(f"{name}: {ATTACKS[kind][1]}: {len(times)} acts, p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {1000 * times[-1]:.0f} ms, {server.memory():.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=list(ATTACKS), metavar="KIND", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--cores", help="pin the server to this core, or to these: 0,1")
    parser.add_argument("--against", metavar="VERSION", help="another version, measured in the same run: a commit or a folder")
    parser.add_argument("--attack", choices=list(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        asyncio.run(attack(args.url, args.attack))
        return
    with versions(args.against) as roots:
        for kind, (name, root) in itertools.product(args.kinds, roots):
            with tempfile.TemporaryDirectory() as folder:
                server = Server(root, folder, args.cores)
                try:
                    asyncio.run(suffer(server, kind, args.seconds, name))
                finally:
                    server.stop()


if __name__ == "__main__":
    main()
