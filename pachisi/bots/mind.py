"""What a thinking bot knows about a table: chances of the dice, fitted weights, and space to look ahead.

One record, so that compiled code takes it as one pointer. Values stand by side: a person, or a team.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from ..folders import warn_once
from ..lower import lower, throws_of
from ..records import MAX_MOVES, OUTCOMES, Free, Size, StreakPenalty, Use, plain
from ..table import Table
from .inputs import Array
from .nets import DEEPER, FEATURES, HIDDEN, NET, Knowledge, find_knowledge
from .registry import NEVER, THINKERS, Search

FAR = 25  # steps beyond which no throw is looked at
PAIRS = 32  # hunts that the net sees at most
DEEP = 24  # moves within one throw
FEW = 6  # throws that differ: if two sides play, two throws are looked ahead
KNOWN = 1 << 12  # positions whose value is remembered

# rows of the states: the game, the leaves of its moves, and for each ply the throw and the moves within it
LEAVES = 1
PLIES = 3
THROWN = LEAVES + MAX_MOVES
ROWS = THROWN + PLIES * (DEEP + 2)


@lru_cache(maxsize=2)
def mind_of(size: Size) -> np.dtype[np.void]:
    """MIND, for games whose records have this size."""
    colours = size.colours
    return np.dtype(
        [
            # the table
            ("sides", "i8"),
            ("teams", "i8"),  # do partners win together?
            ("side", "i1", (colours,)),  # of a colour, and of the person of that number; -1: nobody's
            ("chance", "f4", (FAR,)),  # that a throw carries a piece so far
            ("entering", "f4"),  # … brings one in
            ("throws", "i8"),  # that differ
            ("outcome", "i2", (OUTCOMES,)),  # one of each
            ("weight", "f4", (OUTCOMES,)),
            # how it evaluates and searches
            ("by_net", "i8"),  # 0: weights, 1: net
            ("plies", "i8"),  # throws to look ahead
            ("margin", "f4"),  # moves worse by this at first sight are not followed
            ("impatience", "f4"),  # to decline a move must be better by this
            ("eagerness", "f4"),  # … and to decline a throw by this; NEVER: it is not thought about
            ("weights", "f4", (2, FEATURES)),  # of the thrower's features, and of everybody else's
            ("net", NET),
            # room
            ("features", "f4", (colours, FEATURES)),
            ("pairs", "i8"),
            ("pair", "i2", (PAIRS,)),  # hunter, prey, how far it has come, and the steps between them
            ("first", "f4", (HIDDEN,)),
            ("second", "f4", (DEEPER,)),
            ("value", "f4", (colours,)),  # by side: what was evaluated last
            ("best", "f4", (PLIES + 1, colours)),  # by ply: the best end of a throw
            ("means", "f4", (PLIES + 1, colours)),  # by ply: over all throws
            ("worth", "f4", (MAX_MOVES, colours)),  # of the legal moves
            ("liking", "f4", (MAX_MOVES,)),  # … to the one who chooses
            ("menu", "i8", (PLIES + 1, DEEP, MAX_MOVES)),
            ("left", "i8", (PLIES + 1, DEEP)),
            ("known", "u8", (KNOWN,)),  # keys of positions
            ("known_value", "f4", (KNOWN, colours)),
            ("stops", "i8"),  # was it better not to throw, where that was looked at last?
            ("evaluated", "i8"),  # positions so far: the search has a budget of them
        ],
        align=True,
    )


def chances(r: Any) -> tuple[Array, float]:
    """The probability that a throw moves a piece 1, 2 … steps, and that it brings one in, ignoring what is in the way."""
    far, entering = np.zeros(FAR, np.float32), 0
    outcomes = int(r["outcomes"])
    for numbers in r["numbers"][:outcomes].tolist():
        open_numbers = [number for number in numbers if number]
        if r["complement"] and len(set(open_numbers)) < len(open_numbers):
            open_numbers += [int(r["underside"]) - open_numbers[0]]
        reached = set(open_numbers) | ({sum(numbers)} if r["use"] in (Use.EITHER, Use.DIRECT) else set())
        if len(numbers) > 2 and all(numbers):  # one piece may take two of three dice, or all
            reached |= {sum(some) for size in (2, 3) for some in combinations(numbers, size)}
        for number in reached:
            far[min(number, FAR - 1)] += 1 / outcomes
        freely = r["free"] == Free.DOUBLE and len(set(open_numbers)) < len(open_numbers)
        entering += freely or any(int(r["enters"]) >> number & 1 for number in open_numbers) or sum(numbers) == r["entry_sum"]
    return far, entering / outcomes


def make_minds(at: Table, knowledge: Knowledge | None = None) -> Array:
    """The minds of the bots that think, for one table and one thread."""
    known = knowledge or find_knowledge(at)
    if known.note:
        warn_once(known.note)
    minds = np.zeros(len(THINKERS), mind_of(at.size))
    r = plain(lower(at.rules, at.first))[0]
    for mind, profile in zip(minds, THINKERS, strict=True):
        lay_out(mind, r)
        set_search(mind, profile.search or Search(), r)
        mind["by_net"] &= bool(known.net)
        mind["weights"] = known.weights
        known.fill(mind["net"], at.rules)
    return minds


def set_search(mind: Any, search: Search, r: Any) -> None:
    """How a bot looks ahead, as far as this table allows it."""
    quick = mind["sides"] == 2 and mind["throws"] <= FEW
    mind["by_net"] = search.net
    mind["plies"] = search.plies if quick else min(search.plies, 1)
    mind["margin"], mind["impatience"] = search.margin, search.impatience
    at_risk = r["streak_penalty"] not in (StreakPenalty.SKIP, StreakPenalty.FOREMOST_HOME)
    mind["eagerness"] = search.eagerness if at_risk else NEVER  # without a risk, throwing has proved better


def lay_out(mind: Any, r: Any) -> None:
    """What the mind must know of the table."""
    mind["sides"], mind["teams"] = int(r["sides"]), int(r["sides"]) < int(r["persons"])
    mind["side"] = r["side"][: len(mind["side"])]
    mind["chance"], mind["entering"] = chances(r)
    throws = throws_of(r["faces"], int(r["outcomes"]))
    mind["throws"] = len(throws)
    for k, (outcome, orders) in enumerate(throws):
        mind["outcome"][k], mind["weight"][k] = outcome, orders / int(r["outcomes"])
