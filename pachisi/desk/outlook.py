"""What can be said about a position in plain facts: who can capture whom, and who is stuck. The kernel finds out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .. import kernel

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move

MOST = 300  # positions looked at after one throw; more differ only in the order of moves


@dataclass(frozen=True)
class Outlook:
    """How a position looks to one side, if nobody moved before the throw in question.

    :param risk: the chance that somebody's next throw can capture one of its pieces
    :param stake: how many steps the foremost of these pieces has come
    :param threat: the chance that its own next throw can capture
    :param stuck: … has no legal move
    :param home: … can bring a piece home
    :param enters: … can bring a piece in
    :param choice: … leaves something to choose
    :param together: the fields on which pieces protect each other
    """

    risk: float = 0.0
    stake: int = 0
    threat: float = 0.0
    stuck: float = 0.0
    home: float = 0.0
    enters: float = 0.0
    choice: float = 0.0
    together: int = 0


def give_turn(game: Game, colour: int) -> Game:
    """The same position with another turn: that of a colour, before its throw."""
    states = np.frombuffer(game.state, game.table.size.state).copy()
    for name in ("opening", "tied", "best", "bonus", "news"):
        states[name] = 0
    book, rows, works = kernel.prepare(game.table.lookups.book, states, kernel.room(game.table.size))
    kernel.act(book, rows, 0, kernel.TURN, colour, works)
    return type(game).from_state(game.table, states.tobytes(), seed=0)


def look_out(game: Game, seat: int) -> Outlook:
    """How a position looks to the side of a seat."""
    seats = game.seats
    own = {colour for colour in seats.colours if seats.side_of(seats.seat_of(colour)) == seats.side_of(seat)}
    safe, stake, chances = 1.0, 0, Counter[str]()
    for colour in seats.colours:
        if seats.seat_of(colour) < 0:
            continue
        there = give_turn(game, colour)
        if colour not in own:
            chance, furthest = find_captures(there, own)
            safe, stake = safe * (1 - chance), max(stake, furthest)
        elif seats.seat_of(colour) == seat:
            chances |= find_uses(there, set(seats.colours) - own)
    return Outlook(1 - safe, stake, together=count_together(game, seat), **chances)


def find_uses(game: Game, prey: set[int]) -> Counter[str]:
    """What the next throw may be good for, each with its chance."""
    chances, home = Counter[str](), first_home(game)
    for faces, chance in game.throws.items():
        moves = list(list_moves(game, faces))
        thrown = game.copy(history=False)
        thrown.throw(*faces)
        found = {
            "threat": any(colour in prey for move in moves for colour, _ in move.captures),
            "stuck": not moves,
            "home": any(move.start < home <= move.target for move in moves),
            "enters": any(move.kind == "enter" for move in moves),
            "choice": thrown.node == "move" and thrown.seat == game.seat and len(thrown.legal_moves) > 1,
        }
        chances.update({name: float(chance) for name, is_so in found.items() if is_so})
    return chances


def first_home(game: Game) -> int:
    """The first step that is home: a place in the goal, or the only one."""
    return game.board.lap + 1 if game.board.places else game.board.last


def count_together(game: Game, seat: int) -> int:
    """On how many fields of the ring several pieces of a player stand, where that protects them."""
    rules = game.table.rules
    if not (rules.block.size or rules.moves.groups):
        return 0
    seats = game.seats
    steps = [Counter(game.pieces[colour] or ()) for colour in seats.colours if seats.seat_of(colour) == seat]
    return sum(number > 1 and 0 < step < first_home(game) for row in steps for step, number in row.items())


def look_further(game: Game, seat: int) -> tuple[float, float]:
    """The chance that two throws of somebody else can capture a piece of a side, and that two of its own can capture."""
    seats = game.seats
    own = {colour for colour in seats.colours if seats.side_of(seats.seat_of(colour)) == seats.side_of(seat)}
    safe, threat = 1.0, 0.0
    for colour in seats.colours:
        if seats.seat_of(colour) < 0:
            continue
        there = give_turn(game, colour)
        if colour not in own:
            safe *= 1 - find_chase(there, own)
        elif seats.seat_of(colour) == seat:
            threat = max(threat, find_chase(there, set(seats.colours) - own))
    return 1 - safe, threat


def find_chase(game: Game, prey: set[int]) -> float:
    """The chance that one of the next two throws can capture one of these colours, if nobody else moves."""
    hunter, total = game.colour, 0.0
    for faces, chance in game.throws.items():
        if any(colour in prey for move in list_moves(game, faces) for colour, _ in move.captures):
            total += float(chance)
            continue
        thrown = game.copy(history=False)
        thrown.throw(*faces)
        later = [find_captures(give_turn(after, hunter), prey)[0] for after in list_nexts(thrown)]
        total += float(chance) * max(later, default=0.0)
    return total


def list_nexts(game: Game) -> Iterator[Game]:
    """The game after each move of a throw, or as it is if there is none."""
    if game.node != "move":
        yield from [game] if game.node != "over" else []
        return
    for move in game.legal_moves:
        after = game.copy(history=False)
        after.push(move)
        if after.node != "over":
            yield after


def find_captures(game: Game, prey: set[int]) -> tuple[float, int]:
    """The chance that the next throw can capture one of these colours, and the furthest step of a victim."""
    total, furthest = 0.0, 0
    for faces, chance in game.throws.items():
        victims = [step for move in list_moves(game, faces) for colour, step in move.captures if colour in prey]
        total += float(chance) if victims else 0.0
        furthest = max(furthest, *victims, 0)
    return total, furthest


def list_moves(game: Game, faces: tuple[int, ...]) -> Iterator[Move]:
    """All moves that a throw allows, in any order."""
    thrown = game.copy(history=False)
    thrown.throw(*faces)
    yield from walk(thrown, game.seat, {thrown.state})


def walk(game: Game, seat: int, seen: set[bytes]) -> Iterator[Move]:
    """All moves of a seat from here on, until its throw is played."""
    if game.node != "move" or game.seat != seat or len(seen) >= MOST:
        return
    for move in game.legal_moves:
        if move.kind in ("move", "enter"):
            yield move
        game.push(move)
        if game.state not in seen:
            seen.add(game.state)
            yield from walk(game, seat, seen)
        game.pop()
