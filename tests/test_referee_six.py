"""The second referee with six arms: the examples of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from .referee import BOOKS, OptionError
from .referee.scene import Scene

GOAL = [61, 62, 63, 64]


def sit(
    own: Sequence[int], others: Mapping[int, Sequence[int]] | None = None, book: str = "mensch", **options: Any
) -> Scene:
    return Scene(book, own, others, **{"players": 6, **options})


def test_N1_a_piece_on_the_start_field_is_captured_by_entering() -> None:
    assert sit([0, 0, 0, 0], {5: [11]}).throw(6).find(0, 1).captures == ((5, 11),)


def test_N1_the_goal_begins_after_sixty_fields() -> None:
    scene = sit([0, 0, 0, 60])
    assert [scene.walks(face) for face in (1, 4, 5)] == [{(60, 61)}, {(60, 64)}, set()]
    assert sit([0, 0, 60, 61]).walks(2) == {(60, 62), (61, 63)}
    assert sit([0, 0, 1, 6]).walks(5) == {(6, 11)}


def test_N1_ludo_has_seventy_seven_steps_and_a_lane_of_five() -> None:
    assert sit([77], book="ludo").walks(6) == {(77, 83)}
    assert sit([79], book="ludo").walks(5) == set()


def test_N1_seats_and_arms() -> None:
    assert BOOKS["mensch"](4, arms=6).order() == [0, 1, 3, 4]
    assert BOOKS["mensch"](5).order() == [0, 1, 2, 3, 4]
    assert BOOKS["mensch"](4).path.home == 45
    with pytest.raises(OptionError):
        BOOKS["mensch"](5, arms=4)


def test_N2_track_48() -> None:
    assert sit([0, 0, 0, 48], track=48).walks(4) == {(48, 52)}


def test_N3_twelve_safe_fields_with_six_arms() -> None:
    assert sit([8, 0, 0, 0], {5: [22]}, book="ludo", safe_fields=12).throw(1).find(8, 9).captures == ()
    assert sit([8, 0, 0, 0], {5: [22]}, book="ludo").throw(1).find(8, 9).captures == ((5, 22),)


def test_N5_partners_are_not_captured_and_win_together() -> None:
    own = [64, 0, 0, 24]
    assert sit(own, {3: [55]}, teams="pairs").throw(1).find(24, 25).captures == ()
    assert sit(own, {3: [55]}).throw(1).find(24, 25).captures == ((3, 55),)
    scene = sit([60, 62, 63, 64], {3: GOAL}, teams="pairs")
    assert scene.throw(1).go(60, 61).at == ("over", -1)
    scene = sit([60, 62, 63, 64], {3: [0, 62, 63, 64]}, teams="pairs")
    assert scene.throw(1).go(60, 61).at == ("throw", 1)


def test_N5_a_finished_player_may_throw_for_the_next_unfinished_partner() -> None:
    scene = sit([60, 62, 63, 64], {2: GOAL, 4: [0, 0, 0, 0]}, teams="threes")
    scene.state.places = [2]
    scene.throw(1).go(60, 61)
    for seat in (1, 2, 3, 4, 5):
        if scene.state.node == "offer":
            assert (scene.state.seat, scene.state.colour) == (2, 4)
        else:
            assert scene.state.seat == seat
        scene.throw(1)
        if scene.state.node == "move":
            scene.go(1, 2)
    assert (scene.at, scene.state.colour) == (("offer", 0), 4)


@pytest.mark.parametrize(("players", "teams"), [(2, "pairs"), (3, "pairs"), (5, "pairs"), (4, "threes"), (5, "threes")])
def test_N5_teams_that_do_not_add_up_are_refused(players: int, teams: str) -> None:
    with pytest.raises(OptionError):
        BOOKS["mensch"](players, arms=6, teams=teams)
