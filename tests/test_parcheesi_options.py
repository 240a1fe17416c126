"""Book B: its house rules value by value, its small print, and the clause behind every verdict."""

from __future__ import annotations

from typing import Any

import pytest

from pachisi import Game, IllegalMove, Move, RuleError
from pachisi.game.why import why_pass
from tests import option_tables
from tests.positions import Steps, can_decline, decline, find, go, moves, walks
from tests.test_parcheesi import bonus, news, on_turn, table, why

OPTIONS = option_tables.OPTIONS["parcheesi"]
ENEMY_ON_24 = [0, 0, 0, 7]  # seat 1; a light field
ENEMY_ON_25 = [0, 0, 0, 8]  # seat 1; a dark field


def pair(*pieces: Steps | None, age: list[int], **how: Any) -> Game:
    """A pair that has stood for some rounds: age is [seat, step, rounds]."""
    return table(*pieces, fields={"ages": [age]}, **how)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values])
def test_every_option_takes_the_values_of_its_table(name, value):
    game = Game("parcheesi", **{name: value})
    default = OPTIONS[name][0]
    assert game.position()["options"] == ({} if value == default else {name: value})


@pytest.mark.parametrize("name", OPTIONS)
def test_no_option_takes_another_value(name):
    with pytest.raises(RuleError, match=name):
        Game("parcheesi", **{name: "sideways"})


# --- one piece, both numbers (B12) ---------------------------------------------


def test_B12_T_stepwise_an_occupied_dark_field_between_forbids_that_order():
    game = table([21, 72, 72, 72], ENEMY_ON_25, throw=(4, 2), combined="stepwise")
    assert moves(game) == {Move("move", 0, 21, 23, (2,), 1)}
    go(game, 21, 23)
    assert moves(game) == {Move("move", 0, 23, 27, (4,), 1)}


def test_B12_stepwise_each_number_is_a_landing():
    game = table([21, 72, 72, 72], ENEMY_ON_24, throw=(3, 2), combined="stepwise")
    assert walks(game) == {(21, 24), (21, 23)}
    assert find(game, 21, 24).captures == ((1, 7),)
    game = table([10, 72, 72, 72], throw=(2, 2), combined="stepwise")
    assert moves(game) == {Move("move", 0, 10, 12, (2,), 1), Move("move", 0, 10, 15, (5,), 1)}


def test_B12_stepwise_a_five_sum_still_enters():
    game = table([0, 0, 0, 11], throw=(1, 4), combined="stepwise")
    assert walks(game) == {(0, 1), (11, 12), (11, 15)}
    find(game, 0, 1, uses=(1, 4))


def test_B12_stepwise_cites_its_clause_against_a_total():
    game = table([21, 72, 72, 72], throw=(4, 2), combined="stepwise")
    assert why(game, 0, 21, 2, 4) == (False, "B12")


def test_B12_T_direct_only_the_end_field_counts():
    game = table([21, 72, 72, 72], ENEMY_ON_24, throw=(3, 2), combined="direct")
    assert moves(game) == {Move("move", 0, 21, 26, (2, 3), 1)}
    game = table([21, 72, 72, 72], ENEMY_ON_25, throw=(4, 2), combined="direct")
    assert moves(game) == {Move("move", 0, 21, 27, (2, 4), 1)}


def test_B12_direct_each_piece_walks_once_per_throw():
    game = table([0, 0, 21, 40], throw=(4, 2), combined="direct")
    assert walks(game) == {(21, 25), (21, 23), (21, 27), (40, 44), (40, 42), (40, 46)}
    go(game, 21, 23)
    assert moves(game) == {Move("move", 0, 40, 44, (4,), 1)}
    assert why(game, 0, 23, 4) == (False, "B12")


def test_B12_direct_an_entry_is_no_walk():
    game = table([0, 72, 72, 72], throw=(5, 3), combined="direct")
    go(game, 0, 1)
    assert walks(game) == {(1, 4)}


def test_B12_direct_no_part_if_the_piece_could_take_all_and_nobody_the_rest():
    game = table([21, 66, 72, 72], throw=(1, 6), combined="direct")
    # 21 by one: the other takes six home. 66 by one: 21 takes six.
    assert walks(game) == {(21, 22), (21, 27), (21, 28), (66, 67), (66, 72)}
    game = table([21, 67, 72, 72], throw=(1, 6), combined="direct")
    # nobody but 21 itself could use the six
    assert walks(game) == {(21, 27), (21, 28), (67, 68)}
    assert why(game, 0, 21, 1) == (False, "B12")


def test_B12_direct_a_part_is_legal_if_the_piece_cannot_take_all():
    game = table([70, 72, 72, 72], throw=(1, 2), combined="direct")
    assert walks(game) == {(70, 71), (70, 72)}


def test_B12_direct_with_the_complement_it_still_walks_once():
    game = table([10, 72, 72, 72], throw=(2, 2), combined="direct")
    assert moves(game) == {
        Move("move", 0, 10, 14, (2, 2), 1),
        Move("move", 0, 10, 19, (2, 2, 5), 1),
        Move("move", 0, 10, 24, (2, 2, 5, 5), 1),
    }
    go(game, 10, 14)
    assert on_turn(game) == ("offer", 0)
    game = table([10, 71, 72, 72], throw=(6, 6), combined="direct")
    # 71 can use a one of the complement, but no six that 10 would leave
    assert walks(game) == {(10, 22), (10, 23), (10, 24), (71, 72)}


# --- entering (B8) ---------------------------------------------------------------


def test_B8_entry_forced_if_any_entry_is_legal_only_entries_are():
    game = table([0, 0, 0, 11], throw=(5, 3), entry="forced")
    assert walks(game) == {(0, 1)}
    assert why(game, 0, 11, 3) == (False, "B9")
    go(game, 0, 1)
    assert walks(game) == {(1, 4), (11, 14)}
    game = table([0, 0, 0, 11], throw=(5, 5), entry="forced")
    go(game, 0, 1)
    assert walks(game) == {(0, 1)}


def test_B8_entry_forced_covers_the_five_sum():
    game = table([0, 0, 0, 11], throw=(2, 3), entry="forced")
    assert moves(game) == {Move("enter", 0, 0, 1, (2, 3), 1)}


def test_B8_entry_forced_does_not_bind_who_cannot_enter():
    pair_on_start = [0, 0, 52, 52]
    game = table([0, 0, 0, 30], pair_on_start, throw=(5, 3), entry="forced")
    assert walks(game) == {(30, 35), (30, 33), (30, 38)}
    game = table([11, 20, 72, 72], throw=(5, 3), entry="forced")
    assert (11, 14) in walks(game)


def test_B8_double_five_enters_1_brings_out_one_piece_only():
    game = table([0, 0, 0, 11], throw=(5, 5), double_five_enters=1)
    go(game, 0, 1)
    assert walks(game) == {(1, 6), (11, 16)}
    assert why(game, 0, 0, 5) == (False, "B8")
    go(game, 11, 16)
    game.throw(5, 6)  # the next throw counts anew
    assert (0, 1) in walks(game)


def test_B8_double_five_enters_1_with_entry_forced_leaves_the_second_five_free():
    game = table([0, 0, 0, 11], throw=(5, 5), double_five_enters=1, entry="forced")
    assert walks(game) == {(0, 1)}
    go(game, 0, 1)
    assert walks(game) == {(1, 6), (11, 16)}


def test_B8_a_five_sum_needs_both_dice_unused():
    game = table([0, 0, 0, 11], throw=(1, 4))
    assert (0, 1) in walks(game)
    go(game, 11, 12)
    assert walks(game) == {(12, 16)}


# --- which dice (B10) --------------------------------------------------------------


def test_B10_dice_use_max_the_line_must_play_most_dice():
    game = table([66, 69, 72, 72], throw=(3, 6), dice_use="max")
    assert walks(game) == {(66, 72), (69, 72)}
    assert why(game, 0, 66, 3) == (False, "B10")


def test_B10_dice_use_max_a_five_sum_counts_two():
    game = table([0, 71, 72, 72], throw=(1, 4))
    assert walks(game) == {(0, 1), (71, 72)}
    game = table([0, 71, 72, 72], throw=(1, 4), dice_use="max")
    assert walks(game) == {(0, 1)}


def test_B10_dice_use_max_leaves_the_choice_of_a_single_die():
    game = table([0, 70, 72, 72], throw=(1, 2), dice_use="max")
    assert walks(game) == {(70, 71), (70, 72)}


def test_B10_single_die_higher_if_each_could_be_played_but_not_both():
    game = table([0, 70, 72, 72], throw=(1, 2), single_die="higher")
    assert walks(game) == {(70, 72)}
    assert why(game, 0, 70, 1) == (False, "B10")


def test_B10_single_die_higher_does_not_apply_otherwise():
    both = table([66, 69, 72, 72], throw=(3, 6), single_die="higher")  # some line plays both
    assert walks(both) == {(66, 69), (66, 72), (69, 72)}
    lower = table([0, 71, 72, 72], throw=(1, 2), single_die="higher")  # the higher cannot be played
    assert walks(lower) == {(71, 72)}


# --- doubles (B13, B14, B16) -------------------------------------------------------


def test_B13_double_rethrow_must_makes_the_throw_a_duty():
    game = table([0, 0, 0, 20], throw=(3, 3), double_rethrow="must")
    go(game, 20, 26)
    assert on_turn(game) == ("throw", 0)
    assert list(game.legal_moves) == []
    game = table(throw=(3, 3), double_rethrow="must")
    assert on_turn(game) == ("throw", 0)


def test_B14_pass_is_legal_only_when_no_mandatory_number_can_be_played():
    enemies_on_13_and_18 = [0, 0, 1, 64]  # dark fields: neither 5 nor 5+5 leads anywhere
    game = table([8, 72, 72, 72], enemies_on_13_and_18, throw=(5, 5))
    assert walks(game) == {(8, 10), (8, 12), (8, 15), (8, 17), (8, 20), (8, 22)}
    assert Move("pass", uses=(2, 2)) in game.legal_moves
    go(game, 8, 10)
    assert (10, 15) in walks(game)
    assert not can_decline(game)


def test_B14_pass_gives_up_all_open_complements_at_once():
    game = table([70, 71, 72, 72], throw=(6, 6))
    assert moves(game) == {
        Move("move", 0, 70, 71, (1,), 1),
        Move("move", 0, 70, 72, (1, 1), 1),
        Move("move", 0, 71, 72, (1,), 1),
        Move("pass", uses=(1, 1)),
    }
    decline(game)
    assert on_turn(game) == ("offer", 0)
    assert game.pieces[0] == [70, 71, 72, 72]


def test_a_node_whose_only_choice_is_a_pass_settles_by_itself():
    game = table([70, 71, 72, 72], throw=(3, 3))
    assert on_turn(game) == ("offer", 0)
    assert "lost" in news(game)


def test_B14_complement_must_the_extra_numbers_are_a_duty():
    game = table([10, 72, 72, 72], throw=(2, 2), complement="must")
    assert not can_decline(game)
    go(game, 10, 14)
    assert walks(game) == {(14, 19), (14, 24)}
    assert not can_decline(game)
    go(game, 14, 19)
    assert moves(game) == {Move("move", 0, 19, 24, (5,), 1)}


def test_B14_complement_must_only_as_far_as_it_can_be_played():
    game = table([66, 72, 72, 72], throw=(2, 2), complement="must")
    assert walks(game) == {(66, 68), (66, 70), (66, 71)}
    go(game, 66, 71)
    assert on_turn(game) == ("offer", 0)


def test_B14_all_or_nothing_is_compulsory_as_a_whole_if_all_four_can_be_played():
    game = table([61, 69, 72, 72], throw=(3, 3), complement="all_or_nothing")
    # 69 needs a three, 61 then all the others: 3+4+4
    assert walks(game) == {(69, 72), (61, 64), (61, 65), (61, 68), (61, 69), (61, 72)}
    assert why(game, 0, 61, 3, 3) == (False, "B14")
    assert not can_decline(game)
    go(game, 61, 64)
    assert walks(game) == {(64, 68), (64, 72), (69, 72)}
    assert not can_decline(game)


def test_B14_all_or_nothing_is_void_if_not_all_four_can_be_played():
    game = table([60, 72, 72, 72], throw=(3, 3), complement="all_or_nothing")
    assert game.position()["left"] == [3, 3]
    assert walks(game) == {(60, 63), (60, 66)}
    go(game, 60, 66)
    assert on_turn(game) == ("offer", 0)


def test_B16_triple_double_most_advanced_sends_one_piece_back():
    game = table([0, 31, 67, 72], fields={"doubles": 2}, throw=(3, 3), triple_double="most_advanced")
    assert game.pieces[0] == [0, 0, 31, 72]  # the home path is no shelter
    assert on_turn(game) == ("throw", 3)


# --- bonuses (B23, B24) ------------------------------------------------------------


def test_B23_bonus_capture_20():
    game = table([0, 0, 0, 21], ENEMY_ON_24, throw=(1, 2), bonus_capture=20)
    go(game, 21, 24)
    assert moves(game) == {Move("move", 0, 24, 44, (20,), 1)}


def test_B24_bonus_time_throw_plays_them_before_the_offer():
    game = table([0, 0, 0, 21], ENEMY_ON_24, throw=(3, 3), bonus_time="throw")
    go(game, 21, 24)
    go(game, 24, 27)
    assert moves(game) == {Move("move", 0, 27, 52, (25,), 1)}
    go(game, 27, 52)
    assert on_turn(game) == ("offer", 0)


def test_B24_after_stop_bonuses_are_still_played():
    game = table([0, 0, 0, 21], ENEMY_ON_24, throw=(3, 3))
    go(game, 21, 24)
    go(game, 24, 27)
    decline(game)
    assert moves(game) == {Move("move", 0, 27, 52, (25,), 1)}
    go(game, 27, 52)
    assert on_turn(game) == ("throw", 3)


def test_B24_a_bonus_without_use_stays_open_while_another_can_be_played():
    enemy_on_59 = [0, 0, 0, 42]
    game = bonus([0, 20, 34, 34], enemy_on_59, points=[10, 25])
    assert walks(game) == {(20, 30), (34, 44)}  # the pair bars 20-45, the dark field bars 34-59
    go(game, 34, 44)
    assert walks(game) == {(20, 45), (44, 69)}
    game = bonus([0, 20, 34, 34], enemy_on_59, points=[10, 25])
    go(game, 20, 30)
    assert on_turn(game) == ("throw", 3)
    assert "bonus_lost" in news(game)


# --- blockades (B30, B32a) ---------------------------------------------------------


def test_B30_blockade_limit_0_never_ends():
    game = table([0, 14, 14, 20], None, [0, 0, 0, 46], players=2, seat=2, blockade_limit=0)
    for rounds in range(5):
        game.throw(3, 6)
        assert on_turn(game) == ("throw", 0)  # seat 2 stands before the pair, on its own step 48
        game.throw(1, 2)
        go(game, 20 + 3 * rounds, 23 + 3 * rounds)
    assert game.position()["ages"] == []
    game.throw(3, 6)
    assert on_turn(game) == ("throw", 0)


def test_B30_pass_only_it_may_be_passed_but_not_hit():
    rows = ([0, 10, 14, 14], None, [0, 0, 0, 46])
    game = pair(*rows, age=[0, 14, 3], players=2, seat=2, throw=(2, 6), blockade_after="pass_only")
    assert walks(game) == {(46, 52), (46, 54)}
    assert not game.why(2, 46, (2,)).legal
    game = pair(*rows, age=[0, 14, 2], players=2, seat=2, throw=(2, 6), blockade_after="pass_only")
    assert on_turn(game) == ("throw", 0)
    game = pair(*rows, age=[0, 14, 3], players=2, throw=(6, 1), blockade_after="pass_only")
    assert (10, 16) in walks(game)


def test_B30_pass_only_entry_onto_the_pair_stays_impossible():
    rows = ([0, 10, 35, 35], None, [0, 0, 0, 20])
    game = pair(*rows, age=[0, 35, 3], players=2, seat=2, throw=(5, 1), blockade_after="pass_only")
    assert (0, 1) not in walks(game)
    assert not game.why(2, 0, (5,)).legal


def test_B30_must_break_only_moves_of_the_pair_are_legal():
    game = pair([0, 10, 14, 14], age=[0, 14, 3], throw=(6, 3), blockade_after="must_break")
    assert walks(game) == {(14, 17), (14, 20), (14, 23)}
    assert why(game, 0, 10, 3) == (False, "B30")
    assert why(game, 0, 10, 6) == (False, "B28")  # it blocks until it is broken
    go(game, 14, 17)
    assert walks(game) == {(10, 16), (14, 20), (17, 23)}


def test_B30_must_break_binds_only_who_can_and_not_before_its_time():
    game = pair([0, 20, 70, 70], age=[0, 70, 3], throw=(4, 3), blockade_after="must_break")
    assert walks(game) == {(20, 24), (20, 23), (20, 27)}
    game = pair([0, 10, 14, 14], age=[0, 14, 2], throw=(6, 3), blockade_after="must_break")
    assert walks(game) == {(10, 13), (14, 17), (14, 20), (14, 23)}


def test_B30_must_break_the_pair_blocks_until_broken():
    rows = ([0, 10, 14, 14], None, [0, 0, 0, 46])
    game = pair(*rows, age=[0, 14, 3], players=2, seat=2, throw=(3, 6), blockade_after="must_break")
    assert on_turn(game) == ("throw", 0)


def test_B30_must_break_holds_for_bonus_moves():
    game = bonus([0, 14, 14, 20], points=[25], ages=[[0, 14, 3]], blockade_after="must_break")
    assert walks(game) == {(14, 39)}
    assert why(game, 0, 20, 25) == (False, "B30")


def test_B30_must_break_outranks_entering_unless_entry_is_forced():
    game = pair([0, 14, 14, 20], age=[0, 14, 3], throw=(5, 3), blockade_after="must_break")
    assert walks(game) == {(14, 19), (14, 17), (14, 22)}
    game = pair([0, 14, 14, 20], age=[0, 14, 3], throw=(5, 3), blockade_after="must_break", entry="forced")
    assert walks(game) == {(0, 1)}
    go(game, 0, 1)
    assert walks(game) == {(14, 17)}


def test_B30_a_pair_on_the_home_path_lapses_like_any_other():
    game = pair([20, 64, 67, 67], age=[0, 67, 2], throw=(4, 6))
    assert why(game, 0, 64, 4) == (False, "B28")
    game = pair([20, 64, 67, 67], age=[0, 67, 3], throw=(4, 6))
    assert (64, 68) in walks(game)


def test_B30_a_pair_on_the_own_start_field_lapses_like_any_other():
    rows = ([0, 0, 1, 1], None, [0, 0, 0, 33])  # on step 35 of seat 2
    game = pair(*rows, age=[0, 1, 2], players=2, seat=2, throw=(3, 6))
    assert on_turn(game) == ("throw", 0)
    game = pair(*rows, age=[0, 1, 3], players=2, seat=2, throw=(3, 6))
    assert walks(game) == {(33, 36), (33, 39), (33, 42)}
    game = pair(*rows, age=[0, 1, 3], players=2, throw=(5, 3))
    assert (0, 1) not in walks(game)  # a third own piece never joins


def test_B32a_blockade_may_march_off_the_pair_may_not_form_again():
    game = table([0, 20, 20, 40], throw=(3, 3), blockade_may_march=False)
    assert walks(game) == {(20, 23), (20, 26), (40, 43), (40, 46)}
    go(game, 20, 23)
    assert walks(game) == {(23, 26), (40, 43)}
    assert why(game, 0, 20, 3) == (False, "B32a")


def test_B32a_blockade_may_march_off_covers_the_complement():
    game = table([20, 20, 72, 72], throw=(3, 3), blockade_may_march=False)
    go(game, 20, 23)
    go(game, 23, 27, uses=(4,))
    assert why(game, 0, 20, 3, 4) == (False, "B32a")
    assert (20, 23) in walks(game)


def test_B32a_blockade_may_march_off_covers_a_pair_formed_in_this_throw():
    game = table([17, 20, 72, 72], throw=(3, 3), blockade_may_march=False)
    go(game, 17, 20)
    go(game, 20, 24)
    assert why(game, 0, 20, 4) == (False, "B32a")


def test_B32a_blockade_may_march_off_does_not_bind_a_lapsed_pair():
    game = pair([0, 20, 20, 40], age=[0, 20, 3], throw=(3, 3), blockade_may_march=False)
    go(game, 20, 23)
    go(game, 20, 23)
    assert game.pieces[0] == [0, 23, 23, 40]


def test_B32a_blockade_may_march_off_lets_other_pairs_form():
    game = table([0, 17, 20, 20], throw=(3, 3), blockade_may_march=False)
    go(game, 20, 23)
    go(game, 17, 20)
    assert game.pieces[0] == [0, 20, 20, 23]


def test_B32a_blockade_may_march_off_looks_at_one_throw_only_and_not_at_bonuses():
    game = table([0, 20, 20, 40], throw=(3, 3), blockade_may_march=False)
    go(game, 20, 23)
    go(game, 40, 43)
    game.throw(3, 6)
    assert (20, 23) in walks(game)
    game = bonus([0, 0, 20, 20], points=[25, 25], blockade_may_march=False)
    go(game, 20, 45)
    go(game, 20, 45)
    assert game.pieces[0] == [0, 0, 45, 45]


def test_G9_the_dark_fields_of_an_empty_seat_stay_dark():
    on_the_start_of_seat_1 = [0, 0, 0, 52]  # step 18 of seat 0
    game = table([0, 0, 0, 14], None, on_the_start_of_seat_1, players=2, throw=(4, 6))
    assert why(game, 0, 14, 4) == (False, "B17")


# --- why -----------------------------------------------------------------------


def test_why_names_the_clause_that_permits_a_move():
    game = table([0, 0, 11, 30], throw=(5, 3))
    assert why(game, 0, 11, 3) == (True, "B11")
    assert why(game, 0, 11, 3, 5) == (True, "B12")
    assert why(game, 0, 0, 5) == (True, "B8")
    game = table([10, 72, 72, 72], throw=(2, 2))
    assert why(game, 0, 10, 5) == (True, "B14")
    assert why(bonus([0, 0, 0, 20], points=[25]), 0, 20, 25) == (True, "B24")


def test_why_no_entry_without_a_five():
    game = table([0, 0, 0, 11], throw=(6, 3))
    assert why(game, 0, 0, 6) == (False, "B8")
    assert why(game, 0, 0, 3, 6) == (False, "B8")


def test_why_bonus_points_do_not_enter():
    assert why(bonus([0, 0, 0, 20], points=[25]), 0, 0, 25) == (False, "B8")


def test_why_no_third_piece_enters_onto_an_own_pair():
    assert why(table([0, 0, 1, 1], throw=(5, 3)), 0, 0, 5) == (False, "B29")


def test_why_a_foreign_piece_is_not_his_to_move():
    game = table([0, 0, 0, 11], [0, 0, 0, 20], throw=(6, 3))
    assert why(game, 1, 20, 6) == (False, "B10")


def test_why_questions_that_do_not_fit_the_position_are_answered_no():
    game = table([0, 0, 11, 72], throw=(6, 3))
    for start, uses in [(12, (6,)), (11, (4,)), (11, (6, 6)), (72, (3,))]:
        verdict = game.why(0, start, uses)
        assert not verdict.legal
        assert verdict.text
    assert not table([0, 0, 11, 72]).why(0, 11, (6,)).legal  # before the throw


def test_why_answers_in_three_languages():
    game = table([0, 0, 0, 21], ENEMY_ON_25, throw=(4, 6))
    sentences = {game.why(0, 21, (4,), lang=lang).text for lang in ("en", "de", "fr")}
    assert len(sentences) == 3


def test_why_declining_is_possible_or_not():
    game = table([10, 72, 72, 72], throw=(2, 2))
    assert (why_pass(game).legal, why_pass(game).clause) == (False, "B10")
    go(game, 10, 14)
    assert (why_pass(game).legal, why_pass(game).clause) == (True, "B14")
    decline(game)
    assert (why_pass(game).legal, why_pass(game).clause) == (True, "B13")


def test_an_illegal_push_names_the_clause():
    game = table([0, 0, 0, 21], ENEMY_ON_25, throw=(4, 6))
    with pytest.raises(IllegalMove, match="B17"):
        game.push(Move("move", 0, 21, 25, (4,), 1))


# --- a pair on the start field -------------------------------------------------------------------

PAIR_ON_MY_START = [0, 0, 0, 30], [0, 0, 52, 52]  # seat 1's 52 is seat 0's start field


def test_B32_a_pair_on_the_start_field_keeps_pieces_in():
    game = table(*PAIR_ON_MY_START, throw=(1, 5))
    assert not any(m.kind == "enter" for m in game.legal_moves)


@pytest.mark.parametrize("after", ["lapse", "pass_only", "must_break"])
@pytest.mark.parametrize("rounds", [0, 3])
def test_B21_captured_a_piece_that_comes_out_takes_both(after, rounds):
    game = pair(*PAIR_ON_MY_START, age=[1, 52, rounds], throw=(1, 5), start_pair="captured", blockade_after=after)
    enter = find(game, 0, 1)
    assert enter.captures == ((1, 52), (1, 52))
    game.push(enter)
    assert game.pieces[1] == [0, 0, 0, 0]
    go(game, 30, 31)
    assert game.position()["bonus"] == [25, 25]  # B23: for each


def test_B28_captured_a_pair_elsewhere_still_blocks():
    game = table([0, 0, 3, 30], [0, 0, 15, 15], throw=(2, 6), start_pair="captured")  # on seat 0's 32
    assert why(game, 0, 30, 6) == (False, "B28")
