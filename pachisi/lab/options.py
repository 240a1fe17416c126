"""`lab options`: what each house rule does to the game.

Both tables throw the same dice, so a rule that the players do not use changes no game. That reveals something about the
players and nothing about the rule, so the study marks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..bots.registry import BOTS, THINKERS
from ..errors import RuleError
from ..rulebooks import Value
from ..rulebooks.house_rules import Option
from ..table import Table, set_up
from .intervals import Interval, difference, holm, share_difference
from .pictures import BLUE, SOFT, dots, sheet
from .seats import sheltered
from .study import Plotted, Tables, find_table
from .tabulation import LEGEND, decimals, grid, mark, plus_minus
from .tally import MEASURES, Tally, Trial, check_opener, name_book, points, write_option

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNUSED, SELDOM = " †", 0.05  # the mark of a rule that changes fewer games
SHOWN = ("throws", "captures", "forced", "branching", "lead_changes", "opener")


@dataclass(frozen=True)
class Effect:
    """By how much a house rule changes a measure, and the chance that this is luck, corrected for the whole table."""

    difference: Interval
    p: float


@dataclass(frozen=True)
class Try:
    """A house rule, the table with it, and the table it is compared with."""

    rule: str
    table: Table
    base: Table


class Options(Plotted):
    """One row per value of an option against the same table without it."""

    each = "a table"
    bots = ("expert",)  # it uses what greedy ignores: walls, barriers, passing

    def __init__(self, tables: Tables, trial: Trial) -> None:
        table = self.table = find_table(tables)
        check_opener([table])
        self.title = f"What do the house rules of {name_book(table.book)} do? {table.players} players."
        self.trial = trial
        tries, self.unfit = find_tries(table)
        kept: dict[str, Tally] = {}
        for each in tries:
            for at in (each.base, each.table):
                if str(at.chosen()) not in kept:
                    kept[str(at.chosen())] = trial.tally(at)
        self.pairs = [(each, kept[str(each.table.chosen())], kept[str(each.base.chosen())]) for each in tries]
        self.pairs = [(each, tally, base) for each, tally, base in self.pairs if tally.games and base.games]
        self.tallies = list(kept.values())
        self.effects = correct([weigh(tally, base) for _, tally, base in self.pairs])

    @classmethod
    def games(cls, tables: Sequence[Table], trial: Trial) -> int:
        tries, _ = find_tries(tables[0])
        return trial.games * len({str(at.chosen()) for each in tries for at in (each.base, each.table)})

    @property
    def changed(self) -> dict[str, float]:
        """The share of the games that a rule has changed."""
        return {each.rule: tally.changed(base) for each, tally, base in self.pairs}

    def groups(self) -> dict[str, list[tuple[Try, Mapping[str, Effect], Tally]]]:
        """The rows by the table that they are compared with."""
        found: dict[str, list[tuple[Try, Mapping[str, Effect], Tally]]] = {}
        for (each, _, base), effects in zip(self.pairs, self.effects, strict=True):
            found.setdefault(name_base(each.base), []).append((each, effects, base))
        return found

    def rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        for name, group in self.groups().items():
            base = group[0][2]
            rows.append({"against": name, "games": base.games, "values": values(base)})
            rows += [
                {"against": name, "rule": each.rule, "changed": self.changed[each.rule], "effects": effects}
                for each, effects, _ in group
            ]
        return rows

    def data(self) -> dict[str, Any]:
        return super().data() | {"not_played": self.unfit}

    def lines(self, width: int) -> list[str]:
        digits = {
            name: decimals((effects[name].difference.half for effects in self.effects), MEASURES[name].decimals)
            for name in SHOWN
        }
        lines = [["", *(f"{MEASURES[name].label}   " for name in SHOWN)]]
        for name, group in self.groups().items():
            base = values(group[0][2])
            lines += [[f"with {name}"]] if name else []
            cells = [f"{plus_minus(base[key], digits[key], key == 'opener')}   " for key in SHOWN]
            lines.append(["otherwise as printed" if name else "as printed", *cells])
            for each, effects, _ in group:
                cells = [
                    f"{plus_minus(effects[key].difference, digits[key], True)}{mark(effects[key].p):<3}"
                    for key in SHOWN
                ]
                lines.append([f"  {each.rule}{UNUSED * (self.changed[each.rule] < SELDOM)}", *cells])
        return grid(lines, width)

    def notes(self) -> Iterable[str]:
        yield "Below each table as printed: what a house rule adds to it or takes from it."
        if min(self.changed.values(), default=1.0) < SELDOM:
            yield f"{UNUSED.strip()} Fewer than {100 * SELDOM:.0f} % of the games went differently: these players hardly use the rule.{self.advice()}"
        yield f"{LEGEND}: the chance of such a difference by luck (Welch and two-proportion tests, corrected by Holm)."
        yield "Forced: moves without a choice. Branching: legal moves to choose from."
        yield "Opener's edge: wins of the side that opens, in percentage points above an equal share."
        if sheltered(self.table):
            yield f"With {self.table.players} players it includes the edge of the seat: see lab seats."
        yield from super().notes()
        yield from self.rough()
        for sentence, rules in self.unfit.items():
            yield f"Not played: {', '.join(rules)}. {sentence}"

    def advice(self) -> str:
        """A hint to try stronger players, who may use the rule."""
        strongest = max((BOTS[bot].number for bot in self.trial.bots if bot in BOTS), default=-1)
        stronger = next((bot.name for bot in THINKERS if bot.number > strongest), None)
        return f" Try --bots {stronger}." if stronger else ""

    def draw(self) -> Figure:
        figure, panels = sheet(
            self.title,
            f"{self.trial.describe(self.each)} Differences from the table without the rule, with 95 % intervals. "
            "Hollow: could be luck (p ≥ 0.05 after Holm).",
            (12, 1.6 + 2 * (0.55 + 0.24 * len(self.pairs))),
            2,
            3,
            sharey=True,
        )
        labels = [each.rule for each, _, _ in self.pairs]
        for axes, name in zip([axes for row in panels for axes in row], SHOWN, strict=True):
            found = [effects[name] for effects in self.effects]
            dots(axes, labels, [effect.difference for effect in found], BLUE, [effect.p < 0.05 for effect in found])
            axes.axvline(0, color=SOFT, linewidth=1, zorder=0)
            axes.set_title(MEASURES[name].words)
            axes.locator_params(axis="x", nbins=5)
        return figure


# --- what is played -------------------------------------------------------------------


def find_tries(table: Table) -> tuple[list[Try], dict[str, list[str]]]:
    """Every value of every option that fits the table, and the others by the sentence that refuses them."""
    tries: list[Try] = []
    unfit: dict[str, list[str]] = {}
    for option in table.book.options.values():
        for value in option.values:
            if value == table.value(option.name):
                continue
            try:
                tries.append(set_rule(table, option, value))
            except RuleError as error:
                unfit.setdefault(str(error), []).append(write_option(option.name, value))
    return tries, unfit


def set_rule(table: Table, option: Option, value: Value) -> Try:
    """A table with a house rule; what the rule needs is set on both sides."""
    chosen = dict(table.options)
    for need, fit in (*option.needs.items(), *option.only_with.get(value, {}).items()):
        if table.value(need) not in fit:
            chosen[need] = fit[0]
    base = set_up(table.book, table.players, table.first, table.pieces, chosen)
    changed = set_up(table.book, table.players, table.first, table.pieces, {**chosen, option.name: value})
    return Try(write_option(option.name, value), changed, base)


def name_base(table: Table) -> str:
    return ", ".join(write_option(*each) for each in table.options.items())


# --- what is compared -----------------------------------------------------------------


def values(tally: Tally) -> dict[str, Interval]:
    return {name: tally.value(name) for name in SHOWN}


def weigh(tally: Tally, base: Tally) -> dict[str, Effect]:
    effects = {name: Effect(*difference(tally.sums[name], base.sums[name])) for name in SHOWN if name != "opener"}
    shift = tally.equal_share() - base.equal_share()
    gap, p = share_difference(tally.opener_wins(), tally.games, base.opener_wins(), base.games, shift)
    return effects | {"opener": Effect(points(gap), p)}


def correct(found: list[dict[str, Effect]]) -> list[dict[str, Effect]]:
    """Holm's correction over the whole table."""
    chances = iter(holm([effect.p for effects in found for effect in effects.values()]))
    return [{name: Effect(each.difference, next(chances)) for name, each in effects.items()} for effects in found]
