"""Turns a guest's command into facts, or refuses it in a sentence. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Container

from ...bots import BOTS
from ...game import Game
from ...honest_dice import Mix
from .. import forms
from .. import protocol as p
from ..views.refusals import No
from . import facts as f
from .outline import Outline, Seat
from .sitting import NOTHING, Sitting

MOST_ASIDES = 1000  # of one guest: seats, names and take-backs; a log is read as a whole
MOST_GUESTS = 100  # who have had a seat at one table


def decide(
    sitting: Sitting, command: p.Commands, holder: str, absent: Container[int], given: Mix = NOTHING
) -> list[f.Facts]:
    """The facts that result from a guest's command; `absent` are the seats that a bot may take over, `given` is for a throw."""
    if sitting.phase == "closed":
        raise No("not_now", "closed")
    if sitting.asides[holder] >= MOST_ASIDES and not isinstance(command, p.Throw | p.Play | p.Close):
        raise No("not_now", "too_much_changed")
    match command:
        case p.Throw():
            return throw(sitting, command, holder, given)
        case p.CommitChain():
            return commit_chain(sitting, command, holder)
        case p.Play():
            return play(sitting, command, holder)
        case p.TakeBack():
            return take_back(sitting, command, holder)
        case p.Rename():
            own_seat(sitting, command.seat, holder)
            return [f.Named(command.seat, clean_name(command.name))]
        case p.Arrange():
            return arrange(sitting, command, holder)
        case p.Start():
            return start(sitting, holder)
        case p.Leave():
            return leave(sitting, holder)
        case p.StandIn():
            return stand_in(sitting, command, holder, absent)
        case p.ComeBack():
            seat = own_seat(sitting, command.seat, holder)
            if seat.stand_in is None and not seat.left:
                raise No("not_now", "playing_already")
            return [f.CameBack(command.seat)]
        case p.Close():
            owner_only(sitting, holder)
            return [f.TableClosed()]
    raise No("bad", "no_command")


# --- playing ------------------------------------------------------------------------


def throw(sitting: Sitting, command: p.Throw, holder: str, given: Mix) -> list[f.Facts]:
    seat = on_turn(sitting, command.at, holder)
    if sitting.snapshot is None or sitting.snapshot.node not in ("throw", "offer"):
        raise No("not_now", "move_now")
    thrown = sitting.next_throw(command.nonce, given)
    return [f.Threw(seat, thrown.faces, thrown.nonce, thrown.links, thrown.silent)]


def commit_chain(sitting: Sitting, command: p.CommitChain, holder: str) -> list[f.Facts]:
    """A browser has one chain, for the lowest of its seats; it counts from the next throw."""
    held = sitting.held_by(holder)
    if not held:
        raise No("not_yours", "players_only")
    if sitting.phase == "over":
        raise No("not_now", "over")
    if any(chain.commitment == command.commitment for chain in (*sitting.spent, *sitting.chains.values())):
        raise No("bad", "chain_used")
    return [f.Committed(min(held), holder, command.commitment, len(sitting.throws))]


def play(sitting: Sitting, command: p.Play, holder: str) -> list[f.Facts]:
    seat = on_turn(sitting, command.at, holder)
    moves = sitting.moves
    if not moves:
        raise No("not_now", "throw_now")
    if command.index >= len(moves):
        raise No("bad", "no_move", index=command.index, last=len(moves) - 1)
    return [f.Played(seat, command.index, str(moves[command.index]))]


def bot_throws(sitting: Sitting, given: Mix = NOTHING) -> f.Facts:
    thrown = sitting.next_throw(None, given)
    return f.Threw(sitting.on_turn, thrown.faces, thrown.nonce, thrown.links, thrown.silent)


def bot_plays(sitting: Sitting, index: int) -> f.Facts:
    moves = sitting.moves
    return f.Played(sitting.on_turn, index, str(moves[index]))


def take_back(sitting: Sitting, command: p.TakeBack, holder: str) -> list[f.Facts]:
    if not sitting.deed.take_back:
        raise No("not_allowed", "no_taking_back")
    if not sitting.at <= command.at <= sitting.seq:
        raise No("stale", "stale")
    way = sitting.way_back()
    if way is None or sitting.acts[way[1]].holder != holder:
        raise No("not_now", "nothing_to_take_back")
    return [f.TookBack(*way)]


def allow_hint(sitting: Sitting, command: p.AskHint, holder: str) -> Game:
    """The game to think about, if this table allows hints and it is this guest's move."""
    if not sitting.deed.hints:
        raise No("not_allowed", "no_hints")
    if not holder:
        raise No("not_yours", "watching")
    on_turn(sitting, command.at, holder)
    if sitting.game is None or sitting.game.node not in ("move", "offer"):
        raise No("not_now", "nothing_to_choose")
    return sitting.game


def allow_rematch(sitting: Sitting, holder: str) -> None:
    if sitting.phase != "over":
        raise No("not_now", "no_rematch_yet")
    if not sitting.held_by(holder):
        raise No("not_yours", "players_only")
    if sitting.rematch:
        raise No("not_now", "rematch_ready")


def on_turn(sitting: Sitting, at: int, holder: str) -> int:
    """The seat on turn, if this guest plays it and has seen the current state."""
    if sitting.phase != "play":
        raise No("not_now", "not_begun" if sitting.phase == "lobby" else "over")
    if not sitting.at <= at <= sitting.seq:
        raise No("stale", "stale")
    seat = sitting.seats.get(sitting.on_turn)
    if seat is None or seat.holder != holder:
        raise No("not_yours", "not_your_turn")
    if seat.stand_in:
        raise No("not_now", "bot_plays")
    return seat.number


# --- seats --------------------------------------------------------------------------


def own_seat(sitting: Sitting, number: int, holder: str) -> Seat:
    seat = sitting.seats.get(number)
    if seat is None or seat.holder != holder:
        raise No("not_yours", "not_your_seat", seat=number)
    return seat


def owner_only(sitting: Sitting, holder: str) -> None:
    if sitting.deed.owner != holder:
        raise No("not_yours", "owner_only")


def arrange(sitting: Sitting, command: p.Arrange, holder: str) -> list[f.Facts]:
    owner_only(sitting, holder)
    if sitting.phase != "lobby":
        raise No("not_now", "seats_given")
    if command.seat not in sitting.seats:
        raise No("bad", "no_seat", seat=command.seat, seats=", ".join(map(str, sitting.seats)))
    return [f.Arranged(place(command, holder))]


def place(chair: p.Arrange | forms.Chair, holder: str) -> f.Place:
    """Who sits there, as the host wants it."""
    name = None if chair.name is None else clean_name(chair.name)
    if chair.who == "bot":
        return f.Place(chair.seat, bot=known_bot(chair.bot or "greedy"), name=name)
    return f.Place(chair.seat, holder, name) if chair.who == "here" else f.Place(chair.seat)


def barred(sitting: Outline, invite: str) -> str | None:
    """Why nobody can sit down with this invitation now, as a key of the refusals."""
    if invite != sitting.deed.invite:
        return "wrong_invitation"
    if sitting.phase != "lobby":
        return "begun_watch"
    return None if any(seat.open for seat in sitting.seats.values()) else "full_watch"


def sit(sitting: Sitting, request: forms.Join, holder: str) -> f.Sat | int:
    """Take an open seat by invitation; or the seat that the guest has already, if the request was sent again."""
    bar = barred(sitting, request.invite)
    if bar == "wrong_invitation":
        raise No("not_allowed", bar)
    held = sitting.held_by(holder)
    if held and request.seat in (None, *held):
        return held[0] if request.seat is None else request.seat
    if bar == "begun_watch":
        raise No("not_now", bar)
    if holder not in sitting.guests and len(sitting.guests) >= MOST_GUESTS:
        raise No("not_now", "too_many_guests")
    if bar:
        raise No("not_now", bar)
    free = [number for number, seat in sitting.seats.items() if seat.open]
    if request.seat is not None and request.seat not in free:
        raise No("not_now", "seat_taken", seat=request.seat, free=", ".join(map(str, free)))
    return f.Sat(free[0] if request.seat is None else request.seat, holder, clean_name(request.name))


def start(sitting: Sitting, holder: str) -> list[f.Facts]:
    owner_only(sitting, holder)
    if sitting.phase != "lobby":
        raise No("not_now", "begun")
    if any(seat.open for seat in sitting.seats.values()):
        raise No("not_now", "seat_open")
    return [f.Began()]


def leave(sitting: Sitting, holder: str) -> list[f.Facts]:
    held = [number for number in sitting.held_by(holder) if not sitting.seats[number].left]
    if not held:
        raise No("not_yours", "no_seat_to_leave")
    if sitting.phase == "lobby" and holder != sitting.deed.owner:
        return [f.Arranged(f.Place(number)) for number in held]
    return [f.Left(number) for number in held]


def stand_in(sitting: Sitting, command: p.StandIn, holder: str, absent: Container[int]) -> list[f.Facts]:
    if sitting.phase != "play":
        raise No("not_now", "stand_in_later")
    seat = sitting.seats.get(command.seat)
    if seat is None or seat.holder is None:
        raise No("bad", "nobody_there")
    if not sitting.held_by(holder):
        raise No("not_yours", "players_only")
    if seat.stand_in:
        raise No("not_now", "bot_already")
    if seat.holder != holder and not seat.left and command.seat not in absent:
        raise No("not_now", "not_away")
    return [f.StoodIn(command.seat, known_bot(command.bot))]


def known_bot(name: str) -> str:
    if name not in BOTS:
        raise No("bad", "no_bot", name=name, known=", ".join(BOTS))
    return name


def clean_name(name: str) -> str:
    clean = " ".join(name.split())
    if not clean or not clean.isprintable():
        raise No("bad", "bad_name")
    return clean
