"""Loops cut to one table, each in a file of its own beside what is compiled from it."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np

from .. import kernel
from ..bots import choices
from ..kernel import jit
from ..records import RULES
from . import cutter, tailor

LOADING = Lock()  # Python's parser is not for several threads at once, nor is a file to be written


@dataclass(frozen=True, eq=False)
class Pattern:
    """A loop, and what every cut of it leaves out."""

    function: Any
    absent: tuple[str, ...]  # arguments that are None in all cuts
    known: cutter.Known  # besides the rules
    whole: bool = False  # shall a state keep what the loop itself never reads?
    modules: dict[bytes, ModuleType] = field(default_factory=dict)  # loaded before, by rules

    def source(self, rules: bytes) -> str:
        """The loop of a table, as text."""
        known = {"r": tailor.answers(np.frombuffer(rules, RULES)[0]), "w": {"noting": 0}, **self.known}
        handed = {"act": kernel.act, **dict.fromkeys(self.absent)}
        return tailor.cut(self.function, known, handed, self.whole)

    def file(self, rules: bytes) -> Path:
        """Where it is kept; it exists if the table was cut before."""
        name = hashlib.sha256(rules + self.digest).hexdigest()[:16]
        return (jit.CACHE if jit.CACHING else unkept()) / f"table_{name}.py"

    @property
    def digest(self) -> bytes:
        """Changes with the sources that are not the kernel's, and from loop to loop."""
        function = getattr(self.function, "py_func", self.function)
        return f"{function.__name__} {self.absent} {digest_of(Path(inspect.getfile(function)).parent)}".encode()

    def load(self, rules: bytes) -> ModuleType:
        """The module with the loop of one table."""
        with LOADING:
            if rules not in self.modules:
                path = self.file(rules)
                if not path.exists():
                    fresh = path.with_suffix(f".{os.getpid()}")
                    fresh.write_text(self.source(rules), encoding="utf-8")
                    fresh.replace(path)
                self.modules[rules] = load_module(path)
            return self.modules[rules]


@lru_cache(maxsize=8)
def digest_of(folder: Path) -> str:
    """Of a loop with its neighbours, of the bots in it, and of what cuts it."""
    return jit.digest(*folder.glob("*.py"), *(Path(inspect.getfile(module)) for module in (choices, cutter, tailor)))


@lru_cache(maxsize=1)
def unkept() -> Path:
    """A temporary folder, where the cache folder cannot be written to."""
    return Path(tempfile.mkdtemp(prefix="pachisi-"))


def load_module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
