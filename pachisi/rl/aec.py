"""A game for several agents, as PettingZoo plays it (AEC)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gymnasium import spaces

from ..batch.encoder import Encoder
from ..errors import IllegalMove
from ..game import Game
from .spaces import Seen, look, observation_space, table_of

pettingzoo: Any = import_module("pettingzoo")  # it has no types


class PachisiAEC(pettingzoo.AECEnv):  # type: ignore[misc]
    """One game. Agents are seats; dice fall within a step, as in a `Batch`.

    :param book: a rulebook
    :param players: how many play
    :param options: house rules, `pieces` and `first`, as for `Game`
    """

    metadata = {"name": "pachisi_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, book: str = "mensch", players: int = 4, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.encoder = Encoder(table_of(book, players, options))
        self.render_mode = render_mode
        self.seats = {f"seat_{seat}": seat for seat in self.encoder.table.seats}
        self.possible_agents = list(self.seats)
        self._space: spaces.Space[Any] = observation_space(self.encoder)
        self._actions = spaces.Discrete(len(self.encoder.actions))
        self.game = Game(self.encoder.table)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """An observation and a mask of actions; the same for all agents."""
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the actions; the same for all agents."""
        return self._actions

    def observe(self, agent: str) -> Seen:
        """What an agent sees; its mask is empty unless it decides."""
        return look(self.encoder, self.game, self.seats[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of `Game(seed=seed)`."""
        self.game = Game(self.encoder.table, seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._throw()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is on turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.encoder.legal(self.game)
        if action is None or int(action) not in legal:
            raise IllegalMove(f"Action {action} is not possible; choose one of {', '.join(map(str, legal))}.")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        move = legal[int(action)]
        self.game.push(move) if move else self.game.throw()
        self._throw()
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward

    def _was_dead_step(self, action: int | None) -> None:
        """The suite takes out an agent whose game is over."""
        super()._was_dead_step(action)

    def _throw(self) -> None:
        """Throw until somebody decides; at the end, pay."""
        while self.game.node == "throw":
            self.game.throw()
        outcome = self.game.outcome
        if outcome is None:
            self.agent_selection = f"seat_{self.game.seat}"
            return
        self.rewards = {f"seat_{seat}": share for seat, share in outcome.returns.items()}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The board as text."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def env(book: str = "mensch", players: int = 4, **options: Any) -> PachisiAEC:
    """A game, as PettingZoo's examples make one."""
    return PachisiAEC(book, players, **options)
