"""What a thinking bot knows of a table: chances of the dice, fitted weights, and room to look ahead.

One record, so that compiled code takes it as one pointer. Values stand by side: a person, or a team.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ..lower import lower, throws_of
from ..records import COLOURS, MAX_MOVES, OUTCOMES, STEPS, Join, Use, plain
from ..rulebooks import BOOKS
from ..table import Table
from .registry import NEVER, THINKERS, Search

Array = np.ndarray[Any, Any]
WEIGHTS = Path(__file__).parent / "weights"

FEATURES = 12  # of a colour, as `features` names them
SITUATION = 3  # of the one who throws: tries, streak, an offer
HIDDEN, DEEPER = 128, 32  # units of the net
FAR = 25  # steps beyond which no throw is looked at
HUNT, THIRDS, PAIRS = 12, 3, 32  # steps within which a piece hunts another, parts of the way, pairs that the net sees
HUNTS = COLOURS * COLOURS * THIRDS * HUNT  # that differ
DEEP = 24  # moves within one throw
FEW = 6  # throws that differ: if two sides play, two throws are looked ahead
KNOWN = 1 << 12  # positions whose value is remembered

# rows of the states: the game, the ends of its moves, and for each ply the throw and the moves within it
ENDS = 1
PLIES = 3
THROWN = ENDS + MAX_MOVES
ROWS = THROWN + PLIES * (DEEP + 2)

NET = np.dtype(
    [
        ("pieces", "f4", (COLOURS, STEPS, HIDDEN)),  # a piece on a step; colours in turn from the thrower's
        ("pairs", "f4", (HUNTS, HIDDEN)),  # a piece so many steps behind another
        ("features", "f4", (COLOURS, FEATURES, HIDDEN)),
        ("situation", "f4", (SITUATION, HIDDEN)),
        ("bias", "f4", (HIDDEN,)),  # with the variant and the number of players
        ("deeper", "f4", (DEEPER, HIDDEN)),
        ("deeper_bias", "f4", (DEEPER,)),
        ("out", "f4", (COLOURS, DEEPER)),
        ("out_bias", "f4", (COLOURS,)),
    ],
    align=True,
)

MIND = np.dtype(
    [
        # the table
        ("sides", "i8"),
        ("side", "i1", (COLOURS,)),  # of a colour; -1: nobody's
        ("side_of", "i1", (COLOURS,)),  # of a person
        ("chance", "f4", (FAR,)),  # that a throw carries a piece so far
        ("entering", "f4"),  # … brings one in
        ("throws", "i8"),  # that differ
        ("outcome", "i2", (OUTCOMES,)),  # one of each
        ("weight", "f4", (OUTCOMES,)),
        # how it judges and searches
        ("judge", "i8"),  # 0: weights, 1: net
        ("plies", "i8"),  # throws to look ahead
        ("margin", "f4"),  # moves worse by this at first sight are not followed
        ("impatience", "f4"),  # to decline a move must be better by this
        ("eagerness", "f4"),  # … and to decline a throw by this; NEVER: it is not thought about
        ("weights", "f4", (2, FEATURES)),  # of the thrower's features, and of everybody else's
        ("net", NET),
        # room
        ("features", "f4", (COLOURS, FEATURES)),
        ("pairs", "i8"),
        ("pair", "i2", (PAIRS,)),  # hunter, prey, how far it has come, and the steps between them
        ("first", "f4", (HIDDEN,)),
        ("second", "f4", (DEEPER,)),
        ("value", "f4", (COLOURS,)),  # by side: what was judged last
        ("best", "f4", (PLIES + 1, COLOURS)),  # by ply: the best end of a throw
        ("mean", "f4", (PLIES + 1, COLOURS)),  # by ply: over all throws
        ("worth", "f4", (MAX_MOVES, COLOURS)),  # of the legal moves
        ("liking", "f4", (MAX_MOVES,)),  # … to the one who chooses
        ("menu", "i8", (PLIES + 1, DEEP, MAX_MOVES)),
        ("left", "i8", (PLIES + 1, DEEP)),
        ("known", "u8", (KNOWN,)),  # keys of positions
        ("known_value", "f4", (KNOWN, COLOURS)),
        ("stops", "i8"),  # was it better not to throw, where that was looked at last?
        ("judged", "i8"),  # positions so far: the search has a budget of them
    ],
    align=True,
)

MAXIMA = {  # fields of the rules that tell one variant from another, and what makes 1 of them
    "sides": 4, "pieces": 4, "tries": 3, "tries_when": 1, "free": 2, "entry_sum": 5, "entry_triple": 1, "per_throw": 4,
    "ready": 4, "join": 1, "takes_safe": 1, "again": 1, "again_capture": 1, "again_needs_move": 1, "streak": 3,
    "streak_penalty": 2, "offer": 1, "may_pass": 2, "rungs": 3, "chain": 1, "complement": 3, "combine": 1, "direct": 1,
    "play": 1, "single": 1, "stack": 4, "team_stack": 4, "groups": 1, "backward": 1, "goal_jump": 1,
    "last_steps": 3, "capture_duty": 2, "duty_order": 1, "capture_on_safe": 1, "blocks": 2, "stops": 1, "block_on_safe": 1,
    "broken_by": 1, "limit": 3, "after": 2, "no_march": 1, "play_on": 1, "win": 1, "finished": 1,
    "dice": 3, "last": 96,
}  # fmt: skip
SEEN: dict[str, Callable[[Any], bool]] = {  # of these the nets learned something else than the number in the record
    "join": lambda r: r["join"] != Join.NEVER,
    "combine": lambda r: r["use"] in (Use.EITHER, Use.DIRECT),
    "direct": lambda r: r["use"] == Use.DIRECT,
    "no_march": lambda r: not r["may_march"],
}
VARIANT = len(MAXIMA) + 3 + 2 + 2  # … and 2, 3 or 4 persons, two colours, a neutral one, and two bonuses


def describe(r: Any) -> Array:
    """A table as numbers from about 0 to 1."""
    persons = [float(r["persons"] == n) for n in (2, 3, 4)]
    colours = [float(max(r["twin"]) >= 0), float(r["neutral"] >= 0)]
    rest = [float(r["bonus"][k]) / 20 for k in range(2)]
    rules = [float(SEEN[name](r) if name in SEEN else r[name]) / most for name, most in MAXIMA.items()]
    return np.array([*persons, *colours, *rest, *rules], np.float32)


def chances(r: Any) -> tuple[Array, float]:
    """How likely a throw carries a piece 1, 2 … steps, and brings one in: at a glance, whatever stands in the way."""
    far, entering = np.zeros(FAR, np.float32), 0
    outcomes = int(r["outcomes"])
    for numbers in r["numbers"][:outcomes].tolist():
        open_numbers = [number for number in numbers if number]
        if r["complement"] and len(set(open_numbers)) < len(open_numbers):
            open_numbers += [int(r["underside"]) - open_numbers[0]]
        reached = set(open_numbers) | ({sum(numbers)} if r["use"] in (Use.EITHER, Use.DIRECT) else set())
        for number in reached:
            far[min(number, FAR - 1)] += 1 / outcomes
        entering += any(int(r["enters"]) >> number & 1 for number in open_numbers) or sum(numbers) == r["entry_sum"]
    return far, entering / outcomes


def make_minds(at: Table, knowledge: Knowledge | None = None) -> Array:
    """The minds of the bots that think, for one table and one thread."""
    known = knowledge or load_knowledge(at.book.id, at.players)
    minds = np.zeros(len(THINKERS), MIND)
    r = plain(lower(at.rules, at.first))[0]
    for mind, profile in zip(minds, THINKERS, strict=True):
        lay_out(mind, r)
        set_search(mind, profile.search or Search(), r)
        mind["judge"] &= bool(known.net)
        mind["weights"] = known.weights
        for name, values in known.net.items():
            mind["net"][name] = values
        mind["net"]["bias"] += describe(r) @ known.variant
    return minds


def set_search(mind: Any, search: Search, r: Any) -> None:
    """How a bot looks ahead, as far as this table allows it."""
    quick = mind["sides"] == 2 and mind["throws"] <= FEW
    mind["judge"] = search.net
    mind["plies"] = search.plies if quick else min(search.plies, 1)
    mind["margin"], mind["impatience"] = search.margin, search.impatience
    mind["eagerness"] = search.eagerness if r["streak_penalty"] else NEVER  # without a risk, throwing has proved better


def lay_out(mind: Any, r: Any) -> None:
    """What the mind must know of the table."""
    teams = int(r["sides"]) < int(r["persons"])
    sides = sorted({person % 2 if teams else person for person in r["person"].tolist() if person >= 0})
    mind["sides"] = len(sides)

    def side_of(person: int) -> int:
        side = person % 2 if teams else person
        return sides.index(side) if person >= 0 and side in sides else -1

    mind["side"] = [side_of(person) for person in r["person"].tolist()]
    mind["side_of"] = [side_of(person) for person in range(COLOURS)]
    mind["chance"], mind["entering"] = chances(r)
    throws = throws_of(r["faces"], int(r["outcomes"]))
    mind["throws"] = len(throws)
    for k, (outcome, orders) in enumerate(throws):
        mind["outcome"][k], mind["weight"][k] = outcome, orders / int(r["outcomes"])


@dataclass(frozen=True)
class Knowledge:
    """What was fitted for a book."""

    weights: Array  # of features: the thrower's, everybody else's
    net: dict[str, Array]
    variant: Array


@lru_cache(maxsize=32)
def load_knowledge(book: str, players: int) -> Knowledge:
    """What was fitted for so many players of a book; the weights of `mensch` for somebody's own book."""
    with np.load(WEIGHTS / f"{book if book in BOOKS else 'mensch'}-{players}.npz") as file:
        net = {name: file[name] for name in NET.names or () if name in file.files and book in BOOKS}
        variant = file["variant"] if net else np.zeros((VARIANT, HIDDEN), np.float32)
        return Knowledge(file["weights"], net, variant)
