"""Boards with six arms: *Mensch* and Ludo for up to six, as books based on them (N)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pachisi import Batch, Game, Move, RuleError, simulate
from pachisi.bots import bot
from pachisi.drawing import draw_board, draw_position
from pachisi.drawing.geometry import measure
from pachisi.notation import read_position, write_position
from pachisi.record import read_record, write_record
from pachisi.records import LARGE
from pachisi.rulebooks import load
from pachisi.table import set_up

from .positions import go, walks

MENSCH = 'name = "Six"\nbase = "mensch"\nboard = { arms = 6 }\n'
LUDO = 'name = "Six"\nbase = "ludo"\nboard = { arms = 6 }\n'
SHORT = 'name = "Six"\nbase = "mensch"\nboard = { arms = 6, arm = 3 }\n'
TEAMS = MENSCH + 'seats = { teams = true, team = "TEAM", finished = "lend_later" }\nblock = { by = "team", mixed = false }\n'
GOAL = [61, 62, 63, 64]


@pytest.fixture
def book(tmp_path: Path) -> Any:
    """A book from its text."""

    def write(text: str) -> Path:
        path = tmp_path / "six.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def sit(path: Path, own: list[int], others: dict[int, list[int]] | None = None, throw: int = 0, **fields: Any) -> Game:
    """Seat 0 is to throw, or has thrown; everybody else waits, unless it is said."""
    rows = [own, *([0] * 4 for _ in range(5))]
    for seat, steps in (others or {}).items():
        rows[seat] = sorted([*steps, *[0] * (4 - len(steps))])
    game = Game.from_position({"rulebook": str(path), "players": 6, "pieces": rows, "seat": 0, **fields})
    if throw:
        game.throw(throw)
    return game


def test_N1_the_start_fields_lie_on_the_arms(book: Any) -> None:
    board = set_up(book(MENSCH), 6).board
    assert [board.spot(seat, 1) for seat in (0, 1, 3)] == [(-5, -1), (1, -6), (5, 1)]
    assert (len(board.ring), len(set(board.ring)), board.lap, board.last) == (60, 60, 60, 64)
    steps = zip(board.ring, (*board.ring[1:], board.ring[0]), strict=True)
    assert all((q - p, n - r) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)} for (p, r), (q, n) in steps)


def test_N1_a_piece_that_enters_captures_on_its_start_field(book: Any) -> None:
    game = sit(book(MENSCH), [0, 0, 0, 20], {5: [11]}, 6)
    assert game.board.field(5, 11) == 0
    assert [move.captures for move in game.legal_moves if move.kind == "enter"] == [((5, 11),)]


def test_N1_the_goal_begins_after_sixty_fields(book: Any) -> None:
    path = book(MENSCH)
    assert [walks(sit(path, [60, 62, 63, 64], throw=n)) for n in (1, 5)] == [{(60, 61)}, set()]
    assert walks(sit(path, [0, 0, 0, 60], throw=4)) == {(60, 64)}
    assert sit(path, [0, 0, 0, 60]).board.spot(0, 61) == (-5, 0)
    assert walks(sit(path, [0, 0, 60, 61], throw=2)) == {(60, 62), (61, 63)}


def test_N1_the_clauses_of_the_base_hold(book: Any) -> None:
    assert walks(sit(book(MENSCH), [0, 0, 1, 6], throw=5)) == {(6, 11)}  # C13


def test_N1_every_start_field_lies_ten_steps_after_the_one_before(book: Any) -> None:
    board = set_up(book(MENSCH), 6).board
    assert board.field(0, 1) == board.field(3, 31)


def test_N1_ludo_has_seventy_seven_steps_and_a_lane_of_five(book: Any) -> None:
    path = book(LUDO)
    board = set_up(path, 6).board
    assert (board.field(0, 1), board.spot(0, 1)) == (2, (-6, -1))
    assert (board.field(0, 77), board.spot(0, 77), board.spot(0, 78)) == (0, (-8, 0), (-7, 0))
    assert walks(sit(path, [77, 83, 83, 83], throw=6)) == {(77, 83)}
    assert walks(sit(path, [79, 83, 83, 83], throw=5)) == set()
    assert (board.field(1, 1), board.field(3, 1)) == (board.field(0, 14), board.field(0, 40))


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, (0, 3)), (3, (0, 2, 4)), (4, (0, 1, 3, 4)), (5, (0, 1, 2, 3, 4)), (6, (0, 1, 2, 3, 4, 5))],
)
def test_N1_who_sits_where(book: Any, players: int, seats: tuple[int, ...]) -> None:
    table = set_up(book(MENSCH), players)
    assert table.seats == table.seats.openers == seats
    game = Game(book(MENSCH), players=players)
    for seat in (*seats, seats[0]):
        assert game.seat == seat
        game.throw(1)
        game.push(game.legal_moves[0])


def test_N1_more_than_four_need_six_arms(book: Any) -> None:
    with pytest.raises(RuleError, match="players = 5 is not possible; 2, 3 or 4 can play"):
        Game("mensch", players=5)
    with pytest.raises(RuleError, match="players = 7 is not possible; 2, 3, 4, 5 or 6 can play"):
        Game(book(MENSCH), players=7)
    with pytest.raises(RuleError, match="arms = 5"):
        load(book('name = "Five"\nbase = "mensch"\nboard = { arms = 5 }\n'))


def test_N2_a_track_of_48(book: Any) -> None:
    board = set_up(book(SHORT), 6).board
    assert (board.lap, board.last, board.lanes[0]) == (48, 52, ((-4, 0), (-3, 0), (-2, 0), (-1, 0)))


def test_N3_twelve_safe_fields(book: Any) -> None:
    path = book(LUDO.replace("arms = 6", "arms = 6, safe = [2, 10]") + 'capture = { on_safe = "shared" }\nblock = { on_safe = false }\n')
    assert len(set_up(path, 6).board.safe) == 12
    assert go(sit(path, [0, 0, 0, 8], {5: [22]}, 1), 8, 9).captures == ()
    assert go(sit(book(LUDO), [0, 0, 0, 8], {5: [22]}, 1), 8, 9).captures == ((5, 22),)


@pytest.mark.parametrize(("players", "option"), [(2, "two_person"), (3, "three_person_neutral")])
def test_N4_two_colours_and_a_neutral_one_are_made_for_four_seats(book: Any, players: int, option: str) -> None:
    with pytest.raises(RuleError, match="made for four seats"):
        Game(book(MENSCH), players=players, **{option: True})


def test_N5_partners_are_not_captured_and_win_together(book: Any) -> None:
    own = [0, 0, 24, 64]
    assert go(sit(book(MENSCH), own, {3: [55]}, 1), 24, 25).captures == ((3, 55),)
    path = book(TEAMS.replace("TEAM", "pairs"))
    assert set_up(path, 6).seats.sides == ((0, 3), (1, 4), (2, 5))
    assert set_up(path, 4).seats.sides == ((0, 3), (1, 4))
    assert go(sit(path, own, {3: [55]}, 1), 24, 25).captures == ()
    game = sit(path, [60, 62, 63, 64], {3: GOAL}, 1)
    go(game, 60, 61)
    assert game.outcome is not None
    assert set(game.outcome.winner) == {0, 3}
    game = sit(path, [60, 62, 63, 64], {3: [62, 63, 64]}, 1)
    go(game, 60, 61)
    assert (game.node, game.seat) == ("throw", 1)


def test_N5_a_finished_player_may_throw_for_the_next_unfinished_partner(book: Any) -> None:
    game = sit(book(TEAMS.replace("TEAM", "threes")), [60, 62, 63, 64], {2: GOAL}, 1, places=[2])
    assert game.seats.sides == ((0, 2, 4), (1, 3, 5))
    go(game, 60, 61)
    game.throw(1)
    assert (game.node, game.seat, game.colour) == ("offer", 2, 4)
    game.throw(1)
    for seat in (3, 4, 5):
        assert game.seat == seat
        game.throw(1)
    assert (game.node, game.seat, game.colour) == ("offer", 0, 4)
    assert read_position(write_position(game)).position() == game.position()


@pytest.mark.parametrize(("players", "team"), [(2, "pairs"), (3, "pairs"), (5, "pairs"), (4, "threes"), (5, "threes"), (6, "facing")])
def test_N5_teams_that_do_not_add_up_are_refused(book: Any, players: int, team: str) -> None:
    with pytest.raises(RuleError, match="team"):
        Game(book(TEAMS.replace("TEAM", team)), players=players)


def test_N5_teams_of_six_need_six_arms(book: Any) -> None:
    with pytest.raises(RuleError, match="teams of pairs need a board with six arms"):
        Game(book(TEAMS.replace("TEAM", "pairs").replace("board = { arms = 6 }\n", "")), players=4)


def test_N6_six_colours_have_names_and_marks(book: Any) -> None:
    table = set_up(book(MENSCH), 6)
    assert [colour["en"] for colour in table.colours] == ["yellow", "green", "red", "black", "orange", "violet"]
    assert len(set_up("mensch").colours) == 4


@pytest.mark.parametrize("text", [MENSCH, LUDO, SHORT])
def test_nothing_of_a_star_lies_on_anything_else(book: Any, text: str) -> None:
    table = set_up(book(text), 6)
    grid, board = measure(table.board), table.board
    spots = [*board.ring, *(spot for row in (*board.lanes, *board.reserves) for spot in row)]
    points = [grid.point(spot) for spot in spots]
    assert all(0 < x < 1000 and 0 < y < 1000 for x, y in points)
    nearest = min(abs(complex(*a) - complex(*b)) for n, a in enumerate(points) for b in points[:n])
    assert nearest > 0.7 * grid.cell
    assert draw_board(table).count("of-colour") >= 6


def test_a_game_of_six_is_drawn_written_and_read_again(book: Any) -> None:
    game = Game(book(MENSCH), players=6, seed=3)
    assert game.table.size == LARGE
    greedy = bot("greedy")
    while game.outcome is None and len(game.history) < 400:
        if game.node == "move":
            moves = game.legal_moves
            game.push(moves[greedy.choose(game, moves)])
        else:
            game.throw()
    assert 'data-colour="5"' in draw_position(game)
    assert str(game).count("\n") >= 12
    assert read_position(write_position(game)).position() == game.position()
    assert read_record(write_record(game)).position() == game.position()
    while game.history:
        game.pop()
    assert game == Game(book(MENSCH), players=6, seed=3)


def test_six_play_in_simulations_and_batches(book: Any) -> None:
    path = book(MENSCH)
    games = simulate(path, 20, players=6, bots="greedy", progress=False)
    assert games["places"].shape == (20, 6)
    assert set(games["winner"].tolist()) <= set(range(6))
    batch = Batch(path, 4, players=6, seed=1)
    game = batch.game(0)
    assert isinstance(game.legal_moves[0], Move)
    assert len(game.pieces) == 6
