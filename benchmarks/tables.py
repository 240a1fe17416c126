"""Load on the table server: real tables, real sockets, real games.

    python benchmarks/tables.py --tables 2000 --seconds 20 --cores 0 --against 2e6849f
    python benchmarks/tables.py --tables 10000 --quiet
    python benchmarks/tables.py --tables 1000 --bot master
    python benchmarks/tables.py --tables 2000 --pause 0 --workers 2 --cores 0,1
    python benchmarks/tables.py page --cores 0 --against 2e6849f

The last one measures everything that stands in tables.md; it takes about a quarter of an hour. --against takes a commit, or the folder of a checkout.

The server runs as a process of its own, on the cores that you name; this program is the players, best on another. At each table sit a person,
who acts once a second, and a bot, who answers at once. An act is a throw or a move. Latency is measured from sending a command until the last
socket of the table has received the event. On a busy machine the processor time of an act tells more than a latency.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 20  # requests, sockets
PAGE: dict[str, dict[str, Any]] = {  # what tables.md shows, and the options for it
    "2,000 tables, each person every second": {"tables": 2000},
    "2,000 tables, each person every two seconds": {"tables": 2000, "pause": 2},
    "1,000 tables with master, each person every second": {"tables": 1000, "bot": "master"},
    "1,000 tables with master, each person every two seconds": {"tables": 1000, "bot": "master", "pause": 2},
    "1,000 tables, as fast as possible": {"tables": 1000, "pause": 0},
    "10,000 quiet tables": {"tables": 10_000, "quiet": True},
    "3,000 tables, as fast as two processes can": {"tables": 3000, "pause": 0, "workers": 2, "cores": "0,1"},
}
LINKS = 400  # of a chain: enough for the game of a benchmark
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # frames of a web socket


class StateSeen(msgspec.Struct):
    seq: int
    node: str
    seat: int
    moves: list[msgspec.Raw]


class Seen(msgspec.Struct):
    """The part of a message that a player needs here."""

    ev: str
    seq: int = 0
    n: int = 0
    since: int = 0
    state: StateSeen | None = None
    why: str = ""


read = msgspec.json.Decoder(Seen).decode
write = msgspec.json.Encoder().encode


@dataclass
class Load:
    """What is wanted, and what has been measured."""

    sockets: int = 1
    chains: bool = False
    latencies: list[float] = field(default_factory=list)
    acts: int = 0
    refused: list[str] = field(default_factory=list)
    over: int = 0
    measuring: bool = False


class Line(asyncio.Protocol):
    """A web socket, as plain as it can be: the players must not cost more than the server."""

    def __init__(self, head: bytes, hear: Callable[[bytes], None]) -> None:
        self.head, self.hear = head, hear
        self.transport: asyncio.Transport | None = None
        self.buffer = b""
        self.open, self.mortal = False, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        transport.write(self.head)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, ended, rest = self.buffer.partition(b"\r\n\r\n")
            if not ended:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                sys.exit(f"The server refused a socket: {head.decode()} {rest.decode()}")
            self.open, self.buffer = True, rest
        while len(self.buffer) >= 2:
            size, start = self.buffer[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self.buffer[2:start], "big")
            if len(self.buffer) < start + size:
                return
            frame, self.buffer = self.buffer[: start + size], self.buffer[start + size :]
            if frame[0] == TEXT:
                self.hear(frame[start:])
            elif frame[0] == PING:  # whoever does not answer is cut off
                self.send_frame(PONG, frame[start:])

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.mortal:
            sys.exit("The server has closed a socket.")

    def send(self, message: dict[str, Any]) -> None:
        self.send_frame(TEXT, write(message))

    def send_frame(self, kind: int, data: bytes) -> None:
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        if self.transport:
            self.transport.write(bytes([kind]) + size + b"\0\0\0\0" + data)


async def open_line(url: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> Line:
    place = urlsplit(url)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(head.encode(), hear), place.hostname, place.port)
    return line


class Table:
    """One table, at which one guest plays over one socket or several."""

    def __init__(self, name: str, cookie: str, url: str, load: Load) -> None:
        self.name, self.cookie, self.url, self.load = name, cookie, url, load
        self.lines: list[Line] = []
        self.state: StateSeen | None = None
        self.sent: dict[int, float] = {}
        self.heard: dict[int, int] = {}
        self.since = 0
        self.chain: list[str] = []
        self.ready = asyncio.Event()

    async def sit(self) -> None:
        self.lines = [await open_line(self.url, f"/ws/{self.name}", self.cookie, self.hear)]
        for _ in range(self.load.sockets - 1):
            self.lines.append(await open_line(self.url, f"/ws/{self.name}", self.cookie, self.overhear))
        await self.ready.wait()
        if self.load.chains:
            self.chain = forge(self.name)
            self.lines[0].send({"do": "chain", "id": secrets.token_hex(6), "commitment": self.chain[0]})

    def overhear(self, text: bytes) -> None:
        if text.startswith((b'{"ev":"thrown"', b'{"ev":"moved"')):
            at = text.index(b'"seq":') + 6
            self.note(int(text[at : text.index(b",", at)]))

    def hear(self, text: bytes) -> None:
        message = read(text)
        if message.ev == "no":
            self.load.refused.append(message.why)
        if message.ev == "ended":
            self.load.over += 1
        if message.ev == "chained":
            self.since = message.since
        if message.ev == "call":
            link = self.chain[message.n - self.since + 1]
            self.lines[0].send({"do": "link", "id": secrets.token_hex(6), "n": message.n, "link": link})
        if message.state:
            self.state = message.state
            if message.state.seat == 0:
                self.ready.set()
        if message.ev in ("thrown", "moved"):
            self.note(message.seq)

    def note(self, seq: int) -> None:
        """A socket has received this event; the last one stops the clock."""
        self.heard[seq] = self.heard.get(seq, 0) + 1
        if self.heard[seq] == self.load.sockets:
            del self.heard[seq]
            began = self.sent.pop(seq, None)
            self.load.acts += 1
            if began and self.load.measuring:
                self.load.latencies.append(time.perf_counter() - began)

    async def act(self) -> bool:
        """Send the next command as soon as it is our turn."""
        await self.ready.wait()
        self.ready.clear()
        state = self.state
        if state is None or state.node == "over":
            return False
        command = {"id": secrets.token_hex(6), "at": state.seq}
        if state.node == "move":
            command |= {"do": "play", "index": secrets.randbelow(len(state.moves))}
        else:
            command |= {"do": "throw", "nonce": secrets.token_hex(16)}
        self.sent[state.seq + 1] = time.perf_counter()
        self.lines[0].send(command)
        return True

    async def play(self, pause: float) -> None:
        await asyncio.sleep(secrets.randbelow(1000) / 1000 * pause)
        due = time.perf_counter()
        while await self.act():
            due += pause
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


def forge(table: str, seat: int = 0, links: int = LINKS) -> list[str]:
    """A chain: its commitment, then its links."""
    chain = [secrets.token_hex(32)]
    for _ in range(links):
        chain.append(sha256(f"link/v1|{table}|{seat}|{chain[-1]}".encode()).hexdigest())
    return chain[::-1]


# --- the server ---------------------------------------------------------------------------


class Server:
    """A server of this version or another, as a process of its own."""

    def __init__(self, root: Path, folder: str, cores: str | None, db: str = "", *options: str) -> None:
        command = [sys.executable, "-m", "pachisi", "serve", "--port", "0", "--db", db or f"{folder}/t.db", "--no-browser", *options]
        pinned = [] if cores is None else ["taskset", "-c", cores]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(root)}
        self.process = subprocess.Popen([*pinned, *command], cwd=root, stdout=subprocess.PIPE, text=True, env=environment)
        line = self.process.stdout.readline() if self.process.stdout else ""
        self.url = re.search(r"http://[^/\s]+", line)[0]  # type: ignore[index]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def family(self) -> list[Path]:
        """The server and its workers, in /proc."""
        first = Path(f"/proc/{self.process.pid}")
        children = (first / f"task/{self.process.pid}/children").read_text(encoding="ascii").split()
        return [first, *(Path(f"/proc/{child}") for child in children)]

    def memory(self) -> float:
        """MB in use; what its processes share is counted once."""
        texts = [(one / "smaps_rollup").read_text(encoding="ascii") for one in self.family()]
        return sum(int(re.search(r"Pss:\s+(\d+)", text)[1]) for text in texts) / 1024  # type: ignore[index]

    def cpu(self) -> float:
        """Seconds of processor time, user and system."""
        rows = [(one / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split() for one in self.family()]
        return sum(int(row[11]) + int(row[12]) for row in rows) / os.sysconf("SC_CLK_TCK")

    async def wait(self) -> None:
        """Until the rules are compiled, and strong bots ready."""
        async with httpx.AsyncClient(timeout=60) as client:
            while True:
                with_luck = await asyncio.gather(client.get(f"{self.url}/health"), return_exceptions=True)
                if isinstance(with_luck[0], httpx.Response):
                    health = with_luck[0].json()
                    if health.get("ready") and health.get("thinking", True):
                        return
                await asyncio.sleep(0.2)


async def set_up_tables(url: str, count: int, setup: dict[str, Any], load: Load) -> list[Table]:
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=httpx.Limits(keepalive_expiry=1)) as client:

        async def one() -> Table:
            reply = await client.post("/api/tables", json=setup)
            client.cookies.clear()
            return Table(reply.json()["id"], reply.headers["set-cookie"].partition(";")[0], url, load)

        return await in_groups([one] * count)


async def in_groups(works: list[Callable[[], Any]]) -> list[Any]:
    done: list[Any] = []
    for at in range(0, len(works), AT_ONCE):
        done += await asyncio.gather(*(work() for work in works[at : at + AT_ONCE]))
    return done


# --- measuring ----------------------------------------------------------------------------


def setup_of(args: argparse.Namespace) -> dict[str, Any]:
    seats = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "bot", "bot": args.bot}]
    return {"setup": {"book": args.book, "players": 2}, "seats": seats, "pause": 0}


async def measure(args: argparse.Namespace, name: str, server: Server) -> None:
    await server.wait()
    load = Load(args.sockets, args.chains and "before" not in name)
    empty = server.memory()
    tables = await set_up_tables(server.url, args.tables, setup_of(args), load)
    await in_groups([table.sit for table in tables])
    seated = server.memory()
    print(f"{name}: {empty:.0f} MB empty, {seated:.0f} MB with {args.tables} tables and {args.tables * args.sockets} sockets")
    if args.quiet:
        return
    players = [asyncio.create_task(table.play(args.pause)) for table in tables]
    await asyncio.sleep(3)
    acts, used, own, began, load.measuring = load.acts, server.cpu(), time.process_time(), time.perf_counter(), True
    await asyncio.sleep(args.seconds)
    load.measuring, lasted = False, time.perf_counter() - began
    acts, used, own = load.acts - acts, server.cpu() - used, time.process_time() - own
    for player in players:
        player.cancel()
    report(name, load, acts / lasted, used / lasted, own / lasted, server.memory())


def report(name: str, load: Load, acts: float, busy: float, players: float, memory: float) -> None:
    times = sorted(load.latencies) or [float("nan")]
    p50, p99 = (1000 * times[int(len(times) * share)] for share in (0.5, 0.99))
    print(
        f"{name}: {acts:.0f} acts/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {1e6 * busy / max(acts, 1e-9):.0f} µs of processor time an act, "
        f"{100 * busy:.0f} % of a core, the players {100 * players:.0f} %, {memory:.0f} MB; {len(load.refused)} refused, {load.over} games over"
    )
    for why in load.refused[:1]:
        print(f"  refused: {why}")


@contextlib.contextmanager
def versions(against: str | None) -> Iterator[list[tuple[str, Path]]]:
    """The roots of what is measured: another version, if one is named, and this one."""
    now = ("now", ROOT)
    if against is None or Path(against).is_dir():
        yield [now] if against is None else [("before", Path(against).resolve()), now]
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", against], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", folder], check=True, input=archive)
        yield [("before", Path(folder)), now]


def compare(args: argparse.Namespace, roots: list[tuple[str, Path]]) -> None:
    for name, root in roots:
        if name == "before" and args.workers > 1:
            continue  # it had but one process
        with tempfile.TemporaryDirectory() as folder:
            options = ["--workers", str(args.workers)] if args.workers > 1 else []
            server = Server(root, folder, args.cores, "" if name == "before" else args.db, "--no-limits", *options)
            try:
                asyncio.run(measure(args, name, server))
            finally:
                server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["page"], help="everything that stands in tables.md")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=1, help="of each table")
    parser.add_argument("--book", default="mensch")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--pause", type=float, default=1, help="seconds between two acts of a person")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cores", help="pin the server to this core, or to these: 0,1")
    parser.add_argument("--db", default="", help="a database for this version; default: a new file of SQLite")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--chains", action="store_true", help="the players' numbers take part in every throw")
    parser.add_argument("--quiet", action="store_true", help="nobody acts: what does it cost to hold so many tables?")
    parser.add_argument("--against", metavar="VERSION", help="another version, measured in the same run: a commit or a folder")
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()
    with versions(args.against) as roots:
        for _ in range(args.rounds):
            for title, options in PAGE.items() if args.what else [("", {})]:
                print(title, end="\n" if title else "", flush=True)
                compare(argparse.Namespace(**{**vars(args), **options}), roots)


if __name__ == "__main__":
    main()
