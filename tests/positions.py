"""Positions in one line, and what can be done in them in one word. No rule lives here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pachisi import Game, Move
from pachisi.bots import Bot, decide

Steps = list[int]


def sit(
    rulebook: str,
    *pieces: Steps | None,
    throw: tuple[int, ...] = (),
    seat: int = 0,
    fields: dict[str, Any] | None = None,
    **options: Any,
) -> Game:
    """A fresh turn of a seat, then a throw if one is given.

    Rows that are left out wait in the reserve (if `players` is not given, four play).
    `fields` are further fields of the position (ages, started, doubles, colour, tries …).
    """
    players = options.pop("players", 4)
    count = options.get("pieces", 4)
    every_colour = any(options.get(name) for name in ("two_colours", "two_person", "three_person_neutral"))
    used = (0, 1, 2, 3) if every_colour else {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[players]
    rows: list[Steps | None] = list(pieces)
    rows += [[0] * count if colour in used else None for colour in range(len(rows), 4)]
    data = {"rulebook": rulebook, "options": options, "players": players, "pieces": rows, "seat": seat}
    game = Game.from_position({**data, **(fields or {})})
    if throw:
        game.throw(*throw)
    return game


def moves(game: Game) -> set[Move]:
    return set(game.legal_moves)


def walks(game: Game, colour: int | None = None) -> set[tuple[int, int]]:
    """(start, target) of all legal moves and entries, of one colour or of all."""
    return {(m.start, m.target) for m in game.legal_moves if m.colour >= 0 and colour in (None, m.colour)}


def find(game: Game, start: int, target: int, **fields: Any) -> Move:
    """The one legal move from a step to a step (and with the given fields)."""
    found = [
        m
        for m in game.legal_moves
        if (m.start, m.target) == (start, target) and all(getattr(m, k) == v for k, v in fields.items())
    ]
    assert len(found) == 1, f"{start}-{target} {fields}: {found} among {list(game.legal_moves)}"
    return found[0]


def go(game: Game, start: int, target: int, **fields: Any) -> Move:
    """Play it."""
    move = find(game, start, target, **fields)
    game.push(move)
    return move


def decline(game: Game) -> Move:
    """Play the pass or the stop."""
    move = next(m for m in game.legal_moves if m.kind in ("pass", "stop"))
    game.push(move)
    return move


def can_decline(game: Game) -> bool:
    return any(m.kind in ("pass", "stop") for m in game.legal_moves)


def play(game: Game, players: Sequence[Bot] | Mapping[int, Bot], most: int = 4000) -> None:
    """Let bots play to the end, or until so many throws and moves were made; players by seat."""
    while game.node != "over" and len(game.history) < most:
        chosen = decide(players[game.seat], game)
        if chosen is None:
            game.throw()
        else:
            game.push(game.legal_moves[chosen])


def ruling(game: Game, colour: int, start: int, number: int) -> tuple[bool, str]:
    """May this number be played with this piece, and by which clause?"""
    verdict = game.why(colour, start, (number,))
    return verdict.legal, verdict.clause


def tries(game: Game) -> int:
    """The count of tries, as a position writes it."""
    return game.position()["tries"]
