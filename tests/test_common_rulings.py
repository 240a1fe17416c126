"""The common rulings G1 to G10, each in every book to which it applies."""

from __future__ import annotations

import pytest

from pachisi import Game, IllegalMove, Move, RuleError
from tests.positions import decline, find, go, moves, sit, walks

MODERN, PARCHEESI, MENSCH, CLASSIC, LUDO = "pachisi-modern", "parcheesi", "mensch", "pachisi-classic", "ludo"
BOOKS = (MODERN, PARCHEESI, MENSCH, CLASSIC, LUDO)
RESERVE = [0, 0, 0, 0]

CLOCKWISE, AGAINST_THE_PIECES = (0, 1, 2, 3), (0, 3, 2, 1)
ORDER = {
    MODERN: CLOCKWISE,
    PARCHEESI: AGAINST_THE_PIECES,
    MENSCH: CLOCKWISE,
    CLASSIC: AGAINST_THE_PIECES,
    LUDO: CLOCKWISE,
}
FIRST_NODE = {MODERN: "throw", PARCHEESI: "throw", MENSCH: "throw", CLASSIC: "offer", LUDO: "throw"}


def stands(game: Game) -> tuple[str, int]:
    return game.node, game.seat


def lose_the_turn(game: Game) -> None:
    """A turn in which nothing moves, from the reserve."""
    seat = game.seat
    while game.seat == seat:
        if game.node == "offer":
            decline(game)
        else:
            game.throw(*((1, 2) if game.rulebook.id == PARCHEESI else (1,)))


def waiting(book: str, players: int = 4) -> Game:
    """A game at whose beginning all pieces wait, with one colour each."""
    chosen = {"start_on_A": 0} if book == MENSCH else {"two_colours": False} if book == MODERN else {}
    return Game(book, players=players, **chosen)


# --- G1 ---------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_G1_only_the_tied_players_throw_again_until_one_is_highest(book):
    game = Game(book, first="high_roll")
    before = game.pieces
    order = ORDER[book]
    first, second = order[1], order[2]
    for seat, face in zip(order, (5, 6, 6, 1), strict=True):
        assert stands(game) == ("throw", seat)
        game.throw(face)
    for seat, face in [(first, 2), (second, 2), (first, 1), (second, 5)]:
        assert stands(game) == ("throw", seat)
        game.throw(face)
    assert stands(game) == (FIRST_NODE[book], second)
    assert game.pieces == before


@pytest.mark.parametrize("book", BOOKS)
def test_G1_the_throw_for_the_opening_is_not_a_move(book):
    game = Game(book, first="high_roll")
    assert game.position()["turn"] == 0
    for face in (6, 1, 2, 5):
        assert list(game.legal_moves) == []
        game.throw(face)
    assert stands(game) == (FIRST_NODE[book], 0)
    assert game.position()["turn"] == 1
    assert game.position()["left"] == []


@pytest.mark.parametrize("book", BOOKS)
def test_G1_a_tie_that_includes_everybody_is_thrown_again_by_everybody(book):
    game = Game(book, first="high_roll")
    for _ in range(4):
        game.throw(2)
    seats = []
    for face in (1, 5, 6, 2):
        seats.append(game.seat)
        game.throw(face)
    assert tuple(seats) == ORDER[book]
    assert game.seat == ORDER[book][2]


@pytest.mark.parametrize("book", BOOKS)
def test_G1_a_lower_tie_does_not_matter(book):
    game = Game(book, first="high_roll")
    for face in (5, 6, 5, 5):
        game.throw(face)
    assert stands(game) == (FIRST_NODE[book], ORDER[book][1])


@pytest.mark.parametrize(
    ("book", "order"),
    [
        (MODERN, (0, 1, 2)),
        (PARCHEESI, (0, 2, 1)),
        (MENSCH, (0, 1, 2)),
        (CLASSIC, (0, 2, 1)),
        (LUDO, (0, 1, 2)),
    ],
)
def test_G1_with_three_players_three_throw_in_turn_order(book, order):
    game = Game(book, players=3, first="high_roll")
    seats = []
    for face in (1, 2, 6):
        seats.append(game.seat)
        game.throw(face)
    assert tuple(seats) == order
    assert game.seat == order[2]


@pytest.mark.parametrize("book", BOOKS)
def test_G1_a_given_first_seat_skips_the_ceremony(book):
    assert stands(Game(book)) == (FIRST_NODE[book], 0)
    assert stands(Game(book, first=2)) == (FIRST_NODE[book], 2)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("players", "first"), [(2, 1), (2, 3), (3, 3), (4, 4), (4, -1)])
def test_G1_an_unused_seat_cannot_be_first(book, players, first):
    single = {"two_colours": False} if (book, players) == (MODERN, 2) else {}
    with pytest.raises(RuleError, match="first"):
        Game(book, players=players, first=first, **single)


# --- G2 ---------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_G2_no_colours_way_crosses_the_private_fields_of_another(book):
    board = Game(book).board
    for colour in range(4):
        way = {board.spot(colour, step) for step in range(1, board.last + 1)}
        for other in range(4):
            if other != colour:
                assert not way & set(board.lanes[other])


@pytest.mark.parametrize(
    ("book", "start", "throw", "target", "field"),
    [
        (MODERN, 10, (3,), 13, 12),  # from the field before seat 1's goal
        (MENSCH, 10, (3,), 13, 12),
        (PARCHEESI, 13, (3, 1), 16, 20),  # from the mouth of seat 1's home path
        (CLASSIC, 25, (2, 5, 6), 38, 30),  # from seat 1's tower
        (LUDO, 12, (3,), 15, 16),  # from the mouth of seat 1's home column
    ],
)
def test_G2_a_piece_walks_past_the_private_fields_of_others(book, start, throw, target, field):
    game = sit(book, [start, 0, 0, 0], throw=throw)
    go(game, start, target)
    assert max(game.pieces[0]) == target
    assert game.board.field(0, target) == field


@pytest.mark.parametrize(
    ("book", "start", "throw", "target"),
    [(MODERN, 38, (4,), 42), (MENSCH, 38, (4,), 42), (PARCHEESI, 63, (3, 1), 66), (LUDO, 50, (3,), 53)],
)
def test_G2_a_piece_turns_into_its_own_private_fields(book, start, throw, target):
    game = sit(book, [start, 0, 0, 0], throw=throw)
    go(game, start, target)
    assert game.board.field(0, target) is None
    assert game.board.spot(0, target) in game.board.lanes[0]


# --- G3 ---------------------------------------------------------------------

OVERSHOOT = [
    (MODERN, [20, 40, 0, 0], (5,), 40, 5, (4,), 44),
    (MENSCH, [20, 40, 0, 0], (5,), 40, 5, (4,), 44),
    (PARCHEESI, [20, 70, 72, 72], (3, 4), 70, 3, (2, 4), 72),
    (CLASSIC, [20, 80, 84, 84], (1, 2, 5), 80, 8, (1, 1, 2), 84),
    (LUDO, [20, 55, 0, 0], (3,), 55, 3, (2,), 57),
]


@pytest.mark.parametrize(("book", "pieces", "throw", "start", "number", "exact", "home"), OVERSHOOT)
def test_G3_overshooting_is_illegal_and_the_exact_number_is_needed(book, pieces, throw, start, number, exact, home):
    game = sit(book, pieces, throw=throw)
    assert {begin for begin, _ in walks(game)} == {20}
    assert not game.why(0, start, (number,)).legal
    assert (start, home) in walks(sit(book, pieces, throw=exact))


@pytest.mark.parametrize(("book", "pieces", "throw", "start", "number", "exact", "home"), OVERSHOOT)
def test_G3_there_is_no_bouncing_back_and_no_partial_move(book, pieces, throw, start, number, exact, home):
    game = sit(book, pieces, throw=throw)
    for target in range(start - 6, home + 1):
        with pytest.raises(IllegalMove):
            game.push(Move("move", 0, start, target, (number,), 1))


# --- G4, G5 -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "pieces", "throw", "follows"),
    [
        (MODERN, [40, 0, 0, 0], (5,), ("throw", 1)),
        (MENSCH, [40, 0, 0, 0], (5,), ("throw", 1)),
        (PARCHEESI, [71, 72, 72, 72], (2, 3), ("throw", 3)),
        (CLASSIC, [80, 84, 84, 84], (1, 5, 6), ("offer", 3)),
        (LUDO, [55, 0, 0, 0], (3,), ("throw", 1)),
    ],
)
def test_G4_a_throw_without_legal_use_is_lost_and_the_turn_passes(book, pieces, throw, follows):
    game = sit(book, pieces, throw=throw)
    assert stands(game) == follows
    assert game.pieces[0] == sorted(pieces)
    assert "lost" in [line.what for line in game.log]


UNPLAYABLE = [
    (MODERN, [40, 42, 43, 44], (6,), ("throw", 0)),
    (MENSCH, [40, 42, 43, 44], (6,), ("throw", 0)),
    (PARCHEESI, [71, 72, 72, 72], (2, 2), ("offer", 0)),
    (CLASSIC, [80, 84, 84, 84], (5, 6, 6), ("offer", 0)),
    (CLASSIC, [80, 84, 84, 84], (6, 6, 6), ("offer", 0)),
    (LUDO, [55, 57, 57, 57], (6,), ("throw", 0)),
]


@pytest.mark.parametrize(("book", "pieces", "throw", "follows"), UNPLAYABLE)
def test_G4_the_turn_goes_on_if_the_lost_throw_earned_another(book, pieces, throw, follows):
    game = sit(book, pieces, throw=throw)
    assert stands(game) == follows
    assert "lost" in [line.what for line in game.log]


@pytest.mark.parametrize(
    ("book", "pieces", "throw", "rest"),
    [
        (MODERN, [20, 40, 43, 44], (2, 3), {(20, 23)}),  # after 40-42 only the 3 of the other piece is left
        (PARCHEESI, [70, 20, 72, 72], (2, 6), {(20, 26)}),
    ],
)
def test_G4_a_die_is_lost_only_if_nothing_can_use_it(book, pieces, throw, rest):
    game = sit(book, pieces, throw=throw, **({"dice": 2} if book == MODERN else {}))
    go(game, max(p for p in pieces if p in (40, 70)), 42 if book == MODERN else 72, uses=(2,))
    assert walks(game) == rest


@pytest.mark.parametrize("book", BOOKS)
def test_G4_a_move_node_always_offers_a_real_move(book):
    game = Game(book, seed=11)
    for _ in range(300):
        if game.node == "over":
            break
        if game.node == "move":
            assert any(m.kind in ("move", "enter") for m in game.legal_moves)
            game.push(game.legal_moves[-1])
        else:
            game.throw()


@pytest.mark.parametrize(("book", "pieces", "throw", "follows"), UNPLAYABLE)
def test_G5_an_extra_throw_is_earned_by_the_faces_not_by_a_move(book, pieces, throw, follows):
    game = sit(book, pieces, throw=throw)
    assert game.pieces[0] == sorted(pieces)
    assert stands(game) == follows


@pytest.mark.parametrize("book", [MODERN, MENSCH])
@pytest.mark.parametrize(("extra_needs_move", "follows"), [(False, ("throw", 0)), (True, ("throw", 1))])
def test_G5_extra_needs_move_ties_the_throw_to_a_move(book, extra_needs_move, follows):
    game = sit(book, [40, 42, 43, 44], throw=(6,), extra_needs_move=extra_needs_move)
    assert stands(game) == follows


@pytest.mark.parametrize("book", [MODERN, MENSCH])
@pytest.mark.parametrize("extra_needs_move", [False, True])
def test_G5_a_six_that_moved_earns_a_throw_in_any_case(book, extra_needs_move):
    game = sit(book, [20, 42, 43, 44], throw=(6,), extra_needs_move=extra_needs_move)
    go(game, 20, 26)
    assert stands(game) == ("throw", 0)


def test_G5_extra_needs_move_with_two_dice_any_move_of_the_throw_suffices():
    game = sit(MODERN, [40, 42, 43, 44], [1, 0, 0, 0], throw=(6, 3), dice=2, extra_needs_move=True)
    assert stands(game) == ("throw", 1)  # neither the 6 nor the 3 can be used
    game = sit(MODERN, [37, 42, 43, 0], throw=(6, 3), dice=2, extra_needs_move=True)
    go(game, 37, 40)
    go(game, 0, 1)
    assert stands(game) == ("throw", 0)


@pytest.mark.parametrize("book", [PARCHEESI, CLASSIC, LUDO])
def test_G5_extra_needs_move_is_an_option_of_two_books_only(book):
    with pytest.raises(RuleError, match="extra_needs_move"):
        Game(book, extra_needs_move=True)


# --- G6 ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "pieces", "throw", "start", "home", "options"),
    [
        (MODERN, [35, 42, 43, 44], (6,), 35, 41, {}),
        (MODERN, [40, 42, 43, 44], (1, 4), 40, 41, {"dice": 2}),
        (MENSCH, [35, 42, 43, 44], (6,), 35, 41, {}),
        (PARCHEESI, [66, 72, 72, 72], (6, 6), 66, 72, {}),
        (CLASSIC, [72, 84, 84, 84], (2, 5, 5), 72, 84, {"teams": False}),
        (LUDO, [51, 57, 57, 57], (6,), 51, 57, {}),
    ],
)
def test_G6_the_game_ends_the_instant_it_is_won(book, pieces, throw, start, home, options):
    game = sit(book, pieces, throw=throw, **options)
    go(game, start, home)
    assert stands(game) == ("over", -1)
    assert game.outcome.winner == (0,)
    assert list(game.legal_moves) == []
    rest = game.position()
    assert (rest["left"], rest["bonus"]) == ([], [])
    with pytest.raises(IllegalMove):
        game.throw()


def test_G6_open_bonuses_lapse_with_the_win():
    fields = {"node": "move", "faces": [6, 6], "left": [6], "bonus": [10, 25], "doubles": 1}
    game = sit(PARCHEESI, [66, 72, 72, 72], fields=fields)
    go(game, 66, 72)
    assert game.node == "over"
    assert game.position()["bonus"] == []


def test_G6_a_won_game_can_be_taken_back_and_goes_on():
    game = sit(LUDO, [51, 57, 57, 57], throw=(6,))
    go(game, 51, 57)
    game.pop()
    assert stands(game) == ("move", 0)
    assert game.outcome is None


# --- G7 ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "pieces", "victim", "throw", "start", "target", "follows", "options"),
    [
        (MODERN, [20, 30, 0, 0], 14, (2, 4), 20, 24, ("move", 0), {"dice": 2}),
        (MODERN, [20, 0, 0, 0], 16, (6,), 20, 26, ("throw", 0), {}),
        (PARCHEESI, [20, 30, 0, 0], 7, (2, 4), 20, 24, ("move", 0), {}),
        (MENSCH, [20, 30, 41, 42], 16, (6,), 20, 26, ("throw", 0), {}),
        (CLASSIC, [20, 0, 0, 0], 15, (2, 5, 5), 20, 32, ("offer", 0), {}),
        (LUDO, [20, 0, 0, 0], 13, (6,), 20, 26, ("throw", 0), {}),
    ],
)
def test_G7_a_captured_piece_goes_to_its_reserve_at_once(book, pieces, victim, throw, start, target, follows, options):
    game = sit(book, pieces, [0, 0, 0, victim], throw=throw, **options)
    number = target - start
    assert go(game, start, target, uses=(number,)).captures == ((1, victim),)
    assert game.pieces[1] == RESERVE
    assert stands(game) == follows  # with a die or a throw still to come


def test_G7_the_captured_piece_is_gone_for_the_next_die():
    """The piece on step 20 takes the enemy on 24; then the second die walks on without taking it again."""
    game = sit(PARCHEESI, [20, 22, 0, 0], [0, 0, 0, 7], throw=(2, 4))
    go(game, 20, 24, uses=(4,))
    assert find(game, 22, 24, uses=(2,)).captures == ()


# --- G8 ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "pieces", "after", "options"),
    [
        (MODERN, [11, 21, 0, 0], [0, 0, 0, 25], {}),
        (MENSCH, [11, 21, 41, 42], [0, 25, 41, 42], {"capture_duty": "penalty"}),
    ],
)
def test_G8_a_penalty_for_overlooking_a_duty_is_applied_by_itself(book, pieces, after, options):
    game = sit(book, pieces, [5, 0, 0, 0], throw=(4,), **options)  # seat 1 stands on step 15
    assert find(game, 11, 15).penalty == ()
    assert find(game, 21, 25).penalty == ((0, 11),)
    go(game, 21, 25)
    assert game.pieces[0] == after
    assert stands(game) == ("throw", 1)


@pytest.mark.parametrize(
    ("book", "pieces", "options"),
    [
        (MODERN, [11, 21, 0, 0], {"capture_duty": "strict"}),
        (MENSCH, [11, 21, 41, 42], {"capture_duty": "strict"}),
    ],
)
def test_G8_strict_tables_know_no_penalty(book, pieces, options):
    game = sit(book, pieces, [5, 0, 0, 0], throw=(4,), **options)
    assert moves(game) == {Move("move", 0, 11, 15, (4,), 1, captures=((1, 5),))}


@pytest.mark.parametrize("book", [PARCHEESI, CLASSIC, LUDO])
def test_G8_books_without_such_a_duty_punish_nothing(book):
    game = Game(book, seed=2)
    for _ in range(200):
        if game.node == "move":
            assert all(m.penalty == () for m in game.legal_moves)
            game.push(game.legal_moves[0])
        elif game.node != "over":
            game.throw()


# --- G9 ---------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_G9_two_players_sit_opposite(book):
    game = waiting(book, players=2)
    assert game.pieces == [RESERVE, None, RESERVE, None]
    seats = []
    for _ in range(4):
        seats.append(game.seat)
        lose_the_turn(game)
    assert seats == [0, 2, 0, 2]


@pytest.mark.parametrize("book", BOOKS)
def test_G9_three_players_leave_one_seat_empty(book):
    game = waiting(book, players=3)
    assert game.pieces == [RESERVE, RESERVE, RESERVE, None]
    seats = []
    for _ in range(4):
        seats.append(game.seat)
        lose_the_turn(game)
    assert seats == ([0, 2, 1, 0] if book in (PARCHEESI, CLASSIC) else [0, 1, 2, 0])


@pytest.mark.parametrize(
    ("book", "start", "throw", "target", "enemy"),
    [
        (MODERN, 8, (3,), 11, 31),  # seat 1's start field
        (MODERN, 7, (3,), 10, 30),  # the field before seat 1's goal
        (MENSCH, 8, (3,), 11, 31),
        (MENSCH, 7, (3,), 10, 30),
        (LUDO, 10, (4,), 14, 40),
        (LUDO, 8, (4,), 12, 38),  # the mouth of seat 1's home column
    ],
)
def test_G9_an_empty_seats_start_and_home_fields_are_ordinary_fields(book, start, throw, target, enemy):
    game = sit(book, [start, 0, 0, 0], None, [enemy, 0, 0, 0], players=2, throw=throw)
    assert find(game, start, target).captures == ((2, enemy),)


def test_G9_parcheesi_the_dark_fields_of_an_empty_seat_are_dark_like_any_other():
    game = sit(PARCHEESI, [16, 0, 0, 0], None, [52, 0, 0, 0], players=2, throw=(2, 4))  # seat 1's start field
    assert (16, 18) not in walks(game)
    assert (16, 18) in walks(sit(PARCHEESI, [16, 0, 0, 0], None, RESERVE, players=2, throw=(2, 4)))


def test_G9_classic_the_towers_of_an_empty_seat_are_refuges_like_any_other():
    game = sit(CLASSIC, [13, 0, 0, 0], None, [59, 0, 0, 0], players=2, throw=(1, 5, 6))  # seat 1's tower
    assert find(game, 13, 25).captures == ()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("players", [1, 5, 0, "two", 2.0, True])
def test_G9_two_three_or_four_can_play(book, players):
    with pytest.raises(RuleError, match="players"):
        Game(book, players=7 if players == 5 and book in ("mensch", "ludo") else players)  # N1


# --- G10 --------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_G10_turn_order_is_clockwise(book):
    game = waiting(book)
    seats = []
    for _ in range(8):
        seats.append(game.seat)
        lose_the_turn(game)
    assert tuple(seats) == ORDER[book] * 2


def test_G10_in_parcheesi_seat_3_follows_seat_0():
    game = sit(PARCHEESI, [20, 0, 0, 0], throw=(1, 2))
    go(game, 20, 23, uses=(1, 2))
    assert stands(game) == ("throw", 3)


@pytest.mark.parametrize(("book", "sense"), [(MODERN, 1), (PARCHEESI, -1), (MENSCH, 1), (CLASSIC, -1), (LUDO, 1)])
def test_G10_the_pieces_run_clockwise_or_anticlockwise_as_drawn(book, sense):
    ring = Game(book).board.ring
    area = sum(x * b - a * y for (x, y), (a, b) in zip(ring, [*ring[1:], ring[0]], strict=True))
    assert (area > 0) == (sense > 0)  # y runs down, so a positive area is clockwise


# --- what holds for every book --------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_an_unknown_option_or_value_is_refused_with_a_sentence(book):
    with pytest.raises(RuleError, match="'barrier'"):
        Game(book, barrier=True)
    with pytest.raises(RuleError, match="pieces = 5"):
        Game(book, pieces=5)


def test_an_unknown_rulebook_is_refused_with_a_guess():
    with pytest.raises(RuleError, match="did you mean 'mensch'"):
        Game("mensh")


@pytest.mark.parametrize(
    ("book", "players", "option"),
    [
        *[(MODERN, players, "teams") for players in (2, 3)],
        *[(MODERN, players, "two_colours") for players in (3, 4)],
        *[(MENSCH, players, "two_person") for players in (3, 4)],
        *[(MENSCH, players, "three_person_neutral") for players in (2, 4)],
    ],
)
def test_options_for_another_number_of_players_are_refused(book, players, option):
    with pytest.raises(RuleError, match=option):
        Game(book, players=players, **{option: True})


@pytest.mark.parametrize("book", BOOKS)
def test_every_game_can_be_taken_back_to_its_beginning(book):
    game = Game(book, seed=4)
    beginning = game.position()
    for _ in range(120):
        if game.node == "move":
            game.push(game.legal_moves[0])
        else:
            game.throw()
    while game.history:
        game.pop()
    assert game.position() == beginning
