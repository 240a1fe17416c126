"""Random play of every book beside a hand-tuned C program for one of them: one core, all cores, and the cost by size.

    python3 run.py bench [--limit FILE.c] [--rounds N]

A shared machine is noisy, so book and C program take turns in short rounds, and the best round of each counts: it
shows what the code can do, not what the other processes left.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pachisi import Game, simulate
from pachisi.rulebooks import BOOKS
from pachisi.simulation import blocks, count_cores
from pachisi.simulation.jobs import WORTH_CUTTING
from pachisi.table import set_up

LIMIT = Path(__file__).resolve().parents[2] / "shared" / "bench" / "limit-mensch.c"
HOUSE_RULES = {"mensch": {"three_throws": True}}  # as the C program plays it
GOAL = {"mensch": 4}
SIZES = (10**4, 10**6, 10**8)  # moves


def build(source: Path, folder: str) -> Path | None:
    """The C program, compiled for this machine."""
    compiler = shutil.which("cc")
    if compiler is None or not source.exists():
        return None
    program = Path(folder) / "limit"
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)
    return program


def limit_speed(program: Path) -> float:
    done = subprocess.run([program, "0.1"], check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout)["moves_per_s"])


def book_speed(book: str, games: int, cores: int | None) -> tuple[float, float]:
    """Moves per second and games per second."""
    start = time.perf_counter()
    found = simulate(book, games, cores=cores, columns=("moves",), progress=False, **HOUSE_RULES.get(book, {}))
    took = time.perf_counter() - start
    return int(found["moves"].sum()) / took, games / took


def measure(book: str, program: Path | None, rounds: int) -> str:
    """One line of the table: the best of many short rounds."""
    one = every = games = limit = 0.0
    for _ in range(rounds):
        limit = max(limit, limit_speed(program)) if program else 0.0
        moves, done = book_speed(book, 4096, 1)
        one, games = max(one, moves), max(games, done)
        every = max(every, book_speed(book, 8192 * count_cores(), None)[0])
    ratio = f"1/{limit / one:<5.2f} (goal 1/{GOAL.get(book, 8)})" if program else "no C compiler, or no source"
    return f"{book:17} {one:12,.0f} {games:10,.0f} {every:12,.0f} {every / one / count_cores():8.0%}   {ratio}"


def first_move() -> float:
    """Seconds of a new process from the start to the first legal move, with a warm cache."""
    code = "from pachisi import Game; g = Game('mensch', seed=1); g.throw(6); len(g.legal_moves)"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def growth(book: str = "mensch") -> None:
    """Time and memory by the number of moves, in blocks; a process's memory only grows, so small ones first."""
    print(f"\n{book}: {'moves':>11} {'seconds':>9} {'ns a move':>10} {'MB at most':>11}")
    for size in SIZES:
        games, start = max(1, size // 367), time.perf_counter()
        moves = sum(int(block["moves"].sum()) for block in blocks(set_up(book), games, cores=1, progress=False))
        took = time.perf_counter() - start
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{'':8} {moves:11,} {took:9.3f} {took / moves * 1e9:10.1f} {most:11.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=Path, default=LIMIT, help="the C program to compare with")
    parser.add_argument("--rounds", type=int, default=25)
    chosen = parser.parse_args()
    Game("mensch")
    print(f"new process to the first legal move, warm: {first_move():.2f} s")
    for book in BOOKS:  # so that every book has a loop of its own, as it has for many games
        simulate(book, WORTH_CUTTING, columns=("moves",), progress=False, **HOUSE_RULES.get(book, {}))
    simulate("mensch", WORTH_CUTTING, columns=("moves",), progress=False)
    with tempfile.TemporaryDirectory() as folder:
        program = build(chosen.limit, folder)
        print(
            f"\n{'book':17} {'moves/s':>12} {'games/s':>10} {'all cores':>12} {'of ideal':>8}   one core of the C limit"
        )
        for book in BOOKS:
            print(measure(book, program, chosen.rounds), flush=True)
    growth()


if __name__ == "__main__":
    main()
