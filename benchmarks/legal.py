"""No bot plays an illegal move: random positions of every book, for 2 to 4 players, and of every value of every option.

    python3 run.py bench legal [--positions N]

At each position with a choice every bot is asked for a move; it must be legal, and asking must change nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from pachisi import Game, RuleError
from pachisi.bots import BOTS, bot
from pachisi.rulebooks import BOOKS, load
from pachisi.simulation import count_cores
from pachisi.table import Table, set_up


def tables() -> Iterator[Table]:
    for book in BOOKS:
        yield from (set_up(book, players) for players in (2, 3, 4))
        for name, option in load(book).options.items():
            for value in option.values:
                for players in (4, 3, 2):
                    try:
                        yield set_up(book, players, options={name: value})
                        break
                    except RuleError:
                        continue


def ask_all(at: Table, positions: int, seed: int) -> int:
    """The number of positions checked; it ends at the first move that is refused."""
    lot, asked, number = Random(seed), 0, 0
    bots = [bot(name) for name in BOTS]
    while asked < positions:
        game, number = Game(at, seed=seed * 1000 + number), number + 1
        while game.node != "over" and asked < positions and len(game.history) < 2000:
            if game.node == "move":
                moves = game.legal_moves
                if len(moves) > 1:
                    asked += 1
                    before = game.position()
                    for player in bots:
                        index = player.choose(game, moves)
                        assert 0 <= index < len(moves), (at, before, player)
                        game.push(moves[index])
                        game.pop()
                        assert game.position() == before, (at, before, player)
                game.push(lot.choice(moves))
            else:
                game.throw()
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    chosen = parser.parse_args()
    found = list(tables())
    each = -(-chosen.positions // len(found))
    with ProcessPoolExecutor(count_cores()) as pool:
        asked = sum(pool.map(ask_all, found, [each] * len(found), range(len(found))))
    print(f"{len(found)} tables, {asked:,} positions, {len(BOTS)} bots: every move is legal")


if __name__ == "__main__":
    main()
