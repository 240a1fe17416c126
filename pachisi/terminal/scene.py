"""What is shown beside and below the board."""

from __future__ import annotations

from collections.abc import Container, Mapping

from ..game import Game
from ..words.names import Pieces
from ..words.teller import Teller
from ..words.voice import Voice
from .look import Look


def name_bot(voice: Voice, name: str) -> str:
    """A bot's character and its name; a name that is not a bot's is returned as it is."""
    character = voice.bot(name)
    return character if character.casefold() == name.casefold() else f"{character} ({name})"


def corners(
    teller: Teller, look: Look, pieces: Pieces, sitting: Mapping[int, str], on_turn: int, numbered: Container[int]
) -> dict[int, list[str]]:
    """Who sits in each corner, with the pieces waiting and home."""
    plan, lines = teller.plan, {}
    for seat, who in sitting.items():
        steps = sorted(pieces[seat] or (), reverse=True)
        turn = look.glyph("▶", ">") if seat == on_turn else " "
        letter = teller.letters[seat]
        waiting = [f"{letter}{n}" if seat in numbered else letter for n, step in enumerate(steps, 1) if step == 0]
        painted = " ".join(look.piece(name, teller.table.book.colours[seat]) for name in waiting)
        lines[seat] = [f"{turn} {teller.badge(seat)} {teller.colour(seat)}", f"  {painted}"]
        if who:
            lines[seat].insert(1, f"  {who}")
        arrived = sum(step == plan.last for step in steps)
        if arrived and not plan.places:
            lines[seat].append("  " + teller.voice("table.home", n=arrived))
    return lines


def key(voice: Voice, look: Look) -> str:
    """What the signs on the board mean."""
    signs = {"field": look.glyph("○", "."), "safe": look.glyph("◆", "*"), "start": look.glyph("→", ">")}
    return voice("board.key", **signs)


def conclude(game: Game, teller: Teller, look: Look) -> list[str]:
    """Who has won, all places, and the game in numbers."""
    if game.outcome is None:
        return [teller.voice("summary.unfinished", name=teller.name(game.seat))]
    lines = [look.bold(teller.result(game.outcome.winner)), "", teller.voice("summary.places")]
    lines += [*teller.places(game.outcome.places), "", teller.voice("summary.turns", n=game.turn)]
    return lines + teller.summary(game.log)
