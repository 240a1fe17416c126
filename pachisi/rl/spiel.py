"""The family as a game of OpenSpiel: importing this registers `python_pachisi(book=…,players=…)`.

House rules follow as `options=NAME:VALUE+NAME:VALUE`, since OpenSpiel has its own use for commas and equals signs.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ..batch.encoder import Encoder
from ..errors import IllegalMove
from ..game import Game
from ..notation import write_standing
from ..rulebooks import load
from ..rules import MOST_PLAYERS
from ..table import read_option, set_up

pyspiel: Any = import_module("pyspiel")  # it has no types

NAME = "python_pachisi"
LONGEST = 1_000_000  # OpenSpiel asks for a limit; games have none
CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL
KIND = pyspiel.GameType(
    short_name=NAME,
    long_name="Pachisi and its family",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"book": "mensch", "players": 2, "pieces": 4, "options": ""},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A table. Throws are chance nodes, and an offer is a decision whether to throw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {"book": "mensch", "players": 2, "pieces": 4, "options": "", **(params or {})}
        book, written = load(chosen["book"]), [text.replace(":", "=") for text in chosen["options"].split("+") if text]
        options = dict(read_option(book, text) for text in written)
        self.encoder = Encoder(set_up(book, chosen["players"], pieces=chosen["pieces"], options=options))
        lookups, seats = self.encoder.table.lookups, self.encoder.table.seats
        self.throws = {faces: float(chance) for faces, chance in lookups.throws.items()}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoder.actions),
            max_chance_outcomes=len(self.throws),
            num_players=len(seats),
            min_utility=-1.0,
            max_utility=float(len(seats) - 1),
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(KIND, info, params or {})

    def new_initial_state(self) -> SpielState:
        """A game as it begins."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Sees what a `Batch` sees."""
        return SpielObserver(self.encoder)


class SpielBoard:
    """The game of a state; its copies leave the past behind."""

    def __init__(self, game: Game, accepted: bool = False) -> None:
        self.game = game
        self.accepted = accepted  # was an offer accepted, so that a throw is due?

    def __deepcopy__(self, _: Any) -> SpielBoard:
        return SpielBoard(self.game.copy(history=False), self.accepted)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.board = SpielBoard(Game(game.encoder.table, seed=0))

    @property
    def table_game(self) -> Game:
        """The position as a `Game`."""
        return self.board.game

    def current_player(self) -> int:
        """Who decides, by number; a throw is nobody's."""
        game = self.board.game
        if game.node == "over":
            return int(TERMINAL)
        return int(CHANCE) if game.node == "throw" or self.board.accepted else game.seats.index(game.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.get_game().encoder.legal(self.board.game))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The throws, by number, with their chances."""
        return [(number, float(chance)) for number, chance in enumerate(self.board.game.throws.values())]

    def _apply_action(self, action: int) -> None:
        game = self.board.game
        if self.current_player() == CHANCE:
            game.throw(*list(game.throws)[action])
            self.board.accepted = False
            return
        legal = self.get_game().encoder.legal(game)
        if action not in legal:
            raise IllegalMove(f"Action {action} is not possible; choose one of {', '.join(map(str, legal))}.")
        if (move := legal[action]) is None:
            self.board.accepted = True
        else:
            game.push(move)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"throw {' '.join(map(str, list(self.board.game.throws)[action]))}"
        return str(self.get_game().encoder.legal(self.board.game).get(action) or self.get_game().encoder.actions[action])

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.board.game.node == "over"

    def returns(self) -> list[float]:
        """What each player has got, in the order of seats."""
        outcome, seats = self.board.game.outcome, self.board.game.seats
        return [outcome.returns[seat] if outcome else 0.0 for seat in seats]

    def __str__(self) -> str:
        """The position in our notation, the same whenever it comes again."""
        return write_standing(self.board.game) + (" accepted" if self.board.accepted else "")


class SpielObserver:
    """The observation of a player, as `Encoder` makes it."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.tensor = np.zeros(encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """See a position."""
        self.tensor[:] = self.encoder.observe(state.table_game, self.encoder.table.seats[player])

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text; everybody sees the same."""
        return str(state)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(KIND, SpielGame)
