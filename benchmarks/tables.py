"""Load on the table server: real tables, real sockets, real games.

    python benchmarks/tables.py --tables 1000 --sockets 4 --rate 750 --seconds 20

The server runs as a process of its own, on one core where the system allows it; this program is the players. A move is a throw or
a move of a piece. Latency is measured from sending the command until the last socket of the table has received the event.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent


class StateSeen(msgspec.Struct):
    seq: int
    node: str
    moves: list[msgspec.Raw]


class Seen(msgspec.Struct):
    """The part of a message that a player needs here."""

    ev: str
    seq: int = 0
    state: StateSeen | None = None
    why: str = ""


read = msgspec.json.Decoder(Seen).decode


@dataclass
class Load:
    """What is asked for, and what has been measured."""

    rate: float | None
    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    deliveries: int = 0
    refused: int = 0
    over: int = 0
    measuring: bool = False


class Table:
    """One table, all of whose seats are played by the same guest over several sockets."""

    def __init__(self, name: str, cookie: str, url: str, load: Load) -> None:
        self.name, self.cookie, self.url, self.load = name, cookie, url, load
        self.sockets: list[ClientConnection] = []
        self.listeners: list[asyncio.Task[None]] = []
        self.state: StateSeen | None = None
        self.sent: dict[int, float] = {}
        self.heard: dict[int, int] = {}
        self.ready = asyncio.Event()

    async def sit(self, sockets: int) -> None:
        address = f"{self.url.replace('http', 'ws', 1)}/ws/{self.name}"
        for number in range(sockets):
            socket = await connect(
                address, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None, ping_interval=None
            )
            self.sockets.append(socket)
            self.listeners.append(asyncio.create_task(self.listen(socket, number)))
        await self.ready.wait()

    async def listen(self, socket: ClientConnection, number: int) -> None:
        async for text in socket:
            self.load.deliveries += 1
            if number == 0:
                self.read_state(text)
            if text.startswith(('{"ev":"thrown"', '{"ev":"moved"')):
                self.note(int(text[text.index('"seq":') + 6 : text.index(",", text.index('"seq":'))]))

    def read_state(self, text: str | bytes) -> None:
        message = read(text)
        if message.ev == "no":
            self.load.refused += 1
            print(message.why, file=sys.stderr)
        if message.ev == "ended":
            self.load.over += 1
            self.state = None
        if message.state:
            self.state = message.state if message.state.node != "over" else None
        if message.ev == "snapshot":
            self.ready.set()

    def note(self, seq: int) -> None:
        """Another socket has received this event; the last one stops the clock."""
        self.heard[seq] = self.heard.get(seq, 0) + 1
        if self.heard[seq] == len(self.sockets):
            del self.heard[seq]
            began = self.sent.pop(seq, None)
            self.load.moves += 1
            if began and self.load.measuring:
                self.load.latencies.append(time.perf_counter() - began)
            self.ready.set()

    async def act(self) -> bool:
        """Send the next command, once all sockets have received the last one."""
        await self.ready.wait()
        self.ready.clear()
        state = self.state
        if state is None:
            return False
        command: dict[str, Any] = {
            "do": "throw",
            "id": secrets.token_hex(6),
            "at": state.seq,
            "nonce": secrets.token_hex(16),
        }
        if state.node == "move":
            command = {"do": "play", "id": command["id"], "at": state.seq, "index": secrets.randbelow(len(state.moves))}
        self.sent[state.seq + 1] = time.perf_counter()
        await self.sockets[0].send(json.dumps(command))
        return True

    async def play(self, pause: float) -> None:
        await asyncio.sleep(secrets.randbelow(1000) / 1000 * max(pause, 0.05))
        due = time.perf_counter()
        while await self.act():
            due += pause
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


def start_server(folder: str, core: int | None) -> tuple[subprocess.Popen[str], str]:
    command = [
        sys.executable,
        "-m",
        "pachisi",
        "serve",
        "--port",
        "0",
        "--db",
        f"{folder}/t.db",
        "--no-browser",
        "--no-limits",
    ]
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    line = process.stdout.readline() if process.stdout else ""
    return process, re.search(r"http://[^/\s]+", line)[0]  # type: ignore[index]


def memory(process: subprocess.Popen[str]) -> float:
    """MB in use by the server."""
    text = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]


def cpu(process: subprocess.Popen[str]) -> float:
    """Seconds of processor time that the server has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def set_up_tables(url: str, count: int, book: str, load: Load) -> list[Table]:
    seats = [{"seat": seat, "who": "here"} for seat in range(4)]
    found = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(count):
            client.cookies.clear()
            reply = await client.post("/api/tables", json={"setup": {"book": book, "players": 4}, "seats": seats})
            cookie = reply.headers["set-cookie"].partition(";")[0]
            found.append(Table(reply.json()["id"], cookie, url, load))
    return found


async def wait_for(url: str) -> None:
    async with httpx.AsyncClient() as client:
        while True:
            try:
                if (await client.get(f"{url}/health", timeout=60)).json()["ready"]:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)


async def measure(args: argparse.Namespace, process: subprocess.Popen[str], url: str) -> None:
    await wait_for(url)
    load = Load(args.rate)
    empty = memory(process)
    tables = await set_up_tables(url, args.tables, args.book, load)
    created = memory(process)
    for table in tables:
        await table.sit(args.sockets)
    seated = memory(process)
    held = args.tables * args.sockets
    print(f"{args.tables} tables x {args.sockets} sockets of {args.book}: {held} sockets held")
    print(
        f"memory: {empty:.0f} MB empty, {(created - empty) * 1024 / args.tables:.0f} KB a table, {(seated - created) * 1024 / held:.0f} KB a socket"
    )
    pause = args.tables / args.rate if args.rate else 0.0
    players = [asyncio.create_task(table.play(pause)) for table in tables]
    await asyncio.sleep(2)
    load.measuring, moves, deliveries, used, began = (
        True,
        load.moves,
        load.deliveries,
        cpu(process),
        time.perf_counter(),
    )
    await asyncio.sleep(args.seconds)
    load.measuring, lasted = False, time.perf_counter() - began
    used = cpu(process) - used
    moves, deliveries = load.moves - moves, load.deliveries - deliveries
    for player in players:
        player.cancel()
    times = sorted(load.latencies)
    print(
        f"{moves / lasted:.0f} moves/s, {deliveries / lasted:.0f} messages/s, server busy {100 * used / lasted:.0f} % of a core"
    )
    print(
        f"command to last socket: p50 {1000 * statistics.median(times):.1f} ms, p99 {1000 * times[int(len(times) * 0.99)]:.1f} ms"
    )
    print(
        f"{1e6 * used / max(moves, 1):.0f} µs of processor time a move; {load.refused} refused; {load.over} games over"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=4)
    parser.add_argument("--book", default="mensch")
    parser.add_argument("--rate", type=float, help="moves a second in all; without it, as fast as it goes")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--core", type=int, help="pin the server to this core")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = start_server(folder, args.core)
        try:
            asyncio.run(measure(args, process, url))
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
