"""The eighth book, Parchís, by its clauses P1 to P22 and every value of its options.

Seat 0 stands on ring field step + 4; the same square is, for seat 1, 17 steps less (or 51 more).
"""

from __future__ import annotations

from typing import Any

import pytest

from pachisi import Game, NotationError, RuleError
from pachisi.notation import read_position, write_position
from pachisi.rulebooks import load
from pachisi.table import set_up
from tests.positions import can_decline, find, go, ruling, sit, walks

BOOK = "parchis"
BLUE, RED, GREEN = 1, 2, 3
OPTIONS = {
    "start_out": (0, 1, 2),
    "order": ("anticlockwise", "clockwise"),
    "exit_barrier": ("bars", "eaten"),
    "exit_capture": ("when_full", "always"),
    "six_counts": (7, 12, 6),
    "third_six": ("last", "last_unless_safe", "skip"),
    "barriers": ("any", "safe_only"),
    "own_barrier": ("stops", "passes"),
    "mixed_barrier": (False, True),
    "overshoot": ("stay", "bounce"),
    "play_on": (False, True),
    "teams": (False, True),
    "pair_win": ("first", "both"),
    "partners": ("foes", "friends"),
    "dice": (1, 2),
}


def seen(colour: int, step: int) -> int:
    """The step of a colour on the field of seat 0's step."""
    return (step - 1 - 17 * colour) % 68 + 1


def thrown(own: list[int], *others: tuple[int, int], throw: tuple[int, ...] = (), came: dict[str, int] | None = None, **more: Any) -> Game:
    """Own steps, the rest in the goal; others as (colour, own step that it stands on), the rest in the casa."""
    rows = [sorted([*own, *[72] * (4 - len(own))]), [], [], []]
    for colour, step in others:
        rows[colour].append(seen(colour, step))
    rows[1:] = [sorted([*row, *[0] * (4 - len(row))]) for row in rows[1:]]
    fields = {"extra": {"came_last": came}} if came else {}
    return sit(BOOK, *rows, throw=throw, fields=fields, **more)


def now(game: Game, colour: int = 0) -> tuple[int, ...]:
    return game.snapshot.pieces[colour]


def next_up(game: Game) -> tuple[str, int]:
    return game.node, game.seat


def test_the_book_offers_the_options_of_the_catalogue():
    assert {name: option.values for name, option in load(BOOK).options.items()} == OPTIONS


# --- setup, turns --------------------------------------------------------------------------


def test_P1_the_board_is_that_of_parcheesi_and_everybody_begins_in_the_casa():
    assert set_up(BOOK).board == set_up("parcheesi").board
    assert Game(BOOK).snapshot.pieces == ((0, 0, 0, 0),) * 4
    for out in (1, 2):
        assert Game(BOOK, start_out=out).snapshot.pieces == ((*[0] * (4 - out), *[1] * out),) * 4
    with pytest.raises(RuleError, match=r"entry\.ready = 2: more pieces than"):
        Game(BOOK, start_out=2, pieces=1)


def test_P2_the_highest_throw_begins():
    game = Game(BOOK, first="book")
    for face in (2, 5, 3, 1):
        game.throw(face)
    assert next_up(game) == ("throw", 1)


def test_P3_turns_pass_anticlockwise_as_the_pieces_run():
    for order, following in (("anticlockwise", 1), ("clockwise", 3)):
        assert next_up(thrown([0, 0, 0, 0], throw=(1,), order=order)) == ("throw", following)


# --- bringing out --------------------------------------------------------------------------


def test_P4_a_five_must_bring_out_a_piece():
    game = thrown([0, 0, 0, 20], throw=(5,))
    assert walks(game) == {(0, 1)}
    assert ruling(game, 0, 20, 5) == (False, "P4")
    assert walks(thrown([0, 0, 0, 20], throw=(4,))) == {(20, 24)}
    assert next_up(thrown([0, 0, 0, 0], throw=(3,))) == ("throw", 1)


def test_P5_an_exit_with_two_of_your_own_or_two_of_one_opponent_is_closed():
    assert walks(thrown([0, 1, 1, 20], throw=(5,))) == {(1, 6), (20, 25)}
    pair = (RED, 1), (RED, 1)
    game = thrown([0, 0, 0, 20], *pair, throw=(5,))
    assert walks(game) == {(20, 25)}
    assert ruling(game, 0, 0, 5) == (False, "P5")
    game = thrown([0, 0, 0, 20], *pair, throw=(5,), exit_barrier="eaten")
    assert go(game, 0, 1).captures == ((RED, 35),)
    assert (now(game, RED), game.snapshot.bonus) == ((0, 0, 0, 35), (20,))


def test_P6_of_two_guests_the_last_that_came_is_eaten():
    for last, first in ((RED, BLUE), (BLUE, RED)):
        game = thrown([0, 0, 0, 20], (BLUE, 1), (RED, 1), throw=(5,), came={"5": last})
        assert ruling(game, 0, 0, 5) == (True, "P6")
        go(game, 0, 1)
        assert (now(game, last), now(game, first)[-1]) == ((0, 0, 0, 0), seen(first, 1))
        assert walks(game) == {(1, 21), (20, 40)}


def test_P6_a_guest_beside_your_own_piece_is_eaten():
    game = thrown([0, 0, 1, 20], (BLUE, 1), throw=(5,))
    go(game, 0, 1)
    assert (now(game), now(game, BLUE)) == ((0, 1, 1, 20), (0, 0, 0, 0))


def test_P6a_a_single_guest_shares_the_exit():
    game = thrown([0, 0, 0, 20], (BLUE, 1), throw=(5,))
    go(game, 0, 1)
    assert (now(game, BLUE)[-1], next_up(game)) == (seen(BLUE, 1), ("throw", 1))
    game = thrown([0, 0, 0, 20], (BLUE, 1), throw=(5,), exit_capture="always")
    go(game, 0, 1)
    assert (now(game, BLUE), game.snapshot.bonus) == ((0, 0, 0, 0), (20,))


def test_P6b_a_position_says_who_came_last_to_an_exit():
    game = thrown([0, 0, 0, 15], (RED, 18), throw=(3,))
    go(game, 15, 18)
    assert game.position()["extra"]["came_last"] == {"22": 0}
    assert Game.from_position(game.position()).position() == game.position()
    assert read_position(write_position(game)).position() == game.position()
    guests = (BLUE, 1), (RED, 1)
    assert thrown([0, 0, 0, 20], *guests).position()["extra"]["came_last"] == {"5": RED}  # the more recent turn
    assert "extra" not in thrown([0, 0, 1, 20], (BLUE, 1)).position()
    for came, wrong in (({"5": GREEN}, "where \\[1, 2\\] stand"), ({"22": RED}, "no start field with two guests"), ({"5": "x"}, "stand")):
        with pytest.raises(NotationError, match=wrong):
            thrown([0, 0, 0, 20], *guests, came=came)
    with pytest.raises(NotationError, match="must name start fields"):
        sit("parcheesi", [0, 0, 0, 0], fields={"extra": {"came_last": {"5": 1}}})


# --- moving, the six -----------------------------------------------------------------------


def test_P7_moving_is_a_duty_and_single_pieces_are_jumped():
    game = thrown([20, 40], (RED, 22), throw=(3,))
    assert (walks(game), can_decline(game)) == ({(20, 23), (40, 43)}, False)


def test_P8_a_six_throws_again_even_if_it_could_not_be_used():
    assert next_up(thrown([0, 0, 0, 0], throw=(6,))) == ("throw", 0)


def test_P9_a_six_counts_seven_while_no_piece_waits():
    game = thrown([2, 10, 20, 30], throw=(6,))
    assert (walks(game), game.snapshot.left, game.faces) == ({(2, 9), (10, 17), (20, 27), (30, 37)}, (7,), (6,))
    assert Game.from_position(game.position()).legal_moves == game.legal_moves
    assert walks(thrown([72, 10, 20, 30], throw=(6,))) == {(10, 17), (20, 27), (30, 37)}
    assert walks(thrown([0, 10, 20, 30], throw=(6,))) == {(10, 16), (20, 26), (30, 36)}
    assert walks(thrown([20], throw=(6,), six_counts=12)) == {(20, 32)}
    assert walks(thrown([20], throw=(6,), six_counts=6)) == {(20, 26)}


def three_sixes(own: list[int], *moves: tuple[int, int], others: tuple[tuple[int, int], ...] = (), **options: Any) -> Game:
    game = thrown(own, *others, **options)
    game.throw(6)
    for move in moves:
        go(game, *move)
        if game.node == "throw":
            game.throw(6)
    return game


def test_P10_the_third_six_sends_the_piece_moved_last_to_the_casa():
    game = three_sixes([0, 0, 10, 40], (10, 16), (40, 46))
    assert (now(game), next_up(game)) == ((0, 0, 0, 16), ("throw", 1))
    game = three_sixes([0, 0, 10, 60], (10, 16), (60, 66))
    assert (now(game), next_up(game)) == ((0, 0, 16, 66), ("throw", 1))
    game = three_sixes([0, 0, 0, 0])
    game.throw(6)
    game.throw(6)
    assert next_up(game) == ("throw", 1)


@pytest.mark.parametrize(("third_six", "left"), [("last", 0), ("last_unless_safe", 42), ("skip", 42)])
def test_P10_a_bonus_move_is_a_move(third_six, left):
    game = three_sixes([0, 0, 0, 10], (10, 16), (16, 36), (36, 42), others=((RED, 16),), third_six=third_six)
    assert (now(game), next_up(game)) == ((0, 0, 0, left), ("throw", 1))


def test_P10_a_position_remembers_the_piece_moved_last():
    game = thrown([0, 0, 10, 40], throw=(6,))
    go(game, 10, 16)
    again = Game.from_position(game.position())
    assert again.position()["extra"] == {"last_moved": 16}
    assert read_position(write_position(game)).position() == game.position()
    with pytest.raises(NotationError, match=r"last_moved = 9, but no piece of colour 0"):
        Game.from_position({**game.position(), "extra": {"last_moved": 9}})
    with pytest.raises(NotationError, match="does not matter at this table"):
        sit(BOOK, [0, 0, 0, 10], third_six="skip", fields={"extra": {"last_moved": 10}})


def test_P11_a_six_must_open_a_barrier_of_your_own():
    game = thrown([0, 5, 5, 20], throw=(6,))
    assert walks(game) == {(5, 11)}
    assert ruling(game, 0, 20, 6) == (False, "P11")
    assert walks(thrown([0, 5, 5, 20], (RED, 9), (RED, 9), throw=(6,))) == {(20, 26)}
    assert walks(thrown([5, 5, 20, 40], throw=(6,))) == {(5, 12)}
    assert walks(thrown([0, 5, 5, 20], throw=(4,))) == {(5, 9), (20, 24)}


def test_P12_eating_counts_twenty_and_the_goal_ten():
    game = thrown([20], (RED, 24), throw=(4,))
    go(game, 20, 24)
    assert (now(game, RED), walks(game), game.snapshot.bonus) == ((0, 0, 0, 0), {(24, 44)}, (20,))
    assert ruling(game, 0, 24, 20) == (True, "P12")
    game = thrown([40, 70], throw=(2,))
    go(game, 70, 72)
    assert walks(game) == {(40, 50)}
    assert walks(thrown([40, 70], throw=(3,))) == {(40, 43)}
    game = thrown([55], (RED, 58), throw=(3,))
    go(game, 55, 58)
    assert next_up(game) == ("throw", 1)


# --- fields --------------------------------------------------------------------------------


def test_P13_P15_two_pieces_fill_a_field_and_seguros_are_shared():
    assert find(thrown([21], (RED, 25), throw=(4,)), 21, 25).captures == ()
    mixed = (BLUE, 25), (RED, 25)
    assert walks(thrown([21], *mixed, throw=(4,))) == set()
    assert walks(thrown([21], *mixed, throw=(5,))) == {(21, 26)}
    assert ruling(thrown([21, 40], *mixed, throw=(4,)), 0, 21, 4) == (False, "P13")
    assert ruling(thrown([21, 25, 25], throw=(4,)), 0, 21, 4) == (False, "P13")
    with pytest.raises(NotationError, match="3 pieces stand on field 29 of the ring; 2 may"):
        thrown([25], *mixed)


def test_P14_an_enemy_on_a_plain_field_is_eaten_without_a_duty():
    game = thrown([20, 30], (RED, 24), throw=(4,))
    assert walks(game) == {(20, 24), (30, 34)}
    assert ruling(game, 0, 20, 4) == (True, "P14")


def test_P16_a_barrier_stops_everybody_its_owner_too():
    pair = (RED, 25), (RED, 25)
    assert walks(thrown([21], *pair, throw=(4,))) == walks(thrown([21], *pair, throw=(5,))) == set()
    assert ruling(thrown([21, 40], *pair, throw=(5,)), 0, 21, 5) == (False, "P16")
    assert ruling(thrown([21, 40], *pair, throw=(4,)), 0, 21, 4) == (False, "P16")
    assert walks(thrown([20, 24, 24, 40], throw=(5,))) == {(24, 29), (40, 45)}
    assert walks(thrown([20, 24, 24, 40], throw=(5,), own_barrier="passes")) == {(20, 25), (24, 29), (40, 45)}


def test_P16_on_seguros_only_a_plain_pair_is_full_but_passable():
    pair = (RED, 24), (RED, 24)
    assert walks(thrown([20], *pair, throw=(4,), barriers="safe_only")) == set()
    assert walks(thrown([20], *pair, throw=(5,), barriers="safe_only")) == {(20, 25)}
    assert ruling(thrown([20, 40], *pair, throw=(4,), barriers="safe_only"), 0, 20, 4) == (False, "P13")
    assert walks(thrown([0, 5, 5, 20], throw=(6,), barriers="safe_only")) == {(5, 11), (20, 26)}


def test_P17_a_mixed_pair_may_be_passed_or_is_a_barrier():
    mixed = (BLUE, 25), (RED, 25)
    assert walks(thrown([21], *mixed, throw=(5,), mixed_barrier=True)) == set()
    assert walks(thrown([0, 8, 20, 30], (RED, 8), throw=(6,), mixed_barrier=True)) == {(8, 14)}
    assert walks(thrown([0, 8, 20, 30], (RED, 8), throw=(6,))) == {(8, 14), (20, 26), (30, 36)}
    game = thrown([0, 0, 0, 20], (BLUE, 1), (RED, 1), throw=(5,), came={"5": RED}, mixed_barrier=True)
    assert find(game, 0, 1).captures == ((RED, 35),)  # P6 stands
    own = thrown([21, 25, 40], (RED, 25), throw=(5,), mixed_barrier=True, own_barrier="passes")
    assert (21, 26) in walks(own)


def test_P18_two_share_a_field_of_the_corridor_and_bar_nobody():
    assert walks(thrown([65, 67, 67], throw=(3,))) == {(65, 68), (67, 70)}
    assert walks(thrown([65, 67, 67], throw=(2,))) == {(67, 69)}
    assert walks(thrown([65, 67, 67], throw=(6,))) == {(65, 72)}


def test_P19_the_goal_needs_the_exact_number_or_too_much_goes_back():
    assert walks(thrown([70], throw=(5,))) == set()
    assert ruling(thrown([70, 20], throw=(5,)), 0, 70, 5) == (False, "P19")
    game = thrown([70], throw=(5,), overshoot="bounce")
    assert walks(game) == {(70, 69)}
    assert ruling(game, 0, 70, 5) == (True, "P19")


def test_P19_a_bonus_never_bounces_and_a_barrier_bars_the_way_back():
    game = thrown([20, 60], (RED, 24), throw=(4,), overshoot="bounce")
    go(game, 20, 24)
    assert walks(game) == {(24, 44)}
    pair = (RED, 64), (RED, 64)
    assert walks(thrown([71], throw=(6,), overshoot="bounce", six_counts=12)) == {(71, 61)}
    assert walks(thrown([71], *pair, throw=(6,), overshoot="bounce", six_counts=12)) == set()


def test_P20_the_first_with_all_home_wins_and_earns_nothing_more():
    game = thrown([71], throw=(1,))
    go(game, 71, 72)
    assert (game.node, game.outcome.winner) == ("over", (0,))
    game = thrown([65], throw=(6,), play_on=True)
    go(game, 65, 72)
    assert (next_up(game), game.snapshot.bonus, game.snapshot.places) == (("throw", 1), (), (0,))


# --- variants ------------------------------------------------------------------------------


def test_P21_a_pair_wins_with_its_first_player():
    game = thrown([71], throw=(1,), teams=True)
    go(game, 71, 72)
    assert (game.node, game.outcome.winner, game.outcome.places) == ("over", (0, 2), ((0, 2), (1, 3)))
    assert find(thrown([20], (RED, 24), throw=(4,), teams=True), 20, 24).captures == ((RED, seen(RED, 24)),)
    for option in ("pair_win", "partners"):
        assert load(BOOK).idle({option: load(BOOK).options[option].values[1]}) == [f"{option} does nothing here: it needs teams = on."]
    with pytest.raises(RuleError, match="teams is for 4 players"):
        Game(BOOK, players=3, teams=True)


def test_P21_both_must_come_home_and_the_finished_lend_their_throws():
    game = thrown([71], throw=(1,), teams=True, pair_win="both")
    go(game, 71, 72)
    assert (next_up(game), game.snapshot.bonus) == (("throw", 1), ())
    for _ in range(3):
        game.throw(1)
    assert (next_up(game), game.colour) == (("offer", 0), RED)
    game.throw(5)
    assert next_up(game) == ("move", RED)


def test_P21_friends_share_and_block_together():
    def at(*others: tuple[int, int], throw: int, **more: Any) -> Game:
        return thrown([0, 0, 0, 20], *others, throw=(throw,), teams=True, partners="friends", **more)

    assert find(at((RED, 24), throw=4), 20, 24).captures == ()
    assert walks(at((BLUE, 24), (GREEN, 24), throw=4)) == walks(at((BLUE, 24), (GREEN, 24), throw=6)) == set()
    assert walks(at((BLUE, 25), (RED, 25), throw=6)) == {(20, 26)}  # enemies are no barrier
    assert walks(at((RED, 1), (RED, 1), throw=5, exit_barrier="eaten")) == {(20, 25)}
    assert find(at((RED, 1), (BLUE, 1), throw=5), 0, 1).captures == ((BLUE, seen(BLUE, 1)),)
    assert walks(at((GREEN, 1), (BLUE, 1), throw=5)) == {(20, 25)}
    eaten = at((GREEN, 1), (BLUE, 1), throw=5, exit_barrier="eaten", came={"5": BLUE})
    assert find(eaten, 0, 1).captures == ((BLUE, seen(BLUE, 1)),)
    own = thrown([0, 5, 20, 30], (RED, 5), throw=(6,), teams=True, partners="friends")
    assert walks(own) == {(5, 11)}


def test_P22_a_five_of_two_dice_only_enters():
    game = thrown([0, 0, 0, 20], throw=(5, 3), dice=2)
    assert {(move.start, move.target, move.uses) for move in game.legal_moves} == {(0, 1, (5,)), (20, 23, (3,))}
    game = thrown([0, 0, 0, 20], throw=(1, 4), dice=2)
    assert {(move.start, move.target, move.uses) for move in game.legal_moves} == {(0, 1, (1, 4)), (20, 21, (1,)), (20, 24, (4,))}
    assert game.why(0, 0, (1, 4)).legal
    assert not thrown([0, 0, 0, 20], throw=(1, 3), dice=2).why(0, 0, (1, 3)).legal


def test_P22_the_first_die_of_a_double_opens_a_barrier():
    game = thrown([0, 5, 5, 20], throw=(6, 6), dice=2)
    assert walks(game) == {(5, 11)}
    go(game, 5, 11)
    assert walks(game) == {(5, 11), (11, 17), (20, 26)}
    game = thrown([0, 8, 8, 20], throw=(5, 5), dice=2)
    assert walks(game) == {(0, 1)}  # entering comes first


def test_P22_bonuses_come_before_the_other_die_and_a_six_counts_six():
    game = thrown([20, 40], (RED, 24), throw=(4, 2), dice=2)
    go(game, 20, 24)
    assert (walks(game), game.snapshot.left, game.snapshot.bonus) == ({(24, 44), (40, 60)}, (2,), (20,))
    assert Game.from_position(game.position()).legal_moves == game.legal_moves
    go(game, 24, 44)
    assert walks(game) == {(40, 42), (44, 46)}
    assert thrown([20], throw=(6, 1), dice=2, six_counts=12).snapshot.left == (1, 6)


def test_P22_the_third_double_strikes_the_piece_moved_last():
    game = sit(BOOK, [0, 0, 10, 40], dice=2, fields={"doubles": 2, "extra": {"last_moved": 40}}, throw=(2, 2))
    assert (now(game), next_up(game)) == ((0, 0, 0, 10), ("throw", 1))
