"""The second referee at cowrie Pachisi: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from .referee.cowries import LOTS
from .referee.scene import Scene

UP = {number: up for up, number in enumerate(LOTS["six"][0])}
REST = [84, 84, 84]


def sit(own: Sequence[int], others: Mapping[int, Sequence[int]] | None = None, **options: Any) -> Scene:
    """At the offer of a fresh turn; started colours are those with a piece out."""
    scene = Scene("pachisi-cowries", own, others, **options)
    scene.state.started = [colour for colour in scene.referee.seats() if any(scene.row(colour))]
    return scene


def throws(scene: Scene, *numbers: int) -> Scene:
    for number in numbers:
        scene.throw(UP[number])
    return scene


def walks(scene: Scene, number: int) -> set[tuple[int, int]]:
    return scene.walks(UP[number])


def hits(scene: Scene, number: int, start: int, target: int) -> int:
    return len(scene.after(UP[number]).find(start, target).captures)


@pytest.mark.parametrize(
    ("cowries", "mean", "grace", "again"),
    [
        ("six", "271/64", "1/8", "1/8"),
        ("six_calcutta", "189/32", "3/16", "7/32"),
        ("six_deccan", "189/32", "3/32", "7/32"),
        ("seven_deccan", "555/64", "7/32", "37/128"),
        ("seven_1906", "1111/128", "35/128", None),
        ("seven_sumatra", "1113/128", None, "15/64"),
    ],
)
def test_G11_the_tables_have_the_means_of_the_catalogue(
    cowries: str, mean: str, grace: str | None, again: str | None
) -> None:
    numbers, graces, agains = LOTS[cowries]
    shells = len(numbers) - 1
    weight = {number: Fraction(comb(shells, up), 2**shells) for up, number in enumerate(numbers)}
    assert sum(number * weight[number] for number in numbers) == Fraction(mean)
    assert grace is None or sum(weight[number] for number in graces) == Fraction(grace)
    assert again is None or sum(weight[number] for number in agains) == Fraction(again)


def test_E9_E10_the_first_piece_enters_with_any_number_and_later_ones_with_a_grace() -> None:
    assert walks(sit([0, 0, 0, 0]), 3) == {(0, 3)}
    assert walks(sit([3, 0, 0, 0]), 4) == {(3, 7)}
    scene = throws(sit([3, 0, 0, 0]), 10)
    assert scene.walks() == {(3, 13), (0, 10)}
    assert scene.go(0, 10).at == ("offer", 0)
    played = sit([0, 0, 0, 84])
    assert walks(played, 5) == set()
    assert walks(sit([0, 0, 0, 84], free_start="whenever_empty"), 5) == {(0, 5)}


def test_E16_a_castle_with_an_enemy_is_closed() -> None:
    assert walks(sit([3, 0, 0, 0], {1: [8]}), 25) == {(3, 28)}
    assert walks(sit([3, 0, 0, 0], {2: [59]}), 25) == {(3, 28), (0, 25)}
    assert walks(sit([26, *REST], {1: [12]}), 3) == set()
    assert hits(sit([26, *REST], {1: [12]}, castle_entry="shared"), 3, 26, 29) == 0


def test_E14_E15_all_enemies_fall_and_a_throw_is_earned_once() -> None:
    scene = throws(sit([20, *REST], {1: [74, 74]}), 3)
    assert len(scene.find(20, 23).captures) == 2
    scene.go(20, 23)
    assert (scene.at, scene.state.extra["owed"], scene.row(1)) == (("offer", 0), 1, [0, 0, 0, 0])
    scene = throws(sit([12, *REST], {1: [73]}), 10).go(12, 22)
    assert (scene.at, scene.state.extra["owed"]) == (("offer", 0), 1)


def test_E19_second_lap() -> None:
    assert walks(sit([72, *REST], {1: [59]}), 4) == set()
    assert walks(sit([72, *REST], {1: [59]}), 5) == {(72, 77), (72, 9)}
    assert walks(sit([75, *REST]), 4) == {(75, 79), (75, 11)}
    assert walks(sit([76, *REST]), 5) == {(76, 81), (76, 13)}
    assert walks(sit([70, *REST]), 6) == {(70, 76)}
    assert walks(sit([70, *REST]), 25) == {(70, 27)}
    assert walks(sit([8, *REST]), 5) == {(8, 13)}
    home = sit([75, *REST], {2: [84, 84, 84, 84]})
    assert walks(home, 4) == {(75, 79)}


def test_E19_is_never_a_duty() -> None:
    duty = throws(sit([70, *REST], may_pass=False), 25)
    assert {move.kind for move in duty.moves()} == {"move", "pass"}
    assert {move.kind for move in throws(sit([75, *REST], may_pass=False), 4).moves()} == {"move"}


def test_E20_E21_home_by_the_exact_number_and_from_the_last_square_by_a_grace() -> None:
    last, before = sit([83, *REST]), sit([82, *REST])
    assert [n for n in UP if walks(last, n)] == [25, 10, 6]
    assert [n for n in UP if walks(before, n)] == [2]
    assert walks(sit([80, *REST], last_step="closed"), 3) == set()


def test_E18_blocks() -> None:
    pair = {1: [73, 73]}
    assert hits(sit([19, 19, 84, 84], pair), 3, 19, 22) == 2
    immune = sit([19, 19, 84, 84], pair, blocks="immune")
    assert (walks(immune, 3), walks(immune, 4)) == (set(), {(19, 23)})
    equal = sit([19, 19, 84, 84], pair, blocks="equal")
    (both,) = (move for move in equal.after(UP[3]).moves() if move.kind == "move")
    assert (both.count, len(both.captures)) == (2, 2)
    assert walks(equal, 4) == set()
    alone = sit([19, *REST], pair, blocks="equal")
    assert (walks(alone, 3), walks(alone, 4)) == (set(), set())
    mixed = {1: [73], 3: [39]}
    assert hits(sit([19, *REST], mixed), 3, 19, 22) == 2
    assert walks(sit([19, *REST], mixed, blocks="equal"), 3) == set()


def test_E12_a_grace_opens_an_extra_point() -> None:
    scene = throws(sit([30, 0, 0, 0], grace="extra_point"), 25)
    assert {(m.start, m.target, m.uses) for m in scene.moves() if m.kind != "pass"} == {
        (0, 1, (1,)),
        (30, 31, (1,)),
        (30, 55, (25,)),
    }
    assert (1, 26) in scene.go(0, 1).walks()
    scene = throws(sit([83, 0, 84, 84], grace="extra_point"), 6)
    assert scene.walks() == {(83, 84), (0, 1)}


def test_E8_three_same_numbers_do_not_count() -> None:
    scene = sit([20, *REST], three_same=True)
    throws(throws(throws(scene, 10).go(20, 30), 10).go(30, 40), 10)
    assert (scene.row()[0], scene.at) == (40, ("offer", 1))
    scene = throws(sit([20, *REST], three_same=True, numbers="collected"), 25, 10, 10, 10)
    assert (scene.at, scene.state.left) == (("move", 0), [25])


def test_G12_collected_numbers_are_played_in_any_order() -> None:
    scene = throws(sit([30, 31, 84, 84], numbers="collected"), 10, 6, 3)
    assert scene.state.left == [3, 6, 10]
    assert scene.go(30, 33).go(33, 43).go(31, 37).at == ("offer", 1)
    scene = throws(sit([30, 31, 84, 84], {1: [84, 84, 16]}, numbers="collected"), 10, 6, 3)
    scene.go(30, 33)
    assert scene.state.extra["owed"] == 1
    assert scene.go(33, 43).go(31, 37).at == ("offer", 0)


def test_E22_a_finished_player_is_skipped_or_throws_for_the_partner() -> None:
    def after_seat_3(**options: Any) -> Scene:
        scene = sit([84, *REST], {2: [20]}, **options)
        scene.state.places = [0]
        scene.referee.begin(scene.state, 3)
        return scene.decline()

    assert after_seat_3().at == ("offer", 1)
    lent = after_seat_3(finished_throws=True)
    assert lent.at == ("offer", 0)
    assert throws(lent, 3).at == ("move", 2)


def test_G13_two_persons_play_four_colours() -> None:
    apart = sit([20, *REST], players=2)
    assert [(apart := apart.decline()).state.colour for _ in range(4)] == [1, 2, 3, 0]
    assert apart.state.seat == 0
    joint = throws(sit([20, *REST], {2: [20]}, players=2, two_colour_turns="joint"), 2)
    assert {(move.colour, move.start) for move in joint.moves()} == {(0, 20), (2, 20), (-1, 0)}
