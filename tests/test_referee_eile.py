"""The second referee at Eile mit Weile: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .referee.scene import Scene, seen

BLUE, RED, LAST = 1, 2, 3


def sit(own: Sequence[int], *others: tuple[int, int], **options: Any) -> Scene:
    """Own steps; the others as pairs of a colour and the own step that it stands on."""
    rows: dict[int, list[int]] = {}
    for colour, step in others:
        rows.setdefault(colour, []).append(seen("eile-mit-weile", colour, step))
    return Scene("eile-mit-weile", own, rows, **options)


def collected(scene: Scene, *faces: int) -> Scene:
    for face in faces:
        scene.throw(face)
    return scene


def test_S3_a_five_may_bring_a_piece_out() -> None:
    assert sit([0, 0, 0, 0]).throw(5).go(0, 1).at == ("throw", 3)
    assert collected(sit([0, 0, 0, 0]), 6, 3).at == ("throw", 3)
    assert sit([0, 0, 0, 20]).walks(5) == {(0, 1), (20, 25)}


def test_S5_throws_are_collected() -> None:
    scene = sit([0, 0, 0, 20]).throw(6)
    assert (scene.at, scene.state.left) == (("throw", 0), [12])
    assert scene.throw(5).walks() == {(20, 32), (20, 25), (0, 1)}
    assert scene.go(0, 1).walks() == {(20, 32), (1, 13)}
    assert sit([0, 0, 0, 20], throws="one_by_one").throw(6).walks() == {(20, 32)}


def test_S8_a_fresh_piece_waits() -> None:
    assert collected(sit([0, 0, 0, 20], fresh_waits=True), 6, 5).go(0, 1).walks() == {(20, 32)}
    assert collected(sit([0, 0, 1, 20], fresh_waits=True), 6, 5).go(0, 1).walks() == {(1, 13), (20, 32)}


def test_S6_the_third_six() -> None:
    for three_sixes, row in (("exposed", [0, 13, 66, 72]), ("ring", [0, 0, 66, 72]), ("all", [0, 0, 0, 72])):
        scene = collected(sit([5, 13, 66, 72], three_sixes=three_sixes), 6, 6, 6)
        assert (scene.row(), scene.at) == (row, ("throw", 3))


def test_S9_S10_overtaking_and_landing_capture() -> None:
    others = ((BLUE, 22), (RED, 25), (LAST, 32))
    for capture, gone in (("both", {BLUE, LAST}), ("pass_only", {BLUE}), ("land_only", {LAST})):
        scene = collected(sit([20], *others, capture=capture), 6, 1)
        assert {seat for seat, _ in scene.find(20, 32).captures} == gone
    pair = sit([20], (RED, 24), (RED, 24))
    for face in (4, 5):
        assert len(pair.after(face).find(20, 20 + face).captures) == 2


def test_S13_own_pieces_share() -> None:
    assert sit([20, 24]).walks(4) == {(20, 24), (24, 28)}
    assert sit([20, 24]).after(5).find(20, 25).captures == ()


def test_S14_a_pair_on_a_bench_stops_enemies_from_passing() -> None:
    scene = sit([22], (RED, 25), (RED, 25))
    assert (scene.walks(3), scene.walks(4)) == ({(22, 25)}, set())
    assert collected(scene, 6, 4).at == ("throw", 3)
    assert sit([25], (RED, 25), (RED, 25)).walks(2) == {(25, 27)}
    assert sit([22], (RED, 25), (BLUE, 25)).walks(4) == {(22, 26)}
    assert (22, 26) in sit([22, 25, 25]).walks(4)


def test_S14_bench_queue_who_came_after_the_pair_waits() -> None:
    pair, index = ((RED, 25), (RED, 25)), "29"

    def queue(*colours: int) -> Scene:
        return sit([25], *pair, bench_queue=True, fields={"extra": {"queue": {index: list(colours)}}})

    assert queue(RED, RED, 0).walks(2) == set()
    assert queue(RED, 0, RED).walks(2) == {(25, 27)}
    assert sit([22], *pair, bench_queue=True).throw(3).go(22, 25).state.extra["queue"] == {index: [RED, RED, 0]}


def test_S18_too_high_walks_back() -> None:
    scene = sit([70])
    assert (scene.walks(5), scene.walks(4), scene.walks(2)) == ({(70, 69)}, {(70, 70)}, {(70, 72)})
    stay = sit([70], overshoot="stay")
    assert [face for face in range(1, 6) if stay.walks(face)] == [1, 2]
    assert collected(sit([71]), 6, 1).walks() == {(71, 72), (71, 61)}
    assert collected(sit([71]), 6, 5).go(71, 68).go(68, 64).at == ("throw", 3)


def test_S18_an_enemy_pair_on_the_foot_bars_both_ways() -> None:
    pair = ((RED, 64), (RED, 64))
    assert (sit([62], *pair).walks(2), sit([62], *pair).walks(3)) == ({(62, 64)}, set())
    assert collected(sit([70], *pair), 6, 1).walks() == {(70, 71)}


def test_S18_walking_back_overtakes_nobody() -> None:
    scene = collected(sit([70], (RED, 62), (BLUE, 63)), 6, 1)
    assert [seat for seat, _ in scene.find(70, 62).captures] == [RED]


def test_S12_entering_is_never_barred_and_never_captures() -> None:
    assert sit([0, 0, 0, 0], (RED, 1), (RED, 1)).throw(5).find(0, 1).captures == ()


def test_S2_turns_pass_clockwise() -> None:
    assert sit([0, 0, 0, 0]).throw(1).at == ("throw", 3)
    assert sit([0, 0, 0, 0], order="anticlockwise").throw(1).at == ("throw", 1)
