"""Who sits where: the shapes of a match between two bots, each in all its rotations."""

from __future__ import annotations

from dataclasses import dataclass

from ..table import Table

Seating = tuple[bool, ...]  # for each seat in use: does the first of the two bots sit here?


@dataclass(frozen=True)
class MatchShape:
    """How two bots share the seats of a table."""

    name: str
    seatings: tuple[Seating, ...]

    @property
    def seats(self) -> int:
        return len(self.seatings[0])

    @property
    def own(self) -> int:
        """Seats of the first bot."""
        return sum(self.seatings[0])

    @property
    def even(self) -> float:
        """What the first bot would win if both were equal."""
        return self.own / self.seats

    def label(self, one: str, other: str) -> str:
        if self.name == "alone":
            return f"{one} alone against {self.seats - 1} {other}"
        return f"{one} against {other}{NOTES[self.name]}"


NOTES = {"pair": "", "teams": ", as teams", "alternating": ", alternating", "adjacent": ", adjacent"}


def rotate(first: Seating) -> tuple[Seating, ...]:
    """A seating in all its distinct rotations."""
    return tuple(dict.fromkeys(first[at:] + first[:at] for at in range(len(first))))


def find_shapes(table: Table, halves: bool = False) -> list[tuple[MatchShape, bool]]:
    """The shapes of a match at a table, each with whether the two bots are swapped in it."""
    if table.seats.teams:
        first, *others = table.seats.sides
        teams = MatchShape("teams", rotate(tuple(seat in first for seat in table.seats)))
        return [(teams, False)] if len(others) == 1 else [(teams, False), (teams, True)]
    seats = len(table.seats)
    if seats == 2:
        return [(MatchShape("pair", rotate((True, False))), False)]
    alone = MatchShape("alone", rotate((True, *(seats - 1) * [False])))
    found = [(alone, False), (alone, True)]
    if halves and seats == 4:
        found.append((MatchShape("alternating", rotate((True, False, True, False))), False))
        found.append((MatchShape("adjacent", rotate((True, True, False, False))), False))
    return found
