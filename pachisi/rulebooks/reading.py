"""TOML and chosen house rules -> Rules, checked strictly, with a sentence for every fault.

There are three layers of checks: shape (types, unknown keys), collisions (two house rules set one
value differently) and sense (`rules.check`). A book is read to its end before it is refused,
so that all its faults are reported together.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Set
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from ..errors import RuleError
from ..rules import MOST_PLAYERS, Rules, check
from ..words.catalogue import LANGUAGES
from .faults import Faults, Place, refusal
from .house_rules import AT_THE_TABLE, Option, check_needs, parse_options
from .inheritance import Chapters, take_over
from .rulebook import Rulebook
from .toml_values import Words, build, spell, table, text, unknown, words

SHELF = Path(__file__).parent
BOOKS = (
    "pachisi-modern", "parcheesi", "mensch", "pachisi-classic", "ludo", "petits-chevaux", "eile-mit-weile", "parchis",
    "pachisi-cowries", "chaupar", "chowka-bhara",
)  # fmt: skip
LARGEST_FILE = 200_000
LONGEST_CHAIN = 16  # books, each the base of the one before
KEYS = ("name", "source", "language", "colours", "terms", "base", "options", "verdicts")
TERMS = ("start", "reserve", "lane", "home", "ring", "safe", "dice", "win")  # what a leaflet may have its own word for
UNPLAYABLE = " cannot be played. "
LINE = re.compile(r"\(at line (\d+), column \d+\)")
HEX = re.compile(r"#[0-9a-fA-F]{6}")
TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
SHAPING = {("board", "shape"), ("board", "arms"), ("board", "route")}  # the rest of a board depends on these
CHAPTERS = tuple(part.name for part in fields(Rules) if part.name not in AT_THE_TABLE)


def load(source: str | Path) -> Rulebook:
    """A book by its id, or a file that ends in .toml."""
    if isinstance(source, str) and source in BOOKS:
        return shelved(source)
    if isinstance(source, str | Path) and str(source).endswith(".toml"):
        return read(Path(source))
    name = str(source) if isinstance(source, Path) else source
    raise RuleError(unknown(f"There is no rulebook {spell(name)}", str(name), BOOKS))


@cache
def shelved(name: str) -> Rulebook:
    return read(SHELF / f"{name}.toml")


def read(path: Path, heirs: tuple[Path, ...] = ()) -> Rulebook:
    """A book from its file; `heirs` are the books that are based on it and are being read."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RuleError(f"The rulebook {path!s:.250} cannot be read: {error.strerror or error}.") from None
    except ValueError:  # a null, or a character that no file name can hold
        raise RuleError(f"The rulebook {spell(str(path))} cannot be read: that is not a file name.") from None
    if len(content) > LARGEST_FILE:
        raise RuleError(f"The rulebook {path} is too long: {LARGEST_FILE:,} bytes are allowed.")
    try:
        source = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError(f"{path.name} is not valid TOML: {error}.") from None
    return parse(path.stem, read_toml(source, path.name), path, source, heirs)


def read_toml(source: str, name: str) -> dict[str, Any]:
    """The values of a text, or a RuleError that says where it is no TOML."""
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = LINE.search(str(error))
        raise refusal(f"{name} is not valid TOML: {error}.", name, int(found[1]) if found else None) from None
    except (RecursionError, ValueError, OverflowError):  # absurdly nested or numbers of thousands of digits
        raise RuleError(f"{name} is not a rulebook: it is nested too deeply or holds an absurd number.") from None


def parse(
    name: str,
    data: Mapping[str, Any],
    path: Path | None,
    source: str = "",
    heirs: tuple[Path, ...] = (),
    id: str | None = None,
) -> Rulebook:
    """A rulebook from its table; a RuleError lists everything that is wrong with it."""
    data = table(data, name)
    faults = Faults(path.name if path else name, source)
    for key in data:
        if key in AT_THE_TABLE:
            faults.note(f"{name}: '{key}' is chosen at the table, not in the book: Game(book, {key}=...).", key)
        elif key not in (*KEYS, *CHAPTERS):
            faults.note(unknown(f"{name}: unknown key '{key}'", key, (*KEYS, *CHAPTERS)), key)
    base: Rulebook | None = None
    if "base" in data:
        try:
            base = load_base(name, data["base"], path, heirs)
        except RuleError as error:
            faults.note(str(error), "base")
            faults.refuse()  # without its base, nothing more can be checked
    chapters = parse_chapters(name, data, base, faults)
    sound = not faults.found
    own = options = parse_options(name, data, chapters, faults)
    withdrawn: dict[str, tuple[Option, Chapters]] = {}
    if base and sound:
        options, withdrawn = take_over(base, chapters, options)
    check_needs(name, options, own, faults)
    book = Rulebook(
        id=id or (name if path is None or path.parent == SHELF else str(path)),
        name=dict.fromkeys(LANGUAGES, name) if base is None else base.name,
        source=base.source if base else dict.fromkeys(LANGUAGES, ""),
        colours=base.colours if base else (),
        chapters=chapters,
        options=options,
        verdicts=base.verdicts if base else {},
        path=path,
        base=base,
        language=base.language if base else "",
        terms=base.terms if base else {},
        withdrawn=withdrawn,
    )
    book = parse_words(book, name, data, faults)
    refused = frozenset(faults.refused)
    for sentence in check(book.compose(book.seats, {})):  # as printed, as many as there are seats can play
        if is_certain(sentence, refused):
            faults.note(f"{book.id}: {sentence}.", *blame(sentence, book, book.seats, faults))
    faults.refuse()
    return book


def load_base(name: str, written: object, path: Path | None, heirs: tuple[Path, ...]) -> Rulebook:
    """The book that another is based on: one of the package's, or a file, looked for beside the book."""
    if not isinstance(written, str):
        raise RuleError(f"{name}: base must be the id of a rulebook, such as 'mensch', or a file that ends in .toml.")
    if written in BOOKS:
        return load(written)
    if path is None or not written.endswith(".toml"):
        raise RuleError(unknown(f"{name}: base = '{written}' is not a rulebook of the package", written, BOOKS))
    file, heirs = (path.parent / written).absolute(), (*heirs, path.absolute())
    if file.resolve() in [heir.resolve() for heir in heirs]:
        raise RuleError(f"{name}: base = '{written}' is based on {path.name} itself; one of them needs another base.")
    if len(heirs) >= LONGEST_CHAIN:
        raise RuleError(f"{name}: base = '{written}' is one too many: {LONGEST_CHAIN} books at most are based on each other.")
    try:
        return read(file, heirs)
    except RuleError as error:
        *_, cause = str(error).split(UNPLAYABLE)  # of several bases, only the one that is to blame
        raise RuleError(f"{name}: base = '{written}'{UNPLAYABLE}{cause}") from None


def parse_chapters(name: str, data: Mapping[str, Any], base: Rulebook | None, faults: Faults) -> dict[str, Any]:
    """The chapters of the base with the book's own values in them."""
    chapters: dict[str, dict[str, Any]] = {}
    for chapter in CHAPTERS:
        merged = dict(base.chapters.get(chapter, {})) if base else {}
        with faults.at(chapter):
            for key, value in table(data.get(chapter, {}), f"{name}.{chapter}").items():
                with faults.at(chapter, key):
                    build(Rules, {chapter: {key: value}}, name)
                    merged[key] = value
        if merged:
            chapters[chapter] = merged
    return chapters


def parse_words(book: Rulebook, name: str, data: Mapping[str, Any], faults: Faults) -> Rulebook:
    """The book with its own name, source, colours, terms and verdicts."""
    if "name" in data:
        with faults.at("name"):
            book = replace(book, name=words(data["name"], f"{name}.name"))
    if "source" in data:
        with faults.at("source"):
            book = replace(book, source=words(data["source"], f"{name}.source"))
    if "language" in data:
        with faults.at("language"):
            book = replace(book, language=language_tag(data["language"], f"{name}.language"))
    with faults.at("colours"):
        book = replace(book, colours=parse_colours(name, data.get("colours"), book.base))
    terms, verdicts = dict(book.terms), dict(book.verdicts)
    with faults.at("terms"):
        for key, value in table(data.get("terms", {}), f"{name}.terms").items():
            with faults.at("terms", key):
                if key not in TERMS:
                    raise RuleError(unknown(f"{name}.terms: unknown term '{key}'", key, TERMS))
                terms[key] = words(value, f"{name}.terms.{key}")
                if key == "ring" and not all(re.fullmatch(r"[0-9]{1,3}", number) for number in terms[key].values()):
                    raise RuleError(f"{name}.terms.ring must be a number such as \"1\", the first of those on the ring.")
    with faults.at("verdicts"):
        for key, value in table(data.get("verdicts", {}), f"{name}.verdicts").items():
            with faults.at("verdicts", key):
                if key not in verdict_names():
                    raise RuleError(unknown(f"{name}.verdicts: unknown verdict '{key}'", key, verdict_names()))
                verdicts[key] = text(value, f"{name}.verdicts.{key}")
    return replace(book, terms=terms, verdicts=verdicts)


def language_tag(value: object, where: str) -> str:
    if not TAG.fullmatch(text(value, where)):
        raise RuleError(f"{where} = {spell(value)} must be a language tag, such as 'de' or 'fr-CH'.")
    return cast(str, value)


@cache
def verdict_names() -> tuple[str, ...]:
    return tuple(tomllib.loads((SHELF / "verdicts.toml").read_text(encoding="utf-8")))


def places_in(sentence: str) -> list[Place]:
    """The values that a sentence about the rules names, as their places in the file."""
    return [(found[1], found[2]) for found in re.finditer(rf"\b({'|'.join(CHAPTERS)})\.([a-z_]+)", sentence)]


def blame(sentence: str, book: Rulebook, players: int, faults: Faults) -> Place:
    """Where a sentence about the rules belongs in a file.

    To a value that it names, if the file has it; or to one without which it would not hold, nor any other instead; or
    else to the chapter of those that it names, or to the base that they come from.
    """
    before = book.base.chapters if book.base else {}
    own = [(chapter, key) for chapter in book.chapters for key in changed(chapter, book.chapters, before)]
    named = places_in(sentence)
    for place in named:
        if place in own:
            return place
    wrong = set(check(book.compose(players, {})))
    for place in own:
        if set(check(without(book, place, before).compose(players, {}))) <= wrong - {sentence}:
            return place
    return next((place[:1] for place in named if faults.line_of(place)), ("base",))


def changed(chapter: str, chapters: Chapters, before: Chapters) -> list[str]:
    """The keys of a chapter that have another value than before."""
    old = before.get(chapter, {})
    return [key for key, value in chapters[chapter].items() if key not in old or old[key] != value]


def without(book: Rulebook, place: Place, before: Chapters) -> Rulebook:
    """A book as it would be if it left a value as its base has it."""
    chapter, key = place
    values = {**book.chapters[chapter], key: before.get(chapter, {}).get(key)}
    return replace(book, chapters={**book.chapters, chapter: {name: value for name, value in values.items() if value is not None}})


def is_certain(sentence: str, refused: Set[Place]) -> bool:
    """Does a sentence about the rules hold, although values that were refused are missing in them?"""
    missing = {place for place in refused if place and place[0] in CHAPTERS}
    if missing & SHAPING:
        missing.add(("board",))
    named = places_in(sentence)
    return not missing or (bool(named) and not any({place[:1], place} & missing for place in named))


def parse_colours(name: str, data: object, base: Rulebook | None) -> tuple[Words, ...]:
    if data is None:
        return base.colours if base else shelved("ludo").colours
    if not isinstance(data, list) or not 4 <= len(data) <= MOST_PLAYERS:
        raise RuleError(f"{name}.colours must list four colours, or more for a board with more seats, clockwise or as the pieces run.")
    colours = tuple(words(colour, f"{name}.colours", extra=("hex",)) for colour in data)
    for colour in colours:
        if not HEX.fullmatch(colour.get("hex", "#808080")):
            raise RuleError(f"{name}.colours: hex = {spell(colour['hex'])} must be a colour such as '#e0b023'.")
    return colours
