"""The database of another version, another program, or none: it is brought up to date, or refused in a sentence."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from pachisi.errors import RuleError
from pachisi.web.forms import Setup
from pachisi.web.rows import deed_row, event_row
from pachisi.web.schema import VERSION
from pachisi.web.serve import open_store
from pachisi.web.store import Store, StoreError, sqlite_url
from pachisi.web.table import facts as f

FIRST = """
CREATE TABLE tables (id VARCHAR(40) NOT NULL, created FLOAT NOT NULL, code VARCHAR(12) NOT NULL, deed TEXT NOT NULL, PRIMARY KEY (id));
CREATE TABLE events (table_id VARCHAR(40) NOT NULL, seq INTEGER NOT NULL, moment FLOAT NOT NULL, holder VARCHAR(64), command VARCHAR(40),
  fact TEXT NOT NULL, PRIMARY KEY (table_id, seq)) WITHOUT ROWID;
CREATE TABLE guests (holder VARCHAR(64) NOT NULL, table_id VARCHAR(40) NOT NULL, PRIMARY KEY (holder, table_id)) WITHOUT ROWID;
"""


def version_in(file: Path) -> list[tuple[int]]:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT version FROM schema_version").fetchall()
    connection.close()
    return found


def execute(file: Path, script: str) -> None:
    connection = sqlite3.connect(file)
    connection.executescript(script)
    connection.close()


def test_tables_of_the_first_version_are_read_by_todays(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    execute(file, FIRST)
    places = (f.Place(0, "ada"), f.Place(2, bot="greedy"))
    deed = f.Deed("table", 0.0, "ada", Setup("mensch", 2), places, "0" * 64, "", "", True, 0.0)
    for _ in range(2):  # the second time there is nothing to do
        store = Store(sqlite_url(file))
        if store.deed("table") is None:
            asyncio.run(store.append([deed_row(deed), event_row("table", f.LoggedFact(1, f.Began()), 0.0)]))
        assert store.deed("table") == deed
        assert store.row("table").last == 1  # type: ignore[union-attr]
        store.close()
    assert version_in(file) == [(VERSION,)]


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
