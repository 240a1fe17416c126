"""The suites of those who train agents accept our games: each one's own checker says so. And all show the same."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from pachisi import Batch, Game, IllegalMove, RuleError
from pachisi.rl import gym, spiel
from pachisi.rl.aec import env
from pachisi.rulebooks import BOOKS, write_value

pyspiel: Any = import_module("pyspiel")
mcts: Any = import_module("open_spiel.python.algorithms.mcts")

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((book, 4, {}) for book in BOOKS),
    ("mensch", 3, {"three_person_neutral": True, "first": "high_roll"}),
    ("pachisi-modern", 2, {}),
    ("parcheesi", 2, {"pieces": 2}),
    ("ludo", 5, {}),
    ("mensch", 6, {}),
    ("mensch", 6, {"teams": "threes"}),
]


# --- PettingZoo ------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "players", "options"), TABLES)
def test_pettingzoo_accepts_a_table(book: str, players: int, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for usual in ("Observation is not a NumPy array", "Action mask numpy array is all zeros", "Observation space for each agent probably should be"):
            warnings.filterwarnings("ignore", message=usual)  # of those who wait; a mask makes it a Dict, as in PettingZoo's own games
        api_test(env(book, players, **options), num_cycles=60)
        seed_test(lambda: env(book, players, **options), num_cycles=30)


def test_an_agent_of_pettingzoo_plays_the_game_of_its_seed() -> None:
    """Up to the end, with the result in numbers that add up to nothing."""
    game, rng = env("mensch", 2, pieces=1), np.random.default_rng(0)
    game.reset(seed=7)
    alone = Game("mensch", 2, seed=7, pieces=1)
    for agent in game.agent_iter():
        seen, reward, ended, _, _ = game.last()
        if ended:
            assert reward == alone.outcome.returns[int(agent[-1])]
            game.step(None)
            continue
        while alone.node == "throw":
            alone.throw()
        assert agent == f"seat_{alone.seat}"
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        alone.push(game.encoder.legal(alone)[action])
        game.step(action)
        while alone.node == "throw":
            alone.throw()
        assert game.game.state == alone.state
    assert alone.outcome


def test_an_impossible_action_is_refused() -> None:
    game = env("mensch", 2)
    game.reset(seed=7)
    with pytest.raises(IllegalMove, match=r"Action 0 is not possible; choose one of 4\."):
        game.step(0)


# --- Gymnasium -------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "players", "options"), TABLES)
def test_gymnasium_accepts_a_seat(book: str, players: int, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        check_env(gymnasium.make(gym.ID, book=book, players=players, bots="random", **options).unwrapped)


@pytest.mark.parametrize("book", BOOKS)
def test_each_episode_has_dice_of_its_own(book: str) -> None:
    one, many = gym.PachisiEnv(book), gym.PachisiVectorEnv(2, book)
    found = []
    for seed in (1, 2, None, None, 1):
        one.reset(seed=seed)
        many.reset(seed=seed)
        found.append((one.game.seed, one.luck.seed, *many.batch.seeds.tolist()))
    assert found[4] == found[0]
    assert all(len(set(column)) == 4 for column in zip(*found, strict=True))


def test_a_seat_plays_against_bots_to_the_end() -> None:
    game, rng = gymnasium.make(gym.ID, book="mensch", players=3, bots={0: "greedy", 2: "careful"}, seat=1), np.random.default_rng(3)
    seen, _ = game.reset(seed=1)
    ended, reward = False, 0.0
    while not ended:
        assert game.unwrapped.game.seat == 1
        seen, reward, ended, _, _ = game.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    assert reward == game.unwrapped.game.outcome.returns[1]


def test_an_impossible_action_loses() -> None:
    game = gymnasium.make(gym.ID)
    game.reset(seed=1)
    assert game.step(2)[1:] == (-1.0, True, False, {"illegal": True})


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"seat": 1}, "Nobody sits at 1; the seats are 0, 2."),
        ({"bots": {1: "greedy"}}, "bots = {1: 'greedy'} is not possible; name one for each of the seats 2."),
    ],
)
def test_seats_that_do_not_fit_are_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError) as caught:
        gym.PachisiEnv(**changed)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("book", "players", "others"), [("ludo", 2, [2]), ("mensch", 5, [1, 2, 3, 4]), ("ludo", 6, [1, 2, 3, 4, 5])])
def test_many_games_of_gymnasium_are_those_of_a_batch(book: str, players: int, others: list[int]) -> None:
    games = gymnasium.make_vec(gym.ID, 6, vectorization_mode="vector_entry_point", book=book, players=players, pieces=1)
    batch, rng = Batch(book, 6, players, seed=4, bots=dict.fromkeys(others, "greedy"), pieces=1), np.random.default_rng(0)
    seen, _ = games.reset(seed=4)
    ended = 0
    for _ in range(80):
        assert games.observation_space.contains(seen)
        np.testing.assert_array_equal(seen["action_mask"], batch.mask)
        np.testing.assert_array_equal(seen["observation"], batch.observe())
        actions = batch.sample(rng)
        batch.step(actions)
        seen, rewards, terminated, truncated, _ = games.step(actions)
        np.testing.assert_array_equal(rewards, batch.rewards[:, 0])
        np.testing.assert_array_equal(terminated, batch.done)
        assert not truncated.any()
        ended += int(terminated.sum())
    assert ended


def test_games_that_take_too_long_are_truncated() -> None:
    games = gym.PachisiVectorEnv(4, longest=20)
    games.reset(seed=1)
    ends = [games.step(games.batch.sample(np.random.default_rng(1)))[2:4] for _ in range(30)]
    assert any(truncated.any() for _, truncated in ends)
    assert not any(terminated.any() for terminated, _ in ends)


# --- OpenSpiel -------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "players"), [*((book, 2 + number % 3) for number, book in enumerate(BOOKS)), ("ludo", 5), ("mensch", 6)])
def test_openspiel_accepts_a_table(book: str, players: int) -> None:
    """Its own test plays at random, to the end, looks at everything on the way, and writes and reads every state."""
    game = pyspiel.load_game(f"{spiel.NAME}(book={book},players={players},pieces=1)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_search_of_openspiel_plays_it() -> None:
    game, rng = pyspiel.load_game(f"{spiel.NAME}(book=mensch,players=2,pieces=1)"), np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 2, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    for _ in range(12):
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert not state.is_terminal()


def test_a_position_has_the_same_text_whenever_it_comes_again() -> None:
    """Searches know it by that."""
    state = pyspiel.load_game(f"{spiel.NAME}(book=ludo,players=2,pieces=1)").new_initial_state()
    begun = str(state)
    assert begun == "ludo 2 pieces=1 | 0 - 0 - | 0"
    for _ in range(2):  # nobody throws a six
        assert str(state.clone()) == str(state)
        state.apply_action(0)
    assert str(state) == begun
    state.apply_action(5)
    with pytest.raises(IllegalMove, match="Action 44 is not possible"):
        state.apply_action(44)


def test_a_copy_of_a_state_is_its_own() -> None:
    state = pyspiel.load_game(spiel.NAME, {"book": "parcheesi", "players": 2}).new_initial_state()
    copy = state.clone()
    copy.apply_action(0)
    assert (str(copy) != str(state), state.is_chance_node()) == (True, True)


@pytest.mark.parametrize(
    ("book", "players", "options"),
    [
        *(("mensch", 4, {}), ("parcheesi", 2, {}), ("pachisi-classic", 4, {}), ("mensch", 5, {}), ("ludo", 6, {})),
        *(("mensch", 2, {"two_person": True}), ("chaupar", 2, {"two_colours": True})),  # two colours a person, in turn
    ],
)
def test_all_suites_show_the_same(book: str, players: int, options: dict[str, Any]) -> None:
    """The same observations, actions and decisions as a batch, on the same dice."""
    batch, game = Batch(book, 1, players, seed=5, **options), env(book, players, **options)
    game.reset(seed=5)
    written = "+".join(f"{name}:{write_value(value)}" for name, value in options.items())
    state = pyspiel.load_game(spiel.NAME, {"book": book, "players": players, "options": written}).new_initial_state()
    observer, rng = state.get_game().make_py_observer(), np.random.default_rng(2)
    shown = Game(book, players, seed=5, **options)
    for _ in range(60):
        while state.is_chance_node():
            faces = tuple(sorted(shown.throw()))
            state.apply_action(list(state.table_game.throws).index(faces))
        seat = int(batch.to_play[0])
        assert (game.agent_selection, batch.seats[state.current_player()]) == (f"seat_{seat}", seat)
        seen, mask = batch.observe()[0], batch.mask[0]
        np.testing.assert_array_equal(batch.observe(seat)[0], seen)
        observer.set_from(state, state.current_player())
        np.testing.assert_array_equal(observer.tensor, seen)
        np.testing.assert_array_equal(game.observe(game.agent_selection)["observation"], seen)
        np.testing.assert_array_equal(game.observe(game.agent_selection)["action_mask"], mask)
        assert state.legal_actions() == np.flatnonzero(mask).tolist()
        action = int(batch.sample(rng)[0])
        move = batch.legal(0)[action]
        if move:
            shown.push(move)
        batch.step([action])
        game.step(action)
        state.apply_action(action)


def test_openspiel_plays_house_rules() -> None:
    game = pyspiel.load_game(f"{spiel.NAME}(book=mensch,players=2,options=capture_duty:strict+no_goal_jump:on)")
    assert game.encoder.table.options == {"capture_duty": "strict", "no_goal_jump": True}
    with pytest.raises(RuleError, match="tires"):
        spiel.SpielGame({"options": "tires:3"})
