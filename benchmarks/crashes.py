"""Servers and their database are killed under load: what has been acknowledged must be there, once, and in its order.

    python benchmarks/crashes.py --servers 4 --kills 100 --crashes 20

Players of one table sit at different servers on one PostgreSQL. Now and then a random server is killed (kill -9), or told
to leave (SIGTERM), or PostgreSQL crashes; each comes back. A player whose server is gone goes to another one, and sends again what was
not answered. At every other pair of tables the players' own numbers take part in the throws. In the end everything that anybody was told is
compared with the log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.tables import forge  # noqa: E402
from pachisi.dice_proof import verify  # noqa: E402
from pachisi.errors import NotationError  # noqa: E402
from pachisi.record import parse_record  # noqa: E402
from pachisi.web.store import Store  # noqa: E402
from pachisi.web.table import facts as f  # noqa: E402
from pachisi.web.table.sitting import Sitting  # noqa: E402
from pachisi.web.views.summary import record_text  # noqa: E402
from tests.services import Postgres, Redis  # noqa: E402
from tests.web_client import Server  # noqa: E402

Gone = (WebSocketException, OSError, EOFError, TimeoutError)
LINKS = 2000  # of a chain: enough for any game
SILENCE = 10.0  # seconds after which a player who hears nothing tries another server
NOT_EVENTS = ("welcome", "ack", "snapshot")
BLOWS = {"kill": "a kill", "leave": "a leave", "crash": "a crash of the database"}
Wait = tuple[str, float]  # what somebody lost a server by, and the seconds until another one welcomed him


# --- what is killed ---------------------------------------------------------------------


class House(Protocol):
    """Servers that share a log."""

    blow: str  # what happened last

    def addresses(self) -> list[str]: ...

    def strike(self, sign: signal.Signals, chance: random.Random) -> None:
        """End one of them; it comes back."""

    def stop(self) -> None: ...


class Fleet:
    """Servers with a port each, as behind a load balancer."""

    def __init__(self, count: int, url: str, *options: str) -> None:
        self.servers = [Server(url, "--no-limits", *options) for _ in range(count)]
        self.blow = ""
        self.away: set[int] = set()

    def addresses(self) -> list[str]:
        return [server.url for at, server in enumerate(self.servers) if at not in self.away]

    def strike(self, sign: signal.Signals, chance: random.Random) -> None:
        at = chance.randrange(len(self.servers))
        server = self.servers[at]
        server.process.send_signal(sign)
        self.away.add(at)
        server.process.wait()
        server.close_pipe()
        server.start()
        self.away.discard(at)

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


class OnePort:
    """Processes that share a port: `--workers`."""

    def __init__(self, count: int, url: str, *options: str) -> None:
        self.server = Server(url, "--no-limits", "--workers", str(count), *options)
        self.blow = ""

    def addresses(self) -> list[str]:
        return [self.server.url]

    def workers(self) -> list[int]:
        first = self.server.process.pid
        return [int(one) for one in Path(f"/proc/{first}/task/{first}/children").read_text().split()]

    def strike(self, sign: signal.Signals, chance: random.Random) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(self.workers()), sign)

    def stop(self) -> None:
        self.server.stop()


# --- who plays --------------------------------------------------------------------------


@dataclass
class Tale:
    """What all players of a table were told."""

    table: str
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def hear(self, event: dict[str, Any]) -> None:
        known = self.events.setdefault(event["seq"], event)
        if known != event:
            self.faults.append(f"event {event['seq']} was told in two ways")


class Guest:
    """Somebody at a table: plays at random as long as the game goes on, whatever happens to the servers."""

    def __init__(
        self, house: House, tale: Tale, cookies: dict[str, str], chance: random.Random, pause: float, gives: bool
    ) -> None:
        self.house, self.tale, self.cookies, self.chance, self.pause = house, tale, cookies, chance, pause
        self.gives = gives  # numbers of his own
        self.chain: list[str] = []
        self.since = 0  # the throw of its first link
        self.seq: int | None = None
        self.state: dict[str, Any] | None = None
        self.you: list[int] = []
        self.over = False
        self.pending: dict[str, Any] | None = None
        self.lost: tuple[str, float] | None = None  # by what there is no server, and since when
        self.waits: list[Wait] = []

    async def play(self) -> None:
        while not self.over:
            with contextlib.suppress(*Gone):
                await self.attend()
            self.lost = self.lost or (self.house.blow, time.monotonic())
            await asyncio.sleep(0.02)

    async def attend(self) -> None:
        address = self.chance.choice(self.house.addresses() or [""])
        if not address:
            return
        since = "" if self.seq is None else f"?since={self.seq}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = f"{address.replace('http', 'ws', 1)}/ws/{self.tale.table}{since}"
        async with connect(url, origin=address, additional_headers={"Cookie": cookie}, compression=None) as socket:  # type: ignore[arg-type]
            while not self.over:
                message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE))
                if message["ev"] == "welcome":
                    self.waits += [(self.lost[0], time.monotonic() - self.lost[1])] if self.lost else []
                    self.lost = None
                    if self.pending:
                        await socket.send(json.dumps(self.pending))
                self.hear(message)
                if message.get("code") == "trouble":
                    await asyncio.sleep(self.pause)
                    await socket.send(json.dumps(self.pending))
                if message["ev"] == "call":
                    link = self.chain[message["n"] - self.since + 1]
                    await socket.send(json.dumps({"do": "link", "id": secrets.token_hex(8), "n": message["n"], "link": link}))
                if self.pending is None and self.is_bare():
                    self.chain = forge(self.tale.table, min(self.you), LINKS)
                    self.pending = {"do": "chain", "id": secrets.token_hex(8), "commitment": self.chain[0]}
                    await socket.send(json.dumps(self.pending))
                elif self.pending is None and self.is_my_turn():
                    await asyncio.sleep(self.pause)
                    self.pending = self.decide()
                    await socket.send(json.dumps(self.pending))

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["ev"]
        if kind == "snapshot":
            self.seq = message["seq"]
            self.over |= message["table"]["phase"] in ("over", "closed")
        elif "seq" in message and kind not in NOT_EVENTS:
            if self.seq is not None and message["seq"] != self.seq + 1:
                self.tale.faults.append(f"after event {self.seq} came {message['seq']}")
            self.seq = message["seq"]
            self.tale.hear(message)
            self.over |= kind in ("ended", "closed")
        for chain in message.get("chains", [message]):
            if self.chain and chain.get("commitment") == self.chain[0]:
                self.since = chain["since"]
        if "you" in message:
            self.you = message["you"]
        if "state" in message:
            self.state = message["state"]
        if self.pending and message.get("id") == self.pending["id"]:
            self.settle(message)

    def settle(self, answer: dict[str, Any]) -> None:
        if answer["ev"] == "ack":
            self.tale.acknowledged[answer["id"]] = answer["seq"]
            self.pending = None
        elif answer["code"] == "stale":  # a stand-in or another window was quicker
            self.pending = None
        elif answer["code"] != "trouble":
            self.tale.faults.append(f"refused: {answer}")
            self.pending = None

    def is_bare(self) -> bool:
        """Does he still have to commit to a chain?"""
        return self.gives and not self.chain and bool(self.you and self.state) and not self.over

    def is_my_turn(self) -> bool:
        return bool(self.state) and not self.over and self.state["seat"] in self.you  # type: ignore[index]

    def decide(self) -> dict[str, Any]:
        assert self.state
        name, at = secrets.token_hex(8), self.state["seq"]
        if self.state["node"] == "move":
            return {"do": "play", "id": name, "at": at, "index": self.chance.randrange(len(self.state["moves"]))}
        return {"do": "throw", "id": name, "at": at, "nonce": secrets.token_hex(16)}


class Party:
    """People at one table after another, until time is up."""

    def __init__(self, house: House, number: int, pause: float) -> None:
        self.house, self.number, self.pause = house, number, pause
        self.chance = random.Random(number)
        self.tales: list[Tale] = []
        self.waits: list[Wait] = []
        self.guests: list[Guest] = []
        self.over = False

    async def run(self) -> None:
        while not self.over:
            try:
                guests = await self.sit_down()
            except (httpx.HTTPError, KeyError, IndexError):  # the server or its database is gone just now
                await asyncio.sleep(0.05)
                continue
            self.guests = guests
            self.tales.append(guests[0].tale)
            await asyncio.gather(*(guest.play() for guest in guests))
            self.waits += [wait for guest in guests for wait in guest.waits]

    def plays(self) -> bool:
        """Has anything happened at a table of theirs?"""
        return any(tale.events for tale in self.tales)

    def stop(self) -> None:
        self.over = True
        for guest in self.guests:
            guest.over = True

    async def sit_down(self) -> list[Guest]:
        """Two people; at every other table one of them only watches a bot."""
        against_bot, gives = self.number % 2 == 1, self.number % 4 < 2
        second = {"seat": 2, "who": "bot", "bot": "greedy"} if against_bot else {"seat": 2, "who": "open"}
        wish = {"setup": {"book": "mensch", "players": 2}, "pause": 0.02, "seats": [{"seat": 0, "who": "here", "name": "Ada"}, second]}
        async with self.visitor() as ada, self.visitor() as bo:
            table = (await ada.post("/api/tables", json=wish)).json()
            tale = Tale(table["id"])
            pair = [Guest(self.house, tale, dict(ada.cookies), self.chance, self.pause, gives)]
            if not against_bot:
                invite = table["links"]["invite"].partition("invite=")[2]
                (await bo.post(f"/api/tables/{table['id']}/join", json={"invite": invite, "name": "Bo"})).raise_for_status()
                await self.begin(pair[0])
            return [*pair, Guest(self.house, tale, dict(bo.cookies), self.chance, self.pause, gives)]

    def visitor(self) -> httpx.AsyncClient:
        address = self.chance.choice(self.house.addresses())
        return httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=10, verify=False)

    async def begin(self, owner: Guest) -> None:
        owner.pending = {"do": "start", "id": secrets.token_hex(8)}


# --- what is compared -------------------------------------------------------------------


def compare(store: Store, tale: Tale) -> list[str]:
    """What the players of a table were told, against the log."""
    faults, deed, log = list(tale.faults), store.deed(tale.table), store.log(tale.table)
    if deed is None:
        return [*faults, "the table is gone"]
    if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
        faults.append("the log has gaps")
    places = [(entry.command, entry.seq) for entry in log if entry.command]
    if len({command for command, _ in places}) < len(places):
        faults.append("a command was carried out twice")
    faults += [f"{name} was acknowledged as event {seq}" for name, seq in tale.acknowledged.items() if (name, seq) not in places]
    logged = {entry.seq: entry.fact for entry in log}
    faults += [f"event {seq} is not what was told" for seq, event in tale.events.items() if not agree(logged.get(seq), event)]
    sitting = Sitting.replay(deed, log)
    if sitting.phase == "over":
        try:
            verify(parse_record(record_text(sitting)))
        except NotationError as error:
            faults.append(f"the dice are not what was promised: {error}")
    return faults


def agree(fact: f.Facts | None, event: dict[str, Any]) -> bool:
    match event["ev"]:
        case "thrown":
            return isinstance(fact, f.Threw) and (fact.seat, list(fact.faces)) == (event["seat"], event["faces"])
        case "moved":
            return isinstance(fact, f.Played) and (fact.seat, fact.index) == (event["seat"], event["move"]["index"])
    return fact is not None


# --- the whole --------------------------------------------------------------------------


@dataclass
class Plan:
    """What is to happen, in random order."""

    tables: int
    kills: int
    leaves: int
    crashes: int
    pause: float = 0.02  # seconds before a player acts
    between: float = 0.5  # seconds between two blows
    least: int = 100  # commands that must have been acknowledged in the end


@dataclass
class Outcome:
    tables: int
    events: int
    acknowledged: int
    waits: list[Wait]
    faults: list[str]

    def __str__(self) -> str:
        told = [f"{self.tables} tables, {self.events} events, {self.acknowledged} acknowledged; faults: {len(self.faults)}"]
        for blow, name in BLOWS.items():
            times = sorted(wait for by, wait in self.waits if by == blow)
            if times:
                half, most = (times[int(len(times) * share)] for share in (0.5, 0.99))
                told.append(f"after {name} without a server: half {half:.2f} s, 99 % {most:.2f} s at most ({len(times)} players)")
        return "\n".join(told)


async def storm(house: House, postgres: Postgres | None, plan: Plan) -> list[Party]:
    """Let people play while things are killed."""
    parties = [Party(house, number, plan.pause) for number in range(plan.tables)]
    playing = [asyncio.create_task(party.run()) for party in parties]
    while not all(party.plays() for party in parties):
        await asyncio.sleep(0.05)
    chance = random.Random(7)
    blows = ["kill"] * plan.kills + ["leave"] * plan.leaves + ["crash"] * plan.crashes
    chance.shuffle(blows)
    for blow in blows:
        await asyncio.sleep(plan.between * (0.5 + chance.random()))
        house.blow = blow
        if blow == "crash" and postgres:
            await asyncio.to_thread(crash, postgres)
        else:
            await asyncio.to_thread(house.strike, signal.SIGKILL if blow == "kill" else signal.SIGTERM, chance)
    while sum(len(tale.acknowledged) for party in parties for tale in party.tales) < plan.least:
        await asyncio.sleep(plan.between)
    for party in parties:
        party.stop()
    await asyncio.wait_for(asyncio.gather(*playing), 60)
    return parties


def crash(postgres: Postgres) -> None:
    postgres.crash()
    postgres.start()


def run(house: House, url: str, postgres: Postgres | None, plan: Plan) -> Outcome:
    try:
        parties = asyncio.run(storm(house, postgres, plan))
    finally:
        house.stop()
    tales = [tale for party in parties for tale in party.tales]
    store = Store(url)
    faults = [f"{tale.table}: {fault}" for tale in tales for fault in compare(store, tale)]
    store.close()
    events, acknowledged = sum(len(tale.events) for tale in tales), sum(len(tale.acknowledged) for tale in tales)
    return Outcome(len(tales), events, acknowledged, [wait for party in parties for wait in party.waits], faults)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", type=int, default=4)
    parser.add_argument("--workers", action="store_true", help="processes at one port instead of servers")
    parser.add_argument("--bus", choices=["database", "redis"], default="database")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--leaves", type=int, default=10)
    parser.add_argument("--crashes", type=int, default=20)
    parser.add_argument("--between", type=float, default=0.5, help="seconds between two blows, about")
    asked = parser.parse_args()
    postgres = Postgres()
    url, began = postgres.schema(), time.monotonic()
    options = ["--bus", Redis().url] if asked.bus == "redis" else []
    house: House = (OnePort if asked.workers else Fleet)(asked.servers, url, *options)
    outcome = run(house, url, postgres, Plan(asked.tables, asked.kills, asked.leaves, asked.crashes, between=asked.between))
    print(f"{asked.kills} kills, {asked.leaves} leaves, {asked.crashes} crashes in {time.monotonic() - began:.0f} s: {outcome}")
    for fault in outcome.faults:
        print(fault)
    sys.exit(bool(outcome.faults))


if __name__ == "__main__":
    main()
