"""Many games at once, played at random by the same kernel that plays for people."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import dice
from .kernel import room, turn
from .kernel.jit import entry, inner
from .lower import lower
from .records import STATE, Node, table
from .table import Table

MOVE, OVER = int(Node.MOVE), int(Node.OVER)
FOLD = np.uint64(0x100000001B3)  # the multiplier of FNV-1a
CHOICES = 1 << 62  # added to the number of a game: the players' own dice, apart from the game's
COLUMNS = np.dtype([("winner", "i1"), ("turns", "i4"), ("throws", "i4"), ("moves", "i4"), ("mark", "u8")])


@inner
def play_game(r: Any, s: Any, seed: Any, game: int, longest: int, row: Any, w: Any) -> None:
    """One game between players who choose at random; unfinished after `longest` turns."""
    throws = chosen = made = thrown = 0
    key, choice = dice.stream(seed, game), dice.stream(seed, game + CHOICES)
    mark = np.uint64(0)
    turn.begin(r, s)
    n = 0
    while s.node != OVER and s.turn <= longest:
        if s.node == MOVE:
            k = 0
            if n > 1:
                k, chosen = dice.below(choice, chosen, n)
            mark = (mark ^ np.uint64(w.moves[0, k])) * FOLD
            unsettled = turn.play(r, s, w.moves[0, k])
            made += 1
        else:
            size = r.opening_outcomes if s.opening else r.outcomes
            outcome, thrown = dice.below(key, thrown, size)
            unsettled = turn.throw(r, s, outcome)
            throws += 1
        n = turn.settle(r, s, w) if unsettled else 0
    row.winner = s.winner if s.node == OVER else -1
    row.turns = s.turn
    row.throws = throws
    row.moves = made
    row.mark = mark


@entry
def play_games(books: Any, states: Any, seed: Any, first: int, longest: int, rows: Any, works: Any) -> None:
    for k in range(len(rows)):
        states[0] = states[1]
        play_game(books[0], states[0], seed, first + k, longest, rows[k], works[0])


def simulate(at: Table, games: int, seed: int = 1, first: int = 0, longest: int = 100_000) -> np.recarray[Any, Any]:
    """Columns of `games` random games: winner (-1: unfinished), turns, throws, moves, and a mark of all moves."""
    rows = np.zeros(games, COLUMNS).view(np.recarray)
    play_games(lower(at.rules, at.first), table(STATE, 2), np.uint64(seed), first, longest, rows, room())
    return rows
