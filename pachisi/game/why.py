"""May I, and why not? The answers are read from the kernel's own codes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import kernel
from ..kernel.code import (
    code_of,
    colour_of,
    count_of,
    events_of,
    hits_of,
    kind_of,
    penalty_of,
    start_of,
    target_of,
    uses_of,
)
from ..move import Move, captured, numbers
from ..records import CAPTURE_BONUS, COMPLEMENTS, HOME_BONUS, Code, Event, Free, Kind, Node, Shape
from ..rulebooks import spell
from ..scalars import as_integer
from ..sheet import Verdict, verdict

if TYPE_CHECKING:
    from .base import BaseGame


def why(game: BaseGame, colour: int, start: int, uses: Iterable[int] | int, lang: str = "en") -> Verdict:
    """The clause that decides whether a piece may use these numbers now."""
    asked = [as_integer(n) for n in (colour, start, *(uses if isinstance(uses, Iterable) else (uses,)))]
    whole = [number for number in asked if number is not None]
    if len(whole) < len(asked):
        return verdict(game.table, "not_open", False, lang)
    colour, start, *rest = whole
    uses = tuple(sorted(rest))
    r, s = fields_of(game)
    if s.node != Node.MOVE:
        return verdict(game.table, "not_now", False, lang)
    allowed, refused = consider(game)

    def fits(code: int) -> bool:
        walks = kind_of(code) <= Kind.ENTER
        return walks and (colour_of(code), start_of(code)) == (colour, start) and numbers(code, r, s) == uses

    legal = [code for code in allowed if fits(code)]
    if legal:
        best = min(legal, key=lambda code: bool(r.capture_duty) and penalty_of(code))
        return verdict(game.table, reason(game, best, uses), True, lang)
    barred = [code for code in refused if fits(code)]
    if barred:
        name = Code(code_of(barred[0])).name.lower()
        return verdict(game.table, name, False, lang)
    return verdict(game.table, misfit(game, colour, start, uses), False, lang)


def consider(game: BaseGame) -> tuple[list[int], list[int]]:
    """The kernel's legal moves, and those it refused, each with its code."""
    book, states, _ = game.records()
    work = kernel.room(game.table.size, noting=True)
    count = kernel.act(book, states, 0, kernel.MOVES, 0, *kernel.prepare(work))
    return work[0].moves[0, :count].tolist(), work[0].notes[: int(work[0].noted)].tolist()


def fields_of(game: BaseGame) -> tuple[Any, Any]:
    """Rules and state with their fields as attributes."""
    book, states, _ = game.records()
    return book.view(np.recarray)[0], states.view(np.recarray)[0]


def reason(game: BaseGame, code: int, uses: tuple[int, ...]) -> str:
    """The name of the rule that permits a legal move, the most specific first."""
    events = Event(events_of(code))
    entering = kind_of(code) == Kind.ENTER
    hits, slots = hits_of(code), uses_of(code)
    r, s = fields_of(game)
    target, start = target_of(code), start_of(code)
    field = int(r.field[colour_of(code), target])
    by_group = r.broken_by and len(captured(code, r, s)) > 1
    by_number = len(uses) == 1 and int(r.enters) >> uses[0] & 1
    first_start = r.free >= Free.ONCE and not (r.entry_triple and s.form & Shape.TRIPLE) and not by_number
    table = [
        (r.capture_duty and penalty_of(code), "penalty"),
        (hits and entering and field >= 0 and r.safe[field], "enter_capture"),
        (hits and target < start and r.backward, "backward"),
        (by_group, "break"),
        (hits, "capture"),
        (events & Event.TAKE, "overtake"),
        (r.climb[start] and target < r.last, "climb"),
        (r.winding and not entering and not r.climb[start], winding(r, start, target, sum(uses))),
        (target < start and not r.winding, "onward"),
        (r.half and not entering and count_of(code) > 1 and not events & Event.HOME, "half"),
        (entering and first_start, "free_enter"),
        (entering, "enter"),
        (target == r.last and r.last - start < r.least, "last_steps"),
        (slots & HOME_BONUS, "home_bonus"),
        (slots & CAPTURE_BONUS, "bonus"),
        (events & Event.HOME, "home"),
        (r.complement and slots & COMPLEMENTS, "complement"),
        (len(uses) > 1, "total"),
    ]
    return next((name for holds, name in table if holds and name), "move")


def winding(r: Any, start: int, target: int, number: int) -> str:
    """Why a number led elsewhere than so many steps ahead; "" if it did not."""
    if target == start + number:
        return ""
    if target == start + number - 1 and start + number <= r.lap:
        return "behind"
    if target == r.lap < start + number:
        return "foot_stop"
    return "bounce" if target + start + number in (2 * r.lap, 2 * r.last) else "turn_back"


def misfit(game: BaseGame, colour: int, start: int, uses: tuple[int, ...]) -> str:
    """Why a question does not fit the position."""
    r, s = fields_of(game)
    on_turn = {int(s.colour), int(r.second[s.colour])}
    if colour not in range(int(r.colours)) or not r.used[colour] or start not in s.pieces[colour, : int(r.pieces)]:
        return "no_piece"
    if colour not in on_turn:
        return "not_yours"
    if start == r.last and not r.places:
        return "is_home"
    return "not_open"


def why_pass(game: BaseGame, lang: str = "en") -> Verdict:
    """May the player decline to move or to throw, and which clause says so?"""
    move = next((m for m in game.legal_moves if m.kind in ("pass", "stop")), None)
    if move is not None:
        return verdict(game.table, pass_reason(game, move), True, lang)
    if game.node != "move":
        return verdict(game.table, "not_now", False, lang)
    refused = [code for code in consider(game)[1] if kind_of(code) == Kind.PASS]
    name = Code(code_of(refused[0])).name.lower() if refused else "no_pass"
    return verdict(game.table, name, False, lang)


def pass_reason(game: BaseGame, move: Move) -> str:
    if move.kind == "stop":
        return "stop"
    if move.penalty:
        return "penalty"
    return "retry" if game.snapshot.tries > 0 else "pass"


def refusal(game: BaseGame, move: object) -> str:
    """Why something that is not among the legal moves cannot be pushed."""
    if isinstance(move, str):
        text = spell(move)
        return f"{text} is a text, not a Move: push_line({text}) plays it, parse({text}) reads it."
    if not isinstance(move, Move):
        return f"{spell(move)} is not a Move; legal_moves lists those that can be pushed."
    if game.node == "over":
        return "The game is over."
    if game.node == "throw":
        return f"{move} cannot be played now: seat {game.seat} has to throw."
    possible = ", ".join(map(str, game.legal_moves))
    if game.node == "offer" or move.kind == "stop":
        return f"{move} is not possible here; possible are: {possible}."
    verdict = why_pass(game) if move.kind == "pass" else why(game, move.colour, move.start, move.uses)
    if verdict.legal:
        return f"{move} is not a move with these numbers; possible are: {possible}."
    return f"{move} is not allowed ({verdict.clause}): {verdict.text}"
