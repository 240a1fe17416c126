"""What the player who decides sees, as numbers."""

from __future__ import annotations

from typing import Any

from ...kernel import MOVES, PLAY
from ...kernel.code import STOP_CODE
from ...kernel.jit import entry, inner, int64
from ...kernel.pieces import held
from ...records import Node
from .given import ACTION, DICE, due
from .loop import ACCEPT, DECLINE, OWN_THROW, action_of, kept, take

MOVE, OFFER = int(Node.MOVE), int(Node.OFFER)
HERE = 14  # numbers about the turn


@entry
def see_all(books: Any, states: Any, eyes: Any, order: Any, seen: Any) -> None:
    """Write a row for each game, from the eye of a colour; -1 in `eyes` is the one on turn."""
    for i in range(len(states)):
        see(books[0], states[i], int64(eyes[i]), order, seen[i])


@inner
def see(r: Any, s: Any, eye: int, order: Any, seen: Any) -> None:
    """One game. `order` has the colours as each of them sees them, itself first."""
    steps, colours = r.last + 1, order.shape[1]
    turn = int64(s.colour) if s.node == MOVE else int64(s.thrower)
    if eye < 0 or r.person[eye] == r.person[turn]:  # who has two colours sees by the one on turn
        eye = turn
    for k in range(len(seen)):
        seen[k] = 0
    for k in range(colours):
        colour = int64(order[eye, k])
        for piece in range(r.pieces):
            step = int64(s.pieces[colour, piece])
            seen[k * steps + step] += 1
            field = int64(r.field[colour, step])
            if k > 0 and field >= 0 and r.step_at[eye, field] > 0:
                seen[(colours + k - 1) * steps + r.step_at[eye, field]] += 1
    at = (2 * colours - 1) * steps
    for slot in range(0 if r.kinds else 4):
        seen[at + slot] = s.pool[slot]
    seen[at + 4], seen[at + 5] = s.bonus[0], s.bonus[1]
    seen[at + 6], seen[at + 7], seen[at + 8] = s.tries, s.streak, s.again
    seen[at + 9], seen[at + 10] = s.node == OFFER, s.phase
    seen[at + 11], seen[at + 12], seen[at + 13] = s.moved, s.entered, s.whole
    at += HERE
    for k in range(colours):
        seen[at + k] = s.started >> int64(order[eye, k]) & 1
    at += colours
    if r.gate:
        for k in range(colours):
            seen[at + k] = s.gates >> int64(order[eye, k]) & 1
        at += colours
    if r.remembers:
        seen[at] = s.last_moved
        at += 1
    if r.takes and colours > 2:
        for k in range(colours):
            seen[at + k] = last_guest(r, s, int64(order[eye, k]), order[eye])
        at += colours
    if r.oldest:
        for k in range(colours):
            for piece in range(len(s.marks)):
                seen[at + k * len(s.marks) + piece] = s.ages[order[eye, k], piece]
        at += colours * len(s.marks)
    if r.marks:
        for piece in range(len(s.marks)):
            seen[at + piece] = s.marks[piece]
        at += len(s.marks)
    for slot in range(r.kinds):
        seen[at + slot] = held(s, slot)


@inner
def last_guest(r: Any, s: Any, host: int, order: Any) -> int:
    """Who of two guests came last to the start field of a colour, counted from 1 on as the eye sees them; 0: there are no two."""
    guests = found = 0
    for colour in range(len(r.used)):
        if colour != host and stands_on(r, s, colour, r.field[host, 1]):
            guests += 1
            if guests == 1 or s.came_last >> host & 1:
                found = colour
    if guests < 2:
        return 0
    for k in range(len(order)):
        if order[k] == found:
            return k + 1
    return 0


@inner
def stands_on(r: Any, s: Any, colour: int, field: int) -> bool:
    """Has a colour a piece on a field? Asked of the pieces: a batch may not keep what stands on the fields."""
    found = False
    for piece in range(r.pieces):
        found |= r.field[colour, s.pieces[colour, piece]] == field
    return found


@entry
def see_afterwards(
    act: Any, books: Any, states: Any, works: Any, spare: Any, offsets: Any, moves: Any, order: Any, seen: Any
) -> None:  # fmt: skip
    """Write a row for each possible action: what its player sees after it, before dice fall again."""
    for i in range(len(states)):
        s = states[i]
        eye = int64(s.colour) if s.node == MOVE else int64(s.thrower)
        for k in range(offsets[i], offsets[i + 1]):
            spare[0] = states[i]
            if moves[k] >= 0:
                act(books, spare, 0, PLAY, moves[k], works)
            see(books[0], spare[0], eye, order, seen[k])


@inner
def list_some(
    act: Any, books: Any, games: Any, words: Any, states: Any, works: Any, seats: Any, offsets: Any, actions: Any, after: Any,
    eyes: Any, throws: Any, at: int, stride: int,
) -> None:  # fmt: skip
    """Write the possible actions of games at, at + stride …, from the offset of each on: what one thread of a GPU does.

    If `after` has room, the states that they lead to are written too, and whose eyes see them. If `actions` has none, they are
    only counted: offsets[i + 1] gets how many game i has. `games`, `words`, `after` and `throws` are as in `play_some`.
    """
    r, s, w = books[0], states[0], works[0]
    wait = False
    for i in range(at, len(offsets) - 1, stride):
        k, n, first = int64(0), int64(1), int64(0)
        if throws is not None:
            wait = seats[i] == DICE
        while k < n:
            if k == 0 or len(after) > 0:  # a move that was followed has left others in their place
                take(r, s, games, i, words)
                if wait:
                    first, n = due(s, throws)
                else:
                    n = act(books, states, 0, MOVES, int64(0), works) if s.node == MOVE else int64(2)
            what, action = int64(OWN_THROW), int64(ACCEPT)
            if wait:
                action = throws[first + k, ACTION]
            elif s.node == MOVE:
                what = w.moves[0, k]
                action = action_of(r, s, what)
            elif k > 0:
                what, action = int64(STOP_CODE), int64(DECLINE)
            if len(actions) > 0:
                actions[offsets[i] + k] = action
            if len(after) > 0:
                eyes[offsets[i] + k] = s.colour if s.node == MOVE else s.thrower
                if what >= 0:
                    act(books, states, 0, PLAY, what, works)
                for word in range(kept(s, words)):
                    after[offsets[i] + k, word] = words[word]
            k += 1
        if len(actions) == 0:
            offsets[i + 1] = n
