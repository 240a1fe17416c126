"""The compiler, in one place. With NUMBA_DISABLE_JIT=1 the same source is interpreted."""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from ..folders import cache_folder
from ..progress import notice
from . import code, crowd, marks
from .ingredients import LONGER, SHORTER

numba: Any = import_module("numba")  # its type stubs do not know the switches used here
declare: Any = import_module("numba.core.typing.templates").infer_global  # the type of a global name
F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:

    def int64(value: Any) -> int:
        """A small field of a record as a full integer, alike interpreted and compiled."""
else:
    int64 = np.int64


HERE = Path(__file__).parent
BESIDE = ("records.py", "dice.py", "game/playing.py", "game/compiled.py")
SOURCES = {*HERE.glob("*.py"), *(HERE.parent / name for name in BESIDE)}  # the rules, as compiled together


def digest(*sources: Path) -> str:
    """Of what is compiled together: Numba's own cache does not see a change in a called module."""
    text = b"".join(path.read_bytes() for path in sorted(sources))
    return hashlib.sha256(text + numba.__version__.encode()).hexdigest()[:16]


def rules_folder() -> Path:
    """The part of the cache that fits these sources."""
    folder = cache_folder() / digest(*SOURCES)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def folder_for(function: Any) -> Path:
    """Where machine code is kept: that of the rules, or of something that stands on them and on the bots."""
    source = Path(function.__code__.co_filename)
    if source in SOURCES or source.parent == CACHE:
        return CACHE
    return CACHE / digest(*(HERE.parent / "bots").glob("*.py"), *source.parent.glob("*.py"))


COMPILED = not numba.config.DISABLE_JIT
if COMPILED:
    try:
        CACHE = rules_folder()
        CACHING = os.access(CACHE, os.W_OK)
    except OSError:  # nothing here can be written to: compile again at each start
        CACHING = False
else:
    CACHING = False
    np.seterr(over="ignore")  # the interpreter warns where compiled integers wrap by design


def one_version(compiled: Any) -> Any:
    """All integers alike: else Numba compiles another copy for every constant argument."""
    if COMPILED:
        typed = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: typed([numba.types.unliteral(a) for a in args], kws)
    return compiled


ENTRY = {"nogil": True, "error_model": "numpy", **LONGER}
INNER = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **SHORTER}


def inner(function: F) -> F:
    """A part of the rules that other parts call."""
    return cast(F, one_version(numba.njit(function, **INNER, forceinline=False)))


def inner_of_cut(function: F) -> F:
    """The same in a loop cut to a table: it is small, so Numba may compile it into its callers if these are, too."""
    return cast(F, one_version(numba.njit(function, **INNER)))


def inlined(function: F) -> F:
    """A small part that is called so often that it is compiled into its callers."""
    return cast(F, one_version(numba.njit(function, **INNER, forceinline=True)))


SHARED: list[Any] = []  # Numba itself keeps weak references


def share(module: ModuleType) -> None:
    """Let compiled code call the plain functions of a module, too."""
    for function in vars(module).values():
        if COMPILED and isinstance(function, FunctionType) and function.__module__ == module.__name__:
            SHARED.append(inlined(function))
            declare(function, numba.types.Dispatcher(SHARED[-1]))


PLAIN = code, crowd, marks
for module in PLAIN:
    share(module)


def entry(function: F) -> F:
    """A function that Python calls; its machine code is kept between runs."""
    if CACHING:
        numba.config.CACHE_DIR = str(folder_for(function))
    return cast(F, one_version(numba.njit(function, **ENTRY, cache=CACHING)))


def entry_for(function: Any, *example: Any) -> Any:
    """A function that is handed compiled functions (see `pointer`) and calls them by their addresses."""
    if not COMPILED:
        return function
    signature = numba.types.void(*(part if is_type(part) else numba.typeof(part) for part in example))
    if CACHING:
        numba.config.CACHE_DIR = str(folder_for(function.py_func))
    return numba.njit(signature, **ENTRY, cache=CACHING)(function.py_func)


def is_type(part: Any) -> bool:
    return isinstance(part, numba.types.Type)


def pointer(function: Any, *arguments: Any) -> Any:
    """The type of a compiled function that takes arguments like these and returns an integer."""
    if not COMPILED:
        return None
    function(*arguments)
    return numba.types.FunctionType(numba.types.int64(*map(numba.typeof, arguments)))


def prepare(*arrays: Any) -> Any:
    """Arrays of records as compiled code takes them ten times as fast; the interpreter reads fields as attributes."""
    kind = np.ndarray if COMPILED else np.recarray
    return tuple(array.view(kind) for array in arrays)


def by_address(function: F) -> F:
    """A function of integers, the first of them an address, for Python to call; it keeps the interpreter's lock."""
    if not COMPILED:
        return function
    if CACHING:
        numba.config.CACHE_DIR = str(folder_for(function))
    numbers = [numba.types.int64] * function.__code__.co_argcount
    compiled = numba.njit(numba.types.int64(*numbers), error_model="numpy", cache=CACHING)(function)
    return cast(F, compiled.get_overload(tuple(numbers)))


def records_at(address: int, size: int, dtype: Any) -> Any:
    """The array at an address."""
    memory = (ctypes.c_char * (int(size) * np.dtype(dtype).itemsize)).from_address(int(address))
    return np.ndarray(int(size), dtype, memory).view(np.recarray)


@numba.extending.intrinsic  # type: ignore[untyped-decorator]
def as_pointer(_: Any, address: Any) -> Any:
    """An address as carray takes it."""

    def cast_it(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(numba.types.voidptr))

    return numba.types.voidptr(address), cast_it


@numba.extending.overload(records_at, jit_options=INNER, strict=False)  # type: ignore[untyped-decorator]
def records_at_compiled(address: Any, size: Any, dtype: Any) -> Any:
    return lambda address, size, dtype: numba.carray(as_pointer(address), size, dtype)


def announce(what: str = "the rules", time: str = "half a minute", kept: str = "*.nbc") -> None:
    """Tell somebody who waits what the wait is for, unless the cache has files like those."""
    if not COMPILED or (CACHING and any(CACHE.rglob(kept))):
        return
    if CACHING:
        notice(f"Compiling {what}, once (about {time}) …")
    else:
        notice(f"Compiling {what} (about {time}), at every start: no folder can be written to; set PACHISI_CACHE …")
