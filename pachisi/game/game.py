"""`Game`, the class that users call. It is thin: every rule is in the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from ..lookups import Faces
from ..move import Move
from ..rulebooks import Rulebook
from ..seats import Opener
from ..sheet import Verdict
from ..table import Table, set_up
from .base import BaseGame

if TYPE_CHECKING:
    from ..bots.thinking import Advice


class Game(BaseGame):
    """One game at one table.

    A game is at one of four nodes. At a *throw* node somebody has to throw; at a *move* node somebody has to
    push one of the legal moves; at an *offer* node the player may throw, or push the move `stop`; *over* is the end.

    >>> game = Game("mensch", players=4, seed=7)
    >>> game.throw(6)
    (6,)
    >>> [str(move) for move in game.legal_moves]
    ['6: 0/1-7']
    >>> game.push(game.legal_moves[0])
    >>> game.node, game.seat
    ('throw', 0)

    :param rulebook: the id of a book, the path of a TOML file, a Rulebook, or a Table
    :param players: 2 to as many as the board has seats
    :param seed: of the dice: the same seed throws the same dice; random by default
    :param first: the seat that opens; "high_roll": players throw for it; "book": as the rulebook says
    :param pieces: of each colour, from 1 to as many as the book allows, 6 at most; by default 4, or as many as there can be
    :param options: house rules by name, such as ``barriers=True``
    :ivar node: what comes next: "throw", "move", "offer" or "over"
    :ivar table: the book, the number of players and the house rules
    :ivar seed: of the dice
    :ivar seed_given: whether the seed was chosen; if so, positions and records name it
    :ivar history: all throws (as faces) and moves so far
    """

    def __init__(
        self,
        rulebook: str | Path | Rulebook | Table = "mensch",
        players: int = 4,
        *,
        seed: int | None = None,
        first: Opener = 0,
        pieces: int | None = None,
        **options: object,
    ) -> None:
        table = set_up(rulebook, players, first, pieces, options)
        self._set_up(table, table.lookups.start, seed, 0)

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in full or in any unambiguous short form (docs/notation.md).

        >>> game = Game("mensch", seed=7)
        >>> game.throw(6)
        (6,)
        >>> str(game.parse("1-7"))
        '6: 0/1-7'
        """
        from .movetext import parse_move

        return parse_move(text, self)

    def push_line(self, text: str) -> tuple[Faces | Move, ...]:
        """Play a line of throws and moves, written as in a record; returns them.

        If one of them is refused, none is played.

        >>> game = Game("mensch", seed=7)
        >>> done = game.push_line("[6] 1-7, [2] 7-9")
        >>> [str(item) for item in done]
        ['(6,)', '6: 0/1-7', '(2,)', '2: 0/7-9']
        """
        from .movetext import play_line

        return play_line(self, text)

    # --- copies and comparison ------------------------------------------------

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its table, its seed and its history: a few bytes for each throw and move."""
        from .pickled import keep

        return keep(self)

    def __eq__(self, other: object) -> bool:
        """Equal games will continue in the same way: the same table, position, number of turns and dice."""
        if not isinstance(other, Game):
            return NotImplemented
        if (self.seed, self.drawn, self.table.rules) != (other.seed, other.drawn, other.table.rules):
            return False
        mine, yours = self.position(), other.position()
        return all(mine.get(name) == yours.get(name) for name in {*mine, *yours} - {"seed", "drawn"})

    __hash__ = None  # type: ignore[assignment]  # a game changes; its position has a hash

    def position_hash(self) -> int:
        """A 64-bit number for the table and the position, the same in every process and on every machine.

        The dice, the number of turns and the history do not count.

        >>> Game("mensch", seed=1).position_hash() == Game("mensch", seed=2).position_hash()
        True
        """
        from .position import essence

        digest = blake2b(repr(essence(self)).encode(), digest_size=8, key=self.table.fingerprint)
        return int.from_bytes(digest.digest(), "big")

    def __repr__(self) -> str:
        """Code that creates an equal game."""
        from ..notation import write_position

        return f"Game.from_position({write_position(self, dice=True)!r})"

    def __str__(self) -> str:
        """The board as text."""
        from ..terminal.look import Look
        from ..terminal.replay import draw_game
        from ..words.voice import Voice

        return "\n".join(draw_game(self, Voice("en"), Look()))

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        from ..drawing import draw_position

        return draw_position(self)

    # --- positions and explanations -----------------------------------------

    def position(self) -> dict[str, Any]:
        """The position as a dict that can be stored as JSON."""
        from .position import position

        return position(self)

    def notation(self) -> str:
        """The position in one line (docs/notation.md).

        >>> Game("mensch", seed=7).notation()
        'mensch 4 | 0,0,0,1 0,0,0,1 0,0,0,1 0,0,0,1 | 0 | seed=7'
        """
        from ..notation import write_position

        return write_position(self)

    @classmethod
    def from_position(cls, position: Mapping[str, Any] | str) -> Game:
        """A game that continues from a position, a dict or a line of text; raises a NotationError if it is impossible.

        >>> game = Game.from_position("mensch 2 | 0,0,1,6 - 0,0,0,1 - | 0 | 5")
        >>> [str(move) for move in game.legal_moves]
        ['5: 0/6-11']
        """
        from ..notation import parse_position
        from .position import from_position

        return from_position(parse_position(position) if isinstance(position, str) else position)

    def why(self, colour: int, start: int, uses: Sequence[int] | int, lang: str = "en") -> Verdict:
        """Which clause decides whether a piece may use these numbers.

        >>> game = Game("mensch", seed=7)
        >>> game.throw(6)
        (6,)
        >>> game.why(colour=0, start=0, uses=6).clause
        'C16b'
        """
        from .why import why

        return why(self, colour, start, uses, lang)

    def why_pass(self, lang: str = "en") -> Verdict:
        """Which clause decides whether the player may decline."""
        from .why import why_pass

        return why_pass(self, lang)

    def play_on(self) -> Game:
        """A game that has been won, with all its past, in which the others play on for the places (C23).

        >>> game = Game("mensch", pieces=1, seed=1)
        >>> while game.node != "over":
        ...     _ = game.throw() if game.node == "throw" else game.push(game.legal_moves[0])
        >>> more = game.play_on()
        >>> game.node, more.node, more.history == game.history
        ('over', 'throw', True)
        """
        from .pickled import move_to

        table = self.table.played_on
        if table is None or self.node != "over":
            raise RuleError(
                "Playing on for the places needs a game that has been won, two others and a book with the option play_on."
            )
        return move_to(self, table)

    def advise(self) -> list[Advice]:
        """The legal moves with their chances of winning, best first; at an offer, to throw (None) or to stop."""
        if self.node == "offer":
            from ..desk.hints import advise_offer

            return advise_offer(self)
        from ..bots.thinking import advise

        return advise(self)
