"""One seat against bots, as Gymnasium plays it: a single game, or many side by side.

Importing this registers `pachisi/Pachisi-v0` for `gymnasium.make` and `gymnasium.make_vec`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..batch import Batch
from ..batch.encoder import Encoder
from ..bots import Luck, bot, decide
from ..errors import RuleError
from ..game import Game
from ..rulebooks import spell
from ..simulation.jobs import LONGEST
from ..table import Table
from .spaces import Seen, look, observation_space, table_of

ID = "pachisi/Pachisi-v0"
LARGEST = 2**63
Array = np.ndarray[Any, Any]


def seat_bots(table: Table, seat: int | None, bots: str | Mapping[int, str]) -> tuple[int, dict[int, str]]:
    """The agent's seat, and who plays the others: one bot for all of them, or each by its seat."""
    own = table.seats[0] if seat is None else seat
    if own not in table.seats:
        raise RuleError(f"Nobody sits at {spell(seat)}; the seats are {', '.join(map(str, table.seats))}.")
    others = [other for other in table.seats if other != own]
    named = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
    if sorted(named) != others:
        raise RuleError(f"bots = {spell(bots)} is not possible; name one for each of the seats {', '.join(map(str, others))}.")
    return own, named


class PachisiEnv(gymnasium.Env[Seen, Any]):
    """One seat of one game; bots play the others within a step.

    An action that is not possible loses the game at once, so keep to `action_mask`.

    :param book: a rulebook
    :param players: how many play
    :param seat: of the agent; the first one if left out
    :param bots: a bot for the other seats, or one for each of them by its seat
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        book: str = "mensch",
        players: int = 2,
        seat: int | None = None,
        bots: str | Mapping[int, str] = "greedy",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.encoder = Encoder(table_of(book, players, options))
        self.seat, named = seat_bots(self.encoder.table, seat, bots)
        self.luck = Luck()
        self.bots = {other: bot(name, self.luck) for other, name in named.items()}
        self.render_mode = render_mode
        self.observation_space = observation_space(self.encoder)
        self.action_space = spaces.Discrete(len(self.encoder.actions))
        self.game = Game(self.encoder.table)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a game, up to the agent's first decision."""
        super().reset(seed=seed)
        while True:
            number = int(self.np_random.integers(LARGEST))
            self.game, self.luck.seed, self.luck.drawn = Game(self.encoder.table, seed=number), number, 0
            self._play_on()
            if self.game.node != "over":  # one that bots finish alone is passed over
                return self._look(), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action, then bots, up to the agent's next decision or the end."""
        legal = self.encoder.legal(self.game)
        if int(action) not in legal:
            return self._look(), -1.0, True, False, {"illegal": True}
        move = legal[int(action)]
        self.game.push(move) if move else self.game.throw()
        self._play_on()
        outcome = self.game.outcome
        reward = outcome.returns[self.seat] if outcome else 0.0
        return self._look(), reward, outcome is not None, False, {}

    def _look(self) -> Seen:
        return look(self.encoder, self.game, self.seat)

    def _play_on(self) -> None:
        game = self.game
        while game.node == "throw" or (game.node != "over" and game.seat != self.seat):
            chosen = None if game.node == "throw" else decide(self.bots[game.seat], game)
            game.throw() if chosen is None else game.push(game.legal_moves[chosen])

    def render(self) -> str | None:
        """The board as text."""
        return str(self.game) if self.render_mode == "ansi" else None


class PachisiVectorEnv(VectorEnv[Seen, Array, Array]):
    """Many games side by side in a `Batch`; one that ends begins again in the same step.

    `final_obs` is not given: what is seen after the end of a game is the next one. An action that is not possible is refused.

    :param longest: throws after which a game is given up, and truncated
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        book: str = "mensch",
        players: int = 2,
        seat: int | None = None,
        bots: str | Mapping[int, str] = "greedy",
        longest: int = LONGEST,
        **options: Any,
    ) -> None:
        table = table_of(book, players, options)
        self.seat, named = seat_bots(table, seat, bots)
        self.batch, self.num_envs = Batch(table, num_envs, bots=named, longest=longest), num_envs
        encoder = Encoder(table)
        self.single_observation_space = observation_space(encoder)
        self.single_action_space = spaces.Discrete(len(encoder.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin all games: those of a seed, or others each time."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(LARGEST)) if seed is None else seed)
        return self._look(), {}

    def step(self, actions: Array) -> tuple[Seen, Array, Array, Array, dict[str, Any]]:
        """Play an action in each game."""
        self.batch.step(actions)
        batch = self.batch
        return self._look(), batch.rewards[:, self.seat], batch.winners >= 0, batch.winners < -1, {}

    def _look(self) -> Seen:
        return {"observation": self.batch.observe(), "action_mask": self.batch.mask.astype(np.int8)}


gymnasium.register(ID, PachisiEnv, vector_entry_point=PachisiVectorEnv)
