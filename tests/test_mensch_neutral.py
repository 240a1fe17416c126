"""Book C, Mensch ärgere Dich nicht: three persons and a neutral colour (V6c to V6f).

Field numbers by hand: step k of seat 0 is step k - 10 of seat 1, k - 20 of seat 2, k - 30 of seat 3 (or 40 more).
"""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, Move, RuleError
from pachisi.game.why import why_pass
from tests.positions import can_decline, decline, find, go, ruling, sit, tries, walks

three = partial(sit, "mensch", players=3, three_person_neutral=True)
HOME = [41, 42, 43, 44]
WAIT = [0, 0, 0, 0]
Sent = tuple[tuple[int, int], ...]


def prices(game: Game) -> dict[tuple[int, int, int], Sent]:
    """(colour, start, target) -> penalty."""
    return {(m.colour, m.start, m.target): m.penalty for m in game.legal_moves if m.kind != "pass"}


# --- V6c three persons and a neutral colour -----------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_V6c_the_neutral_colour_is_for_three(players):
    with pytest.raises(RuleError, match="three_person_neutral"):
        Game("mensch", players=players, three_person_neutral=True)


def test_V6c_the_neutral_colour_has_no_turn_of_its_own():
    game = Game("mensch", players=3, three_person_neutral=True, start_on_A=0)
    seats = [game.seat]
    for _ in range(3):
        game.throw(1)
        seats.append(game.seat)
    assert seats == [0, 1, 2, 0]
    with pytest.raises(RuleError, match="first"):
        Game("mensch", players=3, three_person_neutral=True, first=3)


def test_V6d_the_player_moves_an_own_or_a_neutral_piece():
    game = three([0, 0, 0, 10], [0, 0, 0, 9], WAIT, [0, 0, 0, 22], throw=(3,))
    assert prices(game) == {(0, 10, 13): (), (3, 22, 25): ()}
    assert not can_decline(game)  # R2
    assert not game.why(1, 9, (3,)).legal
    go(game, 22, 25, colour=3)
    assert game.pieces[3] == [0, 0, 0, 25]
    assert game.seat == 1


def test_V6d_the_duties_are_those_of_the_chosen_colour():  # R1
    game = three([0, 0, 0, 10], WAIT, WAIT, [0, 0, 0, 22], throw=(6,))
    assert prices(game) == {(0, 0, 1): (), (3, 0, 1): ()}
    game = three([0, 0, 0, 11], WAIT, WAIT, [1, 10, 20, 30], throw=(6,))
    assert walks(game, 0) == {(0, 1)}
    assert walks(game, 3) == {(1, 7), (10, 16), (20, 26), (30, 36)}


def test_V6d_a_throw_is_lost_only_if_neither_colour_can_use_it():  # R2
    assert walks(three(WAIT, WAIT, WAIT, [0, 0, 0, 20], throw=(3,))) == {(20, 23)}
    assert three(WAIT, WAIT, WAIT, WAIT, throw=(3,)).seat == 1


def test_V6c_neutral_pieces_capture_and_are_captured():  # R3
    game = three(WAIT, [0, 0, 0, 3], WAIT, [0, 0, 0, 20], throw=(3,))  # neutral 23 is field 12
    assert find(game, 20, 23).captures == ((1, 3),)
    game = three([0, 0, 0, 10], WAIT, WAIT, [0, 0, 0, 23], throw=(3,))
    assert find(game, 10, 13).captures == ((3, 23),)


def test_V6c_nobody_captures_his_own_colour_with_a_neutral_piece():  # R3
    rows = [0, 0, 0, 13], [0, 0, 0, 10], WAIT, [0, 0, 0, 20]
    game = three(*rows, throw=(3,))
    assert walks(game, 3) == set()
    assert ruling(game, 3, 20, 3) == (False, "C12")
    game = three(*rows, seat=1, throw=(3,))
    assert find(game, 20, 23, colour=3).captures == ((0, 13),)


def test_V6c_an_own_piece_on_the_neutral_A_keeps_neutral_pieces_out():
    game = three([0, 0, 0, 31], WAIT, WAIT, [0, 0, 0, 20], throw=(6,))
    assert walks(game, 3) == {(20, 26)}
    assert walks(game, 0) == {(0, 1)}


def test_V6c_a_six_on_a_neutral_piece_gives_the_extra_throw():  # R3
    for options in ({}, {"extra_needs_move": True}):
        game = three([0, 0, 0, 10], WAIT, WAIT, [0, 0, 0, 22], throw=(6,), **options)
        go(game, 0, 1, colour=3)
        assert (game.node, game.seat) == ("throw", 0)


def test_V6c_two_neutrals_form_a_barrier():  # R3
    game = three([0, 0, 0, 30], WAIT, WAIT, [0, 0, 20, 23], throw=(3,), barriers=True)
    assert (20, 23) in walks(game, 3)
    game = three([0, 0, 0, 10], WAIT, WAIT, [0, 0, 23, 23], throw=(4,), barriers=True)
    assert walks(game, 0) == set()
    assert ruling(game, 0, 10, 4) == (False, "V5a")


def test_V6c_and_C13_a_neutral_piece_on_A_binds_only_who_plays_neutral():
    game = three([0, 0, 0, 10], WAIT, WAIT, [0, 0, 1, 22], throw=(3,))
    assert prices(game) == {(0, 10, 13): (), (3, 1, 4): ()}
    assert ruling(game, 3, 22, 3) == (False, "C13")


def test_V6c_and_V1_the_tries_look_at_the_own_colour_only():
    assert tries(three(WAIT, WAIT, WAIT, [0, 0, 0, 20], three_throws=True)) == 2
    assert tries(three([0, 0, 0, 10], WAIT, WAIT, WAIT, three_throws=True)) == 0
    assert tries(three(HOME, WAIT, WAIT, [0, 0, 0, 20], three_throws=True)) == 0  # not for a finished player


def test_V6c_and_V1_with_tries_left_a_throw_may_stay_unused():
    game = three(WAIT, WAIT, WAIT, [0, 0, 0, 20], three_throws=True)
    for left in (2, 1):
        assert (game.node, tries(game)) == ("throw", left)
        game.throw(3)
        assert (game.node, tries(game)) == ("move", left)
        assert why_pass(game).clause == "V1"
        assert decline(game) == Move("pass", uses=(3,))
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 0)
    game.throw(3)
    assert not can_decline(game)  # the last try
    assert why_pass(game).clause == "C10"
    go(game, 20, 23)
    assert game.seat == 1


def test_V6c_and_V1_a_used_throw_ends_the_tries():
    game = three(WAIT, WAIT, WAIT, [0, 0, 0, 20], three_throws=True, throw=(3,))
    go(game, 20, 23)
    assert game.seat == 1


def test_V6c_and_V1_a_six_used_by_a_neutral_piece_ends_the_tries():
    game = three(WAIT, WAIT, WAIT, [0, 0, 0, 20], three_throws=True, throw=(6,))
    assert tries(game) == 0
    assert not can_decline(game)
    go(game, 0, 1, colour=3)
    assert (game.node, game.seat, tries(game)) == ("throw", 0, 0)


def test_V6c_and_may_pass_with_tries_left_a_pass_means_the_next_try():
    game = three(WAIT, WAIT, WAIT, [0, 0, 0, 20], three_throws=True, may_pass=True)
    for left in (1, 0):
        game.throw(3)
        decline(game)
        assert (game.seat, tries(game)) == (0, left)
    game.throw(3)
    decline(game)
    assert game.seat == 1


def test_V6c_and_V2_the_duty_stands_above_the_choice_of_colour():
    # own 10 could capture seat 1 on 13; neutral 25 captures seat 2; own 30 captures a neutral piece
    rows = [0, 0, 10, 30], [0, 0, 0, 3], [0, 0, 0, 38], [0, 0, 3, 25]
    game = three(*rows, throw=(3,), capture_duty="penalty")
    assert find(game, 25, 28).captures == ((2, 38),)
    assert find(game, 30, 33).captures == ((3, 3),)
    missed = ((0, 10),)
    assert prices(game) == {(0, 10, 13): (), (0, 30, 33): missed, (3, 3, 6): missed, (3, 25, 28): missed}
    game = three(*rows, throw=(3,), capture_duty="strict")
    assert prices(game) == {(0, 10, 13): ()}
    assert ruling(game, 3, 25, 3) == (False, "V2")


@pytest.mark.parametrize("duty", ["penalty", "strict"])
def test_V6c_and_V2_captures_by_or_of_neutral_pieces_are_optional(duty):
    game = three([0, 0, 20, 30], WAIT, [0, 0, 0, 38], [0, 0, 3, 25], throw=(3,), capture_duty=duty)
    assert prices(game) == {(0, 20, 23): (), (0, 30, 33): (), (3, 3, 6): (), (3, 25, 28): ()}


def test_V6c_and_V2_a_neutral_move_at_the_price_of_the_penalty_must_obey_the_neutral_C13():
    game = three([0, 0, 0, 10], [0, 0, 0, 3], WAIT, [0, 0, 1, 25], throw=(3,), capture_duty="penalty")
    assert prices(game) == {(0, 10, 13): (), (3, 1, 4): ((0, 10),)}
    assert ruling(game, 3, 25, 3) == (False, "C13")


def test_V6c_and_V2_enter_first_judges_the_duty_only_among_what_C13_leaves():
    rows = [0, 0, 1, 10], [0, 0, 0, 3], WAIT, [0, 0, 0, 25]
    game = three(*rows, throw=(3,), capture_duty="penalty", duty_order="enter_first")
    assert prices(game) == {(0, 1, 4): (), (3, 25, 28): ()}


def test_V6c_and_V4_neutral_pieces_hunt_and_are_hunted():
    options = {"throw": (4,), "backward_capture": True}
    game = three(WAIT, [0, 0, 0, 24], WAIT, [0, 0, 0, 8], **options)  # seat 1 on the neutral 4
    assert find(game, 8, 4).captures == ((1, 24),)
    game = three([0, 0, 0, 34], WAIT, WAIT, [0, 0, 0, 8], **options)  # the mover's own piece on it
    assert walks(game, 3) == {(8, 12)}
    game = three([0, 0, 0, 8], WAIT, WAIT, [0, 0, 0, 14], **options)  # neutral on 4
    assert find(game, 8, 4).captures == ((3, 14),)


def test_V6c_and_V2_and_V4_going_back_for_a_neutral_piece_does_not_make_up_for_a_missed_capture():
    # own 10: seat 1 on 13, a neutral piece on 7
    rows = [0, 0, 0, 10], [0, 0, 0, 3], WAIT, [0, 0, 0, 17]
    game = three(*rows, throw=(3,), capture_duty="penalty", backward_capture=True)
    assert find(game, 10, 7) == Move("move", 0, 10, 7, (3,), 1, captures=((3, 17),), penalty=((0, 7),))
    go(game, 10, 7)
    assert game.pieces == [WAIT, [0, 0, 0, 3], WAIT, WAIT]


def test_V6e_a_finished_player_wins_only_when_the_neutral_pieces_are_home():
    game = three([40, 42, 43, 44], WAIT, WAIT, [0, 42, 43, 44], throw=(1,))
    go(game, 40, 41)
    assert (game.node, game.seat, game.outcome) == ("throw", 1, None)
    assert game.position()["places"] == [0]


def test_V6e_and_C18_the_six_that_brings_the_own_last_piece_home_gives_no_further_throw():
    game = three([38, 41, 42, 43], WAIT, WAIT, [0, 0, 0, 1], throw=(6,))
    go(game, 38, 44)
    assert (game.node, game.seat) == ("throw", 1)


def test_V6e_a_finished_player_goes_on_with_neutral_pieces_only():
    game = three(HOME, WAIT, WAIT, [0, 0, 0, 20], throw=(3,))
    assert prices(game) == {(3, 20, 23): ()}
    game = three(HOME, WAIT, WAIT, [0, 0, 0, 20])
    game.throw(6)
    go(game, 0, 1, colour=3)
    assert (game.node, game.seat) == ("throw", 0)
    assert three(HOME, WAIT, WAIT, [0, 0, 0, 44], throw=(3,)).seat == 1  # no neutral move: the throw is lost


def test_V6e_a_finished_player_is_not_skipped_while_neutral_pieces_are_out():
    for options in ({}, {"play_on": True}):
        game = three(HOME, WAIT, WAIT, [0, 0, 0, 20], seat=2, throw=(3,), **options)
        go(game, 20, 23)
        assert (game.node, game.seat) == ("throw", 0)


def test_V6e_the_own_last_piece_wins_at_once_when_the_neutrals_are_home():
    game = three([40, 42, 43, 44], WAIT, WAIT, HOME, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1, 2))


def test_V6e_a_finished_player_wins_with_the_last_neutral_piece():
    game = three(HOME, WAIT, WAIT, [40, 42, 43, 44], throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)


def test_V6f_of_several_finished_the_one_who_brings_the_last_neutral_piece_wins():
    game = three(HOME, HOME, WAIT, [40, 42, 43, 44], fields={"places": [1, 0]}, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1,), (2,))


def test_V6f_if_all_three_have_finished_the_others_keep_their_order():
    game = three(HOME, HOME, HOME, [40, 42, 43, 44], seat=2, fields={"places": [0, 1, 2]}, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.places == ((2,), (0,), (1,))


@pytest.mark.parametrize(
    ("rows", "places", "seat", "winner"),
    [([HOME, WAIT, WAIT], [0], 1, 0), ([HOME, HOME, WAIT], [1, 0], 2, 1), ([HOME, HOME, WAIT], [0, 1], 2, 0)],
)
def test_V6f_brought_in_by_somebody_unfinished_the_first_who_finished_wins(rows, places, seat, winner):
    game = three(*rows, [40, 42, 43, 44], seat=seat, fields={"places": places}, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (winner,)


def test_V6f_with_nobody_finished_the_first_to_finish_then_wins_at_once():
    game = three(WAIT, [40, 42, 43, 44], WAIT, [38, 41, 42, 43], throw=(6,))
    go(game, 38, 44, colour=3)
    assert (game.node, game.seat) == ("throw", 0)  # the six keeps its extra throw
    game.throw(2)
    game.throw(1)
    go(game, 40, 41, colour=1)
    assert game.outcome.winner == (1,)


def test_V6f_and_V2_the_move_that_ends_the_game_draws_no_penalty():  # G6
    # seat 1 could capture seat 2 on its 11, but brings in the last neutral piece
    rows = HOME, [0, 0, 0, 10], [0, 0, 0, 1], [40, 42, 43, 44]
    game = three(*rows, seat=1, fields={"places": [0]}, throw=(1,), capture_duty="penalty")
    assert prices(game) == {(1, 10, 11): (), (3, 40, 41): ()}


# --- C23 playing on for places


def test_C23_play_on_in_the_neutral_game_place_one_by_V6e_the_rest_by_finishing():
    game = three([40, 42, 43, 44], [40, 42, 43, 44], WAIT, HOME, throw=(1,), play_on=True)
    go(game, 40, 41)
    assert (game.node, game.seat) == ("throw", 1)
    game.throw(1)
    go(game, 40, 41)
    assert game.outcome.places == ((0,), (1,), (2,))


def test_C23_play_on_in_the_neutral_game_a_finished_player_is_skipped_once_the_neutrals_are_home():
    rows = WAIT, HOME, [0, 0, 0, 5], [40, 42, 43, 44]
    game = three(*rows, seat=2, fields={"places": [1]}, throw=(1,), play_on=True)
    go(game, 40, 41, colour=3)
    assert (game.node, game.seat) == ("throw", 0)
    game.throw(1)
    assert game.seat == 2


def test_C23_play_on_in_the_neutral_game_a_six_for_the_last_neutral_piece_keeps_its_throw():
    rows = WAIT, HOME, [0, 0, 0, 5], [38, 41, 42, 43]
    game = three(*rows, seat=2, fields={"places": [1]}, throw=(6,), play_on=True)
    go(game, 38, 44, colour=3)
    assert (game.node, game.seat, game.outcome) == ("throw", 2, None)


def test_C23_play_on_in_the_neutral_game_who_brings_the_last_neutral_piece_overtakes():
    game = three(HOME, HOME, WAIT, [40, 42, 43, 44], fields={"places": [1, 0]}, throw=(1,), play_on=True)
    go(game, 40, 41)
    assert game.outcome.places == ((0,), (1,), (2,))
