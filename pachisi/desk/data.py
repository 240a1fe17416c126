"""A review as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..move import Move

if TYPE_CHECKING:
    from .report import Account, Alternative, Moment, Review

FORMAT = "pachisi review 1"


def as_data(review: Review) -> dict[str, Any]:
    """Chances are floats that add up without rounding, also when they have been written and read again."""
    table = review.table
    return {
        "format": FORMAT,
        "rulebook": table.book.id,
        "players": table.players,
        "options": dict(table.chosen()),
        "level": review.level,
        "learned": review.learned,
        "names": dict(review.names),
        "sides": [list(side) for side in table.seats.sides],
        "start": list(review.start),
        "accounts": [account_data(account) for account in review.players],
        "turning_points": [moment.n for moment in review.turning_points],
        "moments": [moment_data(moment) for moment in review.moments],
    }


def account_data(account: Account) -> dict[str, Any]:
    found = asdict(account)
    return {
        **found,
        "seats": list(account.seats),
        "best_share": account.best_share,
        "forced_share": account.forced_share,
    }


def moment_data(moment: Moment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "n": moment.n,
        "turn": moment.turn,
        "seat": moment.seat,
        "node": moment.node,
        **({"move": str(moment.done)} if isinstance(moment.done, Move) else {"faces": list(moment.done)}),
    }
    for name in ("before", "luck", "skill", "correction", "after"):
        found[name] = list(getattr(moment, name))
    if moment.alternatives:
        found |= {"loss": moment.loss, "size": moment.size, "alternatives": list(map(choice_data, moment.alternatives))}
    return found


def choice_data(one: Alternative) -> dict[str, Any]:
    return {"move": None if one.move is None else str(one.move), "chances": list(one.chances)}
