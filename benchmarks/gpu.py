"""The GPU beside the CPU: the same games at every table, and how fast.

    python benchmarks/gpu.py same [--games N]      every book, 2-4 players, and every house rule alone
    python benchmarks/gpu.py speed [--games N]

`same` plays each table on both, with random and greedy bots mixed, and compares all columns of all games.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from pachisi import RuleError, simulate
from pachisi.rulebooks import BOOKS, load
from pachisi.table import set_up

Seating = tuple[str, int, dict[str, Any]]


def seatings() -> Iterator[Seating]:
    for book in BOOKS:
        yield from ((book, players, {}) for players in (2, 3, 4))
        for name, option in load(book).options.items():
            for value in option.values:
                if value != option.default:
                    needed = {other: values[0] for other, values in option.needs.items()}
                    yield from playable(book, {**needed, name: value})


def playable(book: str, options: dict[str, Any]) -> Iterator[Seating]:
    """With each number of players that the option allows; an option that needs another is reported and left out."""
    for players in (4, 2, 3):
        try:
            set_up(book, players, options=options)
        except RuleError:
            continue
        yield book, players, options
        return
    print(f"{book} {options}: needs another option, left out", flush=True)


def compare(seating: Seating, games: int) -> tuple[Seating, str, int]:
    book, players, options = seating
    seats = len(set_up(book, players, options=options).seats)
    bots = ["greedy", "random", "greedy", "random"][:seats]
    cpu, gpu = (
        simulate(book, games, players, bots, seed=11, device=device, cores=1, longest=5000, progress=False, **options)
        for device in ("cpu", "cuda")
    )
    wrong = [name for name in cpu if not np.array_equal(cpu[name], gpu[name])]
    return seating, ", ".join(wrong), int(cpu["moves"].sum())


def same(games: int) -> None:
    simulate("mensch", 1, progress=False)  # the loop for all tables, compiled once for all processes
    tables, moves, wrong = list(seatings()), 0, 0
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) // 2), mp_context=get_context("spawn")) as pool:
        for seating, found, made in pool.map(compare, tables, [games] * len(tables)):
            moves += made
            if found:
                wrong += 1
                print(f"{seating}: DIFFERENT: {found}", flush=True)
    print(f"{len(tables)} tables, {len(tables) * games:,} games, {moves:,} moves on each device: {wrong} tables differ")


def speed(games: int) -> None:
    print(f"{'book':17} {'moves/s':>16} {'games/s':>14} {'games':>12}   compiling")
    for book in BOOKS:
        start = time.perf_counter()
        simulate(book, 1000, device="cuda", progress=False)
        compiling = time.perf_counter() - start
        best = 0.0
        for seed in (1, 2, 3):
            start = time.perf_counter()
            moves = simulate(book, games, seed=seed, device="cuda", columns=("moves",), progress=False)["moves"]
            took = time.perf_counter() - start
            best = max(best, int(moves.sum()) / took)
        each = best / (int(moves.sum()) / games)
        print(f"{book:17} {best:16,.0f} {each:14,.0f} {games:12,}   {compiling:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["same", "speed"])
    parser.add_argument("--games", type=int)
    chosen = parser.parse_args()
    if chosen.what == "same":
        same(chosen.games or 2000)
    else:
        speed(chosen.games or 25_000_000)


if __name__ == "__main__":
    main()
