"""Functions that only other compiled functions call are compiled in a shorter way, and compute the same."""

from __future__ import annotations

from typing import Any

import numba

from pachisi.kernel.ingredients import LONGER, SHORTER, Ingredient, Whole
from pachisi.kernel.jit import ENTRY, inlined, inner


@inner
def square(x: int) -> int:
    return x * x


@inner
def sum_of_squares(x: int) -> int:
    found = 0
    for k in range(x):
        found += square(k)
    return found


@numba.njit
def outcome(x: int) -> int:
    return sum_of_squares(x) - square(x)


@inner
def cube(x: int) -> int:
    return x * square(x)


@inlined
def first_to_ask(x: int) -> int:
    return cube(x)


@numba.njit
def eighth(x: int) -> int:
    return first_to_ask(x) // 8


def library_of(compiled: Any) -> Any:
    (overload,) = compiled.overloads.values()
    return overload.library, overload.fndesc.llvm_func_name


def test_ingredients_compute_the_same() -> None:
    assert outcome(10) == sum(k * k for k in range(10)) - 100


def test_only_the_whole_has_machine_code() -> None:
    outcome(1)
    for part in (square, sum_of_squares):
        library, name = library_of(part)
        assert isinstance(library, Ingredient) == bool(SHORTER)  # an untested Numba goes its own way
        assert (library.get_pointer_to_function(name) == 0) == bool(SHORTER)
    library, name = library_of(outcome)
    assert library.get_pointer_to_function(name) != 0


def test_a_function_is_compiled_into_its_callers_only_if_it_says_so() -> None:
    assert eighth(4) == 8
    marked = {part: "alwaysinline" in str(library_of(part)[0]._get_module_for_linking()) for part in (cube, first_to_ask)}
    assert marked == {cube: False, first_to_ask: True}


def twelfth(x: int) -> int:
    return first_to_ask(x) // 12


def test_the_whole_is_optimized_for_longer_and_computes_the_same() -> None:
    compiled = numba.njit(twelfth, **ENTRY)  # not from the cache
    assert compiled(6) == 18
    library, name = library_of(compiled)
    assert isinstance(library, Whole) == bool(LONGER)
    assert library.get_pointer_to_function(name)
