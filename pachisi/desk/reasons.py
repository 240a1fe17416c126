"""Why one choice is better than another, in words: only what can be counted on the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ..words.voice import Voice, upper
from .outlook import Outlook, first_home, look_further, look_out

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move
    from ..words.teller import Teller

CLEAR = 0.08  # a difference of chances that is worth a word
DEAR = 10  # steps that make one piece clearly more valuable than another
MOST = 3  # reasons
FEW = 6  # throws that differ: with more, two of them are not looked at


def explain(game: Game, better: Move | None, other: Move | None, teller: Teller) -> list[str]:
    """What speaks for a choice and against another; None stands for throwing."""
    nothing = [teller.voice("reasons.none")]
    if game.node == "offer":
        return list(explain_offer(game, better, teller)) or nothing
    if better is None or other is None:
        return []
    here, there = (look_after(game, move) for move in (better, other))
    found = [
        *compare_moves(game, better, other, teller),
        *compare_rests(game, better, other, teller),
        *compare_outlooks(game, here, there, teller),
    ]
    return found[:MOST] or list(compare_prospects(game, better, other, teller)) or list(compare_choices(here, there, teller)) or nothing


def because(game: Game, better: Move | None, other: Move | None, teller: Teller) -> str:
    """The reasons in one sentence; nothing if there are none."""
    voice, reasons = teller.voice, explain(game, better, other, teller)
    return voice("review.because", reasons=voice("marks.then").join(reasons)) if reasons else ""


def rate(voice: Voice, chance: float) -> str:
    """A chance in words; none at all needs no decimal."""
    return voice.percent(chance) if chance else voice("marks.percent", n=0)


def compare_moves(game: Game, better: Move, other: Move, teller: Teller) -> Iterator[str]:
    """What the moves do themselves."""
    voice = teller.voice
    if wins(game, better):
        yield voice("reasons.wins")
        return
    for colour, step in better.captures[:1] if not other.captures else ():
        yield voice("reasons.captures", whom=upper(teller.colour(colour)), n=step)
    prize, instead = (max((step for _, step in move.captures), default=0) for move in (better, other))
    if instead and prize - instead >= DEAR:
        yield voice("reasons.captures_more", n=prize, instead=instead)
    if other.penalty and not better.penalty:
        yield voice("reasons.penalty")
    if better.kind == "enter" != other.kind:
        yield voice("reasons.enters")
    home = first_home(game)
    if better.start < home <= better.target and not other.start < home <= other.target:
        yield voice("reasons.goal" if game.board.places else "reasons.home")


def wins(game: Game, move: Move) -> bool:
    after = game.copy(history=False)
    after.push(move)
    return after.outcome is not None and game.seat in after.outcome.winner


def compare_rests(game: Game, better: Move, other: Move, teller: Teller) -> Iterator[str]:
    """What the rest of the throw can do after each of them."""
    here, there = (list_rest(game, move) for move in (better, other))
    if any(move.kind == "enter" for move in here) and not any(move.kind == "enter" for move in (other, *there)):
        yield teller.voice("reasons.then_enters")
    if any(move.captures for move in here) and not any(move.captures for move in (better, other, *there)):
        yield teller.voice("reasons.then_captures")


def list_rest(game: Game, move: Move) -> tuple[Move, ...]:
    """The moves that can follow in the same throw."""
    after = game.copy(history=False)
    after.push(move)
    return tuple(after.legal_moves) if after.node == "move" and after.seat == game.seat else ()


def compare_outlooks(game: Game, here: Outlook | None, there: Outlook | None, teller: Teller) -> Iterator[str]:
    """How the board looks after each of them."""
    voice, percent = teller.voice, partial(rate, teller.voice)
    if here is None or there is None:
        return
    if there.risk - here.risk >= CLEAR:
        if here.risk < CLEAR:
            yield voice("reasons.safe", chance=percent(there.risk), n=there.stake)
        else:
            yield voice("reasons.safer", chance=percent(here.risk), instead=percent(there.risk))
    elif here.risk >= CLEAR and there.stake - here.stake >= DEAR:
        yield voice("reasons.stake", n=here.stake, instead=there.stake)
    if here.threat - there.threat >= CLEAR:
        yield voice("reasons.threat", chance=percent(here.threat), instead=percent(there.threat))
    if there.stuck - here.stuck >= CLEAR:
        yield voice("reasons.stuck", chance=percent(here.stuck), instead=percent(there.stuck))
    if here.home - there.home >= CLEAR:
        which = "reasons.goal_soon" if game.board.places else "reasons.home_soon"
        yield voice(which, chance=percent(here.home), instead=percent(there.home))
    if here.together > there.together:
        yield voice("reasons.together")


def compare_choices(here: Outlook | None, there: Outlook | None, teller: Teller) -> Iterator[str]:
    """How much is left to choose after each of them."""
    if here and there and here.choice - there.choice >= CLEAR:
        percent = partial(rate, teller.voice)
        yield teller.voice("reasons.choice", chance=percent(here.choice), instead=percent(there.choice))


def compare_prospects(game: Game, better: Move, other: Move, teller: Teller) -> Iterator[str]:
    """How the board looks two throws ahead, where that can be counted quickly."""
    if len(game.table.lookups.throws) > FEW:
        return
    found = []
    for move in (better, other):
        after = game.copy(history=False)
        after.push(move)
        if after.node == "over":
            return
        found.append(look_further(after, game.seat))
    (risk, threat), (other_risk, other_threat) = found
    voice, percent = teller.voice, partial(rate, teller.voice)
    if other_risk - risk >= CLEAR:
        yield voice("reasons.soon", chance=percent(risk), instead=percent(other_risk))
    if threat - other_threat >= CLEAR:
        yield voice("reasons.hunt", chance=percent(threat), instead=percent(other_threat))


def look_after(game: Game, move: Move) -> Outlook | None:
    """How a move leaves the board for the player who makes it; None if it ends the game."""
    after = game.copy(history=False)
    after.push(move)
    return None if after.node == "over" else look_out(after, game.seat)


def explain_offer(game: Game, better: Move | None, teller: Teller) -> Iterator[str]:
    """Whether to throw: the danger of one throw too many, and what a throw may do."""
    voice, percent = teller.voice, partial(rate, teller.voice)
    danger = find_danger(game)
    if danger:
        yield voice("reasons.danger" if better else "reasons.some_danger", chance=percent(danger))
    elif better is None:
        yield voice("reasons.no_danger")
    here = look_out(game, game.seat)
    if better is None and here.threat >= CLEAR:
        yield voice("reasons.can_capture", chance=percent(here.threat))
    if better is None and here.enters >= CLEAR:
        yield voice("reasons.can_enter", chance=percent(here.enters))
    if better is not None and here.stuck >= CLEAR:
        yield voice("reasons.cannot_move", chance=percent(here.stuck))


def find_danger(game: Game) -> float:
    """The chance that the next throw is one too many."""
    total = 0.0
    for faces, chance in game.throws.items():
        after = game.copy(history=False)
        after.throw(*faces)
        total += float(chance) if any(entry.what == "streak" for entry in after.log) else 0.0
    return total
