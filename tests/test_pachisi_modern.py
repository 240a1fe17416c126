"""Book A, the base game: one test per clause, named by its sentence.

Seat 0's step k is the field of seat 1's step k-10 (or k+30), of seat 2's k-20 (or k+20) and of seat 3's k-30 (or k+10).
"""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, IllegalMove, Move
from pachisi.game.why import why_pass
from tests.positions import can_decline, decline, find, go, moves, sit, walks

BOOK = "pachisi-modern"
modern = partial(sit, BOOK)


def at(game: Game) -> tuple[str, int]:
    return game.node, game.seat


def tries(game: Game) -> int:
    return int(game.position()["tries"])


# --- setup, aim ---------------------------------------------------------------


def test_A1_all_four_pieces_begin_in_the_corner_circles():
    game = Game(BOOK)
    assert game.pieces == [[0, 0, 0, 0]] * 4
    corners = [{(x > 5, y > 5) for x, y in circle} for circle in game.board.reserves]
    assert corners == [{(False, False)}, {(True, False)}, {(True, True)}, {(False, True)}]


def test_A2_one_die_is_thrown_unless_two_are_chosen():
    assert Game(BOOK).throw(3) == (3,)
    assert Game(BOOK, dice=2).throw(3, 5) == (3, 5)
    for wrong in ((3, 5), (0,), (7,)):
        with pytest.raises(IllegalMove):
            Game(BOOK).throw(*wrong)
    with pytest.raises(IllegalMove):
        Game(BOOK, dice=2).throw(3)


def test_A2_each_of_two_dice_is_a_move_of_its_own():
    game = modern([0, 0, 10, 20], dice=2, throw=(2, 5))
    assert {(m.start, m.target, m.uses) for m in moves(game)} == {
        (10, 12, (2,)),
        (10, 15, (5,)),
        (20, 22, (2,)),
        (20, 25, (5,)),
    }


def test_A2_one_piece_with_both_dice_lands_twice():
    game = modern([0, 0, 0, 10], [0, 0, 2, 7], dice=2, throw=(2, 5))
    assert go(game, 10, 12).captures == ((1, 2),)
    assert go(game, 12, 17).captures == ((1, 7),)
    assert game.pieces[1] == [0, 0, 0, 0]


def test_A2_two_dice_T_the_one_finishes_the_game():
    game = modern([40, 42, 43, 44], dice=2, throw=(1, 4))
    assert moves(game) == {Move("move", 0, 40, 41, (1,), 1)}
    go(game, 40, 41)
    assert at(game) == ("over", -1)
    assert game.outcome.winner == (0,)


def test_A2_two_dice_T_double_six_enters_moves_on_and_throws_once_more():
    game = Game(BOOK, dice=2)
    game.throw(6, 6)
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1)}
    go(game, 0, 1)
    assert walks(game) == {(1, 7)}
    go(game, 1, 7)
    assert at(game) == ("throw", 0)
    game.throw(1, 2)
    go(game, 7, 8)
    go(game, 8, 10)
    assert at(game) == ("throw", 1)


def test_A2_a_throw_with_one_six_earns_one_further_throw_of_both_dice():
    game = modern([0, 0, 0, 10], dice=2, throw=(6, 2))
    go(game, 10, 12)
    go(game, 0, 1)
    assert at(game) == ("throw", 0)
    assert game.throw(1, 3) == (1, 3)


def test_A2_doubles_other_than_six_mean_nothing():
    game = modern([10, 41, 42, 43], dice=2, throw=(3, 3))
    assert moves(game) == {Move("move", 0, 10, 13, (3,), 1)}
    go(game, 10, 13)
    go(game, 13, 16)
    assert at(game) == ("throw", 1)


def test_A2_two_dice_that_sum_to_six_do_not_enter():
    game = modern(dice=2, throw=(2, 4))
    assert at(game) == ("throw", 0)
    assert game.pieces[0] == [0, 0, 0, 0]


def test_A2_no_die_is_left_unused_while_it_has_a_use():
    game = modern([0, 0, 0, 10], dice=2, throw=(2, 5))
    go(game, 10, 12)
    assert at(game) == ("move", 0)
    assert walks(game) == {(12, 17)}
    assert not can_decline(game)


def test_A2_the_order_is_free_even_if_the_first_use_makes_the_second_impossible():
    game = modern([0, 0, 40, 43], dice=2, throw=(1, 2))
    assert walks(game) == {(40, 41), (40, 42), (43, 44)}
    go(game, 40, 41)
    assert at(game) == ("throw", 1)
    assert "lost" in [entry.what for entry in game.log]


def test_A3_a_piece_runs_the_whole_track_once_and_then_onto_its_goal():
    game = Game(BOOK, players=2, pieces=1, two_colours=False)
    for start, target in ((0, 1), (1, 7), (7, 13), (13, 19), (19, 25), (25, 31), (31, 37)):
        game.throw(6)
        go(game, start, target)
    game.throw(4)
    go(game, 37, 41)
    assert game.outcome.winner == (0,)


def test_A4_everybody_plays_for_himself():
    game = modern([0, 0, 0, 10], [0, 0, 0, 0], [0, 0, 0, 33], throw=(3,))
    assert go(game, 10, 13).captures == ((2, 33),)
    game = modern([40, 42, 43, 44], throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1, 2, 3))


def test_A5_the_highest_throw_begins():
    game = Game(BOOK, first="high_roll")
    for seat, face in enumerate((2, 5, 4, 1)):
        assert at(game) == ("throw", seat)
        game.throw(face)
    assert at(game) == ("throw", 1)
    assert game.turn == 1
    assert tries(game) == 2


def test_A5_G1_only_those_who_tie_throw_again_and_the_throw_is_no_move():
    game = Game(BOOK, first="high_roll")
    for face in (5, 6, 6, 2):
        game.throw(face)
    for seat, face in ((1, 4), (2, 4), (1, 1), (2, 3)):
        assert at(game) == ("throw", seat)
        game.throw(face)
    assert at(game) == ("throw", 2)
    assert game.pieces == [[0, 0, 0, 0]] * 4


def test_A5_with_two_dice_the_highest_sum_begins():
    game = Game(BOOK, players=3, dice=2, first="high_roll")
    with pytest.raises(IllegalMove):
        game.throw(6)
    for faces in ((1, 6), (4, 4), (2, 5)):
        game.throw(*faces)
    assert at(game) == ("throw", 1)


@pytest.mark.parametrize(("players", "order"), [(2, [0, 2, 0, 2]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])])
def test_A6_G9_G10_turns_go_round_clockwise(players, order):
    game = Game(BOOK, players=players, two_colours=False)
    for seat in order:
        assert at(game) == ("throw", seat)
        for face in (1, 2, 3):
            game.throw(face)
    assert game.turn == 5


# --- entering and three tries -------------------------------------------------


def test_A7_a_six_brings_a_piece_from_the_circle_onto_its_start_field():
    game = modern(throw=(6,), seat=2)
    assert moves(game) == {Move("enter", 2, 0, 1, (6,), 1)}
    go(game, 0, 1)
    assert game.pieces[2] == [0, 0, 0, 1]
    assert game.board.field(2, 1) == 20


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_A7_no_other_number_enters(face):
    game = modern([0, 0, 0, 10], throw=(face,))
    assert walks(game) == {(10, 10 + face)}
    verdict = game.why(colour=0, start=0, uses=(face,))
    assert (verdict.legal, verdict.clause) == (False, "A7")


def test_A7_no_piece_enters_onto_an_own_piece():
    game = modern([0, 0, 1, 10], throw=(6,))
    assert walks(game) == {(1, 7), (10, 16)}
    verdict = game.why(colour=0, start=0, uses=(6,))
    assert (verdict.legal, verdict.clause) == (False, "A7")


def test_A7_an_enemy_on_the_start_field_is_captured_by_the_entering_piece():
    game = modern([0, 0, 0, 0], [0, 0, 0, 31], throw=(6,))
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1, captures=((1, 31),))}
    go(game, 0, 1)
    assert game.pieces[:2] == [[0, 0, 0, 1], [0, 0, 0, 0]]


def test_A7_there_is_no_duty_to_vacate_the_start_field():
    assert walks(modern([0, 0, 1, 20], throw=(3,))) == {(1, 4), (20, 23)}


def test_A8_T_three_five_six_enters_and_throws_once_more():
    game = Game(BOOK)
    for face, left in ((3, 2), (5, 1)):
        assert tries(game) == left
        game.throw(face)
        assert at(game) == ("throw", 0)
    assert tries(game) == 0
    game.throw(6)
    go(game, 0, 1)
    assert at(game) == ("throw", 0)
    game.throw(3)
    go(game, 1, 4)
    assert at(game) == ("throw", 1)


def test_A8_T_one_two_three_ends_the_turn():
    game = Game(BOOK)
    for face in (1, 2, 3):
        assert at(game) == ("throw", 0)
        game.throw(face)
    assert at(game) == ("throw", 1)
    assert tries(game) == 2


def test_A8_the_first_six_ends_the_tries():
    game = modern(throw=(6,))
    assert tries(game) == 0
    assert not can_decline(game)
    go(game, 0, 1)
    assert (at(game), tries(game)) == (("throw", 0), 0)
    game.throw(2)
    go(game, 1, 3)
    assert at(game) == ("throw", 1)


def test_A8_with_two_dice_the_first_throw_that_shows_a_six_ends_the_tries():
    game = modern(dice=2, throw=(1, 2))
    assert (at(game), tries(game)) == (("throw", 0), 1)
    game.throw(3, 6)
    assert tries(game) == 0
    go(game, 0, 1)
    go(game, 1, 4)
    game.throw(1, 1)
    go(game, 4, 5)
    go(game, 5, 6)
    assert at(game) == ("throw", 1)


def test_A8_a_piece_on_the_track_leaves_one_throw():
    game = modern([0, 0, 0, 40])
    assert tries(game) == 0
    game.throw(5)
    assert at(game) == ("throw", 1)


def test_A22_three_tries_again_whenever_no_piece_is_on_the_track():
    assert tries(modern([0, 0, 0, 44])) == 2
    assert tries(modern([0, 42, 43, 44])) == 2
    assert tries(modern([0, 0, 0, 41])) == 2
    assert tries(modern([0, 0, 40, 44])) == 0


def test_A22_with_tries_left_he_may_advance_a_goal_piece_or_try_again():
    game = modern([0, 0, 0, 41], throw=(2,))
    assert moves(game) == {Move("move", 0, 41, 43, (2,), 1), Move("pass", uses=(2,))}
    assert tries(game) == 2
    decline(game)
    assert (at(game), tries(game)) == (("throw", 0), 1)


def test_A22_a_goal_move_ends_the_tries():
    game = modern([0, 0, 0, 41], throw=(2,))
    go(game, 41, 43)
    assert at(game) == ("throw", 1)


def test_A22_on_the_last_try_the_duty_to_move_binds():
    game = modern([0, 0, 0, 41])
    for _ in range(2):
        game.throw(2)
        decline(game)
    game.throw(2)
    assert (walks(game), can_decline(game)) == ({(41, 43)}, False)


def test_A22_with_two_dice_any_die_used_ends_the_tries():
    game = modern([0, 0, 41, 43], dice=2, throw=(1, 2))
    assert walks(game) == {(41, 42), (43, 44)}
    assert Move("pass", uses=(1, 2)) in game.legal_moves
    go(game, 43, 44)
    assert (walks(game), can_decline(game), tries(game)) == ({(41, 43)}, False, 0)
    go(game, 41, 43)
    assert at(game) == ("throw", 1)


def test_A22_tries_are_judged_at_the_start_of_the_turn_only():
    game = modern([0, 0, 0, 38], throw=(6,))
    go(game, 38, 44)
    assert (at(game), tries(game)) == (("throw", 0), 0)
    game.throw(3)
    assert at(game) == ("throw", 1)


# --- moving -------------------------------------------------------------------


def test_A9_a_piece_moves_forward_clockwise_by_the_number_thrown():
    game = modern([0, 0, 0, 10], throw=(5,))
    assert moves(game) == {Move("move", 0, 10, 15, (5,), 1)}
    assert [game.board.field(0, step) for step in (10, 15)] == [9, 14]
    go(game, 10, 15)
    assert game.pieces[0] == [0, 0, 0, 15]
    assert at(game) == ("throw", 1)


def test_A10_which_piece_moves_is_his_choice():
    assert walks(modern([3, 10, 21, 41], throw=(2,))) == {(3, 5), (10, 12), (21, 23), (41, 43)}


@pytest.mark.parametrize(("start", "face", "reached"), [(38, 6, True), (38, 3, True), (39, 6, False), (43, 2, False)])
def test_A11_G3_goal_fields_are_reached_only_by_the_exact_number(start, face, reached):
    game = modern([0, 0, 0, 0], [0, 0, 2, start], throw=(face,), seat=1)
    assert ((start, start + face) in walks(game)) == reached
    verdict = game.why(colour=1, start=start, uses=(face,))
    assert (verdict.legal, verdict.clause) == (reached, "A24")


def test_A12_a_six_is_a_choice_between_entering_and_moving():
    game = modern([0, 0, 10, 20], throw=(6,))
    assert walks(game) == {(0, 1), (10, 16), (20, 26)}


def test_A13_after_a_six_he_throws_again_and_may_use_another_piece():
    game = modern([0, 0, 10, 20], throw=(6,))
    go(game, 10, 16)
    assert at(game) == ("throw", 0)
    assert game.turn == 1
    game.throw(3)
    assert walks(game) == {(16, 19), (20, 23)}
    go(game, 20, 23)
    assert at(game) == ("throw", 1)


def test_A13_there_is_no_limit_on_sixes_in_a_row():
    game = modern([0, 0, 0, 1])
    for start in (1, 7, 13, 19, 25, 31):
        game.throw(6)
        go(game, start, start + 6)
    assert at(game) == ("throw", 0)


def test_A13_G6_a_six_that_wins_ends_the_game():
    game = modern([35, 42, 43, 44], throw=(6,))
    go(game, 35, 41)
    assert at(game) == ("over", -1)
    with pytest.raises(IllegalMove):
        game.throw(1)


def test_A13_G5_an_unplayable_six_still_gives_the_throw():
    game = modern([38, 41, 42, 43], throw=(6,))
    assert at(game) == ("throw", 0)
    assert game.pieces[0] == [38, 41, 42, 43]
    assert "lost" in [entry.what for entry in game.log]


def test_A14_he_must_move_even_if_it_harms_him():
    game = modern([0, 0, 0, 10], [0, 0, 0, 1], throw=(2,))
    assert walks(game) == {(10, 12)}
    assert not can_decline(game)
    with pytest.raises(IllegalMove):
        game.push(Move("pass", uses=(2,)))
    verdict = why_pass(game)
    assert (verdict.legal, verdict.clause) == (False, "A14")


def test_A14_T_entering_counts_as_advancing_and_must_be_done():
    game = modern([0, 42, 43, 44], throw=(6,))
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1)}


def test_A15_G4_excused_only_if_no_own_piece_can_use_the_number():
    game = modern([0, 0, 0, 40], throw=(5,))
    assert at(game) == ("throw", 1)
    assert "lost" in [entry.what for entry in game.log]
    assert at(modern([0, 0, 40, 42], throw=(1,))) == ("move", 0)


def test_A16_pieces_in_the_way_are_jumped_and_their_fields_count():
    game = modern([0, 0, 10, 12], [0, 0, 0, 3], throw=(5,))
    assert go(game, 10, 15).captures == ()
    assert game.pieces[:2] == [[0, 0, 12, 15], [0, 0, 0, 3]]
    assert (38, 41) in walks(modern([0, 0, 38, 40], throw=(3,)))


def test_A16a_no_move_ends_on_an_own_piece():
    game = modern([0, 0, 10, 13], throw=(3,))
    assert walks(game) == {(13, 16)}
    verdict = game.why(colour=0, start=10, uses=(3,))
    assert (verdict.legal, verdict.clause) == (False, "A16a")


def test_A16a_no_field_of_the_track_is_safe_not_even_a_start_field():
    assert go(modern([0, 0, 0, 8], [0, 0, 0, 1], throw=(3,)), 8, 11).captures == ((1, 1),)
    assert go(modern([0, 0, 0, 11], throw=(6,), seat=1), 0, 1).captures == ((0, 11),)
    assert modern().board.safe == frozenset()


def test_A23_a_piece_that_has_completed_the_lap_turns_onto_its_own_goal():
    game = modern([0, 0, 0, 39], [0, 0, 0, 31], throw=(2,))  # the enemy waits on seat 0's start field
    assert go(game, 39, 41).captures == ()
    assert game.pieces[1] == [0, 0, 0, 31]
    game = modern([0, 0, 0, 40], throw=(6,))
    assert walks(game) == {(0, 1)}
    assert game.why(colour=0, start=40, uses=(6,)).clause == "A24"


def test_A23_G2_goal_fields_of_other_colours_are_closed():
    game = modern([0, 0, 0, 9], [0, 41, 42, 43], throw=(3,))  # seat 1's goal begins behind field 9
    assert go(game, 9, 12).captures == ()
    assert game.board.field(0, 12) == 11


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_A24_any_free_goal_field_may_be_the_target(face):
    game = modern([0, 0, 0, 40], throw=(face,))
    assert walks(game) == {(40, 40 + face)}


@pytest.mark.parametrize(("face", "clause"), [(2, "A16a"), (3, "A25"), (4, "A25")])
def test_A25_T_own_pieces_in_the_goal_may_not_be_jumped(face, clause):
    assert (40, 41) in walks(modern([0, 0, 40, 42], throw=(1,)))
    game = modern([10, 20, 40, 42], throw=(face,))
    assert (40, 40 + face) not in walks(game)
    verdict = game.why(colour=0, start=40, uses=(face,))
    assert (verdict.legal, verdict.clause) == (False, clause)


def test_A25_advancing_inside_the_goal_is_a_move_like_any_other():
    assert walks(modern([0, 0, 30, 41], throw=(2,))) == {(30, 32), (41, 43)}
    game = modern([0, 0, 40, 41], throw=(3,))
    assert (walks(game), can_decline(game)) == ({(41, 44)}, False)


def test_A25_inside_the_goal_nobody_is_jumped_either():
    game = modern([0, 30, 41, 42], throw=(2,))
    assert walks(game) == {(30, 32), (42, 44)}
    assert game.why(colour=0, start=41, uses=(2,)).clause == "A25"


def test_A26_G6_the_first_with_all_pieces_in_the_goal_wins():
    game = modern([39, 41, 43, 44], throw=(1,))
    go(game, 39, 40)
    assert at(game) == ("throw", 1)
    game = modern([40, 42, 43, 44], [40, 42, 43, 44], dice=2, throw=(1, 6))
    go(game, 40, 41)
    assert at(game) == ("over", -1)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1, 2, 3))


# --- capturing ----------------------------------------------------------------


def test_A17_ending_a_move_on_an_enemy_captures_it_and_cannot_be_declined():
    game = modern([0, 0, 0, 11], [0, 0, 0, 5], throw=(4,))
    assert moves(game) == {Move("move", 0, 11, 15, (4,), 1, captures=((1, 5),))}
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,), capture_duty="off")
    assert find(game, 11, 15).captures == ((1, 5),)


def test_A18_G7_the_captured_piece_returns_to_its_circle_and_needs_a_six():
    game = modern([0, 0, 0, 11], [0, 0, 0, 5], throw=(4,))
    go(game, 11, 15)
    assert game.pieces[:2] == [[0, 0, 0, 15], [0, 0, 0, 0]]
    assert (at(game), tries(game)) == (("throw", 1), 2)
    game.throw(4)
    assert at(game) == ("throw", 1)
    game.throw(6)
    assert walks(game) == {(0, 1)}


def test_A19_a_possible_capture_must_be_made():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,))
    assert find(game, 11, 15).penalty == ()
    assert find(game, 21, 25).penalty == ((0, 11),)
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,), capture_duty="strict")
    assert walks(game) == {(11, 15)}
    verdict = game.why(colour=0, start=21, uses=(4,))
    assert (verdict.legal, verdict.clause) == (False, "A19")


def test_A19_an_entry_capture_makes_entering_compulsory():
    game = modern([0, 0, 0, 10], [0, 0, 0, 31], throw=(6,), capture_duty="strict")
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1, captures=((1, 31),))}
    assert game.why(colour=0, start=10, uses=(6,)).clause == "A19"


def test_A19_with_two_dice_each_die_is_judged_for_itself():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], dice=2, throw=(3, 4))
    assert {(m.start, m.target): m.penalty for m in moves(game)} == {
        (11, 14): (),
        (21, 24): (),
        (11, 15): (),
        (21, 25): ((0, 11),),
    }
    go(game, 11, 14)  # the three takes away the four's capture, which is no neglect
    assert {(m.start, m.target): m.penalty for m in moves(game)} == {(14, 18): (), (21, 25): ()}


def test_A19_with_two_dice_the_duty_is_judged_anew_for_the_second_die():
    game = modern([0, 0, 11, 21], [0, 0, 0, 8], dice=2, throw=(3, 4))
    assert all(m.penalty == () for m in moves(game))
    go(game, 11, 14)
    assert find(game, 14, 18).captures == ((1, 8),)
    assert find(game, 21, 25).penalty == ((0, 14),)


def test_A19_strict_with_two_dice_binds_only_the_die_that_can_capture():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], dice=2, throw=(3, 4), capture_duty="strict")
    assert walks(game) == {(11, 14), (21, 24), (11, 15)}
    assert game.why(colour=0, start=21, uses=(4,)).clause == "A19"
    assert game.why(colour=0, start=21, uses=(3,)).legal


def test_A20_among_several_captures_he_may_choose():
    game = modern([0, 0, 11, 21], [0, 0, 5, 15], throw=(4,))
    assert {(m.start, m.captures, m.penalty) for m in moves(game)} == {(11, ((1, 5),), ()), (21, ((1, 15),), ())}
    game = modern([0, 0, 11, 21], [0, 0, 5, 15], throw=(4,), capture_duty="strict")
    assert walks(game) == {(11, 15), (21, 25)}


def test_A21_T_the_piece_that_could_have_captured_goes_back():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,))
    assert go(game, 21, 25) == Move("move", 0, 21, 25, (4,), 1, penalty=((0, 11),))
    assert game.pieces[:2] == [[0, 0, 0, 25], [0, 0, 0, 5]]
    assert at(game) == ("throw", 1)


def test_A21_T_a_six_keeps_its_extra_throw():
    game = modern([0, 0, 11, 21], [0, 0, 0, 7], throw=(6,))
    go(game, 21, 27)
    assert game.pieces[0] == [0, 0, 0, 27]
    assert at(game) == ("throw", 0)


def test_A21_R1_if_several_could_have_captured_only_the_most_advanced_goes_back():
    game = modern([5, 11, 21, 30], [0, 0, 5, 39], throw=(4,))
    assert find(game, 5, 9).captures == ((1, 39),)
    assert go(game, 30, 34).penalty == ((0, 11),)
    assert game.pieces[0] == [0, 5, 21, 34]


def test_A21_R1_entering_instead_of_capturing_draws_the_penalty():
    game = modern([0, 0, 0, 11], [0, 0, 0, 7], throw=(6,))
    assert go(game, 0, 1).penalty == ((0, 11),)
    assert game.pieces[0] == [0, 0, 0, 1]


def test_A21_R1_a_piece_that_could_only_have_captured_by_entering_is_already_in_the_circle():
    game = modern([0, 0, 0, 10], [0, 0, 0, 31], throw=(6,))
    assert go(game, 10, 16).penalty == ()
    assert game.pieces[0] == [0, 0, 0, 16]
    game = modern([0, 0, 10, 20], [0, 0, 6, 31], throw=(6,))  # but a piece on the track is not
    assert find(game, 20, 26).penalty == ((0, 10),)


def test_A21_R2_the_duty_may_be_neglected_knowingly():
    verdict = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,)).why(colour=0, start=21, uses=(4,))
    assert (verdict.legal, verdict.clause) == (True, "A21")


def test_A21_G8_the_penalty_is_applied_by_itself_and_named_by_the_move():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,))
    with pytest.raises(IllegalMove):
        game.push(Move("move", 0, 21, 25, (4,), 1))
    assert [m.penalty for m in moves(game) if m.start == 21] == [((0, 11),)]


def test_A21_the_penalty_creates_no_tries_for_the_pending_throw():
    game = modern([0, 0, 11, 38], [0, 0, 0, 7], throw=(6,))
    assert go(game, 38, 44).penalty == ((0, 11),)
    assert (game.pieces[0], tries(game)) == ([0, 0, 0, 44], 0)
    game.throw(2)
    assert at(game) == ("throw", 1)


def test_A21_capture_duty_off_leaves_the_choice_without_penalty():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,), capture_duty="off")
    assert {(m.start, m.target, m.penalty) for m in moves(game)} == {(11, 15, ()), (21, 25, ())}


# --- fewer players ------------------------------------------------------------


def test_A6_G9_an_empty_seat_has_no_pieces_and_its_start_field_is_ordinary():
    game = modern([0, 0, 0, 28], [0, 0, 0, 21], players=3, throw=(3,))
    assert game.pieces[3] is None
    assert go(game, 28, 31).captures == ((1, 21),)
    assert Game(BOOK, players=2, two_colours=False).pieces == [[0, 0, 0, 0], None, [0, 0, 0, 0], None]


# --- why ----------------------------------------------------------------------

STRICT = {"capture_duty": "strict"}
PAIRS = {"barriers": True}
CLEAR = {"must_clear_start": True}
VERDICTS = [
    # name, seat 0, seat 1, throw, options, colour, start, legal, clause
    ("move", [0, 0, 0, 10], [0, 0, 0, 0], 3, {}, 0, 10, True, "A9"),
    ("enter", [0, 0, 0, 10], [0, 0, 0, 0], 6, {}, 0, 0, True, "A7"),
    ("capture", [0, 0, 0, 11], [0, 0, 0, 5], 4, {}, 0, 11, True, "A17"),
    ("capture by entering", [0, 0, 0, 10], [0, 0, 0, 31], 6, {}, 0, 0, True, "A17"),
    ("penalty", [0, 0, 11, 21], [0, 0, 0, 5], 4, {}, 0, 21, True, "A21"),
    ("home", [0, 0, 0, 38], [0, 0, 0, 0], 4, {}, 0, 38, True, "A24"),
    ("overshoot", [0, 0, 10, 40], [0, 0, 0, 0], 5, {}, 0, 40, False, "A24"),
    ("own piece", [0, 0, 10, 13], [0, 0, 0, 0], 3, {}, 0, 10, False, "A16a"),
    ("goal field taken", [0, 10, 40, 43], [0, 0, 0, 0], 3, {}, 0, 40, False, "A16a"),
    ("goal jump", [0, 10, 40, 42], [0, 0, 0, 0], 3, {}, 0, 40, False, "A25"),
    ("no entry", [0, 0, 0, 10], [0, 0, 0, 0], 5, {}, 0, 0, False, "A7"),
    ("start taken", [0, 0, 1, 10], [0, 0, 0, 0], 6, {}, 0, 0, False, "A7"),
    ("must capture", [0, 0, 11, 21], [0, 0, 0, 5], 4, STRICT, 0, 21, False, "A19"),
    ("must clear", [0, 0, 1, 20], [0, 0, 0, 0], 3, CLEAR, 0, 20, False, "A7"),
    ("block between", [0, 0, 10, 20], [0, 0, 2, 2], 4, PAIRS, 0, 10, False, "A37"),
    ("block ahead", [0, 0, 10, 20], [0, 0, 2, 2], 2, PAIRS, 0, 10, False, "A37"),
    ("start blocked", [0, 0, 10, 20], [0, 0, 31, 31], 6, PAIRS, 0, 0, False, "A37"),
    ("other colour", [0, 0, 0, 10], [0, 0, 0, 5], 3, {}, 1, 5, False, "A9"),
    ("no piece", [0, 0, 0, 10], [0, 0, 0, 5], 3, {}, 0, 12, False, "A9"),
]


@pytest.mark.parametrize("case", VERDICTS, ids=lambda case: case[0])
def test_why_names_the_clause_that_decides(case):
    _, own, other, face, options, colour, start, legal, clause = case
    game = modern(own, other, throw=(face,), **options)
    verdict = game.why(colour=colour, start=start, uses=(face,))
    assert (verdict.legal, verdict.clause) == (legal, clause)
    texts = {game.why(colour=colour, start=start, uses=(face,), lang=lang).text for lang in ("en", "de", "fr")}
    assert len(texts) == 3
    assert (start in {m.start for m in moves(game) if m.colour == colour}) == legal


def test_why_says_that_a_number_is_not_open_or_that_nothing_was_thrown():
    game = modern([0, 0, 0, 10], throw=(3,))
    verdict = game.why(colour=0, start=10, uses=(4,))
    assert (verdict.legal, verdict.clause) == (False, "A9")
    assert not modern([0, 0, 0, 10]).why(colour=0, start=10, uses=(4,)).legal


def test_why_answers_that_nothing_can_be_moved_when_the_game_is_over():
    game = modern([40, 42, 43, 44], throw=(1,))
    go(game, 40, 41)
    assert not game.why(colour=0, start=41, uses=(1,)).legal
    with pytest.raises(IllegalMove):
        game.push(Move("move", 0, 41, 42, (1,), 1))


def test_why_a_refused_push_names_the_clause():
    game = modern([0, 10, 40, 42], throw=(3,))
    with pytest.raises(IllegalMove, match="A25"):
        game.push(Move("move", 0, 40, 43, (3,), 1))


def test_why_a_refused_pass_names_the_clause_too():
    game = modern([0, 0, 0, 10], throw=(2,))
    with pytest.raises(IllegalMove, match="A14"):
        game.push(Move("pass", uses=(2,)))


def test_why_a_pass_against_the_strict_capture_duty_is_refused_by_that_duty():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,), may_pass=True, capture_duty="strict")
    verdict = why_pass(game)
    assert (verdict.legal, verdict.clause) == (False, "A19")


def test_why_of_passing_cites_the_tries_the_variant_or_the_duty():
    retry = modern([0, 0, 0, 41], throw=(2,))
    sit_out = modern([0, 0, 0, 10], throw=(2,), may_pass=True)
    missed = modern([0, 0, 0, 11], [0, 0, 0, 5], throw=(4,), may_pass=True)
    bound = modern([0, 0, 0, 10], throw=(2,))
    lent = modern([41, 42, 43, 44], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 40], seat=3, throw=(5,), teams=True)
    verdicts = [why_pass(game) for game in (retry, sit_out, missed, bound, lent)]
    assert [(verdict.legal, verdict.clause) for verdict in verdicts] == [
        (True, "A22"),
        (True, "A39"),
        (True, "A21"),
        (False, "A14"),
        (True, "A31"),
    ]
