"""What the player who decides sees, as numbers."""

from __future__ import annotations

from typing import Any

from ...kernel.jit import entry, int64
from ...records import PIECES, Node

MOVE, OFFER = int(Node.MOVE), int(Node.OFFER)
HERE = 14  # numbers about the turn


@entry
def see_all(books: Any, states: Any, eyes: Any, order: Any, seen: Any) -> None:
    """Write a row for each game, from the eye of a colour; -1 in `eyes` is the one on turn.

    `order` has the colours as each of them sees them, itself first.
    """
    r = books[0]
    steps, colours = r.last + 1, order.shape[1]
    for i in range(len(states)):
        s = states[i]
        eye = int64(eyes[i])
        if eye < 0:
            eye = int64(s.colour) if s.node == MOVE else int64(s.thrower)
        for k in range(seen.shape[1]):
            seen[i, k] = 0
        for k in range(colours):
            colour = int64(order[eye, k])
            for piece in range(r.pieces):
                step = int64(s.pieces[colour, piece])
                seen[i, k * steps + step] += 1
                field = int64(r.field[colour, step])
                if k > 0 and field >= 0 and r.step_at[eye, field] > 0:
                    seen[i, (colours + k - 1) * steps + r.step_at[eye, field]] += 1
        at = (2 * colours - 1) * steps
        for slot in range(4):
            seen[i, at + slot] = s.pool[slot]
        seen[i, at + 4], seen[i, at + 5] = s.bonus[0], s.bonus[1]
        seen[i, at + 6], seen[i, at + 7], seen[i, at + 8] = s.tries, s.streak, s.again
        seen[i, at + 9], seen[i, at + 10] = s.node == OFFER, s.phase
        seen[i, at + 11], seen[i, at + 12], seen[i, at + 13] = s.moved, s.entered, s.whole
        at += HERE
        for k in range(colours):
            seen[i, at + k] = s.started >> int64(order[eye, k]) & 1
        at += colours
        if r.limit:
            for k in range(colours):
                for piece in range(PIECES):
                    seen[i, at + k * PIECES + piece] = s.ages[order[eye, k], piece]
            at += colours * PIECES
        if r.marks:
            for piece in range(PIECES):
                seen[i, at + piece] = s.marks[piece]
