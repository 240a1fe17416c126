"""Ratings from matches: the strengths that make the observed wins most likely, in the model of Bradley and Terry.

The chance that a seat wins is its bot's strength over the sum of the strengths of all seats. So with k seats
against m, the log of the odds is the difference of two ratings plus log k/m, and matches of every shape count.
The errors come from the sandwich estimator: a dice sequence, over all matches together, is one observation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from ..lab.intervals import Interval, around
from .matches import Match

ELO = 400 / log(10)  # 400 points are ten times the strength
DRAWN = 0.5  # half a win and half a loss are added to every match, so that a bot that always wins has a finite rating
STEPS = 200

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    bot: str
    elo: Interval
    error: float  # the standard error


@dataclass(frozen=True)
class Results:
    """Matches as numbers: which bots met, at what odds, and the wins by dice sequence."""

    sides: Array  # +1 for the first bot, -1 for the other, a row for each match
    odds: Array  # the log of the odds if both were equal
    seatings: Array
    wins: Array  # by match and dice sequence
    played: Array  # 1 where that sequence was played


def rate(matches: Sequence[Match], base: str) -> list[Rating]:
    """The ratings of all bots that can be compared with `base`, whose rating is 0; the strongest first."""
    bots = find_connected(matches, base)
    if len(bots) < 2:
        return []
    results = gather([match for match in matches if match.one in bots], bots)
    strengths = fit(results)
    errors = np.sqrt(np.maximum(np.diag(sandwich(results, strengths)), 0))  # rounding may leave them below 0
    rated = [Rating(base, Interval(0, 0, 0), 0)]
    for bot, strength, error in zip(bots[1:], ELO * strengths, ELO * errors, strict=True):
        rated.append(Rating(bot, around(float(strength), float(error) ** 2), float(error)))
    return sorted(rated, key=lambda rating: -rating.elo.value)


def find_connected(matches: Sequence[Match], base: str) -> list[str]:
    """The bots connected with the base by matches; the base first."""
    bots, seen = [base], {base}
    for bot in bots:
        for match in matches:
            for other in {match.one, match.other} - seen if bot in (match.one, match.other) else ():
                bots.append(other)
                seen.add(other)
    return bots


def gather(matches: Sequence[Match], bots: Sequence[str]) -> Results:
    sides = np.array([[(bot == match.one) - (bot == match.other) for bot in bots[1:]] for match in matches], float)
    length = max(len(match.wins) for match in matches)
    wins = np.array([np.pad(match.wins, (0, length - len(match.wins))) for match in matches])
    played = np.array([np.arange(length) < len(match.wins) for match in matches], float)
    odds = np.array([log(match.shape.even / (1 - match.shape.even)) for match in matches])
    return Results(sides, odds, np.array([float(len(match.shape.seatings)) for match in matches]), wins, played)


def expect(results: Results, strengths: Array) -> Array:
    """The share that the first bot of each match should win."""
    return np.asarray(1 / (1 + np.exp(-(results.sides @ strengths + results.odds))))


def information(results: Results, strengths: Array) -> Array:
    """The Fisher information of all games about the strengths."""
    share = expect(results, strengths)
    games = results.seatings * results.played.sum(axis=1) + 2 * DRAWN
    return np.asarray((results.sides.T * (games * share * (1 - share))) @ results.sides)


def fit(results: Results) -> Array:
    """The most likely strengths, by Newton's method: the likelihood has one peak."""
    strengths = np.zeros(results.sides.shape[1])
    games = results.seatings * results.played.sum(axis=1) + 2 * DRAWN
    wins = results.wins.sum(axis=1) + DRAWN
    for _ in range(STEPS):
        slope = results.sides.T @ (wins - games * expect(results, strengths))
        step = np.linalg.solve(information(results, strengths), slope)
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return strengths


def sandwich(results: Results, strengths: Array) -> Array:
    """The variances of the strengths, with a dice sequence as one observation."""
    left = results.wins - results.played * (results.seatings * expect(results, strengths))[:, None]
    scores = results.sides.T @ left
    bread = np.linalg.inv(information(results, strengths))
    sequences = scores.shape[1]
    return np.asarray(bread @ (scores @ scores.T) @ bread * sequences / max(sequences - 1, 1))
