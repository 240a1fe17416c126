"""The rules for six arms are made ready in the background; only whoever needs them waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pachisi.records import LARGE, SMALL
from pachisi.web.forms import NewTable, Setup
from pachisi.web.large import LargeRules
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url
from pachisi.web.tables import Tables


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(sqlite_url(tmp_path / "tables.db"))
    yield store
    store.close()


def test_a_table_for_six_waits_for_its_rules_and_holds_up_no_other(store: Store) -> None:
    async def create_both() -> None:
        tables = Tables(store, Settings())
        tables.large.announce()
        six = asyncio.create_task(tables.create(NewTable(Setup("mensch", 6)), "ada"))
        await asyncio.sleep(0.2)
        assert (await asyncio.wait_for(tables.create(NewTable(Setup("mensch", 2)), "bea"), 10)).sitting.phase == "play"
        assert tables.large.lacks(LARGE)
        assert not tables.large.lacks(SMALL)
        assert not six.done()
        await tables.large.make_ready()
        assert not tables.large.lacks(LARGE)
        assert (await asyncio.wait_for(six, 10)).sitting.phase == "play"
        await tables.close()

    asyncio.run(create_both())


def test_bots_think_about_six_arms_as_soon_as_they_can() -> None:
    async def wait() -> None:
        large = LargeRules()
        await large.wait(LARGE)  # nobody makes them ready: the first game does
        large.announce()
        waiting = asyncio.create_task(large.wait(LARGE, thinking=True))
        await large.wait(SMALL, thinking=True)
        await asyncio.sleep(0)
        assert not waiting.done()
        await large.make_ready()
        await waiting

    asyncio.run(wait())
