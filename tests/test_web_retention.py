"""Games that ended long ago leave the log, and are listed, replayed and verified as before."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from pachisi.dice_proof import verify
from pachisi.record import parse_record
from pachisi.web import protocol as p
from pachisi.web.forms import NewTable, Replay, Setup
from pachisi.web.retention import Packer
from pachisi.web.rows import event_row
from pachisi.web.schema import events
from pachisi.web.store import Overtaken, Store
from pachisi.web.table import facts as f
from pachisi.web.table.inbox import Enter, Exit
from pachisi.web.table.live import LiveTable
from pachisi.web.tables import Tables
from pachisi.web.views.summary import record_text, replay

from .test_web_live import Listener
from .test_web_servers import TWO_BOTS, on_two_servers

LATER = 1e11  # long after any game of these tests


async def finished(tables: Tables) -> LiveTable:
    """A table whose game two bots have played to its end."""
    live, ada = await tables.create(NewTable(Setup("mensch", 2, pieces=1), TWO_BOTS), "ada"), Listener("ada")
    live.post(Enter(ada, None))
    while live.sitting.phase != "over":
        await asyncio.sleep(0)
    live.post(Exit(ada))
    return live


def rows_of(store: Store, table: str) -> int:
    with store.engine.connect() as connection:
        count = sa.select(sa.func.count()).select_from(events).where(events.c.table_id == table)
        return int(connection.execute(count).scalar() or 0)


def shown(tables: Tables, table: str) -> tuple[str, Replay]:
    sitting = tables.read(table)
    assert sitting
    return record_text(sitting), replay(sitting.deed, tables.store.log(table), "en")


def test_a_packed_game_is_listed_replayed_and_verified_as_before(url: str) -> None:
    async def pack(first: Tables, second: Tables) -> None:
        name = (await finished(first)).sitting.deed.id
        before, listed = shown(second, name), await second.outline(name)
        assert await Packer(first).pack(0.0) == 0
        assert await Packer(first).pack(LATER) >= 1
        assert await Packer(second).pack(LATER) == 0, "once is enough"
        assert rows_of(first.store, name) == 0
        assert shown(second, name) == before
        assert verify(parse_record(shown(second, name)[0]))
        now = await second.outline(name)
        assert now
        assert listed
        assert now.kept == listed.kept
        assert name in {outline.deed.id for outline in await second.outlines(lambda: second.store.rows_of("ada", 50))}

    on_two_servers(url, pack)


def test_a_game_that_goes_on_is_not_packed(url: str) -> None:
    async def pack(first: Tables, second: Tables) -> None:
        live = await first.create(NewTable(Setup("mensch", 2)), "ada")
        await Packer(second).pack(LATER)
        assert rows_of(first.store, live.sitting.deed.id) == live.sitting.seq

    on_two_servers(url, pack)


def test_a_packed_table_still_takes_what_a_finished_one_takes(url: str) -> None:
    async def pack(first: Tables, second: Tables) -> None:
        live = await first.create(NewTable(Setup("mensch", 2)), "ada")
        name, owner = live.sitting.deed.id, Listener("ada")
        await live.order(owner, p.Close("c"))
        end = live.sitting.seq
        await Packer(second).pack(LATER)
        await live.order(owner, p.Rename("n", 0, "Ada"))
        assert owner.heard[-1]["ev"] in ("ack", "no")
        assert [entry.seq for entry in second.store.log(name)] == list(range(1, live.sitting.seq + 1))
        assert [entry.seq for entry in second.store.log(name, end - 1)] == list(range(end, live.sitting.seq + 1))

    on_two_servers(url, pack)


def test_nobody_writes_in_the_place_of_a_packed_event(url: str) -> None:
    """A server that has slept for days believes that the game stands where it fell asleep."""

    async def pack(first: Tables, second: Tables) -> None:
        name = (await finished(first)).sitting.deed.id
        await Packer(first).pack(LATER)
        with pytest.raises(Overtaken):
            await second.store.append([event_row(name, f.LoggedFact(3, f.Named(0, "Late")), 0.0)])
        assert rows_of(first.store, name) == 0

    on_two_servers(url, pack)
