"""What has been learned: the shape of a net, and the files of weights and nets.

There is one for each book and number of players, and more where these may sit otherwise than the book says.

Every input of a net has a name: a rule, a colour in turn from the thrower's, a feature. So a net still fits when
rules or features are added; it ignores those that it does not know.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import le
from pathlib import Path
from shlex import quote
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ..errors import RuleError
from ..folders import data_folder, warn_once
from ..records import SMALL
from ..rulebooks import BOOKS
from ..rules import Rules
from ..table import Table, set_up
from .inputs import Array, Input, describe, facts_of

COLOUR_NAMES = ("thrower", "next", "opposite", "previous")
SITUATION_NAMES = ("tries", "streak", "offer")  # of the one who throws
FEATURE_NAMES = (
    "progress", "home", "reserve", "exposed", "loss", "threat", "prize", "paired", "safe", "starting", "nearing", "foremost",
)  # fmt: skip
COLOURS, PIECES, STEPS = len(COLOUR_NAMES), 4, 96  # that a net knows
FEATURES, SITUATION = len(FEATURE_NAMES), len(SITUATION_NAMES)
HIDDEN, DEEPER = 128, 32  # units
HUNT, THIRDS = 12, 3  # steps within which a piece hunts another, parts of the way that the other has come
HUNTS = COLOURS * COLOURS * THIRDS * HUNT  # that differ: hunter, prey, third, steps between them

NET = np.dtype(
    [
        ("pieces", "f4", (COLOURS, STEPS, HIDDEN)),  # a piece on a step; colours in turn from the thrower's
        ("pairs", "f4", (HUNTS, HIDDEN)),  # a piece so many steps behind another
        ("features", "f4", (COLOURS, FEATURES, HIDDEN)),
        ("situation", "f4", (SITUATION, HIDDEN)),
        ("bias", "f4", (HIDDEN,)),  # with the rules of the table
        ("deeper", "f4", (DEEPER, HIDDEN)),
        ("deeper_bias", "f4", (DEEPER,)),
        ("out", "f4", (COLOURS, DEEPER)),
        ("out_bias", "f4", (COLOURS,)),
    ],
    align=True,
)
PAIRS_FILED = (COLOURS, COLOURS, THIRDS, HUNT, HIDDEN)  # in files, hunts lie along what tells them apart
NAMED = {"colours": COLOUR_NAMES, "features": FEATURE_NAMES, "situation": SITUATION_NAMES}
AXES = {  # of the parts of a net that lie along names
    "pieces": ("colours",),
    "pairs": ("colours", "colours"),
    "features": ("colours", "features"),
    "situation": ("situation",),
    "out": ("colours",),
    "out_bias": ("colours",),
    "weights": ("", "features"),
}
SHAPES = {name: NET[name].shape for name in NET.names or ()} | {"pairs": PAIRS_FILED, "weights": (2, FEATURES)}

WEIGHTS = Path(__file__).parent / "weights"
FORMAT = 1
STAND_IN = "mensch"  # its weights serve where nothing has been learned


@dataclass(frozen=True)
class Knowledge:
    """What `expert` and `master` know of a book."""

    weights: Array  # of features: the thrower's, everybody else's
    net: Mapping[str, Array] = field(default_factory=dict)  # parts of NET; empty if there is no net
    inputs: tuple[Input, ...] = ()  # the rules that the net knows
    variant: Array = field(default_factory=lambda: np.zeros((0, HIDDEN), np.float32))  # what each of them adds
    rules: Mapping[str, Any] = field(default_factory=dict)  # of the book's own table at that time
    note: str = ""  # where something is missing: what is used instead

    def fill(self, net: Any, rules: Rules | None = None) -> None:
        """Copy the net to a record of type NET; with rules, shaped by them."""
        for name, values in self.net.items():
            place = net[name].reshape(PAIRS_FILED) if name == "pairs" else net[name]
            place[tuple(map(slice, values.shape))] = values
        if rules is not None:
            net["bias"] += describe(facts_of(rules), self.inputs) @ self.variant


# --- finding ---------------------------------------------------------------------------


def own_folder() -> Path:
    """Where `pachisi train` writes."""
    return data_folder() / "nets"


def name_of(table: Table) -> str:
    """The name of the file for tables where people sit like this, without its suffix.

    >>> name_of(set_up("pachisi-modern", 2)), name_of(set_up("pachisi-modern", 2, options={"two_colours": False}))
    ('pachisi-modern-2', 'pachisi-modern-2-one')
    """
    book, way = table.book, way_to_sit(table)
    name = f"{book.path.name if book.path and book.id not in BOOKS else book.id}-{table.players}"
    return name if way == way_to_sit(set_up(book, table.players)) else f"{name}-{way}"


def way_to_sit(table: Table) -> str:
    """As partners, or with one colour each, two, or a neutral one; and at how many arms, if not four."""
    way = "teams" if table.seats.teams else table.rules.seats.colours
    return way if table.rules.board.arms == 4 else f"{way}-{table.rules.board.arms}"


def seated_alike(table: Table) -> Table:
    """A table where people sit like this, and else as the book says."""
    way, plain = way_to_sit(table), set_up(table.book, table.players)
    for name, value in table.options.items() if way_to_sit(plain) != way else ():
        with suppress(RuleError):
            alone = set_up(table.book, table.players, options={name: value})
            if way_to_sit(alone) == way:
                return alone
    return plain


def find_knowledge(table: Table) -> Knowledge:
    """What is known of such a table: what the user has trained, otherwise what is shipped.

    Without either, the weights of `mensch` and no net; the note says so.
    """
    where = f"{table.players} players of {table.book.id}"
    remedy = f"`pachisi train {quote(table.book.id)} --players {table.players}{training_options(table)}`"
    path = find_file(table)
    if path is None:
        note = f"Nothing has been learned for {where}: expert and master use the weights of {STAND_IN}, and no net."
        return Knowledge(read_stand_in(table.players).weights, note=f"{note} Train them with {remedy}.")
    known = read_knowledge(path)
    if known.net:
        return known
    if table.size != SMALL:
        return replace(known, note="No net knows a board as large as this one: master uses the weights of expert.")
    note = f"No net has been trained for {where}: master uses the weights of expert."
    return replace(known, note=f"{note} Train one with {remedy}.")


def training_options(table: Table) -> str:
    """How a training is asked for at such a board: nets know no large ones, and the book may print another."""
    arms, printed = (at.rules.board.arms for at in (table, set_up(table.book, table.players)))
    return (" --weights" if table.size != SMALL else "") + (f" --option arms={arms}" if arms != printed else "")


def read_stand_in(players: int) -> Knowledge:
    path = WEIGHTS / f"{STAND_IN}-{players}.npz"
    return read_knowledge(path if path.exists() else WEIGHTS / f"{STAND_IN}-4.npz")


def find_file(table: Table) -> Path | None:
    """The file that is used at a table: for the way people sit there, otherwise as the book says, on the same board."""
    for at in (table, set_up(table.book, table.players)):
        if at.rules.board.arms != table.rules.board.arms:
            continue
        name = f"{name_of(at)}.npz"
        own = own_folder() / name
        if own.exists():
            fault = fault_of(own, at)
            if not fault:
                return own
            warn_once(fault)
        if table.book.id in BOOKS and (WEIGHTS / name).exists():
            return WEIGHTS / name
    return None


def fault_of(path: Path, table: Table) -> str:
    """Why a file is of no use at a table; nothing if it is."""
    try:
        before, now = read_knowledge(path).rules, filed_facts(seated_alike(table).rules)
    except RuleError as error:
        return str(error)
    changed = [name for name, value in before.items() if now.get(name, value) != value]
    if not changed:
        return ""
    return f"{path} is not used: the rules have changed since it was trained ({', '.join(changed)}). Train it again."


def filed_facts(rules: Rules) -> dict[str, Any]:
    """The facts of these rules as they come back from a file."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts_of(rules).items()}


# --- files -----------------------------------------------------------------------------


def read_knowledge(path: Path) -> Knowledge:
    """A file that `save_knowledge` has written; a RuleError if it is none."""
    try:
        return read_version(path, path.stat().st_mtime_ns)
    except (KeyError, ValueError, TypeError, EOFError, BadZipFile, zlib.error):
        raise RuleError(
            f"{path} is not used: it is no net of this version of pachisi. Train it again, or remove it."
        ) from None
    except OSError as error:
        raise RuleError(f"{path} is not used: it cannot be read ({error.strerror or error}).") from None


@lru_cache(maxsize=32)
def read_version(path: Path, changed: int) -> Knowledge:
    """The file as it was when it last changed."""
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        if about["format"] != FORMAT:
            raise ValueError(about["format"])
        parts = {name: arrange(name, file[name], about) for name in file.files if name in SHAPES}
        inputs = tuple((name, meaning) for name, meaning in about["inputs"])
        variant = file["variant"]
        if variant.shape != (len(inputs), HIDDEN):
            raise ValueError(variant.shape)
        return Knowledge(parts.pop("weights"), parts, inputs, variant, about["rules"])


def arrange(part: str, values: Array, about: Mapping[str, Any]) -> Array:
    """A part of a net with its names in the order of this version: unknown ones go, new ones are 0."""
    for axis, kind in enumerate(AXES.get(part, ())):
        if kind and tuple(about[kind]) != NAMED[kind]:
            places = [about[kind].index(name) if name in about[kind] else -1 for name in NAMED[kind]]
            known = np.array(places) >= 0
            shape = [-1 if other == axis else 1 for other in range(values.ndim)]
            values = values.take(places, axis) * known.astype(np.float32).reshape(shape)
    if values.ndim != len(SHAPES[part]) or not all(map(le, values.shape, SHAPES[part])):
        raise ValueError(f"{part} {values.shape}")
    return values


def save_knowledge(known: Knowledge, path: Path) -> None:
    """Write it with all names; the path ends in .npz. A reader finds the old file or the new one, never half of it."""
    about = {"format": FORMAT, **NAMED, "inputs": known.inputs, "rules": known.rules}
    parts: dict[str, Any] = {"weights": known.weights, "variant": known.variant, **known.net}
    if not all(np.isfinite(part).all() for part in parts.values()):
        raise RuleError(f"What was learned has values that are no numbers, so {path.name} is not written.")
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}.npz")
    np.savez_compressed(fresh, about=np.array(json.dumps(about)), **parts)
    fresh.replace(path)
