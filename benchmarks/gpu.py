"""The GPU beside the CPU: the same games at every table, and how fast.

    python benchmarks/gpu.py same [--games N]      every book, 2-4 players, and every house rule alone
    python benchmarks/gpu.py speed [--games N]
    python benchmarks/gpu.py same-batch [--games N]     every book and some house rules, stepped together
    python benchmarks/gpu.py batch [--games N]          … and how fast, with a random policy in torch on the GPU

`same` plays each table on both, with random and greedy bots mixed, and compares all columns of all games; `same-batch` steps
batches at random, and compares all states byte by byte, masks, observations and rewards.
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

from pachisi import Batch, RuleError, simulate
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


BATCHES: list[Seating] = [
    *((book, 4, {}) for book in BOOKS),
    ("mensch", 2, {}),
    ("parcheesi", 2, {}),
    ("ludo", 3, {}),
]


def compare_batches(seating: Seating, games: int, steps: int = 300) -> tuple[Seating, str, int]:
    """Step the same games on both; bots at one seat in every second table."""
    book, players, options = seating
    table = set_up(book, players, options=options)
    bots = {table.seats[-1]: "greedy"} if players < 4 else {}
    cpu, gpu = (Batch(table, games, seed=11, device=device, bots=bots) for device in ("cpu", "cuda"))
    rng, wrong = np.random.default_rng(1), set()
    for step in range(steps):
        actions = cpu.sample(rng).astype(np.int64)
        for batch in (cpu, gpu):
            batch.step(actions)
        wrong |= {name for name in ("states", "seeds", "drawn", "winners", "to_play") if differ(cpu, gpu, name)}
        if step % 50 == 0:
            wrong |= {name for name in ("mask", "rewards", "done") if differ(cpu, gpu, name)}
            wrong |= set() if np.array_equal(cpu.observe(), np.asarray(gpu.observe())) else {"observe"}
    mask = np.asarray(gpu.mask)
    wrong |= set() if mask[np.arange(games), np.asarray(gpu.sample(rng))].all() else {"sample"}
    return seating, ", ".join(sorted(wrong)), games * steps


def differ(cpu: Any, gpu: Any, name: str) -> bool:
    return np.ascontiguousarray(getattr(cpu, name)).tobytes() != np.asarray(getattr(gpu, name)).tobytes()


def same_batch(games: int) -> None:
    simulate("mensch", 1, progress=False)
    moves = wrong = 0
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) // 2), mp_context=get_context("spawn")) as pool:
        for seating, found, made in pool.map(compare_batches, BATCHES, [games] * len(BATCHES)):
            moves += made
            wrong += bool(found)
            print(f"{seating}: {'DIFFERENT: ' + found if found else 'the same'}", flush=True)
    print(f"{len(BATCHES)} tables, {moves:,} steps on each device: {wrong} tables differ")


def step_for(batch: Any, seconds: float, policy: Any) -> float:
    """Steps a second."""
    from pachisi.batch.cuda import cuda

    for _ in range(20):  # past the opening, where nobody has a choice
        batch.step(policy(batch))
    cuda.synchronize()
    start, steps = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        batch.step(policy(batch))
        steps += batch.n
    cuda.synchronize()
    return steps / (time.perf_counter() - start)


def choose_at_random(batch: Any) -> Any:
    """A policy in torch, on the device: the possible action with the highest random number."""
    import torch

    mask = torch.from_dlpack(batch.mask)
    return (torch.rand(mask.shape, device="cuda", dtype=torch.float16) + mask).argmax(1)


def batch(games: int) -> None:
    rng = np.random.default_rng(1)
    print(f"{'book':17} {'steps/s, torch':>16} {'… own sample':>16} {'observe()/s':>16} {'games':>12}   compiling")
    for book in BOOKS:
        start = time.perf_counter()
        games_there = Batch(book, games, seed=1, device="cuda")
        games_there.step(games_there.sample(rng))
        compiling = time.perf_counter() - start
        own = step_for(games_there, 2, lambda batch: batch.sample(rng))
        torch = step_for(games_there, 2, choose_at_random) if len(games_there.actions) <= 512 else float("nan")
        seen = step_for(games_there, 1, lambda batch: (batch.observe(), batch.sample(rng))[1])
        print(f"{book:17} {torch:16,.0f} {own:16,.0f} {seen:16,.0f} {games:12,}   {compiling:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["same", "speed", "same-batch", "batch"])
    parser.add_argument("--games", type=int)
    chosen = parser.parse_args()
    plays = {"same": (same, 2000), "speed": (speed, 25_000_000), "same-batch": (same_batch, 2000), "batch": (batch, 1 << 20)}
    play, usual = plays[chosen.what]
    play(chosen.games or usual)


if __name__ == "__main__":
    main()
