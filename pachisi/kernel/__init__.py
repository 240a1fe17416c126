"""The rules of play. A few verbs over two records; no randomness, no allocation, integers only.

Five names are types, here and in whatever is cut from the kernel (`simulation/tailor.py`): `r` is the rules, `s` or
any other name a state, `w` the workplace (legal moves go to `w.moves[0]`), `row` a result, `heat` a heat map.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..records import BEGIN, MOVES, PLAY, THROW, TURN

if TYPE_CHECKING:
    from .jit import COMPILED, announce, prepare
    from .verbs import act, room

__all__ = ["BEGIN", "COMPILED", "MOVES", "PLAY", "THROW", "TURN", "act", "announce", "prepare", "room"]

ROOMS = {"COMPILED": ".jit", "announce": ".jit", "prepare": ".jit", "act": ".verbs", "room": ".verbs"}


def __getattr__(name: str) -> object:
    """The compiler is imported when somebody first asks for it: `code` and `crowd` are read without it."""
    if name not in ROOMS:
        raise AttributeError(f"module 'pachisi.kernel' has no attribute '{name}'")
    value = getattr(import_module(ROOMS[name], __name__), name)
    globals()[name] = value
    return value
