"""Rules that no book of the shelf combines: what they mean together, or the sentence that refuses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pachisi import Batch, Game, RuleError, simulate
from pachisi.notation import read_position, write_position
from pachisi.rulebooks import load


def written(folder: Path, text: str) -> str:
    """A book of these values in a file."""
    path = folder / "own.toml"
    path.write_text(text if text.startswith("base") else f'name = "Own"\nboard.home = "point"\n{text}')
    return str(path)


def sit(folder: Path, text: str, own: str, other: str = "0,0,0,0", faces: tuple[int, ...] = (), players: int = 2) -> Game:
    """Seat 0 stands on these steps, the seat opposite on those, and seat 0 throws."""
    pieces = {2: f"{own} - {other} -", 4: f"{own} 0,0,0,0 {other} 0,0,0,0"}[players]
    game = read_position(f'"{written(folder, text)}" {players} | {pieces} | 0')
    if faces:
        game.throw(*faces)
    return game


def moves(game: Game) -> list[str]:
    return [str(move) for move in game.legal_moves]


def play(game: Game, text: str) -> None:
    game.push(next(move for move in game.legal_moves if str(move) == text))


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(RuleError) as refused:
        load(written(folder, text))
    return str(refused.value).removeprefix(f"{folder / 'own.toml'}: ")


def play_out(folder: Path, text: str, players: int = 2, seed: int = 3, most: int = 4000) -> Game:
    """A game to its end, the last of the legal moves each time; every position can be written and read."""
    game = Game(written(folder, text), players=players, seed=seed)
    for count in range(most):
        if game.node == "over":
            break
        if count < 300:
            again = read_position(write_position(game))
            assert (again.node, moves(again)) == (game.node, moves(game)), write_position(game)
        if game.node == "move":
            game.push(game.legal_moves[-1])
        else:
            game.throw()
    assert game.outcome is not None
    return game


# --- entering ---------------------------------------------------------------------

TRIPLES = "dice = { count = 3, faces = [1, 2, 3] }\nentry = { numbers = [], triple = true }\nmoves = { stack = 4 }\n"


def test_three_equal_faces_bring_pieces_in_one_by_one(tmp_path: Path) -> None:
    game = sit(tmp_path, TRIPLES, "0,0,0,0", faces=(2, 2, 2))
    assert moves(game) == ["2: 0/enter"]
    play(game, "2: 0/enter")
    assert moves(game) == ["2: 0/enter", "2: 0/1-3"]
    assert sit(tmp_path, TRIPLES, "0,0,0,0", faces=(2, 2, 3)).node == "throw"


def test_three_equal_faces_end_the_tries_of_a_throw(tmp_path: Path) -> None:
    game = sit(tmp_path, TRIPLES + "turn = { tries = 3 }\n", "0,0,0,0", faces=(2, 2, 2))
    assert moves(game) == ["2: 0/enter"]


def test_a_game_of_triples_can_be_played_to_its_end(tmp_path: Path) -> None:
    play_out(tmp_path, TRIPLES)


def test_two_numbers_bring_a_piece_in_together_where_pieces_move_as_groups(tmp_path: Path) -> None:
    text = "dice = { count = 2 }\nentry = { numbers = [], sum = 7 }\nmoves = { stack = 4, groups = true }\n"
    assert moves(sit(tmp_path, text, "0,0,9,9", faces=(3, 4)))[-1] == "3+4: 0/enter"
    assert not any("enter" in move for move in moves(sit(tmp_path, text, "0,0,9,9", faces=(3, 5))))
    game = sit(tmp_path, text, "0,0,9,9", faces=(3, 4))
    play(game, "3+4: 0/enter")
    assert game.pieces[0] == [0, 1, 9, 9]
    play_out(tmp_path, text)


@pytest.mark.parametrize("groups", ["false", "true"])
def test_one_throw_brings_in_so_many_pieces_and_no_more(groups: str, tmp_path: Path) -> None:
    text = f"dice = {{ count = 3 }}\nentry = {{ per_throw = 2 }}\nmoves = {{ stack = 4, groups = {groups} }}\n"
    game = sit(tmp_path, text, "0,0,0,0", faces=(6, 6, 6))
    play(game, "6: 0/enter")
    assert moves(read_position(write_position(game))) == moves(game)
    play(game, "6: 0/enter")
    assert "6: 0/enter" not in moves(game)
    assert "6: 0/enter" not in moves(read_position(write_position(game)))
    verdict = game.why(colour=0, start=0, uses=(6,))
    assert (verdict.legal, verdict.clause) == (False, "")
    play_out(tmp_path, text)


def test_a_grace_and_its_extra_number_bring_in_one_piece(tmp_path: Path) -> None:
    shells = "dice = { kind = 'shells', faces = [0, 1, 2, 3, 4], values = [8, 1, 2, 3, 4], grace = [0], extra = 1 }\n"
    entry = "entry = { numbers = [1, 8], per_throw = 1 }\nmoves = { stack = 4 }\n"
    game = sit(tmp_path, shells + entry, "0,0,0,0", faces=(0,))
    play(game, "8: 0/enter")
    assert moves(game) == ["1: 0/1-2"]
    play_out(tmp_path, shells + entry)
    assert refusal(tmp_path, shells + entry + "turn = { numbers = 'collected' }\n") == (
        "entry.per_throw = 1 counts the pieces of each throw: turn.numbers must be 'at_once', or dice.extra 0."
    )


GUESTS = "board.safe = [1]\ncapture = { on_safe = 'shared' }\nentry = { takes_safe = true, takes = 'last_if_full' }\n"


def test_a_start_field_of_two_guests_takes_no_second_piece_where_one_may_stand(tmp_path: Path) -> None:
    one = GUESTS + "moves = { stack = 1, capacity = 2 }\n"
    assert moves(sit(tmp_path, one, "0,0,1,20", faces=(6,))) == ["6: 0/1-7", "6: 0/20-26"]
    assert "6: 0/enter" in moves(sit(tmp_path, one, "0,0,3,20", faces=(6,)))
    play_out(tmp_path, one)
    two = GUESTS + "moves = { stack = 2, capacity = 2 }\n"
    assert "6: 0/enter" in moves(sit(tmp_path, two, "0,0,1,20", faces=(6,)))


def test_never_entering_onto_your_own_piece_holds_where_guests_are_captured(tmp_path: Path) -> None:
    text = "base = 'parchis'\nentry = { join = 'never' }\n"
    assert not any("enter" in move for move in moves(sit(tmp_path, text, "0,0,1,20", faces=(5,))))
    assert any("enter" in move for move in moves(sit(tmp_path, text, "0,0,2,20", faces=(5,))))


def test_a_piece_that_enters_beyond_its_start_field_captures_as_any_other(tmp_path: Path) -> None:
    text = "base = 'parchis'\nentry = { step = 'total' }\nturn = { duties = ['enter'] }\n"
    game = sit(tmp_path, text, "0,0,0,20", "0,0,0,39", faces=(5,))
    game.push(game.legal_moves[0])
    assert game.pieces[::2] == [[0, 0, 5, 20], [0, 0, 0, 0]]
    play_out(tmp_path, text)


def test_a_pair_on_a_start_field_closes_it_only_where_there_are_blocks(tmp_path: Path) -> None:
    text = "base = 'parchis'\nblock = { size = 0 }\nturn = { duties = ['enter'] }\n"
    game = sit(tmp_path, text, "0,0,0,20", "0,0,35,35", faces=(5,))
    assert any("enter" in move for move in moves(game))


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("capture = { by = 'passing', on_safe = 'shared' }", "entry.takes = 'last' captures a piece on the start field: capture.by can't be 'passing'."),
        (
            "capture = { on_safe = 'shared' }\nseats = { teams = true, partner = 'own' }",
            "entry.takes = 'last' tells enemies from friends and nothing else: seats.partner can't be 'own', "
            "seats.colours not 'neutral', and seats.other_colour must be 'share' or 'partner'.",
        ),
    ],
)
def test_whom_an_entering_piece_takes_must_be_clear(more: str, sentence: str, tmp_path: Path) -> None:
    text = f"board.safe = [1]\nentry = {{ takes_safe = true, takes = 'last' }}\nmoves = {{ capacity = 2 }}\n{more}\n"
    assert refusal(tmp_path, text) == sentence


STACKS = "moves = { stack = 4 }\nentry = { join = '%s' }\n"


@pytest.mark.parametrize(
    ("join", "duties", "listed"),
    [
        ("if_blocked", "[]", ["6: 0/enter", "6: 0/1-7", "6: 0/20-26"]),
        ("if_blocked", "['clear_start', 'enter']", ["6: 0/1-7"]),
        ("if_blocked", "['enter', 'clear_start']", ["6: 0/enter"]),
        ("free", "['clear_start', 'enter']", ["6: 0/enter", "6: 0/1-7"]),
        ("never", "[]", ["6: 0/1-7", "6: 0/20-26"]),
    ],
)
def test_entering_onto_your_own_piece_yields_to_the_duty_to_clear_the_start(join: str, duties: str, listed: list[str], tmp_path: Path) -> None:
    game = sit(tmp_path, STACKS % join + f"turn = {{ duties = {duties} }}\n", "0,0,1,20", faces=(6,))
    assert moves(game) == listed


def test_never_entering_onto_your_own_piece_holds_where_places_differ_in_room(tmp_path: Path) -> None:
    text = "moves = { stack = 2, stack_safe = 3 }\nentry = { join = 'never' }\n"
    assert moves(sit(tmp_path, text, "0,0,1,20", faces=(6,))) == ["6: 0/1-7", "6: 0/20-26"]
    assert "6: 0/enter" in moves(sit(tmp_path, text.replace("never", "free"), "0,0,1,20", faces=(6,)))


# --- the duty to open a block -----------------------------------------------------------

OPEN = "block = { size = 2 }\nturn = { again_faces = [6], duties = ['open'] }\nentry.join = 'never'\n"


@pytest.mark.parametrize("rule", ["last_steps = 'closed'", "gate = 'capture'", "second_lap = 'always'", "backward = true"])
def test_a_block_must_be_opened_whatever_else_is_ruled_about_the_way(rule: str, tmp_path: Path) -> None:
    text = OPEN + f"moves = {{ stack = 2, {rule} }}\n"
    assert moves(sit(tmp_path, text, "0,10,10,20", faces=(6,))) == ["6: 0/10-16"]
    assert len(moves(sit(tmp_path, text, "0,10,10,20", faces=(5,)))) == 2


def test_a_second_lap_and_a_way_back_open_a_block_as_well(tmp_path: Path) -> None:
    lap = OPEN + "moves = { stack = 2, second_lap = 'always' }\n"
    assert moves(sit(tmp_path, lap, "20,38,38,45", faces=(6,))) == ["6: 0/38-44", "6: 0/38-4"]
    back = OPEN + "moves = { stack = 2, backward = true }\n"
    assert moves(sit(tmp_path, back, "20,30,30,45", "0,0,0,4", faces=(6,))) == ["6: 0/30-36", "6: 0/30-24 x2/4"]


def test_the_total_of_a_double_opens_a_block_too(tmp_path: Path) -> None:
    text = OPEN.replace("again_faces = [6]", "again_double = true") + "dice = { count = 2, use = 'either' }\nmoves.stack = 2\n"
    assert moves(sit(tmp_path, text, "0,10,10,20", faces=(3, 3))) == ["3: 0/10-13", "3+3: 0/10-16"]
    assert "3+4: 0/20-27" in moves(sit(tmp_path, text, "0,10,10,20", faces=(3, 4)))


def test_no_number_is_the_first_of_a_throw_where_throws_are_collected(tmp_path: Path) -> None:
    text = OPEN.replace("again_faces", "numbers = 'collected', again_faces") + "moves.stack = 2\n"
    assert refusal(tmp_path, text) == "the duty 'open' is about the numbers of one throw: turn.numbers can't be 'collected'."


# --- pieces that have just come in, and bonuses ---------------------------------------------

WAITING = [
    ("entry = { numbers = [5, 6], waits = true }\nturn = { again_faces = [6] }", "one die and no piece that enters with a throw that earns another."),
    ("entry = { numbers = [6], waits = true }\ndice = { values = [6, 2, 3, 4, 5, 1] }\nturn = { again_faces = [1] }", "earns another."),
    ("entry = { numbers = [5], free = 'once', waits = true }\nturn = { again_faces = [6] }", "earns another."),
    ("entry = { numbers = [5], waits = true }\nturn = { again_capture = true }", "with the throw that turn.again_capture earns; set that to false."),
    ("entry = { numbers = [5], waits = true }\nturn = { numbers = 'collected', again_home = true }", "turn.again_home earns; set that to false."),
    ("entry = { numbers = [5], waits = true }\nmoves = { stack = 4, groups = true }", "entry.waits cannot be played with moves.groups."),
    ("entry = { numbers = [5], waits = true }\nturn = { duty_scope = 'pool' }", "entry.waits cannot be played with turn.duty_scope = 'pool'."),
    ("entry = { numbers = [5], waits = true }\nbonus = { capture = 10 }", "entry.waits cannot be played with bonus moves."),
]


@pytest.mark.parametrize(("text", "sentence"), WAITING)
def test_a_piece_that_waits_must_not_be_able_to_move_on_in_its_turn(text: str, sentence: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, text).endswith(sentence)


def test_a_piece_may_wait_where_only_a_face_and_no_number_earns_a_throw(tmp_path: Path) -> None:
    text = "entry = { numbers = [6], waits = true }\ndice = { values = [6, 2, 3, 4, 5, 1] }\nturn = { again_faces = [6] }\n"
    assert moves(sit(tmp_path, text, "0,0,0,9", faces=(1,))) == ["6: 0/enter", "6: 0/9-15"]
    play_out(tmp_path, text)


@pytest.mark.parametrize("rule", ["last_steps = 'closed'", "second_lap = 'always'"])
def test_bonus_moves_know_one_way_home(rule: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, f"bonus = {{ home = 10 }}\nmoves = {{ {rule} }}\n") == (
        "bonus moves go home like any number, and never round again: moves.last_steps must be 'exact', and moves.second_lap 'never'."
    )


# --- what dice show, and what they count ----------------------------------------------------


def test_two_dice_let_a_piece_in_by_what_they_count(tmp_path: Path) -> None:
    dice = "dice = { count = 2, faces = [1, 2, 3], values = [10, 2, 3] }\nentry = { numbers = [], sum = %d }\n"
    assert moves(sit(tmp_path, dice % 13, "0,0,0,0", faces=(1, 3))) == ["3+10: 0/enter"]
    assert refusal(tmp_path, dice % 3) == "entry.sum = 3 can never be thrown with two of these dice."


def test_a_ladder_is_climbed_by_what_dice_count(tmp_path: Path) -> None:
    text = "base = 'petits-chevaux'\ndice = { values = [1, 2, 3, 4, 5, 12] }\nentry = { numbers = [12] }\n"
    assert refusal(tmp_path, text) == "moves.ladder = 'rungs' needs throws of 1, 2, 3, 4, 5, 6, 7, but they count 1, 2, 3, 4, 5, 12."
    text = "base = 'petits-chevaux'\ndice = { faces = [11, 12, 13, 14, 15, 16], values = [1, 2, 3, 4, 5, 6] }\nturn = { again_faces = [16] }\n"
    play_out(tmp_path, text)
    outside = "base = 'petits-chevaux'\ndice = { values_out = [1, 2, 3, 4, 5, 12] }\n"
    assert refusal(tmp_path, outside) == "moves.ladder = 'rungs' asks for the same numbers all the time: dice.values_out must be empty."


def test_a_single_die_leads_home_only_where_dice_count_what_they_show(tmp_path: Path) -> None:
    text = "dice = { faces = [0, 1, 2, 3], values = [4, 1, 2, 3], count = 2, use = 'sum' }\nentry = { numbers = [], free = 'double' }\n"
    assert refusal(tmp_path, text + "moves = { stack = 4, groups = true, last_steps = 'die' }\n").endswith(
        "moves.last_steps = 'die' needs dice that count what they show: dice.values must be empty."
    )


# --- two dice that bring a piece in together, and duties ------------------------------------

TWO = "dice = { count = 2 }\nentry = { numbers = [], sum = 7 }\n"


@pytest.mark.parametrize(
    ("rules", "listed"),
    [
        ("capture = { duty = 'strict' }", []),
        ("capture = { duty = 'strict', duty_order = 'enter_first' }\nturn = { duties = ['enter'] }", ["3+4: 0/enter"]),
        ("capture = { duty = 'penalty' }", ["3+4: 0/enter !0/9"]),
    ],
)
def test_an_entry_by_two_dice_owes_what_each_of_them_owes(rules: str, listed: list[str], tmp_path: Path) -> None:
    assert moves(sit(tmp_path, TWO + rules, "0,0,0,9", "0,0,0,32", faces=(3, 4))) == ["3: 0/9-12 x2/32", "4: 0/9-13", *listed]


def test_an_entry_by_two_dice_leaves_the_start_field_first(tmp_path: Path) -> None:
    text = TWO + "moves = { stack = 2 }\n"
    assert "3+4: 0/enter" in moves(sit(tmp_path, text, "0,0,1,9", faces=(3, 4)))
    assert moves(sit(tmp_path, text + "turn = { duties = ['clear_start'] }\n", "0,0,1,9", faces=(3, 4))) == ["3: 0/1-4", "4: 0/1-5"]


# --- a throw that is one number -------------------------------------------------------------

TOTAL = "dice = { count = 2, use = 'sum' }\nentry = { numbers = [5, 7, 9] }\nmoves = { last_steps = 'closed' }\n"


def totals(more: str) -> str:
    """Such a book, with these chapters instead of its own."""
    chapters = {line.split()[0] for line in more.splitlines()}
    return "\n".join([*(line for line in TOTAL.splitlines() if line.split()[0] not in chapters), more])


def test_a_throw_of_two_dice_is_one_number(tmp_path: Path) -> None:
    assert moves(sit(tmp_path, TOTAL, "0,0,0,20", faces=(3, 4))) == ["7: 0/enter", "7: 0/20-27"]
    game = sit(tmp_path, TOTAL, "0,0,0,20", faces=(4, 4))
    assert moves(game) == ["8: 0/20-28"]
    assert game.why(colour=0, start=0, uses=(8,)).legal is False
    play(game, "8: 0/20-28")
    assert (game.node, game.seat) == ("throw", 2)


TOTALS = [
    "",
    "turn = { tries = 3, again_double = true, streak = 3 }\n",
    "entry = { numbers = [7], free = 'once', step = 'total' }\n",
    "entry = { numbers = [7], free = 'double' }\n",
    "entry = { numbers = [], triple = true }\ndice = { count = 3, use = 'sum', faces = [1, 2, 5, 6] }\nmoves = { last_steps = 'die' }\n",
    "entry = { numbers = [7, 11] }\ndice = { count = 2, use = 'sum', faces = [0, 1, 2, 3], values = [8, 1, 3, 4] }\nmoves = { stack = 4, last_steps = 'closed' }\n",
    "capture = { duty = 'penalty' }\nturn = { duties = ['clear_start', 'enter', 'chain'] }\nmoves = { backward = true, last_steps = 'die' }\n",
    "block = { size = 2 }\nturn = { duties = ['open'], again_double = true }\nmoves = { stack = 2, overshoot = 'bounce' }\nbonus = { capture = 10, home = 5, time = 'at_once' }\n",
    "turn = { duty_scope = 'pool', duties = ['enter'] }\nmoves = { overshoot = 'bounce' }\nbonus = { capture = 20 }\n",
    "moves = { stack = 4, groups = true, last_steps = 'die' }\n",
    "moves = { overshoot = 'bounce', jump = 'others' }\ncapture = { by = 'both' }\n",
    "moves = { gate = 'capture', last_steps = 'die' }\n",
]


@pytest.mark.parametrize("more", TOTALS)
def test_games_of_totals_can_be_played_to_their_end(more: str, tmp_path: Path) -> None:
    play_out(tmp_path, totals(more))


def test_many_games_of_totals_are_simulated_and_stepped_together(tmp_path: Path) -> None:
    text = written(tmp_path, TOTAL)
    assert (simulate(text, 40, players=2, bots=["careful", "greedy"], seed=5, progress=False)["winner"] >= 0).all()
    batch = Batch(text, 4, players=2, seed=5)
    assert {action.slots for action in batch.actions if action.kind == "move"} == {(0,)}
    for _ in range(2000):
        batch.step([where.nonzero()[0][-1] for where in batch.mask])


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("entry = { numbers = [13] }", "entry.numbers [13] can never be thrown with totals [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]."),
        ("entry = { numbers = [7], sum = 5 }", "entry.sum belongs to two dice that are not just summed."),
        ("turn = { duty_scope = 'pool' }\ndice = { count = 2, use = 'sum', play = 'max' }\nmoves = {}", "dice.play = 'max' belongs to two dice that are not just summed, and turn.duty_scope = 'pool'."),
        ("moves = { foot = 'exact', ladder = 'rungs' }", "moves.ladder = 'rungs' needs throws of 1, 2, 3, 4, 5, but they count 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."),
    ],
)
def test_totals_have_no_single_numbers(more: str, sentence: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, totals(more)) == sentence


# --- as many moves as can be listed -----------------------------------------------------------

GROUPS = "moves = { stack = 4, groups = true }\nseats = { teams = true }\n"
SHELLS = "dice = { kind = 'shells', faces = [%s], weights = [%s] }\nentry = { numbers = [1] }\nturn = { numbers = 'collected', again_faces = [%s], again_capture = true }\n"


def test_collected_numbers_that_find_no_room_on_the_list_are_listed_later(tmp_path: Path) -> None:
    text = SHELLS % ("1, 2, 3, 4, 5, 6", "1, 1, 1, 1, 1, 1", "1, 2, 3, 4, 5") + GROUPS
    game = read_position(f'"{written(tmp_path, text)}" 4 | 3,3,3,3 0,0,0,0 23,23,23,23 0,0,0,0 | 0')
    for face in (1, 2, 3, 4, 5, 6):
        game.throw(face)
    assert len(moves(game)) == len(set(moves(game))) == 5 * 4 * 5
    game.push(game.legal_moves[0])
    assert {move.uses for move in game.legal_moves} == {(2,), (3,), (4,), (5,), (6,)}


def test_numbers_of_one_throw_are_all_listed_or_the_book_is_refused(tmp_path: Path) -> None:
    text = "board.pieces = 6\ndice = { count = 3 }\n" + GROUPS.replace("stack = 4", "stack_safe = 6, stack = 4") + "capture = { on_safe = 'shared' }\n"
    game = read_position(f'"{written(tmp_path, text)}" 4 | 3,3,3,3 0,0,0,0 23,23,23,23 0,0,0,0 | 0')
    game.throw(1, 2, 3)
    assert len(moves(game)) == 3 * 4 * 5
    with pytest.raises(RuleError, match="one throw could have 126 moves, more than are listed"):
        Game(written(tmp_path, text), pieces=6)


# --- blanks, and weights ----------------------------------------------------------------------

BLANKS = "dice = { faces = [0, 1, 2, 3], values = [0, 1, 2, 3], count = %d }\nentry = { numbers = [1, 3] }\n"


def test_a_blank_face_counts_nothing(tmp_path: Path) -> None:
    one = sit(tmp_path, BLANKS % 1, "0,0,0,20", faces=(0,))
    assert (one.node, one.seat) == ("throw", 2)
    two = sit(tmp_path, BLANKS % 2, "0,0,0,20", faces=(0, 3))
    assert moves(two) == ["3: 0/enter", "3: 0/20-23"]
    assert moves(read_position(write_position(two))) == moves(two)
    tries = sit(tmp_path, BLANKS % 1 + "turn = { tries = 3 }\n", "0,0,0,0", faces=(0,))
    assert (tries.node, tries.seat) == ("throw", 0)


@pytest.mark.parametrize(
    "more",
    [
        "turn = { again_faces = [0], streak = 3 }",
        "turn = { again_faces = [0], numbers = 'collected', again_capture = true }",
        "turn = { duty_scope = 'pool', duties = ['enter'] }",
        "moves = { last_steps = 'closed' }",
    ],
)
def test_games_with_blanks_can_be_played_to_their_end(more: str, tmp_path: Path) -> None:
    play_out(tmp_path, BLANKS % 1 + more + "\n")
    if "collected" not in more and "last_steps" not in more:
        play_out(tmp_path, BLANKS % 2 + more + "\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dice = { values = [0, 0, 0, 0, 0, 0] }", "dice.values must be numbers from 1 to 60, or 0 for a face that counts nothing."),
        ("dice = { count = 2, values = [0, 1, 2, 3, 4, 5] }\nentry = { numbers = [5], free = 'double' }", "a blank face brings nobody in: entry.free needs dice.values from 1 on."),
        ("dice = { values = [0, 1, 2, 3, 4, 5], grace = [1] }", "dice.grace names a face that counts nothing."),
        ("dice = { values = [0, 1, 2, 3, 4, 5] }\nentry.numbers = [0]", "entry.numbers [0] can never be thrown with values [1, 2, 3, 4, 5]."),
        (
            "dice = { faces = [1, 2], weights = [300, 1] }\nentry.numbers = [1]",
            "these dice fall in 301 equally likely ways; 216 are possible: choose smaller dice.weights, or fewer faces or dice.",
        ),
    ],
)
def test_a_throw_must_be_able_to_count(text: str, sentence: str, tmp_path: Path) -> None:
    assert refusal(tmp_path, text + "\n").startswith(sentence.removesuffix("."))
