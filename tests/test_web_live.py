"""Tables in use, without a network: whose turn it is between them, and how they leave memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pachisi.web import protocol as p
from pachisi.web.forms import NewTable, Setup
from pachisi.web.store import Store, StoreError, sqlite_url
from pachisi.web.table.inbox import Enter, Exit
from pachisi.web.table.live import LiveTable
from pachisi.web.tables import Settings, Tables
from pachisi.web.views.narrator import Narrator
from pachisi.web.views.refusals import No

PATIENCE = 20  # seconds after which a test has failed


class Listener:
    """Somebody at a table who keeps all that he hears."""

    def __init__(self, holder: str = "", lang: str = "en") -> None:
        self.holder, self.lang = holder, lang
        self.heard: list[dict[str, Any]] = []
        self.closed: list[int] = []

    def send(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def close(self, code: int) -> None:
        self.closed.append(code)


def at_tables(path: Path, then: Callable[[Tables], Awaitable[None]], **values: float) -> None:
    """All tables of a server, for as long as something is done with them."""

    async def run() -> None:
        tables = Tables(Store(sqlite_url(path / "tables.db")), Settings(pause=0, **values))  # type: ignore[arg-type]
        try:
            await asyncio.wait_for(then(tables), PATIENCE)
        finally:
            await tables.close()

    asyncio.run(run())


async def new_table(tables: Tables) -> LiveTable:
    return await tables.create(NewTable(Setup("mensch", 2)), "ada")


# --- turns ------------------------------------------------------------------------------------


def test_a_flood_at_one_table_does_not_hold_up_another(tmp_path: Path) -> None:
    async def flood(tables: Tables) -> None:
        crowded, quiet = await new_table(tables), await new_table(tables)
        attacker, player = Listener(), Listener()
        for n in range(500):
            crowded.order(attacker, p.Speak(f"k{n}", "en"))
        await quiet.order(player, p.Ping("k"))
        assert [message["ev"] for message in player.heard] == ["pong"]
        assert crowded.inbox.qsize() > 450

    at_tables(tmp_path, flood)


def test_asking_again_for_what_has_not_changed_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []
    for name in ("state", "answers"):
        real = getattr(Narrator, name)
        monkeypatch.setattr(
            Narrator, name, lambda self, *args, name=name, real=real: counted.append(name) or real(self, *args)
        )

    async def ask(tables: Tables) -> None:
        live, attacker = await new_table(tables), Listener()
        for n in range(50):
            live.order(attacker, p.Speak(f"k{n}", "de"))
            await live.order(attacker, p.Ask(f"w{n}", 0, 0))
        assert [message["ev"] for message in attacker.heard] == ["snapshot", "ack", "why"] * 50
        assert counted == ["state", "answers"]

    at_tables(tmp_path, ask)


# --- leaving memory -----------------------------------------------------------------------------


@pytest.mark.parametrize("touched", ["created", "asked", "visited"])
def test_a_table_that_nobody_sits_at_leaves_memory_however_it_came_there(tmp_path: Path, touched: str) -> None:
    async def wait(tables: Tables) -> None:
        live, guest = await new_table(tables), Listener()
        if touched == "asked":
            await live.ask(lambda table: table.sitting.seq)
        if touched == "visited":
            live.post(Enter(guest, None))
            live.post(Exit(guest))
        await live.task
        assert tables.live == {}
        assert await tables.find(live.sitting.deed.id)

    at_tables(tmp_path, wait, idle=0.02)


def test_a_table_that_cannot_write_sends_everybody_away_who_has_just_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(live: LiveTable) -> None:
        raise StoreError("The disk is full.")

    async def come(tables: Tables) -> None:
        live = await new_table(tables)
        first, late = Listener(), Listener()
        live.post(Enter(first, None))
        waiting, asked = live.order(first, p.Ping("k")), live.ask(lambda table: table.sitting.seq)
        await live.task
        live.post(Enter(late, None))
        for guest in (first, late):
            assert [message["ev"] for message in guest.heard] == ["bye"]
            assert guest.closed == [1012]
        await waiting
        with pytest.raises(No):
            await asked

    monkeypatch.setattr(LiveTable, "settle", fail)
    at_tables(tmp_path, come)
