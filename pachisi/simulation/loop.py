"""The loop that plays one game after the other: the same source on every core and on a GPU.

`act` is the kernel's: handed in, so that the loop is compiled without compiling the rules once more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import dice
from ..bots.choices import choose
from ..bots.registry import FIRST_CUSTOM
from ..bots.search import decide, declines, forget
from ..kernel import BEGIN, PLAY, THROW
from ..kernel.code import STOP_CODE, colour_of, hits_of, start_of, target_of, uses_of
from ..kernel.crowd import number_of, one_each
from ..kernel.jit import entry, inlined, inner, int64
from ..kernel.make import number_used
from ..records import COLOUR_MASK, Node
from .columns import FAULT

MOVE, OFFER, OVER = int(Node.MOVE), int(Node.OFFER), int(Node.OVER)
FOLD = np.uint64(0x100000001B3)  # the multiplier of FNV-1a
NEVER = 1 << 40  # turns
SEAT_BITS = 4  # of the packed bots
ALL = 255  # a bit for each colour


@inner
def play_on(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, custom_bots: Any, rows: Any, scratch: Any,
    heats: Any, seed: Any, first: int, at: int, stride: int, longest: int, bots: int, pace: int,
) -> None:  # fmt: skip
    """Play games one after the other, in one flat loop: those of rows[at], rows[at + stride], …

    A game is given up, as unfinished, after `longest` throws. With a `pace` of 1 or 3 nobody throws but in every
    second or fourth round of the loop: so games that run side by side on a GPU throw together and move together.
    Slow players are stopped within a game; it is then not noted, nor are those after it.
    """
    r, s, w, row, heat = books[0], states[0], works[0], scratch[0], heats[0]
    lines, line = rows.view(np.int64), scratch.view(np.int64)  # the same memory
    drawn = thrown = throws = moves = choices = options = n = tick = lead = due = asked = 0
    key = luck = visits = mark = np.uint64(0)
    k = at - stride
    s.node = OVER
    while True:
        tick += 1
        if s.node == OVER or throws >= longest:
            if k >= 0:
                row.mark, row.throws, row.moves = mark, throws, moves
                row.choices, row.options = choices, options
                note_end(r, s, row)
                keep(lines, k, line)
            k += stride
            if k >= len(rows):
                return
            clear(row)
            own = dice.seed_of(seed, first + k)
            key, luck = dice.stream(own, dice.THROWS), dice.stream(own, dice.LUCK)
            drawn = thrown = throws = moves = choices = options = n = 0
            lead, due = -1, r.persons if heat.leads else NEVER
            mark = np.uint64(0)
            if custom_bots is not None:
                visits, asked = dice.stream(own, dice.VISITS), 0
            if minds is not None:
                forget(minds)
            verb, what = BEGIN, int64(0)
        elif s.node == MOVE:
            seat = int64(r.person[s.colour]) & COLOUR_MASK
            who = bots >> SEAT_BITS * seat & 15
            if custom_bots is not None and who >= FIRST_CUSTOM and n > 1:
                c = ask(custom_bots, r, s, w, n, who, dice.number(visits, asked))
                asked += 1
                if c < 0 or c >= n:
                    note_fault(row, seat, n, c)
                    keep(lines, k, line)
                    return
            elif minds is None:
                c, drawn = choose(r, s, w, n, who, luck, drawn)
            else:
                c, drawn = decide(act, evaluate, books, states, works, minds, n, who, luck, drawn)
            verb, what = PLAY, w.moves[0, c]
            moves += 1
            choices += n > 1
            options += n
            row.seat_moves[seat] += 1
            mark = (mark ^ np.uint64(what)) * FOLD
            if hits_of(what) or r.capture_by:
                note_captures(r, s, row, heat, seat, what)
            if heat.on:
                heat.visits[colour_of(what), target_of(what)] += 1
        elif tick & pace:
            continue
        else:
            seat = int64(r.person[s.thrower]) & COLOUR_MASK
            who = bots >> SEAT_BITS * seat & 15
            declined = int64(0)
            if (minds is not None or custom_bots is not None) and heat.stop:
                return
            if custom_bots is not None and who >= FIRST_CUSTOM and s.node == OFFER:
                declined = ask(custom_bots, r, s, w, 0, who, dice.number(visits, asked))
                asked += 1
                if declined < 0 or declined > 1:
                    note_fault(row, seat, 0, declined)
                    keep(lines, k, line)
                    return
            elif minds is not None and s.node == OFFER:
                declined = int64(declines(act, evaluate, books, states, works, minds, who))
            if declined:
                verb, what = PLAY, int64(STOP_CODE)
            else:
                row.seat_throws[seat] += 1
                throws += 1
                verb = THROW
                what, thrown = dice.below(key, thrown, r.opening_outcomes if s.opening else r.outcomes)
        n = act(books, states, 0, verb, what, works)
        if s.turn > due:
            due += r.persons
            lead = follow_lead(r, s, row, lead)


@inlined
def ask(custom_bots: Any, r: Any, s: Any, w: Any, n: int, who: int, number: Any) -> int:
    """What a bot of somebody's own says: the index of one of n moves, or of none 1 if it declines a throw."""
    return int64(custom_bots[who - FIRST_CUSTOM](r, s, w.moves[0][:n], number))


@inlined
def keep(lines: Any, k: int, line: Any) -> None:
    """Write down a game, word by word: a GPU would copy a record byte by byte."""
    for i in range(len(line)):
        lines[k * len(line) + i] = line[i]


@inlined
def note_fault(row: Any, seat: int, n: int, answer: int) -> None:
    """An answer that is none: by whom, among how many moves, and which."""
    row.winner, row.turns, row.options, row.choices = FAULT, seat, n, answer
    row.throws = 1  # so that the row counts as played


@inlined
def clear(row: Any) -> None:
    row.captures = row.lead_changes = 0
    for seat in range(len(row.places)):
        row.places[seat] = 0
        row.seat_throws[seat] = row.seat_moves[seat] = 0
        row.seat_captures[seat] = row.seat_lost[seat] = 0


@inner
def note_captures(r: Any, s: Any, row: Any, heat: Any, seat: int, move: int) -> None:
    """What a move sends back, from its target and from the fields that it passes."""
    colour, start = colour_of(move), start_of(move)
    if hits_of(move):
        field = int64(r.field[colour, target_of(move)])
        here = int64(s.crowd[field])
        note_losses(r, row, heat, seat, field, one_each(here) if r.takes and start == 0 else here, hits_of(move))
    if r.capture_by and start > 0:
        for step in range(start + 1, min(start + number_used(r, s, uses_of(move)), r.last)):
            field = int64(r.field[colour, step])
            if field >= 0 and r.safe[field] == 0:
                note_losses(r, row, heat, seat, field, int64(s.crowd[field]) & r.prey[colour], ALL)


@inlined
def note_losses(r: Any, row: Any, heat: Any, seat: int, field: int, crowd: int, victims: int) -> None:
    taken = 0
    for victim in range(r.colours):
        if victims >> victim & 1:
            lost = number_of(crowd, victim)
            taken += lost
            if r.person[victim] >= 0:
                row.seat_lost[r.person[victim]] += lost
            if heat.on:
                heat.taken[victim, r.step_at[victim, field]] += lost
    row.captures += taken
    row.seat_captures[seat] += taken


@inlined
def way_of(r: Any, s: Any, side: int) -> int:
    """How far the pieces of a side have come."""
    way = 0
    for colour in range(r.colours):
        if r.side[colour] == side:
            for i in range(r.pieces):
                way += int64(s.pieces[colour, i])
    return way


@inner
def follow_lead(r: Any, s: Any, row: Any, lead: int) -> int:
    """Count a new leader after a round; a tie leaves the lead where it was."""
    best, ahead = -1, lead
    for side in range(r.sides):
        way = way_of(r, s, side)
        if way == best:
            ahead = lead
        elif way > best:
            best, ahead = way, side
    row.lead_changes += lead >= 0 and ahead != lead
    return ahead


@inner
def note_end(r: Any, s: Any, row: Any) -> None:
    """Who came first, second …; those who have not finished share the last place."""
    won = s.node == OVER
    row.turns = s.turn
    row.winner = s.winner if won else -1
    for colour in range(r.colours):
        person = int64(r.person[colour])
        if person < 0:
            continue
        if r.sides < r.persons:
            row.places[person] = 1 if won and r.side[person] == r.side[s.winner] else 2
        else:
            row.places[person] = int64(s.finished) + 1
    if r.sides == r.persons:
        for place in range(len(s.places)):  # a number known beforehand: a loop with another is unrolled a hundred times
            if place < s.finished:
                row.places[s.places[place]] = place + 1


@entry
def play_games(
    act: Any, evaluate: Any, books: Any, states: Any, works: Any, minds: Any, custom_bots: Any, rows: Any, scratch: Any,
    heats: Any, seed: Any, first: int, longest: int, bots: int,
) -> None:  # fmt: skip
    """Games number first, first + 1, … of a seed, one for each row.

    `minds` is None if no bot thinks, `custom_bots` if all bots are of the house.
    """
    play_on(
        act, evaluate, books, states, works, minds, custom_bots, rows, scratch, heats, seed, first, 0, 1, longest, bots, 0
    )


@entry
def find_seed(seed: Any, game: int) -> Any:
    """The seed of one game of many."""
    return dice.seed_of(seed, game)
