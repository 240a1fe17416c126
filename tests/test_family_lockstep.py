"""The game and the second referee side by side: the same legal moves and the same next position at every node.

A book is compared as soon as the package knows it.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from pachisi import Game, RuleError
from pachisi.rulebooks import BOOKS, load

from . import referee as second
from .referee.walk import Options, some_position, some_table, some_throw

STEPS = 14  # throws and moves from one position


HERE = [book for book in second.BOOKS if book in BOOKS]
STARS = [book for book in HERE if "arms" in second.BOOKS[book].options]


# --- two forms of one thing -----------------------------------------------------------


def plain(move: Any) -> second.Move:
    """A move of the package, in the referee's form."""
    return second.Move(*(getattr(move, field.name) for field in fields(second.Move)))


def brief(position: dict[str, Any], referee: second.Referee) -> dict[str, Any]:
    """What is compared of a position."""
    extra = referee.telling(position["node"], position.get("extra", {}))
    return {name: position[name] for name in second.FIELDS} | {"extra": extra}


def show(position: dict[str, Any]) -> str:
    return json.dumps(position)


# --- one step -------------------------------------------------------------------------


class Pair:
    """A game and its referee in the same position."""

    def __init__(self, rng: random.Random, book: str, players: int, options: Options, referee: second.Referee) -> None:
        self.rng, self.referee = rng, referee
        self.table = {"rulebook": book, "players": players, "options": options}
        self.state = referee.start()
        self.did = "the beginning"
        self.before = self.table | {"pieces": self.state.pieces, "seat": self.state.seat}
        if rng.random() < 0.8:
            self.state = some_position(rng, referee)
            self.before = self.table | referee.write(self.state)
            self.game = Game.from_position(json.loads(show(self.before)))
        else:
            self.game = Game(book, players=players, **options)

    def compare(self) -> None:
        """Fail with everything a person needs to see who is right."""
        mine, theirs = self.referee.write(self.state), brief(self.game.position(), self.referee)
        wrong = [f"  {name}: game {theirs[name]}, referee {mine[name]}" for name in mine if mine[name] != theirs[name]]
        legal, offered = self.referee.legal(self.state), {plain(move) for move in self.game.legal_moves}
        wrong += [f"  only the game has {move}" for move in sorted(offered - legal)]
        wrong += [f"  only the referee has {move}" for move in sorted(legal - offered)]
        if wrong:
            both = [f"  both have {move}" for move in sorted(legal & offered)]
            lines = [f"{self.table}", f"before: {show(self.before)}", f"did: {self.did}", f"game: {show(theirs)}"]
            pytest.fail("\n".join([*lines, f"referee: {show(mine)}", *wrong, *both]), pytrace=False)

    def step(self) -> None:
        """One throw or move, in both."""
        rng, moves = self.rng, sorted(self.referee.legal(self.state))
        self.before = self.table | brief(self.game.position(), self.referee)
        if self.state.node == "move" or (self.state.node == "offer" and rng.random() < 0.15):
            hits = [move for move in moves if move.captures]
            self.push(rng.choice(hits if hits and rng.random() < 0.3 else moves))
        else:
            faces = some_throw(rng, self.referee, self.state)
            self.did = f"throw {faces}"
            self.game.throw(*faces)
            self.state = self.referee.throw(self.state, faces)

    def push(self, move: second.Move) -> None:
        self.did = f"push {move}"
        self.game.push(next(other for other in self.game.legal_moves if plain(other) == move))
        self.state = self.referee.push(self.state, move)


def pairs(book: str, seed: int, arms: int | None = None) -> Iterator[Pair]:
    """Tables by chance, or only those with so many arms; what one side refuses the other refuses too."""
    rng = random.Random(zlib.crc32(f"{book} {seed}".encode()))
    while True:
        players, options = some_table(rng, book)
        try:
            referee = second.BOOKS[book](players, **options)
        except second.OptionError:
            with pytest.raises(RuleError):
                Game(book, players=players, **options)
            continue
        if arms in (None, getattr(referee, "arms", None)):
            yield Pair(rng, book, players, options, referee)


def walk(book: str, seed: int, positions: int, arms: int | None = None) -> None:
    for pair in pairs(book, seed, arms):
        pair.compare()
        for _ in range(STEPS):
            if pair.state.node == "over":
                break
            pair.step()
            pair.compare()
            positions -= 1
        if positions <= 0:
            return


if HERE:  # a book that is not there is not collected

    @pytest.mark.parametrize("book", HERE)
    def test_game_and_second_referee_agree(book: str) -> None:
        walk(book, 0, 400)

    @pytest.mark.long
    @pytest.mark.parametrize("part", range(10))
    @pytest.mark.parametrize("book", HERE)
    def test_game_and_second_referee_agree_for_long(book: str, part: int) -> None:
        walk(book, 1 + part, 10_000)

    @pytest.mark.parametrize("book", STARS)
    def test_game_and_second_referee_agree_with_six_arms(book: str) -> None:
        walk(book, 20, 400, arms=6)

    @pytest.mark.long
    @pytest.mark.parametrize("part", range(10))
    @pytest.mark.parametrize("book", STARS)
    def test_game_and_second_referee_agree_with_six_arms_for_long(book: str, part: int) -> None:
        walk(book, 21 + part, 10_000, arms=6)

    @pytest.mark.parametrize("book", HERE)
    def test_the_book_has_the_options_of_the_clauses(book: str) -> None:
        assert set(second.BOOKS[book].options) <= {"pieces", *load(book).options}
