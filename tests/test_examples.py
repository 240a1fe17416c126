"""The examples work, against a real server; and what they hear and say is what the server's schema describes."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import jsonschema_rs
import pytest

from .web_client import ROOT, Server

COMMANDS = re.findall(r"`(\{\"do\":.*?\})`", (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("examples") / "tables.db", "--no-limits")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def client() -> ModuleType:
    found = importlib.util.spec_from_file_location("client", ROOT / "examples" / "client.py")
    assert found
    assert found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def checker(server: Server, what: str) -> jsonschema_rs.Validator:
    """What the server's schema says about a command or a message."""
    schema: dict[str, Any] = server.guest().get("/api/schema.json").json()
    return jsonschema_rs.validator_for({"$defs": schema["$defs"], **schema["properties"][what]})


def test_a_client_written_from_the_page_alone_plays_a_whole_game(server: Server, client: ModuleType) -> None:
    heard: list[dict[str, Any]] = []
    table, cookie = client.create(server.url, {"book": "mensch", "players": 2, "pieces": 1}, pause=0)
    end = client.play(server.url, table, cookie, heard.append)
    assert end["ev"] == "ended"
    assert {"welcome", "snapshot", "presence", "thrown", "moved", "ack"} <= {message["ev"] for message in heard}
    messages = checker(server, "message")
    assert [message for message in heard if not messages.is_valid(message)] == []
    assert not messages.is_valid({**heard[-1], "winner": "nobody"})
    since = next(message["since"] for message in heard if message["ev"] == "chained")
    throws = [message for message in heard if message["ev"] == "thrown" and message["n"] >= since]
    assert len(throws) > 1
    assert [message for message in throws if [seat for seat, _ in message["links"]] != [0]] == []


def test_a_client_that_lost_its_connection_goes_on_where_it_was(server: Server, client: ModuleType) -> None:
    table, cookie = client.create(server.url, {"book": "mensch", "players": 2, "pieces": 1}, pause=0)
    seen: list[int] = []

    def listen(message: dict[str, Any]) -> None:
        if "words" in message:
            seen.append(message["seq"])
            if len(seen) == 5:
                raise OSError("The line is cut.")

    assert client.play(server.url, table, cookie, listen)["ev"] == "ended"
    assert sorted(set(seen)) == list(range(min(seen), max(seen) + 1))


@pytest.mark.parametrize("example", COMMANDS)
def test_every_command_on_the_page_fits_the_schema(example: str, server: Server) -> None:
    command = json.loads(example)
    commands = checker(server, "command")
    assert commands.is_valid(command)
    assert not commands.is_valid({**command, "id": "no id has spaces"})
