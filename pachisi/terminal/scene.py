"""What is shown beside and below the board."""

from __future__ import annotations

from collections.abc import Container, Mapping

from ..bots.files import is_spec, name_spec
from ..game import Game
from ..words.names import Pieces
from ..words.teller import Teller
from ..words.voice import Voice
from .look import Look


def name_bot(voice: Voice, name: str) -> str:
    """A bot's character and its name, or its file; a name that is not a bot's is returned as it is."""
    if is_spec(name):
        return name_spec(name)
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
        painted = " ".join(look.piece(name, teller.table.colours[seat]) for name in waiting)
        place = teller.term("home" if plan.centre else "reserve")
        painted = f"{place}: {painted}" if place and waiting else painted
        lines[seat] = [f"{turn} {teller.badge(seat)} {teller.colour(seat)}", f"  {painted}"]
        if who:
            lines[seat].insert(1, f"  {who}")
        arrived = sum(step == plan.last for step in steps)
        if arrived and not plan.places:
            lines[seat].append("  " + teller.voice("table.home", n=arrived))
    return lines


def key(teller: Teller, look: Look) -> str:
    """What the signs on the board mean, in the words of the leaflet where it has its own."""
    voice, plan, term = teller.voice, teller.plan, teller.term
    safe, home, start = look.glyph("◆", "*"), look.glyph("⌂", "#"), look.glyph("→", ">")
    parts = [voice("board.key_field", sign=look.glyph("○", "."))]
    if plan.safe:
        named = voice("board.key_term", sign=safe, term=term("safe"))
        parts.append(named if term("safe") else voice("board.key_safe", sign=safe))
    parts.append(voice("board.key_joins" if plan.centre else "board.key_start", sign=term("start") + start))
    if term("reserve"):
        parts.append(voice("board.key_reserve", letter=term("reserve")))
    lane = term("lane")
    if plan.spiral:
        parts.append(voice("board.key_gate", sign=look.glyph("↑", "^")))
    elif any(plan.lanes):
        parts.append(voice("board.key_goal", letters=f"{lane[0]}–{lane[-1]}") if lane else voice("board.key_lanes"))
    if not plan.places:
        named = voice("board.key_middle", sign=home, term=term("home"))
        parts.append(named if term("home") else voice("board.key_home", sign=home))
    return " · ".join([*parts, voice("board.key_pieces")])


def conclude(game: Game, teller: Teller, look: Look) -> list[str]:
    """Who has won, all places, and the game in numbers."""
    if game.outcome is None:
        return [teller.voice("summary.unfinished", name=teller.name(game.seat))]
    lines = [look.bold(teller.result(game.outcome.winner)), "", teller.voice("summary.places")]
    lines += [*teller.places(game.outcome.places), "", teller.voice("summary.turns", n=game.turn)]
    return lines + teller.summary(game.log)
