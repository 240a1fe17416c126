"""Many games in arrays, stepped together. Every rule is in the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self, cast

import numpy as np

from .. import kernel
from ..errors import IllegalMove, RuleError
from ..game import Game
from ..move import Move, unpack
from ..rulebooks import Rulebook, load, spell
from ..scalars import check_seed
from ..seats import Opener
from ..simulation import DEVICES, Device, whole
from ..simulation.jobs import LONGEST
from ..table import Table, set_up
from .arrays import Array, GameArrays
from .compiled import load_afterwards
from .compiled.loop import NEW, NO_GAME, OWN_THROW, decide_all, look_up, number_seeds
from .compiled.sight import see_all
from .planes import Plane, list_planes

MOST_GAMES = 10**8


class Batch(GameArrays):
    """Games at one table, in arrays. Each `step` plays one action in each of them, up to the next decision.

    The dice, and `bots` at the seats that have one, play by themselves within a step; a game that is over begins
    again, with another seed. Game i throws and plays exactly what `Game(…, seed=batch.seeds[i])` does; the first
    games are those of `simulate` with the same seed.

    >>> import numpy as np
    >>> from pachisi import Batch
    >>> batch = Batch("mensch", 1000, players=2, seed=1)
    >>> batch.mask.shape, batch.observe().shape, batch.to_play[:3]
    ((1000, 47), (1000, 151), array([0, 0, 0], dtype=int8))
    >>> batch.step(batch.sample(np.random.default_rng(1)))
    >>> batch.rewards.shape, int(batch.done.sum())
    ((1000, 3), 0)

    :ivar table: rulebook, players and house rules in force
    :ivar n: the number of games
    :ivar states: the games as they are kept, as `seeds`, `drawn` and `winners` the batch's own array, which the next step writes over; `state(i)` is one as a record of the kernel
    :ivar seeds: the seed of each game
    :ivar drawn: how many numbers the dice of each game have drawn
    :ivar winners: by game: the seat that has won in the last step; -1 if no game ended, -2 if it was given up
    :ivar bots: the bots that play within a step, by seat
    """

    def __new__(cls, *arguments: Any, device: str = "cpu", **_: Any) -> Self:
        """On a GPU, a batch of another kind."""
        device = arguments[4] if len(arguments) > 4 else device
        if device not in DEVICES:
            raise RuleError(f"There is no device {spell(device)}; choose 'cpu' or 'cuda' (a GPU by NVIDIA).")
        if device == "cuda":
            from .cuda import CudaBatch

            return object.__new__(cast(type[Self], CudaBatch))
        return object.__new__(cls)

    def __init__(
        self,
        book: str | Path | Rulebook | Table,
        n: int,
        players: int = 4,
        seed: int = 0,
        device: Device = "cpu",
        *,
        bots: Mapping[int, str] | None = None,
        throws: Literal["inside", "given"] = "inside",
        longest: int = LONGEST,
        first: Opener = 0,
        pieces: int | None = None,
        **options: object,
    ) -> None:
        """Set up n games.

        :param seed: of the batch; every game gets a seed of its own from it
        :param device: where the games are kept; with "cuda" on a GPU, and so is everything that is read from them
        :param bots: names of bots by seat, such as `{1: "greedy"}`; the other seats are decided by `step`
        :param throws: "given" makes throws actions as well, of nobody (`to_play` is -1); where a house rule has this name, its values will do, too
        :param longest: throws of its own dice after which a game is given up, without a winner
        """
        if throws not in ("inside", "given"):  # a book may have a house rule of this name
            known = book.book if isinstance(book, Table) else book if isinstance(book, Rulebook) else load(book)
            if "throws" in known.options:
                options, throws = {**options, "throws": throws}, "inside"
            else:
                raise RuleError(f"throws = {spell(throws)} is not possible; choose 'inside' or 'given'.")
        table = set_up(book, players, first, pieces, options)
        longest = whole(longest, "longest", 1, 2**31 - 1)
        super().__init__(table, whole(n, "n", 1, MOST_GAMES), bots or {}, throws == "given", longest)
        self.seed = check_seed(seed)
        self.reset()

    def __repr__(self) -> str:
        rules = "".join(f", {name}={value!r}" for name, value in self.table.options.items())
        bots = f", bots={self.bots}" if self.bots else ""
        return f"Batch({self.table.book.id!r}, {self.n}, players={self.table.players}, seed={self.seed}{bots}{rules})"

    # --- what there is ------------------------------------------------------

    @cached_property
    def planes(self) -> tuple[Plane, ...]:
        """What an observation consists of, part by part."""
        return list_planes(self.table)

    @property
    def choices(self) -> tuple[Array, Array]:
        """The possible actions of all games, and where those of each game begin; valid until the next step.

        >>> from pachisi import Batch
        >>> numbers, offsets = Batch("mensch", 2, seed=3).choices
        >>> numbers, offsets
        (array([4, 4], dtype=uint16), array([0, 1, 2], dtype=int32))
        """
        offsets, _, numbers = self._list_all()
        return numbers, offsets

    @property
    def mask(self) -> Array:
        """Which actions are possible, by game and action; at least one in each game."""
        numbers, offsets = self.choices
        mask = np.zeros((self.n, len(self.actions)), np.bool_)
        mask[np.repeat(np.arange(self.n), np.diff(offsets)), numbers] = True
        return mask

    @property
    def done(self) -> Array:
        """Has a game ended in the last step? What stands there now is the next game."""
        self._refresh()
        ended: Array = self.winners != NO_GAME
        return ended

    @property
    def rewards(self) -> Array:
        """What the last step has brought, by game and seat: at the end of a game each loser pays 1, and the winners share it."""
        self._refresh()
        return self._payoffs[self.winners]

    def observe(self, seat: int | None = None) -> Array:
        """What the player who decides sees, or the player at a seat: small numbers, as `planes` names them."""
        self._refresh()
        if seat is not None and seat not in self.seats:
            raise RuleError(f"Nobody sits at {spell(seat)}; the seats are {', '.join(map(str, self.seats))}.")
        eyes = np.full(self.n, -1 if seat is None else seat, np.int8)
        seen = np.empty((self.n, self.planes[-1].first + self.planes[-1].size), np.uint8)
        for here, states in self._stretches():
            see_all(self._book, states, eyes[here], self._order, seen[here])
        return seen

    def afterstates(self) -> Array:
        """What each of the `choices` leads to, before dice fall again, as its player sees it: a row for each of them.

        >>> from pachisi import Batch
        >>> batch = Batch("mensch", 2, players=2, seed=3)
        >>> batch.afterstates().shape, len(batch.choices[0])
        ((2, 151), 2)
        """
        offsets, orders, _ = self._list_all()
        seen = np.empty((len(orders), self.planes[-1].first + self.planes[-1].size), np.uint8)
        spare = kernel.prepare(np.zeros(1, self.table.size.state))[0]
        for here, states in self._stretches():
            part = offsets[here.start : here.stop + 1]
            load_afterwards(self.table.size)(self._book, states, self._works, spare, part, orders, self._order, seen)
        return seen

    # --- what can be done ---------------------------------------------------

    def reset(self, seed: int | None = None, number: int = 0) -> None:
        """Begin all games again: the same, or those of another seed; `number` is that of the first among the games of `simulate`."""
        if seed is not None:
            self.seed = check_seed(seed)
        number_seeds(np.uint64(self.seed), number, self.seeds)
        self.drawn[:] = 0
        self._lots[:] = 0
        self._waiting[:] = False
        self._play(np.full(self.n, NEW, np.int64))
        self.winners[:] = NO_GAME

    def step(self, actions: Any) -> None:
        """Play one action in each game."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise IllegalMove(f"A step takes {self.n} whole numbers, not {numbers.dtype} of shape {numbers.shape}.")
        self._refresh()
        numbers, chosen = numbers.astype(np.int64, copy=False), np.zeros(self.n, np.int64)
        if self._throws:
            self._throws.look_up(self._waiting, self.states["opening"] != 0, numbers, chosen)
        wrong = look_up(self._offsets, self._moves, self._listed, numbers, chosen)
        if wrong < self.n:
            possible = ", ".join(map(str, self.legal(wrong)))
            raise IllegalMove(f"Action {numbers[wrong]} is not possible in game {wrong}; choose one of {possible}.")
        self._play(chosen)

    def sample(self, rng: np.random.Generator) -> Array:
        """A possible action for each game, all equally likely."""
        numbers, offsets = self.choices
        counts = offsets[1:] - offsets[:-1]
        chosen: Array = numbers[offsets[:-1] + (rng.random(self.n, np.float32) * counts).astype(np.int32)]
        return chosen

    def advise(self, seating: int, lots: Array) -> Array:
        """Which of the `choices` quick bots take, as places in their list; `lots` has how many random numbers each game has used."""
        if self.given:
            raise RuleError("Bots choose among moves; where throws are given, a choice may be a throw.")
        self._refresh()
        chosen = np.zeros(self.n, np.int64)
        for here, states in self._stretches():
            games = self.seeds[here], lots[here], self._offsets[here.start : here.stop + 1]
            decide_all(self._book, states, self._works, *games, self._moves, seating, chosen[here])
        return chosen

    # --- single games -------------------------------------------------------

    def put(self, i: int, game: Game) -> None:
        """Continue a `Game` as game i."""
        self._check_game(game)
        i = range(self.n)[i]
        self._store(slice(i, i + 1), np.frombuffer(game.state, self.table.size.state))
        if len(self._lots) and self.seeds[i] != game.seed:
            self._lots[i] = 0
        self.seeds[i], self.drawn[i] = game.seed, game.drawn
        self.winners[i] = NO_GAME
        if self.given:
            self._waiting[i] = False
        self._stale = True

    def _check_game(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise RuleError(f"{spell(game)} is no game; a batch takes a Game.")
        if game.table.rules != self.table.rules:
            raise RuleError(f"A game of {game.table.book.id} with other rules cannot be put into a batch of {self.table.book.id}.")
        if game.node == "over":
            raise RuleError("A game that is over cannot be put into a batch.")
        if game.records()[1][0]["opening"] and self.table.first != "high_roll":
            raise RuleError("A game in which players still throw for the opening cannot be put into a batch in which nobody does.")

    def legal(self, i: int) -> dict[int, Move | None]:
        """The possible actions of game i, each with its move; None stands for a throw."""
        self._refresh()
        i = range(self.n)[i]
        if self._throws and self._waiting[i]:
            return dict.fromkeys(self._throws.due(bool(self.states[i]["opening"])))
        book, state = self._book[0], self.state(i)
        here = range(self._offsets[i], self._offsets[i + 1])
        moves = {int(self._listed[k]): int(self._moves[k]) for k in here}
        return {action: None if move <= OWN_THROW else unpack(move, book, state) for action, move in moves.items()}

    # --- files and devices --------------------------------------------------

    def to(self, device: Device) -> Batch:
        """A copy of all games on a device."""
        throws: Literal["inside", "given"] = "given" if self.given else "inside"
        other = Batch(self.table, self.n, 4, self.seed, device, bots=self.bots, throws=throws, longest=self.longest)
        other.recall(self.bytes(), self.memory())
        return other

    def save(self, path: str | Path) -> None:
        """Write all games to a file."""
        from .files import write

        write(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, book: str | Path | Rulebook | None = None) -> Batch:
        """Read a batch from a file; a book of your own is given again."""
        from .files import read

        return read(Path(path), book)
