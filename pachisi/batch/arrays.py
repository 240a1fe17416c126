"""What a batch is kept in: its arrays, and the loop that runs over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self

import numpy as np

from .. import kernel
from ..bots import bot
from ..bots.registry import profile_of
from ..errors import RuleError
from ..game import Game
from ..game.snapshot import Outcome
from ..kernel.code import STOP_CODE
from ..records import MAX_MOVES, SMALL, Dtype, Node, plain
from ..rulebooks import spell
from ..simulation.loop import SEAT_BITS
from ..table import Table
from .actions import MOST_ACTIONS, BatchAction, list_actions, list_throws
from .compiled import GIVEN, load
from .compiled.keeping import complete, words_of
from .compiled.loop import AT, LOOK, NO_BOTS, NO_GAME, NOBODY, OWN_THROW, TO
from .given import GivenThrows
from .planes import order_colours

Array = np.ndarray[Any, Any]
MOVE = int(Node.MOVE)
SLACK = 64  # lists of moves grow by the sixty-fourth part
MOST_BYTES, ROOM = 300, 1 << 16  # of a game, and of a batch besides: where lists are too long for that, less is kept of the states
DRAWING = "random"  # the bot that draws random numbers
STRETCH = 1024  # games that are played at a time where states are not kept whole: they stay in the processor's cache
OWN = ("states", "seeds", "drawn", "winners", "_works", "_lots", "_waiting", "_offsets", "_moves", "_listed")  # never shared


class GameArrays:
    """What `Batch` is made of; it adds everything that is read or chosen."""

    table: Table
    n: int
    states: Array
    seeds: Array
    drawn: Array
    winners: Array
    bots: dict[int, str]
    _stored: Dtype  # a state as it is kept: whole, or without what is found again

    def __init__(self, table: Table, n: int, bots: Mapping[int, str], given: bool, longest: int) -> None:
        self.table, self.n, self.given, self.longest = table, n, given, longest
        if not isinstance(bots, Mapping):
            raise RuleError(f"bots = {spell(bots)} is not possible; name them by seat, such as bots={{1: 'greedy'}}.")
        self.bots = {seat: profile_of(name).name for seat, name in bots.items()}
        self._check_bots()
        self._make_room()
        self._sit_down()
        self._loop = self._load()

    def __len__(self) -> int:
        return self.n

    # --- what there is ------------------------------------------------------

    @property
    def seats(self) -> tuple[int, ...]:
        """Who sits."""
        return self.table.seats

    @cached_property
    def actions(self) -> tuple[BatchAction, ...]:
        """All actions of the table, by number.

        >>> from pachisi import Batch
        >>> batch = Batch("mensch", 1)
        >>> [str(action) for action in batch.actions[:6]]
        ['throw', 'stop', 'pass', '0: enter', '0: 1', '0: 2']
        """
        dice = (action for _, _, action in list_throws(self.table)) if self.given else ()
        return (*list_actions(self.table), *dice)

    @property
    def to_play(self) -> Array:
        """The seat that decides, by game; -1 where a throw is to be given."""
        self._refresh()
        colours = np.where(self.states["node"] == MOVE, self.states["colour"], self.states["thrower"])
        seats: Array = self._persons[colours]
        if self.given:
            seats[self._waiting] = -1
        return seats

    def game(self, i: int) -> Game:
        """Game i as a `Game`, dice included.

        >>> from pachisi import Batch
        >>> print(*Batch("mensch", 10, seed=1).game(3).legal_moves)
        2: 0/1-3
        """
        return Game.from_state(self.table, self.state(i).tobytes(), seed=int(self.seeds[i]), drawn=int(self.drawn[i]))

    def state(self, i: int) -> Any:
        """The record of game i, as the kernel plays it."""
        self._refresh()
        at = range(self.n)[i]
        return self._whole(slice(at, at + 1))[0]

    # --- copies -------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for name in OWN:
            part = getattr(self, name)
            setattr(other, name, part.view(np.uint8).copy().view(part.dtype, type(part)))  # bytes, with what lies between fields
        return other

    def __copy__(self) -> Self:  # arrays are never shared
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {name: part for name, part in self.__dict__.items() if name != "_loop"}

    def __setstate__(self, parts: dict[str, Any]) -> None:
        self.__dict__.update(parts)
        self._loop = self._load()

    def memory(self) -> dict[str, Array]:
        """All that the games remember besides their states."""
        parts = {"seeds": self.seeds, "drawn": self.drawn, "winners": self.winners}
        return {**parts, "lots": self._lots, "waiting": self._waiting}

    def bytes(self) -> Array:
        """All states, whole."""
        self._refresh()
        return plain(self._whole(slice(0, self.n))).view(np.uint8)

    def recall(self, states: Array, memory: Mapping[str, Array]) -> None:
        """Continue from states and a memory of another batch like this."""
        self._store(slice(0, self.n), np.ascontiguousarray(states).view(self.table.size.state))
        for name, part in self.memory().items():
            part[:] = memory[name]
        self._stale = True

    # --- setting up ---------------------------------------------------------

    def _keep_less(self) -> None:
        """From now on keep of a state only what the rest is found from."""
        if self._stored != self.table.size.kept:
            self._stored = self.table.size.kept
            self.states = np.zeros(self.n, self._stored)

    def _count_bytes(self, choices: int) -> int:
        """Of all games, with room for so many choices."""
        parts = self.states, self.seeds, self.drawn, self.winners, self._lots, self._waiting, self._offsets
        return sum(part.nbytes for part in parts) + choices * (self._moves.itemsize + self._listed.itemsize)

    def _check_bots(self) -> None:
        for seat in self.bots:
            if seat not in self.seats:
                raise RuleError(f"Nobody sits at {spell(seat)}; the seats are {', '.join(map(str, self.seats))}.")
        self.bots = {int(seat): name for seat, name in self.bots.items()}
        if len(self.bots) == len(self.seats):
            raise RuleError("All seats have bots, so that nobody is left to decide; `simulate` plays such games.")

    def _load(self) -> Any:
        return load(self.table.size, self.table.lookups.book.tobytes(), self.n, self.given)

    def _make_room(self) -> None:
        """The arrays: about 260 bytes a game, or 100 to 170 where states are shortened, and 10 for each possible move."""
        n, size = self.n, self.table.size
        self._stored = size.state if size == SMALL else size.kept
        rooms = self.table.lookups.book, np.zeros(n, self._stored), kernel.room(self.table.size)
        self._book, self.states, self._works = kernel.prepare(*rooms)
        self.seeds, self.drawn = np.zeros(n, np.uint64), np.zeros(n, np.int32)
        self._lots = np.zeros(n if DRAWING in self.bots.values() else 0, np.int32)
        self._waiting = np.zeros(n if self.given else 0, np.bool_)  # for a throw that is to be given
        self.winners, self._offsets = np.zeros(n, np.int8), np.zeros(n + 1, np.int32)
        self._throws = GivenThrows(self.table, len(list_actions(self.table))) if self.given else None
        self._moves, self._listed = np.zeros(n + MAX_MOVES, np.int64), np.zeros(n + MAX_MOVES, np.uint16)
        self._stale = False
        assert len(self.actions) <= MOST_ACTIONS

    def _sit_down(self) -> None:
        """Who decides for whom, who wins what, and which bots play."""
        seats = self.table.seats
        self._persons, self._order = np.array(self.table.lookups.persons, np.int8), order_colours(self.table)
        self._payoffs = np.zeros((max(seats) + 3, max(seats) + 1), np.float32)  # the last two: no winner
        for side in seats.sides:
            rest = tuple(seat for seat in seats if seat not in side)
            for seat, share in Outcome(side, (side, rest)).returns.items():
                self._payoffs[list(side), seat] = share
        self._seating = NO_BOTS
        self._thinkers = {seat: bot(name) for seat, name in self.bots.items() if profile_of(name).thinks}
        for seat, name in self.bots.items():
            if seat not in self._thinkers:
                self._seating ^= (NOBODY ^ profile_of(name).number) << SEAT_BITS * seat

    # --- playing ------------------------------------------------------------

    def _play(self, chosen: Array) -> None:
        """Play what is chosen; then bots that think."""
        self._run(chosen)
        self._let_think()

    def _let_think(self) -> None:
        """Bots that think play where it is their turn; they are asked one game at a time."""
        while self._thinkers and len(turns := np.flatnonzero(np.isin(self.to_play, list(self._thinkers)))):
            chosen = np.full(self.n, LOOK, np.int64)
            chosen[turns] = [self._think(i) for i in turns.tolist()]
            self._run_on(chosen)

    def _think(self, i: int) -> int:
        """What a bot that thinks does in game i."""
        game = self.game(i)
        player = self._thinkers[game.seat]
        if game.node == "offer":
            return STOP_CODE if player.declines(game) else OWN_THROW
        return int(self._moves[self._offsets[i] + player.choose(game, game.legal_moves)])

    def _list_all(self) -> tuple[Array, Array, Array]:
        """What can be chosen: where each game's list begins, moves or other orders, and the actions."""
        self._refresh()
        if not self._throws:
            return self._offsets, self._moves[: self._offsets[-1]], self._listed[: self._offsets[-1]]
        return self._throws.insert(self._waiting, self.states["opening"] != 0, self._offsets, self._moves, self._listed)

    def _run(self, chosen: Array) -> None:
        """Run the loop over all games; where the lists are too short, make them longer and go on."""
        tally = np.zeros(2, np.int64)
        for here, states in self._stretches():
            memory = (part[here] for part in (chosen, self.seeds, self.drawn, self._lots, self.winners, self._waiting))
            games = self._book, states, self._works, *memory, self._offsets[here.start : here.stop + 1]
            tally[AT] = 0
            while tally[AT] < len(states):
                if tally[TO] + MAX_MOVES > len(self._moves):
                    size = len(self._moves) + len(self._moves) // SLACK + MAX_MOVES
                    if self._count_bytes(size) > MOST_BYTES * self.n + ROOM:
                        self._keep_less()
                    self._moves, self._listed = np.resize(self._moves, size), np.resize(self._listed, size)
                self._loop(*games, self._moves, self._listed, tally, GIVEN if self.given else None, self._seating, self.longest, self.n)
            self._store(here, states)

    def _stretches(self) -> Iterator[tuple[slice, Array]]:
        """The games as the kernel plays them: all at once if their states are kept whole, otherwise some at a time."""
        length = self.n if self._stored == self.table.size.state else STRETCH
        for start in range(0, self.n, length):
            here = slice(start, min(start + length, self.n))
            yield here, self._whole(here)

    def _whole(self, here: slice) -> Array:
        """States as the kernel plays them: these very ones, if they are kept whole."""
        if self._stored == self.table.size.state:
            return self.states[here]
        (states,) = kernel.prepare(np.empty(here.stop - here.start, self.table.size.state))
        complete(self._book, self.states[here], states)
        return states  # type: ignore[no-any-return]

    def _store(self, here: slice, states: Array) -> None:
        words_of(self.states[here])[:] = words_of(states)[:, : self._stored.itemsize // 8]

    def _run_on(self, chosen: Array) -> None:
        """The same, within a step: games that have ended in it before stay ended."""
        before = self.winners.copy()
        self._run(chosen)
        self.winners[:] = np.where(before == NO_GAME, self.winners, before)

    def _refresh(self) -> None:
        """List what can be chosen again, after games were put in."""
        if self._stale:
            self._stale = False
            self._run_on(np.full(self.n, LOOK, np.int64))
            self._let_think()
