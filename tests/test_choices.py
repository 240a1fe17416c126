"""Every word that a book may choose has its name in the records, and the kernel or what lowers the rules asks for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from pachisi import lower
from pachisi.records import CHOICES, RULES
from pachisi.rules import Rules, Seats

PACHISI = Path(lower.__file__).parent
BEFORE_THE_KERNEL = {  # choices that end as paths, masks or words, and where
    "board.shape": "boards.py", "board.direction": "boards.py", "board.route": "boards.py", "board.home": "boards.py",
    "dice.kind": "game/base.py", "turn.duties": "lower.py", "block.by": "lower.py", "seats.colours": "seats.py",
    "seats.turns": "seats.py", "seats.first": "lower.py", "seats.other_colour": "lower.py", "seats.partner": "lower.py",
    "moves.jump": "lower.py", "moves.ladder": "lower.py", "moves.group_by": "lower.py",
    "seats.team": "seats.py", "moves.gate": "lower.py", "moves.group_pace": "lower.py", "capture.to": "lower.py",
}  # fmt: skip
LIKE = {"seats.order": "board.direction"}  # choices with the words of others, to which they are compared

WHERE_IT_COUNTS = {
    "win": Rules(seats=Seats(colours="two"), players=2),
    "finished": Rules(seats=Seats(teams=True)),
}


def literals(kind: Any) -> Iterator[tuple[str, ...]]:
    if get_origin(kind) is Literal:
        yield get_args(kind)
    for part in get_args(kind):
        yield from literals(part)


def choices() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Chapter, name and words of each choice in the schema."""
    for chapter, kind in get_type_hints(Rules).items():
        if dataclasses.is_dataclass(kind):
            for name, hint in get_type_hints(kind).items():
                for words in literals(hint):
                    if any(isinstance(word, str) for word in words):
                        yield chapter, name, words


ALL = [pytest.param(*choice, id=".".join(choice[:2])) for choice in choices()]
LOWERED = [choice for choice in choices() if ".".join(choice[:2]) not in {*BEFORE_THE_KERNEL, *LIKE}]


def field_of(chapter: str, name: str) -> str:
    own = f"{chapter}_{name}"
    return own if own in CHOICES else name


@pytest.mark.parametrize(("chapter", "name", "words"), ALL)
def test_every_word_has_its_name(chapter: str, name: str, words: tuple[str, ...]) -> None:
    place, like = BEFORE_THE_KERNEL.get(f"{chapter}.{name}"), LIKE.get(f"{chapter}.{name}")
    if like:
        assert words == next(others for *other, others in choices() if ".".join(other) == like)
        assert f"{like} != self.rules.{chapter}.{name}" in (PACHISI / "seats.py").read_text("utf-8")
    elif place is None:
        assert sorted(CHOICES[field_of(chapter, name)].__members__) == sorted(word.upper() for word in words)
    else:  # all but one are asked for; the last is what is left
        text = (PACHISI / place).read_text("utf-8")
        assert len([word for word in words if f'"{word}"' in text]) >= len(words) - 1


def test_every_choice_of_the_records_is_one_of_the_schema() -> None:
    assert {field_of(chapter, name) for chapter, name, _ in LOWERED} == set(CHOICES)
    assert set(CHOICES) <= set(RULES.names or ())


def test_the_kernel_asks_for_words_and_not_for_numbers() -> None:
    """A field with more than two values is compared with a name."""
    kernel = "\n".join(path.read_text("utf-8") for path in (PACHISI / "kernel").glob("*.py"))
    for field, choice in CHOICES.items():
        assert not any(f"r.{field} {sign} {value.value}" in kernel for value in choice for sign in ("==", "!="))
        assert f"r.{field}" in kernel, field


@pytest.mark.parametrize(("chapter", "name", "words"), LOWERED)
def test_a_chosen_word_arrives_in_the_record(chapter: str, name: str, words: tuple[str, ...]) -> None:
    field = field_of(chapter, name)
    rules = WHERE_IT_COUNTS.get(field, Rules())
    for word in words:
        changed = dataclasses.replace(rules, **{chapter: dataclasses.replace(getattr(rules, chapter), **{name: word})})
        record = np.frombuffer(lower.lowered(changed, 0), RULES)[0]
        assert CHOICES[field](int(record[field])).name.lower() == word
