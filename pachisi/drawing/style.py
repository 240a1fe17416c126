"""The styles of a self-contained drawing, made from those of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
SHEET = STATIC / "board.css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
MATERIAL = re.compile(r"(--[\w-]+):([^;]+);")
USE = re.compile(r"var\((--[\w-]+)\)")
LIGHT, DARK = ":root", ":root[data-theme='dark']"
ROOT = "pachisi"  # the class of the drawing, to which all rules are limited


@lru_cache(maxsize=1)
def style() -> str:
    """Plain rules without variables, so that every viewer understands them; dark ones for a dark colour scheme."""
    rules: list[tuple[str, str]] = []
    materials: dict[str, dict[str, str]] = {}
    for selectors, body in RULE.findall(squeeze(SHEET.read_text(encoding="utf-8"))):
        if selectors in (LIGHT, DARK):
            materials[selectors] = dict(MATERIAL.findall(body))
        else:
            rules.append((selectors, body))
    dark = fill_in([rule for rule in rules if USE.search(rule[1])], materials[DARK])
    return f"{fill_in(rules, materials[LIGHT])}@media (prefers-color-scheme:dark){{{dark}}}"


def squeeze(text: str) -> str:
    """A style sheet without comments and needless spaces."""
    return re.sub(r"\s*([{}:;,])\s*(?=[^:]|$)", r"\1", " ".join(COMMENT.sub("", text).split()))


def fill_in(rules: list[tuple[str, str]], materials: Mapping[str, str]) -> str:
    """The rules with colours instead of variables, limited to the drawing."""
    return "".join(
        f"{','.join(f'.{ROOT} {one}' for one in selectors.split(','))}{{{USE.sub(lambda use: materials[use[1]], body)}}}"
        for selectors, body in rules
    )
