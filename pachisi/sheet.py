"""The words of the rules: the sheet for one table, and the sentence behind a verdict."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from .errors import RuleError
from .rulebook import LANGUAGES, LARGEST_FILE, SHELF, Rulebook, Value, Words, spell, unknown
from .rulebook import table as as_table
from .rulebook import text as as_text
from .table import Table

LONGEST_TEXT = 5 * LARGEST_FILE
CLAUSE_KEYS = ("id", "chapter", "when")


@dataclass(frozen=True)
class Verdict:
    """May this piece use these numbers, and which clause says so?"""

    legal: bool
    clause: str
    text: str


@dataclass(frozen=True)
class Clause:
    id: str
    chapter: str
    when: Mapping[str, tuple[Value, ...]]
    words: Words


@dataclass(frozen=True)
class Text:
    """All clauses of a book, and the chapters in which they are read."""

    chapters: tuple[tuple[str, Words], ...]
    clauses: tuple[Clause, ...]


WORDS: Mapping[str, Words] = {
    "colon": {"en": ":", "de": ":", "fr": "\u202f:"},
    "source": {"en": "After", "de": "Nach", "fr": "D’après"},
    "table": {"en": "players", "de": "Personen", "fr": "joueurs"},
    "variants": {
        "en": "House rules at this table",
        "de": "Hausregeln an diesem Tisch",
        "fr": "Règles de la maison à cette table",
    },
    "none": {"en": "none, as printed", "de": "keine, wie gedruckt", "fr": "aucune, comme imprimé"},
    "on": {"en": "on", "de": "ja", "fr": "oui"},
    "off": {"en": "off", "de": "nein", "fr": "non"},
    "pieces": {"en": "Pieces of a colour", "de": "Figuren je Farbe", "fr": "Pions par couleur"},
    "first": {"en": "Who opens", "de": "Wer beginnt", "fr": "Qui commence"},
    "high_roll": {"en": "the highest throw", "de": "der höchste Wurf", "fr": "le plus haut lancer"},
}


def language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise RuleError(unknown(f"There are no rules in the language '{lang}'", lang, LANGUAGES))
    return lang


def read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST_TEXT + 1)
        if len(text) > LONGEST_TEXT:
            raise RuleError(f"{path.name} is too long: {LONGEST_TEXT:,} bytes are allowed.")
        return tomllib.loads(text.decode())
    except FileNotFoundError:
        return {}
    except RuleError:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise RuleError(f"{path.name} cannot be read: {error}.") from None


@lru_cache(maxsize=32)
def load_text(book: Rulebook) -> Text:
    """The clauses beside a rulebook, with those that all books share."""
    path = book.path.with_suffix(".clauses.toml")
    shared, own = parse_text(SHELF / "common.clauses.toml", None), parse_text(path, book)
    common = shared.clauses if book.path.parent == SHELF else ()
    text = Text((*shared.chapters, *own.chapters), (*own.clauses, *common))
    for name in book.verdicts:
        if name not in plain_verdicts():
            raise RuleError(unknown(f"{book.path.name}: unknown verdict '{name}'", name, plain_verdicts()))
    known = [chapter for chapter, _ in text.chapters]
    for clause in text.clauses:
        if clause.chapter not in known:
            where = f"{path.name}: clause {clause.id}"
            raise RuleError(unknown(f"{where} stands in the unknown chapter '{clause.chapter}'", clause.chapter, known))
    return text


def parse_text(path: Path, book: Rulebook | None) -> Text:
    """One file of chapters and clauses; with a book, the names in it are checked too."""
    data = read(path)
    for key in data:
        if key not in ("chapter", "clause"):
            raise RuleError(unknown(f"{path.name}: unknown key '{key}'", key, ("chapter", "clause")))
    chapters = [parse_chapter(item, path.name) for item in items(data, "chapter", path.name)]
    clauses = [parse_clause(item, path.name) for item in items(data, "clause", path.name)]
    if book:
        for clause in clauses:
            check_names(clause, book, path.name)
    return Text(tuple(chapters), tuple(clauses))


def items(data: dict[str, Any], key: str, file: str) -> list[dict[str, Any]]:
    rows = data.get(key, [])
    if not isinstance(rows, list):
        raise RuleError(f"{file}: {key} = {spell(rows)} must be a list of tables, each headed [[{key}]].")
    return [as_table(row, f"{file}: {key}") for row in rows]


def parse_chapter(item: dict[str, Any], file: str) -> tuple[str, Words]:
    name = as_text(item.get("id"), f"{file}: the id of a chapter")
    return name, translations(
        as_table(item.get("title"), f"{file}: the title of chapter {name}"), f"chapter {name}", file
    )


def parse_clause(item: dict[str, Any], file: str) -> Clause:
    name = as_text(item.get("id"), f"{file}: the id of a clause")
    for key in item:
        if key not in (*CLAUSE_KEYS, *LANGUAGES):
            raise RuleError(
                unknown(f"{file}: clause {name} has an unknown key '{key}'", key, (*CLAUSE_KEYS, *LANGUAGES))
            )
    when = as_table(item.get("when", {}), f"{file}: 'when' of clause {name}")
    for key, values in when.items():
        if not isinstance(values, list):
            raise RuleError(f"{file}: clause {name} needs a list of values for when.{key}, not {spell(values)}.")
    chapter = as_text(item.get("chapter"), f"{file}: the chapter of clause {name}")
    return Clause(name, chapter, {k: tuple(v) for k, v in when.items()}, translations(item, f"clause {name}", file))


def translations(item: Mapping[str, object], what: str, file: str) -> Words:
    for lang in LANGUAGES:
        if not isinstance(item.get(lang), str):
            raise RuleError(f"{file}: {what} has no text in the language '{lang}'; it needs en, de and fr.")
    return {lang: str(item[lang]) for lang in LANGUAGES}


def check_names(clause: Clause, book: Rulebook, file: str) -> None:
    """Every option that a clause names, as a condition or in braces, must be one of its book."""
    known = (*book.options, "players", "pieces")
    for key in clause.when:
        if key not in (*known, "first", "book"):
            raise RuleError(unknown(f"{file}: clause {clause.id} asks for an unknown option '{key}'", key, known))
    for lang, words in clause.words.items():
        try:
            parts = list(Formatter().parse(words))
        except ValueError:
            raise RuleError(
                f"{file}: clause {clause.id} ({lang}) has a single brace; write {{{{ or }}}} for one."
            ) from None
        for _, name, form, conversion in parts:
            if name is not None and (name not in known or form or conversion):
                sentence = f"{file}: clause {clause.id} ({lang}) names '{{{name}}}', which is no option"
                raise RuleError(unknown(sentence, name, known))


@lru_cache(maxsize=1)
def plain_verdicts() -> Mapping[str, Words]:
    """What a verdict says in a book that has no clause for it."""
    data = tomllib.loads((SHELF / "verdicts.toml").read_text(encoding="utf-8"))
    return {name: translations(words, name, "verdicts.toml") for name, words in data.items()}


def in_force(clause: Clause, table: Table) -> bool:
    """Does a clause hold at this table? Its book is asked first."""
    if table.book.id not in clause.when.get("book", (table.book.id,)):
        return False
    return all(_value(table, key) in values for key, values in clause.when.items() if key != "book")


def _value(table: Table, key: str) -> Value | None:
    if key == "first":
        return "high_roll" if table.first == "high_roll" else "given"
    return table.value(key)


def sentence(clause: Clause, table: Table, lang: str) -> str:
    values = {name: table.value(name) for name in (*table.book.options, "players", "pieces")}
    return clause.words[lang].format(**values)


def clauses(table: Table, lang: str = "en") -> list[tuple[str, list[tuple[str, str]]]]:
    """The sheet as data: chapters with their clauses in force, as (id, sentence)."""
    text = load_text(table.book)
    lang = language(lang)
    chapters = []
    for chapter, title in text.chapters:
        held = [c for c in text.clauses if c.chapter == chapter and in_force(c, table)]
        if held:
            chapters.append((title[lang], [(c.id, sentence(c, table, lang)) for c in held]))
    return chapters


def house_rules(table: Table, lang: str = "en") -> list[tuple[str, str]]:
    """The chosen options in words: label and value."""
    lang = language(lang)
    rows = [(table.book.options[name].label[lang], _shown(value, lang)) for name, value in table.options.items()]
    if table.pieces != 4:
        rows.append((WORDS["pieces"][lang], str(table.pieces)))
    if table.first != 0:
        rows.append((WORDS["first"][lang], _shown(table.first, lang)))
    return rows


def _shown(value: Value, lang: str) -> str:
    key = value if isinstance(value, str) else spell(value) if isinstance(value, bool) else ""
    return WORDS[key][lang] if key in WORDS else str(value)


def sheet(table: Table, lang: str = "en", width: int = 88) -> str:
    """The rules in force at this table, in words."""
    lang = language(lang)
    name = table.book.name[lang]
    lines = [name, "=" * len(name)]
    lines.append(f"{table.players} {WORDS['table'][lang]}. {WORDS['source'][lang]} {table.book.source}.")
    colon = WORDS["colon"][lang]
    rules = [f"{label}{colon} {value}" for label, value in house_rules(table, lang)] or [WORDS["none"][lang]]
    lines.append(f"{WORDS['variants'][lang]}{colon} {'; '.join(rules)}.")
    lines = [part for line in lines for part in textwrap.wrap(line, width)]
    for title, held in clauses(table, lang):
        lines += ["", title, "-" * len(title)]
        for clause, words in held:
            lines += textwrap.wrap(f"{clause:<5} {words}", width, subsequent_indent=" " * 6)
    return "\n".join(lines) + "\n"


PLAIN = ("no_pass", "no_piece", "not_now", "not_open", "not_yours")  # about the question, not about the rules


def verdict(table: Table, name: str, legal: bool, lang: str = "en") -> Verdict:
    """A verdict by name: the clause that the book cites for it, and its sentence."""
    lang = language(lang)
    cited = table.book.verdicts.get(name, "")
    if cited and name not in PLAIN:
        for clause in load_text(table.book).clauses:
            if clause.id == cited and in_force(clause, table):
                return Verdict(legal, cited, sentence(clause, table, lang))
    return Verdict(legal, cited, plain_verdicts()[name][lang])
