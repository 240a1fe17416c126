"""Tables and positions by chance: in a corner of the board, where pieces meet, rather than all over it."""

from __future__ import annotations

import random
from typing import Any

from . import BOOKS, Referee, State

Options = dict[str, Any]


def some_options(rng: random.Random, kind: type[Referee]) -> Options:
    """Few options that differ from the default, so that what an option does is seen."""
    count = rng.choice((0, 1, 1, 2, 2, 3, 4))
    names = rng.sample(sorted(kind.options), min(count, len(kind.options)))
    options = {name: rng.choice(kind.options[name][1:]) for name in names}
    if rng.random() < 0.15:
        options["pieces"] = rng.randint(1, kind.most_pieces)
    return options | kind.enabling(rng, options)


def some_position(rng: random.Random, referee: Referee) -> State:
    """A fresh turn in the middle of a game."""
    while True:
        state = referee.start()
        near = corner(rng, referee)
        for colour in referee.seats():
            state.pieces[colour] = sorted(some_step(rng, referee, colour, near) for _ in range(referee.pieces))
        if referee.possible(state) and finished_fit(rng, referee, state):
            break
    free = [colour for colour in referee.order() if not referee.done(state, colour)]
    referee.dress(rng, state)
    referee.begin(state, rng.choice(free))
    referee.remember(state)
    state.turn = 1
    return state


def corner(rng: random.Random, referee: Referee) -> set[tuple[int, int]]:
    """The fields along a stretch of some colour's way."""
    colour, middle = rng.choice(referee.seats()), rng.randrange(1, referee.path.home)
    steps = range(max(1, middle - 7), min(referee.path.home, middle + 8))
    return {at for step in steps if (at := referee.path.field(colour, step)) is not None}


def some_step(rng: random.Random, referee: Referee, colour: int, near: set[tuple[int, int]]) -> int:
    """In the reserve, home, in the corner, near the end, or anywhere."""
    home = [step for step in range(referee.path.home + 1) if referee.home(step)]
    anywhere = [step for step in range(referee.path.home) if step or referee.waits_outside()]
    here = [step for step in anywhere if referee.path.field(colour, step) in near]
    kind = rng.random()
    if kind < 0.15 and 0 in anywhere:
        return 0
    if kind < 0.3:
        return rng.choice(home)
    if kind < 0.75 and here:
        return rng.choice(here)
    if kind < 0.85:
        return rng.choice(anywhere[-12:])
    return rng.choice(anywhere)


def finished_fit(rng: random.Random, referee: Referee, state: State) -> bool:
    """Finished colours have places; a game that is over is no position to begin with."""
    done = [colour for colour in referee.seats() if referee.finished(state, colour)]
    rng.shuffle(done)
    return not any(referee.arrived(state, colour) for colour in done)


def some_table(rng: random.Random, book: str) -> tuple[int, Options]:
    """Players and options."""
    kind = BOOKS[book]
    return rng.choice(kind.numbers), some_options(rng, kind)
