"""A whole record, a position or an empty board as text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..game import Game
from ..record import parse_record
from ..sheet import house_rules
from ..table import Table
from ..words.teller import Teller
from ..words.voice import Voice, upper
from .board import Drawing, draw
from .look import Look, wrap
from .play import PERSON
from .saves import read
from .scene import conclude, corners, key, name_bot


def retell(file: Path, voice: Voice, look: Look) -> list[str]:
    record = parse_record(read(file))
    game, teller = record.game, Teller(record.game.table, voice, look)
    lines = [look.bold(game.rulebook.name[voice.lang])]
    names = {
        seat: voice("table.person") if name == PERSON else name_bot(voice, name)
        for seat, name in sorted(record.names.items())
    }
    rows = [*house_rules(game.table, voice.lang), *((teller.name(seat), name) for seat, name in names.items())]
    lines += ["  " + voice("sheet.labelled", name=label, value=value) for label, value in rows]
    if record.date:
        lines.append(f"  {record.date.isoformat()}")
    if game.seed_given:
        lines.append("  " + voice("summary.seed", n=game.seed))
    lines.append("")
    for line in teller.log(game.log, game.seat):
        lines += wrap(line, look.width, 6)
    return [*lines, "", *draw_pieces(game, teller, look, names), "", *conclude(game, teller, look)]


def draw_pieces(game: Game, teller: Teller, look: Look, names: Mapping[int, str]) -> list[str]:
    """The board of a game, with its players in the corners."""
    sitting = {seat: names.get(seat, "") for seat in game.table.seats.colours}
    beside = corners(teller, look, game.pieces, sitting, game.colour, ())
    return draw(Drawing(game.table, game.pieces, teller.voice.lang, look, corners=beside))


def draw_game(game: Game, voice: Voice, look: Look) -> list[str]:
    """The position of a game: its board, and below it the throw or the winner."""
    teller = Teller(game.table, voice, look)
    lines = draw_pieces(game, teller, look, {})
    if game.outcome:
        return [*lines, "", teller.result(game.outcome.winner)]
    if not game.faces:
        return lines
    name = teller.on_turn(game.seat, game.colour)
    return [*lines, "", teller.thrown(name, game.faces)]


def bare_board(table: Table, voice: Voice, look: Look) -> list[str]:
    """The board without pieces, with a key to its signs."""
    teller = Teller(table, voice, look)
    names = {seat: [f"{teller.badge(seat)} {upper(teller.colour(seat))}"] for seat in table.seats.colours}
    lines = draw(Drawing(table, [None] * 4, voice.lang, look, corners=names))
    return [*lines, "", *wrap(key(teller, look), look.width)]
