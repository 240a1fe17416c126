"""Random play, this version beside another: short rounds in turn, and the best of each counts.

    python3 run.py bench versions --against 92f7f6c [--rounds N] [--books mensch,ludo]

A book is played in three ways: by a loop cut to its table, by the loop for all tables, and as a `Game` in a Python loop.
The last columns say how much longer this version takes, and whether both played the same number of moves.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

BOOKS = "pachisi-modern,parcheesi,mensch,pachisi-classic,ludo"
GAMES = {"cut": 300, "uncut": 100, "Game": 1}  # of a round, by way to play


class Player:
    """One version, in a process of its own that plays on request."""

    def __init__(self, root: Path) -> None:
        command = [sys.executable, str(Path(__file__).resolve()), "--answer"]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, way: str, book: str, games: int) -> tuple[float, int]:
        """Seconds, and the moves that were made."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{way} {book} {games}\n")
        self.process.stdin.flush()
        seconds, moves = self.process.stdout.readline().split()
        return float(seconds), int(moves)

    def stop(self) -> None:
        self.process.communicate()


def compare(players: list[Player], way: str, book: str, rounds: int) -> str:
    """A line of the table: nanoseconds a move of each version, and the ratio."""
    moves = [player.ask(way, book, GAMES[way])[1] for player in players]
    best = [float("inf")] * len(players)
    for number in range(rounds * len(players)):
        at = (number + number // len(players)) % len(players)  # who begins changes from round to round
        best[at] = min(best[at], players[at].ask(way, book, GAMES[way])[0])
    each = " ".join(f"{1e9 * seconds / made:9.1f}" for seconds, made in zip(best, moves, strict=True))
    same = "the same games" if len(set(moves)) == 1 else f"other games: {moves}"
    return f"{way:6} {book:17} {each} {best[-1] / best[0]:7.3f}   {same}"


# --- in the process of a version -------------------------------------------------------


def simulate_by(loop: Callable[[Any], Any], book: str, games: int) -> tuple[float, int]:
    from pachisi import simulate
    from pachisi.simulation import jobs

    jobs.Job.play_games = loop  # type: ignore[method-assign, assignment]
    begun = perf_counter()
    found = simulate(book, games, cores=1, columns=("moves",), progress=False, seed=7)
    return perf_counter() - begun, int(found["moves"].sum())


def uncut(job: Any) -> Any:
    """The loop for all tables; it once had but one size."""
    from pachisi.simulation import jobs

    return jobs.load_loop(job.table.size) if hasattr(job.table, "size") else jobs.load_loop()


def cut(job: Any) -> Any:
    from pachisi.simulation import jobs

    return partial(jobs.load_cut(job.book().tobytes()).loop_play_games, 0, None)


def play_game(book: str, games: int) -> tuple[float, int]:
    """Games without bots: each of the legal moves in turn. Played so foolishly, some never end: a thousand acts are enough."""
    from pachisi import Game

    begun, done = perf_counter(), 0
    for number in range(games):
        game = Game(book, seed=5 + number)
        for act in range(1000):
            if game.node == "move":
                game.push(game.legal_moves[act % len(game.legal_moves)])
            elif game.node != "over":
                game.throw()
            else:
                break
            done += 1
    return perf_counter() - begun, done


def answer() -> None:
    """Play what is asked for, line by line."""
    ways: dict[str, Callable[[str, int], tuple[float, int]]]
    ways = {"cut": partial(simulate_by, cut), "uncut": partial(simulate_by, uncut), "Game": play_game}
    for line in sys.stdin:
        way, book, games = line.split()
        print(*ways[way](book, int(games)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="VERSION", help="a commit, or the folder of a checkout")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--books", default=BOOKS)
    parser.add_argument("--ways", default=",".join(GAMES))
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.answer:
        answer()
        return
    if not chosen.against:
        parser.error("name another version: --against VERSION")
    from tables import versions

    with versions(chosen.against) as roots:
        players = [Player(root) for _, root in roots]
        print(f"{'':24} {'before':>9} {'now':>9}   ratio   ns a move")
        for way in chosen.ways.split(","):
            for book in chosen.books.split(","):
                print(compare(players, way, book, chosen.rounds), flush=True)
        for player in players:
            player.stop()


if __name__ == "__main__":
    main()
