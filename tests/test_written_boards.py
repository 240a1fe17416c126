"""Boards that are written out as lists of fields: they play as the shelf's do, and as no shape can."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pachisi import Batch, Game, RuleError, simulate
from pachisi.charts import read_names
from pachisi.drawing import draw_board, draw_position
from pachisi.drawing.geometry import measure
from pachisi.drawing.marks import paints
from pachisi.drawing.parts import parts_of
from pachisi.lab.solve import solve
from pachisi.lower import lower
from pachisi.notation import read_position, write_position
from pachisi.paper.tiling import tile
from pachisi.record import read_record, write_record
from pachisi.records import LARGE, SMALL
from pachisi.rulebooks import load
from pachisi.rulebooks.written import read_written
from pachisi.rules import Board
from pachisi.seats import by_players
from pachisi.table import set_up
from pachisi.terminal.board import Drawing, columns_of, draw, rastered
from pachisi.terminal.look import Look

from .test_batch import compare, play_on
from .test_drawing import pieces_of

MENSCH = """
base = "mensch"
name = "Mensch, written out"

[board]
shape  = "written"
fields = [
  "1-40:  0,4 4,4 4,0 6,0 6,4 10,4 10,6 6,6 6,10 4,10 4,6 0,6 0,5",
  "a1-a4: 1,5 4,5",
  "b1-b4: 5,1 5,4",
  "c1-c4: 9,5 6,5",
  "d1-d4: 5,9 5,6",
]
paths  = ["1-40", "11-40 1-10", "21-40 1-20", "31-40 1-30"]
lanes  = ["a1-a4", "b1-b4", "c1-c4", "d1-d4"]
"""
EIGHT = """
name = "Round table"

[board]
shape  = "written"
turned = 8
fields = ["1-64: round 0,0 from 0,-9", "a1-a4: 0,-7.9 0,-4.6"]
paths  = ["2-64 1"]
lanes  = ["a1-a4"]
safe   = [6]
"""
TWO = """
name  = "Both ways"

[board]
shape  = "written"
home   = "point"
fields = ["1-40: round 0,0 from 0,6"]
paths  = ["1-39", "40-2"]
homes  = ["-1,0", "1,0"]
"""


@pytest.fixture
def book(tmp_path: Path) -> Any:
    """A book from its text, as a file."""

    def write(text: str, name: str = "own.toml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def play(game: Game, moves: int = 400) -> Iterator[tuple[Any, ...]]:
    """What happens in a game in which moves are chosen by lot."""
    lot = random.Random(7)
    for _ in range(moves):
        if game.outcome is not None:
            return
        if game.node == "move":
            move = lot.choice(game.legal_moves)
            yield str(move), move.captures, len(game.legal_moves), game.pieces
            game.push(move)
        else:
            yield game.throw(), game.seat, game.pieces


# --- as the shelf plays ----------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mensch_written_out_is_lowered_to_the_very_same_record(book: Any, players: int) -> None:
    shelved, written = set_up("mensch", players), set_up(book(MENSCH), players)
    assert lower(written.rules).tobytes() == lower(shelved.rules).tobytes()
    assert written.size is SMALL


def test_mensch_written_out_plays_the_very_same_games(book: Any) -> None:
    options: Any = {"games": 200, "players": 4, "bots": ("careful", "greedy", "random", "careful"), "progress": False}
    shelved, written = simulate("mensch", **options), simulate(book(MENSCH), **options)
    assert all(np.array_equal(shelved[name], written[name]) for name in shelved)
    one, other = Game("mensch", seed=5), Game(book(MENSCH), seed=5)
    assert list(play(one)) == list(play(other))
    assert (one.pieces, one.turn, one.log == other.log) == (other.pieces, other.turn, True)


def write_out(name: str, options: dict[str, Any]) -> str:
    """The board of a shelf book as its author would have to write it, with its fields numbered as they come to hand."""
    table = set_up(name, options=options)
    board, home = table.board, table.rules.board.home
    numbers = list(range(1, len(board.ring) + 1))
    random.Random(3).shuffle(numbers)
    fields = [f'"{number}: {x},{y}"' for number, (x, y) in zip(numbers, board.ring, strict=True)]
    random.Random(5).shuffle(fields)
    fields += [f'"{"abcd"[seat]}{at}: {x},{y}"' for seat, lane in enumerate(board.lanes) for at, (x, y) in enumerate(lane, 1)]
    paths = [" ".join(str(numbers[board.field(seat, step) or 0]) for step in range(1, board.lap + 1)) for seat in range(4)]
    lanes = [f'"{letter}1-{letter}{len(board.lanes[0])}"' for letter in "abcd"]
    return "\n".join([
        f'base = "{name}"', '[board]', 'shape = "written"', f'home = "{home}"', f"fields = [{', '.join(fields)}]",
        "paths = [" + ", ".join(f'"{path}"' for path in paths) + "]", f"lanes = [{', '.join(lanes)}]",
        f"safe = {[numbers[at] for at in sorted(board.safe)]}",
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mensch", {"barriers": True, "backward_capture": True, "capture_duty": "strict"}),
        ("mensch", {"no_goal_jump": True, "clear_chain": True}),
        ("pachisi-modern", {}),
        ("parcheesi", {}),
        ("parchis", {}),
        ("eile-mit-weile", {}),
        ("petits-chevaux", {}),
        ("ludo", {}),
        ("ludo", {"blocks": "stop_all"}),
    ],
)
@pytest.mark.parametrize("players", [2, 4])
def test_a_shelf_board_with_its_fields_in_any_order_plays_the_same_games(book: Any, name: str, options: dict[str, Any], players: int) -> None:
    text = write_out(name, {})
    shelved, written = Game(name, players=players, seed=11, **options), Game(book(text), players=players, seed=11, **options)
    assert written.table.size is LARGE  # its walls are not looked up by numbers
    assert list(play(shelved, 900)) == list(play(written, 900))


def test_what_is_only_for_written_boards_does_not_show_in_others() -> None:
    assert not {"fields", "turned"} & set(repr(Board()).replace("=", " ").split())
    assert "paths=('1',)" in repr(Board(shape="written", paths=("1",)))


# --- as no shape can --------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_up_to_eight_play(book: Any, players: int) -> None:
    file = book(EIGHT)
    table = set_up(file, players)
    assert (table.seats, len(table.colours)) == (by_players(players, 8), 8)
    assert (len(table.board.ring), table.board.lap, table.board.last, len(table.board.safe)) == (64, 64, 68, 8)
    columns = simulate(file, games=30, players=players, bots="careful", progress=False)
    assert set(columns["winner"]) <= set(table.seats)
    game = Game(file, players=players, seed=2)
    steps = list(play(game))
    again = read_position(write_position(game, dice=True))
    assert again == game
    assert read_record(write_record(game)) == game
    assert len(steps) == 400 or game.outcome


def test_eight_have_names_and_colours_of_their_own(book: Any) -> None:
    table = set_up(book(EIGHT), 8)
    for lang in ("en", "de", "fr"):
        assert len({colour[lang] for colour in table.colours}) == 8
    assert len({colour["hex"] for colour in table.colours}) == 8


def test_a_batch_plays_eight(book: Any) -> None:
    batch, rng = Batch(book(EIGHT), 20, players=8, seed=3), np.random.default_rng(1)
    games = [play_on(Game.from_state(batch.table, batch.state(i).tobytes(), seed=int(batch.seeds[i]), drawn=int(batch.drawn[i]))) for i in range(20)]
    for _ in range(100):
        chosen = batch.sample(rng)
        for i, game in enumerate(games):
            game.push(batch.legal(i)[int(chosen[i])])
            play_on(game)
        batch.step(chosen)
        for i, game in enumerate(games):
            compare(batch, i, game)


def test_two_run_against_each_other(book: Any) -> None:
    file = book(TWO)
    table = set_up(file, 2)
    assert (table.book.numbers, table.board.lap, table.board.last) == ((2,), 39, 40)
    assert table.board.field(0, 5) == table.board.field(1, 36)
    position = {"rulebook": file, "players": 2, "pieces": [[0, 0, 0, 4], [0, 0, 0, 36]], "seat": 0}
    game = Game.from_position(position)
    game.throw(1)
    assert [move.captures for move in game.legal_moves] == [((1, 36),)]
    assert simulate(file, games=50, players=2, bots="greedy", progress=False)["winner"].shape == (50,)


def test_a_turned_sector_makes_the_others() -> None:
    text = 'base = "ludo"\n[board]\nshape = "written"\nturned = 5\nfields = ["1-9: -1,-3 -1,-6 1,-6 1,-3", "a1-a3: 0,-5 0,-3"]\npaths = ["6-45 1-5"]\nlanes = ["a1-a3"]'
    board = set_up(read_written(text), 5).board
    assert (len(board.ring), board.starts, board.last) == (45, (5, 14, 23, 32, 41), 49)


def test_runs_of_fields() -> None:
    assert read_names("3-1, a9-a11 7", "paths") == ["3", "2", "1", "a9", "a10", "a11", "7"]


# --- what is refused ----------------------------------------------------------------------

FAULTS = [
    ("fields = []", "board.fields is missing"),
    ('paths = ["1-41", "11-40 1-11", "21-40 1-21", "31-40 1-31"]', "board.paths: there is no field 41; board.fields has 1, 2, 3 … d4"),
    ('paths = ["1-40", "11-40 1-9", "21-40 1-20", "31-40 1-30"]', "board.paths: seat 1 has 39 fields and seat 0 has 40; all need as many"),
    ('paths = ["1-40", "11-40 1-9 11", "21-40 1-20", "31-40 1-30"]', "board.paths: the way of seat 1 comes to field 11 twice"),
    ('paths = ["1-40"]', "board.paths lists the paths of 2 to 8 seats; here are 1"),
    ('paths = ["1-40", "x", "21-40 1-20", "31-40 1-30"]', "board.paths: 'x' is no field; they are called 7 or a1, and a run of them 1-12 or a1-a4"),
    ('paths = ["1-40", "a1-b2", "21-40 1-20", "31-40 1-30"]', "board.paths: 'a1-b2' is no run"),
    ('paths = ["1-39", "11-40 1-9", "21-40 1-19", "31-40 1-29"]\nsafe = [77]', "board.safe names fields of the paths by their numbers; there is no 77"),
    ('lanes = ["a1-a4", "b1-b4", "c1-c4"]', "board.lanes lists one for each of the 4 paths; here are 3"),
    ('lanes = ["a1-a4", "b1-b4", "c1-c4", "a1-a4"]', "board.lanes: field a1 of seat 3 lies on the lane of seat 0 too"),
    ('lanes = ["1-4", "b1-b4", "c1-c4", "d1-d4"]', "board.lanes: field 1 of seat 0 lies on the path of seat 3 too"),
    ("lanes = []", "board.fields: nobody comes to field a1"),
    ('lanes = ["a1-a3", "b1-b3", "c1-c3", "d1-d3"]', "board.fields: nobody comes to field a4"),
    ("pieces = 5", "board.lanes has 4 places"),
    ('route = "centre"', "board.route = 'centre' needs a cross"),
    ('reserves = ["2,2", "8,2", "8,8", "1,5"]', "board.reserves: the reserve of seat 3 lies on field a1, or too near it; it is 2.4 wide"),
    ('reserves = ["2,2", "8,2", "8,8", "2,3"]', "board.reserves: the reserve of seat 3 lies on field"),
    ('reserves = ["2,2", "8,2", "8,8", "here"]', "board.reserves: 'here' is no place; write x,y such as 4,2.5"),
    ("turned = 9", "board.turned = 9: a written board has 2 to 8 seats"),
    ("turned = 4", "board.paths lists one path: it is turned for the others; here are 4"),
    ("fields = [1]", "fields = 1 must be a text"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "sentence"), FAULTS)
def test_a_board_that_cannot_be_played_is_refused(line: str, sentence: str) -> None:
    keys = {one.partition(" =")[0] for one in line.split("\n")}
    head, body = MENSCH.split("[board]\n")
    kept, skipping = [], False
    for row in body.splitlines():
        name = row.split("=")[0].strip()
        skipping = name in keys or (skipping and not row.startswith(("paths", "lanes")))
        kept += [] if skipping else [row]
    text = f"{head}[board]\n{line}\n" + "\n".join(kept)
    with pytest.raises(RuleError) as error:
        set_up(read_written(text), pieces=5 if line == "pieces = 5" else 4)
    assert any(sentence in fault.sentence for fault in error.value.faults) or sentence in str(error.value)
    if error.value.faults and line != "pieces = 5":
        assert error.value.faults[0].line


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("40: 0,4", "board.fields: field 40 is written twice"),
        ("e1: 0,4", "board.fields: fields e1 and 1 lie on one spot, 0,4"),
        ("e1: 0,4 5,5", "needs one place"),
        ("e1-e3: 0,4", "needs the places of the first and the last"),
        ("e1 0,4", "must be names and places"),
        ("e1: 20", "board.fields, e1: '20' is no place; write x,y such as 4,2.5"),
        ("e1-e4: round 0,0", "a circle is written"),
        ("e1: 0.01,4.05", "too near each other"),
    ],
)
def test_fields_that_cannot_be_drawn_are_refused(field: str, sentence: str) -> None:
    text = MENSCH.replace('fields = [', f'fields = [\n  "{field}",') if "written twice" not in sentence else MENSCH.replace('  "d1-d4', f'  "{field}",\n  "d1-d4')
    text = text.replace('lanes  = ["a1-a4"', 'lanes  = ["a1-a3 e1"') if "near" in sentence else text
    text = text.replace('  "a1-a4: 1,5 4,5",', '  "a1-a3: 1,5 3,5",') if "near" in sentence else text
    with pytest.raises(RuleError) as error:
        read_written(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("moves = { second_lap = 'always' }", "needs a way that comes round"),
        ("seats = { teams = true }", "seats.teams needs a board for 4, 6 or 8: board.paths has 2 seats"),
        ("seats = { team = 'pairs' }", "teams of pairs need a board for 6 or 8"),
        ("moves = { foot = 'stop' }", "belong to a lane: write board.lanes"),
        ("moves = { stack_inside = 2 }", "needs board.shape = 'spiral'"),
        ("entry = { ready = 2, ready_at = [20, 21] }", r"entry.ready_at = \[20, 21\]: two colours would begin on one field"),
    ],
)
def test_rules_that_a_written_board_cannot_keep_are_refused(rules: str, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        read_written(f"{rules}\n{TWO}")


def test_options_that_change_the_board_of_the_base_are_not_offered(book: Any) -> None:
    written = load(book(MENSCH))
    assert {"arms", "track"} <= set(written.withdrawn)
    with pytest.raises(RuleError, match="track is not offered"):
        set_up(book(MENSCH), options={"track": 48})


def test_only_a_written_board_has_fields() -> None:
    with pytest.raises(RuleError, match=r"board\.fields belongs to a written board: board\.shape must be 'written'"):
        read_written('board = { fields = ["1: 0,0"] }')


def test_who_is_alike_on_a_board(book: Any) -> None:
    both, lone = set_up(book(TWO), 2).board, set_up(book(TWO.replace('"40-2"', '"40-24 1-22"'), "lone.toml"), 2).board
    assert both.is_alike({0: 1, 1: 0})
    assert not lone.is_alike({0: 1, 1: 0})
    assert set_up(book(MENSCH), 4).board.is_alike({seat: (seat + 1) % 4 for seat in range(4)})
    with pytest.raises(RuleError, match="a board that is not the same for both players cannot be solved"):
        solve(set_up(str(book(TWO.replace('"40-2"', '"40-24 1-22"'), "lone.toml")), 2, pieces=1))


def test_two_against_each_other_can_be_solved(book: Any) -> None:
    """One piece each on fields of one circle, in opposite directions: the first player is ahead."""
    solution = solve(set_up(book(TWO), 2, pieces=1))
    assert 0.5 < solution.first < 0.7


# --- how they are drawn ----------------------------------------------------------------------

BOARDS = [(MENSCH, 4), (EIGHT, 8), (TWO, 2)]


@pytest.mark.parametrize(("text", "players"), BOARDS)
def test_every_piece_is_drawn_on_its_field(book: Any, text: str, players: int) -> None:
    game = Game(book(text), players=players, seed=4)
    m, board = measure(game.board), game.board
    for _ in range(6):
        for (colour, step), there in pieces_of(draw_position(game)).items():
            spots = [m.point(board.spot(colour, step, nth)) for nth in range(len(there))]
            assert all(any(np.hypot(x - at.x, y - at.y) < m.cell / 2 for at in spots) for x, y, _ in there)
        list(play(game, 40))


@pytest.mark.parametrize(("text", "players"), BOARDS)
def test_nothing_lies_on_anything_else(book: Any, text: str, players: int) -> None:
    table = set_up(book(text), players)
    m, board = measure(table.board), table.board
    fields = [m.point(spot) for spot in (*board.ring, *board.homes, *(spot for lane in board.lanes for spot in lane))]
    middles = [np.mean([m.point(spot) for spot in row], axis=0) for row in board.reserves]
    tray = board.tray * m.scale
    assert all(x - tray >= 0 and x + tray <= 1000 and y - tray >= 0 and y + tray <= 1000 for x, y in middles)
    assert all(np.hypot(*(middle - at)) > tray + 0.4 * m.cell for middle in middles for at in fields)
    assert all(np.hypot(*(one - two)) > 2 * tray for k, one in enumerate(middles) for two in middles[:k])
    assert draw_board(table).count('class="tray-glow"') == table.rules.board.seats
    assert set(parts_of(table).points) >= {f"{x},{y}" for x, y in board.ring}


@pytest.mark.parametrize(("text", "players"), BOARDS)
def test_the_terminal_tells_all_fields_apart(book: Any, text: str, players: int) -> None:
    table = set_up(book(text), players)
    places = rastered(table.board)
    assert len(set(places.values())) == len(places)
    pieces = tuple((0,) * table.pieces if seat in table.seats else None for seat in range(table.rules.board.seats))
    wide = draw(Drawing(table, pieces, look=Look(columns=80)))
    assert sum(line.count("○") + line.count("◆") for line in wide) == len(table.board.ring) - len(set(table.board.starts))
    needed = 2 * columns_of(table.board) + 1
    assert " ".join(draw(Drawing(table, pieces, look=Look(columns=20)))).startswith(f"The board needs {needed} columns, and this")
    assert any("○" in line for line in draw(Drawing(table, pieces, look=Look(columns=needed))))


def test_a_board_for_eight_is_printed_on_several_sheets(book: Any) -> None:
    tiling = tile(set_up(book(EIGHT), 8).board, "a4")
    assert tiling.columns * tiling.rows > 1


def test_fields_have_the_numbers_that_their_author_gave_them_where_a_leaflet_prints_any() -> None:
    text = write_out("parchis", {})
    table = set_up(read_written(text))
    first = int(text.split('fields = ["')[1].split(":")[0])
    assert table.numbers[0] == first
    assert draw_board(table).count("field-number") >= len(table.board.ring) - 4
    assert set_up(read_written(text.replace('base = "parchis"', 'base = "parcheesi"'))).numbers == ()


@pytest.mark.parametrize("base", ["mensch", "ludo", "parcheesi"])
def test_each_of_eight_has_a_mark_of_its_own(base: str) -> None:
    table = set_up(read_written(f'base = "{base}"\n{EIGHT}'.replace("[board]", '[board]\nhome = "places"').replace("safe   = [6]", "safe = [2, 6]")), 8)
    assert len({paint.mark for paint in paints(table.colours)}) == 8
