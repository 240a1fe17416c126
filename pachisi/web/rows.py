"""What is written to the database, as rows."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ..desk.solvers import Solver
from .schema import events, guests, outlines, reviews, servers, solvers, tables
from .table import facts as f
from .table.outline import KeptOutline

Row = tuple[sa.Table, dict[str, Any]]


def statements(dialect: str) -> dict[sa.Table, Any]:
    """How rows are written. Facts are written once; an outline, the life of a server and a rating replace what was there; the first review stays."""
    module = sqlite if dialect == "sqlite" else postgresql
    written: dict[sa.Table, Any] = {table: sa.insert(table) for table in (tables, events, guests)}
    for table, key, age in ((outlines, "table_id", "seq"), (servers, "id", "seen"), (solvers, "holder", "tried")):
        insert = module.insert(table)
        values = {column.name: insert.excluded[column.name] for column in table.columns if column.name != key}
        newer = insert.excluded[age] >= table.c[age]
        written[table] = insert.on_conflict_do_update(index_elements=[key], set_=values, where=newer)
    written[reviews] = module.insert(reviews).on_conflict_do_nothing()
    return written


def deed_row(deed: f.Deed) -> Row:
    text = f.encoder.encode(deed).decode()
    return tables, {"id": deed.id, "created": deed.created, "code": deed.code, "deed": text}


def event_row(table: str, entry: f.LoggedFact, moment: float) -> Row:
    return events, {
        "table_id": table,
        "seq": entry.seq,
        "moment": moment,
        "holder": entry.holder,
        "command": entry.command,
        "fact": f.encoder.encode(entry.fact).decode(),
    }


def guest_row(holder: str, table: str) -> Row:
    return guests, {"holder": holder, "table_id": table}


def outline_row(table: str, outline: KeptOutline) -> Row:
    text = f.encoder.encode(outline).decode()
    return outlines, {"table_id": table, "seq": outline.seq, "outline": text}


def server_row(server: str, moment: float) -> Row:
    return servers, {"id": server, "seen": moment}


def review_row(table: str, part: str, review: bytes) -> Row:
    return reviews, {"table_id": table, "part": part, "review": review}


def solver_row(holder: str, solver: Solver) -> Row:
    return solvers, {"holder": holder, "tried": solver.tried, "solver": f.encoder.encode(solver).decode()}
