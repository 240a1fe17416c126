"""The order in which the sweeps of a matrix settle tiles."""

from __future__ import annotations

import numpy as np
import pytest

from pachisi.lab.configuration_moves import END, TO_SHIFT, WON
from pachisi.lab.configurations import Side
from pachisi.lab.matrix_waves import PATIENCE, Layer, plan_waves

TILE = 2
NEAR, FAR = (0, 6), (6, 11)  # two layers of configurations


@pytest.fixture
def side() -> Side:
    """Eleven configurations of a piece; with each of two throws it goes on, or wins, but the last of a layer waits."""
    steps = np.array([9, 8, 7, 5, 3, 0, 8, 6, 4, 2, 0], np.int8)[:, None]
    to = np.maximum(np.arange(11) - 1, [0] * 6 + [6] * 5)
    to[[5, 10]] = 5, 10
    flags = np.where(np.isin(np.arange(11), [0, 6]), WON, 0)
    ways = np.stack([flags | to << TO_SHIFT, np.full(11, END)], axis=1)[:, None, :].repeat(2, axis=1)
    nothing = np.zeros(11, np.uint64)
    return Side(steps, np.array([0, 0, 6, 11]), nothing, nothing, ways, nothing, nothing, np.array([1, 1], np.uint64), 10)


def tiles(layer: Layer) -> int:
    return -(-(layer[1] - layer[0]) // TILE)


@pytest.mark.parametrize("layers", [[(NEAR, NEAR)], [(NEAR, FAR), (FAR, NEAR)]], ids=["alone", "both ways"])
@pytest.mark.parametrize("least", [1, 4, 100])
def test_a_sweep_settles_every_tile_once_and_those_where_both_wait_more_often(side: Side, layers: list[tuple[Layer, Layer]], least: int) -> None:
    orders, waves = plan_waves(side, layers, TILE, least)
    settled = [(task, tile) for task, begin, end in waves for tile in orders[task][begin:end].tolist()]
    for task, (thrower, other) in enumerate(layers):
        count = tiles(thrower) * tiles(other)
        assert {tile for at, tile in settled if at == task} == set(range(count))
        waiting = count - 1  # the last of both
        assert settled.count((task, waiting)) == 1 + PATIENCE
        assert len([tile for at, tile in settled if at == task]) == count + PATIENCE


def test_tiles_come_by_falling_progress_and_mirrored_ones_never_together(side: Side) -> None:
    (order,), waves = plan_waves(side, [(NEAR, NEAR)], TILE, 1)
    progress = np.array([9, 7, 3])
    found = [[divmod(tile, 3) for tile in order[begin:end].tolist()] for _, begin, end in waves[:-PATIENCE]]
    sums = [{int(progress[row] + progress[column]) for row, column in wave} for wave in found]
    assert all(len(each) == 1 for each in sums)
    assert sums == sorted(sums, key=max, reverse=True)
    assert not [tile for wave in found for tile in wave if tile[0] != tile[1] and tile[::-1] in wave]


def test_small_waves_are_joined_and_the_tasks_take_turns(side: Side) -> None:
    _, fine = plan_waves(side, [(NEAR, FAR), (FAR, NEAR)], TILE, 1)
    _, coarse = plan_waves(side, [(NEAR, FAR), (FAR, NEAR)], TILE, 6)
    assert len(coarse) < len(fine)
    assert [wave.task for wave in fine[:4]] == [0, 1, 0, 1]
    assert all(wave.begin < wave.end for wave in fine + coarse)
