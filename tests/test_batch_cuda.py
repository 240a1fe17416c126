"""A batch on a GPU is the batch on the CPU; here in CUDA's simulator, which runs the same source."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIMULATED_GPU = '''
import copy
import pickle
import numpy as np
from pachisi import Batch, Game, IllegalMove, RuleError

np.seterr(over="ignore")


def compare(cpu, gpu):
    for name in ("states", "seeds", "drawn", "winners", "to_play", "mask", "rewards", "done"):
        ours, theirs = np.asarray(getattr(cpu, name)).view(np.ndarray), np.asarray(getattr(gpu, name))
        assert ours.dtype == theirs.dtype or ours.dtype.names, name
        assert (ours == theirs).all(), name
    for seat in (None, cpu.seats[0]):
        assert (cpu.observe(seat) == np.asarray(gpu.observe(seat))).all()
    for ours, theirs in zip(cpu.choices, gpu.choices):
        assert ours.dtype == theirs.dtype and (ours == np.asarray(theirs)).all()
    assert (cpu.afterstates() == np.asarray(gpu.afterstates())).all()


def follow(cpu, gpu, steps):
    for _ in range(steps):
        actions = cpu.sample(rng)
        cpu.step(actions)
        gpu.step(actions)
        compare(cpu, gpu)


def refused(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except error as found:
        return str(found)
    raise AssertionError("it was not refused")


rng = np.random.default_rng(1)
for book, players, bots in [("mensch", 2, {2: "greedy"}), ("parcheesi", 3, {}), ("pachisi-classic", 4, {}), ("eile-mit-weile", 2, {}), ("mensch", 6, {5: "greedy"})]:
    cpu, gpu = (Batch(book, 3, players, seed=5, pieces=2, longest=40, bots=bots, device=device) for device in ("cpu", "cuda"))
    compare(cpu, gpu)
    follow(cpu, gpu, 12)
    mask = np.asarray(gpu.mask)
    assert mask[range(3), np.asarray(gpu.sample(rng))].all()
    assert gpu.legal(1).keys() == cpu.legal(1).keys()
    assert gpu.game(1).state == cpu.game(1).state
    assert (gpu.bytes() == cpu.bytes()).all()


def copy_and_put(cpu, gpu):
    """Copies, and games put in."""
    before = gpu.bytes().copy()
    for other in (gpu.clone(), copy.copy(gpu), pickle.loads(pickle.dumps(gpu)), gpu.to("cpu"), cpu.to("cuda")):
        compare(cpu, other)
    gpu.clone().step(gpu.sample(rng))
    assert (gpu.bytes() == before).all()
    game = cpu.game(2)
    for batch in (cpu, gpu):
        batch.put(0, game)
    compare(cpu, gpu)
    gpu.step(gpu.sample(rng))
    gpu.reset(7), cpu.reset(7)
    compare(cpu, gpu)


copy_and_put(cpu, gpu)

# an impossible action
actions, states = cpu.sample(rng).astype(int), gpu.game(2).state
actions[2] = 40
cpu.step(np.where(np.arange(3) == 2, list(cpu.legal(2))[0], actions))
assert refused(IllegalMove, gpu.step, actions).startswith("Action 40 is not possible in game 2; choose one of ")
assert gpu.game(2).state == states and gpu.game(1).state == cpu.game(1).state
for order in (-1, -2, -3, -4, 1 << 40):
    before = gpu.game(0).state, np.asarray(gpu.seeds)[0], np.asarray(gpu.mask)[0].tolist()
    assert f"Action {order} is not possible in game 0" in refused(IllegalMove, gpu.step, [order, *map(min, map(gpu.legal, (1, 2)))])
    assert (gpu.game(0).state, np.asarray(gpu.seeds)[0], np.asarray(gpu.mask)[0].tolist()) == before
assert "takes 3 whole numbers" in refused(IllegalMove, gpu.step, [1.0, 2.0, 3.0])
gpu.step(gpu.sample(rng))

# other libraries share the memory
seen = np.from_dlpack(gpu.mask)
assert np.shares_memory(seen, np.from_dlpack(gpu.mask)) and (seen == np.asarray(gpu.mask)).all()
assert np.from_dlpack(gpu.rewards).dtype == np.float32
assert "hands out its memory itself" in refused(BufferError, np.from_dlpack, gpu.rewards, copy=True)
assert "Bots advise on the CPU" in refused(RuleError, gpu.advise, 0, np.zeros(3, np.int64))

assert "bots that think" in refused(RuleError, Batch, "mensch", 2, bots={0: "expert"}, device="cuda")

# given throws: for the opening, at offers, beside a bot
for book, players, bots, first in [("mensch", 2, {}, 0), ("parcheesi", 3, {1: "greedy"}, "high_roll"), ("pachisi-classic", 4, {}, 0)]:
    asked = {"seed": 5, "pieces": 2, "bots": bots, "throws": "given", "first": first}
    cpu, gpu = (Batch(book, 3, players, device=device, **asked) for device in ("cpu", "cuda"))
    compare(cpu, gpu)
    follow(cpu, gpu, 30)
    mask = np.asarray(gpu.mask)
    assert mask[range(3), np.asarray(gpu.sample(rng))].all()
    assert [gpu.legal(i) for i in range(3)] == [cpu.legal(i) for i in range(3)]
    while (cpu.to_play >= 0).all():
        follow(cpu, gpu, 1)
    waiting = int(np.flatnonzero(cpu.to_play < 0)[0])
    actions, states = cpu.sample(rng).astype(int), gpu.game(waiting).state
    actions[waiting] = 3
    assert f"Action 3 is not possible in game {waiting}; choose one of " in refused(IllegalMove, gpu.step, actions)
    assert gpu.game(waiting).state == states and np.asarray(gpu.to_play)[waiting] == -1
    cpu = gpu.to("cpu")
    copy_and_put(cpu, gpu)
print("the same")
'''


def run_simulated(*command: str, interpreted: bool = True) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "01"[interpreted]}
    done = subprocess.run([sys.executable, "-W", "ignore", *command], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_code_of_the_gpu_steps_the_same_games_in_cudas_simulator() -> None:
    assert run_simulated("-c", SIMULATED_GPU) == "the same\n"


@pytest.mark.parametrize(
    ("part", "book", "printed"),
    [
        ("same", "ludo", r"\d+ tables, \d+ games, [\d,]+ moves on each device: 0 tables differ\n"),
        ("same-batch", "ludo", r"\d+ tables, \d+ games, \d+ steps on each device: 0 tables differ\n"),
        ("positions", "mensch", r"mensch, 2 players, 1 piece, barriers=on: .*\n[\d.]+ s\n\n"),
        ("batch", "parcheesi", r"book .*\nparcheesi +(no torch|[\d,]+) +(no torch|[\d,]+) +[\d,]+ +[\d,]+ +2   [\d.]+ s\n"),
    ],
)
def test_the_benchmark_for_a_gpu_is_ready_to_run(part: str, book: str, printed: str) -> None:
    """Where there is one, it needs no more than its name."""
    assert re.fullmatch(printed, run_simulated("benchmarks/gpu.py", part, "--games", "2", "--books", book))


def test_the_whole_benchmark_goes_on_where_it_was(tmp_path: Path) -> None:
    """Here, where the first part gets no time, and all the others are said to be finished."""
    asked = "benchmarks/gpu.py", "all", "--books", "mensch", "--out", str(tmp_path / "found"), "--minutes"
    assert "$ python" not in run_simulated(*asked, "0")
    for name in ("batch", "same", "same-batch", "speed"):
        (tmp_path / "found" / f"{name}-books-mensch.txt").write_text(f"{name} was here\n")
    (tmp_path / "found" / "positions-books-mensch.txt").write_text("positions was here\n")
    for name in ("solve-pieces-4-games-2000-student-15", "learn"):
        (tmp_path / "found" / f"{name}.txt").write_text(f"{name} was here\n")
    shown = run_simulated(*asked, "1", "--most", "0")
    assert re.search(r"solve --pieces 3 --games 1000\n```\nFAILED with code -9 after \d+ of 0 s.", shown)
    page = (tmp_path / "found" / "gpu.txt").read_text()
    assert re.findall(r"(\S+) was here", page) == [
        *("batch", "same", "same-batch", "positions", "solve-pieces-4-games-2000-student-15", "speed", "learn"),
    ]
    assert "FAILED" not in page
    assert (tmp_path / "found" / "solve-pieces-3-games-1000.part").exists()
