"""A player for the table in the browser, written from docs/protocol.md alone.

    python3 examples/client.py http://127.0.0.1:8765 parcheesi

It creates a table, sits down against a bot, and plays the first legal move until the game is over. If the connection breaks, it comes back and goes on.
Needs: pip install websockets
"""

from __future__ import annotations

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
PASSING = ("stale", "too_fast", "trouble")  # refusals after which it is worth trying again


def create(server: str, setup: Message, pause: float = 0.7) -> tuple[str, str]:
    """A new table where we hold the first seat; its id, and the cookie that says who we are."""
    body = json.dumps({"setup": setup, "pause": pause}).encode()
    request = urllib.request.Request(f"{server}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        cookie = reply.headers["Set-Cookie"].partition(";")[0]
        return json.load(reply)["id"], cookie


class Player:
    """What we know about the table, and the one command that has not been answered yet."""

    def __init__(self) -> None:
        self.seq: int | None = None
        self.state: Message | None = None
        self.you: list[int] = []
        self.waiting: Message | None = None

    def hear(self, message: Message) -> None:
        kind = message["ev"]
        if kind in ("ack", "no"):
            self.waiting = None
            if kind == "no" and message["code"] not in PASSING:
                raise SystemExit(f"The table refused: {message['why']}")
            if kind == "no":
                time.sleep(1)
        elif kind in ("welcome", "you"):
            self.you = message["you"]
        elif "seq" in message:
            self.seq = message["seq"]
            self.state = message.get("state", self.state)

    def decide(self) -> Message | None:
        """The next command; None while it is not our turn, or something is on its way."""
        state = self.state
        if self.waiting or state is None or state["seat"] not in self.you or state["node"] == "over":
            return None
        command: Message = {"id": secrets.token_hex(8), "at": state["seq"]}
        if state["node"] == "move":
            return command | {"do": "play", "index": 0}
        return command | {"do": "throw", "nonce": secrets.token_hex(16)}


def play(server: str, table: str, cookie: str, listen: Callable[[Message], object] = lambda message: None) -> Message:
    """Play to the end; the event `ended`, or `closed` if somebody closes the table."""
    player, address = Player(), f"{server.replace('http', 'ws', 1)}/ws/{table}"
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
