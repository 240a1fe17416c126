"""The labels of house rules and their values. Without a label, the name in the file is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import RuleError
from ..words.catalogue import LANGUAGES, catalogue
from .toml_values import Value, Words, table, unknown, words, write_value


def read_label(name: str, option: Mapping[str, Any], where: str) -> Words:
    """The label of an option in its table."""
    return words(option.get("label", plainly(name).capitalize()), f"{where}.label")


def read_labels(option: Mapping[str, Any], values: Sequence[Value], where: str) -> dict[Value, Words]:
    """The labels of its values."""
    written = table(option.get("labels", {}), f"{where}.labels")
    known = [write_value(value) for value in values]
    for key in written:
        if key not in known:
            raise RuleError(unknown(f"{where}.labels.{key}: there is no such value", key, known))
    return {
        value: words(written[key], f"{where}.labels.{key}") if key in written else own_label(value)
        for value, key in zip(values, known, strict=True)
    }


def own_label(value: Value) -> Words:
    """On and off in each language; numbers and words as they are."""
    if isinstance(value, bool):
        return {lang: catalogue(lang).text(f"options.{write_value(value)}") for lang in LANGUAGES}
    return dict.fromkeys(LANGUAGES, plainly(write_value(value)))


def plainly(name: str) -> str:
    """A name in the file as words."""
    return name.replace("_", " ")
