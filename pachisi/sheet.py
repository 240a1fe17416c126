"""The rules in words: the sheet for one table, and the sentence behind a verdict."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

from .clauses import Clause, has_words, load_text, plain_verdicts
from .rulebooks import Rulebook, Value, Words
from .rulebooks.inheritance import as_printed, departures, is_described
from .rulebooks.toml_values import as_toml
from .story import tell_story
from .table import Table
from .words.catalogue import check_language
from .words.voice import Voice, upper


@dataclass(frozen=True)
class Verdict:
    """May this piece use these numbers, and which clause says so?"""

    legal: bool
    clause: str
    text: str
    printed: str = field(default="", repr=False, compare=False)
    """The leaflet's own words for it; what they do not say stands in brackets in the text."""


def in_force(clause: Clause, table: Table) -> bool:
    """Is a clause in force at this table? Its own book, which may be a base of the one being played, is checked first."""
    if not set(clause.when.get("book", table.book.family)) & set(table.book.family):
        return False
    return all(_value(table, key) in values for key, values in clause.when.items() if key != "book")


def _value(table: Table, key: str) -> Value | None:
    if key == "first":
        return "high_roll" if table.first == "high_roll" else "given"
    return table.value(key)


def sentence(clause: Clause, table: Table, lang: str) -> str:
    values = {name: value_in_words(table, name, lang) for name in (*table.book.options, "players", "pieces")}
    text = clause.words[lang].format(**values, first=opener(table, Voice(lang)))
    return f"[{text}]" if clause.ruling else text


def value_in_words(table: Table, name: str, lang: str) -> str:
    """The value in force of an option, as a sentence has it: on and off by their labels, others as they are typed."""
    value = table.value(name)
    return table.book.options[name].say(value, lang) if isinstance(value, bool) else str(value)


def chapters(table: Table) -> Iterator[tuple[Words, list[Clause]]]:
    """The chapters of a sheet by their titles, with their clauses in force."""
    text = load_text(table.book)
    for chapter, title in text.chapters:
        held = [c for c in text.clauses if c.chapter == chapter and in_force(c, table)]
        if held:
            yield title, held


def clauses(table: Table, lang: str = "en") -> list[tuple[str, list[tuple[str, str]]]]:
    """The sheet as data: chapters with their clauses in force, as (id, sentence)."""
    lang = check_language(lang)
    return [(title[lang], [(c.id, sentence(c, table, lang)) for c in held]) for title, held in chapters(table)]


def house_rules(table: Table, lang: str = "en") -> list[tuple[str, str]]:
    """What differs from the book as printed, in words: label and value."""
    voice, book = Voice(lang), table.book
    options = ((book.options[name], value) for name, value in table.options.items())
    changed = [(option, value) for option, value in options if value != option.printed(table.players)]
    rows = [(option.label[lang], option.say(value, lang)) for option, value in changed]
    if table.pieces != table.book.usual_pieces:
        rows.append((voice("sheet.pieces"), str(table.pieces)))
    if not table.begins_as_printed:
        rows.append((voice("sheet.first"), upper(opener(table, voice))))
    return rows


def opener(table: Table, voice: Voice) -> str:
    """Who begins: a colour, the two colours of a player, or the highest throw."""
    if table.first == "high_roll":
        return voice("sheet.high_roll")
    colours = table.seats.colours_of(table.first) if table.seats.joint else (table.first,)
    return " + ".join(table.colours[colour][voice.lang] for colour in colours)


def wrap(text: str, width: int, indent: int = 0) -> list[str]:
    """Lines of a text; a word such as CHAR-KONI stays whole."""
    return textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)


def sheet(table: Table, lang: str = "en", width: int = 88, quote: bool = False) -> str:
    """The rules in force at this table, in words; with `quote`, each followed by the leaflet's own."""
    voice = Voice(lang)
    body = [line for title, held in chapters(table) for line in chapter_lines(title, held, table, voice, width, quote)]
    lines = [name := table.book.name[lang], "=" * len(name)]
    lines += wrap(" ".join([voice("sheet.for_players", n=table.players), *origin(table.book, voice)]), width)
    for remark in remarks(table, voice, any("[" in line for line in body)):
        lines += wrap(remark, width)
    return "\n".join([*lines, *body, *story_lines(table, voice, width)]) + "\n"


def origin(book: Rulebook, voice: Voice) -> Iterator[str]:
    """Where the rules come from, and those of them that its clauses, all taken over, do not describe."""
    known, source = book.ancestor, book.source[voice.lang]
    if book.departs:
        key = "sheet.based" if source else "sheet.based_on"
        yield voice(key, book=known.name[voice.lang], source=source)
    elif source:
        yield voice("sheet.source", source=source)
    changed = [] if book.base is None or has_words(book) else [leaf for leaf in departures(book) if not is_described(book, leaf)]
    if changed:
        names = (f"{'.'.join(leaf)} = {as_toml(as_printed(book.chapters, *leaf))}" for leaf in changed)
        yield voice("sheet.undescribed", names=", ".join(names))


def remarks(table: Table, voice: Voice, ruled: bool) -> Iterator[str]:
    """Which house rules a sheet has, and what its brackets mean; a book without a leaflet has its rules from tradition."""
    printed = bool(table.book.language)
    chosen = [voice("sheet.labelled", name=label, value=value) for label, value in house_rules(table, voice.lang)]
    plain = voice("sheet.as_written" if table.book.departs else "sheet.as_printed" if printed else "sheet.as_told")
    yield voice("sheet.chosen", rules=voice("marks.then").join(chosen) or plain)
    if ruled:
        yield voice("sheet.brackets" if printed else "sheet.brackets_told")


def chapter_lines(
    title: Words, held: list[Clause], table: Table, voice: Voice, width: int, quote: bool
) -> Iterator[str]:
    yield from ("", title[voice.lang], "-" * len(title[voice.lang]))
    for clause in held:
        yield from wrap(f"{clause.id:<5} {sentence(clause, table, voice.lang)}", width, indent=6)
        if quote and clause.printed:
            yield from wrap(" " * 6 + voice.quote(clause.printed), width, indent=6)


def story_lines(table: Table, voice: Voice, width: int) -> Iterator[str]:
    told, title = tell_story(table.book, voice.lang), voice("sheet.about")
    if told:
        yield from ("", title, "-" * len(title))
    for at, paragraph in enumerate(told):
        yield from ([""] if at else [])
        yield from wrap(paragraph, width)


PLAIN = ("no_pass", "no_piece", "not_now", "not_open", "not_yours")  # about the question, not about the rules


def verdict(table: Table, name: str, legal: bool, lang: str = "en") -> Verdict:
    """A verdict by name: the clause that the book cites for it, and its sentence."""
    lang = check_language(lang)
    cited = table.book.verdicts.get(name, "")
    known = [clause for clause in load_text(table.book).clauses if clause.id == cited]
    if name not in PLAIN:
        for clause in known:
            if in_force(clause, table):
                return Verdict(legal, cited, sentence(clause, table, lang), clause.printed)
    if table.book.base and not known:  # a clause that the book has struck out is not cited
        cited = ""
    return Verdict(legal, cited, plain_verdicts()[name][lang])
