"""An independent referee: `maedn` of OpenSpiel plays in lockstep with `mensch`.

Both get the same throws and the same random choices. After each of them are compared: whose turn it is, the legal
moves as a set, all pieces, captures, the end and the winner. No rule is here, only how fields and actions are called
on either side. The differences are named in docs/open-spiel.md; each has a test below.

    python -m tests.test_open_spiel 2000     as many games for each number of players
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from pachisi import Game, Move

pyspiel: Any = import_module("pyspiel")  # it has no types

PASS, ENTER, FIRST_FIELD = 0, 1, 2  # actions of maedn: pass, bring in, then one for each field of the own path
RING, QUARTER, GOAL, COLOURS = 40, 10, 4, 4
BITS = (RING + COLOURS * GOAL) * COLOURS
SAME_RULES: dict[str, Any] = {"start_on_A": 0}
Call = tuple[str, int, int, int, tuple[int, ...]]
Rows = list[list[int] | None]


@dataclass(frozen=True)
class Seating:
    """A game of maedn and the seats of mensch at which its players sit."""

    maedn: str
    players: int
    seats: tuple[int, ...]


SEATINGS = {
    "two opposite": Seating("maedn(players=2,twoPlayersOpposite=true)", 2, (0, 2)),
    "two side by side": Seating("maedn(players=2,twoPlayersOpposite=false)", 3, (0, 1)),  # seat 2 only fills a chair
    "three": Seating("maedn(players=3)", 3, (0, 1, 2)),
    "four": Seating("maedn(players=4)", 4, (0, 1, 2, 3)),
}


class Difference(AssertionError):  # noqa: N818
    """The two referees disagree."""


class Lockstep:
    """One game on two boards."""

    def __init__(self, seating: Seating, seed: int, **options: object) -> None:
        self.seating = seating
        self.rng = random.Random(seed)
        self.maedn = pyspiel.load_game(seating.maedn).new_initial_state()
        self.mensch = Game("mensch", seating.players, seed=seed, **{**SAME_RULES, **options})
        self.used = [row is not None for row in self.mensch.pieces]
        self.seen: Counter[str] = Counter()

    def play(self) -> Counter[str]:
        """To the end, at random; what was seen on the way, or a Difference."""
        self.compare_boards()
        while not self.maedn.is_terminal():
            face = self.rng.randint(1, 6)
            self.throw(face)
            self.move(face)
            self.compare_boards()
        self.compare_end()
        return self.seen

    def throw(self, face: int) -> None:
        self.fill_chair()
        thrower = self.mensch.seat
        self.compare("node", self.mensch.node, "throw")
        self.maedn.apply_action(face - 1)
        self.mensch.throw(face)
        self.compare("thrower", thrower, self.seating.seats[self.maedn.current_player()])
        self.seen["throws"] += 1

    def fill_chair(self) -> None:
        """Who never throws a six waits for ever: a player whom maedn does not have."""
        while self.mensch.node == "throw" and self.mensch.seat not in self.seating.seats:
            self.mensch.throw(1)

    def move(self, face: int) -> None:
        actions = {self.call(action, face): action for action in self.maedn.legal_actions() if action != PASS}
        moves = {call(move): move for move in self.mensch.legal_moves}
        self.compare("legal moves", set(moves), set(actions))
        if actions:
            chosen = self.rng.choice(sorted(actions))
            self.play_both(actions[chosen], moves[chosen])
        else:
            self.maedn.apply_action(PASS)  # mensch has settled the lost throw by itself
            self.seen["lost sixes" if face == 6 else "other lost throws"] += 1

    def play_both(self, action: int, move: Move) -> None:
        before = self.mensch.pieces
        self.maedn.apply_action(action)
        self.mensch.push(move)
        self.compare("captures", move.captures, captured(before, self.maedn_pieces(), move.colour))
        self.seen["entries" if move.kind == "enter" else "moves of a piece"] += 1
        self.seen["captures"] += len(move.captures)

    def compare_boards(self) -> None:
        self.compare("pieces", self.mensch.pieces, self.maedn_pieces())
        self.compare("over", self.mensch.node == "over", self.maedn.is_terminal())

    def compare_end(self) -> None:
        gains = self.maedn.returns()
        winner = self.seating.seats[gains.index(max(gains))]
        self.compare("winner", self.mensch.outcome and self.mensch.outcome.winner, (winner,))
        self.seen["games"] += 1

    def compare(self, what: str, mensch: object, maedn: object) -> None:
        if mensch != maedn:
            raise Difference(f"{what}: {mensch} in mensch, {maedn} in maedn; {self.mensch.position()}")

    # --- how maedn calls things ---------------------------------------------------

    def call(self, action: int, face: int) -> Call:
        """An action of maedn as mensch would say it."""
        seat = self.seating.seats[self.maedn.current_player()]
        if action == ENTER:
            return "enter", seat, 0, 1, (face,)
        start = action - FIRST_FIELD + 1
        return "move", seat, start, start + face, (face,)

    def maedn_pieces(self) -> Rows:
        """Steps per seat, from what player 0 observes: ring and goal fields with one bit per player, then the reserves."""
        seen = self.maedn.observation_tensor(0)
        rows: Rows = [[0] * 4 if used else None for used in self.used]
        for player, seat in enumerate(self.seating.seats):
            bits = seen[player:BITS:COLOURS]
            steps = [step(field, player, seat) for field, bit in enumerate(bits) if bit]
            rows[seat] = sorted([0] * int(seen[BITS + player]) + steps)
        return rows


def step(field: int, player: int, seat: int) -> int:
    """The step of a field; goal fields come after the ring, row by row in the order of the players."""
    if field < RING:
        return (field - QUARTER * seat) % RING + 1
    return field - GOAL * player + 1


def call(move: Move) -> Call:
    return move.kind, move.colour, move.start, move.target, move.uses


def captured(before: Rows, after: Rows, mover: int) -> tuple[tuple[int, int], ...]:
    """(seat, step) of the others' pieces that have left their fields."""
    others = [seat for seat in range(COLOURS) if seat != mover and before[seat] != after[seat]]
    return tuple((seat, at) for seat in others for at in Counter(before[seat]) - Counter(after[seat]))


def play_games(name: str, games: int, **options: object) -> Counter[str]:
    """What was seen in so many games, or the first Difference."""
    return sum((Lockstep(SEATINGS[name], seed, **options).play() for seed in range(games)), Counter[str]())


# --- the rules they share -----------------------------------------------------------


@pytest.mark.parametrize("name", SEATINGS)
def test_mensch_and_maedn_play_the_same_game(name: str) -> None:
    seen = play_games(name, 12)
    assert seen["games"] == 12
    assert min(seen[what] for what in ("captures", "entries", "lost sixes", "other lost throws")) > 0


# --- where they differ ----------------------------------------------------------------


def test_mensch_begins_with_a_piece_on_the_start_field_unless_start_on_A_is_0() -> None:
    with pytest.raises(Difference, match=r"^pieces: .*0, 0, 0, 1.* in mensch, .*0, 0, 0, 0.* in maedn"):
        Lockstep(SEATINGS["four"], 1, start_on_A=1).play()


def test_a_lost_throw_is_an_action_in_maedn_and_settles_by_itself_in_mensch() -> None:
    both = Lockstep(SEATINGS["four"], 1)
    both.throw(1)
    assert both.maedn.legal_actions() == [PASS]
    assert (both.mensch.node, both.mensch.seat) == ("throw", 1)
    assert [entry.what for entry in both.mensch.log] == ["throw", "lost", "turn_over"]


def test_only_maedn_seats_two_players_side_by_side() -> None:
    beside, opposite = (Lockstep(SEATINGS[name], 1) for name in ("two side by side", "two opposite"))
    assert [row is not None for row in opposite.mensch.pieces] == [True, False, True, False]
    for both, field in ((beside, 10), (opposite, 20)):
        for face in (1, 6):
            both.throw(face)
            both.move(face)
        assert both.maedn.observation_tensor(0)[field * COLOURS + 1] == 1  # of maedn's second player


def test_neither_ends_a_long_game_though_maedn_declares_a_greatest_length() -> None:
    both = Lockstep(SEATINGS["four"], 1)
    declared = both.maedn.get_game().max_game_length()
    for _ in range(declared + 1):
        both.throw(1)
        both.move(1)
        both.compare_boards()
    assert both.seen["throws"] > declared
    assert both.mensch.node == "throw"


UNKNOWN_TO_MAEDN: list[tuple[str, dict[str, object]]] = [
    ("four", {"three_throws": True}),
    ("four", {"capture_duty": "strict"}),
    ("four", {"capture_duty": "penalty"}),
    ("four", {"no_goal_jump": True}),
    ("four", {"backward_capture": True}),
    ("four", {"barriers": True}),
    ("four", {"clear_chain": True}),
    ("four", {"may_pass": True}),
    ("four", {"play_on": True}),
    ("four", {"extra_needs_move": True}),
    ("three", {"three_person_neutral": True}),
]


@pytest.mark.parametrize(("name", "options"), UNKNOWN_TO_MAEDN, ids=str)
def test_the_lockstep_notices_a_house_rule_that_maedn_does_not_know(name: str, options: dict[str, object]) -> None:
    with pytest.raises(Difference):
        play_games(name, 100, **options)


if __name__ == "__main__":
    for title in SEATINGS:
        total = play_games(title, int(sys.argv[1]))
        print(f"{title}: no difference; {', '.join(f'{count:,} {what}' for what, count in total.items())}", flush=True)
