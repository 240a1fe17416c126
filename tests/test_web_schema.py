"""The database of another version, another program, or none: it is brought up to date, or refused in a sentence."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from pachisi.dice_proof import verify
from pachisi.errors import RuleError
from pachisi.record import parse_record
from pachisi.web.schema import VERSION, versions
from pachisi.web.serve import open_store
from pachisi.web.store import Store, StoreError, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.tables import Tables
from pachisi.web.views.summary import record_text

from .test_web_live import Listener
from .test_web_servers import act, on_two_servers

FIRST = (Path(__file__).parent / "first_tables.sql").read_text(encoding="utf-8")
OVER, GOING, ADA = "jWRScRygpglkiPL-", "Svxwvr2sXIjS-8id", "41681195139e5bba31472442d8f3264d8fb8b693db0de1621c5c3813e2045d43"


def version_in(file: Path) -> list[tuple[int]]:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT version FROM schema_version").fetchall()
    connection.close()
    return found


def execute(file: Path, script: str) -> None:
    connection = sqlite3.connect(file)
    connection.executescript(script)
    connection.close()


def lay_first_tables(url: str) -> None:
    store = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg") if url.startswith("postgresql") else url)
    script = FIRST if store.dialect.name == "sqlite" else FIRST.replace(" WITHOUT ROWID", "")
    with store.begin() as connection:
        for statement in script.split(";\n"):
            connection.exec_driver_sql(statement) if statement.strip() else None
    store.dispose()


def test_tables_of_the_first_version_are_listed_verified_and_played_on_by_todays(url: str) -> None:
    lay_first_tables(url)

    async def play(first: Tables, second: Tables) -> None:
        listed = await first.outlines(lambda: first.store.rows_of(ADA, 9))
        assert [(one.deed.id, one.phase) for one in listed] == [(GOING, "play"), (OVER, "over")]
        over = first.read(OVER)
        assert over
        thrown = sum(isinstance(entry.fact, f.Threw) for entry in first.store.log(OVER))
        assert verify(parse_record(record_text(over))).throws == thrown > 10
        for tables in (first, second):
            live, ada = await tables.find(GOING), Listener(ADA)
            assert live
            await act(live, ada)
            assert ada.heard[-1]["ev"] == "ack"
        assert len(first.store.log(GOING)) == 15

    on_two_servers(url, play)
    store = Store(url)  # there is nothing more to do
    with store.reading() as connection:
        assert connection.execute(sa.select(versions.c.version)).all() == [(VERSION,)]
    store.close()


def test_servers_that_start_at_once_bring_the_database_up_to_date_once(url: str) -> None:
    lay_first_tables(url)
    with ThreadPoolExecutor(4) as many:
        stores = list(many.map(Store, [url] * 4))
    for store in stores:
        assert store.deed(OVER)
        store.close()


def test_a_new_file_has_todays_version(tmp_path: Path) -> None:
    Store(sqlite_url(tmp_path / "tables.db")).close()
    assert version_in(tmp_path / "tables.db") == [(VERSION,)]


def test_a_newer_schema_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    Store(sqlite_url(file)).close()
    execute(file, "UPDATE schema_version SET version = 99")
    with pytest.raises(RuleError, match=r"made by a newer pachisi \(schema 99; this one knows \d+\): install that one"):
        open_store(sqlite_url(file))
    assert version_in(file) == [(99,)]


def test_anothers_tables_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "restaurant.db"
    execute(file, "CREATE TABLE tables (id INTEGER PRIMARY KEY, guests INTEGER)")
    with pytest.raises(RuleError, match="its table 'tables' is not one of pachisi: it has no column 'code'"):
        open_store(sqlite_url(file))


def test_a_password_is_not_shown() -> None:
    for url in ("postgresql://ada:tops3cret@127.0.0.1:1/none", "nonsense://ada:tops3cret@host/x"):
        with pytest.raises(RuleError) as refused:
            open_store(url)
        assert "tops3cret" not in str(refused.value)
        assert "ada:***@" in str(refused.value)


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, folder = Store(sqlite_url(tmp_path / "tables.db")), tmp_path / "copy"
    folder.mkdir()
    (folder / "tables.db").write_bytes(b"in the way")
    monkeypatch.setattr("tempfile.mkdtemp", lambda: str(folder))
    with pytest.raises(StoreError):
        store.backup()
    assert not folder.exists()
    store.close()
