"""How certain a number is: 95 % intervals, and the probability that a difference is mere luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, erfc, exp, floor, gamma, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
FEW_BATCHES = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776}
FEW = 1000  # below this many games a mean is not yet normal


@dataclass(frozen=True)
class Interval:
    """A value, and where the truth lies with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Sums:
    """A number, a sum and a sum of squares: all that a mean and its interval need."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> Sums:
        return cls(len(values), float(values.sum()), float((values * values).sum()))

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def variance(self) -> float:
        """Of the mean."""
        if self.n < 2:
            return float("inf")
        return max(0.0, self.squares - self.total * self.mean) / (self.n - 1) / self.n


# --- intervals ------------------------------------------------------------------------


def share(hits: int, n: int) -> Interval:
    """Wilson's interval of a share."""
    p, z = hits / n, Z * Z / n
    middle, half = (p + z / 2) / (1 + z), Z * sqrt(p * (1 - p) / n + z / (4 * n)) / (1 + z)
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def mean(sums: Sums) -> Interval:
    return around(sums.mean, sums.variance)


def around(value: float, variance: float) -> Interval:
    half = Z * sqrt(variance)
    return Interval(value, value - half, value + half)


def batches(values: NDArray[np.float64]) -> Interval:
    """The mean of a few batches, its interval by Student's t."""
    n = len(values)
    half = student(n - 1) * float(values.std(ddof=1)) / sqrt(n) if n > 1 else float("inf")
    return Interval(float(values.mean()), float(values.mean()) - half, float(values.mean()) + half)


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, by the Cornish-Fisher expansion where that is accurate."""
    if freedom in FEW_BATCHES:
        return FEW_BATCHES[freedom]
    z3, z5, z7 = Z**3, Z**5, Z**7
    return (
        Z
        + (z3 + Z) / (4 * freedom)
        + (5 * z5 + 16 * z3 + 3 * Z) / (96 * freedom**2)
        + (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * freedom**3)
    )


def quantile(histogram: NDArray[np.int64], q: float) -> Interval:
    """A quantile of whole numbers counted in a histogram, its interval by order statistics."""
    reached = np.cumsum(histogram)
    n = int(reached[-1])
    spread = Z * sqrt(n * q * (1 - q))
    ranks = (ceil(n * q), floor(n * q - spread), ceil(n * q + spread) + 1)
    value, low, high = (int(np.searchsorted(reached, min(max(rank, 1), n))) for rank in ranks)
    return Interval(value, low, high)


# --- tests ----------------------------------------------------------------------------


def normal_tail(z: float) -> float:
    """The probability that pure luck gets as far from 0, on either side."""
    return erfc(abs(z) / sqrt(2))


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance of a chi-square of at least x: the upper incomplete gamma function, by its recurrence."""
    half, step = x / 2, freedom % 2 / 2 or 1.0
    tail = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    while step < freedom / 2:
        tail += half**step * exp(-half) / gamma(step + 1)
        step += 1
    return tail


def unequal(counts: Sequence[int]) -> tuple[float, float]:
    """Chi-square of counts that should all be equal, and the chance of it if they are."""
    expected = sum(counts) / len(counts)
    x = sum((count - expected) ** 2 for count in counts) / expected
    return x, chi_square_tail(x, len(counts) - 1)


def difference(of: Sums, base: Sums) -> tuple[Interval, float]:
    """How much larger one mean is than another (Welch), and the chance that it is luck."""
    gap, variance = of.mean - base.mean, of.variance + base.variance
    return around(gap, variance), normal_tail(gap / sqrt(variance)) if variance else float(gap == 0)


def share_difference(hits: int, n: int, base_hits: int, base_n: int, shift: float = 0.0) -> tuple[Interval, float]:
    """How much larger one share is than another by more than `shift` (Newcombe's interval, two-proportion test)."""
    one, other = share(hits, n), share(base_hits, base_n)
    gap = one.value - other.value - shift
    low = gap - sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    high = gap + sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    variance = one.value * (1 - one.value) / n + other.value * (1 - other.value) / base_n
    return Interval(gap, low, high), normal_tail(gap / sqrt(variance)) if variance else float(gap == 0)


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values of many tests, corrected so that together they err at most 5 % of the time (Holm)."""
    corrected = [0.0] * len(chances)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, chances[at] * (len(chances) - rank)))
        corrected[at] = highest
    return corrected
