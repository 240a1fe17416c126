"""From a guest's command to facts, or to a refusal in a sentence. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Container

from ..bots import BOTS
from ..rulebook import unknown
from . import facts as f
from . import forms
from . import protocol as p
from .sitting import Seat, Sitting


class No(Exception):  # noqa: N818  (a refusal, not a fault)
    def __init__(self, code: p.RefusalCode, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


def decide(sitting: Sitting, command: p.Commands, holder: str, absent: Container[int]) -> list[f.Facts]:
    """What a command of a guest brings about; `absent` are the seats that a bot may take over."""
    if sitting.phase == "closed":
        raise No("not_now", "The table has been closed.")
    match command:
        case p.Throw():
            return throw(sitting, command, holder)
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
                raise No("not_now", "You are playing this seat already.")
            return [f.CameBack(command.seat)]
        case p.Close():
            owner_only(sitting, holder)
            return [f.Closed()]
    raise No("bad", "This is not a command to a table.")


# --- playing ------------------------------------------------------------------------


def throw(sitting: Sitting, command: p.Throw, holder: str) -> list[f.Facts]:
    seat = on_turn(sitting, command.at, holder)
    if sitting.standing is None or sitting.standing.node not in ("throw", "offer"):
        raise No("not_now", "Now a move is played, not the dice.")
    thrown = sitting.next_throw(command.nonce)
    return [f.Threw(seat, thrown.faces, thrown.nonce)]


def play(sitting: Sitting, command: p.Play, holder: str) -> list[f.Facts]:
    seat = on_turn(sitting, command.at, holder)
    moves = sitting.standing.moves if sitting.standing else ()
    if not moves:
        raise No("not_now", "Now the dice are thrown.")
    if command.index >= len(moves):
        raise No("bad", f"There is no move {command.index}; the moves are 0 to {len(moves) - 1}.")
    return [f.Played(seat, command.index, str(moves[command.index]))]


def bot_throws(sitting: Sitting) -> f.Facts:
    thrown = sitting.next_throw(None)
    return f.Threw(sitting.on_turn, thrown.faces, thrown.nonce)


def bot_plays(sitting: Sitting, index: int) -> f.Facts:
    moves = sitting.standing.moves if sitting.standing else ()
    return f.Played(sitting.on_turn, index, str(moves[index]))


def take_back(sitting: Sitting, command: p.TakeBack, holder: str) -> list[f.Facts]:
    if not sitting.deed.take_back:
        raise No("not_allowed", "At this table nothing is taken back.")
    if not sitting.at <= command.at <= sitting.seq:
        raise No("stale", "The game has gone on; look again.")
    way = sitting.way_back()
    if way is None or sitting.actors[way[1]][1] != holder:
        raise No("not_now", "There is no move of yours to take back.")
    return [f.TookBack(*way)]


def on_turn(sitting: Sitting, at: int, holder: str) -> int:
    """The seat on turn, if this guest plays it and has seen how things stand."""
    if sitting.phase != "play":
        raise No("not_now", "The game has not begun." if sitting.phase == "lobby" else "The game is over.")
    if not sitting.at <= at <= sitting.seq:
        raise No("stale", "The game has gone on; look again.")
    seat = sitting.seats.get(sitting.on_turn)
    if seat is None or seat.holder != holder:
        raise No("not_yours", "It is not your turn.")
    if seat.stand_in:
        raise No("not_now", "A bot plays your seat; come back first.")
    return seat.number


# --- seats --------------------------------------------------------------------------


def own_seat(sitting: Sitting, number: int, holder: str) -> Seat:
    seat = sitting.seats.get(number)
    if seat is None or seat.holder != holder:
        raise No("not_yours", f"Seat {number} is not yours.")
    return seat


def owner_only(sitting: Sitting, holder: str) -> None:
    if sitting.deed.owner != holder:
        raise No("not_yours", "Only who has laid the table may do this.")


def arrange(sitting: Sitting, command: p.Arrange, holder: str) -> list[f.Facts]:
    owner_only(sitting, holder)
    if sitting.phase != "lobby":
        raise No("not_now", "The seats are given; the game has begun.")
    if command.seat not in sitting.seats:
        raise No("bad", f"There is no seat {command.seat}; there are {', '.join(map(str, sitting.seats))}.")
    return [f.Arranged(place(command, holder))]


def place(chair: p.Arrange | forms.Chair, holder: str) -> f.Place:
    """Who sits there, as the owner wants it."""
    name = None if chair.name is None else clean_name(chair.name)
    if chair.who == "bot":
        return f.Place(chair.seat, bot=known_bot(chair.bot or "greedy"), name=name)
    return f.Place(chair.seat, holder, name) if chair.who == "here" else f.Place(chair.seat)


def sit(sitting: Sitting, request: forms.Join, holder: str) -> f.Sat:
    """Take an open seat by invitation."""
    if request.invite != sitting.deed.invite:
        raise No("not_allowed", "This invitation is not one of this table.")
    if sitting.phase != "lobby":
        raise No("not_now", "The game has begun; you can watch it.")
    free = [number for number, seat in sitting.seats.items() if seat.open]
    if not free:
        raise No("not_now", "All seats are taken; you can watch the game.")
    if request.seat is not None and request.seat not in free:
        raise No("not_now", f"Seat {request.seat} is not free; free are {', '.join(map(str, free))}.")
    return f.Sat(free[0] if request.seat is None else request.seat, holder, clean_name(request.name))


def start(sitting: Sitting, holder: str) -> list[f.Facts]:
    owner_only(sitting, holder)
    if sitting.phase != "lobby":
        raise No("not_now", "The game has already begun.")
    if any(seat.open for seat in sitting.seats.values()):
        raise No("not_now", "A seat is still open: wait for somebody, or give it to a bot.")
    return [f.Began()]


def leave(sitting: Sitting, holder: str) -> list[f.Facts]:
    held = [number for number in sitting.held_by(holder) if not sitting.seats[number].left]
    if not held:
        raise No("not_yours", "You hold no seat that you could leave.")
    if sitting.phase == "lobby" and holder != sitting.deed.owner:
        return [f.Arranged(f.Place(number)) for number in held]
    return [f.Left(number) for number in held]


def stand_in(sitting: Sitting, command: p.StandIn, holder: str, absent: Container[int]) -> list[f.Facts]:
    if sitting.phase != "play":
        raise No("not_now", "A bot can stand in only while the game is going on.")
    seat = sitting.seats.get(command.seat)
    if seat is None or seat.holder is None:
        raise No("bad", "Nobody sits there for whom a bot could stand in.")
    if not sitting.held_by(holder):
        raise No("not_yours", "Only who plays at this table may do this.")
    if seat.stand_in:
        raise No("not_now", "A bot plays this seat already.")
    if seat.holder != holder and not seat.left and command.seat not in absent:
        raise No("not_now", "This player is here, or has not been away for long enough.")
    return [f.StoodIn(command.seat, known_bot(command.bot))]


def known_bot(name: str) -> str:
    if name not in BOTS:
        raise No("bad", unknown(f"There is no bot '{name}'", name, BOTS))
    return name


def clean_name(name: str) -> str:
    clean = " ".join(name.split())
    if not clean or not clean.isprintable():
        raise No("bad", "A name needs letters that can be printed.")
    return clean
