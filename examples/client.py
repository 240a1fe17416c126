"""A player for the table in the browser, written from docs/protocol.md alone.

    python3 examples/client.py http://127.0.0.1:8765 parcheesi

It creates a table, sits down against a bot, and plays the first legal move until the game is over. If the connection breaks, it comes back and goes on.
Its numbers take part in every throw, so nobody else can choose the dice.
Needs: pip install websockets
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
import time
import urllib.request
from collections.abc import Callable
from typing import Any

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

Message = dict[str, Any]
PROTOCOL = 1
PASSING = ("stale", "too_fast", "trouble")  # refusals after which it is worth trying again
LINKS = 1000  # more than a game has throws


def create(server: str, setup: Message, pause: float = 0.7) -> tuple[str, str]:
    """A new table where we hold the first seat; its id, and the cookie that says who we are."""
    body = json.dumps({"setup": setup, "pause": pause}).encode()
    request = urllib.request.Request(f"{server}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        cookie = reply.headers["Set-Cookie"].partition(";")[0]
        return json.load(reply)["id"], cookie


def forge(table: str, seat: int) -> list[str]:
    """Our chain for the dice: its commitment, then a link for each throw."""
    chain = [secrets.token_hex(32)]
    for _ in range(LINKS):
        chain.append(hashlib.sha256(f"link/v1|{table}|{seat}|{chain[-1]}".encode()).hexdigest())
    return chain[::-1]


class Player:
    """What we know about the table, and the one command that has not been answered yet."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.seq: int | None = None
        self.state: Message | None = None
        self.you: list[int] = []
        self.waiting: Message | None = None
        self.chain: list[str] = []
        self.drawn = 0  # the throw that was due when we drew it; a chain that began before would tell links before their time
        self.since: int | None = None  # the first throw that our chain has a link for
        self.due = 0  # the number of the next throw

    def hear(self, message: Message) -> None:
        kind = message["ev"]
        if kind in ("ack", "no"):
            if self.waiting is None or message["id"] != self.waiting["id"]:
                return  # about a link; it came in time, or it did not
            self.waiting = None
            if kind == "no" and message["code"] not in PASSING:
                raise SystemExit(f"The table refused: {message['why']}")
            if kind == "no":
                time.sleep(1)
        elif kind in ("welcome", "you"):
            if message.get("v", PROTOCOL) != PROTOCOL:
                raise SystemExit(f"The server speaks protocol {message['v']}, this client {PROTOCOL}.")
            self.you = message["you"]
        elif "seq" in message:
            self.seq = message["seq"]
            self.state = message.get("state", self.state)
            self.watch(message)

    def watch(self, message: Message) -> None:
        """Keep in mind what concerns the dice."""
        if message["ev"] == "snapshot":
            self.due = message["due"]
        elif message["ev"] == "thrown":
            self.due = max(self.due, message["n"] + 1)
        for chain in message.get("chains", [message] if message["ev"] == "chained" else []):
            if self.chain and chain["commitment"] == self.chain[0] and chain["since"] >= self.drawn and self.since is None:
                self.since = chain["since"]

    def answer(self, call: Message) -> Message | None:
        """Our link, for the throw that is due and for no other."""
        if self.since is None or call["n"] != self.due or self.state is None or self.state["node"] == "move":
            return None
        return {"do": "link", "id": secrets.token_hex(8), "n": self.due, "link": self.chain[self.due - self.since + 1]}

    def decide(self) -> Message | None:
        """The next command; None while it is not our turn, or something is on its way."""
        state = self.state
        if not self.chain and self.you and state and not self.waiting:
            self.chain, self.drawn = forge(self.table, min(self.you)), self.due
            return {"do": "chain", "id": secrets.token_hex(8), "commitment": self.chain[0]}
        if self.waiting or state is None or state["seat"] not in self.you or state["node"] == "over":
            return None
        command: Message = {"id": secrets.token_hex(8), "at": state["seq"]}
        if state["node"] == "move":
            return command | {"do": "play", "index": 0}
        return command | {"do": "throw", "nonce": secrets.token_hex(16)}


def play(server: str, table: str, cookie: str, listen: Callable[[Message], object] = lambda message: None) -> Message:
    """Play to the end; the event `ended`, or `closed` if somebody closes the table."""
    player, address = Player(table), f"{server.replace('http', 'ws', 1)}/ws/{table}"
    while True:
        try:
            end = attend(player, address, cookie, listen)
            if end:
                return end
        except InvalidStatus:
            raise
        except (OSError, WebSocketException):
            pass
        time.sleep(1)


def attend(player: Player, address: str, cookie: str, listen: Callable[[Message], object]) -> Message | None:
    """One connection. A command that was not answered before is sent again with its id, and is never carried out twice."""
    query = "" if player.seq is None else f"?since={player.seq}"
    with connect(address + query, additional_headers={"Cookie": cookie}, compression=None) as socket:
        if player.waiting:
            socket.send(json.dumps(player.waiting))
        for text in socket:
            message = json.loads(text)
            listen(message)
            player.hear(message)
            if message["ev"] in ("ended", "closed"):
                return message
            link = player.answer(message) if message["ev"] == "call" else None
            if link:
                socket.send(json.dumps(link))
            command = player.decide()
            if command:
                player.waiting = command
                socket.send(json.dumps(command))
    return None


def main() -> None:
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765"
    book = sys.argv[2] if len(sys.argv) > 2 else "mensch"
    table, cookie = create(server, {"book": book, "players": 2})
    print(f"Watch it at {server}/table/{table}")
    end = play(server, table, cookie, lambda message: print(message["words"]) if message.get("words") else None)
    print("Won!" if end.get("winner") == [0] else "Lost.")


if __name__ == "__main__":
    main()
