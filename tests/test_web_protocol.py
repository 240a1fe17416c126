"""The page about the protocol says what the types say."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from pachisi.web import protocol as p
from pachisi.web.elements import SeatNumber
from pachisi.web.forms import Chair, NewTable, Setup
from pachisi.web.http.app import build
from pachisi.web.http.replies import STATUS
from pachisi.web.limits import Limits
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table.inbox import Enter
from pachisi.web.tables import Tables

from .test_web_live import Listener, at_tables

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"`(\{\"do\":.*?\})`", TEXT)
MESSAGES = re.findall(r"^\{\"ev\":\"(\w+)\"(.*?)^(?=\{|```)", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", COMMANDS)
def test_every_command_on_the_page_is_understood(example: str) -> None:
    command = msgspec.json.decode(example, type=p.Commands)
    assert json.loads(msgspec.json.encode(command)).items() >= json.loads(example).items()


def test_every_command_and_every_message_has_an_example() -> None:
    commands = {json.loads(example)["do"] for example in COMMANDS}
    assert commands == {kind.__struct_config__.tag for kind in p.Commands.__args__}
    messages = {kind.__struct_config__.tag for kind in p.Messages.__args__}
    assert {name for name, _ in MESSAGES} == messages


@pytest.mark.parametrize("kind", p.Messages.__args__, ids=lambda kind: kind.__name__)
def test_the_example_of_a_message_names_its_fields(kind: type[msgspec.Struct]) -> None:
    body = next(body for name, body in MESSAGES if name == kind.__struct_config__.tag)
    missing = [field for field in kind.__struct_fields__ if f'"{field}":' not in body]
    assert not missing


def app_of(path: Path) -> Starlette:
    """An application whose log is closed again: nobody will play."""
    store = Store(sqlite_url(path / "tables.db"))
    store.close()
    return build(store)


def test_every_route_is_on_the_page_and_every_one_for_programs_is_described(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    paths = [route.path for route in app.routes if isinstance(route, Route)]
    assert [path for path in paths if f"{path}`" not in TEXT and f"{path}?" not in TEXT] == []
    documents = {"/api/openapi.json", "/api/schema.json"}
    described = TestClient(app).get("/api/openapi.json").json()["paths"]
    programs = {path for path in paths if path.startswith("/api/")} - documents | {"/health", "/ready"}
    assert set(described) == programs


def test_all_that_a_table_says_keeps_to_the_schema(tmp_path: Path) -> None:
    document = TestClient(app_of(tmp_path)).get("/api/schema.json").json()
    assert document["title"] == f"pachisi, protocol {p.VERSION}"
    schema = {"$defs": document["$defs"], **document["properties"]["message"]}
    keeps = jsonschema_rs.validator_for(schema).is_valid
    ada, bo = Listener("ada"), Listener("bo", "de")

    async def play(tables: Tables) -> None:
        bots = [Chair(0, "here"), Chair(2, "bot")]
        live = await tables.create(NewTable(Setup("mensch", 2, pieces=1), bots, take_back=True), "ada")
        for guest in (ada, bo):
            live.post(Enter(guest, None))
        others = (p.Ping("a"), p.Ask("b", 0, 0), p.Speak("c", "fr"), p.Rename("d", 0, "Ada"), p.StandIn("e", 0, "greedy"))
        for command in others:
            await live.order(ada, command)
        while live.sitting.phase != "over":
            await asyncio.sleep(0)
        for command in (p.Rematch("f"), p.Close("g"), p.Close("h")):
            await live.order(ada, command)
        live.dismiss("stopping")

    at_tables(tmp_path, play)
    assert [message for message in ada.heard + bo.heard if not keeps(message)] == []
    assert not keeps({"ev": "pong"})
    heard = {message["ev"] for message in ada.heard}
    assert heard >= {"welcome", "snapshot", "presence", "seated", "thrown", "moved", "ended", "rematched", "closed", "ack", "no", "why", "pong", "bye"}


def test_every_close_code_is_on_the_page() -> None:
    table = TEXT[TEXT.index("| close code |") :]
    listed = set(re.findall(r"\b\d{4}\b", "\n".join(re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE))))
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "pachisi" / "web").rglob("*.py"))
    used = set(re.findall(r"close\((\d{4})\)", sources))
    too_long, becomes_403 = {"1009"}, {"4403"}  # sent by the library; answered before there is a socket
    assert listed == (used | too_long) - becomes_403


def test_every_status_is_on_the_page() -> None:
    chapter = TEXT[TEXT.index("## HTTP") : TEXT.index("| route | what |")]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "pachisi" / "web").rglob("*.py"))
    used = {int(status) for status in re.findall(r"Refusal\((\d{3})", sources)} | set(STATUS.values())
    by_libraries, before_a_request = {405}, {408, 431}
    assert {int(status) for status in re.findall(r"\b[45]\d\d\b", chapter)} == used | by_libraries | before_a_request


def test_the_page_is_about_the_version_that_is_spoken() -> None:
    assert TEXT.startswith(f"# The table in the browser: protocol {p.VERSION}\n")
    assert f'{{"ev":"welcome","v":{p.VERSION},' in TEXT
    assert f'{{"protocol":{p.VERSION},' in TEXT
    assert f"const PROTOCOL = {p.VERSION};" in (ROOT / "pachisi/web/static/connection.js").read_text(encoding="utf-8")
    seats = re.search(r"\*\*seat\*\* 0–(\d)", TEXT)
    assert seats
    assert msgspec.convert(int(seats[1]), SeatNumber)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(int(seats[1]) + 1, SeatNumber)


def test_the_limits_on_the_page_are_the_defaults() -> None:
    chapter = " ".join(TEXT[TEXT.index("## Limits") : TEXT.index("## Honest dice")].split())
    one = Limits()
    said = [
        f"{one.request_rate} requests a second, {one.request_burst} at once",
        f"{one.create_burst} new tables at once, then one every two seconds",
        f"{one.code_burst} short codes at once, then one every five seconds",
        f"{one.review_burst} reviews that are not kept at once, then one every five seconds, of which {one.reviews_each} may wait at once, and {one.reviews} in all",
        f"{one.analysis_burst} positions to be evaluated at once, then {one.analysis_rate} a second",
        f"{one.sockets} sockets, {one.connections_each} connections",
        f"{one.address_rate} messages a second by all sockets, of which a guest has {one.command_rate} ({one.address_burst} and {one.command_burst} at once)",
        f"{one.request_time} seconds to arrive, at most {one.head // 1024} KB of head and {one.body // 1024} KB of body",
        f"read anything for {one.stall} seconds",
    ]
    assert [phrase for phrase in said if phrase not in chapter] == []
    assert (1 / one.create_rate, 1 / one.code_rate, 1 / one.review_rate) == (2, 5, 5)
    assert f"at most {one.message // 1024} KB" in TEXT
