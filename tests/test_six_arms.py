"""Boards with six arms: *Mensch* and Ludo for up to six, as options and as books of one's own (N)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pachisi import Batch, Game, Move, RuleError, sheet, simulate
from pachisi.bots import bot
from pachisi.bots.nets import find_knowledge
from pachisi.drawing import draw_board, draw_position
from pachisi.drawing.geometry import measure
from pachisi.notation import read_position, write_position
from pachisi.record import read_record, write_record
from pachisi.records import LARGE
from pachisi.rulebooks import load
from pachisi.table import set_up

from .positions import go, walks

MENSCH, LUDO = "mensch", "ludo"
OWN = 'name = "Six"\nbase = "mensch"\nboard = { arms = 6 }\n'
TEAMS = OWN + 'seats = { teams = true, team = "TEAM", finished = "lend_later" }\nblock = { by = "team", mixed = false }\n'
GOAL = [61, 62, 63, 64]


@pytest.fixture
def book(tmp_path: Path) -> Any:
    """A book from its text."""

    def write(text: str) -> Path:
        path = tmp_path / "six.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def sit(
    rulebook: str, own: list[int], others: dict[int, list[int]] | None = None, throw: int = 0, places: Any = (), **options: Any
) -> Game:
    """Seat 0 of six is to throw, or has thrown; everybody else waits, unless it is said."""
    rows = [own, *([0] * 4 for _ in range(5))]
    for seat, steps in (others or {}).items():
        rows[seat] = sorted([*steps, *[0] * (4 - len(steps))])
    told = {"places": places} if places else {}
    game = Game.from_position({"rulebook": rulebook, "players": 6, "options": options, "pieces": rows, "seat": 0, **told})
    if throw:
        game.throw(throw)
    return game


def test_N1_the_start_fields_lie_on_the_arms() -> None:
    board = set_up(MENSCH, 6).board
    assert [board.spot(seat, 1) for seat in (0, 1, 3)] == [(-5, -1), (1, -6), (5, 1)]
    assert (len(board.ring), len(set(board.ring)), board.lap, board.last) == (60, 60, 60, 64)
    steps = zip(board.ring, (*board.ring[1:], board.ring[0]), strict=True)
    assert all((q - p, n - r) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)} for (p, r), (q, n) in steps)


def test_N1_a_piece_that_enters_captures_on_its_start_field() -> None:
    game = sit(MENSCH, [0, 0, 0, 20], {5: [11]}, 6)
    assert game.board.field(5, 11) == 0
    assert [move.captures for move in game.legal_moves if move.kind == "enter"] == [((5, 11),)]


def test_N1_the_goal_begins_after_sixty_fields() -> None:
    assert [walks(sit(MENSCH, [60, 62, 63, 64], throw=n)) for n in (1, 5)] == [{(60, 61)}, set()]
    assert walks(sit(MENSCH, [0, 0, 0, 60], throw=4)) == {(60, 64)}
    assert sit(MENSCH, [0, 0, 0, 60]).board.spot(0, 61) == (-5, 0)
    assert walks(sit(MENSCH, [0, 0, 60, 61], throw=2)) == {(60, 62), (61, 63)}


def test_N1_the_clauses_of_the_base_hold() -> None:
    game = sit(MENSCH, [0, 0, 1, 6], throw=5)
    assert walks(game) == {(6, 11)}  # C13: the piece on A could only land on an own one
    assert (game.why(0, 6, 5).clause, game.why(0, 1, 5).clause) == ("C6", "C12")


def test_N1_every_start_field_lies_ten_steps_after_the_one_before() -> None:
    board = set_up(MENSCH, 6).board
    assert board.field(0, 1) == board.field(3, 31)


def test_N1_ludo_has_seventy_seven_steps_and_a_lane_of_five() -> None:
    board = set_up(LUDO, 6).board
    assert (board.field(0, 1), board.spot(0, 1)) == (2, (-6, -1))
    assert (board.field(0, 77), board.spot(0, 77), board.spot(0, 78)) == (0, (-8, 0), (-7, 0))
    assert walks(sit(LUDO, [77, 83, 83, 83], throw=6)) == {(77, 83)}
    assert walks(sit(LUDO, [79, 83, 83, 83], throw=5)) == set()
    assert (board.field(1, 1), board.field(3, 1)) == (board.field(0, 14), board.field(0, 40))


@pytest.mark.parametrize("book", [MENSCH, LUDO])
@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, (0, 3)), (3, (0, 2, 4)), (4, (0, 1, 3, 4)), (5, (0, 1, 2, 3, 4)), (6, (0, 1, 2, 3, 4, 5))],
)
def test_N1_who_sits_where(book: str, players: int, seats: tuple[int, ...]) -> None:
    table = set_up(book, players, options={"arms": 6})
    assert table.seats == table.seats.openers == seats
    game = Game(book, players=players, arms=6)
    for seat in (*seats, seats[0]):
        assert game.seat == seat
        game.throw(1)
        if game.node == "move":
            game.push(game.legal_moves[0])


@pytest.mark.parametrize("book", [MENSCH, LUDO])
def test_N1_the_board_has_four_arms_unless_five_or_six_play(book: str) -> None:
    assert [set_up(book, players).rules.board.arms for players in (2, 3, 4, 5, 6)] == [4, 4, 4, 6, 6]
    assert [set_up(book, players).options for players in (4, 5)] == [{}, {"arms": 6}]
    assert Game(book, players=5, seed=1) == Game(book, players=5, arms=6, seed=1)
    assert sheet.house_rules(set_up(book, 6, first="book")) == []  # as printed
    with pytest.raises(RuleError, match=f"{book}: players = 5: the board has seats for 2 to 4 players"):
        Game(book, players=5, arms=4)
    with pytest.raises(RuleError, match="players = 7 is not possible; 2, 3, 4, 5 or 6 can play"):
        Game(book, players=7)


def test_N1_other_books_have_four_arms(book: Any) -> None:
    with pytest.raises(RuleError, match="players = 5 is not possible; 2, 3 or 4 can play"):
        Game("parchis", players=5)
    with pytest.raises(RuleError, match="arms = 5"):
        load(book('name = "Five"\nbase = "mensch"\nboard = { arms = 5 }\n'))


def test_N1_a_book_of_ones_own_with_six_arms_offers_four(book: Any) -> None:
    path = book(OWN)
    assert [set_up(path, players).rules.board.arms for players in (2, 4, 6)] == [6, 6, 6]
    assert set_up(path, 4, options={"arms": 4}).rules.board.arms == 4
    narrow = load(book('name = "Narrow"\nbase = "mensch"\nseats = { home_order = [0] }\nboard = { arm = 8, lane = 4, home = "point" }\n'))
    assert narrow.numbers == (2, 3, 4, 5, 6)
    centre = load(book('name = "Centre"\nbase = "ludo"\nboard = { route = "centre", start = 1 }\n'))
    assert centre.numbers == (2, 3, 4)  # there is no such star


def test_N2_a_track_of_48() -> None:
    board = set_up(MENSCH, 6, options={"track": 48}).board
    assert (board.lap, board.last, board.lanes[0]) == (48, 52, ((-4, 0), (-3, 0), (-2, 0), (-1, 0)))


def test_N2_the_track_has_no_effect_with_four_arms() -> None:
    table = set_up(MENSCH, 4, options={"track": 48})
    assert table.book.idle(table.options) == ["track does nothing here: it needs arms = 6."]
    assert table.rules == set_up(MENSCH, 4).rules


def test_N3_twelve_safe_fields() -> None:
    assert len(set_up(LUDO, 6, options={"safe_fields": 12}).board.safe) == 12
    assert go(sit(LUDO, [0, 0, 0, 8], {5: [22]}, 1, safe_fields=12), 8, 9).captures == ()
    assert go(sit(LUDO, [0, 0, 0, 8], {5: [22]}, 1), 8, 9).captures == ((5, 22),)


@pytest.mark.parametrize(("players", "options"), [(6, {"safe_fields": 8}), (4, {"safe_fields": 8, "arms": 6}), (4, {"safe_fields": 12})])
def test_N3_eight_safe_fields_belong_to_four_arms_and_twelve_to_six(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=r"safe_fields = (8|12) is played only with arms = (4|6); change one of them"):
        Game(LUDO, players=players, **options)


@pytest.mark.parametrize(("players", "option"), [(2, "two_person"), (3, "three_person_neutral")])
def test_N4_two_colours_and_a_neutral_one_are_made_for_four_seats(players: int, option: str) -> None:
    with pytest.raises(RuleError, match="made for four seats"):
        Game(MENSCH, players=players, arms=6, **{option: True})


def test_N5_partners_are_not_captured_and_win_together() -> None:
    own = [0, 0, 24, 64]
    assert go(sit(MENSCH, own, {3: [55]}, 1), 24, 25).captures == ((3, 55),)
    assert [set_up(MENSCH, players, options={"arms": 6, "teams": "pairs"}).seats.sides for players in (6, 4)] == [
        ((0, 3), (1, 4), (2, 5)),
        ((0, 3), (1, 4)),
    ]
    assert go(sit(MENSCH, own, {3: [55]}, 1, teams="pairs"), 24, 25).captures == ()
    game = sit(MENSCH, [60, 62, 63, 64], {3: GOAL}, 1, teams="pairs")
    go(game, 60, 61)
    assert game.outcome is not None
    assert set(game.outcome.winner) == {0, 3}
    game = sit(MENSCH, [60, 62, 63, 64], {3: [62, 63, 64]}, 1, teams="pairs")
    go(game, 60, 61)
    assert (game.node, game.seat) == ("throw", 1)


def test_N5_a_finished_player_may_throw_for_the_next_unfinished_partner() -> None:
    game = sit(MENSCH, [60, 62, 63, 64], {2: GOAL}, 1, [2], teams="threes")
    assert game.seats.sides == ((0, 2, 4), (1, 3, 5))
    go(game, 60, 61)
    game.throw(1)
    assert (game.node, game.seat, game.colour) == ("offer", 2, 4)
    assert (game.why_pass().legal, game.why_pass().clause) == (True, "N5b")
    game.throw(1)
    for seat in (3, 4, 5):
        assert game.seat == seat
        game.throw(1)
    assert (game.node, game.seat, game.colour) == ("offer", 0, 4)
    assert read_position(write_position(game)).position() == game.position()


def test_N5_the_six_that_brings_the_last_own_piece_home_is_not_lent() -> None:
    game = sit(MENSCH, [57, 61, 62, 64], {3: [60]}, 6, teams="pairs")
    go(game, 57, 63)
    assert (game.node, game.seat) == ("throw", 1)  # C18 before A31


def test_N5_partners_are_no_barrier_together_and_fill_a_field() -> None:
    others = {3: [53]}  # on own step 23
    mixed = sit(MENSCH, [0, 20, 23, 64], others, 3, barriers=True, teams="pairs")
    assert (20, 23) not in walks(mixed)  # two pieces of the team stand there
    assert mixed.why(0, 20, 3).clause == "C12"
    assert (20, 24) in walks(sit(MENSCH, [0, 20, 23, 64], others, 4, barriers=True, teams="pairs"))  # but no barrier
    pair = sit(MENSCH, [0, 0, 20, 64], {3: [53, 53]}, 4, barriers=True, teams="pairs")
    assert walks(pair) == set()
    assert walks(sit(LUDO, [0, 0, 0, 20], {3: [61, 61]}, 4, teams="pairs")) == set()  # on own step 22
    assert walks(sit(LUDO, [0, 0, 0, 20], {3: [61]}, 2, teams="pairs")) == {(20, 22)}


def test_N5_on_a_safe_field_a_team_has_as_much_room_as_anybody() -> None:
    others = {3: [53, 53]}  # on own step 14, where seat 1 begins
    assert walks(sit(LUDO, [0, 0, 0, 12], others, 2, teams="pairs", safe_fields=12)) == {(12, 14)}
    assert walks(sit(LUDO, [0, 0, 0, 12], others, 2, teams="pairs")) == set()


@pytest.mark.parametrize("book", [MENSCH, LUDO])
@pytest.mark.parametrize(("players", "team"), [(2, "pairs"), (3, "pairs"), (5, "pairs"), (4, "threes"), (5, "threes")])
def test_N5_teams_that_do_not_add_up_are_refused(book: str, players: int, team: str) -> None:
    with pytest.raises(RuleError, match="team"):
        Game(book, players=players, arms=6, teams=team)


@pytest.mark.parametrize("book", [MENSCH, LUDO])
@pytest.mark.parametrize("team", ["pairs", "threes"])
def test_N5_teams_of_six_need_six_arms(book: str, team: str) -> None:
    with pytest.raises(RuleError, match=f"teams = '{team}' is played only with arms = 6; change one of them"):
        Game(book, players=4, teams=team)


@pytest.mark.parametrize(("players", "team"), [(5, "pairs"), (5, "threes"), (6, "facing")])
def test_N5_a_book_of_ones_own_has_no_other_teams(book: Any, players: int, team: str) -> None:
    with pytest.raises(RuleError, match="team"):
        Game(book(TEAMS.replace("TEAM", team)), players=players)


def test_N6_six_colours_have_names_and_marks() -> None:
    def colours(book: str, players: int) -> str:
        return " ".join(colour["en"] for colour in set_up(book, players).colours)

    assert colours(MENSCH, 6) == "yellow green red black blue violet"
    assert colours(LUDO, 6) == "green yellow blue red orange purple"
    assert [colours(MENSCH, 4), colours(LUDO, 4)] == ["yellow green red black", "green yellow blue red"]


@pytest.mark.parametrize("book", [MENSCH, LUDO])
@pytest.mark.parametrize("players", [5, 6])
def test_the_sheet_of_six_arms_speaks_of_six(book: str, players: int) -> None:
    said = dict(told for _, held in sheet.clauses(set_up(book, players)) for told in held)
    assert {"N1", "N6"} <= set(said)
    assert not {"C1", "L1"} & set(said)
    assert not [text for text in said.values() if "four people" in text or "51st" in text]
    teams = dict(told for _, held in sheet.clauses(set_up(book, 6, options={"teams": "threes"})) for told in held)
    assert {"N5", "N5a", "N5b", "N5c"} <= set(teams)
    assert not {"C23", "L19"} & set(teams)


@pytest.mark.parametrize(("book", "options"), [(MENSCH, {}), (LUDO, {"safe_fields": 12}), (MENSCH, {"track": 48})])
def test_nothing_of_a_star_lies_on_anything_else(book: str, options: dict[str, Any]) -> None:
    table = set_up(book, 6, options=options)
    grid, board = measure(table.board), table.board
    spots = [*board.ring, *(spot for row in (*board.lanes, *board.reserves) for spot in row)]
    points = [grid.point(spot) for spot in spots]
    assert all(0 < x < 1000 and 0 < y < 1000 for x, y in points)
    nearest = min(abs(complex(*a) - complex(*b)) for n, a in enumerate(points) for b in points[:n])
    assert nearest > 0.7 * grid.cell
    assert draw_board(table).count("of-colour") >= 6


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("book", [MENSCH, LUDO])
def test_a_game_of_six_is_drawn_written_and_read_again(book: str, players: int) -> None:
    game = Game(book, players=players, seed=3)
    assert game.table.size == LARGE
    greedy = bot("greedy")
    while game.outcome is None and len(game.history) < 400:
        if game.node == "move":
            moves = game.legal_moves
            game.push(moves[greedy.choose(game, moves)])
        else:
            game.throw()
    assert f'data-colour="{players - 1}"' in draw_position(game)
    assert str(game).count("\n") >= 12
    assert read_position(write_position(game)).position() == game.position()
    assert read_record(write_record(game)).position() == game.position()
    while game.history:
        game.pop()
    assert game == Game(book, players=players, seed=3)


@pytest.mark.parametrize("book", [MENSCH, LUDO])
def test_six_play_in_simulations_and_batches(book: str) -> None:
    games = simulate(book, 20, players=6, bots="greedy", progress=False)
    assert games["places"].shape == (20, 6)
    assert set(games["winner"].tolist()) <= set(range(6))
    batch = Batch(book, 4, players=6, seed=1)
    game = batch.game(0)
    assert isinstance(game.legal_moves[0], Move)
    assert len(game.pieces) == 6


def test_what_nobody_has_learned_is_said_with_a_way_to_learn_it() -> None:
    known = find_knowledge(set_up(MENSCH, 2, options={"arms": 6}))
    assert not known.net
    assert "Nothing has been learned for 2 players of mensch" in known.note
    assert "`pachisi train mensch --players 2 --weights --option arms=6`" in known.note


@pytest.mark.parametrize("book", [MENSCH, "ludo"])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_expert_has_learned_to_play_with_many_and_master_says_that_it_uses_its_weights(book: str, players: int) -> None:
    known = find_knowledge(set_up(book, players, options={"arms": 6}))
    assert known.note == "No net knows a board as large as this one: master uses the weights of expert."
    assert find_knowledge(set_up(MENSCH, 4)).net
