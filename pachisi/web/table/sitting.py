"""One table as its log describes it: who sits where, and the game. No I/O: nothing but facts changes it."""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from ... import honest_dice
from ...game import Game
from ...game.log import LogEntry
from ...game.snapshot import GameSnapshot, Pieces
from ...honest_dice import Chain, Mix
from ...move import Move
from ...notation import read_position
from ...rules import lots
from . import facts as f
from .outline import Outline

LONGEST_WAY_BACK = 100  # throws and moves, those of bots included
LONGEST_GAME = 10_000  # throws and moves by a rulebook of one's own
ACTS = (f.Threw, f.Played)
CHANGES = (*ACTS, f.Began, f.TookBack)  # of the game itself
NOTHING = Mix()  # nobody was asked for a link
STORY = 200  # changes kept for the game log


class FallenThrow(Struct, frozen=True, gc=False):
    """A throw that has been made; it survives when moves are taken back."""

    faces: tuple[int, ...]
    nonce: str | None
    links: tuple[tuple[int, str], ...] = ()
    silent: tuple[int, ...] = ()


class Action(NamedTuple):
    """A throw or a move, and whose it was; a bot has no holder."""

    seat: int
    holder: str | None
    chosen: bool = False  # something else could have been done


class Change(Struct, frozen=True, gc=False):
    """What a fact has changed, for the narrator."""

    seq: int
    fact: f.Facts
    before: Pieces = ()
    after: Pieces = ()
    news: Sequence[LogEntry] = ()
    move: Move | None = None
    colour: int = -1
    n: int = 0
    kept: bool = False
    on_turn: int = -1


@dataclass
class Sitting(Outline):
    at: int = 0  # the seq of the last event that changed the game itself
    game: Game | None = None
    throws: list[FallenThrow] = field(default_factory=list)  # all that were made, even those taken back
    thrown: int = 0  # how many of them stand
    chains: dict[int, Chain] = field(default_factory=dict)  # in force, by seat
    keepers: dict[int, str] = field(default_factory=dict)  # whose browser has that chain
    spent: list[Chain] = field(default_factory=list)  # chains that were replaced
    acts: list[Action] = field(default_factory=list)
    asides: Counter[str | None] = field(default_factory=Counter)  # by holder: facts that are neither throws nor moves
    done: dict[tuple[str, str], int] = field(default_factory=dict)  # (holder, command) -> seq
    guests: set[str] = field(default_factory=set)  # everybody who has ever held a seat
    story: deque[Change] = field(default_factory=lambda: deque(maxlen=STORY))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.guests = {place.holder for place in self.deed.places if place.holder} | {self.deed.owner}

    @classmethod
    def replay(cls, deed: f.Deed, entries: Sequence[f.LoggedFact]) -> Sitting:
        """The table, rebuilt from its whole log."""
        sitting = cls(deed)
        for entry in entries:
            sitting.apply(entry)
        return sitting

    # --- what can be asked --------------------------------------------------------

    @property
    def snapshot(self) -> GameSnapshot | None:
        """The state of the game; None in the lobby."""
        return self.game.snapshot if self.game else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none in the lobby."""
        return self.game.legal_moves if self.game else ()

    @property
    def mixes(self) -> list[honest_dice.Mix]:
        """What the throws that stand have mixed in."""
        return [Mix(throw.nonce, throw.links, throw.silent) for throw in self.throws[: self.thrown]]

    @property
    def all_chains(self) -> list[Chain]:
        """Every chain with its last link in a throw that stands, those of a seat in their order."""
        return [self._last_link(chain) for chain in [*self.spent, *self.chains.values()]]

    def _last_link(self, chain: Chain) -> Chain:
        given = [(n, dict(mix.links).get(chain.seat)) for n, mix in enumerate(self.mixes) if chain.since <= n <= chain.last]
        n, link = next(((n, link) for n, link in reversed(given) if link), (-1, ""))
        return dataclasses.replace(chain, last=n, link=link)

    @property
    def played_on(self) -> Game | None:
        """The game that has been won, with the others playing on for the places (C23); None where nobody can."""
        return self.game.play_on() if self.game and self.phase == "over" and self.table.played_on else None

    def dice_count(self) -> int:
        """How many dice the next throw has."""
        dice = self.table.rules.dice
        return dice.opening if self.opening else dice.count

    @property
    def opening(self) -> bool:
        """Are the players throwing for the first turn?"""
        return self.game is not None and self.game.turn == 0

    def next_throw(self, nonce: str | None, given: Mix = NOTHING) -> FallenThrow:
        """The next throw: one that was made before stays; a new one comes from the secret and the links, or else the nonce."""
        if self.thrown < len(self.throws):
            return self.throws[self.thrown]
        nonce = None if given.links else nonce
        return FallenThrow(self._new_faces(nonce, given.links), nonce, tuple(given.links), given.silent)

    def _new_faces(self, nonce: str | None, links: honest_dice.Links) -> tuple[int, ...]:
        given = (
            [throw.nonce for throw in reversed(self.throws) if throw.nonce is not None] if nonce is None else [nonce]
        )
        mixed = given[0] if given else ""
        faces, dice = lots(self.table.rules.dice), self.dice_count()
        return honest_dice.throw(self.deed.secret, self.deed.id, self.thrown, mixed, faces, dice, links)

    def way_back(self) -> tuple[int, int] | None:
        """The last choice that can be taken back: its seat, and how many acts came before it.

        Back to the last choice of a person, past moves that were forced, as long as no other person has done anything
        since. Where several persons play, only before the next throw, a bot's included: nobody shall choose again who
        knows how the dice fall.
        """
        if self.game is None or self.phase != "play" or not self.deed.take_back:
            return None
        several = len({seat.holder for seat in self.seats.values() if seat.holder}) > 1
        person: str | None = None
        for at in range(len(self.acts) - 1, max(0, len(self.acts) - LONGEST_WAY_BACK) - 1, -1):
            act = self.acts[at]
            if several and not isinstance(self.game.history[at], Move):
                return None
            if act.holder is None:
                continue
            if person not in (None, act.holder):
                return None
            person = act.holder
            if act.chosen:
                return act.seat, at
        return None

    def consequences(self) -> list[f.Facts]:
        """What follows automatically from the current state; a book of one's own may describe a game without an end."""
        if self.phase != "play" or self.game is None:
            return []
        if self.table.book.path is None and len(self.acts) >= LONGEST_GAME:
            return [f.TableClosed()]
        return [f.GameEnded()] if self.game.node == "over" else []

    # --- what changes it ------------------------------------------------------------

    def apply(self, entry: f.LoggedFact) -> Change:
        """Apply a fact from the log."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"Event {entry.seq} of table {self.deed.id} cannot follow event {self.seq}.")
        change = self._take(entry.seq, entry.fact, entry.holder)
        self.seq = entry.seq
        self.asides[entry.holder] += not isinstance(entry.fact, ACTS)
        self.on_turn = self.game.seat if self.game and self.phase == "play" else -1
        if isinstance(entry.fact, CHANGES):
            self.at = entry.seq
        if entry.holder and entry.command:
            self.done[entry.holder, entry.command] = entry.seq
        self.story.append(change)
        return change

    def _take(self, seq: int, fact: f.Facts, holder: str | None) -> Change:
        match fact:
            case f.Threw():
                return self._throw(seq, fact, holder)
            case f.Played():
                return self._play(seq, fact, holder)
            case f.TookBack():
                self._take_back(fact.to)
            case f.Committed():
                self._commit(fact)
            case f.Sat():
                self.guests.add(fact.holder)
                self._seat(fact.seat, holder=fact.holder, name=fact.name, bot=None)
            case f.Arranged():
                place = fact.place
                self._seat(place.seat, holder=place.holder, name=place.name, bot=place.bot)
            case f.Named():
                self._seat(fact.seat, name=fact.name)
            case f.Left():
                self._seat(fact.seat, left=True)
            case f.StoodIn():
                self._seat(fact.seat, stand_in=fact.bot)
            case f.CameBack():
                self._seat(fact.seat, stand_in=None, left=False)
            case f.RematchMade():
                self.rematch = fact.table
            case f.Began():
                start = self.deed.start
                self.game, self.phase = Game(self.table) if start is None else read_position(start, self.table), "play"
            case f.GameEnded():
                self.phase, self.winner = "over", self.game.outcome.winner if self.game and self.game.outcome else ()
            case f.TableClosed():
                self.phase = "closed"
        return Change(seq, fact)

    def _commit(self, fact: f.Committed) -> None:
        """One chain for each browser: a new one replaces the old."""
        for seat in [seat for seat, keeper in self.keepers.items() if keeper == fact.holder or seat == fact.seat]:
            del self.keepers[seat]
            self.spent.append(self.chains.pop(seat))
        self.chains[fact.seat] = Chain(fact.seat, fact.since, fact.commitment)
        self.keepers[fact.seat] = fact.holder

    def _seat(self, number: int, **values: object) -> None:
        if "holder" in values and self.keepers.get(number) not in (None, values["holder"]):
            del self.keepers[number], self.chains[number]  # in the lobby: it has no part in any throw
        self.seats[number] = dataclasses.replace(self.seats[number], **values)  # type: ignore[arg-type]

    def _playing(self) -> Game:
        if self.game is None:
            raise ValueError(f"The game of table {self.deed.id} has not begun.")
        return self.game

    def _throw(self, seq: int, fact: f.Threw, holder: str | None) -> Change:
        game = self._playing()
        lines, before = len(game.log), game.snapshot
        n, kept = self.thrown, self.thrown < len(self.throws)
        game.throw(*fact.faces)
        if not kept:
            self.throws.append(FallenThrow(fact.faces, fact.nonce, fact.links, fact.silent))
            for seat, link in fact.links:
                self.chains[seat] = dataclasses.replace(self.chains[seat], last=n, link=link)
        self.thrown += 1
        self.acts.append(Action(fact.seat, holder))
        after = game.snapshot
        news = game.log[lines:]
        return Change(seq, fact, before.pieces, after.pieces, news, None, before.colour, n, kept, after.seat)

    def _play(self, seq: int, fact: f.Played, holder: str | None) -> Change:
        game = self._playing()
        lines, before, move = len(game.log), game.snapshot, game.legal_moves[fact.index]
        if str(move) != fact.move:
            raise ValueError(f"Event {seq} of table {self.deed.id} played {fact.move}, but here is {move}.")
        chosen = before.node == "offer" or len(game.legal_moves) > 1  # at an offer, to throw is the other choice
        game.push(move)
        self.acts.append(Action(fact.seat, holder, chosen))
        after = game.snapshot
        news = game.log[lines:]
        return Change(seq, fact, before.pieces, after.pieces, news, move, before.colour, on_turn=after.seat)

    def _take_back(self, to: int) -> None:
        game = self._playing()
        while len(game.history) > to:
            self.thrown -= not isinstance(game.pop(), Move)
            self.acts.pop()
