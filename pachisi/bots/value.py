"""What a position between two throws is worth: the chance of every side to win."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from .. import dice
from ..kernel.jit import entry, inlined, inner, int64
from ..records import Node
from .features import see
from .mind import KNOWN
from .nets import DEEPER, FEATURES, HIDDEN

OVER, OFFER = int(Node.OVER), int(Node.OFFER)
ZERO = np.float32(0)


@inner
def is_finished(s: Any, m: Any, side: int) -> bool:
    """Has somebody of this side come home before others, who play on for the places? Until somebody has won, nobody has."""
    home = False
    if s.winner >= 0 and m.teams == 0:
        for place in range(s.finished):
            home |= m.side[s.places[place]] == side
    return home


@inner
def share(s: Any, m: Any) -> None:
    """From scores of sides to chances; a finished side counts as a win."""
    most = np.float32(-1e9)
    for side in range(m.sides):
        most = max(most, m.value[side])
    total = ZERO
    for side in range(m.sides):
        if s.finished > 0 and is_finished(s, m, side):
            m.value[side] = -1
        else:
            m.value[side] = np.float32(exp(m.value[side] - most))
            total += m.value[side]
    for side in range(m.sides):
        m.value[side] = m.value[side] / total if m.value[side] >= 0 else np.float32(1)


@inner
def weigh(s: Any, m: Any) -> None:
    """By weights: a score of each colour."""
    for side in range(len(m.value)):
        m.value[side] = 0
    for colour in range(len(m.value)):
        side = int64(m.side[colour])
        if side >= 0:
            kind = int64(s.thrower != colour)
            score = ZERO
            for k in range(FEATURES):
                score += m.weights[kind, k] * m.features[colour, k]
            m.value[side] += score


@inner
def add_pieces(r: Any, s: Any, m: Any) -> None:
    """The first layer: what each piece, each feature and each hunt adds."""
    net, first = m.net, m.first
    for h in range(HIDDEN):
        first[h] = net.bias[h]
    thrower = int64(s.thrower) & 3
    for slot in range(4):
        colour = thrower + slot & 3
        if r.used[colour] == 0:
            continue
        for i in range(r.pieces):
            step = int64(s.pieces[colour, i]) & 127
            for h in range(HIDDEN):
                first[h] += net.pieces[slot, step, h]
        for k in range(FEATURES):
            fact = m.features[colour, k]
            if fact != ZERO:
                for h in range(HIDDEN):
                    first[h] += fact * net.features[slot, k, h]
    for k in range(m.pairs):
        pair = int64(m.pair[k])
        for h in range(HIDDEN):
            first[h] += net.pairs[pair, h]


@inner
def feel(r: Any, s: Any, m: Any) -> None:
    """By the net."""
    add_pieces(r, s, m)
    net, first, second = m.net, m.first, m.second
    tries, streak, offer = np.float32(s.tries), np.float32(s.streak), np.float32(s.node == OFFER)
    for h in range(HIDDEN):
        lit = first[h] + tries * net.situation[0, h] + streak * net.situation[1, h] + offer * net.situation[2, h]
        first[h] = max(lit, ZERO)
    for k in range(DEEPER):
        lit = ZERO
        for h in range(HIDDEN):
            lit += net.deeper[k, h] * first[h]
        second[k] = max(lit + net.deeper_bias[k], ZERO)
    for side in range(len(m.value)):
        m.value[side] = 0
    thrower = int64(s.thrower) & 3
    for slot in range(4):
        side = int64(m.side[thrower + slot & 3])
        if side >= 0:
            score = net.out_bias[slot]
            for k in range(DEEPER):
                score += net.out[slot, k] * second[k]
            m.value[side] += score


@inlined
def key_of(s: Any, m: Any) -> np.uint64:
    """All that matters for the value of a position, as one number."""
    key = np.uint64(s.thrower & 3) | np.uint64(s.tries) << np.uint64(2) | np.uint64(s.streak) << np.uint64(6)
    key |= (
        np.uint64(m.by_net) << np.uint64(16)
        | np.uint64(s.node) << np.uint64(10)
        | np.uint64(s.finished) << np.uint64(12)
        | np.uint64(s.thrower >> 2) << np.uint64(20)
    )
    key = dice.mix(key)  # away from the steps: else a thrower and a step could stand for another thrower and step
    for colour in range(len(s.pieces)):
        pieces = np.uint64(0)
        for i in range(len(s.pieces[0])):
            pieces = pieces << np.uint64(8) | np.uint64(s.pieces[colour, i])
        key = dice.mix(key ^ pieces + dice.GOLDEN * np.uint64(colour + 1))
    return key | np.uint64(1)  # never that of an empty place


@inlined
def place_of(key: np.uint64) -> int:
    return int64(key >> np.uint64(20)) & KNOWN - 1


@entry
def evaluate(books: Any, states: Any, row: int, minds: Any, level: int) -> int:
    """The chances of all sides in states[row], in the value of a mind."""
    value(books[0], states[row], minds[level])
    return 0


@inner
def value(r: Any, s: Any, m: Any) -> None:
    """The chances of all sides, in m.value."""
    if s.node == OVER:
        for side in range(len(m.value)):
            m.value[side] = 0
        m.value[m.side[s.winner]] = 1
        for side in range(m.sides):
            if s.finished > 1 and is_finished(s, m, side):
                m.value[side] = 1
        return
    key = key_of(s, m)
    at = place_of(key)
    if m.known[at] == key:
        for side in range(len(m.value)):
            m.value[side] = m.known_value[at, side]
        return
    m.evaluated += 1
    see(r, s, m)
    if m.by_net:
        feel(r, s, m)
    else:
        weigh(s, m)
    share(s, m)
    m.known[at] = key
    for side in range(len(m.value)):
        m.known_value[at, side] = m.value[side]
