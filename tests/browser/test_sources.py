"""What stands in two files of the page says the same in both."""

from __future__ import annotations

import re
import textwrap

import pytest

from tests.web_client import ROOT, Server

STATIC = ROOT / "pachisi" / "web" / "static"
TYPES = (STATIC / "protocol.d.ts").read_text(encoding="utf-8")
SHAPE = re.compile(r"^export (?:interface|type) (\w+) (?:= )?\{(?:\n(.*?)^\}| ([^\n]*) \};$)", re.MULTILINE | re.DOTALL)
BODIES = {name: long or short for name, long, short in SHAPE.findall(TYPES) if name != "Command"}
SERVER_NAMES = {
    "Move": "Choice",
    "Seat": "SeatView",
    "Table": "TableView",
    "No": "Refused",
    "Chain": "ChainView",
    "Option": "OptionView",
    "Preset": "PresetView",
    "Fault": "FaultView",
    "Book": "BookView",
    "Bot": "BotView",
    "Sheet": "RuleSheet",
    "Row": "TableRow",
    "Board": "BoardView",
    "Drawing": "Parts",
}


def fields_of(body: str) -> set[str]:
    """The names of a type's own fields, without those of types inside it."""
    while (flat := re.sub(r"\{[^{}]*\}", "…", body)) != body:
        body = flat
    return set(re.findall(r"(?:^|;)\s*(\w+)\??:", body))


def test_the_offline_verifier_checks_with_the_code_of_honest_js_word_for_word() -> None:
    script = (STATIC / "verify.html").read_text(encoding="utf-8").split("<script>")[1]
    part = textwrap.dedent(script[script.index("      /** Honest dice") : script.index("      // --- the page ---")])
    code = re.sub(r"^export ", "", (STATIC / "table" / "honest.js").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert part.strip() == code.strip()


@pytest.fixture(scope="module")
def schemas(server: Server) -> dict[str, dict[str, dict[str, object]]]:
    """What /api/schema.json and /api/openapi.json say, by name."""
    guest = server.guest()
    socket, http = guest.get("/api/schema.json").json(), guest.get("/api/openapi.json").json()
    return {**http["components"]["schemas"], **socket["$defs"]}


@pytest.mark.parametrize("name", BODIES)
def test_a_type_of_the_page_names_the_fields_of_the_server_s_schema(
    name: str, schemas: dict[str, dict[str, dict[str, object]]]
) -> None:
    assert fields_of(BODIES[name]) == set(schemas[SERVER_NAMES.get(name, name)]["properties"])


def test_the_page_has_a_type_for_every_message_of_the_socket(server: Server) -> None:
    messages = server.guest().get("/api/schema.json").json()["properties"]["message"]["discriminator"]["mapping"]
    assert set(messages) == set(re.findall(r"ev: '(\w+)'", TYPES))
