"""The second referee at petits chevaux: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .referee.scene import Scene, seen

BLUE, RED, GREEN = 1, 2, 3


def sit(own: Sequence[int], *others: tuple[int, int], **options: Any) -> Scene:
    """Own steps; the others as pairs of a colour and the own step that it stands on."""
    rows: dict[int, list[int]] = {}
    for colour, step in others:
        rows.setdefault(colour, []).append(seen("petits-chevaux", colour, step))
    return Scene("petits-chevaux", own, rows, **options)


def targets(scene: Scene) -> dict[int, set[tuple[int, int]]]:
    """What each face can do; faces that can do nothing are left out."""
    return {face: walks for face in range(1, 7) if (walks := scene.walks(face))}


def test_K2_a_six_lets_a_horse_out_and_throws_again() -> None:
    stable = [0, 0, 0, 0]
    assert targets(sit(stable)) == {6: {(0, 1)}}
    assert sit(stable).throw(6).go(0, 1).at == ("throw", 0)
    assert sit(stable, exit_numbers="1_6").throw(1).go(0, 1).at == ("throw", 1)
    assert sit([0, 0, 0, 20]).walks(6) == {(0, 1), (20, 26)}


def test_K2_the_third_six_is_not_moved_by_option() -> None:
    scene = sit([20], third_six="skip").throw(6).go(20, 26).throw(6).go(26, 32).throw(6)
    assert (scene.row()[0], scene.at) == (32, ("throw", 1))


def test_K3_an_own_horse_bars_the_start_and_an_enemy_is_sent_back() -> None:
    assert sit([0, 0, 0, 1]).walks(6) == {(1, 7)}
    assert sit([0, 0, 0, 0], (RED, 1)).throw(6).find(0, 1).captures == ((RED, 29),)


def test_K6_nobody_is_overtaken() -> None:
    enemy = (RED, 24)
    assert targets(sit([20], enemy)) == {n: {(20, 20 + n)} for n in (1, 2, 3, 4)}
    assert len(sit([20], enemy).throw(4).find(20, 24).captures) == 1
    assert sit([20], enemy, passing="free").walks(5) == {(20, 25)}
    back = sit([20], enemy, passing="turn_back")
    assert (back.walks(5), back.walks(6)) == ({(20, 21)}, {(20, 20)})


def test_K7_a_horse_stops_behind_an_own_one() -> None:
    assert sit([20, 24]).walks(4) == {(20, 23), (24, 28)}
    assert sit([20, 24], own_landing="illegal").walks(4) == {(24, 28)}
    assert sit([20, 24]).walks(5) == {(24, 29)}
    assert sit([20, 21]).walks(1) == {(21, 22)}
    assert sit([20, 24], (RED, 23), passing="free").throw(4).find(20, 23).captures
    assert sit([20, 23, 24], passing="free").walks(4) == {(23, 27), (24, 28)}


def test_K8_the_foot_must_be_hit_exactly() -> None:
    assert (sit([54]).walks(2), sit([54]).walks(5)) == ({(54, 56)}, {(54, 53)})
    assert sit([54], foot="exact").walks(5) == set()
    assert sit([54], foot="stop").walks(5) == {(54, 56)}
    assert sit([55]).walks(2) == {(55, 55)}
    scene = sit([52, 55])
    assert (scene.walks(3), scene.walks(4)) == ({(52, 54), (55, 54)}, {(55, 53)})
    assert (scene.walks(5), scene.walks(6)) == (set(), set())


def test_K8_a_horse_on_the_foot_bars_and_can_be_captured() -> None:
    scene = sit([55], (RED, 56))
    assert targets(scene) == {1: {(55, 56)}}
    assert scene.throw(1).find(55, 56).captures
    red_to_throw = {"seat": RED, "colour": RED}
    scene = sit([56], (RED, 55), fields=red_to_throw).throw(1)
    assert scene.find(27, 28).captures == ((0, 56),)


def test_K9_the_ladder_is_climbed_rung_by_rung() -> None:
    assert targets(sit([56])) == {1: {(56, 57)}}
    assert targets(sit([58])) == {3: {(58, 59)}}
    assert targets(sit([62])) == {6: {(62, 63)}}
    assert targets(sit([56, 57])) == {2: {(57, 58)}}
    assert targets(sit([61], centre="none")) == {6: {(61, 62)}}


def test_K9_ladder_by_count() -> None:
    assert sit([56], ladder="count").walks(4) == {(56, 60)}
    assert sit([56, 60], ladder="count").walks(5) == set()


def test_K11_the_last_horse_wins_without_a_further_throw() -> None:
    assert sit([62]).throw(6).go(62, 63).at == ("over", -1)
    assert sit([56]).throw(6).at == ("throw", 0)
    assert sit([62, 20, 20, 30], win="first").throw(6).go(62, 63).at == ("over", -1)


def test_K12_a_six_that_brings_the_last_own_horse_home_is_lent() -> None:
    scene = sit([62], (RED, 20), teams=True).throw(6).go(62, 63)
    assert (scene.at, scene.state.colour) == (("offer", 0), RED)
    assert scene.throw(1).at == ("move", RED)


def test_K12_the_partner_counts_as_own() -> None:
    assert sit([20], (RED, 24), teams=True).walks(4) == {(20, 23)}
    assert sit([0, 0, 0, 0], (RED, 1), teams=True).walks(6) == set()


def test_K5_passing_on_a_six_ends_the_turn() -> None:
    assert sit([20], may_pass=True).throw(6).decline().at == ("throw", 1)
