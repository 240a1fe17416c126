"""The clauses of a book: its rules in numbered sentences, read from the file beside it, or taken over from its base."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from string import Formatter, ascii_lowercase
from typing import Any

from .errors import RuleError
from .rulebooks import Rulebook, Value, Words, spell, unknown
from .rulebooks.faults import Faults
from .rulebooks.inheritance import outdated
from .rulebooks.reading import LARGEST_FILE, SHELF
from .rulebooks.toml_values import as_toml, legible, words
from .rulebooks.toml_values import table as as_table
from .rulebooks.toml_values import text as as_text
from .words.catalogue import LANGUAGES

LONGEST_TEXT = 5 * LARGEST_FILE
MARKS = ("printed", "ruling", "usual")
CLAUSE_KEYS = ("id", "chapter", "when", *MARKS)


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
        if isinstance(value, str):
            legible(value, f"{file}: clause {name}: {key}")
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
                sentence = f"{where} never holds when {key} = {as_toml(value)}; choose among {', '.join(map(as_toml, possible))}."
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
