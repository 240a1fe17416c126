"""Book A: both dice for one piece at once, blockades of two colours, and what two players play as printed.

Seat 0's step k is the field of seat 1's step k-10 (or k+30), of seat 2's k-20 (or k+20) and of seat 3's k-30 (or k+10).
"""

from __future__ import annotations

import pickle
from functools import partial

import pytest

from pachisi import Game, Move
from pachisi.notation import read_position
from pachisi.record import check_sum, parse_record, write_record
from pachisi.sheet import house_rules
from pachisi.table import set_up
from tests.positions import find, go, sit, walks

BOOK = "pachisi-modern"
either = partial(sit, BOOK, dice=2, combined="either")
duo = partial(sit, BOOK, players=2, two_colours=True, barriers=True)
NONE = [0, 0, 0, 0]


def totals(game: Game) -> set[tuple[int, int]]:
    return {(m.start, m.target) for m in game.legal_moves if len(m.uses) == 2}


def hits(move: Move) -> list[int]:
    return sorted(seat for seat, _ in move.captures)


# --- combined ---------------------------------------------------------------------------------


def test_A2_either_one_piece_may_take_both_dice_at_once():
    game = either([3, 5, 7, 44], throw=(2, 4))
    assert totals(game) == {(3, 9), (5, 11), (7, 13)}
    assert walks(game) - totals(game) == {(3, 7), (5, 9), (7, 11), (3, 5), (5, 7), (7, 9)} - {(3, 7), (5, 7), (3, 5)}
    go(game, 3, 9, uses=(2, 4))
    assert (game.node, game.seat) == ("throw", 1)


def test_A2_stepwise_nobody_takes_both_at_once():
    game = sit(BOOK, [3, 5, 7, 44], throw=(2, 4), dice=2)
    assert totals(game) == set()
    assert not game.why(0, 3, (2, 4)).legal


def test_A2_either_the_field_between_does_not_count():
    game = either([10, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0], throw=(2, 5), capture_duty="off")
    go(game, 10, 17, uses=(2, 5))  # seat 1's piece stood on 12
    assert game.pieces[1] == [0, 0, 0, 2]


def test_A2_either_neither_die_alone_but_both_together_must_be_played():
    game = either([40, 42, 43, 44], throw=(3, 4))
    assert game.node == "throw"  # neither 43, 44 nor 47
    game = sit(BOOK, [0, 0, 6, 12], [0, 0, 0, 1], throw=(2, 4), dice=2, combined="either", barriers=True)
    assert (6, 12) in totals(game)  # forms a blockade


def test_A2_either_a_total_of_six_does_not_enter():
    game = either([0, 0, 0, 9], throw=(2, 4))
    assert {m.kind for m in game.legal_moves} == {"move"}
    verdict = game.why(0, 0, (2, 4))
    assert (verdict.legal, verdict.clause) == (False, "A7")


def test_A19_either_a_capture_that_only_both_make_is_no_duty():
    game = either([0, 0, 0, 10], [0, 0, 0, 6], throw=(2, 4))  # seat 1's piece stands on 16
    assert hits(find(game, 10, 16)) == [1]
    assert all(not m.penalty for m in game.legal_moves)
    assert walks(game) == {(10, 16), (10, 12), (10, 14)}
    game = either([0, 0, 0, 10], [0, 0, 0, 6], throw=(2, 4), capture_duty="strict")
    assert walks(game) == {(10, 16), (10, 12), (10, 14)}


def test_A19_either_both_together_neglect_what_one_die_could_capture():
    pieces = [0, 0, 10, 20], [0, 0, 0, 2]  # on 12: the 2 captures
    game = either(*pieces, throw=(2, 5))
    assert find(game, 20, 27).penalty == ((0, 10),)
    assert find(game, 10, 17).penalty == ((0, 17),)  # A21: the moved piece could have captured itself
    assert find(game, 20, 25).penalty == ()
    game = either(*pieces, throw=(2, 5), capture_duty="strict")
    assert totals(game) == set()
    verdict = game.why(0, 20, (2, 5))
    assert (verdict.legal, verdict.clause) == (False, "A19")


def test_A19_either_a_capture_by_both_fulfils_the_duty():
    game = either([0, 0, 10, 20], [0, 0, 2, 17], throw=(2, 5), capture_duty="strict")  # on 12 and 27
    assert (20, 27) in totals(game)
    assert hits(find(game, 20, 27)) == [1]


def test_A7_either_the_start_field_is_cleared_with_both_as_with_one():
    game = either([0, 0, 1, 20], throw=(2, 4), must_clear_start=True)
    assert walks(game) == {(1, 3), (1, 5), (1, 7)}
    verdict = game.why(0, 20, (2, 4))
    assert (verdict.legal, verdict.clause) == (False, "A7")


def test_A24_either_both_together_bring_a_piece_in_exactly():
    game = either([40, 42, 43, 44], throw=(1, 3))
    assert walks(game) == {(40, 41)}
    game = either([38, 42, 43, 44], throw=(1, 2))
    assert (38, 41) in totals(game)
    go(game, 38, 41, uses=(1, 2))
    assert game.node == "over"


def test_A34_either_both_colours_may_take_both_at_once():
    game = either([3, 0, 0, 0], NONE, [7, 0, 0, 0], NONE, throw=(2, 4), players=2, two_colours=True)
    assert {(m.colour, m.start, m.target) for m in game.legal_moves if len(m.uses) == 2} == {(0, 3, 9), (2, 7, 13)}


def test_A2_either_with_one_die_does_nothing():
    assert set_up(BOOK, options={"combined": "either"}).book.idle({"combined": "either"})
    assert walks(sit(BOOK, [3, 0, 0, 0], throw=(4,), combined="either")) == {(3, 7)}


# --- blockades of two colours -------------------------------------------------------------------

MIXED = [0, 0, 5, 30], [0, 0, 2, 18], [0, 0, 0, 10], NONE  # seat 0's 30, colour 2's 10 and seat 1's 20 are one field


def test_A38_on_two_colours_of_one_player_form_a_blockade():
    for number in (2, 3):
        verdict = duo(*MIXED, seat=1, throw=(number,)).why(1, 18, (number,))
        assert (verdict.legal, verdict.clause) == (False, "A37")


def test_A38_off_a_mixed_couple_is_two_single_pieces():
    game = duo(*MIXED, seat=1, throw=(3,), blockade_two_colours=False)
    assert (18, 21) in walks(game, 1)  # it is passed
    game = duo(*MIXED, seat=1, throw=(2,), blockade_two_colours=False)
    assert hits(find(game, 18, 20)) == [0, 2]  # and both are captured
    go(game, 18, 20)
    assert (game.pieces[0], game.pieces[2]) == ([0, 0, 0, 5], NONE)


def test_A38_off_a_third_never_joins_and_one_colour_still_blocks():
    game = duo([0, 0, 26, 30], NONE, [0, 0, 0, 10], NONE, throw=(4,), blockade_two_colours=False)
    verdict = game.why(0, 26, (4,))
    assert (verdict.legal, verdict.clause) == (False, "A16a")
    game = duo([0, 0, 30, 30], [0, 0, 2, 18], NONE, NONE, seat=1, throw=(3,), blockade_two_colours=False)
    assert (game.why(1, 18, (3,)).legal, game.why(1, 18, (3,)).clause) == (False, "A37")


# --- two players ----------------------------------------------------------------------------------


def test_A33_two_players_have_two_colours_each_unless_switched_off():
    game = Game(BOOK, players=2)
    assert [row for row in game.pieces if row is None] == []
    assert game.seats.two_each
    single = Game(BOOK, players=2, two_colours=False)
    assert [seat for seat, row in enumerate(single.pieces) if row] == [0, 2]
    assert not Game(BOOK, players=3).seats.two_each


@pytest.mark.parametrize("on", [True, False])
def test_A33_positions_and_records_of_two_always_name_it(on):
    game = Game(BOOK, players=2, two_colours=on, seed=3)
    assert game.position()["options"] == {"two_colours": on}
    line = game.notation()
    assert line.startswith(f"{BOOK} 2 two_colours" + ("" if on else "=off"))
    assert read_position(line).pieces == game.pieces
    text = write_record(game)
    assert f"options two_colours{'' if on else '=off'}\n" in text
    assert parse_record(text).game.table.chosen() == game.table.chosen()
    assert pickle.loads(pickle.dumps(game.table)) is game.table


def test_A33_what_does_not_name_it_was_written_before_and_means_off():
    line = f"{BOOK} 2 | 0,0,0,1 - 0,0,0,1 - | 0"
    assert not read_position(line).seats.two_each
    text = write_record(Game(BOOK, players=2, two_colours=False, seed=3)).replace("options two_colours=off\n", "")
    body = text.rpartition("check ")[0]
    assert not parse_record(f"{body}check {check_sum(body)}\n").game.seats.two_each


def test_A33_a_sheet_names_only_a_departure_from_the_paper():
    assert house_rules(set_up(BOOK, 2, first="book")) == []
    assert house_rules(set_up(BOOK, 2, first="book", options={"two_colours": False})) == [("Two colours each", "off")]
