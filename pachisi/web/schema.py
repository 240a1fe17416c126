"""The tables of the database, and how those of an earlier version become today's.

A step a version, in one transaction, is all there is to migrate; a tool for branches and downgrades would be larger than the schema.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

VERSION = 5
LOCK = 7_224_744  # any number, the same for all our servers

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("created", sa.Float, nullable=False, index=True),
    sa.Column("code", sa.String(12), nullable=False, index=True),
    sa.Column("deed", sa.Text, nullable=False),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("moment", sa.Float, nullable=False),
    sa.Column("holder", sa.String(64)),
    sa.Column("command", sa.String(40)),
    sa.Column("fact", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(40), primary_key=True),
    sqlite_with_rowid=False,
)
outlines = sa.Table(  # what lists show of a table, as of event `seq`
    "outlines",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("outline", sa.Text, nullable=False),
)
packs = sa.Table(  # finished games that have left the log: their events up to `seq`, compressed
    "packs",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("log", sa.LargeBinary, nullable=False),
)
reviews = sa.Table(  # what the desk has found out about a finished game: the numbers, and the reasons in a language
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("part", sa.String(12), primary_key=True),
    sa.Column("review", sa.LargeBinary, nullable=False),
)
solvers = sa.Table(  # how well guests solve puzzles
    "solvers",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("tried", sa.Integer, nullable=False),
    sa.Column("solver", sa.Text, nullable=False),
)
servers = sa.Table(  # which servers write here, and when they did last
    "servers",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)
versions = sa.Table("schema_version", metadata, sa.Column("version", sa.Integer, primary_key=True, autoincrement=False))


class SchemaError(Exception):
    """The database holds something that this version cannot use."""


def add_outlines(connection: sa.Connection) -> None:
    """1 to 2."""
    metadata.create_all(connection, [outlines, servers, versions])


def add_packs(connection: sa.Connection) -> None:
    """2 to 3."""
    metadata.create_all(connection, [packs])
    guard_packs(connection)


def add_reviews(connection: sa.Connection) -> None:
    """3 to 4."""
    metadata.create_all(connection, [reviews])


def add_solvers(connection: sa.Connection) -> None:
    """4 to 5."""
    metadata.create_all(connection, [solvers])


def guard_packs(connection: sa.Connection) -> None:
    """Let nobody write an event in the place of a packed one: to a server that has slept too long it looks free."""
    for statement in GUARDS[connection.dialect.name]:
        connection.exec_driver_sql(statement)


PACKED = "EXISTS (SELECT 1 FROM packs WHERE table_id = NEW.table_id AND seq >= NEW.seq)"
GUARDS = {
    "sqlite": [
        f"CREATE TRIGGER keep_packed AFTER INSERT ON events WHEN {PACKED} BEGIN SELECT RAISE(ABORT, 'packed'); END"
    ],
    "postgresql": [
        f"""CREATE OR REPLACE FUNCTION keep_packed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF {PACKED} THEN RAISE unique_violation USING MESSAGE = 'packed'; END IF; RETURN NULL; END $$""",
        "CREATE TRIGGER keep_packed AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION keep_packed()",
    ],
}
STEPS: dict[int, Callable[[sa.Connection], None]] = {1: add_outlines, 2: add_packs, 3: add_reviews, 4: add_solvers}


def prepare(engine: sa.Engine) -> None:
    """Create the tables or bring them up to date; a SchemaError if they are not ours, or newer than we are."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))  # several servers may start at once
        found = version_of(connection)
        if found > VERSION:
            raise SchemaError(f"it was made by a newer pachisi (schema {found}; this one knows {VERSION}): install that one.")
        if found == 0:
            metadata.create_all(connection)
            guard_packs(connection)
        for version in range(found or VERSION, VERSION):
            STEPS[version](connection)
        if found != VERSION:
            connection.execute(sa.delete(versions))
            connection.execute(sa.insert(versions), {"version": VERSION})


def version_of(connection: sa.Connection) -> int:
    """The version of what is there; 0: nothing."""
    seen = sa.inspect(connection)
    present = set(seen.get_table_names())
    if versions.name in present:
        return connection.execute(sa.select(sa.func.max(versions.c.version))).scalar() or 0
    first = [table for table in (tables, events, guests) if table.name in present]
    for table in first:
        lacking = set(table.columns.keys()) - {column["name"] for column in seen.get_columns(table.name)}
        if lacking:
            raise SchemaError(f"its table '{table.name}' is not one of pachisi: it has no column '{min(lacking)}'.")
    return 1 if len(first) == 3 else 0
