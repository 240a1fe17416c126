"""The seventh book, Eile mit Weile, by its clauses S1 to S18 and every value of its options.

Seat 0 stands on ring field step + 4; the same square is, for seat 1, 17 steps less (or 51 more).
"""

from __future__ import annotations

import pytest

from pachisi import Game, NotationError
from pachisi.rulebooks import load
from pachisi.table import set_up
from tests.positions import can_decline, find, go, sit, walks

BOOK = "eile-mit-weile"
STALL = [0, 0, 0, 0]
OPTIONS = {
    "order": ("clockwise", "anticlockwise"),
    "throws": ("collected", "one_by_one"),
    "three_sixes": ("exposed", "ring", "all"),
    "capture": ("both", "pass_only", "land_only"),
    "fresh_waits": (False, True),
    "bench_queue": (False, True),
    "overshoot": ("bounce", "stay"),
    "play_on": (False, True),
}


def at(*steps: int) -> list[int]:
    """These steps; the other pieces are in heaven."""
    return sorted([*steps, *[72] * (4 - len(steps))])


def red(*steps: int) -> list[int]:
    """Pieces of seat 1 on these steps of seat 0, its others in the stable."""
    return sorted([*[0] * (4 - len(steps)), *((step - 18) % 68 + 1 for step in steps)])


def thrown(*faces: int, own: list[int], other: list[int] | None = None, **options: object) -> Game:
    game = sit(BOOK, own, other or STALL, **options)
    for face in faces:
        game.throw(face)
    return game


def verdict(game: Game, start: int, number: int) -> tuple[bool, str]:
    answer = game.why(colour=0, start=start, uses=(number,))
    return answer.legal, answer.clause


def test_the_book_offers_the_options_of_the_catalogue():
    assert {name: option.values for name, option in load(BOOK).options.items()} == OPTIONS


def test_S1_S2_the_board_is_that_of_parcheesi_and_turns_pass_either_way():
    assert set_up(BOOK).board == set_up("parcheesi").board
    for order, following in (("clockwise", 3), ("anticlockwise", 1)):
        game = thrown(1, own=STALL, order=order)
        assert (game.node, game.seat) == ("throw", following)


def test_S3_a_five_brings_a_piece_out_or_is_moved_a_six_never_does():
    game = thrown(5, own=STALL)
    assert walks(game) == {(0, 1)}
    go(game, 0, 1)
    assert (game.node, game.seat) == ("throw", 3)
    assert walks(thrown(5, own=[0, 0, 0, 20])) == {(0, 1), (20, 25)}
    game = thrown(6, 3, own=STALL)
    assert (game.node, game.seat) == ("throw", 3)


def test_S4_S5_sixes_count_twelve_and_numbers_are_collected():
    game = thrown(6, own=[0, 0, 0, 20])
    assert (game.node, game.seat, game.snapshot.left, game.faces) == ("throw", 0, (12,), (6,))
    game.throw(5)
    assert game.snapshot.left == (5, 12)
    assert walks(game) == {(20, 32), (20, 25), (0, 1)}
    go(game, 0, 1)
    assert walks(game) == {(20, 32), (1, 13)}


def test_S5_one_by_one_a_number_is_played_before_the_next_throw():
    game = thrown(6, own=[0, 0, 0, 20], throws="one_by_one")
    assert walks(game) == {(20, 32)}
    go(game, 20, 32)
    assert (game.node, game.seat) == ("throw", 0)


def test_S5_a_position_between_the_throws_of_a_turn_is_set_up_again():
    for faces in ((6,), (6, 6), (6, 6, 4), (6, 3)):
        game = thrown(*faces, own=[0, 0, 5, 20])
        again = Game.from_position(game.position())
        assert again.position() == game.position()
        assert again.legal_moves == game.legal_moves
    with pytest.raises(NotationError, match="does not come from throws that earn another"):
        sit(BOOK, [0, 0, 0, 20], fields={"node": "throw", "faces": [6], "left": [12, 12], "doubles": 1})
    with pytest.raises(NotationError, match="does not come from the throw"):
        sit(BOOK, [0, 0, 0, 20], fields={"node": "throw", "faces": [6], "left": [4], "doubles": 1})


@pytest.mark.parametrize(
    ("penalty", "left"), [("exposed", (0, 13, 66, 72)), ("ring", (0, 0, 66, 72)), ("all", (0, 0, 0, 72))]
)
@pytest.mark.parametrize("throws", ["collected", "one_by_one"])
def test_S6_the_third_six_sends_pieces_back(penalty, left, throws):
    game = sit(BOOK, [5, 13, 66, 72], three_sixes=penalty, throws=throws, fields={"doubles": 2, **pool(throws)})
    game.throw(6)
    assert game.snapshot.pieces[0] == left
    assert (game.node, game.seat, game.snapshot.left) == ("throw", 3, ())


def pool(throws: str) -> dict[str, object]:
    return {"node": "throw", "faces": [6], "left": [12, 12]} if throws == "collected" else {}


def test_S7_the_order_is_free_and_nothing_may_be_declined():
    game = thrown(6, 1, own=at(71))
    assert walks(game) == {(71, 72), (71, 61)}
    assert not can_decline(game)


def test_S8_a_fresh_piece_waits_but_an_older_one_on_the_same_field_may_go():
    game = thrown(6, 5, own=[0, 0, 0, 20], fresh_waits=True)
    go(game, 0, 1)
    assert walks(game) == {(20, 32)}
    assert verdict(game, 1, 12) == (False, "S8")
    assert Game.from_position(game.position()).legal_moves == game.legal_moves
    game = thrown(6, 5, own=[0, 0, 1, 20], fresh_waits=True)
    go(game, 0, 1)
    assert walks(game) == {(20, 32), (1, 13)}


@pytest.mark.parametrize(("capture", "back"), [("both", {22, 32}), ("pass_only", {22}), ("land_only", {32})])
def test_S9_S10_overtaking_and_landing_capture_but_not_on_a_bench(capture, back):
    game = thrown(6, 1, own=at(20), other=red(22, 25, 32), capture=capture)
    move = find(game, 20, 32)
    assert {step + 17 for _, step in move.captures} == back
    game.push(move)
    assert game.snapshot.pieces[1].count(0) == 1 + len(back)


def test_S9_S10_all_on_a_field_go_back_together():
    for number in (4, 5):
        move = find(thrown(number, own=at(20), other=red(24, 24)), 20, 20 + number)
        assert move.captures == ((1, 7), (1, 7))
    assert verdict(thrown(5, own=at(20), other=red(24)), 20, 5) == (True, "S9")
    assert verdict(thrown(4, own=at(20), other=red(24)), 20, 4) == (True, "S10")


def test_S10_by_passing_alone_enemies_share_a_plain_field():
    game = thrown(4, own=at(20), other=red(24), capture="pass_only")
    go(game, 20, 24)
    assert Game.from_position(game.position()).snapshot.pieces == game.snapshot.pieces
    with pytest.raises(NotationError, match="cannot stand together"):
        sit(BOOK, at(24), red(24))


def test_S11_a_capture_happens_by_itself_and_earns_nothing():
    game = thrown(4, own=at(20), other=red(24))
    assert [move.captures for move in game.legal_moves if (move.start, move.target) == (20, 24)] == [((1, 7),)]
    go(game, 20, 24)
    assert (game.node, game.seat) == ("throw", 3)


def test_S15_nobody_meets_anybody_on_the_stairs():
    move = find(thrown(2, own=at(66), other=red(68 + 17)), 66, 68)
    assert move.captures == ()


def test_S13_own_pieces_share_any_field():
    assert walks(thrown(4, own=at(20, 24))) == {(20, 24), (24, 28)}
    assert walks(thrown(1, own=[21, 22, 22, 22])) == {(21, 22), (22, 23)}
    assert walks(thrown(1, own=[66, 67, 67, 67])) == {(66, 67), (67, 68)}


def test_S14_a_pair_on_a_bench_stops_enemies_from_passing():
    assert walks(thrown(3, own=at(22), other=red(25, 25))) == {(22, 25)}
    assert walks(thrown(4, own=at(22), other=red(25, 25))) == set()
    assert walks(thrown(2, own=at(25), other=red(25, 25))) == {(25, 27)}
    assert walks(thrown(4, own=at(22, 25, 25))) == {(22, 26), (25, 29)}
    assert walks(thrown(4, own=at(22), other=red(24, 24))) == {(22, 26)}
    mixed = sit(BOOK, at(22), red(25), [0, 0, 0, 59], throw=(4,))
    assert walks(mixed) == {(22, 26)}
    assert verdict(thrown(4, own=at(22, 30), other=red(25, 25)), 22, 4) == (False, "S14")


def test_S14_a_pair_on_the_foot_closes_the_stairs():
    assert walks(thrown(2, own=at(62), other=red(64, 64))) == {(62, 64)}
    assert walks(thrown(3, own=at(62), other=red(64, 64))) == set()
    assert thrown(6, 1, own=at(70), other=red(64, 64)).snapshot.left == (1, 12)
    assert walks(thrown(6, 1, own=at(70), other=red(64, 64))) == {(70, 71)}


def test_S14_with_a_queue_who_came_after_a_pair_waits():
    first, last = [1, 1, 0], [0, 1, 1]
    for queue, legal in ((first, set()), (last, {(25, 27)})):
        fields = {"extra": {"queue": {"29": queue}}}
        game = sit(BOOK, at(25), red(25, 25), bench_queue=True, fields=fields, throw=(2,))
        assert walks(game) == legal
    game = sit(BOOK, at(25), red(25, 25), bench_queue=True, fields={"extra": {"queue": {"29": last}}})
    assert game.position()["extra"]["queue"]["29"] == last
    with pytest.raises(NotationError, match="where \\[0, 1, 1\\] stand"):
        sit(BOOK, at(25), red(25, 25), bench_queue=True, fields={"extra": {"queue": {"29": [0, 1]}}})


def test_S17_S18_too_much_for_heaven_goes_back_the_rest():
    assert walks(thrown(5, own=at(70))) == {(70, 69)}
    assert walks(thrown(4, own=at(70))) == {(70, 70)}
    assert walks(thrown(2, own=at(70))) == {(70, 72)}
    assert walks(thrown(5, own=at(70), overshoot="stay")) == set()
    assert verdict(thrown(5, own=at(70)), 70, 5) == (True, "S18")
    game = thrown(6, 5, own=at(71))
    go(game, 71, 68)
    assert walks(game) == {(68, 64)}


def test_S18_a_piece_that_comes_back_captures_where_it_ends():
    assert find(thrown(6, 1, own=at(70), other=red(62)), 70, 62).captures == ((1, 45),)
    assert find(thrown(6, 1, own=at(70), other=red(63)), 70, 62).captures == ()
    assert find(thrown(6, 1, own=at(62), other=red(63)), 62, 70).captures == ((1, 46),)  # on its way up


def test_S12_entering_never_captures_and_is_never_barred():
    game = thrown(5, own=STALL, other=red(1, 1))
    assert find(game, 0, 1).captures == ()


def test_S16_the_last_piece_wins():
    game = thrown(6, 1, own=at(71))
    go(game, 71, 72)
    assert game.outcome.winner == (0,)



def test_any_number_of_throws_can_be_collected(tmp_path):
    book = tmp_path / "endless.toml"
    book.write_text('base = "eile-mit-weile"\nturn = { streak = 0 }\n', encoding="utf-8")
    game = Game(str(book), players=2)
    for _ in range(9):
        game.throw(6)
    game.throw(5)
    assert game.snapshot.left == (5, *[12] * 9)
