"""The page about the protocol says what the types say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from starlette.routing import Route

from pachisi.web import protocol as p
from pachisi.web.http.app import build
from pachisi.web.store import Store, sqlite_url

TEXT = (Path(__file__).parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
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


def test_every_route_is_on_the_page(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path / "tables.db"))
    paths = [route.path for route in build(store).routes if isinstance(route, Route)]
    store.close()
    assert [path for path in paths if f"{path}`" not in TEXT and f"{path}?" not in TEXT] == []
