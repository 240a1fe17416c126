"""Where a game stands, read once and kept: a table asks for it several times at every event."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...game import NODES, Game
from ...move import Move
from ...records import Node

OVER, MOVE = int(Node.OVER), int(Node.MOVE)
Pieces = tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True)
class Standing:
    game: Game
    node: str
    seat: int
    colour: int
    turn: int
    tries: int
    faces: tuple[int, ...]
    left: tuple[int, ...]
    bonus: tuple[int, ...]
    pieces: Pieces

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return self.game.legal_moves


def read_standing(game: Game) -> Standing:
    """The same as `game.position()` tells, without what only a position in a file needs."""
    r, s = game._r, game._s
    waiting = zip(r["bonus"].tolist(), s["bonus"].tolist(), strict=True)
    return Standing(
        game=game,
        node=NODES[int(s["node"])],
        seat=read_seat(game),
        colour=-1 if int(s["node"]) == OVER else int(s["colour"]),
        turn=int(s["turn"]),
        tries=int(s["tries"]),
        faces=tuple(face for face in s["faces"].tolist() if face),
        left=tuple(sorted(number for number in s["pool"].tolist() if number)),
        bonus=tuple(sorted(number for number, count in waiting for _ in range(count))),
        pieces=read_pieces(game),
    )


def read_seat(game: Game) -> int:
    """`game.seat`, in a tenth of the time."""
    s, node = game._s, int(game._s["node"])
    return -1 if node == OVER else int(game._r["person"][s["colour"] if node == MOVE else s["thrower"]])


def read_pieces(game: Game) -> Pieces:
    """Ascending steps per seat; None for an unused one."""
    count, used = game.table.pieces, game._r["used"].tolist()
    rows = game._s["pieces"].tolist()
    return tuple(tuple(row[:count]) if there else None for row, there in zip(rows, used, strict=True))
