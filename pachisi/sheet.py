"""The words of the rules: the sheet for one table, and the sentence behind a verdict."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .errors import RuleError
from .rulebook import LANGUAGES, LARGEST_FILE, SHELF, Value, Words, spell, unknown
from .table import Table


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
    "source": {"en": "After", "de": "Nach", "fr": "D’après"},
    "table": {"en": "players", "de": "Personen", "fr": "joueurs"},
    "variants": {"en": "House rules at this table", "de": "Hausregeln an diesem Tisch", "fr": "Règles de la maison à cette table"},
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


def read(path: Path) -> dict[str, list[dict[str, object]]]:
    try:
        text = path.read_bytes()
        if len(text) > 5 * LARGEST_FILE:
            raise RuleError(f"{path.name} is too long.")
        return tomllib.loads(text.decode())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise RuleError(f"{path.name} cannot be read: {error}.") from None


@lru_cache(maxsize=32)
def load_text(book: Path) -> Text:
    """The clauses beside a rulebook, with those that all books share."""
    common, own = read(SHELF / "common.clauses.toml"), read(book.with_suffix(".clauses.toml"))
    chapters = tuple((str(c["id"]), _words(c["title"])) for c in [*common["chapter"], *own.get("chapter", [])])
    shared = common["clause"] if book.parent == SHELF else []
    return Text(chapters, tuple(_clause(item) for item in [*own.get("clause", []), *shared]))


@lru_cache(maxsize=1)
def plain_verdicts() -> Mapping[str, Words]:
    """What a verdict says in a book that has no clause for it."""
    data = tomllib.loads((SHELF / "verdicts.toml").read_text(encoding="utf-8"))
    return {name: _words(words) for name, words in data.items()}


def _words(value: object) -> Words:
    assert isinstance(value, dict)
    return {lang: str(value[lang]) for lang in LANGUAGES}


def _clause(item: dict[str, object]) -> Clause:
    when = item.get("when", {})
    assert isinstance(when, dict)
    return Clause(str(item["id"]), str(item["chapter"]), {k: tuple(v) for k, v in when.items()}, _words(item))


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
    text = load_text(table.book.path)
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
    rules = [f"{label}: {value}" for label, value in house_rules(table, lang)] or [WORDS["none"][lang]]
    lines.append(f"{WORDS['variants'][lang]}: {'; '.join(rules)}.")
    lines = [part for line in lines for part in textwrap.wrap(line, width)]
    for title, held in clauses(table, lang):
        lines += ["", title, "-" * len(title)]
        for clause, words in held:
            lines += textwrap.wrap(f"{clause:<5} {words}", width, subsequent_indent=" " * 6)
    return "\n".join(lines) + "\n"


def verdict(table: Table, name: str, legal: bool, lang: str = "en") -> Verdict:
    """A verdict by name: the clause that the book cites for it, and its sentence."""
    lang = language(lang)
    cited = table.book.verdicts.get(name, "")
    if cited:
        for clause in load_text(table.book.path).clauses:
            if clause.id == cited and in_force(clause, table):
                return Verdict(legal, cited, sentence(clause, table, lang))
    return Verdict(legal, cited, plain_verdicts()[name][lang])
