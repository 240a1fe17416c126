"""How well somebody solves puzzles: a rating by OpenSkill, for which every puzzle is an opponent."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from openskill.models import PlackettLuce

from .puzzles import Puzzle, own_folder

MIDDLE, WIDE = 25.0, 25.0 / 3  # where a solver begins, and how little is known of him
SURE = 1.0  # of a puzzle: what is known of it does not change
SCALE = 25.0 / 6
AVERAGE, POINTS = 1500, 40  # as a rating is shown
EDGE = 0.05  # no puzzle is missed by nobody, or by all
NEAR = 24  # puzzles that fit a solver
REMEMBERED = 240  # puzzles that are not posed again meanwhile
MODEL = PlackettLuce(tau=0.1)


@dataclass(frozen=True)
class Solver:
    """Somebody who solves puzzles.

    :param mu: the middle of what is believed of him
    :param sigma: how uncertain that is
    :param tried: how many puzzles
    :param solved: how many of them
    :param day: of the last puzzle of the day that counted
    :param seen: the puzzles tried last, by their names
    """

    mu: float = MIDDLE
    sigma: float = WIDE
    tried: int = 0
    solved: int = 0
    day: str = ""
    seen: tuple[str, ...] = ()

    @property
    def rating(self) -> int:
        """As it is shown; 1500 for somebody who has not solved anything yet."""
        return round(AVERAGE + POINTS * (self.mu - MIDDLE))

    def after(self, puzzle: Puzzle, right: bool) -> Solver:
        """The same person, one puzzle later."""
        own, other = MODEL.rating(self.mu, self.sigma), MODEL.rating(difficulty(puzzle), SURE)
        teams = MODEL.rate([[own], [other]] if right else [[other], [own]])
        now = teams[0 if right else 1][0]
        seen = (*self.seen, puzzle.name)[-REMEMBERED:]
        return replace(self, mu=now.mu, sigma=now.sigma, tried=self.tried + 1, solved=self.solved + right, seen=seen)


def difficulty(puzzle: Puzzle) -> float:
    """On the scale of the solvers, from how often simpler bots miss the move."""
    missed = min(max(puzzle.missed, EDGE), 1 - EDGE)
    return MIDDLE + SCALE * math.log(missed / (1 - missed))


def fitting(puzzles: Sequence[Puzzle], solver: Solver, name: str) -> Puzzle:
    """The next puzzle of a solver: about as hard as he is good, none of the last ones, the same until he has answered it."""
    seen = set(solver.seen)
    new = [one for one in puzzles if one.name not in seen] or puzzles
    near = sorted(new, key=lambda one: abs(difficulty(one) - solver.mu))[:NEAR]
    return near[zlib.crc32(f"{name} {solver.tried}".encode()) % len(near)]


# --- of the user of this machine ------------------------------------------------------------


def own_file() -> Path:
    return own_folder() / "solver.json"


def read_solver() -> Solver:
    """The one who plays in this terminal; somebody new if there is no file, or a broken one."""
    try:
        kept = json.loads(own_file().read_text(encoding="utf-8"))
        return Solver(**{**kept, "seen": tuple(kept.get("seen", ()))})
    except (OSError, ValueError, TypeError, AttributeError):
        return Solver()


def keep_solver(solver: Solver) -> None:
    own_file().parent.mkdir(parents=True, exist_ok=True)
    own_file().write_text(json.dumps(asdict(solver)), encoding="utf-8")
