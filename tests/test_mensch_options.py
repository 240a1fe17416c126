"""Book C, Mensch ärgere Dich nicht: passing, clear_chain, what `why` answers, and the options as such."""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, IllegalMove, Move, RuleError
from pachisi.game.why import why_pass
from tests.positions import can_decline, decline, ruling, sit, walks

mensch = partial(sit, "mensch")


# --- lost throws, passing -------------------------------------------------------


def test_G4_a_throw_without_use_is_lost():
    game = mensch(throw=(3,))
    assert (game.node, game.seat) == ("throw", 1)
    assert "lost" in [line.what for line in game.log]


def test_may_pass_is_off_by_default():
    assert not can_decline(mensch([0, 0, 10, 20], throw=(3,)))
    assert not can_decline(mensch([0, 0, 1, 20], throw=(6,)))


@pytest.mark.parametrize(
    ("steps", "throw", "legal"),
    [
        ([0, 0, 10, 20], 3, {(10, 13), (20, 23)}),
        ([0, 0, 1, 20], 3, {(1, 4)}),  # against C13
        ([0, 0, 10, 20], 6, {(0, 1)}),  # against C16
    ],
)
def test_may_pass_holds_at_every_move_node_even_against_duties(steps, throw, legal):
    game = mensch(steps, throw=(throw,), may_pass=True)
    assert walks(game) == legal
    assert decline(game) == Move("pass", uses=(throw,))
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 1, steps)  # no extra throw for the six


def test_may_pass_is_offered_only_beside_real_moves():
    assert mensch(throw=(3,), may_pass=True).node == "throw"
    assert mensch([40, 42, 43, 44], throw=(6,), may_pass=True).seat == 0  # a lost six still throws again


# --- clear_chain ----------------------------------------------------------------


def test_clear_chain_makes_the_piece_in_the_way_move():
    game = mensch([0, 1, 4, 20], throw=(3,), clear_chain=True)
    assert walks(game) == {(4, 7)}
    assert ruling(game, 0, 20, 3) == (False, "C13")
    assert walks(mensch([0, 1, 4, 20], throw=(3,))) == {(4, 7), (20, 23)}


@pytest.mark.parametrize("throw", [2, 6])
def test_clear_chain_follows_from_own_piece_to_own_piece(throw):
    steps = [0, 1, 1 + throw, 1 + 2 * throw]
    assert walks(mensch(steps, throw=(throw,), clear_chain=True)) == {(1 + 2 * throw, 1 + 3 * throw)}


def test_clear_chain_changes_nothing_while_the_piece_on_A_can_leave():
    assert walks(mensch([0, 1, 5, 20], throw=(3,), clear_chain=True)) == {(1, 4)}


def test_clear_chain_binds_nobody_when_nobody_waits():
    assert walks(mensch([1, 4, 20, 30], throw=(3,), clear_chain=True)) == {(4, 7), (20, 23), (30, 33)}


# --- why --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "throw", "start", "clause"),
    [
        ([0, 0, 0, 20], 3, 20, "C6"),
        ([0, 0, 0, 20], 6, 0, "C14"),
        ([0, 0, 0, 10], 3, 10, "C9"),
        ([0, 0, 0, 40], 3, 40, "C19"),
    ],
)
def test_why_names_the_clause_that_permits(steps, throw, start, clause):
    game = mensch(steps, [0, 0, 0, 3], throw=(throw,))
    assert ruling(game, 0, start, throw) == (True, clause)


def test_why_names_the_clause_about_passing():
    rows = [0, 0, 0, 10], [0, 0, 0, 3]
    told = [
        why_pass(mensch(*rows, throw=(3,))),
        why_pass(mensch(*rows, throw=(3,), may_pass=True)),
        why_pass(mensch(*rows, throw=(3,), may_pass=True, capture_duty="penalty")),
    ]
    assert [(verdict.legal, verdict.clause) for verdict in told] == [(False, "C10"), (True, "C10"), (True, "V2a")]


def test_why_says_that_a_player_moves_only_his_own_pieces():
    assert ruling(mensch([0, 0, 0, 20], [0, 0, 0, 5], throw=(3,)), 1, 5, 3) == (False, "C6")


def test_why_answers_questions_that_do_not_fit():
    game = mensch([0, 0, 0, 20], throw=(3,))
    nobody, other_number, too_early = game.why(0, 21, (3,)), game.why(0, 20, (4,)), mensch().why(0, 0, (6,))
    assert not nobody.legal
    assert not other_number.legal
    assert not too_early.legal
    assert len({nobody.text, other_number.text, too_early.text}) == 3


def test_why_speaks_three_languages():
    game = mensch([0, 0, 1, 10], throw=(2,))
    texts = {game.why(0, 10, (2,), lang=lang).text for lang in ("en", "de", "fr")}
    assert len(texts) == 3
    assert all(texts)
    with pytest.raises(RuleError, match="language"):
        game.why(0, 10, (2,), lang="la")


def test_why_is_what_an_illegal_push_says():
    game = mensch([0, 0, 1, 13], [0, 0, 0, 6], throw=(3,))
    with pytest.raises(IllegalMove, match="C13"):
        game.push(Move("move", 0, 13, 16, (3,), 1, captures=((1, 6),)))
    assert game.pieces[0] == [0, 0, 1, 13]


# --- options ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "default", "others"),
    [
        ("start_on_A", 1, [0]),
        ("three_throws", False, [True]),
        ("no_goal_jump", False, [True]),
        ("backward_capture", False, [True]),
        ("barriers", False, [True]),
        ("capture_duty", "off", ["penalty", "strict"]),
        ("duty_order", "capture_first", ["enter_first"]),
        ("duty_includes_backward", False, [True]),
        ("clear_chain", False, [True]),
        ("may_pass", False, [True]),
        ("play_on", False, [True]),
        ("extra_needs_move", False, [True]),
        ("barrier_on_A", "if_blocked", ["free", "never"]),
        ("own_other_colour", "capture", ["illegal"]),
        ("two_person_win", "both", ["first_colour"]),
    ],
)
def test_every_option_takes_its_values_and_no_other(option, default, others):
    assert Game("mensch", **{option: default}).position()["options"] == {}
    for value in others:
        assert Game("mensch", **{option: value}).position()["options"] == {option: value}
    with pytest.raises(RuleError, match=option):
        Game("mensch", **{option: "sideways"})


def test_an_option_without_effect_is_accepted_and_said_to_do_nothing():
    table = Game("mensch", barrier_on_A="free").table
    (sentence,) = table.book.idle(table.options)
    assert "barrier_on_A" in sentence
    assert "barriers" in sentence


def test_an_unknown_option_is_refused_with_a_near_one():
    with pytest.raises(RuleError, match="did you mean 'barriers'"):
        Game("mensch", bariers=True)
