"""Bad input of every kind: one of three errors, always a sentence, and nothing is changed."""

import copy
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pachisi import Game, IllegalMove, Move, NotationError, RuleError
from pachisi.kernel.crowd import COUNTS, number_of, one_of
from pachisi.records import CaptureOnSafe
from pachisi.rulebooks.reading import BOOKS, load, parse
from pachisi.rules import Rules
from pachisi.table import Table, set_up

ERRORS = (RuleError, IllegalMove, NotationError)
SLOW = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def is_sentence(error):
    text = str(error)
    assert text[-1:] in (".", "?"), text
    assert len(text) < 2_000
    assert "\0" not in text
    text.encode()
    assert not re.search(r"Traceback|Error\b|object at 0x|<class|NoneType|dtype|np\.", text), text


def refusal(what, *args, **kwargs):
    with pytest.raises(ERRORS) as refused:
        what(*args, **kwargs)
    assert type(refused.value) in ERRORS
    is_sentence(refused.value)
    return str(refused.value)


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "is not valid TOML"),
        (b"board = ", "is not valid TOML"),
        (b"board = 1\nboard = 2", "is not valid TOML"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b"x = " + b"9" * 100_000, "absurd number"),
        (b"#" * 200_001, "is too long: 200,000 bytes are allowed."),
        (b"board = { arm = nan }", "must be a whole number"),
        (b"board = 1979-05-27", "must be a table."),
        ("board = { årm = 4 }".encode(), "is not valid TOML"),
        (b'"b\\u0000ard" = 3', "bad has an impossible key: 'b\\x00ard'."),
    ],
)
def test_a_hostile_file_is_refused(content, sentence, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    assert sentence in refusal(load, path)


def test_what_is_no_file_is_refused(tmp_path):
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert "cannot be read" in refusal(load, folder)
    assert "cannot be read" in refusal(load, tmp_path / "missing.toml")
    assert "not a file name" in refusal(load, "\0.toml")
    assert "not a file name" in refusal(
        load, "\udc80.toml".encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") + "\ud800.toml"
    )
    assert "cannot be read" in refusal(load, "x" * 5_000 + ".toml")


@pytest.mark.parametrize(
    "source", [None, 3, b"mensch", ["mensch"], {}, "", "MENSCH", "mensch.tom", "\0", "\ud800", Path("mensch")]
)
def test_what_is_no_rulebook_is_refused(source):
    assert refusal(load, source).startswith("There is no rulebook")


# --- tables -----------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(), max_size=3),
    st.just({}),
)


@SLOW
@given(book=st.sampled_from(BOOKS), data=st.data())
def test_any_choice_of_options_lays_a_table_or_is_refused(book, data):
    options = load(book).options
    chosen = data.draw(
        st.dictionaries(
            st.one_of(st.sampled_from(list(options)), st.text(max_size=6)),
            st.one_of(JUNK, st.sampled_from([v for o in options.values() for v in o.values])),
            max_size=4,
        )
    )
    players, pieces, first = (
        data.draw(st.one_of(JUNK, st.integers(2, 4))),
        data.draw(st.one_of(JUNK, st.integers(1, 4))),
        data.draw(JUNK),
    )
    try:
        assert isinstance(set_up(book, players, first, pieces, chosen), Table)
    except RuleError as error:
        is_sentence(error)


CONTRADICTIONS = [
    ("pachisi-modern", 2, {"teams": True, "two_colours": True}),
    ("pachisi-modern", 4, {"teams": True, "two_colours": True}),
    ("mensch", 3, {"three_person_neutral": True, "two_person": True}),
    ("mensch", 2, {"three_person_neutral": True}),
]


@pytest.mark.parametrize(("book", "players", "options"), CONTRADICTIONS)
def test_options_that_contradict_each_other_are_refused(book, players, options):
    refusal(Game, book, players=players, **options)


# --- rulebooks --------------------------------------------------------------------------------

CHAPTERS = ("board", "dice", "entry", "turn", "moves", "capture", "block", "bonus", "seats")
WORDS = "name source colours base options verdicts values on off label default players needs arm faces numbers numbers+"
KEYS = st.sampled_from([*CHAPTERS, *WORDS.split(), *["count", "duties", "shape", "use", "barriers", "x"]])
NESTED = st.recursive(
    st.one_of(JUNK, st.sampled_from(["open", "sum", "mensch", "enter", "pool", "two"]), st.integers(-2, 12)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, st.text(max_size=4)), inner, max_size=4)
    ),
    max_leaves=12,
)


@SLOW
@given(st.dictionaries(KEYS, NESTED, max_size=5))
def test_any_nested_data_is_a_rulebook_or_is_refused(data):
    try:
        parse("any", data, Path("any.toml"))
    except RuleError as error:
        is_sentence(error)


def chapter_values():
    """Values that have the right type; whether they make sense together is another matter."""
    from dataclasses import fields
    from typing import Literal, get_args, get_origin, get_type_hints

    def values(kind):
        if get_origin(kind) is Literal:
            return st.sampled_from(get_args(kind))
        if get_origin(kind) is tuple:
            return st.lists(values(get_args(kind)[0]), max_size=4)
        return st.booleans() if kind is bool else st.integers(0, 8)

    for part in fields(Rules):
        if part.name in CHAPTERS:
            for key, kind in get_type_hints(get_type_hints(Rules)[part.name]).items():
                yield st.tuples(st.just(part.name), st.just(key), values(kind))


def law_abiding(game):
    """Pieces conserved and in order, counts equal a recount, nobody stands where he may not, a move is there."""
    r, s = (part.view(np.recarray)[0] for part in game.records()[:2])
    crowd = [0] * len(s.crowd)
    for colour, row in enumerate(game.pieces):
        assert row is None or (
            row == sorted(row) and len(row) == game.table.pieces and row[0] >= 0 and row[-1] <= r.last
        )
        for step in row or []:
            if r.field[colour, step] >= 0:
                crowd[r.field[colour, step]] += one_of(colour)
    assert crowd == [int(here) & COUNTS for here in s.crowd]
    for field, here in enumerate(crowd):
        colours = [c for c in range(4) if number_of(here, c)]
        friends = all(number_of(int(r.friend[a]), b) for a in colours for b in colours if a != b)
        assert friends or (r.capture_on_safe == CaptureOnSafe.SHARED and r.safe[field])
        assert all(number_of(here, c) <= (r.room[r.step_at[c, field]] if r.zones else r.stack) for c in colours)
    if game.node == "move":
        moves = list(game.legal_moves)
        assert 0 < len(moves) < 64
        assert len(set(moves)) == len(moves)
        assert any(move.kind != "pass" for move in moves)


@settings(SLOW, max_examples=60)
@given(
    base=st.sampled_from(BOOKS),
    changes=st.lists(st.one_of(*chapter_values()), max_size=4),
    players=st.integers(2, 4),
    pieces=st.integers(1, 4),
    high=st.booleans(),
    rng=st.randoms(use_true_random=False),
)
def test_a_rulebook_is_refused_or_plays_by_the_laws(base, changes, players, pieces, high, rng):
    chapters = {name: dict(values) for name, values in load(base).chapters.items()}
    for chapter, key, value in changes:
        chapters.setdefault(chapter, {})[key] = value
    try:
        table = set_up(parse("my", chapters, Path("my.toml")), players, "high_roll" if high else 0, pieces)
    except RuleError as error:
        is_sentence(error)
        return
    game = Game(table, seed=rng.getrandbits(60))
    for _ in range(100):
        if game.node == "over":
            break
        law_abiding(game)
        if game.node == "move" or (game.node == "offer" and rng.random() < 0.2):
            game.push(rng.choice(list(game.legal_moves)))
        else:
            game.throw()


NEVER = [
    ({"turn": {"duties": ["enter"] * 5}}, "turn.duties names a duty twice"),
    ({"turn": {"again_faces": [1, 2, 3, 4, 5, 6]}}, "a turn would never end"),
    ({"dice": {"faces": [6]}}, "dice.faces needs 2 to 8 faces"),
    ({"dice": {"count": 3, "use": "sum"}, "entry": {"numbers": [2]}}, "entry.numbers [2] can never be thrown with totals"),
    ({"seats": {"colours": "neutral"}, "dice": {"count": 2}, "entry": {"sum": 5}}, "entry.sum needs one colour a turn"),
    (
        {"turn": {"duty_scope": "pool"}, "capture": {"duty": "strict"}},
        "capture.duty needs dice that are played one by one",
    ),
    ({"turn": {"duty_scope": "pool", "may_pass": "turn"}}, "turn.may_pass = 'turn' needs turn.duty_scope = 'number'"),
    ({"dice": {"count": 2, "use": "direct"}}, "dice.use = 'direct' needs turn.duty_scope = 'pool'"),
    (
        {"board": {"route": "centre", "home": "point", "safe": [0]}, "moves": {"backward": True}},
        "moves.backward needs a start",
    ),
    ({"seats": {"teams": True}, "moves": {"stack": 2}, "block": {"size": 2}}, "block.by must be 'team'"),
    ({"dice": {"faces": list(range(1, 65)), "count": 9_999}}, "dice.faces needs 2 to 8 faces"),
]


@pytest.mark.parametrize(("data", "sentence"), NEVER)
def test_a_book_that_the_referee_could_not_follow_is_refused(data, sentence):
    assert sentence in refusal(parse, "my", data, Path("my.toml"))


def test_a_start_beyond_home_is_refused():
    chapters = {name: dict(values) for name, values in load("pachisi-classic").chapters.items()}
    chapters["board"] |= {"arm": 2, "lane": 1, "safe": [0]}
    chapters["dice"] |= {"faces": [1, 2, 5, 20]}
    assert "a throw of 60 would start beyond home, which is step 24" in refusal(parse, "my", chapters, Path("my.toml"))


# --- games ------------------------------------------------------------------------------------


def state(game):
    return game.state, game.drawn, len(game.history), len(game.log), game.position()


THROWS = [(0,), (7,), (-1,), (6, 6), ("6",), (6.0,), (True,), (None,), (math.nan,), ([6],), (10**30,)]


@pytest.mark.parametrize("faces", THROWS)
def test_faces_that_cannot_be_thrown_change_nothing(faces):
    game = Game("mensch", seed=1)
    before = state(game)
    assert "cannot be thrown" in refusal(game.throw, *faces)
    assert state(game) == before


@pytest.mark.parametrize(
    ("book", "faces"), [("parcheesi", (6,)), ("pachisi-classic", (3, 3, 3)), ("pachisi-classic", (1, 2))]
)
def test_each_book_has_its_own_dice(book, faces):
    game = Game(book, seed=1)
    before = state(game)
    assert "cannot be thrown" in refusal(game.throw, *faces)
    assert state(game) == before


MOVES = [
    Move("move", 0, 1, 8, (6,), 1),
    Move("move", 0, 1, 7, (5,), 1),
    Move("move", 1, 1, 7, (6,), 1),
    Move("move", 9, 1, 7, (6,), 1),
    Move("move", 0, 2, 8, (6,), 1),
    Move("move", 0, 1, 7, (6,), 2),
    Move("move", 0, 1, 7, (6,), 1, captures=((1, 3),)),
    Move("move", 0, 1, 7, (6, 6), 1),
    Move("enter", 0, 0, 1, (6,), 1),
    Move("move", 0, -5, 10**9, (10**9,), 1),
    Move("move", 0, 1, 7, (), 1),
    Move("pass", uses=(6,)),
    Move("stop"),
    Move("fly"),
    None,
    "6: 0/1-7",
    6,
]


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_move_that_is_not_legal_changes_nothing(move):
    game = Game("mensch", seed=1)
    for node in ("throw", "move"):
        assert game.node == node
        before = state(game)
        refusal(game.push, move)
        assert state(game) == before
        if node == "throw":
            game.throw(6)
    before = state(game)
    refusal(game.throw)
    refusal(game.throw, 6)
    assert state(game) == before


def test_an_offer_takes_a_throw_or_a_stop_only():
    game = Game("pachisi-classic", seed=1)
    before = state(game)
    refusal(game.push, Move("pass"))
    refusal(game.push, Move("enter", 0, 0, 6, (6,), 1))
    assert state(game) == before
    refusal(game.pop)


def test_nothing_goes_on_when_the_game_is_over():
    rows = [[41, 42, 43, 44], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]]
    game = Game.from_position({"rulebook": "mensch", "pieces": rows, "seat": 0, "node": "over"})
    before = state(game)
    refusal(game.throw)
    refusal(game.push, Move("stop"))
    assert list(game.legal_moves) == []
    assert state(game) == before


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True, math.inf])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(
        ValueError, match=r"^seed = .* is not possible; a seed is a whole number from 0 to 2\*\*64 - 1\.$"
    ):
        Game("mensch", seed=seed)


@SLOW
@given(colour=JUNK, start=JUNK, uses=st.lists(JUNK, max_size=3))
def test_any_question_is_answered_or_refused(colour, start, uses):
    game = Game("mensch", seed=1)
    game.throw(6)
    before = state(game)
    try:
        assert game.why(colour, start, uses).text
    except ERRORS as error:
        is_sentence(error)
    assert state(game) == before


# --- positions --------------------------------------------------------------------------------

START = [[0, 0, 0, 1]] * 4
OPENING = {"in": [0, 1, 2, 3], "tied": [], "best": 0}
HIGH = {"options": {"first": "high_roll"}}
BENCH = {"rulebook": "eile-mit-weile", "options": {"bench_queue": True}, "pieces": [[0, 0, 0, 0]] * 4}
IMPOSSIBLE = [
    ({"pieces": [[0, 0, 0, 45], *START[1:]]}, "a step of seat 0 = 45 must be a whole number from 0 to 44."),
    ({"pieces": [[0, 0, 0, -1], *START[1:]]}, "a step of seat 0 = -1 must be"),
    ({"pieces": [[0, 0, 0, True], *START[1:]]}, "a step of seat 0 = on must be"),
    ({"pieces": [[0, 0, 0], *START[1:]]}, "seat 0 has 4 pieces, not [0, 0, 0]."),
    ({"pieces": START[1:], "players": 4}, "pieces must list four seats; an unused seat is null."),
    ({"pieces": 7, "players": 4}, "pieces must list four seats"),
    ({"pieces": [None, *START[1:]], "players": 4}, "seat 0 is in use with 4 players here."),
    ({"players": 2}, "seat 1 is empty with 2 players here."),
    ({"pieces": [[0, 0, 5, 5], *START[1:]]}, "seat 0 has 2 pieces on step 5; 1 may stand there."),
    ({"pieces": [[0, 0, 41, 41], *START[1:]]}, "seat 0 has 2 pieces on step 41; 1 may stand there."),
    ({"pieces": [[0, 0, 0, 11], *START[1:]]}, "seats [0, 1] cannot stand together on field 10 of the ring."),
    ({"pieces": [[41, 42, 43, 44], *START[1:]]}, "seat 0 has already won, so the node must be 'over'."),
    ({"node": "over"}, "the node is 'over', but nobody has brought in all pieces."),
    ({"node": "nap"}, "node = 'nap'; it is one of throw, move, offer, over."),
    ({"node": []}, "node = []"),
    ({"node": "move"}, "a move node needs 'faces', the throw that is being played."),
    ({"node": "offer"}, "a node 'offer' does not fit the other fields."),
    ({"node": "throw", "faces": [6], "left": [6]}, "a node 'throw' does not fit the other fields."),
    ({"seat": 4}, "seat = 4 must be a whole number from 0 to 3."),
    ({"seat": None}, "seat = None must be a whole number"),
    ({"seat": 0, "colour": 1}, "seat 0 does not play colour 1."),
    ({"faces": [7]}, "faces = [7] cannot be thrown with 1 of [1, 2, 3, 4, 5, 6]."),
    ({"faces": [6, 6]}, "faces = [6, 6] cannot be thrown"),
    ({"faces": 6}, "faces = 6 must be a list"),
    ({"faces": [6], "left": [5], "node": "move"}, "left = [5] does not come from the throw [6]."),
    ({"faces": [6], "left": [6, 6], "node": "move"}, "left = [6, 6] does not come from the throw [6]."),
    ({"bonus": [25]}, "bonus = 25 is not earned at this table."),
    ({"tries": 3}, "tries = 3 must be a whole number from 0 to 0."),
    ({"doubles": -1}, "doubles = -1 must be"),
    ({"ages": [[0, 1, 1]]}, "ages must list [seat, step, rounds] of pairs, where blocks have a limit."),
    ({"places": [0]}, "places = [0], but the seats with all pieces home are []."),
    ({"turn": -1}, "turn = -1 must be"),
    ({"turn": 10**30}, "turn = a number of many digits must be"),
    ({"extra": 3}, "extra = 3 must be a table of named fields."),
    ({"extra": {"threwer": 0}}, "unknown field 'extra.threwer'; did you mean 'thrower'?"),
    ({"extra": {"thrower": 2}}, "seat"),
    ({"extra": {"opening": 3}}, "extra.opening must hold 'in', 'tied' and 'best'."),
    ({"extra": {"opening": OPENING}}, "extra.opening is for the beginning of a game that the highest throw opens."),
    (HIGH | {"pieces": [[0, 0, 0, 9], *START[1:]], "extra": {"opening": OPENING}}, "extra.opening is for the beginning"),
    (HIGH | {"extra": {"opening": {**OPENING, "in": [0.0, 1]}}}, "extra.opening.in must list seats among [0, 1, 2, 3]."),
    (HIGH | {"extra": {"opening": {**OPENING, "tied": 7}}}, "extra.opening.tied must list seats among"),
    ({"options": {"three_throws": True}, "pieces": [[0, 0, 0, 9], *START[1:]], "tries": 2}, "tries = 2 must be a whole number from 0 to 0."),
    ({"pieces": [[41, 42, 43, 44], [41, 42, 43, 44], *START[2:]], "node": "over"}, "the game was over with the first."),
    (BENCH | {"extra": {"queue": {"5": ["0"]}}}, "extra.queue names ['0'] on field 5, where [] stand."),
    (BENCH | {"extra": {"queue": {"9" * 5000: []}}}, "a field in extra.queue = "),
    ({"seed": -1}, "seed = -1 must be"),
    ({"seed": 1, "drawn": -1}, "drawn = -1 must be"),
    ({"peices": []}, "unknown field 'peices'; did you mean 'pieces'?"),
    ({7: 7}, "unknown field '7'"),
    ({"options": 3}, "options a table of named values."),
    ({"rulebook": 3}, "rulebook must be a name"),
    ({"rulebook": "chess"}, "There is no rulebook 'chess'"),
    ({"options": {"barrier": True}}, "mensch has no option 'barrier'; did you mean 'barriers'?"),
    ({"players": 9}, "players = 9 is not possible; 2, 3, 4, 5 or 6 can play."),
]


@pytest.mark.parametrize(("change", "sentence"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(change, sentence):
    assert sentence in refusal(Game.from_position, {"rulebook": "mensch", "pieces": START, "seat": 0, **change})


@pytest.mark.parametrize("field", ["rulebook", "pieces", "seat"])
def test_a_position_needs_three_fields(field):
    data = {"rulebook": "mensch", "pieces": START, "seat": 0}
    del data[field]
    assert refusal(Game.from_position, data) == f"Position: the field '{field}' is missing."


@pytest.mark.parametrize("data", [None, 3, b"mensch", [], [("rulebook", "mensch")]])
def test_a_position_is_a_table_or_a_line(data):
    assert refusal(Game.from_position, data).startswith("A position is a table of named fields")
    assert "begins with the rulebook and the number of players" in refusal(Game.from_position, "mensch")


FIELDS = ("rulebook", "options", "players", "pieces", "node", "seat", "colour", "faces", "left", "bonus", "tries")
FIELDS = (*FIELDS, "doubles", "ages", "started", "places", "turn", "extra", "seed", "drawn")


def reads_or_refuses(data):
    """A position is refused in a sentence, or it is played on by the laws."""
    try:
        game = Game.from_position(data)
    except (RuleError, NotationError) as error:
        is_sentence(error)
        return
    for _ in range(8):
        if game.node == "over":
            return
        law_abiding(game)
        game.push(game.legal_moves[-1]) if game.node == "move" else game.throw()
    assert Game.from_position(game.position()).position() == game.position()


@SLOW
@given(st.dictionaries(st.sampled_from(FIELDS), NESTED, max_size=6), st.sampled_from([*BOOKS, None]))
def test_any_dictionary_is_a_position_or_is_refused(data, book):
    reads_or_refuses({**data, "rulebook": book, "pieces": data.get("pieces", START), "seat": data.get("seat", 0)})


def walked(book, steps, seed, **options):
    game = Game(book, seed=seed, **options)
    for _ in range(steps):
        if game.node == "over":
            break
        game.push(game.legal_moves[seed % len(game.legal_moves)]) if game.node == "move" else game.throw()
    return game.position()


SMALL = st.one_of(JUNK, st.integers(-1, 90), st.lists(st.integers(-1, 90), max_size=4))


@settings(SLOW, max_examples=200)
@given(
    book=st.sampled_from(BOOKS),
    steps=st.integers(0, 40),
    seed=st.integers(0, 50),
    changes=st.lists(st.tuples(st.sampled_from(FIELDS), SMALL), max_size=3),
    pieces=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 84)), max_size=4),
)
def test_a_changed_position_is_read_or_refused(book, steps, seed, changes, pieces):
    data = copy.deepcopy(walked(book, steps, seed))
    for seat, at, step in pieces:
        data["pieces"][seat][at] = step
    data.update(changes)
    reads_or_refuses(data)


def test_a_choice_that_is_good_as_true_is_still_refused_as_one() -> None:
    Game("mensch", barriers=True)
    with pytest.raises(RuleError, match="barriers"):
        Game("mensch", barriers=1)
