"""A policy in NumPy steps many games together: every book, beside what others step, on one core, in one run.

    python3 run.py bench batch [--games N] [--rounds N] [--seconds S] [--alone] [--write]

A step is one decision. As in the benchmark of the peers, all take turns in short rounds, each in a process of its own, and
the best round counts; --alone leaves the peers out, which are installed once, in .venv-peers; --write saves the table in
benchmarks/batch.md.
"""

from __future__ import annotations

import argparse
import datetime
import platform
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import peers
from peers import Player, Program, Side, Trouble, markdown, number, processor, say

from pachisi.rulebooks import BOOKS

PAGE = Path(__file__).with_suffix(".md")
OTHERS = (
    Program("OpenSpiel, Python loop", "maedn, 4 players", ("open_spiel_loop", "maedn(players=4)")),
    Program("OpenSpiel, Python loop", "backgammon (a step: both dice)", ("open_spiel_loop", "backgammon")),
    Program("Pgx, batch of 256", "backgammon (a step: one die)", ("pgx", "256", "1")),
    Program("PettingZoo, by Shimmy", "backgammon (a step: both dice)", ("pettingzoo_loop", "backgammon")),
)
HEAD = """# Many games stepped together

A policy in NumPy that chooses at random, printed by

```console
$ python3 run.py bench batch {arguments}
```

{date}, {processor}, one core, {system}, Python {python}; {rounds} interleaved rounds of {seconds:g} s, the best of each. A step is one
decision, with all throws up to the next; forced moves count. The peers: {pins}. PettingZoo has no backgammon of its own any more; Shimmy
plays OpenSpiel's in it.
"""


def ours(book: str, games: int) -> Program:
    return Program(f"Batch of {games:,}", f"{book}, 4 players", ("batch", book, str(games)), ours=True)


def rows(programs: list[Program], sides: list[Side]) -> Iterator[list[str]]:
    yield ["program", "game", "steps/s, one core"]
    for program, side in zip(programs, sides, strict=True):
        yield [program.name, program.game, number(side.speed("moves"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"keep the table in benchmarks/{PAGE.name}")
    chosen = parser.parse_args()
    programs = [ours(book, chosen.games) for book in BOOKS]
    if not chosen.alone:
        peers.prepare()
        programs += OTHERS
    with ExitStack() as stack:
        sides = []
        for program in programs:
            say(f"Getting ready: {program.name}, {program.game} …")
            sides.append(Side([stack.enter_context(Player(program))]))
        for at in range(chosen.rounds):
            say(f"Round {at + 1} of {chosen.rounds} …")
            for side in sides:
                side.play(chosen.seconds)
    table = markdown(rows(programs, sides))
    print(table)
    if chosen.write:
        arguments = f"--rounds {chosen.rounds} --seconds {chosen.seconds:g} --write"
        pins = ", ".join(pin for pin in peers.PINS if not pin.startswith("ludo"))
        head = HEAD.format(
            arguments=arguments, date=datetime.date.today(), processor=processor(), system=platform.system(),
            python=platform.python_version(), rounds=chosen.rounds, seconds=chosen.seconds, pins=pins,
        )  # fmt: skip
        PAGE.write_text(f"{head}\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
