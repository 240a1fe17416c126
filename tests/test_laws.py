"""Random play with laws: every option alone and in pairs is played, or refused in a sentence.

Random players who always throw end every game: with each option alone (500 games for 2, 3 and 4 players)
and with every pair of options (20 games), the longest game had fewer than 6,000 turns. Nor did the options
that could shut a road for ever prevent it (4,000 games each): unlimited blockades (`blockade_limit=0`,
`barriers`, Ludo's blocks) and the last two squares of `last_steps=closed`.

Rules alone do not end a game in which players may decline: `may_pass` (pachisi-modern, mensch) and every
offer and pass of pachisi-classic have no limit, and players who always decline play for ever. An engine ends
such a game by a number of throws, as `simulate(…, longest=20_000)` does, and calls it unfinished (winner -1).
"""

from __future__ import annotations

import json
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pachisi import Game, Move, RuleError, kernel
from pachisi.kernel.code import STOP_CODE
from pachisi.kernel.crowd import lapsed_pair, one_of, total
from pachisi.move import STOP
from pachisi.records import HALF, After
from pachisi.rulebooks import BOOKS, load
from pachisi.simulation import blocks
from pachisi.table import Table, set_up

RUSH, STEPS, SHADOWED = 400, 16, 6
Options = dict[str, Any]


def choices(book: str) -> list[tuple[str, Any]]:
    return [(option.name, value) for option in load(book).options.values() for value in option.patches]


def single(book: str) -> list[Options]:
    return [{}, *({name: value} for name, value in choices(book))]


def pairs(book: str) -> list[Options]:
    return [{a[0]: a[1], b[0]: b[1]} for a, b in combinations(choices(book), 2) if a[0] != b[0]]


def tables(book: str, players: int, chosen: list[Options]) -> Iterator[Table]:
    """The tables that can be set up; the others are refused in a sentence that names an option."""
    for options in chosen:
        try:
            yield set_up(book, players, options=options)
        except RuleError as error:
            text = str(error)
            assert text.startswith(f"{book}: ")
            assert text.endswith(".")
            assert any(name in text for name in options), text


# --- the laws -----------------------------------------------------------------------


class Sitting:
    """A game under watch."""

    def __init__(self, at: Table) -> None:
        self.name = f"{at.book.id} {at.players} {dict(at.options)}"
        seed = zlib.crc32(self.name.encode())
        self.rng = random.Random(seed)
        self.game = Game(at, seed=seed)
        self.shadows: list[tuple[Game, int, int]] = []  # a game that must go alike, its rotation, steps to go
        self.rounds: dict[tuple[int, int], int] = {}
        self.turn = self.game.turn
        r = at.lookups.book.view(np.recarray)[0]
        self.pieces, self.limit, self.last, self.ring = int(r.pieces), int(r.limit), int(r.last), int(r.ring)
        self.blocks, self.lapses = bool(r.blocks), r.after != After.MUST_BREAK
        self.fields = r.field.tolist()
        self.queue, self.safe = bool(r.queue), at.board.safe
        self.arms = at.rules.board.arms
        self.used = [colour for colour in range(self.arms) if r.used[colour]]
        self.state = self.game.records()[1][0]
        self.note_pairs()

    def rush(self, actions: int) -> None:
        """Into the middle of the game, without looking."""
        book, states, room = (part.copy() for part in self.game.records())
        rng, found, state = self.rng, room["moves"][0, 0], states[0]
        self.state = state
        outcomes, count = int(book[0]["outcomes"]), 0
        before = states.tobytes()
        for _ in range(actions):
            node = state["node"]
            if node == 3:
                break
            before = states.tobytes()
            if node == 1:
                count = kernel.act(book, states, 0, kernel.PLAY, int(found[rng.randrange(count)]), room)
            elif node == 2 and rng.random() < 0.1:
                count = kernel.act(book, states, 0, kernel.PLAY, STOP_CODE, room)
            else:
                count = kernel.act(book, states, 0, kernel.THROW, rng.randrange(outcomes), room)
            self.follow_ages()
        if state["node"] == 3:
            states.view(np.uint8)[:] = np.frombuffer(before, np.uint8)
            self.rounds.clear()
            self.note_pairs(trust=True)
        self.game = Game.from_state(self.game.table, states.tobytes(), seed=self.game.seed)
        self.state, self.turn = self.game.records()[1][0], self.game.turn

    def step(self) -> None:
        """One throw or move, in the game and in its shadows."""
        game, rng = self.game, self.rng
        moves = list(game.legal_moves)
        if game.node == "move":
            assert moves, f"{self.name}: nothing to do at a move node"
            assert len(set(moves)) == len(moves), f"{self.name}: a move is offered twice"
        for shadow, turned, _ in self.shadows:
            assert {rotate(move, turned, self.arms) for move in moves} == set(shadow.legal_moves), self.where()
        if game.node == "move" or (game.node == "offer" and rng.random() < 0.15):
            move = rng.choice(moves)
            game.push(move)
            for shadow, turned, _ in self.shadows:
                shadow.push(rotate(move, turned, self.arms))
        else:
            faces = game.throw()
            for shadow, turned, _ in self.shadows:
                assert shadow.throw(*(() if turned == 0 else faces)) == faces, self.name
        for shadow, turned, left in self.shadows:
            if left == 1 or game.node == "over":
                assert turn_round(game.position(), turned) == turn_round(shadow.position(), 0, turned), self.name
        self.shadows = [(shadow, turned, left - 1) for shadow, turned, left in self.shadows if left > 1]

    def check(self) -> None:
        """Pieces are conserved, and what the state counts is what can be counted."""
        state = self.state
        crowd, walls, held = [0] * self.ring, [0] * len(state["walls"]), state["pieces"].tolist()
        for colour in range(len(held)):
            steps = held[colour][: self.pieces]
            assert steps == sorted(steps), self.where()
            assert not any(held[colour][self.pieces if colour in self.used else 0 :]), self.where()
            assert all(0 <= step <= self.last for step in steps), self.where()
            for step in steps:
                field = self.fields[colour][step]
                if field >= 0:
                    crowd[field] += one_of(colour)
        for field, here in enumerate(crowd):
            if self.blocks and total(here) > 1:
                walls[field // HALF] |= 1 << field % HALF
        for (colour, step), rounds in self.rounds.items():
            field = self.fields[colour][step]
            if self.limit and self.lapses and rounds == self.limit and field >= 0:
                crowd[field] |= lapsed_pair(colour)
        assert state["crowd"].tolist()[: self.ring] == crowd, self.where()
        assert state["walls"].tolist() == walls, self.where()
        if self.queue:
            self.check_queues(held)
            return
        ages = [
            [self.rounds.get((colour, step), 0) if self.limit else 0 for step in steps]
            for colour, steps in enumerate(held)
        ]
        assert state["ages"].tolist() == ages, self.where()

    def check_queues(self, held: list[list[int]]) -> None:
        """On a safe field the pieces are numbered as they came; elsewhere they are not."""
        places: dict[int, list[int]] = {}
        for colour in self.used:
            for step, place in zip(held[colour], self.state["ages"][colour].tolist(), strict=True):
                field = self.fields[colour][step]
                places.setdefault(field if field in self.safe else -1, []).append(place)
        assert not any(places.pop(-1, [])), self.where()
        assert all(sorted(here) == list(range(1, len(here) + 1)) for here in places.values()), self.where()

    def where(self) -> str:
        return f"{self.name}: {self.game.position()}"

    def follow_ages(self) -> None:
        """Count for every pair the turns of its owner that have begun since it stands (B30)."""
        if not self.limit:
            return
        self.note_pairs()
        turn = int(self.state["turn"])
        if turn != self.turn:
            self.turn, colour = turn, int(self.state["thrower"])
            for owner, step in self.rounds:
                if owner == colour:
                    self.rounds[owner, step] = min(self.limit, self.rounds[owner, step] + 1)

    def note_pairs(self, trust: bool = False) -> None:
        held, ages = self.state["pieces"].tolist(), self.state["ages"].tolist()
        now = {}
        for colour in self.used:
            for step, count in Counter(held[colour][: self.pieces]).items():
                if count == 2 and 0 < step < self.last:
                    old = ages[colour][held[colour].index(step)] if trust else self.rounds.get((colour, step), 0)
                    now[colour, step] = old
        self.rounds = now

    def shadow(self, turned: int) -> None:
        """A second game from the written position, perhaps with the seats turned round."""
        data = json.loads(json.dumps(self.game.position()))
        if turned:
            data = {key: value for key, value in data.items() if key not in ("seed", "drawn")}
        other = Game.from_position(turn_round(data, turned))
        assert turn_round(self.game.position(), turned) == turn_round(other.position(), 0, turned), self.name
        self.shadows.append((other, turned, SHADOWED))


def rotate(move: Move, turned: int, arms: int) -> Move:
    if not turned or move == STOP:
        return move
    captures, penalty = (
        tuple(sorted(((seat + turned) % arms, step) for seat, step in sent)) for sent in (move.captures, move.penalty)
    )
    colour = (move.colour + turned) % arms if move.colour >= 0 else -1
    return Move(move.kind, colour, move.start, move.target, move.uses, move.count, move.partner, captures, penalty)


def turn_round(data: dict[str, Any], turned: int, bare: int = 0) -> dict[str, Any]:
    """A position with every seat moved on; `bare` says that it is compared with such a one."""
    data = dict(data)
    if turned or bare:
        data.pop("seed", None)
        data.pop("drawn", None)
        data["options"] = {name: value for name, value in data["options"].items() if name != "first"}
    if not turned:
        return data | {"started": sorted(data["started"]), "ages": sorted(data["ages"])}
    arms = len(data["pieces"])
    persons = 2 if data["options"].get("two_person") or data["options"].get("two_colours") else arms

    def seat(number: int) -> int:
        return (number + turned) % persons if number >= 0 else number

    def colour(number: int) -> int:
        return (number + turned) % arms if number >= 0 else number

    data["pieces"] = [data["pieces"][(c - turned) % arms] for c in range(arms)]
    data["seat"], data["colour"] = seat(data["seat"]), colour(data["colour"])
    data["ages"] = sorted([colour(c), step, rounds] for c, step, rounds in data["ages"])
    data["started"] = sorted(map(colour, data["started"]))
    data["places"] = [seat(person) for person in data["places"]]
    if "thrower" in data.get("extra", {}):
        data["extra"] = {**data["extra"], "thrower": colour(data["extra"]["thrower"])}
    if "hit" in data.get("extra", {}):
        data["extra"] = {**data["extra"], "hit": sorted(map(colour, data["extra"]["hit"]))}
    if "came_last" in data.get("extra", {}):
        ring = len(set_up(data["rulebook"]).board.ring)
        came = {str((int(at) + turned * ring // arms) % ring): colour(last) for at, last in data["extra"]["came_last"].items()}
        data["extra"] = {**data["extra"], "came_last": came}
    if "queue" in data.get("extra", {}):
        ring = len(set_up(data["rulebook"]).board.ring)
        queues = {str((int(at) + turned * ring // arms) % ring): [*map(colour, here)] for at, here in data["extra"]["queue"].items()}
        data["extra"] = {**data["extra"], "queue": queues}
    return data


def rotation(at: Table) -> int:
    """How far the seats can be turned round without a difference; 0: not at all.

    Three players and a neutral colour leave a gap; a person who plays two colours jointly has a lower and
    a higher one, and of two equal penalties the lower takes it (A21).
    """
    seats = at.rules.seats
    if seats.home_order and at.seats.allied:  # F13: two colours wait for the two others
        return 0
    if seats.colours == "two":
        return 1 if seats.turns != "joint" else 0
    turns = {2: 3, 3: 2, 4: 3, 5: 0, 6: 1} if at.rules.board.arms == 6 else {2: 2, 3: 0, 4: 1}
    return turns[at.players] if seats.colours == "one" else 0


# --- the tests ----------------------------------------------------------------------

EVERYWHERE = [(book, players) for book in BOOKS for players in (2, 3, 4)]


def watch(at: Table, steps: int) -> None:
    sitting = Sitting(at)
    sitting.rush(sitting.rng.randrange(RUSH))
    sitting.check()
    game, states = sitting.game, []
    for number in range(steps):
        if game.node == "over":
            break
        if number % 16 == 3:
            sitting.shadow(0)
        if number % 16 == 9 and rotation(at):
            sitting.shadow(rotation(at))
        states.append((game.state, game.drawn))
        sitting.step()
        sitting.follow_ages()
        sitting.check()
    for before, drawn in reversed(states):
        game.pop()
        assert (game.state, game.drawn) == (before, drawn), sitting.name


@pytest.mark.parametrize(("book", "players"), EVERYWHERE)
def test_every_option_alone_keeps_the_laws(book: str, players: int) -> None:
    for at in tables(book, players, single(book)):
        watch(at, 3 * STEPS)


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("book", BOOKS)
def test_every_pair_of_options_keeps_the_laws(book: str, part: int) -> None:
    """By two, three and four players in turn, where the pair allows it."""
    for number, options in enumerate(pairs(book)[part::3]):
        possible = [at for players in (2, 3, 4) for at in tables(book, players, [options])]
        if possible:
            watch(possible[number % len(possible)], STEPS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize(("book", "players"), EVERYWHERE)
def test_every_pair_of_options_keeps_the_laws_whoever_plays(book: str, players: int, part: int) -> None:
    for at in tables(book, players, pairs(book)[part::3]):
        watch(at, STEPS)


@pytest.mark.parametrize(("book", "players"), [(book, players) for book, players in EVERYWHERE if players != 3])
def test_who_sits_where_makes_no_difference(book: str, players: int) -> None:
    """The same throws and choices from the start, with everybody one place (of two: two places) further."""
    single: Options = {"two_colours": False} if (book, players) == ("pachisi-modern", 2) else {}
    for options in (single, *symmetric(book, players)):
        at = set_up(book, players, options=options)
        turned = rotation(at)
        sitting = Sitting(at)
        other = Game(book, players, first=turned, **options)
        sitting.shadows.append((other, turned, 150))
        while sitting.shadows and sitting.game.node != "over":
            sitting.step()
        assert [other.pieces[(seat + turned) % 4] for seat in range(4)] == sitting.game.pieces


def symmetric(book: str, players: int) -> list[Options]:
    return {
        ("pachisi-modern", 2): [{"two_colours": True, "two_colour_turns": "per_colour"}],
        ("pachisi-modern", 4): [{"teams": True, "barriers": True}],
        ("parcheesi", 4): [{"blockade_limit": 0, "dice_use": "max"}],
        ("mensch", 2): [{"two_person": True, "barriers": True}],
        ("mensch", 4): [{"capture_duty": "penalty", "backward_capture": True}],
        ("pachisi-classic", 4): [{"teams": False}, {"chausar_partner": True}],
    }.get((book, players), [])


@pytest.mark.parametrize(("book", "players"), EVERYWHERE)
def test_random_games_end_with_every_option(book: str, players: int) -> None:
    for at in tables(book, players, single(book)):
        (games,) = blocks(at, 20, seed=3, longest=20_000, cores=1)
        assert (games["winner"] >= 0).all(), f"{book} {players} {dict(at.options)}"


@pytest.mark.parametrize("book", BOOKS)
def test_a_number_of_throws_ends_an_unfinished_game(book: str) -> None:
    (games,) = blocks(set_up(book), 5, seed=1, longest=10)
    assert (games["winner"] == -1).all()
    assert (games["throws"] == 10).all()


def test_players_who_always_pass_never_end_a_game() -> None:
    game = Game("pachisi-classic", players=2)
    for _ in range(200):
        assert game.node == "offer"
        game.push(STOP)
    assert (game.turn, game.outcome) == (201, None)
