"""Two servers on one log: nothing is lost, doubled or reordered, and everybody hears everything."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pachisi import Game
from pachisi.web import protocol as p
from pachisi.web.forms import Chair, NewTable, Setup
from pachisi.web.news import Newsreader
from pachisi.web.settings import Settings
from pachisi.web.store import Store, sqlite_url
from pachisi.web.table.inbox import Enter
from pachisi.web.table.live import LiveTable
from pachisi.web.tables import Tables

from .test_web_live import PATIENCE, Listener

BOTH_HERE, TWO_BOTS = [Chair(0, "here"), Chair(2, "here")], [Chair(0, "bot"), Chair(2, "bot")]


def on_two_servers(path: Path, then: Callable[[Tables, Tables], Awaitable[None]]) -> None:
    """PACHISI_PG=postgresql://… has them share that database instead of a file."""
    Game("mensch", 2).throw(6)  # the compiler has all the time it needs
    url = os.environ.get("PACHISI_PG") or sqlite_url(path / "tables.db")

    async def run() -> None:
        pair = [Tables(Store(url), Settings(pause=0)) for _ in range(2)]
        try:
            await asyncio.wait_for(then(*pair), PATIENCE)
        finally:
            for tables in pair:
                await tables.close()

    asyncio.run(run())


async def one_table(first: Tables, second: Tables, chairs: list[Chair]) -> list[tuple[LiveTable, Listener]]:
    """The same table on both servers, with somebody who listens at each."""
    live = await first.create(NewTable(Setup("mensch", 2, pieces=1), chairs), "ada")
    other = await second.find(live.sitting.deed.id)
    assert other
    return [(live, Listener("ada")), (other, Listener("ada"))]


def events(listener: Listener) -> list[dict[str, Any]]:
    return [message for message in listener.heard if "words" in message]


def throw(name: str, at: int) -> p.Throw:
    return p.Throw(name, at, secrets.token_hex(16))


def test_who_comes_second_hears_what_he_missed_and_is_judged_by_it(tmp_path: Path) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, bo) = await one_table(first, second, BOTH_HERE)
        for live, guest in ((here, ada), (there, bo)):
            live.post(Enter(guest, None))
        same = throw("k1", 1)
        await here.order(ada, same)
        await there.order(bo, throw("k2", 1))
        assert bo.heard[-1]["code"] == "stale"
        await there.order(bo, same)
        assert bo.heard[-1] == {"ev": "ack", "id": "k1", "seq": 2}
        assert events(ada) == events(bo)
        await there.order(bo, p.Rename("k3", 0, "Ada"))
        await here.order(ada, p.Rename("k4", 2, "Bo"))
        assert [bo.heard[-1]["ev"], ada.heard[-1]["ev"]] == ["ack", "ack"]
        assert [seat.name for seat in here.sitting.seats.values()] == ["Ada", "Bo"]

    on_two_servers(tmp_path, play)


def test_what_another_server_writes_is_news_to_whoever_only_listens(tmp_path: Path) -> None:
    async def play(first: Tables, second: Tables) -> None:
        (here, ada), (there, bo) = await one_table(first, second, BOTH_HERE)
        there.post(Enter(bo, None))
        await first.is_writable()
        await here.order(ada, throw("k1", 1))
        assert events(bo) == []
        await Newsreader(second).look()
        await there.ask(lambda table: None)
        assert [message["ev"] for message in events(bo)] == ["thrown"]

    on_two_servers(tmp_path, play)


def test_bots_that_play_on_both_servers_play_one_game(tmp_path: Path) -> None:
    async def play(first: Tables, second: Tables) -> None:
        pair = await one_table(first, second, TWO_BOTS)
        for live, guest in pair:
            live.post(Enter(guest, None))
        for live, guest in pair:
            while live.sitting.phase != "over":
                await live.order(guest, p.Ping("k"))
        (here, ada), (there, bo) = pair
        assert events(ada) == events(bo)
        assert [event["seq"] for event in events(ada)] == list(range(2, here.sitting.seq + 1))
        assert (await asyncio.to_thread(first.read, here.sitting.deed.id)).seq == there.sitting.seq  # type: ignore[union-attr]

    on_two_servers(tmp_path, play)
