"""The loop over an array of games: plays a chosen move in each, and goes on to the next decision.

As in `simulation/loop.py`, `act` is handed in, and the same source is cut to a table where many games are played.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import dice
from ...bots.choices import choose
from ...kernel import BEGIN, MOVES, PLAY, THROW
from ...kernel.code import STOP_CODE, colour_of, count_of, kind_of, partner_of, start_of, target_of, uses_of
from ...kernel.jit import entry, inlined, inner, int64
from ...kernel.pieces import recount
from ...records import CAPTURE_BONUS, COLOUR_MASK, HALF, LARGE, MAX_MOVES, SMALL, Kind, Node
from ...simulation.loop import SEAT_BITS
from .given import DICE, find_throw, mark_throws, pick_throw

MOVE, OFFER, OVER, PASS_KIND = int(Node.MOVE), int(Node.OFFER), int(Node.OVER), int(Kind.PASS)
NOBODY, NO_BOTS = 15, 0xFFFFFFFF  # instead of a bot: whoever calls `step` decides, at one seat or at all
ACCEPT, DECLINE, PASS, FIRST = 0, 1, 2, 3  # actions; from FIRST on, pieces move
LOOK, NEW, OWN_THROW, GIVEN_THROW = -1, -2, -3, -4  # instead of a move; from GIVEN_THROW down a throw that is given
CHOSEN = 0  # instead of LOOK or NEW for all games: to each its action
DECIDE = -1  # instead of a verb: somebody has to choose
NO_GAME, GIVEN_UP = -1, -2  # instead of a winner: no game has ended, or one without a winner
AT, TO = 0, 1  # of the tally: the next game, and the next place in the lists
KEPT_OF_LARGE = LARGE.kept.itemsize // 8  # words
WALLS = SMALL.ring // HALF  # words of a small state that hold its walls
BONUS_SLOT = CAPTURE_BONUS.bit_length() - 1


@inlined
def plane_of(r: Any, s: Any, move: int) -> int:
    """What a move does with the piece on its start: which numbers it takes, how many go along, where to, whose it is."""
    plane = 0
    if r.slots > 1 or r.bonus[0] or r.bonus[1]:
        uses = uses_of(move)
        plane = uses - 1 if uses < CAPTURE_BONUS else (1 << r.slots) - 2 + (uses >> BONUS_SLOT)
    if r.mixed:
        plane = plane * (r.pieces + 1) + partner_of(move)
    if r.groups:
        plane = plane * r.pieces + count_of(move) - 1
    if r.backward or r.second_lap:
        plane = plane * 2 + int64(target_of(move) < start_of(move))
    if r.second[s.colour] >= 0:
        plane = plane * 2 + int64(colour_of(move) != s.colour)
    return plane


@inlined
def action_of(r: Any, s: Any, move: int) -> int:
    """The number of a legal move among the actions of its table."""
    return PASS if kind_of(move) == PASS_KIND else FIRST + plane_of(r, s, move) * r.last + start_of(move)


@inlined
def throw_own(r: Any, s: Any, own: Any, thrown: int) -> tuple[int, int]:
    """What the dice of a game show next, and how many numbers they have drawn then."""
    return dice.below(dice.stream(own, dice.THROWS), thrown, r.opening_outcomes if s.opening else r.outcomes)


@inlined
def bot_of(r: Any, bots: int, colour: int) -> int:
    """Which bot decides for a colour, or NOBODY."""
    return bots >> SEAT_BITS * (int64(r.person[colour]) & COLOUR_MASK) & 15


@inlined
def list_moves(r: Any, s: Any, w: Any, n: int, moves: Any, actions: Any, to: int) -> int:
    """Write what can be chosen at a move or an offer; returns where the next list begins."""
    if s.node == OFFER:
        moves[to], actions[to] = OWN_THROW, ACCEPT
        moves[to + 1], actions[to + 1] = STOP_CODE, DECLINE
        return to + 2
    for k in range(n):
        moves[to + k], actions[to + k] = w.moves[0, k], action_of(r, s, w.moves[0, k])
    return to + n


@inlined
def go_on(r: Any, s: Any, w: Any, n: int, own: Any, thrown: int, luck: int, bots: int, longest: int, games: int) -> Any:
    """What happens by itself next, as a verb of the kernel and its object, or DECIDE; then seed, throws and luck after it.

    Bots and dice play on until somebody else decides; a game that is over begins again, with another seed.
    """
    if s.node == OVER or thrown >= longest:
        return BEGIN, int64(0), dice.seed_of(own, games), int64(0), int64(0)
    if s.node == MOVE:
        who = bot_of(r, bots, s.colour)
        if who == NOBODY:
            return DECIDE, int64(0), own, thrown, luck
        c, luck = choose(r, s, w, n, who, dice.stream(own, dice.LUCK), luck)
        return PLAY, w.moves[0, c], own, thrown, luck
    if s.node == OFFER and bot_of(r, bots, s.thrower) == NOBODY:
        return DECIDE, int64(0), own, thrown, luck
    what, thrown = throw_own(r, s, own, thrown)
    return THROW, what, own, thrown, luck


@inlined
def note_winner(s: Any, winners: Any, i: int) -> None:
    """Who has won the game that is about to begin again; if two end in a step, the first counts."""
    if winners[i] == NO_GAME:
        winners[i] = s.winner if s.node == OVER else GIVEN_UP


@entry
def play_all(
    act: Any, books: Any, states: Any, works: Any, chosen: Any, seeds: Any, drawn: Any, lots: Any, winners: Any, waiting: Any,
    offsets: Any, moves: Any, actions: Any, tally: Any, given: Any, bots: int, longest: int, games: int,
) -> None:  # fmt: skip
    """Play what is chosen in games tally[AT], tally[AT] + 1 …, and list what can be chosen next from tally[TO] on.

    It stops before a game whose list might not fit. If dice are `given`, a game waits for them, with an empty list.
    """
    r, w = books[0], works[0]
    to = tally[TO]
    for i in range(tally[AT], len(states)):
        if to + MAX_MOVES > len(moves):
            tally[AT], tally[TO] = i, to
            return
        s, own, what = states[i], seeds[i], chosen[i]
        thrown, luck = int64(drawn[i]), int64(0)
        if len(lots) > 0:
            luck = int64(lots[i])
        verb, wait = MOVES, False
        if what >= 0:
            verb = PLAY
        elif what == NEW:
            verb = BEGIN
        elif what <= GIVEN_THROW:
            verb, what = THROW, GIVEN_THROW - what
        elif given is not None:
            wait = what == OWN_THROW or waiting[i]
        elif what == OWN_THROW:
            verb = THROW
            what, thrown = throw_own(r, s, own, thrown)
        winners[i] = NO_GAME
        n = 0
        if verb != MOVES or s.node == MOVE:
            n = act(books, states, i, verb, what, works)
        while not wait:
            before = thrown
            verb, what, own, thrown, luck = go_on(r, s, w, n, own, thrown, luck, bots, longest, games)
            if verb == DECIDE:
                break
            if verb == BEGIN:
                note_winner(s, winners, i)
            if given is not None and verb == THROW:
                wait, thrown = True, before
                continue
            n = act(books, states, i, verb, what, works)
        seeds[i], drawn[i] = own, thrown
        if len(lots) > 0:
            lots[i] = luck
        offsets[i] = to
        if given is not None:
            waiting[i] = wait
        if not wait:
            to = list_moves(r, s, w, n, moves, actions, to)
        offsets[i + 1] = to
    tally[AT], tally[TO] = len(states), to


@inlined
def find_move(r: Any, s: Any, w: Any, n: int, action: int) -> tuple[int, int]:
    """What an action asks of the kernel, a verb and its object; DECIDE if it is not possible here."""
    if s.node == OFFER:
        if action == ACCEPT:
            return THROW, int64(0)
        return (PLAY if action == DECLINE else DECIDE), int64(STOP_CODE)
    for k in range(n):
        if action_of(r, s, w.moves[0, k]) == action:
            return PLAY, w.moves[0, k]
    return DECIDE, int64(0)


@inlined
def mark(r: Any, s: Any, w: Any, n: int, masks: Any, i: int, possible: int) -> None:
    """Write into the mask of a game what can be chosen, or strike it off again."""
    if s.node == OFFER:
        masks[i, ACCEPT] = masks[i, DECLINE] = possible
    elif s.node == MOVE:
        for k in range(n):
            masks[i, action_of(r, s, w.moves[0, k])] = possible


@inlined
def pick(r: Any, s: Any, w: Any, n: int, key: Any) -> int:
    """One of the possible actions, all equally likely."""
    c, _ = dice.below(key, 0, 2 if s.node == OFFER else n)
    return c if s.node == OFFER else action_of(r, s, w.moves[0, c])


@inlined
def kept(s: Any, words: Any) -> int:
    """How many words of a state are kept on a GPU: all, unless it is large."""
    return KEPT_OF_LARGE if len(s.walls) > WALLS else len(words)


@inlined
def take(r: Any, s: Any, games: Any, i: int, words: Any) -> None:
    """Take up game i."""
    for k in range(kept(s, words)):
        words[k] = games[i, k]
    if len(s.walls) > WALLS:
        for k in range(KEPT_OF_LARGE, len(words)):
            words[k] = 0
        recount(r, s)


@inner
def play_some(
    act: Any, books: Any, games: Any, words: Any, states: Any, works: Any, order: int, chosen: Any, seeds: Any, drawn: Any, lots: Any,
    winners: Any, seats: Any, masks: Any, picked: Any, seed: Any, wrong: Any, throws: Any, bots: int, longest: int, at: int, stride: int,
) -> None:  # fmt: skip
    """Carry out an order in games at, at + stride …, or the action that was CHOSEN: what one thread of a GPU does, in a state of its own.

    One flat loop, as in a simulation, so that threads side by side take their steps together: a thread that has come to a decision
    takes the next game, and plays there while the others throw. Moves are found again instead of being kept, since memory is what is
    slow here. A game whose action is not possible stays as it is, and is noted in `wrong`. `games` has a row of words for what is
    kept of each state, and `words` is the row of `states`: records would be copied byte by byte.
    If `masks` has rows, they are brought up to date; if `picked` has any, each gets one of the possible actions, at random.
    If there are `throws`, they are given: where one is due, it is the turn of DICE in `seats`.
    """
    r, s, w = books[0], states[0], works[0]
    i, n, thrown, luck = at - stride, int64(0), int64(0), int64(0)
    own, verb, what = np.uint64(0), DECIDE, int64(0)
    wait = False
    while True:
        if i >= 0 and not wait:
            before = thrown
            verb, what, own, thrown, luck = go_on(r, s, w, n, own, thrown, luck, bots, longest, len(seeds))
            if throws is not None and verb == THROW:
                verb, thrown = DECIDE, before
                wait = True
        if verb == BEGIN:
            note_winner(s, winners, i)
        elif verb == DECIDE:
            if i >= 0:
                for k in range(kept(s, words)):
                    games[i, k] = words[k]
                seeds[i], drawn[i] = own, thrown
                if len(lots) > 0:
                    lots[i] = luck
                seats[i] = DICE if wait else r.person[s.colour if s.node == MOVE else s.thrower]
                if len(masks) > 0:
                    if wait:
                        mark_throws(s, throws, masks, i, 1)
                    else:
                        mark(r, s, w, n, masks, i, 1)
                if len(picked) > 0:
                    key = dice.stream(seed, i)
                    picked[i] = pick_throw(s, throws, key) if wait else pick(r, s, w, n, key)
            i += stride
            if i >= len(seeds):
                return
            take(r, s, games, i, words)
            own, thrown = seeds[i], int64(drawn[i])
            if len(lots) > 0:
                luck = int64(lots[i])
            if throws is not None:
                wait = order != NEW and seats[i] == DICE
            if order == NEW:
                verb = BEGIN
            elif s.node == MOVE:
                n = act(books, states, 0, MOVES, int64(0), works)
            if order != LOOK:
                winners[i] = NO_GAME
            if order == CHOSEN:
                if len(masks) > 0:
                    if wait:
                        mark_throws(s, throws, masks, i, 0)
                    else:
                        mark(r, s, w, n, masks, i, 0)
                if wait:
                    what = find_throw(s, throws, chosen[i])
                    verb = THROW if what >= 0 else DECIDE
                else:
                    verb, what = find_move(r, s, w, n, chosen[i])
                if verb == DECIDE:
                    wrong[0] = i
                elif throws is not None and verb == THROW:  # it is thrown, or the offer of a throw accepted
                    wait = not wait
                    verb = DECIDE if wait else THROW
                elif verb == THROW:
                    what, thrown = throw_own(r, s, own, thrown)
        if verb != DECIDE:
            n = act(books, states, 0, verb, what, works)


@entry
def look_up(offsets: Any, moves: Any, listed: Any, actions: Any, chosen: Any) -> int:
    """Find the moves of the chosen actions; returns the first game where that is impossible, or the number of games.

    Games that are given a throw have their order already.
    """
    for i in range(len(actions)):
        if chosen[i] <= GIVEN_THROW:
            continue
        k, end = offsets[i], offsets[i + 1]
        while k < end and listed[k] != actions[i]:
            k += 1
        if k == end:
            return i
        chosen[i] = moves[k]
    return len(actions)


@entry
def decide_all(
    books: Any, states: Any, works: Any, seeds: Any, lots: Any, offsets: Any, moves: Any, bots: int, chosen: Any
) -> None:  # fmt: skip
    """Which of the listed moves quick bots choose, as a place in the lists; at an offer they throw."""
    r, w = books[0], works[0]
    for i in range(len(states)):
        s, first, n = states[i], int64(offsets[i]), int64(offsets[i + 1]) - int64(offsets[i])
        chosen[i] = first
        if s.node == MOVE:
            for k in range(n):
                w.moves[0, k] = moves[first + k]
            c, luck = choose(r, s, w, n, bot_of(r, bots, s.colour), dice.stream(seeds[i], dice.LUCK), int64(lots[i]))
            chosen[i], lots[i] = first + c, luck


@entry
def number_seeds(seed: Any, first: int, seeds: Any) -> None:
    """The seeds of games first, first + 1 … of a seed, as in a simulation."""
    for i in range(len(seeds)):
        seeds[i] = dice.seed_of(seed, first + i)


@entry
def number_moves(books: Any, states: Any, moves: Any, actions: Any) -> None:
    """The actions of the legal moves of one game."""
    for k in range(len(moves)):
        actions[k] = action_of(books[0], states[0], moves[k])
