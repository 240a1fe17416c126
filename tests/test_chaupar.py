"""The eighth book, Chaupar, by its clauses F1 to F15 and every value of its options.

Seat 0's step k is the square that seat 1 counts as k - 17 or k + 51, seat 3 as k + 17: own 22 is 73 of seat 1 and 39 of seat 3.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pachisi import Game, IllegalMove, NotationError, RuleError
from pachisi.drawing import draw_board, draw_position
from pachisi.lower import lower
from pachisi.rulebooks import load
from pachisi.table import set_up
from tests.positions import can_decline, find, go, sit, walks

BOOK = "chaupar"
OPTIONS = {
    "dice": ("three", "two"),
    "start": ("spread", "home_arm"),
    "doubles": ("bound", "loose", "immune"),
    "doubles_block": (False, True),
    "home_order": (False, True),
    "finished_throws": (True, False),
    "teams": (True, False),
    "two_colours": (False, True),
    "two_colour_turns": ("apart", "joint"),
    "turns": ("anticlockwise", "clockwise"),
    "play_on": (False, True),
}
DONE = [84, 84, 84, 84]


def at(*steps: int) -> list[int]:
    """These steps; the other pieces are home."""
    return sorted([*steps, *[84] * (4 - len(steps))])


def out(*steps: int) -> list[int]:
    """These steps; the other pieces wait in the charkoni."""
    return sorted([*steps, *[0] * (4 - len(steps))])


def thrown(*faces: int, own: list[int], red: tuple[int, ...] = (), green: tuple[int, ...] = (), **options: Any) -> Game:
    """A throw of seat 0 against these pieces of seats 1 and 3."""
    black = options.pop("black", out())
    return sit(BOOK, own, out(*red), black, out(*green), throw=faces, **options)


def alike(number: int, own: list[int], **rest: Any) -> set[tuple[int, int, int]]:
    """Start, target and count of every move with one number: all dice show it."""
    count = 2 if rest.get("dice") == "two" else 3
    game = thrown(*[number] * count, own=own, **rest)
    return {(move.start, move.target, move.count) for move in game.legal_moves} if game.seat == 0 else set()


def by_die(game: Game, number: int) -> set[tuple[int, int, int]]:
    return {(move.start, move.target, move.count) for move in game.legal_moves if move.uses == (number,)}


def ruling(game: Game, start: int, number: int) -> tuple[bool, str]:
    answer = game.why(colour=game.colour, start=start, uses=(number,))
    return answer.legal, answer.clause


def test_the_book_offers_the_options_of_the_catalogue():
    assert {name: option.values for name, option in load(BOOK).options.items()} == OPTIONS


def test_the_rules_fit_on_sixty_lines():
    """Apart from labels, which every language adds to."""
    path = load(BOOK).path
    assert path is not None
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("label")]
    assert len(lines) <= 60 + len(load(BOOK).verdicts)


# --- board, dice and start -----------------------------------------------------------------


def test_the_board_is_the_cloth_of_the_classic_game_without_its_towers():
    cloth, towers = set_up(BOOK).board, set_up("pachisi-classic").board
    assert not cloth.safe
    assert (cloth.ring, cloth.lanes, cloth.last) == (towers.ring, towers.lanes, 84)
    assert [cloth.spot(0, step) for step in (6, 7, 8, 23, 24, 76)] == [(9, 16), (9, 17), (9, 18), (17, 10), (18, 10), (9, 18)]


@pytest.mark.parametrize(("start", "steps"), [("spread", [6, 7, 23, 24]), ("home_arm", [6, 7, 9, 10])])
def test_F1_pieces_begin_on_the_start_squares_fewer_on_the_first_of_them(start, steps):
    for pieces in (1, 2, 3, 4):
        game = Game(BOOK, pieces=pieces, start=start)
        assert game.pieces == [steps[:pieces]] * 4
    fields = [game.board.field(seat, step) for seat in range(4) for step in steps]
    on_ring = [field for field in fields if field is not None]
    assert len(set(on_ring)) == len(on_ring)


def test_three_dice_show_1_2_5_6_and_two_show_1_3_4_6_with_their_weights():
    three, two = Game(BOOK).throws, Game(BOOK, dice="two").throws
    assert len(three) == 20
    assert three[1, 1, 1] == Fraction(1, 64)
    assert three[1, 1, 5] == Fraction(3, 64)
    assert three[2, 5, 6] == Fraction(6, 64)
    assert len(two) == 10
    assert (two[3, 3], two[1, 4]) == (Fraction(1, 16), Fraction(2, 16))
    with pytest.raises(IllegalMove, match="cannot be thrown"):
        Game(BOOK).throw(3, 1, 1)


def test_F3_the_highest_sum_of_all_dice_begins():
    game = Game(BOOK, first="high_roll")
    for faces in ((1, 1, 6), (2, 5, 6), (2, 2, 2), (5, 5, 2)):
        game.throw(*faces)
    assert (game.turn, game.seat) == (1, 1)
    two = Game(BOOK, players=2, first="high_roll")
    two.throw(1, 1, 1)
    two.throw(1, 1, 2)
    assert (two.turn, two.seat, two.colour) == (1, 1, 1)


# --- turns ----------------------------------------------------------------------------------


def test_F4_F8_each_die_is_a_move_of_its_own_and_meeting_pieces_merge():
    game = Game(BOOK)
    game.throw(1, 2, 6)
    assert by_die(game, 1) == {(6, 7, 1), (7, 8, 1), (23, 24, 1), (24, 25, 1)}
    assert by_die(game, 2) == {(6, 8, 1), (7, 9, 1), (23, 25, 1), (24, 26, 1)}
    assert by_die(game, 6) == {(6, 12, 1), (7, 13, 1), (23, 29, 1), (24, 30, 1)}
    assert not can_decline(game)
    go(game, 6, 7)
    assert game.snapshot.left == (2, 6)
    assert by_die(game, 2) == {(7, 9, 2), (23, 25, 1), (24, 26, 1)}
    go(game, 7, 9)
    assert game.pieces[0] == [9, 9, 23, 24]
    go(game, 9, 15, count=2)
    assert (game.node, game.seat) == ("throw", 1)


def test_F4_one_piece_may_take_all_dice_but_not_their_sum():
    game = thrown(1, 2, 5, own=at(30, 40))
    go(game, 30, 31)
    go(game, 31, 33)
    go(game, 33, 38)
    assert game.pieces[0] == at(38, 40)
    game = thrown(1, 2, 5, own=at(30, 40))
    with pytest.raises(IllegalMove):
        game.push_line("30-38")


def test_F5_no_throw_and_no_capture_earns_another():
    game = thrown(6, 6, 6, own=at(20), red=(26,))
    for start in (20, 26, 32):
        go(game, start, start + 6)
    assert (game.node, game.seat) == ("throw", 1)
    game = thrown(2, 5, 6, own=at(20), red=(73,))
    assert go(game, 20, 22).captures == ((1, 73),)
    assert game.snapshot.left == (5, 6)


def test_F6_no_die_is_left_while_it_has_a_use():
    game = thrown(1, 5, 6, own=at(40, 83))
    go(game, 83, 84)
    assert walks(game) == {(40, 45), (40, 46)}
    assert not can_decline(game)
    assert (game.why_pass().legal, game.why_pass().clause) == (False, "F6")
    go(game, 40, 45)
    go(game, 45, 51)
    assert (game.node, game.seat) == ("throw", 1)


def test_G10_turns_pass_anticlockwise_as_the_pieces_run():
    for turns, following in (("anticlockwise", [1, 2, 3, 0]), ("clockwise", [3, 2, 1, 0])):
        game, seats = Game(BOOK, turns=turns, pieces=1), []
        for _ in range(4):
            game.throw(1, 1, 1)
            while game.node == "move":
                game.push(game.legal_moves[0])
            seats.append(game.seat)
        assert seats == following


# --- restart --------------------------------------------------------------------------------


def test_F7_any_die_brings_a_captured_piece_back_onto_its_step():
    game = thrown(1, 1, 5, own=[0, 0, 30, 84])
    assert by_die(game, 1) == {(0, 1, 1), (30, 31, 1)}
    assert by_die(game, 5) == {(0, 5, 1), (30, 35, 1)}
    assert ruling(game, 0, 5) == (True, "F7")
    go(game, 0, 1)
    go(game, 0, 1)
    assert by_die(game, 5) == {(1, 6, 2), (30, 35, 1)}


def test_F7_both_pieces_of_a_taken_double_come_back_one_by_one():
    game = thrown(2, 2, 2, own=at(20, 20), red=(73, 73))
    assert go(game, 20, 22).captures == ((1, 73), (1, 73))
    assert game.pieces[1] == out()
    game = sit(BOOK, [0, 0, 84, 84], throw=(5, 5, 6))
    go(game, 0, 5)
    go(game, 0, 5)
    assert game.pieces[0] == at(5, 5)


# --- stacks ---------------------------------------------------------------------------------


def test_F8_a_double_moves_as_one_and_by_option_in_parts():
    assert alike(5, [9, 9, 30, 84]) == {(9, 14, 2), (30, 35, 1)}
    assert alike(5, [9, 9, 30, 84], doubles="loose") == {(9, 14, 1), (9, 14, 2), (30, 35, 1)}
    assert alike(5, [9, 9, 30, 84], doubles="immune") == {(9, 14, 1), (30, 35, 1)}
    assert alike(1, [3, 80, 80, 80]) == {(3, 4, 1), (80, 81, 3)}


def test_G14_on_its_own_end_square_a_colour_going_out_and_coming_in_is_two_stacks():
    assert alike(1, at(8, 76)) == {(8, 9, 1), (76, 77, 1)}
    game = sit(BOOK, at(8, 76), out(58), throw=(1, 2, 6), seat=1)
    assert go(game, 58, 59).captures == ((0, 8), (0, 76))
    assert game.pieces[0] == [0, 0, 84, 84]


def test_G14_a_capture_on_an_end_square_names_the_step_whichever_way_its_victim_goes():
    for step in (8, 76, 8):
        game = sit(BOOK, at(step), out(58), throw=(1, 2, 6), seat=1)
        assert find(game, 58, 59).captures == ((0, step),)


def test_F9_equal_or_smaller_stacks_are_captured_larger_ones_are_not():
    assert alike(2, at(20), red=(73, 73)) == set()
    assert alike(5, at(20), red=(73, 73)) == {(20, 25, 1)}
    game = thrown(2, 2, 5, own=at(20), red=(73, 73))
    assert ruling(game, 20, 2) == (False, "F9")
    assert find(thrown(2, 2, 2, own=at(20, 20), red=(73, 73)), 20, 22, count=2).captures == ((1, 73),) * 2
    assert find(thrown(2, 2, 2, own=at(20, 20), red=(73,)), 20, 22, count=2).captures == ((1, 73),)
    assert ruling(thrown(2, 2, 2, own=at(20, 20), red=(73, 73)), 20, 2) == (True, "F9")


def test_F9_every_stack_on_the_square_must_be_beatable_and_partners_do_not_add_up():
    move = find(thrown(2, 2, 2, own=at(20), red=(73,), green=(39,)), 20, 22)
    assert move.captures == ((1, 73), (3, 39))
    assert alike(2, at(20), red=(73, 73), green=(39,)) == set()
    both = thrown(2, 2, 2, own=at(20, 20), red=(73, 73), green=(39, 39))
    assert len(find(both, 20, 22).captures) == 4


def test_F9_on_its_end_square_each_of_two_stacks_counts_for_itself():
    game = sit(BOOK, at(8, 76), out(58), throw=(1, 1, 1), seat=1)
    assert walks(game) >= {(58, 59)}
    game = sit(BOOK, at(8, 8, 76), out(58), throw=(1, 1, 1), seat=1)
    assert (58, 59) not in walks(game)


def test_F9_the_end_square_is_no_refuge_and_a_larger_stack_lands_by_what_moves():
    assert find(thrown(1, 1, 1, own=at(7), red=(59,)), 7, 8).captures == ((1, 59),)
    own = thrown(2, 5, 6, own=[20, 20, 20, 84], red=(73, 73), doubles="loose")
    assert by_die(own, 2) == {(20, 22, 2), (20, 22, 3)}


def test_F10_everything_may_be_jumped_unless_stacks_block():
    assert alike(5, at(20), red=(73, 73)) == {(20, 25, 1)}
    assert alike(5, at(20), red=(73, 73), doubles_block=True) == set()
    assert alike(5, at(20, 20), red=(73, 73), doubles_block=True) == {(20, 25, 2)}
    assert alike(5, at(20), red=(73,), green=(39,), doubles_block=True) == {(20, 25, 1)}
    assert alike(5, at(20), black=out(22 + 34, 22 + 34), doubles_block=True) == {(20, 25, 1)}
    game = thrown(1, 5, 5, own=at(20), red=(73, 73), doubles_block=True)
    assert ruling(game, 20, 5) == (False, "F10")


def test_F10_stacks_block_single_movers_where_doubles_are_immune():
    both = {"doubles": "immune", "doubles_block": True}
    assert alike(5, at(20, 20), red=(73, 73), **both) == set()
    assert alike(5, at(20, 20), red=(73,), green=(39,), **both) == {(20, 25, 1)}


def test_F11_two_together_cannot_be_landed_on_by_anybody():
    immune = {"doubles": "immune"}
    assert alike(2, at(20), red=(73, 73), **immune) == set()
    assert alike(2, at(20, 20), red=(73, 73), **immune) == set()
    assert alike(2, at(20), red=(73,), green=(39,), **immune) == set()  # by side
    assert find(thrown(2, 2, 2, own=at(20), red=(73,), **immune), 20, 22).captures == ((1, 73),)
    assert alike(2, at(20, 22, 22), **immune) == {(20, 22, 1), (22, 24, 1)}  # one's own side may join
    assert ruling(thrown(2, 2, 5, own=at(20), red=(73, 73), **immune), 20, 2) == (False, "F11")


def test_F2_partners_share_every_square_but_their_stacks_stay_apart():
    move = find(thrown(2, 5, 6, own=at(20), black=out(22 + 34)), 20, 22)
    assert (move.captures, move.partner) == ((), 0)
    game = thrown(5, 5, 5, own=at(22), black=out(22 + 34, 22 + 34), doubles="loose")
    assert [(move.count, move.partner) for move in game.legal_moves] == [(1, 0)]


# --- coming home ------------------------------------------------------------------------------


def test_F12_home_by_the_exact_die():
    game = thrown(2, 5, 6, own=at(83))
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 1, at(83))
    game = thrown(2, 2, 6, own=at(80))
    go(game, 80, 82)
    go(game, 82, 84)
    assert game.seat == 1
    assert ruling(thrown(1, 5, 6, own=at(80, 81)), 80, 6) == (False, "F12")
    assert by_die(thrown(1, 1, 1, own=at(82, 83), dice="three"), 1) == {(82, 83, 1), (83, 84, 1)}
    two = thrown(1, 1, own=at(82), dice="two")
    go(two, 82, 83)
    go(two, 83, 84)
    assert alike(1, at(82), dice="two") == {(82, 83, 1)}
    assert by_die(thrown(1, 3, own=at(82), dice="two"), 3) == set()


def test_F13_black_comes_home_before_yellow_and_red_before_green():
    assert alike(1, at(82, 83), black=at(83), home_order=True) == {(82, 83, 1)}
    assert alike(1, at(82, 83), black=at(83)) == {(82, 83, 1), (83, 84, 1)}
    game = thrown(1, 5, 5, own=[40, 83, 83, 83], black=out(), home_order=True)
    assert ruling(game, 83, 1) == (False, "F13")
    assert alike(1, [40, 83, 83, 83], black=DONE, home_order=True) == {(40, 41, 1), (83, 84, 3)}
    for seat, free in ((1, True), (2, True), (3, False), (0, False)):
        for teams in (True, False):
            game = sit(BOOK, *[[0, 0, 30, 83]] * 4, seat=seat, throw=(1, 1, 1), home_order=True, teams=teams)
            assert ((83, 84) in walks(game)) is (free or not teams), seat


def test_F13_the_colours_of_one_person_come_home_in_order_too():
    for free, black in ((False, [0, 84, 84, 84]), (True, DONE)):
        game = sit(BOOK, at(30, 83), out(), black, out(), throw=(1, 1, 1), players=2, two_colours=True, home_order=True)
        assert ((83, 84) in walks(game)) is free


# --- lending ----------------------------------------------------------------------------------


def test_F14_a_finished_player_must_throw_and_the_partner_moves():
    game = sit(BOOK, DONE, out(), at(40), out(), seat=3, throw=(1, 1, 1))
    for _ in range(3):
        game.push(game.legal_moves[0])
    assert (game.node, game.seat, game.colour) == ("throw", 0, 2)
    assert not game.legal_moves  # nothing to decline
    game.throw(1, 2, 5)
    assert (game.node, game.seat, game.colour) == ("move", 2, 2)
    for step in (40, 41, 43):
        game.push(next(move for move in game.legal_moves if move.start == step))
    assert game.pieces[2] == at(48)
    assert game.seat == 1
    game = sit(BOOK, DONE, out(), at(40), out(), seat=3, throw=(1, 1, 1), finished_throws=False)
    for _ in range(3):
        game.push(game.legal_moves[0])
    assert (game.node, game.seat) == ("throw", 1)


def test_F14_dice_left_when_the_last_piece_comes_home_are_lost_and_lending_begins_next_turn():
    game = thrown(1, 5, 6, own=at(83), black=at(40))
    go(game, 83, 84)
    assert (game.node, game.seat, game.colour) == ("throw", 1, 1)
    assert game.pieces[2] == at(40)
    position = game.position()
    assert position["places"] == [0]
    with pytest.raises(NotationError, match="'offer' does not fit"):
        Game.from_position({**sit(BOOK, DONE, seat=0).position(), "node": "offer"})


def test_F14_a_person_with_two_colours_lends_to_the_other():
    options = {"players": 2, "two_colours": True}
    game = sit(BOOK, DONE, out(), at(40), out(), seat=1, fields={"colour": 3}, throw=(1, 1, 1), **options)
    while game.node == "move":
        game.push(game.legal_moves[0])
    assert (game.node, game.seat, game.colour) == ("throw", 0, 2)
    assert game.position()["extra"] == {"thrower": 0}
    game.throw(1, 1, 5)
    assert walks(game, 2) == {(40, 41), (40, 45)}
    again = Game.from_position(game.position())
    assert again.legal_moves == game.legal_moves


# --- sides --------------------------------------------------------------------------------------


def test_F2_G13_two_persons_have_two_colours_each_and_each_has_its_turn():
    game = Game(BOOK, players=2)
    assert game.table.options["two_colours"] is True
    assert [game.seats.colours_of(seat) for seat in game.seats] == [(0, 2), (1, 3)]
    colours = []
    for _ in range(4):
        colours.append((game.seat, game.colour))
        game.throw(1, 2, 5)
        while game.node == "move":
            game.push(game.legal_moves[-1])
    assert colours == [(0, 0), (1, 1), (0, 2), (1, 3)]
    again = Game.from_position({**game.position(), "options": {}})
    assert again.position() == game.position()  # what does not name it is as the book says


def test_G13_in_a_joint_turn_each_die_moves_either_colour():
    game = Game(BOOK, players=2, two_colour_turns="joint")
    game.throw(1, 2, 6)
    assert {move.colour for move in game.legal_moves} == {0, 2}
    go(game, 6, 12, colour=2)
    go(game, 6, 8, colour=0)
    go(game, 7, 8, colour=0)
    assert (game.node, game.seat, game.pieces[0]) == ("throw", 1, [8, 8, 23, 24])
    home = sit(BOOK, at(83), out(), at(40), out(), throw=(1, 2, 5), players=2, two_colours=True, two_colour_turns="joint")
    go(home, 83, 84)
    assert walks(home) == {(40, 42), (40, 45)}


def test_F15_the_first_side_all_home_wins():
    game = thrown(1, 5, 6, own=at(83), black=DONE)
    go(game, 83, 84)
    assert game.outcome.winner == (0, 2)
    for turns in ("apart", "joint"):
        options = {"players": 2, "two_colours": True, "two_colour_turns": turns}
        game = sit(BOOK, at(83), out(), DONE, out(), throw=(1, 5, 6), **options)
        go(game, 83, 84)
        assert game.outcome.winner == (0,)
    single = sit(BOOK, at(83), out(), out(), throw=(1, 5, 6), players=3)
    go(single, 83, 84)
    assert single.outcome.winner == (0,)


def test_F15_single_players_may_play_on_for_the_places():
    for options, over in (({"players": 3}, False), ({"teams": False}, False), ({}, True)):
        rows = [at(83), out(), DONE if over else out(), out()][: options.get("players", 4)]
        game = sit(BOOK, *rows, throw=(1, 5, 6), play_on=True, **options)
        go(game, 83, 84)
        assert (game.node == "over") is over
    game = sit(BOOK, at(83), out(), out(), throw=(1, 1, 1), players=3, play_on=True)
    go(game, 83, 84)
    assert game.seat == 1


def test_two_colours_is_for_two_and_options_without_effect_are_accepted():
    for players in (3, 4):
        with pytest.raises(RuleError, match="two_colours is for 2 players"):
            Game(BOOK, players=players, two_colours=True)
    for players in (2, 3):
        assert Game(BOOK, players=players, teams=False, home_order=True).outcome is None
    single, ordered = (set_up(BOOK, options={"teams": False, "home_order": order}) for order in (False, True))
    assert lower(single.rules).tobytes() == lower(ordered.rules).tobytes()


@pytest.mark.parametrize("teams", [True, False])
def test_G13_two_colours_of_one_person_are_partners_whether_others_play_in_teams_or_not(teams):
    game = sit(BOOK, DONE, out(), at(40), out(), seat=1, fields={"colour": 3}, throw=(1, 1, 1), players=2, two_colours=True, teams=teams)
    for _ in range(3):
        game.push(game.legal_moves[0])
    assert (game.node, game.seat, game.colour) == ("throw", 0, 2)
    for free, black in ((False, [0, 84, 84, 84]), (True, DONE)):
        game = sit(BOOK, at(30, 83), out(), black, out(), throw=(1, 1, 1), players=2, two_colours=True, home_order=True, teams=teams)
        assert ((83, 84) in walks(game)) is free


# --- what a rulebook of one's own may not say -----------------------------------------------------


@pytest.mark.parametrize(
    ("chapter", "sentence"),
    [
        ("entry = { ready_at = [] }", "entry.ready_at names steps from 1 to 83"),
        ("entry = { ready_at = [6, 84] }", "entry.ready_at names steps from 1 to 83"),
        ("entry = { ready_at = [10, 27] }", "two colours would begin on one field"),
        ("entry = { ready = 5 }", "entry.ready = 5: a colour has 1 to 4 pieces"),
        ("moves = { stack = 4, groups = false, bound = true }", "moves.bound needs moves.groups = true"),
        ("moves = { groups = false, bound = false }", "block.broken_by = 'equal_stack' needs moves.groups = true"),
        ("dice = { use = 'either' }", "dice.use must be 'each' or 'sum'"),
        ("turn = { duty_scope = 'pool' }", "turn.duty_scope = 'pool' is for one die or two"),
        ("bonus = { capture = 5 }", "moves.groups needs turn.duty_scope = 'number' and no bonus moves"),
        ("seats = { home_order = [0, 2] }", "seats.home_order names one of two partners, not both"),
        ("seats = { home_order = [4] }", "seats.home_order names colours 0 to 3"),
        ("entry = { waits = true }", "entry.step = 'total' knows no start field"),
    ],
)
def test_contradictions_are_refused_in_a_sentence(chapter, sentence, tmp_path):
    book = tmp_path / "own.toml"
    book.write_text(f'base = "chaupar"\n{chapter}\n', encoding="utf-8")
    with pytest.raises(RuleError) as refusal:
        load(book)
    assert sentence in str(refusal.value)


# --- how it looks -----------------------------------------------------------------------------


def test_the_cloth_has_its_own_ground_and_marks_where_pieces_begin():
    drawn, towers = draw_board(set_up(BOOK)), draw_board(set_up("pachisi-classic"))
    assert 'class="board cloth on-chaupar"' in drawn
    assert 'class="tower"' in towers
    assert 'class="tower"' not in drawn
    assert drawn.count('class="petal"') == 12
    marks = {start: draw_board(set_up(BOOK, options={"start": start})) for start in OPTIONS["start"]}
    assert marks["spread"] != marks["home_arm"]
    assert all(drawn.count('opacity="0.7"') == 8 for drawn in marks.values())


@pytest.mark.parametrize(("dice", "faces"), [("three", (1, 2, 5)), ("two", (3, 4))])
def test_long_dice_show_as_many_eyes_as_they_count(dice, faces):
    game = Game(BOOK, dice=dice)
    game.throw(*faces)
    assert draw_position(game).count('r="2.8"') == sum(faces)
