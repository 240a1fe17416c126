"""One program that plays at random, in a process of its own, and waits for its turn between the rounds.

    python players.py NAME [ARGUMENT …]

It says when it is ready; then every line on its input is a number of seconds to play, answered by one line of JSON
with games, moves and the seconds they took. A move is a piece moved or brought in; lost throws are not counted.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

Played = tuple[int, int, float]  # games, moves, seconds
Player = Callable[[float], Played]
BURN_IN = 800  # steps of Pgx: a batch that begins in step also ends in step, until the games have drifted apart


def game_by_game(play: Callable[[], Any], count: Callable[[Any], int] = int) -> Player:
    """Plays whole games until the time is up; the moves are counted while the clock is stopped."""

    def go(seconds: float) -> Played:
        games, moves, spent = 0, 0, 0.0
        while spent < seconds:
            begun = perf_counter()
            played = play()
            spent += perf_counter() - begun
            games, moves = games + 1, moves + count(played)
        return games, moves, spent

    return go


# --- this project -------------------------------------------------------------------


def simulate(book: str, players: str, options: str, cores: str) -> Player:
    """The compiled games, as many in one call as fit into the time."""
    from pachisi import simulate as play_games
    from pachisi.simulation.jobs import WORTH_CUTTING

    speed, seed = 1000.0, 0
    play_games(book, WORTH_CUTTING, int(players), columns=("moves",), **json.loads(options))  # a loop of its own

    def go(seconds: float) -> Played:
        nonlocal speed, seed
        games, seed = max(1, int(speed * seconds)), seed + 1
        begun = perf_counter()
        columns = play_games(
            book,
            games=games,
            players=int(players),
            bots="random",
            seed=seed,
            device="cpu",
            cores=int(cores) or None,
            **json.loads(options),
        )
        spent = perf_counter() - begun
        speed = games / spent
        return games, int(columns["moves"].sum()), spent

    return go


def game_loop(book: str, players: str, options: str) -> Player:
    """One game at a time through Game, as a person would write it."""
    from pachisi import Game

    table = Game(book, int(players), **json.loads(options)).table

    def play() -> int:
        game, moves = Game(table), 0
        while (node := game.node) != "over":
            if node == "move":
                game.push(random.choice(game.legal_moves))
                moves += 1
            else:
                game.throw()
        return moves

    return game_by_game(play)


def batch(book: str, size: str) -> Player:
    """Many games in arrays, stepped by a policy of NumPy that chooses at random; moves are steps."""
    import numpy as np

    from pachisi import Batch

    games, rng = Batch(book, int(size)), np.random.default_rng(1)

    def go(seconds: float) -> Played:
        ended, steps, begun = 0, 0, perf_counter()
        while perf_counter() - begun < seconds:
            numbers, offsets = games.choices
            counts = offsets[1:] - offsets[:-1]
            games.step(numbers[offsets[:-1] + (rng.random(len(games), np.float32) * counts).astype(np.int32)])
            steps += len(games)
            ended += int(np.count_nonzero(games.done))
        return ended, steps, perf_counter() - begun

    for _ in range(500):  # a batch that begins in step also ends in step, until the games have drifted apart
        games.step(games.sample(rng))
    return go


# --- the peers ------------------------------------------------------------------------


def open_spiel(spec: str) -> Player:
    """OpenSpiel, the whole game in C++."""
    spiel = import_module("pyspiel")
    game, seed = spiel.load_game(spec), 0
    bots = [spiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    lost = lost_throw(spec)

    def play() -> Any:
        nonlocal seed
        state, seed = game.new_initial_state(), seed + 1
        spiel.evaluate_bots(state, bots, seed)
        return state

    return game_by_game(play, lambda state: sum(a.player >= 0 and a.action != lost for a in state.full_history()))


def open_spiel_loop(spec: str) -> Player:
    """OpenSpiel, the loop in Python."""
    game = import_module("pyspiel").load_game(spec)
    lost = lost_throw(spec)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                action = random.choice(state.legal_actions())
                state.apply_action(action)
                moves += action != lost
        return moves

    return game_by_game(play)


def open_spiel_fast_loop(spec: str) -> Player:
    """The same with dice that are drawn without asking for the outcomes: they are numbered from 0 and equally likely."""
    game = import_module("pyspiel").load_game(spec)
    lost, faces = lost_throw(spec), len(game.new_initial_state().chance_outcomes())

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.randrange(faces))
            else:
                action = random.choice(state.legal_actions())
                state.apply_action(action)
                moves += action != lost
        return moves

    return game_by_game(play)


def lost_throw(spec: str) -> int:
    """The action by which a player of maedn passes; in backgammon an action is a whole turn, and all are counted."""
    return 0 if spec.startswith("maedn") else -1


def ludopy() -> Player:
    new_game = import_module("ludopy").Game

    def play() -> int:
        game, moves, over = new_game(), 0, False
        while not over:
            movable = game.get_observation()[0][1]
            piece = int(random.choice(movable)) if len(movable) else -1
            moves += piece >= 0
            over = game.answer_observation(piece)[-1]
        return moves

    return game_by_game(play)


def ludo_king() -> Player:
    """With its own loop over turns: the engine's play_game does not pass the turn of a player who cannot move."""
    engine = import_module("ludo_engine")
    colours = [engine.PlayerColor[name] for name in ("RED", "GREEN", "YELLOW", "BLUE")]

    def play() -> int:
        game, moves = engine.LudoGame(colours), 0
        for player in game.players:
            player.set_strategy(engine.StrategyFactory.create_strategy("random"))
        while not game.game_over:
            player, face, piece = game.get_current_player(), game.roll_dice(), None
            if game.consecutive_sixes < 3 and game.get_valid_moves(player, face):
                piece = player.make_strategic_decision(game.get_ai_decision_context(face))
            game.play_turn(token_id=piece, dice_value=face)
            moves += piece is not None
        return moves

    return game_by_game(play)


def pgx(batch: str, cores: str) -> Player:
    """Many games of backgammon side by side; a finished one makes room for the next."""
    if int(cores) and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[: int(cores)]))
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    env, size, steps = import_module("pgx").make("backgammon"), int(batch), 32
    init, advance = jax.vmap(env.init), jax.vmap(env.step)

    def step(carry: Any, key: Any) -> Any:
        state, games, moves = carry
        choice, dice, fresh = jax.random.split(key, 3)
        action = jax.random.categorical(choice, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        after = advance(state, action, jax.random.split(dice, size))
        done = after.terminated | after.truncated
        begun = init(jax.random.split(fresh, size))
        after = jax.tree_util.tree_map(
            lambda new, old: jnp.where(done.reshape(done.shape + (1,) * (new.ndim - 1)), new, old), begun, after
        )
        return (after, games + jnp.sum(done), moves + jnp.sum(action >= 6)), None  # below 6: nothing can be moved

    def play_steps(state: Any, key: Any) -> Any:
        zero = jnp.zeros((), jnp.int32)
        return jax.lax.scan(step, (state, zero, zero), jax.random.split(key, steps))[0]

    run, key = jax.jit(play_steps), jax.random.PRNGKey(1)
    state = jax.jit(init)(jax.random.split(key, size))

    def go(seconds: float) -> Played:
        nonlocal state, key
        games, moves, begun = 0, 0, perf_counter()
        while perf_counter() - begun < seconds:
            key, now = jax.random.split(key)
            state, ended, moved = run(state, now)
            games, moves = games + int(ended), moves + int(moved)
        return games, moves, perf_counter() - begun

    for turn in range(BURN_IN // steps):
        state = run(state, jax.random.fold_in(key, turn))[0]
    return go


def pettingzoo_loop(game: str) -> Player:
    """PettingZoo's loop over agents; its own backgammon is gone, and Shimmy brings it that of OpenSpiel instead."""
    env, np, seed = import_module("shimmy").OpenSpielCompatibilityV0(game_name=game), import_module("numpy"), 0

    def play() -> int:
        nonlocal seed
        moves, seed = 0, seed + 1
        env.reset(seed=seed)
        for _ in env.agent_iter():
            _, _, ended, cut, more = env.last()
            over = ended or cut
            env.step(None if over else int(random.choice(np.flatnonzero(more["action_mask"]))))
            moves += not over
        return moves

    return game_by_game(play)


def limit(program: str) -> Player:
    """A C program that plays for some seconds and prints its speed."""

    def go(seconds: float) -> Played:
        speed = json.loads(subprocess.run([program, str(seconds)], check=True, capture_output=True).stdout)
        return round(speed["games_per_s"] * seconds), round(speed["moves_per_s"] * seconds), seconds

    return go


PLAYERS: dict[str, Callable[..., Player]] = {
    "simulate": simulate,
    "game_loop": game_loop,
    "batch": batch,
    "open_spiel": open_spiel,
    "open_spiel_loop": open_spiel_loop,
    "open_spiel_fast_loop": open_spiel_fast_loop,
    "ludopy": ludopy,
    "ludo_king": ludo_king,
    "pgx": pgx,
    "pettingzoo_loop": pettingzoo_loop,
    "limit": limit,
}


def main(name: str, *arguments: str) -> None:
    player = PLAYERS[name](*arguments)
    player(0.1)  # imports, caches and compilation are not part of any round
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(player(float(line))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
