"""The sixth book, petits chevaux, by its clauses K1 to K12 and every value of its options.

Seat 0 stands on ring field step - 1; the same square is, for seat 1, 14 steps less (or 42 more).
"""

from __future__ import annotations

import pytest

from pachisi import Game, NotationError, RuleError
from pachisi.game.why import why_pass
from pachisi.rulebooks import load
from pachisi.table import set_up
from pachisi.terminal.board import Drawing, draw
from pachisi.web.views.wording import Wording
from tests.positions import can_decline, decline, find, go, sit, walks

BOOK = "petits-chevaux"
STABLE = [0, 0, 0, 0]
OPTIONS = {
    "exit_numbers": ("6", "1_6"),
    "third_six": ("plays", "skip"),
    "capture_throws": (False, True),
    "may_pass": (False, True),
    "passing": ("barred", "turn_back", "free"),
    "own_landing": ("behind", "illegal"),
    "foot": ("bounce", "exact", "stop"),
    "ladder": ("rungs", "count"),
    "centre": ("six", "none"),
    "win": ("all", "first"),
    "play_on": (False, True),
    "teams": (False, True),
}


def at(*steps: int) -> list[int]:
    """These steps; the other horses are in the centre."""
    return sorted([*steps, *[63] * (4 - len(steps))])


def enemy(step: int) -> list[int]:
    """A horse of seat 1 on this step of seat 0, its others in the stable."""
    return [0, 0, 0, (step - 15) % 56 + 1]


def walks_with(number: int, own: list[int], other: list[int] | None = None, **options: object) -> set[tuple[int, int]]:
    """The moves of one throw; none if it is lost."""
    game = sit(BOOK, own, other or STABLE, throw=(number,), **options)
    return walks(game) if game.node == "move" else set()


def verdict(game: Game, start: int, number: int) -> tuple[bool, str]:
    answer = game.why(colour=0, start=start, uses=(number,))
    return answer.legal, answer.clause


# --- board --------------------------------------------------------------------


def test_the_ring_has_56_fields_and_the_ladder_leads_to_the_middle():
    board = set_up(BOOK).board
    assert (len(board.ring), board.size, board.lap, board.last) == (56, 15, 56, 63)
    assert [board.spot(seat, 1) for seat in range(4)] == [(0, 6), (8, 0), (14, 8), (6, 14)]
    assert [board.spot(seat, 56) for seat in range(4)] == [(0, 7), (7, 0), (14, 7), (7, 14)]
    assert [board.spot(0, step) for step in range(57, 63)] == [(x, 7) for x in range(1, 7)]
    assert {board.spot(seat, 63) for seat in range(4)} == {(7, 7)}
    assert board.reserves[0] == ((2, 2), (3, 2), (2, 3), (3, 3))


def test_K9_without_a_centre_the_sixth_rung_is_home():
    board = set_up(BOOK, options={"centre": "none"}).board
    assert board.last == 62
    assert [board.spot(seat, 62) for seat in range(4)] == [(6, 7), (7, 6), (8, 7), (7, 8)]


def test_the_book_offers_the_options_of_the_catalogue():
    assert {name: option.values for name, option in load(BOOK).options.items()} == OPTIONS


# --- entering ------------------------------------------------------------------


def test_K2_a_six_lets_a_horse_out_or_is_moved_and_throws_again():
    game = sit(BOOK, STABLE, throw=(6,))
    assert walks(game) == {(0, 1)}
    go(game, 0, 1)
    assert (game.node, game.seat) == ("throw", 0)
    assert walks_with(6, [0, 0, 0, 20]) == {(0, 1), (20, 26)}


@pytest.mark.parametrize("number", range(1, 6))
def test_K2_no_other_number_lets_one_out(number):
    game = sit(BOOK, STABLE, throw=(number,))
    assert (game.node, game.seat) == ("throw", 1)


def test_K2_with_1_6_a_one_lets_out_but_does_not_throw_again():
    game = sit(BOOK, STABLE, throw=(1,), exit_numbers="1_6")
    go(game, 0, 1)
    assert (game.node, game.seat) == ("throw", 1)


def test_K2_the_third_six_is_played_or_skipped():
    for third, node in (("plays", ("move", 0)), ("skip", ("throw", 1))):
        game = sit(BOOK, at(10), third_six=third)
        for target in (16, 22):
            game.throw(6)
            go(game, target - 6, target)
        game.throw(6)
        assert (game.node, game.seat) == node


def test_K3_an_own_horse_on_the_start_bars_entry_and_an_enemy_is_sent_back():
    assert walks_with(6, [0, 0, 0, 1]) == {(1, 7)}
    game = sit(BOOK, STABLE, enemy(1), throw=(6,))
    assert find(game, 0, 1).captures == ((1, 43),)
    game = sit(BOOK, [0, 0, 0, 1], throw=(6,))
    assert verdict(game, 0, 6) == (False, "K3")


# --- passing -------------------------------------------------------------------


def test_K5_a_player_who_can_move_must():
    game = sit(BOOK, at(20), throw=(3,))
    assert not can_decline(game)
    assert why_pass(game).clause == "K5"


def test_K5_with_may_pass_a_six_ends_the_turn():
    game = sit(BOOK, at(20), throw=(6,), may_pass=True)
    assert can_decline(game)
    decline(game)
    assert (game.node, game.seat) == ("throw", 1)


@pytest.mark.parametrize(
    ("passing", "targets"),
    [("barred", {3: 23, 4: 24}), ("free", {3: 23, 4: 24, 5: 25, 6: 26}), ("turn_back", {3: 23, 4: 24, 5: 21, 6: 20})],
)
def test_K6_no_horse_overtakes_another(passing, targets):
    for number in range(3, 7):
        expected = {(20, targets[number])} if number in targets else set()
        assert walks_with(number, at(20), enemy(24), passing=passing) == expected
    game = sit(BOOK, at(20), enemy(24), throw=(4,), passing=passing)
    assert find(game, 20, 24).captures == ((1, 10),)


def test_K6_who_turns_back_meets_no_other_horse_and_stays_behind_nobodys_start():
    back = {"passing": "turn_back"}
    assert walks_with(6, at(20), [0, 0, 4, 9], **back) == {(20, 18)}  # from before 23 back onto the enemy on 18 …
    assert walks_with(6, at(20), [0, 0, 5, 9], **back) == set()  # … but not over one on 19
    assert walks_with(6, at(2), enemy(4), **back) == set()


def test_K6_the_referee_names_the_clause():
    game = sit(BOOK, at(20, 30), enemy(24), throw=(5,))
    assert verdict(game, 20, 5) == (False, "K6")
    game = sit(BOOK, at(20), enemy(24), throw=(5,), passing="turn_back")
    assert verdict(game, 20, 5) == (True, "K6")


def test_K7_a_number_that_leads_onto_an_own_horse_stops_behind_it():
    assert walks_with(4, at(20, 24)) == {(20, 23), (24, 28)}
    assert walks_with(4, at(20, 24), own_landing="illegal") == {(24, 28)}
    assert walks_with(5, at(20, 24)) == {(24, 29)}
    assert walks_with(1, at(20, 21)) == {(21, 22)}
    game = sit(BOOK, at(20, 24), throw=(4,))
    assert verdict(game, 20, 4) == (True, "K7")


def test_K7_where_horses_are_jumped_the_field_behind_may_be_taken():
    game = sit(BOOK, at(20, 24), enemy(23), throw=(4,), passing="free")
    assert find(game, 20, 23).captures == ((1, 9),)
    assert walks_with(4, at(20, 23, 24), passing="free") == {(23, 27), (24, 28)}


# --- the foot and the ladder -------------------------------------------------------


@pytest.mark.parametrize(
    ("foot", "target"),
    [("bounce", 53), ("exact", None), ("stop", 56)],
)
def test_K8_the_foot_must_be_hit_exactly(foot, target):
    assert walks_with(2, at(54), foot=foot) == {(54, 56)}
    assert walks_with(5, at(54), foot=foot) == ({(54, target)} if target else set())


def test_K8_a_horse_may_end_where_it_began():
    game = sit(BOOK, at(55), throw=(2,))
    go(game, 55, 55)
    assert game.snapshot.pieces[0] == (55, 63, 63, 63)
    assert (game.node, game.seat) == ("throw", 1)


def test_K8_nobody_is_overtaken_on_the_way_back_either():
    assert walks_with(3, at(52, 55)) == {(52, 54), (55, 54)}
    assert walks_with(4, at(52, 55)) == {(55, 53)}
    assert walks_with(5, at(52, 55)) == set()
    assert walks_with(6, at(52, 55)) == set()


def test_K8_a_horse_on_the_foot_is_captured_or_in_the_way():
    assert walks_with(1, at(55), enemy(56)) == {(55, 56)}
    assert walks_with(2, at(55), enemy(56)) == set()
    for foot in ("bounce", "exact", "stop"):
        assert walks_with(3, at(55), enemy(56), foot=foot) == set()


def test_K8_the_referee_names_the_clause():
    assert verdict(sit(BOOK, at(54), throw=(5,)), 54, 5) == (True, "K8")
    assert verdict(sit(BOOK, at(54), throw=(5,), foot="stop"), 54, 5) == (True, "K8")
    assert verdict(sit(BOOK, at(30, 54), throw=(5,), foot="exact"), 54, 5) == (False, "K8")


def test_K9_each_rung_has_its_number_and_the_centre_another_six():
    for step, number in ((56, 1), (57, 2), (58, 3), (59, 4), (60, 5), (61, 6), (62, 6)):
        for thrown in range(1, 7):
            assert walks_with(thrown, at(step)) == ({(step, step + 1)} if thrown == number else set())


def test_K9_an_occupied_rung_is_closed():
    assert walks_with(1, at(56, 57)) == set()
    assert walks_with(2, at(56, 57)) == {(57, 58)}
    assert verdict(sit(BOOK, at(20, 56), throw=(2,)), 56, 2) == (False, "K9")


def test_K9_without_a_centre_a_six_leads_home_from_the_fifth_rung():
    game = sit(BOOK, [61, 62, 62, 62], throw=(6,), centre="none")
    go(game, 61, 62)
    assert game.node == "over"


def test_K9_by_count_any_number_climbs_past_nobody():
    assert walks_with(4, at(56), ladder="count") == {(56, 60)}
    assert walks_with(5, at(56, 60), ladder="count") == set()
    assert walks_with(4, at(55), ladder="count") == {(55, 53)}  # the foot comes first
    assert walks_with(6, at(58), ladder="count") == set()


def test_K9_by_count_without_a_centre_home_is_step_62():
    assert walks_with(6, [56, 62, 62, 62], ladder="count", centre="none") == {(56, 62)}


def test_K10_K4_a_horse_on_the_foot_can_be_sent_back_one_on_a_rung_cannot():
    game = sit(BOOK, at(56), enemy(52), throw=(4,), seat=1)
    assert find(game, 38, 42).captures == ((0, 56),)
    game = sit(BOOK, at(57), enemy(52), throw=(5,), seat=1)
    assert find(game, 38, 43).captures == ()


def test_K4_a_capture_may_earn_another_throw():
    for earns, seat in ((False, 1), (True, 0)):
        game = sit(BOOK, at(20), enemy(24), throw=(4,), capture_throws=earns)
        go(game, 20, 24)
        assert (game.node, game.seat) == ("throw", seat)


# --- the end ------------------------------------------------------------------------


def test_K11_the_last_horse_in_the_centre_wins_without_another_throw():
    game = sit(BOOK, at(62), throw=(6,))
    go(game, 62, 63)
    assert game.node == "over"
    assert game.outcome.winner == (0,)


def test_K2_a_six_without_a_move_throws_again():
    game = sit(BOOK, at(56), throw=(6,))
    assert (game.node, game.seat) == ("throw", 0)


def test_K11_with_win_first_one_horse_is_enough_for_its_pair_too():
    for teams, winner in ((False, (0,)), (True, (0, 2))):
        game = sit(BOOK, [0, 0, 5, 62], throw=(6,), win="first", teams=teams)
        go(game, 62, 63)
        assert game.node == "over"
        assert game.outcome.winner == winner
        assert Game.from_position(game.position()).outcome == game.outcome
    with pytest.raises(RuleError, match="play_on must be false"):
        set_up(BOOK, options={"win": "first", "play_on": True})
    with pytest.raises(NotationError, match="already won"):
        sit(BOOK, [0, 0, 5, 63], win="first")


def test_K12_the_partners_horse_counts_as_your_own():
    mate = [0, 0, 0, 52]  # of seat 2: step 24 of seat 0
    assert walks(sit(BOOK, at(20), STABLE, mate, throw=(4,), teams=True)) == {(20, 23)}
    assert walks(sit(BOOK, at(20, 30), STABLE, mate, throw=(4,), teams=True, own_landing="illegal")) == {(30, 34)}
    assert walks(sit(BOOK, [0, 0, 0, 9], STABLE, [0, 0, 0, 29], throw=(6,), teams=True)) == {(9, 15)}


def test_K12_teams_are_for_four():
    with pytest.raises(RuleError, match="teams is for 4 players"):
        set_up(BOOK, 2, options={"teams": True})


# --- shown ---------------------------------------------------------------------------


def test_the_page_shows_the_way_to_the_foot_and_back():
    game = sit(BOOK, at(54), throw=(5,))
    board = game.board
    path = Wording(game.table, "en").path(game.legal_moves[0], 0)
    assert path == tuple(board.spot(0, step) for step in (54, 55, 56, 55, 54, 53))


def test_the_terminal_shows_the_numbers_of_the_rungs():
    table = set_up(BOOK)
    rows = draw(Drawing(table, ((0, 0, 0, 62), None, None, None)))
    assert [cell for cell in rows[7].split() if cell in "123456"][:5] == list("12345")
    assert "⌂" in rows[7]


def test_K12_the_six_that_brings_the_last_horse_home_is_lent_at_once_or_not_at_all(tmp_path):
    book = tmp_path / "later.toml"
    book.write_text('base = "petits-chevaux"\nseats = { teams = true, partner = "own", finished = "lend_later" }\n')
    for name, options, follows in ((BOOK, {"teams": True}, ("offer", 0)), (str(book), {}, ("throw", 1))):
        game = sit(name, at(62), throw=(6,), **options)
        go(game, 62, 63)
        assert (game.node, game.seat) == follows
