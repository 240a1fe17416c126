"""Book C, Mensch ärgere Dich nicht: who sits where (V6), playing on for places (C23), the highest throw (C4).

Field numbers by hand: step k of seat 0 is step k - 10 of seat 1, k - 20 of seat 2, k - 30 of seat 3 (or 40 more).
"""

from __future__ import annotations

from functools import partial

import pytest

from pachisi import Game, RuleError
from pachisi.table import set_up
from tests.positions import find, go, ruling, sit, tries, walks

two = partial(sit, "mensch", players=2, two_person=True)
four = partial(sit, "mensch")
HOME = [41, 42, 43, 44]
WAIT = [0, 0, 0, 0]
Sent = tuple[tuple[int, int], ...]


def on_turn(game: Game) -> tuple[str, int, int]:
    """(node, person, colour)."""
    data = game.position()
    return data["node"], data["seat"], data["colour"]


def prices(game: Game) -> dict[tuple[int, int, int], Sent]:
    """(colour, start, target) -> penalty."""
    return {(m.colour, m.start, m.target): m.penalty for m in game.legal_moves if m.kind != "pass"}


# --- V6a two persons --------------------------------------------------------------


def test_V6_with_fewer_than_four_persons_all_four_colours_are_in_play():
    assert Game("mensch", players=2, two_person=True).pieces == [[0, 0, 0, 1]] * 4
    assert Game("mensch", players=3, three_person_neutral=True).pieces == [[0, 0, 0, 1]] * 4
    assert Game("mensch", players=2).pieces == [[0, 0, 0, 1], None, [0, 0, 0, 1], None]  # off: G9


@pytest.mark.parametrize("players", [3, 4])
def test_V6a_two_person_is_for_two(players):
    with pytest.raises(RuleError, match="two_person"):
        Game("mensch", players=players, two_person=True)


def test_V6a_each_takes_two_opposite_colours_and_colours_move_clockwise():  # R1
    game = Game("mensch", players=2, two_person=True, start_on_A=0)
    order = [on_turn(game)[1:]]
    for _ in range(4):
        game.throw(1)
        order.append(on_turn(game)[1:])
    assert order == [(0, 0), (1, 1), (0, 2), (1, 3), (0, 0)]


@pytest.mark.parametrize(("first", "person"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_V6a_first_names_the_colour(first, person):
    assert on_turn(Game("mensch", players=2, two_person=True, first=first)) == ("throw", person, first)


def test_V6b_each_colour_is_played_for_itself():
    game = two([0, 0, 0, 10], WAIT, [0, 0, 1, 20], throw=(3,))
    assert walks(game) == {(10, 13)}  # neither the piece nor the duty of colour 2
    assert not game.why(2, 20, (3,)).legal
    go(game, 10, 13)
    game.throw(2)
    game.throw(2)
    assert on_turn(game) == ("move", 0, 2)
    assert walks(game) == {(1, 3)}


def test_V6b_each_colour_has_its_own_tries():
    game = two([0, 0, 0, 10], WAIT, WAIT, three_throws=True)
    assert tries(game) == 0
    assert tries(two([0, 0, 0, 10], WAIT, WAIT, three_throws=True, fields={"colour": 2})) == 2


def test_V6b_the_own_other_colour_may_be_captured_but_need_not():  # R2
    game = two([0, 0, 10, 20], WAIT, [0, 0, 0, 33], throw=(3,))  # colour 2 on 13
    assert find(game, 10, 13).captures == ((2, 33),)
    go(game, 20, 23)
    assert game.pieces[2] == [0, 0, 0, 33]


def test_V6b_own_other_colour_illegal_closes_its_field():
    game = two([0, 0, 10, 20], WAIT, [0, 0, 0, 33], throw=(3,), own_other_colour="illegal")
    assert walks(game) == {(20, 23)}
    game = two([0, 0, 10, 20], [0, 0, 0, 3], throw=(3,), own_other_colour="illegal")
    assert find(game, 10, 13).captures == ((1, 3),)


def test_V6b_is_cited_when_the_own_other_colour_closes_a_field():
    game = two([0, 0, 10, 20], WAIT, [0, 0, 0, 33], throw=(3,), own_other_colour="illegal")
    assert ruling(game, 0, 10, 3) == (False, "V6b")


def test_V6a_both_colours_must_be_home_to_win():  # R3
    game = two([40, 42, 43, 44], WAIT, [0, 0, 0, 5], throw=(1,))
    go(game, 40, 41)
    assert on_turn(game) == ("throw", 1, 1)
    game = two(HOME, WAIT, [40, 42, 43, 44], fields={"colour": 2}, throw=(1,))
    go(game, 40, 41)
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (1,))


def test_V6a_first_colour_wins_with_one_colour():
    game = two(
        WAIT,
        [0, 0, 0, 5],
        WAIT,
        [40, 42, 43, 44],
        throw=(1,),
        two_person_win="first_colour",
        seat=1,
        fields={"colour": 3},
    )
    go(game, 40, 41)
    assert game.outcome.winner == (1,)
    assert game.outcome.places == ((1,), (0,))


def test_V6a_a_finished_colour_is_skipped_and_its_throws_are_not_lent():
    game = two(HOME, WAIT, WAIT, WAIT, seat=1, fields={"colour": 3}, throw=(1,))
    assert on_turn(game) == ("throw", 1, 1)
    game.throw(1)
    assert on_turn(game) == ("throw", 0, 2)


def test_V6a_and_C18_the_six_that_brings_a_colour_home_gives_no_further_throw():
    game = two([38, 41, 42, 43], throw=(6,))
    go(game, 38, 44)
    assert on_turn(game) == ("throw", 1, 1)


def test_V6a_play_on_changes_nothing_for_two_persons():
    game = two(HOME, WAIT, [40, 42, 43, 44], fields={"colour": 2}, throw=(1,), play_on=True)
    go(game, 40, 41)
    assert game.outcome.places == ((0,), (1,))


def test_V6a_and_C16_entering_captures_the_own_other_colour_on_A():
    game = two([0, 0, 0, 10], WAIT, [0, 0, 0, 21], throw=(6,))
    assert walks(game) == {(0, 1)}
    assert find(game, 0, 1).captures == ((2, 21),)
    game = two([0, 0, 0, 10], WAIT, [0, 0, 0, 21], throw=(6,), own_other_colour="illegal")
    assert walks(game) == {(10, 16)}
    assert not game.why(0, 0, (6,)).legal


def test_V6a_and_V2_the_own_second_colour_is_no_enemy():  # V2 R6
    game = two([0, 0, 10, 20], WAIT, [0, 0, 0, 33], throw=(3,), capture_duty="penalty")
    assert prices(game) == {(0, 10, 13): (), (0, 20, 23): ()}


@pytest.mark.parametrize("duty", ["penalty", "strict"])
def test_V6a_and_V2_capturing_the_own_second_colour_does_not_fulfil_the_duty(duty):
    game = two([0, 0, 10, 20], [0, 0, 0, 13], [0, 0, 0, 33], throw=(3,), capture_duty=duty)  # colour 1 on 23
    expected = {(0, 20, 23): ()} | ({(0, 10, 13): ((0, 20),)} if duty == "penalty" else {})
    assert prices(game) == expected


def test_V6a_and_V2_only_the_colour_on_turn_is_judged():
    game = two([0, 0, 0, 10], [0, 0, 0, 23], [0, 0, 0, 10], throw=(3,), capture_duty="strict")
    assert prices(game) == {(0, 10, 13): ()}  # colour 2 could capture on its 13, but is not on turn


def test_V6a_and_V4_nobody_hunts_his_second_colour():
    game = two([0, 0, 0, 8], WAIT, [0, 0, 0, 24], throw=(4,), backward_capture=True)  # colour 2 on 4
    assert walks(game) == {(8, 12)}


def test_V6a_and_V5_two_colours_of_one_person_form_no_barrier_together():
    game = two([0, 0, 0, 10], WAIT, [0, 0, 0, 33], throw=(3,), barriers=True)
    assert find(game, 10, 13).captures == ((2, 33),)
    assert two([0, 0, 0, 10], WAIT, [0, 0, 33, 33], throw=(4,), barriers=True).seat == 1


# --- C23 playing on for places ----------------------------------------------------


def test_C23_when_somebody_has_won_the_others_may_play_on():
    game = sit("mensch", [39, 42, 43, 44], [0, 0, 0, 5], throw=(2,))
    go(game, 39, 41)
    assert (game.node, game.outcome.places) == ("over", ((0,), (1, 2, 3)))
    more = game.play_on()
    assert (game.node, more.node, more.seat, more.history) == ("over", "throw", 1, game.history)
    assert more.table.options == {"play_on": True}
    more.pop()
    assert more.pieces == game.at(len(game.history) - 1).pieces  # nothing of it is lost


@pytest.mark.parametrize(("book", "how"), [("mensch", {"players": 2}), ("ludo", {}), ("mensch", {"play_on": True})])
def test_C23_nobody_plays_on_where_nobody_can(book, how):
    table = set_up(book, how.pop("players", 4), options=how)
    assert table.played_on is None
    with pytest.raises(RuleError, match="Playing on for the places needs a game that has been won"):
        Game(table).play_on()


def test_C23_play_on_the_others_play_for_places():
    game = four([40, 42, 43, 44], WAIT, [40, 42, 43, 44], [40, 42, 43, 44], throw=(1,), play_on=True)
    go(game, 40, 41)
    assert (game.node, game.seat, game.outcome) == ("throw", 1, None)
    game.throw(1)
    game.throw(1)
    go(game, 40, 41)
    assert (game.node, game.seat) == ("throw", 3)
    game.throw(2)
    assert game.seat == 1  # seat 0 is skipped
    game.throw(1)
    assert game.seat == 3  # and so is seat 2
    game.throw(1)
    go(game, 40, 41)
    assert game.node == "over"  # one colour is left
    assert game.outcome.winner == (0,)
    assert game.outcome.places == ((0,), (2,), (3,), (1,))


def test_C23_play_on_off_ends_the_game_with_the_first():
    game = four([40, 42, 43, 44], WAIT, [40, 42, 43, 44], throw=(1,), play_on=False)
    go(game, 40, 41)
    assert game.node == "over"


def test_C23_play_on_with_two_players_ends_with_the_first():
    game = four([40, 42, 43, 44], None, WAIT, None, throw=(1,), play_on=True, players=2)
    go(game, 40, 41)
    assert game.outcome.places == ((0,), (2,))


def test_C18_and_play_on_the_six_that_brings_the_last_piece_home_gives_no_further_throw():
    game = four([38, 41, 42, 43], throw=(6,), play_on=True)
    go(game, 38, 44)
    assert (game.node, game.seat) == ("throw", 1)


# --- C4 the highest throw begins -----------------------------------------------------


def open_with(game: Game, *faces: int) -> list[int]:
    """Throw for the opening; who threw."""
    seats = []
    for face in faces:
        seats.append(game.seat)
        game.throw(face)
    return seats


def test_C4_high_roll_each_throws_once_and_the_highest_begins():
    game = Game("mensch", first="high_roll")
    assert open_with(game, 3, 5, 6, 1) == [0, 1, 2, 3]
    assert (game.node, game.seat, game.pieces) == ("throw", 2, [[0, 0, 0, 1]] * 4)
    game.throw(4)
    go(game, 1, 5)
    assert game.seat == 3


def test_C4_high_roll_only_the_tied_throw_again():  # G1
    game = Game("mensch", first="high_roll")
    assert open_with(game, 3, 5, 1, 5) == [0, 1, 2, 3]
    assert open_with(game, 2, 2, 4, 1) == [1, 3, 1, 3]
    assert (game.node, game.seat) == ("throw", 1)


def test_C4_high_roll_with_two_and_three_seats():
    game = Game("mensch", players=2, first="high_roll")
    assert open_with(game, 2, 3) == [0, 2]
    assert game.seat == 2
    game = Game("mensch", players=3, three_person_neutral=True, first="high_roll")
    assert open_with(game, 2, 3, 1) == [0, 1, 2]
    assert game.seat == 1


def test_C4_high_roll_each_of_two_persons_throws_once():
    game = Game("mensch", players=2, two_person=True, first="high_roll")
    assert open_with(game, 4, 4, 2, 5) == [0, 1, 0, 1]
    assert on_turn(game) == ("throw", 1, 1)


def test_C4_and_V1_after_the_opening_the_tries_hold_at_the_very_start():
    game = Game("mensch", start_on_A=0, three_throws=True, first="high_roll")
    open_with(game, 1, 2, 3, 4)
    assert (game.seat, tries(game)) == (3, 2)
