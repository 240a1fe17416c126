"""A finished game in numbers, as a record, and as a replay. Slow for long games: not for the event loop."""

from __future__ import annotations

import datetime
from collections import Counter

from ... import dice_proof
from ...boards import Plan
from ...game import Game
from ...game.snapshot import Pieces
from ...move import Move
from ...record import write_record
from ...rules import lots
from ...words.voice import Voice
from .. import forms
from ..table import facts as f
from ..table.sitting import Sitting
from .narrator import Narrator
from .tables import table_view


def record_text(sitting: Sitting) -> str:
    """The record; once the secret may be revealed, with what is needed to check the dice."""
    game = sitting.game or Game(sitting.table)
    names = {number: seat.name or (Voice().bot(seat.bot) if seat.bot else "") for number, seat in sitting.seats.items()}
    faces = lots(sitting.table.rules.dice)
    tags = dice_proof.tags(sitting.secret, sitting.deed.id, faces, sitting.mixes, sitting.all_chains) if sitting.secret else []
    day = datetime.datetime.fromtimestamp(sitting.deed.created, datetime.UTC).date()
    return write_record(game, {seat: name for seat, name in names.items() if name}, day, tags)


def replay(deed: f.Deed, entries: list[f.LoggedFact], lang: str, holder: str = "") -> forms.Replay:
    """Every event as it was sent."""
    sitting = Sitting(deed)
    narrator = Narrator(sitting, lang)
    told = tuple(narrator.tell(sitting.apply(entry)) for entry in entries)
    return forms.Replay(table_view(sitting, lang), told, sitting.held_by(holder))


def summarise(sitting: Sitting) -> forms.Summary:
    game = sitting.game
    outcome = game.outcome if game else None
    places = {seat: at for at, seats in places_of(outcome.places) for seat in seats} if outcome else {}
    rows = tuple(seat_summary(sitting, number, places.get(number)) for number in sitting.seats)
    return forms.Summary(
        id=sitting.deed.id,
        outcome=outcome.places if outcome else None,
        turns=game.turn if game else 0,
        throws=sitting.thrown,
        seats=rows,
        race=race(sitting),
    )


def places_of(places: tuple[tuple[int, ...], ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The number of each place; those who share one use up as many."""
    numbered, at = [], 1
    for seats in places:
        numbered.append((at, seats))
        at += len(seats)
    return numbered


def seat_summary(sitting: Sitting, seat: int, place: int | None) -> forms.SeatSummary:
    game, dice = sitting.game, sitting.table.rules.dice
    log = game.log if game else []
    throws = [entry.faces for entry in log if entry.what == "throw" and entry.seat == seat]
    shown = Counter(face for faces in throws for face in faces)
    total = sum(shown.values())
    kinds = Counter(lots(dice))
    own = sitting.table.seats.colours_of(seat)
    moves = [entry for entry in log if entry.move is not None]
    captures = sum(len(entry.move.captures) for entry in moves if entry.move and entry.seat == seat)
    lost = sum(colour in own for entry in moves if entry.move for colour, _ in entry.move.captures)
    faces = tuple(
        forms.FaceCount(face, shown[face], round(total * kinds[face] / kinds.total(), 2)) for face in sorted(kinds)
    )
    return forms.SeatSummary(seat, place, len(throws), total, faces, captures, lost)


def race(sitting: Sitting) -> tuple[tuple[float, ...], ...]:
    """How far every seat had come before each throw, and at the end."""
    game = sitting.game
    if game is None:
        return ()
    rows = []
    for at, done in enumerate([*game.history, None]):
        if not isinstance(done, Move):
            pieces = game.at(at, history=False).snapshot.pieces
            rows.append(tuple(progress(sitting, number, pieces, game.board) for number in sitting.seats))
    return tuple(rows)


def progress(sitting: Sitting, seat: int, pieces: Pieces, plan: Plan) -> float:
    steps = [step for colour in sitting.table.seats.colours_of(seat) for step in pieces[colour] or ()]
    goal = plan.last if not plan.places else plan.last - (sitting.table.pieces - 1) / 2
    return round(min(1.0, sum(steps) / (len(steps) * goal)), 4)
