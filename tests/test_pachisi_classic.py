"""Book D, Pachisi with three stick dice: every clause, reading and option.

Seat 0 stands on loop field step - 8. The same square is, for seat 1, 17 steps less (or 51 more),
for its partner, seat 2, 34 less or more, for seat 3, 51 less (or 17 more).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from pachisi import Game, IllegalMove, Move, NotationError, RuleError
from pachisi.game.why import why_pass
from pachisi.table import set_up
from tests.positions import can_decline, decline, find, go, moves, sit, walks

BOOK = "pachisi-classic"
HOME = [84, 84, 84, 84]
RESERVE = [0, 0, 0, 0]

# One throw for each number; 8, 9, 12 and 13 without a double.
THREE, FOUR, FIVE, SIX, SEVEN = (1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 2, 2), (1, 1, 5)
EIGHT, NINE, TEN, TWELVE, THIRTEEN = (1, 2, 5), (1, 2, 6), (2, 2, 6), (1, 5, 6), (2, 5, 6)
FOURTEEN, FIFTEEN, EIGHTEEN = (2, 6, 6), (5, 5, 5), (6, 6, 6)
EVERY_NUMBER = [
    *(THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, (1, 5, 5), TWELVE, THIRTEEN),
    *(FOURTEEN, FIFTEEN, (5, 5, 6), (5, 6, 6), EIGHTEEN),
]
DOUBLE_TWELVE, DOUBLE_EIGHT = (2, 5, 5), (1, 1, 6)


def verdict(game: Game, start: int, number: int, colour: int = 0) -> tuple[bool, str]:
    answer = game.why(colour=colour, start=start, uses=(number,))
    return answer.legal, answer.clause


def parts(game: Game, start: int, target: int) -> set[tuple[int, int]]:
    """(own pieces, partner's pieces) that may go from a step to a step."""
    return {(m.count, m.partner) for m in game.legal_moves if (m.start, m.target) == (start, target)}


def stands(game: Game) -> tuple[str, int]:
    return game.node, game.seat


# --- preparation ------------------------------------------------------------


def test_D1_each_player_has_four_pieces_in_reserve():
    game = Game(BOOK)
    assert game.pieces == [RESERVE, RESERVE, RESERVE, RESERVE]
    assert game.position()["started"] == []


@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_D1_a_table_may_play_with_fewer_pieces(pieces):
    assert Game(BOOK, pieces=pieces).pieces == [[0] * pieces] * 4


def test_D1_captured_pieces_and_waiting_pieces_are_in_the_same_reserve():
    game = sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=TWELVE)
    go(game, 20, 32)
    assert game.pieces[1] == RESERVE


def test_D2_four_players_who_face_each_other_are_a_team():
    game = sit(BOOK, [72, 84, 84, 84], RESERVE, HOME, RESERVE, throw=TWELVE)
    go(game, 72, 84)
    assert game.outcome.winner == (0, 2)
    assert game.outcome.places == ((0, 2), (1, 3))
    assert walks(sit(BOOK, [20, 0, 0, 0], RESERVE, [66, 0, 0, 0], throw=TWELVE)) == {(20, 32)}


@pytest.mark.parametrize(("teams", "captures"), [(True, ()), (False, ((2, 66),))])
def test_D2_four_may_also_play_singly(teams, captures):
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [66, 0, 0, 0], throw=TWELVE, teams=teams)
    assert find(game, 20, 32).captures == captures


@pytest.mark.parametrize("teams", [True, False])
def test_D2_two_play_singly_with_one_colour_each_and_teams_has_no_effect(teams):
    game = sit(BOOK, [20, 0, 0, 0], None, [66, 0, 0, 0], players=2, throw=TWELVE, teams=teams)
    assert find(game, 20, 32).captures == ((2, 66),)
    game = sit(BOOK, [72, 84, 84, 84], None, RESERVE, players=2, throw=TWELVE, teams=teams)
    go(game, 72, 84)
    assert game.outcome.winner == (0,)


@pytest.mark.parametrize("teams", [True, False])
def test_D2_three_play_singly_and_teams_has_no_effect(teams):
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [66, 0, 0, 0], players=3, throw=TWELVE, teams=teams)
    assert find(game, 20, 32).captures == ((2, 66),)


def test_D3_each_throws_one_stick_and_the_highest_begins():
    game = Game(BOOK, first="high_roll")
    for seat, face in [(0, 2), (3, 5), (2, 6), (1, 1)]:
        assert stands(game) == ("throw", seat)
        assert game.throw(face) == (face,)
    assert stands(game) == ("offer", 2)
    assert game.pieces == [RESERVE] * 4
    assert game.position()["turn"] == 1


def test_D3_tied_players_throw_again_among_themselves():
    game = Game(BOOK, first="high_roll")
    for face in (2, 6, 6, 1):
        game.throw(face)
    for seat, face in [(3, 5), (2, 5), (3, 1), (2, 2)]:
        assert stands(game) == ("throw", seat)
        game.throw(face)
    assert stands(game) == ("offer", 2)


@pytest.mark.parametrize("faces", [(3,), (4,), (0,), (7,), (1, 2, 5)])
def test_D3_the_opening_stick_shows_1_2_5_or_6(faces):
    game = Game(BOOK, first="high_roll")
    with pytest.raises(IllegalMove):
        game.throw(*faces)


def test_D3_a_quarter_of_the_throws_of_two_players_are_ties():
    ties = 0
    for a, b in product((1, 2, 5, 6), repeat=2):
        game = Game(BOOK, players=2, first="high_roll")
        game.throw(a)
        game.throw(b)
        ties += game.node == "throw"
    assert Fraction(ties, 16) == Fraction(1, 4)


def test_D4_turns_go_clockwise_while_seats_are_numbered_anticlockwise():
    game = Game(BOOK)
    seats = []
    for _ in range(5):
        seats.append(game.seat)
        decline(game)
    assert seats == [0, 3, 2, 1, 0]


def test_D4_with_three_players_the_empty_seat_is_left_out():
    game = Game(BOOK, players=3)
    seats = []
    for _ in range(4):
        seats.append(game.seat)
        decline(game)
    assert seats == [0, 2, 1, 0]


# --- the route --------------------------------------------------------------


def test_D5_every_piece_starts_in_the_centre():
    game = sit(BOOK, throw=THREE)
    assert find(game, 0, 3) == Move("enter", 0, 0, 3, (3,), 1)
    go(game, 0, 3)
    assert game.pieces[0] == [0, 0, 0, 3]


def test_D6_the_central_path_leads_out_to_the_tower_at_its_end():
    board = Game(BOOK).board
    assert [board.spot(0, step) for step in range(1, 9)] == [(9, y) for y in range(11, 19)]
    assert [board.spot(1, step) for step in range(1, 9)] == [(x, 9) for x in range(11, 19)]
    assert [board.spot(2, step) for step in range(1, 9)] == [(9, y) for y in range(7, -1, -1)]
    assert [board.spot(3, step) for step in range(1, 9)] == [(x, 9) for x in range(7, -1, -1)]
    assert [board.field(seat, 8) for seat in range(4)] == [0, 17, 34, 51]


def test_D6_an_eight_takes_a_starting_piece_to_its_tower():
    game = sit(BOOK, throw=EIGHT)
    assert walks(game) == {(0, 8)}
    assert game.board.field(0, 8) in game.board.safe


def test_D7_a_piece_goes_once_round_the_board_anticlockwise():
    board = Game(BOOK).board
    assert [board.field(0, step) for step in range(8, 77)] == [*range(68), 0]
    bottom, right, top, left = (9, 18), (18, 9), (9, 0), (0, 9)
    assert [board.spot(0, step) for step in (8, 25, 42, 59, 76)] == [bottom, right, top, left, bottom]


def test_D7_every_seat_walks_the_same_loop_from_its_own_tower():
    board = Game(BOOK).board
    assert [board.field(1, step) for step in (8, 9, 25, 58, 59, 75, 76)] == [17, 18, 34, 67, 0, 16, 17]
    assert [board.field(2, step) for step in (8, 9, 41, 42, 75, 76)] == [34, 35, 67, 0, 33, 34]
    assert [board.field(3, step) for step in (8, 24, 25, 42, 59, 76)] == [51, 67, 0, 17, 34, 51]


def test_D8_at_the_same_tower_again_a_piece_goes_up_its_central_path():
    board = Game(BOOK).board
    for seat in range(4):
        assert board.field(seat, 76) == board.field(seat, 8)
        assert [board.spot(seat, 84 - k) for k in range(1, 9)] == [board.spot(seat, k) for k in range(1, 9)]
        assert [board.field(seat, step) for step in range(77, 85)] == [None] * 8


def test_D8_the_way_has_84_steps_and_no_second_lap():
    assert Game(BOOK).board.last == 84
    assert walks(sit(BOOK, [70, 0, 0, 0], throw=THIRTEEN)) == {(70, 83)}
    assert walks(sit(BOOK, [76, 0, 0, 0], throw=EIGHT)) == {(76, 84)}
    assert stands(sit(BOOK, [76, 0, 0, 0], throw=TWELVE)) == ("offer", 3)


def test_D8_the_board_has_96_squares_and_neighbouring_steps_touch():
    board = Game(BOOK).board
    squares = {*board.ring, *(spot for lane in board.lanes for spot in lane)}
    assert (len(board.ring), len(squares), board.size) == (68, 96, 19)
    for seat in range(4):
        way = [board.spot(seat, step) for step in range(1, 84)]
        assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(way))


def test_D9_the_centre_is_reached_only_by_the_exact_number():
    game = sit(BOOK, [70, 71, 20, 0], throw=FOURTEEN)
    assert walks(game) == {(70, 84), (20, 34)}
    assert verdict(game, 70, 14) == (True, "D9")
    assert verdict(game, 71, 14) == (False, "D9")


def test_D9a_from_the_last_two_squares_only_a_triple_leads_home():
    game = sit(BOOK, [82, 83, 84, 84], throw=FOUR)
    assert stands(game) == ("offer", 0)  # no move, but a double
    game.throw(*FIFTEEN)
    assert moves(game) == {
        Move("move", 0, 82, 84, (15,), 1),
        Move("move", 0, 83, 84, (15,), 1),
        Move("pass", uses=(15,)),
    }
    assert verdict(game, 82, 15) == (True, "D9a")
    go(game, 83, 84)
    assert game.pieces[0] == [82, 84, 84, 84]


@pytest.mark.parametrize("triple", [THREE, SIX, FIFTEEN, EIGHTEEN])
def test_D9a_any_triple_serves_and_uses_the_total(triple):
    game = sit(BOOK, [83, 84, 84, 84], throw=triple)
    assert find(game, 83, 84).uses == (sum(triple),)


def test_D9a_a_group_there_goes_home_together():
    game = sit(BOOK, [82, 82, 84, 84], throw=FIFTEEN)
    assert parts(game, 82, 84) == {(1, 0), (2, 0)}
    go(game, 82, 84, count=2)
    assert game.pieces[0] == HOME


def test_D9a_other_throws_are_too_high():
    game = sit(BOOK, [82, 20, 84, 84], throw=EIGHT)
    assert walks(game) == {(20, 28)}
    assert verdict(game, 82, 8) == (False, "D9")


def test_D9a_a_triple_helps_only_where_no_number_is_small_enough():
    assert walks(sit(BOOK, [81, 84, 84, 84], throw=THREE)) == {(81, 84)}
    game = sit(BOOK, [81, 20, 84, 84], throw=FIFTEEN)
    assert walks(game) == {(20, 35)}
    assert verdict(game, 81, 15) == (False, "D9")


@pytest.mark.parametrize(
    ("start", "faces", "number"),
    [(82, (2, 5, 6), 2), (82, (2, 2, 5), 2), (82, (2, 2, 2), 2), (83, (1, 5, 6), 1), (83, (1, 1, 1), 1)],
)
def test_D9a_last_steps_die_one_fitting_stick_leads_home(start, faces, number):
    game = sit(BOOK, [start, 84, 84, 84], throw=faces, last_steps="die")
    assert moves(game) == {Move("move", 0, start, 84, (number,), 1), Move("pass", uses=(sum(faces),))}
    assert verdict(game, start, number) == (True, "D9a")


@pytest.mark.parametrize(("start", "faces"), [(82, (1, 1, 5)), (83, (2, 2, 5)), (82, (5, 5, 5)), (83, (2, 2, 2))])
def test_D9a_last_steps_die_needs_exactly_the_missing_number(start, faces):
    game = sit(BOOK, [start, 84, 84, 84], throw=faces, last_steps="die")
    assert stands(game) == ("offer", 0)
    assert game.pieces[0] == [start, 84, 84, 84]


def test_D9a_last_steps_die_loses_the_other_two_sticks():
    game = sit(BOOK, [20, 82, 84, 84], throw=(2, 5, 6), last_steps="die")
    assert walks(game) == {(20, 33), (82, 84)}
    go(game, 82, 84, uses=(2,))
    assert stands(game) == ("offer", 3)
    assert game.pieces[0] == [20, 84, 84, 84]


def test_D9a_last_steps_die_a_group_goes_home_together():
    game = sit(BOOK, [83, 83, 84, 84], throw=(1, 5, 6), last_steps="die")
    assert parts(game, 83, 84) == {(1, 0), (2, 0)}


def test_D9a_last_steps_die_the_total_is_still_too_high():
    game = sit(BOOK, [82, 20, 84, 84], throw=(2, 5, 6), last_steps="die")
    assert not game.why(0, 82, (13,)).legal
    assert verdict(sit(BOOK, [82, 20, 84, 84], throw=TWELVE, last_steps="die"), 82, 12) == (False, "D9")


@pytest.mark.parametrize(("start", "faces", "number"), [(73, NINE, 9), (70, THIRTEEN, 13), (68, FIFTEEN, 15)])
def test_D9a_last_steps_closed_forbids_stopping_there(start, faces, number):
    game = sit(BOOK, [20, start, 84, 84], throw=faces, last_steps="closed")
    assert walks(game) == {(20, 20 + number)}
    assert verdict(game, start, number) == (False, "D9a")


def test_D9a_last_steps_closed_leaves_the_square_before_open():
    assert walks(sit(BOOK, [73, 84, 84, 84], throw=EIGHT, last_steps="closed")) == {(73, 81)}
    assert walks(sit(BOOK, [81, 84, 84, 84], throw=THREE, last_steps="closed")) == {(81, 84)}


@pytest.mark.parametrize("last_steps", ["triple", "die"])
def test_D9a_otherwise_a_piece_may_stop_there(last_steps):
    assert walks(sit(BOOK, [73, 84, 84, 84], throw=NINE, last_steps=last_steps)) == {(73, 82)}


def test_D10_an_arrived_piece_leaves_the_game():
    game = sit(BOOK, [72, 20, 0, 0], throw=DOUBLE_TWELVE)
    go(game, 72, 84)
    assert game.pieces[0] == [0, 0, 20, 84]
    game.throw(*TWELVE)
    assert walks(game) == {(20, 32)}


def test_D10_why_cites_it_for_an_arrived_piece():
    assert verdict(sit(BOOK, [84, 20, 0, 0], throw=TWELVE), 84, 12) == (False, "D10")


# --- throwing and moving ------------------------------------------------------


@pytest.mark.parametrize("faces", EVERY_NUMBER)
def test_D11_the_sum_of_the_sticks_says_how_far_a_piece_goes(faces):
    game = sit(BOOK, [30, 84, 84, 84], throw=faces)
    assert moves(game) == {
        Move("move", 0, 30, 30 + sum(faces), (sum(faces),), 1),
        Move("pass", uses=(sum(faces),)),
    }


def test_D11_ways_per_total_counted_over_all_throws():
    ways = Counter()
    game = sit(BOOK, [30, 84, 84, 84])
    for faces in product((1, 2, 5, 6), repeat=3):
        assert game.throw(*faces) == game.faces == faces
        ways[next(m.target for m in game.legal_moves if m.kind == "move") - 30] += 1
        game.pop()
    assert [ways[total] for total in range(3, 19)] == [1, 3, 3, 1, 3, 9, 9, 3, 3, 9, 9, 3, 1, 3, 3, 1]
    assert ways.total() == 64
    assert Fraction(sum(total * n for total, n in ways.items()), 64) == Fraction(21, 2)


@pytest.mark.parametrize("faces", [(5,), (5, 6), (1, 2, 3), (4, 5, 6), (1, 2, 5, 6), (0, 1, 2), (1, 2, 7)])
def test_D12_all_three_sticks_are_thrown(faces):
    with pytest.raises(IllegalMove):
        Game(BOOK).throw(*faces)


def test_D12_the_sticks_show_1_2_5_or_6():
    game = Game(BOOK, seed=3)
    shown = Counter()
    for _ in range(60):
        faces = game.throw()
        assert len(faces) == 3
        shown.update(faces)
        if game.node == "move":
            decline(game)
    assert set(shown) == {1, 2, 5, 6}


@pytest.mark.parametrize("faces", EVERY_NUMBER)
def test_D13_the_first_piece_may_start_with_any_number(faces):
    game = sit(BOOK, throw=faces)
    assert walks(game) == {(0, sum(faces))}
    assert verdict(game, 0, sum(faces))[0]


def test_D13_the_free_start_is_used_once():
    game = sit(BOOK, throw=DOUBLE_EIGHT)
    assert verdict(game, 0, 8) == (True, "D13")
    go(game, 0, 8)
    assert game.position()["started"] == [0]
    game.throw(*TWELVE)
    assert walks(game) == {(8, 20)}
    assert verdict(game, 0, 12) == (False, "D14")


def test_D13_a_first_start_with_a_triple_uses_the_privilege_too():
    game = sit(BOOK, throw=FIFTEEN)
    go(game, 0, 15)
    assert game.position()["started"] == [0]


def test_D13_a_first_piece_not_started_keeps_the_privilege():
    game = sit(BOOK, throw=DOUBLE_EIGHT)
    decline(game)
    assert game.position()["started"] == []
    game.throw(*THIRTEEN)
    assert walks(game) == {(0, 13)}


def test_D13_the_privilege_is_each_players_own():
    game = sit(BOOK, [20, 0, 0, 0], seat=3, throw=THIRTEEN)
    assert walks(game) == {(0, 13)}


def test_D13_once_a_player_whose_pieces_are_all_captured_has_no_free_start():
    game = sit(BOOK, throw=THIRTEEN, fields={"started": [0]})
    assert stands(game) == ("offer", 3)


def test_D13_whenever_empty_a_player_without_a_piece_on_the_board_starts_freely():
    game = sit(BOOK, throw=THIRTEEN, fields={"started": [0]}, free_first_start="whenever_empty")
    assert walks(game) == {(0, 13)}
    assert verdict(game, 0, 13) == (True, "D13")


def test_D13_whenever_empty_pieces_that_have_arrived_do_not_count():
    game = sit(BOOK, [0, 0, 84, 84], throw=THIRTEEN, free_first_start="whenever_empty")
    assert walks(game) == {(0, 13)}


@pytest.mark.parametrize("step", [1, 8, 40, 76, 83])
def test_D13_whenever_empty_a_piece_on_its_way_ends_the_freedom(step):
    game = sit(BOOK, [0, 0, 0, step], throw=THIRTEEN, free_first_start="whenever_empty")
    assert (0, 13) not in walks(game)


@pytest.mark.parametrize("triple", [THREE, SIX, FIFTEEN, EIGHTEEN])
def test_D14_the_others_start_with_a_triple(triple):
    game = sit(BOOK, [30, 0, 0, 0], throw=triple)
    assert walks(game) == {(0, sum(triple)), (30, 30 + sum(triple))}
    assert verdict(game, 0, sum(triple)) == (True, "D14")


@pytest.mark.parametrize("faces", [faces for faces in EVERY_NUMBER if len(set(faces)) > 1])
def test_D14_the_others_start_with_nothing_else(faces):
    game = sit(BOOK, [30, 0, 0, 0], throw=faces)
    assert walks(game) == {(30, 30 + sum(faces))}
    assert verdict(game, 0, sum(faces)) == (False, "D14")


def test_D14a_a_starting_piece_goes_the_whole_number_onto_the_loop():
    assert walks(sit(BOOK, throw=FIVE)) == {(0, 5)}
    assert walks(sit(BOOK, throw=THIRTEEN)) == {(0, 13)}
    assert walks(sit(BOOK, throw=EIGHTEEN)) == {(0, 18)}


def test_D14a_a_start_onto_the_loop_captures_like_any_move():
    game = sit(BOOK, RESERVE, [64, 0, 0, 0], throw=THIRTEEN)
    assert moves(game) == {Move("enter", 0, 0, 13, (13,), 1, captures=((1, 64),)), Move("pass", uses=(13,))}
    assert verdict(game, 0, 13) == (True, "D26")
    go(game, 0, 13)
    assert game.pieces == [[0, 0, 0, 13], RESERVE, RESERVE, RESERVE]


def test_D14a_a_start_does_not_jump_a_barrier():
    game = sit(BOOK, [30, 0, 0, 0], [62, 62, 0, 0], throw=FIFTEEN)  # the pair stands on step 11
    assert walks(game) == {(30, 45)}
    assert verdict(game, 0, 15) == (False, "D32")


def test_D14a_a_start_alone_does_not_destroy_a_barrier():
    game = sit(BOOK, [30, 0, 0, 0], [66, 66, 0, 0], throw=FIFTEEN)  # the pair stands on step 15
    assert walks(game) == {(30, 45)}
    assert verdict(game, 0, 15) == (False, "D33")


def test_D14a_a_free_start_that_is_barred_keeps_the_privilege():
    game = sit(BOOK, RESERVE, [62, 62, 0, 0], throw=THIRTEEN)
    assert stands(game) == ("offer", 3)
    assert game.position()["started"] == [1]


@pytest.mark.parametrize("faces", EVERY_NUMBER)
def test_D14a_start_step_one_leads_to_the_first_square_whatever_the_total(faces):
    game = sit(BOOK, throw=faces, start_step="one")
    assert find(game, 0, 1) == Move("enter", 0, 0, 1, (sum(faces),), 1)
    assert walks(game) == {(0, 1)}


def test_D14a_start_step_one_needs_the_same_throws():
    assert walks(sit(BOOK, [30, 0, 0, 0], throw=FIFTEEN, start_step="one")) == {(0, 1), (30, 45)}
    assert walks(sit(BOOK, [30, 0, 0, 0], throw=THIRTEEN, start_step="one")) == {(30, 43)}


def test_D15_a_player_may_move_whichever_own_piece_he_likes():
    game = sit(BOOK, [3, 20, 40, 71], [25, 0, 0, 0], [10, 0, 0, 0], throw=THIRTEEN)
    assert walks(game) == {(3, 16), (20, 33), (40, 53), (71, 84)}
    assert {m.colour for m in moves(game) if m.kind == "move"} == {0}
    assert verdict(game, 20, 13) == (True, "D15")


def test_D16_the_points_are_not_divided():
    game = sit(BOOK, [20, 40, 0, 0], throw=TWELVE)
    assert {m.uses for m in moves(game)} == {(12,)}
    assert not game.why(0, 20, (5,)).legal
    assert not game.why(0, 20, (1, 5)).legal
    go(game, 20, 32)
    assert game.pieces[0] == [0, 0, 32, 40]
    assert stands(game) == ("offer", 3)


@pytest.mark.parametrize("faces", [(1, 1, 5), (1, 5, 1), (5, 1, 1)])
def test_D17_after_a_double_the_player_may_throw_again(faces):
    game = sit(BOOK, [20, 0, 0, 0], throw=faces)
    go(game, 20, 27)
    assert stands(game) == ("offer", 0)
    assert [m.kind for m in game.legal_moves] == ["stop"]


def test_D17_without_a_double_the_turn_passes():
    game = sit(BOOK, [20, 0, 0, 0], throw=EIGHT)
    go(game, 20, 28)
    assert stands(game) == ("offer", 3)


def test_D17_r3_the_further_throw_may_be_declined():
    game = sit(BOOK, [20, 0, 0, 0], throw=SEVEN)
    go(game, 20, 27)
    decline(game)
    assert stands(game) == ("offer", 3)


def test_D17_r2_there_is_no_limit_of_doubles():
    game = sit(BOOK, [8, 0, 0, 0])
    for _ in range(15):
        game.throw(*FOUR)
        step = max(step for step in game.pieces[0] if step < 84)
        go(game, step, step + 4)
        assert stands(game) == ("offer", 0)
    assert game.pieces[0] == [0, 0, 0, 68]


def test_D17_r4_an_unused_double_still_gives_the_throw():
    game = sit(BOOK, [80, 84, 84, 84], throw=SEVEN)  # no piece can use the 7
    assert stands(game) == ("offer", 0)
    game = sit(BOOK, [20, 84, 84, 84], throw=SEVEN)
    decline(game)
    assert stands(game) == ("offer", 0)


@pytest.mark.parametrize(("triple_rethrows", "stays"), [(True, ("offer", 0)), (False, ("offer", 3))])
@pytest.mark.parametrize("triple", [THREE, SIX, FIFTEEN, EIGHTEEN])
def test_D17_r1_a_triple_is_also_a_double_unless_the_table_says_no(triple, triple_rethrows, stays):
    game = sit(BOOK, [20, 84, 84, 84], throw=triple, triple_rethrows=triple_rethrows)
    go(game, 20, 20 + sum(triple))
    assert stands(game) == stays


def test_D17_triple_rethrows_off_leaves_the_double():
    game = sit(BOOK, [20, 84, 84, 84], throw=SEVEN, triple_rethrows=False)
    go(game, 20, 27)
    assert stands(game) == ("offer", 0)


@pytest.mark.parametrize(("triple_rethrows", "rethrows"), [(True, 40), (False, 36)])
def test_D17_chances_of_doubles_and_triples_counted_over_all_throws(triple_rethrows, rethrows):
    """36 of 64 throws are exactly a double, 4 are triples; what they earn says so."""
    again, starts = 0, 0
    game = sit(BOOK, [30, 0, 0, 0], triple_rethrows=triple_rethrows)
    for faces in product((1, 2, 5, 6), repeat=3):
        game.throw(*faces)
        starts += any(m.kind == "enter" for m in game.legal_moves)
        decline(game)
        again += game.seat == 0
        game.pop()
        game.pop()
    assert (again, starts) == (rethrows, 4)


def test_D18_the_further_throw_may_move_another_piece():
    game = sit(BOOK, [20, 40, 0, 0], throw=SEVEN)
    go(game, 20, 27)
    game.throw(*THIRTEEN)
    assert walks(game) == {(27, 40), (40, 53)}
    go(game, 40, 53)
    assert game.pieces[0] == [0, 0, 27, 53]


def test_D19_a_triple_may_start_a_new_piece():
    game = sit(BOOK, [20, 0, 0, 0], throw=SIX)
    go(game, 0, 6)
    assert game.pieces[0] == [0, 0, 6, 20]


def test_D20_or_it_advances_one_piece_by_the_total():
    game = sit(BOOK, [20, 0, 0, 0], throw=SIX)
    go(game, 20, 26)
    assert game.pieces[0] == [0, 0, 0, 26]
    assert stands(game) == ("offer", 0)  # not both: the throw is used


# --- groups ---------------------------------------------------------------------


def test_D21_several_pieces_of_one_colour_may_stand_on_one_square():
    game = sit(BOOK, [20, 32, 32, 32], throw=TWELVE)
    go(game, 20, 32)
    assert game.pieces[0] == [32, 32, 32, 32]


def test_D21_partners_may_stand_on_one_square_without_capture():
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [66, 66, 0, 0], throw=TWELVE)
    assert find(game, 20, 32).captures == ()
    go(game, 20, 32)
    assert game.pieces[2] == [0, 0, 66, 66]


def test_D22_pieces_that_stand_together_may_advance_as_one():
    game = sit(BOOK, [20, 20, 20, 0], throw=TWELVE)
    assert parts(game, 20, 32) == {(1, 0), (2, 0), (3, 0)}
    go(game, 20, 32, count=3)
    assert game.pieces[0] == [0, 32, 32, 32]


def test_D23_two_pieces_and_a_13_both_go_13():
    game = sit(BOOK, [20, 20, 0, 0], throw=THIRTEEN)
    assert find(game, 20, 33, count=2) == Move("move", 0, 20, 33, (13,), 2)
    go(game, 20, 33, count=2)
    assert game.pieces[0] == [0, 0, 33, 33]


def test_D24_a_group_lasts_as_long_as_its_owner_leaves_it_together():
    game = sit(BOOK, [20, 20, 0, 0], throw=SEVEN)
    go(game, 20, 27, count=2)
    game.throw(*SEVEN)
    go(game, 27, 34, count=1)
    assert game.pieces[0] == [0, 0, 27, 34]
    game.throw(*TWELVE)
    assert parts(game, 27, 39) == {(1, 0)}


def test_D24_r2_any_part_with_at_least_one_own_piece_may_go():
    game = sit(BOOK, [20, 20, 0, 0], RESERVE, [54, 54, 0, 0], throw=THIRTEEN)
    assert parts(game, 20, 33) == {(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
    assert len(moves(game)) == 7  # and the pass


def test_D24_r3_outgoing_and_incoming_pieces_are_no_group():
    game = sit(BOOK, [3, 81, 84, 84], throw=THREE)  # the same square of the central path
    assert game.board.spot(0, 3) == game.board.spot(0, 81)
    assert moves(game) == {
        Move("move", 0, 3, 6, (3,), 1),
        Move("move", 0, 81, 84, (3,), 1),
        Move("pass", uses=(3,)),
    }
    game = sit(BOOK, [8, 76, 84, 84], throw=FOUR)  # the same tower
    assert {(m.start, m.target, m.count) for m in moves(game)} == {(8, 12, 1), (76, 80, 1), (0, 0, 0)}


def test_D24_r3_pieces_that_go_the_same_way_on_the_central_path_are_a_group():
    assert parts(sit(BOOK, [3, 3, 84, 84], throw=FOUR), 3, 7) == {(1, 0), (2, 0)}
    assert parts(sit(BOOK, [77, 77, 84, 84], throw=FOUR), 77, 81) == {(1, 0), (2, 0)}


def test_D24_r4_pieces_in_reserve_are_no_group():
    game = sit(BOOK, throw=FIFTEEN)
    assert parts(game, 0, 15) == {(1, 0)}


def test_D24_r5_a_group_may_reach_home_together():
    game = sit(BOOK, [72, 72, 72, 84], RESERVE, [20, 0, 0, 0], throw=TWELVE)
    assert parts(game, 72, 84) == {(1, 0), (2, 0), (3, 0)}
    go(game, 72, 84, count=3)
    assert game.pieces[0] == HOME


def test_D25_a_mixed_group_may_be_moved_by_either_partners_throw():
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [54, 0, 0, 0], throw=THIRTEEN)
    assert parts(game, 20, 33) == {(1, 0), (1, 1)}
    go(game, 20, 33, partner=1)
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 33], [0, 0, 0, 67])
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [54, 0, 0, 0], seat=2, throw=THIRTEEN)
    assert parts(game, 54, 67) == {(1, 0), (1, 1)}
    go(game, 54, 67, partner=1)
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 33], [0, 0, 0, 67])


def test_D25_r2_a_player_does_not_move_his_partners_piece_alone():
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [54, 30, 0, 0], throw=THIRTEEN)
    assert walks(game, colour=2) == set()
    assert all(m.count >= 1 for m in moves(game) if m.kind == "move")


def test_D15_why_cites_it_for_the_partners_piece():
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [30, 0, 0, 0], throw=THIRTEEN)
    assert verdict(game, 30, 13, colour=2) == (False, "D15")


def test_D25_enemies_on_a_tower_are_no_group():
    game = sit(BOOK, [25, 0, 0, 0], [8, 0, 0, 0], throw=THIRTEEN)
    assert parts(game, 25, 38) == {(1, 0)}
    assert parts(sit(BOOK, [25, 0, 0, 0], RESERVE, [59, 0, 0, 0], teams=False, throw=THIRTEEN), 25, 38) == {(1, 0)}


def test_D25_partners_go_on_together_from_a_tower_that_enemies_share():
    game = sit(BOOK, [25, 0, 0, 0], [8, 0, 0, 0], [59, 0, 0, 0], throw=THIRTEEN)
    assert parts(game, 25, 38) == {(1, 0), (1, 1)}
    go(game, 25, 38, partner=1)
    assert game.pieces == [[0, 0, 0, 38], [0, 0, 0, 8], [0, 0, 0, 72], RESERVE]


def test_D25_r1_a_group_moves_together_only_to_one_square():
    """Six steps before seat 2's tower: a 6 takes both there, a 7 parts their routes."""
    game = sit(BOOK, [36, 0, 0, 0], RESERVE, [70, 84, 84, 84], throw=SIX)
    assert parts(game, 36, 42) == {(1, 0), (1, 1)}
    go(game, 36, 42, partner=1)
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 42], [76, 84, 84, 84])
    game = sit(BOOK, [36, 0, 0, 0], RESERVE, [70, 84, 84, 84], throw=SEVEN)
    assert parts(game, 36, 43) == {(1, 0)}


def test_D25_r1_the_routes_part_for_either_mover():
    game = sit(BOOK, [36, 0, 0, 0], RESERVE, [70, 84, 84, 84], seat=2, throw=SEVEN)
    assert parts(game, 70, 77) == {(1, 0)}
    game = sit(BOOK, [36, 0, 0, 0], RESERVE, [70, 84, 84, 84], seat=2, throw=SIX)
    assert parts(game, 70, 76) == {(1, 0), (1, 1)}


def test_D25_at_a_tower_an_incoming_piece_and_a_passing_one_are_not_together():
    game = sit(BOOK, [42, 0, 0, 0], RESERVE, [76, 84, 84, 84], throw=EIGHT)
    assert parts(game, 42, 50) == {(1, 0)}
    game = sit(BOOK, [42, 0, 0, 0], RESERVE, [76, 84, 84, 84], seat=2, throw=EIGHT)
    assert parts(game, 76, 84) == {(1, 0)}


def test_D25_at_a_tower_an_outgoing_piece_and_a_passing_one_are_together():
    game = sit(BOOK, [42, 0, 0, 0], RESERVE, [8, 76, 84, 84], throw=EIGHT)
    assert parts(game, 42, 50) == {(1, 0), (1, 1)}
    go(game, 42, 50, partner=1)
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 50], [16, 76, 84, 84])
    game = sit(BOOK, [42, 0, 0, 0], RESERVE, [8, 84, 84, 84], seat=2, throw=EIGHT)
    assert parts(game, 8, 16) == {(1, 0), (1, 1)}


# --- capture, refuge, barrier -----------------------------------------------------


def test_D26_arriving_on_an_enemy_sends_it_back():
    game = sit(BOOK, [20, 0, 0, 0], [15, 40, 0, 0], throw=TWELVE)
    assert find(game, 20, 32) == Move("move", 0, 20, 32, (12,), 1, captures=((1, 15),))
    assert verdict(game, 20, 12) == (True, "D26")
    go(game, 20, 32)
    assert (game.pieces[0], game.pieces[1]) == ([0, 0, 0, 32], [0, 0, 0, 40])


def test_D26_passing_a_single_enemy_does_not_capture():
    game = sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=THIRTEEN)
    go(game, 20, 33)
    assert game.pieces[1] == [0, 0, 0, 15]


def test_D26_a_capture_gives_no_further_throw():
    game = sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=TWELVE)
    go(game, 20, 32)
    assert stands(game) == ("offer", 3)


def test_D26_capture_rethrows_gives_one():
    game = sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=TWELVE, capture_rethrows=True)
    go(game, 20, 32)
    assert stands(game) == ("offer", 0)
    game.throw(*TWELVE)
    go(game, 32, 44)
    assert stands(game) == ("offer", 3)


def test_D26_capture_rethrows_a_capture_with_a_double_gives_one_throw_not_two():
    game = sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=DOUBLE_TWELVE, capture_rethrows=True)
    go(game, 20, 32)
    assert stands(game) == ("offer", 0)
    game.throw(*EIGHT)
    go(game, 32, 40)
    assert stands(game) == ("offer", 3)


def test_D26_capture_rethrows_a_move_without_capture_gives_none():
    game = sit(BOOK, [20, 0, 0, 0], [16, 0, 0, 0], throw=TWELVE, capture_rethrows=True)
    go(game, 20, 32)
    assert stands(game) == ("offer", 3)


def test_D26_there_is_no_duty_to_capture():
    game = sit(BOOK, [20, 40, 0, 0], [15, 0, 0, 0], throw=TWELVE)
    assert walks(game) == {(20, 32), (40, 52)}
    assert can_decline(game)
    assert all(m.penalty == () for m in moves(game))
    go(game, 40, 52)
    assert game.pieces[0] == [0, 0, 20, 52]


def test_D27_a_captured_piece_needs_a_triple():
    game = sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=TWELVE)
    go(game, 20, 32)
    decline(game)
    decline(game)
    assert game.seat == 1
    game.throw(*THIRTEEN)
    assert stands(game) == ("offer", 0)
    decline(game)
    decline(game)
    decline(game)
    game.throw(*FIFTEEN)
    assert walks(game) == {(0, 15)}


def test_D27_each_captured_piece_needs_a_triple_of_its_own():
    game = sit(BOOK, throw=THREE, fields={"started": [0]})
    go(game, 0, 3)
    game.throw(*EIGHT)
    assert walks(game) == {(3, 11)}


def test_D28_nobody_is_captured_on_a_tower():
    game = sit(BOOK, [26, 0, 0, 0], [21, 0, 0, 0], throw=TWELVE)  # loop 30
    assert find(game, 26, 38).captures == ()
    go(game, 26, 38)
    assert (game.pieces[0], game.pieces[1]) == ([0, 0, 0, 38], [0, 0, 0, 21])


def test_D28_outside_the_towers_everybody_is_captured():
    """A lone enemy on every loop square in turn: the refuges are exactly the towers."""
    board = Game(BOOK).board
    refuges = []
    for step in range(9, 76):
        victim = next(k for k in range(8, 76) if board.field(1, k) == board.field(0, step))
        game = sit(BOOK, [step - 3, 84, 84, 84], [victim, 0, 0, 0], throw=THREE)
        if find(game, step - 3, step).captures == ():
            refuges.append(step)
        else:
            assert find(game, step - 3, step).captures == ((1, victim),)
    assert refuges == [12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72]


def test_D28_the_own_tower_is_a_refuge_going_out_and_coming_in():
    assert find(sit(BOOK, [5, 0, 0, 0], [59, 0, 0, 0], throw=THREE), 5, 8).captures == ()
    assert find(sit(BOOK, [73, 0, 0, 0], [59, 0, 0, 0], throw=THREE), 73, 76).captures == ()
    enemy = sit(BOOK, [8, 76, 0, 0], [56, 0, 0, 0], seat=1, throw=THREE)
    assert find(enemy, 56, 59).captures == ()


def test_D28a_there_are_twelve_towers():
    board = Game(BOOK).board
    assert sorted(board.safe) == [0, 4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64]
    assert [board.ring[field] for field in sorted(board.safe)] == [
        *[(9, 18), (10, 15), (15, 10), (18, 9), (15, 8), (10, 3)],
        *[(9, 0), (8, 3), (3, 8), (0, 9), (3, 10), (8, 15)],
    ]


@pytest.mark.parametrize("seat", range(4))
def test_D28a_towers_by_a_seats_own_step(seat):
    board = Game(BOOK).board
    towers = [step for step in range(8, 77) if board.field(seat, step) in board.safe]
    assert towers == [8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72, 76]


def test_D28a_twenty_five_is_the_end_tower_of_the_next_arm():
    board = Game(BOOK).board
    assert [board.field(seat, 25) for seat in range(4)] == [17, 34, 51, 0]


def test_D28a_towers_4_leaves_only_the_path_ends():
    assert sorted(Game(BOOK, towers=4).board.safe) == [0, 17, 34, 51]
    game = sit(BOOK, [26, 0, 0, 0], [21, 0, 0, 0], throw=TWELVE, towers=4)
    assert find(game, 26, 38).captures == ((1, 21),)
    game = sit(BOOK, [30, 0, 0, 0], [25, 0, 0, 0], throw=TWELVE, towers=4)  # loop 34, seat 2's tower
    assert find(game, 30, 42).captures == ()


def test_D28a_towers_4_a_pair_on_a_side_tower_is_a_barrier():
    game = sit(BOOK, [26, 50, 0, 0], [21, 21, 0, 0], throw=THIRTEEN, towers=4)
    assert walks(game) == {(50, 63)}
    assert verdict(game, 26, 13) == (False, "D32")
    assert walks(sit(BOOK, [26, 50, 0, 0], [21, 21, 0, 0], throw=THIRTEEN)) == {(26, 39), (50, 63)}


def test_D29_hostile_pieces_may_stand_together_on_a_tower():
    game = sit(BOOK, [26, 0, 0, 0], [21, 21, 21, 0], throw=TWELVE)
    go(game, 26, 38)
    assert (game.pieces[0], game.pieces[1]) == ([0, 0, 0, 38], [0, 21, 21, 21])
    game = sit(BOOK, [38, 38, 0, 0], [21, 21, 0, 0], [72, 0, 0, 0], [55, 55, 55, 0])
    assert game.pieces[3] == [0, 55, 55, 55]


def test_D29_elsewhere_hostile_pieces_never_stand_together():
    with pytest.raises(NotationError):
        sit(BOOK, [32, 0, 0, 0], [15, 0, 0, 0])
    with pytest.raises(NotationError):
        sit(BOOK, [32, 0, 0, 0], RESERVE, [66, 0, 0, 0], teams=False)


@pytest.mark.parametrize("faces", EVERY_NUMBER)
def test_D30_on_the_own_central_path_nobody_is_captured(faces):
    """Seat 1 comes from loop 60 past the mouth of seat 0's central path with every number."""
    game = sit(BOOK, [1, 4, 80, 83], [51, 84, 84, 84], seat=1, throw=faces)
    assert moves(game) == {
        Move("move", 1, 51, 51 + sum(faces), (sum(faces),), 1),
        Move("pass", uses=(sum(faces),)),
    }
    go(game, 51, 51 + sum(faces))
    assert game.pieces[0] == [1, 4, 80, 83]


def test_D30_pieces_on_the_central_path_do_not_hinder_each_other():
    assert walks(sit(BOOK, [2, 3, 3, 81], throw=EIGHT)) == {(2, 10), (3, 11)}
    assert walks(sit(BOOK, [75, 80, 80, 83], throw=SEVEN)) == {(75, 82)}


def test_D31_two_pieces_of_a_player_form_a_barrier():
    game = sit(BOOK, [20, 40, 0, 0], [15, 15, 0, 0], throw=THIRTEEN)
    assert walks(game) == {(40, 53)}
    assert verdict(game, 20, 13) == (False, "D32")


def test_D31_three_pieces_form_a_barrier_too():
    assert walks(sit(BOOK, [20, 40, 0, 0], [15, 15, 15, 0], throw=THIRTEEN)) == {(40, 53)}


def test_D31_two_pieces_of_a_team_form_a_barrier():
    game = sit(BOOK, [20, 40, 0, 0], [15, 0, 0, 0], RESERVE, [49, 0, 0, 0], throw=THIRTEEN)
    assert walks(game) == {(40, 53)}
    assert verdict(game, 20, 13) == (False, "D32")


def test_D31_on_a_refuge_there_is_no_barrier():
    assert walks(sit(BOOK, [26, 0, 0, 0], [21, 21, 0, 0], throw=THIRTEEN)) == {(26, 39)}


def test_D31_one_piece_is_no_barrier():
    assert walks(sit(BOOK, [20, 0, 0, 0], [15, 0, 0, 0], throw=THIRTEEN)) == {(20, 33)}


def test_D32_no_enemy_may_jump_a_barrier_not_even_a_group():
    game = sit(BOOK, [20, 20, 20, 40], [15, 15, 0, 0], throw=THIRTEEN)
    assert walks(game) == {(40, 53)}
    assert verdict(game, 20, 13) == (False, "D32")


def test_D32_a_barrier_stops_both_enemies_of_the_team():
    game = sit(BOOK, RESERVE, [15, 15, 0, 0], [54, 10, 0, 0], seat=2, throw=THIRTEEN)
    assert walks(game) == {(10, 23)}


def test_D32_own_and_partners_pieces_may_jump_it():
    assert (20, 33) in walks(sit(BOOK, [20, 32, 32, 0], throw=THIRTEEN))
    assert (20, 33) in walks(sit(BOOK, [20, 0, 0, 0], RESERVE, [66, 66, 0, 0], throw=THIRTEEN))
    assert (20, 33) in walks(sit(BOOK, [20, 32, 0, 0], RESERVE, [66, 0, 0, 0], throw=THIRTEEN))


def test_D32_without_teams_the_player_opposite_is_an_enemy():
    game = sit(BOOK, [20, 40, 0, 0], RESERVE, [66, 66, 0, 0], throw=THIRTEEN, teams=False)
    assert walks(game) == {(40, 53)}


def test_D33_a_lone_piece_may_neither_hit_nor_jump_a_barrier():
    for faces, clause in [(FOUR, "D33"), (FIVE, "D32")]:
        game = sit(BOOK, [14, 40, 0, 0], [69, 69, 0, 0], throw=faces)  # the pair stands on loop 10
        assert walks(game) == {(40, 40 + sum(faces))}
        assert verdict(game, 14, sum(faces)) == (False, clause)
        with pytest.raises(IllegalMove, match=clause):
            game.push(Move("move", 0, 14, 14 + sum(faces), (sum(faces),), 1))


def test_D33_a_barrier_falls_to_as_many_pieces_as_form_it():
    game = sit(BOOK, [14, 14, 0, 0], [69, 69, 0, 0], throw=FOUR)
    assert moves(game) == {
        Move("move", 0, 14, 18, (4,), 2, captures=((1, 69), (1, 69))),
        Move("pass", uses=(4,)),
    }
    assert verdict(game, 14, 4) == (True, "D33")
    go(game, 14, 18)
    assert (game.pieces[0], game.pieces[1]) == ([0, 0, 18, 18], RESERVE)


def test_D33_more_pieces_than_form_it_destroy_it_too():
    game = sit(BOOK, [14, 14, 14, 0], [69, 69, 0, 0], throw=FOUR)
    assert parts(game, 14, 18) == {(2, 0), (3, 0)}


def test_D33_fewer_pieces_than_form_it_may_not_land():
    game = sit(BOOK, [14, 14, 40, 0], [69, 69, 69, 0], throw=FOUR)
    assert walks(game) == {(40, 44)}
    assert verdict(game, 14, 4) == (False, "D33")


def test_D33_partners_pieces_that_go_along_count():
    game = sit(BOOK, [14, 0, 0, 0], [69, 69, 0, 0], [48, 0, 0, 0], throw=FOUR)
    assert parts(game, 14, 18) == {(1, 1)}
    go(game, 14, 18)
    assert game.pieces == [[0, 0, 0, 18], RESERVE, [0, 0, 0, 52], RESERVE]


def test_D33_a_mixed_barrier_counts_all_its_pieces():
    game = sit(BOOK, [14, 40, 0, 0], [69, 0, 0, 0], RESERVE, [35, 0, 0, 0], throw=FOUR)
    assert walks(game) == {(40, 44)}
    assert verdict(game, 14, 4) == (False, "D33")
    game = sit(BOOK, [14, 14, 0, 0], [69, 0, 0, 0], RESERVE, [35, 0, 0, 0], throw=FOUR)
    assert find(game, 14, 18) == Move("move", 0, 14, 18, (4,), 2, captures=((1, 69), (3, 35)))
    go(game, 14, 18)
    assert (game.pieces[1], game.pieces[3]) == (RESERVE, RESERVE)


def test_D33_with_capture_rethrows_a_destroyed_barrier_gives_one_throw():
    game = sit(BOOK, [6, 6, 0, 0], [69, 69, 0, 0], throw=TWELVE, capture_rethrows=True)
    go(game, 6, 18, count=2)
    assert stands(game) == ("offer", 0)
    game.throw(*EIGHT)
    decline(game)
    assert stands(game) == ("offer", 3)


# --- renouncing -----------------------------------------------------------------


def test_D34_every_turn_begins_with_an_offer():
    game = Game(BOOK)
    assert stands(game) == ("offer", 0)
    assert list(game.legal_moves) == [Move("stop")]
    assert why_pass(game).clause == "D34"
    decline(game)
    assert stands(game) == ("offer", 3)


def test_D34_a_position_of_a_fresh_turn_begins_with_an_offer_too():
    assert stands(sit(BOOK, [20, 0, 0, 0])) == ("offer", 0)
    lent = sit(BOOK, HOME, RESERVE, [20, 0, 0, 0], RESERVE, chausar_partner=True)
    assert (lent.node, lent.seat, lent.colour) == ("offer", 0, 2)


def test_D34_after_throwing_the_throw_may_be_left_unused():
    game = sit(BOOK, [20, 0, 0, 0], throw=THIRTEEN)
    assert Move("pass", uses=(13,)) in game.legal_moves
    assert why_pass(game).clause == "D34"
    decline(game)
    assert game.pieces[0] == [0, 0, 0, 20]
    assert stands(game) == ("offer", 3)


@pytest.mark.parametrize("faces", [SEVEN, FIFTEEN])
def test_D34_a_pass_on_a_double_keeps_the_offer_and_stop_ends_the_turn(faces):
    game = sit(BOOK, [20, 0, 0, 0], throw=faces)
    decline(game)
    assert stands(game) == ("offer", 0)
    decline(game)
    assert stands(game) == ("offer", 3)


def test_D34_nobody_is_forced_to_break_a_group():
    game = sit(BOOK, [20, 20, 84, 84], throw=THIRTEEN)
    assert can_decline(game)
    assert (2, 0) in parts(game, 20, 33)


def test_D34_passing_is_offered_only_beside_real_moves():
    game = sit(BOOK, [80, 84, 84, 84], throw=TWELVE)
    assert stands(game) == ("offer", 3)
    assert "lost" in [line.what for line in game.log]


# --- the end --------------------------------------------------------------------


def test_D35_two_players_the_first_with_all_pieces_back_wins():
    game = sit(BOOK, [72, 84, 84, 84], None, [40, 84, 84, 84], players=2, throw=TWELVE)
    go(game, 72, 84)
    assert stands(game) == ("over", -1)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (2,))


def test_D35_three_players_the_first_with_all_pieces_back_wins():
    game = sit(BOOK, RESERVE, [72, 84, 84, 84], RESERVE, players=3, seat=1, throw=TWELVE)
    go(game, 72, 84)
    assert game.outcome.winner == (1,)
    assert game.outcome.places[0] == (1,)


def test_D35_three_arrived_pieces_do_not_win():
    game = sit(BOOK, [20, 72, 84, 84], None, RESERVE, players=2, throw=TWELVE)
    go(game, 72, 84)
    assert game.outcome is None


def test_D35_four_singles_the_first_wins_alone():
    game = sit(BOOK, [72, 84, 84, 84], throw=TWELVE, teams=False)
    go(game, 72, 84)
    assert game.outcome.winner == (0,)


def test_D36_both_partners_must_have_brought_in_all_pieces():
    game = sit(BOOK, [72, 84, 84, 84], RESERVE, [72, 84, 84, 84], throw=TWELVE)
    go(game, 72, 84)
    assert game.outcome is None
    assert stands(game) == ("offer", 3)
    assert game.position()["places"] == [0]
    decline(game)
    game.throw(*TWELVE)
    go(game, 72, 84)
    assert game.outcome.winner == (0, 2)


def test_D36_a_finished_players_turn_is_skipped():
    game = sit(BOOK, HOME, RESERVE, [20, 0, 0, 0], RESERVE, seat=1, fields={"node": "offer"})
    seats = []
    for _ in range(4):
        seats.append(game.seat)
        decline(game)
    assert seats == [1, 3, 2, 1]


@pytest.mark.parametrize("faces", [DOUBLE_TWELVE, (5, 5, 5)])
def test_D36_who_finishes_with_a_double_has_finished_his_turn(faces):
    game = sit(BOOK, [84 - sum(faces), 84, 84, 84], RESERVE, [20, 0, 0, 0], throw=faces)
    go(game, 84 - sum(faces), 84)
    assert stands(game) == ("offer", 3)


def test_D36_with_chausar_partner_a_finishing_double_keeps_the_offer_for_the_partner():
    game = sit(BOOK, [72, 84, 84, 84], RESERVE, [20, 0, 0, 0], throw=DOUBLE_TWELVE, chausar_partner=True)
    go(game, 72, 84)
    assert stands(game) == ("offer", 0)
    assert game.colour == 2
    game.throw(*EIGHT)
    assert (game.node, game.seat, game.colour) == ("move", 2, 2)
    go(game, 20, 28, colour=2)
    assert stands(game) == ("offer", 3)


def test_D36_with_chausar_partner_a_plain_finishing_throw_ends_the_turn():
    game = sit(BOOK, [72, 84, 84, 84], RESERVE, [20, 0, 0, 0], throw=TWELVE, chausar_partner=True)
    go(game, 72, 84)
    assert stands(game) == ("offer", 3)


def lend(pieces: list[int]) -> Game:
    """Seat 1 gives up its turn, and the finished seat 0 is to throw for seat 2."""
    game = sit(BOOK, HOME, RESERVE, pieces, RESERVE, seat=1, fields={"node": "offer"}, chausar_partner=True)
    decline(game)
    return game


def test_D37_a_finished_player_goes_on_throwing_for_his_partner():
    game = lend([20, 0, 0, 0])
    assert (game.node, game.seat, game.colour) == ("offer", 0, 2)
    game.throw(*THIRTEEN)
    assert (game.node, game.seat, game.colour) == ("move", 2, 2)
    assert walks(game) == {(20, 33)}
    go(game, 20, 33, colour=2)
    assert game.pieces[2] == [0, 0, 0, 33]
    assert stands(game) == ("offer", 3)  # the turn was seat 0's


def test_D37_the_thrower_may_decline():
    game = lend([20, 0, 0, 0])
    decline(game)
    assert stands(game) == ("offer", 3)


def test_D37_after_a_double_the_offer_is_the_throwers_again():
    game = sit(BOOK, HOME, RESERVE, [20, 0, 0, 0], RESERVE, throw=SEVEN, chausar_partner=True)
    assert game.seat == 2
    decline(game)  # the partner does not want the 7
    assert (game.node, game.seat, game.colour) == ("offer", 0, 2)
    game.throw(*EIGHT)
    go(game, 20, 28)
    assert stands(game) == ("offer", 3)


def test_D37_a_triple_may_start_a_piece_of_the_partner():
    game = sit(BOOK, HOME, RESERVE, [20, 0, 0, 0], RESERVE, throw=SIX, chausar_partner=True)
    assert walks(game, colour=2) == {(0, 6), (20, 26)}
    go(game, 0, 6)
    assert game.pieces[2] == [0, 0, 6, 20]


def test_D37_the_free_first_start_does_not_revive():
    lent = {"fields": {"started": [0, 2]}, "chausar_partner": True}
    assert stands(sit(BOOK, HOME, RESERVE, RESERVE, RESERVE, throw=THIRTEEN, **lent)) == ("offer", 3)
    assert walks(sit(BOOK, HOME, RESERVE, RESERVE, RESERVE, throw=FIFTEEN, **lent)) == {(0, 15)}


def test_D37_a_partner_who_never_started_keeps_his_free_first_start():
    game = sit(BOOK, HOME, RESERVE, RESERVE, RESERVE, throw=THIRTEEN, chausar_partner=True)
    assert find(game, 0, 13).colour == 2
    go(game, 0, 13)
    assert game.position()["started"] == [0, 2]


def test_D37_a_lent_throw_can_win_the_game():
    game = sit(BOOK, HOME, RESERVE, [72, 84, 84, 84], RESERVE, throw=DOUBLE_TWELVE, chausar_partner=True)
    go(game, 72, 84, colour=2)
    assert game.outcome.winner == (0, 2)


def test_D37_off_a_finished_player_has_no_turn():
    with pytest.raises(NotationError):
        sit(BOOK, HOME, RESERVE, [20, 0, 0, 0], RESERVE)


def test_D37_without_teams_nobody_lends_a_throw():
    game = sit(BOOK, [72, 84, 84, 84], throw=DOUBLE_TWELVE, teams=False, chausar_partner=True)
    go(game, 72, 84)
    assert game.outcome.winner == (0,)


# --- why ------------------------------------------------------------------------


def test_why_says_that_the_piece_of_an_enemy_is_not_his_to_move():
    game = sit(BOOK, [20, 0, 0, 0], [30, 0, 0, 0], throw=THIRTEEN)
    assert not game.why(1, 30, (13,)).legal


def test_why_says_that_no_piece_stands_there():
    game = sit(BOOK, [20, 0, 0, 0], throw=THIRTEEN)
    assert game.why(0, 21, (13,)).text == "No piece of this colour stands there."


def test_why_knows_nothing_before_the_throw():
    answer = sit(BOOK, [20, 0, 0, 0]).why(0, 20, (13,))
    assert (answer.legal, answer.text) == (False, "Nothing can be moved before the throw.")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The CHAR-KONI is reached only by the exact number."),
        ("de", "Das CHAR-KONI wird nur mit der genauen Zahl erreicht."),
        ("fr", "Le CHAR-KONI ne s’atteint qu’avec le nombre exact."),
    ],
)
def test_why_speaks_three_languages(lang, text):
    game = sit(BOOK, [80, 20, 0, 0], throw=THIRTEEN)
    assert game.why(0, 80, (13,), lang=lang).text == text


@pytest.mark.parametrize(
    ("pieces", "enemies", "faces", "start", "clause"),
    [
        ([80, 20, 0, 0], RESERVE, THIRTEEN, 80, "D9"),
        ([20, 0, 0, 0], RESERVE, THIRTEEN, 0, "D14"),
        ([20, 40, 0, 0], [15, 15, 0, 0], THIRTEEN, 20, "D32"),
        ([14, 40, 0, 0], [69, 69, 0, 0], FOUR, 14, "D33"),
    ],
)
def test_an_illegal_move_is_refused_with_its_clause(pieces, enemies, faces, start, clause):
    game = sit(BOOK, pieces, enemies, throw=faces)
    kind = "move" if start else "enter"
    with pytest.raises(IllegalMove, match=clause):
        game.push(Move(kind, 0, start, start + sum(faces), (sum(faces),), 1))


def test_a_part_of_a_group_that_is_too_small_is_refused():
    game = sit(BOOK, [14, 14, 0, 0], [69, 69, 0, 0], throw=FOUR)
    with pytest.raises(IllegalMove):
        game.push(Move("move", 0, 14, 18, (4,), 1, captures=((1, 69), (1, 69))))


# --- options and positions ----------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"teams": "on"},
        {"teams": 1},
        {"free_first_start": "never"},
        {"start_step": "two"},
        {"triple_rethrows": "off"},
        {"capture_rethrows": 1},
        {"chausar_partner": None},
        {"last_steps": "exact"},
        {"towers": 8},
        {"towers": "12"},
        {"pieces": 0},
        {"pieces": 5},
        {"players": 5},
        {"players": 1},
        {"first": 4},
        {"first": 1, "players": 2},
        {"first": 3, "players": 3},
        {"first": "youngest"},
    ],
)
def test_options_that_are_not_offered_are_refused_with_a_sentence_that_names_them(options):
    name, value = next(iter(options.items()))
    with pytest.raises(RuleError) as refusal:
        Game(BOOK, **options)
    assert name in str(refusal.value)
    if not isinstance(value, bool) and value is not None:
        assert str(value) in str(refusal.value)


@pytest.mark.parametrize("name", ["extra_needs_move", "dice", "barriers", "tower"])  # the first: A and C only
def test_an_unknown_option_is_refused_with_a_sentence_that_names_it(name):
    with pytest.raises(RuleError, match=f"'{name}'"):
        Game(BOOK, **{name: True})


@pytest.mark.parametrize(
    "options",
    [
        {"teams": True},
        {"teams": False},
        {"free_first_start": "once"},
        {"free_first_start": "whenever_empty"},
        {"start_step": "total"},
        {"start_step": "one"},
        {"triple_rethrows": True},
        {"triple_rethrows": False},
        {"capture_rethrows": False},
        {"capture_rethrows": True},
        {"chausar_partner": False},
        {"chausar_partner": True},
        {"last_steps": "triple"},
        {"last_steps": "die"},
        {"last_steps": "closed"},
        {"towers": 12},
        {"towers": 4},
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_value_of_every_option_can_be_played(players, options):
    game = Game(BOOK, players=players, seed=5, **options)
    for _ in range(40):
        game.throw()
        if game.node == "move":
            game.push(game.legal_moves[0])
    assert Game.from_position(game.position()).position() == game.position()


def test_a_position_names_only_the_options_that_differ_from_the_book():
    assert Game(BOOK, towers=12, teams=True).position()["options"] == {}
    assert Game(BOOK, towers=4, last_steps="die").position()["options"] == {"towers": 4, "last_steps": "die"}


def test_an_option_without_effect_is_accepted_and_said_to_do_nothing():
    table = set_up(BOOK, 4, options={"teams": False, "chausar_partner": True})
    assert any("chausar_partner does nothing" in line for line in table.book.idle(table.options))


def test_positions_go_on_as_they_were_left():
    games = [
        lend([20, 0, 0, 0]),
        sit(BOOK, HOME, RESERVE, [20, 0, 0, 0], RESERVE, throw=SEVEN, chausar_partner=True),
        sit(BOOK, [20, 20, 0, 0], RESERVE, [54, 0, 0, 0], throw=THIRTEEN),
        sit(BOOK, [80, 84, 84, 84], throw=SEVEN),
        sit(BOOK, [82, 84, 84, 84], throw=(2, 5, 6), last_steps="die"),
    ]
    for game in games:
        again = Game.from_position(game.position())
        assert again.position() == game.position()
        assert moves(again) == moves(game)
        assert (again.seat, again.colour, again.node) == (game.seat, game.colour, game.node)


def test_started_left_out_means_that_a_seat_with_a_piece_out_has_used_its_free_start():
    assert sit(BOOK, [84, 0, 0, 0], [3, 0, 0, 0]).position()["started"] == [0, 1]


def test_one_piece_a_colour_is_a_short_game():
    game = sit(BOOK, [72], None, [0], players=2, pieces=1, throw=TWELVE)
    go(game, 72, 84)
    assert game.outcome.winner == (0,)
