"""Solved on a GPU: the same values as on the CPU; here in CUDA's simulator, which runs the same source."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pachisi.lab.solve import Solution, solve
from pachisi.table import set_up
from tests.test_batch_cuda import run_simulated

SIDE_BY_SIDE = """
import numpy as np
import pachisi.lab.matrix_cuda as matrix_cuda
from pachisi.lab.matrix_solution import solve_matrix
from pachisi.table import set_up

free = lambda: type("Memory", (), {"free": 1 << 33})()
matrix_cuda.cuda.current_context = lambda: type("Context", (), {"get_memory_info": staticmethod(free)})()
matrix_cuda.GRID = 2, 8  # the simulator starts a thread of Python for each
table = set_up("mensch", 2, pieces=1)
gpu, cpu = (solve_matrix(table, gap=0.4, **asked) for asked in ({"workshop": matrix_cuda.GpuWorkshop}, {}))
assert gpu.error < 0.21 > cpu.error, (gpu.error, cpu.error)
playing = range(len(gpu.side) - 41, len(gpu.side))
pairs = [(one, two) for one in playing for two in playing if not gpu.side.own[one] & gpu.side.facing[two]]
assert len(pairs) > 1600
assert all(abs(gpu.at(*pair) - cpu.at(*pair)) <= gpu.error + cpu.error for pair in pairs)
print("the same")
"""

POSITION_BY_POSITION = """
import sys
from pachisi.lab.solve import silent, solve
from pachisi.lab.solve_cuda import GpuPositions
from pachisi.table import set_up

solve(set_up("mensch", 2, pieces=1, options={"backward_capture": True}), silent, 0.1, positions=GpuPositions).save(sys.argv[1])
"""

TOO_LARGE = """
from pachisi import RuleError
from pachisi.lab.solve import silent, solve
from pachisi.lab.solve_cuda import GpuPositions
from pachisi.table import set_up

try:
    solve(set_up("mensch", 2, options={"barriers": True}), silent, memory=0.5, positions=GpuPositions)
except RuleError as error:
    print(error)
"""

NOT_SOLVED = """
from pachisi import RuleError
from pachisi.lab.solve import silent, solve
from pachisi.lab.solve_cuda import GpuPositions
from pachisi.table import set_up

for book, players in (("mensch", 3), ("chowka-bhara", 2)):
    try:
        solve(set_up(book, players, pieces=1), silent, positions=GpuPositions)
    except RuleError as error:
        print(error)
"""


@pytest.mark.long
def test_a_gpu_solves_side_by_side_as_the_cpu_does() -> None:
    assert run_simulated("-c", SIDE_BY_SIDE, interpreted=False) == "the same\n"


def test_a_gpu_finds_all_positions_and_solves_them_as_the_cpu_does(tmp_path: Path) -> None:
    run_simulated("-c", POSITION_BY_POSITION, str(tmp_path / "gpu.npz"))
    gpu, cpu = Solution.load(tmp_path / "gpu.npz"), solve(set_up("mensch", 2, pieces=1, options={"backward_capture": True}))
    assert gpu.error < 0.051
    assert (gpu.keys == cpu.keys).all()
    assert (np.abs(gpu.values - cpu.values) <= gpu.error + cpu.error).all()
    assert abs(gpu.first - cpu.first) <= gpu.first_error
    assert 0 < gpu.residual < 0.1


def test_a_gpu_refuses_what_the_cpu_refuses() -> None:
    told = run_simulated("-c", NOT_SOLVED).splitlines()
    assert told[0] == "mensch: only games of two players are solved, not of 3."
    assert told[1].startswith("chowka-bhara: games that collect any number of throws")


def test_a_gpu_refuses_a_game_that_is_too_large_before_the_work_begins() -> None:
    told = "mensch with 4 pieces a colour has about 3.8e+10 positions between throws, too many for 0.5 GiB of memory; take fewer pieces."
    assert run_simulated("-c", TOO_LARGE) == f"{told}\n"
