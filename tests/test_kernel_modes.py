"""The interpreter and the compiled kernel play the same games, byte for byte."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pachisi import Game
from pachisi.bots import bot
from pachisi.bots.mind import mind_of
from pachisi.bots.nets import NET
from pachisi.desk.compiled.playing import JUDGED, ROOM
from pachisi.lab.duels import DUEL
from pachisi.lab.perfect_games import GAME
from pachisi.records import RULES, SIZES, SMALL
from pachisi.school.lessons import LESSON
from pachisi.simulation import blocks
from pachisi.simulation.columns import HEAT, ROW
from pachisi.table import set_up

ROOT = Path(__file__).parent.parent
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("pachisi-modern", 4, {}),
    ("pachisi-modern", 4, {"teams": True, "barriers": True, "dice": 2}),
    ("pachisi-modern", 2, {"two_colours": True, "capture_duty": "strict", "may_pass": True, "track": 52}),
    ("parcheesi", 4, {}),
    ("parcheesi", 3, {"combined": "direct", "blockade_may_march": False, "bonus_time": "throw"}),
    ("parcheesi", 2, {"dice_use": "max", "single_die": "higher", "complement": "all_or_nothing"}),
    ("parcheesi", 2, {"combined": "stepwise", "entry": "forced", "blockade_after": "must_break"}),
    ("mensch", 4, {}),
    ("mensch", 4, {"barriers": True, "capture_duty": "penalty", "backward_capture": True, "three_throws": True}),
    ("mensch", 3, {"three_person_neutral": True, "clear_chain": True, "play_on": True}),
    ("mensch", 2, {"two_person": True, "own_other_colour": "illegal", "no_goal_jump": True}),
    ("pachisi-classic", 4, {}),
    ("pachisi-classic", 4, {"chausar_partner": True, "capture_rethrows": True, "start_step": "one"}),
    ("pachisi-classic", 3, {"last_steps": "die", "free_first_start": "whenever_empty", "towers": 4}),
    ("pachisi-cowries", 4, {"numbers": "collected", "three_same": True}),
    ("pachisi-cowries", 3, {"cowries": "seven_deccan", "grace": "extra_point", "second_lap": "always", "may_pass": False}),
    ("pachisi-cowries", 2, {"blocks": "equal", "numbers": "collected", "two_colour_turns": "joint", "grace": "extra_point"}),
    ("chaupar", 4, {"doubles_block": True, "home_order": True}),
    ("chowka-bhara", 4, {"teams": True, "gate_relock": True, "three_again": True}),
    ("chowka-bhara", 3, {"board": 7, "shells": 6, "pairs": "full", "pair_blocks": True, "entry": "grace", "numbers": "at_once"}),
    ("chowka-bhara", 2, {"pairs": "loose", "gate": "off", "may_pass": True}),
    ("chaupar", 3, {"doubles": "immune", "dice": "two", "play_on": True}),
    ("chaupar", 2, {"doubles": "loose", "two_colour_turns": "joint"}),
    ("ludo", 4, {}),
    ("ludo", 3, {"safe_fields": 8, "blocks": "stop_all", "third_six": "back", "capture_throws": True}),
]
GAMES, THROWS, ACTIONS = 3, 60, 150


def play_all() -> list[list[Any]]:
    """Of every table: its random games, and a hash of all states of one more game."""
    found = []
    for book, players, options in TABLES:
        at = set_up(book, players, options=options)
        (columns,) = blocks(at, GAMES, seed=5, longest=THROWS, cores=1)
        listed = {name: column.tolist() for name, column in columns.items()}
        found.append([f"{book} {players} {options}", listed, hash_states(Game(at, seed=5))])
    return found


def hash_states(game: Game) -> str:
    """The bytes after every throw and every move, the log bits included."""
    rng, seen = random.Random(5), hashlib.sha256()
    for _ in range(ACTIONS):
        if game.node == "over":
            break
        if game.node == "move" or (game.node == "offer" and rng.random() < 0.2):
            game.push(rng.choice(game.legal_moves))
        else:
            game.throw()
        seen.update(game.state)
    while game.history:
        game.pop()
        seen.update(game.state)
    return seen.hexdigest()


def run(code: str, **environment: str) -> str:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    full = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run([sys.executable, "-c", code], env=full, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_interpreted_and_compiled_games_are_the_same_byte_for_byte() -> None:
    code = "import json; from tests.test_kernel_modes import play_all; print(json.dumps(play_all()))"
    assert json.loads(run(code, NUMBA_DISABLE_JIT="1")) == play_all()


def master_chooses() -> list[Any]:
    """What master thinks of the moves of one position, and which it chooses."""
    game = Game("mensch", players=3, pieces=2, seed=3)
    while len(game.legal_moves) < 2:
        game.push(game.legal_moves[0]) if game.node == "move" else game.throw()
    master = bot("master")
    chosen = master.choose(game, game.legal_moves)
    return [chosen, *(round(advice.chance, 4) for advice in game.advise())]


def test_interpreted_and_compiled_masters_think_alike() -> None:
    code = "import json; from tests.test_kernel_modes import master_chooses; print(json.dumps(master_chooses()))"
    assert json.loads(run(code, NUMBA_DISABLE_JIT="1")) == pytest.approx(master_chooses(), abs=2e-4)


RECORDS = [RULES, NET, LESSON, ROW, HEAT, JUDGED, ROOM, DUEL, GAME, *map(mind_of, SIZES)]
RECORDS += [record for size in SIZES for record in (size.state, size.work, size.page, size.game)]


@pytest.mark.parametrize("record", RECORDS)
def test_no_field_has_a_name_that_a_record_of_numpy_has_for_itself(record: np.dtype[np.void]) -> None:
    """The interpreter would get NumPy's method instead of the field."""
    assert [name for name in record.names or () if hasattr(np.record, name)] == []


def test_a_state_is_at_most_256_bytes() -> None:
    assert SMALL.state.itemsize <= 256


def test_importing_the_library_does_not_load_the_compiler() -> None:
    assert run("import sys, pachisi; print('numba' in sys.modules)").strip() == "False"
