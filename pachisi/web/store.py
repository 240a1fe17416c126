"""Where tables and their logs are stored: SQLite, or PostgreSQL by URL. One thread writes, many events to a commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import shutil
import sqlite3
import tempfile
import threading
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from ..desk.solvers import Solver
from .metrics import FAILED_WRITES, WRITES
from .rows import Row, statements
from .schema import events, guests, outlines, packs, prepare, reviews, servers, solvers, tables
from .settings import Settings
from .table import facts as f
from .table.outline import KeptOutline, read_outline

PACE = 0.005  # seconds between two commits: a busy server pays for fewer of them
LARGEST_BATCH = 2000
MOST_NAMES = 500  # in one query
OWNER_ONLY = 0o600
LONGEST_LOCK = 3000  # milliseconds for which somebody else may hold the file
RawEntry = tuple[int, str, str | None, str | None, float]  # seq, fact, holder, command, moment
Waiting = tuple[Sequence[Row], "asyncio.Future[None]"]


class StoreError(Exception):
    """The log could not be written, and nothing of it was stored; or it could not be read."""


class Overtaken(StoreError):  # noqa: N818  (it happens)
    """Somebody else has written in this place; read the log and decide again."""


class BrokenLog(Exception):  # noqa: N818
    """The log of a table does not make sense; the table is left as it is."""


@dataclass(frozen=True)
class TableOnFile:
    """A row of a list: the deed, and an outline that is right if nothing has happened since."""

    id: str
    deed: str
    outline: str | None
    known: int | None  # the seq of the outline
    last: int | None  # the seq of the log

    def read(self) -> tuple[f.Deed, KeptOutline | None]:
        fresh = self.outline if self.known == (self.last or 0) else None
        return f.read_deed(self.deed), None if fresh is None else read_outline(fresh)


WRITTEN = sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == tables.c.id).scalar_subquery()
PACKED = sa.select(packs.c.seq).where(packs.c.table_id == tables.c.id).scalar_subquery()
LAST = sa.func.coalesce(WRITTEN, PACKED)
LAST_MOMENT = (
    sa.select(events.c.moment).where(events.c.table_id == tables.c.id).order_by(events.c.seq.desc()).limit(1).scalar_subquery()
)
ON_FILE = sa.select(tables.c.id, tables.c.deed, outlines.c.outline, outlines.c.seq, LAST).select_from(
    tables.outerjoin(outlines, outlines.c.table_id == tables.c.id)
)
OF_GUESTS = ON_FILE.join(guests, guests.c.table_id == tables.c.id)
ENDED = sa.or_(*(outlines.c.outline.contains(f'"phase":"{phase}"') for phase in ("over", "closed")))  # null where none is kept


class Store:
    def __init__(self, url: str, timeout: float = Settings.db_timeout) -> None:
        self.url = sa.make_url(url)
        if self.url.drivername in ("postgres", "postgresql"):
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.engine = open_postgres(self.url, timeout) if self.url.get_backend_name() == "postgresql" else open_sqlite(self.url)
        self.inserts = statements(self.engine.dialect.name)
        self.waiting: deque[Waiting] = deque()
        self.bell: queue.SimpleQueue[bool] = queue.SimpleQueue()  # wakes the writer; False: for the last time
        self.ringing: asyncio.AbstractEventLoop | None = None  # whose turn ends with the bell
        self.pen: sa.Connection | None = None  # the writer's own connection
        self.loop: asyncio.AbstractEventLoop | None = None
        self.closed = False
        self.writer = threading.Thread(target=self._write, name="log", daemon=True)
        self.writer.start()

    # --- writing ------------------------------------------------------------------

    async def append(self, rows: Sequence[Row]) -> None:
        """Store rows durably; a StoreError if that fails."""
        if self.closed:
            raise StoreError("The log is closed.")
        self.loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = self.loop.create_future()
        self.waiting.append((rows, done))
        if self.ringing is not self.loop:
            self.ringing = self.loop
            self.loop.call_soon(self._ring)
        with WRITES.time():
            await done

    def _ring(self) -> None:
        """Wake the writer, once for all that has come up in one turn of the event loop."""
        self.ringing = None
        self.bell.put(True)

    def close(self) -> None:
        """Write what is waiting; then the file alone holds everything."""
        self.closed = True
        self.bell.put(False)
        self.writer.join()
        if self.engine.dialect.name == "sqlite":
            with contextlib.suppress(sa.exc.SQLAlchemyError), self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        self.engine.dispose()

    def _write(self) -> None:
        """The writer: all waiting groups go into one commit."""
        more, began = True, 0.0
        while more:
            more = self.bell.get()
            if self.waiting:
                time.sleep(max(0.0, began + PACE - time.monotonic()))
                began = time.monotonic()
            while self.waiting:
                self._commit([self.waiting.popleft() for _ in range(min(len(self.waiting), LARGEST_BATCH))])
        if self.pen is not None:
            self.pen.close()

    def _commit(self, batch: Sequence[Waiting]) -> None:
        try:
            self._insert(row for rows, _ in batch for row in rows)
            failed: list[BaseException | None] = [None] * len(batch)
        except (sa.exc.IntegrityError, sa.exc.DataError) as error:
            failed = [error if len(batch) == 1 else self._try_alone(rows) for rows, _ in batch]
        except sa.exc.SQLAlchemyError as error:  # locked, full, gone: so it is for everybody
            failed = [error] * len(batch)
        if self.loop:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is waiting any more
                self.loop.call_soon_threadsafe(settle, batch, failed)

    def _try_alone(self, rows: Sequence[Row]) -> BaseException | None:
        """One bad group must not take the others of its batch with it."""
        try:
            self._insert(rows)
        except sa.exc.SQLAlchemyError as error:
            return error
        return None

    def _insert(self, rows: Iterable[Row]) -> None:
        by_table: dict[sa.Table, list[dict[str, Any]]] = {}
        for table, values in rows:
            by_table.setdefault(table, []).append(values)
        if self.pen is not None:
            try:
                return self._insert_with(self.pen, by_table)
            except sa.exc.DBAPIError as error:
                if not error.connection_invalidated:
                    raise
        self.pen = self.engine.connect()  # the database was away, and may be back
        self._insert_with(self.pen, by_table)

    def _insert_with(self, pen: sa.Connection, by_table: dict[sa.Table, list[dict[str, Any]]]) -> None:
        try:
            with pen.begin():
                for table, values_list in by_table.items():
                    pen.execute(self.inserts[table], values_list)
        except (sa.exc.IntegrityError, sa.exc.DataError):
            raise  # the rows are at fault, not the connection
        except sa.exc.SQLAlchemyError:
            pen.invalidate()  # the next group gets a fresh connection
            pen.close()
            self.pen = None
            raise

    # --- reading, from any thread -----------------------------------------------------

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"The log could not be read: {first_line(error)}") from error

    def deed(self, table: str) -> f.Deed | None:
        return self._deed(tables.c.id == table)

    def deed_by_code(self, code: str) -> f.Deed | None:
        return self._deed(tables.c.code == code)

    def _deed(self, condition: sa.ColumnElement[bool]) -> f.Deed | None:
        with self.reading() as connection:
            newest = sa.select(tables.c.deed).where(condition).order_by(tables.c.created.desc()).limit(1)
            text = connection.execute(newest).scalar()
        return None if text is None else f.read_deed(text)

    def log(self, table: str, after: int = 0) -> list[f.LoggedFact]:
        with self.reading() as connection:
            found = self._raw(connection, table, after)
            if not found or found[0][0] > after + 1:  # the rest may be packed
                packed = connection.execute(sa.select(packs.c.log).where(packs.c.table_id == table)).scalar()
                found = [entry for entry in unpack(packed) if entry[0] > after] + found if packed else found
        return [f.LoggedFact(seq, f.read_fact(fact), holder, command) for seq, fact, holder, command, _ in found]

    def _raw(self, connection: sa.Connection, table: str, after: int = 0) -> list[RawEntry]:
        columns = (events.c.seq, events.c.fact, events.c.holder, events.c.command, events.c.moment)
        query = sa.select(*columns).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq)
        return [(seq, fact, holder, command, moment) for seq, fact, holder, command, moment in connection.execute(query)]

    def heads(self, names: Sequence[str]) -> list[tuple[str, int]]:
        """How far these tables have come."""
        heads = sa.select(events.c.table_id, sa.func.max(events.c.seq)).group_by(events.c.table_id)
        parts = [names[at : at + MOST_NAMES] for at in range(0, len(names), MOST_NAMES)]
        with self.reading() as connection:
            found = [connection.execute(heads.where(events.c.table_id.in_(part))).all() for part in parts]
        return [(table, seq) for rows in found for table, seq in rows]

    def servers(self) -> list[tuple[str, float]]:
        """Who writes here, and the last sign of life by the clock of each."""
        with self.reading() as connection:
            return [(name, seen) for name, seen in connection.execute(sa.select(servers.c.id, servers.c.seen))]

    def forget_servers(self, before: float) -> None:
        """Those whose last sign of life is older are gone for good."""
        with self.reading() as connection, connection.begin():
            connection.execute(sa.delete(servers).where(servers.c.seen < before))

    def rows_of(self, holder: str, most: int) -> list[TableOnFile]:
        """The tables of a guest, newest first."""
        return self._on_file(OF_GUESTS.where(guests.c.holder == holder), most)

    def going_on(self, holder: str, since: float, most: int) -> list[TableOnFile]:
        """Those that were created since a moment, without games that have ended, as far as their outlines know."""
        query = OF_GUESTS.where(guests.c.holder == holder, tables.c.created > since, ENDED.is_not(True))
        return self._on_file(query, most)

    def all_rows(self, most: int) -> list[TableOnFile]:
        return self._on_file(ON_FILE, most)

    def row(self, table: str) -> TableOnFile | None:
        return next(iter(self._on_file(ON_FILE.where(tables.c.id == table), 1)), None)

    def quiet_rows(self, before: float, after: str, most: int) -> list[TableOnFile]:
        """Tables that are not packed and in which nothing has happened since a moment, by their ids."""
        query = ON_FILE.where(before > LAST_MOMENT, PACKED.is_(None), tables.c.id > after).order_by(tables.c.id).limit(most)
        with self.reading() as connection:
            return [TableOnFile(*row) for row in connection.execute(query)]

    def _on_file(self, query: sa.Select[Any], most: int) -> list[TableOnFile]:
        with self.reading() as connection:
            found = connection.execute(query.order_by(tables.c.created.desc()).limit(most)).all()
        return [TableOnFile(*row) for row in found]

    def pack(self, table: str) -> bool:
        """Move all events of a finished game into one row; false if somebody else was quicker."""
        with self.reading() as connection:
            found = self._raw(connection, table)
        packed = zlib.compress(msgspec.json.encode(found), 9)
        if not found or found[0][0] != 1 or unpack(packed) != found:
            return False
        last = found[-1][0]
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.insert(packs), {"table_id": table, "seq": last, "log": packed})
                connection.execute(sa.delete(events).where(events.c.table_id == table, events.c.seq <= last))
        except sa.exc.IntegrityError:
            return False
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"Table {table} could not be packed: {first_line(error)}") from error
        return True

    def review(self, table: str, part: str) -> bytes | None:
        """A part of a review that is kept."""
        query = sa.select(reviews.c.review).where(reviews.c.table_id == table, reviews.c.part == part)
        with self.reading() as connection:
            found: bytes | None = connection.execute(query).scalar()
        return found

    def solver(self, holder: str) -> Solver:
        """A guest as a solver of puzzles."""
        with self.reading() as connection:
            text = connection.execute(sa.select(solvers.c.solver).where(solvers.c.holder == holder)).scalar()
        return Solver() if text is None else msgspec.json.decode(text, type=Solver)

    def backup(self) -> Path | None:
        """A copy of the whole file as it is now; None if the tables are not kept in a file."""
        if self.engine.dialect.name != "sqlite":
            return None
        copy = Path(tempfile.mkdtemp()) / "tables.db"
        try:
            with self.reading() as connection:
                free = connection.execution_options(isolation_level="AUTOCOMMIT")
                free.exec_driver_sql("VACUUM INTO ?", (str(copy),))
        except StoreError:
            shutil.rmtree(copy.parent)
            raise
        return copy


def settle(batch: Sequence[Waiting], failed: Sequence[BaseException | None]) -> None:
    for (_, done), error in zip(batch, failed, strict=True):
        if not done.done():
            if error is None:
                done.set_result(None)
            else:
                kind = Overtaken if isinstance(error, sa.exc.IntegrityError) else StoreError
                FAILED_WRITES.labels(kind.__name__).inc()
                done.set_exception(kind(f"The log could not be written: {first_line(error)}"))


def first_line(error: BaseException) -> str:
    """What matters; the rest is advice, and the statement."""
    return str(error).partition("\n")[0]


def unpack(packed: bytes) -> list[RawEntry]:
    return msgspec.json.decode(zlib.decompress(packed), type=list[RawEntry])


def hide(file: str | None) -> None:
    """Let nobody but the server's own user read the file: it holds the secrets of all dice."""
    if file and file != ":memory:" and not file.startswith("file:"):
        Path(file).touch(mode=OWNER_ONLY)
        Path(file).chmod(OWNER_ONLY)


def open_postgres(url: sa.URL, timeout: float) -> sa.Engine:
    from . import postgres

    engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args=postgres.options(timeout))
    prepare(engine)  # which may take its time
    postgres.watch(engine, timeout)
    return engine


def open_sqlite(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, hide_parameters=True)
    hide(url.database)
    sa.event.listen(engine, "connect", set_up_sqlite)
    prepare(engine)
    return engine


def set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.execute(f"PRAGMA busy_timeout={LONGEST_LOCK}")
    write_ahead(connection)
    connection.execute("PRAGMA synchronous=FULL")


def write_ahead(connection: sqlite3.Connection) -> None:
    """Keep a write-ahead log. While another server turns a new file over to one, SQLite refuses at once, whatever its timeout."""
    last = time.monotonic() + LONGEST_LOCK / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > last:
                raise
            time.sleep(0.01)


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"
