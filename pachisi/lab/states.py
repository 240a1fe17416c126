"""A position between two throws of a two-player game, and where a throw can lead.

Nothing here knows a rule: the kernel throws, plays and settles. The one who throws also makes all choices
until the next throw, so a throw is a list of the positions it can end in, and the player takes the best of them.
Turning the board is a symmetry, so a position is kept as its thrower sees it; only where somebody moves two
colours in one turn it is not (of two equal penalties the lower colour takes it), and the seats are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import dice, kernel
from ..kernel.jit import entry, inner, int64
from ..records import COLOUR_MASK, MAX_MOVES, NUMBER_MASK, POOL_SIZE, Free, Node, Numbers, Size, plain, table

Array = np.ndarray[Any, Any]
Progress = Callable[[str, float], None]  # what is being done, and which share of it is

MOVE, OFFER, OVER = int(Node.MOVE), int(Node.OFFER), int(Node.OVER)
COLLECTED, ONCE = int(Numbers.COLLECTED), int(Free.ONCE)
THROW, PLAY = kernel.THROW, kernel.PLAY
MOST_BONUS = 101  # the kernel counts waiting bonuses up to a hundred
FOLD = 1_000_003  # to fold many numbers into one
DEEP = 24  # moves within one throw
LEAVES = 256  # positions that one throw can end in, or pass through


class Room(NamedTuple):
    """Where the choices of one throw are followed. What ends in `_words` is the same memory once more: on a GPU records go byte by byte."""

    rows: Array  # states, one for each move made
    row_words: Array
    menu: Array  # the legal moves of each
    left: Array  # how many of them are still to be followed
    seen_words: Array  # states from which something is still to be played, each noted once
    leaves: Array  # states
    leaf_words: Array
    keys: Array  # of these states; -1: the game is over
    rests: Array  # what their keys leave out
    other: Array  # is the other player on turn (or the winner)?


@inner
def act(books: Any, states: Any, i: int, verb: int, what: int, works: Any) -> int:
    """The kernel's door; by this name, constants reach it as plain integers and it is not compiled again."""
    return int64(kernel.act(books, states, i, verb, what, works))


@inner
def key_of(r: Any, s: Any) -> int:
    """A throw or an offer as one number: all that matters for the rest of the game, seen by the thrower."""
    thrower = int64(s.thrower) & COLOUR_MASK
    joint = r.second[thrower] >= 0
    key = thrower if joint else int64(0)
    for k in range(len(s.pieces)):
        colour = k if joint else thrower + k & len(s.pieces) - 1
        if r.used[colour]:
            for i in range(r.pieces):
                key = key * (r.last + 1) + int64(s.pieces[colour, i])
                if r.oldest:
                    key = key * (r.oldest + 1) + int64(s.ages[colour, i])
            if r.free >= ONCE:
                key = key * 2 + (int64(s.started) >> colour & 1)
            if r.gate:
                key = key * 2 + (int64(s.gates) >> colour & 1)
    key = key * max(r.tries, 1) + int64(s.tries)
    key = key * (r.streak + 1) + int64(s.streak)
    if r.remembers:
        key = key * (r.last + 1) + int64(s.last_moved)
    for kind in range(2):
        if r.bonus[kind]:
            key = key * MOST_BONUS + int64(s.bonus[kind])
    if r.turn_numbers == COLLECTED:  # they wait for the last throw of the turn
        for slot in range(r.slots):
            key = key * (NUMBER_MASK + 1) + int64(s.pool[slot])
    return int64(key * 2 + (s.node == OFFER))


@inner
def rest_of(s: Any) -> int:
    """All of a state that is not in its key, as a byte: positions with one key must have it in common."""
    rest = int64(0)
    for slot in range(POOL_SIZE):
        rest = rest * FOLD + int64(s.pool[slot])
    for kind in range(2):
        rest = rest * FOLD + int64(s.bonus[kind])
    for seat in range(len(s.places)):
        rest = rest * FOLD + int64(s.places[seat])
    for i in range(len(s.marks)):
        rest = rest * FOLD + int64(s.marks[i])
    rest = (rest * FOLD + int64(s.opening)) * FOLD + int64(s.tied)
    rest = (rest * FOLD + int64(s.best)) * FOLD + int64(s.phase)
    rest = (rest * FOLD + int64(s.again)) * FOLD + int64(s.moved)
    rest = (rest * FOLD + int64(s.entered)) * FOLD + int64(s.last_moved)
    rest = (rest * FOLD + int64(s.came_last)) * FOLD + int64(s.whole)
    rest = (rest * FOLD + int64(s.finished)) * FOLD + int64(s.winner)
    rest = rest * FOLD + (int64(s.colour) == int64(s.thrower))
    return int64(dice.mix(np.uint64(rest))) & 255


@entry
def key_at(books: Any, states: Any) -> int:
    return key_of(books[0], states[0])


@entry
def rest_at(states: Any) -> int:
    return rest_of(states[0])


@inner
def note_end(books: Any, depth: int, person: int, found: int, room: Room) -> int:
    """Add the state in a row as a leaf of its throw, unless it is known; how many there are, -1 if too many."""
    s = room.rows[depth]
    over = s.node == OVER
    key, rest = int64(-1), int64(0)
    if not over:
        key, rest = key_of(books[0], s), rest_of(s)
    other = int64(s.winner if over else books[0].person[s.thrower]) != person
    for k in range(found):
        if room.keys[k] == key and room.other[k] == other and room.rests[k] == rest:
            return found
    if found == LEAVES:
        return -1
    copy(room.row_words, depth, room.leaf_words, found)
    room.keys[found], room.rests[found] = key, rest
    room.other[found] = other
    return found + 1


@inner
def copy(source: Array, k: int, target: Array, to: int) -> None:
    for i in range(len(source[0])):
        target[to, i] = source[k, i]


@inner
def is_new(depth: int, seen: int, room: Room) -> bool:
    """Note the state in a row, which is in the middle of a throw; False if another order of the same moves led there before."""
    room.rows[depth].news = 0  # tells what the last move did
    for k in range(seen):
        i = 0
        while i < len(room.row_words[0]) and room.seen_words[k, i] == room.row_words[depth, i]:
            i += 1
        if i == len(room.row_words[0]):
            return False
    if seen < LEAVES:
        copy(room.row_words, depth, room.seen_words, seen)
    return True


@inner
def follow(books: Any, legal: int, person: int, room: Room, works: Any) -> int:
    """From the state in row 0, with so many legal moves: all leaves; how many, -1 if too many."""
    rows, menu, left = room.rows, room.menu, room.left
    found = depth = seen = 0
    arrived = True
    while depth >= 0 and found >= 0:
        if arrived:
            left[depth] = 0
            if rows[depth].node != MOVE:
                found = note_end(books, depth, person, found, room)
            elif depth == 0 or is_new(depth, seen, room):
                seen += min(depth, 1) * (seen < LEAVES)
                left[depth] = legal
                for k in range(legal):
                    menu[depth, k] = works[0].moves[0, k]
        arrived = left[depth] > 0
        if not arrived:
            depth -= 1
        elif depth + 1 == DEEP:
            return -1
        else:
            left[depth] -= 1
            depth += 1
            copy(room.row_words, depth - 1, room.row_words, depth)
            legal = act(books, rows, depth, PLAY, menu[depth - 1, left[depth - 1]], works)
    return found


@inner
def follow_throw(books: Any, verb: int, what: int, person: int, room: Room, works: Any) -> int:
    """All leaves of one throw, or one move, from the state in row 0; how many, -1 if too many."""
    legal = act(books, room.rows, 0, verb, what, works)
    return follow(books, legal, person, room, works)


@entry
def leaves_after(books: Any, states: Any, verb: int, what: int, room: Room, works: Any) -> int:
    """All leaves of one throw or move of a game; how many, -1 if too many."""
    s = states[0]
    room.rows[0] = s
    return follow_throw(books, verb, what, int64(books[0].person[s.colour if s.node == MOVE else s.thrower]), room, works)


def make_room(size: Size) -> Room:
    rows, seen, leaves = (plain(table(size.state, count)) for count in (DEEP, LEAVES, LEAVES))
    row_words, seen_words, leaf_words = (states.view(np.int64).reshape(len(states), -1) for states in (rows, seen, leaves))
    keys, rests, other = np.zeros((3, LEAVES), np.int64)
    menu, left = np.zeros((DEEP, MAX_MOVES), np.int64), np.zeros(DEEP, np.int64)
    return Room(rows, row_words, menu, left, seen_words, leaves, leaf_words, keys, rests, other)
