"""The drawing: well-formed, every piece where it stands, and at peace with others on the same page."""

import math
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from pachisi import Game
from pachisi.drawing import draw_board, draw_pieces, draw_position
from pachisi.drawing.geometry import DISH, Extent, measure, share
from pachisi.drawing.marks import GREY, paints
from pachisi.drawing.parts import draw_stock, parts_of
from pachisi.drawing.picture import LOOKS
from pachisi.drawing.style import style
from pachisi.rulebooks import BOOKS
from pachisi.table import set_up
from tests.positions import sit

SVG = "{http://www.w3.org/2000/svg}"
CELL = 1000 / 11  # a field of the board with 40
ODD = [{"en": name} for name in ("pink", "green", "teal", "grey", "white", "yellow", "brown", "gold")]


def uses_of(drawn):
    """The pieces on the board, in the order in which they are drawn."""
    return ElementTree.fromstring(drawn).findall(f"{SVG}g[@class='pieces']/{SVG}use")


def pieces_of(drawn):
    """(colour, step) -> where its pieces stand: x, y and scale."""
    found = {}
    for use in uses_of(drawn):
        x, y, size = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", use.get("transform")).groups()
        key = int(use.get("data-colour")), int(use.get("data-step"))
        assert use.get("href").endswith(f"-piece-{key[0]}")
        found.setdefault(key, []).append((float(x), float(y), float(size or 1)))
    return found


def is_on(m, spot, x, y):
    """Does a piece stand on this field or place, or in this home?"""
    middle, box = m.point(spot), m.box(spot)
    if spot in m.wedges:
        return is_in_wedge(m, spot, x, y)
    if spot in m.dishes:
        return math.dist((x, y), middle) < DISH * m.corner
    return abs(x - middle.x) < box.w / 2 and abs(y - middle.y) < box.h / 2


def is_in_wedge(m, spot, x, y, radius=0.0):
    """Does a disc lie in the wedge between the middle of the board, two of its diagonals and a lane?"""
    (along, across), half = m.wedges[spot], 1.5 * m.wide
    out = along * (x - 500) + across * (y - 500)
    aside = abs(across * (x - 500) + along * (y - 500))
    return out + radius <= half and (out - aside) / math.sqrt(2) >= radius


def field(x, y, size=1.0):
    """The middle of a square of the board with 40 fields."""
    return pytest.approx(((x + 0.5) * CELL, (y + 0.5) * CELL, size), abs=1e-3)


def ids(drawn):
    return re.findall(r'\bid="([^"]+)"', drawn)


def play_on(game, actions=12):
    """Throw, or play the last of the legal moves, some times."""
    for _ in range(actions):
        if game.node == "move":
            game.push(game.legal_moves[-1])
        elif game.node != "over":
            game.throw()


# --- every board and position ---------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_piece_of_a_game_is_drawn_once_and_on_its_field(book, players):
    game, board = Game(book, players, seed=players), set_up(book, players).board
    m = measure(board)
    for _ in range(40):
        found = pieces_of(draw_position(game))
        rows = {colour: steps for colour, steps in enumerate(game.pieces) if steps}
        counted = {(colour, step): steps.count(step) for colour, steps in rows.items() for step in steps}
        assert {key: len(there) for key, there in found.items()} == counted
        for (colour, step), there in found.items():
            spots = [board.spot(colour, step, nth) for nth in range(len(there))]
            assert all(any(is_on(m, spot, x, y) for spot in spots) for x, y, _ in there)
        play_on(game)


@pytest.mark.parametrize("book", BOOKS)
def test_a_position_carries_the_name_of_its_book(book):
    root = ElementTree.fromstring(draw_position(Game(book, seed=1)))
    assert root.get("viewBox") == "-70 -70 1140 1250"
    assert root.find(f"{SVG}title").text == set_up(book).book.name["en"]


@pytest.mark.parametrize("book", BOOKS)
def test_an_empty_board_has_no_pieces_and_shows_no_turn(book):
    table = set_up(book)
    root = ElementTree.fromstring(draw_board(table))
    assert root.get("viewBox") == "-70 -70 1140 1140"
    assert not list(root.iter(f"{SVG}use"))
    assert "on-turn" not in {name for part in root.iter() for name in part.get("class", "").split()}
    assert table._repr_svg_() == draw_board(table)


@pytest.mark.parametrize("book", BOOKS)
def test_every_light_and_every_piece_that_is_used_is_there(book):
    drawn = draw_position(Game(book, seed=1))
    used = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', drawn))
    assert {light or piece for light, piece in used} <= set(ids(drawn))
    assert len(ids(drawn)) == len(set(ids(drawn)))


@pytest.mark.parametrize("book", BOOKS)
def test_only_the_whole_board_is_called_after_its_look(book):
    """Else what is drawn for a part of one board would hold for all of another."""
    drawn = ElementTree.fromstring(draw_board(set_up(book)))
    names = [name for part in drawn.iter() for name in part.get("class", "").split() if name in LOOKS]
    assert len(names) == 1
    assert not re.search(rf"(^|}})[^{{}}]*\.{names[0]}\s*{{", style())


def test_drawings_on_one_page_share_no_ids_and_no_styles():
    drawn = [draw_position(Game(book, seed=1)) for book in BOOKS] + [draw_board(set_up(book)) for book in BOOKS]
    for one, other in combinations(drawn, 2):
        assert not set(ids(one)) & set(ids(other))
    selectors = [one for rule in re.findall(r"([^{}]+)\{[^{}]+\}", style()) for one in rule.split(",")]
    assert selectors
    assert all(one.startswith(".pachisi ") for one in selectors)


def test_a_drawing_is_the_same_in_every_process():
    code = "from pachisi.drawing import draw_board; from pachisi.table import set_up; print(draw_board(set_up('parcheesi')))"
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert result.stdout == draw_board(set_up("parcheesi")) + "\n"


# --- where pieces stand ---------------------------------------------------------------------


def test_pieces_stand_on_their_fields():
    found = pieces_of(draw_position(sit("mensch", [0, 1, 11, 44])))
    assert found[0, 1] == [field(0, 4)]
    assert found[0, 11] == [field(6, 0)]
    assert found[0, 44] == [field(4, 5)]
    assert len(found[0, 0]) == 1


def test_two_pieces_on_one_field_stand_side_by_side_along_it():
    found = pieces_of(draw_position(sit("parcheesi", [0, 0, 1, 1])))
    (x, y, size), (other_x, other_y, _) = found[0, 1]
    assert (x + other_x) / 2 == pytest.approx(540 + 40)
    assert y == other_y
    assert other_x - x == pytest.approx(2 * 80 / 4.3, abs=2e-3)
    assert size == 0.92


def test_many_pieces_on_one_field_keep_inside_it_and_apart():
    size = Extent(80, 47.5)
    for count in range(2, 17):
        places = share(size, count, 47.5)
        assert len(places) == count
        assert all(abs(place.dx) <= 40 and abs(place.dy) <= 23.75 for place in places)
        assert len({(place.dx, place.dy) for place in places}) == count
        assert sum(place.dx for place in places if count in (4, 9, 16)) == pytest.approx(0)


@pytest.mark.parametrize("book", ["parcheesi", "ludo", "eile-mit-weile"])
def test_every_piece_at_home_has_a_seat_in_the_wedge_of_its_colour_and_keeps_it(book):
    board = set_up(book).board
    m = measure(board)
    for house in m.wedges:
        places = [share(m.size(house), count, m.piece) for count in range(1, 5)]
        assert all(one == places[-1][: len(one)] for one in places)
        x, y = m.point(house)
        radius = m.piece * places[-1][0].scale * 49 / 104  # as the discs are drawn
        assert all(is_in_wedge(m, house, x + dx, y + dy, radius) for dx, dy, _ in places[-1])
        assert all(math.dist(a[:2], b[:2]) > 2 * radius for a, b in combinations(places[-1], 2))


@pytest.mark.parametrize("book", ["pachisi-classic", "pachisi-cowries", "chaupar"])
def test_pieces_that_are_home_lie_in_the_dish_of_their_colour_and_keep_their_seats(book):
    board = set_up(book).board
    m = measure(board)
    for seat in range(4):
        middle, (wait_x, wait_y) = m.dishes[board.house(seat)], m.point(board.reserves[seat][0])
        assert ((middle.x > 500), (middle.y > 500)) == ((wait_x > 500), (wait_y > 500))
        assert not any(m.corner < part < 1000 - m.corner for part in middle)
        places = [share(m.size(board.house(seat)), count, m.piece) for count in range(1, 5)]
        assert all(one == places[-1][: len(one)] for one in places)
        radius = m.piece * places[-1][0].scale * 49 / 104  # as the discs are drawn
        assert all(math.hypot(dx, dy) + radius < DISH * m.corner for dx, dy, _ in places[-1])
        assert all(math.dist(a[:2], b[:2]) > 2 * radius for a, b in combinations(places[-1], 2))


def test_pieces_below_are_drawn_over_those_above():
    uses = uses_of(draw_position(sit("mensch", [4, 14, 24, 34], [5, 15, 25, 35])))
    heights = [float(re.search(r" (\S+?)\)", use.get("transform"))[1]) for use in uses]
    assert heights == sorted(heights)


# --- what the leaflets print on their boards -------------------------------------------------


def written(table):
    return Counter(part.text for part in ElementTree.fromstring(draw_board(table)).iter(f"{SVG}text"))


def test_mensch_has_the_letters_of_its_leaflet_on_every_field_of_a_colour():
    assert written(set_up("mensch")) == {"A": 4, "B": 16, "a": 4, "b": 4, "c": 4, "d": 4}
    assert written(set_up("mensch", pieces=2)) == {"A": 4, "B": 16, "a": 4, "b": 4}
    assert not written(set_up("pachisi-modern"))


def test_the_fields_of_parchis_are_numbered_as_in_spain():
    numbers = [int(text.text) for text in ElementTree.fromstring(draw_board(set_up("parchis"))).iter(f"{SVG}text")]
    assert sorted(numbers) == sorted(set(range(1, 69)) - {5, 22, 39, 56})  # the exits have the marks of their colours
    assert not list(ElementTree.fromstring(draw_board(set_up("parcheesi"))).iter(f"{SVG}text"))


def test_the_classic_board_names_the_char_koni_and_has_towers():
    table = set_up("pachisi-classic")
    assert "".join(written(table)) == "CHAR-KONI"
    assert draw_board(table).count('class="tower"') == 12


def test_D26_pieces_wait_on_the_char_koni():
    found = pieces_of(draw_position(sit("pachisi-classic", [0, 0, 0, 9])))
    corner = measure(set_up("pachisi-classic").board).corner
    assert all(corner < part < 1000 - corner for x, y, _ in found[0, 0] for part in (x, y))


def test_every_dark_field_of_parcheesi_is_drawn_dark_by_lamplight_too():
    assert draw_board(set_up("parcheesi")).count('class="tile safe"') == 12
    light, dark = style().split("@media")
    assert ".tile.safe[fill]" in light  # beats the plain tile, which is dyed anew by lamplight
    assert ".tile[fill='none']" in dark


def test_a_printed_board_ends_with_its_frame_and_casts_no_shadow():
    printed = draw_board(set_up("ludo"), printed=True)
    assert ElementTree.fromstring(printed).get("viewBox") == "-40 -40 1080 1080"
    assert "filter" in draw_board(set_up("ludo"))
    assert "filter" not in printed


def test_a_page_learns_how_the_pieces_begin():
    assert parts_of(set_up("mensch")).opening == ((0, 0, 0, 1),) * 4
    assert parts_of(set_up("mensch", 2, options={"start_on_A": 0})).opening == ((0,) * 4, None, (0,) * 4, None)


def test_a_picture_of_a_table_shows_its_pieces_as_they_begin():
    found = pieces_of(draw_pieces(set_up("mensch", 2)))
    assert {key: len(there) for key, there in found.items()} == {(0, 0): 3, (0, 1): 1, (2, 0): 3, (2, 1): 1}


# --- whose turn it is -----------------------------------------------------------------------


def test_the_reserve_of_the_colour_on_turn_glows_and_its_throw_lies_below_the_board():
    root = ElementTree.fromstring(draw_position(sit("parcheesi", seat=1, throw=(5, 2))))
    assert root.find(f".//{SVG}use[@class='turn']").get("href").endswith("-piece-1")
    glowing = {part.get("data-colour") for part in root.iter() if "on-turn" in part.get("class", "").split()}
    assert glowing == {"1"}
    assert [part.get("data-face") for part in root.iter() if part.get("class") == "face"] == ["5", "2"]


def test_nobody_is_on_turn_when_the_game_is_over():
    game = Game("mensch", 2, pieces=1, seed=1)
    while game.node != "over":
        play_on(game)
    root = ElementTree.fromstring(draw_position(game))
    assert root.get("viewBox") == "-70 -70 1140 1140"
    assert not [part for part in root.iter() if "on-turn" in part.get("class", "").split()]


# --- in parts, for a page ---------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_the_parts_are_those_of_the_whole_picture(book):
    game = Game(book, seed=1)
    parts, whole = parts_of(game.table), draw_position(game)
    plain = re.sub(r"\bp[0-9a-f]{8}-", "", whole).replace(" on-turn", "")
    assert parts.board in plain
    assert all(piece in plain for piece in parts.pieces)
    assert draw_stock().startswith(re.search(r"<defs><radialGradient.*?</defs>", plain)[0])


@pytest.mark.parametrize("book", BOOKS)
def test_a_page_finds_a_point_for_every_square_and_room_for_every_piece(book):
    table = set_up(book)
    board, parts = table.board, parts_of(table)
    m = measure(board)
    for colour in range(4):
        spots = [board.spot(colour, step) for step in range(1, board.last + 1)]
        for x, y in [*spots, *board.reserves[colour]]:
            *point, size = parts.points[f"{x},{y}"]
            assert tuple(point) == pytest.approx(m.point((x, y)), abs=1e-5)
            for count in (1, 2, 16):
                assert parts.beside[size][count - 1] == tuple(
                    pytest.approx(place, abs=1e-5) for place in share(m.size((x, y)), count, m.piece)
                )


def test_fields_of_one_kind_have_one_size():
    assert len(parts_of(set_up("mensch")).beside) == 1
    assert len(parts_of(set_up("parcheesi")).beside) == 2 + 1 + 4  # the arms either way, the reserves, the homes


# --- colours --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_colours_of_a_book_have_the_same_mark(book):
    found = paints(set_up(book).book.colours)
    assert len({paint.mark for paint in found}) == len(found) == len(set_up(book).book.colours)
    assert [paint.hex for paint in found] == [colour["hex"] for colour in set_up(book).book.colours]


def test_eight_colours_of_any_name_have_marks_of_their_own():
    assert len({paint.mark for paint in paints(ODD)}) == 8


def test_a_colour_without_a_code_is_grey_and_one_that_is_no_code_too():
    for colour in ({"en": "red"}, {"en": "red", "hex": "red"}, {"en": "red", "hex": '"/><script>'}):
        assert paints([colour])[0].hex == GREY


def test_three_pieces_on_a_field_stand_as_a_triangle() -> None:
    left, right, last = share(Extent(100, 100), 3, 60)
    assert (left.dx, last.dx, left.dy) == (-right.dx, 0, right.dy)
    assert last.dy > left.dy
    *_, fourth, fifth = share(Extent(100, 100), 5, 60)
    assert fourth.dx == -fifth.dx
