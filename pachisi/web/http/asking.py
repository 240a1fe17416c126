"""The table that a request asks about: named by its id, or described by its setup."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from ...table import Table
from .. import forms
from ..table.outline import Outline
from ..tables import Tables
from ..views.contradictions import set_up_or_explain
from ..views.refusals import Refusal


async def find_outline(tables: Tables, id: str) -> Outline:
    outline = await tables.outline(id)
    if outline is None:
        raise Refusal(404, "no_table")
    return outline


async def asked_table(tables: Tables, request: Request) -> Table:
    """A table as the query describes it, or the one that it names."""
    if "table" in request.query_params:
        return (await find_outline(tables, request.query_params["table"])).table
    return await tables.in_reader(set_up_or_explain, read_setup(request))


async def asked_setup(tables: Tables, request: Request) -> forms.Setup:
    if "table" in request.query_params:
        return (await find_outline(tables, request.query_params["table"])).deed.setup
    setup = read_setup(request)
    await tables.in_reader(set_up_or_explain, setup)
    return setup


def read_setup(request: Request) -> forms.Setup:
    """A setup from the query."""
    query = request.query_params
    try:
        options = msgspec.json.decode(query.get("options") or "{}", type=dict[str, Any])
        first = query.get("first", "book")
        data = {
            "book": query.get("book", ""),
            "players": int(query.get("players", "4")[:4]),
            "pieces": int(query.get("pieces", "4")[:4]),
            "first": first if first in ("high_roll", "book") else int(first[:4]),
            "options": options,
        }
        return msgspec.convert(data, forms.Setup)
    except (ValueError, RecursionError) as error:
        raise Refusal(400, "not_understood", error=error) from None
