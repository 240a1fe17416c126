"""May I, and why not? Answers read from the kernel's own codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import records as rec
from .move import Move, numbers
from .records import Code, Event, Kind, Node
from .sheet import Verdict, verdict

if TYPE_CHECKING:
    from .game import Game


def why(game: Game, colour: int, start: int, uses: tuple[int, ...], lang: str = "en") -> Verdict:
    """The clause that decides whether a piece may use these numbers now."""
    if not all(type(number) is int for number in (colour, start, *uses)):
        return verdict(game.table, "not_open", False, lang)
    uses = tuple(sorted(uses))
    r, s = game._book[0], game._states[0]
    if s.node != Node.MOVE:
        return verdict(game.table, "not_now", False, lang)
    allowed, refused = consider(game)

    def fits(code: int) -> bool:
        walks = code >> rec.KIND & rec.KIND_MASK <= Kind.ENTER
        here = (code >> rec.COLOUR & rec.COLOUR_MASK, code >> rec.START & rec.STEP_MASK) == (colour, start)
        return walks and here and numbers(code, r, s) == uses

    legal = [code for code in allowed if fits(code)]
    if legal:
        best = min(legal, key=lambda code: code >> rec.PENALTY & 512)
        return verdict(game.table, reason(game, best, uses), True, lang)
    barred = [code for code in refused if fits(code)]
    if barred:
        name = Code(barred[0] >> rec.CODE & rec.CODE_MASK).name.lower()
        return verdict(game.table, name, False, lang)
    return verdict(game.table, misfit(game, colour, start, uses), False, lang)


def consider(game: Game) -> tuple[list[int], list[int]]:
    """The kernel's legal moves, and those it refused with the code that refuses them."""
    work = game._kernel.room(noting=True)
    count = game._kernel.act(game._book, game._states, 0, game._kernel.MOVES, 0, work)
    return work[0].moves[0, :count].tolist(), work[0].notes[: int(work[0].noted)].tolist()


def reason(game: Game, code: int, uses: tuple[int, ...]) -> str:
    """What permits a legal move, most telling first."""
    events = Event(code >> rec.EVENTS & rec.EVENTS_MASK)
    entering = code >> rec.KIND & rec.KIND_MASK == Kind.ENTER
    hits = code >> rec.HITS & rec.HITS_MASK
    slots = code >> rec.USES & rec.USES_MASK
    s = game._states[0]
    target, start = code >> rec.TARGET & rec.STEP_MASK, code >> rec.START & rec.STEP_MASK
    colour = code >> rec.COLOUR & rec.COLOUR_MASK
    field = int(game._book[0].field[colour, target])
    first_start = game._book[0].groups and not s.form & rec.Shape.TRIPLE
    table = [
        (code >> rec.PENALTY & 512, "penalty"),
        (hits and entering and field >= 0 and game._book[0].safe[field], "enter_capture"),
        (hits and target < start, "backward"),
        (hits and game._book[0].by_group and len(victims(game, hits, colour, target)) > 1, "break"),
        (hits, "capture"),
        (entering and first_start, "free_enter"),
        (entering, "enter"),
        (target == game._book[0].last and game._book[0].last - start < game._book[0].least, "last_steps"),
        (slots & 32, "home_bonus"),
        (slots & 16, "bonus"),
        (events & Event.HOME, "home"),
        (slots & 12, "complement"),
        (len(uses) > 1, "total"),
    ]
    return next((name for holds, name in table if holds), "move")


def victims(game: Game, hits: int, colour: int, target: int) -> tuple[tuple[int, int], ...]:
    from .move import captured

    return captured(hits, colour, target, game._book[0], game._states[0])


def misfit(game: Game, colour: int, start: int, uses: tuple[int, ...]) -> str:
    """The question itself does not fit the position."""
    r, s = game._book[0], game._states[0]
    on_turn = {int(s.colour), int(r.second[s.colour])}
    if colour not in range(4) or not r.used[colour] or start not in s.pieces[colour, : int(r.pieces)]:
        return "no_piece"
    if colour not in on_turn:
        return "not_yours"
    if start == r.last and not r.places:
        return "is_home"
    return "not_open"


def why_pass(game: Game, lang: str = "en") -> Verdict:
    """May the player decline to move or to throw, and which clause says so?"""
    move = next((m for m in game.legal_moves if m.kind in ("pass", "stop")), None)
    if move is not None:
        return verdict(game.table, pass_reason(game, move), True, lang)
    if game.node != "move":
        return verdict(game.table, "not_now", False, lang)
    refused = [code for code in consider(game)[1] if code >> rec.KIND & rec.KIND_MASK == Kind.PASS]
    name = Code(refused[0] >> rec.CODE & rec.CODE_MASK).name.lower() if refused else "no_pass"
    return verdict(game.table, name, False, lang)


def pass_reason(game: Game, move: Move) -> str:
    if move.kind == "stop":
        return "stop"
    if move.penalty:
        return "penalty"
    return "retry" if game._states[0].tries > 0 else "pass"
