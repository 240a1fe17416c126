"""The public names are those of the contract, and no others."""

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import pachisi
from pachisi.game.base import BaseGame
from pachisi.game.log import LogEntry
from pachisi.game.snapshot import GameSnapshot


def test_the_public_names_are_complete_and_sorted():
    names = ["Batch", "Game", "IllegalMove", "Move", "NotationError", "Outcome", "Review", "RuleError", "Verdict", "review", "simulate"]
    assert pachisi.__all__ == names
    assert all(hasattr(pachisi, name) for name in pachisi.__all__)


@pytest.mark.parametrize("error", [pachisi.RuleError, pachisi.IllegalMove, pachisi.NotationError])
def test_every_error_is_a_value_error_of_its_own(error):
    assert issubclass(error, ValueError)
    others = {pachisi.RuleError, pachisi.IllegalMove, pachisi.NotationError} - {error}
    assert not any(issubclass(error, other) for other in others)


def test_a_game_has_what_the_contract_names():
    seen = {"node", "seat", "legal_moves", "outcome"}
    done = {"throw", "push", "pop", "position", "from_position", "why"}
    game = pachisi.Game("mensch")
    assert not any(callable(getattr(game, name)) for name in seen)
    assert all(callable(getattr(pachisi.Game, name)) for name in done)


def test_move_outcome_and_verdict_have_the_fields_of_the_contract():
    fields = ("kind", "colour", "start", "target", "uses", "count", "partner", "captures", "penalty")
    assert tuple(pachisi.Move.__dataclass_fields__) == fields
    assert tuple(pachisi.Outcome.__dataclass_fields__) == ("winner", "places")
    assert tuple(pachisi.Verdict.__dataclass_fields__) == ("legal", "clause", "text", "printed")


def test_moves_are_frozen_and_hashable():
    move = pachisi.Move("move", 0, 1, 7, (6,), 1)
    assert len({move, pachisi.Move("move", 0, 1, 7, (6,), 1)}) == 1
    with pytest.raises(AttributeError):
        move.start = 2


def test_every_public_member_says_what_it_is_for():
    for name in dir(pachisi.Game):
        if not name.startswith("_"):
            assert inspect.getdoc(inspect.getattr_static(pachisi.Game, name)), name
    for name in inspect.get_annotations(BaseGame):
        assert f":ivar {name}:" in pachisi.Game.__doc__, name
    for kind in (pachisi.Move, pachisi.Outcome, GameSnapshot, LogEntry):
        for name in kind.__dataclass_fields__:
            assert f":param {name}:" in kind.__doc__, f"{kind.__name__}.{name}"


SOURCES = Path(pachisi.__file__).parent.rglob("*.py")
EXAMPLES = sorted(path for path in SOURCES if ">>> " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_of_the_package_runs(path):
    name = ".".join(path.relative_to(Path(pachisi.__file__).parents[1]).with_suffix("").parts)
    result = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert result.attempted
    assert not result.failed
