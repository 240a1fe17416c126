"""Whatever a stranger sends, over the socket or over HTTP: a refusal in a sentence, and nothing has changed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import given as given_that
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pachisi.web.http.app import build
from pachisi.web.limits import UNLIMITED
from pachisi.web.protocol import Commands
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url

from .web_client import Player, Server, set_up

EXAMPLES = settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
NAMES = [kind.__struct_config__.tag for kind in Commands.__args__]
QUESTIONS = ("why", "lang", "ping")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["at", "nonce", "index", "seat", "name", "who", "bot", "colour", "step", "lang", "commitment", "n", "link", "id", "x"])
LIKELY = st.sampled_from([0, 1, 2, 3, 7, 255, "0" * 32, "f" * 32, "open", "bot", "here", "greedy", "de", "Ada", True])
IDS = st.text("abcdefghij", min_size=1, max_size=12)
COMMANDS = st.builds(
    lambda do, name, values: {**values, "do": do, "id": name},
    st.sampled_from(NAMES),
    IDS,
    st.dictionaries(FIELDS, VALUES | LIKELY, max_size=5),
)
MESSAGES = st.text(max_size=60) | st.binary(max_size=60) | (VALUES | COMMANDS).map(lambda value: json.dumps(value))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("hostile") / "tables.db", "--no-limits")
    yield server
    server.kill()


def look(server: Server, table: str) -> dict[str, Any]:
    """The table as somebody sees it who has just come."""
    watcher = Player(server, server.guest(), table)
    watcher.leave()
    return watcher.snapshot


def test_no_message_of_a_stranger_changes_a_table_or_stops_it(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])["id"]
    before = look(server, table)
    stranger = Player(server, server.guest(), table)

    @EXAMPLES
    @given_that(st.lists(MESSAGES, min_size=1, max_size=10))
    def send(messages: list[str | bytes]) -> None:
        for message in messages:
            stranger.socket.send(message)
        assert stranger.ask("ping")["ev"] == "pong"

    send()
    refused = [answer for answer in stranger.answers.values() if answer["ev"] == "no"]
    assert refused
    assert all(answer["why"].endswith(".") for answer in refused)
    assert look(server, table) == before


def test_no_message_of_a_player_stops_a_table_or_breaks_its_log(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])["id"]
    player = Player(server, guest, table)

    @EXAMPLES
    @given_that(
        st.lists(MESSAGES.filter(lambda message: not closes(message)), min_size=1, max_size=10), st.integers(0, 5)
    )
    def send(messages: list[str | bytes], index: int) -> None:
        for message in messages:
            player.socket.send(message)
        player.ask("ping")
        if player.my_turn():
            assert player.act(index)["ev"] in ("ack", "no")

    send()
    seen = look(server, table)
    assert seen["seq"] == player.seq
    assert guest.get(f"/api/tables/{table}/summary").json()["throws"] == seen["state"]["throws"]


def closes(message: str | bytes) -> bool:
    try:
        return bool(json.loads(message)["do"] == "close")
    except (ValueError, TypeError, KeyError):
        return False


def test_another_sites_page_and_an_unknown_table_get_no_socket(server: Server) -> None:
    table = set_up(server.guest())["id"]
    address = server.url.replace("http", "ws", 1)
    with pytest.raises(Exception, match="403"), connect(f"{address}/ws/{table}", origin="http://elsewhere.example"):
        pass
    with connect(f"{address}/ws/none") as socket, pytest.raises(ConnectionClosed, match="4404"):
        socket.recv(5)


def test_a_message_that_is_too_long_closes_the_socket_and_nothing_else(server: Server) -> None:
    guest = server.guest()
    player = Player(server, guest, set_up(guest)["id"])
    player.socket.send("x" * 20_000)
    with pytest.raises(ConnectionClosed, match="1009"):
        player.hear_until("never")
    player.rooms.close()
    player.connect()
    assert player.act()["ev"] == "ack"


def test_a_guest_cannot_act_for_another_even_with_the_others_words(server: Server) -> None:
    guest = server.guest()
    table = set_up(guest, seats=[{"seat": 0, "who": "here"}, {"seat": 2, "who": "here"}])["id"]
    player, thief = Player(server, guest, table), Player(server, server.guest(), table)
    player.act()
    thief.catch_up(player)
    said = [message["id"] for message in player.answers.values()][-1]
    copied = {"do": "throw", "id": said, "at": player.state["seq"], "nonce": "0" * 32}  # type: ignore[index]
    thief.socket.send(json.dumps(copied))
    assert thief.hear_until("no")["code"] == "not_yours"


def test_who_sends_too_fast_is_slowed_down_and_then_sent_away(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    guest = server.guest()
    player = Player(server, guest, set_up(guest)["id"])
    with contextlib.suppress(ConnectionClosed):  # a quick server stops listening before all is sent
        for _ in range(600):
            player.send("ping")
    with pytest.raises(ConnectionClosed, match="4429"):
        player.hear_until("never")
    slow = [answer for answer in player.answers.values() if answer.get("code") == "too_fast"]
    assert len(slow) == 200
    codes = [guest.get("/api/codes/AAAAAA").status_code for _ in range(12)]
    assert codes[:10] == [404] * 10
    assert codes[-1] == 429
    server.kill()


# --- HTTP -------------------------------------------------------------------------------


class FreshApp:
    """The application, with a log of its own each time it starts: Schemathesis stops it after every test."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            store = Store(sqlite_url(Path(tempfile.mkdtemp()) / "tables.db"))
            self.app = build(store, Settings(limits=replace(UNLIMITED, body=2**31)))  # what is too long by the schema is refused for that
        await self.app(scope, receive, send)


schema = schemathesis.openapi.from_asgi("/api/openapi.json", FreshApp())


@schema.parametrize()
@settings(max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_the_HTTP_API_keeps_to_its_own_description(case: schemathesis.Case) -> None:
    excluded = [positive_data_acceptance]  # what contradicts itself, no schema can tell
    if case.path == "/ready":
        excluded.append(not_a_server_error)  # 503 until the rules are compiled
    case.call_and_validate(excluded_checks=excluded)


def test_a_zero_byte_in_an_address_leads_nowhere(url: str) -> None:
    async def visit() -> dict[str, int]:
        app = build(Store(url), Settings(limits=UNLIMITED))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server") as stranger:
            paths = (await stranger.get("/api/openapi.json")).json()["paths"]
            asked = [re.sub(r"{\w+}", "AAA%00AAA", path) for path, methods in paths.items() if "{" in path and "get" in methods]
            found = {path: (await stranger.get(path)).status_code for path in asked}
        await app.state.tables.close()
        return found

    found = asyncio.run(visit())
    assert len(found) > 5
    assert set(found.values()) == {404}, found
