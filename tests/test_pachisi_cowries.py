"""Pachisi with cowries, by its clauses E1 to E22, the common ones G10 to G14, and every value of its options.

Seat 0 stands on loop field step - 8; the same square is, for seat 1, 17 steps less (or 51 more), for seat 2, 34 less.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from pachisi import Game, RuleError
from pachisi.lab.search import search
from pachisi.rulebooks import load
from pachisi.sheet import sheet
from pachisi.table import set_up
from tests.positions import can_decline, decline, find, go, sit, walks

BOOK = "pachisi-cowries"
WAITING = [0, 0, 0, 0]
HOME = [84, 84, 84, 84]
NUMBERS = {
    "six": (25, 10, 2, 3, 4, 5, 6),
    "six_calcutta": (6, 10, 2, 3, 4, 25, 12),
    "six_deccan": (6, 10, 2, 3, 4, 25, 12),
    "seven_deccan": (6, 10, 2, 3, 4, 25, 30, 12),
    "seven_1906": (7, 10, 2, 3, 4, 25, 30, 12),
    "seven_sumatra": (7, 10, 2, 3, 4, 25, 30, 14),
}
OPTIONS = {
    "cowries": tuple(NUMBERS),
    "grace": ("enters", "extra_point"),
    "free_start": ("once", "whenever_empty", "never"),
    "numbers": ("at_once", "collected"),
    "three_same": (False, True),
    "may_pass": (True, False),
    "teams": (True, False),
    "two_colours": (False, True),
    "two_colour_turns": ("apart", "joint"),
    "castle_entry": ("closed", "shared"),
    "blocks": ("off", "immune", "equal"),
    "capture_rethrows": (True, False),
    "second_lap": ("partner", "always", "off"),
    "last_step": ("grace", "closed"),
    "finished_throws": (False, True),
    "play_on": (False, True),
    "turns": ("anticlockwise", "clockwise"),
}


def at(*steps: int) -> list[int]:
    """These steps; the other pieces are home."""
    return sorted([*steps, *[84] * (4 - len(steps))])


def waiting(*steps: int) -> list[int]:
    """These steps; the other pieces are in the charkoni."""
    return sorted([*[0] * (4 - len(steps)), *steps])


def throw(game: Game, *numbers: int) -> Game:
    """Throw the shells that count these numbers."""
    counts = NUMBERS[str(game.table.chosen().get("cowries", "six"))]
    for number in numbers:
        game.throw(counts.index(number))
    return game


def thrown(fallen: int | Sequence[int], *rows: list[int] | None, **options: Any) -> Game:
    """Seat 0 has thrown; rows of seats 0, 1, 2 …"""
    return throw(sit(BOOK, *rows, **options), *([fallen] if isinstance(fallen, int) else fallen))


def nothing(game: Game) -> bool:
    """Was there nothing to move, so that the game has gone on?"""
    return game.node != "move"


def verdict(game: Game, start: int, number: int) -> tuple[bool, str]:
    answer = game.why(colour=0, start=start, uses=(number,))
    return answer.legal, answer.clause


# --- the book -----------------------------------------------------------------------------------


def test_the_book_offers_the_options_of_the_catalogue() -> None:
    assert {name: option.values for name, option in load(BOOK).options.items()} == OPTIONS


def test_E1_E13_the_board_is_that_of_the_classic_cloth() -> None:
    assert set_up(BOOK).board == set_up("pachisi-classic").board
    assert Game(BOOK).pieces == [WAITING] * 4


def test_E2_four_play_in_pairs_that_face_each_other_three_each_for_themselves() -> None:
    assert Game(BOOK).seats.sides == ((0, 2), (1, 3))
    assert Game(BOOK, teams=False).seats.sides == ((0,), (1,), (2,), (3,))
    assert Game(BOOK, players=3).seats.sides == ((0,), (1,), (2,))


def test_E2_partners_win_together() -> None:
    together = thrown(2, at(82), WAITING, HOME, WAITING)
    alone = thrown(2, at(82), WAITING, at(80), WAITING, teams=False)
    for game in (together, alone):
        go(game, 82, 84)
    assert together.outcome is not None
    assert alone.outcome is not None
    assert (set(together.outcome.winner), set(alone.outcome.winner)) == ({0, 2}, {0})


def test_E5_numbers_are_played_at_once() -> None:
    game = thrown(6, waiting(20), WAITING, WAITING, WAITING)
    assert game.node == "move"  # a 6 throws again, but not before it is played
    go(game, 20, 26)
    assert (game.node, game.seat) == ("offer", 0)


def test_E5_numbers_may_be_collected_until_a_throw_earns_no_other() -> None:
    game = thrown(6, waiting(20), WAITING, WAITING, WAITING, numbers="collected")
    assert (game.node, game.seat) == ("throw", 0)
    throw(game, 2)
    assert {(20, 26), (20, 22)} <= walks(game)


def test_no_sheet_speaks_of_print() -> None:
    text = sheet(set_up(BOOK, 4))
    assert "by tradition" in text
    assert "printed" not in text


@pytest.mark.parametrize("name", NUMBERS)
def test_G11_shells_fall_as_fair_coins_do(name: str) -> None:
    shells = len(NUMBERS[name]) - 1
    fair = {(up,): Fraction(comb(shells, up), 2**shells) for up in range(shells + 1)}
    assert dict(Game(BOOK, cowries=name).throws) == fair


MEANS = {
    "six": Fraction(271, 64), "six_calcutta": Fraction(189, 32), "six_deccan": Fraction(189, 32),
    "seven_deccan": Fraction(555, 64), "seven_1906": Fraction(1111, 128), "seven_sumatra": Fraction(1113, 128),
}  # fmt: skip
GRACES = {
    "six": {6, 10, 25}, "six_calcutta": {10, 25}, "six_deccan": {25},
    "seven_deccan": {25, 30}, "seven_1906": {10, 25, 30}, "seven_sumatra": {10, 25, 30},
}  # fmt: skip
AGAIN = {
    "six": {6, 10, 25}, "six_calcutta": {6, 10, 12, 25}, "six_deccan": {6, 10, 12, 25},
    "seven_deccan": {6, 10, 12, 25, 30}, "seven_1906": {7, 10, 12, 25, 30}, "seven_sumatra": {7, 14, 25, 30},
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_G11_each_table_has_its_numbers_graces_and_throws_again(name: str) -> None:
    game = Game(BOOK, cowries=name)
    assert sum(chance * NUMBERS[name][up] for (up,), chance in game.throws.items()) == MEANS[name]
    for number in NUMBERS[name]:
        graced = thrown(number, waiting(30), cowries=name)
        assert ((0, number) in walks(graced)) == (number in GRACES[name]), number
        go(graced, 30, 30 + number)
        assert (graced.node, graced.seat) == (("offer", 0) if number in AGAIN[name] else ("offer", 1)), number


# --- T, the examples of the catalogue -------------------------------------------------------------


def test_E9_E10_E11_the_first_piece_enters_with_any_number_others_with_a_grace() -> None:
    game = thrown(3, WAITING)
    assert walks(game) == {(0, 3)}
    assert verdict(game, 0, 3) == (True, "E9")
    game = thrown(4, waiting(3))
    assert walks(game) == {(3, 7)}
    assert verdict(game, 0, 4) == (False, "E10")
    game = thrown(10, waiting(3))
    assert walks(game) == {(3, 13), (0, 10)}
    assert verdict(game, 0, 10) == (True, "E10")
    go(game, 0, 10)
    assert (game.node, game.seat) == ("offer", 0)


def test_E16_a_castle_that_holds_an_enemy_is_closed_to_an_entering_piece() -> None:
    assert walks(thrown(25, waiting(3), waiting(8))) == {(3, 28)}
    assert walks(thrown(25, waiting(3), WAITING, waiting(59))) == {(3, 28), (0, 25)}


def test_E14_E15_all_enemies_on_a_plain_square_go_back_and_one_throw_is_earned() -> None:
    game = thrown(3, at(20), waiting(74, 74))
    assert verdict(game, 20, 3) == (True, "E14")
    assert go(game, 20, 23).captures == ((1, 74), (1, 74))
    assert (game.node, game.seat, game.pieces[1]) == ("offer", 0, WAITING)
    game = thrown(10, at(12), waiting(73))
    go(game, 12, 22)
    assert (game.node, game.seat) == ("offer", 0)
    decline(game)
    assert game.seat == 1
    game = thrown(3, at(20), waiting(74, 74), capture_rethrows=False)
    go(game, 20, 23)
    assert game.seat == 1


def test_E16_nobody_is_captured_on_a_castle() -> None:
    assert nothing(thrown(3, at(26), waiting(12)))
    shared = thrown(3, at(26), waiting(12), castle_entry="shared")
    assert find(shared, 26, 29).captures == ()
    game = thrown(3, at(26, 40), waiting(12))
    assert verdict(game, 26, 3) == (False, "E16")


def test_E16_E19_an_own_end_square_that_is_taken_is_passed_both_ways() -> None:
    assert nothing(thrown(4, at(72), waiting(59)))
    assert walks(thrown(5, at(72), waiting(59))) == {(72, 77), (72, 9)}


def test_E19_a_piece_turns_in_or_goes_round_again_while_the_partner_is_on_the_way() -> None:
    game = thrown(4, at(75))
    assert walks(game) == {(75, 79), (75, 11)}
    assert verdict(game, 75, 4)[0]
    assert walks(thrown(5, at(76))) == {(76, 81), (76, 13)}
    assert walks(thrown(6, at(70))) == {(70, 76)}
    onward = thrown(25, at(70))
    assert walks(onward) == {(70, 27)}
    assert verdict(onward, 70, 25) == (True, "E19")
    assert walks(thrown(5, at(8))) == {(8, 13)}
    assert walks(thrown(4, at(75), WAITING, HOME)) == {(75, 79)}
    go(game, 75, 11)
    assert game.pieces[0] == [11, 84, 84, 84]


def test_E19_for_everybody_or_for_nobody() -> None:
    assert walks(thrown(4, at(75), WAITING, HOME, second_lap="always")) == {(75, 79), (75, 11)}
    assert walks(thrown(4, at(75), second_lap="off")) == {(75, 79)}
    assert walks(thrown(4, at(75), players=3)) == {(75, 79)}
    assert walks(thrown(4, at(75), players=3, second_lap="always")) == {(75, 79), (75, 11)}


def test_E19_going_round_again_is_never_a_duty() -> None:
    game = thrown(25, at(70), may_pass=False)
    assert walks(game) == {(70, 27)}
    assert can_decline(game)
    decline(game)
    assert (game.node, game.seat) == ("throw", 0)  # the grace has earned another throw
    assert not can_decline(thrown(25, at(70, 20), may_pass=False))


def test_E20_E21_any_grace_brings_a_piece_home_from_the_last_square_alone() -> None:
    for number in (2, 3, 4, 5):
        assert nothing(thrown(number, at(83), waiting(5)))
    for number in (6, 10, 25):
        game = thrown(number, at(83), waiting(5))
        assert walks(game) == {(83, 84)}
        assert verdict(game, 83, number) == (True, "E21")
    assert walks(thrown(2, at(82))) == {(82, 84)}
    assert verdict(thrown(2, at(82)), 82, 2) == (True, "E20")
    for number in (6, 10, 25):
        assert nothing(thrown(number, at(82)))


def test_E21_nobody_ends_on_the_last_square_where_it_is_closed() -> None:
    game = thrown(3, at(40, 80), last_step="closed")
    assert walks(game) == {(40, 43)}
    assert verdict(game, 80, 3) == (False, "E21")


def test_E18_together_pieces_fall_or_stand_or_fall_to_as_many() -> None:
    ours, theirs = at(19, 19), waiting(73, 73)
    game = thrown(3, ours, theirs)
    assert go(game, 19, 22).captures == ((1, 73), (1, 73))
    immune = thrown(3, at(19, 19, 30), theirs, blocks="immune")
    assert walks(immune) == {(30, 33)}
    assert verdict(immune, 19, 3) == (False, "E18")
    assert walks(thrown(4, ours, theirs, blocks="immune")) == {(19, 23)}
    equal = thrown(3, ours, theirs, blocks="equal")
    assert find(equal, 19, 22).count == 2
    assert verdict(equal, 19, 3) == (True, "E18")
    go(equal, 19, 22)
    assert equal.pieces[1] == WAITING
    assert nothing(thrown(4, ours, theirs, blocks="equal"))
    for number in (3, 4):
        assert nothing(thrown(number, at(19), theirs, blocks="equal"))


def test_E18_two_partners_on_one_square_stand_together() -> None:
    rows = at(19), waiting(73), WAITING, waiting(39)
    assert find(thrown(3, *rows), 19, 22).captures == ((1, 73), (3, 39))
    assert nothing(thrown(3, *rows, blocks="equal"))


def test_E18_groups_march_from_plain_squares_and_the_middle_row_not_from_castles() -> None:
    def counts(step: int) -> set[int]:
        return {move.count for move in thrown(2, at(step, step), blocks="equal").legal_moves if move.start == step}

    assert counts(20) == counts(5) == counts(80) == {1, 2}
    assert counts(21) == counts(8) == {1}


def test_E18_D25_partners_go_along_round_their_own_end_where_they_may_lap() -> None:
    game = thrown(4, at(41), waiting(5), waiting(75), blocks="equal")
    move = find(game, 41, 45, partner=1)
    game.push(move)
    assert (game.pieces[0], game.pieces[2]) == (at(45), waiting(11))
    barred = thrown(4, at(41), waiting(5), waiting(75), blocks="equal", second_lap="off")
    assert all(move.partner == 0 for move in barred.legal_moves)


def test_E12_a_grace_opens_itself_and_a_1() -> None:
    game = thrown(25, waiting(30), grace="extra_point")
    assert {(move.uses, move.start, move.target) for move in game.legal_moves if move.kind != "pass"} == {
        ((1,), 0, 1), ((1,), 30, 31), ((25,), 30, 55),
    }  # fmt: skip
    go(game, 0, 1)
    assert walks(game) == {(30, 55), (1, 26)}
    game = thrown(6, [0, 83, 84, 84], grace="extra_point")
    assert walks(game) == {(83, 84), (0, 1)}
    free = thrown(10, WAITING, grace="extra_point")
    assert walks(free) == {(0, 10), (0, 1)}


def test_E8_the_same_number_three_times_running_does_not_count() -> None:
    game = thrown(10, at(12, 13, 14), three_same=True)
    for _ in range(2):
        game.push(game.legal_moves[0])
        throw(game, 10)
    assert (game.node, game.seat) == ("offer", 1)
    game = thrown((25, 10, 10, 10), at(12, 13, 14), three_same=True, numbers="collected")
    assert (game.node, game.snapshot.left) == ("move", (25,))


def test_G12_collected_numbers_are_played_in_any_order() -> None:
    game = thrown((10, 6, 3), at(30, 31), numbers="collected")
    assert game.snapshot.left == (3, 6, 10)
    go(game, 30, 33)
    go(game, 33, 43)
    go(game, 31, 37)
    assert (game.node, game.seat) == ("offer", 1)
    game = thrown((10, 6, 3), at(30, 31), waiting(20), numbers="collected")
    assert go(game, 31, 37).captures == ((1, 20),)
    go(game, 30, 33)
    go(game, 33, 43)
    assert (game.node, game.seat) == ("offer", 0)


def test_G12_offers_before_the_first_throw_and_after_captures_none_inside_a_run() -> None:
    game = sit(BOOK, at(30, 31), numbers="collected")
    assert game.node == "offer"
    assert throw(game, 10).node == "throw"


def test_E9_a_free_start_once_whenever_empty_or_never() -> None:
    row, started = [0, 0, 0, 84], {"started": [0]}
    assert nothing(throw(sit(BOOK, row, fields=started), 5))
    assert walks(throw(sit(BOOK, row, fields=started, free_start="whenever_empty"), 5)) == {(0, 5)}
    assert nothing(thrown(5, WAITING, free_start="never"))
    assert walks(thrown(10, WAITING, free_start="never")) == {(0, 10)}


def test_G10_turns_pass_anticlockwise_or_clockwise_and_finished_players_are_skipped() -> None:
    def following(seat: int, **options: Any) -> int:
        game = sit(BOOK, HOME if seat else WAITING, waiting(20), waiting(20), waiting(20), seat=seat, **options)
        decline(game)
        return game.seat

    assert following(0) == 1
    assert following(0, turns="clockwise") == 3
    assert [following(seat) for seat in (1, 2, 3)] == [2, 3, 1]


def test_E22_a_finished_player_throws_for_the_partner_where_that_is_played() -> None:
    game = sit(BOOK, HOME, waiting(20), waiting(20), waiting(20), seat=3, finished_throws=True)
    decline(game)
    assert (game.node, game.seat, game.colour) == ("offer", 0, 2)
    throw(game, 3)
    assert (game.node, game.seat, game.colour) == ("move", 2, 2)
    must = thrown(3, at(20), waiting(20), HOME, may_pass=False, finished_throws=True)
    assert must.node == "move"
    must = sit(BOOK, HOME, waiting(20), waiting(20), waiting(20), seat=3, finished_throws=True, may_pass=False)
    throw(must, 3)
    go(must, 20, 23)
    assert (must.node, must.seat, must.colour) == ("throw", 0, 2)


@pytest.mark.parametrize("teams", [True, False])
def test_G13_a_finished_colour_throws_for_the_other_of_its_player_whether_others_play_in_teams_or_not(teams: bool) -> None:
    options = {"players": 2, "two_colours": True, "finished_throws": True, "teams": teams}
    game = sit(BOOK, HOME, waiting(20), waiting(20), waiting(20), seat=1, fields={"colour": 3}, **options)
    decline(game)
    assert (game.node, game.seat, game.colour) == ("offer", 0, 2)


def test_E22_owed_throws_of_a_last_piece_are_lent_or_lost() -> None:
    rows = at(74), waiting(20), waiting(40)
    game = thrown(10, *rows)
    go(game, 74, 84)
    assert game.seat == 1
    game = thrown(10, *rows, finished_throws=True)
    go(game, 74, 84)
    assert (game.node, game.seat, game.colour) == ("offer", 0, 2)


def test_E22_both_partners_must_be_home() -> None:
    game = thrown(2, at(82), waiting(20), HOME)
    go(game, 82, 84)
    assert game.outcome is not None
    assert game.outcome.winner == (0, 2)


# --- G13: two persons ------------------------------------------------------------------------------


def test_E3_G13_two_persons_have_two_colours_each_and_turns_of_their_own() -> None:
    game = Game(BOOK, players=2)
    assert [row is not None for row in game.pieces] == [True] * 4
    order = []
    for _ in range(4):
        order.append((game.seat, game.colour))
        decline(game)
    assert order == [(0, 0), (1, 1), (0, 2), (1, 3)]


def test_G13_joint_colours_share_a_turn() -> None:
    game = thrown(3, at(20), waiting(5), at(30), players=2, two_colours=True, two_colour_turns="joint")
    assert {(move.colour, move.start) for move in game.legal_moves if move.kind == "move"} == {(0, 20), (2, 30)}
    go(game, 20, 23)
    assert game.seat == 1


def test_G13_who_has_both_colours_home_wins() -> None:
    game = thrown(2, at(82), waiting(20), HOME, players=2, two_colours=True)
    go(game, 82, 84)
    assert game.outcome is not None
    assert game.outcome.winner == (0,)


def test_two_players_with_one_colour_each_sit_opposite() -> None:
    assert [row is None for row in Game(BOOK, players=2, two_colours=False).pieces] == [False, True, False, True]


@pytest.mark.parametrize("players", [3, 4])
def test_two_colours_are_for_two_players(players: int) -> None:
    with pytest.raises(RuleError, match="two_colours is for 2 players"):
        Game(BOOK, players=players, two_colours=True)


# --- E7: passing --------------------------------------------------------------------------------------


def test_E7_nobody_need_throw_or_move() -> None:
    game = sit(BOOK, at(20, 40))
    assert game.node == "offer"
    throw(game, 10)
    decline(game)
    assert (game.node, game.seat) == ("offer", 0)  # a grace given up still earns a throw
    assert game.why_pass().clause == "E7"


def test_E7_throwing_and_moving_are_duties_where_that_is_played() -> None:
    game = sit(BOOK, at(20, 40), may_pass=False)
    assert game.node == "throw"
    throw(game, 10)
    assert not can_decline(game)
    assert game.why_pass().clause == "E7"


def test_E6_a_number_is_not_divided() -> None:
    assert walks(thrown(5, at(20, 40))) == {(20, 25), (40, 45)}


def test_E17_the_middle_row_is_private_and_safe() -> None:
    game = thrown(2, at(3, 79), waiting(5, 81))
    assert {move.captures for move in game.legal_moves if move.target in (5, 81)} == {()}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("entry = { grace = true }", "entry.grace = true needs throws that are a grace"),
        ("moves = { last_steps = 'grace' }", "moves.last_steps = 'grace' needs throws that are a grace"),
        ("moves = { groups_on_safe = false }", "moves.groups_on_safe = false needs moves.groups = true"),
        ("board = { home = 'point', start = 2 }\nmoves = { second_lap = 'always' }", "comes round to where it began"),
        ("moves = { second_lap = 'always' }", "board.home = 'point'"),
    ],
)
def test_what_the_new_rules_need_is_said_in_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f'name = "Book"\nsource = "a test"\n{text}\n')
    with pytest.raises(RuleError, match=sentence):
        Game(str(path))


def test_a_second_lap_on_a_ring_that_begins_and_ends_alike(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text('base = "mensch"\nname = "Round and round"\nboard = { home = "point" }\nmoves = { second_lap = "always" }\n')
    game = sit(str(path), [38, 45, 45, 45], [45, 45, 45, 40], throw=(6,), start_on_A=0)
    assert {(move.start, move.target) for move in game.legal_moves} == {(38, 44), (38, 4)}


def test_tables_whose_throws_have_a_memory_are_not_solved() -> None:
    for option in ({"numbers": "collected"}, {"three_same": True}):
        with pytest.raises(RuleError, match="cannot be solved"):
            search(set_up(BOOK, 2, pieces=1, options={"two_colours": False, **option}), lambda *_: None)
