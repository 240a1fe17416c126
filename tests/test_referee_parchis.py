"""The second referee at Parchís: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .referee.scene import Scene, seen

BLUE, RED, GREEN = 1, 2, 3


def sit(own: Sequence[int], *others: tuple[int, int], **options: Any) -> Scene:
    """Own steps; the others as pairs of a colour and the own step that it stands on."""
    rows: dict[int, list[int]] = {}
    for colour, step in others:
        rows.setdefault(colour, []).append(seen("parchis", colour, step))
    return Scene("parchis", own, rows, **options)


def test_P4_a_five_must_bring_out_a_piece() -> None:
    assert sit([0, 0, 0, 20]).walks(5) == {(0, 1)}


def test_P5_an_exit_with_two_own_pieces_or_a_foreign_pair_is_closed() -> None:
    assert sit([0, 1, 1, 20]).walks(5) == {(1, 6), (20, 25)}
    pair = ((RED, 1), (RED, 1))
    assert sit([0, 0, 0, 20], *pair).walks(5) == {(20, 25)}
    eaten = sit([0, 0, 0, 20], *pair, exit_barrier="eaten").throw(5).go(0, 1)
    assert eaten.row(RED) == [0, 0, 0, 35]
    assert eaten.state.bonus == [20]


def test_P6_of_two_foreign_colours_the_last_arrived_is_eaten() -> None:
    scene = sit([0, 0, 0, 20], (BLUE, 1), (RED, 1), fields={"extra": {"came_last": {"5": RED}}}).throw(5).go(0, 1)
    assert scene.row(RED) == [0, 0, 0, 0]
    assert scene.walks() == {(1, 21), (20, 40)}
    scene = sit([0, 0, 1, 20], (BLUE, 1)).throw(5).go(0, 1)
    assert (scene.row(), scene.row(BLUE)) == ([0, 1, 1, 20], [0, 0, 0, 0])


def test_P6a_a_single_foreign_piece_shares_the_exit() -> None:
    scene = sit([0, 0, 0, 20], (BLUE, 1)).throw(5).go(0, 1)
    assert scene.row(BLUE)[-1] == seen("parchis", BLUE, 1)
    assert scene.at == ("throw", 1)
    scene = sit([0, 0, 0, 20], (BLUE, 1), exit_capture="always").throw(5).go(0, 1)
    assert (scene.row(BLUE), scene.state.bonus) == ([0, 0, 0, 0], [20])


def test_P6b_the_one_who_lands_came_last_and_else_the_more_recent_turn() -> None:
    scene = sit([0, 0, 0, 15], (RED, 18), fields={"extra": {}}).throw(3).go(15, 18)
    assert scene.state.extra["came_last"] == {"22": 0}
    assert sit([0, 0, 0, 20], (BLUE, 1), (RED, 1)).state.extra["came_last"] == {"5": RED}


def test_P9_a_six_counts_seven_without_a_piece_in_the_casa() -> None:
    assert sit([2, 10, 20, 30]).walks(6) == {(2, 9), (10, 17), (20, 27), (30, 37)}
    assert sit([72, 10, 20, 30]).walks(6) == {(10, 17), (20, 27), (30, 37)}
    assert sit([0, 10, 20, 30]).walks(6) == {(10, 16), (20, 26), (30, 36)}
    assert sit([2, 10, 20, 30]).throw(6).state.left == [7]


def test_P10_the_third_six_sends_the_piece_last_moved_to_the_casa() -> None:
    scene = sit([0, 0, 10, 40]).throw(6).go(10, 16).throw(6).go(40, 46).throw(6)
    assert (scene.row(), scene.at) == ([0, 0, 0, 16], ("throw", 1))
    scene = sit([0, 0, 10, 60]).throw(6).go(10, 16).throw(6).go(60, 66).throw(6)
    assert (scene.row(), scene.at) == ([0, 0, 16, 66], ("throw", 1))


def test_P10_bonus_moves_are_moves() -> None:
    for third_six, left in (("last", 0), ("last_unless_safe", 42)):
        scene = sit([0, 0, 0, 10], (RED, 16), third_six=third_six)
        scene.throw(6).go(10, 16).go(16, 36).throw(6).go(36, 42).throw(6)
        assert scene.row() == [0, 0, 0, left]


def test_P11_a_six_must_open_a_barrier() -> None:
    assert sit([0, 5, 5, 20]).walks(6) == {(5, 11)}
    assert sit([0, 5, 5, 20], (RED, 9), (RED, 9)).walks(6) == {(20, 26)}
    assert sit([5, 5, 20, 40]).walks(6) == {(5, 12)}


def test_P12_eating_counts_twenty_and_the_goal_ten() -> None:
    scene = sit([20], (RED, 24)).throw(4).go(20, 24)
    assert (scene.row(RED), scene.walks()) == ([0, 0, 0, 0], {(24, 44)})
    assert sit([40, 70]).throw(2).go(70, 72).walks() == {(40, 50)}
    assert sit([40, 70]).walks(3) == {(40, 43)}
    assert sit([55], (RED, 58)).throw(3).go(55, 58).at == ("throw", 1)


def test_P15_P17_a_seguro_is_shared_and_full_with_two() -> None:
    assert sit([21], (RED, 25)).throw(4).find(21, 25).captures == ()
    mixed = sit([21], (BLUE, 25), (RED, 25))
    assert (mixed.walks(4), mixed.walks(5)) == (set(), {(21, 26)})
    pair = sit([21], (RED, 25), (RED, 25))
    assert (pair.walks(4), pair.walks(5)) == (set(), set())
    assert sit([21], (BLUE, 25), (RED, 25), mixed_barrier=True).walks(5) == set()


def test_P16_a_barrier_stops_its_owner_too() -> None:
    assert sit([20, 24, 24, 40]).walks(5) == {(24, 29), (40, 45)}
    assert sit([20, 24, 24, 40], own_barrier="passes").walks(5) == {(20, 25), (24, 29), (40, 45)}
    plain = sit([20], (RED, 24), (RED, 24), barriers="safe_only")
    assert (plain.walks(4), plain.walks(5)) == (set(), {(20, 25)})


def test_P3_the_turn_passes_anticlockwise() -> None:
    assert sit([0, 0, 0, 0]).throw(1).at == ("throw", 1)
    assert sit([0, 0, 0, 0], order="clockwise").throw(1).at == ("throw", 3)


def test_P19_too_high_is_illegal_or_walks_back() -> None:
    assert sit([70]).walks(5) == set()
    assert sit([70], overshoot="bounce").walks(5) == {(70, 69)}


def test_P21_the_pair_of_the_first_player_home_wins_or_both_must_come_home() -> None:
    assert sit([71], teams=True).throw(1).go(71, 72).at == ("over", -1)
    scene = sit([71], teams=True, pair_win="both").throw(1).go(71, 72)
    assert scene.at == ("throw", 1)
    scene.throw(1).throw(1).throw(1)
    assert (scene.at, scene.state.colour) == (("offer", 0), RED)
    assert scene.throw(5).at == ("move", RED)


def test_P21_friends_share_and_block_together() -> None:
    def at(*others: tuple[int, int], **more: Any) -> Scene:
        return sit([0, 0, 0, 20], *others, teams=True, partners="friends", **more)

    assert at((RED, 24)).throw(4).find(20, 24).captures == ()
    assert at((BLUE, 24), (GREEN, 24)).walks(4) == set()
    assert at((RED, 1), (RED, 1), exit_barrier="eaten").walks(5) == {(20, 25)}
    assert at((RED, 1), (BLUE, 1)).throw(5).find(0, 1).captures == ((BLUE, seen("parchis", BLUE, 1)),)
    assert at((GREEN, 1), (BLUE, 1)).walks(5) == {(20, 25)}


def test_P22_a_five_of_two_dice_only_enters() -> None:
    scene = sit([0, 0, 0, 20], dice=2).throw(5, 3)
    assert {(m.start, m.target, m.uses) for m in scene.moves()} == {(0, 1, (5,)), (20, 23, (3,))}
    scene = sit([0, 0, 0, 20], dice=2).throw(4, 1)
    assert {(m.start, m.target, m.uses) for m in scene.moves()} == {(0, 1, (1, 4)), (20, 21, (1,)), (20, 24, (4,))}


def test_P22_the_first_die_of_a_double_opens_a_barrier() -> None:
    scene = sit([0, 5, 5, 20], dice=2).throw(6, 6)
    assert scene.walks() == {(5, 11)}
    assert scene.go(5, 11).walks() == {(5, 11), (11, 17), (20, 26)}
