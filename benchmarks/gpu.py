"""The GPU beside the CPU: the same games at every table, and how fast.

    python benchmarks/gpu.py all                        everything below, as benchmarks/gpu.md shows it: about half an hour on an H200
    python benchmarks/gpu.py same [--games N]           every book, 2-4 players, and every house rule alone
    python benchmarks/gpu.py speed [--games N]
    python benchmarks/gpu.py same-batch [--games N]     the same tables, stepped together
    python benchmarks/gpu.py batch [--games N]          … and how fast, with a random policy in torch on the GPU
    python benchmarks/gpu.py learn                      examples/learn_mensch.py with everything on the GPU
    python benchmarks/gpu.py solve                      Mensch for two with three and with four pieces

--books NAME,NAME takes only these books. `same` plays each table on both, with random and greedy bots mixed, and compares all
columns of all games; `same-batch` steps batches at random, and compares all states byte by byte, masks, choices, afterstates,
observations and rewards.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from pachisi import Batch, RuleError, simulate
from pachisi.rulebooks import BOOKS, load
from pachisi.simulation.cuda import SIMULATED, cuda
from pachisi.table import set_up

ROOT = Path(__file__).resolve().parents[1]
Seating = tuple[str, int, dict[str, Any]]


def seatings(books: Sequence[str]) -> Iterator[Seating]:
    for book in books:
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


def same(books: Sequence[str], games: int, comparing: Any = compare, unit: str = "moves") -> None:
    simulate("mensch", 1, progress=False)  # the loop for all tables, compiled once for all processes
    tables, made, wrong = list(seatings(books)), 0, 0
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) // 2), mp_context=get_context("spawn")) as pool:
        for seating, found, count in pool.map(comparing, tables, [games] * len(tables)):
            made += count
            if found:
                wrong += 1
                print(f"{seating}: DIFFERENT: {found}", flush=True)
    print(f"{len(tables)} tables, {len(tables) * games:,} games, {made:,} {unit} on each device: {wrong} tables differ")


def speed(books: Sequence[str], games: int) -> None:
    print(f"{'book':17} {'moves/s':>16} {'games/s':>14} {'games':>12}   compiling")
    for book in books:
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


def compare_batches(seating: Seating, games: int, steps: int = 200) -> tuple[Seating, str, int]:
    """Step the same games on both; with fewer than four players, `greedy` has the last seat."""
    book, players, options = seating
    table = set_up(book, players, options=options)
    bots = {table.seats[-1]: "greedy"} if players < 4 else {}
    cpu, gpu = (Batch(table, games, seed=11, device=device, bots=bots) for device in ("cpu", "cuda"))
    rng, wrong = np.random.default_rng(1), set[str]()
    steps = 3 if SIMULATED else steps
    for step in range(steps):
        actions = cpu.sample(rng).astype(np.int64)
        for batch in (cpu, gpu):
            batch.step(actions)
        wrong |= {name for name in ("states", "seeds", "drawn", "winners", "to_play") if differ(getattr(cpu, name), getattr(gpu, name))}
        if step % 50 == 0:
            wrong |= {name for name in ("mask", "rewards", "done") if differ(getattr(cpu, name), getattr(gpu, name))}
            wrong |= {"choices"} if any(map(differ, cpu.choices, gpu.choices)) else set()
            wrong |= {name for name in ("observe", "afterstates") if differ(getattr(cpu, name)(), getattr(gpu, name)())}
    mask = np.asarray(gpu.mask)
    wrong |= set() if mask[np.arange(games), np.asarray(gpu.sample(rng))].all() else {"sample"}
    return seating, ", ".join(sorted(wrong)), games * steps


def differ(here: Any, there: Any) -> bool:
    return np.ascontiguousarray(here).tobytes() != np.asarray(there).tobytes()


def same_batch(books: Sequence[str], games: int) -> None:
    same(books, games, compare_batches, "steps")


def step_for(batch: Any, seconds: float, policy: Callable[[Any], Any]) -> float:
    """Steps a second."""
    for _ in range(2 if SIMULATED else 20):  # past the opening, where nobody has a choice
        batch.step(policy(batch))
    cuda.synchronize()
    start, steps = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        batch.step(policy(batch))
        steps += batch.n
    cuda.synchronize()
    return steps / (time.perf_counter() - start)


def policy_in_torch() -> Callable[[Any], Any] | None:
    """Where the games are: the possible action with the highest random number."""
    try:
        torch: Any = import_module("torch")
    except ModuleNotFoundError:
        return None

    def choose(batch: Any) -> Any:
        mask = torch.from_dlpack(batch.mask)
        return (torch.rand(mask.shape, device=mask.device, dtype=torch.float16) + mask).argmax(1)

    return choose


def batch(books: Sequence[str], games: int) -> None:
    rng, choose, seconds = np.random.default_rng(1), policy_in_torch(), 0.01 if SIMULATED else 2.0
    print(f"{'book':17} {'steps/s, torch':>16} {'… own sample':>16} {'… and observe()':>16} {'games':>12}   compiling")
    for book in books:
        start = time.perf_counter()
        there = Batch(book, games, seed=1, device="cuda")
        there.step(there.sample(rng))
        compiling = time.perf_counter() - start
        own = step_for(there, seconds, lambda batch: batch.sample(rng))
        fits = choose and games * len(there.actions) < 1 << 30
        torch = f"{step_for(there, seconds, choose):,.0f}" if choose and fits else "mask too large" if choose else "no torch"
        seen = step_for(there, seconds, lambda batch: (batch.observe(), batch.sample(rng))[1])
        print(f"{book:17} {torch:>16} {own:16,.0f} {seen:16,.0f} {games:12,}   {compiling:.1f} s", flush=True)


# --- what other programs measure ------------------------------------------------------


def call(*command: str) -> None:
    """Run a program, and say how long it took in all."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True)
    print(f"{time.perf_counter() - start:.1f} s in all\n", flush=True)


def learn(_: Sequence[str], games: int) -> None:
    call("examples/learn_mensch.py", "--device", "cuda", "--games", str(games), "--steps", str(64_000_000))


def solve(_: Sequence[str], pieces: int) -> None:
    for number in range(3, pieces + 1):
        call("-m", "pachisi", "lab", "solve", "mensch", "--pieces", str(number), "--device", "cuda")


def conditions() -> str:
    """The machine and the versions, as the head of gpu.md has them."""
    asked = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        gpu = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip().replace(", ", ", driver ")
    except (OSError, subprocess.CalledProcessError):
        gpu = "CUDA's simulator" if SIMULATED else "no GPU"
    packages = ", ".join(f"{name} {found}" for name in ("numpy", "numba", "numba-cuda", "torch") if (found := version_of(name)))
    return f"{gpu}, Python {platform.python_version()}, {packages}; {datetime.date.today():%d %B %Y}."


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


PARTS: dict[str, tuple[Callable[[Sequence[str], int], None], int]] = {
    "same": (same, 1000),
    "speed": (speed, 20_000_000),
    "same-batch": (same_batch, 500),
    "batch": (batch, 1 << 20),
    "learn": (learn, 1 << 14),
    "solve": (solve, 4),
}


def run_all(books: Sequence[str]) -> None:
    """Each part as a block of the page; one that fails leaves the others alone."""
    print(f"{conditions()}\n")
    for name, (play, usual) in PARTS.items():
        print(f"```\n$ python benchmarks/gpu.py {name}", flush=True)
        try:
            play(books, usual)
        except Exception as error:
            print(f"FAILED: {type(error).__name__}: {error}")
        print("```\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*PARTS, "all"])
    parser.add_argument("--games", type=int, help="for `solve`: pieces")
    parser.add_argument("--books", default=",".join(BOOKS))
    chosen = parser.parse_args()
    books = chosen.books.split(",")
    if chosen.what == "all":
        run_all(books)
        return
    play, usual = PARTS[chosen.what]
    play(books, chosen.games or usual)


if __name__ == "__main__":
    main()
