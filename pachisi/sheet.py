"""The rules in words: the sheet for one table, and the sentence behind a verdict."""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from string import Formatter, ascii_lowercase
from typing import Any

from .errors import RuleError
from .rulebooks import Rulebook, Value, Words, spell, unknown
from .rulebooks.faults import Faults
from .rulebooks.inheritance import as_printed, departures, is_described, outdated
from .rulebooks.reading import LARGEST_FILE, SHELF
from .rulebooks.toml_values import table as as_table
from .rulebooks.toml_values import text as as_text
from .rulebooks.toml_values import words
from .story import tell_story
from .table import Table
from .words.catalogue import LANGUAGES, check_language
from .words.voice import Voice, upper

LONGEST_TEXT = 5 * LARGEST_FILE
MARKS = ("printed", "ruling", "usual")
CLAUSE_KEYS = ("id", "chapter", "when", *MARKS)


@dataclass(frozen=True)
class Verdict:
    """May this piece use these numbers, and which clause says so?"""

    legal: bool
    clause: str
    text: str
    printed: str = field(default="", repr=False, compare=False)
    """The leaflet's own words for it; what they do not say stands in brackets in the text."""


@dataclass(frozen=True)
class Clause:
    """A rule in words. In brackets: what the leaflet does not state, in part or, of a ruling, as a whole."""

    id: str
    chapter: str
    when: Mapping[str, tuple[Value, ...]]
    words: Words
    printed: str = ""  # the leaflet's own words, in its own language; " … " where some are left out
    ruling: bool = False
    usual: bool = False  # common usage, without a leaflet


@dataclass(frozen=True)
class Text:
    """All clauses of a book, and its chapters in reading order."""

    chapters: tuple[tuple[str, Words], ...]
    clauses: tuple[Clause, ...]
    struck: frozenset[str] = frozenset()  # clauses of the base that do not hold in this book


NOTHING = Text((), ())


def read(path: Path) -> tuple[dict[str, Any], str]:
    """The table in a file of clauses, and its text; both are empty if there is none."""
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_TEXT + 1)
        if len(content) > LONGEST_TEXT:
            raise RuleError(f"{path.name} is too long: {LONGEST_TEXT:,} bytes are allowed.")
        text = content.decode("utf-8-sig")
        return tomllib.loads(text), text
    except FileNotFoundError:
        return {}, ""
    except RuleError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise RuleError(f"{path.name} cannot be read: {error}.") from None


@lru_cache(maxsize=32)
def load_text(book: Rulebook) -> Text:
    """The clauses of a rulebook, combined with those of its base, or with those that the package's books share."""
    shared = load_text(book.base) if book.base else parse_text(SHELF / "common.clauses.toml")
    own = parse_text(words_beside(book.path), shared, book) if book.path else NOTHING
    chapters = (*shared.chapters, *own.chapters)
    if book.base and not has_words(book):
        own = replace(own, struck=frozenset(left_out(book)))
    if book.base:
        return Text(chapters, tuple(amend(shared, own, book)))
    return Text(chapters, (*own.clauses, *(shared.clauses if book.path and book.path.parent == SHELF else ())))


def has_words(book: Rulebook) -> bool:
    """Has its author written clauses for it?"""
    return book.path is not None and words_beside(book.path).exists()


def left_out(book: Rulebook) -> list[str]:
    """The clauses of a base that state what a book has changed, as far as its verdicts show them."""
    changed, base = outdated(book), book.base
    if not changed or base is None or has_words(book):
        return []
    stated = {base.verdicts[name] for name, rules in rules_stated().items() if name in base.verdicts and changed & rules}
    stated |= {clause.rstrip(ascii_lowercase) for clause in stated}  # C16, which C16a explains
    return [number for number in dict.fromkeys(clause.id for clause in load_text(base).clauses) if number in stated]


def words_beside(path: Path) -> Path:
    """The file that holds the clauses of a book."""
    return path.with_suffix(".clauses.toml")


def amend(base: Text, own: Text, book: Rulebook) -> Iterator[Clause]:
    """The clauses of a base, replaced by a book's own where it has any; those about options not offered are left out."""
    known = known_names(book)
    replaced = {clause.id for clause in own.clauses}
    for number in dict.fromkeys(clause.id for clause in base.clauses):
        if number in replaced:
            yield from (clause for clause in own.clauses if clause.id == number)
        elif number not in own.struck:
            yield from (clause for clause in base.clauses if clause.id == number and names_in(clause) <= known)
    before = {clause.id for clause in base.clauses}
    yield from (clause for clause in own.clauses if clause.id not in before)


def parse_text(path: Path, shared: Text = NOTHING, book: Rulebook | None = None) -> Text:
    """One file of chapters and clauses, added to the shared ones; with a book, the names in it are checked too.

    A RuleError lists all faults.
    """
    data, source = read(path)
    file, faults = path.name, Faults(path.name, source)
    for key in data:
        if key not in ("chapter", "clause"):
            faults.note(unknown(f"{file}: unknown key '{key}'", key, ("chapter", "clause")), key)
    titles: list[tuple[str, Words]] = []
    for at, item in enumerate(items(data, "chapter", file)):
        with faults.at("chapter", str(at)):
            titles.append(parse_chapter(item, file))
    known = [chapter for chapter, _ in (*shared.chapters, *titles)]
    clauses: list[Clause] = []
    struck: list[str] = []
    for at, item in enumerate(items(data, "clause", file)):
        with faults.at("clause", str(at)):
            if book and book.base and list(item) == ["id"]:
                struck.append(parse_struck(item, shared, file))
                continue
            clauses.append(parse_clause(item, file, at, faults))
            check_clause(clauses[-1], book, known, file, at, faults)
    faults.refuse()
    return Text(tuple(titles), tuple(clauses), frozenset(struck))


def items(data: dict[str, Any], key: str, file: str) -> list[dict[str, Any]]:
    rows = data.get(key, [])
    if not isinstance(rows, list):
        raise RuleError(f"{file}: {key} = {spell(rows)} must be a list of tables, each headed [[{key}]].")
    return [as_table(row, f"{file}: {key}") for row in rows]


def parse_chapter(item: dict[str, Any], file: str) -> tuple[str, Words]:
    name = as_text(item.get("id"), f"{file}: the id of a chapter")
    for key in item:
        if key not in ("id", "title"):
            raise RuleError(unknown(f"{file}: chapter {name} has an unknown key '{key}'", key, ("id", "title")))
    return name, words(item.get("title"), f"{file}: the title of chapter {name}")


def parse_struck(item: dict[str, Any], base: Text, file: str) -> str:
    """A clause that is nothing but an id strikes out the one of the base."""
    name, known = as_text(item["id"], f"{file}: the id of a clause"), list(dict.fromkeys(c.id for c in base.clauses))
    if name not in known:
        raise RuleError(unknown(f"{file}: clause {name} has no words, and the base has no such clause", name, known))
    return name


def parse_clause(item: dict[str, Any], file: str, at: int, faults: Faults) -> Clause:
    """A clause from its table; what is wrong with it is noted, and left out."""
    name, place = as_text(item.get("id"), f"{file}: the id of a clause"), ("clause", str(at))
    for key in item:
        if key not in (*CLAUSE_KEYS, *LANGUAGES):
            sentence = unknown(f"{file}: clause {name} has an unknown key '{key}'", key, (*CLAUSE_KEYS, *LANGUAGES))
            faults.note(sentence, *place, key)
    when, chapter, texts, mark = dict[str, Any](), "", dict[str, str](), dict[str, Any]()
    with faults.at(*place, "when"):
        when = as_table(item.get("when", {}), f"{file}: 'when' of clause {name}")
    for key, values in when.items():
        if not isinstance(values, list):
            sentence = f"{file}: clause {name} needs a list of values for when.{key}, not {spell(values)}."
            faults.note(sentence, *place, "when", key)
    with faults.at(*place, "chapter"):
        chapter = as_text(item.get("chapter"), f"{file}: the chapter of clause {name}")
    with faults.at(*place):
        texts |= translations(item, f"clause {name}", file)
    with faults.at(*place):
        mark = parse_mark(item, name, file)
    return Clause(name, chapter, {k: tuple(v) for k, v in when.items() if isinstance(v, list)}, texts, **mark)


def parse_mark(item: dict[str, Any], name: str, file: str) -> dict[str, Any]:
    """Is a clause printed, a ruling or usual? A book of one's own need not say."""
    found = {key: item[key] for key in MARKS if key in item}
    if len(found) > 1:
        raise RuleError(f"{file}: clause {name} is marked {' and '.join(found)}; choose one of them.")
    for key, value in found.items():
        if (not value or not isinstance(value, str)) if key == "printed" else value is not True:
            wanted = "the words that are printed" if key == "printed" else "true"
            raise RuleError(f"{file}: clause {name} has {key} = {spell(value)}, which must be {wanted}.")
    return found


def translations(item: Mapping[str, object], what: str, file: str) -> Words:
    """A text in several languages; missing ones get the English text."""
    texts = {lang: text for lang, text in item.items() if lang in LANGUAGES}
    for lang, text in texts.items():
        if not isinstance(text, str):
            raise RuleError(f"{file}: {what} has {spell(text)} in the language '{lang}', which is not a text.")
    if not texts:
        raise RuleError(f"{file}: {what} has no text; write it in one or more of {', '.join(LANGUAGES)}.")
    return words(texts, f"{file}: {what}")


def check_clause(
    clause: Clause, book: Rulebook | None, chapters: Sequence[str], file: str, at: int, faults: Faults
) -> None:
    """Its chapter must exist, and its book must have every option that it names, as a condition or in braces."""
    where, place = f"{file}: clause {clause.id}", ("clause", str(at))
    if clause.chapter and clause.chapter not in chapters:
        sentence = unknown(f"{where} is in the unknown chapter '{clause.chapter}'", clause.chapter, chapters)
        faults.note(sentence, *place, "chapter")
    if book is None:
        return
    known = (*book.options, "players", "pieces", "first")
    for key, values in clause.when.items():
        if key not in known_names(book):
            faults.note(unknown(f"{where} asks for an unknown option '{key}'", key, known), *place, "when", key)
            continue
        possible = values_of(book, key)
        for value in values if possible else ():
            if not any(type(value) is type(one) and value == one for one in possible):
                sentence = f"{where} never holds when {key} = {spell(value)}; choose among {', '.join(map(spell, possible))}."
                faults.note(sentence, *place, "when", key)
    written = {text: lang for lang, text in reversed(list(clause.words.items()))}  # a text that serves for several languages counts once
    for text, lang in reversed(written.items()):
        for sentence in check_braces(text, known):
            faults.note(f"{where} ({lang}) {sentence}", *place, lang)


def check_braces(text: str, known: Sequence[str]) -> Iterator[str]:
    """What is wrong with the names in braces."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        yield "has a single brace; write {{ or }} for one."
        return
    for _, name, form, conversion in parts:
        if name is not None and (name not in known or form or conversion):
            yield unknown(f"names '{{{name}}}', which is not an option", name, known)


def values_of(book: Rulebook, name: str) -> tuple[Value, ...]:
    """What a name in a condition can be at a table of a book; nothing for `book`, which names the book that is played."""
    if name in book.options:
        return book.options[name].values
    pieces = tuple(range(1, book.most_pieces + 1))
    return {"players": book.numbers, "pieces": pieces, "first": ("high_roll", "given")}.get(name, ())


def known_names(book: Rulebook) -> set[str]:
    """The names that a clause may use."""
    return {*book.options, "players", "pieces", "first", "book"}


def names_in(clause: Clause) -> set[str]:
    braces = {name for words in clause.words.values() for _, name, _, _ in Formatter().parse(words) if name}
    return braces | set(clause.when)


@lru_cache(maxsize=1)
def plain_verdicts() -> Mapping[str, Words]:
    """What a verdict says in a book that has no clause for it."""
    data = tomllib.loads((SHELF / "verdicts.toml").read_text(encoding="utf-8"))
    return {name: translations(words, name, "verdicts.toml") for name, words in data.items()}


@lru_cache(maxsize=1)
def rules_stated() -> Mapping[str, frozenset[str]]:
    """The rules that a clause states which a verdict cites."""
    data = tomllib.loads((SHELF / "verdicts.toml").read_text(encoding="utf-8"))
    return {name: frozenset(entry.get("rules", ())) for name, entry in data.items()}


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
        names = (f"{'.'.join(leaf)} = {spell_rule(as_printed(book.chapters, *leaf))}" for leaf in changed)
        yield voice("sheet.undescribed", names=", ".join(names))


def spell_rule(value: object) -> str:
    """A value of a chapter as a book writes it."""
    return json.dumps(value)


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
