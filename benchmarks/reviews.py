"""How long a review takes: whole games, one core, by book and number of players.

    python3 run.py bench reviews [--games N]

The games are those of `careful`. A review is `pachisi.review` of a Game with its history, compiled before the clock runs.
Processor time is counted, so other work on the machine does not matter.
"""

from __future__ import annotations

import argparse
import os
import time

import pachisi
from pachisi import Game
from pachisi.bots import bot, decide
from pachisi.rulebooks import BOOKS

LEVELS = ("expert", "master")


def play(book: str, players: int, seed: int) -> Game:
    """A finished game."""
    game, player = Game(book, players, seed=seed), bot("careful")
    while game.node != "over":
        chosen = decide(player, game)
        if chosen is None:
            game.throw()
        else:
            game.push(game.legal_moves[chosen])
    return game


def time_reviews(games: list[Game], level: str) -> list[float]:
    """Seconds of processor time of each review."""
    took = []
    for game in games:
        start = time.process_time()
        pachisi.review(game, level=level)
        took.append(time.process_time() - start)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    time_reviews([play("mensch", 2, 1)], "master")
    print(f"{'seconds':17} {'players':>7} {'throws and moves':>16}" + "".join(f" {name:>8} {'longest':>8}" for name in LEVELS))
    for book in BOOKS:
        for players in (2, 4):
            games = [play(book, players, seed) for seed in range(chosen.games)]
            length = sum(len(game.history) for game in games) // len(games)
            times = [time_reviews(games, level) for level in LEVELS]
            cells = "".join(f" {sum(took) / len(took):8.3f} {max(took):8.3f}" for took in times)
            print(f"{book:17} {players:7} {length:16,}{cells}", flush=True)


if __name__ == "__main__":
    main()
