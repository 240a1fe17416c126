"""The strongest bot's view of the legal moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..desk.hints import reason
from ..game import Game
from ..notation import read_position
from ..record import read_record
from ..words.teller import Teller
from .look import WIDEST, wrap
from .saves import read

if TYPE_CHECKING:
    from ..bots.thinking import Advice
    from ..desk.rollout import Rollout


def read_game(text: str) -> Game:
    """The game of a record file, or of a position in one line."""
    return read_position(text) if "|" in text else read_record(read(Path(text)))


def why_none(game: Game, teller: Teller) -> str | None:
    """Why no advice can be given; None if it can."""
    if game.node == "over":
        return teller.voice("answers.advise_over")
    if game.node == "throw":
        return teller.voice("answers.advise_throw", name=teller.on_turn(game.seat, game.colour))
    return None


def rank(game: Game, advice: list[Advice], teller: Teller, width: int = WIDEST) -> list[str]:
    """The moves, best first, each with its number in the list of moves, and why the first is better than the second."""
    moves, tries, voice = game.legal_moves, game.snapshot.tries, teller.voice
    different = len({move.uses for move in moves})
    lines = [voice("answers.advise_head")]
    numbers = [str(moves.index(one.move) + 1) if one.move else voice("commands.enter.word") for one in advice]
    wide = max(2, *map(len, numbers))
    for number, one in zip(numbers, advice, strict=True):
        words = teller.choice(one.move, game.pieces, different, tries) if one.move else voice("review.throws")
        lines += wrap(f"  {number:>{wide}}  {voice.percent(one.chance):>7}  {words}", width, wide + 13)
    why = reason(game, advice, teller)
    return [*lines, *(wrap(why, width, 2) if why else ())]


def as_data(game: Game, advice: list[Advice]) -> list[dict[str, Any]]:
    return [
        {
            "move": str(one.move) if one.move else None,
            "number": game.legal_moves.index(one.move) + 1 if one.move else None,
            "chance": round(one.chance, 6),
            "chances": {str(seat): round(chance, 6) for seat, chance in one.chances.items()},
        }
        for one in advice
    ]


def rank_rollout(game: Game, rollout: Rollout, teller: Teller, width: int = WIDEST) -> list[str]:
    """The choices that were played out, best first, with intervals."""
    voice, different, tries = teller.voice, len({move.uses for move in game.legal_moves}), game.snapshot.tries
    lines = wrap(voice("rollout.head", n=rollout.games, gain=voice.decimal(rollout.gain)), width)
    for one in rollout.choices:
        words = teller.choice(one.move, game.pieces, different, tries) if one.move else voice("review.throws")
        chance, half = voice.percent(one.chance.value), voice.percent(one.chance.half)
        behind = voice("rollout.behind", points=voice.percent(one.behind.value), half=voice.percent(one.behind.half))
        lines += wrap(f"  {chance:>7} ± {half:<6}  {words}{'' if one is rollout.choices[0] else behind}", width, 20)
    if len(rollout.choices) > 1:
        lines += wrap(voice("rollout.settled" if rollout.settled else "rollout.open"), width)
    return lines
