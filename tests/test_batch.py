"""A batch plays what `Game` plays, byte for byte, whatever the table, and whoever sits there."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pachisi import Batch, Game, IllegalMove, NotationError, RuleError, simulate
from pachisi.batch import compiled
from pachisi.batch.encoder import Encoder
from pachisi.bots import bot
from pachisi.lower import lower
from pachisi.move import STOP
from pachisi.notation import read_position
from pachisi.records import SMALL
from pachisi.rulebooks import BOOKS, load
from pachisi.table import Table, set_up

from .test_simulation import TABLES

ROOT = Path(__file__).parent.parent


def house_rules(book: str) -> Iterator[Table]:
    """The book for two to four players, and every value of every option, with as many players as it takes."""
    yield from (set_up(book, players) for players in (2, 3, 4))
    yield set_up(book, 3, first="high_roll", pieces=2)
    for name, option in load(book).options.items():
        for value in option.values:
            for players in (4, 3, 2):
                try:
                    yield set_up(book, players, options={name: value})
                    break
                except RuleError:
                    continue


def play_on(game: Game) -> Game:
    """Throw until somebody has to decide."""
    while game.node == "throw":
        game.throw()
    return game


def compare(batch: Batch, i: int, game: Game) -> None:
    """One game of a batch, and the same game by itself."""
    assert batch.state(i).tobytes() == game.state
    assert (int(batch.seeds[i]), int(batch.drawn[i]), int(batch.to_play[i])) == (game.seed, game.drawn, game.seat)
    legal = batch.legal(i)
    assert tuple(legal.values()) == ((None, STOP) if game.node == "offer" else game.legal_moves)
    assert np.flatnonzero(batch.mask[i]).tolist() == sorted(legal)
    for action, move in legal.items():
        if move and move.kind in ("move", "enter"):
            meant = batch.actions[action]
            assert (meant.start, meant.count, meant.partner) == (move.start, move.count, move.partner)
            assert meant.other == (move.colour != game.colour)
            if batch.table.rules.moves.backward:
                assert meant.back == (move.target < move.start)


def follow(batch: Batch, games: list[Game], steps: int, seed: int = 0) -> int:
    """Step a batch at random, and the same games by hand; how many of them ended."""
    rng, ended = np.random.default_rng(seed), 0
    for i, game in enumerate(games):
        compare(batch, i, game)
    for _ in range(steps):
        actions = batch.sample(rng)
        moves = [batch.legal(i)[int(action)] for i, action in enumerate(actions)]
        batch.step(actions)
        for i, move in enumerate(moves):
            game = games[i]
            game.push(move) if move else game.throw()
            over = play_on(game).outcome
            assert batch.done[i] == (over is not None)
            assert batch.rewards[i].sum() == 0
            if over:
                ended += 1
                assert {seat: batch.rewards[i, seat] for seat in batch.seats} == over.returns
                games[i] = play_on(Game(batch.table, seed=int(batch.seeds[i])))
            else:
                assert not batch.rewards[i].any()
            compare(batch, i, games[i])
    return ended


@pytest.mark.parametrize("book", BOOKS)
def test_every_house_rule_is_played_as_a_game_plays_it(book: str) -> None:
    for number, table in enumerate(house_rules(book)):
        batch = Batch(table, 2, seed=number)
        follow(batch, [play_on(Game(table, seed=int(seed))) for seed in batch.seeds], 60)


@pytest.mark.parametrize(("book", "players", "options"), [*TABLES, ("parcheesi", 2, {}), ("mensch", 4, {"play_on": True})])
def test_a_game_that_is_over_pays_and_begins_again(book: str, players: int, options: dict[str, Any]) -> None:
    batch = Batch(book, 3, players, seed=5, pieces=1, **options)
    games = [play_on(Game(batch.table, seed=int(seed))) for seed in batch.seeds]
    assert follow(batch, games, 300) > 0


def test_the_first_games_are_those_of_a_simulation() -> None:
    bots = {seat: name for seat, name in enumerate(("greedy", "random", "careful")) if seat != 0}
    batch = Batch("mensch", 5, players=3, seed=1, bots=bots)
    greedy, winners = bot("greedy"), np.full(5, -1)
    assert set(batch.to_play) == {0}
    while (winners < 0).any():
        chosen = []
        for i in range(5):
            actions, moves = zip(*batch.legal(i).items(), strict=True)
            chosen.append(actions[greedy.choose(batch.game(i), moves)])
        batch.step(chosen)
        winners = np.where(winners < 0, batch.winners, winners)
    expected = simulate("mensch", 5, players=3, seed=1, bots=("greedy", "random", "careful"), progress=False)
    assert winners.tolist() == expected["winner"].tolist()


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_a_bot_plays_a_game_that_is_put_in_on_its_turn(name: str) -> None:
    batch, game = Batch("mensch", 1, players=2, seed=3, bots={2: name}, pieces=1), Game("mensch", players=2, seed=3, pieces=1)
    game.throw(1)
    while game.seat != 2:
        game.throw(1) if game.node == "throw" else game.push(game.legal_moves[0])
    batch.put(0, game)
    assert batch.to_play.tolist() == [0]


def test_bots_that_think_play_within_a_step() -> None:
    """At offers, too: they may decline."""
    batch = Batch("parcheesi", 2, players=2, seed=3, bots={2: "expert"}, pieces=1)
    expert, games = bot("expert"), [Game(batch.table, seed=int(seed)) for seed in batch.seeds]
    rng = np.random.default_rng(0)
    for _ in range(40):
        for i, game in enumerate(games):
            while game.node == "throw" or (game.node != "over" and game.seat == 2):
                if game.node == "move":
                    game.push(game.legal_moves[expert.choose(game, game.legal_moves)])
                elif game.node == "offer" and expert.declines(game):
                    game.push(STOP)
                else:
                    game.throw()
            assert batch.done[i] == (game.node == "over")
            if game.node == "over":
                return
            assert batch.state(i).tobytes() == game.state
        actions = batch.sample(rng)
        for i, game in enumerate(games):
            move = batch.legal(i)[int(actions[i])]
            game.push(move) if move else game.throw()
        batch.step(actions)
    raise AssertionError("no game has ended")


@pytest.mark.parametrize(("book", "first"), [("mensch", 0), ("parcheesi", "high_roll"), ("pachisi-classic", 0)])
def test_throws_can_be_given(book: str, first: Any) -> None:
    batch, rng = Batch(book, 3, seed=2, throws="given", first=first), np.random.default_rng(1)
    games = [Game(batch.table, seed=int(seed)) for seed in batch.seeds]
    accepted = [False] * 3
    for _ in range(150):
        actions = batch.sample(rng)
        for i, game in enumerate(games):
            chance = game.node == "throw" or accepted[i]
            assert batch.to_play[i] == (-1 if chance else game.seat)
            action = batch.actions[actions[i]]
            if chance:
                shown = [batch.actions[number].faces for number in np.flatnonzero(batch.mask[i])]
                assert shown == list(game.throws)
                game.throw(*action.faces)
            elif action.kind != "throw":
                game.push(batch.legal(i)[int(actions[i])])
            accepted[i] = action.kind == "throw"
        batch.step(actions)
        for i, game in enumerate(games):
            assert batch.state(i).tobytes() == game.state


# --- one loop or another ---------------------------------------------------------------


def states_after(batch: Batch, steps: int) -> bytes:
    rng = np.random.default_rng(7)
    for _ in range(steps):
        batch.step(batch.sample(rng))
    return bytes(batch.states.tobytes()) + batch.seeds.tobytes() + batch.winners.tobytes()


def test_a_loop_cut_to_the_table_steps_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps every byte of a state, also what only a log or a picture reads."""
    cut = states_after(Batch("mensch", compiled.WORTH_CUTTING, seed=4), 300)
    monkeypatch.setattr("pachisi.batch.arrays.load", lambda *_: compiled.load_loop(SMALL))
    assert states_after(Batch("mensch", compiled.WORTH_CUTTING, seed=4), 300) == cut


def test_the_loop_can_be_cut_to_any_table() -> None:
    """Interpreted, so that many tables can be tried."""
    code = "from tests.test_batch import compare_cuts; compare_cuts()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)


def compare_cuts() -> None:
    from functools import partial

    for book, players, options in [*((book, 4, {}) for book in BOOKS), *TABLES]:
        whole = Batch(book, 2, players, seed=6, **options)
        cut = whole.clone()
        table = whole.table
        cut._loop = partial(compiled.CUT.load(lower(table.rules, table.first).tobytes()).loop_play_all, 0)
        assert states_after(whole, 12) == states_after(cut, 12), table


# --- copies ------------------------------------------------------------------------------


def test_a_clone_a_pickle_and_a_file_continue_alike(tmp_path: Path) -> None:
    batch = Batch("pachisi-modern", 4, players=3, seed=8, bots={1: "random"}, dice=2)
    states_after(batch, 50)
    batch.save(tmp_path / "games.npz")
    copies = batch.clone(), copy(batch), pickle.loads(pickle.dumps(batch)), Batch.load(tmp_path / "games.npz")
    assert [repr(one) for one in copies] == [repr(batch)] * 4
    for one in copies:
        np.testing.assert_array_equal(one.winners, batch.winners)
        np.testing.assert_array_equal(one.observe(), batch.observe())
    after = states_after(batch, 50)
    assert [states_after(one, 50) for one in copies] == [after] * 4


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    path.write_text("nothing")
    foreign = tmp_path / "foreign.npz", tmp_path / "one.npy"
    np.savez(foreign[0], head=np.array('{"games": 3}'))
    np.save(foreign[1], np.zeros(3))
    for one in (path, *foreign):
        with pytest.raises(NotationError, match=rf"{one.name} is not the file of a batch"):
            Batch.load(one)
    Batch("mensch", 1, bots={np.int64(1): "greedy"}).save(path)  # a seat from an array
    assert Batch.load(path).bots == {1: "greedy"}
    with pytest.raises(RuleError, match="was written with other rules of mensch"):
        Batch.load(path, book="ludo")


def test_a_game_can_be_taken_out_and_put_back() -> None:
    batch = Batch("ludo", 3, seed=1)
    states_after(batch, 20)
    assert list(batch.legal(-1)) == list(batch.legal(2)) != []
    game, before = batch.game(1), batch.winners.copy()
    for _ in range(3):
        game.push(game.legal_moves[0])
        play_on(game)
    batch.put(2, game)
    np.testing.assert_array_equal(batch.winners[:2], before[:2])
    compare(batch, 2, game)
    follow(batch, [play_on(batch.game(i)) for i in range(3)], 30)


def test_a_game_of_other_rules_cannot_be_put_in() -> None:
    batch = Batch("mensch", 2)
    with pytest.raises(RuleError, match="with other rules cannot be put into a batch of mensch"):
        batch.put(0, Game("mensch", barriers=True))


def test_a_seed_begins_the_same_games() -> None:
    batch = Batch("mensch", 8, seed=3)
    first = states_after(batch, 40)
    batch.reset()
    assert states_after(batch, 40) == first
    batch.reset(seed=4)
    assert states_after(batch, 40) != first
    assert Batch("mensch", 8, seed=4).seeds[0] == 4


# --- what is seen ---------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "players", "options"), [*((book, 4, {}) for book in BOOKS), *TABLES])
def test_an_observation_shows_the_pieces_from_the_eye_of_who_decides(
    book: str, players: int, options: dict[str, Any]
) -> None:
    batch = Batch(book, 8, players, seed=2, **options)
    states_after(batch, 120)
    planes, seen = {plane.name: slice(plane.first, plane.first + plane.size) for plane in batch.planes}, batch.observe()
    r = batch.table.lookups.book[0]
    for i in range(8):
        game = batch.game(i)
        eye = game.colour if game.node == "move" else batch.states[i]["thrower"]
        assert count(game.pieces[eye], batch) == seen[i, planes["pieces 0"]].tolist()
        others = [seen[i, planes[f"pieces {k}"]].tolist() for k in range(1, len(batch.seats.colours))]
        assert sorted(others) == sorted(
            count(steps, batch) for colour, steps in enumerate(game.pieces) if steps and colour != eye
        )
        met = sum(seen[i, planes[f"met {k}"]].astype(int) for k in range(1, len(batch.seats.colours)))
        for step in range(1, int(r["lap"]) + 1):
            field = r["field"][eye, step]
            here = [c for c, steps in enumerate(game.pieces) if steps and c != eye for s in steps if s and r["field"][c, s] == field]
            if field >= 0 and r["step_at"][eye, field] == step:
                assert met[step] == len(here)
        numbers = [int(seen[i, planes[f"number {k}"]][0]) for k in range(4)]
        kinds = batch.table.lookups.kinds
        counts = seen[i, planes["counted numbers"]].astype(int).tolist() if kinds else []
        counted = [number for number, count in zip(kinds, counts, strict=True) for _ in range(count)]
        assert sorted([*filter(None, numbers), *counted]) == list(game.snapshot.left)
        assert seen[i, planes["offer"]] == (game.node == "offer")
    last = batch.planes[-1]
    assert seen.shape == (8, last.first + last.size)
    np.testing.assert_array_equal(batch.observe(int(batch.to_play[0]))[0], seen[0])


def count(steps: list[int] | None, batch: Batch) -> list[int]:
    found = [0] * (int(batch.table.lookups.book[0]["last"]) + 1)
    for step in steps or ():
        found[step] += 1
    return found


# --- what is refused, and what it costs -----------------------------------------------------


def test_an_impossible_action_changes_nothing() -> None:
    batch = Batch("mensch", 3, seed=1)
    before, actions = batch.states.tobytes(), batch.sample(np.random.default_rng(0)).astype(int)
    actions[2] = 40
    with pytest.raises(IllegalMove, match=r"^Action 40 is not possible in game 2; choose one of 4\.$"):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("actions", [[4, 4], [4.0, 4.0, 4.0], [[4, 4, 4]], [True, True, True]])
def test_a_step_takes_one_whole_number_for_each_game(actions: Any) -> None:
    with pytest.raises(IllegalMove, match="A step takes 3 whole numbers"):
        Batch("mensch", 3, seed=1).step(actions)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"device": "cuda"}, "device = 'cuda' is not possible here: Numba finds no CUDA driver and GPU; use device='cpu'."),
        ({"device": "gpu"}, "There is no device 'gpu'; choose 'cpu' or 'cuda' (a GPU by NVIDIA)."),
        ({"throws": "mine"}, "throws = 'mine' is not possible; choose 'inside' or 'given'."),
        ({"n": 0}, "n = 0 is not possible; it is a whole number from 1 to 100,000,000."),
        ({"bots": {1: "greedy"}, "players": 2}, "Nobody sits at 1; the seats are 0, 2."),
        ({"bots": dict.fromkeys(range(4), "greedy")}, "All seats have bots, so that nobody is left to decide; `simulate` plays such games."),
        ({"bots": "greedy"}, "bots = 'greedy' is not possible; name them by seat, such as bots={1: 'greedy'}."),
        ({"bots": {0: "gredy"}}, "There is no bot 'gredy'; did you mean 'greedy'?"),
    ],
)  # fmt: skip
def test_what_is_impossible_is_refused_in_a_sentence(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError) as caught:
        Batch("mensch", **{"n": 2, **changed})
    assert str(caught.value) == sentence


def test_a_batch_plays_on_where_less_is_kept_of_its_states(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for room in (1 << 16, -(10**9)):
        monkeypatch.setattr("pachisi.batch.arrays.ROOM", room)
        found.append(Batch("parcheesi", 50, seed=3, bots={3: "random"}))
        states_after(found[-1], 40)
    whole, less = found
    assert less.states.itemsize < whole.states.itemsize
    assert (less.bytes() == whole.bytes()).all()
    assert (less.clone().bytes() == pickle.loads(pickle.dumps(less)).bytes()).all()


def test_a_table_says_it_all() -> None:
    table = set_up("mensch", 2, options={"barriers": True})
    assert Batch(table, 2).table is Game(table).table is table
    assert len(simulate(table, 5, progress=False)["winner"]) == 5
    for refused in (lambda: Batch(table, 2, pieces=1), lambda: Game(table, barriers=False), lambda: simulate(table, 5, players=3)):
        with pytest.raises(RuleError, match=r"This table of mensch is set up already: \w+ can't be changed any more; set up another\."):
            refused()


def test_a_game_that_is_put_back_changes_nothing() -> None:
    """Not even the luck of a bot."""
    batch, rng = Batch("mensch", 8, 2, seed=1, bots={2: "random"}), np.random.default_rng(1)
    for _ in range(10):
        batch.step(batch.sample(rng))
    other = batch.clone()
    for i in range(8):
        other.put(i, other.game(i))
    for _ in range(20):
        actions = batch.sample(rng)
        batch.step(actions)
        other.step(actions)
    assert (batch.bytes() == other.bytes()).all()


def test_a_game_that_another_seat_has_opened_can_be_put_in_but_not_one_that_looks_for_its_opener() -> None:
    batch = Batch("mensch", 1, 2)
    batch.put(0, Game("mensch", 2, first=2, seed=1))
    assert batch.to_play[0] == 2
    with pytest.raises(RuleError, match="still throw for the opening"):
        batch.put(0, Game("mensch", 2, first="high_roll"))
    with pytest.raises(RuleError, match="'x' is no game"):
        batch.put(0, "x")  # type: ignore[arg-type]


def test_a_bot_that_wins_at_once_ends_a_game_that_was_put_in() -> None:
    batch = Batch("mensch", 2, 2, seed=3, bots={2: "greedy"}, pieces=1)
    batch.put(0, read_position("mensch 2 pieces=1 | 9 - 40 - | 2 | 1"))
    assert batch.done.tolist() == [True, False]


@pytest.mark.parametrize(("book", "first"), [("parcheesi", 0), ("mensch", "high_roll"), ("pachisi-cowries", 0)])
def test_given_throws_know_their_chances(book: str, first: Any) -> None:
    dice = [action for action in Batch(book, 1, first=first, throws="given").actions if action.kind == "dice"]
    assert sum(action.chance for action in dice) == pytest.approx(2 if first == "high_roll" else 1)
    assert len({action.chance for action in dice}) > (book != "mensch")


def test_a_house_rule_may_have_the_name_of_a_parameter() -> None:
    own = set_up("eile-mit-weile", 4, options={"throws": "one_by_one"})
    assert Batch("eile-mit-weile", 2, throws="one_by_one").table == own  # type: ignore[arg-type]
    assert Batch(own, 2, throws="given").given
    with pytest.raises(RuleError, match="is set up already: throws can't be changed"):
        Batch(own, 2, throws="one_by_one")  # type: ignore[arg-type]


def test_quick_bots_are_not_asked_where_a_choice_may_be_a_throw() -> None:
    with pytest.raises(RuleError, match="a choice may be a throw"):
        Batch("mensch", 2, throws="given").advise(0, np.zeros(2, np.int64))


def test_a_game_that_takes_too_long_is_given_up() -> None:
    batch = Batch("mensch", 2, seed=1, longest=30)
    while not batch.done.any():
        batch.step(batch.sample(np.random.default_rng(0)))
    assert batch.winners[batch.done].tolist() == [-2] * int(batch.done.sum())
    assert not batch.rewards.any()


@pytest.mark.parametrize("throws", ["inside", "given"])
@pytest.mark.parametrize(
    ("book", "players", "options"),
    [
        *((book, 4, {}) for book in BOOKS),
        *(("mensch", 6, {}), ("ludo", 6, {}), ("parcheesi", 4, {"entry": "forced"}), ("parcheesi", 4, {"bots": {3: "random"}})),
        ("chaupar", 4, {"dice": "two", "start": "home_arm"}),
        ("chaupar", 4, {"doubles": "immune", "doubles_block": True, "home_order": True, "teams": False, "turns": "clockwise"}),
    ],
)
def test_a_game_takes_at_most_300_bytes(
    book: str, players: int, options: dict[str, Any], throws: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "WORTH_CUTTING", 10**9)
    batch = Batch(book, 10_000, players, seed=1, throws=throws, **options)
    states_after(batch, 50 if throws == "given" else 100)
    taken = sum(part.nbytes for part in vars(batch).values() if isinstance(part, np.ndarray))
    assert taken <= 300 * len(batch) + (1 << 16)


@pytest.mark.parametrize("book", ["mensch", "parcheesi", "pachisi-classic"])
def test_afterstates_are_what_each_action_leads_to(book: str) -> None:
    batch, rng = Batch(book, 3, seed=4), np.random.default_rng(1)
    encoder = Encoder(batch.table)
    for _ in range(25):
        rows, at = batch.afterstates(), 0
        for i in range(3):
            for move in batch.legal(i).values():
                game = batch.game(i)
                seat = game.colour
                if move:
                    game.push(move)
                assert (rows[at] == encoder.observe(game, seat)).all()
                at += 1
        assert at == len(rows)
        batch.step(batch.sample(rng))
