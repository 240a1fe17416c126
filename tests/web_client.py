"""A real server on a free port, and players that speak to it over real sockets."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent
QUIET = 20.0  # seconds after which silence is a fault


class Server:
    """`pachisi serve` as a process of its own."""

    def __init__(
        self, db: Path | str, *options: str, root: Path = ROOT, environ: Mapping[str, str] = os.environ
    ) -> None:
        self.db, self.options, self.root, self.environ = db, options, root, environ
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pachisi", "serve", "--port", "0", "--db", str(self.db), "--no-browser"]
        self.process = subprocess.Popen(
            [*command, *self.options],
            cwd=self.root,
            stdout=subprocess.PIPE,
            text=True,
            env={**self.environ, "PYTHONUNBUFFERED": "1"},
        )
        atexit.register(self.process.kill)  # a test that fails leaves no server behind
        self.greeting = self.process.stdout.readline() if self.process.stdout else ""
        lines = [self.process.stdout.readline() for _ in range(1)] if self.process.stdout else []
        self.url = re.search(r"http://\S+?(?=/\s|/$)", self.greeting)[0]  # type: ignore[index]
        self.token = Path(lines[0].rsplit(maxsplit=1)[-1]).read_text().strip()
        self.wait("ready")

    def wait(self, what: str) -> None:
        with httpx.Client(verify=False, timeout=QUIET) as client:  # certificates take longer to load than the answer
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{self.url}/health").json()[what]:
                        return
                assert self.process.poll() is None, "the server has ended"
                time.sleep(0.05)

    def wait_thinking(self) -> None:
        """Strong bots and hints are compiled once on every machine."""
        self.wait("thinking")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close_pipe()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(60)
        self.close_pipe()
        return code

    def close_pipe(self) -> None:
        if self.process.stdout:
            self.process.stdout.close()

    def guest(self) -> httpx.Client:
        """Somebody new with cookies of his own."""
        return httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=QUIET, verify=False)


class Player:
    """A guest at a table: plays the first move, or what it is told to."""

    def __init__(
        self, server: Server, guest: httpx.Client, table: str, lang: str = "en", since: int | None = None
    ) -> None:
        self.server, self.guest, self.table, self.lang = server, guest, table, lang
        self.state: dict[str, Any] | None = None
        self.you: list[int] = []
        self.heard: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.phase = ""
        self.seq = since
        self.connect()

    def connect(self) -> None:
        since = "" if self.seq is None else f"&since={self.seq}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.guest.cookies.items())
        address = f"{self.server.url.replace('http', 'ws', 1)}/ws/{self.table}?lang={self.lang}{since}"
        headers = {"Cookie": cookies} if cookies else {}
        self.rooms = contextlib.ExitStack()
        self.socket: ClientConnection = self.rooms.enter_context(
            connect(address, origin=self.server.url, additional_headers=headers, compression=None, max_size=None)  # type: ignore[arg-type]
        )
        self.welcome = self.hear()
        assert self.welcome["ev"] == "welcome"
        self.you = self.welcome["you"]
        while self.hear()["ev"] != "presence":
            pass

    def hear(self, timeout: float = QUIET) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        kind = message["ev"]
        if kind == "snapshot":
            self.snapshot, self.phase = message, message["table"]["phase"]
            self.seq = message["seq"]
        elif "seq" in message and kind not in ("welcome", "ack"):
            assert message["seq"] == (self.seq or 0) + 1, "an event is missing or came twice"
            self.seq = message["seq"]
            self.heard.append(message)
        if "state" in message:
            self.state = message["state"]
        if kind == "you":
            self.you = message["you"]
        if kind in ("ack", "no", "why", "hint", "pong"):
            self.answers[message["id"]] = message
        if kind in ("started", "ended", "closed"):
            self.phase = {"started": "play", "ended": "over"}.get(kind, kind)
        return message

    def hear_until(self, kind: str) -> dict[str, Any]:
        while True:
            message = self.hear()
            if message["ev"] == kind:
                return message

    def send(self, do: str, **values: Any) -> str:
        name = secrets.token_hex(8)
        self.socket.send(json.dumps({"do": do, "id": name, **values}))
        return name

    def ask(self, do: str, **values: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        name = self.send(do, **values)
        while name not in self.answers:
            self.hear()
        return self.answers[name]

    def catch_up(self, other: Player) -> None:
        """Hear all that another player has heard."""
        while (self.seq or 0) < (other.seq or 0):
            self.hear()

    def my_turn(self) -> bool:
        return bool(self.state) and self.phase == "play" and self.state["seat"] in self.you  # type: ignore[index]

    def act(self, index: int = 0) -> dict[str, Any]:
        """Throw, or play a move."""
        assert self.state
        if self.state["node"] == "move":
            return self.ask("play", at=self.state["seq"], index=index % len(self.state["moves"]))
        return self.ask("throw", at=self.state["seq"], nonce=secrets.token_hex(16))

    def play_out(self, most: int = 20_000) -> None:
        """Play until the game is over."""
        for _ in range(most):
            if self.phase != "play":
                return
            if self.my_turn():
                assert self.act()["ev"] == "ack"
            else:
                self.hear()
        raise AssertionError("the game does not end")

    def leave(self) -> None:
        self.rooms.close()


def set_up(guest: httpx.Client, book: str = "mensch", players: int = 2, **values: Any) -> dict[str, Any]:
    """A table with the guest at the first seat and greedy bots at the others."""
    setup = {"book": book, "players": players, **values.pop("setup", {})}
    reply = guest.post("/api/tables", json={"setup": setup, "pause": 0, **values})
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found
