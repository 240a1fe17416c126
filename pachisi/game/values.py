"""The single values of a position, checked one by one and refused in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import NotationError
from ..rulebooks import spell, unknown
from ..scalars import as_integer

EXTRA_KEYS = ("thrower", "opening", "entered", "marks", "whole", "again", "fresh", "queue", "owed", "run", "came_last", "last_moved", "hit")


class Values:
    """A position as somebody has written it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def number(self, key: str, least: int, most: int) -> int:
        return whole(self.data[key], key, least, most)

    def numbers(self, key: str, least: int, most: int, longest: int) -> list[int]:
        value = self.data.get(key, [])
        if not isinstance(value, list | tuple) or len(value) > longest:
            raise NotationError(f"Position: {key} = {spell(value)} must be a list of at most {longest} numbers.")
        return [whole(item, key, least, most) for item in value]

    def extra(self) -> Mapping[str, Any]:
        value = self.data.get("extra", {})
        if not isinstance(value, Mapping):
            raise NotationError(f"Position: extra = {spell(value)} must be a table of named fields.")
        for key in value:
            if key not in EXTRA_KEYS:
                raise NotationError(
                    unknown(f"Position: unknown field {spell('extra.' + str(key))}", str(key), EXTRA_KEYS)
                )
        return value


def whole(value: object, what: str, least: int, most: int) -> int:
    number = as_integer(value)
    if number is None or not least <= number <= most:
        raise NotationError(f"Position: {what} = {spell(value)} must be a whole number from {least} to {most}.")
    return number
