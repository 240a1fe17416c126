"""The boards: every coordinate and number of the printed plans, and the laws that all boards keep."""

import json
from itertools import pairwise

import pytest

from pachisi.boards import plan
from pachisi.rules import Board
from pachisi.table import set_up

SEATS = range(4)

TRACKS = (40, 48, 52, 56, 68, 72)
BOARDS = [
    *(pytest.param("pachisi-modern", {"track": track}, id=f"pachisi-modern {track}") for track in TRACKS),
    *(pytest.param(book, {}, id=book) for book in ("parcheesi", "mensch", "pachisi-classic", "ludo")),
]


def line(start, end):
    """All fields from one to another along a row or a column."""
    (x, y), (u, v) = start, end
    steps = max(abs(u - x), abs(v - y))
    return [(x + (u - x) * k // steps, y + (v - y) * k // steps) for k in range(steps + 1)] if steps else [start]


# --- the printed tables -------------------------------------------------------------------

MENSCH_RING = [
    *line((0, 4), (4, 4)),
    *line((4, 3), (4, 0)),
    (5, 0),
    *line((6, 0), (6, 4)),
    *line((7, 4), (10, 4)),
    (10, 5),
    *line((10, 6), (6, 6)),
    *line((6, 7), (6, 10)),
    (5, 10),
    *line((4, 10), (4, 6)),
    *line((3, 6), (0, 6)),
    (0, 5),
]

CROSS_RING = [
    (9, 18),
    *line((10, 18), (10, 11)),
    *line((11, 10), (18, 10)),
    (18, 9),
    *line((18, 8), (11, 8)),
    *line((10, 7), (10, 0)),
    (9, 0),
    *line((8, 0), (8, 7)),
    *line((7, 8), (0, 8)),
    (0, 9),
    *line((0, 10), (7, 10)),
    *line((8, 11), (8, 18)),
]


@pytest.mark.parametrize("book", ["mensch", "pachisi-modern"])
def test_the_board_of_mensch_and_the_modern_game(book):
    board = set_up(book).board
    assert board.size == 11
    assert list(board.ring) == MENSCH_RING
    assert board.starts == (0, 10, 20, 30)
    assert board.mouths == (39, 9, 19, 29)
    assert board.lanes == (
        ((1, 5), (2, 5), (3, 5), (4, 5)),
        ((5, 1), (5, 2), (5, 3), (5, 4)),
        ((9, 5), (8, 5), (7, 5), (6, 5)),
        ((5, 9), (5, 8), (5, 7), (5, 6)),
    )
    assert [set(corner) for corner in board.reserves] == [
        {(0, 0), (1, 0), (0, 1), (1, 1)},
        {(9, 0), (10, 0), (9, 1), (10, 1)},
        {(9, 9), (10, 9), (9, 10), (10, 10)},
        {(0, 9), (1, 9), (0, 10), (1, 10)},
    ]
    assert (board.first, board.lap, board.last) == (1, 40, 44)
    assert board.safe == frozenset()
    assert (5, 5) not in {*board.ring, *(spot for lane in board.lanes for spot in lane)}


def test_the_board_of_parcheesi():
    board = set_up("parcheesi").board
    assert board.size == 19
    assert list(board.ring) == CROSS_RING
    assert board.starts == (5, 22, 39, 56)
    assert [board.ring[start] for start in board.starts] == [(10, 14), (14, 8), (8, 4), (4, 10)]
    assert board.mouths == (0, 17, 34, 51)
    assert board.safe == {0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63}
    assert [board.ring[field] for field in (12, 29, 46, 63)] == [(14, 10), (10, 4), (4, 8), (8, 14)]
    ends = [((9, 17), (9, 11)), ((17, 9), (11, 9)), ((9, 1), (9, 7)), ((1, 9), (7, 9))]
    assert [list(lane) for lane in board.lanes] == [line(*end) for end in ends]
    assert [set(corner) for corner in board.reserves] == [
        {(13, 13), (15, 13), (13, 15), (15, 15)},
        {(13, 5), (13, 3), (15, 5), (15, 3)},
        {(5, 5), (3, 5), (5, 3), (3, 3)},
        {(5, 13), (5, 15), (3, 13), (3, 15)},
    ]
    assert (board.first, board.lap, board.last) == (1, 64, 72)
    for seat in SEATS:
        dark = [step for step in range(1, 65) if board.field(seat, step) in board.safe]
        assert dark == [1, 8, 13, 18, 25, 30, 35, 42, 47, 52, 59, 64]


def test_the_board_of_the_classic_game():
    board = set_up("pachisi-classic").board
    assert list(board.ring) == CROSS_RING
    assert board.mouths == board.starts == (0, 17, 34, 51)
    assert board.safe == {0, 4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64}
    towers = [(9, 18), (10, 15), (15, 10), (18, 9), (15, 8), (10, 3), (9, 0), (8, 3), (3, 8), (0, 9), (3, 10), (8, 15)]
    assert [board.ring[field] for field in sorted(board.safe)] == towers
    assert (board.first, board.lap, board.last) == (8, 76, 84)
    paths = [((9, 11), (9, 17)), ((11, 9), (17, 9)), ((9, 7), (9, 1)), ((7, 9), (1, 9))]
    for seat in SEATS:
        outward = line(*paths[seat])
        assert [board.spot(seat, step) for step in range(1, 8)] == outward
        assert [board.spot(seat, step) for step in range(83, 76, -1)] == outward
        assert board.spot(seat, 8) == board.spot(seat, 76) == board.ring[17 * seat]
        steps = [step for step in range(8, 77) if board.field(seat, step) in board.safe]
        assert steps == [8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72, 76]
        assert board.field(seat, 25) == board.mouths[(seat + 1) % 4]
    assert set_up("pachisi-classic", options={"towers": 4}).board.safe == {0, 17, 34, 51}


def test_the_fields_of_a_step():
    modern, cross, sticks = set_up("mensch").board, set_up("parcheesi").board, set_up("pachisi-classic").board
    for seat in SEATS:
        assert [modern.field(seat, k) for k in range(1, 41)] == [(10 * seat + k - 1) % 40 for k in range(1, 41)]
        assert [cross.field(seat, k) for k in range(1, 65)] == [(5 + 17 * seat + k - 1) % 68 for k in range(1, 65)]
        assert [sticks.field(seat, k) for k in range(8, 77)] == [(17 * seat + k - 8) % 68 for k in range(8, 77)]
        off = [(modern, 0), (modern, 41), (cross, 65), (cross, 72), (sticks, 0), (sticks, 7), (sticks, 77)]
        assert all(board.field(seat, step) is None for board, step in off)


LAPS = {40: (11, 40, 44), 48: (13, 48, 52), 56: (15, 56, 60), 72: (19, 72, 76), 52: (15, 51, 55), 68: (19, 64, 68)}


@pytest.mark.parametrize("track", TRACKS)
def test_the_tracks_of_the_modern_game(track):
    board = set_up("pachisi-modern", options={"track": track}).board
    size, lap, last = LAPS[track]
    assert (len(board.ring), board.size, board.lap, board.last) == (track, size, lap, last)
    after_mouth = {52: 2, 68: 5}.get(track, 1)
    assert [(start - mouth) % track for start, mouth in zip(board.starts, board.mouths, strict=True)] == [
        after_mouth
    ] * 4
    assert all(board.field(seat, lap) == board.mouths[seat] for seat in SEATS)
    walked = {board.field(0, step) for step in range(1, lap + 1)}
    assert len(walked) == lap


@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_the_goal_has_as_many_places_as_there_are_pieces_and_the_lap_stays(pieces):
    board = set_up("mensch", pieces=pieces).board
    assert (board.lap, board.last) == (40, 40 + pieces)
    assert all(len(lane) == pieces for lane in board.lanes)
    assert set_up("parcheesi", pieces=pieces).board.last == 72


# --- the laws of every board ----------------------------------------------------------------


def around(board):
    """Twice the area that the ring encloses, positive if it runs clockwise on the screen."""
    ring = board.ring
    return sum(ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1] for i in range(len(ring)))


def near(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def turned(board, spot):
    """A quarter turn in the direction in which the pieces run."""
    edge, (x, y) = board.size - 1, spot
    return (edge - y, x) if around(board) > 0 else (y, edge - x)


def every_board():
    for shape in ("closed", "open"):
        for direction in ("clockwise", "anticlockwise"):
            for arm in range(2, 9):
                for lane in {1, min(4, arm), arm}:
                    for route, home in (("corner", "places"), ("corner", "point"), ("centre", "point")):
                        yield Board(shape=shape, arm=arm, direction=direction, route=route, lane=lane, home=home)


def keeps_the_laws(board):
    spots = [*board.ring, *(spot for lane in board.lanes for spot in lane)]
    assert len(set(spots)) == len(spots), "a field is drawn twice"
    everything = [*spots, *(spot for corner in board.reserves for spot in corner)]
    assert len(set(everything)) == len(everything), "the reserve lies on a field"
    assert all(0 <= x < board.size and 0 <= y < board.size for x, y in everything)
    quarter = len(board.ring) // 4
    assert len(board.ring) == 4 * quarter
    for at, spot in enumerate(board.ring):
        assert near(board.ring[at - 1], spot)
        assert board.ring[(at + quarter) % len(board.ring)] == turned(board, spot)
        assert (at in board.safe) == ((at + quarter) % len(board.ring) in board.safe)
    for seat in SEATS:
        after = (seat + 1) % 4
        assert near(board.ring[board.mouths[seat]], board.lanes[seat][0])
        assert all(near(a, b) for a, b in pairwise(board.lanes[seat]))
        assert board.lanes[after] == tuple(turned(board, spot) for spot in board.lanes[seat])
        assert set(board.reserves[after]) == {turned(board, spot) for spot in board.reserves[seat]}
        first, last = (board.first, board.last - (not board.places)) if not board.centre else (1, board.last - 1)
        walk = [board.spot(seat, step) for step in range(first, last + 1)]
        assert all(near(a, b) for a, b in pairwise(walk)), "a step is longer than a king's move"
        assert all(
            board.spot(after, step) == turned(board, board.spot(seat, step)) for step in range(1, board.last + 1)
        )
        assert board.field(seat, board.lap) == board.mouths[seat]


@pytest.mark.parametrize(("book", "options"), BOARDS)
def test_every_shelved_board_keeps_the_laws(book, options):
    table = set_up(book, options=options)
    keeps_the_laws(table.board)
    assert (around(table.board) > 0) == (table.rules.board.direction == "clockwise")


def test_every_board_that_can_be_written_keeps_the_laws():
    for board in every_board():
        keeps_the_laws(plan(board))
        assert (around(plan(board)) > 0) == (board.direction == "clockwise"), board


@pytest.mark.parametrize(("book", "options"), BOARDS)
def test_the_board_travels_as_json(book, options):
    board = set_up(book, options=options).board
    data = json.loads(json.dumps(board.data()))
    assert data == board.data()
    assert [tuple(spot) for spot in data["ring"]] == list(board.ring)
    assert (data["houses"] is None) == board.places
    assert data["safe"] == sorted(board.safe)


@pytest.mark.parametrize("book", ["parcheesi", "pachisi-classic"])
def test_home_is_drawn_in_the_centre_block(book):
    board = set_up(book).board
    assert {board.house(seat) for seat in SEATS} == {(9, 10), (10, 9), (9, 8), (8, 9)}
    assert [board.spot(seat, board.last) for seat in SEATS] == [board.house(seat) for seat in SEATS]


def test_a_lane_that_is_longer_than_the_arms_moves_them_outwards():
    small = plan(Board(shape="open", arm=3, lane=4))
    assert (len(small.ring), len(set(small.ring)), small.lap, small.last) == (28, 28, 28, 32)
    lanes = [spot for lane in small.lanes for spot in lane]
    middle = small.size // 2
    assert len(set(lanes)) == 16
    assert not set(lanes) & {*small.ring, (middle, middle)}
    assert sum(abs(x - u) + abs(y - v) > 2 for (x, y), (u, v) in pairwise([*small.ring, small.ring[0]])) == 4  # between the arms
