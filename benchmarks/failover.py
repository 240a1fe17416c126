"""A server dies, and all its players come to another one at once.

    python benchmarks/failover.py --tables 1000 --cores 0

Two servers share a file. People play at the first until their games have some length, then it is killed. How long does it take until everybody
has his table again at the second, and how long do those wait who have been playing there all the time?
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time

from tables import ROOT, Load, Server, Table, in_groups, open_line, set_up_tables

GUESTS = 20  # tables at the server that goes on
SEATS = [{"seat": 0, "who": "here"}, {"seat": 2, "who": "bot", "bot": "greedy"}]
SETUP = {"setup": {"book": "mensch", "players": 2}, "seats": SEATS, "pause": 0}


async def gather_at(server: Server, count: int, pause: float) -> tuple[Load, list[Table], list[asyncio.Task[None]]]:
    """People who play at tables of this server."""
    load = Load()
    tables = await set_up_tables(server.url, count, SETUP, load)
    await in_groups([table.sit for table in tables])
    return load, tables, [asyncio.create_task(table.play(pause)) for table in tables]


async def come_back(table: Table, url: str) -> float:
    """Somebody whose server has died: the moment when he has his table again."""
    there = asyncio.Event()

    def hear(text: bytes) -> None:
        if text.startswith(b'{"ev":"snapshot"') or b'"resumed":true' in text:
            there.set()

    seq = table.state.seq if table.state else 0
    table.lines.append(await open_line(url, f"/ws/{table.name}?since={seq}", table.cookie, hear))
    await there.wait()
    return time.perf_counter()


async def measure(dying: Server, other: Server, count: int, seconds: float) -> None:
    await asyncio.gather(dying.wait(), other.wait())
    load, tables, playing = await gather_at(dying, count, seconds / 150)
    await asyncio.sleep(seconds)
    for one in playing:
        one.cancel()
    calm, others, _ = await gather_at(other, GUESTS, 0.1)
    await asyncio.sleep(1)
    for line in (line for table in tables for line in table.lines):
        line.mortal = True
    dying.stop()
    began, calm.measuring = time.perf_counter(), True
    back = sorted([moment - began for moment in await asyncio.gather(*(come_back(table, other.url) for table in tables))])
    calm.measuring = False
    waits = sorted([*calm.latencies, *(time.perf_counter() - sent for table in others for sent in table.sent.values())])
    print(
        f"{count} tables with {load.acts / count:.0f} acts: half of them are back after {back[count // 2]:.1f} s, all after {back[-1]:.1f} s; "
        f"others wait {1000 * waits[len(waits) // 2]:.0f} ms, {1000 * waits[-1]:.0f} ms at the longest"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=25, help="how long people play before the server dies")
    parser.add_argument("--cores", help="pin the servers to this core, or to these: 0,1")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        dying, other = (Server(ROOT, folder, args.cores, "", "--no-limits") for _ in range(2))
        try:
            asyncio.run(measure(dying, other, args.tables, args.seconds))
        finally:
            dying.stop()
            other.stop()


if __name__ == "__main__":
    main()
