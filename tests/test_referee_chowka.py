"""The second referee at Chowka bhara: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .referee.scene import Scene

UP = {8: 0, 1: 1, 2: 2, 3: 3, 4: 4}  # mouths up for a number


def sit(
    own: Sequence[int], others: Mapping[int, Sequence[int]] | None = None, *, hit: Sequence[int] = (), **options: Any
) -> Scene:
    """`hit`: the seats with an open gate."""
    fields = {"extra": {"owed": 1, "hit": list(hit)}}
    return Scene("chowka-bhara", own, others, fields=fields, **options)


def pool(scene: Scene, *numbers: int) -> Scene:
    """These numbers are open, and no throw is owed."""
    state = scene.state
    state.left, state.extra["owed"], state.faces = sorted(numbers), 0, [UP[numbers[-1]]]
    scene.referee.proceed(state)  # type: ignore[attr-defined]
    return scene


def walks(scene: Scene, *numbers: int) -> set[tuple[int, int]]:
    return pool(scene, *numbers).walks()


def throws(scene: Scene, *numbers: int) -> Scene:
    for number in numbers:
        scene.throw(UP[number])
    return scene


def test_H3_throws_are_collected() -> None:
    assert sit([1, 1, 1, 1]).walks(UP[3]) == {(1, 4)}
    scene = throws(sit([1, 1, 1, 1]), 4, 8, 2)
    assert (scene.at, scene.state.left) == (("move", 0), [2, 4, 8])
    assert scene.walks() == {(1, 3), (1, 5), (1, 9)}


def test_H11_a_piece_at_a_closed_gate_goes_round_again() -> None:
    assert walks(sit([15, 1, 1, 1]), 4) == {(15, 3), (1, 5)}
    assert walks(sit([16]), 1) == {(16, 1)}
    assert walks(sit([15], hit=[0]), 4) == {(15, 19)}
    assert walks(sit([13], hit=[0]), 8) == {(13, 21)}


def test_H9_H11_a_hit_opens_the_gate_and_earns_a_throw() -> None:
    scene = pool(sit([2], {1: [15]}), 1)
    assert scene.find(2, 3).captures == ((1, 15),)
    scene.go(2, 3)
    assert (scene.row(1), scene.at) == ([1, 1, 1, 1], ("throw", 0))
    assert (scene.state.extra["hit"], scene.state.extra["owed"]) == ([0], 1)


def test_H11_the_gate_opens_for_numbers_already_collected() -> None:
    scene = pool(sit([2, 16], {1: [15]}), 4, 1)
    assert {(m.start, m.target, m.uses[0]) for m in scene.moves()} == {(2, 3, 1), (16, 1, 1), (16, 4, 4), (2, 6, 4)}
    assert scene.go(2, 3).walks() == {(16, 20), (3, 7)}


def test_H8_H10_safe_squares_hold_all_and_plain_ones_one() -> None:
    assert pool(sit([3], {1: [1, 1, 1, 1]}), 2).find(3, 5).captures == ()
    assert walks(sit([3, 6]), 3) == {(6, 9)}
    assert walks(sit([3, 5]), 2) == {(3, 5), (5, 7)}


def test_H12_a_pair_moves_by_half_an_even_number() -> None:
    assert walks(sit([17, 19], hit=[0]), 2) == {(17, 19), (19, 21)}
    for number, target in ((2, 21), (4, 22), (8, 24)):
        assert pool(sit([20, 20], hit=[0]), number).find(20, target).count == 2
    for number in (1, 3):
        assert walks(sit([20, 20], hit=[0]), number) == set()
    assert walks(sit([18, 20, 20], hit=[0]), 2) == {(20, 21)}


def test_H12_H13_only_a_pair_hits_a_pair() -> None:
    pair = {1: [24, 24]}
    assert walks(sit([20], pair, hit=[0]), 2) == set()
    assert walks(sit([20], pair, hit=[0]), 3) == {(20, 23)}
    assert walks(sit([20], pair, hit=[0], pair_blocks=True), 3) == set()
    assert len(pool(sit([20], pair, hit=[0], pairs="loose"), 2).find(20, 22).captures) == 2
    assert len(pool(sit([20, 20], pair, hit=[0]), 4).find(20, 22).captures) == 2


def test_H14_home_by_the_exact_number() -> None:
    scene = sit([23], hit=[0])
    assert [scene.walks(n) for n in (1, 2, 3)] == [{(23, 24)}, {(23, 25)}, set()]
    assert pool(sit([24, 24], hit=[0]), 2).go(24, 25).at == ("over", -1)
    for number in (1, 4):
        assert walks(sit([24, 24], hit=[0]), number) == set()


def test_H5_three_again_numbers_void_the_turn() -> None:
    scene = throws(sit([1, 1, 1, 1], three_again=True), 4, 8, 4)
    assert (scene.row(), scene.at) == ([1, 1, 1, 1], ("throw", 1))
    scene = throws(sit([1], three_again=True, numbers="at_once"), 4).go(1, 5)
    throws(throws(scene, 8).go(5, 13), 4)
    assert (scene.row()[0], scene.at) == (13, ("throw", 1))


def test_H1_entry_by_grace() -> None:
    own = [0, 0, 3, 25]
    assert walks(sit(own, entry="grace"), 4) == {(0, 1), (3, 7)}
    assert walks(sit(own, entry="grace"), 3) == {(3, 6)}


def test_H4_a_four_that_hits_owes_one_throw_at_once_and_another_when_collected() -> None:
    scene = throws(sit([3], {1: [3]}, numbers="at_once"), 4).go(3, 7)
    assert (scene.at, scene.state.extra["owed"]) == (("throw", 0), 1)
    scene = throws(sit([3], {1: [3]}), 4, 2).go(3, 7).go(7, 9)
    assert (scene.at, scene.state.extra["owed"]) == (("throw", 0), 1)


def test_H11_gate_relock() -> None:
    assert pool(sit([2], {1: [15]}, hit=[1], gate_relock=True), 1).go(2, 3).state.extra["hit"] == [0]
    assert pool(sit([2], {1: [15, 25]}, hit=[1], gate_relock=True), 1).go(2, 3).state.extra["hit"] == [0, 1]


def test_H_seven_by_seven() -> None:
    assert walks(sit([24], board=7, gate="off"), 1) == {(24, 25)}
    assert walks(sit([48], board=7, gate="off"), 1) == {(48, 49)}
    assert pool(sit([4, 4], board=7, gate="off", pairs="full"), 3).find(4, 7).count == 2


def test_H6_a_pass_gives_up_all_open_numbers() -> None:
    scene = throws(sit([1, 1, 1, 1], may_pass=True), 4, 3)
    assert scene.decline().at == ("throw", 1)
