"""The log: what is appended is there, in order, for good; in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pachisi.web.forms import Setup
from pachisi.web.rows import deed_row, event_row, guest_row, outline_row, server_row
from pachisi.web.store import Store, StoreError, sqlite_url
from pachisi.web.table import facts as f
from pachisi.web.table.outline import KeptOutline


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def deed(name: str, created: float = 0.0) -> f.Deed:
    places = (f.Place(0, "ada", "Ada"), f.Place(2, bot="greedy"))
    return f.Deed(name, created, "ada", Setup("mensch", 2), places, "0" * 64, "invite", "CODE22", True, 0.0)


def test_a_table_and_its_log_come_back_as_they_were_written(store: Store) -> None:
    name = secrets.token_hex(8)
    log = [
        f.LoggedFact(1, f.Began()),
        f.LoggedFact(2, f.Threw(0, (6,), "f" * 32), "ada", "k1"),
        f.LoggedFact(3, f.Played(0, 0, "6: 0/1-7"), "ada", "k2"),
        f.LoggedFact(4, f.Named(0, "Änne ✓")),
    ]
    asyncio.run(store.append([deed_row(deed(name)), *(event_row(name, entry, 1.5) for entry in log)]))
    assert store.deed(name) == deed(name)
    assert store.log(name) == log
    assert store.deed("none") is None
    assert store.log("none") == []


def test_many_tables_at_once_are_written_in_few_commits_and_each_is_whole(store: Store) -> None:
    names = [secrets.token_hex(8) for _ in range(40)]

    async def play(name: str) -> None:
        await store.append([deed_row(deed(name))])
        for seq in range(1, 11):
            await store.append([event_row(name, f.LoggedFact(seq, f.Began()), 0.0)])

    async def play_all() -> None:
        await asyncio.gather(*map(play, names))

    asyncio.run(play_all())
    assert [len(store.log(name)) for name in names] == [10] * 40


def test_a_place_in_the_log_is_taken_once_and_its_rival_alone_is_refused(store: Store) -> None:
    first, second = secrets.token_hex(8), secrets.token_hex(8)

    async def collide() -> list[BaseException | None]:
        await store.append([event_row(first, f.LoggedFact(1, f.Began()), 0.0)])
        rows = [event_row(first, f.LoggedFact(1, f.TableClosed()), 0.0)], [event_row(second, f.LoggedFact(1, f.Began()), 0.0)]
        return await asyncio.gather(*map(store.append, rows), return_exceptions=True)

    rival, other = asyncio.run(collide())
    assert isinstance(rival, StoreError)
    assert other is None
    assert store.log(first) == [f.LoggedFact(1, f.Began())]
    assert store.log(second) == [f.LoggedFact(1, f.Began())]


def test_half_of_what_belongs_together_is_never_kept(store: Store) -> None:
    name = secrets.token_hex(8)
    rows = [event_row(name, f.LoggedFact(seq, f.Began()), 0.0) for seq in (1, 2, 2)]
    with pytest.raises(StoreError):
        asyncio.run(store.append(rows))
    assert store.log(name) == []


def test_a_guest_finds_his_tables_the_newest_first(store: Store) -> None:
    guest, names = secrets.token_hex(8), [secrets.token_hex(8) for _ in range(3)]
    rows = [row for at, name in enumerate(names) for row in (deed_row(deed(name, at)), guest_row(guest, name))]
    asyncio.run(store.append(rows))
    assert [row.id for row in store.rows_of(guest, 2)] == [names[2], names[1]]
    assert store.rows_of("nobody", 9) == []
    assert [row.id for row in store.all_rows(1)] == [store.all_rows(9)[0].id]


def test_an_outline_counts_only_if_nothing_has_happened_since(store: Store) -> None:
    name = secrets.token_hex(8)
    outlines = [KeptOutline(seq, "play", (), seq % 2) for seq in (0, 1, 2)]

    def known() -> KeptOutline | None:
        row = store.row(name)
        assert row
        return row.read()[1]

    asyncio.run(store.append([deed_row(deed(name))]))
    assert known() is None
    asyncio.run(store.append([outline_row(name, outlines[0])]))
    assert known() == outlines[0]
    asyncio.run(store.append([event_row(name, f.LoggedFact(1, f.Began()), 0.0)]))
    assert known() is None
    asyncio.run(store.append([outline_row(name, outlines[1])]))
    asyncio.run(store.append([outline_row(name, outlines[0])]))
    assert known() == outlines[1], "an older outline replaced a newer one"


def test_what_cannot_be_read_or_written_is_one_kind_of_error_without_what_was_thrown(store: Store) -> None:
    nonce = "f" * 32
    with store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere")
    try:
        with pytest.raises(StoreError, match="could not be read") as unread:
            store.rows_of("ada's own cookie", 1)
        assert "cookie" not in f"{unread.value} {unread.value.__cause__}"
        with pytest.raises(StoreError, match="could not be written") as refused:
            asyncio.run(store.append([event_row("one", f.LoggedFact(1, f.Threw(0, (6,), nonce)), 0.0)]))
        assert nonce not in str(refused.value)
    finally:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events")


def test_while_another_holds_the_file_everybody_who_waits_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pachisi.web.store.LONGEST_LOCK", 1)
    store, tried = Store(sqlite_url(tmp_path / "tables.db")), []
    insert = store._insert
    monkeypatch.setattr(store, "_insert", lambda rows: (tried.append(1), insert(rows)))
    other = sqlite3.connect(tmp_path / "tables.db")
    other.execute("BEGIN IMMEDIATE")

    async def write() -> list[BaseException | None]:
        rows = [[deed_row(deed(f"table{n}"))] for n in range(20)]
        return await asyncio.gather(*map(store.append, rows), return_exceptions=True)

    assert all(isinstance(error, StoreError) for error in asyncio.run(write()))
    assert len(tried) <= 2, "each of them was tried alone"
    other.close()
    store.close()


def test_a_backup_is_one_file_with_everything(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path / "tables.db"))
    asyncio.run(store.append([deed_row(deed("one")), event_row("one", f.LoggedFact(1, f.Began()), 0.0)]))
    copy = store.backup()
    store.close()
    assert copy
    again = Store(sqlite_url(copy))
    assert again.log("one") == [f.LoggedFact(1, f.Began())]
    again.close()


def test_nobody_else_on_the_machine_reads_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.touch(mode=0o644)
    file.chmod(0o644)
    store = Store(sqlite_url(file))
    asyncio.run(store.append([deed_row(deed("one"))]))
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()} == dict.fromkeys(
        ("tables.db", "tables.db-wal", "tables.db-shm"), "0o600"
    )
    store.close()


def test_servers_that_are_long_gone_are_forgotten(store: Store) -> None:
    asyncio.run(store.append([server_row("old", 10.0), server_row("new", 20.0)]))
    store.forget_servers(15.0)
    assert store.servers() == [("new", 20.0)]
