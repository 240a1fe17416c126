"""What a leaflet tells besides its rules: where the game comes from, what its parts are called, some advice."""

from __future__ import annotations

import tomllib
from functools import lru_cache

from .errors import RuleError
from .rulebooks import Rulebook, Words, spell, unknown
from .rulebooks.reading import LARGEST_FILE
from .rulebooks.toml_values import words
from .words.catalogue import check_language


def tell_story(book: Rulebook, lang: str = "en") -> list[str]:
    """The story of a game in paragraphs; none if nobody has written it down."""
    lang = check_language(lang)
    return [paragraph[lang] for paragraph in load_story(book)]


@lru_cache(maxsize=32)
def load_story(book: Rulebook) -> tuple[Words, ...]:
    """The file beside a rulebook, or that of its base."""
    if book.path is None:
        return load_story(book.base) if book.base else ()
    path = book.path.with_suffix(".story.toml")
    try:
        with path.open("rb") as file:
            data = tomllib.loads(file.read(LARGEST_FILE).decode("utf-8-sig"))
    except FileNotFoundError:
        return load_story(book.base) if book.base else ()
    except (OSError, ValueError, RecursionError) as error:
        raise RuleError(f"{path.name} cannot be read: {error}.") from None
    for key in data:
        if key != "paragraph":
            raise RuleError(unknown(f"{path.name}: unknown key '{key}'", key, ("paragraph",)))
    rows = data.get("paragraph", [])
    if not isinstance(rows, list):
        raise RuleError(f"{path.name}: paragraph = {spell(rows)} must be a list of tables, each headed [[paragraph]].")
    return tuple(words(row, f"{path.name}: paragraph {at}") for at, row in enumerate(rows, 1))
