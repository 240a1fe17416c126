"""The built-in bots, weakest first. Their names and characters are in the catalogues of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import RuleError
from ..rulebooks import unknown

NEVER = 2.0  # a margin that no difference of chances reaches


@dataclass(frozen=True)
class Search:
    """How a bot that thinks looks ahead."""

    net: bool = False  # evaluates by a net where there is one, else by weights
    plies: int = 0  # throws that it looks ahead; more than one only where that is quick
    margin: float = 0.0  # moves worse by this at first sight are not followed
    impatience: float = 0.0  # declining a move must be better by this
    eagerness: float = NEVER  # … and declining a throw by this; NEVER: it always throws


@dataclass(frozen=True)
class Profile:
    """A bot's name, its number in compiled code, and what it needs."""

    name: str
    number: int
    search: Search | None = None  # None: it chooses at a glance

    @property
    def thinks(self) -> bool:
        """Does it need a mind, and time?"""
        return self.search is not None


QUICK = ("random", "greedy", "careful")  # they choose at a glance: `choices.choose` has a branch for each
SEARCHES = {
    "expert": Search(impatience=0.01),
    "master": Search(net=True, plies=2, margin=0.1, eagerness=0.005),  # the last one gives the hints
}
BOTS: Mapping[str, Profile] = {
    name: Profile(name, number, SEARCHES.get(name)) for number, name in enumerate((*QUICK, *SEARCHES))
}
THINKERS = tuple(profile for profile in BOTS.values() if profile.thinks)  # their minds lie in this order
FIRST_THINKER = THINKERS[0].number  # those before it choose at a glance
FIRST_CUSTOM = 8  # the number of the first custom bot in compiled code


def profile_of(name: str) -> Profile:
    """A built-in bot by its name, or a RuleError that suggests one."""
    if name not in BOTS:
        raise RuleError(unknown(f"There is no bot '{name}'", str(name), BOTS))
    return BOTS[name]
