"""The words of the page as JSON: the server has the catalogues, the browser has none."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ...words.catalogue import LANGUAGES, catalogue, language_names

SECTIONS = ("sheet", "page")


@cache
def page_words(lang: str) -> bytes:
    """What the page says in one language."""
    return msgspec.json.encode({"percent": catalogue(lang).text("marks.percent"), **in_sections(lang, *SECTIONS)})


@cache
def inline_words() -> dict[str, str]:
    """The words embedded in a page, by element id: the list of languages, and all words of the verifier."""
    verifier = {lang: {"name": catalogue(lang).name, **in_sections(lang, "verify")} for lang in LANGUAGES}
    return {name: as_data(value) for name, value in (("languages", language_names()), ("words", verifier))}


def in_sections(lang: str, *names: str) -> dict[str, Any]:
    spoken = catalogue(lang)
    texts = {key: text for name in names for key, text in spoken.section(name).items()}
    return {"plurals": spoken.plurals, "texts": texts}


def as_data(value: Any) -> str:
    """JSON that is safe inside a script element."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
