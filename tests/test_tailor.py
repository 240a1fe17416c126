"""The tailor cuts functions that compute the same, or refuses them in a sentence: nothing in between."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pachisi.lower import lower
from pachisi.rulebooks import BOOKS
from pachisi.simulation import cuts, tailor
from pachisi.simulation.jobs import GAMES
from pachisi.table import set_up

WIDE = 1 << 62
CLEARED = "s.turn = s.news = s.node"  # before a game, all at once
SHARE = 0.5


def inner(function: Any) -> Any:
    """Marked as the kernel's functions are, but left to the interpreter."""
    return function


inlined = inner
RULES = {"limit": np.array(3), "off": np.array(0), "row": np.array([7, 7, 7]), "mixed": np.array([1, 2, 3])}


def cut(function: Any, **rules: Any) -> tuple[str, Callable[..., Any]]:
    """The cut source, and the cut function as the interpreter runs it."""
    text = tailor.cut(function, {"r": {**RULES, **rules}}, {})
    scope: dict[str, Any] = {"inner": inner, "inlined": inner}
    exec(text.replace(tailor.HEAD, ""), scope)
    return text, scope[f"test_tailor_{function.__name__}"]


@inner
def clamp(x):
    if x > 3:
        x = 0
    return x


@inner
def twice(x):
    y = 2
    return x * y


@inner
def limited(r, x):
    return x if r.limit and x < r.limit else r.limit


@inner
def called(r, x):
    return twice(x) + clamp(x) if r.off == 0 else 1 // 0


@inner
def picks(r, k):
    return r.row[k] * 10 + r.mixed[1] + r.mixed[k]


@inner
def either(r, x):
    return x or r.limit


@inner
def both(r, x):
    return r.limit and x


@inner
def loops(r, x):
    n = 0
    for k in range(r.limit):
        if k == x:
            continue
        n += k
    while x > 0 and not r.off:
        x -= 1
        n += 1
    return n


@inner
def waits(r, x):
    late = 0
    if r.off:
        late = x
    return clamp(x) if late else twice(x)


ARGUMENTS = {clamp: 1, twice: 1, limited: 2, called: 2, picks: 2, either: 2, both: 2, loops: 2, waits: 2}


@pytest.mark.parametrize("function", [f for f in ARGUMENTS if f is not called], ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", range(3))
def test_a_cut_function_computes_the_same(function: Any, x: int) -> None:
    r = SimpleNamespace(**RULES)
    arguments = (x,) if ARGUMENTS[function] == 1 else (r, x)
    assert cut(function)[1](*arguments) == function(*arguments)


def test_a_parameter_is_never_folded() -> None:
    text, function = cut(clamp)
    assert [function(x) for x in (1, 3, 4)] == [1, 3, 0]
    assert "return x" in text


def test_a_name_that_stands_for_one_number_is_folded() -> None:
    assert "return x * 2" in cut(twice)[0]


def test_a_name_that_is_assigned_once_in_what_is_left_is_folded_and_what_nobody_calls_any_more_goes() -> None:
    text, _ = cut(waits)
    assert "return test_tailor_twice(x)" in text
    assert "clamp" not in text
    assert "def test_tailor_clamp" in cut(waits, off=np.array(1))[0]


def test_threads_may_ask_for_the_same_cuts() -> None:
    with ThreadPoolExecutor(4) as pool:
        for fields in range(4, 10):
            rules = lower(set_up("mensch", 2, pieces=1).rules).copy()
            rules["oldest"] = fields  # tables of which no other test has a cut
            found = list(pool.map(cuts.Pattern(clamp, (), {}, whole=True).load, [rules.tobytes()] * 8))
            assert found.count(found[0]) == 8


def test_a_cut_has_another_file_if_a_neighbour_of_its_loop_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be cut from that, too."""
    (tmp_path / "loop_of_mine.py").write_text("def loop(r):\n    return 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = set()
    for text in ("A = 1", "A = 2"):
        (tmp_path / "neighbour.py").write_text(text)
        cuts.digest_of.cache_clear()
        found |= {cuts.Pattern(import_module("loop_of_mine").loop, absent, {}).file(b"") for absent in ((), ("act",))}
    assert len(found) == 4


def test_known_fields_become_numbers_and_branches_that_cannot_be_reached_go() -> None:
    assert "return x if x < 3 else 3" in cut(limited)[0]
    assert "return 0" in cut(limited, limit=np.array(0))[0]


def test_the_value_of_an_or_is_kept_and_not_its_truth_alone() -> None:
    assert cut(either)[1](None, 2) == 2
    assert cut(either)[1](None, 0) == 3
    assert cut(both)[1](None, 5) == 5


# fmt: off
@inner
def keyword(x):
    return clamp(x=5)

@inner
def loop_else(x):
    for k in range(x):
        x = k
    else:
        x = 7
    return x

@inner
def while_else(x):
    while x:
        x -= 1
    else:
        x = 7
    return x

@inner
def default(x, y=5):
    return x + y

@inner
def keyword_only(*, x):
    return x

@inner
def star(x):
    return max(*x)

@inner
def several(*x):
    return x

@inner
def walks_a_list(x):
    for k in x:
        return k
    return 0

@inner
def comprehends(x):
    return [k + 1 for k in x]

@inner
def names_inside(x):
    return (y := x) + y

@inner
def annotates(x):
    y: int = x
    return y

@inner
def tries(x):
    try:
        return x
    finally:
        pass

@inner
def asserts(x):
    assert x
    return x

@inner
def spells(x):
    return "x"

@inner
def divides(x):
    return x / 2

@inner
def contains(x):
    return x in (1, 2)

@inner
def wastes(x):
    x + 1
    return x

@inner
def slices(x):
    return x[1:]

@inner
def defines(x):
    def y():
        return x
    return y

@inner
def anonymous(x):
    return (lambda: x)()

@inner
def overflows(x):
    return x + WIDE * 2

@inner
def takes_a_share(x):
    return x * SHARE

@inner
def prints(x):
    print(x)

@inner
def deletes(x):
    del x

def unmarked(x):
    return x
# fmt: on


@pytest.mark.parametrize(
    ("function", "at", "why"),
    [
        (keyword, 2, "arguments are given by position"),
        (loop_else, 2, "a loop has no else"),
        (while_else, 2, "a loop has no else"),
        (default, 1, "defaults"),
        (keyword_only, 1, "not given by position"),
        (several, 1, "not given by position"),
        (star, 2, "no Starred"),
        (walks_a_list, 2, "one range"),
        (comprehends, 2, "no ListComp"),
        (names_inside, 2, "no NamedExpr"),
        (annotates, 2, "no AnnAssign"),
        (tries, 2, "no Try"),
        (asserts, 2, "no Assert"),
        (spells, 2, "integers"),
        (divides, 2, "no Div"),
        (contains, 2, "no In"),
        (wastes, 2, "does nothing"),
        (slices, 2, "no Slice"),
        (defines, 2, "no FunctionDef"),
        (anonymous, 2, "no Lambda"),
        (overflows, 2, "64 bits"),
        (takes_a_share, 2, "neither an integer nor a function"),
        (prints, 2, "no such name"),
        (deletes, 2, "no Delete"),
        (unmarked, 0, "marked"),
    ],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_what_the_kernel_does_not_know_is_refused(function: Any, at: int, why: str) -> None:
    line = inspect.getsourcelines(function)[1] + at
    with pytest.raises(NotImplementedError, match=re.escape(why)) as refusal:
        tailor.cut(function, {"r": RULES}, {})
    assert str(refusal.value).startswith(f"tests.test_tailor.{function.__name__}, line {line}: `")


def test_what_another_function_does_is_refused_there() -> None:
    assert "test_tailor_clamp" in cut(called)[0]
    with pytest.raises(NotImplementedError, match=r"test_tailor\.unmarked"):
        tailor.cut(calls_unmarked, {"r": RULES}, {})


@inner
def calls_unmarked(x):
    return unmarked(x)


# --- the kernel itself ----------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_loop_writes_nothing_that_it_never_reads(book: str) -> None:
    """What happened is for players to read, and most games have no bonus."""
    at = set_up(book, 4)
    text = GAMES.source(lower(at.rules, at.first).tobytes())
    played = text.replace(CLEARED, "")
    assert CLEARED in text
    assert "s.news" not in played
    assert ("s.bonus" in played) == (at.rules.bonus.capture > 0)
    assert ("s.phase ==" in played) == (at.rules.bonus.capture > 0)
