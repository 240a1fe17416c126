"""Studies of many games, and exact solving.

A study takes tables and a Trial, which says how their games are played; it plays them when it is created.

>>> from pachisi.lab import Length, Trial
>>> from pachisi.table import set_up
>>> study = Length([set_up("mensch", players=2)], Trial(games=200))
>>> [(row["players"], row["games"]) for row in study.rows()]
[(2, 200)]

`rows()` returns the numbers, each with its interval, `data()` the same with how the games were played, and `json()` that as text;
`print(study)` shows what the command prints, and `save_picture(path)` draws it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compare import Compare
    from .heat import Heat
    from .intervals import Interval
    from .length import Length
    from .maxims import Maxims
    from .options import Options
    from .seats import SeatShares
    from .solve import Solution
    from .study import Study
    from .tally import Trial
    from .truth import Exam, Truth

__all__ = [
    "Compare",
    "Exam",
    "Heat",
    "Interval",
    "Length",
    "Maxims",
    "Options",
    "SeatShares",
    "Solution",
    "Study",
    "Trial",
    "Truth",
]
HOMES = {
    "Exam": "truth",
    "Interval": "intervals",
    "SeatShares": "seats",
    "Solution": "solve",
    "Trial": "tally",
}  # the others are in modules of their own name


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Studies are imported on demand: some load a compiler."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{HOMES.get(name, name.lower())}", __name__), name)
