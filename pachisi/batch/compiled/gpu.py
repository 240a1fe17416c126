"""What a GPU runs over the games of a batch: the loops cut to the table, one game after the other for each thread."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...records import Size
from ...simulation.cuda import SIMULATED, cuda, types_of
from . import LIST, LIST_GIVEN, STEP, STEP_GIVEN
from .loop import NO_GAME
from .sight import see

REGISTERS = 128  # fewer spill at the larger books


def compile_kernel(function: Any, **options: Any) -> Any:
    return cuda.jit(function) if SIMULATED else cuda.jit(function, **options)


@lru_cache(maxsize=64)
def load_step(rules: bytes, size: Size, given: bool) -> Any:
    """The loop of `play_some`, one game after the other for each thread."""
    play_some = (STEP_GIVEN if given else STEP).load(rules).loop_play_some
    state, work = types_of(size.state, size.work)

    def step(books, games, order, chosen, seeds, drawn, lots, winners, seats, masks, picked, seed, wrong, throws, bots, longest):  # type: ignore[no-untyped-def]
        states = cuda.local.array(1, state)
        works = cuda.local.array(1, work)
        works[0].noting = 0
        at, stride = cuda.grid(1), cuda.gridsize(1)
        if at < len(seeds):
            play_some(
                0, books, games, states.view(np.int64), states, works, order, chosen, seeds, drawn, lots, winners, seats, masks, picked, seed,
                wrong, throws, bots, longest, at, stride,
            )  # fmt: skip

    return compile_kernel(step, max_registers=REGISTERS)


@lru_cache(maxsize=64)
def load_lists(rules: bytes, size: Size, given: bool) -> Any:
    """The loop of `list_some`, one game after the other for each thread."""
    list_some = (LIST_GIVEN if given else LIST).load(rules).sight_list_some
    state, work = types_of(size.state, size.work)

    def list_choices(books, games, seats, offsets, actions, after, eyes, throws):  # type: ignore[no-untyped-def]
        states = cuda.local.array(1, state)
        works = cuda.local.array(1, work)
        works[0].noting = 0
        at, stride = cuda.grid(1), cuda.gridsize(1)
        list_some(0, books, games, states.view(np.int64), states, works, seats, offsets, actions, after, eyes, throws, at, stride)

    return compile_kernel(list_choices, max_registers=REGISTERS)


@compile_kernel
def look(books, games, eyes, order, seen):  # type: ignore[no-untyped-def]
    at, stride = cuda.grid(1), cuda.gridsize(1)
    for i in range(at, len(games), stride):
        see(books[0], games[i], eyes[min(i, len(eyes) - 1)], order, seen[i])


@compile_kernel
def pay(payoffs, winners, rewards, done):  # type: ignore[no-untyped-def]
    at, stride = cuda.grid(1), cuda.gridsize(1)
    for i in range(at, len(winners), stride):
        row = winners[i] if winners[i] >= 0 else winners[i] + payoffs.shape[0]
        done[i] = winners[i] != NO_GAME
        for seat in range(payoffs.shape[1]):
            rewards[i, seat] = payoffs[row, seat]


@compile_kernel
def widen(numbers, wide):  # type: ignore[no-untyped-def]
    for i in range(cuda.grid(1), len(numbers), cuda.gridsize(1)):
        wide[i] = numbers[i]
