"""May this piece use that number? The answers, with their clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from .teller import Teller

if TYPE_CHECKING:
    from ..game import Game

DIGITS = "0123456789"


class Questions:
    """Answers a player's questions about the pieces on turn."""

    def __init__(self, game: Game, teller: Teller) -> None:
        self.game, self.teller, self.voice = game, teller, teller.voice

    def answer(self, asked: Sequence[str]) -> Iterator[str]:
        """Answers about a piece and a number, a piece with all numbers, or, if nothing is named, all pieces."""
        if self.game.node != "move":
            yield self.voice("answers.why_not_now")
            return
        pieces = self.pieces()
        if asked:
            piece = self.find(asked[0])
            if piece is None:
                yield self.voice("answers.no_piece", n=asked[0][:20], pieces=", ".join(self.labels()))
                return
            pieces = [piece]
        uses = read_uses(asked[1]) if len(asked) == 2 else None
        if len(asked) > 2 or (len(asked) == 2 and uses is None):
            yield self.voice("answers.why_how")
            return
        for colour, step in pieces:
            for numbers in self.numbers(colour, step) if uses is None else (uses,):
                yield self.verdict(colour, step, numbers)

    def colours(self) -> tuple[int, ...]:
        return self.game.seats.moved_by(self.game.colour)

    def steps(self, colour: int) -> list[int]:
        return sorted(self.game.pieces[colour] or (), reverse=True)

    def pieces(self) -> list[tuple[int, int]]:
        """(colour, step) of the pieces on turn, foremost first; those on one step once."""
        return [(colour, step) for colour in self.colours() for step in dict.fromkeys(self.steps(colour))]

    def labels(self) -> list[str]:
        return [f"{self.teller.letters[c]}{n}" for c in self.colours() for n in range(1, self.game.table.pieces + 1)]

    def find(self, text: str) -> tuple[int, int] | None:
        """A piece by number, or by letter and number."""
        letter = text.rstrip(DIGITS)
        number = text[len(letter) :]
        for colour in self.colours():
            own = letter.upper() == self.teller.letters[colour] or (not letter and colour == self.game.colour)
            if own and 0 < len(number) < 3 and 1 <= int(number) <= self.game.table.pieces:
                return colour, self.steps(colour)[int(number) - 1]
        return None

    def numbers(self, colour: int, step: int) -> Iterator[tuple[int, ...]]:
        """What to ask about: each number alone, and those together that the piece may use."""
        data = self.game.position()
        numbers = data["left"] or data["bonus"]
        legal = {move.uses for move in self.game.legal_moves if (move.colour, move.start) == (colour, step)}
        alone = {(number,) for number in numbers} | {uses for uses in legal if len(uses) == 1}
        sizes = range(2, len(numbers) + 1)
        together = {tuple(sorted(some)) for size in sizes for some in combinations(numbers, size)}
        yield from sorted(alone)
        yield from sorted(together & legal)

    def verdict(self, colour: int, step: int, uses: tuple[int, ...]) -> str:
        voice, verdict = self.voice, self.game.why(colour, step, uses, self.voice.lang)
        together = self.steps(colour).count(step)
        first = self.steps(colour).index(step) + 1
        name = self.teller.letters[colour] + "".join(str(first + more) for more in range(together))
        why = voice("answers.cited", clause=verdict.clause, text=verdict.text) if verdict.clause else verdict.text
        words = {"piece": name, "at": self.teller.place(colour, step, "at"), "n": "+".join(map(str, uses))}
        return "  " + voice("answers.may" if verdict.legal else "answers.may_not", **words, why=why)


def read_uses(text: str) -> tuple[int, ...] | None:
    numbers = text.split("+")
    if len(numbers) > 4 or not all(number.isdecimal() and len(number) < 3 for number in numbers):
        return None
    return tuple(sorted(map(int, numbers)))
