"""Many games at once are the same games as one by one, whatever plays them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pachisi import Game, RuleError, simulate
from pachisi.bots import Luck, bot
from pachisi.lower import lower
from pachisi.rulebooks import BOOKS
from pachisi.simulation import blocks, cores, heat, jobs, own_seed
from pachisi.simulation.columns import NAMES
from pachisi.table import set_up

ROOT = Path(__file__).parent.parent
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("mensch", 3, {"three_person_neutral": True, "capture_duty": "penalty", "play_on": True}),
    ("mensch", 2, {"two_person": True, "three_throws": True}),
    ("pachisi-modern", 4, {"teams": True, "barriers": True, "dice": 2}),
    ("parcheesi", 3, {"combined": "direct", "blockade_may_march": False}),
    ("pachisi-classic", 4, {"chausar_partner": True, "capture_rethrows": True}),
    ("pachisi-cowries", 4, {"numbers": "collected", "may_pass": False, "second_lap": "off"}),  # else games at random take long
    ("chaupar", 2, {}),
    ("chowka-bhara", 2, {}),
    ("ludo", 2, {"capture_throws": True}),
]


def play_by_hand(book: str, players: int, names: list[str], number: int, **options: Any) -> dict[str, Any]:
    """Game `number` of seed 1 through the public Game."""
    seed = own_seed(1, number)
    game, luck = Game(book, players=players, seed=seed, **options), Luck(seed)
    seats = game.seats
    bots = {seat: bot(name, luck) for seat, name in zip(seats, names, strict=True)}
    told = {"throws": 0, "moves": 0, "captures": 0, "choices": 0, "options": 0}
    made, thrown = [0] * 4, [0] * 4
    while game.outcome is None:
        seat = game.seat
        if game.node == "move":
            moves = game.legal_moves
            move = moves[bots[seat].choose(game, moves)]
            told["moves"] += 1
            told["captures"] += len(move.captures)
            told["choices"] += len(moves) > 1
            told["options"] += len(moves)
            made[seat] += 1
            game.push(move)
        else:
            game.throw()
            told["throws"] += 1
            thrown[seat] += 1
    places = [next((n for n, group in enumerate(game.outcome.places, 1) if seat in group), 0) for seat in range(4)]
    return {**told, "turns": game.turn, "places": places, "seat_moves": made, "seat_throws": thrown}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("names", [["random"] * 4, ["greedy", "random", "greedy", "greedy"]])
def test_simulated_games_are_the_games_that_one_plays_by_hand(book: str, names: list[str]) -> None:
    columns = simulate(book, 4, bots=names)
    for number in range(4):
        told = play_by_hand(book, 4, names, number)
        assert told == {name: columns[name][number].tolist() for name in told}


@pytest.mark.parametrize(("book", "players", "options"), TABLES)
def test_house_rules_are_simulated_as_they_are_played(book: str, players: int, options: dict[str, Any]) -> None:
    columns = simulate(book, 2, players=players, bots="greedy", **options)
    seats = len(set_up(book, players, options=options).seats)
    for number in range(2):
        told = play_by_hand(book, players, ["greedy"] * seats, number, **options)
        assert told == {name: columns[name][number].tolist() for name in told}


@pytest.mark.parametrize(
    ("book", "players", "options"), [("mensch", 4, {}), pytest.param("pachisi-classic", 4, {}, marks=pytest.mark.long)]
)
def test_a_loop_cut_to_the_table_plays_the_same_games(book: str, players: int, options: dict[str, Any]) -> None:
    table = set_up(book, players, options=options)
    (columns,) = blocks(table, 200, bots="greedy", seed=9, cores=1)
    jobs.load_cut(lower(table.rules, table.first).tobytes())  # from now on its own loop is there, and is taken
    (again,) = blocks(table, 200, bots="greedy", seed=9, cores=1)
    for name in NAMES:
        np.testing.assert_array_equal(columns[name], again[name])


CUT_GAMES = """
import json
import numpy as np
from pachisi.kernel import room
from pachisi.lower import lower
from pachisi.records import SMALL, table as records
from pachisi.simulation import jobs
from pachisi.simulation.columns import HEAT, NAMES, ROW, split
from pachisi.table import set_up
found = []
for book, players, options in json.loads(input()):
    table = set_up(book, players, options=options)
    rows, heats = records(ROW, 2), records(HEAT, 1)
    heats[0].leads = 1
    loop = jobs.load_cut(lower(table.rules, table.first).tobytes()).loop_play_games
    rest = records(ROW, 1), heats, np.uint64(4), 0, 60, 0x1111
    loop(0, None, lower(table.rules, table.first), records(SMALL.state, 1), room(SMALL), None, None, rows, *rest)
    found.append({name: column.tolist() for name, column in split(rows, NAMES, len(table.board.mouths)).items()})
print(json.dumps(found))
"""


def test_the_rules_can_be_cut_to_any_table() -> None:
    """Interpreted, so that many tables can be tried: the cut source plays what the whole kernel plays."""
    tables = [*((book, 4, {}) for book in BOOKS), *TABLES]
    for (book, players, options), cut in zip(tables, run_with(CUT_GAMES, tables, NUMBA_DISABLE_JIT="1"), strict=True):
        (whole,) = blocks(set_up(book, players, options=options), 2, bots="greedy", seed=4, cores=1, longest=60)
        assert {name: column.tolist() for name, column in whole.items()} == cut, (book, players, options)


def run_with(code: str, tables: list[Any], **environment: str) -> Any:
    """What a process in this environment finds out about tables."""
    full = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, "-c", code], env=full, input=json.dumps(tables), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_number_of_cores_does_not_change_the_games() -> None:
    one, two = (simulate("ludo", 3000, cores=cores, columns=("mark", "winner")) for cores in (1, 3))
    np.testing.assert_array_equal(one["mark"], two["mark"])
    assert set(one) == {"mark", "winner"}


def test_cores_that_join_get_games_too_and_all_stay_in_order() -> None:
    """With one core three blocks are under way, with five eleven: each waits until enough are."""
    there, gate, played = [1], threading.Semaphore(0), []

    def play(first: int, games: int) -> list[int]:
        played.append(first)
        there[0] = 5
        if len(played) == 11:
            gate.release(40)
        assert gate.acquire(timeout=20)
        return list(range(first, first + games))

    found = [number for block in cores.share_out(play, 40, lambda: there[0], 1, most=1) for number in block]
    assert found == list(range(40))


def test_a_block_takes_a_moment_whatever_a_game_takes() -> None:
    assert cores.fit(1, 1, 3.0) == 1  # a game of 3 s
    assert cores.fit(16, 16, 3.2) == 1
    assert cores.fit(1, 1, 0.05) == 4
    assert cores.fit(100, 100, 0.05) == 400
    assert cores.fit(100, 100, 0.0) == 400
    assert cores.fit(cores.MOST, cores.MOST, 0.01) == cores.MOST


def test_blocks_of_any_size_are_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate("parcheesi", 4, 2, ("expert", "master"), cores=1, longest=60)["mark"]
    monkeypatch.setattr(cores, "FASTER", 1)  # a game is a block
    found = blocks(set_up("parcheesi", 2), 4, ("expert", "master"), cores=2, longest=60)
    np.testing.assert_array_equal(np.concatenate([block["mark"] for block in found]), whole)


def test_more_games_begin_with_the_same_games() -> None:
    few, many = (simulate("mensch", games, seed=5)["mark"] for games in (100, 1500))
    np.testing.assert_array_equal(few, many[:100])


def test_blocks_are_small_however_many_games_there_are() -> None:
    found = blocks(set_up("mensch"), 2**40, seed=1)
    sizes = [len(next(found)["winner"]) for _ in range(6)]
    found.close()
    assert max(sizes) <= cores.MOST


def test_heat_is_the_same_on_any_number_of_cores() -> None:
    one, more = (heat(set_up("mensch", 4), 5000, bots="greedy", seed=2, cores=cores) for cores in (1, 4))
    for counted, same in zip(one, more, strict=True):
        assert counted.sum() > 0
        assert (counted == same).all()


def test_heat_counts_every_landing_and_every_capture() -> None:
    table = set_up("mensch")
    visits, taken = heat(table, 300, bots="greedy", seed=2)
    (columns,) = blocks(table, 300, bots="greedy", seed=2)
    assert visits.sum() == columns["moves"].sum()
    assert taken.sum() == columns["captures"].sum() == columns["seat_lost"].sum()
    np.testing.assert_array_equal(visits[:, 0], 0)


def test_numpys_integers_are_integers() -> None:
    plain = simulate("mensch", 3, 2, seed=5, cores=1, longest=900)["mark"]
    given = {"games": np.int64(3), "players": np.int8(2), "seed": np.uint64(5), "longest": np.int32(900)}
    np.testing.assert_array_equal(simulate("mensch", cores=np.int64(1), **given)["mark"], plain)
    assert own_seed(np.int64(5), np.uint8(2)) == own_seed(5, 2)


def test_no_games_are_no_rows() -> None:
    columns = simulate("mensch", 0)
    assert {name: len(column) for name, column in columns.items()} == dict.fromkeys(NAMES, 0)
    assert columns["places"].shape == (0, 4)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": -1}, "games = -1 is not possible"),
        ({"games": 1.5}, "games = 1.5 is not possible"),
        ({"games": True}, "games = True is not possible"),
        ({"bots": "gready"}, "did you mean 'greedy'"),
        ({"bots": ["greedy", "random"]}, "2 bots were named, but 4 play"),
        ({"device": "gpu"}, "There is no device 'gpu'; choose 'cpu' or 'cuda'"),
        ({"cores": 0}, "cores = 0 is not possible"),
        ({"columns": ["winer"]}, "did you mean 'winner'"),
        ({"seed": -1}, "seed = -1 is not possible"),
        ({"longest": 0}, "longest = 0 is not possible"),
        ({"barrier": True}, "did you mean 'barriers'"),
    ],
)
def test_wrong_input_gets_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        simulate("mensch", **{"games": 1, **wrong})


def test_without_a_gpu_cuda_is_refused_with_a_sentence() -> None:
    with pytest.raises(RuleError, match="device = 'cuda'"):
        simulate("mensch", 1, device="cuda")


def test_ctrl_c_ends_with_the_games_that_are_done() -> None:
    code = """
import sys
from pachisi.simulation import blocks
from pachisi.table import set_up
found = blocks(set_up("parcheesi", 3), 49_999, progress=False)
done = len(next(found)["winner"])
print("begun", flush=True)
done += sum(len(block["winner"]) for block in found)
print(done)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    running.send_signal(signal.SIGINT)
    out, told = running.communicate(timeout=60)
    assert running.returncode == 0, told
    assert f"Stopped after {int(out):,} of 49,999 games." in told


def test_ctrl_c_is_heard_while_master_plays() -> None:
    code = """
from pachisi.simulation import blocks
from pachisi.table import set_up
found = blocks(set_up("parcheesi", 4), 4_999, "master", progress=False)  # a game takes about a second
done = len(next(found)["winner"])
print("begun", flush=True)
print(done + sum(len(block["winner"]) for block in found))
"""
    running = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    running.send_signal(signal.SIGINT)
    out, said = running.communicate(timeout=60)
    assert running.returncode == 0, said
    assert f"Stopped after {int(out):,} of 4,999 games." in said
    assert int(out) < 50


SIMULATED_GPU = """
import json
from pachisi.simulation import jobs
from pachisi.simulation.cuda import play_blocks
from pachisi.simulation import pack
from pachisi.simulation.columns import NAMES, split
from pachisi.table import set_up
found = {}
for book, players, options in json.loads(input()):
    table = set_up(book, players, options=options)
    job = jobs.Job(table, 3, 7, *pack(table, "greedy"), longest=40)
    job.heat["leads"] = 1
    (rows,) = play_blocks(job)
    found[book] = {name: column.tolist() for name, column in split(rows, NAMES, len(table.board.mouths)).items()}
print(json.dumps(found))
"""


def test_the_code_of_the_gpu_plays_the_same_games_in_cudas_simulator() -> None:
    tables = [table for table in TABLES if table[1] != 2]
    found = run_with(SIMULATED_GPU, tables, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    for book, players, options in tables:
        (columns,) = blocks(set_up(book, players, options=options), 3, bots="greedy", seed=7, longest=40, cores=1)
        assert {name: column.tolist() for name, column in columns.items()} == found[book]
