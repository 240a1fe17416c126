"""A rulebook of one's own to start from: its base, and every value of that in a comment."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ..errors import RuleError
from ..rulebooks import BOOKS, Rulebook, load
from ..rulebooks.reading import CHAPTERS
from ..rules import check
from ..words.voice import Voice

EXAMPLE = """
# [options.{name}]
# label     = {{ {lang} = {label} }}
# values.on = {{ {chapter}.{key} = {value} }}
"""
EXAMPLES = {"three_tries": ("turn", "tries", 3), "home_throws": ("turn", "again_home", True), "play_on": ("seats", "play_on", True)}


def begin_book(file: str, base: str, voice: Voice) -> None:
    """Write a file that plays as its base does, until somebody changes it."""
    path, book = Path(file), load(base)
    if path.suffix != ".toml":
        raise RuleError(f"{file} cannot be a rulebook: its file name must end in .toml.")
    written = base if base in BOOKS else Path(os.path.relpath(base, path.parent)).as_posix()
    try:
        with path.open("x", encoding="utf-8") as new:
            new.write(draft(book, written, path.stem, voice))
    except FileExistsError:
        raise RuleError(f"{file} exists already; choose another name for your rulebook.") from None


def draft(book: Rulebook, base: str, name: str, voice: Voice) -> str:
    """The text of the file."""
    title = name.replace("-", " ").replace("_", " ").capitalize()
    example = find_example(book)
    chapter, key, value = EXAMPLES[example]
    label = json.dumps(voice(f"draft.{example}"), ensure_ascii=False)
    lines = [f"# {voice('draft.head', base=book.name[voice.lang])}", f"# {voice('draft.values')}", ""]
    lines += [f"base = {json.dumps(base)}", f"name = {json.dumps(title, ensure_ascii=False)}"]
    for each in CHAPTERS:
        lines += ["", *chapter_lines(book, each, voice)]
    house_rule = EXAMPLE.format(name=example, lang=voice.lang, label=label, chapter=chapter, key=key, value=spell_value(value))
    return "\n".join([*lines, "", f"# {voice('draft.house_rule')}"]) + house_rule


def find_example(book: Rulebook) -> str:
    """A house rule that changes a book, and that can be played."""
    for name, (chapter, key, value) in EXAMPLES.items():
        printed = book.compose(book.numbers[-1], {})
        part = getattr(printed, chapter)
        changed = replace(printed, **{chapter: replace(part, **{key: value})})
        if changed != printed and not any(check(changed)):
            return name
    return next(iter(EXAMPLES))


def chapter_lines(book: Rulebook, chapter: str, voice: Voice) -> Iterator[str]:
    """The values of a chapter, each with those that it might have instead."""
    part = getattr(book.compose(book.numbers[-1], {}), chapter)
    hints = get_type_hints(type(part))
    for rule in fields(part):
        value = getattr(part, rule.name)
        others = [spell_value(one) for one in choices(hints[rule.name]) if one != value]
        note = f"  # {voice('draft.others', values=', '.join(others))}" if others else ""
        yield f"# {chapter}.{rule.name} = {spell_value(value)}{note}"


def choices(hint: Any) -> tuple[Any, ...]:
    """What a rule may be, where that is a choice among words or a list of them."""
    if hint is bool:
        return (True, False)
    if get_origin(hint) is tuple:
        return tuple([one] for one in choices(get_args(hint)[0]))
    return get_args(hint) if get_origin(hint) is Literal else ()


def spell_value(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
