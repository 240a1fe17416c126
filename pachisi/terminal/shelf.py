"""The rulebooks in a few lines each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

from ..clauses import left_out, load_text, parse_text, words_beside
from ..errors import Fault, RuleError
from ..rulebooks import BOOKS, Rulebook, load, write_value
from ..rulebooks.faults import Faults
from ..rulebooks.house_rules import Option
from ..rulebooks.inheritance import unworded
from ..rulebooks.reading import LARGEST_FILE, blame
from ..rules import check
from ..story import load_story
from ..table import set_up
from ..words.patience import patience
from ..words.voice import Voice
from .look import WIDEST, wrap

ENOUGH = 100_000  # throws; of the books on the shelf none takes 5,000


def list_books(voice: Voice) -> list[str]:
    lines = [voice("shelf.note")]
    for name in BOOKS:
        book = load(name)
        title, source = book.name[voice.lang], voice("sheet.source", source=book.source[voice.lang])
        lines += ["", *wrap(f"{name}: {title}. {source}", WIDEST, 2)]
        wide = max((len(spell_option(option)) for option in book.options.values()), default=0)
        for option in book.options.values():
            label = option.label[voice.lang]
            if option.players:
                label += f" ({voice('shelf.players', n=', '.join(map(str, option.players)))})"
            spelt = spell_option(option)
            lines += wrap(f"  {spelt:<{min(wide, 40)}}  {label}", WIDEST, 44)
    return lines


def spell_option(option: Option) -> str:
    return f"{option.name}={'|'.join(write_value(value) for value in option.values)}"


def examine(file: str, voice: Voice) -> tuple[str, list[Fault]]:
    """A paragraph on a playable rulebook, and what is odd about it; otherwise a RuleError with all its faults.

    One whose games do not end is refused here, although it can be played: its oddities may say why.
    """
    if not file.endswith(".toml"):
        raise RuleError(f"{file} is not a rulebook: its file name must end in .toml.")
    book = load_whole(file)
    table = set_up(book, min(4, book.seats))
    rules, plan = table.rules, table.board
    shape = voice(
        "shelf.spiral" if plan.spiral else "shelf.written" if plan.written else "shelf.board",
        shape=voice(f"board.{rules.board.shape}"),
        seats=rules.board.seats,
        ring=len(plan.ring),
        lane=rules.board.lane,
        safe=len(plan.safe),
        direction=voice(f"board.{rules.board.direction}"),
    )
    dice = voice(
        "shelf.thrown",
        n=rules.dice.count if rules.dice.kind != "shells" else max(rules.dice.faces),
        kind=voice(f"shelf.{rules.dice.kind}"),
        faces=", ".join(map(str, rules.dice.faces)),
    )
    names = ", ".join(spell_option(option) for option in book.options.values())
    options = voice("shelf.options", names=names) if names else voice("shelf.no_options")
    notes = list(oddities(book, Path(file), voice))
    if not comes_to_an_end(book, voice):
        error = RuleError(voice("shelf.endless", n=voice.count(ENOUGH)))
        error.faults = Fault(str(error)), *notes
        raise error
    report = voice("shelf.in_order", file=file, book=book.name[voice.lang], board=shape, dice=dice, options=options)
    return "\n".join(wrap(report, WIDEST)), notes


def comes_to_an_end(book: Rulebook, voice: Voice) -> bool:
    """Can a game be won as printed? One of a few by quick players ends if it is possible; interpreted, they would take too long."""
    from ..kernel.jit import COMPILED
    from ..simulation import simulate

    if not COMPILED:
        return True
    with patience(voice):
        games = (
            simulate(book, 1, bots=bots, seed=seed, columns=("winner",), cores=1, longest=ENOUGH, progress=False)
            for seed in (1, 2)
            for bots in ("random", "greedy", "careful")
        )
        return any(played["winner"][0] >= 0 for played in games)


def load_whole(file: str) -> Rulebook:
    """A book whose clauses are valid too, and that two and three can play as well as all."""
    faults = Faults(Path(file).name, source_of(Path(file)))
    book: Rulebook | None = None
    with faults.at():
        book = load(file)
    with faults.at():
        if book:
            load_text(book)
            load_story(book)
        else:  # the shape of its clauses can be checked without it
            parse_text(words_beside(Path(file)), load_text(load(BOOKS[0])))
    for players in (2, 3) if book else ():
        assert book
        for sentence in check(book.compose(players, {})) if players < book.seats else ():
            faults.note(f"With {players} players: {sentence}.", *blame(sentence, book, players, faults))
    faults.refuse()
    assert book
    return book


def source_of(path: Path) -> str:
    """The text of a file, to find lines in; nothing if it cannot be read, which is reported where that is tried."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(LARGEST_FILE)
    except (OSError, ValueError):
        return ""


def oddities(book: Rulebook, path: Path, voice: Voice) -> Iterator[Fault]:
    """What the author of a playable book should know about it."""
    file, words = Faults(path.name, source_of(path)), words_beside(path)
    found: list[tuple[str, ...]] = [(book.why_withdrawn(name), "base") for name in book.withdrawn]
    found += [*find_unworded(book, words), *find_collisions(book), *find_unplayable(book, voice), *find_uncited(book, words.name)]
    for sentence, *place in found:
        yield file.fault(sentence, *(place if file.line_of(tuple(place)) else ("base",)))


def find_unworded(book: Rulebook, words: Path) -> Iterator[tuple[str, ...]]:
    """Values that clauses of the base do not know, and the place of the first."""
    own = [] if book.base is None or words.exists() else unworded(book)
    if book.base and own:
        silent = f" (left out: {', '.join(numbers)})" if (numbers := left_out(book)) else ""
        sentence = f"The clauses of {book.base.id} may not fit {', '.join(own)}{silent}; write your own in {words.name}."
        yield (sentence, *own[0].split("."))


def find_uncited(book: Rulebook, file: str) -> Iterator[tuple[str, ...]]:
    """Verdicts with a clause that nobody has written, each with its place in the file."""
    written = {clause.id for text in map(load_text, (book, *([book.base] if book.base else []))) for clause in text.clauses}
    for name, clause in book.verdicts.items():
        if clause not in written:
            yield f"verdicts.{name} cites the clause {clause}, which is not written; {file} has room for it.", "verdicts", name


def find_collisions(book: Rulebook) -> Iterator[tuple[str, ...]]:
    """Pairs of options that cannot be chosen together, as they set one value differently; and the place of the second."""
    for one, two in combinations(book.options.values(), 2):
        if one.players and two.players and not set(one.players) & set(two.players):
            continue
        for value, other in product(one.patches, two.patches):
            try:
                book.patch({one.name: value, two.name: other})
            except RuleError as error:
                yield str(error), "options", two.name
                break


def find_unplayable(book: Rulebook, voice: Voice) -> Iterator[tuple[str, ...]]:
    """Values of options that no table can choose, together with what they need; and their places."""
    for option in book.options.values():
        for value in option.patches:
            needed, why = book.beside(option.name, value), ""
            for players in option.players or sorted(book.numbers, reverse=True):
                try:
                    set_up(book, players, options={**needed, option.name: value})
                    why = ""
                    break
                except RuleError as error:
                    why = str(error)
            if why:
                written = write_value(value)
                yield voice("shelf.never", option=option.name, value=written, why=why), "options", option.name, "values", written
