"""Book C, Mensch ärgere Dich nicht: capturing backwards (V4) and barriers (V5), alone and with the other house rules.

Field numbers by hand: step k of seat 0 is step k - 10 of seat 1, k - 20 of seat 2, k - 30 of seat 3 (or 40 more).
"""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, Move
from tests.positions import go, moves, ruling, sit, walks

mensch = partial(sit, "mensch")
Sent = tuple[tuple[int, int], ...]


def prices(game: Game) -> dict[tuple[int, int], Sent]:
    """(start, target) -> penalty."""
    return {(m.start, m.target): m.penalty for m in game.legal_moves if m.kind != "pass"}


# --- V4 capturing backwards -------------------------------------------------------


def test_V4_a_piece_may_go_back_to_capture_an_enemy_behind_it():
    game = mensch([0, 0, 0, 8], [0, 0, 0, 34], throw=(4,), backward_capture=True)  # seat 1 on 4
    assert moves(game) == {
        Move("move", 0, 8, 12, (4,), 1),
        Move("move", 0, 8, 4, (4,), 1, captures=((1, 34),)),
    }
    go(game, 8, 4)
    assert game.pieces[:2] == [[0, 0, 0, 4], [0, 0, 0, 0]]


def test_V4_off_means_no_way_back():
    assert walks(mensch([0, 0, 0, 8], [0, 0, 0, 34], throw=(4,))) == {(8, 12)}


def test_V4_why_cites_the_clause_of_the_way_back():
    game = mensch([40, 42, 43, 44], [0, 0, 0, 24], throw=(6,), backward_capture=True)  # seat 1 on 34
    assert walks(game) == {(40, 34)}
    assert ruling(game, 0, 40, 6) == (True, "V4")


def test_V4_without_a_capture_nobody_goes_back():  # R1
    assert walks(mensch([0, 0, 0, 8], throw=(4,), backward_capture=True)) == {(8, 12)}
    assert walks(mensch([0, 0, 4, 8], throw=(4,), backward_capture=True)) == {(8, 12)}


def test_V4a_never_back_onto_the_own_A_field():
    assert walks(mensch([0, 0, 0, 5], [0, 0, 0, 31], throw=(4,), backward_capture=True)) == {(5, 9)}
    assert walks(mensch([0, 0, 0, 6], [0, 0, 0, 32], throw=(4,), backward_capture=True)) == {(6, 10), (6, 2)}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_V4a_never_back_over_the_own_A_field(seat):
    rows = [[0, 0, 0, 0] for _ in range(4)]
    rows[seat][3] = 4
    rows[(seat + 1) % 4][3] = 30  # one field behind A
    game = mensch(*rows, seat=seat, throw=(4,), backward_capture=True)
    assert walks(game) == {(4, 8)}


def test_V4_never_back_out_of_the_goal():  # R2
    game = mensch([0, 0, 0, 42], [0, 0, 0, 30], throw=(2,), backward_capture=True)  # seat 1 on 40
    assert walks(game) == {(42, 44)}


def test_V4_and_V2_a_backward_capture_is_no_duty():  # R3
    game = mensch([0, 0, 8, 20], [0, 0, 0, 34], throw=(4,), backward_capture=True, capture_duty="penalty")
    assert prices(game) == {(8, 4): (), (8, 12): (), (20, 24): ()}
    game = mensch([0, 0, 8, 20], [0, 0, 0, 34], throw=(4,), backward_capture=True, capture_duty="strict")
    assert prices(game) == {(8, 4): (), (8, 12): (), (20, 24): ()}


def test_V4_and_V2_a_backward_capture_fulfils_the_duty_of_a_forward_one():
    rows = [0, 8, 15, 25], [0, 0, 9, 34]  # seat 1 on 19 and on 4
    game = mensch(*rows, throw=(4,), backward_capture=True, capture_duty="penalty")
    assert prices(game) == {(15, 19): (), (8, 4): (), (8, 12): ((0, 15),), (25, 29): ((0, 15),)}
    go(game, 25, 29)
    assert game.pieces[0] == [0, 0, 8, 29]
    game = mensch(*rows, throw=(4,), backward_capture=True, capture_duty="strict")
    assert prices(game) == {(15, 19): (), (8, 4): ()}


def test_V4_duty_includes_backward_makes_it_a_duty():
    options = {"backward_capture": True, "duty_includes_backward": True, "throw": (4,)}
    rows = [0, 0, 8, 20], [0, 0, 0, 34]
    assert prices(mensch(*rows, capture_duty="strict", **options)) == {(8, 4): ()}
    assert prices(mensch(*rows, capture_duty="penalty", **options))[20, 24] == ((0, 8),)
    assert prices(mensch(*rows, **options)) == {(8, 4): (), (8, 12): (), (20, 24): ()}  # no duty, nothing to include


@pytest.mark.parametrize(("steps", "throw", "only"), [([0, 0, 1, 8], 4, (1, 5)), ([0, 0, 0, 10], 6, (0, 1))])
def test_V4_must_beats_may(steps, throw, only):  # R4
    game = mensch(steps, [0, 0, 0, 34], throw=(throw,), backward_capture=True)  # seat 1 on 4
    assert walks(game) == {only}


@pytest.mark.parametrize("duty", ["penalty", "strict"])
def test_V4_and_V2_without_a_forward_capture_C13_bars_the_way_back(duty):
    game = mensch([0, 0, 1, 8], [0, 0, 0, 34], throw=(4,), backward_capture=True, capture_duty=duty)
    assert prices(game) == {(1, 5): ()}


def test_V4_and_V2_with_a_forward_capture_the_way_back_is_open_against_C13():
    rows = [0, 1, 8, 15], [0, 0, 9, 34]
    game = mensch(*rows, throw=(4,), backward_capture=True, capture_duty="penalty")
    assert prices(game) == {(15, 19): (), (8, 4): (), (1, 5): ((0, 15),)}
    game = mensch(*rows, throw=(4,), backward_capture=True, capture_duty="penalty", duty_order="enter_first")
    assert prices(game) == {(1, 5): ()}


def test_V4_and_V2_duty_includes_backward_opens_the_way_back_against_C13():
    options = {"backward_capture": True, "duty_includes_backward": True, "capture_duty": "penalty"}
    game = mensch([0, 0, 1, 8], [0, 0, 0, 34], throw=(4,), **options)
    assert prices(game) == {(8, 4): (), (1, 5): ((0, 8),)}


def test_V4_singles_are_jumped_backwards_too():  # R5
    game = mensch([0, 0, 7, 8], [0, 0, 0, 34], [0, 0, 0, 26], throw=(4,), backward_capture=True)  # 7 own, 6 foreign
    assert (8, 4) in walks(game)


def test_V4_and_V5_nobody_goes_back_over_or_onto_a_barrier():
    options = {"throw": (4,), "backward_capture": True, "barriers": True}
    assert walks(mensch([0, 0, 0, 8], [0, 0, 0, 34], [0, 0, 26, 26], **options)) == {(8, 12)}  # a pair on 6
    assert (8, 4) not in walks(mensch([0, 6, 6, 8], [0, 0, 0, 34], **options))  # an own pair on 6
    assert walks(mensch([0, 0, 0, 8], [0, 0, 34, 34], **options)) == {(8, 12)}
    assert walks(mensch([0, 0, 0, 8], [0, 0, 0, 34], [0, 0, 0, 26], **options)) == {(8, 4), (8, 12)}


def test_V4_and_V5_a_backward_move_never_forms_a_barrier():
    game = mensch([0, 0, 4, 8], throw=(4,), backward_capture=True, barriers=True)
    assert walks(game) == {(4, 8), (8, 12)}


# --- V5 barriers ----------------------------------------------------------------


def test_V5_two_pieces_of_one_colour_may_share_a_field():
    game = mensch([0, 0, 10, 13], throw=(3,), barriers=True)
    assert walks(game) == {(10, 13), (13, 16)}
    go(game, 10, 13)
    assert game.pieces[0] == [0, 0, 13, 13]


def test_V5_a_third_piece_may_not_join():
    game = mensch([0, 10, 13, 13], throw=(3,), barriers=True)
    assert walks(game) == {(13, 16)}
    assert ruling(game, 0, 10, 3) == (False, "C12")


@pytest.mark.parametrize("throw", [3, 4])
def test_V5a_no_other_piece_may_capture_or_jump_a_barrier(throw):
    game = mensch([0, 0, 10, 20], [0, 0, 3, 3], throw=(throw,), barriers=True)  # seat 1 twice on 13
    assert walks(game) == {(20, 20 + throw)}
    assert ruling(game, 0, 10, throw) == (False, "V5a")


def test_V5a_pieces_may_go_up_to_a_barrier_and_jump_singles():
    assert walks(mensch([0, 0, 0, 10], [0, 0, 3, 3], throw=(2,), barriers=True)) == {(10, 12)}
    assert walks(mensch([0, 0, 0, 10], [0, 0, 3, 4], throw=(5,), barriers=True)) == {(10, 15)}


def test_V5a_a_barrier_before_the_goal_closes_it():
    game = mensch([0, 0, 20, 38], [0, 0, 30, 30], throw=(4,), barriers=True)  # seat 1 twice on 40
    assert walks(game) == {(20, 24)}


def test_V5b_a_barrier_binds_its_owner_too():
    game = mensch([0, 10, 13, 13], throw=(5,), barriers=True)
    assert walks(game) == {(13, 18)}
    legal, clause = ruling(game, 0, 10, 5)
    assert not legal
    assert clause in ("V5a", "V5b")


def test_V5_goal_fields_hold_one_piece_each():  # R1
    game = mensch([0, 0, 40, 41], throw=(1,), barriers=True)
    assert walks(game) == {(41, 42)}
    assert ruling(game, 0, 40, 1) == (False, "C12")


def test_V5_the_piece_on_A_still_goes_on_with_the_six():  # R2
    assert walks(mensch([0, 0, 1, 10], throw=(6,), barriers=True)) == {(1, 7)}
    assert walks(mensch([0, 0, 1, 7], throw=(6,), barriers=True)) == {(1, 7)}  # joining step 7 is moving


@pytest.mark.parametrize(
    ("own", "foe"),
    [([0, 0, 1, 10], [0, 0, 35, 35]), ([0, 0, 1, 10], [0, 0, 37, 37]), ([0, 1, 7, 7], [0, 0, 0, 0])],
)
@pytest.mark.parametrize("joining", ["if_blocked", "free"])
def test_V5_if_the_piece_on_A_cannot_move_six_a_second_must_enter(own, foe, joining):  # R2
    game = mensch(own, foe, throw=(6,), barriers=True, barrier_on_A=joining)
    assert walks(game) == {(0, 1)}
    go(game, 0, 1)
    assert game.pieces[0].count(1) == 2


def test_V5_a_barrier_on_A_lets_nobody_in_and_one_must_leave():
    for throw in (3, 6):
        game = mensch([0, 1, 1, 10], throw=(throw,), barriers=True)
        assert walks(game) == {(1, 1 + throw)}
        assert ruling(game, 0, 10, throw) == (False, "C13")
    assert not game.why(0, 0, (6,)).legal
    game = mensch([0, 1, 1, 10], [0, 0, 37, 37], throw=(6,), barriers=True)  # neither can leave
    assert walks(game) == {(10, 16)}


def test_V5_barrier_on_A_free_leaves_the_choice_between_going_on_and_entering():
    game = mensch([0, 0, 1, 10], throw=(6,), barriers=True, barrier_on_A="free")
    assert walks(game) == {(1, 7), (0, 1)}
    go(game, 0, 1)
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 0, [0, 1, 1, 10])


def test_V5_barrier_on_A_free_keeps_C13_and_C16_otherwise():
    assert walks(mensch([0, 0, 1, 10], throw=(3,), barriers=True, barrier_on_A="free")) == {(1, 4)}
    assert walks(mensch([0, 0, 10, 20], throw=(6,), barriers=True, barrier_on_A="free")) == {(0, 1)}


def test_V5_barrier_on_A_free_on_an_empty_A_the_duty_to_enter_is_cited():
    game = mensch([0, 0, 10, 20], throw=(6,), barriers=True, barrier_on_A="free")
    assert ruling(game, 0, 10, 6) == (False, "C16a")


def test_V5_barrier_on_A_never_leaves_C16d_as_it_was():
    game = mensch([0, 0, 1, 10], [0, 0, 35, 35], throw=(6,), barriers=True, barrier_on_A="never")
    assert walks(game) == {(10, 16)}
    assert ruling(game, 0, 0, 6) == (False, "C16b")
    assert walks(mensch([0, 0, 1, 10], throw=(6,), barriers=True, barrier_on_A="never")) == {(1, 7)}


def test_V5_a_barrier_on_a_foreign_A_keeps_its_owner_out():  # R3
    game = mensch([0, 0, 0, 10], [0, 0, 31, 31], throw=(6,), barriers=True)
    assert walks(game) == {(10, 16)}
    assert ruling(game, 0, 0, 6) == (False, "V5a")


def test_V5_a_single_enemy_on_A_is_still_captured_by_entering():
    game = mensch([0, 0, 0, 10], [0, 0, 0, 31], throw=(6,), barriers=True)
    assert moves(game) == {Move("enter", 0, 0, 1, (6,), 1, captures=((1, 31),))}


def test_V5_no_six_dissolves_a_barrier():  # R4
    assert walks(mensch([10, 10, 20, 30], throw=(6,), barriers=True)) == {(10, 16), (20, 26), (30, 36)}
    assert walks(mensch([0, 10, 10, 30], throw=(6,), barriers=True)) == {(0, 1)}


def test_V5_a_barrier_stands_without_limit():  # R4
    game = mensch([0, 0, 0, 10], [3, 3, 5, 20], barriers=True)
    for step in range(20, 32):
        game.throw(5)
        assert game.seat == 1  # 13 cannot be passed
        game.throw(1)
        go(game, step, step + 1)
        game.throw(1)
        game.throw(1)
    assert game.pieces[:2] == [[0, 0, 0, 10], [3, 3, 5, 32]]


def test_V5_C13_is_void_when_a_barrier_is_in_the_way_or_an_own_pair_on_the_target():  # R5
    assert walks(mensch([0, 0, 1, 10], [0, 0, 33, 33], throw=(4,), barriers=True)) == {(10, 14)}
    assert walks(mensch([0, 1, 4, 4], throw=(3,), barriers=True)) == {(4, 7)}


def test_V5_and_V2_a_pair_creates_no_duty():
    game = mensch([0, 0, 10, 20], [0, 0, 3, 3], throw=(3,), barriers=True, capture_duty="penalty")
    assert prices(game) == {(20, 23): ()}


def test_V5_and_V2_a_capture_behind_a_barrier_is_not_possible():
    game = mensch([0, 0, 10, 20], [0, 0, 2, 2], [0, 0, 0, 33], throw=(3,), barriers=True, capture_duty="penalty")
    assert prices(game) == {(20, 23): ()}


def test_V5_and_clear_chain_the_own_pair_on_the_target_is_in_the_way():
    game = mensch([0, 1, 4, 4], throw=(3,), barriers=True, clear_chain=True)
    assert walks(game) == {(4, 7)}
    game = mensch([0, 1, 4, 4], [0, 0, 37, 37], throw=(3,), barriers=True, clear_chain=True)
    assert game.seat == 1  # a pair on 7: nobody in the chain can move, and there is nobody else


def test_V5_and_clear_chain_an_own_barrier_between_is_not_the_piece_in_the_way():
    game = mensch([0, 1, 3, 3], throw=(4,), barriers=True, clear_chain=True)
    assert walks(game) == {(3, 7)}
    assert ruling(game, 0, 1, 4)[0] is False


def test_V5_and_clear_chain_on_a_six_the_compulsory_entry_comes_first():
    assert walks(mensch([0, 1, 7, 7], throw=(6,), barriers=True, clear_chain=True)) == {(0, 1)}
    game = mensch([0, 1, 7, 7], throw=(6,), barriers=True, clear_chain=True, barrier_on_A="never")
    assert walks(game) == {(7, 13)}
