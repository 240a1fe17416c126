"""Computer players. A bot chooses among the legal moves and knows only the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from ..errors import IllegalMove, RuleError
from .files import is_spec, load_spec
from .nets import Knowledge, find_knowledge
from .perfect import is_perfect, load_perfect
from .registry import BOTS, Profile, profile_of

if TYPE_CHECKING:
    from ..game import Game
    from ..move import Move
    from .custom import CustomBot


class Bot(Protocol):
    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        """The index of the move to play; `moves` are the legal moves of a move node, never none."""
        ...

    def declines(self, game: Game) -> bool:
        """Would it rather not throw, at an offer?"""
        return False


class Luck:
    """The random numbers that bots draw, separate from the dice of the game."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed % 2**64
        self.drawn = 0
        self.asked = 0  # how often somebody's own bot was asked: its numbers leave those of the others as they are


def prepare(players: Iterable[Bot], game: Game) -> None:
    """Prepare bots that take long to start now, before the game waits for them."""
    for player in players:
        if hasattr(player, "sit"):
            player.sit(game)


def decide(player: Bot, game: Game) -> int | None:
    """What a bot does at any node: the index of a legal move, or None to throw."""
    if game.node == "move":
        return player.choose(game, game.legal_moves)
    return 0 if game.node == "offer" and player.declines(game) else None


def check_node(name: str, game: Game) -> None:
    """Refuse to choose where there is no choice to make."""
    if game.node != "move":
        then = {"over": "the game is over", "offer": "decide whether to throw"}.get(game.node, "throw first")
        raise IllegalMove(f"{name} has no move to choose at a {game.node} node: {then}.")


class CompiledBot(Bot):
    """A bot at one table; the same compiled function plays millions of games in a simulation."""

    def __init__(self, profile: Profile, luck: Luck) -> None:
        self.profile = profile
        self.luck = luck

    def choose(self, game: Game, moves: Sequence[Move]) -> int:
        from .choices import choose_at

        check_node(self.profile.name, game)
        index, self.luck.drawn = choose_at(game, len(moves), self.profile.number, self.luck.seed, self.luck.drawn)
        return index


def welcome(player: object) -> Profile | CustomBot:
    """A built-in bot by its name, or a custom one: FILE.py:NAME, a function, or an object that chooses."""
    if isinstance(player, str):
        if is_perfect(player):
            return visit(player, load_perfect(player), player)
        return visit(player, load_spec(player), player) if is_spec(player) else profile_of(player)
    from .custom import CustomBot, SeatedCustomBot

    if isinstance(player, SeatedCustomBot | CustomBot):
        return player if isinstance(player, CustomBot) else player.custom_bot
    if isinstance(getattr(player, "profile", None), Profile):  # one that `bot` has made
        return player.profile  # type: ignore[attr-defined]
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return visit(str(name), player)


def visit(name: str, source: object, spec: str = "") -> CustomBot:
    from .custom import CustomBot

    if not (callable(source) or callable(getattr(source, "choose", None))):
        raise RuleError(
            f"{source!r} is not a bot. Name one of {', '.join(BOTS)}, or FILE.py:NAME; or give a function "
            "(game, moves) -> index, or an object with a method `choose` like that."
        )
    return CustomBot.of(name, source, spec)


def bot(player: object, seed: int | Luck = 0) -> Bot:
    """A bot that can play a Game: by its name, as FILE.py:NAME, or from a function or object of your own.

    Its random choices follow from the seed, or from luck that it shares with others.
    """
    if isinstance(player, str) and is_perfect(player):
        return load_perfect(player)
    found = welcome(player)
    luck = seed if isinstance(seed, Luck) else Luck(seed)
    if not isinstance(found, Profile):
        from .custom import SeatedCustomBot

        return SeatedCustomBot(found, luck)
    if found.thinks:
        from .thinking import ThinkingBot

        return ThinkingBot(found)
    return CompiledBot(found, luck)


__all__ = [
    "BOTS",
    "Bot",
    "CompiledBot",
    "Knowledge",
    "Luck",
    "Profile",
    "bot",
    "decide",
    "find_knowledge",
    "prepare",
    "welcome",
]
