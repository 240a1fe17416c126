"""Tables and positions by chance: in a corner of the board, where pieces meet, rather than all over it."""

from __future__ import annotations

import random
from typing import Any

from . import BOOKS, Referee, State
from .boards import Field

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
            state.pieces[colour] = []
        seats = referee.seats()
        at_home = {rng.choice(seats): rng.choice((referee.pieces, referee.pieces - 1))} if rng.random() < 0.4 else {}
        for colour in seats * referee.pieces:
            arrived = len(state.row(colour)) < at_home.get(colour, 0)
            set_down(rng, referee, state, colour, None if arrived else near)
        if referee.possible(state) and finished_fit(rng, referee, state):
            break
    free = [colour for colour in referee.order() if not referee.done(state, colour)]
    referee.dress(rng, state)
    referee.begin(state, rng.choice(free))
    referee.remember(state)
    state.turn = 1
    return state


def set_down(rng: random.Random, referee: Referee, state: State, colour: int, near: set[Field] | None) -> None:
    """One more piece, where it fits; home if there is no corner for it."""
    row = state.row(colour)
    if near is None:
        row.append(next(step for step in homes(referee) if step == referee.path.home or step not in row))
        return
    while True:
        together = row and rng.random() < 0.15
        row.append(rng.choice(row) if together else some_step(rng, referee, colour, near))
        place = referee.path.field(colour, row[-1])
        if place is None or referee.crowd(state, place):
            return row.sort()
        row.pop()


def homes(referee: Referee) -> list[int]:
    """The steps at which a piece has arrived."""
    return [step for step in range(referee.path.home + 1) if referee.home(step)]


def corner(rng: random.Random, referee: Referee) -> set[Field]:
    """The fields along a stretch of some colour's way, now and then at its beginning."""
    colour = rng.choice(referee.seats())
    middle = rng.randrange(1, referee.path.home) if rng.random() < 0.75 else 1
    steps = range(max(1, middle - 7), min(referee.path.home, middle + 8))
    return {at for step in steps if (at := referee.path.field(colour, step)) is not None}


def some_step(rng: random.Random, referee: Referee, colour: int, near: set[Field]) -> int:
    """In the reserve, home, in the corner, near the end, or anywhere."""
    anywhere = [step for step in range(referee.path.home) if step or referee.waits_outside()]
    here = [step for step in anywhere if referee.path.field(colour, step) in near]
    kind = rng.random()
    if kind < 0.15 and 0 in anywhere:
        return 0
    if kind < 0.3:
        return rng.choice(homes(referee))
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


def some_throw(rng: random.Random, referee: Referee, state: State) -> tuple[int, ...]:
    """Any throw; often the last one again, for the sake of rows."""
    return tuple(state.faces) if state.faces and rng.random() < 0.4 else rng.choice(referee.dice())


def some_table(rng: random.Random, book: str) -> tuple[int, Options]:
    """Players and options."""
    kind = BOOKS[book]
    return rng.choice(kind.numbers), some_options(rng, kind)
