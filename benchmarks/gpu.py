"""The GPU beside the CPU: the same games at every table, and how fast.

    python benchmarks/gpu.py all [--out FOLDER]         everything below, the most telling first: an hour on an H200
    python benchmarks/gpu.py same [--games N]           every book, any number of players, and every house rule alone
    python benchmarks/gpu.py speed [--games N]          … --against FOLDER: beside the version in another checkout
    python benchmarks/gpu.py same-batch [--games N]     the same tables, stepped together
    python benchmarks/gpu.py batch [--games N]          … and how fast, with a random policy in torch on the GPU
    python benchmarks/gpu.py exchange                   torch, JAX and CuPy read a batch where it lies, and choose its actions
    python benchmarks/gpu.py learn                      examples/learn_mensch.py with everything on the GPU
    python benchmarks/gpu.py solve [--pieces N]         Mensch for two; then games, bots and rules of thumb, held against the solution
                                                        … --student MINUTES: and a net that learns from it, written to FOLDER/nets
    python benchmarks/gpu.py positions                  tables where moves depend on the enemy, solved position by position

--books NAME,NAME takes only these books. `same` plays each table on both, with random and greedy bots mixed, and compares all
columns of all games; `same-batch` steps batches at random, and compares all states byte by byte, masks, choices, afterstates,
observations and rewards.

`all` writes each result into FOLDER when it is there, and the whole page into FOLDER/gpu.txt. Each part has its own limit of
time. The same command continues after an interruption with the parts that are not finished; --minutes N stops it earlier.
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
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from inspect import getsource
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np

from pachisi import Batch, RuleError, simulate
from pachisi.rulebooks import BOOKS, load
from pachisi.rules import MOST_PLAYERS
from pachisi.simulation.cuda import SIMULATED, cuda
from pachisi.table import set_up

ROOT = Path(__file__).resolve().parents[1]
RULES: Sequence[dict[str, Any]] = ({"barriers": True}, {"backward_capture": True}, {"capture_duty": "strict"}, {"capture_duty": "penalty"})
DEPENDENT: Sequence[tuple[str, int, dict[str, Any]]] = (  # tables for `positions`
    *(("mensch", 2, rule) for rule in RULES),
    *(("pachisi-modern", 2, {"two_colours": False}), ("ludo", 2, {}), ("petits-chevaux", 2, {}), ("parcheesi", 2, {})),
    *(("mensch", 3, rule) for rule in RULES),
    *(("pachisi-modern", 3, {"two_colours": False}), ("eile-mit-weile", 2, {}), ("parchis", 2, {}), ("petits-chevaux", 3, {}), ("ludo", 3, {})),
)
Seating = tuple[str, int, dict[str, Any]]


def seatings(books: Sequence[str]) -> Iterator[Seating]:
    for book in books:
        yield from ((book, players, {}) for players in range(2, MOST_PLAYERS + 1) if can_play(book, players, {}))
        for name, option in load(book).options.items():
            for value in option.values:
                if value != option.default:
                    needs = (*option.needs.items(), *option.only_with.get(value, {}).items())
                    needed = {other: values[0] for other, values in needs}
                    yield from playable(book, {**needed, name: value})


def playable(book: str, options: dict[str, Any]) -> Iterator[Seating]:
    """With each number of players that the option allows; an option that needs another is reported and left out."""
    players = next((players for players in (4, 2, 3, 6) if can_play(book, players, options)), 0)
    if players:
        yield book, players, options
    else:
        print(f"{book} {options}: needs another option, left out", flush=True)


def can_play(book: str, players: int, options: dict[str, Any]) -> bool:
    with suppress(RuleError):
        return bool(set_up(book, players, options=options))
    return False


def compare(seating: Seating, games: int) -> tuple[Seating, str, int]:
    book, players, options = seating
    seats = len(set_up(book, players, options=options).seats)
    bots = (["greedy", "random"] * 3)[:seats]
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


def speed(books: Sequence[str], games: int, against: str = "") -> None:
    print(f"{'book':17} {'moves/s':>16} {'games/s':>14} {'games':>12}   compiling" + "   new/old" * bool(against))
    for book in books:
        best, each, compiling = time_games(book, games)
        beside = f"   {best / time_elsewhere(against, book, games):7.3f}" if against else ""
        print(f"{book:17} {best:16,.0f} {each:14,.0f} {games:12,}   {compiling:.1f} s{beside}", flush=True)


def time_games(book: str, games: int) -> tuple[float, float, float]:
    """Moves and games a second, the best of three runs, and the seconds that compiling takes."""
    start = time.perf_counter()
    simulate(book, 1000, device="cuda", progress=False)
    compiling, best = time.perf_counter() - start, 0.0
    for seed in (1, 2, 3):
        start = time.perf_counter()
        moves = simulate(book, games, seed=seed, device="cuda", columns=("moves",), progress=False)["moves"]
        best = max(best, int(moves.sum()) / (time.perf_counter() - start))
    return best, best / (int(moves.sum()) / games), compiling


def time_elsewhere(folder: str, book: str, games: int) -> float:
    """Moves a second of another version; nan if it does not play this."""
    program = f"import time\nfrom pachisi import simulate\n{getsource(time_games)}\nprint(time_games({book!r}, {games})[0])"
    path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    done = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, cwd=folder, capture_output=True, text=True)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else float("nan")


def compare_batches(seating: Seating, games: int, steps: int = 200) -> tuple[Seating, str, int]:
    """Step the same games on both; with fewer than four players, `greedy` has the last seat, and three are given their throws."""
    book, players, options = seating
    table = set_up(book, players, options=options)
    bots = {table.seats[-1]: "greedy"} if players < 4 else {}
    throws: Any = "given" if players == 3 else "inside"
    cpu, gpu = (Batch(table, games, seed=11, device=device, bots=bots, throws=throws) for device in ("cpu", "cuda"))
    rng, wrong = np.random.default_rng(1), set[str]()
    steps = 3 if SIMULATED else steps
    for step in range(steps):
        actions = cpu.sample(rng).astype(np.int64)
        for batch in (cpu, gpu):
            batch.step(actions)
        wrong |= {name for name in ("seeds", "drawn", "winners", "to_play") if differ(getattr(cpu, name), getattr(gpu, name))}
        wrong |= {"states"} if differ(cpu.bytes(), gpu.bytes()) else set()
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


def policies_in_torch() -> tuple[Callable[[Any], Any], ...]:
    """Where the games are: the possible action with the highest random number; as it stands, and as one kernel."""
    try:
        torch: Any = import_module("torch")
    except ModuleNotFoundError:
        return ()

    def choose(mask: Any) -> Any:
        return (torch.rand(mask.shape, device=mask.device, dtype=torch.float16) + mask).argmax(1)

    compiled = choose if SIMULATED else torch.compile(choose, dynamic=False)
    return tuple(lambda batch, one=one: one(torch.from_dlpack(batch.mask)) for one in (choose, compiled))


def batch(books: Sequence[str], games: int) -> None:
    rng, seconds = np.random.default_rng(1), 0.01 if SIMULATED else 2.0
    print(f"{'book':17} {'steps/s, torch':>16} {'… compiled':>16} {'… own sample':>16} {'… and observe()':>16} {'games':>12}   compiling")
    for book in books:
        start = time.perf_counter()
        there = Batch(book, games, seed=1, device="cuda")
        there.step(there.sample(rng))
        compiling = time.perf_counter() - start
        own = step_for(there, seconds, lambda batch: batch.sample(rng))
        seen = step_for(there, seconds, lambda batch: (batch.observe(), batch.sample(rng))[1])
        policies, fits = policies_in_torch(), games * len(there.actions) < 1 << 31
        torch = [f"{step_for(there, seconds, policy):,.0f}" for policy in policies if fits] or ["mask too large" if policies else "no torch"] * 2
        print(f"{book:17} {torch[0]:>16} {torch[1]:>16} {own:16,.0f} {seen:16,.0f} {games:12,}   {compiling:.1f} s", flush=True)


# --- other libraries ------------------------------------------------------------------


def act_in_torch(torch: Any, arrays: Sequence[Any]) -> tuple[list[int], Any]:
    """Where torch finds the arrays, and possible actions; so do the next two."""
    mask, *others = map(torch.from_dlpack, arrays)
    return [part.data_ptr() for part in (mask, *others)], (torch.rand(mask.shape, device=mask.device) * mask).argmax(1)


def act_in_jax(jax: Any, arrays: Sequence[Any]) -> tuple[list[int], Any]:
    mask, *others = map(jax.dlpack.from_dlpack, arrays)
    chosen = (jax.random.uniform(jax.random.key(1), mask.shape) * mask).argmax(1)
    return [part.unsafe_buffer_pointer() for part in (mask, *others)], chosen


def act_in_cupy(cupy: Any, arrays: Sequence[Any]) -> tuple[list[int], Any]:
    mask, *others = map(cupy.from_dlpack, arrays)
    return [part.data.ptr for part in (mask, *others)], (cupy.random.rand(*mask.shape) * mask).argmax(1)


def exchange(books: Sequence[str], games: int, steps: int = 100) -> None:
    """Each library chooses for the games, which a batch on the CPU plays as well."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    libraries: dict[str, Any] = {"torch": act_in_torch, "jax": act_in_jax, "cupy": act_in_cupy}
    for book in books:
        for name, act in libraries.items():
            try:
                library: Any = import_module(name)
            except ModuleNotFoundError:
                print(f"{book:17} {name:5} is not installed")
                continue
            cpu, gpu = (Batch(book, games, seed=11, device=device) for device in ("cpu", "cuda"))
            copies = 0
            for _ in range(steps):
                arrays = gpu.mask, gpu.observe(), gpu.rewards, gpu.done, gpu.to_play
                places, actions = act(library, arrays)
                copies += places != [part.__cuda_array_interface__["data"][0] for part in arrays]
                gpu.step(actions)
                cpu.step(np.asarray(actions.get() if name == "cupy" else actions.tolist()))
            verdict = "other games" if differ(cpu.bytes(), gpu.bytes()) else "the same games as on the CPU"
            print(f"{book:17} {name:5} {library.__version__:14} {games * steps:,} steps, {verdict}, {copies or 'no'} copies", flush=True)


# --- what other programs measure ------------------------------------------------------


def call(*command: str) -> None:
    """Run a program, and say how long it took in all."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True)
    print(f"{time.perf_counter() - start:.1f} s in all\n", flush=True)


def learn(_: Sequence[str], games: int) -> None:
    call("examples/learn_mensch.py", "--device", "cuda", "--games", str(games), "--steps", str(64_000_000))


def solve(bots: Sequence[str], pieces: int, games: int, student: float, folder: Path) -> None:
    """In one process: the table of four pieces takes 90 GB, more than many a disk has."""
    from pachisi.lab import Exam, Maxims
    from pachisi.lab.matrix_cuda import GpuWorkshop
    from pachisi.lab.matrix_solution import solve_matrix
    from pachisi.lab.spot_checks import check_values

    start, table, last = time.perf_counter(), set_up("mensch", 2, pieces=pieces), [""]

    def progress(name: str, share: float) -> None:
        if share == 1 and name != last[0]:
            print(f"  {time.perf_counter() - start:6.1f} s: {name}", flush=True)
            last[0] = name

    solution = solve_matrix(table, progress, workshop=GpuWorkshop)
    print(f"{solution.summary()}\n{time.perf_counter() - start:.1f} s in all\n", flush=True)
    print(f"{check_values(table, solution, games).summary()}\n", flush=True)
    print(f"{Maxims([table], Exam(games, ('perfect',), solution=solution))}\n", flush=True)
    for bot in bots:
        judge(table, solution, bot, games)
    if student:
        teach(table, solution, student, folder)
        judge(table, solution, "master", games)


def positions(books: Sequence[str]) -> None:
    """Tables that cannot be solved side by side, the smallest first; one that does not fit says so."""
    from pachisi.lab.solve import GAP, silent
    from pachisi.lab.solve import solve as solve_positions
    from pachisi.lab.solve_cuda import GpuPositions

    for book, pieces, options in (one for one in (DEPENDENT[:1] if SIMULATED else DEPENDENT) if one[0] in books):
        start = time.perf_counter()
        try:
            table = set_up(book, 2, pieces=1 if SIMULATED else pieces, options=options)
            found = solve_positions(table, silent, 0.2 if SIMULATED else GAP, positions=GpuPositions).summary()
        except RuleError as error:
            found = str(error)
        print(f"{found}\n{time.perf_counter() - start:.1f} s\n", flush=True)


def judge(table: Any, solution: Any, bot: str, games: int) -> None:
    from pachisi.bots import BOTS
    from pachisi.lab import Exam, Truth

    few = games // 20 if BOTS[bot].thinks else games
    print(f"{Truth([table], Exam(max(2, few), (bot,), solution=solution))}\n", flush=True)


def teach(table: Any, solution: Any, minutes: float, folder: Path, **changed: Any) -> None:
    """The shipped net learns from the solution; from then on `master` plays by it, here."""
    from pachisi.cli.train import train_net
    from pachisi.school.solved import SolvedTable
    from pachisi.school.training import TrainingPlan

    asked = {"minutes": minutes, "done": 0.5, "go_on": True, "truth": table.pieces, "device": "cpu" if SIMULATED else "cuda"}
    os.environ["PACHISI_DATA"] = str(folder)
    (folder / "nets").mkdir(parents=True, exist_ok=True)
    plan = TrainingPlan(table.book.id, 2, **{**asked, **changed})
    train_net(set_up(table.book, 2), plan, folder / "nets" / f"{table.book.id}-2.npz", SolvedTable(table, solution))


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


# --- everything -----------------------------------------------------------------------


def plan(books: Sequence[str]) -> Iterator[tuple[list[str], int]]:
    """What is run, the most telling first, and for how many seconds at most."""
    books = sorted(books, key=lambda book: book != "mensch")
    first, others = books[:1], books[1:]
    yield ["solve", "--pieces", "3", "--games", "1000"], 240
    for book in first:
        yield from ((["batch", "--books", book], 120), (["same", "--books", book], 300), (["same-batch", "--books", book], 300))
    yield ["positions", "--books", ",".join(sorted(books))], 900
    yield ["solve", "--pieces", "4", "--games", "2000", "--student", "15"], 2700
    yield from ((["speed", "--books", book], 120) for book in books)
    yield from ((["batch", "--books", book], 120) for book in others)
    for book in others:
        yield from ((["same", "--books", book], 300), (["same-batch", "--books", book], 300))
    yield ["exchange", "--books", first[0]], 120
    yield ["learn"], 300


def run_all(books: Sequence[str], folder: Path, minutes: float, most: int) -> None:
    """Each part as a block of the page; one that fails or takes too long leaves the others alone."""
    folder.mkdir(parents=True, exist_ok=True)
    end, pages = time.monotonic() + 60 * minutes, [f"{conditions()}\n"]
    print(pages[0], flush=True)
    for words, limit in plan(books):
        kept = folder / f"{'-'.join(word.strip('-') for word in words)}.txt"
        if kept.exists():
            print(kept.read_text())
        elif time.monotonic() < end:
            run_part(words, min(limit, most, end - time.monotonic()), kept)
        pages += [kept.read_text()] if kept.exists() else []
        (folder / "gpu.txt").write_text("\n".join(pages))


def run_part(words: Sequence[str], limit: float, kept: Path) -> None:
    """Show and write down what a part prints; the file gets its name when the part is finished."""
    fresh, start = kept.with_suffix(".part"), time.monotonic()
    command = [sys.executable, "-u", __file__, *words, "--out", str(kept.parent)]
    with fresh.open("w") as file, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as part:
        clock = Timer(limit, part.kill)
        clock.start()
        for line in chain([f"```\n$ python benchmarks/gpu.py {' '.join(words)}\n"], part.stdout or ()):
            print(line, end="", flush=True)
            file.write(line)
            file.flush()
        clock.cancel()
        code, took = part.wait(), time.monotonic() - start
        end = "```\n" + (f"FAILED with code {code} after {took:.0f} of {limit:.0f} s.\n" if code else f"{took:.0f} s with the start.\n")
        print(end, flush=True)
        file.write(end)
    if not code:
        fresh.replace(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["all", "same", "speed", "same-batch", "batch", "exchange", "learn", "solve", "positions"])
    parser.add_argument("--games", type=int)
    parser.add_argument("--books", default=",".join(BOOKS))
    parser.add_argument("--pieces", type=int, default=4)
    parser.add_argument("--bots", default="random,greedy,careful,expert,master")
    parser.add_argument("--student", type=float, default=0, metavar="MINUTES")
    parser.add_argument("--against", default="", metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=Path("gpu-results"), metavar="FOLDER")
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--most", type=int, default=3600, help="seconds for any part")
    chosen = parser.parse_args()
    books = chosen.books.split(",")
    parts: dict[str, Callable[[], None]] = {
        "all": lambda: run_all(books, chosen.out, chosen.minutes, chosen.most),
        "same": lambda: same(books, chosen.games or 1000),
        "speed": lambda: speed(books, chosen.games or 20_000_000, chosen.against),
        "same-batch": lambda: same_batch(books, chosen.games or 500),
        "batch": lambda: batch(books, chosen.games or 1 << 20),
        "exchange": lambda: exchange(books, chosen.games or 10_000),
        "learn": lambda: learn(books, chosen.games or 1 << 14),
        "positions": lambda: positions(books),
        "solve": lambda: solve(chosen.bots.split(","), chosen.pieces, chosen.games or 2000, chosen.student, chosen.out),
    }
    parts[chosen.what]()


if __name__ == "__main__":
    main()
