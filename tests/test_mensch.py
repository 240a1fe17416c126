"""Book C, Mensch ärgere Dich nicht: the base rules, clause by clause.

Field numbers by hand: step k of seat 0 is step k - 10 of seat 1, k - 20 of seat 2, k - 30 of seat 3 (or 40 more).
"""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, IllegalMove, Move, NotationError, RuleError
from tests.positions import can_decline, find, go, moves, ruling, sit, walks

mensch = partial(sit, "mensch")


# --- setup ------------------------------------------------------------------


def test_C1_two_to_four_players_have_four_pieces_each():
    four = [0, 0, 0, 1]
    assert Game("mensch", players=4).pieces == [four, four, four, four]
    assert Game("mensch", players=3).pieces == [four, four, four, None]
    assert Game("mensch", players=2).pieces == [four, None, four, None]


@pytest.mark.parametrize("players", [1, 7])
def test_C1_one_or_seven_cannot_play(players):
    with pytest.raises(RuleError, match="players"):
        Game("mensch", players=players)


@pytest.mark.parametrize("faces", [(0,), (7,), (3, 4)])
def test_C1_there_is_one_die(faces):
    game = Game("mensch", seed=1)
    with pytest.raises(IllegalMove, match="cannot be thrown"):
        game.throw(*faces)
    (face,) = game.throw()
    assert face in range(1, 7)


@pytest.mark.parametrize(("start", "seat"), [(10, 1), (20, 2), (30, 3)])
def test_C2_the_start_fields_lie_ten_fields_apart_on_one_track(start, seat):
    rows = [[0, 0, 0, start], *([0, 0, 0, 1 if other == seat else 0] for other in (1, 2, 3))]
    game = mensch(*rows, throw=(1,))
    assert find(game, start, start + 1).captures == ((seat, 1),)


def test_C2_first_with_all_four_on_a_to_d_wins():
    game = mensch([40, 42, 43, 44], throw=(1,))
    go(game, 40, 41)
    assert (game.node, game.seat) == ("over", -1)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1, 2, 3))


@pytest.mark.parametrize("options", [{}, {"three_throws": True}, {"barriers": True, "capture_duty": "penalty"}])
def test_C3_one_piece_starts_on_A_and_three_on_B(options):
    assert Game("mensch", **options).pieces == [[0, 0, 0, 1]] * 4


def test_C3_start_on_A_0_lets_all_four_wait():
    assert Game("mensch", start_on_A=0).pieces == [[0, 0, 0, 0]] * 4
    assert Game("mensch", start_on_A=1).pieces == [[0, 0, 0, 1]] * 4


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_C3_with_fewer_pieces_one_still_starts_on_A(pieces):
    assert Game("mensch", pieces=pieces).pieces == [[0] * (pieces - 1) + [1]] * 4


def test_C4_a_seat_given_by_the_table_begins():
    assert Game("mensch").seat == 0
    assert Game("mensch", first="given").seat == 0
    assert Game("mensch", first=2).seat == 2


@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 3), (4, 4), (4, "low_roll")])
def test_C4_nobody_begins_at_an_empty_seat(players, first):
    with pytest.raises(RuleError, match="first"):
        Game("mensch", players=players, first=first)


@pytest.mark.parametrize(("players", "order"), [(4, [0, 1, 2, 3, 0]), (3, [0, 1, 2, 0]), (2, [0, 2, 0])])
def test_C5_turns_go_clockwise(players, order):
    game = Game("mensch", players=players, start_on_A=0)
    seats = [game.seat]
    for _ in order[1:]:
        game.throw(1)
        seats.append(game.seat)
    assert seats == order


# --- moving and capturing -----------------------------------------------------


def test_C6_one_throw_moves_one_piece_forward_by_that_number():
    game = mensch([0, 0, 0, 5], throw=(3,))
    assert moves(game) == {Move("move", 0, 5, 8, (3,), 1)}
    go(game, 5, 8)
    assert game.pieces[0] == [0, 0, 0, 8]
    assert (game.node, game.seat) == ("throw", 1)


def test_C6_a_forced_move_is_not_played_by_itself():
    game = mensch([0, 0, 0, 1], throw=(3,))
    assert (game.node, game.seat, game.pieces[0]) == ("move", 0, [0, 0, 0, 1])


def test_C7_own_and_foreign_pieces_are_jumped_and_their_fields_count():
    game = mensch([0, 0, 10, 12], [0, 0, 0, 3], throw=(4,))  # seat 1 on 13
    assert find(game, 10, 14).captures == ()
    go(game, 10, 14)
    assert game.pieces[:2] == [[0, 0, 12, 14], [0, 0, 0, 3]]


def test_C8_among_several_pieces_on_the_track_the_choice_is_free():
    assert walks(mensch([0, 5, 12, 20], throw=(3,))) == {(5, 8), (12, 15), (20, 23)}


def test_C9_landing_on_a_foreign_piece_captures_it_and_takes_its_field():
    game = mensch([0, 0, 0, 10], [0, 0, 0, 3], throw=(3,))
    assert moves(game) == {Move("move", 0, 10, 13, (3,), 1, captures=((1, 3),))}
    go(game, 10, 13)
    assert game.pieces[0] == [0, 0, 0, 13]


def test_C9_only_the_last_pip_captures():
    game = mensch([0, 0, 0, 10], [0, 0, 0, 2], [0, 0, 0, 33], throw=(3,))  # 12 is jumped, 13 is hit
    assert find(game, 10, 13).captures == ((2, 33),)


def test_C10_capturing_is_no_duty():
    game = mensch([0, 0, 10, 20], [0, 0, 0, 3], throw=(3,))
    assert walks(game) == {(10, 13), (20, 23)}
    assert find(game, 20, 23).penalty == ()
    go(game, 20, 23)
    assert game.pieces[:2] == [[0, 0, 10, 23], [0, 0, 0, 3]]


def test_C10_a_capture_that_is_the_only_move_must_be_made():
    game = mensch([0, 0, 0, 10], [0, 0, 0, 3], throw=(3,))
    assert walks(game) == {(10, 13)}
    assert not can_decline(game)


def test_C11_a_captured_piece_goes_back_to_B():
    game = mensch([0, 0, 0, 10], [0, 3, 20, 41], throw=(3,))
    go(game, 10, 13)
    assert game.pieces[1] == [0, 0, 20, 41]


def test_C12_an_own_piece_is_not_captured_and_another_must_move():
    game = mensch([0, 0, 10, 13], throw=(3,))
    assert walks(game) == {(13, 16)}
    assert ruling(game, 0, 10, 3) == (False, "C12")


def test_C12_two_own_pieces_never_stand_on_one_field():
    with pytest.raises(NotationError, match="step 13"):
        mensch([0, 0, 13, 13])


def test_C13_a_piece_must_leave_the_start_field_while_others_wait():
    game = mensch([0, 0, 1, 10], throw=(2,))  # R1: not only with a six
    assert walks(game) == {(1, 3)}
    assert ruling(game, 0, 10, 2) == (False, "C13")


def test_C13_clearing_comes_before_a_capture_by_another_piece():  # R2
    game = mensch([0, 0, 1, 13], [0, 0, 0, 6], throw=(3,))  # seat 1 on 16
    assert walks(game) == {(1, 4)}
    assert ruling(game, 0, 13, 3) == (False, "C13")


def test_C13_a_piece_on_A_that_would_land_on_an_own_piece_frees_the_others():  # R3
    assert walks(mensch([0, 0, 1, 6], throw=(5,))) == {(6, 11)}
    assert walks(mensch([0, 1, 6, 20], throw=(5,))) == {(6, 11), (20, 25)}


def test_C13_clearing_is_a_duty_even_if_it_captures():  # R4
    game = mensch([0, 0, 1, 20], [0, 0, 0, 34], throw=(3,))  # seat 1 on 4
    assert walks(game) == {(1, 4)}
    assert find(game, 1, 4).captures == ((1, 34),)


def test_C13_with_nobody_waiting_the_start_field_need_not_be_cleared():  # R5
    assert walks(mensch([1, 10, 20, 30], throw=(3,))) == {(1, 4), (10, 13), (20, 23), (30, 33)}


@pytest.mark.parametrize(("goal", "throw"), [(41, 2), (40, 3)])
def test_C13_goal_moves_do_not_excuse(goal, throw):  # R6
    assert walks(mensch([0, 0, 1, goal], throw=(throw,))) == {(1, 1 + throw)}


def test_C13_binds_on_the_own_start_field_only():
    assert walks(mensch([0, 0, 11, 20], throw=(2,))) == {(11, 13), (20, 22)}


def test_C13_binds_in_the_same_turn_after_a_six_has_entered():
    game = mensch([0, 0, 0, 20], throw=(6,))
    go(game, 0, 1)
    game.throw(2)
    assert walks(game) == {(1, 3)}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_C14_no_number_but_a_six_brings_a_piece_in(number):
    game = mensch([0, 0, 0, 20], throw=(number,))
    assert walks(game) == {(20, 20 + number)}
    assert ruling(game, 0, 0, number) == (False, "C14")


def test_C14_a_six_brings_a_piece_onto_A():
    game = mensch(throw=(6,))
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1)}
    go(game, 0, 1)
    assert game.pieces[0] == [0, 0, 0, 1]


# --- the six ------------------------------------------------------------------


def test_C15_a_six_gives_another_throw_again_and_again():
    game = mensch([4, 42, 43, 44])
    for step in (4, 10, 16, 22, 28, 34):
        game.throw(6)
        go(game, step, step + 6)
        assert (game.node, game.seat) == ("throw", 0)
    game.throw(2)
    assert game.seat == 1


def test_C15_a_six_without_use_still_gives_another_throw():  # G5
    game = mensch([40, 42, 43, 44], throw=(6,))
    assert (game.node, game.seat) == ("throw", 0)
    assert [line.what for line in game.log][:2] == ["throw", "lost"]
    game.throw(5)
    assert (game.node, game.seat) == ("throw", 1)


def test_C15_extra_needs_move_gives_no_throw_for_an_unplayed_six():
    assert mensch([40, 42, 43, 44], throw=(6,), extra_needs_move=True).seat == 1
    game = mensch([0, 0, 0, 20], throw=(6,), extra_needs_move=True)
    go(game, 0, 1)
    assert (game.node, game.seat) == ("throw", 0)


def test_C16_with_a_six_a_new_piece_must_come_in_while_others_wait():
    game = mensch([0, 10, 20, 40], throw=(6,))
    assert walks(game) == {(0, 1)}
    go(game, 0, 1)
    game.throw(6)  # nobody waits now
    assert walks(game) == {(1, 7), (10, 16), (20, 26)}


def test_C16a_on_a_free_start_field_entering_is_the_only_move():
    game = mensch([0, 0, 10, 42], [0, 0, 0, 6], throw=(6,))  # seat 1 on 16 could be captured
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1)}
    assert ruling(game, 0, 10, 6) == (False, "C16a")


def test_C16b_an_own_piece_on_A_must_first_go_on_with_the_six():
    game = mensch([0, 0, 1, 10], throw=(6,))
    assert walks(game) == {(1, 7)}
    assert ruling(game, 0, 0, 6) == (False, "C16b")


def test_C16b_the_same_six_does_not_also_enter():
    game = mensch([0, 0, 1, 10], throw=(6,))
    go(game, 1, 7)
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 0, [0, 0, 7, 10])
    game.throw(6)
    assert walks(game) == {(0, 1)}


def test_C16c_entering_captures_a_foreign_piece_on_A():
    game = mensch([0, 0, 0, 10], [0, 0, 0, 31], throw=(6,))
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1, captures=((1, 31),))}
    go(game, 0, 1)
    assert game.pieces[:2] == [[0, 0, 1, 10], [0, 0, 0, 0]]


def test_C16d_if_the_piece_on_A_cannot_move_six_another_piece_may():
    game = mensch([0, 1, 7, 21], throw=(6,))
    assert walks(game) == {(7, 13), (21, 27)}
    go(game, 21, 27)
    assert (game.node, game.seat) == ("throw", 0)


def test_C16d_clear_chain_makes_the_piece_on_step_7_move():
    game = mensch([0, 1, 7, 21], throw=(6,), clear_chain=True)
    assert walks(game) == {(7, 13)}
    go(game, 7, 13)
    assert (game.node, game.seat) == ("throw", 0)


def test_C17_a_six_with_nobody_waiting_moves_any_piece():
    game = mensch([1, 10, 20, 38], throw=(6,))
    assert walks(game) == {(1, 7), (10, 16), (20, 26), (38, 44)}
    go(game, 10, 16)
    assert (game.node, game.seat) == ("throw", 0)


def test_C18_a_six_that_brings_the_last_piece_home_needs_no_further_throw():
    game = mensch([38, 41, 42, 43], throw=(6,))
    go(game, 38, 44)
    assert game.node == "over"
    with pytest.raises(IllegalMove):
        game.throw(6)


@pytest.mark.parametrize(
    ("steps", "throw", "legal"),
    [
        ([0, 0, 10, 20], 6, {(0, 1)}),  # A free
        ([0, 0, 1, 20], 6, {(1, 7)}),  # own piece on A that can move
        ([0, 0, 1, 20], 2, {(1, 3)}),
        ([0, 1, 7, 20], 6, {(7, 13), (20, 26)}),  # own piece on A that cannot
        ([0, 1, 3, 20], 2, {(3, 5), (20, 22)}),
        ([0, 0, 10, 20], 2, {(10, 12), (20, 22)}),  # nobody on A
        ([1, 2, 10, 20], 6, {(1, 7), (2, 8), (10, 16), (20, 26)}),  # nobody on B
    ],
)
def test_C13_to_C17_the_base_decision_table(steps, throw, legal):
    assert walks(mensch(steps, throw=(throw,))) == legal


# --- goal, end ----------------------------------------------------------------


@pytest.mark.parametrize(("throw", "target"), [(1, 41), (2, 42), (3, 43), (4, 44)])
def test_C19_after_a_full_lap_goal_fields_count_singly(throw, target):
    assert walks(mensch([0, 0, 0, 40], throw=(throw,))) == {(40, target)}


def test_C19_a_piece_does_not_run_a_second_lap():
    game = mensch([0, 0, 0, 40], [0, 0, 0, 31], throw=(1,))  # seat 1 stands on the A field of seat 0
    assert find(game, 40, 41).captures == ()


def test_C20_pieces_in_the_goal_may_be_jumped():
    assert walks(mensch([0, 40, 41, 42], throw=(3,))) == {(40, 43), (41, 44)}


def test_C21_foreign_goal_fields_are_closed():
    game = mensch([0, 0, 0, 10], [0, 0, 3, 43], throw=(3,))  # 10 lies before the goal of seat 1
    assert find(game, 10, 13).captures == ((1, 3),)
    go(game, 10, 13)
    assert game.pieces[1] == [0, 0, 0, 43]


def test_C22_only_a_fitting_number_moves_in():
    game = mensch([0, 0, 20, 40], throw=(5,))
    assert walks(game) == {(20, 25)}
    assert ruling(game, 0, 40, 5) == (False, "C22")
    assert mensch([0, 0, 0, 40], throw=(5,)).seat == 1


def test_C22_moves_inside_the_goal_are_allowed_and_a_duty():
    game = mensch([0, 0, 0, 41], throw=(2,))
    assert walks(game) == {(41, 43)}
    assert not can_decline(game)


def test_C22_an_occupied_goal_field_is_illegal():
    game = mensch([0, 0, 40, 42], throw=(2,))
    assert walks(game) == {(42, 44)}
    assert ruling(game, 0, 40, 2) == (False, "C12")


def test_C23_first_with_all_four_home_wins_and_play_stops():
    game = mensch([0, 0, 0, 0], [39, 41, 43, 44], seat=1, throw=(3,))
    go(game, 39, 42)
    assert game.node == "over"
    assert game.outcome.winner == (1,)


@pytest.mark.parametrize(("steps", "throw"), [([40, 42], 1), ([38, 41], 4)])
def test_C23_with_two_pieces_the_goal_has_two_places(steps, throw):
    game = mensch(steps, throw=(throw,), pieces=2)
    go(game, steps[0], steps[0] + throw)
    assert game.node == "over"
    assert mensch([0, 40], throw=(3,), pieces=2).seat == 1
