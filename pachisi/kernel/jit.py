"""The compiler, in one place. With NUMBA_DISABLE_JIT=1 the same source is interpreted."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])


def digest() -> str:
    """Of everything that is compiled: Numba's own cache does not see a change in a called module."""
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), here.parent / "records.py", here.parent / "dice.py"])
    text = b"".join(path.read_bytes() for path in sources)
    return hashlib.sha256(text + numba.__version__.encode()).hexdigest()[:16]


def cache_folder() -> Path:
    base = os.environ.get("PACHISI_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "pachisi" / digest()


COMPILED = not numba.config.DISABLE_JIT
if COMPILED:
    CACHE = cache_folder()
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(CACHE)
        CACHING = os.access(CACHE, os.W_OK)
    except OSError:  # a read-only home: compile anew each time
        CACHING = False
else:
    CACHING = False
    np.seterr(over="ignore")  # the interpreter warns where compiled integers wrap by design


def inner(function: F) -> F:
    """A part of the rules, compiled into whatever calls it."""
    compiled = numba.njit(function, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    if COMPILED:  # one version for all integers: else every constant argument compiles another copy
        typed = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: typed([numba.types.unliteral(a) for a in args], kws)
    return cast(F, compiled)


def entry(function: F) -> F:
    """A function that Python calls; its machine code is kept between runs."""
    compiled: F = numba.njit(function, nogil=True, error_model="numpy", no_cfunc_wrapper=True, cache=CACHING)
    return compiled


def announce() -> None:
    """Tell a person who waits what the wait is for."""
    if COMPILED and CACHING and not any(CACHE.rglob("*.nbc")) and sys.stderr.isatty():
        print("Compiling the rules, once (about half a minute) …", file=sys.stderr, flush=True)
