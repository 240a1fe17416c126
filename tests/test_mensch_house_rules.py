"""Book C, Mensch ärgere Dich nicht: the house rules V1 to V3 and what they do to each other.

Field numbers by hand: step k of seat 0 is step k - 10 of seat 1, k - 20 of seat 2, k - 30 of seat 3 (or 40 more).
"""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, Move
from tests.positions import can_decline, decline, find, go, ruling, sit, tries, walks

mensch = partial(sit, "mensch")
Sent = tuple[tuple[int, int], ...]


def prices(game: Game) -> dict[tuple[int, int], Sent]:
    """(start, target) -> penalty."""
    return {(m.start, m.target): m.penalty for m in game.legal_moves if m.kind != "pass"}


# --- V1 three throws ------------------------------------------------------------


def test_V1_a_player_with_all_pieces_waiting_may_throw_three_times():
    game = mensch(three_throws=True)
    assert tries(game) == 2
    game.throw(1)
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 1)
    game.throw(2)
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 0)
    game.throw(3)
    assert (game.node, game.seat, tries(game)) == ("throw", 1, 2)


def test_V1_the_tries_stop_at_the_first_six():  # R2
    game = mensch(three_throws=True)
    game.throw(3)
    game.throw(6)
    assert (game.node, tries(game)) == ("move", 0)
    go(game, 0, 1)
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 0)
    game.throw(4)
    go(game, 1, 5)
    assert game.seat == 1


def test_V1_a_six_without_use_ends_the_tries_and_gives_one_throw():
    pair = [0, 0, 31, 31]  # on the A field of seat 0
    game = mensch([0, 0, 0, 0], pair, throw=(6,), three_throws=True, barriers=True)
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 0)
    game.throw(2)
    assert game.seat == 1
    game = mensch([0, 0, 0, 0], pair, throw=(6,), three_throws=True, barriers=True, extra_needs_move=True)
    assert game.seat == 1


def test_V1_holds_at_the_very_start_when_all_wait():
    assert tries(Game("mensch", start_on_A=0, three_throws=True)) == 2
    assert tries(Game("mensch", three_throws=True)) == 0


def test_V1_off_means_a_single_throw_even_if_everything_waits():  # R4
    assert tries(mensch()) == 0
    assert mensch(throw=(3,)).seat == 1


GOALS = [
    ([0, 0, 0, 44], 2),
    ([0, 0, 43, 44], 2),
    ([0, 42, 43, 44], 2),
    ([0, 0, 42, 44], 0),  # b could go to c
    ([0, 0, 0, 43], 0),  # the book's example
    ([0, 41, 43, 44], 0),
    ([0, 41, 42, 43], 0),
    ([0, 0, 42, 43], 0),  # b blocked by c, d free
    ([0, 0, 1, 44], 0),  # on the track
    ([0, 0, 40, 44], 0),
]


@pytest.mark.parametrize(("steps", "free"), GOALS)
def test_V1a_goal_pieces_leave_the_three_throws_only_if_none_could_advance(steps, free):
    assert tries(mensch(steps, three_throws=True)) == free


def test_V1a_one_on_c_and_three_waiting_have_one_throw():
    assert mensch([0, 0, 0, 43], throw=(2,), three_throws=True).seat == 1
    assert walks(mensch([0, 0, 0, 43], throw=(1,), three_throws=True)) == {(43, 44)}


@pytest.mark.parametrize(("steps", "free"), GOALS)
def test_V1_and_V3_give_the_same_answer_as_V1_alone(steps, free):
    assert tries(mensch(steps, three_throws=True, no_goal_jump=True)) == free


def test_V1_and_V2_a_penalty_does_not_create_three_throws_for_the_extra_throw():  # also V1 R3
    game = mensch([15, 36, 43, 44], [0, 0, 0, 11], throw=(6,), three_throws=True, capture_duty="penalty")
    assert go(game, 36, 42).penalty == ((0, 15),)
    assert game.pieces[0] == [0, 42, 43, 44]
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 0)
    game.throw(3)
    assert game.seat == 1


# --- V2 compulsory capture --------------------------------------------------------


@pytest.mark.parametrize("duty", ["penalty", "strict"])
def test_V2_enemies_must_be_captured_whenever_possible(duty):
    game = mensch([0, 0, 10, 20], [0, 0, 0, 3], throw=(3,), capture_duty=duty)
    expected = {(10, 13): ()} | ({(20, 23): ((0, 10),)} if duty == "penalty" else {})
    assert prices(game) == expected


def test_V2_strict_makes_other_moves_illegal():
    game = mensch([0, 0, 10, 20], [0, 0, 0, 3], throw=(3,), capture_duty="strict")
    assert ruling(game, 0, 20, 3) == (False, "V2")


@pytest.mark.parametrize("duty", ["penalty", "strict"])
def test_V2_without_a_possible_capture_the_choice_is_free(duty):
    game = mensch([0, 0, 10, 20], [0, 0, 0, 4], throw=(3,), capture_duty=duty)
    assert prices(game) == {(10, 13): (), (20, 23): ()}


def test_V2a_the_piece_that_missed_the_capture_goes_back_to_B():  # R2: knowingly
    game = mensch([0, 0, 10, 20], [0, 0, 0, 3], throw=(3,), capture_duty="penalty")
    assert ruling(game, 0, 20, 3) == (True, "V2a")
    go(game, 20, 23)
    assert game.pieces[:2] == [[0, 0, 0, 23], [0, 0, 0, 3]]
    assert game.seat == 1


def test_V2a_of_several_that_could_capture_the_most_advanced_goes_back():  # R1
    game = mensch([5, 10, 20, 30], [0, 0, 3, 13], throw=(3,), capture_duty="penalty")
    assert prices(game) == {(5, 8): ((0, 20),), (10, 13): (), (20, 23): (), (30, 33): ((0, 20),)}
    go(game, 30, 33)
    assert game.pieces[0] == [0, 5, 10, 33]


def test_V2a_the_moved_piece_goes_back_if_it_could_have_captured_itself():
    options = {"capture_duty": "penalty", "backward_capture": True, "duty_includes_backward": True}
    game = mensch([0, 0, 8, 20], [0, 0, 0, 34], throw=(4,), **options)  # seat 1 on 4
    assert prices(game) == {(8, 4): (), (8, 12): ((0, 12),), (20, 24): ((0, 8),)}
    go(game, 8, 12)
    assert game.pieces[0] == [0, 0, 0, 20]


def test_V2a_a_six_keeps_its_extra_throw_after_the_penalty():
    game = mensch([0, 0, 1, 15], [0, 0, 0, 11], throw=(6,), capture_duty="penalty")
    go(game, 1, 7)
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 0, [0, 0, 0, 7])


def test_V2a_a_finishing_move_beats_the_penalty():  # G6
    options = {"capture_duty": "penalty", "backward_capture": True, "duty_includes_backward": True}
    game = mensch([38, 42, 43, 44], [0, 0, 0, 25], throw=(3,), **options)  # seat 1 on 35
    assert prices(game) == {(38, 35): (), (38, 41): ()}
    go(game, 38, 41)
    assert game.outcome.winner == (0,)
    game = mensch([0, 38, 43, 44], [0, 0, 0, 25], throw=(3,), **options)
    assert prices(game) == {(38, 35): (), (38, 41): ((0, 41),)}


def test_V2b_among_several_captures_the_choice_is_free():
    game = mensch([0, 10, 20, 30], [0, 0, 3, 13], throw=(3,), capture_duty="strict")
    assert prices(game) == {(10, 13): (), (20, 23): ()}


def test_V2_capturing_comes_before_clearing_and_entering():  # R3
    game = mensch([0, 0, 1, 15], [0, 0, 0, 11], throw=(6,), capture_duty="penalty")  # seat 1 on 21
    assert prices(game) == {(15, 21): (), (1, 7): ((0, 15),)}
    game = mensch([0, 0, 0, 15], [0, 0, 0, 11], throw=(6,), capture_duty="penalty")
    assert prices(game) == {(15, 21): (), (0, 1): ((0, 15),)}


def test_V2_an_entry_capture_is_one_of_the_possible_captures():  # R4
    game = mensch([0, 0, 0, 15], [0, 0, 11, 31], throw=(6,), capture_duty="penalty")
    assert prices(game) == {(15, 21): (), (0, 1): ()}
    assert find(game, 0, 1).captures == ((1, 31),)
    game = mensch([0, 0, 0, 15], [0, 0, 0, 31], throw=(6,), capture_duty="strict")
    assert prices(game) == {(0, 1): ()}


@pytest.mark.parametrize(("throw", "foe"), [(3, 8), (6, 11)])
def test_V2_a_move_at_the_price_of_the_penalty_must_obey_C13_and_C16(throw, foe):  # R5
    game = mensch([0, 1, 15, 25], [0, 0, 0, foe], throw=(throw,), capture_duty="penalty")
    assert prices(game) == {(15, 15 + throw): (), (1, 1 + throw): ((0, 15),)}
    assert ruling(game, 0, 25, throw) == (False, "C13")


def test_V2_enter_first_puts_entering_and_clearing_above_capturing():
    options = {"capture_duty": "penalty", "duty_order": "enter_first"}
    assert prices(mensch([0, 0, 1, 15], [0, 0, 0, 11], throw=(6,), **options)) == {(1, 7): ()}
    assert prices(mensch([0, 0, 0, 15], [0, 0, 0, 11], throw=(6,), **options)) == {(0, 1): ()}
    assert prices(mensch([0, 1, 15, 25], [0, 0, 0, 8], throw=(3,), **options)) == {(1, 4): ()}
    assert prices(mensch([0, 0, 10, 20], [0, 0, 0, 3], throw=(3,), **options)) == {(10, 13): (), (20, 23): ((0, 10),)}


def test_V2_and_clear_chain():
    steps, foe = [0, 1, 4, 15], [0, 0, 0, 8]  # seat 1 on 18
    options = {"capture_duty": "penalty", "clear_chain": True, "throw": (3,)}
    assert prices(mensch(steps, foe, **options)) == {(15, 18): (), (4, 7): ((0, 15),)}
    assert prices(mensch(steps, foe, duty_order="enter_first", **options)) == {(4, 7): ()}


def test_V2_passing_while_a_capture_is_possible_draws_the_penalty():  # as A39
    game = mensch([0, 0, 1, 15], [0, 0, 0, 11], throw=(6,), capture_duty="penalty", may_pass=True)
    assert decline(game) == Move("pass", uses=(6,), penalty=((0, 15),))
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 1, [0, 0, 0, 1])


def test_V2_strict_forbids_passing_only_while_a_capture_is_possible():
    assert not can_decline(mensch([0, 0, 1, 15], [0, 0, 0, 11], throw=(6,), capture_duty="strict", may_pass=True))
    assert can_decline(mensch([0, 0, 1, 15], [0, 0, 0, 12], throw=(6,), capture_duty="strict", may_pass=True))


def test_V2_a_piece_that_could_only_have_captured_by_entering_is_not_punished():
    game = mensch([0, 0, 0, 15], [0, 0, 0, 31], throw=(6,), capture_duty="penalty", may_pass=True)
    assert decline(game).penalty == ()
    assert not can_decline(mensch([0, 0, 0, 15], [0, 0, 0, 31], throw=(6,), capture_duty="strict", may_pass=True))


def test_V2_and_V3_a_goal_move_captures_nobody():
    game = mensch([0, 0, 20, 40], [0, 0, 31, 41], throw=(1,), capture_duty="strict", no_goal_jump=True)
    assert prices(game) == {(20, 21): (), (40, 41): ()}


# --- V3 no jumping in the goal ----------------------------------------------------


def test_V3_in_the_goal_no_piece_may_be_jumped():
    game = mensch([0, 0, 40, 42], throw=(3,), no_goal_jump=True)
    assert game.seat == 1  # neither 40 over 42 nor 42 beyond the goal
    game = mensch([0, 20, 40, 42], throw=(3,), no_goal_jump=True)
    assert walks(game) == {(20, 23)}
    assert ruling(game, 0, 40, 3) == (False, "V3")
    assert walks(mensch([0, 20, 40, 42], throw=(3,))) == {(20, 23), (40, 43)}


def test_V3_holds_inside_the_goal_too():
    game = mensch([0, 0, 41, 42], throw=(2,), no_goal_jump=True)
    assert walks(game) == {(42, 44)}
    assert ruling(game, 0, 41, 2) == (False, "V3")


def test_V3_leaves_free_goal_fields_before_a_piece_open():
    assert walks(mensch([0, 0, 40, 43], throw=(2,), no_goal_jump=True)) == {(40, 42)}


def test_V3_pieces_on_the_track_are_still_jumped():
    assert walks(mensch([0, 0, 38, 39], throw=(4,), no_goal_jump=True)) == {(38, 42), (39, 43)}


def test_V3a_the_last_piece_can_only_end_on_a():
    steps = [39, 41, 43, 44]
    assert walks(mensch(steps, throw=(3,))) == {(39, 42)}
    assert mensch(steps, throw=(3,), no_goal_jump=True).seat == 1
    game = mensch(steps, throw=(1,), no_goal_jump=True)
    assert walks(game) == {(39, 40), (41, 42)}
    game = mensch([39, 42, 43, 44], throw=(2,), no_goal_jump=True)
    go(game, 39, 41)
    assert game.node == "over"
