"""The second referee at Chaupar: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .referee import Move
from .referee.scene import Scene

REST = [84, 84, 84]


def sit(own: Sequence[int], others: Mapping[int, Sequence[int]] | None = None, **options: Any) -> Scene:
    """The other seats wait in the charkoni but for what is named."""
    away = {seat: [0] for seat in (1, 2, 3)} if options.get("players", 4) == 4 else {}
    return Scene("chaupar", own, {**away, **(others or {})}, **options)


def dice(scene: Scene, *numbers: int) -> Scene:
    """These dice are still to be played."""
    scene.state.left, scene.state.faces = sorted(numbers), list(numbers)
    scene.referee.proceed(scene.state)  # type: ignore[attr-defined]
    return scene


def walks(scene: Scene, *numbers: int) -> set[tuple[int, int]]:
    return dice(scene, *numbers).walks()


def by_die(scene: Scene, number: int) -> set[int]:
    return {move.target for move in scene.moves() if move.uses == (number,)}


def only(scene: Scene) -> Move:
    (move,) = scene.moves()
    return move


def test_F1_F4_the_start_and_each_die_by_itself() -> None:
    scene = Scene("chaupar", [6, 7, 23, 24]).throw(1, 2, 6)
    assert by_die(scene, 1) == {7, 8, 24, 25}
    assert by_die(scene, 2) == {8, 9, 25, 26}
    assert by_die(scene, 6) == {12, 13, 29, 30}
    assert all(move.kind == "move" for move in scene.moves())
    scene.go(6, 7)
    twos = {(move.start, move.target, move.count) for move in scene.moves() if move.uses == (2,)}
    assert twos == {(7, 9, 2), (23, 25, 1), (24, 26, 1)}


def test_F8_a_double_moves_as_one() -> None:
    scene = dice(sit([9, 9, 30, 84]), 5)
    assert {(m.start, m.target, m.count) for m in scene.moves()} == {(9, 14, 2), (30, 35, 1)}
    scene = dice(sit([9, 9, 30, 84], doubles="loose"), 5)
    assert {(m.start, m.target, m.count) for m in scene.moves()} == {(9, 14, 1), (9, 14, 2), (30, 35, 1)}


def test_F9_F10_only_an_equal_or_larger_stack_takes_a_stack() -> None:
    pair = {1: [73, 73]}
    assert walks(sit([20, *REST], pair), 2) == set()
    assert walks(sit([20, *REST], pair), 5) == {(20, 25)}
    assert walks(sit([20, *REST], pair, doubles_block=True), 5) == set()
    assert len(only(dice(sit([20, 20, 84, 84], pair), 2)).captures) == 2
    assert len(only(dice(sit([20, 20, 84, 84], {1: [73]}), 2)).captures) == 1
    assert len(only(dice(sit([20, *REST], {1: [73], 3: [39]}), 2)).captures) == 2
    assert walks(sit([20, *REST], {1: [73, 73], 3: [39]}), 2) == set()


def test_F7_captured_pieces_restart_with_any_die() -> None:
    scene = dice(sit([0, 0, 30, 84]), 1, 1, 5).go(0, 1, uses=(1,)).go(0, 1, uses=(1,))
    assert {(m.start, m.target, m.count) for m in scene.moves()} == {(1, 6, 2), (30, 35, 1)}
    scene = dice(sit([0, 0, 84, 84]), 5, 5).go(0, 5).go(0, 5)
    assert scene.row() == [5, 5, 84, 84]


def test_F6_F12_no_die_is_left_while_it_has_a_use() -> None:
    assert walks(sit([83, *REST]), 2, 5, 6) == set()
    scene = dice(sit([80, *REST]), 2, 2, 6).go(80, 82).go(82, 84)
    assert scene.at == ("throw", 1)
    scene = dice(sit([83, 40, 84, 84]), 1, 5, 6)
    assert all(move.kind != "pass" for move in scene.moves())


def test_G14_two_directions_are_two_stacks() -> None:
    scene = dice(sit([8, 76, 84, 84]), 1)
    assert {(m.start, m.target, m.count) for m in scene.moves()} == {(8, 9, 1), (76, 77, 1)}
    taken = sit([8, 76, 84, 84], {1: [58, *REST]}, fields={"seat": 1, "colour": 1})
    assert only(dice(taken, 1)).captures == ((0, 8), (0, 76))
    assert only(dice(sit([7, *REST], {1: [59]}), 1)).captures == ((1, 59),)


def test_F13_home_order() -> None:
    assert walks(sit([83, 82, 84, 84], {2: [83, *REST]}, home_order=True), 1) == {(82, 83)}
    assert walks(sit([83, 82, 84, 84], {2: [84, *REST]}, home_order=True), 1) == {(82, 83), (83, 84)}


def test_F14_a_finished_player_throws_for_the_partner() -> None:
    def finished(**options: Any) -> Scene:
        scene = sit([84, *REST], {2: [40, *REST]}, **options)
        scene.state.places = [0]
        scene.referee.begin(scene.state, 3)
        scene.referee.next_turn(scene.state)
        return scene

    lent = finished()
    assert (lent.at, lent.state.colour) == (("throw", 0), 2)
    lent.throw(1, 2, 5)
    assert lent.at == ("move", 2)
    for start, target in ((40, 41), (41, 43), (43, 48)):
        lent.go(start, target)
    assert lent.at == ("throw", 1)
    assert finished(finished_throws=False).at == ("throw", 1)


def test_F11_two_together_are_immune_by_option() -> None:
    pair = {1: [73, 73]}
    for own in ([20, *REST], [20, 20, 84, 84]):
        assert walks(sit(own, pair, doubles="immune"), 2) == set()
    assert only(dice(sit([20, 20, 84, 84], {1: [73]}, doubles="immune"), 2)).count == 1


def test_F_two_dice_and_the_other_start() -> None:
    assert dice(sit([82, *REST], dice="two"), 1, 1).go(82, 83).go(83, 84).row() == [84, 84, 84, 84]
    assert walks(sit([82, *REST], dice="two"), 1, 3) == {(82, 83)}
    assert by_die(Scene("chaupar", [6, 7, 9, 10], start="home_arm").throw(1, 2, 6), 1) == {7, 8, 10, 11}
