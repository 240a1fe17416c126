"""Bots from files: FILE.py:NAME."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import RuleError
from ..rulebooks import unknown

USUAL = "choose"


def is_spec(name: str) -> bool:
    """Does it name a bot in a file?"""
    return name.endswith(".py") or ".py:" in name


def name_spec(spec: str) -> str:
    """What people call it: the file without its folder."""
    return Path(spec).name


def resolve_spec(spec: str) -> str:
    """The same bot, as every folder finds it."""
    return str(Path(spec).expanduser().resolve())


def load_spec(spec: str) -> Any:
    """What a file defines under a name, `choose` by default; a class is taken to make bots without arguments."""
    path, name = (spec, USUAL) if spec.endswith(".py") else tuple(spec.rsplit(":", 1))
    file = Path(path).expanduser()
    if not file.is_file():
        raise RuleError(f"There is no file '{path}' with the bot {spec}.")
    return load_name(file.resolve(), name, file.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def load_name(file: Path, name: str, changed: int) -> Any:
    module = load_module(file, changed)
    if not hasattr(module, name):
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise RuleError(unknown(f"{file.name} defines no '{name}'", name, known))
    found = getattr(module, name)
    return found() if isinstance(found, type) else found


@lru_cache(maxsize=32)
def load_module(file: Path, changed: int) -> ModuleType:
    """The file as a module, loaded once unless it has `changed`; it can import what lies beside it."""
    name = f"{file.stem}_{hashlib.sha256(bytes(file)).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise RuleError(f"{file.name} cannot be loaded: {type(error).__name__}: {error}") from error
    return module
