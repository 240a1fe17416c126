"""The public names are those of the contract, and no others."""

import inspect

import pytest

import pachisi


def test_the_public_names_are_complete_and_sorted():
    names = ["Game", "IllegalMove", "Move", "NotationError", "Outcome", "RuleError", "Verdict", "simulate"]
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
    assert all(isinstance(inspect.getattr_static(pachisi.Game, name), property) for name in seen)
    assert all(callable(getattr(pachisi.Game, name)) for name in done)


def test_move_outcome_and_verdict_have_the_fields_of_the_contract():
    fields = ("kind", "colour", "start", "target", "uses", "count", "partner", "captures", "penalty")
    assert tuple(pachisi.Move.__dataclass_fields__) == fields
    assert tuple(pachisi.Outcome.__dataclass_fields__) == ("winner", "places")
    assert tuple(pachisi.Verdict.__dataclass_fields__) == ("legal", "clause", "text")


def test_moves_are_frozen_and_hashable():
    move = pachisi.Move("move", 0, 1, 7, (6,), 1)
    assert len({move, pachisi.Move("move", 0, 1, 7, (6,), 1)}) == 1
    with pytest.raises(AttributeError):
        move.start = 2


def test_every_example_of_the_package_runs():
    import doctest

    import pachisi.game

    for module in (pachisi, pachisi.game):
        assert doctest.testmod(module).failed == 0
