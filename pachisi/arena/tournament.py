"""`pachisi arena`: every bot against every other at one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..lab.pictures import BLUE, RUST, SOFT, dots, sheet
from ..lab.study import Plotted
from ..lab.tabulation import GAP, bar, between, grid, plus_minus, whisker
from ..lab.tally import name_table, points
from ..table import Table
from .matches import CLAIM, ENOUGH, SURE, Contest, Match, count_games, play_pair
from .ratings import Rating, rate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VERDICTS = {1: "more", 0: "open", -1: "less"}
BASE = "random"
NARROW = 9  # characters


class Tournament(Plotted):
    """Shares of the wins of all pairs, and the ratings that follow from them."""

    each = "per row"
    trial: Contest
    tallies = ()

    def __init__(self, tables: Sequence[Table], trial: Contest) -> None:
        (self.table,) = tables
        self.title = f"Which bot is stronger at {name_table(self.table)}?"
        self.trial = trial
        pairs = combinations(trial.bots, 2)
        self.matches = [match for one, other in pairs for match in play_pair(self.table, other, one, trial)]
        self.base = BASE if BASE in trial.bots else trial.bots[0]
        self.ratings = rate(self.matches, self.base)

    @classmethod
    def games(cls, tables: Sequence[Table], trial: Contest) -> int:  # type: ignore[override]
        return sum(count_games(tables[0], one, other, trial) for one, other in combinations(trial.bots, 2))

    def rows(self) -> list[dict[str, Any]]:
        return list(map(describe, self.matches))

    def data(self) -> dict[str, Any]:
        ratings = [{"bot": each.bot, "elo": each.elo, "error": each.error} for each in self.ratings]
        table = {"rulebook": self.table.book.id, "players": self.table.players, "pieces": self.table.pieces}
        return {**super().data(), **table, "options": dict(self.table.options), "base": self.base, "ratings": ratings}

    def lines(self, width: int) -> list[str]:
        rows = [["wins in %", "95 %", "99 %", "even", ""]]
        for match in self.matches:
            sure, claim = points(match.share(SURE)), points(match.share(CLAIM))
            ends, even = f"{claim.low:.1f}–{claim.high:.1f}", f"{100 * match.shape.even:.1f}"
            rows.append([match.label, between(sure, 1), ends, even, VERDICTS[match.verdict]])
        if len({self.trial.games_of(self.table, match.one, match.other) for match in self.matches}) > 1:
            rows = [
                [*row, games]
                for row, games in zip(rows, ["games", *(f"{m.games:,}" for m in self.matches)], strict=True)
            ]
        lines = grid(rows, width)
        pictures = draw_shares(self.matches, width - max(map(len, lines)) - len(GAP))
        if len(lines) == len(rows):  # all columns fit side by side
            lines = grid([[line, picture] for line, picture in zip(lines, ["", *pictures], strict=True)], width)
        return [*lines, "", *draw_ladder(self.ratings, width)]

    def notes(self) -> Iterable[str]:
        yield (
            "Every dice sequence is played with all rotations of the seats and is one observation. More or less: the "
            "99 % interval lies above or below the even share."
        )
        if self.ratings:
            yield (
                f"Elo: {self.base} is 0, 400 points are ten times the strength; maximum likelihood (Bradley and Terry), "
                "errors by the sandwich over dice sequences, 95 %."
            )
        yield from warn(self.matches, self.trial)

    def draw(self) -> Figure:
        size = (11.0, 2.4 + 0.3 * max(len(self.matches), len(self.ratings)))
        note = f"{self.trial.describe(self.each)} Lines: 95 % for Elo, 99 % for wins. Dashed: equal shares."
        figure, panels = sheet(self.title, note, size, 1, 2)
        ladder, wins = panels[0]
        dots(ladder, [each.bot for each in self.ratings], [each.elo for each in self.ratings], RUST)
        ladder.set_title(f"Elo, {self.base} = 0")
        shares = [points(match.share(CLAIM)) for match in self.matches]
        dots(wins, [m.label for m in self.matches], shares, BLUE, [bool(m.verdict) for m in self.matches])
        for at, match in enumerate(self.matches):
            wins.plot(2 * [100 * match.shape.even], [at - 0.4, at + 0.4], color=SOFT, linewidth=1, linestyle="--")
        wins.set_title("Wins of the first, in %")
        return figure


def describe(match: Match) -> dict[str, Any]:
    """A match as data, shares in percent."""
    return {
        "one": match.one,
        "other": match.other,
        "shape": match.shape.name,
        "seats": match.shape.own,
        "games": match.games,
        "sequences": len(match.wins),
        "unfinished": match.unfinished,
        "even": 100 * match.shape.even,
        "wins": points(match.share(SURE)),
        "wins_99": points(match.share(CLAIM)),
        "verdict": VERDICTS[match.verdict],
    }


def draw_shares(matches: Sequence[Match], room: int) -> list[str]:
    """The 99 % intervals on one scale, where there is room for that."""
    shares = [points(match.share(CLAIM)) for match in matches]
    low, high = min(each.low for each in shares), max(each.high for each in shares)
    if room < NARROW:
        return ["" for _ in shares]
    evens = [100 * match.shape.even for match in matches]
    low, high = min(low, *evens), max(high, *evens)
    return [whisker(share, low, high, even, min(room, 33)) for share, even in zip(shares, evens, strict=True)]


def draw_ladder(ratings: Sequence[Rating], width: int) -> list[str]:
    if not ratings:
        return ["Nobody can be rated yet."]
    lowest = min(each.elo.value for each in ratings)
    longest = max(each.elo.value - lowest for each in ratings) or 1
    rows = [["Elo", "", ""]]
    for each in ratings:
        picture = bar(each.elo.value - lowest, longest, 32).ljust(32)
        rows.append([each.bot, plus_minus(each.elo, 0, signed=True) if each.error else "0", picture])
    return grid(rows, width)


def warn(matches: Sequence[Match], contest: Contest) -> Iterable[str]:
    """What a reader must know before trusting the shares."""
    if any(match.games < ENOUGH for match in matches):
        yield f"With fewer than {ENOUGH:,} games per row, a difference of one point is not proven."
    unfinished = sum(match.unfinished for match in matches)
    if unfinished:
        yield f"{unfinished:,} games did not end; each counts as an even share."
    if contest.stopped:
        yield f"Stopped before the end, after {sum(match.games for match in matches):,} games in all."
