"""What `learn_mensch.py --out learned.pt` has learned, as a bot for any command:

    pachisi arena greedy careful examples/learned.py:choose --book mensch --players 2 --games 1000

The file of the net is learned.pt in this folder or in LEARNED.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import torch

from pachisi import Game, Move
from pachisi.batch import Encoder
from pachisi.table import set_up

sys.path.insert(0, str(Path(__file__).parent))
from learn_mensch import Net, load

torch.set_num_threads(1)


@lru_cache(maxsize=1)
def net() -> Net:
    return load(os.environ.get("LEARNED", "learned.pt"))


@lru_cache(maxsize=1)
def encoder() -> Encoder:
    return Encoder(set_up("mensch", 2))


@torch.no_grad()
def choose(game: Game, moves: Sequence[Move]) -> int:
    """The move that the actor scores highest, for what it leads to."""
    rows = []
    for move in moves:
        after = game.copy()
        after.push(move)
        rows.append([*encoder().observe(after, game.colour), game.faces[0] == 6])
    return int(net().layers(torch.from_numpy(np.array(rows, np.float32)))[:, 0].argmax())
