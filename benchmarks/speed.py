"""Random play of every book on one core, beside a hand-tuned C program for one of them.

    python3 run.py bench [--limit FILE.c] [--rounds N]

A shared machine is noisy, so book and C program take turns in short rounds, and the best
round of each counts: what the code can do, not what the neighbours left.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pachisi.rulebook import BOOKS
from pachisi.table import Table, lay

LIMIT = Path(__file__).resolve().parents[2] / "shared" / "bench" / "limit-mensch.c"
HOUSE_RULES = {"mensch": {"three_throws": True}}  # as the C program plays it
GOAL = {"mensch": 6}


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


def book_speed(table: Table, games: int, first: int) -> tuple[float, float]:
    """Moves per second and games per second."""
    from pachisi.simulate import simulate

    start = time.perf_counter()
    rows = simulate(table, games, seed=1, first=first)
    took = time.perf_counter() - start
    return int(rows.moves.sum()) / took, games / took


def measure(table: Table, program: Path | None, rounds: int) -> tuple[float, float, float | None]:
    moves = games = limit = 0.0
    book_speed(table, 100, 0)
    for at in range(rounds):
        limit = max(limit, limit_speed(program)) if program else 0.0
        move_rate, game_rate = book_speed(table, 500, 500 * at)
        moves, games = max(moves, move_rate), max(games, game_rate)
    return moves, games, limit / moves if program else None


def first_move() -> float:
    """Seconds of a new process from the start to the first legal move, with a warm cache."""
    code = "from pachisi import Game; g = Game('mensch', seed=1); g.throw(6); len(g.legal_moves)"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=Path, default=LIMIT, help="the C program to compare with")
    parser.add_argument("--rounds", type=int, default=25)
    chosen = parser.parse_args()
    start = time.perf_counter()
    book_speed(lay("mensch"), 1, 0)
    print(f"compiling, or loading what was compiled: {time.perf_counter() - start:.1f} s")
    first_move()
    print(f"new process to the first legal move, warm: {first_move():.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        program = build(chosen.limit, folder)
        print(f"\n{'book':17} {'moves/s':>12} {'games/s':>9}   of the C limit")
        for book in BOOKS:
            table = lay(book, options=HOUSE_RULES.get(book, {}))
            moves, games, ratio = measure(table, program, chosen.rounds)
            told = f"1/{ratio:.1f}  (goal 1/{GOAL.get(book, 15)})" if ratio else "no C compiler, or no source"
            print(f"{book:17} {moves:12,.0f} {games:9,.0f}   {told}", flush=True)


if __name__ == "__main__":
    main()
