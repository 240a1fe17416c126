"""Chowka bhara, by its clauses H1 to H16 and every value of its options.

Inside the small board, seat 0's step k is the square that seat 1 counts as k + 2 and seat 3 as k + 6, round 17 to 24; on the edge
seat 1 counts k - 4, seat 2 k - 8, seat 3 k - 12, round 1 to 16.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pachisi import Batch, Game, NotationError, RuleError
from pachisi.bots import BOTS, bot
from pachisi.drawing import draw_board, draw_position
from pachisi.lab.heat import find_squares
from pachisi.lab.solve import solve
from pachisi.notation import read_position, write_position
from pachisi.rulebooks import load
from pachisi.rulebooks.presets import presets_of
from pachisi.simulation import simulate
from pachisi.table import set_up
from tests.positions import can_decline, decline, find, go, play, ruling, sit, walks

BOOK = "chowka-bhara"
OPTIONS = {
    "board": (5, 7),
    "shells": (4, 6),
    "numbers": ("collected", "at_once"),
    "three_again": (False, True),
    "may_pass": (False, True),
    "gate": ("hit", "off"),
    "gate_relock": (False, True),
    "pairs": ("bound", "full", "loose", "off"),
    "pair_blocks": (False, True),
    "entry": ("start", "grace"),
    "capture_rethrows": (True, False),
    "teams": (False, True),
    "turns": ("anticlockwise", "clockwise"),
    "play_on": (False, True),
}
UP = {4: {8: 0, 1: 1, 2: 2, 3: 3, 4: 4}, 6: {12: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}}  # mouths up, by shells and number
START = [1, 1, 1, 1]
SINGLY = "groups = false, bound = false, groups_on_safe = true, group_pace = 'whole'"
ASHTA_KASHTE = {"board": 7, "numbers": "at_once", "gate": "off", "entry": "grace", "pairs": "full", "pair_blocks": True, "may_pass": True}


def at(*steps: int, home: int = 25) -> list[int]:
    """These steps; the other pieces are home."""
    return sorted([*steps, *[home] * (4 - len(steps))])


def begun(*steps: int) -> list[int]:
    """These steps; the other pieces are still on the start square."""
    return sorted([*steps, *[1] * (4 - len(steps))])


def table(own: list[int], others: dict[int, list[int]], fields: dict[str, Any], **options: Any) -> Game:
    players, rest = options.pop("players", 4), [0] * 4 if options.get("entry") == "grace" else START
    used = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}[players]
    rows = [own, *([others.get(seat, rest) if seat in used else None for seat in (1, 2, 3)])]
    return sit(BOOK, *rows, players=players, fields=fields, **options)


def numbers(*open_numbers: int, own: list[int], hit: tuple[int, ...] = (), **options: Any) -> Game:
    """Seat 0 has these numbers to play and no throw to come; `s1` to `s3` are the rows of the others."""
    others = {int(name[1]): options.pop(name) for name in ("s1", "s2", "s3") if name in options}
    up = UP[options.get("shells", 4)][open_numbers[-1]]
    fields = {"node": "move", "faces": [up], "left": sorted(open_numbers), "extra": {"owed": 0}}
    if options.get("gate", "hit") == "hit":
        fields["extra"]["hit"] = sorted({*hit, *(seat for seat, row in {0: own, **others}.items() if max(row) > 16)})
    return table(own, others, fields, **options)


def led(*open_numbers: int, **rest: Any) -> set[tuple[int, int, int]]:
    """(start, target, how many go) of every move; none if nobody can move."""
    try:
        game = numbers(*open_numbers, **rest)
    except NotationError as refusal:
        if "nobody can move" not in str(refusal):
            raise
        return set()
    return {(move.start, move.target, move.count) for move in game.legal_moves}


def thrown(*numbers: int, own: list[int], hit: tuple[int, ...] = (), **options: Any) -> Game:
    """Seat 0 throws these, one after the other."""
    others = {int(name[1]): options.pop(name) for name in ("s1", "s2", "s3") if name in options}
    shells = options.get("shells", 4)
    game = table(own, others, {"extra": {"hit": list(hit)}} if options.get("gate", "hit") == "hit" else {}, **options)
    for number in numbers:
        game.throw(UP[shells][number])
    return game


def test_the_book_offers_the_options_of_the_catalogue() -> None:
    assert {name: option.values for name, option in load(BOOK).options.items()} == OPTIONS


def test_the_rules_fit_on_sixty_lines() -> None:
    """Apart from labels, which every language adds to."""
    path = load(BOOK).path
    assert path is not None
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("label")]
    assert len(lines) <= 60 + len(load(BOOK).verdicts)


# --- board and shells ---------------------------------------------------------------------------------------


def test_H7_the_small_board_runs_round_the_edge_and_then_inwards() -> None:
    board = set_up(BOOK).board
    way = [(x - 1, y - 1) for x, y in (board.spot(0, step) for step in range(1, 26))]
    edge = [(2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (4, 1), (4, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 4)]
    assert way == [*edge, (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (2, 2)]
    assert [board.spot(seat, 1) for seat in range(4)] == [(3, 5), (5, 3), (3, 1), (1, 3)]
    assert sorted(board.safe) == [0, 4, 8, 12]
    for seat in range(4):
        assert [board.field(seat, step) for step in range(1, 17)] == [(4 * seat + step - 1) % 16 for step in range(1, 17)]
    inner = [[board.field(seat, step) for step in range(17, 25)] for seat in range(4)]
    assert all(inner[seat] == [inner[0][(step - 17 - 2 * seat) % 8] for step in range(17, 25)] for seat in range(4))


def test_H7_the_large_board_winds_inwards_in_two_rings() -> None:
    board = set_up(BOOK, options={"board": 7}).board
    spots = [(x - 1, y - 1) for x, y in (board.spot(0, step) for step in range(1, 50))]
    found = [spots[step - 1] for step in (1, 24, 25, 29, 33, 37, 40, 43, 45, 47, 48, 49)]
    assert found == [(3, 6), (2, 6), (1, 5), (1, 1), (5, 1), (5, 5), (2, 5), (2, 2), (4, 2), (4, 4), (3, 4), (3, 3)]
    assert len(set(spots)) == 49
    assert (board.outer, board.last, sorted(board.safe)) == (24, 49, [0, 6, 12, 18])
    rings = [[board.field(seat, step) for step in range(25, 41)] for seat in range(4)]
    assert all(rings[seat] == [rings[0][(step - 25 - 4 * seat) % 16] for step in range(25, 41)] for seat in range(4))


@pytest.mark.parametrize(("shells", "again", "mean"), [(4, (4, 8), Fraction(5, 2)), (6, (6, 12), Fraction(51, 16))])
def test_G11_H4_the_tables_of_the_shells(shells: int, again: tuple[int, int], mean: Fraction) -> None:
    throws = Game(BOOK, shells=shells).throws
    number = {up: n for n, up in UP[shells].items()}
    assert sum(weight * number[faces[0]] for faces, weight in throws.items()) == mean
    assert sum(weight for faces, weight in throws.items() if number[faces[0]] in again) == Fraction(2, 2**shells)
    for n in UP[shells]:
        game = thrown(n, own=START, shells=shells)
        assert (game.node == "throw") is (n in again)


def test_H2_the_highest_number_begins() -> None:
    game = Game(BOOK, first="high_roll")
    for up in (3, 0, 4, 1):
        game.throw(up)
    assert (game.turn, game.seat) == (1, 1)


@pytest.mark.parametrize("pieces", [1, 2, 3, 4, 5, 6])
def test_H1_all_pieces_begin_on_the_own_start_square(pieces: int) -> None:
    assert Game(BOOK, pieces=pieces).pieces == [[1] * pieces] * 4
    assert Game(BOOK, pieces=pieces, entry="grace", players=2).pieces == [[0] * pieces, None, [0] * pieces, None]


def test_pieces_are_1_to_6() -> None:
    for pieces in (0, 7):
        with pytest.raises(RuleError, match="a colour has 1 to 6 pieces"):
            Game(BOOK, pieces=pieces)


# --- the examples of the catalogue --------------------------------------------------------------------------


def test_H3_T1_throws_are_collected_and_each_number_moves_one_piece() -> None:
    assert walks(thrown(3, own=START)) == {(1, 4)}
    game = thrown(4, 8, 2, own=START)
    assert game.snapshot.left == (2, 4, 8)
    go(game, 1, 3)
    go(game, 3, 11)
    go(game, 1, 5)
    assert (game.pieces[0], game.node, game.seat) == ([1, 1, 5, 11], "throw", 1)


def test_H11_T2_a_piece_at_a_closed_gate_goes_round_again() -> None:
    assert led(4, own=begun(15)) == {(15, 3, 1), (1, 5, 1)}
    assert led(1, own=at(16), gate="off") == {(16, 17, 1)}
    game = thrown(1, own=[1, 1, 1, 16])
    assert (16, 1) in walks(game)
    assert ruling(game, 0, 16, 1) == (True, "H11")


def test_H11_T3_turning_in_is_compulsory_once_the_gate_is_open() -> None:
    assert led(4, own=at(15)) == {(15, 19, 1)}
    assert led(8, own=at(13)) == {(13, 21, 1)}
    assert led(4, own=begun(15), hit=(0,)) == {(15, 19, 1), (1, 5, 1)}


def test_H9_T4_a_hit_sends_the_enemy_to_his_start_earns_a_throw_and_opens_the_gate() -> None:
    game = numbers(1, own=begun(2), s1=begun(15))
    assert go(game, 2, 3).captures == ((1, 15),)
    assert game.pieces[1] == START
    assert (game.node, game.seat) == ("throw", 0)
    assert game.position()["extra"] == {"hit": [0]}


def test_H11_T5_the_gate_opens_for_numbers_already_collected() -> None:
    def fresh() -> Game:
        return numbers(1, 4, own=begun(2, 16), s1=begun(15))

    game = fresh()
    assert {(2, 3), (16, 1), (16, 4), (2, 6)} <= walks(game)
    go(game, 2, 3)
    assert {(16, 20), (3, 7)} <= walks(game)
    assert (16, 4) not in walks(game)


def test_H8_T6_nobody_is_hit_on_a_crossed_square() -> None:
    game = numbers(2, own=begun(3))
    move = find(game, 3, 5)
    assert move.captures == ()
    assert len(game.table.rules.board.safe) == 1
    assert led(2, own=[3, 5, 25, 25]) == {(3, 5, 1), (5, 7, 1)}


def test_H10_T6_a_colour_has_one_piece_on_a_plain_square_of_the_edge() -> None:
    game = numbers(3, own=at(3, 6))
    assert walks(game) == {(6, 9)}
    assert ruling(game, 0, 3, 3) == (False, "H10")


def test_H12_T7_two_pieces_on_an_inner_square_become_a_pair() -> None:
    assert led(2, own=at(17, 19)) == {(17, 19, 1), (19, 21, 1)}
    game = numbers(2, 2, own=at(17, 19))
    go(game, 17, 19)
    assert {(move.start, move.target, move.count) for move in game.legal_moves} == {(19, 20, 2)}


def test_H12_T8_only_an_even_number_moves_a_pair_by_half() -> None:
    for number in (1, 3):
        assert led(number, own=at(20, 20)) == set()
    for number, target in ((2, 21), (4, 22), (8, 24)):
        assert led(number, own=at(20, 20)) == {(20, target, 2)}
    game = numbers(2, own=at(18, 20, 20))
    assert {(move.start, move.target, move.count) for move in game.legal_moves} == {(20, 21, 2)}
    assert ruling(game, 0, 18, 2) == (False, "H12")  # no third joins
    assert ruling(game, 0, 20, 2) == (True, "H12")
    odd = numbers(3, own=at(20, 20, 2))
    assert ruling(odd, 0, 20, 3) == (False, "H12")


def test_H12_T9_a_pair_falls_to_a_pair_alone() -> None:
    rows = {"own": at(20), "s1": begun(24, 24)}
    assert led(2, **rows) == set()
    assert led(3, **rows) == {(20, 23, 1)}
    assert led(3, pair_blocks=True, **rows) == set()
    loose = numbers(2, pairs="loose", **rows)
    assert find(loose, 20, 22).captures == ((1, 24), (1, 24))
    game = numbers(4, own=at(20, 20), s1=begun(24, 24))
    assert go(game, 20, 22).captures == ((1, 24), (1, 24))
    assert (game.pieces[1], game.pieces[0]) == (START, [22, 22, 25, 25])


def test_H12_a_single_piece_may_not_land_on_a_pair_and_why_says_so() -> None:
    game = numbers(2, own=at(2, 20), s1=begun(24, 24))
    assert ruling(game, 0, 20, 2) == (False, "H12")
    single = numbers(2, own=at(20), s1=begun(24))
    assert find(single, 20, 22).captures == ((1, 24),)


def test_H14_T10_the_middle_is_reached_exactly() -> None:
    assert led(1, own=at(23)) == {(23, 24, 1)}
    assert led(2, own=at(23)) == {(23, 25, 1)}
    for number in (3, 4):
        assert led(number, own=at(23)) == set()
    for number in (1, 4):
        assert led(number, own=at(24, 24)) == set()
    game = numbers(2, own=at(24, 24))
    go(game, 24, 25, count=2)
    assert game.outcome is not None
    assert game.outcome.winner == (0,)
    assert ruling(numbers(3, own=at(2, 23)), 0, 23, 3) == (False, "H14")


def test_H5_T11_three_numbers_in_a_row_that_throw_again_void_the_turn() -> None:
    game = thrown(4, 8, own=START, three_again=True)
    assert game.position()["extra"]["run"] == ["again", 2]
    game.throw(UP[4][4])
    assert (game.node, game.seat, game.snapshot.left, game.pieces[0]) == ("throw", 1, (), START)
    for capture_rethrows in (True, False):
        other = thrown(4, 8, 2, own=START, three_again=True, capture_rethrows=capture_rethrows)
        assert (other.node, other.snapshot.left) == ("move", (2, 4, 8))
    one_by_one = thrown(4, own=START, three_again=True, numbers="at_once")
    go(one_by_one, 1, 5)
    one_by_one.throw(UP[4][8])
    go(one_by_one, 5, 13)
    one_by_one.throw(UP[4][4])
    assert (one_by_one.node, one_by_one.seat, one_by_one.pieces[0]) == ("throw", 1, [1, 1, 1, 13])


def test_H5_moves_of_earlier_rounds_stand_and_a_hit_breaks_the_row() -> None:
    game = thrown(4, 1, own=begun(2), s1=begun(15), three_again=True)
    go(game, 2, 3)
    go(game, 3, 7)
    assert (game.node, game.pieces[0], game.pieces[1]) == ("throw", [1, 1, 1, 7], START)
    assert "run" not in game.position()["extra"]
    for number in (4, 8, 4):
        game.throw(UP[4][number])
    assert (game.seat, game.pieces[0]) == (1, [1, 1, 1, 7])


def test_H1_T12_waiting_pieces_enter_with_a_number_that_throws_again() -> None:
    rest = {"entry": "grace", "hit": (0,), "own": [0, 0, 3, 25]}
    assert led(4, **rest) == {(0, 1, 1), (3, 7, 1)}
    assert led(3, **rest) == {(3, 6, 1)}
    assert ruling(numbers(3, **rest), 0, 0, 3) == (False, "H1")
    assert ruling(numbers(4, **rest), 0, 0, 4) == (True, "H1")
    assert led(12, shells=6, entry="grace", own=[0, 0, 0, 0]) == {(0, 1, 1)}
    game = numbers(1, own=[0, 0, 0, 2], s1=[0, 0, 0, 15], entry="grace")
    go(game, 2, 3)
    assert game.pieces[1] == [0, 0, 0, 0]  # H9: outside again


def test_G12_T13_a_hit_with_a_number_that_throws_again() -> None:
    rows = {"own": begun(2), "s1": begun(2)}
    once = thrown(4, numbers="at_once", **rows)
    go(once, 2, 6)
    assert (once.node, once.seat) == ("throw", 0)
    once.throw(UP[4][2])
    decided = next(iter(once.legal_moves))
    once.push(decided)
    assert once.seat == 1  # one throw, not two
    collected = thrown(4, 2, **rows)
    go(collected, 2, 6)
    go(collected, 6, 8)
    assert (collected.node, collected.seat) == ("throw", 0)


def test_H11_T14_the_gate_shuts_again_when_all_pieces_are_back() -> None:
    for relock, hit in ((True, [0]), (False, [0, 1])):
        game = numbers(1, own=begun(2), s1=begun(15), hit=(1,), gate_relock=relock)
        go(game, 2, 3)
        assert game.position()["extra"]["hit"] == hit
    for row in ([1, 1, 15, 25], [1, 1, 6, 15]):  # a piece that is home, or on its way, keeps it open
        game = numbers(1, own=begun(2), s1=row, hit=(1,), gate_relock=True)
        go(game, 2, 3)
        assert game.position()["extra"]["hit"] == [0, 1]


def test_H7_T15_the_large_board() -> None:
    assert led(1, own=at(24, home=49), board=7, gate="off") == {(24, 25, 1)}
    assert led(1, own=at(48, home=49), board=7, gate="off") == {(48, 49, 1)}
    assert led(3, own=at(4, 4, home=49), board=7, gate="off", pairs="full") == {(4, 7, 2)}
    game = thrown(2, own=[1, 1, 1, 23], board=7)
    assert (23, 1) in walks(game)


# --- the other values of the options ------------------------------------------------------------------------


def test_H3_numbers_may_be_played_one_by_one() -> None:
    game = thrown(4, own=START, numbers="at_once")
    assert game.node == "move"
    go(game, 1, 5)
    assert (game.node, game.seat) == ("throw", 0)


def test_H4_a_hit_earns_no_throw_where_that_is_played() -> None:
    game = numbers(1, own=begun(2), s1=begun(15), capture_rethrows=False)
    go(game, 2, 3)
    assert (game.node, game.seat) == ("throw", 1)


def test_H6_numbers_must_be_played_while_any_can_in_any_order() -> None:
    game = numbers(1, 2, own=at(23))
    assert not can_decline(game)
    assert game.why_pass().clause == "H6"
    go(game, 23, 25)  # the order is free
    assert game.outcome is not None
    lost = numbers(1, 2, own=[1, 23, 25, 25])
    go(lost, 23, 24)
    assert walks(lost) == {(1, 3)}  # the 2 no longer leads home


def test_H6_nobody_need_move_where_that_is_played_but_throws_stay_duties() -> None:
    game = thrown(4, own=START, may_pass=True, numbers="at_once")
    assert can_decline(game)
    assert game.why_pass().clause == "H6"
    decline(game)
    assert (game.node, game.seat) == ("throw", 0)
    collected = thrown(4, 2, own=START, may_pass=True)
    decline(collected)
    assert (collected.node, collected.seat) == ("throw", 1)


def test_H9_all_enemies_on_the_square_go_back() -> None:
    game = numbers(1, own=begun(2), s1=begun(15), teams=False)
    assert find(game, 2, 3).captures == ((1, 15),)
    both = numbers(2, own=at(20), s1=begun(24), s3=begun(20), teams=True, pairs="loose")
    assert find(both, 20, 22).captures == ((1, 24), (3, 20))


def test_H12_full_pairs_stand_everywhere_and_move_by_the_whole_number() -> None:
    assert led(3, own=at(2, 2), pairs="full") == {(2, 5, 2)}
    game = numbers(1, 3, own=begun(2, 2), pairs="full")
    go(game, 2, 5, count=2)
    assert (5, 6, 1) in {(move.start, move.target, move.count) for move in game.legal_moves}  # on X it falls apart
    rounds = thrown(3, own=begun(14, 14), pairs="full")
    assert (14, 1, 2) in {(move.start, move.target, move.count) for move in rounds.legal_moves}  # the pair circles as one
    joined = numbers(1, own=begun(2, 3, 3), pairs="full")
    assert (2, 3) not in walks(joined)
    assert ruling(joined, 0, 2, 1) == (False, "H12")
    assert led(1, own=begun(2), s1=begun(15, 15), pairs="full") == {(1, 2, 1)}
    assert led(1, own=at(2, 2), s1=begun(15, 15), pairs="full") == {(2, 3, 2)}


def test_H12_loose_pieces_stand_together_inside_and_move_singly() -> None:
    assert led(2, own=at(18, 20, 20), pairs="loose") == {(18, 20, 1), (20, 22, 1)}
    assert led(3, own=at(3, 6), pairs="loose") == {(6, 9, 1)}


def test_H12_without_pairs_a_colour_has_one_piece_on_inner_squares_too() -> None:
    game = numbers(2, own=at(17, 19), pairs="off")
    assert walks(game) == {(19, 21)}
    assert ruling(game, 0, 17, 2) == (False, "H10")


def test_H13_a_pair_may_be_jumped_unless_pairs_block() -> None:
    rows = {"own": at(2, 20), "s1": begun(24, 24)}
    assert (20, 23) in walks(numbers(3, **rows))
    game = numbers(3, pair_blocks=True, **rows)
    assert (20, 23) not in walks(game)
    assert ruling(game, 0, 20, 3) == (False, "H13")
    assert led(8, own=at(20, 20), s1=begun(24, 24), pair_blocks=True) == {(20, 24, 2)}  # pairs pass pairs
    circling = thrown(3, own=begun(15), s1=begun(12, 12), pairs="full", pair_blocks=True)  # on seat 0's 16
    assert (15, 2) not in walks(circling)


def test_H15_the_first_with_all_pieces_home_wins_and_others_may_play_on() -> None:
    for play_on, over in ((False, True), (True, False)):
        game = numbers(1, 4, own=at(24), play_on=play_on, players=3)
        go(game, 24, 25)
        assert (game.node == "over") is over
        if not over:
            assert (game.seat, game.position()["places"]) == (1, [0])


def test_H16_partners_share_inner_squares_and_bar_those_of_the_edge() -> None:
    rows = {"own": at(2, 20), "s2": [1, 1, 11, 18]}  # on seat 0's 3 and 22
    game = numbers(1, 2, teams=True, **rows)
    assert (2, 3) not in walks(game)
    assert ruling(game, 0, 2, 1) == (False, "H10")
    assert find(game, 20, 22).captures == ()
    alone = numbers(1, 2, **rows)
    assert find(alone, 2, 3).captures == ((2, 11),)
    strict = numbers(1, 2, teams=True, pairs="off", **rows)
    assert (20, 22) not in walks(strict)
    full = numbers(1, 2, teams=True, pairs="full", **rows)
    assert (2, 3) not in walks(full)
    go(full, 20, 22)
    assert full.pieces[0] == [2, 22, 25, 25]


def test_H16_both_must_be_home_and_a_finished_player_is_skipped() -> None:
    game = numbers(1, own=at(24), s2=begun(20), teams=True)
    go(game, 24, 25)
    assert (game.node, game.seat) == ("throw", 1)
    over = numbers(1, own=at(24), s2=at(), teams=True)
    go(over, 24, 25)
    assert over.outcome is not None
    assert over.outcome.winner == (0, 2)
    for players in (2, 3):
        with pytest.raises(RuleError, match="teams is for 4 players"):
            Game(BOOK, players=players, teams=True)


def test_H16_each_player_needs_a_hit_of_his_own() -> None:
    game = numbers(1, own=begun(2), s1=begun(15), teams=True)
    go(game, 2, 3)
    assert game.position()["extra"]["hit"] == [0]


@pytest.mark.parametrize(("turns", "order"), [("anticlockwise", [0, 1, 2, 3]), ("clockwise", [0, 3, 2, 1])])
def test_G10_turns_pass_as_the_pieces_run_or_the_other_way(turns: str, order: list[int]) -> None:
    game, seen = Game(BOOK, turns=turns), []
    for _ in range(4):
        seen.append(game.seat)
        game.throw(2)
        while game.node == "move":
            game.push(game.legal_moves[0])
    assert seen == order


def test_options_without_effect_are_accepted_with_a_word() -> None:
    for options, word in (
        ({"gate": "off", "gate_relock": True}, "gate_relock does nothing here: it needs gate = 'hit'."),
        ({"pairs": "loose", "pair_blocks": True}, "pair_blocks does nothing here: it needs pairs = 'bound' or 'full'."),
    ):
        chosen = set_up(BOOK, options=options)
        assert chosen.book.idle(chosen.options) == [word]
    rows = {"own": at(20), "s1": begun(24, 24), "pairs": "loose"}
    assert led(3, pair_blocks=True, **rows) == led(3, **rows) == {(20, 23, 1)}


def test_the_preset_ashta_kashte_is_the_game_that_falkener_tells() -> None:
    preset = next(one for one in presets_of(BOOK) if one.name == "ashta_kashte")
    assert preset.options == ASHTA_KASHTE
    game = Game(BOOK, seed=3, **ASHTA_KASHTE)
    assert game.pieces == [[0] * 4] * 4


# --- positions ----------------------------------------------------------------------------------------------


def test_a_position_says_who_may_turn_in_or_those_who_have() -> None:
    inside = {"rulebook": BOOK, "pieces": [at(20), START, START, START], "seat": 0}
    assert Game.from_position(inside).position()["extra"] == {"hit": [0]}
    home = {"rulebook": BOOK, "pieces": [begun(25), START, START, START], "seat": 0}
    assert Game.from_position(home).position()["extra"] == {"hit": [0]}
    told = Game.from_position({**inside, "extra": {"hit": [0, 2]}})
    assert "hit=0,2" in write_position(told)
    assert read_position(write_position(told)).position() == told.position()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"extra": {"hit": [4]}}, r"extra.hit = \[4\] must list seats among \[0, 1, 2, 3\]"),
        ({"extra": {"hit": []}}, "pieces of seats \\[0\\] have turned in already"),
        ({"extra": {"hit": "all"}}, "must list seats"),
        ({"options": {"gate": "off"}, "extra": {"hit": [0]}}, "only a player who has captured turns in"),
        ({"pieces": [[0, 20, 25, 25], START, START, START]}, "a step of seat 0 = 0 must be a whole number from 1 to 25"),
        ({"pieces": [[3, 3, 20, 25], START, START, START]}, "seat 0 has 2 pieces on step 3; 1 may stand there"),
        ({"pieces": [[20, 20, 20, 25], START, START, START]}, "seat 0 has 3 pieces on step 20; 2 may stand there"),
        ({"pieces": [[3, 20, 25, 25], [1, 1, 1, 15], START, START]}, "cannot stand together"),
        ({"options": {"teams": True}, "pieces": [[3, 20, 25, 25], START, [1, 1, 1, 11], START]}, "too many pieces of one side"),
    ],
)
def test_impossible_positions_are_refused_in_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    data = {"rulebook": BOOK, "pieces": [at(20), START, START, START], "seat": 0}
    with pytest.raises(NotationError, match=sentence):
        Game.from_position({**data, **fields})


# --- what a rulebook of one's own may say, and what not -----------------------------------------------------


@pytest.mark.parametrize(
    ("base", "chapter", "sentence"),
    [
        (BOOK, "board = { arm = 4 }", "on a spiral the edge is 2 or 3 fields from the middle"),
        (BOOK, "board = { lane = 4 }", "board.home must be 'point', board.lane 0"),
        (BOOK, "board = { pieces = 7 }", "board.pieces = 7: a colour has 6 pieces at most"),
        (BOOK, "block = { stops = 'everyone' }", "on a spiral it must be 'smaller' or 'nobody'"),
        (BOOK, "moves = { group_by = 'team' }", "moves.group_by must be 'colour' on a spiral"),
        (BOOK, "moves = { foot = 'exact' }", "board.shape can't be 'spiral'"),
        (BOOK, "entry = { ready_at = [17] }", "pieces begin on the outer ring of a spiral, on steps 1 to 16"),
        (BOOK, "moves = { bound = false }", "moves.group_pace = 'half' needs moves.bound = true"),
        (BOOK, "moves = { stack_safe = 2 }", "more pieces than may stand on the start field"),
        (BOOK, "board = { safe = [2] }\nmoves = { stack = 4 }", "capture.to = 'start' needs a start field on which nobody is captured"),
        (BOOK, "capture = { to = 'reserve' }", "no throw brings a captured piece back in"),
        (BOOK, f"moves = {{ capacity = 6, {SINGLY} }}\nblock = {{ size = 0, broken_by = 'nobody' }}", "cannot be played with moves.capacity"),
        (BOOK, "seats = { colours = 'two' }", "moves.gate = 'capture' needs seats.colours = 'one'"),
        (BOOK, "moves = { gate = 'open', gate_shuts = true }", "moves.gate_shuts needs moves.gate = 'capture'"),
        ("mensch", "moves = { gate = 'capture' }", "moves.gate = 'capture' needs board.home = 'point'"),
        ("ludo", "moves = { gate = 'capture' }", "comes round to where it began"),
        ("mensch", "moves = { stack_inside = 2 }", "moves.stack_inside = 2 needs board.shape = 'spiral'"),
        ("mensch", "seats = { partner = 'own_outside' }", "seats.partner = 'own_outside' needs board.shape = 'spiral'"),
    ],
)
def test_contradictions_are_refused_in_a_sentence(base: str, chapter: str, sentence: str, tmp_path: Path) -> None:
    book = tmp_path / "own.toml"
    book.write_text(f'base = "{base}"\n{chapter}\n', encoding="utf-8")
    with pytest.raises(RuleError) as refusal:
        load(book)
    assert sentence in str(refusal.value)


def test_a_gate_may_stand_before_the_lanes_of_a_cross(tmp_path: Path) -> None:
    """The ring of this board begins and ends alike, so who has not captured goes round again."""
    book = tmp_path / "gated.toml"
    book.write_text('base = "mensch"\nname = "Gated"\nboard = { home = "point" }\nmoves = { gate = "capture" }\n', encoding="utf-8")
    rows = [[0, 0, 0, 38], [0, 0, 0, 34]]
    shut = sit(str(book), *rows, throw=(4,))
    assert (38, 2) in walks(shut)
    opened = sit(str(book), *rows, throw=(4,), fields={"extra": {"hit": [0]}})
    assert (38, 42) in walks(opened)


# --- everything else that a book can do ---------------------------------------------------------------------


def test_games_end_with_every_value_of_every_option() -> None:
    for name, values in OPTIONS.items():
        for value in values[1:]:
            found = simulate(BOOK, 40, players=4, seed=2, **{name: value})
            assert (found["winner"] >= 0).mean() > 0.9, (name, value)


@pytest.mark.parametrize("name", BOTS)
def test_bots_of_all_levels_play(name: str) -> None:
    game = Game(BOOK, players=2, pieces=2, seed=4)
    play(game, {0: bot(name, 1), 2: bot(name, 2)}, most=400)
    assert len(game.history) > 20


def test_a_batch_sees_whose_gate_is_open() -> None:
    batch = Batch(BOOK, n=2, players=2, seed=1)
    assert "gates" in [plane.name for plane in batch.planes]
    assert "gates" not in [plane.name for plane in Batch("mensch", n=1).planes]


def test_tables_whose_throws_have_a_memory_are_not_solved() -> None:
    with pytest.raises(RuleError, match="cannot be solved"):
        solve(set_up(BOOK, 2, pieces=1))


def test_the_board_is_a_square_with_crosses_and_a_ground_of_its_own() -> None:
    drawn = draw_board(set_up(BOOK))
    assert 'class="board square on-chowka-bhara"' in drawn
    assert drawn.count('class="crossed"') == 5  # with the middle
    assert drawn.count('class="tip"') == 4
    assert draw_board(set_up(BOOK, options={"board": 7})).count('class="tile inside"') == 24
    assert draw_position(Game(BOOK, players=2, seed=1)).count("data-step") == 8


def test_squares_inside_are_named_by_the_colour_that_comes_there_first() -> None:
    names = [(square.colour, square.kind) for square in find_squares(set_up(BOOK))]
    assert len(set(names)) == 25
    assert {("red", "start"), ("red", "start + 3"), ("red", "inside + 1"), ("green", "inside + 2"), ("shared", "home")} <= set(names)


def test_the_terminal_draws_a_square_with_the_ways_inside() -> None:
    lines = str(Game(BOOK)).splitlines()
    assert lines[0] == "┌────┬────┬────┬────┬────┐"
    assert sum(line.count(arrow) for line in lines for arrow in "↑↓←→") == 4
    assert "│RRRR│" in lines[9]
