"""The course of a game: where it stands, what can be done, what was done. Every rule is in the kernel."""

from __future__ import annotations

import secrets
from typing import Any, Self

from ..boards import Plan
from ..errors import IllegalMove, NotationError
from ..kernel.code import STOP_CODE
from ..lookups import Faces, Throws
from ..move import STOP, Move
from ..records import NODES, OWN_DICE, PLAY, THROW
from ..rulebooks import Rulebook, spell
from ..scalars import as_integer, check_seed
from ..seats import Seating
from ..table import Table
from .log import Log
from .snapshot import GameSnapshot, Outcome, read_outcome, read_snapshot
from .storage import COLOUR, DRAWN, NODE, OPENING, THROWER, Storage

OFFERED = (STOP,)


class BaseGame:
    """What `Game` is made of; it adds texts, pictures and explanations."""

    node: str
    table: Table
    seed: int
    seed_given: bool
    history: list[Faces | Move]

    @classmethod
    def from_state(cls, table: Table, state: bytes, *, seed: int | None = None, drawn: int = 0) -> Self:
        """A game that continues from a state of the kernel: the bytes of a STATE record.

        >>> from pachisi import Game
        >>> game = Game("mensch", seed=7)
        >>> Game.from_state(game.table, game.state, seed=7) == game
        True
        """
        size = table.size.state.itemsize
        if len(state) != size:
            raise NotationError(f"A state has {size} bytes, not {len(state)}.")
        number = as_integer(drawn)
        if number is None or not 0 <= number < 2**62:
            raise NotationError(f"drawn = {spell(drawn)} is not possible; it counts numbers that were drawn.")
        game = cls.__new__(cls)
        game._set_up(table, state, seed, number)
        return game

    def _set_up(self, table: Table, state: bytes, seed: int | None, drawn: int) -> None:
        self.table = table
        self.seed_given = seed is not None
        self.seed = secrets.randbits(63) if seed is None else check_seed(seed)
        self.history = []
        self._storage = storage = Storage(table.lookups, state, self.seed, drawn)
        self._do = storage.compiled.do
        self._read_few, self._read_codes = storage.layout.read_few, storage.layout.read_codes
        self._address, self._answers = storage.address, table.lookups.answers
        self._record, self._known = storage.game, table.lookups.moves
        self.node = NODES[storage.bytes[NODE]]
        self._moves: tuple[Move, ...] | None = None
        self._snapshot: GameSnapshot | None = None
        self._log: Log | None = None

    # --- state --------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat that decides; -1 when the game is over."""
        if self.node == "over":
            return -1
        storage = self._storage
        return storage.lookups.persons[storage.bytes[COLOUR if self.node == "move" else THROWER]]

    @property
    def colour(self) -> int:
        """The colour on turn, in a lent turn the partner's; -1 when the game is over."""
        return -1 if self.node == "over" else self._storage.bytes[COLOUR]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that can be pushed: at least one at a move node, `stop` at an offer, otherwise none.

        >>> from pachisi import Game
        >>> game = Game("mensch", seed=7)
        >>> game.throw(6)
        (6,)
        >>> game.parse("1-7") in game.legal_moves
        True
        """
        if self._moves is None:
            if self.node != "move":
                return OFFERED if self.node == "offer" else ()
            read_few = self._read_few
            count, pool, one, two, three = read_few(self._record)
            try:  # nearly always there already, at a third of the cost
                known = self._known[pool]
                if count == 1:
                    self._moves = (known[one],)
                elif count == 2:
                    self._moves = known[one], known[two]
                elif count == 3:
                    self._moves = known[one], known[two], known[three]
                elif count > 3:
                    self._moves = tuple(map(known.__getitem__, self._read_codes[count](self._record)))
                else:  # they are not listed yet
                    self._moves = self._storage.moves()
            except KeyError:
                self._moves = self._storage.moves()
        return self._moves

    @property
    def throws(self) -> Throws:
        """The throws that are possible at a throw or offer node, faces ascending, with their exact probabilities.

        >>> from pachisi import Game
        >>> Game("mensch").throws[6,]
        Fraction(1, 6)
        >>> sum(Game("parcheesi").throws.values())
        Fraction(1, 1)
        """
        if self.node not in ("throw", "offer"):
            return {}
        lookups = self.table.lookups
        return lookups.opening_throws if self._storage.bytes[OPENING] else lookups.throws

    @property
    def outcome(self) -> Outcome | None:
        """Who has won and all places; None while the game is in progress."""
        return read_outcome(self.state, self.table.size, self.seats) if self.node == "over" else None

    @property
    def snapshot(self) -> GameSnapshot:
        """The state of the game in plain values; later throws and moves do not change it."""
        if self._snapshot is None:
            self._snapshot = read_snapshot(self.state, self.table.lookups, self.table.pieces)
        return self._snapshot

    @property
    def pieces(self) -> list[list[int] | None]:
        """Ascending steps by colour: 0 waits, 1 is the start field, the last step is home; None for an unused colour."""
        return [None if steps is None else list(steps) for steps in self.snapshot.pieces]

    @property
    def faces(self) -> Faces:
        """The last throw of this turn."""
        return self.snapshot.faces

    @property
    def turn(self) -> int:
        """Turns begun so far; 0 while players throw for the first turn."""
        return self.snapshot.turn

    @property
    def drawn(self) -> int:
        """How many numbers the dice have drawn from the seed."""
        return self._storage.numbers[DRAWN]

    def drew(self, n: int) -> bool:
        """Did the game's own dice decide throw or move number n of its history?"""
        return self._storage.drew(n)

    @property
    def log(self) -> Log:
        """The game log, line by line, including what was settled automatically."""
        if self._log is None:
            self._log = Log(self.history, self._storage)
        return self._log

    @property
    def rulebook(self) -> Rulebook:
        """The book that is played."""
        return self.table.book

    @property
    def players(self) -> int:
        """The number of players."""
        return self.table.players

    @property
    def seats(self) -> Seating:
        """Who sits, whose colour is whose, and who wins together.

        >>> from pachisi import Game
        >>> Game("mensch", players=2).seats
        (0, 2)
        """
        return self.table.seats

    @property
    def board(self) -> Plan:
        """The fields, and where they are drawn."""
        return self.table.board

    # --- throws and moves ---------------------------------------------------

    def throw(self, *faces: int) -> Faces:
        """Throw the game's own dice, or enter the faces of a throw; returns the faces.

        >>> from pachisi import Game
        >>> game = Game("parcheesi", seed=7)
        >>> game.throw(5, 3)
        (5, 3)
        """
        node = self.node
        if node != "throw" and node != "offer":
            raise IllegalMove(f"Nobody throws now: this is a {node} node.")
        if faces:
            return self._show(faces)
        do = self._do  # called as an attribute, it would be looked up in the class as well
        answer: int = do(self._address, THROW, OWN_DICE)
        if answer < 0:
            self._storage.turn_page()
            answer = do(self._address, THROW, OWN_DICE)
        shown, self.node = self._answers[answer]
        self.history.append(shown)
        self._moves = self._snapshot = None
        return shown

    def push(self, move: Move) -> None:
        """Play a legal move; otherwise an IllegalMove names the clause that forbids it."""
        at = 0
        for legal in self._moves or self.legal_moves:
            if legal is move:
                break
            at += 1
        else:
            at = self._find(move)
        do = self._do
        answer = do(self._address, PLAY, at)
        if answer < 0:
            self._storage.turn_page()
            answer = do(self._address, PLAY, at)
        self.history.append(move)
        self.node = NODES[answer]
        self._moves = self._snapshot = None

    def pop(self) -> Move | Faces:
        """Take back the last throw or move, dice included; returns it.

        >>> from pachisi import Game
        >>> game = Game("mensch", seed=7)
        >>> game.throw() == game.pop()
        True
        """
        if not self.history:
            raise IllegalMove("There is nothing to take back.")
        back = self._storage.compiled.back
        answer = back(self._address)
        if answer < 0:
            self._storage.turn_page(back=True)
            answer = back(self._address)
        self.node = NODES[answer]
        self._moves = self._snapshot = None
        done = self.history.pop()
        if self._log is not None:
            self._log.cut(len(self.history))
        return done

    # --- copies -------------------------------------------------------------

    def copy(self, *, seed: int | None = None, history: bool = True) -> Self:
        """An independent game that continues from here; with a seed, it throws the dice of that seed from the beginning.

        A copy without history is quicker to make, but nothing in it can be taken back.

        >>> from pachisi import Game
        >>> game = Game("mensch", seed=7)
        >>> game.copy() == game
        True
        >>> game.copy(seed=1).throw(), game.history
        ((4,), [])
        """
        return self._fork(len(self.history), seed, history)

    def at(self, n: int, *, history: bool = True) -> Self:
        """The game as it was after n throws and moves: an independent copy, with or without its history up to then.

        >>> from pachisi import Game
        >>> game = Game("mensch", seed=7)
        >>> done = game.push_line("[6] 1-7, [2]")
        >>> game.at(0) == Game("mensch", seed=7), game.at(2).history == game.history[:2], game.at(3) == game
        (True, True, True)
        """
        length, last = as_integer(n), len(self.history)
        if length is None or not 0 <= length <= last:
            raise IllegalMove(f"There is no position {spell(n)}: this game has had {last} throws and moves.")
        return self._fork(length, None, history)

    def _fork(self, n: int, seed: int | None, history: bool) -> Self:
        state, drawn = self._storage.before(n)
        if seed is None:
            other = self.from_state(self.table, state, seed=self.seed, drawn=drawn)
            other.seed_given = self.seed_given
        else:
            other = self.from_state(self.table, state, seed=seed)
        if history:
            other.history += self.history[:n]
            other._storage.recall(self._storage, n)
        return other

    # --- for code that calls the kernel -------------------------------------

    @property
    def state(self) -> bytes:
        """The state as the kernel has it: the bytes of one STATE record."""
        return self._storage.state

    @property
    def codes(self) -> tuple[int, ...]:
        """The legal moves as the kernel writes them."""
        return self._storage.codes() if self.node == "move" else (STOP_CODE,) if self.node == "offer" else ()

    def records(self) -> tuple[Any, Any, Any]:
        """Rules, state and workspace as the kernel takes them, with the legal moves in the workspace.

        They belong to the game: copy them before you change anything.
        """
        if self.node == "move":
            self._storage.codes()
        return self._storage.records

    # --- internal -----------------------------------------------------------

    def _find(self, move: Move) -> int:
        """The index of an equal move among the legal ones."""
        if not isinstance(move, Move) or move not in self.legal_moves:
            from .why import refusal

            raise IllegalMove(refusal(self, move))
        return self.legal_moves.index(move)

    def _show(self, faces: tuple[int, ...]) -> Faces:
        """Enter a throw that was made elsewhere."""
        opening, lookups = self._storage.bytes[OPENING] != 0, self.table.lookups
        shown = tuple(as_integer(face) or 0 for face in faces)
        number = lookups.numbers[opening].get(shown)
        if number is None:
            dice = self.table.rules.dice
            count, sides = dice.opening if opening else dice.count, ", ".join(map(str, dice.faces))
            thing = "stick" if dice.kind == "sticks" else "die" if count == 1 else "dice"
            things = f"{count} {thing} with the faces {sides}"
            if dice.kind == "shells":
                things = f"of {max(dice.faces)} shells, one of {sides} lie with their mouths up"
            raise IllegalMove(f"{spell(faces)} cannot be thrown: {things}.")
        answer = self._do(self._address, THROW, number)
        if answer < 0:
            self._storage.turn_page()
            answer = self._do(self._address, THROW, number)
        self.history.append(shown)
        self.node = NODES[answer]
        self._moves = self._snapshot = None
        return shown
