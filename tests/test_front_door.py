"""The package as somebody installs it: what works with the engine alone, what is asked for, what is declared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import pachisi
from tests.test_web_honest import played

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
USERS = ("web", "lab", "print", "train", "data", "rl", "ray", "pg", "redis")  # the extras that a user adds
BLOCK = "import sys; sys.modules.update(dict.fromkeys({names!r}))"


def distribution(requirement: str) -> str:
    return re.split(r"[\[<>=~; ]", requirement)[0].lower()


def modules_of_extras() -> list[str]:
    """What may not be there when only the engine is installed."""
    extras = {distribution(one) for name in USERS for one in PROJECT["optional-dependencies"][name]} - {"pachisi"}
    found = packages_distributions()
    return sorted({"torch", "psycopg"} | {name for name, of in found.items() if {one.lower() for one in of} & extras})


def with_engine_alone(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a process that cannot import anything an extra brings."""
    environment = os.environ | {"PACHISI_DATA": str(folder), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-c", f"{BLOCK.format(names=modules_of_extras())}\n{program}"]
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, input="", timeout=100)


def command_with_engine_alone(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return with_engine_alone(f"from pachisi.cli import main; main({list(args)!r}, prog_name='pachisi')", folder)


def test_the_web_stack_and_torch_are_blocked_in_these_tests():
    assert {"starlette", "uvicorn", "msgspec", "sqlalchemy", "websockets", "matplotlib", "torch"} <= set(
        modules_of_extras()
    )
    assert not {"numpy", "numba", "click", "platformdirs"} & set(modules_of_extras())


def test_games_and_simulations_run_with_the_engine_alone(tmp_path):
    program = (
        "import pachisi\n"
        "game = pachisi.Game('mensch', players=2, seed=7)\n"
        "game.throw(6)\n"
        "game.push(game.legal_moves[0])\n"
        "games = pachisi.simulate('mensch', games=20, players=2, seed=1, progress=False)\n"
        "print(len(games['winner']))"
    )
    done = with_engine_alone(program, tmp_path)
    assert done.stderr == ""
    assert done.stdout == "20\n"


@pytest.mark.parametrize(
    "args",
    [
        ["play", "mensch", "--seed", "1"],
        ["rules", "parcheesi"],
        ["books"],
        ["board", "ludo"],
        ["lab", "length", "mensch", "--players", "2", "--games", "20"],
        ["arena", "greedy", "random", "--games", "20"],
        ["--help"],
    ],
    ids=lambda args: args[0],
)
def test_a_command_runs_with_the_engine_alone(args, tmp_path):
    done = command_with_engine_alone(*args, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_dice_are_verified_with_the_engine_alone(tmp_path):
    (tmp_path / "game.txt").write_text(played(), encoding="utf-8")
    done = command_with_engine_alone("verify", "game.txt", folder=tmp_path)
    assert done.stdout.startswith("All "), done.stderr


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        (["serve", "--no-browser"], "web"),
        (["lab", "length", "mensch", "--players", "2", "--games", "20", "--plot", "a.svg"], "lab"),
        (["print", "mensch", "--out", "a.pdf"], "print"),
    ],
    ids=["web", "lab", "print"],
)
def test_what_is_missing_is_named_in_one_sentence_with_the_extra_that_brings_it(args, extra, tmp_path):
    done = command_with_engine_alone(*args, folder=tmp_path)
    assert done.returncode == 1
    assert f"pip install 'pachisi[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_package_says_that_it_is_typed():
    assert (Path(pachisi.__file__).parent / "py.typed").exists()


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert re.search(
        rf"^## \[{re.escape(pachisi.__version__)}\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )


def test_all_is_every_extra_of_a_user():
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert everything == f"pachisi[{','.join(USERS)}]"
