"""The HTTP API and the socket's messages as JSON documents, made from the types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ... import __version__
from ...paper import PAPERS
from ...records import PIECES
from ...rulebooks import BOOKS
from ...rules import MOST_PLAYERS
from ...words.catalogue import ENGLISH, LANGUAGES
from .. import forms
from .. import protocol as p
from .routes import Route

QUERY: dict[str, dict[str, Any]] = {
    "lang": {"schema": {"enum": list(LANGUAGES), "default": ENGLISH}},
    "book": {"schema": {"enum": list(BOOKS)}},
    "players": {"schema": {"type": "integer", "minimum": 2, "maximum": MOST_PLAYERS, "default": 4}},
    "pieces": {"schema": {"type": "integer", "minimum": 1, "maximum": PIECES, "default": 4}},
    "first": {"schema": {"enum": [*map(str, range(MOST_PLAYERS)), "high_roll", "book"], "default": "book"}},
    "options": {"schema": {"type": "string"}, "description": "House rules as a JSON object"},
    "posed": {"schema": {"enum": ["day", "next"], "default": "day"}},
    "invite": {"schema": {"type": "string"}},
    "table": {"schema": {"type": "string"}, "description": "The id of a table, instead of a book and its options"},
    "at": {"schema": {"type": "string"}, "description": "Not read: whatever changes with the table, for caches"},
    "paper": {"schema": {"enum": list(PAPERS), "default": "a4"}},
}


def openapi(routes: Sequence[Route]) -> dict[str, Any]:
    kinds = [kind for route in routes for kind in (route.takes, route.gives) if kind] + [forms.Problem]
    unique = list(dict.fromkeys(kinds))
    schemas, components = msgspec.json.schema_components(unique, ref_template="#/components/schemas/{name}")
    refs = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, refs)
    info = {"title": "pachisi", "version": __version__, "description": "Tables of the Pachisi family."}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": components}}


def operation(route: Route, refs: dict[Any, Any]) -> dict[str, Any]:
    content = {route.media: {"schema": refs[route.gives]} if route.gives else {"schema": {"type": "string"}}}
    status = "201" if route.gives is forms.NewTableReply else "200"
    wrong = {
        "description": "What is wrong, in a sentence",
        "content": {"application/json": {"schema": refs[forms.Problem]}},
    }
    inputs = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    inputs += [{"name": name, "in": "query", **QUERY[name]} for name in route.query]
    found: dict[str, Any] = {
        "summary": route.what,
        "operationId": f"{route.method.lower()}_{route.serve.__name__}",
        "parameters": inputs,
        "responses": {status: {"description": "Done", "content": content}, "4XX": wrong, "5XX": wrong},
    }
    if route.gives is forms.Health:
        found["responses"]["503"] = {"description": "Not now", "content": content}
    if route.takes:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": refs[route.takes]}}}
    return found


def socket_schema() -> dict[str, Any]:
    """What may be sent to a table's socket, and what comes from it."""
    (commands, messages), parts = msgspec.json.schema_components(
        [p.Commands, p.Messages], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"pachisi, protocol {p.VERSION}",
        "properties": {"command": commands, "message": messages},
        "$defs": parts,
    }
