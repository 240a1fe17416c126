"""A policy in NumPy steps many games together: every book, beside what others step, on one core, in one run.

    python3 run.py bench batch [--games N] [--rounds N] [--seconds S] [--alone]

A step is one decision. As in the benchmark of the peers, all take turns in short rounds, each in a process of its own, and
the best round counts; --alone leaves the peers out, which are installed once, in .venv-peers.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack

import peers
from peers import Player, Program, Side

BOOKS = ("mensch", "ludo", "parcheesi", "petits-chevaux", "pachisi-modern", "pachisi-classic")
OTHERS = (
    Program("OpenSpiel, Python loop", "maedn, 4 players", ("open_spiel_loop", "maedn(players=4)")),
    Program("OpenSpiel, Python loop", "backgammon (a step: both dice)", ("open_spiel_loop", "backgammon")),
    Program("Pgx, batch of 256", "backgammon (a step: one die)", ("pgx", "256", "1")),
)


def ours(book: str, games: int) -> Program:
    return Program(f"Batch of {games:,}", f"{book}, 4 players", ("batch", book, str(games)), ours=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--alone", action="store_true")
    chosen = parser.parse_args()
    programs = [ours(book, chosen.games) for book in BOOKS]
    if not chosen.alone:
        peers.prepare()
        programs += OTHERS
    with ExitStack() as stack:
        sides = [Side([stack.enter_context(Player(program))]) for program in programs]
        for _ in range(chosen.rounds):
            for side in sides:
                side.play(chosen.seconds)
    print(f"{'program':24} {'game':32} {'steps/s, one core':>18}")
    for program, side in zip(programs, sides, strict=True):
        print(f"{program.name:24} {program.game:32} {side.speed('moves'):18,.0f}")


if __name__ == "__main__":
    main()
