"""How long the bots think: every decision of some games, one core, by book and number of players.

    python3 run.py bench thinking [--games N]

A decision is a move with an alternative, asked of `bot(name).choose` at a Game, as the table in the browser does.
"""

from __future__ import annotations

import argparse
import statistics
import time

from pachisi import Game
from pachisi.bots import bot, decide
from pachisi.rulebooks import BOOKS

BOTS = ("greedy", "careful", "expert", "master")


def decide_all(book: str, players: int, name: str, games: int) -> list[float]:
    """Milliseconds of each decision."""
    player, took = bot(name), []
    for seed in range(games):
        game = Game(book, players, seed=seed)
        while game.node != "over":
            choices, start = len(game.legal_moves), time.perf_counter()
            chosen = decide(player, game)
            if choices > 1 or game.node == "offer":
                took.append(1000 * (time.perf_counter() - start))
            if chosen is None:
                game.throw()
            else:
                game.push(game.legal_moves[chosen])
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2)
    chosen = parser.parse_args()
    for name in BOTS:  # compiled before the clock runs
        decide_all("mensch", 2, name, 1)
    print(f"{'milliseconds':17} {'players':>7} {'bot':>8} {'decisions':>9} {'median':>8} {'95 %':>8} {'longest':>8}")
    for book in BOOKS:
        for players in (2, 4):
            for name in BOTS:
                took = sorted(decide_all(book, players, name, chosen.games))
                high = took[int(0.95 * (len(took) - 1))]
                times = f"{statistics.median(took):8.3f} {high:8.3f} {took[-1]:8.2f}"
                print(f"{book:17} {players:7} {name:>8} {len(took):9,} {times}", flush=True)


if __name__ == "__main__":
    main()
