"""The option tables of the catalogue: what every book offers, name -> (default, *others)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pachisi import RuleError
from pachisi.rulebooks import load
from pachisi.rulebooks.house_rules import Option
from pachisi.table import set_up

OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "pachisi-modern": {
        "dice": (1, 2),
        "combined": ("stepwise", "either"),
        "capture_duty": ("penalty", "strict", "off"),
        "teams": (False, True),
        "two_colours": (False, True),
        "barriers": (False, True),
        "blockade_two_colours": (True, False),
        "may_pass": (False, True),
        "two_colour_turns": ("joint", "per_colour"),
        "tries_need_stuck_goal": (False, True),
        "must_clear_start": (False, True),
        "play_on": (False, True),
        "extra_needs_move": (False, True),
        "finished_throws": ("optional", "never"),
        "track": (40, 48, 52, 56, 68, 72),
    },
    "parcheesi": {
        "combined": ("either", "direct", "stepwise"),
        "entry": ("optional", "forced"),
        "double_five_enters": (2, 1),
        "dice_use": ("greedy", "max"),
        "single_die": ("choice", "higher"),
        "double_rethrow": ("may", "must"),
        "complement": ("optional", "must", "all_or_nothing"),
        "triple_double": ("all", "most_advanced"),
        "bonus_capture": (25, 20),
        "bonus_time": ("turn", "throw"),
        "start_pair": ("blocks", "captured"),
        "blockade_limit": (3, 0),
        "blockade_after": ("lapse", "pass_only", "must_break"),
        "blockade_may_march": (True, False),
    },
    "mensch": {
        "start_on_A": (1, 0),
        "three_throws": (False, True),
        "no_goal_jump": (False, True),
        "backward_capture": (False, True),
        "barriers": (False, True),
        "capture_duty": ("off", "penalty", "strict"),
        "duty_order": ("capture_first", "enter_first"),
        "duty_includes_backward": (False, True),
        "clear_chain": (False, True),
        "may_pass": (False, True),
        "play_on": (False, True),
        "extra_needs_move": (False, True),
        "barrier_on_A": ("if_blocked", "free", "never"),
        "two_person": (False, True),
        "own_other_colour": ("capture", "illegal"),
        "two_person_win": ("both", "first_colour"),
        "three_person_neutral": (False, True),
        "arms": (4, 6),
        "track": (60, 48),
        "teams": ("off", "pairs", "threes"),
    },
    "pachisi-classic": {
        "teams": (True, False),
        "free_first_start": ("once", "whenever_empty"),
        "start_step": ("total", "one"),
        "triple_rethrows": (True, False),
        "capture_rethrows": (False, True),
        "chausar_partner": (False, True),
        "last_steps": ("triple", "die", "closed"),
        "towers": (12, 4),
    },
}


def fits(option: Option, value: Any, chosen: Mapping[str, Any]) -> bool:
    """May an option have a value beside these? Arms are the only thing that such a value asks for."""
    return all(chosen.get(name, 4) in values for name, values in option.only_with.get(value, {}).items())


def place_for(book: str, name: str, *values: Any) -> tuple[int, dict[str, Any]]:
    """So many players, and such other options, that an option can have each of these values."""
    found = load(book)
    beside = {other: value for one in values for other, value in found.beside(name, one).items()}
    limits = [found.options[other].players for other in (*beside, name)]
    for players in (*(n for limit in limits for n in limit), 4, 6):
        try:
            for value in values:
                set_up(book, players, options={**beside, name: value})
        except RuleError:
            continue
        return players, beside
    raise AssertionError((book, name, values))
