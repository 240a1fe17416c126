"""The fifth book, Ludo, by its clauses L1 to L20 and every value of its options.

Seat 0 stands on ring field step + 1; the same square is, for seat 1, 13 steps less (or 39 more).
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from pachisi import Game, IllegalMove, Move, NotationError, RuleError
from pachisi.game.why import why_pass
from pachisi.sheet import clauses, sheet
from pachisi.table import set_up
from tests.positions import can_decline, find, go, moves, sit, walks

BOOK = "ludo"
RESERVE = [0, 0, 0, 0]
OPTIONS = {
    "third_six": ("skip", "plays", "back"),
    "blocks": ("stop_others", "stop_all", "none"),
    "safe_fields": (0, 8),
    "capture_throws": (False, True),
    "home_throws": (False, True),
}


def verdict(game: Game, start: int, number: int, colour: int = 0) -> tuple[bool, str]:
    answer = game.why(colour=colour, start=start, uses=(number,))
    return answer.legal, answer.clause


def stands(game: Game) -> tuple[str, int]:
    return game.node, game.seat


# --- board --------------------------------------------------------------------


def test_the_ring_has_52_fields_on_a_grid_of_15():
    board = Game(BOOK).board
    assert (len(board.ring), len(set(board.ring)), board.size) == (52, 52, 15)
    assert [len(lane) for lane in board.lanes] == [5, 5, 5, 5]


def test_L9_the_lap_has_51_steps_and_home_is_step_57():
    board = Game(BOOK).board
    assert (board.first, board.lap, board.last) == (1, 51, 57)
    assert [board.field(0, step) for step in range(1, 52)] == [*range(2, 52), 0]
    assert [board.field(0, step) for step in range(52, 58)] == [None] * 6


def test_L9_the_start_is_the_second_field_after_the_own_arms_end_field():
    board = Game(BOOK).board
    assert board.mouths == (0, 13, 26, 39)
    assert board.starts == (2, 15, 28, 41)
    assert [board.field(seat, 51) for seat in range(4)] == [0, 13, 26, 39]
    for seat in range(4):
        walked = {board.field(seat, step) for step in range(1, 52)}
        assert set(range(52)) - walked == {13 * seat + 1}  # one field is never walked


def test_L9_pieces_run_clockwise_and_up_the_own_column():
    board = Game(BOOK).board
    assert [board.spot(seat, 1) for seat in range(4)] == [(6, 13), (1, 6), (8, 1), (13, 8)]
    assert [board.spot(0, step) for step in (51, 52, 56)] == [(7, 14), (7, 13), (7, 9)]
    assert [board.spot(1, step) for step in (51, 52, 56)] == [(0, 7), (1, 7), (5, 7)]
    assert [board.spot(2, step) for step in (51, 52, 56)] == [(7, 0), (7, 1), (7, 5)]
    assert [board.spot(3, step) for step in (51, 52, 56)] == [(14, 7), (13, 7), (9, 7)]


# --- setting up, the turn --------------------------------------------------------


@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_L1_all_pieces_begin_in_the_yard(pieces):
    assert Game(BOOK, pieces=pieces).pieces == [[0] * pieces] * 4


def test_L2_L19_the_first_with_all_pieces_home_wins():
    game = sit(BOOK, [55, 57, 57, 57], throw=(2,))
    go(game, 55, 57)
    assert stands(game) == ("over", -1)
    assert game.outcome.winner == (0,)
    assert game.outcome.places[0] == (0,)
    game = sit(BOOK, [40, 55, 57, 57], throw=(2,))
    go(game, 55, 57)
    assert game.outcome is None


def test_L19_one_piece_a_colour_is_a_short_game():
    game = sit(BOOK, [55], [0], [0], [0], pieces=1, throw=(2,))
    go(game, 55, 57)
    assert game.outcome.winner == (0,)


def test_L3_seat_0_opens_unless_the_highest_throw_decides():
    assert stands(Game(BOOK)) == ("throw", 0)
    game = Game(BOOK, first="high_roll")
    for face in (3, 6, 2, 1):
        game.throw(face)
    assert stands(game) == ("throw", 1)


def test_L4_a_player_moves_whichever_own_piece_he_likes():
    game = sit(BOOK, [3, 20, 40, 0], [10, 0, 0, 0], throw=(4,))
    assert walks(game) == {(3, 7), (20, 24), (40, 44)}
    assert verdict(game, 20, 4) == (True, "L4")
    assert verdict(game, 10, 4, colour=1) == (False, "L4")


def test_L4_turns_go_clockwise_as_the_pieces_run():
    game = Game(BOOK)
    seats = []
    for _ in range(5):
        seats.append(game.seat)
        game.throw(1)
    assert seats == [0, 1, 2, 3, 0]


def test_L5_who_can_move_must_move():
    game = sit(BOOK, [20, 0, 0, 0], throw=(4,))
    assert moves(game) == {Move("move", 0, 20, 24, (4,), 1)}
    assert not can_decline(game)
    assert (why_pass(game).legal, why_pass(game).clause) == (False, "L5")


def test_L5_there_is_no_duty_to_capture():
    game = sit(BOOK, [20, 40, 0, 0], [11, 0, 0, 0], throw=(4,))
    assert walks(game) == {(20, 24), (40, 44)}
    assert all(m.penalty == () for m in moves(game))


def test_L5_but_the_only_move_must_be_made_even_if_it_captures():
    game = sit(BOOK, [20, 0, 0, 0], [11, 0, 0, 0], throw=(4,))
    assert moves(game) == {Move("move", 0, 20, 24, (4,), 1, captures=((1, 11),))}


# --- entering -------------------------------------------------------------------


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_L6_only_a_six_brings_a_piece_out(face):
    game = sit(BOOK, [20, 0, 0, 0], throw=(face,))
    assert walks(game) == {(20, 20 + face)}
    assert verdict(game, 0, face) == (False, "L6")


def test_L6_a_six_brings_a_piece_onto_its_start_field():
    game = sit(BOOK, throw=(6,))
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1)}
    assert verdict(game, 0, 6) == (True, "L6")
    go(game, 0, 1)
    assert game.pieces[0] == [0, 0, 0, 1]
    assert stands(game) == ("throw", 0)


def test_L6_even_with_all_pieces_in_the_yard_there_is_one_throw():
    game = Game(BOOK)
    game.throw(3)
    assert stands(game) == ("throw", 1)


def test_L7_entering_is_optional():
    assert walks(sit(BOOK, [20, 0, 0, 0], throw=(6,))) == {(0, 1), (20, 26)}


def test_L8_an_entering_piece_captures_on_its_start_field():
    game = sit(BOOK, RESERVE, [40, 0, 0, 0], throw=(6,))
    assert find(game, 0, 1).captures == ((1, 40),)
    assert verdict(game, 0, 6) == (True, "L14")


def test_L8_an_entering_piece_may_join_an_own_one():
    game = sit(BOOK, [1, 0, 0, 0], throw=(6,))
    assert walks(game) == {(0, 1), (1, 7)}
    go(game, 0, 1)
    assert game.pieces[0] == [0, 0, 1, 1]


@pytest.mark.parametrize(("own", "enemy"), [([1, 1, 20, 0], RESERVE), ([20, 0, 0, 0], [40, 40, 0, 0])])
def test_L8_two_pieces_on_the_start_field_stop_entering(own, enemy):
    game = sit(BOOK, own, enemy, throw=(6,))
    assert (0, 1) not in walks(game)
    assert verdict(game, 0, 6) == (False, "L8")


def test_L8_without_blocks_an_own_piece_stops_entering():
    game = sit(BOOK, [1, 20, 0, 0], throw=(6,), blocks="none")
    assert walks(game) == {(1, 7), (20, 26)}
    assert verdict(game, 0, 6) == (False, "L8")


@pytest.mark.parametrize("enemies", [[40, 0, 0, 0], [40, 40, 0, 0]])
@pytest.mark.parametrize("blocks", ["stop_others", "stop_all"])
def test_L8_on_a_safe_start_field_a_piece_comes_in_beside_enemies(blocks, enemies):
    game = sit(BOOK, RESERVE, enemies, throw=(6,), safe_fields=8, blocks=blocks)
    assert find(game, 0, 1).captures == ()
    go(game, 0, 1)
    assert game.pieces[1] == sorted(enemies)


def test_L8_on_a_safe_start_field_two_own_pieces_still_stop_a_third():
    game = sit(BOOK, [1, 1, 0, 0], throw=(6,), safe_fields=8)
    assert walks(game) == {(1, 7)}
    assert verdict(game, 0, 6) == (False, "L8")


def test_L8_on_a_safe_start_field_without_blocks_one_own_piece_stops_another():
    game = sit(BOOK, [1, 0, 0, 0], [40, 0, 0, 0], throw=(6,), safe_fields=8, blocks="none")
    assert walks(game) == {(1, 7)}


# --- moving ---------------------------------------------------------------------


@pytest.mark.parametrize("blocks", OPTIONS["blocks"])
def test_L10_single_pieces_may_be_jumped(blocks):
    game = sit(BOOK, [20, 22, 0, 0], [10, 0, 0, 0], throw=(5,), blocks=blocks)  # seat 1 on step 23
    assert (20, 25) in walks(game)
    go(game, 20, 25)
    assert game.pieces[1] == [0, 0, 0, 10]


@pytest.mark.parametrize("step", [24, 53])
def test_L11_two_own_pieces_may_share_a_field_but_never_three(step):
    game = sit(BOOK, [step - 4, step, 0, 0], throw=(4,))
    assert (step - 4, step) in walks(game)
    game = sit(BOOK, [step - 4, step, step, 10], throw=(4,))
    assert (step - 4, step) not in walks(game)
    assert verdict(game, step - 4, 4) == (False, "L11")


@pytest.mark.parametrize("step", [24, 53])
def test_L11_without_blocks_own_pieces_never_share_a_field(step):
    game = sit(BOOK, [step - 4, step, 10, 0], throw=(4,), blocks="none")
    assert (step - 4, step) not in walks(game)
    assert verdict(game, step - 4, 4) == (False, "L11")
    with pytest.raises(NotationError):
        sit(BOOK, [step, step, 0, 0], blocks="none")


def test_L11_at_home_there_is_room_for_all():
    game = sit(BOOK, [55, 57, 57, 20], throw=(2,), blocks="none")
    assert (55, 57) in walks(game)


# --- sixes ----------------------------------------------------------------------


def test_L12_a_six_throws_again_and_other_numbers_do_not():
    game = sit(BOOK, [20, 0, 0, 0], throw=(6,))
    go(game, 20, 26)
    assert stands(game) == ("throw", 0)
    game.throw(5)
    go(game, 26, 31)
    assert stands(game) == ("throw", 1)


def test_L12_an_unplayable_six_throws_again():
    assert stands(sit(BOOK, [55, 57, 57, 57], throw=(6,))) == ("throw", 0)


@pytest.mark.parametrize("third_six", ["skip", "back"])
def test_L13_the_third_six_is_not_moved_and_ends_the_turn(third_six):
    game = sit(BOOK, [20, 40, 57, 0], throw=(6,), third_six=third_six)
    go(game, 20, 26)
    game.throw(6)
    go(game, 26, 32)
    assert game.position()["doubles"] == 2
    game.throw(6)
    assert stands(game) == ("throw", 1)
    assert game.pieces[0] == ([0, 32, 40, 57] if third_six == "skip" else [0, 0, 32, 57])
    assert "streak" in [line.what for line in game.log]


def test_L13_plays_lets_sixes_run_on():
    game = sit(BOOK, [1, 0, 0, 0], third_six="plays")
    for step in range(1, 43, 6):
        game.throw(6)
        go(game, step, step + 6)
        assert stands(game) == ("throw", 0)
    assert game.pieces[0] == [0, 0, 0, 43]


def test_L13_back_reaches_into_the_home_column_but_not_home():
    game = sit(BOOK, [20, 53, 57, 0], throw=(6,), fields={"doubles": 2}, third_six="back")
    assert game.pieces[0] == [0, 0, 20, 57]


def test_L13_back_with_nothing_out_sends_nothing_back():
    game = sit(BOOK, [57, 57, 0, 0], throw=(6,), fields={"doubles": 2}, third_six="back")
    assert game.pieces[0] == [0, 0, 57, 57]
    assert stands(game) == ("throw", 1)


def test_L13_a_third_six_does_not_win():
    game = sit(BOOK, [51, 57, 57, 57], throw=(6,), fields={"doubles": 2})
    assert stands(game) == ("throw", 1)
    assert game.outcome is None


def test_L13_an_unplayable_six_counts_too():
    game = sit(BOOK, [55, 57, 57, 57], throw=(6,))
    game.throw(6)
    game.throw(6)
    assert stands(game) == ("throw", 1)


def test_L13_every_turn_counts_anew():
    game = sit(BOOK, [20, 0, 0, 0], None, [0, 0, 0, 0], None, players=2, throw=(6,), fields={"doubles": 1})
    go(game, 20, 26)
    game.throw(1)
    go(game, 26, 27)
    game.throw(1)  # seat 2 has no use for it
    assert stands(game) == ("throw", 0)
    game.throw(6)
    assert stands(game) == ("move", 0)


def test_L13_sixes_with_another_throw_between_them_are_not_in_a_row():
    game = sit(BOOK, [20, 0, 0, 0], [16, 0, 0, 0], throw=(6,), capture_throws=True)  # seat 1 on step 29
    go(game, 20, 26)
    game.throw(3)
    go(game, 26, 29)
    game.throw(6)
    go(game, 29, 35)
    game.throw(6)  # the second in a row
    assert stands(game) == ("move", 0)
    go(game, 35, 41)
    game.throw(6)  # the third
    assert stands(game) == ("throw", 1)


# --- capturing ------------------------------------------------------------------


def test_L14_exact_landing_captures():
    game = sit(BOOK, [20, 0, 0, 0], [11, 0, 0, 0], throw=(4,))
    assert verdict(game, 20, 4) == (True, "L14")
    assert go(game, 20, 24).captures == ((1, 11),)
    assert game.pieces[1] == RESERVE


def test_L14_passing_does_not_capture():
    game = sit(BOOK, [20, 0, 0, 0], [11, 0, 0, 0], throw=(5,))
    assert find(game, 20, 25).captures == ()


@pytest.mark.parametrize(("capture_throws", "follows"), [(False, ("throw", 1)), (True, ("throw", 0))])
def test_L14_capture_throws(capture_throws, follows):
    game = sit(BOOK, [20, 0, 0, 0], [11, 0, 0, 0], throw=(4,), capture_throws=capture_throws)
    go(game, 20, 24)
    assert stands(game) == follows


def test_L14_capture_throws_a_six_that_captures_gives_one_throw():
    game = sit(BOOK, [20, 0, 0, 0], [13, 0, 0, 0], throw=(6,), capture_throws=True)
    assert go(game, 20, 26).captures == ((1, 13),)
    assert stands(game) == ("throw", 0)
    game.throw(2)
    go(game, 26, 28)
    assert stands(game) == ("throw", 1)


def test_L14_capture_throws_a_plain_move_gives_none():
    game = sit(BOOK, [20, 0, 0, 0], [12, 0, 0, 0], throw=(4,), capture_throws=True)
    go(game, 20, 24)
    assert stands(game) == ("throw", 1)


@pytest.mark.parametrize(("safe_fields", "refuges"), [(0, []), (8, [9, 14, 22, 27, 35, 40, 48])])
def test_L15_where_a_lone_enemy_is_safe(safe_fields, refuges):
    board = Game(BOOK).board
    found = []
    for step in range(2, 52):
        if step == 13:  # the field that seat 1 never walks
            continue
        victim = next(k for k in range(1, 52) if board.field(1, k) == board.field(0, step))
        game = sit(BOOK, [step - 1, 0, 0, 0], [victim, 0, 0, 0], throw=(1,), safe_fields=safe_fields)
        if find(game, step - 1, step).captures == ():
            found.append(step)
    assert found == refuges


@pytest.mark.parametrize("seat", range(4))
def test_L15_eight_safe_fields_by_own_step(seat):
    assert Game(BOOK).board.safe == frozenset()
    board = Game(BOOK, safe_fields=8).board
    assert sorted(board.safe) == [2, 10, 15, 23, 28, 36, 41, 49]
    own = [step for step in range(1, 52) if board.field(seat, step) in board.safe]
    assert own == [1, 9, 14, 22, 27, 35, 40, 48]


def test_L15_several_colours_may_stand_together_on_a_safe_field():
    game = sit(BOOK, [18, 0, 0, 0], [9, 9, 0, 0], throw=(4,), safe_fields=8)  # step 22
    go(game, 18, 22)
    assert (game.pieces[0], game.pieces[1]) == ([0, 0, 0, 22], [0, 0, 9, 9])
    with pytest.raises(NotationError):
        sit(BOOK, [22, 0, 0, 0], [9, 0, 0, 0])


# --- blocks ---------------------------------------------------------------------


@pytest.mark.parametrize("blocks", ["stop_others", "stop_all"])
@pytest.mark.parametrize("face", [4, 5])
def test_L16_no_opponent_may_land_on_a_block_or_pass_it(blocks, face):
    game = sit(BOOK, [20, 40, 0, 0], [11, 11, 0, 0], throw=(face,), blocks=blocks)  # the pair on step 24
    assert walks(game) == {(40, 40 + face)}
    assert verdict(game, 20, face) == (False, "L16")
    with pytest.raises(IllegalMove, match="L16"):
        game.push(Move("move", 0, 20, 20 + face, (face,), 1))


@pytest.mark.parametrize("blocks", ["stop_others", "stop_all"])
def test_L16_a_piece_may_stop_right_before_a_block(blocks):
    assert (20, 23) in walks(sit(BOOK, [20, 40, 0, 0], [11, 11, 0, 0], throw=(3,), blocks=blocks))


def test_L16_its_owner_may_pass_it():
    assert walks(sit(BOOK, [20, 24, 24, 0], throw=(5,))) == {(20, 25), (24, 29)}


def test_L16_stop_all_stops_its_owner_too():
    game = sit(BOOK, [20, 24, 24, 0], throw=(5,), blocks="stop_all")
    assert walks(game) == {(24, 29)}
    assert verdict(game, 20, 5) == (False, "L16")


@pytest.mark.parametrize(("blocks", "passes"), [("stop_others", True), ("stop_all", False)])
def test_L16_a_pair_in_the_home_column(blocks, passes):
    game = sit(BOOK, [50, 53, 53, 20], throw=(4,), blocks=blocks)
    assert ((50, 54) in walks(game)) == passes


@pytest.mark.parametrize("blocks", ["stop_others", "stop_all"])
def test_L16_on_a_safe_field_two_pieces_are_no_block(blocks):
    game = sit(BOOK, [20, 0, 0, 0], [9, 9, 0, 0], throw=(5,), blocks=blocks, safe_fields=8)  # the pair on step 22
    assert walks(game) == {(20, 25)}
    game = sit(BOOK, [20, 40, 0, 0], [11, 11, 0, 0], throw=(5,), blocks=blocks, safe_fields=8)  # on step 24
    assert walks(game) == {(40, 45)}


def test_L16_without_blocks_nobody_forms_one():
    with pytest.raises(NotationError):
        sit(BOOK, [20, 0, 0, 0], [11, 11, 0, 0], blocks="none")


# --- home -----------------------------------------------------------------------


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_L17_nobody_is_captured_in_the_home_column(face):
    """Seat 1 comes past the end field of seat 0's arm with every number."""
    game = sit(BOOK, [52, 53, 54, 56], [37, 0, 0, 0], seat=1, throw=(face,), third_six="plays")
    assert find(game, 37, 37 + face).captures == ()
    go(game, 37, 37 + face)
    assert game.pieces[0] == [52, 53, 54, 56]


@pytest.mark.parametrize("start", [51, 52, 53, 54, 55, 56])
def test_L18_home_is_reached_only_by_the_exact_number(start):
    exact = 57 - start
    game = sit(BOOK, [start, 20, 57, 57], throw=(exact,))
    assert (start, 57) in walks(game)
    assert verdict(game, start, exact) == (True, "L18")
    if exact < 6:
        game = sit(BOOK, [start, 20, 57, 57], throw=(exact + 1,))
        assert walks(game) == {(20, 21 + exact)}
        assert verdict(game, start, exact + 1) == (False, "L18")


@pytest.mark.parametrize(("home_throws", "follows"), [(False, ("throw", 1)), (True, ("throw", 0))])
def test_L18_home_throws(home_throws, follows):
    game = sit(BOOK, [20, 54, 0, 0], throw=(3,), home_throws=home_throws)
    go(game, 54, 57)
    assert stands(game) == follows


def test_L18_home_throws_a_six_that_comes_home_gives_one_throw():
    game = sit(BOOK, [20, 51, 0, 0], throw=(6,), home_throws=True)
    go(game, 51, 57)
    game.throw(2)
    go(game, 20, 22)
    assert stands(game) == ("throw", 1)


def test_L18_home_throws_a_piece_in_the_column_gives_none():
    game = sit(BOOK, [20, 50, 0, 0], throw=(3,), home_throws=True)
    go(game, 50, 53)
    assert stands(game) == ("throw", 1)


def test_L18_a_piece_at_home_stays_there():
    assert verdict(sit(BOOK, [20, 57, 0, 0], throw=(3,)), 57, 3) == (False, "L18")


# --- the table ------------------------------------------------------------------


@pytest.mark.parametrize(("players", "order"), [(2, [0, 2, 0]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3, 0])])
def test_L20_seats_in_use(players, order):
    game = Game(BOOK, players=players)
    seats = []
    for _ in order:
        seats.append(game.seat)
        game.throw(1)
    assert seats == order
    assert [seat for seat, pieces in enumerate(game.pieces) if pieces is not None] == sorted(set(order))


def test_L20_everybody_plays_alone():
    game = sit(BOOK, [20, 0, 0, 0], RESERVE, [50, 0, 0, 0], throw=(4,))  # seat 2 on step 24
    assert find(game, 20, 24).captures == ((2, 50),)


# --- options and words ------------------------------------------------------------


@pytest.mark.parametrize("values", list(product(*OPTIONS.values())))
def test_every_combination_of_options_plays_and_has_its_words(values):
    chosen = dict(zip(OPTIONS, values, strict=True))
    game = Game(BOOK, seed=9, **chosen)
    for _ in range(60):
        if game.node == "move":
            game.push(game.legal_moves[-1])
        else:
            game.throw()
    assert Game.from_position(game.position()).position() == game.position()
    for lang in ("en", "de", "fr"):
        ids = Counter(clause for _, held in clauses(game.table, lang) for clause, _ in held)
        assert set(ids.values()) == {1}
        wanted = {f"L{n}" for n in range(1, 21)} - ({"L16"} if chosen["blocks"] == "none" else set())
        assert {clause for clause in ids if clause.startswith("L")} == wanted


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
@pytest.mark.parametrize("pieces", [1, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sheet_can_be_read(players, pieces, lang):
    text = sheet(set_up(BOOK, players, "high_roll", pieces), lang)
    assert "{" not in text
    for clause in (*(f"L{n}" for n in range(1, 21)), "G1", "G2", "G3", "G4", "G6", "G7", "G10"):
        assert text.count(f"\n{clause} ") == 1


def test_every_verdict_cites_a_clause_that_exists():
    table = set_up(BOOK)
    known = {clause for _, held in clauses(table) for clause, _ in held}
    assert set(table.book.verdicts.values()) <= known | {"N5b"}  # in teams


@pytest.mark.parametrize(
    "options",
    [
        {"third_six": "again"},
        {"blocks": True},
        {"safe_fields": 4},
        {"capture_throws": "on"},
        {"teams": True},
        {"barriers": True},
        {"pieces": 6},
    ],
)
def test_options_that_are_not_offered_are_refused(options):
    with pytest.raises(RuleError, match=next(iter(options))):
        Game(BOOK, **options)
