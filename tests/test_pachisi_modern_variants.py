"""Book A, variants and options: one test per clause, named by its sentence.

Seat 0's step k is the field of seat 1's step k-10 (or k+30), of seat 2's k-20 (or k+20) and of seat 3's k-30 (or k+10).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from pachisi import Game, IllegalMove, Move, RuleError
from tests.option_tables import OPTIONS
from tests.positions import can_decline, decline, find, go, moves, sit, walks

BOOK = "pachisi-modern"
modern = partial(sit, BOOK)
team = partial(sit, BOOK, teams=True)
duo = partial(sit, BOOK, players=2, two_colours=True)
pairs = partial(sit, BOOK, barriers=True)
HOME = [41, 42, 43, 44]
NONE = [0, 0, 0, 0]


def at(game: Game) -> tuple[str, int]:
    return game.node, game.seat


def tries(game: Game) -> int:
    return int(game.position()["tries"])


def verdict(game: Game, colour: int, start: int, *uses: int) -> tuple[bool, str]:
    found = game.why(colour=colour, start=start, uses=uses)
    return found.legal, found.clause


def lent_turn(partner: list[int], enemy: list[int] = NONE, **options: Any) -> Game:
    """Seat 0 is home, seat 3 has just lost a throw: now seat 0 may throw for seat 2."""
    faces = (5, 5) if options.get("dice") == 2 else (5,)
    return team(HOME, enemy, partner, [0, 0, 0, 40], seat=3, throw=faces, **options)


# --- teams --------------------------------------------------------------------


def test_A27_in_teams_each_player_has_four_pieces_of_one_colour():
    game = team([0, 0, 0, 10], NONE, [0, 0, 0, 10], throw=(3,))
    assert game.pieces == [[0, 0, 0, 10], NONE, [0, 0, 0, 10], NONE]
    assert {m.colour for m in moves(game)} == {0}
    assert verdict(game, 2, 10, 3) == (False, "A9")


def test_A28_players_opposite_each_other_are_partners():
    for seat, row in ((0, 2), (1, 3)):
        rows = [NONE] * 4
        rows[seat], rows[row] = [40, 42, 43, 44], HOME
        game = team(*rows, seat=seat, throw=(1,))
        go(game, 40, 41)
        assert game.outcome.winner == (seat, row)


def test_A29_the_team_with_all_eight_pieces_home_wins():
    game = team([40, 42, 43, 44], NONE, [40, 42, 43, 44], throw=(1,))
    go(game, 40, 41)
    assert game.outcome is None
    assert at(game) == ("throw", 1)
    game = team([40, 42, 43, 44], NONE, HOME, throw=(1,))
    go(game, 40, 41)
    assert at(game) == ("over", -1)
    assert game.outcome.winner == (0, 2)
    assert game.outcome.places == ((0, 2), (1, 3))


def test_A29_one_finished_player_does_not_win_even_with_play_on():
    game = team([40, 42, 43, 44], throw=(1,), play_on=True)
    go(game, 40, 41)
    assert game.outcome is None
    game = lent_turn([40, 42, 43, 44], play_on=True)
    game.throw(1)
    go(game, 40, 41)
    assert game.outcome.winner == (0, 2)


def test_A30_in_teams_too_the_goal_needs_the_exact_number():
    game = team([40, 42, 43, 44], NONE, HOME, throw=(2,))
    assert at(game) == ("throw", 1)
    assert verdict(team([0, 0, 10, 40], throw=(5,)), 0, 40, 5) == (False, "A24")


def test_A31_a_finished_player_may_throw_for_his_partner_or_sit_out():
    game = lent_turn([0, 0, 0, 12])
    assert (at(game), game.colour) == (("offer", 0), 2)
    assert moves(game) == {Move("stop")}
    decline(game)
    assert at(game) == ("throw", 1)


def test_A31_a_position_of_a_finished_player_begins_with_the_offer():
    game = team(HOME, NONE, [0, 0, 0, 10])
    assert (at(game), game.colour) == (("offer", 0), 2)


def test_A31_the_partner_moves_and_then_the_next_after_the_thrower_plays():
    game = lent_turn([0, 0, 0, 12])
    game.throw(4)
    assert (at(game), game.colour) == (("move", 2), 2)
    assert moves(game) == {Move("move", 2, 12, 16, (4,), 1)}
    assert game.position()["extra"] == {"thrower": 0}
    go(game, 12, 16)
    assert at(game) == ("throw", 1)


def test_A31_tries_are_judged_for_the_partners_pieces_and_further_throws_are_plain():
    game = lent_turn(NONE)
    assert tries(game) == 2
    game.throw(3)
    assert (at(game), game.colour, tries(game)) == (("throw", 0), 2, 1)
    game.throw(6)
    assert at(game) == ("move", 2)
    go(game, 0, 1)
    assert (at(game), game.colour) == (("throw", 0), 2)
    game.throw(2)
    go(game, 1, 3)
    assert at(game) == ("throw", 1)
    assert tries(lent_turn([0, 0, 0, 12])) == 0


def test_A31_duties_are_judged_for_the_partners_pieces():
    game = lent_turn([0, 0, 5, 11], [0, 0, 0, 25])
    game.throw(4)
    assert find(game, 11, 15).captures == ((1, 25),)
    assert find(game, 5, 9).penalty == ((2, 11),)


def test_A31_the_partner_may_bring_in_the_last_piece_with_a_lent_throw():
    game = lent_turn([40, 42, 43, 44])
    game.throw(1)
    go(game, 40, 41)
    assert game.outcome.winner == (0, 2)


def test_A31_a_finishing_six_leaves_its_throw_as_an_offer_without_three_tries():
    game = team([35, 42, 43, 44], throw=(6,))
    go(game, 35, 41)
    assert (at(game), game.colour, tries(game)) == (("offer", 0), 2, 0)
    game.throw(3)
    assert at(game) == ("throw", 1)


def test_A31_the_offer_after_a_finishing_six_may_be_declined():
    game = team([35, 42, 43, 44], NONE, [0, 0, 0, 10], throw=(6,))
    go(game, 35, 41)
    decline(game)
    assert at(game) == ("throw", 1)


def test_A31_with_two_dice_the_other_die_of_a_finishing_six_is_lost_first():
    game = team([35, 42, 43, 44], NONE, [0, 0, 0, 10], dice=2, throw=(3, 6))
    go(game, 35, 41)
    assert (at(game), game.colour) == (("offer", 0), 2)
    assert game.pieces[2] == [0, 0, 0, 10]
    game.throw(1, 2)
    assert (at(game), walks(game)) == (("move", 2), {(10, 11), (10, 12)})


def test_A31_with_two_dice_the_partner_plays_both_lent_dice():
    game = lent_turn([0, 0, 0, 12], dice=2)
    game.throw(1, 3)
    go(game, 12, 15)
    assert (at(game), walks(game)) == (("move", 2), {(15, 16)})
    go(game, 15, 16)
    assert at(game) == ("throw", 1)


def test_A31_a_lent_turn_goes_on_from_its_position():
    game = lent_turn(NONE)
    for face in (3, 6):
        assert Game.from_position(game.position()).position() == game.position()
        game.throw(face)
    assert set(Game.from_position(game.position()).legal_moves) == moves(game)


def test_A31_finishing_with_another_number_ends_the_turn():
    game = team([40, 42, 43, 44], NONE, [0, 0, 0, 10], throw=(1,))
    go(game, 40, 41)
    assert at(game) == ("throw", 1)


def test_A31_finished_throws_never_skips_the_finished_player():
    game = lent_turn([0, 0, 0, 12], finished_throws="never")
    assert (at(game), game.colour) == (("throw", 1), 1)
    game = team([35, 42, 43, 44], NONE, [0, 0, 0, 10], throw=(6,), finished_throws="never")
    go(game, 35, 41)
    assert at(game) == ("throw", 1)


def test_A32_partners_share_a_field_and_do_not_capture_each_other():
    game = team([0, 0, 0, 10], NONE, [0, 0, 0, 33], throw=(3,))
    assert go(game, 10, 13).captures == ()
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 13], [0, 0, 0, 33])


def test_A32_a_piece_enters_beside_the_partners_piece():
    game = team(NONE, NONE, [0, 0, 0, 21], throw=(6,))
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1)}


def test_A32_T_an_enemy_on_a_shared_field_captures_both():
    game = team([0, 0, 0, 13], [0, 0, 0, 1], [0, 0, 0, 33], seat=1, throw=(2,))
    assert go(game, 1, 3).captures == ((0, 13), (2, 33))
    assert (game.pieces[0], game.pieces[2]) == (NONE, NONE)
    game = team([0, 0, 0, 11], NONE, [0, 0, 0, 31], seat=1, throw=(6,))
    assert go(game, 0, 1).captures == ((0, 11), (2, 31))


def test_A32_own_pieces_of_one_colour_still_do_not_share():
    game = team([0, 0, 10, 13], NONE, [0, 0, 0, 33], throw=(3,))
    assert walks(game) == {(13, 16)}
    assert verdict(game, 0, 10, 3) == (False, "A16a")


def test_A32_the_capture_duty_never_covers_partner_pieces():
    game = team([0, 0, 10, 20], NONE, [0, 0, 0, 33], throw=(3,))
    assert all(m.penalty == () for m in moves(game))
    game = team([0, 0, 10, 20], NONE, [0, 0, 0, 33], throw=(3,), capture_duty="strict")
    assert walks(game) == {(10, 13), (20, 23)}


# --- two colours --------------------------------------------------------------


def test_A33_each_of_two_players_also_plays_the_opposite_colour():
    game = duo([0, 0, 0, 10], [0, 0, 0, 2], [0, 0, 0, 5], throw=(4,))
    assert game.pieces == [[0, 0, 0, 10], [0, 0, 0, 2], [0, 0, 0, 5], NONE]
    assert {(m.colour, m.start, m.target) for m in moves(game)} == {(0, 10, 14), (2, 5, 9)}
    assert verdict(game, 1, 2, 4) == (False, "A9")
    assert {m.colour for m in moves(duo(throw=(6,)))} == {0, 2}
    assert {m.colour for m in moves(duo(throw=(6,), seat=1))} == {1, 3}


def test_A33_R1_joint_play_is_one_turn_per_person():
    game = duo([0, 0, 0, 10], [0, 0, 0, 2], [0, 0, 0, 5])
    assert (at(game), game.colour) == (("throw", 0), 0)
    game.throw(4)
    go(game, 5, 9, colour=2)
    assert (at(game), game.colour) == (("throw", 1), 1)
    game.throw(1)
    go(game, 2, 3, colour=1)
    assert (at(game), game.colour) == (("throw", 0), 0)


def test_A33_R2_the_two_own_colours_share_a_field_and_do_not_capture_each_other():
    game = duo([0, 0, 0, 10], NONE, [0, 0, 0, 33], throw=(3,))
    assert go(game, 10, 13).captures == ()
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 13], [0, 0, 0, 33])
    game = duo([0, 0, 0, 13], [0, 0, 0, 1], [0, 0, 0, 33], seat=1, throw=(2,))
    assert go(game, 1, 3).captures == ((0, 13), (2, 33))


def test_A33_R3_three_tries_only_if_none_of_the_eight_is_on_the_track():
    assert tries(duo(NONE, [0, 0, 0, 5], NONE)) == 2
    assert tries(duo(NONE, NONE, [0, 0, 0, 5])) == 0
    assert tries(duo([0, 0, 0, 44], NONE, HOME)) == 2


def test_A33_A21_a_tie_between_two_own_colours_costs_the_lower_colour():
    game = duo([0, 0, 0, 11], [0, 0, 5, 25], [0, 0, 5, 11], throw=(4,))
    assert find(game, 5, 9).penalty == ((0, 11),)


def test_A33_A21_of_two_own_colours_the_most_advanced_piece_is_penalised():
    game = duo([0, 0, 0, 11], [0, 0, 5, 26], [0, 0, 5, 12], throw=(4,))
    assert go(game, 5, 9).penalty == ((2, 12),)
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 11], [0, 0, 0, 9])


def test_A34_he_must_bring_all_eight_home():
    game = duo([40, 42, 43, 44], NONE, [0, 0, 0, 5], throw=(1,))
    go(game, 40, 41)
    assert (at(game), game.outcome) == (("throw", 1), None)
    game = duo(HOME, NONE, [40, 42, 43, 44], throw=(1,))
    go(game, 40, 41, colour=2)
    assert at(game) == ("over", -1)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1,))


def test_A34_a_six_that_brings_one_colour_home_keeps_its_throw_for_the_other():
    game = duo([35, 42, 43, 44], NONE, [0, 0, 0, 5], throw=(6,))
    go(game, 35, 41)
    assert at(game) == ("throw", 0)
    game.throw(2)
    assert walks(game) == {(5, 7)}


def test_A34_with_two_dice_both_colours_may_use_one_throw():
    game = duo([0, 0, 0, 10], NONE, [0, 0, 0, 5], dice=2, throw=(2, 4))
    go(game, 10, 12)
    assert {(m.colour, m.start, m.target) for m in moves(game)} == {(0, 12, 16), (2, 5, 9)}
    game = duo([40, 42, 43, 44], NONE, [0, 0, 0, 5], dice=2, throw=(1, 4))
    go(game, 40, 41)
    assert (at(game), walks(game)) == (("move", 0), {(5, 9)})


def test_A34_play_on_ends_with_the_first_of_two_persons():
    game = duo([40, 42, 43, 44], NONE, HOME, throw=(1,), play_on=True)
    go(game, 40, 41)
    assert game.outcome.places == ((0,), (1,))


def test_A34_per_colour_the_four_colours_take_turns():
    game = Game(BOOK, players=2, two_colours=True, two_colour_turns="per_colour")
    for colour in (0, 1, 2, 3, 0):
        assert (game.colour, at(game)) == (colour, ("throw", colour % 2))
        for face in (1, 2, 3):
            game.throw(face)


def test_A34_per_colour_only_the_colour_on_turn_moves_and_tries():
    apart = partial(duo, two_colour_turns="per_colour")
    game = apart([0, 0, 0, 10], NONE, [0, 0, 0, 5], throw=(4,), fields={"colour": 2})
    assert {(m.colour, m.start, m.target) for m in moves(game)} == {(2, 5, 9)}
    assert verdict(game, 0, 10, 4) == (False, "A9")
    assert tries(apart(NONE, NONE, [0, 0, 0, 5])) == 2
    assert tries(apart(NONE, NONE, [0, 0, 0, 5], fields={"colour": 2})) == 0


def test_A34_per_colour_finished_colours_are_skipped_and_both_must_come_home():
    apart = partial(duo, two_colour_turns="per_colour")
    game = apart([0, 0, 0, 12], [0, 0, 0, 40], HOME, seat=1, throw=(5,))
    assert game.colour == 3
    game = apart([40, 42, 43, 44], NONE, [0, 0, 0, 5], throw=(1,))
    go(game, 40, 41)
    assert (game.outcome, game.colour) == (None, 1)
    game = apart([40, 42, 43, 44], NONE, HOME, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)


def test_A34_per_colour_a_six_that_brings_the_colour_home_ends_its_turn():
    game = duo([35, 42, 43, 44], NONE, [0, 0, 0, 5], throw=(6,), two_colour_turns="per_colour")
    go(game, 35, 41)
    assert (at(game), game.colour) == (("throw", 1), 1)


def test_A34_per_colour_sharing_and_not_capturing_stay():
    game = duo([0, 0, 0, 10], NONE, [0, 0, 0, 33], throw=(3,), two_colour_turns="per_colour")
    assert go(game, 10, 13).captures == ()
    assert game.pieces[2] == [0, 0, 0, 33]


def test_A34_first_names_the_person_in_joint_play_and_the_colour_when_colours_take_turns():
    assert Game(BOOK, players=2, two_colours=True, first=1).seat == 1
    with pytest.raises(RuleError, match="first"):
        Game(BOOK, players=2, two_colours=True, first=2)
    game = Game(BOOK, players=2, two_colours=True, two_colour_turns="per_colour", first=2)
    assert (at(game), game.colour) == (("throw", 0), 2)


@pytest.mark.parametrize("turns", ["joint", "per_colour"])
def test_A34_each_person_throws_once_for_the_opening(turns):
    game = Game(BOOK, players=2, two_colours=True, two_colour_turns=turns, first="high_roll")
    for seat, face in ((0, 4), (1, 4), (0, 2), (1, 5)):
        assert at(game) == ("throw", seat)
        game.throw(face)
    assert (at(game), game.colour) == (("throw", 1), 1)


# --- barriers -----------------------------------------------------------------


def test_A35_two_pieces_of_one_colour_on_a_field_form_a_blockade():
    game = pairs([0, 0, 10, 13], throw=(3,))
    assert walks(game) == {(10, 13), (13, 16)}
    go(game, 10, 13)
    assert game.pieces[0] == [0, 0, 13, 13]


def test_A35_a_third_piece_may_not_join():
    game = pairs([0, 10, 13, 13], throw=(3,))
    assert walks(game) == {(13, 16)}
    assert not game.why(colour=0, start=10, uses=(3,)).legal


def test_A35_there_is_no_blockade_in_the_goal():
    game = pairs([0, 10, 38, 41], throw=(3,))
    assert walks(game) == {(10, 13), (41, 44)}
    assert verdict(game, 0, 38, 3) == (False, "A16a")


def test_A35_A7_a_second_piece_enters_beside_a_single_own_piece():
    game = pairs([0, 0, 1, 10], throw=(6,))
    assert walks(game) == {(0, 1), (1, 7), (10, 16)}
    go(game, 0, 1)
    assert game.pieces[0] == [0, 1, 1, 10]


def test_A35_A7_nobody_enters_onto_an_own_blockade():
    game = pairs([0, 1, 1, 10], throw=(6,))
    assert walks(game) == {(1, 7), (10, 16)}
    assert not game.why(colour=0, start=0, uses=(6,)).legal


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_A36_any_number_lets_one_piece_of_a_blockade_move_on(face):
    game = pairs([13, 13, 43, 44], throw=(face,))
    assert (walks(game), can_decline(game)) == ({(13, 13 + face)}, False)  # A14 forces it
    go(game, 13, 13 + face)
    assert game.pieces[0] == [13, 13 + face, 43, 44]


def test_A36_a_blockade_ends_as_soon_as_one_piece_has_moved_on():
    game = pairs([0, 0, 13, 13], [0, 0, 0, 1], throw=(1,))
    go(game, 13, 14)
    game.throw(2)
    assert go(game, 1, 3).captures == ((0, 13),)


@pytest.mark.parametrize(
    ("row", "enemy", "face", "start"),
    [
        ([0, 0, 10, 20], [0, 0, 2, 2], 4, 10),  # over an enemy blockade
        ([0, 0, 10, 20], [0, 0, 2, 2], 2, 10),  # onto it
        ([10, 13, 13, 20], NONE, 4, 10),  # over an own one
        ([0, 0, 10, 38], [0, 0, 30, 30], 5, 38),  # into the goal past one on step 40
        ([0, 0, 10, 20], [0, 0, 31, 31], 6, 0),  # entering onto an enemy one
    ],
)
def test_A37_no_other_piece_passes_or_hits_a_blockade(row, enemy, face, start):
    game = pairs(row, enemy, throw=(face,))
    assert start not in {m.start for m in moves(game)}
    assert verdict(game, 0, start, face) == (False, "A37")


def test_A37_a_single_piece_is_still_jumped_and_captured():
    game = pairs([0, 0, 10, 20], [0, 0, 0, 2], throw=(4,))
    assert walks(game) == {(10, 14), (20, 24)}
    assert go(pairs([0, 0, 10, 20], [0, 0, 0, 2], throw=(2,)), 10, 12).captures == ((1, 2),)


def test_A37_a_blockade_creates_no_capture_duty_nor_does_a_piece_behind_it():
    for enemy in ([0, 0, 2, 2], [0, 2, 2, 4]):
        for face in (2, 4):
            game = pairs([0, 0, 10, 20], enemy, throw=(face,))
            assert moves(game) == {Move("move", 0, 20, 20 + face, (face,), 1)}


def test_A37_a_six_blocked_on_the_start_field_is_lost_but_throws_again_and_ends_the_tries():
    game = pairs(NONE, [0, 0, 31, 31], throw=(6,))
    assert (at(game), tries(game)) == (("throw", 0), 0)
    game.throw(6)
    game.throw(1)
    assert at(game) == ("throw", 1)


def test_A21_with_barriers_a_piece_that_joins_the_penalised_one_stays_alone():
    game = pairs([0, 0, 7, 11], [0, 0, 0, 5], throw=(4,))
    assert go(game, 7, 11).penalty == ((0, 11),)
    assert game.pieces[0] == [0, 0, 0, 11]


def test_A21_with_barriers_one_piece_of_the_pair_goes_back():
    game = pairs([0, 11, 11, 21], [0, 0, 0, 5], throw=(4,))
    assert go(game, 21, 25).penalty == ((0, 11),)
    assert game.pieces[0] == [0, 0, 11, 25]


def test_A38_partners_form_a_blockade_together():
    both = partial(team, barriers=True)
    game = both([0, 0, 0, 10], NONE, [0, 0, 0, 33], throw=(3,))
    assert go(game, 10, 13).captures == ()
    rows = ([0, 0, 0, 13], [0, 0, 1, 20], [0, 0, 0, 33])
    assert walks(both(*rows, seat=1, throw=(2,))) == {(20, 22)}
    assert verdict(both(*rows, seat=1, throw=(2,)), 1, 1, 2) == (False, "A37")
    assert verdict(both(*rows, seat=1, throw=(4,)), 1, 1, 4) == (False, "A37")


def test_A38_a_team_blockade_stops_the_team_too_and_takes_no_third():
    both = partial(team, barriers=True)
    rows = ([0, 0, 10, 13], NONE, [0, 0, 0, 33])
    assert verdict(both(*rows, throw=(3,)), 0, 10, 3) == (False, "A37")
    assert verdict(both(*rows, throw=(4,)), 0, 10, 4) == (False, "A37")
    game = both([0, 0, 10, 20], NONE, [0, 0, 33, 33], throw=(4,))
    assert walks(game) == {(20, 24)}
    game = both([0, 0, 10, 20], NONE, [0, 0, 33, 33], throw=(3,))
    assert verdict(game, 0, 10, 3) == (False, "A37")


def test_A38_a_pair_on_the_start_field_of_the_partner_keeps_him_out():
    both = partial(team, barriers=True)
    assert walks(both(NONE, NONE, [0, 0, 0, 21], throw=(6,))) == {(0, 1)}
    game = both([0, 0, 0, 10], NONE, [0, 0, 21, 21], throw=(6,))
    assert walks(game) == {(10, 16)}
    assert verdict(game, 0, 0, 6) == (False, "A37")


def test_A38_the_second_own_colour_forms_a_blockade_too():
    game = duo([0, 0, 0, 13], [0, 0, 1, 20], [0, 0, 0, 33], seat=1, throw=(4,), barriers=True)
    assert walks(game, 1) == {(20, 24)}
    assert verdict(game, 1, 1, 4) == (False, "A37")


# --- passing ------------------------------------------------------------------


def test_A39_he_may_sit_out_after_seeing_the_throw():
    game = modern([0, 0, 0, 10], throw=(3,), may_pass=True)
    assert moves(game) == {Move("move", 0, 10, 13, (3,), 1), Move("pass", uses=(3,))}
    decline(game)
    assert (game.pieces[0], at(game)) == ([0, 0, 0, 10], ("throw", 1))
    assert not can_decline(modern([0, 0, 0, 10], throw=(3,), may_pass=False))


def test_A39_passing_a_six_gives_no_extra_throw():
    game = modern([0, 0, 0, 10], throw=(6,), may_pass=True)
    decline(game)
    assert at(game) == ("throw", 1)


def test_A39_the_first_six_of_the_tries_may_be_passed_and_ends_the_turn():
    game = modern(throw=(6,), may_pass=True)
    decline(game)
    assert at(game) == ("throw", 1)


def test_A39_passing_while_a_capture_is_possible_draws_the_penalty():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], throw=(4,), may_pass=True)
    assert decline(game) == Move("pass", uses=(4,), penalty=((0, 11),))
    assert (game.pieces[0], at(game)) == ([0, 0, 0, 21], ("throw", 1))


def test_A39_strict_forbids_the_pass_and_off_makes_it_free():
    rows = ([0, 0, 11, 21], [0, 0, 0, 5])
    assert not can_decline(modern(*rows, throw=(4,), may_pass=True, capture_duty="strict"))
    assert decline(modern(*rows, throw=(4,), may_pass=True, capture_duty="off")).penalty == ()
    strict = modern(*rows, dice=2, throw=(3, 4), may_pass=True, capture_duty="strict")
    assert not can_decline(strict)
    go(strict, 11, 15)
    assert can_decline(strict)


def test_A39_passing_an_entry_capture_costs_nothing():
    game = modern([0, 0, 0, 10], [0, 0, 0, 31], throw=(6,), may_pass=True)
    assert decline(game) == Move("pass", uses=(6,))
    assert game.pieces[0] == [0, 0, 0, 10]
    assert not can_decline(modern(NONE, [0, 0, 0, 31], throw=(6,), may_pass=True, capture_duty="strict"))


def test_A39_with_two_dice_the_pass_gives_up_all_open_dice():
    game = modern([0, 0, 11, 21], [0, 0, 0, 5], dice=2, throw=(3, 4), may_pass=True)
    assert decline(game) == Move("pass", uses=(3, 4), penalty=((0, 11),))
    assert at(game) == ("throw", 1)


def test_A39_with_two_dice_the_pass_gives_up_the_throw_of_a_six_already_played():
    game = modern([0, 0, 0, 10], dice=2, throw=(6, 3), may_pass=True)
    go(game, 0, 1)
    assert decline(game) == Move("pass", uses=(3,))
    assert at(game) == ("throw", 1)


def test_A39_with_tries_left_the_pass_means_try_again():
    game = modern([0, 0, 0, 41], may_pass=True)
    for left in (1, 0):
        game.throw(2)
        decline(game)
        assert (at(game), tries(game)) == (("throw", 0), left)
    game.throw(2)
    decline(game)
    assert at(game) == ("throw", 1)


def test_A39_a_node_with_nothing_but_a_pass_settles_by_itself():
    game = modern([0, 0, 0, 40], throw=(5,), may_pass=True)
    assert at(game) == ("throw", 1)
    assert at(modern([38, 41, 42, 43], throw=(6,), may_pass=True)) == ("throw", 0)


def test_A39_passing_has_no_limit():
    game = modern([0, 0, 0, 10], None, [0, 0, 0, 10], None, players=2, may_pass=True)
    for _ in range(40):
        game.throw(3)
        decline(game)
    assert (game.turn, game.outcome) == (41, None)


def test_A39_the_partner_may_pass_a_lent_throw():
    game = lent_turn([0, 0, 0, 12], may_pass=True)
    game.throw(6)
    assert at(game) == ("move", 2)
    decline(game)
    assert at(game) == ("throw", 1)


# --- further options ----------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "free"),
    [
        (NONE, 2),
        ([0, 0, 0, 44], 2),
        ([0, 0, 43, 44], 2),
        ([0, 42, 43, 44], 2),
        ([0, 0, 0, 43], 0),
        ([0, 0, 42, 44], 0),
        ([0, 0, 0, 41], 0),
    ],
)
def test_A22_tries_need_stuck_goal_refuses_tries_while_a_goal_piece_could_advance(row, free):
    assert tries(modern(row, tries_need_stuck_goal=True)) == free
    assert tries(modern(row, tries_need_stuck_goal=False)) == 2


def test_A22_tries_need_stuck_goal_in_joint_play_looks_at_both_colours():
    assert tries(duo([0, 0, 0, 44], NONE, [0, 0, 0, 43], tries_need_stuck_goal=True)) == 0
    assert tries(duo([0, 0, 0, 44], NONE, [0, 0, 0, 44], tries_need_stuck_goal=True)) == 2
    assert tries(duo([0, 0, 0, 44], NONE, [0, 0, 0, 43])) == 2


CLEARING = [
    # seat 0, seat 1, throw, further options, walks
    ("any number", [0, 0, 1, 20], NONE, 3, {}, {(1, 4)}),
    ("a six rather than entering", [0, 0, 1, 20], NONE, 6, {}, {(1, 7)}),
    ("a goal move does not excuse", [0, 0, 1, 41], NONE, 3, {}, {(1, 4)}),
    ("nobody waits", [1, 20, 30, 41], NONE, 3, {}, {(1, 4), (20, 23), (30, 33), (41, 44)}),
    ("it cannot move", [0, 1, 4, 20], NONE, 3, {}, {(4, 7), (20, 23)}),
    ("it cannot move six", [0, 1, 7, 20], NONE, 6, {}, {(7, 13), (20, 26)}),
    ("captures outrank it", [0, 1, 11, 20], [0, 0, 0, 5], 4, {}, {(1, 5), (11, 15)}),
    ("strict captures", [0, 1, 11, 20], [0, 0, 0, 5], 4, {"capture_duty": "strict"}, {(11, 15)}),
    ("before an optional capture", [0, 1, 11, 20], [0, 0, 0, 5], 4, {"capture_duty": "off"}, {(1, 5)}),
    ("even by a capture", [0, 0, 1, 20], [0, 0, 0, 34], 3, {"capture_duty": "off"}, {(1, 4)}),
    ("a pair, any number", [0, 1, 1, 20], NONE, 3, {"barriers": True}, {(1, 4)}),
    ("a six rather than a pair", [0, 0, 1, 20], NONE, 6, {"barriers": True}, {(1, 7)}),
    ("a pair if it cannot move", [0, 1, 7, 7], NONE, 6, {"barriers": True}, {(0, 1), (7, 13)}),
]


@pytest.mark.parametrize("case", CLEARING, ids=lambda case: case[0])
def test_A7_must_clear_start_moves_the_piece_on_the_start_field_first(case):
    _, row, enemy, face, options, expected = case
    assert walks(modern(row, enemy, throw=(face,), must_clear_start=True, **options)) == expected


def test_A7_must_clear_start_binds_a_move_at_the_price_of_the_penalty():
    game = modern([0, 1, 11, 20], [0, 0, 0, 5], throw=(4,), must_clear_start=True)
    assert find(game, 11, 15).penalty == ()
    assert find(game, 1, 5).penalty == ((0, 11),)
    assert verdict(game, 0, 20, 4) == (False, "A7")


def test_A7_must_clear_start_is_judged_per_die():
    game = modern([0, 0, 1, 20], dice=2, throw=(3, 5), must_clear_start=True)
    assert walks(game) == {(1, 4), (1, 6)}
    go(game, 1, 4)
    assert walks(game) == {(4, 9), (20, 25)}
    game = modern([0, 1, 4, 20], dice=2, throw=(3, 5), must_clear_start=True)
    assert walks(game) == {(4, 7), (20, 23), (1, 6)}


def test_A7_must_clear_start_leaves_the_right_to_pass():
    game = modern([0, 0, 1, 20], throw=(3,), must_clear_start=True, may_pass=True)
    assert (walks(game), can_decline(game)) == ({(1, 4)}, True)


def test_A7_must_clear_start_is_judged_per_colour():
    game = duo([0, 0, 1, 20], NONE, [0, 0, 0, 10], throw=(3,), must_clear_start=True)
    assert (walks(game, 0), walks(game, 2)) == ({(1, 4)}, {(10, 13)})


def test_A26_play_on_gives_places_in_order_of_finishing():
    game = modern([40, 42, 43, 44], [40, 42, 43, 44], NONE, players=3, throw=(1,), play_on=True)
    go(game, 40, 41)
    assert (at(game), game.outcome, game.position()["places"]) == (("throw", 1), None, [0])
    game.throw(1)
    go(game, 40, 41)
    assert at(game) == ("over", -1)
    assert (game.outcome.winner, game.outcome.places) == ((0,), ((0,), (1,), (2,)))


def test_A26_play_on_skips_who_has_finished():
    game = modern([0, 0, 0, 40], HOME, [0, 0, 0, 10], NONE, throw=(5,), play_on=True)
    assert at(game) == ("throw", 2)


def test_A26_play_on_a_finishing_six_gives_no_further_throw():
    game = modern([35, 42, 43, 44], players=3, throw=(6,), play_on=True)
    go(game, 35, 41)
    assert at(game) == ("throw", 1)


def test_A26_play_on_ends_at_once_with_two_players():
    game = modern([40, 42, 43, 44], None, NONE, None, players=2, throw=(1,), play_on=True)
    go(game, 40, 41)
    assert game.outcome.places == ((0,), (2,))


def test_A13_extra_needs_move_takes_the_throw_from_an_unplayable_six():
    assert at(modern([38, 41, 42, 43], throw=(6,), extra_needs_move=True)) == ("throw", 1)
    game = modern([0, 0, 0, 10], throw=(6,), extra_needs_move=True)
    go(game, 10, 16)
    assert at(game) == ("throw", 0)


def test_A13_extra_needs_move_and_a_blocked_six_end_turn_and_tries():
    game = pairs(NONE, [0, 0, 31, 31], throw=(6,), extra_needs_move=True)
    assert at(game) == ("throw", 1)


def test_A13_extra_needs_move_is_content_with_any_move_of_the_throw():
    game = modern([38, 41, 42, 43], dice=2, throw=(2, 6), extra_needs_move=True)
    go(game, 38, 40)
    assert at(game) == ("throw", 0)


def test_A1_with_fewer_pieces_the_goal_has_as_many_places():
    game = modern([10, 40], pieces=2, throw=(3,))
    assert walks(game) == {(10, 13)}
    assert verdict(game, 0, 40, 3) == (False, "A24")
    game = modern([40, 42], pieces=2, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)


# --- tracks -------------------------------------------------------------------

TRACKS = [
    # fields, grid, quarter, last lap step, last goal step, start, last field before the goal, goal of seat 0
    (40, 11, 10, 40, 44, (0, 4), (0, 5), [(1, 5), (2, 5), (3, 5), (4, 5)]),
    (48, 13, 12, 48, 52, (0, 5), (0, 6), [(1, 6), (2, 6), (3, 6), (4, 6)]),
    (52, 15, 13, 51, 55, (6, 13), (7, 14), [(7, 13), (7, 12), (7, 11), (7, 10)]),
    (56, 15, 14, 56, 60, (0, 6), (0, 7), [(1, 7), (2, 7), (3, 7), (4, 7)]),
    (68, 19, 17, 64, 68, (8, 14), (9, 18), [(9, 17), (9, 16), (9, 15), (9, 14)]),
    (72, 19, 18, 72, 76, (0, 8), (0, 9), [(1, 9), (2, 9), (3, 9), (4, 9)]),
]
track_table = pytest.mark.parametrize(
    ("track", "grid", "quarter", "lap", "last", "start", "mouth", "goal"), TRACKS, ids=[str(row[0]) for row in TRACKS]
)


@track_table
def test_A23_track_has_its_fields_lap_and_goal(track, grid, quarter, lap, last, start, mouth, goal):
    board = Game(BOOK, track=track).board
    assert (len(board.ring), len(set(board.ring)), board.size) == (track, track, grid)
    assert (board.lap, board.last) == (lap, last)
    assert [board.spot(0, step) for step in (1, lap)] == [start, mouth]
    assert [board.spot(0, step) for step in range(lap + 1, last + 1)] == goal
    middle = grid - 1
    for seat in (1, 2, 3):  # each seat lies a quarter turn clockwise from the one before
        for step in (1, 2, quarter, lap, lap + 1, last):
            x, y = board.spot(seat - 1, step)
            assert board.spot(seat, step) == (middle - y, x)
    assert not set(board.ring) & {spot for lane in board.lanes for spot in lane}


@track_table
def test_A24_track_goal_is_entered_exactly(track, grid, quarter, lap, last, start, mouth, goal):
    for face in (1, 4):
        assert walks(modern([0, 0, 0, lap], track=track, throw=(face,))) == {(lap, lap + face)}
    game = modern([0, 0, 10, lap], track=track, throw=(5,))
    assert walks(game) == {(10, 15)}
    assert verdict(game, 0, lap, 5) == (False, "A24")
    game = modern([lap, lap + 2, lap + 3, last], track=track, throw=(1,))
    go(game, lap, lap + 1)
    assert game.outcome.winner == (0,)


@track_table
def test_A17_track_start_fields_lie_a_quarter_apart(track, grid, quarter, lap, last, start, mouth, goal):
    for seat in (1, 2, 3):
        rows = [[0, 0, 0, quarter * seat - 2], NONE, NONE, NONE]
        rows[seat] = [0, 0, 0, 1]
        game = modern(*rows, track=track, throw=(3,))
        assert go(game, quarter * seat - 2, quarter * seat + 1).captures == ((seat, 1),)


def test_A23_the_40_fields_lie_as_on_the_drawing():
    ring = Game(BOOK).board.ring
    corners = {0: (0, 4), 4: (4, 4), 5: (4, 3), 8: (4, 0), 9: (5, 0), 10: (6, 0), 14: (6, 4), 15: (7, 4), 18: (10, 4)}
    corners |= {19: (10, 5), 20: (10, 6), 24: (6, 6), 25: (6, 7), 28: (6, 10), 29: (5, 10), 30: (4, 10), 34: (4, 6)}
    corners |= {35: (3, 6), 38: (0, 6), 39: (0, 5)}
    assert {field: ring[field] for field in corners} == corners


def test_A23_open_crosses_step_diagonally_round_the_inner_corner():
    ring = Game(BOOK, track=52).board.ring
    seen = {0: (7, 14), 1: (6, 14), 2: (6, 13), 6: (6, 9), 7: (5, 8), 12: (0, 8), 13: (0, 7)}
    assert {field: ring[field] for field in seen} == seen
    ring = Game(BOOK, track=68).board.ring
    seen = {0: (9, 18), 1: (8, 18), 5: (8, 14), 8: (8, 11), 9: (7, 10), 16: (0, 10), 17: (0, 9)}
    assert {field: ring[field] for field in seen} == seen


@pytest.mark.parametrize(("track", "lap", "beyond"), [(52, 51, 39), (68, 64, 48)])
def test_A23_on_open_crosses_the_fields_behind_the_mouth_are_never_walked(track, lap, beyond):
    game = modern([0, 0, 0, lap], [0, 0, 0, beyond], track=track, throw=(1,))
    assert game.board.field(1, beyond) == 1
    assert 1 not in {game.board.field(0, step) for step in range(1, lap + 1)}
    assert go(game, lap, lap + 1).captures == ()


# --- what can be chosen -------------------------------------------------------

VALUES = {name: values for name, values in OPTIONS[BOOK].items() if name != "two_colours"}  # for two only


def test_A_every_option_offers_the_values_of_the_table_and_the_first_is_the_default():
    options = Game(BOOK).rulebook.options
    assert set(options) == {*VALUES, "two_colours"}
    for name, values in VALUES.items():
        assert options[name].default == values[0]
        for value in values:
            chosen = Game(BOOK, **{name: value}).position()["options"]
            assert chosen == ({} if value == values[0] else {name: value})
    assert Game(BOOK, players=2, two_colours=True).position()["options"] == {"two_colours": True}


@pytest.mark.parametrize(
    ("named", "chosen"),
    [
        ("teams", {"teams": True, "players": 2}),
        ("teams", {"teams": True, "players": 3}),
        ("two_colours", {"two_colours": True, "players": 3}),
        ("two_colours", {"two_colours": True, "players": 4}),
        ("teams|two_colours", {"teams": True, "two_colours": True, "players": 2}),
        ("teams|two_colours", {"teams": True, "two_colours": True, "players": 4}),
        ("first", {"first": 2, "players": 2}),
        ("first", {"first": 3, "players": 3}),
        ("first", {"first": 4}),
        ("dice", {"dice": 3}),
        ("dice", {"dice": "sum"}),
        ("capture_duty", {"capture_duty": True}),
        ("track", {"track": 44}),
        ("barriers", {"barriers": "on"}),
        ("barrier", {"barrier": True}),
        ("three_throws", {"three_throws": True}),
        ("pieces", {"pieces": 5}),
        ("pieces", {"pieces": 0}),
        ("players", {"players": 5}),
        ("players", {"players": 1}),
    ],
)
def test_A_what_does_not_fit_is_refused_in_a_sentence_that_names_it(named, chosen):
    with pytest.raises(RuleError, match=named):
        Game(BOOK, **chosen)


def test_A_an_option_without_effect_is_accepted():
    game = Game(BOOK, two_colour_turns="per_colour", finished_throws="never")
    assert at(game) == ("throw", 0)
    told = game.rulebook.idle(game.table.options)
    assert [sentence.split()[0] for sentence in told] == ["two_colour_turns", "finished_throws"]


def test_A5_first_names_the_seat_that_opens():
    assert Game(BOOK).seat == 0
    assert Game(BOOK, first=3).seat == 3
    assert Game(BOOK, players=2, two_colours=False, first=2).seat == 2


def test_A31_a_partner_decides_for_his_own_pieces_only():
    game = lent_turn([0, 0, 0, 12])
    game.throw(4)
    with pytest.raises(IllegalMove):
        game.push(Move("move", 0, 41, 45, (4,), 1))
    assert verdict(game, 0, 41, 4) == (False, "A9")
