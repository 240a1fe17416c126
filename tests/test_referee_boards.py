"""The second referee's paths: drawn from the tables of the boards, they obey the formulas beside the tables."""

from __future__ import annotations

import pytest

from .referee import boards
from .referee.boards import (
    CASTLES,
    CHEVAUX,
    CROSS,
    LUDO_SIX,
    PARCHIS,
    PARCHIS_SAFE,
    SPIRAL_5,
    SPIRAL_7,
    Path,
    mensch_six,
)

# path, its last step, arms, first and last step of a ring, that ring's length, what a seat and step 1 add
RINGS = [
    (PARCHIS, 72, 4, 1, 64, boards.RING_68, 17, 4),
    (CROSS, 84, 4, 8, 76, boards.RING_68, 17, -8),
    (CHEVAUX, 63, 4, 1, 56, boards.RING_56, 14, -1),
    (mensch_six(4, 4), 65, 6, 1, 60, mensch_six(4, 4).fields[:60], 10, -1),
    (mensch_six(3, 4), 53, 6, 1, 48, mensch_six(3, 4).fields[:48], 8, -1),
    (LUDO_SIX, 83, 6, 1, 77, boards.LUDO_RING, 13, 1),
    (SPIRAL_5, 25, 4, 1, 16, SPIRAL_5.fields[:16], 4, -1),
    (SPIRAL_5, 25, 4, 17, 24, SPIRAL_5.fields[16:], -2, -17),
    (SPIRAL_7, 49, 4, 1, 24, SPIRAL_7.fields[:24], 6, -1),
    (SPIRAL_7, 49, 4, 25, 40, SPIRAL_7.fields[24:40], -4, -25),
    (SPIRAL_7, 49, 4, 41, 48, SPIRAL_7.fields[40:], -2, -41),
]


@pytest.mark.parametrize(("path", "home", "arms", "first", "last", "ring", "sector", "shift"), RINGS)
def test_steps_follow_the_index(
    path: Path, home: int, arms: int, first: int, last: int, ring: list[boards.Field], sector: int, shift: int
) -> None:
    assert path.home == home
    assert len(set(ring)) == len(ring)
    for seat in range(arms):
        for step in range(first, last + 1):
            assert path.field(seat, step) == ring[(sector * seat + step + shift) % len(ring)]


@pytest.mark.parametrize("path", [PARCHIS, CHEVAUX, mensch_six(4, 4), LUDO_SIX])
def test_private_fields_belong_to_one_seat(path: Path) -> None:
    arms = 6 if path.turn is boards.sixth else 4
    first = {PARCHIS: 65, CHEVAUX: 57, LUDO_SIX: 78}.get(path, 61)
    private = [path.field(seat, step) for seat in range(arms) for step in range(first, path.home)]
    assert len(set(private)) == len(private)
    assert not set(private) & set(path.fields[: first - 1])


def test_safe_fields_by_own_step() -> None:
    seguros = [step for step in range(1, 65) if PARCHIS.field(0, step) in PARCHIS_SAFE]
    assert seguros == [1, 8, 13, 18, 25, 30, 35, 42, 47, 52, 59, 64]
    castles = [step for step in range(1, 84) if CROSS.field(0, step) in CASTLES]
    assert castles == [8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72, 76]


def test_N1_six_arms_lie_where_the_table_says() -> None:
    mensch = mensch_six(4, 4)
    assert [mensch.field(seat, 1) for seat in (0, 1, 3)] == [(-5, -1), (1, -6), (5, 1)]
    assert mensch.field(5, 11) == mensch.field(0, 1) == mensch.field(3, 31)
    assert [LUDO_SIX.field(0, step) for step in (1, 77, 78)] == [(-6, -1), (-8, 0), (-7, 0)]
    assert LUDO_SIX.field(1, 1) == LUDO_SIX.field(0, 14)
    assert LUDO_SIX.field(3, 1) == LUDO_SIX.field(0, 40)
