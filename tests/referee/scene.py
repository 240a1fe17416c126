"""Positions of the catalogue's examples: seat 0 is to throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import BOOKS, Move, Referee, State


class Scene:
    """A table and its position; the words of the examples."""

    def __init__(
        self,
        book: str,
        own: Sequence[int],
        others: Mapping[int, Sequence[int]] | None = None,
        *,
        players: int = 4,
        fields: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Pieces of seat 0 that are not named are home, those of other seats wait."""
        self.referee: Referee = BOOKS[book](players, **options)
        self.state: State = self.referee.start()
        count = self.referee.pieces
        home = next(step for step in range(self.referee.path.home + 1) if self.referee.home(step))
        self.state.pieces[0] = sorted([*own, *[home] * (count - len(own))])
        for colour, steps in (others or {}).items():
            self.state.pieces[colour] = sorted([*steps, *[self.referee.back()] * (count - len(steps))])
        for name, value in (fields or {}).items():
            setattr(self.state, name, value)
        self.referee.remember(self.state)

    def throw(self, *faces: int) -> Scene:
        self.state = self.referee.throw(self.state, faces)
        return self

    def moves(self) -> set[Move]:
        return self.referee.legal(self.state)

    def walks(self, *faces: int) -> set[tuple[int, int]]:
        """Start and target of every legal move, after a throw if one is given; nothing if it is lost."""
        if faces:
            return self.after(*faces).walks()
        return {(move.start, move.target) for move in self.moves() if move.colour == 0}

    def after(self, *faces: int) -> Scene:
        """The same scene after a throw; this one stays."""
        other = object.__new__(Scene)
        other.referee, other.state = self.referee, self.referee.throw(self.state, faces)
        return other

    def go(self, start: int, target: int, **fields: Any) -> Scene:
        self.state = self.referee.push(self.state, self.find(start, target, **fields))
        return self

    def find(self, start: int, target: int, **fields: Any) -> Move:
        wanted = {"start": start, "target": target, **fields}
        found = [move for move in self.moves() if all(getattr(move, name) == value for name, value in wanted.items())]
        assert len(found) == 1, f"{wanted}: {found} of {sorted(self.moves())}"
        return found[0]

    def decline(self) -> Scene:
        move = next(move for move in self.moves() if move.kind in ("pass", "stop"))
        self.state = self.referee.push(self.state, move)
        return self

    def row(self, colour: int = 0) -> list[int]:
        return self.state.row(colour)

    @property
    def at(self) -> tuple[str, int]:
        """The node and who decides."""
        return self.state.node, self.state.seat


def seen(book: str, colour: int, step: int, **options: Any) -> int:
    """The step of a colour on the field of seat 0's step."""
    referee = BOOKS[book](**options)
    place = referee.path.field(0, step)
    return next(own for own in range(1, referee.path.home) if referee.path.field(colour, own) == place)
