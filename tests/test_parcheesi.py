"""Book B, clause by clause. Steps are each colour's own.

A piece of seat 1 on its step j stands on step j + 17 of seat 0 (from 52 on: j - 51);
seat 2 stands 34 ahead, seat 3 stands 51 ahead (from 18 on: 17 behind).
"""

from __future__ import annotations

from typing import Any

import pytest

from pachisi import Game, IllegalMove, Move
from tests.positions import Steps, can_decline, decline, find, go, moves, sit, walks

ENTERING = [15, 25, 35, 45, 55, 65, 51, 52, 53, 54, 56, 14, 41, 23, 32]  # 15: a one, then a five
LOST = [12, 13, 16, 21, 24, 26, 31, 34, 36, 42, 43, 46, 61, 62, 63, 64]
LOST_DOUBLES = [11, 22, 33, 44, 66]
DARK = {8: 59, 13: 64, 18: 1, 25: 8, 30: 13, 35: 18, 42: 25, 47: 30, 52: 35, 59: 42, 64: 47}  # own step: seat 1's


def table(*pieces: Steps | None, **how: Any) -> Game:
    return sit("parcheesi", *pieces, **how)


def bonus(*pieces: Steps | None, points: list[int], ages: list[list[int]] | None = None, **how: Any) -> Game:
    """The dice are played, bonus points wait."""
    fields = {"node": "move", "faces": [1, 2], "left": [], "bonus": points, "ages": ages or []}
    return table(*pieces, fields=fields, **how)


def why(game: Game, colour: int, start: int, *uses: int) -> tuple[bool, str]:
    verdict = game.why(colour, start, uses)
    return verdict.legal, verdict.clause


def news(game: Game) -> list[str]:
    return [entry.what for entry in game.log]


def on_turn(game: Game) -> tuple[str, int]:
    return game.node, game.seat


# --- the board ----------------------------------------------------------------


@pytest.mark.parametrize("seat", range(4))
def test_each_seat_meets_the_dark_fields_on_the_same_own_steps(seat):
    board = table().board
    dark = [step for step in range(1, 65) if board.field(seat, step) in board.safe]
    assert dark == [1, 8, 13, 18, 25, 30, 35, 42, 47, 52, 59, 64]


def test_start_and_mouth_of_each_seat_lie_on_their_fields():
    board = table().board
    assert sorted(board.safe) == [0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63]
    assert [board.field(seat, 1) for seat in range(4)] == [5, 22, 39, 56]
    assert [board.field(seat, 64) for seat in range(4)] == [0, 17, 34, 51]
    assert board.starts == (5, 22, 39, 56)
    assert board.mouths == (0, 17, 34, 51)
    assert [board.field(seat, step) for seat in range(4) for step in (0, 65, 71, 72)] == [None] * 16


def test_the_board_is_drawn_as_a_cross_of_68_fields():
    board = table().board
    assert board.size == 19
    assert len(board.ring) == len(set(board.ring)) == 68
    corners = {0: (9, 18), 1: (10, 18), 8: (10, 11), 9: (11, 10), 16: (18, 10), 17: (18, 9), 18: (18, 8), 25: (11, 8)}
    corners |= {26: (10, 7), 33: (10, 0), 34: (9, 0), 35: (8, 0), 42: (8, 7), 43: (7, 8), 50: (0, 8), 51: (0, 9)}
    corners |= {52: (0, 10), 59: (7, 10), 60: (8, 11), 67: (8, 18)}
    assert {field: board.ring[field] for field in corners} == corners
    paths = [(lane[0], lane[-1], len(lane)) for lane in board.lanes]
    assert paths == [
        ((9, 17), (9, 11), 7),
        ((17, 9), (11, 9), 7),
        ((9, 1), (9, 7), 7),
        ((1, 9), (7, 9), 7),
    ]
    assert set(board.reserves[0]) == {(13, 13), (15, 13), (13, 15), (15, 15)}
    assert set(board.reserves[1]) == {(13, 5), (13, 3), (15, 5), (15, 3)}


# --- device, aim, order -------------------------------------------------------


def test_B1_one_six_sided_die_shows_each_face_equally_often():
    faces = [face for seed in range(300) for face in Game("parcheesi", seed=seed).throw()]
    counts = [faces.count(face) for face in range(1, 7)]
    assert sum(counts) == 600
    assert all(70 <= count <= 130 for count in counts)  # 100 each, give or take three deviations
    for impossible in (0, 7):
        with pytest.raises(IllegalMove):
            Game("parcheesi").throw(impossible, 1)


def test_B2_the_first_with_all_own_pieces_in_the_middle_wins():
    game = table([71, 72, 72, 72], [71, 72, 72, 72], throw=(1, 6))
    go(game, 71, 72)
    assert game.node == "over"
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1, 2, 3))


@pytest.mark.parametrize(("players", "seats"), [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])])
def test_B2_two_to_four_play_with_four_pieces_each(players, seats):
    pieces = Game("parcheesi", players=players).pieces
    assert [seat for seat in range(4) if pieces[seat] is not None] == seats
    assert all(len(pieces[seat]) == 4 for seat in seats)


def test_B3_the_pieces_run_anticlockwise():
    board = table().board
    # bottom, right, top, left: the start fields of seats 0 to 3, in seat 0's order
    assert [board.spot(0, step) for step in (1, 18, 35, 52)] == [(10, 14), (14, 8), (8, 4), (4, 10)]
    game = table([1, 72, 72, 72], throw=(6, 4))
    go(game, 1, 7, uses=(6,))
    assert board.spot(0, 7) == (13, 10)


@pytest.mark.parametrize(("players", "order"), [(2, [0, 2, 0]), (3, [0, 2, 1, 0]), (4, [0, 3, 2, 1, 0])])
def test_B4_G10_turns_pass_clockwise_against_the_pieces(players, order):
    game = Game("parcheesi", players=players)
    seen = [game.seat]
    while len(seen) < len(order):
        game.throw(1, 2)  # no five: nobody comes out
        seen.append(game.seat)
    assert seen == order


def test_B5_all_pieces_begin_in_the_corners():
    assert Game("parcheesi").pieces == [[0, 0, 0, 0]] * 4


def test_B6_the_highest_throw_begins():
    game = Game("parcheesi", first="high_roll")
    for seat, face in [(0, 3), (3, 2), (2, 6), (1, 5)]:
        assert on_turn(game) == ("throw", seat)
        game.throw(face)
    assert on_turn(game) == ("throw", 2)
    assert game.pieces == [[0, 0, 0, 0]] * 4
    game.throw(5, 1)
    assert walks(game, 2) == {(0, 1)}


def test_B6_G1_only_those_who_tie_throw_again():
    game = Game("parcheesi", first="high_roll")
    for face in (6, 2, 6, 5):  # seats 0, 3, 2, 1
        game.throw(face)
    assert on_turn(game) == ("throw", 0)
    game.throw(4)
    assert on_turn(game) == ("throw", 2)
    game.throw(4)
    assert on_turn(game) == ("throw", 0)
    game.throw(1)
    game.throw(2)
    assert on_turn(game) == ("throw", 2)
    assert game.turn == 1


# --- the turn -----------------------------------------------------------------


def test_B7_two_throws_are_known_before_anything_moves_and_go_in_either_order():
    game = table([0, 0, 0, 11])
    with pytest.raises(IllegalMove):
        game.throw(6)
    game.throw(6, 3)
    assert game.faces == (6, 3)
    assert game.position()["left"] == [3, 6]
    go(game, 11, 14)
    go(game, 14, 20)
    game = table([0, 0, 0, 11], throw=(6, 3))
    go(game, 11, 17)
    go(game, 17, 20)


@pytest.mark.parametrize("faces", ENTERING)
def test_B8_a_five_or_a_total_of_five_brings_a_piece_out(faces):
    game = table(throw=divmod(faces, 10))
    assert walks(game) == {(0, 1)}
    assert {move.kind for move in game.legal_moves} == {"enter"}
    go(game, 0, 1)
    assert game.pieces[0] == [0, 0, 0, 1]


@pytest.mark.parametrize("faces", LOST + LOST_DOUBLES)
def test_B8_G4_no_other_throw_brings_a_piece_out_and_it_is_lost(faces):
    game = table(throw=divmod(faces, 10))
    assert on_turn(game) == (("throw", 3) if faces in LOST else ("offer", 0))
    assert game.pieces[0] == [0, 0, 0, 0]
    assert "lost" in news(game)


def test_B8_R1_each_five_of_a_double_brings_a_piece_out():
    game = table(throw=(5, 5))
    go(game, 0, 1, uses=(5,))
    assert walks(game) == {(0, 1), (1, 6)}
    go(game, 0, 1, uses=(5,))
    assert game.pieces[0] == [0, 0, 1, 1]
    assert on_turn(game) == ("offer", 0)


def test_B8_R2_a_five_is_spent_and_the_other_die_must_still_be_played():
    game = table(throw=(5, 3))
    go(game, 0, 1, uses=(5,))
    assert moves(game) == {Move("move", 0, 1, 4, (3,), 1)}  # also with the piece just entered
    go(game, 1, 4)
    assert on_turn(game) == ("throw", 3)


def test_B8_R2_a_five_sum_spends_both_dice():
    game = table([0, 0, 0, 11], throw=(4, 1))
    go(game, 0, 1, uses=(1, 4))
    assert on_turn(game) == ("throw", 3)
    assert game.pieces[0] == [0, 0, 1, 11]


def test_B8_R3_with_no_piece_on_the_field_the_entry_is_made():
    for faces in ((5, 3), (2, 3)):
        game = table([0, 0, 72, 72], throw=faces)
        assert walks(game) == {(0, 1)}
        assert not can_decline(game)
    game = table([0, 0, 0, 70], throw=(5, 1))
    go(game, 70, 71)
    assert walks(game) == {(0, 1)}  # nobody else can use the five
    assert not can_decline(game)


def test_B8_R4_bonus_points_never_bring_a_piece_out():
    game = bonus([0, 0, 0, 20], points=[25])
    assert walks(game) == {(20, 45)}
    game = table([0, 0, 71, 72], throw=(1, 6))
    go(game, 71, 72)
    assert game.pieces[0] == [0, 0, 72, 72]
    assert on_turn(game) == ("throw", 3)
    assert "bonus_lost" in news(game)


def test_B8_T_three_in_the_corner_one_on_11_and_the_dice_5_and_3():
    game = table([0, 0, 0, 11], throw=(5, 3))
    assert walks(game) == {(0, 1), (11, 16), (11, 14), (11, 19)}
    go(game, 0, 1)
    assert walks(game) == {(1, 4), (11, 14)}
    game = table([0, 0, 0, 11], throw=(5, 3))
    go(game, 11, 16)
    assert walks(game) == {(16, 19)}
    go(game, 16, 19)
    assert game.pieces[0] == [0, 0, 0, 19]


def test_B9_who_has_a_piece_on_the_field_need_not_enter():
    game = table([0, 0, 0, 11], throw=(5, 3))
    find(game, 0, 1)
    go(game, 11, 14)
    assert walks(game) == {(0, 1), (14, 19)}
    go(game, 14, 19)
    assert game.pieces[0] == [0, 0, 0, 19]
    game = table([0, 0, 0, 11], throw=(2, 3))
    find(game, 0, 1, uses=(2, 3))
    go(game, 11, 13)
    assert walks(game) == {(13, 16)}  # the five-sum is gone


def test_B10_no_die_is_left_unused_while_it_has_a_use():
    game = table([0, 0, 0, 11], throw=(6, 3))
    assert not can_decline(game)
    go(game, 11, 17)
    assert on_turn(game) == ("move", 0)
    assert moves(game) == {Move("move", 0, 17, 20, (3,), 1)}


def test_B10_R2_he_may_choose_an_order_that_uses_fewer_dice():
    game = table([66, 69, 72, 72], throw=(3, 6))
    assert walks(game) == {(66, 69), (66, 72), (69, 72)}
    go(game, 66, 69)
    assert on_turn(game) == ("throw", 3)
    assert "lost" in news(game)


def test_B10_R3_if_only_one_of_two_dice_can_be_played_the_choice_is_his():
    game = table([0, 70, 72, 72], throw=(2, 1))
    assert walks(game) == {(70, 71), (70, 72)}
    go(game, 70, 71)
    assert on_turn(game) == ("throw", 3)


def test_B11_the_throw_may_be_split_over_two_pieces():
    game = table([10, 20, 72, 72], throw=(6, 1))
    go(game, 10, 16)
    go(game, 20, 21)
    assert game.pieces[0] == [16, 21, 72, 72]
    assert on_turn(game) == ("throw", 3)


def test_B12_one_piece_may_move_by_the_total():
    game = table([10, 20, 72, 72], throw=(6, 1))
    go(game, 10, 17, uses=(1, 6))
    assert game.pieces[0] == [17, 20, 72, 72]
    assert on_turn(game) == ("throw", 3)


def test_B12_T_an_occupied_dark_field_between_does_not_stop_the_total():
    enemy_on_25 = [0, 0, 0, 8]
    game = table([21, 72, 72, 72], enemy_on_25, throw=(4, 2))
    assert moves(game) == {Move("move", 0, 21, 23, (2,), 1), Move("move", 0, 21, 27, (2, 4), 1)}
    go(game, 21, 23)
    go(game, 23, 27)
    assert game.pieces[1] == [0, 0, 0, 8]


def test_B12_T_he_may_stop_to_capture_or_pass_over():
    enemy_on_24 = [0, 0, 0, 7]
    game = table([21, 72, 72, 72], enemy_on_24, throw=(3, 2))
    assert moves(game) == {
        Move("move", 0, 21, 24, (3,), 1, captures=((1, 7),)),
        Move("move", 0, 21, 23, (2,), 1),
        Move("move", 0, 21, 26, (2, 3), 1),
    }
    go(game, 21, 24)
    assert game.pieces[1] == [0, 0, 0, 0]
    go(game, 24, 26)
    assert game.pieces[0] == [26, 72, 72, 72]


def test_B12_B28_the_total_crosses_no_blockade():
    pair_on_24 = [0, 0, 7, 7]
    game = table([21, 72, 72, 72], pair_on_24, throw=(1, 4))
    assert walks(game) == {(21, 22)}
    assert why(game, 0, 21, 1, 4) == (False, "B28")


def test_B12_with_a_double_any_unused_numbers_add_up():
    game = table([10, 72, 72, 72], throw=(2, 2))
    totals = {(2,): 12, (2, 2): 14, (5,): 15, (2, 5): 17, (2, 2, 5): 19}
    totals |= {(5, 5): 20, (2, 5, 5): 22, (2, 2, 5, 5): 24}
    assert moves(game) == {Move("move", 0, 10, target, uses, 1) for uses, target in totals.items()}
    go(game, 10, 17, uses=(2, 5))
    assert walks(game) == {(17, 19), (17, 22), (17, 24)}


def test_B13_after_a_double_he_may_throw_twice_again():
    game = table([0, 0, 0, 20], throw=(3, 3))
    go(game, 20, 23)
    assert on_turn(game) == ("move", 0)  # only after moving
    go(game, 23, 26)
    assert on_turn(game) == ("offer", 0)
    game.throw(1, 6)
    assert walks(game) == {(26, 27), (26, 32), (26, 33)}
    go(game, 26, 33)
    assert on_turn(game) == ("throw", 3)


def test_B13_he_may_decline_the_further_throw():
    game = table([0, 0, 0, 20], throw=(3, 3))
    go(game, 20, 26)
    assert moves(game) == {Move("stop")}
    decline(game)
    assert on_turn(game) == ("throw", 3)


def test_B13_G5_a_double_without_any_use_still_earns_the_throw():
    game = table([0, 0, 0, 0], throw=(3, 3))
    assert on_turn(game) == ("offer", 0)
    game.throw(5, 6)
    assert walks(game) == {(0, 1)}


@pytest.mark.parametrize("face", range(1, 7))
def test_B14_with_all_pieces_out_the_complementary_double_is_added(face):
    both = {1: [1, 1, 6, 6], 2: [2, 2, 5, 5], 3: [3, 3, 4, 4], 4: [3, 3, 4, 4], 5: [2, 2, 5, 5], 6: [1, 1, 6, 6]}
    out = table([10, 20, 66, 72], throw=(face, face))  # R2: pieces at home are outside the corner
    assert out.position()["left"] == both[face]
    waiting = table([0, 10, 20, 72], throw=(face, face))
    assert waiting.position()["left"] == [face, face]


def test_B14_a_throw_that_is_no_double_has_no_complement():
    assert table([10, 20, 66, 72], throw=(2, 3)).position()["left"] == [2, 3]


def test_B14_R1_a_double_five_that_empties_the_corner_does_not_unlock_the_twos():
    game = table([0, 10, 72, 72], throw=(5, 5))
    go(game, 0, 1)
    assert game.position()["left"] == [5]
    go(game, 1, 6)
    assert on_turn(game) == ("offer", 0)


def test_B14_R3_each_of_the_two_extra_numbers_may_be_used_or_waived():
    game = table([10, 72, 72, 72], throw=(2, 2))
    go(game, 10, 14)
    assert moves(game) == {
        Move("move", 0, 14, 19, (5,), 1),
        Move("move", 0, 14, 24, (5, 5), 1),
        Move("pass", uses=(5, 5)),
    }
    go(game, 14, 19)
    assert moves(game) == {Move("move", 0, 19, 24, (5,), 1), Move("pass", uses=(5,))}
    decline(game)
    assert on_turn(game) == ("offer", 0)
    assert game.pieces[0] == [19, 72, 72, 72]


@pytest.mark.parametrize("face", range(1, 7))
def test_B15_a_double_is_worth_fourteen_in_all(face):
    game = table([20, 72, 72, 72], throw=(face, face))
    assert max(target for _, target in walks(game)) == 34
    go(game, 20, 34)
    assert on_turn(game) == ("offer", 0)


def test_B16_T_the_third_double_sends_all_pieces_back_that_are_not_home():
    game = table([0, 31, 67, 72], fields={"doubles": 2}, throw=(3, 3))
    assert game.pieces[0] == [0, 0, 0, 72]
    assert on_turn(game) == ("throw", 3)


def test_B16_R1_R3_the_third_double_is_not_moved_and_open_bonuses_lapse():
    enemy_on_24 = [0, 0, 0, 7]
    game = table([0, 0, 0, 21], enemy_on_24, throw=(3, 3))
    go(game, 21, 24)
    go(game, 24, 27)
    game.throw(2, 2)
    go(game, 27, 31)
    assert game.position()["bonus"] == [25]
    assert game.position()["doubles"] == 2
    game.throw(5, 5)
    assert game.pieces[0] == [0, 0, 0, 0]
    assert on_turn(game) == ("throw", 3)
    assert game.position()["bonus"] == []
    assert "streak" in news(game)


def test_B16_R2_dark_fields_and_home_path_do_not_protect():
    game = table([1, 30, 65, 71], fields={"doubles": 2}, throw=(6, 6))
    assert game.pieces[0] == [0, 0, 0, 0]


def test_B16_R4_doubles_of_another_turn_do_not_count():
    game = table([0, 0, 0, 20], None, [0, 0, 0, 0], players=2, fields={"doubles": 1}, throw=(1, 1))
    go(game, 20, 22)
    decline(game)
    game.throw(1, 2)  # seat 2 cannot move
    game.throw(2, 2)
    assert on_turn(game) == ("move", 0)
    assert game.position()["doubles"] == 1


@pytest.mark.parametrize(("dark", "enemy"), DARK.items())
def test_B17_a_piece_may_not_end_on_a_dark_field_with_an_enemy(dark, enemy):
    game = table([0, 0, 0, dark - 4], [0, 0, 0, enemy], throw=(4, 6))
    assert walks(game) == {(dark - 4, dark + 2), (dark - 4, dark + 6)}
    assert why(game, 0, dark - 4, 4) == (False, "B17")
    own = table([0, 0, dark - 4, dark], throw=(4, 6))
    find(own, dark - 4, dark)  # an own piece does not matter


# --- capturing ----------------------------------------------------------------


def test_B18_a_capture_needs_an_exact_landing():
    enemy_on_24 = [0, 0, 0, 7]
    game = table([0, 0, 0, 21], enemy_on_24, throw=(4, 2))
    go(game, 21, 27)  # passed over, direct
    assert game.pieces[1] == enemy_on_24
    game = table([0, 0, 0, 21], enemy_on_24, throw=(1, 2))
    move = go(game, 21, 24, uses=(1, 2))  # a total is exact too
    assert move.captures == ((1, 7),)
    assert game.pieces[1] == [0, 0, 0, 0]


@pytest.mark.parametrize(("step", "enemy"), [(2, 53), (9, 60), (24, 7), (26, 9), (51, 34), (63, 46)])
def test_B19_captures_happen_on_light_fields(step, enemy):
    game = table([0, 0, 0, step - 1], [0, 0, 0, enemy], throw=(1, 6))
    assert find(game, step - 1, step).captures == ((1, enemy),)
    assert why(game, 0, step - 1, 1) == (True, "B18")


@pytest.mark.parametrize(("dark", "enemy"), DARK.items())
def test_B20_on_a_dark_field_a_piece_is_safe(dark, enemy):
    game = table([0, 0, 0, dark - 2], [0, 0, 0, enemy], throw=(2, 6))
    assert all(move.captures == () for move in game.legal_moves)
    assert (dark - 2, dark) not in walks(game)


@pytest.mark.parametrize(("seat", "step"), [(1, 52), (2, 35), (3, 18)])
@pytest.mark.parametrize(("faces", "uses"), [((5, 3), (5,)), ((1, 4), (1, 4))])
def test_B21_a_piece_coming_out_captures_on_its_start_field(seat, step, faces, uses):
    pieces = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    pieces[seat] = [0, 0, 0, step]
    game = table(*pieces, throw=faces)
    assert why(game, 0, 0, *uses) == (True, "B21")
    assert moves(game) == {Move("enter", 0, 0, 1, uses, 1, captures=((seat, step),))}
    go(game, 0, 1)
    assert game.pieces[seat] == [0, 0, 0, 0]


def test_B21_a_pair_on_the_start_field_stops_the_entry():
    game = table([0, 0, 0, 30], [0, 0, 52, 52], throw=(5, 1))
    assert (0, 1) not in walks(game)
    assert why(game, 0, 0, 5) == (False, "B32")


def test_B22_G7_the_captured_piece_goes_to_its_corner_at_once():
    enemy_on_24 = [3, 7, 72, 72]
    game = table([0, 0, 0, 21], enemy_on_24, throw=(3, 6))
    go(game, 21, 24)
    assert on_turn(game) == ("move", 0)
    assert game.pieces[1] == [0, 3, 72, 72]


def test_B22_capturing_is_not_compulsory_but_who_lands_captures():
    enemy_on_24 = [0, 0, 0, 7]
    game = table([0, 0, 21, 40], enemy_on_24, throw=(3, 6))
    assert (40, 43) in walks(game)
    assert find(game, 21, 24).captures == ((1, 7),)  # and there is no way to land without it


def test_B23_a_capture_earns_25_points():
    enemies_on_24_and_41 = [0, 0, 7, 24]
    game = table([0, 0, 21, 40], enemies_on_24_and_41, throw=(3, 1))
    go(game, 21, 24)
    assert game.position()["bonus"] == [25]
    go(game, 40, 41)
    assert game.position()["bonus"] == [25, 25]


def test_B23_an_entry_capture_earns_them_too():
    game = table([0, 0, 0, 0], [0, 0, 0, 52], throw=(1, 4))
    go(game, 0, 1)
    assert game.position()["bonus"] == [25]
    assert moves(game) == {Move("move", 0, 1, 26, (25,), 1)}


def test_B24_R1_bonus_points_wait_for_the_last_throw_of_the_turn():
    enemy_on_24 = [0, 0, 0, 7]
    game = table([0, 0, 0, 21], enemy_on_24, throw=(3, 3))
    go(game, 21, 24)
    go(game, 24, 27)
    assert on_turn(game) == ("offer", 0)
    game.throw(1, 2)
    assert walks(game) == {(27, 28), (27, 29), (27, 30)}
    go(game, 27, 30)
    assert moves(game) == {Move("move", 0, 30, 55, (25,), 1)}
    go(game, 30, 55)
    assert on_turn(game) == ("throw", 3)


def test_B24_R2_25_is_one_uninterrupted_move_of_one_piece():
    enemy_on_30 = [0, 0, 0, 13]
    enemy_on_41 = [0, 0, 0, 7]
    game = bonus([0, 0, 0, 20], enemy_on_30, enemy_on_41, points=[25])
    assert moves(game) == {Move("move", 0, 20, 45, (25,), 1)}
    pair_on_30 = [0, 0, 13, 13]
    game = bonus([0, 0, 20, 35], pair_on_30, points=[25])
    assert walks(game) == {(35, 60)}
    assert why(game, 0, 20, 25) == (False, "B28")


def test_B24_R2_home_by_exactly_25_is_allowed():
    game = bonus([0, 47, 48, 72], points=[25])
    assert walks(game) == {(47, 72)}
    assert why(game, 0, 48, 25) == (False, "B33")


def test_B24_R3_a_bonus_move_that_captures_or_comes_home_earns_again():
    enemy_on_37 = [0, 0, 0, 20]
    game = bonus([0, 0, 0, 12], enemy_on_37, points=[25])
    go(game, 12, 37)
    assert game.position()["bonus"] == [25]
    assert walks(game) == {(37, 62)}
    game = bonus([0, 0, 30, 47], points=[25])
    go(game, 47, 72)
    assert game.position()["bonus"] == [10]
    assert walks(game) == {(30, 40)}


def test_B24_R4_several_bonuses_are_separate_moves_of_any_piece_in_any_order():
    game = bonus([0, 0, 10, 12], points=[25, 25])
    assert walks(game) == {(10, 35), (12, 37)}  # never 50 at once
    go(game, 10, 35)
    assert walks(game) == {(35, 60), (12, 37)}
    game = bonus([0, 0, 10, 12], points=[10, 25])
    assert walks(game) == {(10, 20), (12, 22), (10, 35), (12, 37)}


def test_B24_R5_bonus_points_must_be_moved_if_a_piece_can():
    game = bonus([0, 0, 0, 20], points=[25])
    assert not can_decline(game)
    with pytest.raises(IllegalMove):
        game.push(Move("pass", uses=(25,)))


def test_B25_T_the_only_piece_stands_on_51_so_25_lapse():
    enemy_on_51 = [0, 0, 0, 34]
    game = table([0, 0, 0, 48], enemy_on_51, throw=(1, 2))
    go(game, 48, 51, uses=(1, 2))
    assert game.pieces[:2] == [[0, 0, 0, 51], [0, 0, 0, 0]]
    assert on_turn(game) == ("throw", 3)
    assert "bonus_lost" in news(game)
    assert game.position()["bonus"] == []


# --- blockades ----------------------------------------------------------------


def test_B26_two_pieces_of_one_player_on_one_field_form_a_blockade():
    one_on_24, two_on_24 = [0, 0, 0, 7], [0, 0, 7, 7]
    game = table([0, 0, 0, 21], one_on_24, throw=(4, 6))
    assert walks(game) == {(21, 25), (21, 27), (21, 31)}
    game = table([0, 0, 0, 21], two_on_24, throw=(4, 6))
    assert on_turn(game) == ("throw", 3)


@pytest.mark.parametrize("enemy", [7, 8])  # the light field 24, the dark field 25
def test_B27_a_blockade_stands_on_light_and_dark_fields(enemy):
    game = table([0, 0, 21, 40], [0, 0, enemy, enemy], throw=(6, 1))
    assert why(game, 0, 21, 6) == (False, "B28")


def test_B27_a_pair_on_the_own_home_path_hinders_only_its_owner():
    game = table([20, 64, 67, 67], throw=(4, 6))
    assert why(game, 0, 64, 4) == (False, "B28")
    # seat 1 passes the mouth of seat 0 (its own step 47) and is not hindered
    game = table([20, 64, 67, 67], [0, 0, 0, 46], seat=1, throw=(4, 6))
    assert walks(game) == {(46, 50), (46, 52), (46, 56)}


def test_B28_nobody_passes_a_blockade_neither_enemy_nor_owner():
    game = table([0, 10, 14, 14], throw=(6, 3))
    assert walks(game, 0) == {(10, 13), (14, 17), (14, 20), (14, 23)}
    assert why(game, 0, 10, 6) == (False, "B28")
    assert why(game, 0, 10, 3, 6) == (False, "B28")
    pair_of_seat_0 = [0, 10, 14, 14]  # on step 48 of seat 2
    game = table(pair_of_seat_0, None, [0, 0, 20, 46], players=2, seat=2, throw=(6, 3))
    assert walks(game) == {(20, 26), (20, 23), (20, 29)}
    assert why(game, 2, 46, 3) == (False, "B28")


def test_B29_never_more_than_two_pieces_on_a_field():
    game = table([0, 10, 14, 14], throw=(4, 3))
    assert why(game, 0, 10, 4) == (False, "B29")
    game = table([20, 63, 67, 67], throw=(4, 3))
    assert why(game, 0, 63, 4) == (False, "B29")
    game = table([0, 0, 1, 1], throw=(5, 3))
    assert walks(game) == {(1, 6), (1, 4), (1, 9)}


def test_B29_nobody_lands_on_a_blockade_nor_captures_it():
    pair_on_24 = [0, 0, 7, 7]
    game = table([0, 0, 21, 40], pair_on_24, throw=(3, 6))
    assert why(game, 0, 21, 3) == (False, "B29")
    assert all(move.captures == () for move in game.legal_moves)


def pair_on_14() -> Game:
    """Two players; seat 0 has just set a pair on its step 14, two steps ahead of seat 2's piece on 46."""
    game = table([0, 10, 14, 40], None, [0, 0, 0, 46], players=2, throw=(4, 1))
    go(game, 10, 14)
    go(game, 40, 41)
    return game


def test_B30_T_a_blockade_holds_for_three_rounds():
    game = pair_on_14()
    for rounds in range(3):
        assert on_turn(game) == ("throw", 2)
        assert game.position()["ages"] == [[0, 14, rounds]]
        game.throw(3, 6)  # after t0, t1, t2: blocked
        assert on_turn(game) == ("throw", 0)
        game.throw(1, 2)
        go(game, 41 + 3 * rounds, 44 + 3 * rounds)
    game.throw(3, 6)
    assert walks(game) == {(46, 49), (46, 52), (46, 55)}
    assert game.position()["ages"] == [[0, 14, 3]]


def test_B30_T_it_is_over_from_the_start_of_the_owners_turn_on():
    pair = {"ages": [[0, 14, 2]]}
    game = table([0, 0, 14, 14], None, [0, 0, 0, 40], players=2, seat=2, fields=pair, throw=(1, 2))
    go(game, 40, 43)
    assert on_turn(game) == ("throw", 0)
    assert game.position()["ages"] == [[0, 14, 3]]


LAPSED = {"ages": [[0, 14, 3]]}


def test_B30_R2_anybody_passes_a_lapsed_pair():
    game = table([0, 10, 14, 14], None, [0, 0, 0, 46], players=2, fields=LAPSED, throw=(6, 2))
    assert (10, 16) in walks(game)
    game = table([0, 10, 14, 14], None, [0, 0, 0, 46], players=2, seat=2, fields=LAPSED, throw=(6, 4))
    assert walks(game) == {(46, 50), (46, 52), (46, 56)}


def test_B30_R2_on_a_light_field_a_landing_captures_both():
    game = table([0, 10, 14, 14], None, [0, 0, 0, 46], players=2, seat=2, fields=LAPSED, throw=(2, 6))
    move = go(game, 46, 48)
    assert move.captures == ((0, 14), (0, 14))
    assert game.pieces[0] == [0, 0, 0, 10]
    assert game.position()["bonus"] == [25, 25]


def test_B30_R2_on_a_dark_field_they_stay_safe():
    lapsed = {"ages": [[0, 13, 3]]}  # step 47 of seat 2
    game = table([0, 10, 13, 13], None, [0, 0, 0, 45], players=2, seat=2, fields=lapsed, throw=(2, 6))
    assert why(game, 2, 45, 2) == (False, "B17")
    assert walks(game) == {(45, 51), (45, 53)}


def test_B30_R2_on_an_enemys_start_field_his_entering_piece_captures_both():
    lapsed = {"ages": [[0, 35, 3]]}  # the start field of seat 2
    game = table([0, 10, 35, 35], None, [0, 0, 0, 0], players=2, seat=2, fields=lapsed, throw=(2, 3))
    assert moves(game) == {Move("enter", 2, 0, 1, (2, 3), 1, captures=((0, 35), (0, 35)))}
    go(game, 0, 1)
    assert game.position()["bonus"] == [25, 25]


def test_B30_R2_an_own_third_piece_still_cannot_join():
    game = table([0, 10, 14, 14], None, [0, 0, 0, 0], players=2, fields=LAPSED, throw=(4, 6))
    assert why(game, 0, 10, 4) == (False, "B29")


def test_B30_R3_staying_does_not_renew_but_any_change_does():
    aged = {"ages": [[0, 14, 2]]}
    game = table([0, 13, 14, 14], None, [0, 0, 0, 0], players=2, fields=aged, throw=(1, 6))
    assert why(game, 0, 13, 1) == (False, "B29")
    go(game, 14, 20)
    assert game.position()["ages"] == []
    go(game, 13, 14)  # another arrives
    assert game.position()["ages"] == [[0, 14, 0]]
    game.throw(1, 2)
    assert game.position()["ages"] == [[0, 14, 1]]
    game = table([0, 14, 14, 20], None, [0, 0, 0, 0], players=2, fields=aged, throw=(6, 1))
    go(game, 14, 20)  # one leaves for another pair
    assert game.position()["ages"] == [[0, 20, 0]]


@pytest.mark.parametrize("entrance", [18, 13])  # start field, mouth of the home path of seat 1
def test_B31_a_blockade_may_be_set_on_an_opponents_entrance(entrance):
    game = table([0, 0, entrance - 3, entrance], [0, 0, 0, 30], throw=(3, 6))
    go(game, entrance - 3, entrance)
    assert game.pieces[0] == [0, 0, entrance, entrance]


def test_B32_he_cannot_come_out_while_a_pair_stands_on_his_start_field():
    pair = [0, 0, 18, 18]
    game = table(pair, [0, 0, 0, 30], seat=1, throw=(5, 1))
    assert (0, 1) not in walks(game)
    assert why(game, 1, 0, 5) == (False, "B32")
    game = table(pair, [0, 0, 0, 30], seat=1, throw=(4, 1))
    assert why(game, 1, 0, 1, 4) == (False, "B32")


def test_B32_he_cannot_go_home_while_a_pair_stands_on_the_mouth():
    pair_on_64 = [0, 0, 13, 13]
    game = table(pair_on_64, [0, 0, 30, 62], seat=1, throw=(2, 6))
    assert walks(game) == {(30, 32), (30, 36), (30, 38)}
    assert why(game, 1, 62, 6) == (False, "B28")


def test_B32a_a_blockade_may_march_on_by_a_double():
    aged = {"ages": [[0, 20, 2]]}
    game = table([0, 20, 20, 40], fields=aged, throw=(3, 3))
    go(game, 20, 23)
    go(game, 20, 23)
    assert game.pieces[0] == [0, 23, 23, 40]
    assert game.position()["ages"] == [[0, 23, 0]]  # and its count begins anew


# --- home ---------------------------------------------------------------------


def test_B33_home_needs_the_exact_number():
    game = table([0, 0, 66, 70], throw=(2, 4))
    assert walks(game) == {(66, 68), (66, 70), (66, 72), (70, 72)}
    find(game, 66, 72, uses=(2, 4))
    assert why(game, 0, 70, 4) == (False, "B33")
    assert why(game, 0, 70, 2, 4) == (False, "B33")
    assert why(game, 0, 70, 2) == (True, "B33")


def test_B34_home_earns_ten_points_for_another_piece_at_the_end():
    game = table([0, 20, 70, 72], throw=(2, 1))
    go(game, 70, 72)
    assert game.position()["bonus"] == [10]
    assert walks(game) == {(20, 21)}
    go(game, 20, 21)
    assert moves(game) == {Move("move", 0, 21, 31, (10,), 1)}
    assert why(game, 0, 21, 10) == (True, "B34")
    go(game, 21, 31)
    assert on_turn(game) == ("throw", 3)


def test_B35_the_ten_points_lapse_if_no_piece_can_move_them():
    game = table([0, 63, 70, 72], throw=(2, 1))
    go(game, 70, 72)
    go(game, 63, 64)  # ten would lead two steps past home
    assert on_turn(game) == ("throw", 3)
    assert "bonus_lost" in news(game)
    assert game.pieces[0] == [0, 64, 72, 72]


def test_B36_a_piece_on_its_home_path_is_out_of_reach():
    # seat 1 walks on from the mouth of seat 0's path (its own step 47): along the ring
    game = table([65, 66, 67, 71], [0, 0, 0, 47], seat=1, throw=(1, 2))
    assert walks(game) == {(47, 48), (47, 49), (47, 50)}
    assert all(move.captures == () for move in game.legal_moves)
    assert game.board.field(1, 48) == 1
    go(game, 47, 50)
    assert game.pieces[0] == [65, 66, 67, 71]


def test_B37_the_win_is_announced():
    game = table([71, 72, 72, 72], throw=(6, 1))
    go(game, 71, 72)
    assert news(game)[-2:] == ["finished", "over"]
    assert [entry.seat for entry in game.log[-2:]] == [0, 0]


def test_G6_the_game_ends_at_once_and_all_that_is_open_lapses():
    game = table([71, 72, 72, 72], throw=(1, 1))
    go(game, 71, 72)
    assert game.node == "over"
    assert game.seat == -1
    assert game.position()["left"] == game.position()["bonus"] == []
    assert list(game.legal_moves) == []
